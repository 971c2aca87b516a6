"""Option ``enums: int``: both engines show numbers wherever a view has members of enums."""

from __future__ import annotations

import struct

import pytest
from tests.support.both import agree
from tests.support.compiling import Compile

import bytewright

SPEC = """
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: kind, type: u1, enum: kind}
      - {id: wide, type: s4, enum: kind}
      - {id: num, type: u1}
      - {id: kinds, type: u1, enum: kind, repeat: expr, repeat-expr: num}
      - {id: inner, type: inner}
      - {id: number, type: u2}
  inner: {seq: [{id: of, type: u2, enum: kind}, {id: more, type: u1}]}
enums: {kind: {1: small, 2: large}}
"""
DATA = b"".join(
    struct.pack("<BiB2BHBH", kind, wide, 2, kind, 2, of, 9, number)
    for kind, wide, of, number in ((1, 2, 1, 500), (7, -5, 300, 501), (2, 1, 2, 502))
)
ROWS = [
    {"kind": 1, "wide": 2, "num": 2, "kinds": [1, 2], "inner": {"of": 1, "more": 9}, "number": 500},
    {"kind": 7, "wide": -5, "num": 2, "kinds": [7, 2], "inner": {"of": 300, "more": 9}, "number": 501},
    {"kind": 2, "wide": 1, "num": 2, "kinds": [2, 2], "inner": {"of": 2, "more": 9}, "number": 502},
]


@pytest.mark.parametrize("columns", [None, ["kind"], ["kinds", "number"], ["inner"], ["number", "wide"]])
def test_they_are_numbers_in_both_engines(compiled: Compile, columns: list[str] | None) -> None:
    codec = compiled(SPEC)
    wanted = [{name: row[name] for name in columns or row} for row in ROWS]
    for engine in ("columns", "objects"):
        table = bytewright.open(DATA, codec, columns=columns, engine=engine, options={"enums": "int"})
        assert table.to_table().to_pylist() == wanted
    agree(codec, DATA, options={"enums": "int"})
    agree(codec, DATA[:-1], options={"enums": "int"})
