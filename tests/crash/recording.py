"""The steps of a program on a disk, in the order in which the system was asked for them."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.crash.disk import Change, Disk, File, Names, Promised, Sized, Step, Synced, Written
from tests.support.calls import REAL, Calls

_UNNAMED = getattr(os, "O_TMPFILE", 0)


class Recorder(Calls):
    """Notes what is done in a folder while its block runs; calls come one after another.

    Args:
        folder: where; all that is in it is on the disk.

    Attributes:
        before: what is on the disk before.
        after: what a program sees now.
        steps: what was done.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.steps: list[Step] = []
        self._nodes: dict[int, int] = {}
        self._next = 0
        self.after = Disk()
        self._listed(folder)
        self.before = self.after.copy()

    def _listed(self, path: Path) -> int:
        """Note what is in a folder already; gives its number."""
        number = self._new(path)
        if path.is_symlink():
            self.after.links[number] = os.readlink(path)
        elif path.is_dir():
            self.after.folders[number] = {}
            self.after.folders[number] = {inside.name: self._listed(inside) for inside in sorted(path.iterdir())}
        else:
            self.after.files[number] = File(path.read_bytes(), path.stat().st_mtime_ns)
        return number

    def _new(self, what: Path | str | int) -> int:
        """A number for a node that is new: that of the system may have been another one's."""
        number = self._next
        self._next += 1
        status = REAL["fstat"](what) if isinstance(what, int) else REAL["lstat"](what)
        self._nodes[status.st_ino] = number
        return number

    def promised(self, what: int = 1) -> None:
        """Note that a user was told that what has been done lasts."""
        with self._lock:
            self.steps.append(Promised(what))

    def called(self, name: str, given: tuple[Any, ...], go: Callable[[int], Any], size: int = 0) -> Any:
        """Do a call, and note what it changes."""
        note = getattr(self, f"_saw_{_SAME.get(name, name)}", None)
        if note is None or not self.is_below(self.place(given[0])):
            return go(size)
        with self._lock:
            there = isinstance(given[0], int) or os.path.lexists(os.fsdecode(given[0]))
            result = go(size)
            note(given, result, there)
        return result

    def _did(self, change: Change) -> None:
        self.steps.append(change)
        self.after.do(change)

    # --- what calls change -------------------------------------------------------------------------------------------

    def _saw_open(self, given: tuple[Any, ...], result: int, there: bool) -> None:
        path, flags = given[0], given[1]
        if _UNNAMED and flags & _UNNAMED == _UNNAMED:
            self.after.files[self._new_file(result)] = File(b"")
        elif not there:
            number = self._new_file(result)
            self._named("open", path, number)
        elif self._is_foreign(path, result):
            self._named("open", path, self._new_file(result))
            self._did(Written(self._number(result), 0, Path(os.fsdecode(path)).read_bytes()))
        elif flags & os.O_TRUNC:
            self._sized(result)

    def _is_foreign(self, path: Any, descriptor: int) -> bool:
        """Whether a library has made a file, in ways of its own; its inode may have been that of one that is gone."""
        if not stat.S_ISREG(REAL["fstat"](descriptor).st_mode):
            return False
        folder, name = self._entry(os.path.realpath(path))
        return name not in self.after.folders[folder]

    def _new_file(self, what: int | str) -> int:
        number = self._new(what)
        self.before.files[number] = self.after.files[number] = File(b"")
        return number

    def _saw_write(self, given: tuple[Any, ...], result: int, there: bool) -> None:
        self._wrote(given[0], os.lseek(given[0], 0, os.SEEK_CUR) - result, bytes(memoryview(given[1])[:result]))

    def _saw_pwrite(self, given: tuple[Any, ...], result: int, there: bool) -> None:
        self._wrote(given[0], given[2], bytes(memoryview(given[1])[:result]))

    def _saw_copy_file_range(self, given: tuple[Any, ...], result: int, there: bool) -> None:
        goal, origin, _, _, *offsets = given
        start, at = [*offsets, None, None][:2]
        start = os.lseek(origin, 0, os.SEEK_CUR) - result if start is None else start
        at = os.lseek(goal, 0, os.SEEK_CUR) - result if at is None else at
        self._wrote(goal, at, REAL["pread"](origin, result, start))

    def _wrote(self, descriptor: int, at: int, data: bytes) -> None:
        if data:
            self._did(Written(self._number(descriptor), at, data))

    def _saw_ftruncate(self, given: tuple[Any, ...], result: Any, there: bool) -> None:
        self._sized(given[0])

    def _sized(self, what: Any) -> None:
        size = (REAL["fstat"] if isinstance(what, int) else REAL["stat"])(what).st_size
        number = self._number(what)
        if len(self.after.files[number].data) != size:
            self._did(Sized(number, size))

    def _saw_fsync(self, given: tuple[Any, ...], result: Any, there: bool) -> None:
        self.steps.append(Synced(self._number(given[0])))

    def _saw_mkdir(self, given: tuple[Any, ...], result: Any, there: bool) -> None:
        number = self._new(given[0])
        self.before.folders[number], self.after.folders[number] = {}, {}
        self._named("mkdir", given[0], number)

    def _saw_link(self, given: tuple[Any, ...], result: Any, there: bool) -> None:
        self._named("link", given[1], self._number(given[1]))

    def _saw_unlink(self, given: tuple[Any, ...], result: Any, there: bool) -> None:
        self._named("unlink", self.place(given[0]), None)

    def _saw_rename(self, given: tuple[Any, ...], result: Any, there: bool) -> None:
        number = self._number(given[1])
        changes = ((self._entry(given[0]), None), (self._entry(given[1]), number))
        self._did(Names(changes, "rename"))

    def _named(self, call: str, path: Any, number: int | None) -> None:
        self._did(Names(((self._entry(path), number),), call))

    def _entry(self, path: Any) -> tuple[int, str]:
        above, name = os.path.split(os.path.abspath(os.fsdecode(path)))
        return self._nodes[REAL["stat"](above).st_ino], name

    def _number(self, what: Any) -> int:
        return self._nodes[(REAL["fstat"](what) if isinstance(what, int) else REAL["lstat"](what)).st_ino]


_SAME = {"remove": "unlink", "rmdir": "unlink", "replace": "rename", "truncate": "ftruncate"}
"""Calls that change the same as others."""
