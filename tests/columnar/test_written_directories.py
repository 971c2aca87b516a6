"""Files whose records lie where a list at their end says: rows become the same file by kernels and by objects."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile
from tests.support.written_rows import refused, rows_of, written

import bytewright
from bytewright.codec.settings import parse
from bytewright.kernels.plan.encoding import EncodingPlan
from bytewright.tables.write import bytes_of

DIRECTORY = """
seq:
  - {id: title, type: strz}
  - {id: version, type: u2}
instances:
  num: {pos: '_io.size - 4', type: u2}
  kind: {pos: '_io.size - 2', type: u2}
  index: {pos: '_io.size - 4 - 9 * num', size: 9 * num, type: index}
types:
  index:
    seq: [{id: slots, type: slot, repeat: eos}]
  slot:
    seq: [{id: place, type: u2}, {id: label, type: u1}, {id: len_item, type: u4}, {id: more, type: u2}]
    instances:
      item: {io: _root._io, pos: place, size: len_item + 1, type: item}
  item:
    seq:
      - {id: id, type: u4}
      - {id: name, type: strz}
      - {id: len_values, type: u1}
      - {id: values, type: s2, repeat: expr, repeat-expr: len_values}
      - {id: note, type: str, size-eos: true}
-views:
  items:
    each: index.slots[*]
    columns:
      - {id: label, value: _.label}
      - {id: more, value: _.more}
      - {id: id, value: _.item.id}
      - {id: name, value: _.item.name}
      - {id: values, value: _.item.values}
      - {id: note, value: _.item.note}
"""
NOTE = "{id: note, type: str, size-eos: true, if: _io.size > 6}"
ROOT = '{"title": "of", "version": 3, "kind": 9}'
KINDS = {
    "label": pa.uint8(),
    "more": pa.uint16(),
    "id": pa.int64(),
    "name": pa.string(),
    "values": pa.list_(pa.int16()),
    "note": pa.string(),
}


def rows(*changed: dict[str, Any], count: int = 5) -> pa.Table:
    found = [
        {"label": n % 250, "more": 7 * n, "id": n, "name": "n" * (n % 9), "values": [n, -n][: n % 3], "note": ""}
        for n in range(count)
    ]
    found += [found[-1] | one for one in changed]
    return pa.table({name: pa.array([row[name] for row in found], kind) for name, kind in KINDS.items()})


def plain(table: pa.Table) -> list[Any]:
    return [dict(sorted(row.items())) for row in table.to_pylist()]


def test_rows_become_records_and_what_leads_to_them(compiled: Compile) -> None:
    codec = compiled(DIRECTORY)
    assert isinstance(codec.encoding, EncodingPlan)
    table = rows({"note": "the last one"})
    found = written(codec, table, ROOT)
    assert found[:13] == b"of\0\3\0" + bytes(6) + b"\1\0"
    assert found[-4:] == b"\6\0\x09\0"
    assert written(codec, table.slice(0, 1), ROOT)[:5] == found[:5]
    shown = bytewright.open(found, codec, engine="objects").to_table()
    assert plain(shown) == plain(table)
    assert bytes_of(codec, rows_of(codec, found), None, parse(codec), ROOT, "columns")[0] == found


def test_in_a_file_they_are_the_same(compiled: Compile, tmp_path: Any) -> None:
    codec, table = compiled(DIRECTORY), rows(count=3_000)
    made = bytewright.write(table, tmp_path / "made", codec, root=ROOT)
    assert made.encoded == 3_000
    data = (tmp_path / "made").read_bytes()
    assert bytes_of(codec, table, None, parse(codec), ROOT, "columns")[0] == data
    assert plain(bytewright.open(data, codec).to_table()) == plain(table)


def test_what_rests_on_the_size_that_leads_to_a_record(compiled: Compile) -> None:
    codec = compiled(DIRECTORY.replace("{id: note, type: str, size-eos: true}", NOTE))
    assert isinstance(codec.encoding, EncodingPlan)
    table = rows({"name": "a name", "note": "of 16 bytes"}, {"name": "", "values": [], "note": None})
    table = table.slice(table.num_rows - 2)
    assert plain(bytewright.open(written(codec, table, ROOT), codec, engine="objects").to_table()) == plain(table)


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": None},
        {"id": 1 << 32},
        {"name": "a\0b"},
        {"more": None},
        {"values": None},
        {"values": [1] * 256},
        {"note": "n" * 70_000, "name": "y"},
    ],
)
def test_rows_that_are_no_records(compiled: Compile, wrong: dict[str, Any]) -> None:
    refused(compiled(DIRECTORY), rows(wrong, {"label": 1}), ROOT)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("pos: '_io.size - 2', type: u2", "pos: 20, type: u2", "fields with places of their own"),
        ("{io: _root._io, pos", "{pos", "a field with a place in another stream"),
        ("type: u2}\ninstances", "type: u2, valid: '_io.size.as<u2>'}\ninstances", "fields around the records that"),
        ("item: {io", "again: {pos: place, type: u1}\n      item: {io", "several fields with places of their own"),
        ("type: slot, repeat: eos", "type: slot, repeat: until, repeat-until: _.label == 1", "a list that may be left"),
        ("{id: version, type: u2}", "{id: rest, size-eos: true}", "records behind what reaches to the end of the file"),
    ],
)
def test_what_else_follows_from_the_records(compiled: Compile, old: str, new: str, reason: str) -> None:
    text = DIRECTORY.replace(old, new)
    assert text != DIRECTORY
    assert str(compiled(text).encoding).startswith(reason)
