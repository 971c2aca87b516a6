"""Commits of jobs that write files into a directory: all of a commit, or nothing, whoever is killed.

A job has a directory of its own in the one that it writes into; its name begins with an underscore, so that readers
pass over it. What a commit is to do stands in a *journal* there, which is on the disk before anything changes that a
reader can see, and is deleted when all is done. Whoever comes next finishes a commit whose process was killed, or takes
it back; readers of ours take no directory with an open journal.

A journal's name is the state of the commit, as names can be changed in one step, also on a full disk:

- ``commit.json``: new files are moved into the directory; then, on this machine, old ones into the job's. Recovery
  goes on if anything has been moved, nothing is missing and the job's driver is dead, and back otherwise.
- ``done.json``: in other file systems, all new files are there, and old ones are deleted. Recovery goes on with that.
- ``undo.json``: the commit is being taken back. Recovery goes on with that.

Commits into one directory of a machine hold a lock on it, so whoever has the lock knows that an open journal is
nobody's. Where there are no locks, a lease in the job's directory (``job.json``) says whether its writer is alive. The
same file, locked or with a lease, keeps others from tidying up a job that hasn't come to its commit.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Literal, Protocol, TypeVar

from bytewright.errors import ConflictError, InputMissingError, WriteError
from bytewright.host.locks import LEASE, HeldError, Lease, lock, locked
from bytewright.io.atomic_files import PART, remove_abandoned
from bytewright.io.filesystems import said
from bytewright.io.folders import Entry, Folder, entries_of, for_each, is_there, parents_of

JOB = "_bytewright-"
"""What names of directories of jobs begin with."""
OVER = ".over"
"""What names end with of such directories that are being made or deleted."""
SUCCESS = "_SUCCESS"
PATIENCE = 30.0
"""Seconds to wait for a commit that goes on."""

_KEPT = (SUCCESS, "_temporary")
"""What an overwrite leaves: Spark's own sinks write into the second one."""
_HOLDER = "job.json"
_REPLACED = "replaced"
_COMMIT, _UNDO, _DONE = "commit.json", "undo.json", "done.json"
_STATES = (_DONE, _UNDO, _COMMIT)
"""From the one that counts, where a file system took two steps for a new name, on."""
_DRAFT = "draft.json"
_PLAIN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""No link is followed, and no pipe waited for."""
_PAUSE = 0.1
_ATTEMPTS = 100
Done = Literal["finished", "taken back", "tidied up", "running", "another's"]
"""What recovery did with a job: finished its commit, took it back, deleted what was left of it; or left it alone, as
somebody holds it, or as it is another user's."""


class Hold(Protocol):
    """That somebody holds a job."""

    @property
    def descriptors(self) -> tuple[int, ...]:
        """Of files that are locked; a process that inherits them holds it as well."""
        ...

    def release(self) -> None:
        """Hold it no more."""
        ...


class _Locked:
    def __init__(self, descriptor: int) -> None:
        self.descriptors: tuple[int, ...] = (descriptor,)

    def release(self) -> None:
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors = ()

    def __del__(self) -> None:
        self.release()


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
        journal = cls(folder, job, _COMMIT, plan)
        try:
            folder.write(f"{job}/{_DRAFT}", plan.dump())
            folder.move(f"{job}/{_DRAFT}", f"{job}/{_COMMIT}")
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
            state = next((name for name in _STATES if name in inside), None)
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
        if self.final or (self._state == _COMMIT and not back and self._can_be_finished()):
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
            for state in reversed(_STATES) if not self._folder.local else (self._state,):
                self._folder.delete(f"{self._job}/{state}")
        except BaseException:
            self.closed = not self._folder.has(f"{self._job}/{self._state}")
            raise
        self.closed = True
        self._folder.sync(self._job)


# --- jobs ------------------------------------------------------------------------------------------------------------


def begin(folder: Folder, job: str) -> Hold:
    """Make the directory of a job, and the one that it writes into; who holds it says that the job goes on.

    What jobs that are nobody's have left is recovered first.

    Args:
        folder: what the job writes into.
        job: the name of the job's directory.
    """
    while True:
        new = folder.local and not is_there(folder.path)
        try:
            if folder.local:
                folder.make()
            with _alone(folder) as exact:
                _recover(folder, exact=exact)
                if folder.local:  # elsewhere it comes with the lease: nobody sees it without
                    folder.make(job)
                return _locked_holder(folder, job, new=new) if exact else _leased_holder(folder, job, new=new)
        except FileNotFoundError:
            if not folder.local or is_there(folder.path):
                raise
            # The job that had made the directory has failed and deleted it.
        except BaseException:
            discard(folder, job, whole=new)
            raise


def is_open(folder: Folder, job: str) -> bool:
    """Whether a job goes on, as far as its directory says it: tasks of one that is over write nothing."""
    return folder.has(job if folder.local else f"{job}/{_HOLDER}")


def commit(
    folder: Folder,
    job: str,
    names: Sequence[str],
    final: Callable[[str], str],
    *,
    replace: bool,
    old: Collection[str] | None = None,
    agreed: Callable[[Collection[str]], bool] = lambda there: True,
) -> int:
    """Move files from the directory of a job into the one around it; gives their size.

    Where that fails, all is as it was, unless it fails when old files are being deleted in another file system: then
    the journal stays open.

    Args:
        folder: what the job writes into.
        job: the name of the job's directory.
        names: the files, by their names there.
        final: the name that each gets; ``/`` in it leads into directories below, which are made.
        replace: whether what was there before goes when all are there; directories of jobs stay.
        old: the files that go in its place; where one is missing, the commit fails. None: all.
        agreed: asked, while nobody else commits into the directory, with the names that are in it, whether it is still
            what the commit was made for.

    Raises:
        ConflictError: it isn't any more; nothing has changed.
    """
    with _alone(folder) as exact:
        change = partial(_plan, folder, job=job, names=names, final=final, old=old, agreed=agreed, replace=replace)
        journal = _announced(folder, job, change, exact=exact)
        try:
            journal.finish()
        except BaseException as failure:
            stays = failure if journal.final else None
            if stays is None and not journal.closed:
                try:
                    journal.take_back()
                except OSError as error:
                    stays = error
            if isinstance(stays, OSError) and not journal.closed:
                raise WriteError(f"{_CUT_SHORT}: {said(stays)}", path=folder.uri, hint=_RECOVER) from failure
            raise
    return sum(new.size for new in journal.plan.new)


def _announced(
    folder: Folder,
    job: str,
    change: Callable[[Mapping[str, Entry]], Plan],
    *,
    exact: bool,
) -> Journal:
    """The journal of a commit, which nothing stands in the way of any more, and which has changed nothing yet.

    ``change``: its plan, by what is in the directory."""
    while True:
        _recover(folder, exact=exact, but=job)
        there = folder.entries()
        plan = change(there)
        if not exact and _rivals(folder, there, job, plan):
            time.sleep(_PAUSE)
            continue
        journal = Journal.begin(folder, job, plan)
        agreed = exact
        try:
            # Without locks another commit may go on, or have ended since the plan was made.
            agreed = exact or (_is_first(folder, job, plan) and plan == change(folder.entries()))
        finally:
            if not agreed:
                journal.withdraw()
        if agreed:
            return journal


def abandon(folder: Folder, job: str) -> None:
    """Take a commit back whose process was killed; one of which nothing can be taken back is finished."""
    if not is_open(folder, job):
        return
    with _alone(folder):
        journal = Journal.find(folder, job)
        if journal is not None:
            journal.resolve(back=True)


def discard(folder: Folder, job: str, *, whole: bool) -> None:
    """Delete a job's directory, if it is there, unless its journal is open; ``whole``: and an empty one around it."""
    with contextlib.suppress(OSError):
        _discard(folder, job)
    with contextlib.suppress(OSError):
        if whole and folder.local:
            os.rmdir(folder.path)
        elif whole and not folder.entries():
            folder.delete("")


def _discard(folder: Folder, job: str) -> None:
    if any(state in folder.entries(job) for state in _STATES):
        return
    if folder.local and not job.endswith(OVER) and folder.has(job):
        # Under another name no task finds it, and nothing new comes to be in it. A full disk may have no room for one.
        with contextlib.suppress(OSError):
            folder.move(job, job + OVER)
            job += OVER
    folder.delete(job)


def _plan(
    folder: Folder,
    there: Mapping[str, Entry],
    job: str,
    names: Sequence[str],
    final: Callable[[str], str],
    old: Collection[str] | None,
    agreed: Callable[[Collection[str]], bool],
    *,
    replace: bool,
) -> Plan:
    if not agreed(there):
        raise ConflictError("others have changed it meanwhile", path=folder.uri, hint=_AGAIN)
    written = folder.entries(job)
    finals = [final(name) for name in names]
    inside = entries_of(folder, [*finals, *(old or ())])
    for name in names:
        if name not in written:
            raise FileNotFoundError(f"{job}/{name} is missing")
        if final(name) in inside:
            raise FileExistsError(f"{final(name)} is there already")
    new = tuple(New(name, final(name), written[name].size) for name in names)
    for name in old or ():
        if name not in inside:
            raise FileNotFoundError(f"{name} is missing")
    gone = sorted(old) if old is not None else _everything(folder, there, parents_of(finals)) if replace else []
    return Plan(new, tuple(gone) if replace else (), replace, SUCCESS in there)


def _everything(folder: Folder, there: Mapping[str, Entry], shared: Collection[str], around: str = "") -> list[str]:
    """What is in a directory, but for what others are writing; of directories that new files come to be in
    (``shared``), what is in them."""
    found = []
    for name, entry in sorted(there.items()):
        whole = f"{around}/{name}" if around else name
        if name.startswith(JOB) or name.endswith(PART) or (not around and name in _KEPT):
            continue
        if entry.folder and whole in shared:
            found += _everything(folder, folder.entries(whole), shared, whole)
        else:
            found.append(whole)
    return found


def _rivals(folder: Folder, there: Mapping[str, Entry], job: str, plan: Plan) -> list[str]:
    """The jobs that are being committed, but can't be beside this one: one of both replaces what is there, or both
    make a file of one name."""
    others = {other: Journal.find(folder, other) for other in _jobs(there) if other != job}
    names = {new.final for new in plan.new}

    def rival(other: Plan) -> bool:
        return plan.replace or other.replace or any(new.final in names for new in other.new)

    return [other for other, journal in others.items() if journal is not None and rival(journal.plan)]


def _is_first(folder: Folder, job: str, plan: Plan) -> bool:
    """Whether the commit of a job, whose journal is open, goes on where there are no locks.

    Whoever comes second sees the journal of the first. Where both see each other, the first by name waits until the
    other has withdrawn, or has ended as it hadn't seen this one; the other withdraws.
    """
    while rivals := _rivals(folder, folder.entries(), job, plan):
        if min(rivals) < job:
            return False
        time.sleep(_PAUSE)
        _recover(folder, exact=False, but=job)
    return True


def _jobs(there: Mapping[str, Entry]) -> list[str]:
    """The directories of jobs."""
    return sorted(name for name, entry in there.items() if entry.folder and name.startswith(JOB))


@contextlib.contextmanager
def _alone(folder: Folder, wait: float | None = None) -> Iterator[bool]:
    """Commits into a directory of this machine, and what recovers them, come one after another; gives whether the file
    system can see to that."""
    if not folder.local:
        yield False
        return
    with locked(folder.path, wait=wait) as exact:
        yield exact


# --- recovery --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Recovered:
    """What recovery did.

    Attributes:
        name: of a job's directory, or of a file that was being written.
        done: what became of it.
    """

    name: str
    done: Done


def recover(folder: Folder) -> list[Recovered]:
    """Finish commits whose processes were killed, or take them back, and delete what such processes have left.

    Args:
        folder: the directory that is written into; if a job has made it that is taken back, it is deleted as well.

    Raises:
        WriteError: a commit goes on, or a journal is damaged.
    """
    try:
        with _alone(folder, PATIENCE) as exact:
            parts = remove_abandoned(folder.path) if folder.local else []
            found = [Recovered(name, "tidied up") for name in parts]
            return found + _recover(folder, exact=exact, whole=True)
    except HeldError:
        raise WriteError("files are being committed into this directory", path=folder.uri, hint=_LATER) from None


_AGAIN = "Run it again: it begins with what is there now."
_LATER = "Try again when the job that does it has ended."
_CUT_SHORT = "a commit into this directory was cut short"
_RECOVER = "`bytewright recover` finishes it or takes it back."


def _recover(folder: Folder, *, exact: bool, but: str = "", whole: bool = False) -> list[Recovered]:
    """Recover all jobs of a directory.

    Args:
        folder: the directory.
        exact: whether nobody else commits.
        but: a job that is passed over.
        whole: whether the directory is deleted, if it was made by a job of which nothing stays; and whether what can't
            be deleted is an error.
    """
    found = []
    there = folder.entries(prefix=JOB)
    for job in _jobs(there):
        if job == but:
            continue
        if not folder.is_own(there[job]):
            _leave(folder, job, there[job], exact=exact)
            found.append(Recovered(job, "another's"))
            continue
        journal = Journal.find(folder, job)
        held = not job.endswith(OVER) and _is_held(folder, job, there[job], exact=exact)
        if journal is not None and not held:
            # The lease outlives the journal: where there is no lease and the journal is still there, nobody goes on.
            journal = Journal.find(folder, job)
        done: Done = "running" if held else "tidied up"
        if journal is not None and (exact or not held):
            # Whose driver lives, but no longer commits, is told that the job has failed.
            done = journal.resolve(back=held)
        if not held:
            new = _is_new(folder, job)
            with contextlib.nullcontext() if whole else contextlib.suppress(OSError):
                _discard(folder, job)
            if whole and new:
                discard(folder, job, whole=True)
        found.append(Recovered(job, done))
    return found


def _leave(folder: Folder, job: str, entry: Entry, *, exact: bool) -> None:
    """Leave the job of another user alone: what its journal says may be none of what this user wants.

    Raises:
        WriteError: its commit was cut short.
    """
    if any(state in folder.entries(job) for state in _STATES) and (
        exact or not _is_held(folder, job, entry, exact=exact)
    ):
        raise WriteError(
            f"a commit of user {entry.owner} into this directory was cut short",
            path=f"{folder.uri.rstrip('/')}/{job}",
            hint="`bytewright recover`, run by that user, finishes it or takes it back.",
        )


# --- reading ---------------------------------------------------------------------------------------------------------

Found = TypeVar("Found")


def settled(folder: Folder, look: Callable[[], Found], names: Callable[[Found], Iterable[str]]) -> Found:
    """What is in a directory while no commit goes on there; waits for one that does.

    Args:
        folder: the directory.
        look: lists it.
        names: names of what was found.

    Raises:
        InputMissingError: a commit was cut short, or goes on for too long.
    """
    until = time.monotonic() + PATIENCE
    exact = False
    while True:
        try:
            with _shared(folder) as exact:
                found = look()
                jobs = [name for name in names(found) if name.startswith(JOB) and not name.endswith(OVER)]
                states = [_state(folder, job, exact=exact) for job in jobs]
        except HeldError:
            states = ["committing"]
        if "cut short" in states:
            raise InputMissingError(
                f"{_CUT_SHORT}: files of before and of after may be there together", path=folder.uri, hint=_RECOVER
            )
        if "committing" not in states and (exact or "over" not in states):
            return found
        if time.monotonic() > until:
            raise InputMissingError("files are being committed into this directory", path=folder.uri, hint=_LATER)
        time.sleep(_PAUSE)


@contextlib.contextmanager
def _shared(folder: Folder) -> Iterator[bool]:
    """Keep commits away while a directory of this machine is listed, if the file system can do that."""
    if not folder.local:
        yield False
        return
    with locked(folder.path, shared=True, wait=PATIENCE) as exact:
        yield exact


def _state(folder: Folder, job: str, *, exact: bool) -> Literal["running", "committing", "cut short", "over"]:
    """How far a job is whose directory was listed."""
    inside = folder.entries(job)
    if any(state in inside for state in _STATES):
        return "cut short" if exact or not _is_held(folder, job, None, exact=exact) else "committing"
    return "running" if inside else "over"


# --- who holds a job -------------------------------------------------------------------------------------------------


def _locked_holder(folder: Folder, job: str, *, new: bool) -> _Locked:
    folder.write(f"{job}/{_HOLDER}", _holder(new, None))
    descriptor = os.open(f"{folder.path}/{job}/{_HOLDER}", os.O_RDONLY)
    lock(descriptor, shared=True)
    return _Locked(descriptor)


def lease(folder: Folder, job: str) -> Lease:
    """Renew the lease of a job from now on."""
    new = _is_new(folder, job)

    def renew(until: float) -> bool:
        there = is_open(folder, job)
        if there:
            folder.write(f"{job}/{_HOLDER}", _holder(new, until))
        return there

    return Lease(renew)


def _leased_holder(folder: Folder, job: str, *, new: bool) -> Lease:
    holder, lease_of = f"{job}/{_HOLDER}", _holder(new, time.time() + LEASE)
    try:
        folder.write(holder, lease_of)
    except FileNotFoundError:
        # Here directories are made before files; they have times, so that nobody takes a new one for what is left.
        folder.make(job)
        folder.write(holder, lease_of)
    return lease(folder, job)


def _holder(new: bool, until: float | None) -> bytes:
    """``new``: whether the job has made the directory; ``until``: when the lease ends, None: there are locks."""
    return json.dumps({"version": 1, "new": new, "until": until}).encode()


def _held_as(folder: Folder, job: str) -> dict[str, Any]:
    try:
        found = json.loads(folder.read(f"{job}/{_HOLDER}"))
        return found if isinstance(found, dict) else {}
    except (OSError, ValueError):
        return {}


def _is_new(folder: Folder, job: str) -> bool:
    return _held_as(folder, job).get("new") is True


def _is_held(folder: Folder, job: str, entry: Entry | None, *, exact: bool) -> bool:
    """Whether a process that is alive holds a job; where that can't be told, it does."""
    if exact:
        path = f"{folder.path}/{job}/{_HOLDER}"
        try:
            how = os.O_RDWR if os.access(path, os.W_OK) else os.O_RDONLY  # NFS wants both
            descriptor = os.open(path, how | _PLAIN)
        except FileNotFoundError:
            return False
        except OSError:
            return True
        try:
            return not lock(descriptor)
        except HeldError:
            return True
        finally:
            os.close(descriptor)
    held = _held_as(folder, job)
    if held:
        until = held.get("until")
        return not isinstance(until, (int, float)) or until > time.time()
    # It is being made or deleted, or whoever did that was killed.
    entries = [*folder.entries(job).values(), *([] if entry is None else [entry])]
    times = [one.modified for one in entries if one.modified is not None]
    return any(time.time() - moment < LEASE for moment in times)
