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
import os
import time
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeVar

from bytewright.errors import BytewrightWarning, ConflictError, InputMissingError, WriteError
from bytewright.host.locks import HeldError, locked
from bytewright.io.atomic_files import PART, remove_abandoned
from bytewright.io.filesystems import said
from bytewright.io.folders import Entry, Folder, entries_of, is_there, parents_of
from bytewright.io.jobs.job_holds import Hold, is_held, is_new, is_open, leased_holder, locked_holder
from bytewright.io.jobs.journal import JOB, STATES, SUCCESS, Done, Journal, New, Plan

OVER = ".over"
"""What names end with of such directories that are being made or deleted."""
PATIENCE = 30.0
"""Seconds to wait for a commit that goes on."""

_KEPT = (SUCCESS, "_temporary")
"""What an overwrite leaves: Spark's own sinks write into the second one."""
_PAUSE = 0.1


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
                return locked_holder(folder, job, new=new) if exact else leased_holder(folder, job, new=new)
        except FileNotFoundError:
            if not folder.local or is_there(folder.path):
                raise
            # The job that had made the directory has failed and deleted it.
        except BaseException:
            discard(folder, job, whole=new)
            raise


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
    """Delete a job's directory, if it is there, unless its journal is open; ``whole``: and an empty one around it.

    Where the system fails, what is left is tidied up by the next job, as nobody holds it then; a warning says so, as
    what the job was to do is done.
    """
    try:
        _discard(folder, job)
    except OSError as error:
        warnings.warn(
            f"{folder.uri}: {job}, of a job that is over, can't be deleted: {said(error)}. The next job deletes it, or "
            "`bytewright recover`.",
            BytewrightWarning,
            stacklevel=2,
        )
    with contextlib.suppress(OSError):
        if whole and folder.local:
            os.rmdir(folder.path)
        elif whole and not folder.entries():
            folder.delete("")


def _discard(folder: Folder, job: str) -> None:
    if any(state in folder.entries(job) for state in STATES):
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


def recover(folder: Folder, *, whole: bool = True) -> list[Recovered]:
    """Finish commits whose processes were killed, or take them back, and delete what such processes have left.

    Args:
        folder: the directory that is written into.
        whole: whether it is deleted as well, if a job has made it that is taken back; and whether what can't be
            deleted is an error.

    Raises:
        WriteError: a commit goes on, or a journal is damaged.
    """
    try:
        with _alone(folder, PATIENCE) as exact:
            parts = remove_abandoned(folder.path) if folder.local else []
            found = [Recovered(name, "tidied up") for name in parts]
            return found + _recover(folder, exact=exact, whole=whole)
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
        held = not job.endswith(OVER) and is_held(folder, job, there[job], exact=exact)
        if journal is not None and not held:
            # The lease outlives the journal: where there is no lease and the journal is still there, nobody goes on.
            journal = Journal.find(folder, job)
        done: Done = "running" if held else "tidied up"
        if journal is not None and (exact or not held):
            # Whose driver lives, but no longer commits, is told that the job has failed.
            done = journal.resolve(back=held)
        if not held:
            new = is_new(folder, job)
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
    if any(state in folder.entries(job) for state in STATES) and (
        exact or not is_held(folder, job, entry, exact=exact)
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
    if any(state in inside for state in STATES):
        return "cut short" if exact or not is_held(folder, job, None, exact=exact) else "committing"
    return "running" if inside else "over"
