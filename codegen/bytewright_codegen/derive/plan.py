"""Derive plans: which fields follow from others, inferred from sizes, counts, constants and ``-derive``."""

from __future__ import annotations

from bytewright_codegen.analysis.field_paths import Ways
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.analysis.slots import present_by_size
from bytewright_codegen.analysis.solve import Isolation
from bytewright_codegen.derive.clue_rules import Telling
from bytewright_codegen.derive.equations import Equations
from bytewright_codegen.derive.layout_equations import Settling
from bytewright_codegen.derive.stated_equations import Stated
from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.ir.expressions import Binary, Expr, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Spec
from bytewright_codegen.plans.reading import Entry, RecordPlan
from bytewright_codegen.plans.writing import EntryWriting, Told, WritingPlan


def derive(library: Library, spec: Spec, plans: tuple[RecordPlan, ...], known: Sizes) -> tuple[WritingPlan, ...]:
    """The derive plan of every type of a spec, in the order of its record plans.

    Args:
        library: the resolved specs.
        spec: the spec to plan.
        plans: its record plans.
        known: the sizes of its types.

    Raises:
        SpecErrors: a ``-derive`` names something that is not there.
    """
    return _Deriver(library, spec, plans, known).plan()


class _Deriver:
    def __init__(self, library: Library, spec: Spec, plans: tuple[RecordPlan, ...], known: Sizes) -> None:
        self._plans = plans
        self._equations = Equations(library)
        ways = Ways(library, spec, known)
        isolation = Isolation(library.types)
        self._stated = Stated(library, ways, self._equations)
        self._settling = Settling(library, plans, ways, isolation, self._equations, self._stated)
        self._telling = Telling(library, ways, isolation, self._equations)

    def plan(self) -> tuple[WritingPlan, ...]:
        entries = [(plan.type, entry) for plan in self._plans for entry in plan.written]
        for owner, entry in entries:
            self._stated.note(owner, entry)
        self._settling.settle()
        for owner, entry in entries:
            self._stated.note_rule(owner, entry)
        self._settling.note_common_sizes()
        for owner, entry in entries:
            self._telling.note(owner, entry)
        if self._stated.problems:
            raise SpecErrors(tuple(self._stated.problems))
        return tuple(
            WritingPlan(
                plan.type,
                tuple(self._writing(plan.type, entry) for entry in plan.entries),
                tuple(self._settling.notes(plan.type)),
            )
            for plan in self._plans
        )

    def _writing(self, owner: str, entry: Entry) -> EntryWriting:
        place = owner, entry.index
        stated, settling, telling = self._stated, self._settling, self._telling
        late = self._rests_on_late(entry.frame.size, entry.condition, entry.count.expr if entry.count else None)
        return EntryWriting(
            entry=entry,
            equation=self._equations.get(place),
            default=entry.attribute.default,
            gap=late and not entry.named and _is_gap(entry),
            verify=late,
            before=tuple(stated.before.get(place, ())),
            after=tuple(stated.after.get(place, ())),
            otherwise=tuple(s for s in (settling.otherwise.get(place),) if s is not None),
            noted=place in stated.noted,
            by_size=late and present_by_size(entry.attribute),
            place=settling.places.get(place),
            sizes=tuple(settling.sizes.get(place, ())),
            lengths=tuple(settling.lengths.get(place, ())),
            places=tuple(settling.answered_places.get(place, ())),
            told=tuple(
                Told(use.type, use.name, use.expr, tuple(settling.passed[use.key]))
                for use in settling.tells.get(place, ())
            ),
            settled=tuple(settling.counts.settled.get(place, ())),
            inferred=tuple(telling.inferred(owner, entry)),
            closings=tuple(telling.closings.get(place, ())),
            needless=telling.is_needless(place),
            assured=telling.is_assured(place),
            late=self._late(entry),
            late_count=entry.count is not None and self._equations.is_late(entry.count.expr),
            absences=tuple(settling.absences.get(place, ())),
            follows=settling.follows(owner, entry),
            fills=settling.fills(owner, entry),
        )

    def _late(self, entry: Entry) -> frozenset[str]:
        """What of an entry rests on late fields."""
        ruled = () if entry.valid is None else entry.valid.exprs
        late = {
            "size": self._rests_on_late(entry.frame.size),
            "condition": self._equations.is_late(entry.condition),
            "rule": any(map(self._equations.is_late, ruled)),
        }
        return frozenset(part for part, is_late in late.items() if is_late)

    def _rests_on_late(self, *parts: Expr | None) -> bool:
        return any(self._equations.rests_on_late(part) for part in parts if part is not None)


def _is_gap(entry: Entry) -> bool:
    """Whether bytes without an id only bridge the way to something whose place is derived."""
    size = entry.frame.size
    return isinstance(size, Binary) and size.operator == "-" and _is_position(size.right)


def _is_position(expr: Expr) -> bool:
    return (
        isinstance(expr, Member) and expr.name == "pos" and isinstance(expr.target, Name) and expr.target.name == "_io"
    )
