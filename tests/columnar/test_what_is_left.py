"""Records that may take all that is left of the file, or of what they lie in, by kernels and through objects."""

from __future__ import annotations

import pytest
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

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
