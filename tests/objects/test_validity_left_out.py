"""Validity bits with a condition of their own: where they are left out, no element may be null."""

from __future__ import annotations

import struct
from typing import Literal

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.tables.write import bytes_of

SPEC = """
seq: [{id: rows, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: has, type: u1}
      - {id: num, type: u1}
%s
      - {size: 0}
-views:
  rows: {each: "rows[*]", columns: [{id: has, value: _.has}, {id: values, value: _.values, nullable: true}]}
"""
BITS = "      - {id: present, type: b1, repeat: expr, repeat-expr: num, -validity-of: values, if: has == 1}"
VALUES = "      - {id: values, type: u2, repeat: expr, repeat-expr: num}"


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("engine", ["objects", "auto"])
def test_null_where_nothing_tells_is_refused(
    compiled: Compile, before: bool, engine: Literal["objects", "auto"]
) -> None:
    codec = compiled(SPEC % "\n".join((BITS, VALUES) if before else (VALUES, BITS)))

    def written(has: int, values: list[int | None]) -> bytes:
        rows = pa.table({"has": pa.array([has], pa.int16()), "values": pa.array([values], pa.list_(pa.int32()))})
        return bytes_of(codec, rows, "rows", parse(codec), engine=engine)[0]

    bits, values = bytes([0b101]), struct.pack("<3H", 7, 0, 9)
    assert written(1, [7, None, 9]) == bytes([1, 3]) + (bits + values if before else values + bits)
    assert written(0, [7, 8]) == bytes([0, 2]) + struct.pack("<2H", 7, 8)
    with pytest.raises(WriteError, match="which elements are null are left out, found null") as caught:
        written(0, [7, None])
    assert caught.value.field == "rows[0].values[1]"


CASES = """
      - id: values
        repeat: expr
        repeat-expr: num
        type: {switch-on: 'has + _index', cases: {0: u1, 1: u1, 2: u1}}
"""


def test_elements_without_a_case_are_none_all_the_same(compiled: Compile) -> None:
    codec = compiled((SPEC % f"{BITS}{CASES}").partition("-views")[0])
    data = bytes([0, 5, 7, 8, 9])
    model = codec.parse(data)
    assert model.rows[0].values == [7, 8, 9, None, None]
    assert codec.to_bytes(model) == data
    model.rows[0].values[1] = None
    with pytest.raises(WriteError) as caught:
        codec.to_bytes(model)
    assert caught.value.field == "rows[0].values[1]"


ABSENT = """
      - {id: present, type: b1, repeat: expr, repeat-expr: num, -validity-of: values, if: has == 1}
      - {id: values, type: u2, repeat: expr, repeat-expr: num, if: has != 2}
"""


def test_a_list_that_is_left_out_itself_may_be_of_nulls(compiled: Compile) -> None:
    codec = compiled((SPEC % ABSENT).partition("-views")[0])
    model = codec.parse(bytes([2, 0, 1, 1, 1, 7, 0]))
    model.rows[0].values = [None, None]
    model.rows[0].num = 2
    assert codec.to_bytes(model) == bytes([2, 2, 1, 1, 1, 7, 0])
    model.rows[0].has = 0
    with pytest.raises(WriteError) as caught:
        codec.to_bytes(model)
    assert caught.value.field == "rows[0].values[0]"


SLOTS = """
seq:
  - {id: has, type: u1}
  - {id: offsets, type: u1, repeat: expr, repeat-expr: 4}
  - {id: present, type: b1, repeat: expr, repeat-expr: 3, -validity-of: values, if: has == 1}
  - {id: values, type: slot(_index), repeat: expr, repeat-expr: 3}
types:
  slot:
    -show: {value: data}
    params: [{id: i, type: s4}]
    seq:
      - id: data
        size: _parent.offsets[i + 1] - _parent.offsets[i]
        if: _parent.offsets[i + 1] != _parent.offsets[i]
"""


def test_a_slot_without_bytes_is_null_by_itself(compiled: Compile) -> None:
    codec = compiled(SLOTS)
    data = bytes([0, 0, 1, 1, 2, 7, 9])
    model = codec.parse(data)
    model.values[1] = None
    assert codec.to_bytes(model) == data
