"""Encoding plans of views that go through lists in lists: what lies inside is made first, and given to what is around.

The elements of the outermost list are the records of a file (`bytewright_codegen.lowering.write.encoding`). Each of
them, each structure whose bytes go through a process, and each element of a list further in is written symbolically by
itself: nothing is known of what lies around it, and of what lies in it only its bytes and how many elements it has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RECORDS, Const, Expr
from bytewright.kernels.plan.encoding import EncodingPlan, Inside
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Expr as SpecExpr
from bytewright_codegen.ir.expressions import Item, ListLiteral, Literal_, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Process, Spec, View
from bytewright_codegen.lowering.encode import Writing
from bytewright_codegen.lowering.expressions.header import Header
from bytewright_codegen.lowering.expressions.steps import Steps, not_too_deep
from bytewright_codegen.lowering.expressions.values import Num, Refusal, Stream, Structure
from bytewright_codegen.lowering.read.rows import NoPlan
from bytewright_codegen.lowering.write.encoding import Encoded, asked_of, of_file, verify
from bytewright_codegen.plans.reading import Entry, Nested, RecordPlan
from bytewright_codegen.plans.writing import WritingPlan

Way = tuple[str, ...]

_NUMBER = Num(RECORDS, kernel.Get("<number>"), 0, kernel.MOST_ELEMENTS)
"""What nothing says: which of the elements of its list one is, as many lists are written together."""


_CALCULATED = "lists in lists that are calculated"


class _Step(NamedTuple):
    """What lies inside a structure and is made before that.

    Attributes:
        way: to it.
        entry: what it is.
        nested: its type, or that of its elements.
        rest: the ways to the lists further in, from there.
    """

    way: Way
    entry: Entry
    nested: Nested
    rest: tuple[Way, ...]


def encode_nested(
    library: Library,
    spec: Spec,
    view: View,
    plans: Mapping[str, RecordPlan],
    writings: Mapping[str, WritingPlan],
    known: Sizes,
) -> Encoded | NoPlan:
    """The encoding plan of the rows of a view that goes through lists in lists.

    Args:
        library: the resolved specs.
        spec: the one whose files are made.
        view: the view.
        plans: record plans of all types of the library, by absolute name.
        writings: derive plans, likewise.
        known: sizes.
    """
    try:
        with not_too_deep(spec.loc):
            return _Levels(library, plans, writings, known).encoded(spec, view)
    except Refusal as refusal:
        return NoPlan.of(refusal)


@dataclass(frozen=True, slots=True)
class _Levels:
    """What plans are made of; see `encode_nested`."""

    library: Library
    plans: Mapping[str, RecordPlan]
    writings: Mapping[str, WritingPlan]
    sizes: Sizes

    def encoded(self, spec: Spec, view: View) -> Encoded:
        """The plan of a view's rows.

        Raises:
            Refusal: the kernel can't make them.
        """
        more = (view.rows, view.pivot, view.cells, view.variants, view.decode, view.inner, view.order, view.first)
        if any(more) or view.selections:
            raise Refusal("rows that are more than elements of lists in lists", view.loc)
        records = of_file(self.library, spec, self.plans, self.writings)
        first, *ways = (_way(path, view) for path in view.lists)
        entry = records.entry
        assert isinstance(entry.item, Nested)
        if records.way or first != (entry.name,):
            raise Refusal("lists in lists of which the outermost isn't that of the file's records", view.loc)
        if records.sized or (entry.count is not None and entry.count.kind == "until"):
            raise Refusal("lists in lists of which what surrounds them says more than how many there are", entry.loc)
        walk, step = self._walk(entry.item, tuple(ways), records.header)
        _, size = walk.record(records.holder, entry, entry.item, _NUMBER)
        plan = self._plan(walk, size, step, entry, records.holder)
        if walk.leads:
            raise Refusal("a size that something outside of the record holds", entry.loc)
        plan = replace(plan, field=entry.name, counted=records.counted, rests=records.rests or records.counted)
        return asked_of(plan, walk)

    def _walk(
        self, nested: Nested, rest: tuple[Way, ...], header: Header | None = None
    ) -> tuple[Writing, _Step | None]:
        """What writes a structure, and what lies in it that is made first; ``rest``: see `_Step`."""
        step = self._step(nested.type, rest) if rest else None
        given = () if step is None else step.way
        return Writing(Steps(self.library), self.plans, self.writings, self.sizes, header, given), step

    def _plan(self, walk: Writing, size: Expr, step: _Step | None, entry: Entry, holder: Structure) -> EncodingPlan:
        """The plan of what has been written."""
        plan = EncodingPlan(walk.steps, size, tuple(walk.sources.values()))
        if step is not None and (step.way not in walk.sources or walk.sources[step.way].kind != "bytes"):
            raise Refusal("lists in lists that may be left out", step.entry.loc)
        verify(plan, entry.loc)
        return plan if step is None else replace(plan, inside=self._inside(step, entry, holder))

    def _inside(self, step: _Step, around: Entry, above: Structure) -> Inside:
        """What lies in a structure, of which nothing is known then."""
        assert isinstance(around.item, Nested)
        holder = Structure(around.item.type, RECORDS, Stream(RECORDS, Const(0), Const(0)), Const(0), above, "")
        walk, deeper = self._walk(step.nested, step.rest)
        process, entry = step.entry.frame.process, step.entry
        if process is None:
            _, size = walk.record(holder, entry, step.nested, _NUMBER)
        else:
            size = walk.decoded(holder, step.nested)
        plan = self._plan(walk, size, deeper, entry, holder)
        if process is None:
            return Inside(step.way, listed=True, plan=plan)
        return Inside(step.way, listed=False, plan=plan, process=process.name, arguments=_arguments(process, entry))

    def _step(self, type: str, rest: tuple[Way, ...]) -> _Step:
        """The next thing on the way to the innermost list that is made before what it lies in."""
        way, *further = rest
        for place, name in enumerate(way, 1):
            entry = next((one for one in self.plans[type].entries if one.name == name), None)
            if entry is None:
                raise Refusal(_CALCULATED, self.library.types[type].loc)
            frame = entry.frame
            if entry.placed:
                raise Refusal("such a field with a place of its own", entry.loc)
            if not isinstance(entry.item, Nested):
                raise Refusal("lists in lists that lie in some cases of a switch", entry.loc)
            if frame.process is not None and entry.count is None:
                return _Step(way[:place], entry, entry.item, (way[place:], *further))
            if frame.process is not None:
                raise Refusal("a list of which each element is processed", entry.loc)
            if place == len(way):
                if frame.kind not in ("none", "eos", "size") or frame.terminator or frame.pad_right is not None:
                    raise Refusal("elements that end at a mark", entry.loc)
                return _Step(way, entry, entry.item, tuple(further))
            type = entry.item.type
        raise AssertionError(rest)


def _way(path: SpecExpr, view: View) -> Way:
    """The names that lead to a list: of the root, or of an element of the list before it."""
    match path:
        case Name(name) | Member(Item(), name):
            return (name,)
        case Member(target, name):
            return (*_way(target, view), name)
    raise Refusal(_CALCULATED, view.loc)


def _arguments(process: Process, entry: Entry) -> tuple[int | str, ...]:
    """What a process is told, where the spec says it."""
    if process.beside or process.handed:
        raise Refusal("processed bytes of a class that belongs to the spec", entry.loc)
    found: list[int | str] = []
    for argument in process.args:
        items = argument.items if isinstance(argument, ListLiteral) else ()
        numbers = [item.value for item in items if isinstance(item, Literal_) and isinstance(item.value, int)]
        if isinstance(argument, Literal_) and isinstance(argument.value, int):
            found.append(argument.value)
        elif numbers and len(numbers) == len(items):
            found.append(bytes(numbers).hex())
        else:
            raise Refusal("processed bytes with such arguments", entry.loc)
    return tuple(found)
