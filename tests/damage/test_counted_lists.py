"""Damage in lists in lists whose number of elements is stated: each place costs what it touches."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.tables.damage.repair import repair
from bytewright.tables.inputs import Input

SUMMED = """
  item:
    seq:
      - {id: len, type: u2, valid: {max: 200}}
      - {id: number, type: u4}
      - {id: body, size: len}
      - {id: sum, type: u4, -checksum: {algorithm: crc32, from: len, to: body}}
"""
BARE = """
  item:
    seq:
      - {id: len, type: u4, valid: {max: 5000}}
      - {id: number, type: u4}
      - {id: body, size: len}
"""
CRATES = f"""
seq:
  - {{id: crates, type: crate, repeat: eos}}
types:
  crate:
    seq:
      - {{id: mark, contents: [0xc7, 0xa7]}}
      - {{id: len, type: u4}}
      - {{id: crate, type: u2}}
      - {{id: area, type: area, size: len}}
  area: {{seq: [{{id: count, type: u2}}, {{id: items, type: item, repeat: expr, repeat-expr: count}}]}}
{BARE}
-views:
  rows:
    each: crates[*].area.items[*]
    columns: [{{id: crate, value: crates.crate}}, {{id: number, value: _.number}}]
"""
"""Bounded, without checksums."""
RACKS = f"""
seq:
  - {{id: head, contents: RACK}}
  - {{id: num, type: u4}}
  - {{id: racks, type: rack, repeat: expr, repeat-expr: num}}
types:
  rack:
    seq:
      - {{id: mark, contents: [0xab, 0xcd, 0xef, 0x01]}}
      - {{id: len, type: u4}}
      - {{id: count, type: u1}}
      - {{id: crate, type: u1}}
      - {{id: area, type: area, size: len}}
  area:
    seq:
      - {{id: bins, type: bin, repeat: expr, repeat-expr: _parent.count}}
      - {{id: end, contents: [0xe0, 0xe1]}}
  bin:
    seq:
      - {{id: mark, contents: [0xb0, 0xc5]}}
      - {{id: len, type: u4}}
      - {{id: area, type: items, size: len}}
  items:
    seq:
      - {{id: count, type: u2}}
      - {{id: items, type: item, repeat: expr, repeat-expr: count}}
      - {{id: total, type: u4}}
{SUMMED}
-views:
  rows:
    each: racks[*].area.bins[*].area.items[*]
    columns: [{{id: crate, value: racks.crate}}, {{id: number, value: _.number}}]
"""
"""Two lists, each of them counted and bounded, with something behind it."""
TRAYS = f"""
seq:
  - {{id: trays, type: tray, repeat: eos}}
types:
  tray:
    seq:
      - {{id: mark, contents: TRAY}}
      - {{id: crate, type: u2}}
      - {{id: count, type: u2}}
      - {{id: items, type: item, repeat: expr, repeat-expr: count}}
      - {{id: end, contents: [0x0d, 0x0a]}}
{SUMMED}
-views:
  rows:
    each: trays[*].items[*]
    columns: [{{id: crate, value: trays.crate}}, {{id: number, value: _.number}}]
"""
"""Bounded by nothing but the next record of the file."""
BOXES = f"""
seq:
  - {{id: boxes, type: box, repeat: eos}}
types:
  box:
    seq:
      - {{id: mark, contents: [0xb0, 0xb1, 0xb2]}}
      - {{id: len, type: u4}}
      - {{id: area, type: area, size: len}}
  area:
    seq:
      - {{id: crate, type: u2}}
      - {{id: count, type: u2}}
      - {{id: items, type: item, repeat: expr, repeat-expr: count}}
      - {{id: len_name, type: u1}}
      - {{id: name, type: str, size: len_name, encoding: ASCII}}
{SUMMED}
-views:
  rows:
    each: boxes[*].area.items[*]
    columns: [{{id: crate, value: boxes.area.crate}}, {{id: number, value: _.number}}]
"""
"""Bounded, but what follows the list has no fixed size."""


class Record(NamedTuple):
    """One of the innermost records: where it lies, the number of the structure in the file, and of its list."""

    start: int
    end: int
    crate: int
    list: int


class Nested(NamedTuple):
    """A file, and its innermost records."""

    data: bytes
    records: list[Record]


class _Making:
    """A file while it is made."""

    def __init__(self, rng: random.Random, form: str) -> None:
        self.rng = rng
        self._form = form
        self.number = 0

    def items(self) -> list[bytes]:
        """The elements of a list."""
        found = []
        for _ in range(self.rng.randrange(4, 12)):
            body = self.rng.randbytes(self.rng.randrange(40))
            made = struct.pack(self._form, len(body), self.number) + body
            found.append(made + (struct.pack("<I", zlib.crc32(made)) if self._form == "<HI" else b""))
            self.number += 1
        return found


Piece = bytes | list[bytes]
"""Bytes, or the elements of a list."""


def _crates(made: _Making) -> list[Piece]:
    pieces = list[Piece]()
    for crate in range(8):
        items = made.items()
        head = struct.pack("<IHH", 2 + sum(map(len, items)), crate, len(items))
        pieces += [b"\xc7\xa7" + head, items]
    return pieces


def _racks(made: _Making) -> list[Piece]:
    pieces: list[Piece] = [b"RACK" + struct.pack("<I", 5)]
    for crate in range(5):
        bins, size, count = list[Piece](), 2, made.rng.randrange(2, 5)
        for _ in range(count):
            items = made.items()
            length = 6 + sum(map(len, items))
            bins += [b"\xb0\xc5" + struct.pack("<IH", length, len(items)), items, struct.pack("<I", len(items))]
            size += 6 + length
        pieces += [b"\xab\xcd\xef\x01" + struct.pack("<IBB", size, count, crate), *bins, b"\xe0\xe1"]
    return pieces


def _trays(made: _Making) -> list[Piece]:
    pieces = list[Piece]()
    for crate in range(8):
        items = made.items()
        pieces += [b"TRAY" + struct.pack("<HH", crate, len(items)), items, b"\r\n"]
    return pieces


def _boxes(made: _Making) -> list[Piece]:
    pieces = list[Piece]()
    for crate in range(8):
        items, name = made.items(), b"box%d" % 10**crate
        size = 4 + sum(map(len, items)) + 1 + len(name)
        head = struct.pack("<IHH", size, crate, len(items))
        pieces += [b"\xb0\xb1\xb2" + head, items, bytes([len(name)]) + name]
    return pieces


KINDS: dict[str, tuple[str, str, Callable[[_Making], list[Piece]]]] = {
    "crates": (CRATES, "<II", _crates),
    "racks": (RACKS, "<HI", _racks),
    "trays": (TRAYS, "<HI", _trays),
    "boxes": (BOXES, "<HI", _boxes),
}


def file_of(kind: str, seed: int = 1) -> Nested:
    """A good file."""
    _, form, make = KINDS[kind]
    data, records, crate, lists = bytearray(), list[Record](), -1, 0
    for piece in make(_Making(random.Random(seed), form)):
        if isinstance(piece, bytes):
            crate += piece[:2] in (b"\xc7\xa7", b"\xab\xcd", b"TR", b"\xb0\xb1")
            data += piece
            continue
        for one in piece:
            records.append(Record(len(data), len(data) + len(one), crate, lists))
            data += one
        lists += 1
    return Nested(bytes(data), records)


OPTIONS = {"includeMetadata": True, "includeError": True}


def _rows(data: bytes, codec: Codec, **arguments: Any) -> list[dict[str, Any]]:
    table = bytewright.open(data, codec, **{"options": OPTIONS, "mode": "PERMISSIVE", **arguments})
    return [{"_error": None, **row} for batch in table.to_batches() for row in batch.to_pylist()]


def found(rows: list[dict[str, Any]]) -> set[tuple[int, int]]:
    """The rows of good records."""
    return {(row["crate"], row["number"]) for row in rows if row["_error"] is None}


def good_of(file: Nested) -> set[tuple[int, int]]:
    """The rows of a good file."""
    return {(record.crate, number) for number, record in enumerate(file.records)}


def damaged(rng: random.Random, data: bytes, start: int, end: int) -> tuple[bytes, int, int]:
    """A file with damage between two places, and from where to where it is touched."""
    made, at = bytearray(data), rng.randrange(start, end)
    stop = min(end, at + rng.randrange(1, 60))
    match rng.randrange(4):
        case 0:
            made[at] ^= 1 << rng.randrange(8)
            return bytes(made), at, at + 1
        case 1:
            del made[at:stop]
        case 2:
            made[at:stop] = bytes(stop - at)
        case _:
            made[at:at] = rng.randbytes(stop - at)
            return bytes(made), at, at + 1
    return bytes(made), at, stop


@pytest.mark.parametrize("kind", KINDS)
def test_engines_agree(kind: str, compiled: Compile) -> None:
    """Whatever is damaged: engines and parts agree, and rows are none but the file's; in the lists, few are lost."""
    codec, file, rng = compiled(KINDS[kind][0]), file_of(kind), random.Random(kind)
    good = good_of(file)
    assert found(_rows(file.data, codec, mode="FAILFAST", options={})) == good
    lost = 0
    for turn in range(16):
        start, end = 0, len(file.data)
        if turn % 4:
            inside = [one for one in file.records if one.list == rng.randrange(file.records[-1].list + 1)]
            start, end = (inside[0].start, inside[-1].end) if inside else (file.records[0].start, file.records[0].end)
        data, low, high = damaged(rng, file.data, start, end)
        rows = _rows(data, codec, engine="objects")
        assert _rows(data, codec, engine="columns") == rows
        table = bytewright.open(data, codec, mode="PERMISSIVE", options=OPTIONS)
        assert [row for part in table.splits(700) for b in table.to_batches(part=part) for row in b.to_pylist()] == rows
        dropped = bytewright.open(data, codec, mode="DROPMALFORMED", options=OPTIONS).to_table().to_pylist()
        assert found(dropped) == found(rows)
        hit = {number for number, one in enumerate(file.records) if one.start < high and one.end > low}
        assert len(found(rows) - good) <= len(hit)
        if turn % 4:
            lost += sum(number not in hit and (crate, number) not in found(rows) for crate, number in good)
    assert lost <= (60 if kind == "boxes" else 6)


DAMAGE: dict[str, Callable[[bytearray, int, int], object]] = {
    "length": lambda data, start, _: data.__setitem__(start + 1, 0x40),
    "body": lambda data, _, end: data.__setitem__(end - 1, data[end - 1] ^ 1),
    "lost": lambda data, start, end: data.__delitem__(slice(start + 1, end - 1)),
    "inserted": lambda data, start, _: data.__setitem__(slice(start, start), b"\xee" * 33),
    "zeroed": lambda data, start, end: data.__setitem__(slice(start, end), bytes(end - start)),
}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("kind", ["racks", "trays", "boxes"])
@pytest.mark.parametrize("engine", ["objects", "columns"])
def test_a_place_costs_its_record(kind: str, damage: str, engine: Any, compiled: Compile) -> None:
    """Of records with checksums, all others are given, whatever the count says of those that are bad."""
    codec, file = compiled(KINDS[kind][0]), file_of(kind)
    for number in (1, 2, 26):
        record, data = file.records[number], bytearray(file.data)
        assert file.records[number + 2].list == record.list
        DAMAGE[damage](data, record.start, record.end)
        rows = _rows(bytes(data), codec, engine=engine)
        assert found(rows) == good_of(file) - (set() if damage == "inserted" else {(record.crate, number)})
        bad = [row for row in rows if row["_error"] is not None]
        assert bad[0]["_metadata"]["record_offset"] == record.start
        if damage != "zeroed":  # zeros may be several bad records, each of which says that it is ten bytes
            assert all(row["_metadata"]["record_length"] == 0 for row in bad[1:])
        if damage in ("length", "lost", "inserted"):
            behind = {row["number"] for row in rows if row["_error"] is None and row["_metadata"]["resynchronised"]}
            assert min(behind) == number + (damage != "inserted")


@pytest.mark.parametrize("engine", ["objects", "columns"])
@pytest.mark.parametrize("kind", ["racks", "trays"])
def test_fewer_elements_than_the_count_says_are_told(kind: str, engine: Any, compiled: Compile) -> None:
    """Records that are lost as a whole behind a bad one: a place of no bytes at the end of the list names the count."""
    codec, file = compiled(KINDS[kind][0]), file_of(kind)
    first, second, third = file.records[:3]
    data = bytearray(file.data)
    data[first.start + 1] = 0x40
    del data[second.start : third.start]
    rows = _rows(bytes(data), codec, engine=engine)
    assert found(rows) == good_of(file) - {(0, 0), (0, 1)}
    fields = [row["_error"]["field"] for row in rows if row["_error"] is not None]
    # Where the size of the structure shows it first, that is told.
    assert fields[-1] == ("trays[0].count" if kind == "trays" else "racks[0].len")


@pytest.mark.parametrize("engine", ["objects", "columns"])
def test_a_count_that_is_too_large_is_told(engine: Any, compiled: Compile) -> None:
    """All elements are given, as the structure has a size of its own."""
    codec, file = compiled(CRATES), file_of("crates")
    count = sum(one.crate == 0 for one in file.records)
    for wrong in (1, 7, 60_000):
        data = bytearray(file.data)
        data[8:10] = struct.pack("<H", count + wrong)
        rows = _rows(bytes(data), codec, engine=engine)
        assert found(rows) == good_of(file)
        (bad,) = [row for row in rows if row["_error"] is not None]
        assert (bad["_error"]["field"], bad["_error"]["offset"]) == ("crates[0].area.count", 8)
        reason = f"expected a count of the {count} elements up to offset {file.records[count - 1].end}"
        assert bad["_error"]["reason"].startswith(f"{reason}, found {count + wrong}")
        assert bad["_metadata"]["record_length"] == 0


def test_without_a_bound_the_record_decides(compiled: Compile) -> None:
    """Nothing tells a tray: where the list ends isn't known, and the rest of the file is one bad record."""
    text = TRAYS.replace("{id: mark, contents: TRAY}", "{id: mark, size: 4}")
    text = text.replace("{id: end, contents: [0x0d, 0x0a]}", "{id: end, size: 2}")
    text = text.replace(", -checksum: {algorithm: crc32, from: len, to: body}", "")
    codec, file = compiled(text), file_of("trays")
    record, data = file.records[20], bytearray(file.data)
    data[record.start + 1] = 0x40
    for engine in ("objects", "columns"):
        rows = _rows(bytes(data), codec, engine=engine)
        assert rows[-1]["_error"]["field"].startswith(f"trays[{record.crate}].items[")
        assert found(rows) == {(crate, number) for crate, number in good_of(file) if crate < record.crate}


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_repaired(kind: str, compiled: Compile, tmp_path: Path) -> None:
    """The repaired file has the records that are read, in the structures that hold them, and counts of them."""
    codec, file, rng = compiled(KINDS[kind][0]), file_of(kind), random.Random(2)
    for number in range(6):
        at = file.records[rng.randrange(len(file.records))].start + rng.randrange(8)
        data = bytearray(file.data)
        if number % 2:
            del data[at : at + 30]
        else:
            data[at:at] = rng.randbytes(30)
        table = bytewright.open(bytes(data), codec, mode="DROPMALFORMED")
        expected = table.to_table()
        (tmp_path / "bad").write_bytes(data)
        made = repair(codec, Input(str(tmp_path / "bad")), parse(codec), str(tmp_path / "good"))
        assert (made.places, made.lost) == (table.malformed, table.malformed_bytes)
        repaired = bytewright.open(str(tmp_path / "good"), codec).to_table()
        assert repaired.to_pylist() == expected.to_pylist()


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE"])
def test_a_bounded_structure_that_is_cut_is_told(mode: str, compiled: Compile) -> None:
    """Of one whose size leads behind the file, but not its count, all records are given, and the error."""
    codec, file = compiled(CRATES), file_of("crates")
    data = bytearray(file.data)
    start = data.rindex(b"\xc7\xa7") + 2
    data[start : start + 4] = struct.pack("<I", 100_000)
    outcomes = []
    for engine in ("objects", "columns"):
        errors: list[Any] = []
        table = bytewright.open(bytes(data), codec, engine=engine, mode=mode, options={"includeError": True})
        rows = [row for batch in table.to_batches(errors.append) for row in batch.to_pylist()]
        told = [row.pop("_error", None) for row in rows]
        assert {row["number"] for row in rows if row["number"] is not None} == set(range(len(file.records)))
        outcomes.append((rows, [error.field for error in errors] or [one["field"] for one in told if one]))
    assert outcomes[0] == outcomes[1]
    assert outcomes[0][1] == ["crates[7].len"]
