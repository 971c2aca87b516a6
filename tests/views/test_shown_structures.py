"""Structures in records of which columns show everything: of those that are always there nothing is left in the root,
which says nothing of records then, so that columns write them."""

from __future__ import annotations

import json

import pytest
from tests.support.both_ways import both_ways
from tests.support.compiling import Compile

from bytewright.codec.settings import parse
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import root_of
from bytewright.tables.write import bytes_of

RECORDS = """
seq: [{{id: title, type: u1}}, {{id: records, type: record, repeat: eos}}]
types:
  record: {{seq: [{record}, {{id: x, type: u1}}]}}
  head: {{seq: [{head}]}}
  inner: {{seq: [{{id: c, type: u1}}]}}
-views: {{rows: {{each: 'records[*]', columns: [{columns}, {{id: x, value: _.x}}]}}}}
"""
HEAD = "{id: head, type: head}"
IF_FLAG = "{id: flag, type: u1}, {id: head, type: head, if: flag == 1}"
SHOWN = "{id: a, value: _.head.a}"
FLAG = "{id: flag, value: _.flag}"
NESTED = "{id: a, type: u1}, {id: inner, type: inner}"
WITHOUT_RECORDS = {
    "all of a structure": (HEAD, "{id: a, type: u1}", SHOWN, b"\1\2\3\4"),
    "a structure in it": (HEAD, NESTED, f"{SHOWN}, {{id: c, value: _.head.inner.c}}", b"\1\2\3\4\5\6"),
    "a structure in one of which no more is shown": (
        HEAD,
        "{id: inner, type: inner}",
        "{id: c, value: _.head.inner.c}",
        b"\1\2\3\4",
    ),
    "a value that isn't always there": (
        HEAD,
        "{id: a, type: u1}, {id: b, type: u1, if: a > 1}",
        f"{SHOWN}, {{id: b, value: _.head.b}}",
        b"\1\2\3\4\5",
    ),
    "a value that stands for none": (HEAD, "{id: a, type: u1, -null: 255}", SHOWN, b"\1\2\xff\4"),
    "values under a condition": (
        HEAD,
        "{id: k, type: u1}, {id: a, type: u1, if: k == 1}, {id: b, type: u1, if: k != 1}",
        "{id: k, value: _.head.k}, {id: v, value: '_.head.k == 1 ? _.head.a : _.head.b'}",
        b"\1\2\3\0\4\5",
    ),
}
WITH_RECORDS = {
    "a structure under a condition": (
        IF_FLAG,
        "{id: a, type: u1}",
        f"{FLAG}, {SHOWN}",
        b"\1\5\6\0\7",
        [{"head": {}}, {}],
    ),
    "one in a structure that is always there": (
        HEAD,
        "{id: a, type: u1}, {id: inner, type: inner, if: a == 1}",
        f"{SHOWN}, {{id: c, value: _.head.inner.c}}",
        b"\1\5\6\0\7",
        [{"head": {"inner": {}}}, {}],
    ),
    "a part that isn't shown": (
        HEAD,
        "{id: a, type: u1}, {id: b, type: u1}",
        SHOWN,
        b"\1\2\3\4\5\6",
        [{"head": {"b": 2}}, {"head": {"b": 5}}],
    ),
}


@pytest.mark.parametrize(("record", "head", "columns", "data"), WITHOUT_RECORDS.values(), ids=WITHOUT_RECORDS)
def test_the_root_says_nothing_of_records(record: str, head: str, columns: str, data: bytes, compiled: Compile) -> None:
    codec = compiled(RECORDS.format(record=record, head=head, columns=columns))
    settings, file = parse(codec), b"\x09" + data
    root = root_of(codec, BytesSource(file), None, settings)
    assert root == {"title": 9}
    rows = both_ways(codec, file, alone=False)
    if "k" not in rows.column_names:  # a column of two fields is put into them by objects
        assert bytes_of(codec, rows, None, settings, json.dumps(root), "columns")[0] == file


@pytest.mark.parametrize(("record", "head", "columns", "data", "told"), WITH_RECORDS.values(), ids=WITH_RECORDS)
def test_what_is_not_shown_or_under_a_condition_stays(
    record: str, head: str, columns: str, data: bytes, told: list[object], compiled: Compile
) -> None:
    codec = compiled(RECORDS.format(record=record, head=head, columns=columns))
    file = b"\x09" + data
    assert root_of(codec, BytesSource(file), None, parse(codec)) == {"title": 9, "records": told}
    both_ways(codec, file, alone=False)


def test_a_null_says_nothing_of_a_structure_that_is_always_there(compiled: Compile) -> None:
    """Nothing else of it makes it then."""
    codec = compiled(RECORDS.format(record=HEAD, head="{id: a, type: u1, -null: 255}", columns=SHOWN))
    file = b"\x09\xff\x01"
    rows = both_ways(codec, file, alone=False)
    assert rows.to_pylist() == [{"a": None, "x": 1}]
    assert bytes_of(codec, rows, None, parse(codec), '{"title": 9}', "objects")[0] == file


OUTER = """
seq: [{id: outer, type: outer, repeat: eos}]
types:
  outer:
    seq:
      - {id: head, type: head}
      - {id: rest, type: u1}
      - {id: count, type: u1}
      - {id: items, type: item, repeat: expr, repeat-expr: count}
  item: {seq: [{id: head, type: head}, {id: x, type: u1}]}
  head: {seq: [{id: a, type: u1}]}
-views:
  rows:
    each: 'outer[*].items[*]'
    columns: [{id: a, value: outer.head.a}, {id: b, value: _.head.a}, {id: x, value: _.x}]
"""


def test_nothing_stays_of_what_is_shown_of_outer_and_inner_elements(compiled: Compile) -> None:
    codec = compiled(OUTER)
    file = bytes([1, 8, 2, 7, 8, 9, 10, 2, 9, 1, 11, 12])
    root = root_of(codec, BytesSource(file), None, parse(codec))
    assert root == {"outer": [{"rest": 8, "items": [{}, {}]}, {"rest": 9, "items": [{}]}]}
    both_ways(codec, file, alone=False)


SUMMED = """
seq: [{id: records, type: record, repeat: eos}]
types:
  record: {seq: [{id: len_head, type: u1}, {id: head, size: len_head, type: head}]}
  head:
    seq:
      - {id: text, size: '_io.size - (has_sum ? 4 : 0)'}
      - {id: sum, type: u4, if: has_sum, -checksum: {algorithm: adler32, from: text, to: text}}
    instances: {has_sum: {value: '_io.size > 4', -valid: {checksum-of: sum}}}
-views: {rows: {each: 'records[*]', columns: [{id: text, value: _.head.text}]}}
"""


def test_the_root_says_which_structures_have_no_checksum(compiled: Compile) -> None:
    codec = compiled(SUMMED)
    file = b"\3abc\7abc\x02\x4d\x01\x27"
    root = root_of(codec, BytesSource(file), None, parse(codec))
    assert root["records"][0]["head"] == {"has_sum": False}
    both_ways(codec, file, alone=False)
