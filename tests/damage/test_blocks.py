"""Files of blocks to which an index at the end leads: a bad block, and a bad index, cost no more than themselves."""

from __future__ import annotations

import json
import random
import struct
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.tables.damage.repair import repair
from bytewright.tables.inputs import Input

_BLOCK = """
  block:
    seq:
      - {id: magic, contents: BLK!}
      - {id: number, type: u4}
      - {id: num_values, type: u2}
      - {id: values, type: value, repeat: expr, repeat-expr: num_values}
      - {id: crc, type: u4, -checksum: {algorithm: crc32, from: magic, to: values}}
  value: {seq: [{id: value, type: u4}]}
"""
ARCHIVE = f"""
seq:
  - {{id: magic, contents: ARCH}}
instances:
  trailer: {{pos: _io.size - 12, type: trailer}}
  entries: {{pos: trailer.offset, type: entry, repeat: expr, repeat-expr: trailer.count}}
types:
  trailer: {{seq: [{{id: offset, type: u4}}, {{id: count, type: u4}}, {{id: magic, contents: TAIL}}]}}
  entry:
    seq:
      - {{id: offset, type: u4}}
      - {{id: len, type: u4}}
    instances:
      block: {{io: _root._io, pos: offset, size: len, type: block}}
{_BLOCK}
-views:
  rows:
    default: true
    each: entries[*].block.values[*]
    columns: [{{id: number, value: entries.block.number}}, {{id: value, value: _.value}}]
  blocks:
    each: entries[*]
    columns: [{{id: number, value: _.block.number}}, {{id: offset, value: _.offset}}]
"""
NAMED = f"""
instances:
  trailer: {{pos: _io.size - 12, type: trailer}}
  refs: {{pos: 0, type: ref(_index), repeat: expr, repeat-expr: trailer.count}}
types:
  trailer:
    seq: [{{id: offset, type: u4}}, {{id: count, type: u4}}, {{id: magic, contents: TAIL}}]
    instances:
      entries: {{io: _root._io, pos: offset, type: entry, repeat: expr, repeat-expr: count}}
  entry: {{seq: [{{id: offset, type: u4}}, {{id: name, type: str, size: 4, encoding: ASCII}}]}}
  ref:
    params: [{{id: i, type: s4}}]
    instances:
      name: {{value: '_root.trailer.entries[i].name'}}
      block: {{pos: '_root.trailer.entries[i].offset', type: block}}
{_BLOCK}
-views:
  rows:
    default: true
    each: refs[*]
    columns: [{{id: number, value: _.block.number}}, {{id: name, value: _.name}}, {{id: values, value: _.block.values}}]
"""

_BARE = """
  block:
    seq:
      - {id: number, type: u4}
      - {id: values, type: value, repeat: expr, repeat-expr: _io.size / 4 - 2}
      - {id: crc, type: u4, -checksum: {algorithm: crc32, from: number, to: values}}
  value: {seq: [{id: value, type: u4}]}
"""
PACKED = ARCHIVE.replace(_BLOCK, _BARE).replace("pos: trailer.offset", "pos: _io.size - 12 - 8 * trailer.count")
"""Of whose blocks only the references say where they end; the end of the file leads to these."""
ENTRIES = """
instances:
  count: {pos: _io.size - 4, type: u4}
  places: {pos: _io.size - 4 - 4 * count, type: place, repeat: expr, repeat-expr: count}
types:
  place:
    seq: [{id: offset, type: u4}]
    instances:
      entry: {pos: offset, type: entry}
  entry: {seq: [{id: number, type: u1}, {id: len, type: u1}, {id: text, size: len}]}
-views:
  rows:
    each: places[*]
    columns: [{id: number, value: _.entry.number}, {id: text, value: _.entry.text}]
"""
"""Of whose blocks nothing tells any, but references at the end."""


class File(NamedTuple):
    """A file, where its blocks lie, and where these end and the index begins."""

    data: bytes
    blocks: list[tuple[int, int]]
    end: int


def file_of(kind: str, count: int = 12) -> File:
    rng, data, blocks = random.Random(kind), bytearray(b"" if kind == "named" else b"ARCH"), list[tuple[int, int]]()
    for number in range(count):
        values = [rng.randrange(1 << 32) for _ in range(rng.randrange(1, 9))]
        head = b"BLK!" + struct.pack("<IH", number, len(values)) if kind != "packed" else struct.pack("<I", number)
        block = head + struct.pack(f"<{len(values)}I", *values)
        block += struct.pack("<I", zlib.crc32(block))
        blocks.append((len(data), len(data) + len(block)))
        data += block
    index = len(data)
    for number, (start, end) in enumerate(blocks):
        last = b"n%03d" % number if kind == "named" else struct.pack("<I", end - start)
        data += struct.pack("<I", start) + last
    return File(bytes(data + struct.pack("<II", index, count) + b"TAIL"), blocks, index)


SPECS = {"archive": ARCHIVE, "named": NAMED}


def _rows(data: bytes, codec: Codec, **arguments: Any) -> tuple[list[Any], bytewright.Table]:
    table = bytewright.open(data, codec, **{"mode": "DROPMALFORMED", **arguments})
    return table.to_table().to_pylist(), table


@pytest.mark.parametrize("kind", SPECS)
def test_blocks_are_found_without_their_index(kind: str, compiled: Compile) -> None:
    """However the end of a file is cut or damaged: all blocks that are whole are there, and one place is lost."""
    codec, file = compiled(SPECS[kind]), file_of(kind)
    good, _ = _rows(file.data, codec, mode="FAILFAST")
    wrong_count = bytearray(file.data)
    wrong_count[-5] = 0x7F
    for data in (file.data[:-12], file.data[: file.end + 3], file.data[:-1], bytes(wrong_count)):
        rows, table = _rows(data, codec)
        lost = {"name": None} if kind == "named" else {}
        assert rows == [{**row, **lost} for row in good]
        assert (table.malformed, table.malformed_bytes) == (1, len(data) - file.blocks[-1][1])
    rows, table = _rows(file.data[: file.end - 3], codec)
    assert [row["number"] for row in rows] == [row["number"] for row in good if row["number"] != 11]
    assert table.malformed == 1


@pytest.mark.parametrize("kind", SPECS)
def test_engines_agree(kind: str, compiled: Compile) -> None:
    """Whatever is damaged: engines agree, rows are none but the file's, and only what is touched is lost."""
    codec, rng, file = compiled(SPECS[kind]), random.Random(kind), file_of(kind)
    good, _ = _rows(file.data, codec, mode="FAILFAST")
    for _ in range(60):
        data, at = bytearray(file.data), rng.randrange(len(file.data))
        data[at] ^= 1 << rng.randrange(8)
        rows, table = _rows(bytes(data), codec, engine="objects")
        assert _rows(bytes(data), codec)[0] == rows
        assert table.malformed >= 1 or at >= file.end  # a name may be any
        touched = {number for number, (start, end) in enumerate(file.blocks) if start <= at < end}
        touched |= {(at - file.end) // 8} if at >= file.end else set()
        numbers = {row["number"] for row in rows}
        assert set(range(12)) - numbers <= touched
        assert all(row in good for row in rows if at < file.end and row.get("name", "") is not None)


def test_a_place_that_is_wrong_is_mended(compiled: Compile) -> None:
    """An index that can be read but leads astray: the block is found, and the reference is the bad place."""
    codec, file = compiled(ARCHIVE), file_of("archive")
    good, _ = _rows(file.data, codec)
    for number in range(12):
        for at, bit in ((0, 1), (2, 0x80), (4, 2), (6, 0x10)):
            data, entry = bytearray(file.data), file.end + 8 * number
            data[entry + at] ^= bit
            rows, table = _rows(bytes(data), codec)
            assert rows == good
            assert (table.malformed, table.malformed_bytes) == (1, 8)
    rows, _ = _rows(bytes(data), codec, view="blocks")
    assert [row["offset"] for row in rows] == [start for start, _ in file.blocks]


def test_blocks_that_nothing_tells_are_found_where_they_moved_to(compiled: Compile) -> None:
    """Bytes that are lost, or put in, displace all blocks behind them, and cost those that they touch."""
    codec, file, rng = compiled(PACKED), file_of("packed"), random.Random(1)
    good, _ = _rows(file.data, codec)
    for number in range(40):
        at, size = rng.randrange(4, file.end), rng.randrange(1, 60)
        gone = min(size, file.end - at) if number % 2 else 0
        data = file.data[:at] + rng.randbytes(0 if gone else size) + file.data[at + gone :]
        rows, table = _rows(data, codec)
        touched = {n for n, (start, end) in enumerate(file.blocks) if start < at + max(gone, 1) and end > at}
        touched -= {n for n in touched if not gone and file.blocks[n][0] == at}
        assert rows == [row for row in good if row["number"] not in touched]
        assert table.malformed == max(len(touched), 1)
        if 11 not in touched:  # otherwise nothing proves by how many bytes it is shorter
            lost = sum(file.blocks[n][1] - file.blocks[n][0] for n in touched)
            assert table.malformed_bytes == lost + len(data) - len(file.data)


def test_what_lies_in_no_block_is_no_block(compiled: Compile) -> None:
    """Blocks that an index leaves out stay left out while it can be read; noise between blocks is a bad place."""
    codec, file = compiled(ARCHIVE), file_of("archive")
    body, index = file.data[: file.end], file.data[file.end : -12]
    shorter = body + index[:80] + struct.pack("<II", file.end, 10) + b"TAIL"
    damaged = bytearray(shorter)
    damaged[file.blocks[3][0] + 12] ^= 1
    rows, _ = _rows(bytes(damaged), codec)
    assert {row["number"] for row in rows} == set(range(10)) - {3}
    start = file.blocks[4][0]
    rows, table = _rows(body[:start] + b"\x01\x02\x03" + body[start:], codec)
    assert {row["number"] for row in rows} == set(range(12))
    assert (table.malformed, table.malformed_bytes) == (2, 3)


def test_it_is_repaired(compiled: Compile, tmp_path: Path) -> None:
    """The repaired file has the good blocks, and a derived index; what only the old one said is missed."""
    codec, file = compiled(ARCHIVE), file_of("archive")
    both = bytearray(file.data)
    both[file.blocks[4][0] + 12] ^= 1
    both[file.end + 8] ^= 1
    for data in (file.data[:-12], bytes(both), bytes(both)[:-1], b"XX" + file.data[2:]):
        expected, _ = _rows(data, codec)
        (tmp_path / "bad").write_bytes(data)
        made = repair(codec, Input(str(tmp_path / "bad")), parse(codec), str(tmp_path / "new"))
        assert _rows((tmp_path / "new").read_bytes(), codec, mode="FAILFAST")[0] == expected
        assert made.records == len({row["number"] for row in expected})
        assert (tmp_path / "new.damage.jsonl").read_text().count("\n") == made.places
    (tmp_path / "bad").write_bytes(file_of("named").data[:-12])
    with pytest.raises(WriteError, match="index"):
        repair(compiled(NAMED), Input(str(tmp_path / "bad")), parse(codec), str(tmp_path / "other"))
    assert not (tmp_path / "other").exists()


def test_a_reference_out_of_the_file_costs_itself(compiled: Compile, tmp_path: Path) -> None:
    """Where no block is found without its reference, one that leads out of the file is the bad place: also where a
    good block begins where the search would have begun, which is repaired with the others."""
    codec = compiled(ENTRIES)
    texts = [b"one", b"two!", b"", b"seventeen"]
    blocks = [bytes([number, len(text)]) + text for number, text in enumerate(texts)]
    starts = [sum(map(len, blocks[:number])) for number in range(4)]
    index = sum(map(len, blocks))
    for stray in range(4):
        places = [0x7FFF0000 if number == stray else start for number, start in enumerate(starts)]
        data = b"".join(blocks) + struct.pack("<5I", *places, 4)
        expected = [{"number": n, "text": text} for n, text in enumerate(texts) if n != stray]
        rows, table = _rows(data, codec)
        assert (rows, table.malformed, table.malformed_bytes) == (expected, 1, 4)
        assert _rows(data, codec, engine="objects")[0] == rows
        (tmp_path / "bad").write_bytes(data)
        made = repair(codec, Input(str(tmp_path / "bad")), parse(codec), str(tmp_path / "new"))
        assert (made.records, made.places, made.lost) == (3, 1, 4)
        told = json.loads((tmp_path / "new.damage.jsonl").read_text())
        assert told["offset"] == index + 4 * stray
        assert _rows((tmp_path / "new").read_bytes(), codec, mode="FAILFAST")[0] == expected


def test_a_block_of_esdb_costs_itself(tmp_path: Path) -> None:
    """Of blocks that need their index, those that can be read are."""
    codec, rng = bytewright.load("esdb"), random.Random(1)
    maker = next(one for one in codec.makers if one.name == "added")
    added = [
        {"block": f"b{b}", "timestamp": i, "data": rng.randbytes(9), "grouping": "g", "indexes": ["i"]}
        for b in range(6)
        for i in range(5)
    ]
    bytewright.write(pa.Table.from_pylist(added, schema=maker.schema), tmp_path / "good", codec, view="added")
    data = (tmp_path / "good").read_bytes()
    places = bytewright.open(data, codec, view="blocks").to_table().to_pylist()
    for engine in ("objects", "columns"):
        good, _ = _rows(data, codec, engine=engine)
        for place in places:
            start, size, behind = place["offset"], place["length"], place["offset"] + place["length"]
            for lost in (0, 3):  # a byte is another, or some are missing
                damaged = data[:start] + b"!" + data[start + 1 : behind - lost] + data[behind:]
                rows, table = _rows(damaged, codec, engine=engine)
                assert rows == [row for row in good if row["block"] != place["block"]]
                shorter = lost if place is not places[-1] else 0  # behind the last one, no block says that it is
                assert (table.malformed, table.malformed_bytes) == (1, size - shorter)
