"""Sizes and counts of what is in each record that stand around the records: files by kernels, and by objects."""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile
from tests.support.written_rows import refused, rows_of, written

import bytewright
from bytewright.codec.settings import parse
from bytewright.tables.write import bytes_of

HEADER = """
seq:
  - {id: head, type: head}
  - {id: num, type: u2}
  - {id: len_name, type: u1}
  - {id: records, type: record, repeat: expr, repeat-expr: num}
types:
  head: {seq: [{id: twice, type: u2}, {id: width, type: u1}, {id: has_note, type: u1}]}
"""
RECORD = """  record:
    seq:
      - {id: id, type: u4}
      - {id: name, type: str, size: _parent.len_name}
      - {id: key, size: _root.head.twice / 2}
      - {id: values, type: s2, repeat: expr, repeat-expr: _root.head.width}
      - {id: note, type: str, size: _root.len_name + 1, if: _root.head.has_note != 0}
"""
ROWS: list[dict[str, Any]] = [
    {"id": 1, "name": "abc", "key": b"kk", "values": [1, 2], "note": "four"},
    {"id": 2, "name": "xyz", "key": b"\0\1", "values": [-3, 4], "note": "more"},
    {"id": 3, "name": "123", "key": b"qq", "values": [0, 7], "note": "less"},
]
FILE = b"\4\0\2\1\3\0\3" + b"".join(
    row["id"].to_bytes(4, "little")
    + row["name"].encode()
    + row["key"]
    + b"".join(value.to_bytes(2, "little", signed=True) for value in row["values"])
    + row["note"].encode()
    for row in ROWS
)


def changed(place: int, **fields: Any) -> list[dict[str, Any]]:
    return [row | (fields if number == place else {}) for number, row in enumerate(ROWS)]


def test_they_are_what_the_records_say(compiled: Compile) -> None:
    codec = compiled(HEADER + RECORD)
    table = rows_of(codec, FILE)
    assert written(codec, table) == FILE
    made, how = bytes_of(codec, table, None, parse(codec), None, "columns")
    assert (made, how.encoded) == (FILE, 3)
    assert written(codec, table.slice(1, 1))[7:] == FILE[24:41]


def test_a_root_may_state_them(compiled: Compile) -> None:
    codec = compiled(HEADER + RECORD)
    table = rows_of(codec, FILE)
    right = json.dumps({"head": {"twice": 4, "width": 2, "has_note": 1}, "len_name": 3})
    assert written(codec, table, right) == FILE
    assert written(codec, table.slice(0, 0), right) == b"\4\0\2\1\0\0\3"
    odd = json.dumps({"head": {"twice": 5, "width": 2, "has_note": 1}, "len_name": 3})
    assert written(codec, table, odd) == bytes_of(codec, table, None, parse(codec), odd, "columns")[0]


@pytest.mark.parametrize("place", [0, 2])
@pytest.mark.parametrize(
    "fields",
    [{"name": "abcd"}, {"name": ""}, {"key": b"kkk"}, {"values": [1]}, {"values": []}, {"note": None}, {"note": "abc"}],
)
def test_records_that_say_otherwise_are_left_to_objects(compiled: Compile, place: int, fields: dict[str, Any]) -> None:
    codec = compiled(HEADER + RECORD)
    schema = bytewright.open(FILE, codec).schema
    refused(codec, pa.Table.from_pylist(changed(place, **fields), schema))


def test_a_list_of_sizes_is_left_to_objects(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: sizes, type: u1, repeat: expr, repeat-expr: 3}, {id: records, type: record(_index), repeat: eos}]\n"
        "types:\n  record: {params: [{id: at, type: s4}], seq: [{id: key, size: '_root.sizes[at]'}]}\n"
    )
    assert isinstance(codec.encoding, str)
    table = rows_of(codec, b"\1\2\3abbccc")
    assert bytes_of(codec, table, None, parse(codec), None, "auto")[0] == b"\1\2\3abbccc"


def test_where_records_lie_that_a_header_gives_no_bytes(compiled: Compile) -> None:
    codec = compiled("""
seq: [{id: size, type: u1}, {id: count, type: u1}, {id: all, type: row, size: size, repeat: expr, repeat-expr: count}]
types: {row: {seq: [{id: text, type: str, size-eos: true}]}}
""")
    for data, places in ((b"\0\3", [(2, 0)] * 3), (b"\1\2ab", [(2, 1), (3, 1)])):
        table = bytewright.open(data, codec, options={"includeMetadata": "true"})
        told = [row["_metadata"] for row in table.to_table().to_pylist()]
        assert [(one["record_offset"], one["record_length"]) for one in told] == places
