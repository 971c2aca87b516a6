"""Running values: calculated values that may rest on themselves, through the same value of another structure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bytewright_codegen.ir.expressions import Expr, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.walk import children

Instance = tuple[str, str]
"""A calculated value: the absolute name of its type, and its id."""


def running_values(library: Library) -> frozenset[Instance]:
    """The calculated values that may rest on themselves, and those on the way from one such value to another.

    Args:
        library: the resolved specs.
    """
    asked: dict[Instance, set[Instance]] = {}
    for definition in library.types.values():
        for instance in definition.instances:
            if isinstance(instance, ValueInstance):
                exprs = (instance.expr,) if instance.condition is None else (instance.expr, instance.condition)
                asked[definition.name, instance.id] = {name for expr in exprs for name in _instances(expr)}
    asking: dict[Instance, set[Instance]] = {name: set() for name in asked}
    for name, others in asked.items():
        others.intersection_update(asked)
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
    left = [expr]
    while left:
        part = left.pop()
        if isinstance(part, Name | Member) and part.binding == "instance" and part.owner is not None:
            yield part.owner, part.name
        left.extend(children(part))
