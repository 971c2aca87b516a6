"""What views may ask: of the list of records that they go through, all of which are read then, and of their rows."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.both import agree, agree_in_all_modes
from tests.support.compiling import Compile

import bytewright
from bytewright.errors import SpecError

TO_THE_END = "seq: [{id: mark, type: u1}, {id: items, type: item, repeat: eos}]"
COUNTED = "seq: [{id: count, type: u1}, {id: items, type: item, repeat: expr, repeat-expr: count}, {id: end, type: u1}]"
VIEW = """
types:
  item:
    seq:
      - {id: a, type: u1, valid: {max: 200}}
      - {id: len_b, type: u1}
      - {id: b, type: u2, repeat: expr, repeat-expr: len_b}
-views:
  items:
    each: items[*]
    where: items.size + _.a > 5
    columns:
      - {id: a, value: _.a}
      - {id: many, value: items.size}
      - {id: first, value: 'items[0].a'}
      - {id: before, value: '_index > 0 ? items[_index - 1].a : -1'}
      - {id: at_the_end, value: _.a, if: _index == items.size - 1}
      - {id: large, count: {in: 'items[*]', where: _.a > 2}}
      - {id: all, each: 'items[*]', columns: [{id: twice, value: _.a * 2}]}
  inside:
    each: items[*].b[*]
    columns: [{id: b, value: _}, {id: of, value: _root.items.size}]
"""
ITEMS = bytes([3, 1, 7, 0, 2, 0, 9, 2, 1, 0, 2, 0])
ROWS: list[dict[str, Any]] = [
    {"a": 3, "many": 3, "first": 3, "before": -1, "at_the_end": None, "large": 2},
    {"a": 9, "many": 3, "first": 3, "before": 2, "at_the_end": 9, "large": 2},
]
ALL = [{"twice": 6}, {"twice": 4}, {"twice": 18}]


@pytest.mark.parametrize(("root", "data"), [(TO_THE_END, b"\7" + ITEMS), (COUNTED, b"\3" + ITEMS + b"\xff")])
def test_all_records_are_there(compiled: Compile, root: str, data: bytes) -> None:
    codec = compiled(root + VIEW)
    rows, error, warnings = agree(codec, data, view="items")
    assert (rows, error, warnings) == ([str({**row, "all": ALL}) for row in ROWS], None, [])
    agree_in_all_modes(codec, data, view="items")
    inside = bytewright.open(data, codec, "inside").to_table()
    assert inside.to_pylist() == [{"b": b, "of": 3} for b in (7, 1, 2)]


UNDESCRIBED = """
seq: [{id: items, type: item, size: 6, repeat: eos}]
types:
  item: {seq: [{id: a, type: u1}, {id: b, type: u2, if: a > 1}]}
-views:
  backwards: {each: 'items[*]', order-by: 'items.size - _index', columns: [{id: a, value: _.a}, {id: i, value: _index}]}
"""


def test_sorted_by_what_rests_on_all_records(compiled: Compile) -> None:
    codec = compiled(UNDESCRIBED)
    data = bytes([1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 9, 2, 0, 0, 0, 0, 0])
    rows, error, warnings = agree(codec, data, view="backwards")
    assert rows == [str({"a": a, "i": i}) for a, i in ((2, 2), (3, 1), (1, 0))]
    assert error is None
    assert len(warnings) == 3  # of bytes that no field describes


def test_a_bad_record_leaves_no_row_before_it(compiled: Compile) -> None:
    """How many there are isn't known then."""
    codec = compiled(TO_THE_END + VIEW)
    rows, error, _ = agree(codec, b"\7" + ITEMS + b"\xff\0", view="items")
    assert rows == []
    assert error is not None


@pytest.mark.parametrize(
    "stated", ["where: _row > 0", "rows: _row + 1", "order-by: 0 - _row", "select: [{option: o, key: o, equals: _row}]"]
)
def test_rows_have_numbers_in_columns_only(compiled: Compile, stated: str) -> None:
    """Steps are chosen and sorted before they have rows."""
    with pytest.raises(SpecError, match="'_row' has no meaning here"):
        compiled(
            f"-options: [{{id: o, type: int}}]\nseq: [{{id: a, type: u1, repeat: eos}}]\n"
            f"-views: {{r: {{each: 'a[*]', {stated}, columns: [{{id: r, value: _row}}]}}}}"
        )
