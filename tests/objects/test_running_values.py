"""Calculated values that rest on the same value of another structure, in files and in models."""

from __future__ import annotations

import struct
from itertools import accumulate

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.errors import ReadError

COUNT = 5_000
FEED = """
seq:
  - {id: base, type: u4}
  - {id: records, type: 'rec(_index)', repeat: eos}
types:
  rec:
    params: [{id: i, type: s4}]
    seq: [{id: delta, type: u1}]
    instances:
      before: {value: '_root.records[i - 1]', if: i > 0}
      time: {value: '(i == 0 ? _root.base : before.even.as<s8>) + delta'}
      even: {value: 'time.as<s8> - time.as<s8> % 2'}
      double: {value: time * 2}
"""
CIRCLE = """
seq:
  - {id: records, type: 'rec(_index)', repeat: eos}
types:
  rec:
    params: [{id: i, type: s4}]
    seq: [{id: step, type: u1}]
    instances:
      value: {value: '_root.records[(i + step) % _root.records.size].value.as<s4> + 1'}
"""
DELTAS = bytes(i * 7 % 251 for i in range(COUNT))
FILE = struct.pack("<I", 1000) + DELTAS


def _times(base: int, deltas: bytes) -> list[int]:
    """What ``time`` is: the even number below the one before, and the delta."""
    return list(accumulate(deltas, lambda last, delta: last - last % 2 + delta, initial=base))[1:]


def test_a_chain_as_long_as_the_file_is_read_and_shown(compiled: Compile) -> None:
    codec = compiled(FEED)
    times = _times(1000, DELTAS)
    model = codec.parse(FILE)
    assert model.records[-1].time == times[-1]  # the deepest first
    rows = bytewright.open(FILE, codec).to_table().to_pydict()
    assert rows["time"] == times
    assert rows["double"] == [2 * time for time in times]
    assert codec.to_bytes(model) == FILE


def test_a_value_is_the_new_one_after_a_field_was_changed(compiled: Compile) -> None:
    codec = compiled(FEED)
    model = codec.parse(FILE)
    changed = bytearray(DELTAS)
    for place, delta in ((0, 8), (COUNT // 2, 200), (COUNT - 1, 1)):
        assert model.records[-1].time == _times(model.base, bytes(changed))[-1]
        model.records[place].delta = changed[place] = delta
        assert model.records[-1].double == 2 * _times(model.base, bytes(changed))[-1]
    model.base = 6
    assert [record.time for record in model.records[:300]] == _times(6, bytes(changed))[:300]
    assert codec.to_bytes(model) == struct.pack("<I", 6) + bytes(changed)


def test_a_value_that_rests_on_itself_is_an_error(compiled: Compile) -> None:
    codec = compiled(CIRCLE)
    for steps in (b"\1" * 3, b"\1" * 500, b"\0"):
        with pytest.raises(ReadError, match="value depends on itself"):
            bytewright.open(steps, codec).to_table()
