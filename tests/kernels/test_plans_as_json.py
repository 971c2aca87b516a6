"""Plans as JSON: what is printed reads back, the types of numbers as well; what occurs again stands once."""

from __future__ import annotations

import json
from dataclasses import is_dataclass

import pytest
from tests.support import plans

from bytewright.kernels import plan
from bytewright.kernels.plan import Check, Const, Get, Let, RowPlan, Select, Start, WholeFrame, encoding, json_printer
from bytewright.kernels.plan.json_decoder import NODES, PlanDecoder
from bytewright.kernels.plan.json_printer import PlanPrinter, from_json, to_json


def test_all_nodes_are_known() -> None:
    nodes = {
        value
        for module in (plan, encoding)
        for value in vars(module).values()
        if isinstance(value, type) and is_dataclass(value)
    }
    assert nodes == set(NODES.values())


@pytest.mark.parametrize("made", [plans.upsert_batches(), plans.upsert_batches("columns"), plans.samples()])
def test_what_is_printed_reads_back(made: RowPlan) -> None:
    assert from_json(to_json(made)) == made


def test_numbers_and_truth_values_stay_what_they_are() -> None:
    steps = tuple(
        Check("records", Get("a name that is long enough").equals(number), "field", rule)  # type: ignore[arg-type]
        for number in (1, -(1 << 63), (1 << 64) - 1)
        for rule in (True, 1)
    )
    found = from_json(to_json(RowPlan(WholeFrame(), steps, "records", ())))
    assert [type(step.rule) for step in found.steps] == [bool, int] * 3
    assert found.steps == steps


def test_arguments_with_their_usual_values_are_left_out() -> None:
    text = to_json(
        RowPlan(WholeFrame(), (Check("records", Const(1), "a"), Check("records", Const(1), "b", True)), "r", ())
    )
    assert json.loads(text)[1][2][1:] == [
        ["Check", "records", ["Const", 1], "a"],
        ["Check", "records", ["Const", 1], "b", True],
    ]


def test_what_occurs_again_is_made_once() -> None:
    value = Select(Get("the first of two names"), Get("the second of two names"), Const(0))
    one, other = (RowPlan(WholeFrame(), (Let("records", name, value),), "records", ()) for name in "ab")
    printer = PlanPrinter([one, other])
    texts = [printer.text(each) for each in (one, other)]
    assert len(printer.shared) == 1
    decoder = PlanDecoder({name: json.loads(text) for name, text in printer.shared.items()})
    first, second = (decoder.plan(json.loads(text)) for text in texts)
    assert (first, second) == (one, other)
    assert first.steps[0].value is second.steps[0].value


def test_a_digest_is_that_of_one_node(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_printer, "_SHORTEST", 1)
    steps = tuple(Let("records", f"name {i}", Get(f"what is named {i}, as long as it is")) for i in range(40))
    made = RowPlan(WholeFrame(), steps + steps, "records", ())
    assert from_json(to_json(made)) == made


@pytest.mark.parametrize("wrong", ['[{}, ["Nothing"]]', '[{}, ["Start", 1]]', "[{}, [[]]]", "[{}, []]", "{}", "[1, 2]"])
def test_what_is_no_plan(wrong: str) -> None:
    with pytest.raises(ValueError, match="not a plan"):
        from_json(wrong)


def test_only_plans_are_printed() -> None:
    with pytest.raises(TypeError):
        to_json(RowPlan(WholeFrame(), (), "records", (Start, b"bytes")))  # type: ignore[arg-type]
