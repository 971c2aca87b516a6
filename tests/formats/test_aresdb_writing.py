"""Upsert batches that are built from plain values: what follows, what is refused, what other libraries make of them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.formats.fixtures import DATA

import bytewright
from bytewright.arrow import jsonl
from bytewright.codec import registry, settings
from bytewright.columnar.scan.preparation import capability
from bytewright.errors import BytewrightError, WriteError
from bytewright.spark.cell_values import Writer
from bytewright.tables.row_models import model_of
from bytewright.views.evaluate.layout import view_of
from bytewright_formats.aresdb_upsert_batch import CODEC, AresdbUpsertBatch, Column

ENGINES = [
    "objects",
    *(["columns"] if capability.refusal(CODEC, view_of(CODEC, "rows"), settings.parse(CODEC)) is None else []),
]


def batch(type: str, values: list[Any], **others: Any) -> AresdbUpsertBatch:
    column: Any = {"data": {"values": values}}
    return AresdbUpsertBatch(**{"arrival_time": 1, "types": [type], "column_ids": [1], "columns": [column], **others})


def test_a_column_that_says_nothing_is_all_null() -> None:
    expected = None
    given: Any
    types: Any = ["int8"]
    for given in ([Column()], [{}], [{"data": {}}], None):
        made = AresdbUpsertBatch(arrival_time=1, types=types, column_ids=[1], num_rows=3, columns=given)
        data = CODEC.to_bytes(made)
        expected = expected or data
        assert data == expected
        assert bytewright.open(data, CODEC).to_table()["c1"].to_pylist() == [None] * 3


@pytest.mark.parametrize(
    ("type", "value", "expected"),
    [
        ("int8", True, "an integer from -128 to 127"),
        ("int8", 1.0, "an integer from -128 to 127"),
        ("uint32", "1", "an integer from 0 to 4294967295"),
        ("float32", True, "a number that fits a 32-bit float"),
        ("bool", 1.0, "true or false"),
        ("bool", 1, "true or false"),
    ],
)
def test_values_of_another_type_are_refused(type: str, value: Any, expected: str) -> None:
    with pytest.raises(WriteError) as caught:
        CODEC.to_bytes(batch(type, [None, value]))
    assert (caught.value.field, caught.value.expected) == ("columns[0].data.values[1]", expected)


def test_an_id_must_be_there() -> None:
    with pytest.raises(WriteError) as caught:
        CODEC.to_bytes(batch("int8", [1], column_ids=[None]))
    assert (caught.value.field, caught.value.found) == ("column_ids[0]", "None")


def test_columns_of_different_lengths_are_named() -> None:
    made = batch("int8", [1, 2], types=["int8", "int8"], column_ids=[1, 2])
    made.columns = [*(made.columns or ()), {"data": {"values": [1, 2, 3]}}]  # type: ignore[list-item]
    with pytest.raises(WriteError) as caught:
        CODEC.to_bytes(made)
    assert caught.value.field == "num_rows"
    assert caught.value.expected == "as many in columns[1].data.values as in columns[0].data.values (2)"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("type", ["geopoint", "uuid", "bool", "int64"])
def test_columns_without_values_can_be_written_as_parquet(type: str, engine: Any) -> None:
    data = CODEC.to_bytes(batch(type, [None, None, None]))
    file = io.BytesIO()
    pq.write_table(bytewright.open(data, CODEC, engine=engine).to_table(), file)
    assert pq.read_table(file)["c1"].to_pylist() == [None] * 3


@pytest.mark.parametrize("rows", [57, 60, 63, 64, 65])
@pytest.mark.parametrize("engine", ENGINES)
def test_validity_bits_that_end_where_values_may_begin(rows: int, engine: Any) -> None:
    """No padding lies between them then, but the bits that are left of the last byte are passed over all the same."""
    values = [None if i % 7 == 3 else i % 3 == 0 for i in range(rows)]
    data = CODEC.to_bytes(batch("bool", values))
    assert bytewright.open(data, CODEC, engine=engine).to_table()["c1"].to_pylist() == values
    assert CODEC.to_bytes(CODEC.parse(data)) == data
    assert bytewright.open(data, CODEC, engine="kaitai").to_table()["c1"].to_pylist() == values


KEYED = {
    "columns": [{"name": name, "type": kind} for name, kind in (("at", "Uint32"), ("id", "Int64"), ("v", "Int32"))],
    "isFactTable": True,
    "primaryKeyColumns": [1],
}


@pytest.mark.parametrize("way", ["auto", "objects", "parquet", "jsonl", "value"])
@pytest.mark.parametrize(
    ("name", "changes", "reason"),
    [
        ("id", {}, "a column of the primary key"),
        ("at", {}, "the event time of a fact table"),
        ("at", {"config": {"allowMissingEventTime": True}}, ""),
        ("at", {"isFactTable": False}, ""),
        ("v", {}, ""),
    ],
)
def test_keys_and_times_have_values(tmp_path: Path, name: str, changes: Any, reason: str, way: Any) -> None:
    """As the original asks of them when it replays a log."""
    codec = registry.codec("aresdb_redo_log")
    schema = tmp_path / "table.json"
    schema.write_text(json.dumps(KEYED | changes), encoding="utf-8")
    options = {"table": str(schema)}
    rows = pa.table({"arrival_time": pa.array([1, 1, 1], pa.timestamp("s", "UTC"))})
    for column in ("at", "id", "v"):
        rows = rows.append_column(column, pa.array([1, None if column == name else 2, 3], pa.int32()))

    def write(some: pa.Table) -> None:
        source = tmp_path / f"rows.{way}"
        if way == "parquet":
            pq.write_table(some, source)
        elif way == "jsonl":
            source.write_bytes(b"".join(map(jsonl.encode, some.to_batches())))
        elif way == "value":
            structs = pa.StructArray.from_arrays([c.combine_chunks() for c in some.columns], some.schema.names)
            lists: Any = pa.ListArray.from_arrays([0, len(structs)], structs)
            Writer(codec, options=options)(lists)
            return
        else:
            bytewright.write(some, source, codec, options=options, engine=way)
            return
        parsed = settings.parse(codec, options)
        codec.to_bytes(model_of(codec, str(source), None, parsed), options=parsed.values)

    if not reason:
        write(rows)
        return
    with pytest.raises(WriteError, match=rf"rows\[1\]\.{name}: expected a value, as it is {reason}, found null"):
        write(rows)
    with pytest.raises(WriteError, match=name):
        write(rows.drop_columns([name]))


def test_logs_that_went_through_rows_say_the_same_to_another_parser(tmp_path: Path) -> None:
    """Types and modes of all columns of batches with rows, and their order, as the parser of Kaitai Struct reads them:
    what the original goes by when it replays a log."""
    compared = 0
    for log in sorted((DATA / "aresdb" / "replay").rglob("*.redolog")):
        try:
            told = columns(log)
            rows = bytewright.open(log, "aresdb_redo_log", options={"includeModes": True}).to_table()
            bytewright.write(rows, tmp_path / "log", "aresdb_redo_log")
        except BytewrightError:
            continue  # no whole log, or one that no table can have
        assert columns(tmp_path / "log") == told, log
        compared += 1
    assert compared > 20


def columns(log: Path) -> list[tuple[Any, ...]]:
    """What the columns of batches that have rows are, in the order of their ids."""
    found = bytewright.open(log, "aresdb_redo_log", "columns", engine="kaitai").to_table().to_pylist()
    names = ("batch", "column_id", "type", "update_mode", "data_mode", "num_rows")
    return sorted(tuple(row[name] for name in names) for row in found if row["num_rows"])
