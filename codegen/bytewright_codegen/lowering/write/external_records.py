"""Which fields around the records of a file depend on the records' bytes, where these are encoded separately."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bytewright.kernels.program.specialize_encoding import nodes_of
from bytewright_codegen.analysis.self_contained import Enclosed
from bytewright_codegen.ir.expressions import Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.walk import structures_in
from bytewright_codegen.lowering.expressions.values import Refusal
from bytewright_codegen.plans.reading import Choice, Nested, RecordPlan
from bytewright_codegen.plans.writing import ChecksumOf, EntryWriting, PositionOf, Ruled, SizeOf, WritingPlan


def check(library: Library, root: RecordPlan, writings: Mapping[str, WritingPlan]) -> bool:
    """Refuse files in which something around the records follows from what is in them.

    Args:
        library: the resolved specs.
        root: the plan of a whole file, which has records.
        writings: derive plans by type.

    Returns:
        Whether something follows from how many bytes they take, or from these, so that it is written when they are
        there.

    Raises:
        Refusal: there is something.
    """
    assert root.made is not None
    typedef = library.types[root.type]
    sums = [entry.checksum for entry in root.entries if entry.checksum is not None]
    fields = [entry.attribute for entry in root.entries if entry.index != root.made]
    calculated = tuple(one for one in typedef.instances if isinstance(one, ValueInstance))
    rests = any(found.end.field >= root.made for found in sums)
    for type in ("", *reached(library, {t for field in fields for t in structures_in(field.wire)})):
        about = (library.types[type].fields, library.types[type].instances) if type else (tuple(fields), calculated)
        rests |= asks_size(about)
    behind = writings[root.type].entries[root.made + 1 :]
    rests |= bool(behind) and any(map(is_stream, nodes_of(calculated)))
    enclosed = Enclosed(library, dict(writings))
    for one in behind:
        if _is_told(one, writings[root.type]):
            raise Refusal("fields behind the records that say something of others", one.entry.loc)
        rests |= not _lies_anywhere(one, enclosed)
    return rests


def reached(library: Library, types: set[str]) -> Iterator[str]:
    """Some types and those of all that they may hold."""
    seen = set(types)
    todo = sorted(types)
    while todo:
        name = todo.pop()
        yield name
        inner = {t for field in library.types[name].fields for t in structures_in(field.wire)} - seen
        seen |= inner
        todo += sorted(inner)


def _is_told(one: EntryWriting, root: WritingPlan) -> bool:
    """Whether a field of the root says something of others, or they of it, but where it lies and how large it is."""
    told = (one.otherwise, one.told, one.settled, one.closings, one.absences)
    if any(told) or one.gap:
        return True
    for solve in one.after:
        equation = None if solve.climb else root.entries[solve.field].equation
        if equation is None or not isinstance(equation.quantity, SizeOf):
            return True
    return False


def _lies_anywhere(one: EntryWriting, enclosed: Enclosed) -> bool:
    """Whether a field of the root is written the same wherever it lies, and tells nobody where that is."""
    entry = one.entry
    quantity = one.equation.quantity if one.equation is not None else None
    if isinstance(quantity, PositionOf | Ruled | ChecksumOf) or isinstance(entry.item, Choice):
        return False
    if one.noted or one.before or one.places:
        return False
    if isinstance(entry.item, Nested) and (entry.item.args or not enclosed.alone(entry.item.type)):
        return False
    return not any(map(is_stream, nodes_of(entry.attribute)))


def asks_size(about: object) -> bool:
    """Whether something is asked of a stream, of any structure, besides how far it has been read."""
    nodes = [*nodes_of(about)]
    positions = {id(node.target) for node in nodes if isinstance(node, Member) and node.name == "pos"}
    return any(is_stream(node) and id(node) not in positions for node in nodes)


def is_stream(node: object) -> bool:
    """Whether a part of an expression is a stream."""
    return isinstance(node, Name | Member) and node.name == "_io"
