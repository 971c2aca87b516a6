"""Records whose ends only reading them tells: where they lie, and files of them in parts."""

from __future__ import annotations

import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import bytewright
from bytewright.codec.codec import Codec
from bytewright.columnar.scan.preparation import capability
from bytewright.errors import ReadError
from bytewright.views.evaluate.framing import WHOLE
from bytewright_codegen.load import load

SPEC = """
meta: {id: walked_notes, endian: le}
seq:
  - {id: version, type: u1}
  - {id: notes, type: note, repeat: eos}
types:
  note:
    seq:
      - {id: mark, contents: "N"}
      - {id: name, type: strz, encoding: UTF-8}
      - {id: count, type: u1}
      - {id: values, type: value, repeat: expr, repeat-expr: count}
  value:
    seq: [{id: of, type: s2}]
-records: notes
-views:
  rows:
    each: notes[*]
    columns:
      - {id: name, value: _.name}
      - {id: number, value: _index}
      - {id: version, value: _root.version}
      - {id: count, value: _.count}
  values:
    each: notes[*].values[*]
    columns:
      - {id: value, value: _.of}
"""


@pytest.fixture(scope="module")
def codec(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("spec") / "walked_notes.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return load(path)


def note(number: int) -> bytes:
    values = b"".join((number - value).to_bytes(2, "little", signed=True) for value in range(number % 4))
    return b"N" + b"x" * (number % 13) + b"\0" + bytes([number % 4]) + values


def file(count: int) -> bytes:
    return b"\x02" + b"".join(map(note, range(count)))


def rows_of(table: Any, **arguments: Any) -> list[dict[str, Any]]:
    return [row for batch in table.to_batches(**arguments) for row in batch.to_pylist()]


@pytest.mark.parametrize("is_warm", [True, False])
@pytest.mark.parametrize("view", ["rows", "values"])
def test_metadata(codec: Codec, view: str, is_warm: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel tells of records what objects do, also where its parts had to be compiled for that."""
    monkeypatch.setattr(capability, "is_warm", lambda codec, view: is_warm)
    options = {"includeMetadata": "true"}
    columns = bytewright.open(file(300), codec, view, options=options, engine="columns")
    objects = bytewright.open(file(300), codec, view, options=options, engine="objects")
    found = rows_of(columns)
    assert found == rows_of(objects)
    assert columns.counted == {"columns": len(found)}
    places = {one["_metadata"]["record_index"]: one["_metadata"] for one in found}
    begin = 1
    for number in range(300):
        if number in places:
            told = places[number]["record_offset"], places[number]["record_length"]
            assert told == (begin, len(note(number)))
        begin += len(note(number))


@pytest.mark.parametrize("target", [1, 50, 1_000, 1 << 20])
@pytest.mark.parametrize("metadata", [False, True])
def test_parts(codec: Codec, target: int, metadata: bool) -> None:
    data = file(500)
    table = bytewright.open(data, codec, options={"includeMetadata": metadata}, engine="columns")
    whole = rows_of(table)
    parts = table.splits(target)
    assert [row for part in parts for row in rows_of(table, part=part)] == whole
    assert [part.start for part in parts[1:]] == [part.stop for part in parts[:-1]]
    ends = [sum(map(len, map(note, range(count)))) + 1 for count in range(501)]
    for part in parts[1:]:
        assert part.start == ends[part.record]
    for part in parts[1:-1]:
        assert part.start is not None
        assert part.stop is not None
        assert part.stop - part.start >= target
    assert len(parts) == {1: 500, 1 << 20: 1}.get(target, len(parts))
    assert len(parts) <= len(data) // target + 1
    assert table.counted["objects"] == 0


def test_parts_up_to_a_bad_record(codec: Codec) -> None:
    """All from it on is one part, whose reader says what is wrong."""
    data = bytearray(file(100))
    at = 1 + sum(map(len, map(note, range(60))))
    data[at] = ord("X")
    table = bytewright.open(bytes(data), codec, engine="columns")
    parts = table.splits(1)
    assert len(parts) == 61
    assert (parts[-1].start, parts[-1].stop, parts[-1].record) == (at, None, 60)
    for part in parts[:-1]:
        assert len(rows_of(table, part=part)) == 1
    with pytest.raises(ReadError) as whole:
        rows_of(table)
    with pytest.raises(ReadError) as alone:
        rows_of(table, part=parts[-1])
    assert str(alone.value) == str(whole.value)


SUMMED = """
meta: {id: summed_notes, endian: le}
seq:
  - {id: notes, type: note, repeat: eos}
types:
  note:
    seq:
      - {id: name, type: strz, encoding: UTF-8}
      - {id: number, type: u8}
      - {id: sum, type: u4, -checksum: {algorithm: crc32}}
-views:
  rows:
    each: notes[*]
    columns:
      - {id: name, value: _.name}
      - {id: number, value: _.number * 2, type: s8}
"""


def summed(name: bytes, number: int) -> bytes:
    data = name + b"\0" + number.to_bytes(8, "little")
    return data + zlib.crc32(data).to_bytes(4, "little")


@pytest.mark.parametrize("engine", ["objects", "columns"])
@pytest.mark.parametrize("most", [0, 1, 40])
def test_bad_records_whose_ends_only_reading_them_tells(tmp_path: Path, engine: Any, most: int) -> None:
    path = tmp_path / "summed_notes.ksy"
    path.write_text(SUMMED, encoding="utf-8")
    codec = load(path)
    good = [summed(b"x" * number, number) for number in range(8)]
    large = summed(b"large", 1 << 63)  # can be read, but no column holds its double
    bad = summed(b"bad", 3)[:-1] + b"?"
    for data, rows, malformed in (
        (b"".join([*good[:3], large, *good[3:], large]), 8, 2),
        (b"".join([*good[:3], bad, *good[3:]]), 3, 1),
        (b"".join([*good[:3], large, *good[3:5], bad, *good[5:]]), 5, 2),
    ):
        options = {"mode": "DROPMALFORMED", "resync": False}  # whose next record only its looks would tell
        table = bytewright.open(data, codec, engine=engine, options=options)
        parts = table.splits(most) if most else [WHOLE]
        found = [name for part in parts for batch in table.to_batches(part=part) for name in batch["name"].to_pylist()]
        assert found == ["x" * number for number in range(rows)]
        assert table.malformed == malformed


def test_threads(codec: Codec) -> None:
    """Each reads the whole file, at once with the others."""
    opened = bytewright.open(file(1) + file(30_000)[1:] * 4, codec, engine="columns")
    whole = opened.to_table()
    with ThreadPoolExecutor(8) as threads:
        tables = list(threads.map(lambda _: opened.to_table(), range(16)))
    assert all(table.equals(whole) for table in tables)
