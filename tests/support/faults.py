"""Calls of the system that fail: the n-th one of those that concern files below a folder.

What `EINTR` comes to in Python is an exception of a signal's handler, as Python itself repeats a call that was
interrupted: `KeyboardInterrupt`.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import gc
import itertools
import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.calls import CALLS, MAKING, MOVING, Calls
from tests.support.hanging import HANGS

from bytewright.errors import BytewrightError
from bytewright.io import atomic_files


@dataclass(frozen=True)
class Kind:
    """A way to fail.

    Attributes:
        name: what tests call it.
        calls: the calls that fail so.
        error: what they raise; None: those that move bytes move half of them.
        lasting: whether all later ones of these calls fail as well.
        sampled: whether only some numbers of calls are tried.
    """

    name: str
    calls: frozenset[str]
    error: int | type[BaseException] | None
    lasting: bool = False
    sampled: bool = True

    @property
    def numbers(self) -> Iterator[int]:
        """Those of the calls that fail, one after another: all, or the first ones, and others further and further
        apart."""
        if not self.sampled:
            return itertools.count(1)
        few = 3 if self.error is None else 6
        return itertools.chain(range(1, few), itertools.accumulate(range(few + len(self.name), 10_000)))


KINDS = [
    Kind("EIO", CALLS, errno.EIO),
    Kind("ENOSPC", MAKING, errno.ENOSPC, lasting=True),
    Kind("interrupt", CALLS - {"close"}, KeyboardInterrupt),
    Kind("short", MOVING, None, lasting=True),
]
kinds = pytest.mark.parametrize(
    "kind",
    [*KINDS, *(pytest.param(replace(kind, sampled=False), marks=pytest.mark.slow) for kind in KINDS)],
    ids=lambda kind: kind.name if kind.sampled else f"every {kind.name}",
)
"""Lets a test run with each of them, and with every call when slow ones run."""


class Faults(Calls):
    """Calls below a folder are counted while the block runs, and the n-th one of a kind fails.

    Args:
        folder: where.
        kind: how they fail; None: nothing fails.
        at: which one, from 1 on.
        instead: called before the n-th call, which doesn't fail then, as something changes meanwhile.

    Attributes:
        count: how many calls there were.
        failed: the name of the first one that failed; empty: none has.
        calls: the names of all calls, the file of each, and its second one, or an empty string.
    """

    def __init__(self, folder: Path, kind: Kind | None, at: int = 1, instead: Callable[[], None] | None = None) -> None:
        super().__init__(folder)
        self._kind = kind
        self._at = at
        self._instead = instead
        self.count = 0
        self.failed = ""
        self.calls: list[tuple[str, str, str]] = []

    def called(self, name: str, given: tuple[Any, ...], go: Callable[[int], Any], size: int = 0) -> Any:
        """Do a call, or let it fail.

        Args:
            name: what is called.
            given: what it is called with; the first is the file.
            go: does it, with so many bytes.
            size: how many it is to move.
        """
        with self._lock:
            fault = self._fault(name, given, size)
        if fault is None:
            return go(size)
        if fault.error is None:
            return go(size // 2)
        if name == "close":  # a file is closed also where that tells of an error
            go(size)
        if isinstance(fault.error, int):
            first = given[0] if isinstance(given[0], (str, os.PathLike)) else None
            raise OSError(fault.error, os.strerror(fault.error), *([] if first is None else [os.fspath(first)]))
        raise fault.error

    def _fault(self, name: str, given: tuple[Any, ...], size: int) -> Kind | None:
        place = self.place(given[0])
        if not self.is_below(place):
            return None
        self.calls.append((name, place, self.place(given[1]) if name in ("rename", "replace", "link") else ""))
        kind = self._kind
        if kind is not None:
            if name not in kind.calls or (kind.error is None and size < 2):
                return None
            if kind.error == errno.ENOSPC and name == "open" and not given[1] & os.O_CREAT:
                return None
        if name == "close" and fcntl.fcntl(given[0], fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            return None  # nothing waits to be written
        self.count += 1
        if self._instead is not None and self.count == self._at:
            self.failed = name
            instead, self._instead = self._instead, None
            instead()
        if kind is None:
            return None
        if self.count == self._at or (kind.lasting and self.count > self._at):
            self.failed = self.failed or name
            return kind
        return None


Held = dict[str, bytes]


def held(folder: Path) -> Held:
    """What is below a folder, by path; empty folders as well."""
    found: Held = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found[str(path.relative_to(folder))] = path.read_bytes()
        elif not any(path.iterdir()):
            found[f"{path.relative_to(folder)}/"] = b""
    return found


def restored(folder: Path, files: Held) -> None:
    """Let a folder hold these files again, and nothing else."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_file() or path.is_symlink():
            path.unlink()
        else:
            path.rmdir()
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/"):
            path.mkdir()
        else:
            path.write_bytes(data)
            os.utime(path, (1_700_000_000, 1_700_000_000))


def descriptors() -> set[str]:
    """The open files of this process; without sockets, which a session of Spark opens as it collects garbage."""
    found = set()
    for name in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):
            found.add(f"{name} {os.readlink(f'/proc/self/fd/{name}')}")
    return {one for one in found if "/proc/" not in one and "socket:" not in one}


@contextlib.contextmanager
def ending() -> Iterator[None]:
    """See to it that the block ends."""

    def hangs(*_: object) -> None:
        raise AssertionError("it hangs")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(HANGS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


Run = Callable[[Path], Any]


def outcome(folder: Path, run: Run, faults: Faults) -> tuple[Any, BaseException | None]:
    """What a run gives while calls fail, or its error, without what that holds."""
    atomic_files._tidied.clear()
    with faults.on(), ending():
        try:
            return run(folder), None
        except (BytewrightError, OSError, KeyboardInterrupt) as error:
            cause: BaseException | None = error
            while cause is not None:  # frames hold what they had open
                cause.__traceback__ = None
                cause = cause.__context__
            return None, error


def _old_or_new(folder: Path, old: Held, new: Held) -> bool:
    return held(folder) in (old, new)


def each_call_fails(
    folder: Path,
    run: Run,
    kind: Kind,
    *,
    errors: type[BaseException] | tuple[type[BaseException], ...] = BytewrightError,
    results: tuple[Any, ...] = (),
    settled: Callable[[Path, Held, Held], bool] = _old_or_new,
    exact: bool = True,
    named: bool = True,
) -> int:
    """Run something as often as there are calls that can fail, each time with another one that does.

    What it gives and leaves in the folder is what it gives and leaves undisturbed; or there is an error that names a
    file, and in the folder is all of what would be, or all of what was. No file stays open. It can be done again.

    Args:
        folder: holds what it begins with.
        run: is called with the folder.
        kind: how calls fail.
        errors: what may be raised.
        results: what it may give beside what it gives undisturbed.
        settled: whether a folder is as it may be behind an error, by what it held before and holds when all is done.
        exact: whether all is as if undisturbed when it is done once more.
        named: whether errors name a file.

    Returns:
        how often a call failed.
    """
    old = held(folder)
    restored(folder, old)
    result, error = outcome(folder, run, Faults(folder, None))  # what is loaded and kept is there
    assert error is None
    new = held(folder)
    for done, number in enumerate(kind.numbers):
        restored(folder, old)
        before = descriptors()
        faults = Faults(folder, kind, number)
        found, error = outcome(folder, run, faults)
        told = f"{kind.name} at call {number}, {faults.failed}: {error!r}"
        if not descriptors() <= before:
            gc.collect()
            assert descriptors() <= before, (told, descriptors() - before)
        now = held(folder)
        if not faults.failed:
            assert (found, error, now) == (result, None, new), told
            return done
        if error is None:
            assert found == result or found in results, told
            assert now == new or (settled(folder, old, new) and held(folder) == new), (told, sorted(now))
        else:
            assert kind.error is not None, f"{told}: it may move fewer bytes"
            assert isinstance(error, KeyboardInterrupt if kind.error is KeyboardInterrupt else errors), told
            assert "[errno" not in str(error).lower() or not isinstance(error, BytewrightError), told
            path = getattr(error, "path", None) or getattr(error, "filename", None)
            is_named = path is not None and str(folder.parent) in os.path.abspath(str(path))
            assert kind.error is KeyboardInterrupt or not named or is_named, told
            assert settled(folder, old, new), (told, sorted(now))
        if held(folder) == new:
            restored(folder, old)
        found, error = outcome(folder, run, Faults(folder, None))
        assert error is None, f"{told}; then {error!r}"
        assert not exact or (found, held(folder)) == (result, new), told
    raise AssertionError("there is always one more call")
