"""What the kernel hands to objects of a record, of which they make a column: where the fields lie that they read, and
the values beside these that they ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal, NamedTuple

from bytewright.kernels import plan as kernel
from bytewright_codegen.ir.expressions import Cast, Expr, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.views import View
from bytewright_codegen.ir.walk import children, expressions_in, structures_in
from bytewright_codegen.lowering.expressions.arithmetic import choose, difference, lowered
from bytewright_codegen.lowering.expressions.values import HIGHEST, Num, Piece, Refusal, Structure, Unread
from bytewright_codegen.lowering.expressions.values import Sequence as Sequence_
from bytewright_codegen.plans.reading import Bits, Entry, Nested, Number, RecordPlan


@dataclass(frozen=True, slots=True)
class HandedSpan:
    """A field that objects read alone.

    Attributes:
        way: ids of the fields of the structures from the record to the one that has it.
        owner: the type of that.
        field: its id.
        depth: how many streams the structure lies in, inside of that of the record.
    """

    way: tuple[str, ...]
    owner: str
    field: str
    depth: int

    @property
    def start(self) -> str:
        """The kernel's column of where it begins."""
        return column_of((*self.way, self.field))

    @property
    def size(self) -> str:
        """The kernel's column of how many bytes it has; -1: it isn't there."""
        return f"{self.start} size"


@dataclass(frozen=True, slots=True)
class Handed:
    """What objects are handed for a column.

    Attributes:
        spans: the fields that they read.
        values: the numbers, bytes and texts that they ask for, each as the ids that lead to it from the record.
    """

    spans: tuple[HandedSpan, ...]
    values: tuple[tuple[str, ...], ...]


class _Known(NamedTuple):
    """A structure that a row always has: the ids that lead to it from the record, in how many streams it lies, and how
    many domains lie between it and the row."""

    way: tuple[str, ...]
    structure: Structure
    depth: int
    outside: int


def column_of(path: tuple[str, ...]) -> str:
    """The name of the kernel's column of something in a record; no view has such a column."""
    return " " + ".".join(path)


class Hands:
    """Finds what is to be handed to objects.

    Args:
        library: the resolved specs.
        plans: record plans of all types, by absolute name.
        root: the type of a whole file.
        records: which of its fields holds the records; 0, where it is one itself; None: they lie in regions, and all
            around these are objects.
        lazy: the fields that may be read alone: their types and ids.
        levels: elements of the lists that the view goes through, as the kernel reads them, the outermost first.
        above: says how many domains lie between one and the rows.
        region: the type of a structure that is all of a region, of which nothing is known.

    Raises:
        Refusal: elements of a list lie where objects can't be told of them.
    """

    def __init__(
        self,
        library: Library,
        plans: Mapping[str, RecordPlan],
        root: str,
        records: int | None,
        lazy: Set[tuple[str, str]],
        levels: Sequence[Structure],
        above: Callable[[str], int],
        *,
        region: str = "",
    ) -> None:
        self._library = library
        self._plans = plans
        self._root = root
        self._records = records
        self._lazy = lazy
        self.columns: dict[str, kernel.Column] = {}
        """The kernel's columns of what is handed, by name."""
        self._levels = levels
        self._above = above
        self._region = region
        self._known: dict[str, _Known] = {}
        self._twice: set[str] = set()
        self._found = 0
        self._find(levels[0], (), 0)
        if self._found < len(levels):
            raise Refusal("elements of a list that lies in more than structures", library.types[levels[-1].type].loc)
        self._spans: dict[HandedSpan, None] = {}
        self._values: dict[tuple[str, ...], None] = {}
        self._inside: set[str] = set()
        self._seen: set[tuple[str, str]] = set()

    def check(self, roots: Iterable[Structure]) -> None:
        """Check that objects can be told of the structures that inner views show.

        Raises:
            Refusal: of one they can't.
        """
        known = [one.structure for one in self._known.values()]
        for root in roots:
            if not any(one is root for one in known):
                at = self._library.types[root.type].loc
                raise Refusal(f"{_short(root.type)} isn't always there, comes twice, or is decoded", at)

    def of(self, views: Sequence[View], column: str) -> Handed:
        """What is handed for a column.

        Args:
            views: the view, its inner view, and so on; none: the spec states no views.
            column: its name; of several views that have such a column, the first one's counts.

        Raises:
            Refusal: objects read the record, and why.
        """
        self._spans, self._values, self._inside, self._seen = {}, {}, set(), set()
        before = dict(self.columns)
        try:
            stated = next((one for view in views for one in view.columns if one.id == column), None)
            if stated is not None:
                for expr in expressions_in(stated):
                    self._ask(expr, stated.loc, within=False)
            else:
                self._member(column)
        except Refusal:
            self.columns = before
            raise
        return Handed(tuple(self._spans), tuple(self._values))

    def _find(self, structure: Structure, way: tuple[str, ...], depth: int) -> None:
        """Note the structures that a record always has, where they lie in it; so those of elements of lists in it that
        the view goes through."""
        if structure.type in self._known:
            self._twice.add(structure.type)
        self._found += self._found < len(self._levels) and structure is self._levels[self._found]
        self._known[structure.type] = _Known(way, structure, depth, self._above(structure.domain))
        for entry in self._plans[structure.type].sequence:
            value = structure.fields.get(entry.name) if entry.named else None
            if not isinstance(entry.item, Nested) or entry.frame.process is not None:
                continue
            if isinstance(value, Sequence_) and self._goes_through(value):
                value = self._levels[self._found]  # which may have been read once more, where a condition chooses
            elif entry.condition is not None:
                continue
            if isinstance(value, Structure):
                self._find(value, (*way, entry.name), depth + (entry.frame.kind != "none"))

    def _goes_through(self, listed: Sequence_) -> bool:
        """Whether a list is the next one that the view goes through."""
        found = listed.element
        if self._found == len(self._levels) or not isinstance(found, Structure):
            return False
        level = self._levels[self._found]
        return found.parent is level.parent and (found.path, found.type) == (level.path, level.type)

    def _member(self, name: str) -> None:
        """Ask for a member of a record of a spec that states no views."""
        type = self._levels[-1].type
        instance = self._instance(type, name)
        if instance is None:
            self._check_shown(type, name, self._library.types[type].loc)
            self._field(type, name, self._library.types[type].loc)
        else:
            self._value(type, instance)

    def _ask(self, expr: Expr, at: Location, *, within: bool, through: bool = False) -> None:
        """Note what an expression asks for; ``within``: of a type whose bytes objects read; ``through``: it only leads
        to something that is asked for."""
        leads = isinstance(expr, Member) or (through and isinstance(expr, Cast))
        for child in children(expr):  # first: what a field is a part of says of which structure it is
            self._ask(child, at, within=within, through=leads)
        match expr:
            case Name("_offset" | "_length"):
                raise Refusal("it asks where the record lies", at)
            case Member(_, "_io"):
                raise Refusal("it asks for a stream around it", at)
            case Name("_io") if not within:
                raise Refusal("it asks for the record's stream", at)
            case Name(owner=str(owner)) if within and owner in self._inside:
                return  # its own
            case Name(name, owner=str(owner)) | Member(_, name, owner=str(owner)) if owner in self._library.types:
                if not through:
                    self._check_shown(owner, name, at)
                self._asked(owner, name, expr.binding, at)

    def _check_shown(self, owner: str, name: str, at: Location) -> None:
        """Check that a field isn't a structure of which no more is handed than what else is asked for: objects would
        read each record once more. A file that is one record they read once in any case."""
        known = self._known.get(owner) if self._levels[0].type != self._root else None
        value = known.structure.fields.get(name) if known is not None else None
        if isinstance(value, Structure) and value.type in self._known:
            raise Refusal(f"it shows all of {_short(owner)}.{name}", at)

    def _asked(self, owner: str, name: str, binding: str | None, at: Location) -> None:
        if owner in self._inside and owner in self._known:
            raise Refusal(f"{_short(owner)} may be the record, or inside of the field", at)
        if owner in self._inside or (owner, name) in self._seen:
            return
        self._seen.add((owner, name))
        if self._records is None and owner not in self._known and owner != self._region:
            return  # an object around it has it
        if owner not in self._known and owner != self._root:
            raise Refusal(f"it asks for {_short(owner)}.{name}, which lies beside it", at)
        instance = self._instance(owner, name)
        if binding == "parameter":
            if owner != self._root or owner in self._known:
                raise Refusal(f"it asks for the parameter {name} of {_short(owner)}", at)
        elif instance is not None:
            self._value(owner, instance)
        else:
            self._field(owner, name, at)

    def _instance(self, owner: str, name: str) -> ValueInstance | None:
        found = (one for one in self._library.types[owner].instances if one.id == name)
        return next((one for one in found if isinstance(one, ValueInstance)), None)

    def _value(self, owner: str, instance: ValueInstance) -> None:
        """Note what a calculated value asks for."""
        if instance.checksum_field is not None:
            raise Refusal(f"it asks for {_short(owner)}.{instance.id}, which a checksum tells", instance.loc)
        for expr in expressions_in(instance):
            self._ask(expr, instance.loc, within=False)

    def _field(self, owner: str, name: str, at: Location) -> None:
        entry = next((entry for entry in self._plans[owner].entries if entry.name == name), None)
        if entry is not None and owner == self._root and owner not in self._known:
            if self._records is not None and entry.index < self._records and not entry.placed:
                return  # it has been read before the records
            raise Refusal(f"it asks for {name} of the file", at)
        if owner in self._twice:
            raise Refusal(f"it asks for {_short(owner)}.{name}, which the record has more than once", at)
        known = self._known[owner]
        value = known.structure.fields.get(name)
        if entry is None or entry.placed:
            raise Refusal(f"it asks for {_short(owner)}.{name}, which lies at a place of its own", at)
        if isinstance(value, Structure) and value.type in self._known:
            return
        if (owner, name) in self._lazy:
            self._span(HandedSpan(known.way, owner, name, known.depth), entry, known)
            return
        path = (*known.way, name)
        if isinstance(value, Num) and value.domain == known.structure.domain and _is_plain(entry, value):
            self._column(column_of(path), value.expr, known)
        elif isinstance(value, Piece) and value.domain == known.structure.domain and entry.frame.process is None:
            self.columns[column_of(path)] = _piece(column_of(path), value, known.outside)
        else:
            raise Refusal(f"it asks for {_short(owner)}.{name}", at)
        self._values[path] = None

    def _column(self, name: str, value: kernel.Expr, known: _Known) -> None:
        """Have the kernel make a number of something, for each row."""
        self.columns[name] = kernel.Number(name, "int64", lowered(value, known.outside))

    def _span(self, span: HandedSpan, entry: Entry, known: _Known) -> None:
        """Hand over a field, with what its types ask for."""
        begin, end = known.structure.spans[entry.index]
        unread = known.structure.fields[span.field]
        told = unread.size if isinstance(unread, Unread) else None
        if told is None and entry.frame.kind == "terminator":
            raise Refusal("it is one of several structures that end at a terminator", entry.loc)
        size = difference(end, begin) if told is None else told
        size = choose(known.structure.guards.get(entry.index), size, kernel.Const(-1))
        self._column(span.start, kernel.Offset(begin), known)
        self._column(span.size, size, known)
        self._spans[span] = None
        types = self._types(structures_in(entry.attribute.wire))
        self._inside |= types
        for expr in expressions_in(entry.attribute.wire):
            self._ask(expr, entry.loc, within=False)
        for type in sorted(types):
            definition = self._library.types[type]
            if definition.order == "inherited":
                raise Refusal("its byte order is that of the structure around it", definition.loc)
            for one in self._plans[type].entries:
                sums = one.checksum
                if sums is not None and (sums.start.climb or sums.end.climb):
                    raise Refusal("it has a checksum of bytes around it", one.loc)
            for expr in expressions_in(definition):
                self._ask(expr, definition.loc, within=True)

    def _types(self, types: set[str]) -> set[str]:
        """Types, and all that structures of these may hold."""
        found: set[str] = set()
        left = list(types)
        while left:
            type = left.pop()
            if type not in found:
                found.add(type)
                left += (inner for field in self._library.types[type].fields for inner in structures_in(field.wire))
        return found


def is_stored(view: View) -> bool:
    """Whether the list that a view goes through, if it is one, is named by the fields that lead to it."""
    found = view.each if len(view.lists) < 2 else None
    while isinstance(found, Member | Cast):
        if isinstance(found, Member) and found.binding != "attribute":
            return False
        found = found.target
    return found is None or (isinstance(found, Name) and (found.binding == "attribute" or found.name == "_"))


def _is_plain(entry: Entry, value: Num) -> bool:
    """Whether a field is a number that the kernel has as objects do."""
    flag = isinstance(entry.item, Bits) and entry.item.width == 1
    number = isinstance(entry.item, Number | Bits) and not flag and not value.is_float
    return number and entry.enum is None and entry.condition is None and entry.count is None and value.high <= HIGHEST


def _piece(name: str, value: Piece, outside: int) -> kernel.Column:
    """The kernel's column of bytes or text, so many domains outside of the rows'; null where they are absent."""
    type: Literal["string", "binary"] = "string" if value.is_text else "binary"
    present = None if value.present is None else lowered(value.present, outside)
    address, length = lowered(value.address, outside), lowered(value.length, outside)
    return kernel.Piece(name, type, address, length, present, value.encoding)


def _short(type: str) -> str:
    return type.rpartition("::")[2]
