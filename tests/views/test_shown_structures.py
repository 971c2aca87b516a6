"""Structures in records of which columns show everything: nothing of them is left in the root, which says nothing of
records then, so that columns write them."""

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
MARK = "{id: mark, contents: [1, 2]}"
WITHOUT_RECORDS = {
    "all of a structure": (HEAD, "{id: a, type: u1}", SHOWN, b"\1\2\3\4"),
    "a structure in it": (
        HEAD,
        "{id: a, type: u1}, {id: inner, type: inner}",
        f"{SHOWN}, {{id: c, value: _.head.inner.c}}",
        b"\1\2\3\4\5\6",
    ),
    "a value that isn't always there": (
        HEAD,
        "{id: a, type: u1}, {id: b, type: u1, if: a > 1}",
        f"{SHOWN}, {{id: b, value: _.head.b}}",
        b"\1\2\3\4\5",
    ),
    "a structure under a condition that is shown": (IF_FLAG, "{id: a, type: u1}", f"{FLAG}, {SHOWN}", b"\1\5\6\0\7"),
    "one that follows from itself": (IF_FLAG, MARK, f"{FLAG}, {{id: mark, value: _.head.mark}}", b"\1\1\2\6\0\7"),
}
WITH_RECORDS = {
    "a condition that isn't shown": (IF_FLAG, "{id: a, type: u1}", SHOWN, b"\1\5\6\0\7", [{"flag": 1}, {"flag": 0}]),
    "one that isn't, of what follows from itself": (
        IF_FLAG,
        MARK,
        "{id: mark, value: _.head.mark}",
        b"\1\1\2\6\0\7",
        [{"flag": 1}, {"flag": 0}],
    ),
    "a part that isn't shown": (
        HEAD,
        "{id: a, type: u1}, {id: b, type: u1}",
        SHOWN,
        b"\1\2\3\4\5\6",
        [{"head": {"b": 2}}, {"head": {"b": 5}}],
    ),
    "an empty structure of which nothing is shown": (
        IF_FLAG,
        "{id: a, type: u1, if: _root.title == 0}",
        f"{FLAG}, {SHOWN}",
        b"\1\6\0\7",
        [{"head": {}}, {}],
    ),
}


@pytest.mark.parametrize(("record", "head", "columns", "data"), WITHOUT_RECORDS.values(), ids=WITHOUT_RECORDS)
def test_the_root_says_nothing_of_records(record: str, head: str, columns: str, data: bytes, compiled: Compile) -> None:
    codec = compiled(RECORDS.format(record=record, head=head, columns=columns))
    settings, file = parse(codec), b"\x09" + data
    root = root_of(codec, BytesSource(file), None, settings)
    assert root == {"title": 9}
    rows = both_ways(codec, file, alone=False)
    if "flag" not in rows.column_names:
        assert bytes_of(codec, rows, None, settings, json.dumps(root), "columns")[0] == file


@pytest.mark.parametrize(("record", "head", "columns", "data", "told"), WITH_RECORDS.values(), ids=WITH_RECORDS)
def test_what_is_not_shown_stays(
    record: str, head: str, columns: str, data: bytes, told: list[object], compiled: Compile
) -> None:
    codec = compiled(RECORDS.format(record=record, head=head, columns=columns))
    file = b"\x09" + data
    assert root_of(codec, BytesSource(file), None, parse(codec)) == {"title": 9, "records": told}
    both_ways(codec, file, alone=False)
