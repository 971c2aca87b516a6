"""How the functions of the kernel are compiled."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

import llvmlite.binding as llvm
import numba
from numba.core import codegen
from numba.extending import intrinsic

from bytewright.errors import BytewrightWarning
from bytewright.kernels.native.machine.object_file import Code

F = TypeVar("F", bound=Callable[..., object])

# Numba's own types describe what compiled code may pass; what such a function does is what its callers here see.
_njit = cast("Callable[..., Any]", numba.njit)
word = cast("Callable[[Any], Callable[..., int]]", intrinsic)
"""Decorates a generator of machine code that gives an int64."""
several = cast("Callable[[Any], Callable[..., tuple[int, int, int]]]", intrinsic)
"""Decorates a generator of machine code that gives three int64."""
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
    return cast("F", _njit(**_OPTIONS, **_pipeline("Inner"))(function))


def accessor(function: F) -> F:
    """Compile a function of a few instructions, once for all constants that other compiled functions call it with."""
    pipeline = _short_pipeline()
    if pipeline is not None:
        pipeline.small.add(function)
    return inner(function)


def compiled(function: Callable[..., int], arguments: int, symbol: str) -> Code:
    """Compile a function of int64s that gives one.

    Args:
        function: the function, in Python.
        arguments: how many it takes.
        symbol: what the object file calls it.
    """
    words = ", ".join(["int64"] * arguments)
    return _code_of(_njit(f"int64({words})", **_OPTIONS, **_pipeline("Entered"))(function), symbol)


def _code_of(dispatcher: Any, symbol: str) -> Code:
    """The object file of a function, which may lie anywhere: in memory, or in a shared library."""
    made: Any = next(iter(dispatcher.overloads.values()))
    module = llvm.parse_assembly(made.library.get_llvm_str())
    module.get_function(made.fndesc.llvm_func_name).name = symbol
    return Code(symbol, _target_machine().emit_object(module))


@cache
def _target_machine() -> Any:
    """What makes machine code for the processor that Numba compiles for."""
    binding: Any = llvm
    name = getattr(numba.config, "CPU_NAME", None) or binding.get_host_cpu_name()
    target = binding.Target.from_default_triple()
    return target.create_target_machine(
        cpu=name, features=processor_features(), opt=3, reloc="pic", codemodel="default"
    )


def processor_features() -> str:
    """What the processor that is compiled for has, by LLVM's names: ``+`` or ``-`` before each."""
    told = getattr(numba.config, "CPU_FEATURES", None)
    known: str = codegen.get_host_cpu_features() if told is None else told  # type: ignore[no-untyped-call]
    return known


def _pipeline(name: str) -> dict[str, Any]:
    """The option by which Numba compiles by a class of `bytewright.kernels.native.machine.pipeline`; or by its own."""
    pipeline = _short_pipeline()
    return {} if pipeline is None else {"pipeline_class": getattr(pipeline, name)}


@cache
def _short_pipeline() -> Any:
    """The module `bytewright.kernels.native.machine.pipeline`; None: this version of Numba lacks what it rests on.

    Much of that is private to Numba, so it is tried first. A version that has changed it compiles the kernel all the
    same, by Numba's own passes.
    """
    try:
        from bytewright.kernels.native.machine import pipeline

        negated = _njit(**_OPTIONS, pipeline_class=pipeline.Inner)(lambda number: -number)
        whole = _njit("int64(int64)", **_OPTIONS, pipeline_class=pipeline.Entered)(lambda number: negated(number))
        _code_of(whole, "tried")
    except Exception as error:  # whatever a version does that nobody has seen yet
        warnings.warn(
            f"Numba {numba.__version__} compiles the kernel by all of its passes, which takes longer: {error!r}",
            BytewrightWarning,
            stacklevel=2,
        )
        return None
    return pipeline
