"""Structures that no schema can show: JSON text of all that views show of them, both ways."""

from __future__ import annotations

import json
import struct
from typing import Any

import pyarrow as pa
import pytest
from tests.support.both_ways import both_ways, read, write
from tests.support.compiling import Compile

from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import root_of

TREE = """
seq: [{id: trees, type: tree, repeat: eos}]
types:
  tree:
    seq: [{id: n, type: u1}, {id: below, type: tree, repeat: expr, repeat-expr: n & 3}]
    instances: {double: {value: n * 2}, as: {value: '"x"'}}
"""


def test_recursive_types(compiled: Compile) -> None:
    rows = both_ways(compiled(TREE), b"\1\2\4\x08" + b"\0", kernel=False)
    first: Any = rows["below"].to_pylist()[0]
    below = first[0]["below"]
    assert [json.loads(text) for text in below] == [{"n": n, "below": [], "double": 2 * n, "as": "x"} for n in (4, 8)]


CELLS = """
seq:
  - {id: num, type: u1}
  - {id: columns, type: column, repeat: expr, repeat-expr: num}
  - {id: records, type: holder, repeat: eos}
types:
  column: {seq: [{id: name, type: strz}, {id: kind, type: u1, enum: kind}]}
  holder: {seq: [{id: n, type: u1}, {id: record, type: record(_root)}]}
  record:
    params: [{id: file, type: toy}]
    -show:
      cells: {each: 'file.columns[*]', name: _.name, case: _.kind, cell: 'fields[_column].value'}
    seq:
      - {id: fields, type: 'field(file.columns[_index].kind.to_i)', repeat: expr, repeat-expr: file.columns.size}
  field:
    params: [{id: kind, type: u1}]
    seq: [{id: value, type: {switch-on: kind, cases: {1: u1, 2: strz, 3: pair}}}]
  pair: {seq: [{id: a, type: u1}, {id: b, type: u1}], instances: {sum: {value: a + b}}}
enums: {kind: {1: number, 2: text, 3: pair}}
-views: {rows: {each: 'records[*]', columns: [{id: n, value: _.n}, {id: record, value: _.record}]}}
"""
DATA = b"\3a\0\1b\0\2c\0\3" + b"\7\5xy\0\1\2" + b"\x08\6\0\3\4"


def test_members_that_values_name(compiled: Compile) -> None:
    codec = compiled(CELLS)
    rows = both_ways(codec, DATA, kernel=False, alone=False)
    assert [json.loads(str(text)) for text in rows["record"].to_pylist()] == [
        {"a": 5, "b": "xy", "c": {"a": 1, "b": 2, "sum": 3}},
        {"a": 6, "b": "", "c": {"a": 3, "b": 4, "sum": 7}},
    ]


@pytest.mark.parametrize(
    ("record", "found"), [({"a": 5, "b": "xy"}, "no c"), ({"a": 5, "b": "xy", "c": {"a": 1, "b": 2}, "d": 1}, "d")]
)
def test_members_that_nothing_describes(compiled: Compile, record: dict[str, object], found: str) -> None:
    codec = compiled(CELLS)
    root = root_of(codec, BytesSource(DATA), None, parse(codec))
    rows = read(codec, DATA, kernel=False).slice(0, 1)
    rows = rows.set_column(1, rows.schema.field("record"), pa.array([json.dumps(record)]))
    with pytest.raises(WriteError, match=rf"records\[0\]\.record\.fields: expected the members a, b, c, found {found}"):
        write(codec, rows, root=root)


def test_numbers_that_json_has_not(compiled: Compile) -> None:
    """They are text, as in JSON Lines; others are the shortest that mean the same float of their width."""
    codec = compiled(
        "seq: [{id: trees, type: tree, repeat: eos}]\n"
        "types: {tree: {seq: [{id: wide, type: f8}, {id: near, type: f4}, {id: n, type: u1}, "
        "{id: below, type: tree, repeat: expr, repeat-expr: n}]}}"
    )
    values = [float("nan"), float("inf"), float("-inf"), 0.1]
    inner = b"".join(struct.pack("<dfB", value, value, 0) for value in values)
    rows = both_ways(codec, struct.pack("<dfB", 1.5, 1.5, 1) + struct.pack("<dfB", 2.5, 2.5, 4) + inner, kernel=False)
    first: Any = rows["below"].to_pylist()[0]
    below = first[0]["below"]
    shown = [json.loads(text) for text in below]
    assert [one["wide"] for one in shown] == [one["near"] for one in shown] == ["NaN", "Infinity", "-Infinity", 0.1]
