"""What can refuse a record: the checks that a declaration makes of what is read, so that no plan leaves one out.

The bounds of sizes, counts and places aren't among them: nothing can be read without these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import CalculatedOrder, ValueInstance
from bytewright_codegen.plans.reading import Choice, Entry, Item, RecordPlan, Text, frame_of, nested_types


class StatedCheck(NamedTuple):
    """A check of a type.

    Attributes:
        member: the place of an entry, or the id of a value instance; None: the structure as a whole.
        kind: the key that states it; with ``of``: what lies in the member, a structure of that type, has checks.
        of: see ``kind``.
    """

    member: int | str | None
    kind: str
    of: str = ""


class Checks:
    """The checks of types.

    Args:
        library: the resolved specs.
        plans: record plans of all types, by absolute name.
    """

    def __init__(self, library: Library, plans: Mapping[str, RecordPlan]) -> None:
        self._library = library
        self._plans = plans
        self._checked = self._with_checks()

    def of_entry(self, entry: Entry) -> frozenset[StatedCheck]:
        """The checks of a member that is read, and of what lies in it."""
        inside = {StatedCheck(entry.index, "type", type) for type in nested_types(entry.item) if type in self._checked}
        return frozenset((*_own(entry), *inside))

    def of_values(self, type: str) -> frozenset[StatedCheck]:
        """The checks of a type that are made of its calculated values."""
        return frozenset(StatedCheck(one.id, "-valid") for one in self.ruled(type))

    def ruled(self, type: str) -> list[ValueInstance]:
        """The calculated values of a type that have rules."""
        instances = self._library.types[type].instances
        return [one for one in instances if isinstance(one, ValueInstance) and one.valid is not None]

    def _with_checks(self) -> set[str]:
        """The types of which a structure may be refused for anything in it."""
        found = {type for type in self._plans if self._is_checked(type)}
        around: dict[str, set[str]] = {}
        for type, plan in self._plans.items():
            for inner in (inner for entry in plan.sequence for inner in nested_types(entry.item)):
                around.setdefault(inner, set()).add(type)
        todo = list(found)
        while todo:
            more = around.get(todo.pop(), set()) - found
            found |= more
            todo += more
        return found

    def _is_checked(self, type: str) -> bool:
        """Whether a type states a check of its own."""
        order = self._library.types[type].order
        decided = isinstance(order, CalculatedOrder) and all(test is not None for test, _ in order.cases)
        own = any(True for entry in self._plans[type].sequence for _ in _own(entry))
        return decided or own or bool(self.ruled(type))


def _own(entry: Entry) -> Iterator[StatedCheck]:
    """The checks that a member states."""
    logical = entry.attribute.logical
    stated = {
        "valid": entry.valid is not None,
        "contents": entry.contents is not None,
        "-valid: {unique: …}": entry.attribute.unique is not None,
        "-valid: {same: …}": entry.attribute.same is not None,
        "-checksum": entry.checksum is not None,
        "-type": logical is not None and logical.members is not None,
    }
    yield from (StatedCheck(entry.index, kind) for kind, holds in stated.items() if holds)
    if entry.contents is not None:
        return
    for item in cases_of(entry.item):
        frame = frame_of(entry, item)
        if frame.process is not None:
            yield StatedCheck(entry.index, "process")
        if frame.kind == "terminator" and frame.terminator is not None and frame.terminator.eos_error:
            yield StatedCheck(entry.index, "terminator")
        if isinstance(item, Text):
            yield StatedCheck(entry.index, "encoding")


def cases_of(item: Item) -> list[Item]:
    """What a value may be: the cases of a switch, of which one may be another switch's."""
    if not isinstance(item, Choice):
        return [item]
    return [inner for _, case in item.cases for inner in cases_of(case)]
