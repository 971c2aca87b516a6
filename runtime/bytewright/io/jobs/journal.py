"""The journal of a commit: what it is to do, and how far it has come. `bytewright.io.commit_journal` says when."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Literal

from bytewright.errors import WriteError
from bytewright.io.folders import Entry, Folder, entries_of, for_each, parents_of

JOB = "_bytewright-"
"""What names of directories of jobs begin with."""
SUCCESS = "_SUCCESS"
_REPLACED = "replaced"
COMMIT, _UNDO, _DONE = "commit.json", "undo.json", "done.json"
STATES = (_DONE, _UNDO, COMMIT)
"""From the one that counts, where a file system took two steps for a new name, on."""
_DRAFT = "draft.json"
_ATTEMPTS = 100
Done = Literal["finished", "taken back", "tidied up", "running", "another's"]
"""What recovery did with a job: finished its commit, took it back, deleted what was left of it; or left it alone, as
somebody holds it, or as it is another user's."""


@dataclass(frozen=True, slots=True)
class New:
    """A file that a commit moves: its name in the job's directory, the one that it gets, which may lie in a directory
    below, and its size in bytes."""

    written: str
    final: str
    size: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What a commit is to do.

    Attributes:
        new: the files that appear.
        old: the names of files and directories that go.
        replace: whether all that was there goes.
        success: whether the file that says that a job has succeeded was there before.
    """

    new: tuple[New, ...]
    old: tuple[str, ...]
    replace: bool
    success: bool

    def dump(self) -> bytes:
        """As it is stored."""
        return json.dumps({"version": 1, **asdict(self)}, indent=1).encode()

    @classmethod
    def load(cls, data: bytes) -> Plan:
        """A plan that was stored; names in it lead nowhere but into the directory.

        Raises:
            ValueError: it is none.
        """
        stored = json.loads(data)
        try:
            if stored["version"] != 1:
                raise ValueError(f"it has version {stored['version']}")
            new = tuple(New(str(one["written"]), str(one["final"]), int(one["size"])) for one in stored["new"])
            plan = cls(new, tuple(map(str, stored["old"])), bool(stored["replace"]), bool(stored["success"]))
        except (KeyError, TypeError) as error:
            raise ValueError(f"it is no plan of a commit ({error!r})") from None
        for name in (*plan.old, *(one.final for one in new)):
            if not all(map(_is_name, name.split("/"))):
                raise ValueError(f"{name!r} is no name of a file in it")
        for one in new:
            if not _is_name(one.written):
                raise ValueError(f"{one.written!r} is no name of a file of the job")
        return plan


def _is_name(name: str) -> bool:
    """Whether a name is one of a file or directory, and none of a job's."""
    return not (name in ("", ".", "..") or "/" in name or os.sep in name or "\0" in name or name.startswith(JOB))


class Journal:
    """The journal of a job.

    Attributes:
        plan: what the commit is to do.
        closed: whether all of it is done, or undone, and the journal deleted.
    """

    def __init__(self, folder: Folder, job: str, state: str, plan: Plan) -> None:
        self._folder = folder
        self._job = job
        self._state = state
        self.plan = plan
        self.closed = False

    @classmethod
    def begin(cls, folder: Folder, job: str, plan: Plan) -> Journal:
        """Write a journal; what it says, and the files that it names, are on the disk then."""
        journal = cls(folder, job, COMMIT, plan)
        try:
            folder.write(f"{job}/{_DRAFT}", plan.dump())
            folder.move(f"{job}/{_DRAFT}", f"{job}/{COMMIT}")
            folder.sync(job)
        except BaseException:
            with contextlib.suppress(OSError):
                journal._close()
            raise
        return journal

    @classmethod
    def find(cls, folder: Folder, job: str) -> Journal | None:
        """The journal of a job; None: it isn't committing.

        Raises:
            WriteError: it can't be read.
        """
        for _ in range(_ATTEMPTS):
            inside = folder.entries(job)
            state = next((name for name in STATES if name in inside), None)
            if state is None:
                return None
            try:
                return cls(folder, job, state, Plan.load(folder.read(f"{job}/{state}")))
            except FileNotFoundError:
                continue  # the commit has gone on
            except (ValueError, RecursionError) as error:
                raise WriteError(
                    f"the journal of a commit is damaged: {error}",
                    path=f"{folder.uri.rstrip('/')}/{job}/{state}",
                    hint=f"Delete {job}, when you have seen to it which files of the directory count.",
                ) from None
        raise WriteError("the journal of a commit can't be read", path=f"{folder.uri.rstrip('/')}/{job}")

    @property
    def final(self) -> bool:
        """Whether nothing of the commit can be taken back."""
        return self._state == _DONE

    def finish(self) -> None:
        """Do what the plan says, or what is left of it."""
        folder, job = self._folder, self._job
        if not self.final:
            waiting = folder.entries(job)
            within = parents_of(new.final for new in self.plan.new)
            for parent in within:
                folder.entries(parent)  # no link leads out of the directory
                folder.make(parent)
            left = [new for new in self.plan.new if new.written in waiting]
            for_each(folder, lambda new: folder.move(f"{job}/{new.written}", new.final), left)
            if self.plan.old and folder.local:
                # What is moved can be moved back, and goes with the job's directory.
                aside = f"{job}/{_REPLACED}"
                for parent in ("", *parents_of(self.plan.old)):
                    folder.make(f"{aside}/{parent}" if parent else aside)
                there, gone = entries_of(folder, self.plan.old), entries_of(folder, self.plan.old, aside)
                for name in self.plan.old:
                    if name in there and name not in gone:
                        folder.move(name, f"{aside}/{name}")
                for parent in parents_of(self.plan.old):
                    folder.sync(parent)
                    folder.sync(f"{aside}/{parent}")
                folder.sync(aside)
            for parent in within:
                folder.sync(parent)
            folder.write(SUCCESS, b"")
            folder.sync(job)
            folder.sync()
        if self.plan.old and not folder.local:
            self._turn(_DONE)
            there = entries_of(folder, self.plan.old)
            for_each(folder, folder.delete, [name for name in self.plan.old if name in there])
        self._close()

    def take_back(self) -> None:
        """Undo what has been done, as far as it got."""
        folder, job = self._folder, self._job
        self._turn(_UNDO)
        there = entries_of(folder, [new.final for new in self.plan.new])
        for_each(folder, folder.delete, [new.final for new in self.plan.new if new.final in there])
        for name in entries_of(folder, self.plan.old, f"{job}/{_REPLACED}").keys() & set(self.plan.old):
            folder.move(f"{job}/{_REPLACED}/{name}", name)
        for parent in reversed(parents_of(new.final for new in self.plan.new)):
            if not folder.entries(parent):
                folder.delete(parent)
            else:
                folder.sync(parent)
        if not self.plan.success and folder.has(SUCCESS):
            folder.delete(SUCCESS)
        folder.sync(job)
        folder.sync()
        self._close()

    def withdraw(self) -> None:
        """Close the journal of a commit that has changed nothing."""
        self._close()

    def resolve(self, *, back: bool = False) -> Done:
        """Finish a commit that nobody goes on with; or take it back: ``back``, where it has changed nothing, or where
        something is missing."""
        if self.final or (self._state == COMMIT and not back and self._can_be_finished()):
            self.finish()
            return "finished"
        self.take_back()
        return "taken back"

    def _can_be_finished(self) -> bool:
        """Whether something has been moved, and nothing is missing."""
        folder, job = self._folder, self._job
        waiting = folder.entries(job)
        there = entries_of(folder, [new.final for new in self.plan.new])

        def lies(name: str, size: int, entries: Mapping[str, Entry]) -> bool:
            return name in entries and entries[name].size == size

        moved = [lies(new.final, new.size, there) for new in self.plan.new]
        begun = any(moved) or bool(entries_of(folder, self.plan.old, f"{job}/{_REPLACED}").keys() & set(self.plan.old))
        whole = zip(self.plan.new, moved, strict=True)
        return begun and all(done or lies(new.written, new.size, waiting) for new, done in whole)

    def _turn(self, state: str) -> None:
        before, self._state = self._state, state  # also where it fails: it may have come halfway
        if before != state:
            self._folder.move(f"{self._job}/{before}", f"{self._job}/{state}")
            self._folder.sync(self._job)

    def _close(self) -> None:
        # What a new name in two steps has left goes first: alone it would count.
        try:
            for state in reversed(STATES) if not self._folder.local else (self._state,):
                self._folder.delete(f"{self._job}/{state}")
        except BaseException:
            self.closed = not self._folder.has(f"{self._job}/{self._state}")
            raise
        self.closed = True
        self._folder.sync(self._job)
