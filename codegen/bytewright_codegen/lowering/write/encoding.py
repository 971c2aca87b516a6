"""Encoding plans: how the kernel makes the records of a file of rows, or why it can't.

Types are written symbolically, as `bytewright_codegen.lowering.read.rows` reads them: the place of a field is an
expression over what lies before it, what follows from others is solved by the equations of
`bytewright_codegen.derive.plan`. What precedes the records is left to objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RECORDS, Const, Expr, encoding
from bytewright.kernels.plan.encoding import EncodingPlan
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.assemble_encoding import Shape, assemble
from bytewright.kernels.program.specialize_encoding import nodes_of
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Expr as SpecExpr
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import Spec, ValueInstance
from bytewright_codegen.ir.walk import asks_end, asks_stream
from bytewright_codegen.lowering.encode import Writing
from bytewright_codegen.lowering.expressions.header import Header
from bytewright_codegen.lowering.expressions.steps import Steps, not_too_deep
from bytewright_codegen.lowering.expressions.values import Context, Num, Refusal, Stream, Structure
from bytewright_codegen.lowering.read.row_plans import NoPlan, Refused
from bytewright_codegen.lowering.write import directories, external_records
from bytewright_codegen.plans.reading import Entry, Nested, RecordPlan
from bytewright_codegen.plans.writing import EntryWriting, WritingPlan


@dataclass(frozen=True, slots=True)
class Encoded:
    """An encoding plan, and what it asks of the header of a file, and of the entries of its lists; see
    `bytewright_codegen.lowering.read.rows.Rows`."""

    plan: EncodingPlan
    givens: Mapping[str, SpecExpr]
    tables: Mapping[str, tuple[SpecExpr, tuple[str, ...]]]
    lists: Mapping[str, SpecExpr]
    parts: Mapping[str, SpecExpr]


def encode(
    library: Library,
    spec: Spec,
    plans: Mapping[str, RecordPlan],
    writings: Mapping[str, WritingPlan],
    known: Sizes,
    dealt: Sequence[Entry] = (),
) -> Encoded | NoPlan:
    """The encoding plan of a spec.

    Args:
        library: the resolved specs.
        spec: the one whose files are made.
        plans: record plans of all types of the library, by absolute name.
        writings: derive plans, likewise.
        known: sizes.
        dealt: lists, each in the elements of the one before, whose elements rest on nothing outside of themselves:
            where files are made of rows by dealing out those of the last, these are the records.
    """
    try:
        with not_too_deep(spec.loc):
            found = _in_lists(library, spec, plans, dealt) if dealt else of_file(library, spec, plans, writings)
            return _encoded(found, library, spec, plans, writings, known)
    except Refusal as refusal:
        return NoPlan.of(refusal)


def refusals(
    library: Library,
    spec: Spec,
    plans: Mapping[str, RecordPlan],
    writings: Mapping[str, WritingPlan],
    known: Sizes,
) -> Refused:
    """Why the kernel can't make the records of a file of rows: all that `encode` would meet.

    Args:
        library: the resolved specs.
        spec: the one whose files are made.
        plans: record plans of all types of the library, by absolute name.
        writings: derive plans, likewise.
        known: sizes.

    Returns:
        What stands in the way of all columns, and of fields of a record, by their names.
    """
    noted: list[Refusal] = []
    of_fields: list[tuple[tuple[str, ...], Refusal]] = []
    try:
        with not_too_deep(spec.loc):
            records = of_file(library, spec, plans, writings, noted.append)
            walk = Writing(Steps(library), plans, writings, known, records.header)
            walk.noted = of_fields
            entry, apart = records.entry, records.apart
            if isinstance(entry.item, Nested):
                walk.record(records.holder, entry, entry.item, Num(RECORDS, kernel.Index(), 0, 1 << 40), apart)
            if apart is not None and isinstance(entry.item, Nested) and isinstance(apart.item, Nested):
                other = Writing(Steps(library), plans, writings, known, records.header)
                other.noted = of_fields
                other.apart(_inside(records.holder, entry.item, records.header), apart, apart.item)
    except Refusal as refusal:
        noted.append(refusal)
    fields: dict[str, tuple[NoPlan, ...]] = {}
    for (field, *_), refused in of_fields:
        fields[field] = tuple(dict.fromkeys((*fields.get(field, ()), NoPlan.of(refused))))
    return Refused(tuple(dict.fromkeys(map(NoPlan.of, noted))), fields)


def _stop(refusal: Refusal) -> None:
    """Go no further than the first thing that stands in the way.

    Raises:
        Refusal: that.
    """
    raise refusal


@dataclass(frozen=True, slots=True)
class Records:
    """The list whose elements are records: ``way`` to it (of the list of which a file consists: empty), the structure
    that holds it, what is known before it is written; ``counted``: whether others may follow them;
    ``sized``: whether something says how many bytes each takes, which follows from them; ``rests``: whether something
    follows from how many bytes all of them take; ``apart``: the field of each that lies elsewhere, as it says."""

    entry: Entry
    holder: Structure
    header: Header
    way: tuple[str, ...] = ()
    counted: bool = False
    sized: bool = False
    rests: bool = False
    apart: Entry | None = None


def of_file(
    library: Library,
    spec: Spec,
    plans: Mapping[str, RecordPlan],
    writings: Mapping[str, WritingPlan],
    refuse: Callable[[Refusal], None] = _stop,
) -> Records:
    """The list of which a file consists, behind its header.

    Args:
        library: the resolved specs.
        spec: the one whose files are made.
        plans: record plans by type.
        writings: derive plans by type.
        refuse: is told what stands in the way of that.

    Raises:
        Refusal: there is no such list, or ``refuse`` raises what it is told.
    """
    root = plans[spec.root.name]
    if root.made is None:
        return _of_directory(library, spec, plans, writings, refuse)
    entry = root.entries[root.made]
    for placed in root.entries:
        if placed.placed and not _is_trailer(placed):
            refuse(Refusal("fields with places of their own", placed.loc))
    if not isinstance(entry.item, Nested) or entry.frame.kind not in ("none", "eos", "size"):
        refuse(Refusal("records that end at a mark", entry.loc))
    if entry.frame.terminator is not None or entry.frame.pad_right is not None or entry.frame.process is not None:
        refuse(Refusal("records that end at a mark, or are processed", entry.loc))
    writing = writings[root.type].entries[root.made]
    sizes = (*writing.sizes, *writing.after)
    sized = bool(sizes) and _share_a_size(writing)
    told = () if sized else sizes
    sized |= any(_is_clue_to(one, entry) for one in writings[root.type].entries)
    places = [solve for solve in writing.before if solve.element or solve.each]
    strange = (writing.equation, writing.closings, told, places, writing.default)
    if any(strange) or entry.attribute.compared or entry.masked_by is not None:
        refuse(Refusal("records that say something of each other, or of what precedes them", entry.loc))
    if entry.attribute.until_zeros:
        refuse(Refusal("records that zeros end: the last one must have another byte", entry.loc))
    rests = bool(writing.before) or any(one.placed for one in root.entries)
    try:
        rests |= external_records.check(library, root, writings)
    except Refusal as refusal:
        refuse(refusal)
    header = Header(library, spec, entry.name)
    holder = _file(root, header)
    counted = entry.count is not None and entry.count.kind != "eos"
    return Records(entry, holder, header, counted=counted, sized=sized, rests=rests)


def _of_directory(
    library: Library,
    spec: Spec,
    plans: Mapping[str, RecordPlan],
    writings: Mapping[str, WritingPlan],
    refuse: Callable[[Refusal], None],
) -> Records:
    """The list whose elements say where the records of a file lie; ``refuse``: see `_of_file`."""
    root = plans[spec.root.name]
    directory = directories.find(root.type, plans, writings)
    if directory is None and root.asker is not None:
        raise Refusal(*root.asker)
    if directory is None:
        raise Refusal("files that aren't a list of records", spec.root.loc)
    try:
        directories.check(library, root.type, directory, plans, writings)
    except Refusal as refusal:
        refuse(refusal)
    header = Header(library, spec, directory.way[0].name)
    holder = _file(root, header)
    for entry in directory.way[:-1]:
        assert isinstance(entry.item, Nested)
        holder = _inside(holder, entry.item, header)
    way = tuple(entry.name for entry in directory.way)
    return Records(directory.list, holder, header, way, rests=True, apart=directory.record.entry)


def _is_trailer(entry: Entry) -> bool:
    """Whether a field with a place of its own lies where the file ends, behind all records."""
    position = entry.attribute.position
    return position is not None and asks_end(position) and entry.attribute.stream is None


def _share_a_size(writing: EntryWriting) -> bool:
    """Whether all that records say of what precedes them is the size that they are filled up to."""
    frame = writing.entry.frame
    lists = any(solve.element or solve.each for solve in writing.after) or any(one.element for one in writing.sizes)
    return writing.fills and frame.kind == "size" and frame.size is not None and not lists


def _is_clue_to(one: EntryWriting, records: Entry) -> bool:
    """Whether what records hold says what something of a field is."""
    paths = [clue.path for inferred in one.inferred for clue in inferred.clues]
    return any(not path.holder and path.steps[0] == (records.name, True) for path in paths)


def _file(root: RecordPlan, header: Header) -> Structure:
    """The file as a structure, of which the header is known."""
    found = Structure(root.type, RECORDS, Stream(RECORDS, Const(0), Const(0)), Const(0), None, "")
    found.owner = header.root
    return found


def _in_lists(library: Library, spec: Spec, plans: Mapping[str, RecordPlan], lists: Sequence[Entry]) -> Records:
    """The last of some lists, each of which lies in the elements of the one before."""
    root = plans[spec.root.name]
    outermost = lists[0]
    header = Header(library, spec, outermost.name)
    holder = _file(root, header)
    way: list[str] = []
    for entry in lists:
        for step in _way(holder.type, entry, plans, ()):
            way.append(step.name)
            if step is lists[-1]:
                return Records(step, holder, header, tuple(way))
            assert isinstance(step.item, Nested)
            holder = _inside(holder, step.item, header)
    raise Refusal("lists that don't lie in each other", outermost.loc)


def _inside(above: Structure, nested: Nested, header: Header) -> Structure:
    """A structure around the records in another, of which the header is known."""
    assert above.owner is not None
    found = Structure(nested.type, RECORDS, above.stream, Const(0), above, "")
    found.owner = header.nested(above.owner, nested.type, nested.args, None)
    return found


def _way(type: str, wanted: Entry, plans: Mapping[str, RecordPlan], seen: tuple[str, ...]) -> tuple[Entry, ...]:
    """The fields from a type down to one, through single structures; empty: there is no such way."""
    for entry in plans[type].sequence:
        if entry is wanted:
            return (entry,)
        inner = entry.item.type if isinstance(entry.item, Nested) and entry.count is None else None
        if inner is not None and inner in plans and inner not in seen:
            below = _way(inner, wanted, plans, (*seen, type))
            if below:
                return (entry, *below)
    return ()


def written(
    records: Records,
    library: Library,
    plans: Mapping[str, RecordPlan],
    writings: Mapping[str, WritingPlan],
    known: Sizes,
) -> tuple[Writing, Structure, Expr]:
    """Records, written symbolically: what has done that, a record, and its size.

    Args:
        records: the list whose elements they are.
        library: the resolved specs.
        plans: record plans by type.
        writings: derive plans by type.
        known: sizes.

    Raises:
        Refusal: the kernel can't make them.
    """
    entry = records.entry
    assert isinstance(entry.item, Nested)
    walk = Writing(Steps(library), plans, writings, known, records.header)
    index = Num(RECORDS, kernel.Index(), 0, 1 << 40)
    return walk, *walk.record(records.holder, entry, entry.item, index, records.apart)


def _encoded(
    records: Records,
    library: Library,
    spec: Spec,
    plans: Mapping[str, RecordPlan],
    writings: Mapping[str, WritingPlan],
    known: Sizes,
) -> Encoded:
    entry = records.entry
    walk, record, size = written(records, library, plans, writings, known)
    walks = [walk]
    apart = None
    if records.apart is not None:
        walks.append(Writing(Steps(library), plans, writings, known, records.header))
        apart = _apart(records, walks[-1])
    if any(one.leads for one in walks) and records.way:
        raise Refusal("a size that something outside of the record holds", entry.loc)
    last = _last(walk, records, record)
    dealt = records.way if apart is None else ()
    alone = bool(dealt) and _is_alone(spec, plans[spec.root.name], writings[spec.root.name])
    around = _around(records, library, spec, plans, writings, known) if alone else None
    sources = tuple(walk.sources.values())
    told = (records.counted, records.sized or walk.leads, records.rests)
    field = "" if records.way else entry.name
    plan = EncodingPlan(walk.steps, size, sources, field, dealt, alone, around, *told, last, apart)
    verify(plan, spec.root.loc)
    return asked_of(plan, *walks)


def asked_of(plan: EncodingPlan, *walks: Writing) -> Encoded:
    """A plan, with what it asks of the header of a file.

    Args:
        plan: the plan.
        walks: what has written it.
    """
    asked = {name for node in nodes_of(plan) for name in _asked(node)}
    found = [one.evaluation for one in walks]
    return Encoded(
        plan,
        {name: expr for one in found for name, expr in one.givens.items() if name in asked},
        {name: told for one in found for name, told in one.tables.items()},
        {name: expr for one in found for name, expr in one.listed.lists.items() if name in asked},
        {name: expr for one in found for name, expr in one.listed.parts.items() if name in asked},
    )


def _apart(records: Records, walk: Writing) -> encoding.Apart:
    """How that is made which lies where a record says."""
    entry, field = records.entry, records.apart
    assert isinstance(entry.item, Nested)
    assert field is not None
    assert isinstance(field.item, Nested)
    size = walk.apart(_inside(records.holder, entry.item, records.header), field, field.item)
    plan = EncodingPlan(walk.steps, size, tuple(walk.sources.values()))
    verify(plan, field.loc)
    return encoding.Apart(records.way, (field.name,), plan)


def _last(walk: Writing, records: Records, record: Structure) -> Expr | None:
    """Whether a record is the one that ends the list; None: none does."""
    return None if records.way else ends_list(walk, records.entry, records.holder, record)


def ends_list(walk: Writing, entry: Entry, holder: Structure, element: Structure) -> Expr | None:
    """Whether an element is the one that ends its list; None: none does.

    Args:
        walk: what has written it.
        entry: the list.
        holder: what has that.
        element: the element.

    Raises:
        Refusal: something else says where the list ends.
    """
    count = entry.count
    if count is None or count.kind != "until" or count.expr is None:
        return None
    if asks_stream(count.expr):
        raise Refusal("records that end by what the stream holds", entry.loc)
    return walk.evaluation.number(count.expr, Context(holder, RECORDS, {"_": element})).expr


def _around(
    records: Records,
    library: Library,
    spec: Spec,
    plans: Mapping[str, RecordPlan],
    writings: Mapping[str, WritingPlan],
    known: Sizes,
) -> EncodingPlan | None:
    """How the elements of the list of which a file consists are written, whose records are given as bytes; None: only
    objects know."""
    root = plans[spec.root.name]
    (outer,) = root.entries
    if not isinstance(outer.item, Nested) or (records.entry.count is not None and records.entry.count.kind == "until"):
        return None
    header = Header(library, spec, outer.name)
    holder = _file(root, header)
    walk = Writing(Steps(library), plans, writings, known, header, records.way[1:])
    try:
        _, size = walk.record(holder, outer, outer.item, Num(RECORDS, kernel.Index(), 0, 1 << 40))
        plan = EncodingPlan(walk.steps, size, tuple(walk.sources.values()))
        if walk.given not in walk.sources or any(_asked(node) for node in nodes_of(plan)):
            return None
        verify(plan, spec.root.loc)
    except Refusal:
        return None
    return plan


def _is_alone(spec: Spec, root: RecordPlan, writing: WritingPlan) -> bool:
    """Whether a file is a list up to its end and nothing else, of which the file says nothing as a whole."""
    if len(root.entries) != 1 or len(writing.entries) != 1:
        return False
    if any(isinstance(one, ValueInstance) and (one.valid or one.checksum_field) for one in spec.root.instances):
        return False
    (entry,), (one,) = root.entries, writing.entries
    framed = entry.frame.kind != "none" or entry.frame.terminator is not None or entry.frame.process is not None
    if framed or entry.condition is not None or entry.count is None or entry.count.kind != "eos":
        return False
    said = (one.equation, one.default, one.before, one.after, one.otherwise, one.sizes, one.lengths, one.places)
    more = (one.closings, one.absences, one.told, one.settled, one.inferred, one.gap, one.follows, one.fills)
    rules = (entry.valid, *entry.attribute.compared, entry.masked_by)
    return not any((*said, *more, entry.placed)) and all(rule is None for rule in rules)


def _asked(node: object) -> tuple[str, ...]:
    """The names by which a part of a plan asks for something of a header."""
    match node:
        case kernel.Given(name):
            return (name,)
        case kernel.Entry(listed, name) | kernel.Sought(listed, name):
            return (listed, name)
    return ()


def parts_asked(named: Mapping[str, kernel.Let], start: object) -> Iterator[object]:
    """The parts of a part of a plan, and of what names in it stand for, each name once."""
    left, todo = dict(named), [start]
    while todo:
        for node in nodes_of(todo.pop()):
            yield node
            if isinstance(node, kernel.Get) and node.name in left:
                todo.append(left.pop(node.name))


def verify(plan: EncodingPlan, loc: Location) -> None:
    """Refuse plans that ask for what isn't there before a record is written."""
    for node in nodes_of(plan):
        if isinstance(node, kernel.Arithmetic) and not isinstance(node, _COMPUTED):
            raise Refusal("values that only bytes tell", loc)
    names: dict[tuple[str, str], Expr] = {}
    parents = {step.domain: step.parent for step in nodes_of(plan) if isinstance(step, encoding.Listed)}
    for step in plan.steps:
        _add_names(step, names, loc)
    _check_names(plan, names, parents, loc)
    if any(isinstance(step, encoding.Columns) for step in plan.steps):
        return  # it can be assembled when a header says what it consists of
    try:
        given = {node.name: 0 for node in nodes_of(plan) if isinstance(node, kernel.Given)}
        assemble(plan, {source.path: Shape(-8, True) for source in plan.sources}, given)
    except Unsupported as error:
        raise Refusal(str(error), loc) from error


def _check_names(
    plan: EncodingPlan, names: Mapping[tuple[str, str], Expr], parents: Mapping[str, str], loc: Location
) -> None:
    """Refuse plans whose names stand for nothing, or for themselves; each may rest on the one before it, and so on,
    further than calls reach."""
    done: set[tuple[str, str]] = set()
    under_way: set[tuple[str, str]] = set()
    todo: list[tuple[Any, str, tuple[str, str] | None]] = [(plan.last, RECORDS, None), (plan.size, RECORDS, None)]
    todo += [(step, getattr(step, "domain", RECORDS), None) for step in reversed(plan.steps)]
    while todo:
        node, domain, behind = todo.pop()
        if behind is not None:
            under_way.discard(behind)
            done.add(behind)
            continue
        match node:
            case kernel.Get(name):
                key = (domain, name)
                if key in done:
                    continue
                if key in under_way:
                    raise Refusal("values that rest on each other", loc)
                if key not in names:
                    raise Refusal(_unsaid(plan, name), loc)
                under_way.add(key)
                todo += [(node, domain, key), (names[key], domain, None)]
            case kernel.Up(value):
                todo.append((value, parents[domain], None))
            case kernel.Sum(below, value):
                todo.append((value, below, None))
            case kernel.Behind(size, first):
                todo += [(first, parents[domain], None), (size, domain, None)]
            case _ if is_dataclass(node):
                # Steps, those for the columns of a header among them, say where they belong.
                inner = getattr(node, "domain", domain)
                todo += [(getattr(node, field.name), inner, None) for field in reversed(fields(node))]
            case tuple():
                todo += [(each, domain, None) for each in reversed(node)]


_UNSAID = (
    ("<number>", "", "the number of an element among those of its list, which rows of many lists don't say"),
    ("<end>", "a record", "where {} ends, which only its bytes say"),
    ("<origin>", "a record", "where {} begins in its stream"),
    ("", "something", "where {} lies, which only its bytes say"),
)
"""Names that stand for nothing while records are made of rows: how they end, what they are of by default, and what they
would stand for."""


def _unsaid(plan: EncodingPlan, name: str) -> str:
    """What nobody says, though a field asks for it."""
    end, default, what = next(one for one in _UNSAID if name.endswith(one[0]))
    asking = (step for step in plan.steps if any(node == kernel.Get(name) for node in nodes_of(step)))
    field = next((found for step in asking if (found := getattr(step, "field", ""))), "")
    said = what.format(name.removesuffix(end).rstrip("@>?") or default)
    return f"{field or 'a size'} rests on {said}"


_COMPUTED = (
    *(kernel.Const, kernel.Given, kernel.Get, kernel.Index, kernel.Binary, kernel.Select, kernel.Float),
    *(kernel.Lookup, kernel.Match, kernel.Beside, kernel.Keyed, kernel.Entry, kernel.Sought, kernel.Texts),
    *(kernel.Up, kernel.Previous, kernel.First, kernel.Sum, kernel.Best, kernel.Behind),
    *(kernel.Held, kernel.There, kernel.Size, kernel.Items, kernel.Packed, kernel.Digits),
)
"""What is known before bytes are written: everything else reads some."""


def _add_names(step: encoding.Step, names: dict[tuple[str, str], Expr], loc: Location) -> None:
    match step:
        case kernel.Let(domain, name, value):
            if names.setdefault((domain, name), value) != value:
                raise Refusal("a value that several fields say", loc)
        case encoding.Columns(name, _, first, variants):
            names[RECORDS, f"{name}@"] = names[RECORDS, f"{name}>"] = first
            for variant in variants:
                inner: dict[tuple[str, str], Expr] = {}
                for each in variant.steps:
                    _add_names(each, inner, loc)
                # Variants may give one name to different things, none of which any other asks for.
                names |= inner
