"""Records whose number decides where they end, and what they hold, by kernels and through objects."""

from __future__ import annotations

import pyarrow as pa
import pytest
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.settings import parse
from bytewright.kernels.drivers import parallel_scan
from bytewright.tables.write import bytes_of

ROW = """
  row:
    params: [{id: number, type: u4}]
    seq:
      - {id: value, type: u1, valid: {max: 200}}
      - {id: more, type: u2, if: number % 3 == 0}
      - {id: body, size: 'number < 4 ? 1 : 3'}
"""
SIZED = """
seq: [{id: all, type: row, size: '_index % 4 == 1 ? 5 : 2', repeat: eos}]
types:
  row: {seq: [{id: value, type: u1, valid: {max: 200}}, {id: rest, size-eos: true}]}
"""
ROWS = "seq: [{id: head, size: 2}, {id: all, type: row(_index), repeat: eos}]\ntypes:" + ROW
FRAMED = """
seq: [{id: all, type: frame(_index), repeat: eos}]
types:
  frame:
    params: [{id: number, type: u4}]
    seq: [{id: len, type: u1}, {id: body, type: body(number), size: len}]
  body:
    params: [{id: number, type: u4}]
    seq: [{id: more, type: u1, if: number % 3 == 0}, {id: rest, size-eos: true}]
"""
BOXES = (
    """
seq: [{id: boxes, type: box, repeat: eos}]
types:
  box: {seq: [{id: len, type: u1}, {id: content, type: inner, size: len}]}
  inner: {seq: [{id: rows, type: row(_index), repeat: eos}]}
"""
    + ROW
    + "-views: {rows: {each: 'boxes[*].content.rows[*]', columns: ["
    + ", ".join(f"{{id: {name}, value: _.{name}}}" for name in ("value", "more", "body"))
    + "]}}\n"
)


def _rows(count: int) -> bytes:
    return b"".join(
        bytes([number % 200]) + bytes(2 if number % 3 == 0 else 0) + b"abc"[: 1 if number < 4 else 3]
        for number in range(count)
    )


def _boxed(count: int) -> bytes:
    rows = _rows(count)
    return bytes([len(rows)]) + rows


FILES = {
    "rows": (ROWS, b"ab" + _rows(40), 40),
    "sized": (SIZED, b"".join(bytes([number]) + bytes(4 if number % 4 == 1 else 1) for number in range(40)), 40),
    "framed": (FRAMED, b"".join(b"\x03%03d" % number for number in range(40)), 40),
    "boxes": (BOXES, _boxed(9) + _boxed(5) + _boxed(0) + _boxed(12), 26),
}


@pytest.mark.parametrize("name", FILES)
def test_engines_agree(compiled: Compile, name: str) -> None:
    spec, data, count = FILES[name]
    codec = compiled(spec)
    rows, error, _ = agree(codec, data)
    assert (len(rows), error) == (count, None)
    for mode in ("FAILFAST", "PERMISSIVE"):
        tried, bad = agree_when_damaged(codec, data, mode=mode)
        assert mode != "FAILFAST" or bad > tried // 8


@pytest.mark.parametrize("name", ["rows", "framed"])
def test_one_thread_counts_records(compiled: Compile, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of a file that other threads read begin with record 0 to them."""
    monkeypatch.setattr(parallel_scan, "PART_BYTES", 30)
    spec, data, _ = FILES[name]
    agree(compiled(spec), data, threads=2)


def test_numbers_go_on_behind_the_rows_that_are_worked_on_together(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: all, type: row(_index), repeat: eos}]\n"
        "types: {row: {params: [{id: i, type: s4}], seq: [{id: number, type: u4, valid: i}, {id: value, type: u1}]}}"
    )
    given = pa.table({"number": range(3000), "value": [number % 7 for number in range(3000)]})
    made, written = bytes_of(codec, given, None, parse(codec), None, "columns")
    assert written.encoded == 3000
    assert made == bytes_of(codec, given, None, parse(codec), None, "objects")[0]
    assert [row["number"] for row in bytewright.open(made, codec).to_table().to_pylist()] == [*range(3000)]
