"""Plans for list columns: how the kernel encodes elements of lists anywhere in a file; objects write the rest.

Code beside a spec (`-made-of`) may give the elements of lists as columns. Their type is written symbolically as
records are (`bytewright_codegen.lowering.write.encoding`); where lists lie, and what is said of them, is left to
objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TypeVar

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RECORDS, Const
from bytewright.kernels.plan.encoding import ITEM, ElementsPlan, EncodingPlan, Referring
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Binary, Compare, Expr, Literal_, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.walk import asks_position, asks_stream
from bytewright_codegen.lowering.encode import Writing, refuse_strange
from bytewright_codegen.lowering.expressions.steps import Steps, not_too_deep
from bytewright_codegen.lowering.expressions.values import Context, Refusal, Stream, Structure
from bytewright_codegen.lowering.layout.regions import not_only_last
from bytewright_codegen.lowering.write.encoding import verify
from bytewright_codegen.plans.reading import Entry, Nested, RecordPlan
from bytewright_codegen.plans.writing import EntryWriting, WritingPlan

_One = TypeVar("_One")
_Plan = TypeVar("_Plan")
Within = Mapping[tuple[str, int], tuple[Expr, Entry]]
"""By type and number of a field that reads again what lies in decoded bytes: how far on in these, and what it is."""


@dataclass(frozen=True, slots=True)
class _Lists:
    """What plans of lists are made of; see `elements`."""

    library: Library
    plans: Mapping[str, RecordPlan]
    writings: Mapping[str, WritingPlan]
    sizes: Sizes
    within: Within

    def plan(self, owner: str, one: EntryWriting) -> ElementsPlan:
        """The plan of a list.

        Args:
            owner: the type that has it.
            one: the list.

        Raises:
            Refusal: the kernel can't make its elements.
        """
        entry = one.entry
        assert isinstance(entry.item, Nested)
        assert entry.count is not None
        _refuse_list(one)
        walk = Writing(Steps(self.library), self.plans, self.writings, self.sizes, None)
        parent = Structure(owner, RECORDS, Stream(RECORDS, Const(0), Const(0)), Const(0), None, "")
        element, size = walk.element(parent, entry, entry.item)
        last, until = None, entry.count.expr if entry.count.kind == "until" else None
        if until is not None and not ends_by_place(until):
            last = walk.evaluation.number(until, Context(parent, RECORDS, {"_": element})).expr
        if entry.valid is not None and (until is None or not not_only_last(entry, until)):
            raise Refusal("a rule for the elements of such a list", entry.valid.loc)
        made = EncodingPlan(walk.steps, size, tuple(walk.sources.values()))
        references = tuple(self._references(entry.item.type, ()))
        least = 1 if entry.valid is None else 2
        found = ElementsPlan(made, last, references, least, walk.fronts, walk.rooms)
        verify(made, entry.loc)
        verify(found.measuring(), entry.loc)
        refuse_sizes_of_places(found, entry)
        return found

    def _references(self, type: str, way: tuple[str, ...]) -> Iterator[Referring]:
        """The fields below an element that say where others begin."""
        for entry in self.plans[type].entries:
            path = (*way, entry.name)
            if entry.attribute.again:
                found = self._reference(type, entry, way)
                if found is not None:
                    yield found
            elif isinstance(entry.item, Nested):
                yield from self._references(entry.item.type, path if entry.count is None else (*path, ITEM))

    def _reference(self, type: str, entry: Entry, way: tuple[str, ...]) -> Referring | None:
        """A field that reads something again where another field of its structure says."""
        place = _field_beside(type, entry.attribute.position)
        if place is None or not isinstance(entry.item, Nested) or entry.count is not None:
            return None
        path = (*way, entry.name)
        if entry.frame.process is None:
            return Referring(path, (*way, place))
        held = self.within.get((type, entry.index))
        rest = _field_beside(type, held[0]) if held is not None else None
        if held is None or rest is None:
            return None
        return Referring((*path, held[1].name), (*way, place), (*way, rest))


def elements(
    library: Library,
    types: Iterable[str],
    plans: Mapping[str, RecordPlan],
    writings: Mapping[str, WritingPlan],
    known: Sizes,
    within: Within,
) -> dict[tuple[str, int], ElementsPlan]:
    """By type and number of the entry, the lists whose elements the kernel can make.

    Args:
        library: the resolved specs.
        types: those whose lists are meant, by absolute name.
        plans: record plans of all types of the library, by absolute name.
        writings: derive plans, likewise.
        known: sizes.
        within: see `Within`.
    """
    lists = _Lists(library, plans, writings, known, within)
    listed = ((type, one.entry, one) for type in types for one in writings[type].entries if _is_open(one.entry))
    return planned(lists.plan, listed)


def planned(
    plan: Callable[[str, _One], _Plan], lists: Iterable[tuple[str, Entry, _One]]
) -> dict[tuple[str, int], _Plan]:
    """By type and number of the entry, the plans of lists that have one.

    Args:
        plan: makes one; refuses lists whose elements only objects can make.
        lists: types, their lists, and what `plan` is told of these.
    """
    found = {}
    for type, entry, one in lists:
        try:
            with not_too_deep(entry.loc):
                found[type, entry.index] = plan(type, one)
        except Refusal:
            continue
    return found


def _is_open(entry: Entry) -> bool:
    """Whether something is a list of structures that goes on until something ends it."""
    return entry.count is not None and entry.count.kind in ("until", "eos") and isinstance(entry.item, Nested)


def holds_rooms(plans: Mapping[str, RecordPlan], type: str) -> bool:
    """Whether a type has a list of structures that have others in them without fields of their own.

    Args:
        plans: record plans by type.
        type: its absolute name.
    """
    lists = [entry.item.type for entry in plans[type].entries if entry.count and isinstance(entry.item, Nested)]
    held = [one.item.type for item in lists for one in plans[item].entries if isinstance(one.item, Nested)]
    return any(not plans[item].entries for item in held)


def ends_by_place(expr: Expr) -> bool:
    """Whether the end of a list is found by comparing sums of how large the stream is and where an element ends."""

    def is_sum(expr: Expr) -> bool:
        match expr:
            case Literal_(int()) | Member(Name("_io"), "size" | "pos"):
                return True
            case Binary("+" | "-", left, right):
                return is_sum(left) and is_sum(right)
        return False

    return isinstance(expr, Compare) and is_sum(expr.left) and is_sum(expr.right) and asks_position(expr)


def _refuse_list(one: EntryWriting) -> None:
    """Refuse lists of which more is said than what each of their elements is, and when they end."""
    entry, frame = one.entry, one.entry.frame
    assert entry.count is not None
    refuse_strange(replace(one, late_count=False))  # whether the last one is the last is found out of each
    framed = frame.kind not in ("none", "eos") or frame.process is not None
    ended = frame.terminator is not None or frame.pad_right is not None
    said = (one.equation, one.after, one.sizes, one.lengths, one.default is not None, one.otherwise)
    kept = (*entry.attribute.compared, entry.masked_by, entry.attribute.until_zeros, entry.attribute.null)
    if framed or ended or any(said) or any(each is not None and each is not False for each in kept):
        raise Refusal("a list of which other fields say something", entry.loc)
    until = entry.count.expr
    if entry.count.kind == "until" and until is not None and asks_stream(until) and not ends_by_place(until):
        raise Refusal("a list that ends by what the stream holds", entry.loc)


def _field_beside(type: str, expr: Expr | None) -> str | None:
    """The field of a type that an expression over one of its structures names."""
    own = isinstance(expr, Name) and expr.binding == "attribute" and expr.owner == type
    return expr.name if own and isinstance(expr, Name) else None


def refuse_sizes_of_places(plan: ElementsPlan, entry: Entry) -> None:
    """Refuse elements that take more or less room where others lie elsewhere.

    Args:
        plan: how they are written.
        entry: what they are.

    Raises:
        Refusal: these are such elements.
    """
    places = {path for one in plan.references for path in (one.place, one.within) if path is not None}
    lets = {(step.domain, step.name): step.value for step in plan.elements.steps if isinstance(step, kernel.Let)}
    named: dict[str, list[kernel.Expr]] = {}
    for (_, name), value in lets.items():
        named.setdefault(name, []).append(value)
    todo: list[object] = [plan.elements.size, plan.last]
    done: set[str] = set()
    while todo:
        node = todo.pop()
        if isinstance(node, kernel.Held) and node.path in places:
            raise Refusal("elements whose size rests on where others lie", entry.loc)
        if isinstance(node, kernel.Get) and node.name not in done:
            done.add(node.name)
            todo += named.get(node.name, [])
        if isinstance(node, tuple):
            todo += node
        elif is_dataclass(node):
            todo += [getattr(node, field.name) for field in fields(node)]
