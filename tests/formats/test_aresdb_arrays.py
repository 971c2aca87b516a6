"""Arrays and shapes in upsert batches: built from plain values, shown by both engines, changed, refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bytewright
from bytewright.codec.settings import parse
from bytewright.errors import ReadError, WriteError
from bytewright.tables.row_models import model_of
from bytewright_formats.aresdb_redo_log import CODEC as LOG
from bytewright_formats.aresdb_redo_log import AresdbRedoLog
from bytewright_formats.aresdb_upsert_batch import CODEC, AresdbUpsertBatch, ArraySlot, DataMode

GOOD = Path(__file__).parents[1] / "data" / "aresdb" / "good"
UUID = "00112233-4455-6677-8899-aabbccddeeff"
POINT = {"lat": 1.5, "lng": -2.25}
VALUES: dict[str, list[Any]] = {
    "bool[]": [True, None, False],
    "int8[]": [-128, None, 127],
    "uint8[]": [0, 255],
    "int16[]": [-32768, 32767],
    "uint16[]": [65535],
    "int32[]": [-(1 << 31), None],
    "uint32[]": [(1 << 32) - 1],
    "float32[]": [0.5, None, -0.0],
    "small_enum[]": [3, 4],
    "big_enum[]": [300, None],
    "uuid[]": [UUID, None],
    "geopoint[]": [POINT, None],
    "int64[]": [-(1 << 63), (1 << 63) - 1],
    "geoshape": [[POINT, POINT, POINT], [], [POINT]],
}


def batch(type: str, values: list[Any], **others: Any) -> AresdbUpsertBatch:
    column: Any = {"data": {"values": values}}
    return AresdbUpsertBatch(**{"arrival_time": 1, "types": [type], "column_ids": [1], "columns": [column], **others})


def log(*batches: AresdbUpsertBatch) -> bytes:
    bodies: Any = [{"body": one} for one in batches]
    return LOG.to_bytes(AresdbRedoLog(batches=bodies))


def shown(data: bytes, engine: Any, **options: Any) -> list[Any]:
    return bytewright.open(data, CODEC, engine=engine, **options).to_table()["c1"].to_pylist()


@pytest.mark.parametrize("engine", ["objects", "columns", "kaitai"])
@pytest.mark.parametrize("type", VALUES)
def test_values_of_every_type(type: str, engine: Any) -> None:
    values = [VALUES[type], None, [], VALUES[type] * 70, None]
    data = CODEC.to_bytes(batch(type, values))
    assert shown(data, engine) == values
    assert CODEC.to_bytes(CODEC.parse(data)) == data
    assert CODEC.to_bytes(CODEC.parse(data), canonical=True) == data


@pytest.mark.parametrize("type", VALUES)
def test_modes_follow_from_the_nulls(type: str) -> None:
    value = VALUES[type]
    for values, mode in (
        ([value], DataMode.ALL_VALID),
        ([None, value], DataMode.NULL_VECTOR),
        ([None], DataMode.ALL_NULL),
    ):
        back = CODEC.parse(CODEC.to_bytes(batch(type, values)))
        assert back.modes[0].data_mode == mode
        assert (back.columns[0].data.validity is None) == (type == "geoshape" or mode != DataMode.NULL_VECTOR)


@pytest.mark.parametrize("type", VALUES)
def test_parquet_without_a_root(type: str, tmp_path: Path) -> None:
    """Metadata say how a column is stored; without any, its type does, if no other is shown in the same way."""
    data = CODEC.to_bytes(batch(type, [VALUES[type], None]))
    table = bytewright.open(data, CODEC).to_table()
    pq.write_table(table, tmp_path / "rows.parquet")
    assert CODEC.to_bytes(model_of(CODEC, str(tmp_path / "rows.parquet"), None, parse(CODEC))) == data
    pq.write_table(pa.table({name: table[name] for name in table.schema.names}), tmp_path / "rows.parquet")
    if type in ("uint8[]", "uint16[]", "uint32[]", "small_enum[]", "big_enum[]"):
        signed = {"uint8[]": "int16[]", "uint16[]": "int32[]", "uint32[]": "int64[]", "small_enum[]": "int16[]"}
        type = signed.get(type, "int32[]")
        data = CODEC.to_bytes(batch(type, table["c1"].to_pylist()))
    assert CODEC.to_bytes(model_of(CODEC, str(tmp_path / "rows.parquet"), None, parse(CODEC))) == data


def test_an_array_that_is_null_by_its_size_alone() -> None:
    """AresDB reads it so in any mode; it stays where a file is written again."""
    value: Any = {"array": {"items": [1]}}
    made = batch("int8[]", [value, ArraySlot(), None])
    data = CODEC.to_bytes(made)
    back = CODEC.parse(data).columns[0].data
    assert back.validity == [True, True, False]
    assert shown(data, "objects") == shown(data, "columns") == [[1], None, None]
    full = CODEC.parse(CODEC.to_bytes(batch("int8[]", [[1], [2]])))
    full.columns[0].data.values[1] = ArraySlot()
    again = CODEC.to_bytes(full)
    assert CODEC.parse(again).modes[0].data_mode == DataMode.ALL_VALID
    assert shown(again, "objects") == shown(again, "columns") == [[1], None]
    assert CODEC.to_bytes(CODEC.parse(again)) == again
    assert CODEC.to_bytes(CODEC.parse(again), canonical=True) != again


@pytest.mark.parametrize("engine", ["objects", "columns"])
def test_integers_of_arrays_widen(engine: Any) -> None:
    data = log(batch("int8[]", [[1, None]]), batch("uint16[]", [[65535]]), batch("int32[]", [None]))
    table = bytewright.open(data, LOG, engine=engine).to_table()
    assert table.schema.field("c1").type == pa.list_(pa.field("element", pa.int32()))
    assert table["c1"].to_pylist() == [[1, None], [65535], None]


@pytest.mark.parametrize("engine", ["objects", "columns"])
@pytest.mark.parametrize(("one", "other"), [("int8[]", "int8"), ("int8[]", "float32[]"), ("geoshape", "geopoint[]")])
def test_other_types_do_not_go_together(one: str, other: str, engine: Any) -> None:
    table = bytewright.open(log(batch(one, [None]), batch(other, [None])), LOG, engine=engine)
    with pytest.raises(ReadError, match=r"batches\[1\].body.types\[0\]: expected a type that goes together"):
        table.to_table()


@pytest.mark.parametrize("engine", ["objects", "columns"])
def test_names_of_cases_in_arrays(engine: Any, tmp_path: Path) -> None:
    schema = {
        "columns": [{"name": "t", "type": "Uint32"}, {"name": "e", "type": "SmallEnum[]", "enumCases": ["a", "b"]}]
    }
    path = tmp_path / "table.json"
    path.write_text(json.dumps(schema), encoding="utf-8")
    data = CODEC.to_bytes(batch("small_enum[]", [[0, None, 1, 7], None, []]))
    table = bytewright.open(data, CODEC, engine=engine, options={"table": str(path)}).to_table()
    assert table["e"].to_pylist() == [["a", None, "b", "7"], None, []]
    rows = tmp_path / "rows.jsonl"
    lines = [
        {"batch": 0, "row": i, "arrival_time": "1970-01-01T00:00:01Z", "t": None, "e": e}
        for i, e in enumerate(table["e"].to_pylist())
    ]
    rows.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    root = json.dumps({"types": ["small_enum[]"], "column_ids": [1]})
    settings = parse(CODEC, {"table": str(path)})
    assert CODEC.to_bytes(model_of(CODEC, str(rows), None, settings, root)) == data


@pytest.mark.parametrize(
    ("type", "value", "field", "expected"),
    [
        ("int8[]", [128], "array.items[0]", "an integer from -128 to 127"),
        ("bool[]", [1], "array.items[0]", "true or false"),
        ("uuid[]", ["x"], "array.items[0]", "a UUID"),
        ("int8[]", 5, "array.items", "a list"),
        ("geoshape", [[None]], "shape.polygons[0].points[0]", "a Geopoint"),
        (
            "geoshape",
            [[{"lat": "x", "lng": 0.0}]],
            "shape.polygons[0].points[0].lat",
            "a number that fits a 32-bit float",
        ),
    ],
)
def test_values_of_another_type_are_refused(type: str, value: Any, field: str, expected: str) -> None:
    with pytest.raises(WriteError) as caught:
        CODEC.to_bytes(batch(type, [None, value]))
    assert (caught.value.field, caught.value.expected) == (f"columns[0].data.values[1].{field}", expected)


def test_changing_a_value_changes_what_follows() -> None:
    data = (GOOD / "arrays.bin").read_bytes()
    model = LOG.parse(data)
    column = next(c for b in model.batches for c in b.body.columns if c.data.values and c.type.label == "int64[]")
    rows = bytewright.open(data, LOG).to_table().to_pylist()
    place = next(i for i, value in enumerate(column.data.values) if value is not None)
    column.data.values[place] = [1, None, 3]
    changed = bytewright.open(LOG.to_bytes(model), LOG).to_table().to_pylist()
    rows[place][f"c{column.column_id}"] = [1, None, 3]
    assert repr(changed) == repr(rows)
