"""A bar that shows how much of its files a command has read: on terminals, where that takes longer than a moment."""

from __future__ import annotations

import os
import sys
import threading
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from bytewright.errors import BytewrightError
from bytewright.io.filesystems import is_remote
from bytewright.io.watched_reads import watched

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds without a bar or anything else that a command shows, before there is one."""
_WITHOUT_CURSOR = ("dumb", "unknown")
"""Terminals on which a bar can't be taken away again."""


class _Bar:
    """The bar of a command. What reads may run in several threads.

    Args:
        label: what the command does, as in "Checking".
        names: files that it is told to read; others are known when they are opened.
    """

    def __init__(self, label: str, names: Sequence[str]) -> None:
        self.times = 1
        self._label = label
        self._sizes = {path: os.path.getsize(path) for name in names for path in _local(name)}
        self._total = sum(self._sizes.values())
        self._done = 0.0
        self._lock = threading.Lock()
        self._shown: tuple[Progress, TaskID] | None = None
        self._waits_until = time.monotonic() + PATIENCE

    def opened(self, name: str, size: int) -> None:
        """See `bytewright.io.watched_reads.Watcher`."""
        with self._lock:
            self._total += size - self._sizes.get(name, 0)
            self._sizes[name] = size

    def read(self, size: int) -> None:
        """See `bytewright.io.watched_reads.Watcher`."""
        with self._lock:
            self._done += size / self.times
            if self._shown is None and time.monotonic() >= self._waits_until:
                self._shown = self._begin()
            if self._shown is not None:
                bar, task = self._shown
                bar.update(task, completed=min(self._done, self._total), total=self._total)

    def _begin(self) -> tuple[Progress, TaskID]:
        from rich.console import Console  # it takes a while to load, and most commands are done by now
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

        columns = TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn()
        # Commands print by themselves, after `make_room`.
        console = Console(file=sys.stderr)
        bar = Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
        task = bar.add_task(self._label, total=self._total)
        bar.start()
        return bar, task

    def hide(self) -> None:
        """Take the bar off the terminal; it comes back if reading goes on for another while."""
        with self._lock:
            shown, self._shown = self._shown, None
            self._waits_until = time.monotonic() + PATIENCE
        if shown is not None:
            shown[0].stop()


def _local(name: str) -> list[str]:
    """The files of this machine that a path, a directory or a glob names."""
    from bytewright.io.file_listing import files_named  # only where there may be a bar: that takes time

    with warnings.catch_warnings(action="ignore"), suppress(BytewrightError, OSError, ValueError):
        return [] if is_remote(name) else [path for path in files_named(name) if os.path.isfile(path)]
    return []


_bar: _Bar | None = None


@contextmanager
def reading(label: str, names: Sequence[str]) -> Iterator[None]:
    """Show how much has been read while a command runs, if standard error is a terminal whose cursor can be moved.

    Args:
        label: what the command does, as in "Checking".
        names: files that it is told to read.
    """
    global _bar
    if not sys.stderr.isatty() or os.environ.get("TERM") in _WITHOUT_CURSOR:
        yield
        return
    _bar = _Bar(label, names)
    try:
        with watched(_bar):
            yield
    finally:
        _bar.hide()
        _bar = None


def several(times: int) -> None:
    """Say how often files are read from now on: a bar shows that as once."""
    if _bar is not None:
        _bar.times = times


def make_room() -> None:
    """Take the bar off the terminal, for what a command prints now."""
    if _bar is not None:
        _bar.hide()
