"""A small sample of what ``make damage`` measures: what a place of random damage costs."""

from __future__ import annotations

import random

import pytest
from tests.damage.damaging import Cost, Judge, damage
from tests.damage.logs import LOGS

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
    assert total.lost <= total.places * LOST.get(name, 1.0)
