"""Columns that objects make of the elements of a list that the kernel reads with the file as a whole: one that an
element ends, one with more behind it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged, read
from tests.support.compiling import Compile

import bytewright
from bytewright.kernels.plan import RowPlan

VIEWS = """
-views:
  flat:
    each: notes[*]
    columns: [{id: number, value: _.number}, {id: mark, value: _.mark}]
  all:
    each: notes[*]
    columns: [{id: number, value: _.number}, {id: node, value: _.node}, {id: mark, value: _.mark}]
  some:
    each: notes[*]
    where: _.mark < 9
    columns: [{id: number, value: _.number}, {id: weight, value: _.node.weight}, {id: node, value: _.node}]
"""
TYPES = """
types:
  note:
    seq:
      - {id: number, type: u2}
      - {id: len, type: u1}
      - {id: node, type: node, size: len}
      - {id: mark, type: u1, valid: {max: 50}}
  node:
    seq:
      - {id: weight, type: u1, valid: {max: 99}}
      - {id: count, type: u1}
      - {id: children, type: node, repeat: expr, repeat-expr: count}
"""
SPECS = {
    "until": "seq: [{id: kind, type: u1}, {id: notes, type: note, repeat: until, repeat-until: _.number == 0},"
    " {id: check, type: u1, valid: 7}]",
    "counted": "seq: [{id: kind, type: u1}, {id: notes, type: note, repeat: expr, repeat-expr: 5}, "
    "{id: check, type: u1, valid: 7}]\ninstances: {last: {value: notes.last.number}}",
}
LEAF, TREE = b"\3\0", b"\1\2\2\0\4\1\5\0"


def note(number: int, node: bytes, mark: int) -> bytes:
    return number.to_bytes(2, "little") + bytes([len(node)]) + node + bytes([mark])


DATA = b"\1" + b"".join(note(number, (LEAF, TREE)[number % 2], 3 * number) for number in (1, 2, 3, 4, 0)) + b"\7"


@pytest.mark.parametrize("view", ["flat", "all", "some"])
@pytest.mark.parametrize("name", SPECS)
def test_engines_agree(compiled: Compile, name: str, view: str) -> None:
    codec = compiled(f"\n{SPECS[name]}{TYPES}{VIEWS}", "le")
    assert isinstance(codec.row_plans[view], RowPlan)
    rows, error, _ = agree(codec, DATA, view=view)
    assert (len(rows), error) == ({"flat": 5, "all": 5, "some": 3}[view], None)
    agree_when_damaged(codec, DATA, view=view)


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("view", ["flat", "all", "some"])
@pytest.mark.parametrize("name", SPECS)
def test_bad_records(compiled: Compile, name: str, view: str, mode: str) -> None:
    codec = compiled(f"\n{SPECS[name]}{TYPES}{VIEWS}", "le")
    options: Any = {"mode": mode, "includeError": True}
    for place in range(len(DATA)):
        broken = DATA[:place] + b"\xff" + DATA[place + 1 :]
        found = read(codec, broken, "columns", 2, view=view, options=options)
        assert found == read(codec, broken, "objects", 2, view=view, options=options), place


def test_who_makes_the_rows(compiled: Compile) -> None:
    codec = compiled(f"\n{SPECS['until']}{TYPES}{VIEWS}", "le")
    for view, columns in (("flat", None), ("all", None), ("all", ["mark"])):
        table = bytewright.open(DATA, codec, view=view, columns=columns)
        assert table.to_table()["mark"].to_pylist() == [3, 6, 9, 12, 0]
        assert table.engines == ["columns"]
