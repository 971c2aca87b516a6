"""What all back ends see of one spec: its plans, names, and where other specs' modules are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from bytewright.kernels.plan import FixedFrame, LengthFrame, RowPlan
from bytewright.kernels.plan.beginning import LEAST_BITS, Beginning
from bytewright.kernels.plan.encoding import ElementsPlan
from bytewright_codegen.analysis.absence import Absence
from bytewright_codegen.analysis.appending import append_refusal
from bytewright_codegen.analysis.blame import blame
from bytewright_codegen.analysis.block_index import BlockIndex, block_index
from bytewright_codegen.analysis.dependencies import Dependencies, Place
from bytewright_codegen.analysis.evidence import are_alike, evidence, framed
from bytewright_codegen.analysis.list_bounds import ListBounds
from bytewright_codegen.analysis.running_values import RunningValues, running_values
from bytewright_codegen.analysis.self_contained import Enclosed
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.analysis.solve import Isolation, Reference
from bytewright_codegen.backends.python.naming import Naming, field_name, function_name, spec_of
from bytewright_codegen.ir.diagnostics import Diagnostic
from bytewright_codegen.ir.expressions import EnumMember, Expr, Invoke, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import Attribute, EnumDef, Process, Spec, StructWire, SwitchWire, TypeDef, Wire
from bytewright_codegen.ir.values import ArrayValue, EnumValue, IntValue, StructValue, Value
from bytewright_codegen.ir.views import View, listed
from bytewright_codegen.ir.walk import asks_index, expressions_in, structures_in
from bytewright_codegen.lowering.expressions.header import Header
from bytewright_codegen.lowering.layout.lazy_fields import Lazy, by_structure
from bytewright_codegen.lowering.layout.varints import spelled
from bytewright_codegen.lowering.read.records import asks_for_records
from bytewright_codegen.lowering.read.row_plans import NoPlan, Rows, handed_alone
from bytewright_codegen.lowering.read.rows import lazy_inside, rows
from bytewright_codegen.lowering.write.directories import find
from bytewright_codegen.lowering.write.elements import elements, holds_rooms
from bytewright_codegen.lowering.write.encoding import Encoded, encode
from bytewright_codegen.lowering.write.entry_columns import Mirrored, mirrored
from bytewright_codegen.lowering.write.nested import encode_nested
from bytewright_codegen.plans.reading import (
    Bits,
    Blame,
    Choice,
    Entry,
    Item,
    Nested,
    Number,
    Raw,
    RecordPlan,
    nested_types,
)
from bytewright_codegen.plans.writing import Constant, Digits, EntryWriting, WritingPlan


@dataclass(frozen=True)
class CodecPlans:
    """All plans of one spec.

    Attributes:
        library: the resolved specs.
        spec: the one that is generated.
        naming: names in its modules.
        sizes: what is known of sizes.
        reading: record plans, the root's first.
        writing: derive plans, in the same order.
        others: the plans of the other specs of the library, by id.
    """

    library: Library
    spec: Spec
    naming: Naming
    sizes: Sizes
    reading: tuple[RecordPlan, ...]
    writing: tuple[WritingPlan, ...]
    others: dict[str, CodecPlans]

    def of(self, spec: Spec) -> CodecPlans:
        """The plans of another spec of the library."""
        return self.others[spec.id]

    @cached_property
    def types(self) -> dict[str, TypeDef]:
        """All types that the spec's modules may name."""
        return dict(self.library.types)

    @cached_property
    def enums(self) -> dict[str, EnumDef]:
        """All enums, likewise."""
        return dict(self.library.enums)

    @cached_property
    def plans(self) -> dict[str, RecordPlan]:
        """Record plans by type."""
        return {p.type: p for p in self.reading}

    @cached_property
    def all_plans(self) -> dict[str, RecordPlan]:
        """Record plans of all types of the library."""
        return {plan.type: plan for other in self.others.values() for plan in other.reading}

    @cached_property
    def beginning(self) -> Beginning | None:
        """What tells the beginning of a record; None: nothing does."""
        plan = self.reading[0]
        item = None if plan.records is None or self.unsought else plan.entries[plan.records].item
        return self.evidence_of(item.type, self.records_passed == "alike") if isinstance(item, Nested) else None

    def evidence_of(self, type: str, alike: bool = False) -> Beginning:
        """What tells the beginning of a structure."""
        return evidence(type, self.all_plans, self.library, self.sizes, alike=alike)

    @cached_property
    def unsought(self) -> str:
        """Why no record is looked for; empty: one may be."""
        plan = self.reading[0]
        entry = None if plan.records is None else plan.entries[plan.records]
        if entry is None or not isinstance(entry.item, Nested):
            return "records are none of a list that is the file"
        types = self.library.types
        if not (entry.attribute.is_evidence and types[entry.item.type].is_evidence and types[plan.type].is_evidence):
            return "'-sync: false' says that nothing tells them"
        size = () if entry.frame.size is None else (entry.frame.size,)
        if any(asks_index(told) for told in (*entry.item.args, *size)):
            return "how one is read depends on its number"
        return ""

    @cached_property
    def block_index(self) -> BlockIndex | None:
        """The list that says where the blocks of a file lie; None: there is none."""
        if self.plans[self.spec.root.name].records is not None or not self.surveyed:
            return None
        found = block_index(self.spec.root.name, self.library, self.all_plans, self.enclosed.alone)
        if found is None:
            return None
        numbers = [number.way for number in (found.offset, found.size) if number is not None]
        types = {found.block, *(type for way in (found.way, *numbers) for type, _ in way)}
        return found if types <= self.plans.keys() else None

    @cached_property
    def block_beginning(self) -> Beginning | None:
        """What tells the beginning of one of these blocks, which are looked for where the list is lost; None: nothing
        does."""
        found = self.block_index
        if found is None or not found.is_alone or not self.library.types[found.block].is_evidence:
            return None
        beginning = self.evidence_of(found.block)
        return beginning if beginning.most >= LEAST_BITS else None

    @cached_property
    def surveyed(self) -> bool:
        """Whether what no field describes shows only when all is read: something has a place of its own."""
        return any(plan.placed for plan in self.all_plans.values())

    @cached_property
    def circular(self) -> frozenset[str]:
        """The other specs that import this one, and this one them: their modules do so, too."""
        reached, own = self.library.reached, self.spec.id
        return frozenset(other for other in reached(own) if other != own and own in reached(other))

    @cached_property
    def told_types(self) -> frozenset[str]:
        """The types whose structures have another ``_parent`` somewhere than what they lie in (``parent``)."""
        fields = [field for typedef in self.library.types.values() for field in typedef.fields]
        return frozenset(t for field in fields if field.parent is not None for t in structures_in(field.wire))

    @cached_property
    def asked_inside(self) -> frozenset[str]:
        """The types of fields for which something inside of them asks, as they are read: ``_root.body`` in the body."""
        found: set[str] = set()
        for name, typedef in self.types.items():
            for owner, index in self.dependencies(*(e for field in typedef.fields for e in _expressions(field))).fields:
                field = self.library.types[owner].fields[index]
                held = structures_in(field.wire) if field.repeat is None and owner != name else set()
                found |= {type for type in held if type == name or name in self._within(type)}
        return frozenset(found)

    def _within(self, type: str) -> set[str]:
        """The types of all that a structure may hold."""
        found, todo = set[str](), [type]
        while todo:
            fields = self.library.types[todo.pop()].fields
            new = {inner for field in fields for inner in structures_in(field.wire)} - found
            found |= new
            todo += new
        return found

    @cached_property
    def header(self) -> Header | None:
        """What is known before the records of a file are read; None where it isn't a sequence of records."""
        plan = self.plans[self.spec.root.name]
        return None if plan.records is None else Header(self.library, self.spec, plan.entries[plan.records].name)

    @cached_property
    def row_plans(self) -> dict[str, RowPlan | NoPlan]:
        """By name of the view, how the kernel makes its rows, or why it can't."""
        return {name: found.plan if isinstance(found, Rows) else found for name, found in self.rows.items()}

    @cached_property
    def rows(self) -> dict[str, Rows | NoPlan]:
        """The same, with what the plans ask of a file's header."""
        views = self.spec.views or (None,)
        return {view.name if view is not None else "rows": self._rows(view) for view in views}

    @cached_property
    def lent(self) -> frozenset[Lazy]:
        """The fields that readers can leave inside of other specs' records, also of the specs that this one imports."""
        imported = set(self.library.reached(self.spec.id)[1:]) - self.circular
        others = frozenset[Lazy]().union(*(self.others[id].lent for id in imported))
        return others | lazy_inside(self.library, self.spec, self.all_plans, self.sizes, others)

    @cached_property
    def lazy(self) -> frozenset[Lazy]:
        """The fields that objects read only where a column asks for them, in some view."""
        return self.lent.union(*map(self.lazy_of, self.rows))

    def lazy_of(self, view: str) -> frozenset[Lazy]:
        """The same of a view; of a switch that is left to objects as a whole, each structure."""
        rows = self.rows[view]
        return by_structure(rows.lazy, self.all_plans) if isinstance(rows, Rows) else frozenset()

    @cached_property
    def read_alone(self) -> frozenset[tuple[str, str]]:
        """Own fields, by type and id, that objects read alone, in some view of this spec or of one that imports it."""
        found = handed_alone(self.rows.values()) | {(place.owner, place.field) for place in self.lent}
        return frozenset((type, field) for type, field in found if spec_of(type) == self.spec.id)

    def _rows(self, view: View | None) -> Rows | NoPlan:
        before = view is not None and self.of_header(view)
        return rows(self.library, self.spec, self.all_plans, self.sizes, view, self.lent, before=before)

    @property
    def in_python(self) -> tuple[Diagnostic, ...]:
        """Notes on the views whose rows are read in Python, as the kernel can't read them."""
        known = {
            name: found if isinstance(found, NoPlan) else next(map(NoPlan.of, found.by_objects.values()), None)
            for name, found in self.rows.items()
        }
        slow = {
            name: plan
            for name, plan in known.items()
            if plan is not None
            and not any(one.name == name and (one.decode or self.of_header(one)) for one in self.spec.views)
        }
        return tuple(
            Diagnostic(
                plan.location,
                f"the view {name} of {self.spec.id} is read in Python, as the kernel can't read it: {plan.reason}",
                "`bytewright explain --section views` with the spec says all reasons, and what to do.",
                "note",
            )
            for name, plan in slow.items()
        )

    @cached_property
    def encoding(self) -> Encoded | NoPlan:
        """How the kernel makes the records of a file of rows, or why it can't."""
        return encode(self.library, self.spec, self.all_plans, self.derivations, self.sizes, self.dealt)

    @cached_property
    def nested(self) -> dict[str, Encoded | NoPlan]:
        """Likewise by name of a view that goes through lists in lists, but for those of which code makes files."""
        made = {maker.view for maker in self.spec.makers}
        views = [view for view in self.spec.views if len(view.lists) > 1 and view.name not in made]
        known = self.all_plans, self.derivations, self.sizes
        return {view.name: encode_nested(self.library, self.spec, view, *known) for view in views}

    def encoding_of(self, view: str) -> Encoded | NoPlan:
        """How the kernel makes files of the rows of a view, or why it can't."""
        return self.nested.get(view, self.encoding)

    def is_apart(self, type: str, index: int) -> bool:
        """Whether an entry is the list of records that the kernel may make, with what lies around it made apart."""
        root, found = self.plans[self.spec.root.name], self.encoding
        if any(isinstance(one, Encoded) and one.plan.rests for one in self.nested.values()):
            return (type, index) == (root.type, root.made)
        if not isinstance(found, Encoded) or not (found.plan.counted or found.plan.rests):
            return False
        directory = None if found.plan.apart is None else find(root.type, self.all_plans, self.derivations)
        if directory is not None:
            return (type, index) == (directory.holder, directory.list.index)
        return (type, index) == (root.type, root.made)

    @cached_property
    def elements(self) -> dict[tuple[str, int], ElementsPlan]:
        """By type and number of the entry, how the kernel makes the elements of lists that code may give as columns."""
        again = [
            (plan.type, e)
            for plan in self.all_plans.values()
            for e in plan.entries
            if e.attribute.again and not e.count
        ]
        within = {(type, e.index): held for type, e in again if (held := self.within(e)) is not None}
        types = [plan.type for plan in self.writing if self.columnar or holds_rooms(self.all_plans, plan.type)]
        found = elements(self.library, types, self.all_plans, self.derivations, self.sizes, within)
        # What code beside another spec gives of this one is what lies in the entries of its tables.
        return {place: plan for place, plan in found.items() if self.columnar or plan.rooms}

    @property
    def columnar(self) -> bool:
        """Whether code may give elements of lists as columns."""
        return any(maker.arrow for maker in self.spec.makers)

    @cached_property
    def imported(self) -> dict[str, dict[tuple[str, int], ElementsPlan]]:
        """By id of a spec that this one imports, those of its lists that code beside this one may give as columns."""
        others = [other for other in self.library.reached(self.spec.id)[1:] if self.columnar]
        found = {other: self.others[other].elements for other in others}
        rooms = {id: {place: plan for place, plan in lists.items() if plan.rooms} for id, lists in found.items()}
        return {id: lists for id, lists in rooms.items() if lists}

    @cached_property
    def mirrored(self) -> dict[tuple[str, int], Mirrored]:
        """By type and number of the entry, how the kernel makes structures that stand for the elements of a list."""
        if not self.columnar:
            return {}
        lists = dict(self.elements)
        for others in self.imported.values():
            lists |= others
        types = [plan.type for plan in self.writing]
        return mirrored(self.library, types, self.all_plans, self.derivations, self.sizes, lists)

    @cached_property
    def spared(self) -> frozenset[Place]:
        """The lists in lists that views go through and of which a bad element costs no more than itself."""
        return frozenset(place for view in self.spec.views for place in self._spared(view).values())

    def spared_level(self, view: View) -> int:
        """The innermost of the lists that a view goes through of which that holds; 0: none of those in lists."""
        return max(self._spared(view), default=0)

    def _spared(self, view: View) -> dict[int, Place]:
        plan = self.plans[self.spec.root.name]
        first = view.lists[0] if view.lists else None
        if plan.records is None or view.order is not None or view.selections or asks_for_records(plan, view):
            return {}
        if not isinstance(first, Name) or first.name != plan.entries[plan.records].name:
            return {}
        found = {}
        for level, way in enumerate(view.lists[1:], 1):
            if not isinstance(way, Member) or way.owner not in self.plans:
                continue
            if self._leads_elsewhere(way.target):
                break  # what lies there is let go of as soon as it has been passed
            entry = next((e for e in self.plans[way.owner].sequence if e.name == way.name), None)
            if entry is None or entry.count is None or entry.count.kind == "until" or entry.frame.kind != "none":
                continue
            if isinstance(entry.item, Nested) and entry.masked_by is None and self._says_its_end(entry.item.type):
                found[level] = (way.owner, entry.index)
        return found

    def _leads_elsewhere(self, way: Expr) -> bool:
        """Whether a way from an element of a list goes through a field at a place of its own."""
        while isinstance(way, Member):
            plan = self.all_plans.get(way.owner or "")
            if plan is not None and any(entry.name == way.name for entry in plan.placed):
                return True
            way = way.target
        return False

    def _says_its_end(self, type: str) -> bool:
        return type in self.plans and framed(type, self.all_plans, self.types, self.dependencies)

    @cached_property
    def list_bounds(self) -> ListBounds:
        """Where lists end whose number of elements is stated, apart from that number."""
        root = self.plans[self.spec.root.name]
        return ListBounds(self.all_plans, self.sizes, None if root.records is None else (root.type, root.records))

    @cached_property
    def records_passed(self) -> str:
        """Of records that no row plan frames: "framed" by their own numbers, "alike" by what precedes all; else ""."""
        plan = self.plans[self.spec.root.name]
        frames = (found.frame for found in self.row_plans.values() if isinstance(found, RowPlan))
        if plan.records is None or any(isinstance(frame, FixedFrame | LengthFrame) for frame in frames):
            return ""
        if are_alike(plan, self.dependencies):
            return "alike"
        entry = plan.entries[plan.records]
        told = isinstance(entry.item, Nested) and entry.frame.kind == "none" and self._says_its_end(entry.item.type)
        return "framed" if told else ""

    @cached_property
    def passed(self) -> frozenset[str]:
        """The types of the elements of such lists, and of records that are passed over."""
        root = self.plans[self.spec.root.name]
        records = {(root.type, root.records)} if self.records_passed == "framed" and root.records is not None else set()
        return self.elements_spared | self._items(records)

    @cached_property
    def elements_spared(self) -> frozenset[str]:
        """The types of the elements of lists in lists of which a bad one costs no more than itself."""
        return self._items(self.spared)

    @cached_property
    def elements_told(self) -> frozenset[str]:
        """Those of which one is looked for behind a bad one: ``-sync`` doesn't forbid it, and no number matters."""
        entries = [self.plans[type].entries[index] for type, index in self.spared]
        told = (e.item for e in entries if e.attribute.is_evidence and isinstance(e.item, Nested))
        found = (item.type for item in told if not any(map(asks_index, item.args)))
        return frozenset(type for type in found if self.library.types[type].is_evidence)

    def _items(self, places: Iterable[Place]) -> frozenset[str]:
        items = (self.plans[type].entries[index].item for type, index in places)
        return frozenset(item.type for item in items if isinstance(item, Nested))

    @cached_property
    def derivations(self) -> dict[str, WritingPlan]:
        """Derive plans by type, of this spec and of those that it imports."""
        outer = {p.type: p for other in self.others.values() for p in other.writing}
        return {**outer, **{p.type: p for p in self.writing}}

    @cached_property
    def enclosed(self) -> Enclosed:
        """Which structures rest on nothing outside of themselves."""
        return Enclosed(self.library, self.derivations)

    @cached_property
    def append_refusal(self) -> str:
        """Why records can't be appended to files of the format; empty: they can."""
        return append_refusal(self.library, self.plans[self.spec.root.name], self.derivations)

    @cached_property
    def dealt(self) -> tuple[Entry, ...]:
        """The lists that makers deal out anew and whose elements rest on nothing outside of themselves."""
        found: list[Entry] = []
        for maker in self.spec.makers:
            ways = (*listed(maker.dealt), maker.dealt) if maker.dealt is not None else ()
            entries = [self._list(way) for way in ways]
            if all(entry is not None for entry in entries):
                found += filter(None, entries)
        return tuple(found)

    def _list(self, way: Expr) -> Entry | None:
        """The list that a way leads to, if its elements rest on nothing outside of themselves."""
        if not isinstance(way, Name | Member):
            return None
        plan = self.plans.get(way.owner or self.spec.root.name)
        entry = next((entry for entry in plan.entries if entry.name == way.name), None) if plan is not None else None
        if plan is None or entry is None or not self.enclosed.elements(plan.type, entry.index, self.spec.root.name):
            return None
        return entry

    def deferrable(self, entry: Entry) -> bool:
        """Whether the structures of an entry may be made when their bytes are needed: they are dealt out, or there is
        one, which also has a stream of its own."""
        if entry in self.dealt:
            return True
        framed = isinstance(entry.item, Nested) and not entry.item.args and entry.frame.kind != "none"
        return framed and entry.named and self.enclosed(entry)

    @cached_property
    def referred(self) -> frozenset[str]:
        """The types of structures to which fields that read again what others describe may lead."""
        again = [e for p in self.all_plans.values() for e in p.entries if e.attribute.again and e.count is None]
        plain = [e.item.type for e in again if isinstance(e.item, Nested)]
        inner = [held[1].item for held in map(self.within, again) if held is not None]
        return frozenset([*plain, *(item.type for item in inner if isinstance(item, Nested))])

    def within(self, entry: Entry) -> tuple[Expr, Entry] | None:
        """Of a structure in decoded bytes that only says how far on in them another lies: that distance, and it."""
        if entry.frame.process is None or not isinstance(entry.item, Nested):
            return None
        typedef, entries = self.types[entry.item.type], self.all_plans[entry.item.type].entries
        if len(entries) != 2 or entries[0].named or not isinstance(entries[1].item, Nested) or not entries[1].named:
            return None
        size = entries[0].frame.size
        if not isinstance(size, Name) or size.binding != "parameter":
            return None
        place = next(i for i, parameter in enumerate(typedef.params) if parameter.id == size.name)
        return entry.item.args[place], entries[1]

    def spelt(self, type: str) -> Digits | None:
        """How digits spell the value that stands for a structure; None: none stands for it, or it is no such number."""
        shown = self.types[type].shown_as
        if not isinstance(shown, Name) or shown.binding != "instance" or not isinstance(shown.type, IntValue):
            return None
        return Isolation(self.types).digits(self.types[type])

    def alone(self, type: str) -> bool:
        """Whether the number that a structure spells is all that its bytes follow from."""
        return self.spelt(type) is not None and len(self.types[type].fields) == 1 and self.enclosed.alone(type)

    def leb128(self, type: str) -> int:
        """How many groups of seven bits may spell the number that is all that a structure's bytes follow from, where
        that is an unsigned LEB128 integer; 0: it is none."""
        digits, shown = self.spelt(type), self.types[type].shown_as
        if digits is None or digits.width != 7 or not self.alone(type):
            return 0
        spelling = spelled(self.library, self.all_plans, type)
        if spelling is None or not isinstance(shown, Name) or shown.name != spelling.value:
            return 0
        return spelling.most

    def held(self, type: str) -> tuple[int, Reference] | None:
        """The number of the field that a writer finds by the calculated value that stands for a structure, and how it
        follows from that value; None: none stands for it, or it rests on something else."""
        typedef = self.types[type]
        shown = typedef.shown_as
        if not isinstance(shown, Name) or shown.binding != "instance" or not isinstance(shown.type, IntValue):
            return None
        match Isolation(self.types)(shown):
            case (Reference(parameter=False, element=None, base=0, scale=False) as found,):
                name = found.name if found.way is None else found.way.name if isinstance(found.way, Name) else ""
            case _:
                return None
        for index, attribute in enumerate(typedef.attributes):
            own = (found.digits is None) == (found.way is None) and attribute.repeat is None
            if attribute.id == name and own and attribute.condition is None and attribute.contents is None:
                return index, found
        return None

    def is_foreign(self, name: str) -> bool:
        """Whether another spec declares a type or enum."""
        return spec_of(name) != self.spec.id

    def of_header(self, view: View) -> bool:
        """Whether a view asks for nothing of the records of a file, but for something before them."""
        records = self.plans[self.spec.root.name].records
        if records is None:
            return False
        if view.inner is not None or view.pivot is not None or view.cells is not None or view.decode is not None:
            return False
        asked = self.dependencies(*expressions_in(view))
        return (self.spec.root.name, records) not in asked.fields

    @cached_property
    def absence(self) -> Absence:
        """Which values may be absent."""
        return Absence(self.types)

    def function(self, type: str) -> str:
        """What the functions for a type are called (``read_…``, ``emit_…``)."""
        return function_name(self.naming.types[type])

    def constructible(self, type: str, within: frozenset[str] = frozenset()) -> bool:
        """Whether a structure can be made without saying anything: all its fields follow or have defaults."""
        if type in within:
            return False
        return all(self._may_be_left_out(w, within | {type}) for w in self.derivations[type].entries)

    def _may_be_left_out(self, writing: EntryWriting, within: frozenset[str] = frozenset()) -> bool:
        entry = writing.entry
        if entry.placed:
            return True
        if not entry.named or entry.contents is not None or writing.equation is not None:
            return True
        if writing.default is not None or entry.condition is not None or writing.assured:
            return True
        if entry.attribute.null is not None:
            return True
        if isinstance(entry.item, Raw) and entry.frame.fills_up and entry.count is None:
            return True
        if _ends_with_bytes(entry.item) and (writing.after or writing.sizes):
            return True  # bytes that no case knows, whose size follows from them
        return isinstance(entry.item, Nested) and entry.count is None and self.constructible(entry.item.type, within)

    def required(self, writing: EntryWriting) -> bool:
        """Whether a user must set a field."""
        entry = writing.entry
        if writing.needless or self._may_be_left_out(writing):
            return False
        return not (isinstance(entry.item, Nested) and self.constructible(entry.item.type))

    def made(self, entry: Entry) -> bool:
        """Whether the writer makes the structures of an entry where a user leaves it out."""
        if entry.placed or entry.condition is not None:
            return False
        return isinstance(entry.item, Nested) and self.constructible(entry.item.type)

    def settable(self, writing: EntryWriting) -> bool:
        """Whether a user may set a field: it doesn't follow from others, or only where there is something to count."""
        equation = writing.equation
        if writing.entry.contents is not None:
            return False
        if equation is None or equation.shared:
            return True
        return not isinstance(equation.quantity, Constant) and not getattr(equation.quantity, "certain", True)

    def foreign_types(self) -> list[str]:
        """Types of other specs that entries of this one use."""
        found: set[str] = set()
        for plan in self.reading:
            for entry in plan.entries:
                found |= {t for t in nested_types(entry.item) if self.is_foreign(t)}
        return sorted(found)

    def entry(self, type: str, id: str | None) -> Entry:
        """The entry of a type, of this spec or another of the library, that has an id."""
        return next(e for e in self.all_plans[type].entries if e.name == id)

    def blame_of(self, expr: Expr) -> Blame | None:
        """The field that an expression takes its value from, through value instances."""
        return blame(self.library, expr)

    @cached_property
    def dependencies(self) -> Dependencies:
        """What expressions rest on."""
        return Dependencies(self.library)

    def measured_by(self, type: str) -> dict[Place, list[Entry]]:
        """By field, the entries of a type whose sizes, places or counts rest on it."""
        return self._measured[type]

    @cached_property
    def _measured(self) -> dict[str, dict[Place, list[Entry]]]:
        found: dict[str, dict[Place, list[Entry]]] = {}
        for plan in self.writing:
            of_type = found.setdefault(plan.type, {})
            for entry in (writing.entry for writing in plan.entries):
                count = entry.count.expr if entry.count is not None else None
                for place in self.dependencies(entry.frame.size, entry.attribute.position, count).fields:
                    of_type.setdefault(place, []).append(entry)
        return found

    @cached_property
    def running_values(self) -> RunningValues:
        """The calculated values that may rest on themselves, in another structure, and what they ask for."""
        return running_values(self.library)

    def tracked(self, typedef: TypeDef) -> list[str]:
        """Python names of a type's lists on which running values rest."""
        lists = self.running_values.lists
        ids = [parameter.id for parameter in typedef.params] + [field.id for field in typedef.fields if field.id]
        return [field_name(id) for id in ids if (typedef.name, id) in lists]

    @cached_property
    def called(self) -> tuple[Invoke, ...]:
        """What the spec's fields ask of functions beside it."""
        defaults = [field.default for typedef in self.spec.types for field in typedef.fields]
        return tuple(default for default in defaults if isinstance(default, Invoke))

    @property
    def beside(self) -> list[tuple[str, Location]]:
        """The functions beside the spec that its codec calls, with where they are named."""
        options = [(f, o.loc) for o in self.spec.options for f in (o.loader, o.otherwise) if f is not None]
        makers = [(f, m.loc) for m in self.spec.makers for f in (m.function, m.columnar) if f is not None]
        return [*options, *makers, *((call.function, call.loc) for call in self.called)]

    @cached_property
    def processes(self) -> list[Process]:
        """The processes whose classes lie beside the specs of the library."""
        fields = (field for typedef in self.types.values() for field in typedef.fields)
        return [f.process for f in fields if f.process is not None and f.process.beside]

    @cached_property
    def told(self) -> frozenset[str]:
        """The types of what the root is told, and of what that holds."""
        found: set[str] = set()
        todo = [self.spec.root.name]
        while todo:
            for type in named_in(*(parameter.value for parameter in self.types[todo.pop()].params)):
                if type in self.types and type not in found:
                    found.add(type)
                    todo.append(type)
        return frozenset(found)

    @cached_property
    def asked_for(self) -> frozenset[Place]:
        """The fields that something asks for when a field is read: whether it is there, where, how large, what."""
        exprs = [e for typedef in self.library.types.values() for field in typedef.fields for e in _expressions(field)]
        return frozenset(self.dependencies(*exprs).fields)

    @cached_property
    def deciding(self) -> frozenset[Place]:
        """The fields on which it depends which structure a switch makes, whatever number they hold."""
        found: set[Place] = set()
        for plan in (*self.plans.values(), *(p for other in self.others.values() for p in other.reading)):
            for entry in plan.entries:
                match entry.item:
                    case Choice(on, cases) if any(v is None and isinstance(case, Nested) for v, case in cases):
                        found |= self.dependencies(on).fields
        return frozenset(found)

    def decides(self, place: Place) -> list[str]:
        """The fields of which a field decides what they are or whether they are there: type and id, joined by a dot."""
        return self._decides.get(place, [])

    @cached_property
    def _decides(self) -> dict[Place, list[str]]:
        found: dict[Place, list[str]] = {}
        for plan in (*self.plans.values(), *(p for other in self.others.values() for p in other.reading)):
            for entry in plan.entries:
                if entry.named and not entry.attribute.again:
                    on = entry.item.on if isinstance(entry.item, Choice) else None
                    for place in self.dependencies(on, entry.condition).fields:
                        found.setdefault(place, []).append(f"{plan.type}.{entry.attribute.id}")
        return found

    def reads_to_end(self, type: str, *, maybe: bool = False) -> bool:
        """Whether a structure always reaches to the end of its stream, so that nothing can follow it there.

        ``maybe``: whether it does so for some values, or asks for that end."""
        known = self._reaching
        if (type, maybe) not in known:
            known[type, maybe] = False  # what holds itself reaches no further for it
            known[type, maybe] = self._reaches(type, maybe)
        return known[type, maybe]

    @cached_property
    def _reaching(self) -> dict[tuple[str, bool], bool]:
        return {}

    def _reaches(self, type: str, maybe: bool) -> bool:
        plan = self.others[spec_of(type)].plans[type]
        for entry in plan.entries:
            if entry.condition is not None and not maybe:
                continue
            listed = entry.count is not None and entry.count.kind == "eos"
            if entry.frame.kind == "eos" or (listed and (maybe or not entry.attribute.until_zeros)):
                return True
            counted = entry.count.expr if entry.count is not None else None
            if maybe and self.dependencies(entry.condition, entry.frame.size, counted).stream:
                return True
            plain = entry.frame.kind == "none" and (maybe or (entry.count is None and isinstance(entry.item, Nested)))
            if plain and any(t != type and self.reads_to_end(t, maybe=maybe) for t in nested_types(entry.item)):
                return True
        return False

    def foreign_enums(self, enums: Iterable[str]) -> list[tuple[str, list[str]]]:
        """The classes of those enums (or types) that other specs declare, by the spec."""
        found: dict[str, set[str]] = {}
        for enum in enums:
            if self.is_foreign(enum):
                found.setdefault(spec_of(enum), set()).add(self.naming.imported(enum))
        return [(spec, sorted(names)) for spec, names in sorted(found.items())]

    def own_enums(self, enums: Iterable[str]) -> set[str]:
        """The classes of those enums that the spec declares itself."""
        return {self.naming.enums[enum] for enum in enums if enum in self.enums and not self.is_foreign(enum)}

    def in_parameters(self) -> set[str]:
        """The types and enums that parameters of the spec's types name."""
        return named_in(*(parameter.value for typedef in self.spec.types for parameter in typedef.params))

    def in_orders(self) -> set[str]:
        """The enums by which the spec's types calculate byte orders."""
        return enums_in(*(typedef.order for typedef in self.spec.types))

    def attribute(self, type: str, index: int) -> Attribute:
        """An attribute by its place."""
        return self.types[type].fields[index]


def _expressions(attribute: Attribute) -> list[Expr]:
    """What is computed when a field is read."""
    count = attribute.repeat.expr if attribute.repeat is not None else None
    found = [attribute.condition, attribute.size, attribute.position, attribute.stream, count]
    todo: list[Wire] = [attribute.wire]
    while todo:
        match todo.pop():
            case SwitchWire(on, cases):
                found.append(on)
                todo += [case for _, case in cases]
            case StructWire(_, args):
                found += args
    return [expr for expr in found if expr is not None]


def named_in(*values: Value | None) -> set[str]:
    """The types and enums that annotations of values name."""
    found: set[str] = set()
    for value in values:
        match value:
            case ArrayValue(item):
                found |= named_in(item)
            case StructValue(name) | EnumValue(name) if name:
                found.add(name)
    return found


def enums_in(*nodes: object) -> set[str]:
    """The enums whose members occur in expressions, somewhere below some nodes of a plan."""
    found: set[str] = set()
    todo = list(nodes)
    while todo:
        node = todo.pop()
        if isinstance(node, EnumMember):
            found.add(node.enum)
        if isinstance(node, tuple | list):
            todo += node
        elif hasattr(node, "__dataclass_fields__"):
            todo += [getattr(node, name) for name in node.__dataclass_fields__ if name != "attribute"]
    return found


def varying_types(plans: CodecPlans, item: Item) -> list[str]:
    """The user types that an item may be and whose structures differ in size."""
    return [type for type in nested_types(item) if plans.sizes.types[type].exact is None]


def element_size(plans: CodecPlans, entry: Entry, item: Item) -> int | None:
    """Size of an element in bytes where it is fixed, 0 for bits."""
    match item:
        case Number(_, size):
            return size
        case Bits():
            return 0
        case Nested(type):
            return plans.sizes.types[type].bytes
    return None


def _ends_with_bytes(item: Item) -> bool:
    """Whether a switch takes what no case of it knows as bytes."""
    return isinstance(item, Choice) and any(value is None and isinstance(case, Raw) for value, case in item.cases)
