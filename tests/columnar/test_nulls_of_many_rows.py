"""Which of many rows have a value: bits that the kernel takes many at a time."""

from __future__ import annotations

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.settings import parse
from bytewright.tables.write import bytes_of

SPEC = """
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: has_x, type: u1}
      - {id: x, type: u1, if: has_x == 1}
      - {id: len, type: u1}
      - {id: text, type: str, encoding: ASCII, size: len}
"""


@pytest.mark.parametrize("start", [0, 1, 63])
@pytest.mark.parametrize("count", [1, 64, 65, 200])
def test_rows_with_and_without_a_value(compiled: Compile, count: int, start: int) -> None:
    """At the ends of words of bits as well, of columns that begin inside of one."""
    codec = compiled(SPEC)
    there = [number % 64 in (0, 1, 3, 62) or number % 5 == 0 for number in range(start + count)]
    xs = [number % 251 if here else None for number, here in enumerate(there)]
    texts = ["t" * (number % 3) for number in range(start + count)]
    has = pa.array([int(here) for here in there], pa.int16())
    rows = pa.table({"has_x": has, "x": pa.array(xs, pa.int16()), "text": texts})
    found = bytes_of(codec, rows.slice(start), None, parse(codec), None, "columns")[0]
    wanted = b"".join(
        bytes([x is not None, *([] if x is None else [x]), number % 3]) + b"t" * (number % 3)
        for number, x in enumerate(xs)
        if number >= start
    )
    assert found == wanted
    assert bytewright.open(found, codec).to_table().column("x").to_pylist() == xs[start:]
