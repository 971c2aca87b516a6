"""Rows that lie at places of their own: what is written of them finds its place, and the fields that say it."""

from __future__ import annotations

import struct
from typing import Any

import pyarrow as pa
import pytest
from tests.support.both_ways import both_ways, read, write
from tests.support.compiling import Compile

from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.tables.write import bytes_of

BODY = "  body: {seq: [{id: key, type: u1}, {id: len, type: u1}, {id: text, type: str, size: len}]}\n"
COLUMNS = "columns: [{id: key, value: _.body.key}, {id: text, value: _.body.text}]"
OF_ELEMENT = f"""
seq:
  - {{id: num, type: u2}}
  - {{id: refs, type: ref, repeat: expr, repeat-expr: num}}
types:
  ref:
    seq: [{{id: ofs, type: u4}}]
    instances:
      body: {{io: _root._io, pos: ofs, type: body}}
{BODY}-views: {{rows: {{each: 'refs[*]', {COLUMNS}}}}}
"""
OF_LIST = f"""
seq:
  - {{id: num, type: u2}}
  - {{id: offsets, type: u4, repeat: expr, repeat-expr: num}}
  - {{id: entries, type: entry(_index), repeat: expr, repeat-expr: num}}
types:
  entry:
    params: [{{id: i, type: s4}}]
    instances:
      body: {{io: _root._io, pos: '_parent.offsets[i]', type: body}}
{BODY}-views: {{rows: {{each: 'entries[*]', {COLUMNS}}}}}
"""
WHOLE = OF_ELEMENT.replace(COLUMNS, "columns: [{id: body, value: _.body}]")
BODIES = struct.pack("<HII", 2, 10, 15) + b"\1\3abc" + b"\2\2de"


@pytest.mark.parametrize("spec", [OF_ELEMENT, OF_LIST, WHOLE])
def test_places_behind_offsets(compiled: Compile, spec: str) -> None:
    both_ways(compiled(spec), BODIES)


PAGES = """
seq: [{id: pages, type: page, size: 48, repeat: eos}]
types:
  page:
    seq: [{id: number, type: u2}, {id: num, type: u2}]
    instances:
      slots: {pos: 48 - 4 * num, type: slot, repeat: expr, repeat-expr: num}
  slot:
    seq: [{id: ofs, type: u2}, {id: len, type: u2}]
    instances:
      record: {io: _parent._io, pos: ofs, size: len, type: record}
  record: {seq: [{id: key, type: u1}, {id: text, type: str, size-eos: true}]}
-views:
  rows:
    each: pages[*].slots[*]
    columns: [{id: page, value: pages.number}, {id: key, value: _.record.key}, {id: text, value: _.record.text}]
"""


def page(number: int, *texts: bytes) -> bytes:
    """A page, of which records grow from the beginning, and slots from the end."""
    records, slots = b"", b""
    for key, text in enumerate(texts):
        slots += struct.pack("<HH", 4 + len(records), 1 + len(text))
        records += bytes([key]) + text
    return (struct.pack("<HH", number, len(texts)) + records).ljust(48 - len(slots), b"\0") + slots


def test_slots_that_grow_from_the_end_of_a_page(compiled: Compile) -> None:
    codec = compiled(PAGES)
    data = page(1, b"abc", b"de") + page(2, b"x", b"", b"yz") + page(3, b"w")
    rows = both_ways(codec, data)
    more = pa.concat_tables([rows, rows.slice(5)])
    assert read(codec, write(codec, more)) == more


@pytest.mark.parametrize("engine", ["objects", "auto"])
@pytest.mark.parametrize("count", [0, 3, 3000])
def test_what_lies_behind_rows_is_not_left_out(compiled: Compile, engine: Any, count: int) -> None:
    """A number in the last bytes, which rows don't hold: without it, the last row's would be read for it."""
    codec = compiled(
        "seq: [{id: num, type: u2}, {id: rows, type: row, repeat: expr, repeat-expr: num}]\n"
        "instances: {last: {pos: _io.size - 1, type: u1}}\ntypes: {row: {seq: [{id: n, type: u2}]}}"
    )
    rows = pa.Table.from_pylist([{"n": n} for n in range(count)], pa.schema([pa.field("n", pa.int32())]))
    with pytest.raises(WriteError, match="don't hold what has a place of its own: last"):
        bytes_of(codec, rows, None, parse(codec), None, engine)
    data = struct.pack(f"<{count + 1}H", count, *range(count)) + b"\7"
    assert bytes_of(codec, rows, None, parse(codec), '{"last": 7}', engine)[0] == data
