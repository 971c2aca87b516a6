"""Structures for which a value instance stands that means more than a number: a moment, a boolean."""

from __future__ import annotations

import struct
from datetime import UTC, datetime, timedelta

import pytest
from tests.support.both import agree, agree_in_all_modes, made_by_the_kernel
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.settings import parse
from bytewright.tables.write import bytes_of

SPEC = """
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: kind, type: u1}
      - {id: time, type: since_2000}
      - {id: later, type: since_2000, if: kind > 0}
      - {id: count, type: u1}
      - {id: times, type: since_2000, repeat: expr, repeat-expr: count}
      - {id: open, type: answer}
  since_2000:
    -show: {value: unix}
    seq: [{id: seconds, type: u4}]
    instances: {unix: {value: seconds + 946684800, -type: {timestamp: s}}}
  answer:
    -show: {value: is_yes}
    seq: [{id: said, type: u1}]
    instances: {is_yes: {value: said % 2, -type: bool}}
"""
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


def _record(kind: int, time: int, times: list[int], said: int) -> bytes:
    later = struct.pack("<I", time + 1) if kind else b""
    listed = b"".join(struct.pack("<I", each) for each in times)
    return struct.pack("<BI", kind, time) + later + bytes([len(times)]) + listed + bytes([said])


DATA = _record(0, 1, [5, 86_400], 1) + _record(2, 7, [], 2)


def _at(seconds: int) -> datetime:
    return EPOCH + timedelta(seconds=seconds)


def test_what_they_mean_is_shown(compiled: Compile) -> None:
    codec = compiled(SPEC)
    table = bytewright.open(DATA, codec, engine="columns").to_table()
    assert table.column("time").to_pylist() == [_at(1), _at(7)]
    assert table.column("later").to_pylist() == [None, _at(8)]
    assert table.column("times").to_pylist() == [[_at(5), _at(86_400)], []]
    assert table.column("open").to_pylist() == [True, False]
    assert made_by_the_kernel(codec) >= {"time", "later", "open"}
    agree(codec, DATA)
    agree_in_all_modes(codec, DATA)


def test_rows_are_written_back(compiled: Compile) -> None:
    """A boolean is written as 0 or 1."""
    codec, data = compiled(SPEC.replace("said % 2", "said")), DATA[:-1] + b"\0"
    table = bytewright.open(data, codec).to_table()
    assert bytes(bytes_of(codec, table, None, parse(codec), None, "auto")[0]) == data


@pytest.mark.parametrize("said", ["-null: 0", "-default: 7"])
def test_rows_that_hold_what_is_calculated_say_the_field(compiled: Compile, said: str) -> None:
    """What the field is where rows say nothing isn't written in its place."""
    codec = compiled(f"""
seq: [{{id: rows, type: row, repeat: eos}}]
types:
  row: {{seq: [{{id: count, type: counted}}]}}
  counted:
    -show: {{value: less}}
    seq: [{{id: stored, type: u2, {said}}}]
    instances: {{less: {{value: stored - 1}}}}
""")
    data = struct.pack("<3H", 200, 1, 7)
    rows = bytewright.open(data, codec).to_table()
    assert rows["count"].to_pylist() == [199, 0, 6]
    for engine in ("auto", "objects"):
        assert bytes_of(codec, rows, None, parse(codec), None, engine)[0] == data
