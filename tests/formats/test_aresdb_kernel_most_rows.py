"""Rows that take no bytes: both engines give as many as the file has bits or ``maxSteps`` allows, and refuse more."""

from __future__ import annotations

import random

import pytest
from tests.support import inputs
from tests.support.both import SIZES, agree, read

import bytewright
from bytewright.limits import Limits
from bytewright_formats import aresdb_redo_log, aresdb_upsert_batch

FEW = Limits(maxSteps=10)


def batch(rows: int, *columns: tuple[int, str, int]) -> bytes:
    return inputs.body(rows, list(columns), random.Random(rows))


def log(*batches: bytes) -> bytes:
    return bytes.fromhex("edfedaad") + inputs.log(list(batches))


HUGE = (1 << 31) - 1


@pytest.mark.parametrize("rows", [HUGE, (1 << 20) + 1])
def test_more_than_any_small_file_may_ask_for(rows: int) -> None:
    good = batch(5, (1, "int8", 2))
    data = log(good, batch(rows), good)
    found, error, _ = agree(aresdb_redo_log.CODEC, data)
    assert len(found) == 5
    assert error is not None
    assert "expected at most 1048576 rows" in error
    assert f"found {rows}" in error
    assert read(aresdb_upsert_batch.CODEC, batch(rows), "columns") == read(
        aresdb_upsert_batch.CODEC, batch(rows), "objects"
    )


def test_the_bound_itself() -> None:
    """Eight rows per byte of the file, or ``maxSteps``."""
    for rows, limits in ((8 * 40, FEW), (8 * 40 + 1, FEW), (999, Limits(maxSteps=999)), (1000, Limits(maxSteps=999))):
        data = log(batch(rows))
        assert len(data) == 40
        found, error, _ = agree(aresdb_redo_log.CODEC, data, limits=limits)
        refused = rows > max(limits.maxSteps, 8 * 40)
        assert len(found) == (0 if refused else rows)
        assert (error is not None) == refused


def test_a_large_file_may_have_many() -> None:
    """More rows than ``maxSteps``, in a file that has as many bits."""
    rows = 1_200_000
    data = log(batch(1 << 18, (1, "int8", 1)), batch(rows))
    assert 8 * len(data) > rows > Limits().maxSteps
    counts = {}
    for engine in ("objects", "columns"):
        table = bytewright.open(data, aresdb_redo_log.CODEC, columns="row", engine=engine)
        counts[engine] = table.to_table()
    assert counts["objects"] == counts["columns"]
    assert counts["columns"].num_rows == (1 << 18) + rows


def test_columns_are_found_behind_it_by_both() -> None:
    """Which columns there are says the header of every batch, however many rows it announces."""
    data = log(batch(3, (1, "int8", 1)), batch(HUGE, (2, "int16", 0)), batch(2, (3, "bool", 2)))
    tables = [bytewright.open(data, aresdb_redo_log.CODEC, engine=engine) for engine in ("objects", "columns")]
    assert tables[0].schema == tables[1].schema
    assert tables[0].schema.names == ["batch", "row", "arrival_time", "c1", "c2", "c3"]
    for size in SIZES:
        found = read(aresdb_redo_log.CODEC, data, "columns", size)
        assert found == read(aresdb_redo_log.CODEC, data, "objects")
        assert len(found[0]) == 3
