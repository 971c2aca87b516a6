"""Views through lists in lists, written from their rows: outer columns group rows."""

from __future__ import annotations

import struct
import zlib

import pyarrow as pa
import pytest
from tests.support.both_ways import both_ways, read, write
from tests.support.compiling import Compile

from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import root_of
from bytewright.tables.write import bytes_of

LOG = """
seq:
  - {id: version, type: u1}
  - {id: blocks, type: block, repeat: eos}
types:
  block:
    seq:
      - {id: time, type: u2}
      - {id: len, type: u2}
      - {id: sum, type: u4, -checksum: {algorithm: crc32, from: payload, to: payload}}
      - {id: payload, type: payload, size: len}
  payload:
    seq:
      - {id: num, type: u1}
      - {id: records, type: record, repeat: expr, repeat-expr: num}
  record: {seq: [{id: kind, type: u1}, {id: text, type: strz}]}
-views: {samples: {EACH, columns: [{id: version, value: version}, COLUMNS]}}
"""
EACH = "each: 'blocks[*].payload.records[*]'"
RECORD = "{id: kind, value: _.kind}, {id: text, value: _.text}"


def block(time: int, *texts: str) -> bytes:
    payload = bytes([len(texts)]) + b"".join(bytes([len(text)]) + text.encode() + b"\0" for text in texts)
    return struct.pack("<HHI", time, len(payload), zlib.crc32(payload)) + payload


def log(columns: str, each: str = EACH) -> str:
    return LOG.replace("EACH", each).replace("COLUMNS", columns)


BLOCKS = b"\7" + block(5, "a", "bc") + block(6, "d") + block(7, "e", "f")


@pytest.mark.parametrize(
    ("columns", "alone"),
    [
        (f"{{id: time, value: blocks.time}}, {RECORD}", True),
        (f"{{id: time, value: blocks.time}}, {{id: at, value: _index}}, {RECORD}", True),
        (f"{{id: num, value: blocks.payload.num}}, {{id: at, value: _index}}, {RECORD}", False),  # a time must be said
        (RECORD, False),
        ("{id: time, value: blocks.time}, {id: kind, value: _.kind}", False),
    ],
)
def test_outer_columns_group_rows(compiled: Compile, columns: str, alone: bool) -> None:
    both_ways(compiled(log(columns)), BLOCKS, alone=alone)


def test_a_place_that_begins_anew_is_another_element(compiled: Compile) -> None:
    """Where the outer elements say the same of themselves."""
    data = b"\7" + block(5, "a", "b") + block(5, "c") + block(5, "d")
    codec = compiled(log(f"{{id: time, value: blocks.time}}, {{id: at, value: _index}}, {RECORD}"))
    both_ways(codec, data)
    rows = read(codec, data)
    together = write(codec, rows.drop_columns("at"))
    assert together == b"\7" + block(5, "a", "b", "c", "d")
    assert read(codec, together).drop_columns("at") == rows.drop_columns("at")


def test_outer_elements_without_rows(compiled: Compile) -> None:
    """What they hold is in the root; without it they are lost with their rows."""
    data = b"\7" + block(4) + block(5, "a") + block(6) + block(7)
    codec = compiled(log(f"{{id: time, value: blocks.time}}, {RECORD}"))
    rows = both_ways(codec, data, alone=False)
    assert write(codec, rows) == b"\7" + block(5, "a")


def test_rows_that_a_root_does_not_tell_of(compiled: Compile) -> None:
    codec = compiled(log(f"{{id: time, value: blocks.time}}, {RECORD}"))
    root = root_of(codec, BytesSource(BLOCKS), None, parse(codec))
    rows = read(codec, BLOCKS)
    fewer = write(codec, pa.concat_tables([rows.slice(1, 2), rows.slice(3, 1)]), root=root)
    assert fewer == b"\7" + block(5, "bc") + block(6, "d") + block(7, "e")
    with pytest.raises(
        WriteError, match=r"expected 5 rows, as the root tells, or rows of 3 elements of blocks, found 3"
    ):
        write(codec, rows.slice(0, 3), root=root)


WITHIN = """
seq: [{id: blocks, type: block, repeat: eos}]
types:
  block: {seq: [{id: flag, type: u1}, {id: outer, type: outer}]}
  outer: {seq: [{id: mark, type: u1}, {id: inner, type: inner}]}
  inner:
    seq:
      FIELDS
      - {id: flag, type: u1}
      - {id: num, type: u1}
      - {id: items, type: item, repeat: expr, repeat-expr: num}
  item:
    seq:
      - {id: kind, type: u1}
      - {id: more, type: u2, if: _parent.flag & 1 != 0, -null: 0}
-views:
  rows:
    each: blocks[*].outer.inner.items[*]
    columns:
      - {id: outside, value: blocks.flag}
      - {id: inside, value: blocks.outer.inner.flag}
      - {id: kind, value: _.kind}
      - {id: more, value: _.more}
"""


@pytest.mark.parametrize("before", range(5))
def test_a_list_anywhere_in_a_structure(compiled: Compile, before: int) -> None:
    """What it lies in is the parent of its elements, however many fields that has, whatever those further out do."""
    codec = compiled(
        WITHIN.replace("FIELDS", "\n      ".join(f"- {{id: f{number}, type: u1}}" for number in range(before)))
    )

    def made(outside: int, inside: int, *kinds: int) -> bytes:
        items = b"".join(bytes([kind]) + b"\x07\x01" * (inside & 1) for kind in kinds)
        return bytes([outside, 9, *range(before), inside, len(kinds)]) + items

    data = made(0, 1, 5, 6) + made(1, 0, 7) + made(1, 1, 8, 9)
    rows = both_ways(codec, data, alone=False)
    assert rows["kind"].to_pylist() == [5, 6, 7, 8, 9]
    assert rows["more"].to_pylist() == [0x107, 0x107, None, 0x107, 0x107]


DEEP = """
seq: [{id: as, type: a, repeat: eos}]
types:
  a: {seq: [{id: k, type: u1}, {id: n, type: u1}, {id: bs, type: b, repeat: expr, repeat-expr: n}]}
  b: {seq: [{id: k, type: u1}, {id: n, type: u1}, {id: cs, type: c, repeat: expr, repeat-expr: n}]}
  c: {seq: [{id: v, type: u1}]}
-views:
  deep:
    each: as[*].bs[*].cs[*]
    where: _.v != 9
    columns: [{id: ak, value: as.k}, {id: bk, value: bs.k}, {id: v, value: _.v}]
"""


@pytest.mark.parametrize(
    ("data", "alone"),
    [
        (b"\1\2" + b"\1\2\1\2" + b"\2\1\3" + b"\2\1" + b"\2\2\4\5", True),
        (b"\1\2" + b"\1\2\1\x09" + b"\2\1\3" + b"\2\1" + b"\2\2\x09\5", False),  # some elements are no rows
        (b"\1\0" + b"\2\1" + b"\2\0", False),
        (b"", True),
    ],
)
def test_three_levels(compiled: Compile, data: bytes, alone: bool) -> None:
    both_ways(compiled(DEEP), data, alone=alone)


PLACED = log(RECORD, "each: 'blocks[*].elsewhere.records[*]'").replace(
    "  payload:\n", "    instances: {elsewhere: {pos: 0, type: payload, -role: again}}\n  payload:\n"
)


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        (log(RECORD, f"{EACH}, order-by: blocks.time"), "elements of its lists in lists are sorted"),
        (PLACED, "it goes through lists in lists that are calculated, or that others describe"),
    ],
)
def test_what_can_not_be_told_from_rows(compiled: Compile, spec: str, reason: str) -> None:
    """The error names the ways that work."""
    codec, table = compiled(spec), pa.table({"version": [7], "kind": [1], "text": ["a"]})
    with pytest.raises(WriteError, match=rf"{reason}. Show the outer elements, .* \(-made-of\)"):
        bytes_of(codec, table, None, parse(codec), None, "objects")
