"""The encoders of all list columns of one file: the kernel encodes all of them, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pyarrow as pa

from bytewright.codec.plan_file import PlanFile, place_name
from bytewright.columnar.encode.entry_columns import EntryColumns, refuse_lists, refuse_unended, refuse_unlike
from bytewright.columnar.encode.entry_mapping import Mirror
from bytewright.columnar.encode.list_columns import Coders, ListColumns
from bytewright.kernels.drivers.encoder import Encoder, Programs
from bytewright.kernels.plan.encoding import ElementsPlan, EncodingPlan, MirrorPlan
from bytewright.kernels.plan.failures import Unsupported

Place = tuple[type, str]
"""A field of a class of structures."""


class ListEncoders:
    """What encodes the elements of one file.

    Args:
        plans: of the codec.
        mirrors: by class and field, of the plan for it, how columns become structures without bytes, one for each
            element of another list.

    Attributes:
        reason: why the kernel can't make some; empty: it makes all.
    """

    def __init__(self, plans: PlanFile, mirrors: Mapping[Place, Callable[[MirrorPlan], Mirror]]) -> None:
        self._plans = plans
        self._mirrors = mirrors
        self._made: dict[tuple[Place, bool], Coders] = {}
        self.reason = ""

    def take(self, elements: ListColumns) -> bool:
        """Have the kernel make elements, of the lists that a field holds, and what lies in them; whether it can."""
        try:
            self._take(elements)
        except Unsupported as refused:
            rest = f"elements from {refused.where} on: " if refused.where is not None else ""
            self.refuse(rest + refused.reason)
        except pa.ArrowException as error:
            self.refuse(str(error))
        else:
            return True
        return False

    def refuse(self, reason: str) -> None:
        """The kernel can't make some; the first reason stays."""
        self.reason = self.reason or reason

    def give_up_strays(self, laid: Iterable[ListColumns]) -> None:
        """Have objects make what refers to elements that they make, of some that have been taken, and so on."""
        strays = [elements for elements in laid if elements.is_stray]
        while strays:
            self.refuse("elements that refer to others, which objects make")
            for elements in strays:
                elements.give_up()
            strays = [elements for elements in laid if elements.is_stray]

    def _take(self, elements: ListColumns) -> None:
        plan = self._plans.elements.get(place_name(*elements.wanted)) if elements.wanted is not None else None
        if plan is None or elements.wanted is None:
            name = ".".join((elements.wanted[0].__name__, elements.wanted[1])) if elements.wanted else "no list"
            raise Unsupported(f"the kernel can't make the elements of {name}")
        if {(name,) for name in elements.inside} != set(plan.rooms):
            raise Unsupported("what lies in elements isn't said")
        filled = {name: self._inside(elements, name, other) for name, other in elements.inside.items()}
        elements.measure(plan, self._coders(elements.wanted, plan), filled)
        for name, inner in filled.items():
            elements.inside[name].within = inner

    def _coders(self, place: Place, plan: ElementsPlan, *, inside: bool = False) -> Coders:
        """What makes elements, and what measures them."""
        found = self._made.get((place, inside))
        if found is None:
            found = Coders(*(Encoder(made, programs=programs) for made, programs in _programs(plan)))
            self._made[place, inside] = found
        return found

    def _inside(self, entries: ListColumns, room: str, elements: ListColumns) -> EntryColumns:
        """What lies in a structure of each entry, as the elements say which stand for these."""
        made = self._mirrors.get(elements.wanted) if elements.wanted is not None else None
        mirror = made(self._plans.mirrors[place_name(*elements.wanted)]) if made and elements.wanted else None
        if mirror is None or elements.wanted is None or mirror.plan.room != room:
            raise Unsupported("what lies in elements is said by no list beside theirs")
        refuse_unlike(elements, entries, mirror)
        refuse_lists(elements, entries, mirror)
        for plan, one in zip(mirror.plan.lists, mirror.lists, strict=True):
            held = elements.refers.get(plan.way)
            if held is None:
                continue
            held.want(one.holder, plan.way[-1])
            if not held.take(self):
                raise Unsupported(self.reason)
            refuse_unended(held, elements.lists_at(plan.way), plan, one)
        found = EntryColumns(elements, mirror)
        found.measure(mirror.plan.inside, self._coders(elements.wanted, mirror.plan.inside, inside=True))
        return found


_Assembled = tuple[EncodingPlan, Programs]
_assembled: dict[int, tuple[ElementsPlan, tuple[_Assembled, ...]]] = {}
"""What files have had assembled, by the plan's identity: to find two plans equal takes as long as to assemble one."""
_MOST_PLANS = 64


def _programs(plan: ElementsPlan) -> tuple[_Assembled, ...]:
    """What makes the elements of a plan, and what measures them, with what has been assembled of that; see `Coders`."""
    known = _assembled.get(id(plan))
    if known is None:
        while len(_assembled) >= _MOST_PLANS:
            _assembled.pop(next(iter(_assembled)), None)
        made = plan.making(), plan.measuring(), plan.measuring(checked=False)
        known = _assembled[id(plan)] = plan, tuple((one, {}) for one in made)
    return known[1]
