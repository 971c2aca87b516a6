"""Where lists end whose number of elements is stated, apart from that number: with the structures that hold them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bytewright_codegen.analysis.dependencies import Place
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.plans.reading import Entry, Nested, RecordPlan, nested_types


@dataclass(frozen=True, slots=True)
class ListBound:
    """What a list ends with.

    Attributes:
        own: whether that is its stream; otherwise it is the record of the file that it lies in.
        rest: bytes that follow it there; None: they differ.
    """

    own: bool = False
    rest: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether its end follows from the size of its stream."""
        return self.own and self.rest is not None


UNKNOWN = ListBound()
"""Nothing tells where it ends."""


class ListBounds:
    """What lists end with.

    Args:
        plans: record plans of all types of a library, by type.
        sizes: what is known of sizes.
        records: the list that the records of the file are; None: there is none.
    """

    def __init__(self, plans: Mapping[str, RecordPlan], sizes: Sizes, records: Place | None) -> None:
        self._plans = plans
        self._sizes = sizes
        self._records = records

    def __call__(self, place: Place) -> ListBound:
        """What a list ends with, wherever the structure that holds it is used."""
        type, index = place
        item = self._plans[type].entries[index].item
        if not isinstance(item, Nested):
            return UNKNOWN
        return self._bound(type, index, item.type, ())

    def _bound(self, type: str, index: int, item: str, around: tuple[str, ...]) -> ListBound:
        sequence = self._plans[type].sequence
        behind = [entry for entry in sequence if entry.index > index]
        if type in around or any(item in nested_types(entry.item) for entry in behind):
            return UNKNOWN  # of two lists of the same elements, it can't be told which one goes on
        rests = [self._size(type, entry) for entry in behind]
        known = [rest for rest in rests if rest is not None]
        rest = sum(known) if len(known) == len(rests) else None
        found = {
            self._around(plan.type, entry, rest, item, (*around, type))
            for plan in self._plans.values()
            for entry in plan.entries
            if type in nested_types(entry.item)
        }
        return found.pop() if len(found) == 1 else UNKNOWN

    def _around(self, type: str, entry: Entry, rest: int | None, item: str, around: tuple[str, ...]) -> ListBound:
        """The same of what holds the structure, with so many bytes behind the list in that."""
        if entry.frame.kind != "none":
            return ListBound(True, rest)
        if entry.count is not None:
            return ListBound(False, rest) if (type, entry.index) == self._records else UNKNOWN
        if entry.placed:
            return UNKNOWN
        outer = self._bound(type, entry.index, item, around)
        return ListBound(outer.own, None if rest is None or outer.rest is None else rest + outer.rest)

    def _size(self, type: str, entry: Entry) -> int | None:
        return None if entry.deferred else self._sizes.attributes[type, entry.index].bytes
