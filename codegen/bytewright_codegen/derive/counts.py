"""Counts of lists that are known before a byte is written."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bytewright_codegen.analysis.dependencies import Place
from bytewright_codegen.analysis.field_paths import Ways
from bytewright_codegen.analysis.solve import Isolation, Reference
from bytewright_codegen.derive.equations import Equations
from bytewright_codegen.derive.measured_sizes import Demand
from bytewright_codegen.ir.expressions import Expr, Item, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import BitsWire, IntWire
from bytewright_codegen.ir.walk import asks_stream, children
from bytewright_codegen.plans.writing import QUANTITY, CountOf, Equation, Path, Settled


@dataclass(frozen=True, slots=True)
class _Counted:
    """A list that a count counts: its place, the way to it, how the count follows, whether it is always there."""

    place: Place
    path: Path
    value: Expr
    certain: bool


class Counts:
    """Makes equations of the fields that count lists.

    Attributes:
        settled: the counts that are settled when the deriving of a structure comes to a field of it.
    """

    def __init__(self, library: Library, ways: Ways, isolation: Isolation, equations: Equations) -> None:
        self._types = library.types
        self._ways = ways
        self._isolation = isolation
        self._equations = equations
        self._counts: dict[Place, dict[tuple[str, tuple[str, ...]], list[_Counted]]] = {}
        self.settled: dict[Place, list[Settled]] = {}

    def note(self, demand: Demand, reference: Reference) -> bool:
        """Note that a field is the number of elements of a list, where that is known before a byte is written."""
        if reference.parameter or reference.element is not None or reference.when or reference.base:
            return False
        if reference.digits is not None:
            return False
        key = (reference.owner, self._ways.index_of(reference))
        if key in self._equations and key not in self._counts:
            return True
        descent = self._isolation.descent(demand.owner, reference.way)
        if descent is None or not isinstance(self._ways.wire(key), IntWire | BitsWire):
            return False
        climb, below = descent
        down = self._ways.path_down(demand.owner, climb)
        if down is None or not reference.exact or not self._is_early(reference.value, own=not climb and not below):
            return False
        entry = demand.entry
        path = Path((*down, (entry.name, True)))
        certain = not climb and not below and entry.condition is None and entry.attribute.default is None
        certain = certain and not entry.placed  # which may be left out
        counted = _Counted((demand.owner, entry.index), path, reference.value, certain)
        pivot = self._ways.above(demand.owner, climb)
        self._counts.setdefault(key, {}).setdefault((pivot, below), []).append(counted)
        self.settle()
        return True

    def _is_early(self, value: Expr, *, own: bool) -> bool:
        """Whether a solution can be computed before a byte is written; ``own``: also if it asks for other fields."""
        if isinstance(value, Name) and value.name == QUANTITY:
            return True
        if isinstance(value, Name | Member | Item) and (
            not own or asks_stream(value) or self._equations.rests_on_late(value)
        ):
            return False
        return all(self._is_early(child, own=own) for child in children(value))

    def settle(self) -> None:
        """Make equations of the counts that are known by now; a list that follows from others itself counts nothing."""
        self.settled.clear()
        for (owner, field), groups in self._counts.items():
            attribute = self._types[owner].fields[field]
            lists = []
            certain = False
            for (pivot, below), group in groups.items():
                counted = [one for one in group if one.place not in self._equations]
                certain |= any(one.certain for one in counted)
                lists += [(replace(one.path, holder=pivot if below else ""), one.value) for one in counted]
                if below:
                    at = next(i for i, a in enumerate(self._types[pivot].attributes) if a.id == below[0])
                    quantity = CountOf(tuple((one.path, one.value) for one in counted), certain=False)
                    self.settled.setdefault((pivot, at), []).append(Settled(below, owner, field, quantity))
            quantity = CountOf(tuple(lists), certain)
            self._equations[owner, field] = Equation(owner, field, attribute.id or "", quantity, attribute.loc)
