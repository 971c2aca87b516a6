"""Where the value of an expression comes from: the members that it leads to, as conditions decide, where calculated
values only stand for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bytewright_codegen.analysis.absence import Absence, is_path
from bytewright_codegen.ir.expressions import Conditional, Expr, Member, Name
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.walk import seen_from

_HOPS = 16
"""Calculated values that stand for each other, at most."""


@dataclass(frozen=True, slots=True)
class Fork:
    """A condition decides.

    Attributes:
        test: the condition.
        then: where the value comes from where it holds; None: there is none.
        otherwise: likewise, where it doesn't.
        within: the structure that the condition is about, if that may be absent: there is no value then.
    """

    test: Expr
    then: Route
    otherwise: Route
    within: Expr | None = None


Route = Expr | Fork | None
"""Where a value comes from: an expression that isn't taken apart further, a `Fork`, or nowhere (None)."""


@dataclass(frozen=True, slots=True)
class Test:
    """A condition holds, or, if ``absent``, a structure isn't there."""

    expr: Expr
    absent: bool = False


Tests = tuple[Test, ...]
"""All of them."""


def branches(route: Route, tests: Tests = ()) -> Iterator[tuple[Tests, Expr | None]]:
    """The branches of a route, of which the first counts whose tests all hold: its tests, and where the value comes
    from then (None: there is none).

    Args:
        route: where a value comes from.
        tests: what stands before those of each branch.
    """
    if not isinstance(route, Fork):
        yield tests, route
        return
    if route.within is not None:
        yield (*tests, Test(route.within, absent=True)), None
    yield from branches(route.then, (*tests, Test(route.test)))
    yield from branches(route.otherwise, tests)


def route_of(absence: Absence, expr: Expr, hops: int = _HOPS) -> Route:
    """Where the value of an expression comes from, as seen from where that stands."""
    if isinstance(expr, Conditional):
        then, otherwise = (route_of(absence, side, hops) for side in (expr.then, expr.otherwise))
        return Fork(expr.test, then, otherwise)
    member = absence.member(expr)
    if not isinstance(member, ValueInstance) or not isinstance(expr, Name | Member) or not hops:
        return expr
    if not isinstance(member.expr, Conditional) and not is_path(member.expr):
        return expr
    value: Expr | None = member.expr
    condition, within = member.condition, None
    if isinstance(expr, Member):
        value = seen_from(member.expr, expr.target)
        condition = seen_from(condition, expr.target) if condition is not None else None
        within = expr.target if absence.is_absent(expr.target) else None
    if value is None or (condition is None and member.condition is not None):
        return expr
    found = route_of(absence, value, hops - 1)
    if condition is not None:
        return Fork(condition, found, None, within)
    if isinstance(value, Conditional) and isinstance(found, Fork):
        return Fork(found.test, found.then, found.otherwise, within)
    return found


def ends_of(route: Route) -> Iterator[Expr]:
    """All that a value may come from."""
    if isinstance(route, Fork):
        yield from ends_of(route.then)
        yield from ends_of(route.otherwise)
    elif route is not None:
        yield route
