"""Rows that a view sorts (`order-by`), written again: nothing that a root says goes to another element."""

from __future__ import annotations

import json
import struct
from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import root_of
from bytewright.tables.write import bytes_of

SPEC = """
seq: [{id: items, type: item, repeat: eos}]
types: {item: {seq: [{id: name, type: u1}, {id: note, type: u2}]}}
-views:
  notes: {each: 'items[*]', order-by: _.name, columns: [{id: name, value: _.name}, {id: note, value: _.note}]}
  names: {each: 'items[*]', order-by: _.name, columns: [{id: name, value: _.name}]}
  placed: {each: 'items[*]', order-by: _.name, columns: [{id: name, value: _.name}, {id: at, value: _index}]}
"""
ITEMS = [(9, 900), (2, 200), (5, 500)]


def _file(items: list[tuple[int, int]]) -> bytes:
    return b"".join(struct.pack("<BH", *item) for item in items)


def _again(codec: Codec, view: str, engine: Any) -> bytes:
    data, settings = _file(ITEMS), parse(codec)
    rows = bytewright.open(data, codec, view, engine=engine).to_table()
    root = json.dumps(root_of(codec, BytesSource(data), view, settings))
    return bytes_of(codec, rows, view, settings, root, engine)[0]


@pytest.mark.parametrize("engine", ["objects", "auto"])
def test_a_root_does_not_go_to_other_elements(compiled: Compile, engine: Any) -> None:
    codec = compiled(SPEC)
    with pytest.raises(WriteError, match="names can't be written with a root that says more of items") as caught:
        _again(codec, "names", engine)
    assert "_index" in (caught.value.hint or "")
    assert _again(codec, "placed", engine) == _file(ITEMS)
    assert _again(codec, "notes", engine) == _file(sorted(ITEMS))  # of which the root says nothing


@pytest.mark.parametrize("engine", ["objects", "auto"])
def test_rows_alone_are_written_as_they_come(compiled: Compile, engine: Any) -> None:
    codec = compiled(SPEC)
    rows = pa.Table.from_pylist([{"name": name, "note": note} for name, note in ITEMS])
    made, _ = bytes_of(codec, rows, "notes", parse(codec), None, engine)[:2]
    assert made == _file(ITEMS)
