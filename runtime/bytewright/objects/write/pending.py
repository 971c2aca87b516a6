"""Structures that have begun in an output, and placements that wait for others to begin.

What is drafted begins, and takes what waits for it, only once it lies in its place: until then it may be written anew.
"""

from __future__ import annotations

from typing import NamedTuple

from bytewright.model.structures import Struct
from bytewright.objects.write.streams import Placement


class PendingPlacement(NamedTuple):
    """What waits for the stream of a structure; ``within``: the structures that it comes from, by identity."""

    task: Placement
    within: tuple[int, ...]


class Rollback(NamedTuple):
    """What has begun and what was taken while something was drafted."""

    places: dict[int, int]
    taken: dict[int, list[PendingPlacement]]


class EmittedSet:
    """Structures that have begun, by identity."""

    def __init__(self) -> None:
        self._places: dict[int, int] = {}
        self._waiting: dict[int, list[PendingPlacement]] = {}
        self._taken: dict[int, list[PendingPlacement]] = {}

    def __contains__(self, owner: Struct) -> bool:
        return id(owner) in self._places

    def place(self, owner: Struct) -> int:
        """Where a structure began in its buffer when it was written last."""
        return self._places[id(owner)]

    def note(self, owner: Struct, place: int) -> list[PendingPlacement]:
        """A structure begins at a place of its buffer; gives what waits for it."""
        self._places[id(owner)] = place
        if not self._waiting or id(owner) not in self._waiting:
            return []
        found = self._taken[id(owner)] = self._waiting.pop(id(owner))
        return found

    def wait(self, owner: Struct, one: PendingPlacement) -> None:
        """Leave something to be placed in the stream of a structure until that begins."""
        known = self._waiting.setdefault(id(owner), [])
        known[:] = [it for it in known if it.task.owner is not one.task.owner or it.task.field != one.task.field]
        known.append(one)

    @property
    def left(self) -> list[PendingPlacement]:
        """What waits still."""
        return [one for found in self._waiting.values() for one in found]

    def mark(self) -> tuple[int, int]:
        """How much has begun, and was taken, before something is drafted."""
        return len(self._places), len(self._taken)

    def undo(self, mark: tuple[int, int]) -> Rollback:
        """What has begun since has not: it was drafted, and what it has taken waits again."""
        places = dict([self._places.popitem() for _ in range(len(self._places) - mark[0])][::-1])
        taken = dict([self._taken.popitem() for _ in range(len(self._taken) - mark[1])][::-1])
        self._waiting |= taken
        return Rollback(places, taken)

    def redo(self, undone: Rollback) -> None:
        """What was drafted lies in its place."""
        self._places |= undone.places
        self._taken |= undone.taken
        for owner in undone.taken:
            self._waiting.pop(owner, None)
