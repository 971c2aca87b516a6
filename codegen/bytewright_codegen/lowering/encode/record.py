"""A record while it is written symbolically: steps, and what rows must hold."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, cast

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import Binary, Const, Expr, encoding
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Name
from bytewright_codegen.lowering.encode.context import Elsewhere, Here, Open, Path, Presence
from bytewright_codegen.lowering.expressions.header import Header
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import Context, Structure, Value
from bytewright_codegen.lowering.layout.structures import Layout
from bytewright_codegen.plans.reading import Entry, RecordPlan
from bytewright_codegen.plans.writing import EntryWriting, WritingPlan


class Record:
    """What has been written of a record, and what rows hold for it.

    Args:
        steps: where checks and names go.
        plans: record plans by type.
        writings: derive plans by type.
        sizes: sizes.
        header: what is known before the records.
        given: the way to a list, or a processed structure, made on its own, that rows hold as bytes; empty: there is
            none.
        places: the ways to fields that rows hold, though they follow from where something lies.

    Attributes:
        sources: what rows may hold, by the way to it.
        within: types that are being written, the outermost first.
        opened: what is known of structures, by their identities.
        sums: checksums, which come behind all else.
        streams: what lies at places of its own in streams, the outermost first; None: nothing may.
        counts: what fields are that count lists further away, by their ways.
        anywhere: whether it is an element of a list that lies anywhere.
        fronts: strings of such an element that begin as those of the one before it.
        rooms: structures of such an element without fields of their own, in which others lie.
        ends: where streams end of which something asks that.
        apart: the field of a record that is made apart.
        told: the numbers that what is given is processed by.
        leads: whether something around the records says sizes or counts of what is in each.
    """

    def __init__(
        self,
        steps: Steps,
        plans: Mapping[str, RecordPlan],
        writings: Mapping[str, WritingPlan],
        sizes: Sizes,
        header: Header | None,
        given: Path,
        places: Collection[Path],
    ) -> None:
        self.given = given
        self.places = places
        self.steps = steps
        self.library = steps.library
        self.plans = plans
        self.writings = writings
        self.layout = Layout(steps, plans, sizes, header)
        self.layout.rules.always = True
        self.evaluation = self.layout.evaluation
        self.counts: dict[Path, Expr] = {}
        self.sources: dict[Path, encoding.Source] = {}
        self.within: list[str] = []
        self.opened: dict[int, Open] = {}
        self.sums: list[encoding.Step] = []
        self.streams: list[Elsewhere | None] = []
        self.anywhere = False
        self.fronts: list[encoding.Fronted] = []
        self.rooms: list[Path] = []
        self.ends: set[Expr] = set()
        self.leads = False
        self.told: tuple[Expr, ...] = ()
        self.apart: Entry | None = None

    @property
    def written(self) -> list[encoding.Step]:
        """The steps so far."""
        return cast("list[encoding.Step]", self.steps.written)

    def add(self, step: encoding.Step) -> None:
        """Note a step."""
        self.steps.build(step)
        self.written.append(step)

    def source(self, way: Path, kind: str, **meaning: Any) -> None:
        """Note what rows may hold; ``meaning``: see `bytewright.kernels.plan.encoding.Source`."""
        known = self.sources.get(way)
        if known is None or known.kind == "any":
            self.sources[way] = encoding.Source(way, kind, **meaning)

    def items(self, way: Path) -> Expr:
        """How many elements a list has, which rows hold."""
        if not self.given or way != self.given:
            self.source(way, "list")
            return kernel.Items(way)
        counted = (encoding.COUNT, *way)
        self.source(counted, "u8le")
        return kernel.Held(counted)

    def check(self, here: Here, condition: Expr, guard: Expr | None) -> None:
        """Refuse rows for which a condition doesn't hold."""
        self.steps.check(here.domain, condition, here.path, guard)

    def context(self, structure: Structure, here: Here, **special: Value) -> Context:
        """What expressions of a structure see there."""
        index: dict[str, Value] = {} if here.index is None else {"_index": here.index}
        return Context(structure, here.domain, {**index, **special}, here.guard)

    def inside(self, structure: Structure, entry: Entry, guard: Expr | None) -> Here:
        """Where a field of a structure is written: behind those before it."""
        path = f"{structure.path}.{entry.name}".lstrip(".") if entry.named else structure.path
        way = (*self.opened[id(structure)].way, entry.name)
        return Here(structure.domain, structure.position, structure, path, way, guard, structure.index)

    def presence_of(self, structure: Structure, entry: Entry) -> Presence | None:
        """The bits around a structure that say whether one of its members is there."""
        if structure.parent is None:
            return None
        opened = self.opened.get(id(structure.parent))
        return None if opened is None else opened.presence.get(entry.name)

    def leave_out(self, here: Here, guard: Expr | None) -> None:
        """Refuse rows that have something that must not be there."""
        self.source(here.way, "any")
        self.check(here, Binary("==", kernel.There(here.way), Const(0)), guard)

    def require(self, structure: Structure, one: EntryWriting, here: Here) -> None:
        """Refuse rows without a value that must be there, or with one that must not."""
        if here.told or self.presence_of(structure, one.entry) is not None or one.otherwise:
            return
        there = kernel.There(here.way)
        if here.guard is None:
            self.check(here, there, None)
        else:
            self.check(here, Binary("==", there, here.guard), None)

    def stands(self, structure: Structure, entry: Entry) -> bool:
        """Whether the value of an entry stands for its structure."""
        shown = self.library.types[structure.type].shown_as
        return isinstance(shown, Name) and shown.name == entry.name

    def is_calculated(self, structure: Structure) -> bool:
        """Whether what stands for a structure is calculated of its fields, which rows then don't hold."""
        shown = self.library.types[structure.type].shown_as
        return isinstance(shown, Name) and shown.binding == "instance"


def steps_of(steps: Iterable[object]) -> tuple[encoding.Step, ...]:
    """Steps of an encoding plan: records that readers leave to objects are left to them when they are written, too."""
    return tuple(
        kernel.Check(step.domain, step.condition, step.field) if isinstance(step, kernel.Aside) else step
        for step in cast("Iterable[encoding.Step | kernel.Aside]", steps)
    )
