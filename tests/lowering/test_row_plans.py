"""Plans as source, and in the file of a codec: read again, they are what they were."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import plans

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import Binary, Const, Get, Load, RowPlan, Select, Start, Up
from bytewright.kernels.plan.json_decoder import PlanDecoder
from bytewright_codegen.backends.kernel.plan_file import printed, sections
from bytewright_codegen.backends.kernel.row_plans import source
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.front.ksy import load
from bytewright_codegen.pipeline import compilation
from bytewright_codegen.semantics.resolve import resolve

SPECS = Path(__file__).parents[2] / "specs"
TOYS = Path(__file__).parents[1] / "toys"


def evaluated(text: str) -> Any:
    return eval(text, dict(vars(kernel)))


COMPILED: dict[str, CodecPlans] = {}


def modules() -> Iterator[tuple[str, dict[str, RowPlan]]]:
    yield "by hand", {"A": plans.upsert_batches(), "B": plans.upsert_batches("columns"), "C": plans.samples()}
    for path in sorted([*SPECS.rglob("*.ksy"), *TOYS.glob("*.ksy")]):
        for spec, plans_of in compilation.plan(resolve(load(path))).items():
            COMPILED[spec] = plans_of
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


@pytest.mark.parametrize("spec", COMPILED)
def test_a_file_holds_the_plans(spec: str) -> None:
    wanted = sections(COMPILED[spec])
    found = json.loads(printed(wanted))
    decoder = PlanDecoder(found["shared"])
    for kind, made in wanted.items():
        assert {name: decoder.plan(plan) for name, plan in found.get(kind, {}).items()} == made


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
