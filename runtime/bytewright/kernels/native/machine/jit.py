"""How the functions of the kernel are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.extending import intrinsic

from bytewright.kernels.native.machine.object_file import Code
from bytewright.kernels.native.machine.pipeline import Entered, Inner, small

F = TypeVar("F", bound=Callable[..., object])

# Numba's own types describe what compiled code may pass; what such a function does is what its callers here see.
_njit = cast("Callable[..., Any]", numba.njit)
word = cast("Callable[[Any], Callable[..., int]]", intrinsic)
"""Decorates a generator of machine code that gives an int64."""
effect = cast("Callable[[Any], Callable[..., None]]", intrinsic)
"""Decorates a generator of machine code that gives nothing."""


_OPTIONS = {
    "nogil": True,
    "boundscheck": False,
    "error_model": "numpy",
    # Without wrappers for Python and C, which take time to compile, machine code rests on nothing of Numba's; Python
    # can call it only as `bytewright.kernels.native.machine.link` does.
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


def inner(function: F) -> F:
    """Compile a function that only other compiled functions call.

    Its arguments and results are integers and addresses: an array would be reference counted at every call.
    """
    return cast("F", _njit(**_OPTIONS, pipeline_class=Inner)(function))


def accessor(function: F) -> F:
    """Compile a function of a few instructions, once for all constants that other compiled functions call it with."""
    small.add(function)
    return inner(function)


def compiled(function: Callable[..., int], arguments: int) -> Code:
    """Compile a function of int64s that gives one.

    Args:
        function: the function, in Python.
        arguments: how many it takes.
    """
    words = ", ".join(["int64"] * arguments)
    made: Any = next(iter(_njit(f"int64({words})", **_OPTIONS, pipeline_class=Entered)(function).overloads.values()))
    symbol = made.fndesc.llvm_func_name
    made.library.get_pointer_to_function(symbol)  # there is no object file before something asks for its code
    _, _, (content, _) = made.library.serialize_using_object_code()
    return Code(symbol, content)
