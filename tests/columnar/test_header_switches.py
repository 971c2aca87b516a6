"""Switches that a header decides, in records of any kind: they are as those that a number of the record decides."""

from __future__ import annotations

import struct

import pytest
from tests.support.both_ways import both_ways
from tests.support.compiling import Compile

SPEC = """
seq:
  - {id: kind, type: u1}
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: number, type: u2}
      - id: value
        type: {switch-on: _root.kind, cases: {0: s4, 1: text, 2: pair}}
  text: {seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}
  pair: {seq: [{id: x, type: u1}, {id: y, type: u1}]}
"""
VALUES = (struct.pack("<i", -5), b"\x03abc", b"\x01\x02", b"")


@pytest.mark.parametrize("kind", range(4))
def test_each_case_is_read_and_written_both_ways(compiled: Compile, kind: int) -> None:
    data = bytes([kind]) + b"".join(struct.pack("<H", number) + VALUES[kind] for number in range(20))
    rows = both_ways(compiled(SPEC), data, alone=False)
    assert rows.num_rows == 20
