"""Columns that objects make, in specs in which something lies at a place of its own: in what objects read, and beside
it."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged, read
from tests.support.compiling import Compile

from bytewright.kernels.plan import RowPlan

PLACED = """
seq:
  - {id: notes, type: note, repeat: eos}
instances:
  first: {pos: 0, type: u1}
types:
  note:
    seq:
      - {id: number, type: u2}
      - {id: len, type: u1}
      - {id: node, type: node, size: len}
      - {id: mark, type: u1, valid: {max: 50}}
    instances:
      own: {io: node._io, pos: 0, type: u1}
  node:
    seq:
      - {id: ofs, type: u1}
      - {id: count, type: u1}
      - {id: children, type: child, repeat: expr, repeat-expr: count}
    instances:
      value: {pos: ofs, type: u2, valid: {max: 9999}}
  child:
    seq:
      - {id: len, type: u1}
      - {id: node, type: node, size: len}
-views:
  flat:
    each: notes[*]
    columns: [{id: number, value: _.number}, {id: mark, value: _.mark}]
  nodes:
    each: notes[*]
    where: _.mark < 9
    columns: [{id: number, value: _.number}, {id: node, value: _.node}]
  values:
    each: notes[*]
    where: _.mark < 9
    columns: [{id: number, value: _.number}, {id: value, value: _.node.value}, {id: mark, value: _.mark}]
"""


def node(value: int, *children: bytes) -> bytes:
    inside = b"".join(bytes([len(child)]) + child for child in children)
    return bytes([2 + len(inside), len(children)]) + inside + struct.pack("<H", value)


def note(number: int, body: bytes, mark: int) -> bytes:
    return struct.pack("<HB", number, len(body)) + body + bytes([mark])


DATA = note(1, node(5), 3) + note(2, node(7, node(1), node(2, node(3))), 20) + note(3, node(9999, node(0)), 8)
VIEWS = {"flat": 3, "nodes": 2, "values": 2}


@pytest.mark.parametrize("view", VIEWS)
def test_engines_agree(compiled: Compile, view: str) -> None:
    codec = compiled(PLACED, "le")
    assert isinstance(codec.row_plans[view], RowPlan)
    rows, error, _ = agree(codec, DATA, view=view)
    assert (len(rows), error) == (VIEWS[view], None)
    agree_when_damaged(codec, DATA, view=view)


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("view", VIEWS)
def test_bad_records(compiled: Compile, view: str, mode: str) -> None:
    codec = compiled(PLACED, "le")
    options: Any = {"mode": mode, "includeError": True}
    for place in range(len(DATA)):
        broken = DATA[:place] + b"\xff" + DATA[place + 1 :]
        found = read(codec, broken, "columns", view=view, options=options)
        assert found == read(codec, broken, "objects", view=view, options=options), place
