"""Limits as nobody sets them, and errors that show no more of a value than fits a line."""

from __future__ import annotations

import pytest

from bytewright.errors import shown
from bytewright.limits import Limits


def test_they_are_what_the_documentation_says() -> None:
    limits = Limits()
    assert (limits.maxDepth, limits.maxExpansion, limits.maxColumns) == (200, 1000, 8192)
    assert (limits.maxRecordBytes, limits.maxDecodedBytes, limits.maxSteps) == (1 << 30, 256 << 20, 1 << 20)


@pytest.mark.parametrize(("most", "free"), [(1, 0), (1 << 14, 1), (5 << 14, 5), (1 << 20, 64), (1 << 40, 64)])
def test_some_steps_need_not_be_counted(most: int, free: int) -> None:
    assert Limits(maxSteps=most).free_steps == free


def test_a_record_may_be_larger_where_a_file_is() -> None:
    limits = Limits(maxRecordBytes=10)
    assert [limits.of_any_record(size).maxRecordBytes for size in (9, 10, 11)] == [10, 10, 11]


@pytest.mark.parametrize("size", [57, 58, 59, 60])
def test_values_are_cut_off_where_they_are_long(size: int) -> None:
    text = repr("x" * size)
    assert shown("x" * size) == (text if len(text) <= 60 else "'" + 56 * "x" + "...")
