"""Elements of lists that take no bytes: records with many are left to objects, which count those of all records."""

from __future__ import annotations

from bytewright.kernels import plan
from bytewright.kernels.plan import RECORDS, Aside, Binary, Given, Sum
from bytewright_codegen.lowering.expressions.arithmetic import difference
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import Place
from bytewright_codegen.plans.reading import Count


def bound_count(steps: Steps, count: Count, here: Place, number: plan.Expr) -> None:
    """Leave records aside with a list of more elements than bytes that are left, if these are many and may take none;
    there are so ``number`` of them."""
    if count.smallest or steps.is_silent:
        return
    few = Binary("<=", number, Given(plan.FREE_TURNS))
    left = difference(here.stream.end, here.position)
    steps.leave(here.domain, Binary("|", few, Binary("<=", number, left)), here.path)


def bound_empty(steps: Steps, count: Count, domain: str, is_empty: plan.Expr, path: str) -> None:
    """Leave records aside with many elements without bytes: those of a list, and of the lists before it."""
    if count.smallest or steps.is_silent:
        return
    number = is_empty
    while domain != RECORDS:
        domain, number = steps.parent(domain), Sum(domain, number)
    for step in reversed(steps.written):
        match step:
            case Aside(plan.RECORDS, Binary("<=", before, Given(plan.MOST_EMPTY))):
                number = Binary("+", before, number)
                break
    steps.leave(RECORDS, Binary("<=", number, Given(plan.MOST_EMPTY)), path)
