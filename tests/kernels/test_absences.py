"""What is asked for and may not be there: the kernel never takes other bytes for it."""

from __future__ import annotations

import pytest
from tests.support.both import agree, agree_when_damaged, toy

from bytewright.kernels.plan import Binary, Const, Expr, Get, Match, any_of, invert
from bytewright_codegen.lowering.expressions.implied import implied

GOOD = [
    bytes([1, 2, 7, 7, 1, 1, 8, 9, 5]),
    bytes([1, 0, 1, 0]),
    bytes([0, 2, 3, 0, 6, 6, 6, 5]),
    bytes([1, 3, 5, 5, 5, 1, 0]),
]
"""Records in which everything is there that something asks for."""


def test_what_is_there() -> None:
    rows, error, _ = agree(toy("absences"), b"".join(GOOD))
    assert (len(rows), error) == (4, None)
    assert "'marks': [8, 9]" in rows[0]
    assert "'twice': 2" in rows[0]
    assert "'odd': None" in rows[2]


@pytest.mark.parametrize(
    "bad",
    [
        bytes([2, 0, 0, 0, 0, 0]),  # a text whose length isn't there
        bytes([0, 4, 1, 1, 1, 1]),  # a number that is no structure
        bytes([4, 2, 0, 0, 1, 1, 1]),  # as many marks as a value says that isn't there
        bytes([8, 0, 1, 1, 1]),  # a condition that asks for such a value
    ],
)
def test_what_is_not_there(bad: bytes) -> None:
    rows, error, _ = agree(toy("absences"), GOOD[0] + bad + GOOD[2])
    assert len(rows) >= 1
    assert error is not None


def test_damaged_records() -> None:
    tried, bad = agree_when_damaged(toy("absences"), b"".join(GOOD))
    assert tried > 60
    assert bad > 15


def test_what_conditions_say() -> None:
    number: Expr = Get("kind")
    case = Match(number, (1, 2, 5), (0, 1, 1))
    assert implied([number.equals(2)], case.equals(1))
    assert implied([any_of(number.equals(2), number.equals(5))], case.equals(1))
    assert not implied([any_of(number.equals(2), number.equals(1))], case.equals(1))
    assert implied([invert(case.equals(-1)), invert(number.equals(1))], case.equals(1))
    assert implied([Const(2) <= number, number < 4, Get("other").equals(1)], number.differs(1))
    assert not implied([number <= 4], number.differs(1))
    assert not implied([Get("other").equals(1)], number.equals(1))
    assert not implied([number.equals(1)], Binary("==", number, Get("other")))
