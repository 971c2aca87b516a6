"""Numbers in lists are put in their order, and rows group by group, as sorting does it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.drawn import same_each_time

from bytewright.compute.grouping import ascending, dealt

RANKS = [3, 0, 7, 1, 2]


@given(lists=st.lists(st.lists(st.integers(0, len(RANKS) - 1), max_size=9), max_size=8), before=st.integers(0, 2))
@same_each_time(200)
def test_lists_ascend(lists: list[list[int]], before: int) -> None:
    numbers = [0] * before + [number for one in lists for number in one]
    made, ends = ascending(numbers, np.cumsum([before, *map(len, lists)]), RANKS)
    found = [made[begin:end].tolist() for begin, end in pairwise(ends)]
    assert found == [sorted({RANKS[number] for number in one}) for one in lists]
    assert ends[0] == 0
    assert ends[-1] == len(made)


@pytest.mark.parametrize("size", [10, 100, 20_000])
def test_long_lists_ascend(size: int) -> None:
    numbers = np.random.default_rng(size).integers(0, size, size)
    for one in (numbers, np.sort(numbers), np.sort(numbers)[::-1]):
        made, ends = ascending(one, [0, size], np.arange(size))
        assert made.tolist() == sorted(set(numbers.tolist()))
        assert ends.tolist() == [0, len(made)]


@pytest.mark.parametrize(
    ("numbers", "offsets"),
    [([0, 5], [0, 2]), ([0, -1], [0, 2]), ([0, 1], [0, 3]), ([0, 1], [-1, 2]), ([0, 1], [0, 2, 1])],
)
def test_lists_outside_of_what_there_is(numbers: list[int], offsets: list[int]) -> None:
    with pytest.raises(ValueError, match="outside of what there is"):
        ascending(numbers, offsets, RANKS)


def test_lists_end() -> None:
    with pytest.raises(ValueError, match="end nowhere"):
        ascending([], [], RANKS)


@given(groups=st.lists(st.integers(0, 3), max_size=12), random=st.randoms(use_true_random=False), ordered=st.booleans())
@same_each_time(200)
def test_rows_get_places(groups: list[int], random: object, ordered: bool) -> None:
    order = list(range(len(groups)))
    if ordered:
        random.shuffle(order)  # type: ignore[attr-defined]
    wanted: list[int] = []
    begins = []
    for group in (2, 0, 3, 1):  # one place stays free behind each group
        begins.append(len(wanted))
        wanted += [row for row in order if groups[row] == group] + [-1]
    begins = [begins[1], begins[3], begins[0], begins[2]]
    made = dealt(groups, begins, len(wanted), order if ordered else None)
    assert made.rows.tolist() == wanted
    assert made.places.tolist() == [wanted.index(row) for row in range(len(groups))]


@pytest.mark.parametrize(
    ("groups", "begins", "order"),
    [
        ([0, 2], [0, 1], None),
        ([0, -1], [0, 1], None),
        ([0, 1], [0, 0], None),
        ([0, 0], [1, 0], None),
        ([0, 1], [0, -1], None),
        ([0, 1], [0, 1], [0, 2]),
        ([0, 1], [0, 1], [-1, 0]),
        ([0, 1], [0, 1], [1, 1]),
    ],
)
def test_rows_without_a_place(groups: list[int], begins: list[int], order: list[int] | None) -> None:
    with pytest.raises(ValueError, match="outside of what there is, or a place of two rows"):
        dealt(groups, begins, 2, order)


def test_each_row_has_a_turn() -> None:
    with pytest.raises(ValueError, match="each row once"):
        dealt([0, 1], [0, 1], 2, [0])
