"""Rows that a library decodes, a first row, files that options choose, what a file must be, places where fields end."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bytewright
from bytewright import tree
from bytewright.arrow.jsonl.encode import encode
from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain, to_plain
from bytewright.codec.settings import parse
from bytewright.codecs.parquet import Parquet
from bytewright.errors import OptionError, ReadError, WriteError
from bytewright.host.gc_pause import uncollected
from bytewright.io.source import BytesSource, FileSource
from bytewright.limits import Limits
from bytewright.objects.read.cursor import POOLED
from bytewright.schema.table_codecs import ListShape, MapShape, PlainShape, StructShape
from bytewright.tables.row_models import model_of, reencoded, root_of
from bytewright.views.evaluate import steps
from bytewright.views.evaluate.layout import view_of
from bytewright.views.evaluate.steps import Steps
from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.load import load

Compile = Callable[[str], Codec]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compile:
    @cache
    def compile_text(text: str) -> Codec:
        path = tmp_path_factory.mktemp("toy") / "toy.ksy"
        path.write_text(f"meta: {{id: toy, endian: le, encoding: UTF-8}}\n{text}", encoding="utf-8")
        return load(path)

    return compile_text


CRATES = """
-options:
  - {id: crate, type: str}
  - {id: least, type: int, default: 0}
-views:
  things:
    each: boxes[*]
    files: {option: crate, is: crate, known: {first: 1}}
    require: [{holds: crate >= least, field: crate}]
    metadata: [{id: crate, value: crate, type: s8}]
    columns:
      - {id: box, value: _index, type: s4}
      - {id: number, value: _row, type: s8}
    decode:
      bytes: _.table
      by: bytewright.codecs.parquet
      column: thing
      as:
        - {where: kind == 1, type: s2}
        - {where: kind == 2, type: 'f4[]'}
        - {where: kind == 3, type: {map: [u2, f8]}}
        - {where: kind == 4, type: {struct: {key: [s8, str], weight: f8}, tags: {keyKind: {key: [number, name]}}}}
        - {where: kind == 5, metadata: {unit: pair}, type: 's1[][]'}
        - {where: kind == 5, type: 'bytes[]'}
        - {where: _.len_table > 0 and kind == 6, type: str}
      encode:
        - {where: kind == 6, with: {compression: none, dictionary: false}}
        - {with: {compression: zstd, level: 1}}
  boxes:
    each: boxes[*]
    first: head
    columns:
      - {id: box, value: _index + 1, type: s4}
      - {id: offset, value: _offset, first: _offset, type: s8}
      - {id: size, value: _.len_table, nullable: true}
      - {id: ends, value: _.ends, first: _.number, type: s8}
seq:
  - {id: magic, contents: CRAT}
  - {id: head, type: head}
  - {id: kind, type: u1}
  - {id: boxes, type: box, repeat: eos}
instances:
  crate: {value: head.number}
types:
  head:
    seq: [{id: number, type: u2}]
  box:
    seq:
      - {id: len_table, type: u4}
      - {id: ends, type: s4, -derive: {end-of: table, unless: -1}}
      - {id: table, size: len_table}
"""

NESTED = """
-views:
  things:
    each: boxes[*]
    decode: {bytes: _.inner.table, by: bytewright.codecs.parquet, column: thing, as: [{where: 'true', type: s2}]}
seq:
  - {id: boxes, type: box, repeat: eos}
types:
  box:
    seq: [{id: inner, type: inner}]
  inner:
    seq:
      - {id: len_table, type: u4}
      - {id: table, size: len_table}
"""


def _crate(codec: Codec, kind: int, *tables: pa.Table, number: int = 1) -> bytes:
    boxes = [{"table": Parquet().encode(table)} for table in tables]
    return _bytes(codec, {"head": {"number": number}, "kind": kind, "boxes": boxes})


def _bytes(codec: Codec, values: dict[str, Any]) -> bytes:
    return codec.to_bytes(codec.root(**values))


def _things(codec: Codec, kind: int, *tables: pa.Table, **options: Any) -> list[Any]:
    found = bytewright.open(_crate(codec, kind, *tables), codec, "things", options=options).to_table()
    rows: list[Any] = found["thing"].to_pylist()
    return rows


def _column(*values: Any, kind: pa.DataType | None = None, **metadata: str) -> pa.Table:
    return pa.table([pa.array(list(values), kind)], schema=pa.schema([_field(values, kind, metadata)]))


def _field(values: Any, kind: pa.DataType | None, metadata: dict[str, str]) -> pa.Field[Any]:
    return pa.field("any", kind or pa.array(list(values)).type, metadata=metadata or None)


def test_rows_of_all_steps_are_numbered(compiled: Compile) -> None:
    codec = compiled(CRATES)
    tables = [_column(1, None, 3, kind=pa.int32()), _column(4, kind=pa.int16())]
    found = bytewright.open(_crate(codec, 1, *tables), codec, "things").to_table()
    assert found.to_pylist() == [
        {"box": 0, "number": 0, "thing": 1},
        {"box": 0, "number": 1, "thing": None},
        {"box": 0, "number": 2, "thing": 3},
        {"box": 1, "number": 0, "thing": 4},
    ]
    assert found.schema.field("thing").type == pa.int16()


def test_lists_may_lie_in_bytes(compiled: Compile) -> None:
    codec = compiled(CRATES)
    data = [np.array(values, "<f4").tobytes() for values in ([1, 2], [3, 4])]
    fixed = _column(*data, None, kind=pa.binary(8))
    loose = _column(data[0], b"", None, data[1], kind=pa.binary())
    listed = _column([1.0, 2.0], None, [], kind=pa.list_(pa.float32()))
    assert _things(codec, 2, fixed) == [[1, 2], [3, 4], None]
    assert _things(codec, 2, loose) == [[1, 2], [], None, [3, 4]]
    assert _things(codec, 2, listed) == [[1, 2], None, []]


def test_pairs_may_lie_in_bytes(compiled: Compile) -> None:
    pairs = np.array([(1, 0.5), (9, -1)], [("key", "<u2"), ("value", "<f8")]).tobytes()
    assert _things(compiled(CRATES), 3, _column(pairs, None, b"")) == [[(1, 0.5), (9, -1.0)], None, []]


@pytest.mark.parametrize("key", [7, "seven"])
def test_structures_are_stored_in_several_ways(compiled: Compile, key: Any) -> None:
    codec = compiled(CRATES)
    want = [{"key": key, "weight": 1.5}, {"key": key, "weight": 2.0}]
    columns = pa.table({"weight": [1.5, 2.0], "key": [key, key]})
    text = '"seven"' if key == "seven" else "7"
    objects = _column(f'{{"key": {text}, "weight": 1.5}}', f'{{"more": [1,\n2], "weight": 2, "key": {text}}}')
    assert _things(codec, 4, columns) == want
    assert _things(codec, 4, _column(*want)) == want
    assert _things(codec, 4, objects) == want
    if key == 7:
        assert _things(codec, 4, _column("7,1.5", "7,2")) == want


def test_a_table_may_say_what_it_holds(compiled: Compile) -> None:
    codec = compiled(CRATES)
    kind = pa.list_(pa.binary(2))
    assert _things(codec, 5, _column([b"\1\2"], [], kind=kind)) == [[b"\1\2"], []]
    assert _things(codec, 5, _column([b"\1\xfe"], [], kind=kind, unit="pair")) == [[[1, -2]], []]


@pytest.mark.parametrize(
    ("kind", "table", "message"),
    [
        (1, _column("a"), "expected values of type int16, found string"),
        (1, _column(1 << 20, kind=pa.int32()), "Integer value 1048576 not in range"),
        (2, _column(b"123"), "elements of 4 bytes each, found 3 bytes in row 0"),
        (2, _column([1.0, None], kind=pa.list_(pa.float32())), "found null in one"),
        (3, _column(b"123"), "pairs of 10 bytes each"),
        (4, _column("7"), "2 values with commas between"),
        (4, _column('{"key": 7}'), "a JSON object with the member weight, found none"),
        (4, _column(None, kind=pa.string()), "found null"),
        (4, pa.table({"key": [1], "mass": [2.0]}), "a table of the columns key, weight, found key, mass"),
        (9, _column(1), "one that no case shows"),
    ],
)
def test_what_is_stored_otherwise_is_an_error(compiled: Compile, kind: int, table: pa.Table, message: str) -> None:
    codec = compiled(CRATES)
    with pytest.raises(ReadError) as error:
        bytewright.open(_crate(codec, kind, table), codec, "things").to_table()
    assert message in str(error.value)
    assert (error.value.field, error.value.offset) == ("boxes[0].table", 15)


def test_all_steps_have_one_type(compiled: Compile) -> None:
    codec = compiled(CRATES)
    tables = [_column('{"key": 1, "weight": 1}'), _column('{"key": "1", "weight": 1}')]
    with pytest.raises(ReadError, match=r"boxes\[1\]\.table: expected values of type struct<key: int64"):
        bytewright.open(_crate(codec, 4, *tables), codec, "things").to_table()


def test_without_steps_the_beginning_says_the_type(compiled: Compile) -> None:
    codec = compiled(CRATES)
    assert bytewright.open(_crate(codec, 2), codec, "things").schema.names == ["box", "number", "thing"]
    assert bytewright.open(_crate(codec, 6), codec, "things").schema.names == ["box", "number"]


def test_what_is_decoded_is_bounded(compiled: Compile) -> None:
    codec = compiled(CRATES)
    data = _crate(codec, 1, _column(*[7] * 5000, kind=pa.int16()))
    with pytest.raises(ReadError, match="maxDecodedBytes"):
        bytewright.open(data, codec, "things", limits=Limits(maxDecodedBytes=20_000, maxExpansion=1)).to_table()
    batches = list(bytewright.open(data, codec, "things", batch_rows=1000).to_batches())
    assert [batch.num_rows for batch in batches] == [1000] * 5


def test_bytes_that_are_no_table(compiled: Compile) -> None:
    codec = compiled(CRATES)
    data = _bytes(codec, {"head": {"number": 1}, "kind": 1, "boxes": [{"table": b"nothing"}]})
    with pytest.raises(ReadError, match="Parquet that can be read"):
        bytewright.open(data, codec, "things").to_table()


def test_columns_without_the_decoded_one(compiled: Compile) -> None:
    codec = compiled(CRATES)
    data = _crate(codec, 1, _column(1, 2, kind=pa.int16()))
    assert bytewright.open(data, codec, "things", "number,box").to_table().to_pylist() == [
        {"number": 0, "box": 0},
        {"number": 1, "box": 0},
    ]


def test_a_structure_gives_the_first_row(compiled: Compile) -> None:
    codec = compiled(CRATES)
    data = _crate(codec, 1, _column(1, kind=pa.int16()), number=5)
    end = len(data)
    rows = bytewright.open(data, codec, "boxes").to_table().to_pylist()
    assert rows == [
        {"box": 0, "offset": 4, "size": None, "ends": 5},
        {"box": 1, "offset": 7, "size": end - 15, "ends": end},
    ]
    tolerant = bytewright.open(data, codec, "boxes", mode="PERMISSIVE").to_table()
    assert tolerant.to_pylist() == rows
    assert bytewright.open(_crate(codec, 1), codec, "boxes", mode="PERMISSIVE").to_table().num_rows == 1


def test_a_place_that_nobody_knows_stays(compiled: Compile) -> None:
    codec = compiled(CRATES)
    model = codec.parse(_crate(codec, 1, _column(1, kind=pa.int16())))
    model.boxes[0].ends = -1
    data = codec.to_bytes(model, canonical=True)
    assert codec.parse(data).boxes[0].ends == -1
    model.boxes[0].ends = 3
    assert codec.parse(codec.to_bytes(model)).boxes[0].ends == len(data)


def test_a_place_that_is_wrong_stays_as_it_was_read(compiled: Compile) -> None:
    codec = compiled(CRATES)
    right = _crate(codec, 1, _column(1, kind=pa.int16()), _column(2, kind=pa.int16()))
    at = codec.parse(right).boxes[1]._at[1].start
    wrong = right[:at] + (77).to_bytes(4, "little") + right[at + 4 :]
    model = codec.parse(wrong)
    assert codec.to_bytes(model) == wrong
    shown = json.dumps(tree.build(codec, BytesSource(wrong)).to_json())
    assert shown.count('"raw"') == 1
    assert codec.to_bytes(tree.load(codec, shown)) == wrong
    table = bytewright.open(wrong, codec, "boxes")
    assert table.to_table()["ends"].to_pylist()[2] == 77
    assert [str(one) for one in table.warnings] == [
        f"<bytes>: offset {at} (0x{at:x}): boxes[1].ends is 77, though what it is about ends at {len(right)}; it stays"
    ]
    assert codec.to_bytes(model, canonical=True) == right
    model = codec.parse(wrong)
    model.boxes[1].ends = None
    assert codec.to_bytes(model) == right
    # A model that never was read has nothing that could stay.
    made = from_plain(codec, to_plain(model))
    assert codec.to_bytes(made) == right


def _written(codec: Codec, rows: list[dict[str, Any]], root: str, tmp_path: Path, suffix: str) -> bytes:
    path = tmp_path / f"rows.{suffix}"
    if suffix == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    else:
        pq.write_table(pa.Table.from_pylist(rows), path)
    return codec.to_bytes(model_of(codec, str(path), "things", parse(codec), root), relocate=True)


def _root(codec: Codec, data: bytes) -> str:
    return json.dumps(root_of(codec, BytesSource(data), "things", parse(codec)))


VECTORS = [np.array(values, "<f4").tobytes() for values in ([1, 2], [3, 4], [5, 6])]
PAIR = np.array([(1, 0.5), (9, -1)], [("key", "<u2"), ("value", "<f8")]).tobytes()
TABLES = [
    (1, _column(1, None, 3, kind=pa.int32())),
    (2, _column(*VECTORS, kind=pa.binary(8))),
    (2, _column(VECTORS[0], None, VECTORS[1], kind=pa.binary(8))),
    (2, _column(VECTORS[0], b"", None, VECTORS[1] + VECTORS[0], kind=pa.binary(), size="2")),
    (2, _column([1.0, 2.0], None, [], kind=pa.list_(pa.float32()))),
    (2, _column([1.0, 2.0], [3.0, 4.0], kind=pa.list_(pa.float32(), 2))),
    (3, _column(PAIR, None, b"")),
    (3, _column([(1, 0.5)], kind=pa.map_(pa.int32(), pa.float64()))),
    (4, pa.table({"weight": [1.5, 2.0], "key": ["a", "b"]})),
    (4, _column({"key": 7, "weight": 1.5}, {"key": 8, "weight": 1.0})),
    (4, _column('{"key":7,"weight":1.5,"keyKind":"number"}', '{"key":8,"weight":2.5,"keyKind":"number"}')),
    (4, _column('{"key":"a\\"","weight":1.5,"keyKind":"name"}', '{"key":"é","weight":2.5,"keyKind":"name"}')),
    (4, _column("7,1.5", "8,2.5")),
    (5, _column([b"\1\2"], [], kind=pa.list_(pa.binary(2)))),
    (5, _column([b"\1\xfe"], [], None, kind=pa.list_(pa.binary(2)), unit="pair")),
    (6, _column("a", None, "größe", b"\xff".decode("latin-1"))),
]


@pytest.mark.parametrize(("kind", "table"), TABLES, ids=range(len(TABLES)))
@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_rows_are_written_as_the_root_stores_them(
    compiled: Compile, tmp_path: Path, kind: int, table: pa.Table, suffix: str
) -> None:
    codec = compiled(CRATES)
    data = _crate(codec, kind, table, table.slice(0, 1), table.slice(0, 0))
    shown = bytewright.open(data, codec, "things").to_table()
    path = tmp_path / f"rows.{suffix}"
    if suffix == "jsonl":
        path.write_bytes(b"".join(encode(batch) for batch in shown.to_batches()))
    else:
        pq.write_table(shown, path)
    model = model_of(codec, str(path), "things", parse(codec), _root(codec, data))
    again = codec.to_bytes(model, relocate=True)
    assert bytewright.open(again, codec, "things").to_table().equals(shown)
    for old, new in zip(codec.parse(data).boxes, codec.parse(again).boxes, strict=True):
        assert _table(new).schema.equals(_table(old).schema, check_metadata=True)
        assert _table(new).to_pylist() == _table(old).to_pylist()


def _table(box: Any) -> pa.Table:
    return pq.read_table(pa.BufferReader(box.table))


def test_roots_have_no_rows(compiled: Compile) -> None:
    codec = compiled(CRATES)
    texts = _column(*(f'{{"key":{number},"weight":1.5}}' for number in range(500)))
    data = _crate(codec, 4, texts, pa.table({"key": [1, 2], "weight": [1.0, 2.0]}))
    first, second = codec.parse(codec.to_bytes(from_plain(codec, _root(codec, data)))).boxes
    # The text of one row says which kind of text it is.
    assert (_table(first).num_rows, _table(second).num_rows) == (1, 0)
    damaged = _bytes(codec, {"head": {"number": 1}, "kind": 1, "boxes": [{"table": b"nothing"}]})
    assert codec.to_bytes(from_plain(codec, _root(codec, damaged))) == damaged


NEW = json.dumps({"head": {"number": 1}, "kind": 2})


@pytest.mark.parametrize(
    ("rows", "kinds"),
    [
        ([{"box": 0, "thing": [1, 2]}, {"box": 0, "thing": [3, 4]}], ["fixed_size_binary[8]"]),
        ([{"box": 1, "thing": [1, 2]}, {"box": 1, "thing": []}], ["binary", "binary"]),
        ([{"box": 1, "thing": [1]}, {"box": 0, "thing": None}, {"box": 1, "thing": [2]}], ["binary", None]),
        ([{"thing": [1]}, {"thing": [2]}], ["fixed_size_binary[4]"]),
        ([], []),
    ],
)
def test_tables_are_made_where_there_is_none(
    compiled: Compile, tmp_path: Path, rows: list[dict[str, Any]], kinds: list[str | None]
) -> None:
    codec = compiled(CRATES)
    data = _written(codec, rows, NEW, tmp_path, "jsonl")
    boxes = codec.parse(data).boxes
    assert len(boxes) == len(kinds)
    found = [str(_table(box).schema.field(0).type) for box in boxes]
    assert all(kind in (None, one) for kind, one in zip(kinds, found, strict=True))
    by_box = sorted(rows, key=lambda row: row.get("box", 0))
    assert _shown(codec, data) == [row["thing"] for row in by_box]


def _shown(codec: Codec, data: bytes) -> list[Any]:
    table = bytewright.open(data, codec, "things").to_table()
    return list(table["thing"].to_pylist()) if "thing" in table.column_names else []


def test_steps_are_added(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(CRATES)
    root = _root(codec, _crate(codec, 1, _column(5, kind=pa.int32(), unit="kg")))
    rows: list[dict[str, Any]] = [{"box": 2, "number": 0, "thing": 7}, {"box": 0, "number": 0, "thing": None}]
    data = _written(codec, rows, root, tmp_path, "parquet")
    boxes = codec.parse(data).boxes
    assert [_table(box).to_pydict() for box in boxes] == [{"any": [None]}, {"any": []}, {"any": [7]}]
    assert {(_table(box).schema.field(0).metadata or {})[b"unit"] for box in boxes} == {b"kg"}


def test_how_tables_are_encoded_is_declared(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(CRATES)
    for kind, table, compression in ((1, _column(1, kind=pa.int16()), "ZSTD"), (6, _column("a"), "UNCOMPRESSED")):
        data = _crate(codec, kind, table)
        rows = bytewright.open(data, codec, "things").to_table().to_pylist()
        written = codec.parse(_written(codec, rows, _root(codec, data), tmp_path, "jsonl"))
        rebuilt = codec.parse(codec.to_bytes(reencoded(codec, codec.parse(data), parse(codec)), canonical=True))
        for model in (written, rebuilt):
            chunk = pq.ParquetFile(pa.BufferReader(model.boxes[0].table)).metadata.row_group(0).column(0)
            assert (chunk.compression, chunk.has_dictionary_page) == (compression, kind == 1)
            assert _table(model.boxes[0]).equals(table)


def test_a_setting_that_nobody_knows(compiled: Compile) -> None:
    codec = compiled(CRATES.replace("level: 1", "speed: 1"))
    model = codec.parse(_crate(codec, 1, _column(1, kind=pa.int16())))
    with pytest.raises(WriteError, match=r"boxes\[0\]\.table: expected settings of Parquet, found speed"):
        reencoded(codec, model, parse(codec))


@pytest.mark.parametrize(
    ("table", "thing", "message"),
    [
        (_column(VECTORS[0], kind=pa.binary(8)), [1.0], "expected values of 8 bytes, found 4"),
        (_column([1.0], kind=pa.list_(pa.float32())), [None], "found null in one"),
        (pa.table({"any": VECTORS[:1]}, pa.schema([pa.field("any", pa.binary(), False)])), None, "found null"),
    ],
)
def test_rows_that_do_not_fit(compiled: Compile, tmp_path: Path, table: pa.Table, thing: Any, message: str) -> None:
    codec = compiled(CRATES)
    with pytest.raises(WriteError) as error:
        _written(codec, [{"box": 0, "thing": thing}], _root(codec, _crate(codec, 2, table)), tmp_path, "jsonl")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("rows", "root", "message"),
    [
        ([{"box": -1, "thing": [1]}], NEW, r"rows\[0\]\.box: expected a place from 0, found -1"),
        ([{"box": 1 << 24, "thing": [1]}], NEW, "a place from 0"),
        ([{"box": 0, "thing": [1]}], '{"head": {"number": 1}, "kind": 9}', "there is no column 'thing'|known kind"),
        ([{"box": 0}], NEW, "there is no column 'thing'|shows"),
    ],
)
def test_rows_that_say_too_little(
    compiled: Compile, tmp_path: Path, rows: list[dict[str, Any]], root: str, message: str
) -> None:
    with pytest.raises(WriteError, match=message):
        _written(compiled(CRATES), rows, root, tmp_path, "parquet")


def test_rows_alone_are_not_enough(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(CRATES)
    (tmp_path / "rows.jsonl").write_text('{"box": 0}', encoding="utf-8")
    with pytest.raises(WriteError, match=r"don't hold what stands beside their tables\. Give a root"):
        model_of(codec, str(tmp_path / "rows.jsonl"), "things", parse(codec))


@pytest.mark.parametrize("engine", ["objects", "auto"])
def test_large_tables_are_read_into_memory_that_is_used_again(compiled: Compile, tmp_path: Path, engine: Any) -> None:
    codec = compiled(CRATES)
    numbers = np.random.default_rng(3).integers(-9999, 9999, 800_000).astype(np.int16)
    path = tmp_path / "large.crate"
    path.write_bytes(_crate(codec, 1, _column(7, kind=pa.int16()), pa.table([pa.array(numbers)], ["any"])))
    assert path.stat().st_size > POOLED
    steps = Steps(codec, FileSource(path), parse(codec), pools=True)
    kinds = [type(scope.element.table) for (scope,) in steps.of(view_of(codec, "things"))]
    assert kinds == [bytes, memoryview]
    for what in (path, path.read_bytes()):
        found = bytewright.open(what, codec, "things", engine=engine).to_table()
        assert found["thing"].to_numpy().tolist() == [7, *numbers.tolist()]
    assert type(codec.parse(path).boxes[1].table) is bytes
    assert codec.to_bytes(codec.parse(path)) == path.read_bytes()


def test_a_large_table_that_ends_too_early(compiled: Compile) -> None:
    codec = compiled(CRATES)
    numbers = pa.array(np.random.default_rng(3).integers(-9999, 9999, 800_000).astype(np.int16))

    class Shorter(BytesSource):
        """Bytes of which some are gone since their number was asked for."""

        def view(self, offset: int, size: int) -> memoryview:
            return super().view(offset, min(size, 1000))

    steps = Steps(codec, Shorter(_crate(codec, 1, pa.table([numbers], ["any"]))), parse(codec), pools=True)
    with pytest.raises(ReadError, match=r"boxes\[0\]\.table: expected \d+ bytes, found 1000 before the end"):
        list(steps.of(view_of(codec, "things")))


def test_text_that_is_not_ascii(compiled: Compile) -> None:
    codec = compiled(CRATES)
    words = ["", "plain", "größe", None, "数"]
    assert _things(codec, 6, _column(*words)) == words
    shape = PlainShape(pa.string())
    array = pa.array([b"\xff", b"a", "é".encode(), None, b"b", b"\xff"])
    assert shape.of(array[1:5]).to_pylist() == ["a", "é", None, "b"]
    assert shape.of(array[1:2]).to_pylist() == ["a"]
    for part in (array[:1], array[4:]):
        with pytest.raises(ValueError, match="text in UTF-8"):
            shape.of(part)
    # Each value counts: bytes that are text together need not be text alone.
    with pytest.raises(ValueError, match="text in UTF-8"):
        shape.of(pa.array([b"\xc3", b"\xa9"]))


def test_options_choose_files(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(CRATES)
    paths = []
    for number, kind in ((1, 1), (2, 2), (3, 1)):
        path = tmp_path / f"{number}.crate"
        table = _column([1.0], kind=pa.list_(pa.float32())) if kind == 2 else _column(number, kind=pa.int16())
        path.write_bytes(_crate(codec, kind, table, number=number))
        paths.append(path)
    options = {"includeMetadata": "true", "crate": "3"}
    (row,) = bytewright.open(paths, codec, "things", options=options).to_table().to_pylist()
    assert (row["thing"], row["_metadata"]["crate"]) == (3, 3)
    assert bytewright.open(paths, codec, "things", options={"crate": "first"}).to_table().num_rows == 1
    with pytest.raises(OptionError, match="int16: 1, 3; list<element: float not null>: 2"):
        bytewright.open(paths, codec, "things")
    with pytest.raises(OptionError, match="found 4, and files of 1, 2, 3"):
        bytewright.open(paths, codec, "things", options={"crate": "4"})
    with pytest.raises(ReadError, match=r"1\.crate: offset 4 \(0x4\): head\.number|1\.crate"):
        bytewright.open(paths[0], codec, "things", options={"least": "2"}).to_table()


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("decode: {bytes: _.len_table, by: a.b, column: x, as: [{type: s4}]}", "bytes"),
        ("decode: {bytes: _.table, by: parquet, column: x, as: [{type: s4}]}", "'by' must be a class"),
        ("decode: {bytes: _.table, by: a.b, column: x, as: [{type: s3}]}", "unknown type 's3'"),
        ("decode: {bytes: _.table, by: a.b, column: x, as: [{type: {map: [s4]}}]}", "two plain types"),
        (
            "decode: {bytes: _.table, by: a.b, column: x, as: [{type: s4}], encode: [{with: {a: [1]}}]}",
            "the setting 'a'",
        ),
        ("decode: {bytes: _.table, by: a.b, column: x, as: [{type: s4}], encode: [{where: kind}]}", "'where'"),
        (
            "decode: {bytes: _.table, by: a.b, column: x, as: [{type: {struct: {a: s4}, tags: {b: {a: []}}}}]}",
            "for each",
        ),
        ("decode: {bytes: _.table, by: a.b, column: x, as: [{type: {struct: {a: s4}, tags: {b: {}}}}]}", "one member"),
        ("files: {option: crat, is: crate}", "unknown option 'crat'"),
        ("first: kind", "'first' names a structure"),
        ("require: [{holds: kind, field: kind}]", "'holds'"),
    ],
)
def test_mistakes_are_named(compiled: Compile, key: str, message: str) -> None:
    key = key.replace("by: a.b", "by: bytewright.codecs.parquet")
    text = CRATES.replace(
        "  boxes:\n    each", f"  wrong:\n    each: boxes[*]\n    columns: []\n    {key}\n  boxes:\n    each"
    )
    with pytest.raises(SpecErrors) as error:
        compiled(text)
    assert message in str(error.value)


def test_shapes_of_sliced_columns() -> None:
    data = pa.array([b"\1\0\2\0", None, b"", b"\3\0"])[1:]
    assert ListShape(PlainShape(pa.int16())).of(data).to_pylist() == [None, [], [3]]
    fixed = pa.array([b"\1\0", None, b"\3\0"], pa.binary(2))[1:]
    assert ListShape(PlainShape(pa.int16())).of(fixed).to_pylist() == [None, [3]]
    pairs = pa.array([b"\1\2", b"\3\4\5\6"])[1:]
    assert MapShape(PlainShape(pa.uint8()), PlainShape(pa.int8())).of(pairs).to_pylist() == [[(3, 4), (5, 6)]]
    nested = pa.array([[b"\1"], None, [b"\2\3", b""]])[1:]
    assert ListShape(ListShape(PlainShape(pa.int8()))).of(nested).to_pylist() == [None, [[2, 3], []]]


def test_structures_without_rows_have_the_first_types() -> None:
    shape = StructShape({"key": (PlainShape(pa.int64()), PlainShape(pa.string()))})
    table = Parquet().open(Parquet().encode(_column(kind=pa.string())), Limits())
    assert shape.settled(table).type == shape.type


@pytest.mark.parametrize("stop", [None, 1])
def test_bytes_of_tables_are_let_go_of(
    compiled: Compile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: int | None
) -> None:
    """When they have been read, not when Python looks for garbage; also where nobody reads on."""
    monkeypatch.setattr(steps, "KEPT", 0)
    codec, path = compiled(NESTED), tmp_path / "nested"
    numbers = np.random.default_rng(1).integers(-(1 << 15), 1 << 15, POOLED, np.int16)
    inner = {"table": Parquet().encode(pa.table({"any": numbers}))}
    path.write_bytes(_bytes(codec, {"boxes": [{"inner": inner}] * 3}))
    with uncollected():
        before = pa.total_allocated_bytes()
        batches = bytewright.open(path, codec, "things").to_batches()
        assert sum(batch.num_rows for batch in islice(batches, stop)) > 0
        del batches
        assert pa.total_allocated_bytes() == before


NOTED = """
-views:
  things:
    each: boxes[*]
    decode:
      bytes: _.table
      by: bytewright.codecs.parquet
      column: thing
      as: [{where: 'true', type: s4}]
      stated-size: {in: head.notes, member: size}
seq:
  - {id: head, type: head}
  - {id: boxes, type: box, repeat: eos}
types:
  head:
    seq:
      - {id: len_notes, type: u1}
      - {id: notes, type: str, size: len_notes}
  box:
    seq:
      - {id: len_table, type: u4}
      - {id: table, size: len_table}
"""


@pytest.mark.parametrize(
    ("notes", "made"),
    [
        ('{"size":"13"}', '{"size":"%d"}'),
        ('{"a":1,"size":"13","z":{"size":"1"}}', '{"a":1,"size":"%d","z":{"size":"1"}}'),
        ('{"z":"\\u003c,","size":"13","a":[1, 2]}', '{"z":"\\u003c,","size":"%d","a":[1, 2]}'),
    ],
)
@pytest.mark.parametrize("values", [[], [7], [7, 8, 9], list(range(5))])
def test_a_stated_size_follows_values(
    compiled: Compile, tmp_path: Path, notes: str, made: str, values: list[int]
) -> None:
    codec = compiled(NOTED)
    own = pa.schema([pa.field("thing", pa.int32(), metadata={"own": "x"})])
    table = pa.table({"thing": [1, 2, 3]}, schema=own)
    root_class: Any = codec.root
    data = codec.to_bytes(root_class(head={"notes": notes}, boxes=[{"table": Parquet().encode(table)}]))
    root = json.dumps(root_of(codec, BytesSource(data), None, parse(codec)))
    rows = pa.table({"thing": pa.array(values, pa.int32())})
    bytewright.write(rows, tmp_path / "out", codec, root=root)
    found = codec.parse(tmp_path / "out")
    assert found.head.notes == made % (13 + 4 * (len(values) - 3))  # a byte more than values take, as before
    assert (pq.read_schema(pa.BufferReader(found.boxes[0].table)).field(0).metadata or {})[b"own"] == b"x"
    assert b"nbytes" not in found.boxes[0].table
    assert codec.to_bytes(codec.parse(data)) == data


def test_a_size_that_nobody_states_is_that_of_values(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(NOTED)
    for notes, made in (
        ('{"a":"","z":0}', '{"a":"","size":"8","z":0}'),
        ('{"z":0,"a":""}', '{"z":0,"a":"","size":"8"}'),
    ):
        rows = pa.table({"thing": pa.array([1, 2], pa.int32())})
        bytewright.write(rows, tmp_path / "out", codec, root=json.dumps({"head": {"notes": notes}}))
        assert codec.parse(tmp_path / "out").head.notes == made
    with pytest.raises(WriteError, match=r"head.notes: expected a JSON object"):
        bytewright.write(rows, tmp_path / "out", codec, root=json.dumps({"head": {"notes": "[]"}}))
