"""Who holds a file or directory: a lock of the system's, which ends with the process that took it, or a lease.

A lease is a time that its holder puts off again and again; it is for file systems that have no locks.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator

LEASE = 600.0
"""Seconds for which a lease holds unless it is renewed. Clocks of machines that share a folder may differ by less."""
RENEWAL = LEASE / 10
"""Seconds between renewals."""
_PAUSE = 0.02


class HeldError(Exception):
    """Somebody holds what was to be locked."""


def lock(descriptor: int, *, shared: bool = False, wait: float | None = 0.0) -> bool:
    """Lock an open file or directory until it is closed, in this process and those that inherit it.

    Args:
        descriptor: the open file.
        shared: whether others may hold it, too, who say the same.
        wait: seconds to wait for those who hold it; None: until they let it go.

    Returns:
        whether it is locked; False where the file system, or the system, has no locks.

    Raises:
        HeldError: somebody holds it.
    """
    try:
        import fcntl
    except ImportError:
        return False
    how = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    until = None if wait is None else time.monotonic() + wait
    while True:
        try:
            fcntl.flock(descriptor, how if until is None else how | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if until is not None and time.monotonic() >= until:
                raise HeldError from None
            time.sleep(_PAUSE)
        except OSError:
            return False


def unlock(descriptor: int) -> None:
    """Let an open file or directory go, also where processes that were forked meanwhile have it open."""
    try:
        import fcntl
    except ImportError:
        return
    with contextlib.suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextlib.contextmanager
def locked(path: str, *, shared: bool = False, wait: float | None = None) -> Iterator[bool]:
    """Hold a directory while the block runs; gives what `lock` does.

    Raises:
        HeldError: somebody holds it.
        OSError: it can't be opened.
    """
    while True:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            have = lock(descriptor, shared=shared, wait=wait)
            if os.path.samestat(os.stat(path), os.fstat(descriptor)):
                yield have
                return
        finally:
            os.close(descriptor)
        # It was deleted while we waited, and made again.


class Lease:
    """Renewed by a thread until it is released.

    Args:
        renew: says until when it holds from now on, in seconds since 1970, and gives whether what is held is still
            there; an `OSError` is tried again.
    """

    descriptors: tuple[int, ...] = ()
    """Of files that are locked: none."""

    def __init__(self, renew: Callable[[float], bool]) -> None:
        self._renew = renew
        self._over = threading.Event()
        threading.Thread(target=self.keep, name="lease", daemon=True).start()

    def release(self) -> None:
        """Renew it no more."""
        self._over.set()

    def keep(self) -> None:
        """Renew it until it is released, or there is nothing to hold."""
        there = True
        while there and not self._over.wait(RENEWAL):
            with contextlib.suppress(OSError):
                there = self._renew(time.time() + LEASE)
