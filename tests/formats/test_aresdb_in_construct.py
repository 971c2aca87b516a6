"""Our reader and writer against a declaration in Construct that was written independently."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from tests.formats import aresdb_in_construct as oracle

from bytewright.model.structures import standing_for
from bytewright_formats.aresdb_redo_log import CODEC, parse
from bytewright_formats.aresdb_upsert_batch import Geopoint

LOGS = [
    *sorted((Path(__file__).parents[2] / "examples" / "data" / "aresdb").rglob("*.redolog")),
    *sorted((Path(__file__).parents[1] / "data" / "aresdb" / "good").glob("*.bin")),
]


EMPTY = {"rows_no_columns", "zero_rows", "zero_rows_zero_cols"}
"""Logs without a value."""


def plain(value: object) -> object:
    if isinstance(value, Geopoint):
        return [value.lat, value.lng]
    value = standing_for(value)
    return [plain(item) for item in value] if isinstance(value, list) else value


def same(one: object, other: object) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return one == other or (math.isnan(one) and math.isnan(other))
    if isinstance(one, list) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def assert_equal(data: bytes) -> int:
    ours, theirs = parse(data), oracle.REDO_LOG.parse(data)
    assert len(ours.batches) == len(theirs.batches)
    cells = 0
    for batch, other in zip((b.body for b in ours.batches), (b.body for b in theirs.batches), strict=True):
        assert (batch.num_rows, batch.arrival_time) == (other.num_rows, other.arrival_time)
        assert [int(t) for t in batch.types] == list(other.types)
        assert batch.column_ids == list(other.column_ids)
        assert [(int(m.data_mode), int(m.update_mode)) for m in batch.modes] == [
            (m.data_mode, m.update_mode) for m in other.modes
        ]
        for column, values in zip(batch.columns, oracle.columns(other), strict=True):
            found = column.data.values or [None] * batch.num_rows
            assert same([plain(v) for v in found], values)
            cells += len(values)
    return cells


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.name)
def test_reads_what_construct_reads(path: Path):
    assert (assert_equal(path.read_bytes()) == 0) == (path.stem in EMPTY)


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.name)
def test_writes_what_construct_reads(path: Path):
    model = parse(path)
    for batch in model.batches:
        batch.body.arrival_time += 1
    assert (assert_equal(CODEC.to_bytes(model, canonical=True)) == 0) == (path.stem in EMPTY)
