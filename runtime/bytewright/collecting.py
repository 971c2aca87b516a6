"""Keeps Python's collector of cycles out of what makes many objects that stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """In the block, no cycles are looked for.

    Structures know what they lie in: each is in a cycle, and none is garbage before a file is complete. Looking at all
    of them again and again, as more are made, takes longer than making them."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
