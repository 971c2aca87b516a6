"""Numbers that decimals show, as they are made of unsigned ones of 64 bits, and that may be below 0."""

from __future__ import annotations

import struct
from decimal import Decimal

import pyarrow as pa
import pyarrow.compute as pc
from tests.support.both import agree_in_all_modes
from tests.support.compiling import Compile

import bytewright

ROWS = """
seq: [{id: rows, type: row, repeat: eos}]
types:
  row:
    seq: [{id: folded, type: u8}, {id: has_more, type: u1}, {id: more, type: more, if: has_more == 1}]
    instances:
      plain: {value: '(folded >> 1) ^ -(folded & 1)'}
      chosen: {value: 'folded % 2 == 0 ? folded / 2 : -(folded / 2) - 1'}
  more:
    seq: [{id: count, type: u1, valid: {max: 3}}, {id: items, type: item, repeat: expr, repeat-expr: count}]
  item:
    seq: [{id: folded, type: u8}]
    instances: {plain: {value: '-(folded & 1) ^ (folded >> 1)'}}
-views:
  rows:
    each: rows[*]
    columns:
      - {id: plain, value: _.plain}
      - {id: chosen, value: _.chosen}
      - {id: maybe, value: _.plain, if: _.has_more == 1}
      - {id: items, value: _.more.items}
"""


def test_numbers_below_0_are_made_by_the_kernel(compiled: Compile) -> None:
    codec = compiled(ROWS)
    folded = [0, 1, 2, 3, 255, 1 << 40, (1 << 40) + 1]
    data = b"".join(
        struct.pack("<QB", n, n % 2) + b"\2" * (n % 2) + struct.pack("<QQ", n, n + 1) * (n % 2) for n in folded
    )
    agree_in_all_modes(codec, data)
    table = bytewright.open(data, codec, engine="columns")
    rows = table.to_table()
    assert table.counted == {"columns": len(folded)}
    assert rows.schema.field("plain").type == pa.decimal128(20, 0)
    assert rows["plain"].to_pylist() == rows["chosen"].to_pylist() == [0, -1, 1, -2, -128, 1 << 39, -(1 << 39) - 1]
    assert rows["items"][1].as_py()[0]["plain"] == Decimal(-1)
    negative = table.to_table(filters=pc.field("plain") < Decimal(0))
    assert negative["plain"].to_pylist() == [-1, -2, -128, -(1 << 39) - 1]
