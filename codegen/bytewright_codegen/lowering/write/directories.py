"""Files whose records lie where the elements of a list at their end say: an index, or slots, behind what they lead to.

Records come behind what lies in sequence, in the order of the elements; what counts from the end of the file comes
behind them. The kernel makes records and elements. Objects make the rest as if there were no records, so nothing in it
may follow from how many bytes these take.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from itertools import islice

from bytewright.kernels.program.specialize_encoding import nodes_of
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.walk import asks_end
from bytewright_codegen.lowering.expressions.values import Refusal
from bytewright_codegen.lowering.write.external_records import asks_size, is_stream, reached
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Entry, Nested, RecordPlan, nested_types
from bytewright_codegen.plans.writing import Constant, CountOf, EntryWriting, LengthOf, SizeOf, WritingPlan

_OF_FILE = "_root._io"


@dataclass(frozen=True, slots=True)
class Directory:
    """A list whose elements say where records lie.

    Attributes:
        way: the fields from the root down to the list, which is the last of them.
        holder: the type that has the list.
        owner: the type of its elements.
        record: the field of an element that is the record.
    """

    way: tuple[Entry, ...]
    holder: str
    owner: str
    record: EntryWriting

    @property
    def list(self) -> Entry:
        """The list."""
        return self.way[-1]


def find(root: str, plans: Mapping[str, RecordPlan], writings: Mapping[str, WritingPlan]) -> Directory | None:
    """The directory of a file, if it has just one, which has a place of its own.

    Args:
        root: the type of a file.
        plans: record plans by type.
        writings: derive plans by type.
    """
    found = list(islice(_found(root, (), (), plans, writings, _leading(plans)), 2))
    return found[0] if len(found) == 1 and found[0].way[0].placed else None


def _found(
    type: str,
    way: tuple[Entry, ...],
    seen: tuple[str, ...],
    plans: Mapping[str, RecordPlan],
    writings: Mapping[str, WritingPlan],
    leading: Set[str],
) -> Iterator[Directory]:
    for entry in plans[type].entries:
        if not isinstance(entry.item, Nested) or entry.item.type in seen:
            continue
        inner = entry.item.type
        if entry.count is None:
            if inner in leading:
                yield from _found(inner, (*way, entry), (*seen, type), plans, writings, leading)
        elif plans[inner].placed:
            index = plans[inner].placed[0].index
            record = next(one for one in writings[inner].entries if one.entry.index == index)
            yield Directory((*way, entry), type, inner, record)


def _leading(plans: Mapping[str, RecordPlan]) -> Set[str]:
    """The types of which some structure leads to a directory."""
    found: set[str] = set()
    before = -1
    while len(found) > before:
        before = len(found)
        for type, plan in plans.items():
            nested = [(entry.item.type, entry.count) for entry in plan.entries if isinstance(entry.item, Nested)]
            if any(plans[inner].placed if count is not None else inner in found for inner, count in nested):
                found.add(type)
    return found


def check(
    library: Library,
    root_type: str,
    directory: Directory,
    plans: Mapping[str, RecordPlan],
    writings: Mapping[str, WritingPlan],
) -> None:
    """Refuse files in which more follows from the records than where they lie, and how large they are.

    Args:
        library: the resolved specs.
        root_type: the type of a file.
        directory: what leads to the records.
        plans: record plans by type.
        writings: derive plans by type.

    Raises:
        Refusal: there is something.
    """
    root = library.types[root_type]
    _check_record(directory, plans)
    _check_way(directory, writings)
    for entry in plans[root.name].entries:
        if entry.placed and not _is_from_end(entry):
            raise Refusal("fields with places of their own", entry.loc)
        if entry.frame.kind == "eos" or (entry.count is not None and entry.count.kind == "eos"):
            raise Refusal("records behind what reaches to the end of the file", entry.loc)
    around = {type for entry in plans[root.name].entries for type in nested_types(entry.item)} - {directory.owner}
    own = {*nested_types(directory.record.entry.item), directory.owner}
    for type in (root.name, *(type for type in reached(library, around) if type not in own)):
        for one in writings[type].entries:
            quantity = None if one.equation is None else one.equation.quantity
            if quantity is not None and not isinstance(quantity, Constant | CountOf | SizeOf | LengthOf):
                raise Refusal("fields around the records that follow from where something lies", one.entry.loc)
        fields = [replace(field, position=None) if type == root.name else field for field in library.types[type].fields]
        calculated = [one for one in library.types[type].instances if isinstance(one, ValueInstance)]
        if asks_size((fields, calculated)) or any(map(is_stream, nodes_of(calculated))):
            raise Refusal("fields around the records that ask for the size of the file", library.types[type].loc)


def _is_from_end(entry: Entry) -> bool:
    """Whether a field lies so many bytes before the end of the file."""
    position = entry.attribute.position
    return position is not None and asks_end(position) and entry.attribute.stream is None


def _check_record(directory: Directory, plans: Mapping[str, RecordPlan]) -> None:
    """Refuse records that aren't structures at places that their elements alone say."""
    one, place = directory.record, directory.record.place
    entry, stream = one.entry, one.entry.attribute.stream
    if len(plans[directory.owner].placed) > 1:
        raise Refusal("several fields with places of their own in an element", plans[directory.owner].placed[1].loc)
    framed = entry.frame.kind not in ("none", "size") or entry.frame.process is not None
    ended = entry.frame.terminator is not None or entry.frame.pad_right is not None
    plain = isinstance(entry.item, Nested) and entry.count is None and entry.condition is None
    if not plain or framed or ended or entry.attribute.again or place is None:
        raise Refusal("such a field with a place of its own", entry.loc)
    strange = (place.climb, place.element, place.each, place.relative_to is not None, place.unless)
    others = (one.equation, one.before, one.places, one.told, one.settled, one.inferred, one.follows, one.absences)
    if any(strange) or any(others) or one.lengths or one.otherwise or entry.valid is not None:
        raise Refusal("a field whose place rests on more than a field beside it", entry.loc)
    alone = all(each.frame.kind == "none" for each in directory.way)
    if not (alone if stream is None else expression(stream) == _OF_FILE):
        raise Refusal("a field with a place in another stream", entry.loc)


def _check_way(directory: Directory, writings: Mapping[str, WritingPlan]) -> None:
    """Refuse lists of which more is said than what their elements are, and how many."""
    for entry in directory.way:
        one = next(o for plan in writings.values() for o in plan.entries if o.entry == entry)
        framed = entry.frame.kind not in ("none", "size") or entry.frame.process is not None
        ended = entry.frame.terminator is not None or entry.frame.pad_right is not None
        kept = (*entry.attribute.compared, entry.masked_by, entry.valid, entry.attribute.null)
        said = (one.equation, one.before, one.places, one.told, one.settled, one.closings, one.absences, one.otherwise)
        if framed or ended or any(said) or one.default is not None or any(each is not None for each in kept):
            raise Refusal("a list of which other fields say something", entry.loc)
        if entry.condition is not None or entry.attribute.until_zeros or (entry.count and entry.count.kind == "until"):
            raise Refusal("a list that may be left out, or that its elements end", entry.loc)
