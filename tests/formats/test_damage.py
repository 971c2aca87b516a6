"""A small sample of what ``make damage`` measures: what a place of random damage costs."""

from __future__ import annotations

import random

import pytest
from tests.damage.damaging import Cost, Judge, damage
from tests.damage.logs import LOGS, is_sought

from bytewright.cli import main

LOST = {"filodb_container": 3.0, "feed": 2.0, "fixed": 2.0, "capture": 2.0}
"""Untouched records that a place may cost on average in so small a sample; 1 otherwise."""


@pytest.mark.parametrize("name", LOGS)
def test_a_place_costs_itself(name: str) -> None:
    log, rng, total = LOGS[name](50, 1), random.Random(name), Cost()
    judge = Judge(log)
    for _ in range(6):
        total += judge.cost(damage(log, rng))
    assert total.failed == 0
    assert total.wrong <= 1
    assert total.lost <= total.places * (LOST.get(name, 1.0) if is_sought(log) else 50)


def test_what_is_not_looked_for_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """By the harness and by ``explain``: all that the evidence of the five formats doesn't tell."""
    assert [name for name, make in LOGS.items() if not is_sought(make(9, 1))] == ["esdb, its index"]
    assert main(["explain", "esdb", "--section", "records"]) == 0
    assert "Where the list is lost, none is looked for: a block doesn't say" in capsys.readouterr().out
