"""Row plans as source: evaluated, it is the plan again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import plans

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import Binary, Const, Get, Load, RowPlan, Select, Start, Up
from bytewright_codegen.backends.kernel.row_plans import definitions, source
from bytewright_codegen.front.ksy import load
from bytewright_codegen.pipeline import compilation
from bytewright_codegen.semantics.resolve import resolve

SPECS = Path(__file__).parents[2] / "specs"
TOYS = Path(__file__).parents[1] / "toys"


def evaluated(text: str) -> Any:
    return eval(text, dict(vars(kernel)))


def modules() -> Iterator[tuple[str, dict[str, RowPlan]]]:
    yield "by hand", {"A": plans.upsert_batches(), "B": plans.upsert_batches("columns"), "C": plans.samples()}
    for path in sorted([*SPECS.rglob("*.ksy"), *TOYS.glob("*.ksy")]):
        for spec, plans_of in compilation.plan(resolve(load(path))).items():
            made = {name: plan for name, plan in plans_of.row_plans.items() if isinstance(plan, RowPlan)}
            if made:  # other specs are read as objects
                yield spec, made


MODULES = list(modules())


def test_specs_have_plans() -> None:
    assert {path.stem for path in TOYS.glob("*.ksy")} <= {name for name, _ in MODULES}


@pytest.mark.parametrize("made", [pytest.param(made, id=name) for name, made in MODULES])
def test_source_is_the_plan(made: dict[str, RowPlan]) -> None:
    for plan in made.values():
        assert evaluated(source(plan)) == plan
    scope = dict(vars(kernel))
    named = {f"PLAN_{number}": plan for number, plan in enumerate(made.values())}
    for one in definitions(named):
        exec(f"{one.name} = {one.source}", scope)
    assert {name: scope[name] for name in named} == named


def test_the_steps_of_variants_have_names() -> None:
    """After the view, the list and what decides; the same steps once, short ones where they stand."""
    steps = tuple(kernel.Let("records", name, Start()) for name in "abc")
    kind = kernel.Given("kinds[*].type")
    variants = [(kind.equals(4), steps), (kind.equals(5), steps[:2]), (kind < 9, steps[1:] + steps), (kind > 9, steps)]
    listed = kernel.Unrolled(
        "body.fields[*]", "records", Const(2), Start(), (), tuple(kernel.Variant(*each, Start()) for each in variants)
    )
    plan = RowPlan(kernel.WholeFrame(), (listed,), "records", ())
    found = definitions({"ROWS_PLAN": plan, "OTHERS_PLAN": plan})
    assert [one.name for one in found] == ["_ROWS_FIELDS_TYPE_4", "_ROWS_FIELDS_CASE_2", "ROWS_PLAN", "OTHERS_PLAN"]
    assert [one.source.count("_ROWS_FIELDS_TYPE_4") for one in found[2:]] == [2, 2]
    scope = dict(vars(kernel))
    for one in found:
        exec(f"{one.name} = {one.source}", scope)
    assert scope["ROWS_PLAN"] == plan


LEAVES = st.one_of(
    st.integers(-(1 << 63), (1 << 63) - 1).map(Const), st.sampled_from([Get("a"), Start(), Up(Get("b"))])
)
EXPRESSIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(Binary, st.sampled_from(get_args(kernel.Operator)), inner, inner),
        st.builds(Select, inner, inner, inner),
        st.builds(Load, st.just("u4le"), inner),
    ),
    max_leaves=12,
)


@given(EXPRESSIONS)
def test_expressions(expr: Any) -> None:
    """Precedence, associativity, numbers on either side: whatever Python makes of it is what it was."""
    check = kernel.Check("records", expr, "field")
    plan = RowPlan(kernel.WholeFrame(), (check,), "records", ())
    assert evaluated(source(plan)) == plan


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (Start() + 4 + Get("n") * 2, "Start() + 4 + Get('n') * 2"),
        (Start() + (Get("n") + 2), "Start() + (Get('n') + 2)"),
        (Binary("<=", Const(0), Get("n")) & (Get("n") < 9), "(Get('n') >= 0) & (Get('n') < 9)"),
        (Get("n").equals(0xFEED0001), "Get('n').equals(0xfeed0001)"),
        (Binary("+", Const(1), Const(2)), "Const(1) + 2"),
        (Binary("max", Const(1), Get("n")), "Binary(\"max\", Const(1), Get('n'))"),
        (-8 & Get("n") >> 3, "-8 & Get('n') >> 3"),
    ],
)
def test_what_people_read(expr: Any, text: str) -> None:
    assert source(RowPlan(kernel.WholeFrame(), (kernel.Let("records", "x", expr),), "records", ())) == (
        f"RowPlan(frame=WholeFrame(), steps=(Let('records', 'x', {text}),), rows='records', columns=())"
    )


def test_expressions_have_no_truth_value() -> None:
    """Otherwise a chained comparison would be its second half."""
    with pytest.raises(TypeError, match="truth value"):
        assert Get("m") <= Get("n") <= 9
