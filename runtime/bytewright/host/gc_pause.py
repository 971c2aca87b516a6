"""Keeps Python's collector of cycles from looking at many objects again and again.

Structures know what they lie in: each is in a cycle. As long as they are made and stay, none is garbage, and looking
for garbage among all of them, as more are made, takes longer than making them.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

_FEW = 100_000
"""Objects that may be made and left before garbage among them is looked for, where there are few others."""

_most = _FEW
_stayed = 0
"""Objects that were no garbage when they were young; some may be by now."""


@contextmanager
def uncollected() -> Iterator[None]:
    """In the block, garbage in cycles is looked for only when `relieve` is called."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def is_crowded() -> bool:
    """Whether there may be much garbage, or much that had better be let go."""
    return gc.get_count()[0] > _most


def relieve() -> None:
    """Look for garbage if there may be much: among what was made since the last time, and among all objects each time
    that about half as many of these have stayed as there were."""
    global _most, _stayed
    if not is_crowded():
        return
    made = gc.get_count()[0]
    _stayed += max(0, made - gc.collect(0))
    if _stayed > _most:
        gc.collect()
        _most, _stayed = max(_FEW, _there() // 2), 0


def _there() -> int:
    """How many objects there are."""
    return len(gc.get_objects())


def spared(items: Iterator[T]) -> Iterator[T]:
    """The same items; while one is made, `uncollected` holds."""
    while True:
        with uncollected():
            try:
                item = next(items)
            except StopIteration:
                return
        yield item
