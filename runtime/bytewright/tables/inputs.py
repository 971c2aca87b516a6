"""The files of a table: each is opened when it is needed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from typing import Any, BinaryIO

from bytewright.columnar.scan.scanner import Held
from bytewright.io.filesystems import Storage, is_remote, local_path
from bytewright.io.source import BytesSource, DecompressedSource, Prefix, Source, open_source
from bytewright.limits import ON_DISK, Limits
from bytewright.schema.scope import Scope
from bytewright.views.evaluate.framing import WHOLE, Part
from bytewright.views.evaluate.record_index import Found
from bytewright.views.evaluate.steps import Steps

What = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO | Prefix
"""What can be opened: a path, bytes, a file object, or the first bytes of a file."""


class Input:
    """One file of a table: opened when it is needed, and closed after a pass unless it can't be read twice.

    ``storage``: arguments of file systems. ``begun``: the steps of a view, where the first one was looked at and can't
    be had again for nothing. ``part``: the part that is looked at for columns, where values name them: all from some
    record on. ``stays``: whether it stays open from one pass to the next, and what is read of it. ``held``: that.
    ``index``: what was found of an index beside it; None: it wasn't looked for."""

    def __init__(self, what: What, storage: Storage = (), limits: Limits = ON_DISK, part: Part = WHOLE) -> None:
        self._what = what
        self.part = part
        self.storage = storage
        self._limits = limits
        self._source: Source | None = None
        self.steps: Steps | None = None
        self.begun: Iterator[tuple[Scope, ...]] | None = None
        self.stays = False
        self.held: Held | None = None
        self.index: Found | None = None
        self._state: tuple[int, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """What pickle is told: where the file is, or its bytes."""
        what: Any = self._what
        if isinstance(what, (str, os.PathLike)) and not self.is_remote:
            what = os.path.abspath(local_path(os.fspath(what)))
        elif isinstance(what, memoryview):
            what = bytes(what)
        return Input, (what, self.storage, self._limits, self.part)

    def open(self) -> Source:
        """The bytes.

        Raises:
            InputMissingError: the file is missing or can't be opened.
        """
        if self._source is None:
            self._state, self.index = self._stated(), None
            self._source = open_source(self._what, self.storage, self._limits)
            if self.steps is not None:  # they were kept, but may read again, as for a part
                self.steps.goes_on_with(self._source)
        return self._source

    @property
    def has_changed(self) -> bool:
        """Whether a file of this machine is another one than when it was opened; of others that isn't looked at."""
        return self._source is not None and self._state != self._stated()

    def _stated(self) -> tuple[int, ...]:
        if not isinstance(self._what, (str, os.PathLike)) or self.is_remote:
            return ()
        try:
            found = os.stat(self._what)
        except (OSError, ValueError):
            return ()
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns

    @property
    def label(self) -> str:
        """What it is called where it is told of: its path, if it has one; it isn't opened for that."""
        if isinstance(self._what, (str, os.PathLike)):
            return os.fsdecode(self._what)
        if isinstance(self._what, Prefix):
            return str(self._what.path)
        name = getattr(self._what, "name", None)
        return name if isinstance(name, str) else f"<{type(self._what).__name__}>"

    def again(self) -> Input:
        """The same file, to be read beside this one; pipes and streams can't be opened twice, so they are read now."""
        if not isinstance(self._what, (str, os.PathLike, Prefix)) or self._is_pipe():
            self.open()
        twin = Input(self._what, self.storage, self._limits, self.part)
        if isinstance(self._source, BytesSource):
            twin._source = self._source
        return twin

    def handed_over(self) -> Input:
        """The same file, open as it is, for somebody who reads it in place of this one."""
        twin = Input(self._what, self.storage, self._limits, self.part)
        twin._source = self._source
        if not isinstance(self._source, BytesSource):
            self._source = None
        return twin

    @property
    def is_remote(self) -> bool:
        """Whether it is in a store, not on this machine."""
        return isinstance(self._what, str) and is_remote(self._what)

    def _is_pipe(self) -> bool:
        return isinstance(self._what, (str, os.PathLike)) and stat.S_ISFIFO(_mode(self._what))

    def close(self, *, done: bool = True) -> None:
        """Close the file; pipes and streams are in memory by now and stay.

        Not ``done``: it will be read again, so what it held compressed stays as well.
        """
        if self.stays:
            return
        if not isinstance(self._source, BytesSource) and (done or not isinstance(self._source, DecompressedSource)):
            if self._source is None:
                return
            self._source.close()
            self._source = None
            if self.steps is not None and not self.steps.kept:
                self.steps = None

    def end(self) -> None:
        """Close a file that has stayed open, and let go of what was kept of it."""
        stays, self.stays = self.stays, False
        self.close()
        self.stays, self.steps, self.held = stays, None, None


def _mode(path: str | os.PathLike[str]) -> int:
    try:
        return os.stat(path).st_mode
    except (OSError, ValueError):
        return 0
