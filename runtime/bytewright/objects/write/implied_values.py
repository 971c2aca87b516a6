"""Fields that users may leave out because other values imply them: presence bits, tags, marks of a last element."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from bytewright.errors import WriteError
from bytewright.model.member_names import id_of
from bytewright.model.number_formats import bit_width
from bytewright.model.structures import Field, Struct, field_path, is_null
from bytewright.model.switches import HexText, case_member, chosen_case
from bytewright.objects.write.fields.counts import Way, below, reached, spelled
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
        members: what it is by the name of the case that rows say, of those that classes don't tell apart.
    """

    names: tuple[str, ...]
    there: Said | None = None
    absent: Said | None = None
    cases: tuple[tuple[type, Said], ...] = ()
    members: tuple[tuple[str, Said], ...] = ()

    def said(self, owner: Struct, there: bool) -> Iterator[tuple[Said, str]]:
        """What the values in a structure say by being ``there``, or by being absent, and for which reason."""
        missing, some = "", False
        for way, value in reached(owner, self.names):
            if is_null(value):
                missing = missing or spelled(way)
                continue
            some = True
            if not there:
                break
            if self.there is not None:
                yield self.there, f"there is {spelled(way)}"
            if self.cases or self.members:
                yield from self._of_value(owner, way, value)
        if self.absent is not None and not some and not there:
            yield self.absent, f"{_ABSENT} {missing or spelled(self.names)}"

    def _of_value(self, owner: Struct, way: Way, value: Any) -> Iterator[tuple[Said, str]]:
        """What a switch, or a list of such, says by its case: the one that rows name, or the only one that takes a
        value."""
        holder: Any = owner
        for step in way[:-1]:
            holder = holder[step] if isinstance(step, int) else getattr(holder, step)
        place = next(i for i, known in enumerate(holder.FIELDS) if known.name == way[-1])
        field: Field = holder.FIELDS[place]
        items = enumerate(value) if field.repeated and isinstance(value, list) else ((None, value),)
        for element, item in items:
            name = spelled(way if element is None else (*way, element))
            called = chosen_case(holder, place, element)
            members = [said for member, said in self.members if member == called]
            kind = None if members else self._class_of(field, item, called)
            for said in members or [said for known, said in self.cases if known is kind]:
                yield said, f"{name} is a {kind.__name__ if kind is not None else called}"

    def _class_of(self, field: Field, item: Any, called: str | None) -> type | None:
        """The class in `cases` that a value of a switch is, or will be; ``called``: the case that rows name."""
        kind = type(item)
        return kind if any(kind is known for known, _ in self.cases) else _case_of(field, item, called)


def _case_of(field: Field, item: Any, called: str | None) -> type | None:
    """The class of the only case of a switch that takes a plain value; None: several do, or none."""
    cases = (field.cases or {}).items()
    taking = [kind for name, kind in cases if called in (None, case_member(name)) and _takes(kind, item)]
    if len(taking) != 1:
        return None
    return _class_of(taking[0]) if isinstance(taking[0], str) else taking[0]


def _class_of(kind: str) -> type:
    """The class of plain values that are stored in a way."""
    if kind in ("str", "bytes"):
        return str if kind == "str" else bytes
    if kind.startswith("f"):
        return float
    return bool if bit_width(kind) == 1 else int


def _takes(kind: str | type[Struct], item: Any) -> bool:
    """Whether a case may be written of a plain value."""
    if isinstance(kind, str):
        if isinstance(item, HexText):
            return kind in ("str", "bytes")
        return type(item) is _class_of(kind)
    if isinstance(item, Mapping):
        known = {field.id for field in kind.FIELDS} | {*map(id_of, kind.INSTANCES), *kind.PRESENCE}
        return item.keys() <= known
    if kind.SPELT is not None or kind.HELD:
        return type(item) is int
    shown = next((field for field in kind.FIELDS if field.name and field.name == kind.SHOWN_AS), None)
    if shown is None:
        return False
    if shown.repeated:
        return isinstance(item, list)
    if shown.cases:
        return any(_takes(one, item) for one in shown.cases.values())
    if shown.struct is not None:
        return _takes(shown.struct, item)
    if isinstance(item, str) and (shown.logical or shown.unit or shown.enum is not None):
        return True
    return _takes(shown.kind, item)


def infer_below(owner: Struct, way: tuple[str, ...], field: int, *clues: Clue) -> None:
    """Find a field of a structure below from clues, where it is left out; see `infer_value`."""
    holder = below(owner, way)
    if holder is not None and getattr(holder, holder.FIELDS[field].name) is None:
        infer_value(holder, field, owner, *clues)


def infer_value(holder: Struct, field: int, owner: Struct, *clues: Clue) -> None:
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


def derive_last_element(
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
