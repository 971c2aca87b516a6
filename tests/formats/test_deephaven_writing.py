"""Logs from models and rows: what follows, what a header is made of, what is refused."""

from __future__ import annotations

import json
import zlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bytewright
from bytewright.codec.plain_values import from_plain, to_plain
from bytewright.codec.settings import parse as options
from bytewright.errors import WriteError
from bytewright.tables.row_models import model_of
from bytewright_formats.deephaven_log import (
    CODEC,
    Column,
    ColumnDefinitions,
    ColumnType,
    DeephavenLog,
    Header,
    HeaderRecord,
    HeaderRecordType,
    StringMetadata,
)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
TABLE = pa.table(
    {
        "Sym": ["A", "é", None],
        "Qty": pa.array([1, None, 3], pa.int32()),
        "Px": [1.5, float("inf"), None],
        "Sent": pa.array([NOON, None, NOON], pa.timestamp("us", "UTC")),
        "Ok": [True, None, False],
        "Raw": [b"x", None, b""],
    }
)


def from_parquet(folder: Path, table: pa.Table, **given: Any) -> bytes:
    path = folder / "rows.parquet"
    pq.write_table(table, path)
    return CODEC.to_bytes(model_of(CODEC, str(path), None, options(CODEC, given)))


def test_typed_rows_need_no_root(tmp_path: Path) -> None:
    data = from_parquet(tmp_path, TABLE, **{"time.Sent": "ms"})
    table = bytewright.open(data, CODEC, options={"time.sent": "ms"}).to_table()
    assert table.to_pydict() == TABLE.to_pydict()
    stored = bytewright.open(data, CODEC).to_table()["Sent"].to_pylist()
    assert stored == [int(NOON.timestamp()) * 1000, None, int(NOON.timestamp()) * 1000]


def test_a_type_that_no_column_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WriteError) as caught:
        from_parquet(tmp_path, TABLE)  # without an option a moment is no long
    assert (caught.value.field, caught.value.found) == ("Sent", "timestamp[us, tz=UTC]")


def test_a_moment_between_two_units_is_refused(tmp_path: Path) -> None:
    table = pa.table({"Sent": pa.array([1], pa.timestamp("us", "UTC"))})
    with pytest.raises(WriteError, match="not a whole number of ms"):
        from_parquet(tmp_path, table, **{"time.Sent": "ms"})


def test_columns_with_one_name_but_for_case_are_kept(tmp_path: Path) -> None:
    data = from_parquet(tmp_path, pa.table({"a": [1], "A": [2]}))
    assert bytewright.open(data, CODEC).to_table().to_pydict() == {"a": [1], "A_2": [2]}


def test_rows_with_a_column_that_the_root_lacks_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.table({"S": ["x"], "n": [1]}), path)
    root = json.dumps(to_plain(log(records=None)))
    with pytest.raises(WriteError, match=r"there is no column 'n'\. Did you mean 'N'"):
        model_of(CODEC, str(path), None, options(CODEC), root)


@pytest.mark.parametrize(("option", "stored"), [("fffe", 0xFFFE), ("ffff", 0xFFFF)])
def test_an_option_says_what_stands_for_null(tmp_path: Path, option: str, stored: int) -> None:
    constants = {"type": "constant_columns", "body": {"list": {"entries": [{"name": "C", "cell": {}}]}}}
    definitions = {"type": "column_definitions", "body": {"columns": [{"name": "C", "type": "Char"}]}}
    given = options(CODEC, {"charNull": option})
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"C":null}\n')
    model = model_of(CODEC, str(rows), None, given, json.dumps({"header": {"records": [constants, definitions]}}))
    data = CODEC.to_bytes(model, options=given.values)
    assert CODEC.parse(data).header.constants.entries[0].cell.value == stored
    assert bytewright.open(data, CODEC, options={"charNull": option}).to_table().to_pydict() == {"C": [None]}


def log(**changes: Any) -> DeephavenLog:
    columns = [
        Column(name="S", type=ColumnType.ENHANCED_STRING, metadata=StringMetadata()),
        Column(name="N", type=ColumnType.LONG),
    ]
    body = ColumnDefinitions(columns=columns)
    header = Header(records=[HeaderRecord(type=HeaderRecordType.COLUMN_DEFINITIONS, body=body)])
    return DeephavenLog(**{"header": header, "records": [{"body": {"cells": ["text", None]}}], **changes})


def test_everything_else_follows() -> None:
    data = CODEC.to_bytes(log())
    model = CODEC.parse(data)
    row = model.records[0].body
    assert (row.flags, row.presence, row.cells[0].cell.value, row.cells[1].cell) == (3, [True, False], "text", None)
    assert row.digest == zlib.adler32(data[len(data) - model.records[0].len_body - 4 : -4])
    assert model.header_digest == zlib.adler32(data[: 12 + model.len_header - 4])


@pytest.mark.parametrize(
    ("records", "field", "expected"),
    [
        ([{"body": {"cells": ["text"]}}], "records[0].body.cells", "2 elements"),
        ([{"body": {"cells": ["text", "1"]}}], "records[0].body.cells[1].cell", "an integer from"),
        ([{"body": {"flags": 4, "cells": ["a", 1]}}], "records[0].body.cells", "nothing, as its condition is false"),
    ],
)
def test_rows_that_do_not_fit_are_refused(records: Any, field: str, expected: str) -> None:
    with pytest.raises(WriteError) as caught:
        CODEC.to_bytes(log(records=records))
    assert caught.value.field == field
    assert str(caught.value.expected).startswith(expected)


def test_a_constant_is_no_value_of_a_row(tmp_path: Path) -> None:
    constants = {"type": "constant_columns", "body": {"list": {"entries": [{"name": "N", "cell": {"value": 7}}]}}}
    definitions = {"type": "column_definitions", "body": {"columns": [{"name": "N", "type": "Long"}]}}
    document = {"header": {"records": [constants, definitions]}}
    given = from_plain(CODEC, {**document, "records": [{"body": {"cells": [1]}}]})
    with pytest.raises(WriteError, match="nothing, as no bit says that it is there"):
        CODEC.to_bytes(given)
    data = CODEC.to_bytes(from_plain(CODEC, {**document, "records": [{"body": {"cells": [None]}}]}))
    assert bytewright.open(data, CODEC).to_table().to_pydict() == {"N": [7]}
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"N":8}\n')
    root = tmp_path / "root.json"
    root.write_text(json.dumps(document))
    with pytest.raises(WriteError, match="expected 7, as the root says, found 8"):
        model_of(CODEC, str(rows), None, options(CODEC), root.read_text())
