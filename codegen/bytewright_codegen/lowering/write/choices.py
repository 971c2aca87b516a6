"""Choice plans: by which of several fields a row has the value of a column, where conditions decide that.

Such a plan makes a byte for each record in place of its own: the number of the way that counts
(`bytewright.schema.view.Column.ways`), or how many there are where none does. It rests on what rows hold for other
fields and on the header, never on what a writer derives: objects, too, ask the conditions before anything follows from
what is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RECORDS, Const, Expr, encoding
from bytewright.kernels.plan.encoding import EncodingPlan
from bytewright.kernels.program.specialize_encoding import nodes_of
from bytewright_codegen.analysis.routes import Test, Tests
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import Spec
from bytewright_codegen.ir.views import View
from bytewright_codegen.lowering.encode import Writing
from bytewright_codegen.lowering.expressions.steps import not_too_deep
from bytewright_codegen.lowering.expressions.values import Context, Refusal, Structure
from bytewright_codegen.lowering.read.row_plans import NoPlan
from bytewright_codegen.lowering.write.encoding import Encoded, asked_of, of_file, parts_asked, verify, written
from bytewright_codegen.lowering.write.nested import innermost
from bytewright_codegen.plans.reading import RecordPlan
from bytewright_codegen.plans.writing import WritingPlan

_MOST = 255
"""Ways that a byte tells apart, with none."""


def choices(
    library: Library,
    spec: Spec,
    view: View | None,
    plans: Mapping[str, RecordPlan],
    writings: Mapping[str, WritingPlan],
    known: Sizes,
    columns: Mapping[str, Sequence[Tests]],
) -> dict[str, Encoded | NoPlan]:
    """How the kernel tells where columns of a view are stored, and what that asks of a header; or why it can't.

    Args:
        library: the resolved specs.
        spec: the one whose rows the kernel writes.
        view: the view, if it goes through lists in lists; otherwise its rows are records.
        plans: record plans of all types of the library, by absolute name.
        writings: derive plans, likewise.
        known: sizes.
        columns: the conditions of each column's ways, by its name.
    """
    found: dict[str, Encoded | NoPlan] = {}
    with not_too_deep(spec.loc):
        if view is None:
            records = of_file(library, spec, plans, writings)
            walk, element, _ = written(records, library, plans, writings, known)
        else:
            walk, element = innermost(library, spec, view, plans, writings, known)
        file = element
        while file.parent is not None:
            file = file.parent
        for name, ways in columns.items():
            try:
                found[name] = _choice(walk, Context(file, RECORDS, {"_": element}), ways, spec.loc)
            except Refusal as refusal:
                found[name] = NoPlan.of(refusal)
    return found


def _choice(walk: Writing, context: Context, ways: Sequence[Tests], loc: Location) -> Encoded:
    """The plan of one column."""
    if len(ways) > _MOST:
        raise Refusal("a column that is stored in one of so many fields", loc)
    before = len(walk.steps)
    chosen = _number(walk, context, ways, 0)
    own = tuple(walk.steps[before:])
    asked = _asked(walk.steps, chosen, [step for step in own if isinstance(step, kernel.Check)])
    kept = tuple(step for step in walk.steps if step in asked)
    for node in nodes_of((kept, chosen)):
        if isinstance(node, kernel.Arithmetic) and not isinstance(node, _STATED):
            raise Refusal("a column that is stored where conditions say that rest on what is written", loc)
    paths = {node.path for node in nodes_of((kept, chosen)) if isinstance(node, kernel.Held | kernel.There)}
    sources = tuple(source for source in walk.sources.values() if source.path in paths)
    plan = EncodingPlan((*kept, encoding.Put(RECORDS, "u1", Const(0), chosen)), Const(1), sources)
    verify(plan, loc)
    return asked_of(plan, walk)


def _number(walk: Writing, context: Context, ways: Sequence[Tests], number: int) -> Expr:
    """The number of the first way that counts, from one on: the conditions of those behind it are asked where its own
    don't hold."""
    if number == len(ways):
        return Const(number)
    with ExitStack() as where:
        holds: list[Expr] = []
        for test in ways[number]:
            holds.append(_holds(walk, test, context))
            where.enter_context(walk.evaluation.branch(context.domain, holds[-1]))
    if not holds:
        return Const(number)
    here = kernel.all_of(*holds)
    with walk.evaluation.branch(context.domain, kernel.invert(here)):
        return kernel.select(here, Const(number), _number(walk, context, ways, number + 1))


def _holds(walk: Writing, test: Test, context: Context) -> Expr:
    """Whether a test holds: 0 or 1."""
    if not test.absent:
        return walk.evaluation.number(test.expr, context).expr
    found = walk.evaluation.value(test.expr, context)
    if not isinstance(found, Structure) or found.domain != context.domain:
        raise Refusal("a column of a structure of which it isn't known whether it is there", test.expr.loc)
    return Const(0) if found.present is None else kernel.invert(found.present)


def _asked(steps: Sequence[encoding.Step], chosen: Expr, checks: Sequence[kernel.Check]) -> set[encoding.Step]:
    """The steps that a choice needs: checks of its own, and what gives the names that these and it ask for."""
    named = {step.name: step for step in steps if isinstance(step, kernel.Let) and step.domain == RECORDS}
    return {*checks, *(one for one in parts_asked(named, (chosen, *checks)) if isinstance(one, kernel.Let))}


_STATED = (
    *(kernel.Const, kernel.Given, kernel.Get, kernel.Binary, kernel.Select, kernel.Float, kernel.Lookup),
    *(kernel.Match, kernel.Held, kernel.There),
)
"""What rows and the header state."""
