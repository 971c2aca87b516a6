"""Columns that a header names, whose values are what a switch gives that differs from record to record."""

from __future__ import annotations

import struct

import pytest
from tests.support.both import agree, agree_when_damaged, made_by_the_kernel
from tests.support.compiling import Compile

SPEC = """
seq:
  - {{id: n, type: u1}}
  - {{id: defs, type: def, repeat: expr, repeat-expr: n}}
  - {{id: records, type: record, repeat: eos}}
types:
  def: {{seq: [{{id: number, type: u1}}, {{id: base, type: u1}}]}}
  record:
    seq:
      - {{id: first, type: u1}}
      - {{id: fields, type: 'field({told})', repeat: expr, repeat-expr: _root.n}}
  field:
    params: [{{id: d, type: {param}}}]
    seq: [{{id: value, {size}type: {{switch-on: '{on}', cases: {{1: {one}, 2: dword}}}}}}]
  word: {{seq: [{{id: value, type: u2}}, {{id: rest, type: u2}}]}}
  value: {{seq: [{{id: value, type: u2}}, {{id: rest, type: u2}}]}}
  dword: {{seq: [{{id: value, type: u4}}]}}
-views:
  wide:
    each: records[*]
    pivot: {{each: 'defs[*]', name: '"f" + _.number.to_s', cell: '_.fields[_column].value'}}
    columns: [{{id: n, value: _index}}]
"""
OF_RECORDS = "_root.defs[(first + _index) % 2]"


@pytest.mark.parametrize("one", ["word", "value"])
def test_cells_say_which_case_they_are(compiled: Compile, one: str) -> None:
    codec = compiled(SPEC.format(told=OF_RECORDS, param="def", size="", on="d.base", one=one))
    data = bytes([2, 7, 1, 8, 2])
    rows = []
    for number, first in enumerate((0, 1, 0)):
        data += bytes([first]) + struct.pack(
            "<HHI" if first == 0 else "<IHH", *((5, 6, 70_000) if first == 0 else (9, 3, 4))
        )
        word, dword = (
            ({"value": 5, "rest": 6}, {"value": 70_000}) if first == 0 else ({"value": 3, "rest": 4}, {"value": 9})
        )
        there = {one: word, "dword": None}, {one: None, "dword": dword}
        rows.append({"n": number, "f7": there[first], "f8": there[1 - first]})
    assert agree(codec, data) == (list(map(repr, rows)), None, [])
    agree_when_damaged(codec, data)


@pytest.mark.parametrize(
    ("told", "param", "on"),
    [("_root.defs[_index]", "def", "d.base"), ("_index", "u1", "_root.defs[d].base")],
    ids=["entry", "number"],
)
def test_cells_of_a_size_of_their_own(compiled: Compile, told: str, param: str, on: str) -> None:
    """One case ends with a structure that the kernel is in the middle of where it asks what the header decides."""
    codec = compiled(SPEC.format(told=told, param=param, size="size: 4, ", on=on, one="word"))
    assert made_by_the_kernel(codec, "wide") == {"n"}
    data = bytes([4, 7, 1, 8, 2, 9, 3, 1, 1])
    rows = []
    for number in range(3):
        data += struct.pack("<BHHI4sHH", 1, number, 6, 70_000 + number, b"abcd", 9, number)
        rows.append(
            {
                "n": number,
                "f7": {"value": number, "rest": 6},
                "f8": {"value": 70_000 + number},
                "f9": b"abcd",
                "f1": {"value": 9, "rest": number},
            }
        )
    assert agree(codec, data) == (list(map(repr, rows)), None, [])
    agree_when_damaged(codec, data)
