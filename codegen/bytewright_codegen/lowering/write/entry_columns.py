"""Plans for entry columns: structures without bytes, one for each entry of a list, that code may give as columns.

Code beside a spec (`-made-of`) may give such a list, and the entries, as columns (see
`bytewright_codegen.lowering.write.elements`). One field of such
a structure lies in its entry, in a structure there that has no fields of its own, and so becomes bytes of the entry's;
others may lie where the first says, if each is a list with no more than constants behind it. They may be stored in
another form (``process``) of which the first says how large it is, if all are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from bytewright.kernels.plan import RECORDS, Const
from bytewright.kernels.plan.encoding import ElementsPlan, EncodingPlan, ListPlan, MirrorPlan, Referring
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Expr, Literal_, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.walk import children
from bytewright_codegen.lowering.encode import Writing
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import Refusal, Stream, Structure
from bytewright_codegen.lowering.layout.varints import varint_value
from bytewright_codegen.lowering.read.entry_lists import Shape, is_zero, shape_of
from bytewright_codegen.lowering.write.elements import ends_by_place, planned, refuse_sizes_of_places
from bytewright_codegen.lowering.write.encoding import verify
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Entry, Nested, Number, Raw, RecordPlan, Text
from bytewright_codegen.plans.writing import EntryWriting, WritingPlan

Lists = Mapping[tuple[str, int], ElementsPlan]
"""By type and number of the entry, the lists whose elements the kernel can make."""


@dataclass(frozen=True, slots=True)
class MirroredList:
    """A list that such an element may have elsewhere.

    Attributes:
        plan: where it is, and what lies around it.
        holder: the type of the structure that has it.
        place: the field of the element that this is.
        until: where places of elements say whether they end it, the condition for that; None: they don't.
    """

    plan: ListPlan
    holder: str
    place: Entry
    until: Expr | None = None

    @property
    def there(self) -> Expr | None:
        """Whether it may be there, in an element; None: it may."""
        return self.place.condition


@dataclass(frozen=True, slots=True)
class Mirrored:
    """A list whose elements code may give as columns that stand for entries.

    Attributes:
        plan: what is made of them.
        shape: what the list is.
        entry: the type of what they stand for.
        asked: the fields of an entry for which is asked to know which lists there may be.
        lists: those of the plan.
        stream: where these lie, in what holds the list; None: in its stream.
    """

    plan: MirrorPlan
    shape: Shape
    entry: str
    asked: tuple[str, ...] = ()
    lists: tuple[MirroredList, ...] = ()
    stream: Expr | None = None


@dataclass(frozen=True, slots=True)
class _Mirrors:
    """What plans of such lists are made of; see `mirrored`."""

    library: Library
    plans: Mapping[str, RecordPlan]
    writings: Mapping[str, WritingPlan]
    sizes: Sizes
    lists: Lists

    def plan(self, owner: str, listed: Entry) -> Mirrored:
        """The plan of a list.

        Raises:
            Refusal: objects make its elements.
        """
        shape = shape_of(self.library, self.plans[owner], listed)
        if shape is None:
            raise Refusal("a list that isn't one structure for each entry of another", listed.loc)
        entry, rooms = self._entries(shape)
        typedef = self.library.types[shape.element]
        if any(isinstance(one, ValueInstance) and (one.valid or one.checksum_field) for one in typedef.instances):
            raise Refusal("rules for what is calculated", typedef.loc)
        inside: list[tuple[EntryWriting, str]] = []
        elsewhere: list[EntryWriting] = []
        for one in self.writings[shape.element].entries:
            room = _room(one.entry, shape)
            if one.entry.attribute.again:
                continue
            if room is not None and (room,) in rooms:
                inside.append((one, room))
            else:
                elsewhere.append(one)
        if len(inside) != 1:
            raise Refusal("a structure that isn't one in its entry, and lists", listed.loc)
        ((first, room),) = inside
        references = self._inside(shape.element, first)
        found = tuple(self._list(one, first.entry) for one in elsewhere)
        streams = {expression(s) if (s := one.place.attribute.stream) else "" for one in found}
        if len(streams) > 1 or len({bool(one.plan.size) for one in found}) > 1:
            raise Refusal("lists that lie in several streams, or of which only some are stored as they are", listed.loc)
        plans = tuple(one.plan for one in found)
        plan = MirrorPlan(self._written(shape.element, first, references, plans), room, plans)
        asked = dict.fromkeys(name for one in found if one.there for name in self._asked(one.there, shape, entry))
        stream = found[0].place.attribute.stream if found else None
        return Mirrored(plan, shape, entry, tuple(asked), found, None if stream is None else _above(stream))

    def _entries(self, shape: Shape) -> tuple[str, tuple[tuple[str, ...], ...]]:
        """The type of the entries, and the rooms in them."""
        way = shape.entries
        owner = way.owner if isinstance(way, Member | Name) else None
        if isinstance(way, Member | Name) and owner is not None and owner in self.plans:
            found = next((one for one in self.plans[owner].entries if one.name == way.name), None)
            plan = self.lists.get((owner, found.index)) if found is not None else None
            if found is not None and plan is not None and isinstance(found.item, Nested):
                return found.item.type, plan.rooms
        raise Refusal("entries that the kernel can't make", way.loc)

    def _inside(self, element: str, one: EntryWriting) -> frozenset[Referring]:
        """What says where others begin, in what lies in the entry."""
        entry = one.entry
        if not is_zero(entry.attribute.position) or not _is_plain(one) or entry.condition is not None:
            raise Refusal("more than a structure in an entry", entry.loc)
        found = set()
        for again in self.plans[element].entries:
            is_one = again.attribute.again and again.count is None and isinstance(again.item, Nested)
            place = self._place(again, entry) if is_one and again.frame.process is None else None
            if place is not None:
                found.add(Referring((again.name,), place))
        return frozenset(found)

    def _place(self, one: Entry, inside: Entry) -> tuple[str, ...] | None:
        """The field of what lies in the entry that says where something begins."""
        return self._said(one.attribute.position, inside)

    def _said(self, expr: Expr | None, inside: Entry, *, spelled: bool = False) -> tuple[str, ...] | None:
        """The field of what lies in the entry that an expression asks for; ``spelled``: it may spell a number."""
        match expr:
            case Member(Name(name, binding="instance"), field, binding="attribute") if name == inside.name:
                return (inside.name, field)
            case Member(Member() as holder, name, owner=str(type)) if spelled:
                known = type in self.plans and varint_value(self.library, self.plans, type) == name
                return self._said(holder, inside) if known else None
        return None

    def _written(
        self, element: str, one: EntryWriting, references: Iterable[Referring], lists: Iterable[ListPlan]
    ) -> ElementsPlan:
        """How what lies in the entry is written."""
        entry = one.entry
        assert isinstance(entry.item, Nested)
        told = sorted(references, key=lambda one: one.path)
        stored = {way for plan in lists if plan.size for way in (plan.place, plan.size)}
        fixed = {one.place for one in told} | {plan.place for plan in lists if not plan.size}
        if fixed & stored:
            raise Refusal("a place of what is stored as it is, and of what isn't", entry.loc)
        places = fixed | stored
        walk = Writing(Steps(self.library), self.plans, self.writings, self.sizes, None, places=places)
        holder = Structure(element, RECORDS, Stream(RECORDS, Const(0), Const(0)), Const(0), None, "")
        size = walk.inside(holder, entry, entry.item)
        found = ElementsPlan(EncodingPlan(walk.steps, size, tuple(walk.sources.values())), None, tuple(told))
        verify(found.elements, entry.loc)
        verify(found.measuring(), entry.loc)
        refuse_sizes_of_places(replace(found, references=tuple(Referring(one, one) for one in fixed)), entry)
        return found

    def _list(self, one: EntryWriting, inside: Entry) -> MirroredList:
        """A list that a structure at a place of its own holds, with no more than constants behind it."""
        entry, item, frame = one.entry, one.entry.item, one.entry.frame
        if not isinstance(item, Nested) or not one.places or not _is_plain(one, framed=True):
            raise Refusal("more than a list with a place of its own", entry.loc)
        entries = self.writings[item.type].entries
        if not entries or self.library.types[item.type].instances:
            raise Refusal("more than a list, or none", entry.loc)
        held, *others = entries
        if (item.type, held.entry.index) not in self.lists:
            raise Refusal("a list that the kernel can't make", entry.loc)
        plan, count = self.lists[item.type, held.entry.index], held.entry.count
        assert count is not None
        until = count.expr if count.kind == "until" else None
        by_place = until if until is not None and ends_by_place(until) else None
        whole = by_place is not None or count.kind == "eos"
        behind = b"".join(_constant(each) for each in others)
        if plan.rooms or (frame.process is None and (whole or behind)) or (count.kind == "eos" and behind):
            raise Refusal("a list that ends with its stream, or before", entry.loc)
        way, stored = (entry.name, held.entry.name), frame.process is not None
        place = self._said(entry.attribute.position, inside, spelled=stored)
        size = self._said(frame.size, inside, spelled=True) if stored else ()
        if place is None or size is None:
            raise Refusal("a list whose place its structure doesn't say", entry.loc)
        if frame.process is not None and not all(isinstance(each, Literal_) for each in frame.process.args):
            raise Refusal("a list that is stored in a way which something else decides", entry.loc)
        return MirroredList(ListPlan(way, place, size, behind.hex()), item.type, entry, by_place)

    def _asked(self, expr: Expr, shape: Shape, entry: str) -> Iterator[str]:
        """The fields of an entry for which an expression of an element asks, and for nothing else."""
        match expr:
            case Member(Name(shape.parameter, binding="parameter"), name, binding="attribute"):
                field = next(one for one in self.plans[entry].entries if one.name == name)
                plain = isinstance(field.item, Number | Raw | Text) and field.count is None and field.enum is None
                if not plain or field.condition is not None or field.attribute.logical is not None:
                    raise Refusal("what rests on more than values of an entry", expr.loc)
                yield name
            case Name(name, binding="instance", owner=shape.element):
                stated = next(one for one in self.library.types[shape.element].instances if one.id == name)
                if not isinstance(stated, ValueInstance) or stated.condition is not None:
                    raise Refusal("what rests on more than values of an entry", expr.loc)
                yield from self._asked(stated.expr, shape, entry)
            case Name():
                raise Refusal("what rests on more than values of an entry", expr.loc)
            case _:
                for child in children(expr):
                    yield from self._asked(child, shape, entry)


def mirrored(
    library: Library,
    types: Iterable[str],
    plans: Mapping[str, RecordPlan],
    writings: Mapping[str, WritingPlan],
    known: Sizes,
    lists: Lists,
) -> dict[tuple[str, int], Mirrored]:
    """By type and number of the entry, the lists whose elements stand for entries and may be given as columns.

    Args:
        library: the resolved specs.
        types: those whose lists are meant, by absolute name.
        plans: record plans of all types of the library, by absolute name.
        writings: derive plans, likewise.
        known: sizes.
        lists: the lists whose elements the kernel can make.
    """
    listed = (
        (type, entry, entry)
        for type in types
        for entry in plans[type].entries
        if entry.count is not None and entry.placed and not entry.attribute.again
    )
    return planned(_Mirrors(library, plans, writings, known, lists).plan, listed)


def _room(entry: Entry, shape: Shape) -> str | None:
    """The field of an element's entry in which something lies; None: it lies elsewhere."""
    match entry.attribute.stream:
        case Member(Member(Name(shape.parameter, binding="parameter"), room), "_io"):
            return room
    return None


def _is_plain(one: EntryWriting, *, framed: bool = False) -> bool:
    """Whether a structure at a place of its own is that and nothing else; ``framed``: or stored in another form, with a
    size that something says."""
    entry, frame = one.entry, one.entry.frame
    plain = isinstance(entry.item, Nested) and not entry.item.args and entry.attribute.parent is None
    said = (one.equation, one.default, one.before, one.after, one.otherwise, one.lengths, one.told)
    more = (one.settled, one.inferred, one.closings, one.absences, one.fills, one.gap, one.by_size)
    # Of several numbers that say the size only one would be told.
    stored = frame.process is not None and frame.kind == "size" and len(one.sizes) == 1 and framed
    bounded = frame.kind != "none" or frame.process is not None or bool(one.sizes)
    ended = frame.terminator is not None or frame.pad_right is not None or entry.count is not None
    return plain and entry.placed and not ended and (stored or not bounded) and not any((entry.valid, *said, *more))


def _constant(one: EntryWriting) -> bytes:
    """The bytes that a field is in any case."""
    entry = one.entry
    if entry.contents is None or entry.condition is not None or entry.placed or entry.count is not None:
        raise Refusal("more than constants behind a list", entry.loc)
    return entry.contents


def _above(stream: Expr) -> Expr:
    """A stream as what holds an element calls it, of which the element says ``_parent…._io``, or ``_root…._io``."""
    match stream:
        case Member(Name("_parent"), name, loc, type) if name in ("_parent", "_root", "_io"):
            return Name(name, loc, type, "special")
        case Member(target, name) if name in ("_parent", "_io"):
            return replace(stream, target=_above(target))
        case Name("_root"):
            return stream
    raise Refusal("a stream of others than what is around", stream.loc)
