"""What no column shows of records, a root holds: kernels take it from there, and make the files that objects make."""

from __future__ import annotations

import json
import re
import struct
from typing import Any

import pyarrow as pa
import pytest
from tests.support.both_ways import both_ways
from tests.support.compiling import Compile
from tests.support.encoded_rows import made, refused

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import BytewrightError
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import root_of
from bytewright.tables.write import bytes_of

LEDGER = """
seq: [{id: magic, contents: LG}, {id: year, type: u2}, {id: entries, type: entry, repeat: eos}]
types:
  entry:
    seq:
      - {id: number, type: u4}
      - {id: class, type: u1, enum: grade}
      - {id: urgent, type: b1}
      - {id: shelf, type: b7}
      - {id: price, type: f4}
      - {id: total, type: u8}
      - {id: len_note, type: u1}
      - {id: note, type: str, size: len_note}
      - {id: key, size: 2}
      - {id: flags, type: u1}
      - {id: origin, type: origin, if: flags & 1 != 0}
      - {id: num_parts, type: u1}
      - {id: parts, type: part, repeat: expr, repeat-expr: num_parts}
      - {id: head, type: head}
  origin: {seq: [{id: place, type: s2}, {id: code, type: u1}]}
  part: {seq: [{id: size, type: s4}, {id: name, type: strz}]}
  head: {seq: [{id: mark, type: u1, if: _parent.flags & 2 != 0}]}
enums: {grade: {1: low, 2: high}}
-views: {rows: {each: 'entries[*]', columns: [COLUMNS]}}
"""
FIELDS = ("number", "class", "urgent", "shelf", "price", "total", "note", "key", "flags", "origin", "parts", "head")


def ledger(*shown: str) -> str:
    """A spec with a view that shows some of what entries have, by the ways to it."""
    return LEDGER.replace("COLUMNS", ", ".join(f"{{id: c_{way.replace('.', '_')}, value: _.{way}}}" for way in shown))


def entry(number: int) -> bytes:
    flags, note = number % 4, "é" * (number % 3)
    found = struct.pack(
        "<IBBfQ", number, (1, 2, 7)[number % 3], number % 2 << 7 | number, number / 10, (1 << 64) - 1 - number
    )
    found += bytes([len(note.encode())]) + note.encode() + bytes([number, 255]) + bytes([flags])
    found += struct.pack("<hB", -number, number) if flags & 1 else b""
    found += bytes([number % 3]) + b"".join(
        struct.pack("<i", -part) + b"p" * part + b"\0" for part in range(number % 3)
    )
    return found + (bytes([number]) if flags & 2 else b"")


DATA = b"LG\7\0" + b"".join(map(entry, range(40)))


def root_and_rows(codec: Codec, data: bytes = DATA) -> tuple[dict[str, Any], pa.Table]:
    root = root_of(codec, BytesSource(data), None, parse(codec))
    return root, bytewright.open(data, codec, engine="objects").to_table()


@pytest.mark.parametrize(
    "shown",
    [
        *((name,) for name in FIELDS),
        ("number", "flags", "origin.place"),
        ("origin.place", "origin.code", "head.mark", "flags"),
        ("head.mark", "parts", "note"),
    ],
    ids="-".join,
)
def test_a_root_holds_what_no_column_shows(compiled: Compile, shown: tuple[str, ...]) -> None:
    codec = compiled(ledger(*shown))
    both_ways(codec, DATA, alone=False)
    root, rows = root_and_rows(codec)
    assert made(codec, rows, json.dumps(root)) == DATA


SHOWN = ("number", "key", "origin.place")


@pytest.mark.parametrize(
    ("place", "change"),
    [
        (3, {"class": 1}),
        (3, {"class": 200}),
        (2, {"price": "NaN"}),
        (2, {"price": "-Infinity"}),
        (2, {"price": 3}),
        (4, {"shelf": None, "flags": 2}),
        (4, {"parts": [{"size": 7, "name": "x"}], "head": None}),
        (0, {"origin": {"code": 3}, "flags": 1}),
    ],
)
def test_what_a_root_may_say_otherwise(compiled: Compile, place: int, change: dict[str, Any]) -> None:
    """As it may be written by hand."""
    codec = compiled(ledger(*SHOWN))
    root, rows = root_and_rows(codec)
    root["entries"][place] |= change
    same_by_all(codec, rows, root)


def same_by_all(codec: Codec, rows: pa.Table, root: dict[str, Any]) -> str:
    """What objects make of rows, or say, whether or not kernels can make it."""
    found = []
    for engine in ("objects", "auto"):
        try:
            found.append(bytes_of(codec, rows, None, parse(codec), json.dumps(root), engine)[0].hex())
        except BytewrightError as error:
            found.append(str(error))
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize(
    ("place", "change", "error"),
    [
        (5, {"shelf": 128}, r"entries\[5\].shelf.*expected .*127.*found 128"),
        (5, {"total": -1}, r"entries\[5\].total.*found -1"),
        (5, {"total": 1 << 64}, r"entries\[5\].total"),
        (5, {"shelf": "many"}, r"entries\[5\].shelf"),
        (5, {"urgent": 2}, r"entries\[5\].urgent"),
        (5, {"note": 7}, r"entries\[5\].note"),
        (5, {"note": "n" * 256}, r"entries\[5\].(len_)?note"),
        (5, {"class": "medium"}, r"entries\[5\].class"),
        (5, {"colour": 1}, r"entries\[5\].colour: there is no such field"),
        (5, {"parts": [{"size": 1 << 31, "name": ""}, {"size": 1, "name": ""}]}, r"entries\[5\].parts\[0\].size"),
        (5, {"parts": [None]}, r"entries\[5\].parts\[0\]"),
        (5, {"parts": 4}, r"entries\[5\].parts"),
        (5, {"flags": 0}, r"entries\[5\].origin"),
        (0, {"origin": {"code": 3}}, r"entries\[0\].origin"),
        (5, {"origin": 4}, r"entries\[5\].origin"),
    ],
)
def test_what_a_root_may_not_say(compiled: Compile, place: int, change: dict[str, Any], error: str) -> None:
    codec = compiled(ledger(*SHOWN))
    root, rows = root_and_rows(codec)
    root["entries"][place] |= change
    said = refused(codec, rows, json.dumps(root))
    assert re.search(error, said)


def test_a_root_of_other_records_than_rows(compiled: Compile) -> None:
    """Rows decide how many there are; those that it doesn't tell of lack what they must have."""
    codec = compiled(ledger(*SHOWN))
    root, rows = root_and_rows(codec)
    assert made(codec, rows.slice(0, 7), json.dumps(root)) == b"LG\7\0" + b"".join(map(entry, range(7)))
    fewer = json.dumps(root | {"entries": root["entries"][:3]})
    assert "entries[3].num_parts: expected a number" in refused(codec, rows, fewer)
    assert refused(codec, rows, json.dumps(root | {"entries": {}})).endswith("found {}")


def test_columns_count_where_a_root_says_the_same_fields(compiled: Compile) -> None:
    codec = compiled(ledger(*SHOWN))
    root, rows = root_and_rows(codec)
    root["entries"][5]["number"] = 1234
    assert refused(codec, rows, json.dumps(root)) == str(DATA)


CHOSEN = """
seq: [{id: entries, type: entry, repeat: eos}]
types:
  entry:
    seq:
      - {id: number, type: u1}
      - {id: kind, type: u1}
      - {id: body, type: {switch-on: kind, cases: {1: one, 2: two}}}
  one: {seq: [{id: a, type: u1}]}
  two: {seq: [{id: a, type: u2}]}
-views: {rows: {each: 'entries[*]', columns: [{id: number, value: _.number}]}}
"""


def test_cases_of_switches_that_have_the_same_fields(compiled: Compile) -> None:
    """What is around them decides which they are: objects know."""
    codec, data = compiled(CHOSEN), b"\0\1\5" + b"\1\2\6\0"
    root, rows = root_and_rows(codec, data)
    _, how = bytes_of(codec, rows, None, parse(codec), json.dumps(root))
    assert refused(codec, rows, json.dumps(root)) == str(data)
    reason = "what is said of structures isn't plain: body: 2 cases of a switch that have these fields"
    assert how.refusals[0] == f"rows: {reason}"


def test_cases_of_switches_that_their_fields_tell(compiled: Compile) -> None:
    codec = compiled(CHOSEN.replace("two: {seq: [{id: a, type: u2}]}", "two: {seq: [{id: b, type: u2}]}"))
    data = b"\0\1\5" + b"\1\2\6\0" + b"\2\1\7"
    root, rows = root_and_rows(codec, data)
    assert root["entries"][1] == {"kind": 2, "body": {"b": 6}}
    assert made(codec, rows, json.dumps(root)) == data
    root["entries"][1]["kind"] = 1
    assert "entries[1].body" in refused(codec, rows, json.dumps(root))


BLOCKS = """
seq: [{id: blocks, type: block, repeat: eos}]
types:
  block:
    seq:
      - {id: time, type: u2}
      - {id: weight, type: f4}
      - {id: site, type: u1, enum: site}
      - {id: num, type: u1}
      - {id: records, type: record, repeat: expr, repeat-expr: num}
  record: {seq: [{id: kind, type: u1, enum: site}, {id: flag, type: b1}, {id: low, type: b7}, {id: text, type: strz}]}
enums: {site: {1: north, 2: south}}
-views:
  rows:
    each: blocks[*].records[*]
    columns: [{id: time, value: blocks.time}, {id: low, value: _.low}]
"""


def block(time: int, *texts: str) -> bytes:
    found = struct.pack("<HfBB", time, time / 3, 1 + time % 2, len(texts))
    return found + b"".join(bytes([1 + n % 2, n % 2 << 7 | n]) + text.encode() + b"\0" for n, text in enumerate(texts))


@pytest.mark.parametrize(
    "data", [block(1, "a", "b") + block(1, "c"), block(4) + block(5, "a") + block(6) + block(7, "", "x")]
)
def test_records_in_lists_of_lists(compiled: Compile, data: bytes) -> None:
    """Also in such of which some are empty: only the root has what columns show of the others."""
    codec = compiled(BLOCKS)
    root, rows = root_and_rows(codec, data)
    assert made(codec, rows, json.dumps(root)) == data


ENDED = """
seq: [{id: groups, type: group, repeat: eos}]
types:
  group:
    seq:
      - {id: time, type: u2}
      - {id: kind, type: u1}
      - {id: body, type: {switch-on: kind, cases: {1: one, 2: two}}}
      - {id: marks, type: mark, repeat: until, repeat-until: _.tag == 0}
  one: {seq: [{id: a, type: u1}]}
  two: {seq: [{id: b, type: u2}]}
  mark: {seq: [{id: tag, type: u1}, {id: text, type: strz, if: tag != 0}]}
-views:
  rows:
    each: groups[*].marks[*]
    columns: [{id: time, value: groups.time}, {id: place, value: _index}, {id: tag, value: _.tag}]
"""


def test_lists_in_lists_that_end_with_one_of_a_kind(compiled: Compile) -> None:
    codec = compiled(ENDED)
    data = b"\1\0\1\5" + b"\7x\0" + b"\0" + b"\2\0\2\6\7" + b"\0" + b"\3\0\1\1" + b"\1\0\1y\0\0"
    root, rows = root_and_rows(codec, data)
    assert made(codec, rows, json.dumps(root)) == data


@pytest.mark.parametrize(
    ("tags", "error"),
    [
        ([7, 1, 0, 1, 1, 0], r"groups\[0\].marks: expected .*"),
        ([0, 0, 0, 1, 1, 0], r"groups\[0\].marks"),
    ],
)
def test_lists_in_lists_that_do_not_end_so(compiled: Compile, tags: list[int], error: str) -> None:
    codec = compiled(ENDED.replace("strz, if: tag != 0", "u1"))
    groups = [{"kind": 1, "body": {"a": 1}, "marks": [{"text": 4}] * count} for count in (2, 1, 3)]
    rows = pa.table({"time": [1, 1, 2, 3, 3, 3], "place": [0, 1, 0, 0, 1, 2], "tag": tags})
    assert re.search(error, refused(codec, rows, json.dumps({"groups": groups})))


SEEN = """
seq: [{id: entries, type: entry, repeat: eos}]
types: {entry: {seq: [{id: kind, type: u1}, {id: level, type: u1}, {id: number, type: u2}]}}
-views: {rows: {each: 'entries[*]', where: WHERE, columns: [{id: number, value: _.number}]}}
"""
SEEN_DATA = b"\1\2\3\0\1\4\5\0"


@pytest.mark.parametrize("where", ["_.kind == 1", "_.kind != 7", "_.kind == 1 and _.level > 1"])
def test_records_that_are_all_rows(compiled: Compile, where: str) -> None:
    codec = compiled(SEEN.replace("WHERE", f"'{where}'"))
    root, rows = root_and_rows(codec, SEEN_DATA)
    assert made(codec, rows, json.dumps(root)) == SEEN_DATA


@pytest.mark.parametrize("where", ["_.level == 4", "_index > 0", "_.kind == 7"])
def test_records_that_are_no_rows(compiled: Compile, where: str) -> None:
    """Objects find their places among the others."""
    codec = compiled(SEEN.replace("WHERE", f"'{where}'"))
    root, rows = root_and_rows(codec, SEEN_DATA)
    assert refused(codec, rows, json.dumps(root)) == str(SEEN_DATA)
