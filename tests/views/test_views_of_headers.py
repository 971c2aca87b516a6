"""Views of lists before a file's records read the records, if anything that they state asks for these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.tables.engines import Engine

SPEC = """
seq:
  - {id: num_names, type: u1}
  - {id: names, type: one, repeat: expr, repeat-expr: num_names}
  - {id: items, type: one, repeat: eos}
types:
  one: {seq: [{id: a, type: u1}]}
-views:
  names:
    each: names[*]
    {more}
    columns: [{id: a, value: _.a{of_column}}]
"""
FILE = bytes([3, 7, 8, 9, 3, 2, 1, 5, 1])


@pytest.mark.parametrize("engine", ["objects", "columns"])
@pytest.mark.parametrize(
    ("more", "of_column", "expected"),
    [
        ("", "", [7, 8, 9]),
        ("where: items.size > _.a - 4", "", [7, 8]),
        ("order-by: items[_index].a", "", [9, 8, 7]),
        ("", ", if: 'items.size > _.a - 4'", [7, 8, None]),
        ("first: items[1]", ", first: _.a", [2, 7, 8, 9]),
    ],
)
def test_records_are_read_where_a_view_asks_for_them(
    compiled: Compile, engine: Engine, more: str, of_column: str, expected: Sequence[Any]
) -> None:
    codec = compiled(SPEC.replace("{more}", more).replace("{of_column}", of_column))
    if more.startswith("first") and engine == "columns":
        engine = "auto"  # the kernel has no such rows
    assert bytewright.open(FILE, codec, engine=engine).to_table()["a"].to_pylist() == expected
