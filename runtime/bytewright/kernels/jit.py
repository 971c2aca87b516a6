"""How the functions of the kernel are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast

import numba
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., object])

# Numba's own types describe what compiled code may pass; what such a function does is what its callers here see.
_njit = cast("Callable[..., Any]", numba.njit)
_cfunc = cast("Callable[..., Any]", numba.cfunc)
word = cast("Callable[[Any], Callable[..., int]]", intrinsic)
"""Decorates a generator of machine code that gives an int64."""
effect = cast("Callable[[Any], Callable[..., None]]", intrinsic)
"""Decorates a generator of machine code that gives nothing."""


_OPTIONS = {"nogil": True, "boundscheck": False, "error_model": "numpy"}


class Callback(Protocol):
    """A compiled function that has an address."""

    address: int


def inner(function: F) -> F:
    """Compile a function that only other compiled functions call.

    It has no wrappers for Python (a fifth of the compile time), so calling it from Python fails. Its arguments and
    results are integers and addresses: an array would be reference counted at every call.
    """
    return cast("F", _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function))


def entry(function: Callable[..., int], *, cached: bool) -> Callable[[int], int]:
    """Compile a function ``(int64) -> int64`` that Python calls, without the GIL; ``cached``: keep it on disk."""
    options = {**_OPTIONS, "no_cfunc_wrapper": True, "cache": cached}
    return cast("Callable[[int], int]", _njit("int64(int64)", **options)(function))


def callback(function: Callable[..., int], *, cached: bool) -> Callback:
    """Compile a function of five int64 that gives one, which compiled code calls by its address."""
    return cast("Callback", _cfunc("int64(int64, int64, int64, int64, int64)", cache=cached, **_OPTIONS)(function))
