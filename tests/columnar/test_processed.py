"""What libraries decode in records, between two calls of the kernel."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cramjam
import pyarrow as pa
import pytest
from tests.support.both import agree, agree_when_damaged, agree_within_limits, read, toy

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.load import load

VIEWS = ("crates", "parts", "cards")
MODES = ("FAILFAST", "PERMISSIVE", "DROPMALFORMED")
ENGINES = ("objects", "columns")


def deflated(data: bytes) -> bytes:
    made = zlib.compressobj(9, zlib.DEFLATED, -15)
    return made.compress(data) + made.flush()


def card(name: str, worth: int, seal: bytes) -> bytes:
    return name.encode() + b"\0" + struct.pack("<iB", worth, len(seal)) + bytes(byte ^ 0x5A for byte in seal)


def crate(number: int) -> bytes:
    """A crate, of which each has other things."""
    kind = 1 + number % 3 % 2
    note = zlib.compress(f"crate {number}, Österreich".encode())
    loose = deflated(b"a" * 300 + bytes([number])) if number % 2 else b""
    parts = [bytes(cramjam.snappy.compress_raw(b"part %d " % n * n)) for n in range(number % 4)]
    if kind == 1:
        body = struct.pack("<I9H", number, *range(number, number + 9))
    else:
        hidden = zlib.compress(b"hidden %d" % number)
        body = b"word \xc3\xb6\0" + bytes([len(hidden)]) + hidden
    stored = bytes(cramjam.lz4.compress_block(body, store_size=False))
    deck = b"".join(card(f"card {n}", n - 2, b"s" * n) for n in range(number % 5))
    packed = pa.compress(deck, codec="zstd", asbytes=True)
    made = bytes([kind, len(note)]) + note + bytes([len(loose)]) + loose
    made += bytes([len(parts)]) + b"".join(bytes([len(part)]) + part for part in parts)
    made += struct.pack("<HH", len(body), len(stored)) + stored + struct.pack("<H", len(packed)) + packed
    return made + struct.pack("<I", zlib.crc32(made))


@pytest.mark.parametrize("view", VIEWS)
def test_records_with_parts_of_libraries(view: str) -> None:
    codec, data = toy("crates"), b"".join(map(crate, range(40)))
    assert isinstance(codec.row_plans[view], RowPlan)
    rows, error, warnings = agree(codec, data, view=view)
    assert len(rows) >= 40
    assert error is None
    assert not warnings
    table = bytewright.open(data, codec, view=view, engine="columns")
    assert table.to_table().num_rows == len(rows)
    assert table.counted == {"columns": len(rows)}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("mode", MODES)
def test_damaged_ones(view: str, mode: str) -> None:
    _, bad = agree_when_damaged(toy("crates"), crate(3) + crate(7), view=view, mode=mode)
    assert bad or mode != "FAILFAST"


LOG = """
meta: {id: chunks, endian: le}
seq: [{id: chunks, type: chunk, repeat: eos}]
types:
  chunk:
    seq:
      - {id: len_body, type: u4}
      - {id: body, size: len_body, process: zlib, type: body}
      - {id: len_more, type: u4}
      - {id: more, size: len_more, process: zlib}
  body: {seq: [{id: values, type: value, repeat: eos}]}
  value: {seq: [{id: value, type: u4}]}
-views:
  values: {default: true, each: 'chunks[*].body.values[*]', columns: [{id: value, value: _.value}]}
  more: {each: 'chunks[*]', columns: [{id: more, value: _.more}]}
"""


def chunk(values: int, more: int) -> bytes:
    body, other = (
        zlib.compress(struct.pack(f"<{values}I", *range(values))),
        zlib.compress(b"".join(map(b"%d".__mod__, range(more)))),
    )
    return struct.pack("<I", len(body)) + body + struct.pack("<I", len(other)) + other


@pytest.fixture(name="log", scope="module")
def log_fixture(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("chunks") / "chunks.ksy"
    path.write_text(LOG, encoding="utf-8")
    return load(path)


@pytest.mark.parametrize("view", ["values", "more"])
def test_parts_that_are_decoded_to_much_more(log: Codec, view: str) -> None:
    """Blocks are cut where memory for what is decoded ends; that of one record is as large as it takes."""
    sizes = (5, 60_000, 0, 100_000, 7, 400_000, 3)
    data = b"".join(chunk(size if view == "values" else 2, size) for size in sizes)
    expected = bytewright.open(data, log, view=view, engine="objects").to_table()
    for batch_rows in (1_000, 65_536):
        table = bytewright.open(data, log, view=view, engine="columns", batch_rows=batch_rows)
        assert table.to_table() == expected
        assert table.counted == {"columns": expected.num_rows}


@pytest.mark.parametrize("mode", MODES)
def test_bombs_are_refused_as_objects_refuse_them(log: Codec, mode: str) -> None:
    bomb = zlib.compress(bytes(3 << 20))
    bomb = struct.pack("<I", len(bomb)) + bomb + struct.pack("<I", 8) + zlib.compress(b"")
    data = chunk(3, 1) + bomb + chunk(4, 1)
    arguments = {"mode": mode, "view": "values"}
    rows, error, _ = agree(log, data, **arguments)
    assert (rows == ["{'value': 0}", "{'value': 1}", "{'value': 2}"] and "maxExpansion" in str(error)) is (
        mode == "FAILFAST"
    )
    for most in (10, 16, 17, 1 << 20):
        agree_within_limits(log, data[: len(chunk(3, 1))] + chunk(4, 1), options={"maxDecodedBytes": str(most)})


def test_one_record_may_hold_no_more_than_one_part(log: Codec) -> None:
    data = chunk(100, 100)
    for most in (399, 400, 401, 799, 800, 900):
        found = {str(read(log, data, engine, view="values", options={"maxDecodedBytes": most})) for engine in ENGINES}
        assert len(found) == 1, most


ENDED = """
meta: {id: ended, endian: le, encoding: UTF-8}
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: first, terminator: 0x0a, process: xor(0x20)}
      - {id: second, size: 20, terminator: 0x7c, process: bytewright.codecs.deflate, type: str}
      - {id: third, size: 6, pad-right: 0x2e, process: rol(4), type: pair}
      - {id: fourth, terminator: 0x21, include: true, eos-error: false, process: ror(1)}
  pair: {seq: [{id: a, type: u1}, {id: rest, size-eos: true}]}
-views:
  records:
    each: records[*]
    columns:
      - {id: first, value: _.first}
      - {id: second, value: _.second}
      - {id: rest, value: _.third.rest}
      - {id: fourth, value: _.fourth}
"""


def test_stored_bytes_that_end_at_marks_and_padding(tmp_path: Path) -> None:
    path = tmp_path / "ended.ksy"
    path.write_text(ENDED, encoding="utf-8")
    codec = load(path)
    assert isinstance(codec.row_plans["records"], RowPlan)
    second = deflated(b"text")
    assert b"|" not in second
    record = b"one\n" + (second + b"|").ljust(20, b".") + b"\x10\x12..\x13."
    data = record + b"four!" + record + b"end"
    rows, error, _ = agree(codec, data, view="records")
    assert len(rows) == 2
    assert error is None
    assert agree_when_damaged(codec, data, view="records")[1] > 10


@pytest.mark.parametrize("process", ["zlib", "xor(1)"])
def test_ends_that_only_decoded_bytes_tell(tmp_path: Path, process: str) -> None:
    path = tmp_path / "told.ksy"
    size = 9 if process == "zlib" else 1
    path.write_text(
        "meta: {id: told, endian: le}\nseq: [{id: records, type: record, repeat: eos}]\ntypes:\n  record:\n    seq:\n"
        f"      - {{id: head, size: {size}, process: {process}, type: head}}\n"
        "      - {id: body, size: head.len}\n  head: {seq: [{id: len, type: u1}]}\n"
        "-views: {records: {each: 'records[*]', columns: [{id: body, value: _.body}]}}\n",
        encoding="utf-8",
    )
    codec = load(path)
    assert codec.row_plans["records"] == "something whose end only decoded bytes tell"
    head = zlib.compress(b"\3") if process == "zlib" else b"\2"
    rows, error, _ = read(codec, head + b"abc", "objects", view="records")
    assert (len(rows), error) == (1, None)
