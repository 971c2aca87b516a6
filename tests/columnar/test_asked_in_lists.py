"""What elements of lists ask of the structure around them is asked only where there are elements."""

from __future__ import annotations

from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

import bytewright

PALETTES = """
seq: [{id: chunks, type: chunk, repeat: until, repeat-until: _.kind == 0}, {id: sum, type: u1}]
types:
  chunk:
    seq:
      - {id: kind, type: u1}
      - {id: len, type: u1}
      - {id: body, size: len, type: {switch-on: kind, cases: {1: palette, 2: moment}}}
  moment: {seq: [{id: seconds, type: u4}]}
  palette:
    seq:
      - {id: depth, type: u1, valid: {any-of: [8, 16]}}
      - {id: entries, type: entry, repeat: eos}
  entry:
    seq:
      - {id: red, type: {switch-on: _parent.depth, cases: {8: u1, _: u2}}}
      - {id: weight, type: u1}
"""
MOMENT, SMALL, LARGE = b"\x02\x04abcd", b"\x01\x05\x08a\x01b\x02", b"\x01\x07\x10ab\x01cd\x02"
EMPTY, END = b"\x01\x01\x08", b"\x00\x00\x07"


def test_elements_that_ask_for_a_field_of_a_case(compiled: Compile) -> None:
    """Chunks of other cases have no such field, and are read by the kernel."""
    codec = compiled(PALETTES)
    data = MOMENT + SMALL + EMPTY + LARGE + b"\x05\x02xy" + MOMENT + END
    rows, error, _ = agree(codec, data)
    assert (len(rows), error) == (7, None)
    agree_when_damaged(codec, data)
    table = bytewright.open(MOMENT * 50 + SMALL + END, codec, engine="columns")
    assert table.to_table().num_rows == 52
    assert table.counted == {"columns": 52}
