"""Rows at places that parameters hand on from a list of offsets: written back from the rows alone."""

from __future__ import annotations

import struct

import pytest
from tests.support.both_ways import both_ways
from tests.support.compiling import Compile

SPEC = """
seq:
  - {id: n, type: u2}
  - {id: offsets, type: u4, repeat: expr, repeat-expr: n}
instances:
  entries: {type: 'entry(offsets[_index])', repeat: expr, repeat-expr: n}
types:
  entry:
    params: [{id: ofs, type: u4}]
    ENTRY
  inner:
    params: [{id: at, type: u4}]
    instances: {body: {pos: at, type: body}}
  body: {seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}
-views: {rows: {each: 'entries[*]', columns: [{id: text, value: _.SHOWN}]}}
"""


@pytest.mark.parametrize(
    ("entry", "shown", "offsets"),
    [
        ("instances: {body: {pos: ofs, type: body}}", "body.text", (10, 13)),
        ("instances: {body: {pos: ofs + 4, type: body}}", "body.text", (6, 9)),
        ("instances: {body: {pos: where, type: body}, where: {value: ofs + 1}}", "body.text", (9, 12)),
        ("seq: [{id: inner, type: inner(ofs)}]", "inner.body.text", (10, 13)),
    ],
)
def test_the_argument_is_derived(compiled: Compile, entry: str, shown: str, offsets: tuple[int, int]) -> None:
    codec = compiled(SPEC.replace("ENTRY", entry).replace("SHOWN", shown))
    data = struct.pack("<HII", 2, *offsets) + b"\2hi" + b"\3abc"
    rows = both_ways(codec, data)
    assert rows["text"].to_pylist() == ["hi", "abc"]
