"""Values that are kept, and what they ask for: running values, which may rest on themselves, through the same value of
another structure; and those that would take many others each time they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bytewright_codegen.ir.expressions import Expr, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.values import ArrayValue
from bytewright_codegen.ir.walk import children

_MOST = 100
"""Values that one may have computed anew each time. Where each asks twice for the one before, they double."""

Instance = tuple[str, str]
"""A calculated value: the absolute name of its type, and its id."""


@dataclass(frozen=True, slots=True)
class RunningValues:
    """Calculated values that are kept, and what they rest on.

    Attributes:
        values: those that may rest on themselves, those on the way from one such value to another, and those that
            would have many others computed.
        asked: the calculated values that they ask for, themselves among these.
        lists: the lists that those ask for, by the absolute names of their types and their ids.
    """

    values: frozenset[Instance]
    asked: frozenset[Instance]
    lists: frozenset[tuple[str, str]]


def running_values(library: Library) -> RunningValues:
    """Find the running values of specs.

    Args:
        library: the resolved specs.
    """
    exprs: dict[Instance, tuple[Expr, ...]] = {}
    for definition in library.types.values():
        for instance in definition.instances:
            if isinstance(instance, ValueInstance):
                condition = () if instance.condition is None else (instance.condition,)
                exprs[definition.name, instance.id] = (instance.expr, *condition)
    asked = {name: {other for expr in stated for other in _instances(expr)} for name, stated in exprs.items()}
    for others in asked.values():
        others.intersection_update(exprs)
    values = _on_the_way(asked)
    values |= _costly(exprs, values)
    reached = set(values)
    waiting = list(values)
    while waiting:
        found = asked[waiting.pop()] - reached
        reached |= found
        waiting += found
    lists = {found for name in reached for expr in exprs[name] for found in _lists(expr)}
    return RunningValues(values, frozenset(reached), frozenset(lists))


def _costly(exprs: Mapping[Instance, tuple[Expr, ...]], kept: frozenset[Instance]) -> frozenset[Instance]:
    """The values that would have more than `_MOST` others computed, where those that are kept cost nothing.

    Args:
        exprs: what each value rests on.
        kept: those that are kept already, without which none rests on itself.
    """
    asked = {name: [other for expr in stated for other in _instances(expr)] for name, stated in exprs.items()}
    costs = dict.fromkeys(kept, 1)
    costly = set()
    for first in exprs:
        waiting = [first]
        while waiting:
            name = waiting[-1]
            unknown = [] if name in costs else [o for o in set(asked[name]) if o in asked and o not in costs]
            if unknown:
                waiting += unknown
                continue
            waiting.pop()
            if name not in costs:
                costs[name] = 1 + sum(costs.get(other, 0) for other in asked[name])
                if costs[name] > _MOST:
                    costly.add(name)
                    costs[name] = 1
    return frozenset(costly)


def _on_the_way(asked: Mapping[Instance, set[Instance]]) -> frozenset[Instance]:
    """The values that lead to a circle and to which one leads, by what each asks for."""
    asking: dict[Instance, set[Instance]] = {name: set() for name in asked}
    for name, others in asked.items():
        for other in others:
            asking[other].add(name)
    return _left(asked, asking) & _left(asking, asked)


def _left(near: Mapping[Instance, set[Instance]], far: Mapping[Instance, set[Instance]]) -> frozenset[Instance]:
    """What is left when all is taken away that leads nowhere but to what was taken away: it leads to a circle."""
    leads = {name: len(others) for name, others in near.items()}
    ended = [name for name, count in leads.items() if not count]
    while ended:
        name = ended.pop()
        del leads[name]
        for other in far[name]:
            leads[other] -= 1
            if not leads[other]:
                ended.append(other)
    return frozenset(leads)


def _instances(expr: Expr) -> Iterator[Instance]:
    return ((part.owner, part.name) for part in _members(expr) if part.binding == "instance" and part.owner is not None)


def _lists(expr: Expr) -> Iterator[tuple[str, str]]:
    for part in _members(expr):
        if part.binding in ("attribute", "parameter") and part.owner is not None and isinstance(part.type, ArrayValue):
            yield part.owner, part.name


def _members(expr: Expr) -> Iterator[Name | Member]:
    left = [expr]
    while left:
        part = left.pop()
        if isinstance(part, Name | Member):
            yield part
        left.extend(children(part))
