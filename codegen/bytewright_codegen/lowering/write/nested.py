"""Encoding plans of views that go through lists in lists: what lies inside is made first, and given to what is around.

The elements of the outermost list are the records of a file (`bytewright_codegen.lowering.write.encoding`). Each of
them, each structure whose bytes go through a process, and each element of a list further in is written symbolically by
itself: nothing is known of what lies around it, and of what lies in it only its bytes and how many elements it has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RECORDS, Const, Expr
from bytewright.kernels.plan.encoding import EncodingPlan, Inside
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Cast, Item, ListLiteral, Literal_, Member, Name
from bytewright_codegen.ir.expressions import Expr as SpecExpr
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Process, Spec
from bytewright_codegen.ir.values import IntValue
from bytewright_codegen.ir.views import View
from bytewright_codegen.lowering.encode import Writing
from bytewright_codegen.lowering.expressions.header import Header
from bytewright_codegen.lowering.expressions.steps import Steps, not_too_deep
from bytewright_codegen.lowering.expressions.values import Num, Refusal, Stream, Structure
from bytewright_codegen.lowering.read.row_plans import NoPlan, Refused
from bytewright_codegen.lowering.write.encoding import Encoded, asked_of, ends_list, of_file, parts_asked, verify
from bytewright_codegen.plans.reading import Choice, Entry, Nested, RecordPlan
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
        through: the types of the structures on the way to it.
    """

    way: Way
    entry: Entry
    nested: Nested
    rest: tuple[Way, ...]
    through: tuple[str, ...]


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


def innermost(
    library: Library,
    spec: Spec,
    view: View,
    plans: Mapping[str, RecordPlan],
    writings: Mapping[str, WritingPlan],
    known: Sizes,
) -> tuple[Writing, Structure]:
    """An element of the innermost of the lists that a view goes through, and what has written it.

    Args:
        library: the resolved specs.
        spec: the one whose files are made.
        view: the view.
        plans: record plans of all types of the library, by absolute name.
        writings: derive plans, likewise.
        known: sizes.

    Raises:
        Refusal: the kernel can't make its rows.
    """
    levels = _Elements(library, plans, writings, known)
    levels.encoded(spec, view)
    return levels.written[-1]


def refusals(
    library: Library,
    spec: Spec,
    view: View,
    plans: Mapping[str, RecordPlan],
    writings: Mapping[str, WritingPlan],
    known: Sizes,
) -> Refused:
    """Why the kernel can't make the rows of a view that goes through lists in lists: all that `encode_nested` would
    meet, of which it says the first.

    Args:
        library: the resolved specs.
        spec: the one whose files are made.
        view: the view.
        plans: record plans of all types of the library, by absolute name.
        writings: derive plans, likewise.
        known: sizes.

    Returns:
        What stands in the way of all columns; and of fields of an element: of one of the innermost list by its name, of
        one further out by the list's name, too (``blocks.time``).
    """
    try:
        names = tuple(_way(path, view)[-1] for path in view.lists)
    except Refusal as refusal:
        return Refused((NoPlan.of(refusal),), {})
    survey = _Survey(library, plans, writings, known, names=names)
    try:
        with not_too_deep(spec.loc):
            survey.encoded(spec, view)
    except Refusal as refusal:
        survey.noted.append(refusal)
    fields: dict[str, tuple[NoPlan, ...]] = {}
    for owner, within, of_fields in survey.fields:
        for way, refused in of_fields:
            key = f"{owner}{(*within, *way)[0]}"
            fields[key] = tuple(dict.fromkeys((*fields.get(key, ()), NoPlan.of(refused))))
    return Refused(tuple(dict.fromkeys(map(NoPlan.of, survey.noted))), fields)


@dataclass(frozen=True)
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
            self._refuse(Refusal("rows that are more than elements of lists in lists", view.loc))
        records = of_file(self.library, spec, self.plans, self.writings, self._refuse)
        first, *ways = (_way(path, view) for path in view.lists)
        entry = records.entry
        if records.way or first != (entry.name,) or not isinstance(entry.item, Nested):
            raise Refusal("lists in lists of which the outermost isn't that of the file's records", view.loc)
        if records.sized or (entry.count is not None and entry.count.kind == "until"):
            what = "lists in lists of which what surrounds them says more than how many there are"
            self._refuse(Refusal(what, entry.loc))
        nested, holder = entry.item, records.holder
        walk, step = self._walk(nested, tuple(ways), records.header)
        size = self._made(walk, lambda: walk.record(holder, entry, nested, _NUMBER)[1])
        plan = self._plan(walk, size, step, entry, holder)
        if walk.leads:
            self._refuse(Refusal("a size that something outside of the record holds", entry.loc))
        plan = replace(plan, field=entry.name, counted=records.counted, rests=records.rests or records.counted)
        return asked_of(plan, walk)

    def _refuse(self, refusal: Refusal) -> None:
        """Go no further.

        Raises:
            Refusal: what stands in the way.
        """
        raise refusal

    def _made(self, walk: Writing, write: Callable[[], Expr]) -> Expr:
        """The size of what is written."""
        return write()

    def _wrote(self, walk: Writing, element: Structure) -> None:
        """An element of a list further in has been written."""

    def _walk(
        self, nested: Nested, rest: tuple[Way, ...], header: Header | None = None, within: Way = ()
    ) -> tuple[Writing, _Step | None]:
        """What writes a structure, and what lies in it that is made first; ``rest``: see `_Step`; ``within``: the way
        to the structure in its element, where it is none itself."""
        step = self._step(nested.type, rest) if rest else None
        given = () if step is None else step.way
        return Writing(Steps(self.library), self.plans, self.writings, self.sizes, header, given), step

    def _plan(
        self,
        walk: Writing,
        size: Expr,
        step: _Step | None,
        entry: Entry,
        holder: Structure,
        last: Sequence[Expr | None] = (),
    ) -> EncodingPlan:
        """The plan of what has been written; ``last``: whether it ends a list."""
        plan = EncodingPlan(walk.steps, size, tuple(walk.sources.values()), last=next(iter(last), None))
        self._check(plan, walk, step, entry)
        if step is None:
            return plan
        if step.way in _asked(walk.told, plan):
            self._refuse(Refusal("processed bytes with arguments that rest on them", step.entry.loc))
        inside = self._inside(step, entry, holder)
        return replace(plan, inside=replace(inside, told=walk.told))

    def _check(self, plan: EncodingPlan, walk: Writing, step: _Step | None, entry: Entry) -> None:
        """Refuse a plan that can't be run."""
        if step is not None and (step.way not in walk.sources or walk.sources[step.way].kind != "bytes"):
            raise Refusal("lists in lists that may be left out", step.entry.loc)
        verify(plan, entry.loc)

    def _inside(self, step: _Step, around: Entry, above: Structure) -> Inside:
        """What lies in a structure, of which nothing is known then."""
        assert isinstance(around.item, Nested)
        holder = above
        for type in (around.item.type, *step.through):
            holder = Structure(type, RECORDS, Stream(RECORDS, Const(0), Const(0)), Const(0), holder, "")
        process, entry = step.entry.frame.process, step.entry
        walk, deeper = self._walk(step.nested, step.rest, within=() if process is None else step.way)
        last: list[Expr | None] = []

        def element() -> Expr:
            found, size = walk.record(holder, entry, step.nested, _NUMBER)
            last.append(ends_list(walk, entry, holder, found))
            self._wrote(walk, found)
            return size

        size = self._made(walk, element if process is None else lambda: walk.decoded(holder, step.nested))
        plan = self._plan(walk, size, deeper, entry, holder, last)
        if process is None:
            return Inside(step.way, listed=True, plan=plan)
        arguments, texts = _arguments(process, entry)
        return Inside(step.way, listed=False, plan=plan, process=process.name, arguments=arguments, texts=texts)

    def _step(self, type: str, rest: tuple[Way, ...]) -> _Step:
        """The next thing on the way to the innermost list that is made before what it lies in."""
        way, *further = rest
        through: list[str] = []
        for place, name in enumerate(way, 1):
            entry = next((one for one in self.plans[type].entries if one.name == name), None)
            if entry is None:
                raise Refusal(_CALCULATED, self.library.types[type].loc)
            frame = entry.frame
            if entry.placed:
                self._refuse(Refusal("such a field with a place of its own", entry.loc))
            if isinstance(entry.item, Choice):
                raise Refusal("lists in lists that lie in some cases of a switch", entry.loc)
            if not isinstance(entry.item, Nested):
                raise Refusal("lists in lists whose elements aren't structures", entry.loc)
            if frame.process is not None and entry.count is None:
                return _Step(way[:place], entry, entry.item, (way[place:], *further), tuple(through))
            if frame.process is not None:
                self._refuse(Refusal("a list of which each element is processed", entry.loc))
            if place == len(way):
                if frame.kind not in ("none", "eos", "size") or frame.terminator or frame.pad_right is not None:
                    self._refuse(Refusal("elements that end at a mark", entry.loc))
                return _Step(way, entry, entry.item, tuple(further), tuple(through))
            type = entry.item.type
            through.append(type)
        raise AssertionError(rest)


@dataclass(frozen=True)
class _Elements(_Levels):
    """Keeps the elements of the lists further in, the innermost last, and what has written them."""

    written: list[tuple[Writing, Structure]] = field(default_factory=list)

    def _wrote(self, walk: Writing, element: Structure) -> None:
        self.written.append((walk, element))


@dataclass(frozen=True)
class _Survey(_Levels):
    """Goes on where it refuses something; what comes of it is no plan.

    Attributes:
        names: of the lists, the outermost first.
        noted: what stands in the way of all columns.
        fields: what stands in the way of fields: what their elements are called, the way to the structure in these that
            has them, and their ways in it.
    """

    names: tuple[str, ...] = ()
    noted: list[Refusal] = field(default_factory=list)
    fields: list[tuple[str, Way, list[tuple[Way, Refusal]]]] = field(default_factory=list)

    def _refuse(self, refusal: Refusal) -> None:
        self.noted.append(refusal)

    def _made(self, walk: Writing, write: Callable[[], Expr]) -> Expr:
        try:
            return super()._made(walk, write)
        except Refusal as refusal:
            self.noted.append(refusal)
            return Const(0)

    def _walk(
        self, nested: Nested, rest: tuple[Way, ...], header: Header | None = None, within: Way = ()
    ) -> tuple[Writing, _Step | None]:
        try:
            walk, step = super()._walk(nested, rest, header, within)
        except Refusal as refusal:
            self.noted.append(refusal)
            walk, step = super()._walk(nested, (), header, within)
        owner = "" if not rest else f"{self.names[-1 - len(rest)]}."
        walk.noted = []
        self.fields.append((owner, within, walk.noted))
        return walk, step

    def _check(self, plan: EncodingPlan, walk: Writing, step: _Step | None, entry: Entry) -> None:
        if walk.noted or self.noted:
            return  # what is missing may be what was refused
        try:
            super()._check(plan, walk, step, entry)
        except Refusal as refusal:
            self.noted.append(refusal)


def _way(path: SpecExpr, view: View) -> Way:
    """The names that lead to a list: of the root, or of an element of the list before it."""
    match path:
        case Name(name) | Member(Item(), name):
            return (name,)
        case Member(target, name):
            return (*_way(target, view), name)
        case Cast():
            raise Refusal("lists in one case of a switch", path.loc)
    raise Refusal(_CALCULATED, view.loc)


def _asked(told: tuple[Expr, ...], plan: EncodingPlan) -> set[Way]:
    """The ways to what expressions ask for, also by what names of a plan stand for."""
    named = {step.name: step for step in plan.steps if isinstance(step, kernel.Let)}
    return {one.path for one in parts_asked(named, told) if isinstance(one, kernel.Held | kernel.Size | kernel.There)}


def _arguments(process: Process, entry: Entry) -> tuple[tuple[int | str, ...], tuple[str, ...]]:
    """What a process is told where the spec says it, behind numbers that records say: numbers and bytes, then texts."""
    if process.beside or process.handed:
        raise Refusal("processed bytes of a class that belongs to the spec", entry.loc)
    found: list[int | str] = []
    texts: list[str] = []
    for argument in process.args:
        if isinstance(argument, Literal_) and isinstance(argument.value, str):
            texts.append(argument.value)
            continue
        if texts or (found and not isinstance(argument, Literal_ | ListLiteral)):
            raise Refusal("processed bytes with arguments in such an order", entry.loc)
        items = argument.items if isinstance(argument, ListLiteral) else ()
        numbers = [item.value for item in items if isinstance(item, Literal_) and isinstance(item.value, int)]
        if isinstance(argument, Literal_) and isinstance(argument.value, int):
            found.append(argument.value)
        elif numbers and len(numbers) == len(items):
            found.append(bytes(numbers).hex())
        elif isinstance(argument, Literal_ | ListLiteral) or not isinstance(argument.type, IntValue):
            raise Refusal("processed bytes with such arguments", entry.loc)
    return tuple(found), tuple(texts)
