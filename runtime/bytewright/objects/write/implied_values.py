"""Fields that users may leave out because other values imply them: presence bits, tags, marks of a last element."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from bytewright.errors import WriteError
from bytewright.model.structures import Struct, field_path, is_null
from bytewright.objects.write.derive import below, reached, spelled
from bytewright.objects.write.output import Output

_ABSENT = "there is no"


class Said(NamedTuple):
    """What is said of a field: its value, or, with a ``mask``, some of its bits; ``weak``: others would do as well."""

    value: Any
    mask: int = 0
    weak: bool = False


@dataclass(frozen=True, slots=True)
class Clue:
    """What a value says of a field.

    Attributes:
        names: the way to the value, in Python's names.
        there: what the field is where there is a value.
        absent: what it is where there is none.
        cases: what it is by the class of the value.
    """

    names: tuple[str, ...]
    there: Said | None = None
    absent: Said | None = None
    cases: tuple[tuple[type, Said], ...] = ()

    def said(self, owner: Struct, there: bool) -> Iterator[tuple[Said, str]]:
        """What the values in a structure say by being ``there``, or by being absent, and for which reason."""
        missing, some = "", False
        for way, value in reached(owner, self.names):
            if isinstance(value, list) and not self.absent:
                values = [(f"{spelled(way)}[{i}]", item) for i, item in enumerate(value)]
            else:
                values = [(spelled(way), value)]
            if is_null(value):
                missing = missing or spelled(way)
                continue
            some = True
            if not there:
                break
            if self.there is not None:
                yield self.there, f"there is {spelled(way)}"
            for name, item in values:
                for kind, said in self.cases:
                    if type(item) is kind:
                        yield said, f"{name} is a {kind.__name__}"
        if self.absent is not None and not some and not there:
            yield self.absent, f"{_ABSENT} {missing or spelled(self.names)}"


def infer_below(owner: Struct, way: tuple[str, ...], field: int, *clues: Clue) -> None:
    """Find a field of a structure below from clues, where it is left out; see `infer`."""
    holder = below(owner, way)
    if holder is not None and getattr(holder, holder.FIELDS[field].name) is None:
        infer(holder, field, owner, *clues)


def infer(holder: Struct, field: int, owner: Struct, *clues: Clue) -> None:
    """Find a field that is left out from clues; where there is none it stays so.

    Args:
        holder: the structure that holds it.
        field: which of its fields it is.
        owner: the structure in which the values lie.
        clues: what these say.

    Raises:
        WriteError: they contradict each other.
    """
    known: dict[int, tuple[Any, str]] = {}
    weak: Any = None
    for there in (True, False):
        unsure: set[int] = set()
        for said, reason in (found for clue in clues for found in clue.said(owner, there)):
            if said.weak:
                weak = said.value if weak is None else weak
                continue
            value, earlier = known.setdefault(said.mask, (said.value, reason))
            if value != said.value and not there and earlier.startswith(_ABSENT):
                unsure.add(said.mask)  # nothing is there, which says both
            elif value != said.value:
                path = field_path(holder, field)
                raise WriteError(field=path, expected=f"{value}, as {earlier}", found=f"{said.value}, as {reason}")
        known = {mask: found for mask, found in known.items() if mask not in unsure}
    if 0 in known:
        found = known[0][0]
    elif weak is not None:
        found = weak
    elif known:
        found = 0
        for mask, (value, _) in known.items():
            found = found & ~mask | value
    else:
        return
    setattr(holder, holder.FIELDS[field].name, found)


def close_list(
    owner: Struct, field: int, out: Output, way: tuple[str, ...], mark: int | None, last: Said, other: Said
) -> None:
    """Say of the elements of a list which one is the last.

    Args:
        owner: the structure that holds the list.
        field: which of its fields the list is.
        out: where it will be written.
        way: from an element down to the structure that holds the mark.
        mark: which of its fields the mark is; None: some bits of the element are, which is a number.
        last: what it is of the last element.
        other: what it is of those before.
    """
    items = getattr(owner, owner.FIELDS[field].name)
    if not isinstance(items, list):
        return
    for place, item in enumerate(items):
        value, mask, _ = last if place == len(items) - 1 else other
        if mark is None:
            if isinstance(item, int) and not out.override:
                items[place] = item & ~mask | value
            continue
        holder = below(item, way) if isinstance(item, Struct) else None
        if holder is None:
            continue
        name = holder.FIELDS[mark].name
        stored = getattr(holder, name)
        if out.override and stored is not None:
            continue
        setattr(holder, name, (stored or 0) & ~mask | value if mask else value)
