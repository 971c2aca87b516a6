"""Floats, stored and calculated, as columns of another width: rounded by kernels as by objects."""

from __future__ import annotations

import struct

import pyarrow as pa
from tests.support.both import agree_in_all_modes, made_by_the_kernel
from tests.support.compiling import Compile

import bytewright

SPEC = """
seq: [{id: scale, type: f8}, {id: records, type: record, repeat: eos}]
types:
  record: {seq: [{id: x, type: f8}, {id: y, type: f4}, {id: k, type: s1, valid: {min: -3}}]}
-views:
  rows:
    each: records[*]
    columns:
      - {id: stored, value: _.x, type: f4}
      - {id: wide, value: _.y, type: f8}
      - {id: scaled, value: _.x * _.k, type: f4}
      - {id: chosen, value: scale * _.k, type: f4, if: _.k > 0}
      - {id: told, value: scale, type: f4}
"""


def test_columns_of_other_widths(compiled: Compile) -> None:
    """Also what is beyond 32 bits, which becomes infinite or 0."""
    codec = compiled(SPEC)
    assert made_by_the_kernel(codec) == {"stored", "wide", "scaled", "chosen", "told"}
    values = [0.1, -7.25, 1e300, -1e-300, 3.4028235677973366e38, 3.4028234e38, 16_777_217.0, 1e-45]
    stored = [struct.pack("<dfb", x, number / 7, number - 3) for number, x in enumerate(values)]
    data = struct.pack("<d", 0.3) + b"".join(stored)
    table = bytewright.open(data, codec, engine="columns").to_table()
    steps = [number - 3 for number in range(len(values))]
    scaled = [x * k for x, k in zip(values, steps, strict=True)]
    for name, wide in {"stored": values, "scaled": scaled, "told": [0.3] * len(values)}.items():
        assert table[name].to_pylist() == pa.array(wide).cast(pa.float32()).to_pylist()
    assert table["wide"].to_pylist() == pa.array([n / 7 for n in range(len(values))], pa.float32()).to_pylist()
    assert table["chosen"].is_null().to_pylist() == [k <= 0 for k in steps]
    kept = bytewright.open(data, codec, engine="columns").to_table(filters=[("scaled", ">", 1.0)])
    assert kept["scaled"].to_pylist() == [x for x in table["scaled"].to_pylist() if x is not None and x > 1]
    agree_in_all_modes(codec, data)
