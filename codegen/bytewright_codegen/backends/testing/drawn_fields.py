"""Which fields are drawn that a writer would find out, and what is known of a model while it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Set

from bytewright_codegen.analysis.dependencies import Place
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.reader import padding
from bytewright_codegen.backends.testing.field_roles import held
from bytewright_codegen.ir.expressions import Expr, Name
from bytewright_codegen.ir.walk import children
from bytewright_codegen.plans.reading import Choice, Nested, Raw, Text, frame_of
from bytewright_codegen.plans.writing import QUANTITY, EntryWriting, LengthOf, SizeOf


class DrawnFields:
    """Late fields that are drawn all the same.

    Args:
        plans: of the codec.
        writings: how its entries, and those of what it imports, are written.
        nowhere: the fields that say where something lies, and what they say where it is nowhere.

    Attributes:
        solutions: those that say the size of bytes or text, which can be decided before these are drawn, and how they
            follow from it.
        chosen: those that say how large something is, and what it is as well: a writer can't find out the latter.
        lengths: those that are found when a list is written, whose length can be drawn, and how they follow from it.
    """

    def __init__(
        self, plans: CodecPlans, writings: Mapping[Place, EntryWriting], nowhere: Mapping[Place, Expr]
    ) -> None:
        self._plans = plans
        self._dependencies = plans.dependencies
        self._writings = writings
        self._nowhere = nowhere
        self.solutions = {place: solution for place in writings if (solution := self._solution(place)) is not None}
        self.chosen: set[Place] = set()
        self.lengths: dict[Place, Expr] = {}
        self._drop_unknown()
        self.chosen = self._chosen_fields()
        self.lengths = self._length_fields()

    def _chosen_fields(self) -> set[Place]:
        """Fields that say how large something is, and what it is as well: a writer can't find out the latter."""
        on = [w.entry.item.on for w in self._writings.values() if isinstance(w.entry.item, Choice)]
        return {
            place
            for place in self._dependencies(*on).fields
            if place in self._writings and place not in self.solutions and self._plans.settable(self._writings[place])
        }

    def _length_fields(self) -> dict[Place, Expr]:
        """Fields that are found when a list is written, whose length can be drawn, and how they follow from it."""
        found: dict[Place, Expr] = {}
        for (type, _), writing in self._writings.items():
            for answer in writing.lengths:
                place = held(type, answer.way, answer.field)
                plain = not (answer.base or answer.digits or answer.element)
                if place is None or place not in self._writings:
                    continue
                if plain and _is_over_quantity(answer.values[0]):
                    equation = self._writings[place].equation
                    if equation is not None and isinstance(equation.quantity, LengthOf):
                        found.setdefault(place, answer.values[0])
        return found

    def _solution(self, place: Place) -> Expr | None:
        """How a field follows from the size of bytes or text, whose size can be decided before they are drawn."""
        equation = self._writings[place].equation
        if equation is None or not isinstance(equation.quantity, SizeOf):
            return None
        type = place[0]
        if equation.quantity.of.holder or equation.base or equation.shared:
            return None
        for id, _ in equation.quantity.of.steps:
            found = next((w for (t, _), w in self._writings.items() if t == type and w.entry.attribute.id == id), None)
            if found is None:
                return None
            if isinstance(found.entry.item, Raw | Text):
                if padding(frame_of(found.entry, found.entry.item)):  # a writer decides how much
                    return None
                told = [s.value for s in found.after if s.field == place[1] and s.name == equation.name]
                for answer in found.sizes:
                    if answer.field == place[1] and answer.name == equation.name and not (answer.when or answer.base):
                        told += answer.values
                return told[0] if len(told) == 1 else None
            if not isinstance(found.entry.item, Nested):
                return None
            type = found.entry.item.type
        return None

    def _drop_unknown(self) -> None:
        """Leave those to the writer that rest on more than is known when they are drawn."""
        again = True
        while again:
            unknown = [place for place, solution in self.solutions.items() if not self._in_time(place, solution)]
            again = bool(unknown)
            for place in unknown:
                del self.solutions[place]

    def _in_time(self, place: Place, solution: Expr) -> bool:
        """Whether all that a solution asks for but the field itself is drawn before it."""
        type, index = place
        return self.known(solution) and not any(t == type and i > index for t, i in self._dependencies(solution).fields)

    def known(self, *exprs: Expr | None) -> bool:
        """Whether expressions can be computed before anything is placed."""
        trace = self._dependencies(*exprs)
        if trace.stream:
            return False
        for place in trace.fields:
            equation = self._writings[place].equation if place in self._writings else None
            if equation is not None and equation.late and place not in self._drawn_early:
                return False
        return True

    @property
    def _drawn_early(self) -> Set[Place]:
        """The late fields that are drawn all the same."""
        return self.solutions.keys() | self.chosen | self.lengths.keys()

    def condition(self, condition: Expr, expressions: PythonExpressions) -> str:
        """Whether something is there, as source."""
        if self.known(condition):
            return expressions(condition)
        if self._dependencies(condition).stream:
            return f"draft.standing(self, lambda: {expressions(condition)})"
        return f"draft.holds(lambda: {expressions(condition)})" if self.is_told(condition) else "draft.either()"

    def is_told(self, condition: Expr) -> bool:
        """Whether all that isn't known yet is where something lies, which is nowhere or somewhere."""
        return not self._dependencies(condition).stream and self._undrawn(condition) <= self._nowhere.keys()

    def _undrawn(self, expr: Expr) -> Set[Place]:
        """The late fields that an expression asks for and that aren't drawn."""
        fields = {place for place in self._dependencies(expr).fields if place in self._writings}
        late = {place for place in fields if (equation := self._writings[place].equation) and equation.late}
        return late - self._drawn_early

    def is_cleared(self, place: Place) -> bool:
        """Whether a field is drawn only as others ask for it: a writer finds it out."""
        return place not in self.chosen and (place in self.lengths or place in self._nowhere)


def _is_over_quantity(expr: Expr) -> bool:
    """Whether an expression asks for nothing but what is measured."""
    if isinstance(expr, Name):
        return expr.name == QUANTITY
    return all(_is_over_quantity(child) for child in children(expr))
