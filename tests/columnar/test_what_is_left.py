"""Records that may take all that is left of the file, or of what they lie in, by kernels and through objects."""

from __future__ import annotations

from typing import Literal

import pytest
from tests.support.both import agree, agree_in_all_modes, agree_when_damaged
from tests.support.compiling import Compile

import bytewright

ROW = """
  row:
    seq:
      - {id: kind, type: u1, valid: {max: 4}}
      - {id: len, type: u1, if: kind < 2}
      - {id: body, size: len, if: kind < 2}
      - {id: rest, size-eos: true, if: kind == 2}
      - {id: numbers, type: u2, repeat: eos, if: kind == 3}
      - {id: text, type: strz, encoding: ASCII, eos-error: false, if: kind == 4}
"""
ROWS = "seq: [{id: all, type: row, repeat: eos}]\ntypes:" + ROW
BOXES = (
    """
seq: [{id: head, size: 3}, {id: boxes, type: box, repeat: eos}]
types:
  box: {seq: [{id: len, type: u1}, {id: content, type: inner, size: len}]}
  inner: {seq: [{id: rows, type: row, repeat: eos}]}
"""
    + ROW
    + "-views: {rows: {each: 'boxes[*].content.rows[*]', columns: ["
    + ", ".join(f"{{id: {name}, value: _.{name}}}" for name in ("kind", "body", "rest", "numbers", "text"))
    + "]}}\n"
)
SWITCH = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq: [{id: kind, type: u1}, {id: body, type: {switch-on: kind, cases: {0: text, 1: all_left}}}]
  text: {seq: [{id: text, type: strz, encoding: UTF-8}]}
  all_left: {seq: [{id: value, type: u2}, {id: values, type: u1, repeat: eos}]}
"""
FRAMED = b"\x00\x02ab\x04abc\x00\x01\x01x\x00\x00"
ENDS = {"bytes": b"\x02all the rest", "nothing": b"\x02", "numbers": b"\x03\x01\x02\x03\x04", "text": b"\x04more"}


@pytest.mark.parametrize("end", ENDS)
def test_records_that_end_with_the_file(compiled: Compile, end: str) -> None:
    codec, data = compiled(ROWS), FRAMED + ENDS[end]
    rows, error, _ = agree(codec, data)
    assert (len(rows), error) == (5, None)
    tried, bad = agree_when_damaged(codec, data)
    assert bad > tried // 8
    for mode in ("PERMISSIVE", "DROPMALFORMED") if end == "bytes" else ():
        agree_when_damaged(codec, data, mode=mode)


def test_records_that_end_with_what_they_lie_in(compiled: Compile) -> None:
    """The rest of a box isn't that of the file."""
    codec = compiled(BOXES)
    boxes = [FRAMED + end for end in ENDS.values()]
    data = b"abc" + b"".join(bytes([len(box)]) + box for box in boxes)
    rows, error, _ = agree(codec, data)
    assert (len(rows), error) == (20, None)
    assert sum("all the rest" in row for row in rows) == 1
    tried, bad = agree_when_damaged(codec, data)
    assert bad > tried // 8


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"])
def test_cases_that_take_the_rest(compiled: Compile, mode: str) -> None:
    codec, data = compiled(SWITCH), b"\0abc\0\0" + "grüße".encode() + b"\0\1\5\0\0\0\1"
    rows, error, _ = agree(codec, data, mode=mode)
    assert (len(rows), error) == (3, None)
    assert rows[-1].endswith("'values': [0, 0, 1]}}}")
    agree_when_damaged(codec, data, mode=mode)


def test_files_that_are_longer_than_what_is_read_at_once(compiled: Compile) -> None:
    codec = compiled(ROWS)
    data = FRAMED * 1000 + b"\x02" + bytes(range(256)) * 10_000
    rows, error, _ = agree(codec, data)
    assert (len(rows), error) == (4001, None)
    _, error, _ = agree(codec, data, options={"maxRecordBytes": 1_000_000})
    assert "maxRecordBytes" in str(error)


PAGES = """
seq: [{id: pages, type: page, size: 32, repeat: eos}]
types:
  page:
    seq: [{id: used, type: u1}, {id: rows, type: row, repeat: until, repeat-until: _io.pos >= used}]
  row: {seq: [{id: kind, type: u1, valid: {max: 9}}, {id: len, type: u1}, {id: text, size: len}]}
-views:
  rows: {each: 'pages[*].rows[*]', columns: [{id: kind, value: _.kind}, {id: text, value: _.text}]}
"""


def test_lists_in_records_of_which_no_field_describes_the_end(compiled: Compile) -> None:
    codec = compiled(PAGES)
    page = (b"\x0b" + b"\1\4abcd" + b"\2\2xy").ljust(32, b"\0")
    data = page + (b"\x20" + b"\3\x1d" + b"z" * 29) + page
    agree_in_all_modes(codec, data)
    table = bytewright.open(data, codec, engine="columns")
    assert table.to_table()["kind"].to_pylist() == [1, 2, 3, 1, 2]
    assert table.counted == {"columns": 5}  # objects have looked at the pages, and say what is left of them
    assert [warning.text for warning in table.warnings] == ["21 bytes that no field describes"] * 2


def test_what_is_left_of_large_records_is_told_of_some(compiled: Compile) -> None:
    codec = compiled(PAGES.replace("size: 32", "size: 8192"))
    page = (b"\x0b" + b"\1\4abcd" + b"\2\2xy").ljust(8192, b"\0")
    table = bytewright.open(page * 40, codec, engine="columns")
    assert table.to_table().num_rows == 80
    assert table.counted == {"columns": 80}
    assert [warning.text for warning in table.warnings] == [
        *["8181 bytes that no field describes"] * 9,
        "9 records with bytes that no field describes; more may follow, of which nothing is said",
    ]


SLACK = """
seq: [{id: records, type: record, size: 4, repeat: eos}]
types: {record: {seq: [{id: a, type: u2}]}}
-views:
  rows: {each: 'records[*]', columns: [{id: a, value: _.a}]}
"""


@pytest.mark.parametrize("count", [99, 100, 101, 300])
@pytest.mark.parametrize("engine", ["columns", "objects"])
def test_of_what_is_not_told_it_is_told_that_there_is_more(
    compiled: Compile, count: int, engine: Literal["columns", "objects"]
) -> None:
    table = bytewright.open(b"\1\2\3\4" * count, compiled(SLACK), engine=engine)
    assert table.to_table().num_rows == count
    texts = [warning.text for warning in table.warnings]
    assert texts[:100] == ["2 bytes that no field describes"] * min(count, 100)
    if count < 100:
        assert texts[100:] == []
    elif engine == "columns":
        assert texts[100:] == [
            "100 records with bytes that no field describes; more may follow, of which nothing is said"
        ]
    else:
        assert texts[100:] == ["from here on more, of which nothing is said"] * (count > 100)
