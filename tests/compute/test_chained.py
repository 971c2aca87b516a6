"""What comes before and behind rows in chains, as going along each of them finds it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.drawn import same_each_time

from bytewright.compute.chains import chained

CHAINS = 4


@given(
    rows=st.lists(st.lists(st.integers(0, CHAINS - 1), unique=True), max_size=12),
    random=st.randoms(use_true_random=False),
    ordered=st.booleans(),
)
@same_each_time(200)
def test_chains(rows: list[list[int]], random: object, ordered: bool) -> None:
    order = list(range(len(rows)))
    places = [7 * row for row in order]
    if ordered:
        random.shuffle(order)  # type: ignore[attr-defined]
    ends = np.cumsum([0, *map(len, rows)])
    numbers = np.array([chain for row in rows for chain in row], np.int64)
    made = chained(numbers, ends, CHAINS, places, order if ordered else None)
    before, behind = np.full(len(numbers), -1), np.full(len(numbers), -1)
    for chain in range(CHAINS):
        entries = [(row, ends[row] + rows[row].index(chain)) for row in order if chain in rows[row]]
        for (row, entry), (other, following) in pairwise(entries):
            before[following], behind[entry] = places[row], places[other]
        wanted = (places[entries[0][0]], places[entries[-1][0]]) if entries else (-1, -1)
        assert (made.firsts[chain], made.lasts[chain]) == wanted
    assert made.before.tolist() == before.tolist()
    assert made.behind.tolist() == behind.tolist()


@pytest.mark.parametrize(
    ("numbers", "ends", "order"),
    [
        ([0, 4], [0, 1, 2], None),
        ([0, -1], [0, 1, 2], None),
        ([0, 1], [0, 1, 3], None),
        ([0, 1], [0, -1, 2], None),
        ([0, 1], [0, 1, 2], [0, 2]),
        ([0, 1], [0, 1, 2], [-1, 0]),
    ],
)
def test_what_lies_outside(numbers: list[int], ends: list[int], order: list[int] | None) -> None:
    with pytest.raises(ValueError, match="outside of what there is"):
        chained(numbers, ends, CHAINS, [5, 6], order)


def test_each_row_has_a_list_and_a_turn() -> None:
    for ends, order in (([0], None), ([0, 1], [0, 0])):
        with pytest.raises(ValueError, match="as many lists as rows"):
            chained([0], ends, CHAINS, [5], order)
