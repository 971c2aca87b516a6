"""Files that say how many records they have, and may go on behind them: the kernel makes these, objects the rest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.columnar.test_encoding import both
from tests.support.both import toy

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.columnar.encode.row_encoder import RowEncoder
from bytewright.errors import WriteError
from bytewright.kernels.plan.failures import Unsupported
from bytewright.tables import row_models
from bytewright.tables.write import bytes_of, write_rows
from bytewright.tables.write_job import WriteJob
from bytewright_codegen.load import load

STOCK = {"site": 3, "title": "Märkte", "closing": 9}
ROLLS = {"head": {"version": 1, "place": "Ulm"}, "remarks": [1, 2], "foot": {"note": "häufig"}, "rest": "00ff"}


def items(count: int) -> pa.Table:
    """Rows of the toy ``stock``."""
    prices = [None if n % 2 else n / 4 for n in range(count)]
    names = pa.array(["ä" * (n % 9) for n in range(count)], pa.string())
    return pa.table(
        {"number": pa.array(range(count), pa.int64()), "name": names, "price": pa.array(prices, pa.float64())}
    )


def entries(count: int, *, wide: bool) -> pa.Table:
    """Rows of the toy ``rolls``."""
    return pa.table(
        {
            "number": pa.array(range(count), pa.int64()),
            "wide": pa.array([n if wide else None for n in range(count)], pa.int64()),
            "is_last": pa.array([n == count - 1 for n in range(count)], pa.bool_()),
            "rank": pa.array([n % 128 for n in range(count)], pa.int16()),
        }
    )


@pytest.mark.parametrize("count", [0, 1, 700])
def test_what_lies_around_records(count: int) -> None:
    data = both(toy("stock"), items(count), json.dumps(STOCK))
    assert int.from_bytes(data[4:8], "little") == count
    model = toy("stock").parse(data)
    assert (len(model.items), model.title, model.closing) == (count, "Märkte", 9)


@pytest.mark.parametrize("version", [1, 2])
def test_a_count_that_is_solved_for(version: int) -> None:
    codec = toy("rolls")
    root = ROLLS | {"head": {"version": version, "place": "Ulm"}}
    data = both(codec, entries(300, wide=version > 1), json.dumps(root))
    model = codec.parse(data)
    assert (model.head.more, len(model.entries), model.remarks, model.foot.note) == (299, 300, [1, 2], "häufig")


def test_a_count_that_has_no_solution() -> None:
    """There is no way to say that there are no records."""
    codec, table, root = toy("rolls"), entries(0, wide=False), json.dumps(ROLLS)
    with pytest.raises(WriteError) as wanted:
        bytes_of(codec, table, None, parse(codec), root, "objects")
    with pytest.raises(WriteError) as found:
        bytes_of(codec, table, None, parse(codec), root)
    assert str(found.value) == str(wanted.value)


def test_a_file_is_written_of_batches(tmp_path: Path) -> None:
    codec, table, path = toy("stock"), items(9000), tmp_path / "stock.bin"
    written = bytewright.write(table, path, codec, root=json.dumps(STOCK), engine="columns")
    assert (written.rows, written.encoded, written.reason) == (9000, 9000, "")
    assert bytewright.open(path, codec).to_table().num_rows == 9000
    whole = path.read_bytes()
    assert bytewright.write(table, path, codec, root=json.dumps(STOCK), engine="objects").encoded == 0
    assert path.read_bytes() == whole


def test_a_bad_row(tmp_path: Path) -> None:
    codec, table = toy("stock"), items(9000)
    bad = table.set_column(0, "number", pa.array([*range(8999), -1], pa.int64()))
    with pytest.raises(WriteError, match="number"):
        bytewright.write(bad, tmp_path / "stock.bin", codec, root=json.dumps(STOCK))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("told", [9, 11])
def test_more_or_fewer_rows_than_were_told(told: int, tmp_path: Path) -> None:
    """A count is never wrong: objects, who count what there is, write such files."""
    codec, table, path = toy("stock"), items(10), tmp_path / "stock.bin"
    text = json.dumps(STOCK)
    model, layout, names = row_models.described(codec, table.schema, None, parse(codec), text)
    with pytest.raises(Unsupported, match="rows than"):
        list(RowEncoder(codec, layout, names, model, parse(codec), told).pieces(table.to_batches()))
    job = WriteJob(codec, None, parse(codec), text, schema=table.schema, count=told)
    write_rows(job, table.to_batches, path)
    assert path.read_bytes() == bytes_of(codec, table, None, parse(codec), text, "objects")[0]


HEAD = """
meta: {id: shelf, endian: le, encoding: UTF-8}
seq:
"""
ITEM = """
  item:
    seq: [{id: number, type: u4}, {id: len, type: u1}, {id: name, type: str, size: len}]
"""
RECORDS = "  - {id: items, type: item, repeat: expr, repeat-expr: num_items}\n"
COUNT = "  - {id: num_items, type: u2}\n"
SIZED = {
    "the size of the file": "  - {id: len_file, type: u4, valid: _io.size}\n" + COUNT + RECORDS + "types:" + ITEM,
    "the size of a file up to whose end there are records": (
        "  - {id: len_file, type: u4, valid: _io.size}\n  - {id: items, type: item, repeat: eos}\ntypes:" + ITEM
    ),
    "the size of the file in a structure": (
        "  - {id: head, type: head}\n  - {id: items, type: item, repeat: eos}\ntypes:\n  head:\n    seq:\n"
        "      - {id: len_file, type: u4, valid: _root._io.size}" + ITEM
    ),
}
BEHIND = {
    "padding": (
        COUNT + RECORDS + "  - {size: (4 - _io.pos) % 4}\n  - {id: end, type: u2}\ntypes:" + ITEM,
        {"end": 1},
    ),
    "padding in a structure": (
        COUNT
        + RECORDS
        + "  - {id: end, type: foot}\ntypes:\n  foot:\n    seq: [{size: (4 - _io.pos) % 4}, {id: end, type: u2}]"
        + ITEM,
        {"end": {"end": 1}},
    ),
    "a place behind the records": (
        "  - {id: ofs_end, type: u4, -derive: {position-of: end}}\n"
        + COUNT
        + RECORDS
        + "  - {id: end, type: u2}\ntypes:"
        + ITEM,
        {"end": 1},
    ),
    "where the records lie": (
        COUNT + RECORDS + "  - {id: ofs_items, type: u4, -derive: {position-of: items}}\n"
        "  - {id: len_all, type: u4, valid: _io.pos}\ntypes:" + ITEM,
        {},
    ),
    "one of several": (
        "  - {id: kind, type: u1}\n"
        + COUNT
        + RECORDS
        + "  - {id: end, type: {switch-on: kind, cases: {1: u2, 2: foot(kind)}}}\n"
        "  - {id: sum, type: u4, -checksum: {algorithm: adler32, from: items, to: end}}\ntypes:\n"
        "  foot:\n    params: [{id: n, type: u1}]\n"
        "    seq: [{id: len, type: u1}, {id: text, size: len * n}, {size: _io.pos % 4}]" + ITEM,
        {"kind": 2, "end": {"len": 1, "text": "6162"}},
    ),
    "a checksum": (
        COUNT
        + RECORDS
        + "  - {id: sum, type: u4, -checksum: {algorithm: crc32, from: num_items, to: items}}\ntypes:"
        + ITEM,
        {},
    ),
}


def described(text: str, path: Path) -> Codec:
    """The codec of a spec."""
    file = path / "shelf.ksy"
    file.write_text(HEAD + text, encoding="utf-8")
    return load(file)


@pytest.mark.parametrize("name", SIZED)
def test_files_that_say_how_large_they_are(name: str, tmp_path: Path) -> None:
    codec = described(SIZED[name], tmp_path)
    table = pa.table({"number": pa.array(range(500), pa.int64()), "name": ["", "bb", "ä", "x", "y"] * 100})
    data = both(codec, table)
    assert data[:4] == len(data).to_bytes(4, "little")
    assert bytewright.open(data, codec).to_table().column("number").to_pylist() == [*range(500)]


@pytest.mark.parametrize("name", BEHIND)
def test_what_follows_from_the_bytes_of_records(name: str, tmp_path: Path) -> None:
    """It is written when these are there."""
    text, root = BEHIND[name]
    codec = described(text, tmp_path)
    for count in (0, 1, 5):
        table = pa.table({"number": pa.array(range(count), pa.int64()), "name": ["a", "bb", "", "ä", "x"][:count]})
        said: Any = json.dumps(root)
        data, written = bytes_of(codec, table, None, parse(codec), said)
        assert (written.rows, written.encoded) == (count, count)
        assert data == bytes_of(codec, table, None, parse(codec), said, "objects")[0]
        path = tmp_path / "file"
        assert bytewright.write(table, path, codec, root=said).encoded == count
        assert path.read_bytes() == data
        assert bytewright.open(data, codec).to_table().column("number").to_pylist() == [*range(count)]
