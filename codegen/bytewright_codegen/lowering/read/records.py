"""Record plans: from the types of a spec to what a reader does, entry by entry."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Literal

from bytewright_codegen.analysis.blame import blame
from bytewright_codegen.analysis.dependencies import leading
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.diagnostics import Diagnostic, SpecErrors
from bytewright_codegen.ir.expressions import Expr, ListLiteral, Literal_, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import (
    Attribute,
    BitsWire,
    BytesWire,
    Checksum,
    Derive,
    FloatWire,
    IntWire,
    Spec,
    StructWire,
    StrWire,
    SwitchWire,
    TypeDef,
    Valid,
    ValueInstance,
    Wire,
)
from bytewright_codegen.ir.values import BytesValue, IntValue
from bytewright_codegen.ir.views import View
from bytewright_codegen.ir.walk import children, parents, structures_in
from bytewright_codegen.plans import reading
from bytewright_codegen.plans.notation import short
from bytewright_codegen.plans.reading import Bound, ChecksumRange, Count, Entry, Frame, RecordPlan


def records(library: Library, spec: Spec, sizes: Sizes) -> tuple[RecordPlan, ...]:
    """The record plan of every type of a spec, the root's first.

    Args:
        library: the resolved specs, for types that others declare.
        spec: the spec to plan.
        sizes: what is known of sizes.

    Raises:
        SpecErrors: the spec uses something that readers don't do yet, with its place.
    """
    return _Planner(library, sizes).plan(spec)


class _Planner:
    def __init__(self, library: Library, sizes: Sizes) -> None:
        self._library = library
        self._sizes = sizes
        self._problems: list[Diagnostic] = []
        self._opened: set[tuple[str, str]] = set()
        self._leading = leading(library)

    def plan(self, spec: Spec) -> tuple[RecordPlan, ...]:
        for view in spec.views:
            data = view.decode.bytes if view.decode is not None else None
            if isinstance(data, Name | Member) and data.owner is not None:
                self._opened.add((data.owner, data.name))
        plans = tuple(self._record(spec, t) for t in spec.types)
        if self._problems:
            raise SpecErrors(tuple(self._problems))
        return plans

    def _refuse(self, what: str, node: Attribute | TypeDef | ValueInstance) -> None:
        self._problems.append(Diagnostic(node.loc, f"{what} can't be read yet"))

    def _record(self, spec: Spec, typedef: TypeDef) -> RecordPlan:
        for instance in typedef.instances:
            if isinstance(instance, ValueInstance) and instance.checksum_field is not None:
                self._check_presence(typedef, instance)
        entries = tuple(self._entry(typedef, i, a) for i, a in enumerate(typedef.fields))
        records, made = (_records_entry(spec, typedef, entries, made=made) for made in (False, True))
        asker = None if made is None else _asker(spec, typedef, made)
        if asker is not None:
            return RecordPlan(typedef.name, entries, None, None, asker)
        read, written = (None if entry is None else entry.index for entry in (records, made))
        return RecordPlan(typedef.name, entries, read, written)

    def _entry(self, typedef: TypeDef, index: int, attribute: Attribute) -> Entry:
        count = self._count(typedef, attribute)
        if count is not None and attribute.contents is not None:
            attribute = _listed(attribute, attribute.contents)
        masked_by = None
        for i, other in enumerate(typedef.attributes):
            if other.validity_of is not None and other.validity_of == attribute.id:
                masked_by = i
        return Entry(
            index=index,
            name=attribute.id or f"_unnamed{index}",
            attribute=attribute,
            item=self._item(typedef, attribute, attribute.wire),
            frame=self._frame(typedef, attribute),
            count=count,
            condition=attribute.condition,
            enum=attribute.enum,
            valid=attribute.valid,
            contents=attribute.contents,
            masked_by=masked_by,
            loc=attribute.loc,
            checksum=self._checksum(typedef, index, attribute),
            leads=(typedef.name, attribute.id) in self._leading,
            opened=(typedef.name, attribute.id) in self._opened and _is_stored(attribute),
            position_blame=blame(self._library, attribute.position) if attribute.position is not None else None,
        )

    def _check_presence(self, typedef: TypeDef, instance: ValueInstance) -> None:
        """What a checksum says whether it is there must be the last in its structure, under that condition."""
        last = typedef.attributes[-1]
        condition = last.condition
        if last.id != instance.checksum_field or not isinstance(condition, Name) or condition.name != instance.id:
            message = f"'{instance.checksum_field}' must be the last attribute, with 'if: {instance.id}'"
            self._problems.append(Diagnostic(instance.loc, message))

    def _checksum(self, typedef: TypeDef, index: int, attribute: Attribute) -> ChecksumRange | None:
        found = attribute.checksum
        if found is None:
            return None
        if index == 0 and (found.start is None or found.end is None):
            self._problems.append(Diagnostic(found.loc, "nothing lies before this checksum", "Give 'from' and 'to'."))
            return None
        start = Bound(0, typedef.name, 0) if found.start is None else self._bound(typedef, found.start)
        end = Bound(0, typedef.name, index - 1) if found.end is None else self._bound(typedef, found.end)
        if start is None or end is None:
            message = "'from' and 'to' must lie in structures that are always the same"
            self._problems.append(Diagnostic(found.loc, message))
            return None
        if not self._is_apart(typedef, index, start, end):
            message = "the bytes of a checksum lie before it, or behind it in the same structure"
            self._problems.append(Diagnostic(found.loc, message))
            return None
        return ChecksumRange(found.algorithm, start, end)

    def _is_apart(self, typedef: TypeDef, index: int, start: Bound, end: Bound) -> bool:
        """Whether a range ends before a checksum, the field ``index``, or begins behind it in the same structure."""
        if start.climb < end.climb or (start.climb == end.climb and start.field > end.field):
            return False
        if not start.climb and start.field > index:
            return True
        return start.field <= self._place_in(start, typedef, index) and end.field < self._place_in(end, typedef, index)

    def _place_in(self, bound: Bound, typedef: TypeDef, index: int) -> int:
        """Which field of the structure of a bound a checksum is, or holds it."""
        if not bound.climb:
            return index
        for _ in range(bound.climb - 1):
            assert typedef.parent_type is not None
            typedef = self._library.types[typedef.parent_type]
        attributes = self._library.types[bound.owner].attributes
        holders = (i for i, attribute in enumerate(attributes) if typedef.name in structures_in(attribute.wire))
        return next(holders, len(attributes))

    def _bound(self, typedef: TypeDef, expr: Expr) -> Bound | None:
        climb = (parents(expr.target) or 0) if isinstance(expr, Member) else 0
        here = typedef
        for _ in range(climb):
            if here.parent_type is None:
                return None
            here = self._library.types[here.parent_type]
        name = expr.name if isinstance(expr, Name | Member) else ""
        place = next((i for i, a in enumerate(here.attributes) if a.id == name), None)
        return None if place is None else Bound(climb, here.name, place)

    def _item(self, typedef: TypeDef, attribute: Attribute, wire: Wire) -> reading.Item:
        match wire:
            case IntWire(size, signed, order):
                return reading.Number(f"{'s' if signed else 'u'}{size}{order or '' if size > 1 else ''}", size)
            case FloatWire(size, order):
                return reading.Number(f"f{size}{order or ''}", size)
            case BitsWire(width, order):
                return reading.Bits(width, order, width == 1 and attribute.enum is None)
            case BytesWire():
                return reading.Raw()
            case StrWire(encoding, terminator):
                if terminator is None or attribute.terminator is not None:
                    return reading.Text(encoding)
                outer = self._frame(typedef, attribute)
                ends = replace(outer, terminator=terminator)
                return reading.Text(encoding, replace(ends, kind="terminator") if outer.kind == "none" else ends)
            case StructWire(type, args):
                return reading.Nested(type, args)
            case SwitchWire(on, cases):
                items = tuple((value, self._item(typedef, attribute, case)) for value, case in cases)
                if (attribute.size is not None or attribute.size_eos) and all(value is not None for value, _ in cases):
                    # As in the stock parser, only what a case names is cut at a terminator or at padding.
                    plain = replace(self._frame(typedef, attribute), terminator=None, pad_right=None)
                    items = (*items, (None, reading.Raw(plain)))
                once = attribute.repeat is not None and not _varies(on)
                return reading.Choice(on, items, once, blame(self._library, on))

    def _frame(self, typedef: TypeDef, attribute: Attribute) -> Frame:
        def frame(kind: Literal["size", "eos", "terminator"]) -> Frame:
            return Frame(
                kind,
                attribute.size,
                blame(self._library, attribute.size) if attribute.size is not None else None,
                attribute.terminator,
                attribute.pad_right,
                attribute.process,
            )

        if attribute.contents is not None:
            return Frame("none")
        if attribute.size is not None:
            return frame("size")
        if attribute.size_eos:
            return frame("eos")
        return frame("terminator") if attribute.terminator is not None else Frame("none")

    def _count(self, typedef: TypeDef, attribute: Attribute) -> Count | None:
        if attribute.repeat is None:
            return None
        kind, expr = attribute.repeat.kind, attribute.repeat.expr
        blamed = blame(self._library, expr) if kind == "expr" and expr is not None else None
        place = next((i for i, a in enumerate(typedef.attributes) if a is attribute), attribute.id or 0)
        smallest = self._sizes.elements[typedef.name, place].minimum
        if isinstance(attribute.wire, SwitchWire):
            smallest = min(self._smallest(case) for _, case in attribute.wire.cases)
            if all(value is not None for value, _ in attribute.wire.cases):  # nothing is read where no case fits
                smallest = 0
        return Count(kind, expr, blamed, smallest)

    def _smallest(self, wire: Wire) -> int:
        """Smallest size in bits of one value of a case."""
        match wire:
            case IntWire(size) | FloatWire(size):
                return 8 * size
            case BitsWire(width):
                return width
            case StructWire(type):
                return self._sizes.types[type].minimum
        return 0


def _is_stored(attribute: Attribute) -> bool:
    """Whether an attribute is bytes, one value, as they are stored."""
    altered = attribute.process is not None or attribute.terminator is not None or attribute.pad_right is not None
    return isinstance(attribute.wire, BytesWire) and attribute.repeat is None and not altered


def _listed(attribute: Attribute, contents: bytes) -> Attribute:
    """A list of constant bytes: bytes of that size that must be so, and are so unless told otherwise."""
    loc = attribute.loc
    items = tuple(Literal_(byte, loc, IntValue(8, False)) for byte in contents)
    same = ListLiteral(items, loc, BytesValue())
    size = Literal_(len(contents), loc, IntValue())
    default = attribute.default if attribute.default is not None else same
    return replace(attribute, contents=None, size=size, valid=Valid(loc, eq=same), default=default)


def _varies(expr: Expr) -> bool:
    """Whether a value may differ from element to element of the list in which it is used."""
    if isinstance(expr, Name) and expr.name in ("_index", "_io", "_"):
        return True
    return any(_varies(child) for child in children(expr))


def _records_entry(spec: Spec, typedef: TypeDef, entries: tuple[Entry, ...], *, made: bool) -> Entry | None:
    """The last list of structures of the root, which is that of the records where nothing asks for it: to the end of
    the file, or as many as is said before; then more may follow. ``made``: as it is written, also where checksums are
    of all of them, or one of them is what they end with."""
    sequence = [entry for entry in entries if not entry.placed]
    lists = [
        i for i, entry in enumerate(sequence) if entry.count is not None and isinstance(entry.item, reading.Nested)
    ]
    if typedef is not spec.root or not lists:
        return None
    last, behind = sequence[lists[-1]], sequence[lists[-1] + 1 :]
    assert last.count is not None
    if (last.count.kind == "until" and not made) or (last.count.kind == "eos" and behind):
        return None
    if last.count.kind != "eos" and not (
        _is_plain(last)
        and all(_lies_together(t) for t in spec.types if t != typedef)
        and _may_wait(spec, behind, summed=made)
    ):
        return None
    # One record doesn't know what those before it are, nor which bits tell that it is null.
    if last.attribute.unique is not None or last.masked_by is not None:
        return None
    # A checksum makes all of them good or bad.
    if not made and any(e.checksum is not None and e.checksum.end.field >= last.index for e in entries):
        return None
    return last if last.condition is None else None


def _asker(spec: Spec, root: TypeDef, records: Entry) -> tuple[str, Location] | None:
    """That something asks for the list that a file consists of, so that its elements aren't read, or written, one by
    one; and where it stands. The ends of what checksums are of don't count."""
    assert records.count is not None
    # What asks where they begin is known before they are read, and nobody writes counted ones one by one.
    passed = "position-of" if records.count.kind == "expr" else ""
    for typedef in spec.types:
        for part in (*typedef.attributes, *typedef.instances):
            if _names(part, records.name, root.name, passed):
                type = short(typedef.name)
                name = f"{type}.{part.id}" if part.id else f"a field of {type}"
                return f"{name} asks for the list {records.name}", part.loc
    return None


def asks_for_records(root: RecordPlan, view: View | None) -> bool:
    """Whether a view asks for the records of a file besides going through them: all of them are read before it shows
    anything then."""
    if root.records is None or view is None:
        return False
    return _names(replace(view, each=None), root.entries[root.records].name or "", root.type)


def _may_wait(spec: Spec, behind: list[Entry], *, summed: bool) -> bool:
    """Whether what follows records may be read when they have come: nothing else asks for it, and (but for ``summed``)
    no checksum makes all of them good or bad."""
    root = spec.root
    ends = any(a.derive is not None and a.derive.kind == "end-of" for a in root.attributes)
    found = any(isinstance(i, ValueInstance) and i.checksum_field is not None for i in root.instances)
    bound = any((e.checksum is not None and not summed) or e.deferred or e.masked_by is not None for e in behind)
    if behind and (ends or found or bound):
        return False
    others = (*(part for t in spec.types if t is not root for part in (t.attributes, t.instances)), spec.views)
    return not any(_names((root.instances, others), entry.name, root.name) for entry in behind)


def _lies_together(typedef: TypeDef) -> bool:
    """Whether nothing that belongs to a structure lies at a place of its own: such lists are directories, which are
    read before what they lead to."""
    return all(isinstance(instance, ValueInstance) for instance in typedef.instances)


def _is_plain(entry: Entry) -> bool:
    """Whether nothing is said of a list as a whole but how many elements it has, wherever it begins."""
    if entry.count is None or entry.count.expr is None:
        return False
    if entry.count.kind == "expr" and _varies(entry.count.expr):
        return False
    of_all = (entry.valid, entry.masked_by, entry.checksum, entry.attribute.unique)
    return all(one is None for one in of_all) and not entry.deferred


def _names(node: object, id: str, owner: str, passed: str = "") -> bool:
    """Whether a part of a spec names a field, but for the ends of what checksums are of; ``passed``: a kind of
    ``-derive`` that doesn't count."""
    if isinstance(node, Checksum) or (isinstance(node, Derive) and node.kind == passed):
        return False
    if isinstance(node, Name | Member) and node.name == id and node.owner == owner:
        return True
    if isinstance(node, tuple):
        return any(_names(one, id, owner, passed) for one in node)
    if is_dataclass(node):
        return any(_names(getattr(node, f.name), id, owner, passed) for f in fields(node))
    return False
