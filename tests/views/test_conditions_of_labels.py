"""Rows that a condition on an enum asks for, written with a root that says the enum by its label."""

from __future__ import annotations

import pyarrow as pa
import pytest
from tests.support.both_ways import read, write
from tests.support.compiling import Compile

from bytewright.codec.settings import parse
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import root_of

SPEC = """
seq: [{{id: frames, type: frame, repeat: eos}}]
types:
  frame:
    seq:
      - {{id: kind, type: {type}, enum: kind}}
      - {{id: value, type: u1{default}}}
enums: {{kind: {{0: request, 1: response, 3: other}}}}
-views:
  rows:
    each: frames[*]
    where: {where}
    columns: [{{id: value, value: _.value}}]
"""
CONDITIONS = {
    "_.kind == kind::request": [5, 7],
    "_.kind == kind::response": [6],
    "_.kind != kind::request": [6, 8],
    "_.kind == kind::request or _.kind == kind::other": [5, 7, 8],
    "_.kind.to_i == 0": [5, 7],
    "_.kind == kind::other and _.kind != kind::request": [8],
}


@pytest.mark.parametrize("default", ["", ", -default: 0"])
@pytest.mark.parametrize("type", ["u1", "b8"])
@pytest.mark.parametrize(("where", "values"), CONDITIONS.items(), ids=CONDITIONS)
def test_they_find_their_elements(compiled: Compile, type: str, default: str, where: str, values: list[int]) -> None:
    codec = compiled(SPEC.format(type=type, default=default, where=where))
    data = bytes([0, 5, 1, 6, 0, 7, 3, 8])
    rows = read(codec, data)
    assert rows.column("value").to_pylist() == values
    root = root_of(codec, BytesSource(data), None, parse(codec))
    assert [frame["kind"] for frame in root["frames"]] == ["request", "response", "request", "other"]
    assert write(codec, rows, root=root) == data
    changed = pa.table([pa.array([value + 10 for value in values], rows.schema.types[0])], schema=rows.schema)
    assert write(codec, changed, root=root) == bytes(
        value + 10 if place % 2 and value in values else value for place, value in enumerate(data)
    )
