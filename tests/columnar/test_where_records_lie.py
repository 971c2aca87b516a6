"""What rests on where records lie in the file, or lies at places in records; read by kernels as by objects."""

from __future__ import annotations

import pytest
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.tables.write import bytes_of

ALIGNED = """
seq:
  - {id: head, size: 3}
  - {id: all, type: row, repeat: eos}
types:
  row:
    seq:
      - {id: len, type: u1}
      - {id: data, size: len}
      - {id: pad, size: (4 - _io.pos % 4) % 4}
      - {id: at, type: u1, valid: _io.pos - 1}
"""
ALIGNED_LISTS = """
seq:
  - {id: head, size: 3}
  - {id: all, type: row, repeat: eos}
types:
  row:
    seq:
      - {id: count, type: u1}
      - {id: items, type: item, repeat: expr, repeat-expr: count}
      - {id: others, type: item, repeat: until, repeat-until: _.len == 0}
  item:
    seq:
      - {id: len, type: u1}
      - {id: data, size: len}
      - {id: pad, size: -_io.pos & 3}
-views:
  rows:
    each: all[*]
    columns:
      - {id: items, each: '_.items[*]', columns: [{id: data, value: _.data}]}
      - {id: others, each: '_.others[*]', columns: [{id: data, value: _.data}, {id: size, value: _.pad.size}]}
"""


def test_padding_up_to_a_place_in_the_file(compiled: Compile) -> None:
    codec = compiled(ALIGNED)
    data = b"abc" + b"\3xyz\0" + b"\x08" + b"\0\0\0" + b"\x0c" + b"\1y\0" + b"\x10" + b"\2abcd"[:3] + b"\x14"
    file = bytewright.open(data, codec, columns=["data", "at"])
    assert [tuple(row.values()) for row in file.to_table().to_pylist()] == [
        (b"xyz", 8),
        (b"", 12),
        (b"y", 16),
        (b"ab", 20),
    ]
    assert file.engines == ["columns"]
    parts = bytewright.open(data, codec).splits(1)
    table = bytewright.open(data, codec)
    apart = [row for part in parts for batch in table.to_batches(part=part) for row in batch.to_pylist()]
    assert len(parts) > 1
    assert apart == table.to_table().to_pylist()
    tried, bad = agree_when_damaged(codec, data)
    assert 0 < bad < tried


def test_padding_of_elements(compiled: Compile) -> None:
    codec = compiled(ALIGNED_LISTS)
    rows = (2, b"xyz", b"", b"ab", b""), (0, b""), (1, b"hello", b"")
    data = b"abc"
    for count, *items in rows:
        data += bytes([count])
        for item in items:
            data += bytes([len(item)]) + item
            data += bytes(-len(data) & 3)
    file = bytewright.open(data, codec)
    found = [(len(r["items"]), *(i["data"] for i in r["items"] + r["others"])) for r in file.to_table().to_pylist()]
    assert found == [*rows]
    assert file.engines == ["columns"]
    agree_when_damaged(codec, data)


RULED = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: n, type: u1, valid: {expr: _ + _io.pos < 60}}
      - {id: at, type: u1, valid: {expr: _ == _io.pos}}
      - {id: text, type: str, size: 2, valid: {expr: '_io.pos > 2'}, if: n == 1}
      - {id: part, type: part, size: 2}
  part:
    seq:
      - {id: x, type: u1, valid: {expr: not _io.eof}}
      - {id: y, type: u1, valid: {expr: _io.eof and _io.pos == 2}}
"""


def test_rules_ask_behind_their_fields(compiled: Compile) -> None:
    """As in Kaitai, where a rule is checked when the field has been read; a writer checks it there, too."""
    codec = compiled(RULED)
    data = bytes.fromhex("0002 0000 0106 6161 0102 000c 0000")
    file = bytewright.open(data, codec)
    table = file.to_table()
    assert table["at"].to_pylist() == [2, 6, 12]
    assert file.engines == ["columns"]
    assert bytes_of(codec, table, None, parse(codec), None, "auto")[0] == data
    assert "all[1].at: expected a value for which" in str(agree(codec, data[:5] + b"\7" + data[6:])[1])
    tried, bad = agree_when_damaged(codec, data)
    assert 0 < bad < tried


def test_rules_ask_behind_fields_that_follow(compiled: Compile) -> None:
    """What follows from others is known later than where it stands."""
    codec = compiled(
        "seq: [{id: all, type: row, repeat: eos}]\n"
        "types: {row: {seq: [{id: len, type: u1, valid: {expr: _ == _io.pos}}, {id: data, size: len}]}}"
    )
    data = bytes([1, 9, 3, 9, 9, 9, 7, *bytes(7)])
    table = bytewright.open(data, codec).to_table()
    assert table["len"].to_pylist() == [1, 3, 7]
    settings = parse(codec)
    assert bytes_of(codec, table, None, settings, None, "auto")[0] == data
    assert bytes_of(codec, table.drop_columns(["len"]), None, settings, None, "auto")[0] == data
    with pytest.raises(WriteError, match=r"all\[0\].len: expected a value for which"):
        bytes_of(codec, table.slice(1).drop_columns(["len"]), None, settings, None, "auto")


PLACED = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: len, type: u1}
      - {id: body, type: body, size: len}
  body:
    seq:
      - {id: flags, type: u1}
      - {id: at, type: u1}
    instances:
      number: {pos: at, type: u2, if: flags & 1 != 0}
      numbers: {pos: at, type: u1, repeat: expr, repeat-expr: flags & 3}
      items: {pos: 2, type: item, repeat: expr, repeat-expr: flags & 3, if: flags > 3}
      rest: {pos: at, type: u1, repeat: eos, if: flags & 2 != 0}
      item: {pos: at, type: item, if: flags & 2 != 0}
  item:
    seq:
      - {id: n, type: u1}
      - {id: data, size: n & 3}
-views:
  rows:
    each: all[*]
    columns:
      - {id: number, value: _.body.number, nullable: true}
      - {id: numbers, value: _.body.numbers}
      - {id: items, value: _.body.items, nullable: true}
      - {id: rest, value: _.body.rest, nullable: true}
      - {id: item, value: _.body.item, nullable: true}
"""


def test_lists_and_conditions_at_places_in_records(compiled: Compile) -> None:
    codec = compiled(PLACED)
    data = bytes.fromhex("06 0002 01020300 06 0102 01020304 08 0603 0001fe000200 07 0504 01ff01ee05")
    file = bytewright.open(data, codec)
    assert [tuple(row.values()) for row in file.to_table().to_pylist()] == [
        (None, [], None, None, None),
        (0x0201, [1], None, None, None),
        (
            None,
            [1, 0xFE],
            [{"n": 0, "data": b""}, {"n": 1, "data": b"\xfe"}],
            [1, 0xFE, 0, 2, 0],
            {"n": 1, "data": b"\xfe"},
        ),
        (0xEE01, [1], [{"n": 1, "data": b"\xff"}], None, None),
    ]
    assert file.engines == ["columns"]
    tried, bad = agree_when_damaged(codec, data)
    assert 0 < bad < tried


PROCESSED = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: count, type: u1}
      - {id: key, type: u1}
      - {id: texts, size: 2, process: xor(key), repeat: expr, repeat-expr: count}
      - {id: pairs, type: pair, size: 2, process: rol(4), repeat: expr, repeat-expr: count}
  pair: {seq: [{id: x, type: u1}, {id: y, type: u1}]}
-views: {rows: {each: 'all[*]', columns: [{id: texts, value: _.texts}, {id: pairs, value: _.pairs}COLUMN]}}
"""


@pytest.mark.parametrize("first", ["", ", {id: first, value: '_.texts[0][0]', if: _.count > 0}"])
def test_elements_that_are_processed_each_by_itself(compiled: Compile, first: str) -> None:
    codec = compiled(PROCESSED.replace("COLUMN", first))
    data = bytes.fromhex("02 20 6162 4344 1234 5678 00 00 01 00 6162 abcd")
    file = bytewright.open(data, codec)
    rows = file.to_table().to_pylist()
    assert [row["texts"] for row in rows] == [[b"AB", b"cd"], [], [b"ab"]]
    assert [row["pairs"] for row in rows] == [
        [{"x": 0x21, "y": 0x43}, {"x": 0x65, "y": 0x87}],
        [],
        [{"x": 0xBA, "y": 0xDC}],
    ]
    assert file.engines == ["columns"]
    if first:
        assert [row["first"] for row in rows] == [0x41, None, 0x61]
    assert agree(codec, data)[1] is None
    agree_when_damaged(codec, data)


def test_records_that_a_view_leaves_out_with_lists(compiled: Compile) -> None:
    """What a view asks of records is asked of them, not of the trial that finds out where elements of a list lie."""
    codec = compiled(
        "seq: [{id: records, type: record, repeat: eos}]\n"
        "types:\n"
        "  record: {seq: [{id: x, type: u1}, {id: inner, type: inner}]}\n"
        "  inner: {seq: [{id: n, type: u1}, {id: items, type: item, repeat: expr, repeat-expr: n}]}\n"
        "  item: {seq: [{id: size, type: u1, if: 'true'}]}\n"
        "-views: {rows: {each: 'records[*]', where: _.x % 3 < 2, columns: [{id: inner, value: _.inner}]}}\n"
    )
    data = bytes([0, 1, 7, 2, 1, 8, 4, 2, 9, 9, 5, 0])
    assert agree(codec, data)[1] is None
    rows = bytewright.open(data, codec).to_table().to_pylist()
    assert [row["inner"]["n"] for row in rows] == [1, 2]
