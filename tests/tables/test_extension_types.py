"""Columns in Arrow's extension types (``extensionTypes=true``): other types, the same values."""

import json
import pickle
import subprocess
import sys
import uuid
from itertools import islice
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from tests.support.both import SIZES, damaged

import bytewright
from bytewright.arrow.extensions import as_extension, plain
from bytewright.codec.codec import Codec
from bytewright.errors import OptionError, ReadError
from bytewright.spark.options import ReadOptions
from bytewright_codegen.load import load

SPEC = """
meta: {id: vectors, endian: le}
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: kind, type: u1, valid: {max: 1}}
      - {id: key, size: 16, -type: uuid}
      - {id: other, size: 16, -type: uuid, if: kind == 1}
      - {id: place, type: f4, repeat: expr, repeat-expr: 3}
      - {id: grid, type: line, repeat: expr, repeat-expr: 2}
      - {id: maybe, type: s2, repeat: expr, repeat-expr: 2, if: kind == 1}
      - {id: wide, type: u8, repeat: expr, repeat-expr: 2}
      - {id: counted, type: u1, repeat: expr, repeat-expr: kind}
  line:
    -show: {value: cells}
    seq: [{id: cells, type: u1, repeat: expr, repeat-expr: 3}]
"""
TREES = """
meta: {id: trees, endian: le}
seq: [{id: records, type: node, repeat: eos}]
types:
  node:
    seq: [{id: name, type: u1}, {id: count, type: u1}, {id: below, type: node, repeat: expr, repeat-expr: count}]
-views:
  trees:
    default: true
    each: records[*]
    columns: [{id: name, value: _.name}, {id: text, type: str, value: _.below}]
"""
ASKED = {"extensionTypes": "true"}


def record(kind: int, number: int) -> bytes:
    key = uuid.uuid5(uuid.NAMESPACE_OID, str(number)).bytes
    numbers = np.arange(3, dtype="<f4") + number
    more = np.array([-number, number], "<i2").tobytes() if kind else b""
    tail = bytes(range(6)) + more + bytes(16) + bytes([7] * kind)
    return bytes([kind]) + key + (key[::-1] if kind else b"") + numbers.tobytes() + tail


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("extensions")
    (folder / "vectors.ksy").write_text(SPEC)
    (folder / "trees.ksy").write_text(TREES)
    return folder / "vectors.ksy"


@pytest.fixture(scope="module")
def codec(spec: Path) -> Codec:
    return load(spec)


DATA = b"".join(record(kind, number) for number, kind in enumerate((1, 0, 0, 1, 1)))


def test_columns_have_the_types_that_are_meant_for_them(codec: Codec) -> None:
    table = bytewright.open(DATA, codec, options=ASKED).to_table()
    usual = bytewright.open(DATA, codec)
    assert {
        field.name: str(field.type) for field in table.schema if field.type != usual.schema.field(field.name).type
    } == {
        "key": "extension<arrow.uuid>",
        "other": "extension<arrow.uuid>",
        "place": "extension<arrow.fixed_shape_tensor[value_type=float, shape=[3]]>",
        "grid": "extension<arrow.fixed_shape_tensor[value_type=int16, shape=[2,3]]>",
        "maybe": "extension<arrow.fixed_shape_tensor[value_type=int16, shape=[2]]>",
    }
    assert [field.nullable for field in table.schema] == [field.nullable for field in usual.schema]
    rows = usual.to_table().to_pylist()
    assert [str(key) for key in table["key"].to_pylist()] == [row["key"] for row in rows]
    place: Any = table["place"].combine_chunks()
    grid: Any = table["grid"].combine_chunks()
    assert place.to_numpy_ndarray().tolist() == [row["place"] for row in rows]
    assert grid.to_numpy_ndarray().tolist() == [row["grid"] for row in rows]


def rows_of(codec: Codec, data: bytes, engine: Any, options: dict[str, str], batch_rows: int = 65_536) -> Any:
    """The rows as without extension types, and the text of the error."""
    table = bytewright.open(data, codec, engine=engine, options=options, batch_rows=batch_rows)
    rows: list[Any] = []
    try:
        for batch in table.to_batches():
            assert batch.schema == table.schema
            batch.validate(full=True)
            columns = [plain(one) if isinstance(one, pa.ExtensionArray) else one for one in batch.columns]
            rows += pa.RecordBatch.from_arrays(columns, table.schema.names).to_pylist()
    except ReadError as error:
        return repr(rows), str(error)
    return repr(rows), None


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"])
def test_values_are_those_without_also_of_damaged_bytes(codec: Codec, mode: str) -> None:
    for number, data in enumerate([DATA, *islice(damaged(DATA[:130]), 0, None, 7)]):
        options = {"mode": mode}
        for engine in ("columns", "objects"):
            size = SIZES[number % len(SIZES)]
            expected = rows_of(codec, data, engine, options, size)
            assert rows_of(codec, data, engine, {**options, **ASKED}, size) == expected


def test_json_text(spec: Path) -> None:
    data = bytes([1, 0, 2, 1, 3, 0])
    table = bytewright.open(data, spec.with_name("trees.ksy"), options=ASKED).to_table()
    assert str(table.schema.field("text").type) == "extension<arrow.json>"
    texts: list[Any] = table["text"].to_pylist()
    assert [json.loads(text) for text in texts] == [[], [{"name": 3, "count": 0, "below": []}]]


def test_rows_go_back(codec: Codec, tmp_path: Path) -> None:
    table = bytewright.open(DATA, codec, options=ASKED)
    table.to_parquet(tmp_path / "rows.parquet")
    for rows in (table, table.to_table(), pq.read_table(tmp_path / "rows.parquet")):
        bytewright.write(rows, tmp_path / "again", codec)
        assert (tmp_path / "again").read_bytes() == DATA


def test_other_libraries(codec: Codec) -> None:
    table = bytewright.open(DATA, codec, options=ASKED)
    keys = table.to_table()["key"].to_pylist()
    orders = table.dataset()
    found: Any = duckdb.sql(f"SELECT key, len(place) FROM orders WHERE key = '{keys[1]}' AND kind < 1")
    assert found.fetchall() == [(keys[1], 3)]
    assert orders.tables[-1].condition is not None
    kinds = table.scan().filter(polars.col("kind") > 0).select("kind").collect()
    assert kinds["kind"].to_list() == [1, 1, 1]
    assert pickle.loads(pickle.dumps(table)).to_table() == table.to_table()
    assert table.only(["place", "key"]).to_table().schema.names == ["place", "key"]
    backwards = table.to_table(order="desc", limit=2)
    assert backwards["key"].to_pylist() == keys[:2:-1]


def test_conditions_on_such_columns_are_arrows_to_judge(codec: Codec) -> None:
    table = bytewright.open(DATA, codec, options=ASKED)
    other: Any = pc.field("other")
    assert table.to_table(filters=other.is_null()).num_rows == 2
    assert table.to_table(filters=other.is_valid() & (pc.field("kind") < 1)).num_rows == 0
    with pytest.raises(OptionError, match="filters: Function 'equal' has no kernel"):
        table.to_table(filters=[("key", "=", "x")])


def test_the_command(spec: Path, tmp_path: Path) -> None:
    file = tmp_path / "rows.bin"
    file.write_bytes(DATA)

    def cat(form: str) -> subprocess.CompletedProcess[bytes]:
        words = ["cat", "--spec", str(spec), "--option", "extensionTypes=true", "--format", form, str(file)]
        return subprocess.run([sys.executable, "-m", "bytewright", *words], capture_output=True, check=False)

    expected = bytewright.open(DATA, spec, options=ASKED).to_table()
    assert pa.ipc.open_stream(cat("arrow").stdout).read_all() == expected
    assert pq.read_table(pa.BufferReader(cat("parquet").stdout)) == expected
    refused = cat("jsonl")
    assert refused.returncode == 2
    assert b"no JSON for values of type extension<arrow.uuid>" in refused.stderr


def test_spark_has_none(spec: Path) -> None:
    with pytest.raises(OptionError, match="option extensionTypes has no effect in Spark"):
        ReadOptions.parse({"spec": str(spec), "path": "x", "extensiontypes": "true"})


@pytest.mark.parametrize("at", [0, 1, 3])
@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (pa.uuid(), [None, *[str(uuid.UUID(int=n * 2**119 + n)) for n in range(1, 9)], None]),
        (pa.uuid(), [None, None, None, None]),
        (pa.json_(), ['{"a":1}', None, "[]", "1"]),
        (pa.fixed_shape_tensor(pa.int16(), (2, 3)), [[[1, 2, 3], [4, 5, 6]], None, [[7, 8, 9], [0, 1, 2]], None]),
        (pa.fixed_shape_tensor(pa.float64(), (2,)), [None, None, None, None]),
        (pa.fixed_shape_tensor(pa.float64(), (1, 1, 2)), [[[[1.5, 2.5]]]] * 4),
    ],
)
def test_arrays_there_and_back(kind: Any, values: list[Any], at: int) -> None:
    item: Any = pa.string()
    if isinstance(kind, pa.FixedShapeTensorType):
        item = kind.value_type
        for _ in kind.shape:
            item = pa.list_(item)
    array = pa.array(values, item)[at:]
    made = as_extension(array, kind)
    made.validate(full=True)
    assert made.type == kind
    assert plain(made).to_pylist() == values[at:]
    assert plain(made[1:]).to_pylist() == values[at + 1 :]
    assert plain(made[:0]).to_pylist() == []


VERSION = """
meta: {id: v%d, endian: le}
seq: [{id: magic, contents: [%d]}, {id: r, type: r, repeat: eos}]
types: {r: {seq: [{id: key, size: 16, -type: uuid}, {id: place, type: f4, repeat: expr, repeat-expr: %d}]}}
"""


def test_versions_unite_where_types_are_the_same(tmp_path: Path) -> None:
    for number, count in ((1, 1), (2, 1), (3, 2)):
        (tmp_path / f"v{number}.ksy").write_text(VERSION % (number, number, count))
        (tmp_path / f"{number}.bin").write_bytes(bytes([number, *range(16)]) + bytes(4 * count))

    def versions(*numbers: int) -> Any:
        files = [tmp_path / f"{number}.bin" for number in numbers]
        return bytewright.open(files, [tmp_path / f"v{number}.ksy" for number in numbers], options=ASKED)

    assert versions(1, 2).to_table()["key"].to_pylist() == [uuid.UUID(bytes=bytes(range(16)))] * 2
    with pytest.raises(OptionError, match=r"place: versions have columns .*fixed_shape_tensor.*shape=\[1\]"):
        versions(1, 3)
