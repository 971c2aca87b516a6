"""What a disk may hold when the power fails: a model of a file system that promises no more than POSIX does.

A file's bytes, its size, and the names in a folder are apart. What was done to a file is on the disk when the file has
been synced, what was done to the names in a folder when that folder has been: until then each change is there or not,
whichever came first. A name is changed in one step, in both folders. A write that isn't synced may be there in part, or
as a longer file that holds zeros, or what was on the disk before, in place of what was written. No change waits for
another one: neither a new name for the bytes of its file (as some file systems have it where a file is replaced), nor
what lies further back in a file for what lies in front of it.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Entry = tuple[int, str]
"""A name in a folder, by the folder's number."""
How = Literal["whole", "lost", "zeros", "stale"] | int
"""What becomes of a change; a number: so many of the bytes that are written come to the disk."""
_BLOCK = 4096
"""Bytes that a disk writes at once."""
_STALE = b"\xa5"
"""What was on the disk where a file has become longer."""


@dataclass(frozen=True, slots=True)
class Names:
    """Names that lead to other nodes, or nowhere, from now on.

    Attributes:
        changes: names in folders, and what each leads to; None: nothing.
        call: what changed them.
    """

    changes: tuple[tuple[Entry, int | None], ...]
    call: str


@dataclass(frozen=True, slots=True)
class Written:
    """Bytes that were written into a file."""

    node: int
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Sized:
    """A file that was cut, or made longer."""

    node: int
    size: int


@dataclass(frozen=True, slots=True)
class Synced:
    """A file whose bytes, or a folder whose names, are on the disk."""

    node: int


@dataclass(frozen=True, slots=True)
class Promised:
    """What has been done up to here lasts, a user was told."""

    what: int


Step = Names | Written | Sized | Synced | Promised
Change = Names | Written | Sized


@dataclass(frozen=True, slots=True)
class File:
    """A file: what it holds, and when it was changed, if that was before everything else, in nanoseconds."""

    data: bytes
    modified: int | None = None


Found = File | str | dict[str, "Found"]
"""A file, where a link leads, or a folder."""


@dataclass
class Disk:
    """What is on a disk.

    Attributes:
        files: files by their numbers.
        links: where links lead.
        folders: the names of folders, and what these lead to.
    """

    files: dict[int, File] = field(default_factory=dict)
    links: dict[int, str] = field(default_factory=dict)
    folders: dict[int, dict[str, int]] = field(default_factory=dict)

    def copy(self) -> Disk:
        """Another one with the same on it."""
        return Disk(dict(self.files), dict(self.links), {number: dict(names) for number, names in self.folders.items()})

    def do(self, change: Change, how: How = "whole") -> None:
        """Make a change.

        Args:
            change: what changes.
            how: how much of it there is.
        """
        if how == "lost":
            return
        if isinstance(change, Names):
            for (folder, name), node in change.changes:
                self.folders[folder].pop(name, None)
                if node is not None:
                    self.folders[folder][name] = node
            return
        before = self.files[change.node].data
        if isinstance(change, Sized):
            self.files[change.node] = File(before[: change.size].ljust(change.size, b"\0"))
            return
        data = change.data[:how] if isinstance(how, int) else change.data
        end = change.offset + len(data)
        long = before.ljust(end, b"\0")
        if how in ("zeros", "stale"):  # only the size is there
            fill = b"\0" if how == "zeros" else _STALE
            self.files[change.node] = File(before.ljust(change.offset, b"\0").ljust(end, fill))
        else:
            self.files[change.node] = File(long[: change.offset] + data + long[end:])

    def found(self, folder: int = 0) -> dict[str, Found]:
        """What is found in a folder."""
        return {name: self._found(node) for name, node in sorted(self.folders[folder].items())}

    def _found(self, node: int) -> Found:
        if node in self.folders:
            return self.found(node)
        return self.links[node] if node in self.links else self.files[node]


def hows(change: Change, disk: Disk) -> tuple[How, ...]:
    """What may become of a change that isn't synced.

    Args:
        change: the change.
        disk: what is on the disk where all before it is.
    """
    if not isinstance(change, Written):
        return ("whole", "lost")
    longer = change.offset + len(change.data) > len(disk.files[change.node].data)
    size = len(change.data)
    cuts = sorted({1, size // 2, size - 1, *range(_BLOCK - change.offset % _BLOCK, size, _BLOCK)} - {0, size})
    return ("whole", "lost", *cuts, *(("zeros", "stale") if longer else ()))


@dataclass(frozen=True, slots=True)
class State:
    """What is found after a crash.

    Attributes:
        found: what is in the folder.
        promised: what had been promised before, the newest of it; 0: nothing.
        story: how it came about, in words.
    """

    found: Mapping[str, Found]
    promised: int
    story: str


def states(before: Disk, steps: Sequence[Step], most: int, seed: str) -> Iterator[State]:
    """What may be found after a crash behind any of some steps, each once.

    Args:
        before: what is on the disk before them.
        steps: what is done.
        most: how many sets of changes are tried behind each step, if there are more: then, none, all, each alone, all
            but each, as many as were made first, and others that are drawn.
        seed: for these.
    """
    seen: set[tuple[str, int]] = set()
    rng = random.Random(seed)
    promised = 0
    for count in range(len(steps) + 1):
        if count and isinstance(steps[count - 1], Promised):
            promised = steps[count - 1].what  # type: ignore[union-attr]
        changes, waiting = _waiting(steps[:count])
        options = _options(before, changes)
        for choice in _choices([options[number] for number in waiting], most, rng):
            disk, became = before.copy(), dict(zip(waiting, choice, strict=True))
            for number, change in enumerate(changes):
                disk.do(change, became.get(number, "whole"))
            found = disk.found()
            key = (repr(found), promised)
            if key not in seen:
                seen.add(key)
                told = [f"{describe(changes[number])}: {how}" for number, how in became.items() if how != "whole"]
                yield State(found, promised, f"after {count} of {len(steps)} steps: {'; '.join(told) or 'all whole'}")


def describe(change: Change) -> str:
    """A change in some words."""
    if isinstance(change, Names):
        return f"{change.call}({', '.join(name for (_, name), _ in change.changes)})"
    if isinstance(change, Sized):
        return f"size of #{change.node} to {change.size}"
    return f"{len(change.data)} bytes of #{change.node} at {change.offset}"


def _waiting(steps: Sequence[Step]) -> tuple[list[Change], list[int]]:
    """The changes, and the numbers of those that aren't synced."""
    changes: list[Change] = []
    waiting: list[int] = []
    for step in steps:
        if isinstance(step, Synced):
            waiting = [number for number in waiting if step.node not in _nodes(changes[number])]
        elif not isinstance(step, Promised):
            waiting.append(len(changes))
            changes.append(step)
    return changes, waiting


def _nodes(change: Change) -> set[int]:
    return {folder for (folder, _), _ in change.changes} if isinstance(change, Names) else {change.node}


def _options(before: Disk, changes: Sequence[Change]) -> list[tuple[How, ...]]:
    disk = before.copy()
    found = []
    for change in changes:
        found.append(hows(change, disk))
        disk.do(change)
    return found


def _choices(options: Sequence[tuple[How, ...]], most: int, rng: random.Random) -> Iterator[tuple[How, ...]]:
    """What becomes of each of some changes."""
    count = 1
    for one in options:
        count *= len(one)
    if count <= most:
        yield from itertools.product(*options)
        return
    whole: How = "whole"
    lost: How = "lost"
    every = [(whole,) * len(options), (lost,) * len(options)]
    yield from every
    for number, one in enumerate(options):
        yield (whole,) * number + (lost,) * (len(options) - number)
        for others, how in itertools.product(every, one):
            yield (*others[:number], how, *others[number + 1 :])
    for _ in range(most):
        share = rng.random()
        yield tuple(whole if rng.random() < share else rng.choice(one) for one in options)


def laid_out(found: Mapping[str, Found], folder: Path) -> None:
    """Put what is found into a folder, which is there and empty."""
    for name, what in found.items():
        path = folder / name
        if isinstance(what, File):
            path.write_bytes(what.data)
            if what.modified is not None:
                os.utime(path, ns=(what.modified, what.modified))
        elif isinstance(what, str):
            path.symlink_to(what)
        else:
            path.mkdir()
            laid_out(what, path)
