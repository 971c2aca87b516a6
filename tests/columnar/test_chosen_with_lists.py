"""Elements of lists that a condition chooses, in which lists lie, by kernels."""

from __future__ import annotations

import struct

import pytest
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan

TYPES = """
types:
  box: {seq: [{id: number, type: u2}, {id: num_items, type: u1}, ITEMS]}
  item:
    seq:
      - {id: kind, type: u1, valid: {max: 3}}
      - {id: count, type: u1}
      - {id: numbers, type: s2, repeat: expr, repeat-expr: count}
      - {id: names, type: strz, repeat: expr, repeat-expr: 'kind == 1 ? 2 : 0'}
      - {id: points, type: point, repeat: expr, repeat-expr: kind}
      - {id: last, type: u1, if: kind == 2}
  point: {seq: [{id: len_path, type: u1}, {id: path, type: u1, repeat: expr, repeat-expr: len_path}]}
"""
COLUMNS = """
    columns:
      - {id: number, value: boxes.number}
      - {id: place, value: _index}
      - {id: kind, value: _.kind}
      - {id: numbers, value: _.numbers}
      - {id: names, value: _.names}
      - {id: points, value: _.points}
      - {id: path, value: '_.points[0].path', if: _.kind > 0}
      - {id: first, value: '_.numbers[0]', if: _.count > 0}
      - {id: last, value: _.last}
"""
BARE = (
    "seq: [{id: head, type: u2}, {id: boxes, type: box, repeat: eos}]"
    + TYPES.replace("ITEMS", "{id: items, type: item, repeat: expr, repeat-expr: num_items}")
    + "-views:\n  rows:\n    each: boxes[*].items[*]\n    where: WHERE"
    + COLUMNS
)
FRAMED = (
    "seq: [{id: head, type: u2}, {id: boxes, type: box, repeat: eos}]"
    + TYPES.replace("ITEMS", "{id: items, type: sized, repeat: expr, repeat-expr: num_items}")
    + "  sized: {seq: [{id: len, type: u1}, {id: body, type: item, size: len}]}\n"
    + "-views:\n  rows:\n    each: boxes[*].items[*]\n    where: _.body.WHERE"
    + COLUMNS.replace("_.", "_.body.")
)
FILLED = (
    "seq: [{id: head, type: u2}, {id: boxes, type: outer, repeat: eos}]"
    + TYPES.replace("ITEMS", "{id: items, type: item, repeat: eos}")
    + "  outer: {seq: [{id: number, type: u2}, {id: len, type: u1}, {id: body, type: box, size: len}]}\n"
    + "-views:\n  rows:\n    each: boxes[*].body.items[*]\n    where: WHERE"
    + COLUMNS
)


def _item(kind: int, *numbers: int) -> bytes:
    data = struct.pack("<BB", kind, len(numbers)) + struct.pack(f"<{len(numbers)}h", *numbers)
    data += b"ab\0c\0" if kind == 1 else b""
    data += b"".join(bytes([place, *range(place)]) for place in range(kind))
    return data + (b"\x09" if kind == 2 else b"")


BOXES: tuple[list[bytes], ...] = (
    [_item(1, 5, -6), _item(2, 7), _item(0), _item(2)],
    [],
    [_item(0, 1), _item(1)],
    [_item(3, 1, 2, 3), _item(2, 4)],
)


def _data(form: str, *boxes: list[bytes]) -> bytes:
    found = b"hh"
    for number, items in enumerate(boxes or BOXES):
        if form == "framed":
            items = [bytes([len(item)]) + item for item in items]
        box = struct.pack("<HB", number, len(items)) + b"".join(items)
        found += struct.pack("<HB", number + 100, len(box)) + box if form == "filled" else box
    return found


def _codec(compiled: Compile, form: str, where: str) -> Codec:
    spec = {"bare": BARE, "framed": FRAMED, "filled": FILLED}[form]
    return compiled(spec.replace("WHERE", where if form == "framed" else f"_.{where}"))


@pytest.mark.parametrize("form", ["bare", "framed", "filled"])
@pytest.mark.parametrize(("where", "count"), [("kind == 2", 3), ("kind < 3", 7), ("kind == 3", 1)])
def test_lists_in_chosen_elements(compiled: Compile, form: str, where: str, count: int) -> None:
    codec = _codec(compiled, form, where)
    assert isinstance(codec.row_plans["rows"], RowPlan)
    rows, error, _ = agree(codec, _data(form))
    assert (len(rows), error) == (count, None)


@pytest.mark.parametrize(
    ("form", "mode"),
    [("bare", "FAILFAST"), ("framed", "FAILFAST"), ("framed", "PERMISSIVE"), ("filled", "DROPMALFORMED")],
)
def test_damaged_elements(compiled: Compile, form: str, mode: str) -> None:
    tried, bad = agree_when_damaged(_codec(compiled, form, "kind == 2"), _data(form, BOXES[0][:2]), mode=mode)
    assert bad > tried // 8 or mode != "FAILFAST"


def test_values(compiled: Compile) -> None:
    rows, _, _ = agree(compiled(BARE.replace("WHERE", "_.kind == 2")), _data("bare"))
    points = [{"len_path": 0, "path": []}, {"len_path": 1, "path": [0]}]
    found = {"number": 0, "place": 1, "kind": 2, "numbers": [7], "names": [], "points": points}
    assert rows[0] == repr({**found, "path": [], "first": 7, "last": 9})


def test_elements_that_are_told_of_others(compiled: Compile) -> None:
    """What an element is told of the one before it is known only where all of them are read: that is for objects."""
    spec = """
seq: [{id: boxes, type: box, repeat: eos}]
types:
  box:
    seq:
      - {id: num_items, type: u1}
      - id: items
        type: 'item(_index, _index == 0 ? 0 : items[_index - 1].total)'
        repeat: expr
        repeat-expr: num_items
  item:
    params: [{id: number, type: s4}, {id: before, type: s4}]
    seq: [{id: step, type: u1}, {id: bytes, type: u1, repeat: expr, repeat-expr: step & 3}]
    instances: {total: {value: before + step}}
-views:
  rows:
    each: boxes[*].items[*]
    where: _.total % 2 == 0
    columns: [{id: number, value: _.number}, {id: total, value: _.total}, {id: bytes, value: _.bytes}]
"""
    found = compiled(spec).row_plans["rows"]
    assert found == "lists in elements of a list that a condition chooses"
