"""Columns of which conditions decide what they show: written to where it is stored."""

from __future__ import annotations

import struct

import pyarrow as pa
import pytest
from tests.support.both_ways import both_ways, read, write
from tests.support.compiling import Compile

from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import root_of

ITEMS = """
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: k, type: u1}
      - {id: a, type: u1, if: k == 1}
      - {id: b, type: u4, if: k == 2}
      - {id: c, type: body, if: k == 3}
      - {id: x, type: u1}
  body: {seq: [{id: v, type: u2}]}
-views: {items: {each: 'items[*]', columns: [{id: k, value: _.k}, COLUMNS]}}
"""
DATA = b"\1\5\7" + b"\2\6\0\0\0\x08" + b"\3\1\0\x09" + b"\4\1"
CHOICE = "{id: n, value: '_.k == 1 ? _.a : _.k == 2 ? _.b : _.c.v'}"


@pytest.mark.parametrize(
    ("columns", "alone"),
    [
        (f"{{id: odd, value: _.x, if: _.k == 1}}, {{id: even, value: _.x, if: _.k != 1}}, {CHOICE}", True),
        (f"{{id: x, value: _.x}}, {CHOICE}", True),
        (f"{{id: odd, value: _.x, if: _.k == 1}}, {CHOICE}", False),
        ("{id: x, value: _.x}, {id: v, value: _.c.v, if: _.k == 3}", False),
    ],
)
def test_fields_that_columns_share(compiled: Compile, columns: str, alone: bool) -> None:
    codec = compiled(ITEMS.replace("COLUMNS", columns))
    rows = both_ways(codec, DATA, alone=alone)
    last = rows.schema.field(rows.column_names[-1])
    values = [None if value is None else value + 1 for value in rows[last.name].to_pylist()]
    changed = rows.set_column(rows.num_columns - 1, last, pa.array(values, last.type))
    root = root_of(codec, BytesSource(DATA), None, parse(codec))
    assert read(codec, write(codec, changed, root=root)) == changed


def test_conditions_that_ask_for_an_enum_which_a_column_names(compiled: Compile) -> None:
    text = ITEMS.replace("k == ", "k == kind::k").replace("{id: k, type: u1}", "{id: k, type: u1, enum: kind}")
    choice = "{id: n, value: '_.k == kind::k1 ? _.a : _.b', if: '_.k == kind::k1 or _.k == kind::k2'}"
    enums = "enums: {kind: {1: k1, 2: k2, 3: k3}}\n"
    codec = compiled(text.replace("COLUMNS", f"{choice}, {{id: v, value: _.c.v, if: _.k == kind::k3}}") + enums)
    rows = read(codec, DATA)
    assert rows["n"].to_pylist() == [5, 6, None, None]
    root = root_of(codec, BytesSource(DATA), None, parse(codec))
    assert write(codec, rows, root=root) == DATA


SWITCH = """
seq: [{id: items, type: item, repeat: eos}]
types:
  item: {seq: [{id: k, type: u1}, {id: value, type: {switch-on: k, cases: {0: f8, 1: s8, 2: note, 3: pair}}}]}
  note: {seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}
  pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}
-views:
  items:
    each: items[*]
    columns:
      - {id: k, value: _.k}
      - {id: real, value: _.value.as<f8>, if: _.k == 0}
      - {id: whole, value: _.value.as<s8>, if: _.k == 1}
      - {id: text, value: _.value.as<note>.text, if: _.k == 2}
      - {id: pair, value: _.value.as<pair>, if: _.k == 3}
"""
CASES = b"\0" + struct.pack("<d", 2.5) + b"\1" + struct.pack("<q", -7) + b"\2\3abc" + b"\2\0" + b"\3\1\2" + b"\4"


def test_cases_in_columns_of_their_own(compiled: Compile) -> None:
    both_ways(compiled(SWITCH), CASES)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"k": 1, "real": 2.5}, r"items\[0\]\.value: expected s8, as k says, found f8"),
        ({"k": 0, "real": 2.5, "whole": 7}, r"rows\[0\]\.whole: expected 2.5, as another column says, found 7"),
    ],
)
def test_columns_that_contradict_each_other(compiled: Compile, row: dict[str, object], message: str) -> None:
    codec = compiled(SWITCH)
    schema = pa.schema([field for field in read(codec, CASES).schema if field.name in row])
    with pytest.raises(WriteError, match=message):
        write(codec, pa.Table.from_pylist([row], schema))


MEMBERS = """
seq: [{id: items, type: item, repeat: eos}]
types:
  item: {seq: [{id: k, type: u1}, {id: value, type: {switch-on: k, cases: {0: pair, 1: note}}}]}
  pair: {seq: [{id: a, type: u1}, {id: inner, type: inner}]}
  inner: {seq: [{id: b, type: u1}, {id: c, type: u2}]}
  note: {seq: [{id: level, type: u1}, {id: len, type: u1}, {id: text, type: str, size: len}]}
-views:
  items:
    each: items[*]
    columns:
      - {id: k, value: _.k}
      - {id: a, value: _.value.as<pair>.a, if: _.k == 0}
      - {id: b, value: _.value.as<pair>.inner.b, if: _.k == 0}
      - {id: c, value: _.value.as<pair>.inner.c, if: _.k == 0}
      - {id: again, value: _.value.as<pair>.a, if: _.k == 0}
      - {id: level, value: _.value.as<note>.level, if: _.k == 1}
      - {id: text, value: _.value.as<note>.text, if: _.k == 1}
"""
PAIRS = b"\0\1\2\3\0" + b"\1\4\2hi" + b"\0\5\6\7\0"


def test_members_of_a_case_in_columns_of_their_own(compiled: Compile) -> None:
    both_ways(compiled(MEMBERS), PAIRS)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            {"k": 0, "a": 1, "b": 2},
            r"items\[0\]\.value\.inner\.c: expected a value, found nothing\. The column c says it",
        ),
        (
            {"k": 1, "text": "hi"},
            r"items\[0\]\.value\.level: expected a value, found nothing\. The column level says it",
        ),
        (
            {"k": 0, "a": 1, "b": 2, "c": 3, "again": 4},
            r"rows\[0\]\.again: expected 1, as another column says, found 4",
        ),
        ({"k": 1, "a": 1}, r"items\[0\]\.value: there is no member 'a'\. Known members: level, text"),
    ],
)
def test_members_of_a_case_that_are_missing_or_too_many(
    compiled: Compile, row: dict[str, object], message: str
) -> None:
    codec = compiled(MEMBERS)
    with pytest.raises(WriteError, match=message):
        write(codec, pa.Table.from_pylist([row], read(codec, PAIRS).schema))
