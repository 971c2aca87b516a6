"""Who holds a job, and with it its directory: by a lock, or by a lease where there are no locks."""

from __future__ import annotations

import json
import os
import time
from typing import Any, Protocol

from bytewright.host.locks import LEASE, HeldError, Lease, lock
from bytewright.io.folders import Entry, Folder

HOLDER = "job.json"
_PLAIN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""No link is followed, and no pipe waited for."""


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


def is_open(folder: Folder, job: str) -> bool:
    """Whether a job goes on, as far as its directory says it: tasks of one that is over write nothing."""
    return folder.has(job if folder.local else f"{job}/{HOLDER}")


def locked_holder(folder: Folder, job: str, *, new: bool) -> Hold:
    """Hold a job by a lock; ``new``: whether it has made the directory that it writes into."""
    folder.write(f"{job}/{HOLDER}", _holder(new, None))
    hold = _Locked(os.open(f"{folder.path}/{job}/{HOLDER}", os.O_RDONLY))
    try:
        for descriptor in hold.descriptors:
            lock(descriptor, shared=True)
    except BaseException:
        hold.release()
        raise
    return hold


def lease(folder: Folder, job: str) -> Lease:
    """Renew the lease of a job from now on."""
    new = is_new(folder, job)

    def renew(until: float) -> bool:
        there = is_open(folder, job)
        if there:
            folder.write(f"{job}/{HOLDER}", _holder(new, until))
        return there

    return Lease(renew)


def leased_holder(folder: Folder, job: str, *, new: bool) -> Lease:
    """Hold a job by a lease; see `locked_holder`."""
    holder, lease_of = f"{job}/{HOLDER}", _holder(new, time.time() + LEASE)
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
        found = json.loads(folder.read(f"{job}/{HOLDER}"))
        return found if isinstance(found, dict) else {}
    except (OSError, ValueError):
        return {}


def is_new(folder: Folder, job: str) -> bool:
    """Whether a job has made the directory that it writes into."""
    return _held_as(folder, job).get("new") is True


def is_held(folder: Folder, job: str, entry: Entry | None, *, exact: bool) -> bool:
    """Whether a process that is alive holds a job; where that can't be told, it does."""
    if exact:
        path = f"{folder.path}/{job}/{HOLDER}"
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
