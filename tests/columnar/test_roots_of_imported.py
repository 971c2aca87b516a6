"""What an imported spec calls ``_root`` is its own root, in a record, and not the file's."""

from __future__ import annotations

import struct

from tests.support.both import agree, agree_in_all_modes
from tests.support.compiling import Compile

import bytewright

IMPORTED = """
seq: [{id: mark, type: u2}, {id: scale, type: u1}, {id: body, type: body}]
types:
  body:
    meta: {endian: {switch-on: _root.mark, cases: {0x4949: le, 0x4d4d: be}}}
    seq: [{id: version, type: u2}, {id: extra, type: u1, if: _root.scale > 1}]
    instances: {scaled: {value: version * _root.scale}}
"""
SPEC = """
seq: [{id: mark, type: u2}, {id: segments, type: segment, repeat: eos}]
types:
  segment:
    seq: [{id: kind, type: u1}, {id: len, type: u1}, {id: data, size: len, type: {switch-on: kind, cases: {1: part}}}]
"""


def segment(order: str, version: int, scale: int) -> bytes:
    mark = b"II" if order == "<" else b"MM"
    body = mark + bytes([scale]) + struct.pack(f"{order}H", version) + b"\7" * (scale > 1)
    return bytes([1, len(body)]) + body


def test_its_root_decides_byte_orders(compiled: Compile) -> None:
    """Both roots have a field of that name."""
    codec = compiled(SPEC, part=IMPORTED)
    data = b"II" + segment("<", 500, 1) + b"\2\3abc" + segment(">", 7, 3) + segment("<", 9, 2)
    table = bytewright.open(data, codec, engine="columns")
    parts = [row["data"]["part"] for row in table.to_table().to_pylist()]
    assert table.counted == {"columns": 4}
    assert table.warnings == []
    assert [part and part["body"]["scaled"] for part in parts] == [500, None, 21, 18]
    assert [part and part["body"]["extra"] for part in parts] == [None, None, 7, 7]
    assert agree(codec, data)[1] is None
    agree_in_all_modes(codec, data)
