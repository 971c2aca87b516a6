"""How the functions of the kernel are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., object])

# Numba's own types describe what compiled code may pass; what such a function does is what its callers here see.
_njit = cast("Callable[..., Any]", numba.njit)
word = cast("Callable[[Any], Callable[..., int]]", intrinsic)
"""Decorates a generator of machine code that gives an int64."""
effect = cast("Callable[[Any], Callable[..., None]]", intrinsic)
"""Decorates a generator of machine code that gives nothing."""


def inner(function: F) -> F:
    """Compile a function that only other compiled functions call.

    It has no wrappers for Python (a fifth of the compile time), so calling it from Python fails. Its arguments and
    results are integers and addresses: an array would be reference counted at every call.
    """
    return cast(
        "F",
        _njit(
            nogil=True,
            boundscheck=False,
            error_model="numpy",
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
        )(function),
    )


def entry(function: F, cached: bool) -> F:
    """Compile a function ``(int64) -> int64`` that Python calls, without the GIL; ``cached``: keep it on disk."""
    return cast(
        "F",
        _njit(
            "int64(int64)",
            nogil=True,
            boundscheck=False,
            error_model="numpy",
            no_cfunc_wrapper=True,
            cache=cached,
        )(function),
    )
