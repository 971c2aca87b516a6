"""Damage in lists of records in lists: each place costs what it touches, inside the structure that holds it."""

from __future__ import annotations

import random
import struct
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.tables.damage.repair import repair
from bytewright.tables.inputs import Input

GROUPS = """
seq:
  - {id: groups, type: group, repeat: eos}
types:
  group:
    seq:
      - {id: mark, contents: [0x47, 0x52]}
      - {id: len, type: u4}
      - {id: number, type: u2}
      - {id: area, type: items, size: len}
  items: {seq: [{id: items, type: item, repeat: eos}]}
  item:
    seq:
      - {id: len, type: u4, valid: {max: 5000}}
      - {id: number, type: u4}
      - {id: body, size: len}
      - {id: padding, size: (-len) % 4}
-views:
  rows:
    each: groups[*].area.items[*]
    columns: [{id: group, value: _index}, {id: number, value: _.number}]
"""
SHELVES = """
seq:
  - {id: head, contents: SHLV}
  - {id: shelves, type: shelf, repeat: eos}
types:
  shelf:
    seq:
      - {id: mark, contents: [0xab, 0xcd, 0xef]}
      - {id: len, type: u4be}
      - {id: area, type: boxes, size: len}
  boxes: {seq: [{id: boxes, type: box, repeat: eos}]}
  box:
    seq:
      - {id: mark, contents: [0xb0, 0xc5]}
      - {id: len, type: u4be}
      - {id: area, type: items, size: len}
  items: {seq: [{id: items, type: item, repeat: eos}]}
  item:
    seq:
      - {id: len, type: u2be, valid: {max: 100}}
      - {id: number, type: u4be}
      - {id: body, size: len}
      - {id: sum, type: u4be, -checksum: {algorithm: crc32, from: len, to: body}}
-views:
  rows:
    each: shelves[*].area.boxes[*].area.items[*]
    columns: [{id: number, value: _.number}]
"""


class Nested(NamedTuple):
    """A file, and where each of its innermost records lies."""

    data: bytes
    places: list[tuple[int, int]]


def groups(rng: random.Random) -> Nested:
    data, places = bytearray(), list[tuple[int, int]]()
    for group in range(8):
        area, inside = bytearray(), list[tuple[int, int]]()
        for _ in range(rng.randrange(5, 12)):
            body = rng.randbytes(rng.randrange(40))
            made = struct.pack("<II", len(body), len(places) + len(inside)) + body + bytes(-len(body) % 4)
            inside.append((len(area), len(area) + len(made)))
            area += made
        data += b"GR" + struct.pack("<IH", len(area), group)
        places += [(len(data) + start, len(data) + end) for start, end in inside]
        data += area
    return Nested(bytes(data), places)


def shelves(rng: random.Random) -> Nested:
    data, places, number = bytearray(b"SHLV"), list[tuple[int, int]](), 0
    for _ in range(4):
        boxes, inside = bytearray(), list[tuple[int, int]]()
        for _ in range(rng.randrange(2, 5)):
            items, starts = bytearray(), list[tuple[int, int]]()
            for _ in range(rng.randrange(3, 8)):
                body = rng.randbytes(rng.randrange(40))
                made = struct.pack(">HI", len(body), number) + body
                made += struct.pack(">I", zlib.crc32(made))
                starts.append((len(items), len(items) + len(made)))
                items, number = items + made, number + 1
            boxes += b"\xb0\xc5" + struct.pack(">I", len(items))
            inside += [(len(boxes) + start, len(boxes) + end) for start, end in starts]
            boxes += items
        data += b"\xab\xcd\xef" + struct.pack(">I", len(boxes))
        places += [(len(data) + start, len(data) + end) for start, end in inside]
        data += boxes
    return Nested(bytes(data), places)


KINDS = {"groups": (GROUPS, groups), "shelves": (SHELVES, shelves)}


def _rows(data: bytes, codec: Codec, **arguments: Any) -> list[dict[str, Any]]:
    arguments = {"options": {"includeMetadata": True, "includeError": True}, "mode": "PERMISSIVE", **arguments}
    table = bytewright.open(data, codec, **arguments)
    return [row for batch in table.to_batches() for row in batch.to_pylist()]


@pytest.mark.parametrize("kind", KINDS)
def test_engines_agree(kind: str, compiled: Compile) -> None:
    """Whatever is damaged: engines and parts agree, rows are none but the file's, and few others are lost."""
    spec, make = KINDS[kind]
    codec, rng = compiled(spec), random.Random(kind)
    file = make(rng)
    lost = 0
    for _ in range(25):
        data, at = bytearray(file.data), rng.randrange(4, len(file.data))
        size = rng.randrange(1, 60)
        match rng.randrange(3):
            case 0:
                data[at] ^= 1 << rng.randrange(8)
                touched = (at, at + 1)
            case 1:
                del data[at : at + size]
                touched = (at, at + size)
            case _:
                data[at:at] = rng.randbytes(size)
                touched = (at, at + 1)
        rows = _rows(bytes(data), codec, engine="objects")
        assert _rows(bytes(data), codec, engine="columns") == rows
        table = bytewright.open(
            bytes(data), codec, mode="PERMISSIVE", options={"includeMetadata": True, "includeError": True}
        )
        parts = [row for part in table.splits(700) for one in table.to_batches(part=part) for row in one.to_pylist()]
        assert parts == rows
        hit = {number for number, (start, end) in enumerate(file.places) if start < touched[1] and end > touched[0]}
        found = {row["number"] for row in rows if row["_error"] is None}
        assert len(found - set(range(len(file.places)))) <= len(hit)
        lost += len(set(range(len(file.places))) - hit - found)
    assert lost <= 25


@pytest.mark.parametrize("kind", KINDS)
def test_a_length_costs_its_record(kind: str, compiled: Compile) -> None:
    """Of a record in a list in a list: those behind it are found in the same list, and the next list is whole."""
    spec, make = KINDS[kind]
    codec, file = compiled(spec), make(random.Random(kind))
    for number in range(0, len(file.places), 7):
        data = bytearray(file.data)
        data[file.places[number][0] + (1 if kind == "groups" else 0)] ^= 0x40
        rows = _rows(bytes(data), codec, engine="objects")
        bad = [row["_metadata"] for row in rows if row["_error"] is not None]
        lost = set(range(len(file.places))) - {row["number"] for row in rows} - {number}
        assert len(lost) <= 1  # the last one of a list, behind a bad one, proves too little where it has no checksum
        assert bad[0]["record_offset"] == file.places[number][0]
        marked = {row["number"] for row in rows if row["_error"] is None and row["_metadata"]["resynchronised"]}
        is_last = file.places[number][1] != file.places[min(number + 1, len(file.places) - 1)][0]
        assert marked <= set(range(number + 1, len(file.places)))
        assert is_last or lost or number + 1 in marked


def test_a_wrong_length_of_the_list_itself(compiled: Compile) -> None:
    """The structure that holds a list goes on to where the next one is found; all of its records are good."""
    codec, file = compiled(GROUPS), groups(random.Random(3))
    second = file.data.index(b"GR", 10)
    for wrong in (5, 60, 1 << 20):
        data = bytearray(file.data)
        right = int.from_bytes(data[second + 2 : second + 6], "little")
        data[second + 2 : second + 6] = struct.pack("<I", right + wrong if wrong > 5 else right - wrong)
        for engine in ("objects", "columns"):
            rows = _rows(bytes(data), codec, engine=engine)
            assert [row["number"] for row in rows if row["_error"] is None] == list(range(len(file.places)))
            (bad,) = [row["_error"] for row in rows if row["_error"] is not None]
            assert bad["field"] == "groups[1].len"


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_repaired(kind: str, compiled: Compile, tmp_path: Path) -> None:
    """The repaired file has the records that are read, in the structures that hold them."""
    spec, make = KINDS[kind]
    codec, file, rng = compiled(spec), make(random.Random(kind)), random.Random(2)
    for number in range(6):
        data, at = bytearray(file.data), rng.randrange(100, len(file.data))
        if number % 2:
            del data[at : at + 30]
        else:
            data[at:at] = rng.randbytes(30)
        expected = bytewright.open(bytes(data), codec, mode="DROPMALFORMED").to_table()
        (tmp_path / "bad").write_bytes(data)
        repair(codec, Input(str(tmp_path / "bad")), parse(codec), str(tmp_path / "good"))
        repaired = bytewright.open(str(tmp_path / "good"), codec).to_table()
        assert repaired["number"].to_pylist() == expected["number"].to_pylist()


PAGES = """
seq:
  - {id: size, type: u2}
  - {id: pages, type: page, size: size, repeat: eos}
types:
  page:
    seq: [{id: number, type: u4}]
    instances:
      count: {pos: _io.size - 2, type: u2}
      slots: {pos: _io.size - 2 - 2 * count, type: slot, repeat: expr, repeat-expr: count}
  slot: {seq: [{id: value, type: u2}]}
-views:
  rows:
    each: pages[*].slots[*]
    columns: [{id: page, value: pages.number}, {id: value, value: _.value}]
"""


@pytest.mark.parametrize("engine", ["objects", "columns"])
@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
def test_bad_records_of_no_bytes_come_to_an_end(compiled: Compile, engine: Any, mode: Any) -> None:
    """The header says that a record has none: the first one takes the rest of the file."""
    table = bytewright.open(struct.pack("<H", 0) + bytes(20), compiled(PAGES), mode=mode, engine=engine)
    assert table.to_table().num_rows == (mode == "PERMISSIVE")
    assert (table.malformed, table.malformed_bytes) == (1, 20)


@pytest.mark.parametrize("engine", ["objects", "columns"])
@pytest.mark.parametrize("size", [16, 64])
def test_a_list_at_a_bad_place_costs_no_more_than_the_record_that_has_it(
    compiled: Compile, engine: Any, size: int
) -> None:
    def page(number: int, count: int) -> bytes:
        slots = struct.pack("<2H", 10 * number, 10 * number + 1)
        return struct.pack("<I", number) + bytes(size - 10) + slots + struct.pack("<H", count)

    codec = compiled(PAGES)
    bad = {1, 2, 5}
    pages = [page(number, 60_000 if number in bad else 2) for number in range(6)]
    data = struct.pack("<H", size) + b"".join(pages) + b"end"
    expected = [(number, 10 * number + slot) for number in range(6) if number not in bad for slot in range(2)]
    for mode in ("PERMISSIVE", "DROPMALFORMED"):
        table = bytewright.open(data, codec, engine=engine, mode=mode)
        rows = [(row["page"], row["value"]) for row in table.to_table().to_pylist()]
        assert [row for row in rows if row != (None, None)] == expected
        assert (table.malformed, table.malformed_bytes) == (4, 3 * size + 3)
        assert len(rows) == len(expected) + 4 * (mode == "PERMISSIVE")
