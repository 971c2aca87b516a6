"""Tells how much this process reads of all files: what lies between a source and whoever asks for it needn't know."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Watcher(Protocol):
    """What is told of reads, by any thread."""

    def opened(self, name: str, size: int) -> None:
        """Be told that a file of so many bytes is open."""
        ...

    def read(self, size: int) -> None:
        """Be told that so many bytes have been read."""
        ...


class _Nobody:
    """Whom nobody asks."""

    def opened(self, name: str, size: int) -> None:
        """Pass over it."""

    def read(self, size: int) -> None:
        """Pass over it."""


_told: Watcher = _Nobody()


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Tell a watcher of all that sources read meanwhile, and nobody else."""
    global _told
    before, _told = _told, watcher
    try:
        yield
    finally:
        _told = before


def tell_opened(name: str, size: int) -> None:
    """Tell that a file is open; see `Watcher.opened`."""
    _told.opened(name, size)


def tell_read(size: int) -> None:
    """Tell of bytes that have been read; see `Watcher.read`."""
    _told.read(size)
