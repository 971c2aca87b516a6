"""Views of which each step gives several rows, by kernels: what is shown rests on the number of the row."""

from __future__ import annotations

import struct

import pytest
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

from bytewright.kernels.plan import RowPlan

MODES = ("FAILFAST", "PERMISSIVE", "DROPMALFORMED")
STRIPS = """
seq: [{id: head, size: 2}, {id: strips, type: strip, repeat: eos}]
types:
  strip:
    seq:
      - {id: kind, type: u1, valid: {max: 3}}
      - {id: count, type: u1}
      - {id: first, type: s4}
      - {id: step, type: s2}
      - {id: values, type: u2, repeat: expr, repeat-expr: count}
      - {id: names, type: strz, repeat: expr, repeat-expr: count}
      - {id: marks, type: s1, repeat: expr, repeat-expr: 'kind == 1 ? count : 0'}
-views:
  rows:
    each: strips[*]
    rows: _.count
    columns:
      - {id: number, value: _row, type: s4}
      - {id: time, value: _.first + _row * _.step}
      - {id: kind, value: _.kind}
      - {id: value, value: '_.values[_row]'}
      - {id: name, value: '_.names[_row]'}
      - {id: before, value: '_.values[_row - 1]', if: _row > 0}
      - {id: mark, value: '_.marks[_row]', if: _.kind == 1}
      - {id: last, value: _row + 1 == _.count}
      - {id: small, value: '_.first + _row', type: s1}
  chosen:
    each: strips[*]
    where: _.kind == 1
    rows: _.count
    columns: [{id: number, value: _row}, {id: mark, value: '_.marks[_row] * _row'}, {id: name, value: '_.names[_row]'}]
  stretched:
    each: strips[*]
    rows: _.step & 7
    columns: [{id: count, value: _.count}, {id: time, value: _.first + _row}]
  single:
    each: strips[*]
    columns: [{id: count, value: _.count + _row}]
"""


def _strip(kind: int, first: int, step: int, *values: int) -> bytes:
    data = struct.pack("<BBih", kind, len(values), first, step) + struct.pack(f"<{len(values)}H", *values)
    data += b"".join(f"n{value}\0".encode() for value in values)
    return data + (bytes(len(values)) if kind == 1 else b"")


DATA = b"ab" + _strip(0, 10, 5, 1, 2, 3) + _strip(1, -7, 2, 9) + _strip(2, 1, 1) + _strip(1, 120, 3, *range(6))
"""Of the last strip, all rows have a ``small`` that fits its column."""


@pytest.mark.parametrize("view", ["rows", "chosen", "stretched", "single"])
def test_numbers_of_rows(compiled: Compile, view: str) -> None:
    codec = compiled(STRIPS)
    assert isinstance(codec.row_plans[view], RowPlan)
    rows, error, _ = agree(codec, DATA, view=view)
    assert error is None
    assert len(rows) == {"rows": 10, "chosen": 7, "stretched": 11, "single": 4}[view]
    for mode in MODES if view == "chosen" else MODES[:1]:
        tried, bad = agree_when_damaged(codec, DATA, view=view, mode=mode)
        assert bad > tried // 8 or mode != "FAILFAST"


def test_values(compiled: Compile) -> None:
    rows, _, _ = agree(compiled(STRIPS), DATA, view="rows")
    third = {"number": 2, "time": 20, "kind": 0, "value": 3, "name": "n3", "before": 2, "mark": None, "last": True}
    assert rows[2] == repr({**third, "small": 12})


def test_rows_before_one_that_does_not_fit(compiled: Compile) -> None:
    """The third row of a strip has a number that its column can't hold."""
    codec, data = compiled(STRIPS), DATA + _strip(0, 126, 0, 1, 2, 3) + _strip(0, 0, 0, 4)
    rows, error, _ = agree(codec, data, view="rows")
    assert len(rows) == 12
    assert "small" in str(error)
    assert len(agree(codec, data, view="rows", mode="PERMISSIVE")[0]) == 12  # one of them for the strip that is bad
    assert len(agree(codec, data, view="rows", mode="DROPMALFORMED")[0]) == 11


def test_values_with_validity_bits(compiled: Compile) -> None:
    spec = """
seq: [{id: all, type: run, repeat: eos}]
types:
  run:
    seq:
      - {id: count, type: u1}
      - {id: present, type: b1, repeat: expr, repeat-expr: count, -validity-of: values}
      - {id: values, type: s2, repeat: expr, repeat-expr: count}
      - {id: names, type: strz, repeat: expr, repeat-expr: count}
-views:
  rows:
    each: all[*]
    rows: _.count
    columns:
      - {id: value, value: '_.values[_row]', nullable: true}
      - {id: name, value: '_.names[_row]'}
      - {id: place, value: _row}
"""
    codec = compiled(spec)
    assert isinstance(codec.row_plans["rows"], RowPlan)
    data = b"\x03\x05" + struct.pack("<3h", 7, 8, -9) + b"a\0b\0c\0" + b"\x00" + b"\x01\x00\0\0d\0"
    rows, error, _ = agree(codec, data)
    values = [(7, "a", 0), (None, "b", 1), (-9, "c", 2), (None, "d", 0)]
    assert rows == [repr({"value": value, "name": name, "place": place}) for value, name, place in values]
    assert error is None
    for mode in MODES:
        tried, bad = agree_when_damaged(codec, data, mode=mode)
        assert bad > tried // 8 or mode != "FAILFAST"


def test_very_many_rows_are_left_to_objects(compiled: Compile) -> None:
    spec = """
seq: [{id: all, type: run, repeat: eos}]
types: {run: {seq: [{id: count, type: u4}, {id: first, type: u1}]}}
-views: {rows: {each: 'all[*]', rows: _.count, columns: [{id: value, value: _.first + _row}]}}
"""
    data = struct.pack("<IBIBIB", 3, 5, 4_000_000_000, 1, 2, 9)
    rows, error, _ = agree(compiled(spec), data)
    assert rows == [repr({"value": value}) for value in (5, 6, 7)]
    assert error is not None
