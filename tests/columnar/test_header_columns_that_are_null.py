"""Columns that show what a header may not have: null, by kernels as by objects, and free where nobody asks for them."""

from __future__ import annotations

import struct
import uuid
from typing import Any

import pytest
from tests.support.compiling import Compile

import bytewright

SPEC = """
seq:
  - {id: flags, type: u1}
  - {id: host, type: strz, if: flags & 1 != 0}
  - {id: raw, size: 3, if: flags & 2 != 0}
  - {id: number, type: u4, if: flags & 4 != 0}
  - {id: color, type: u1, enum: color, if: flags & 8 != 0}
  - {id: boot, size: 16, -type: uuid, if: flags & 16 != 0}
  - {id: scale, type: f8, if: flags & 32 != 0}
  - {id: site, type: site, if: flags & 64 != 0}
  - {id: records, type: record, repeat: eos}
types:
  site: {seq: [{id: len, type: u1}, {id: name, type: str, size: len}]}
  record: {seq: [{id: x, type: u2}]}
enums: {color: {3: red, 4: blue}}
-views:
  rows:
    each: records[*]
    columns:
      - {id: x, value: _.x}
      - {id: host, value: host}
      - {id: raw, value: raw}
      - {id: number, value: number}
      - {id: color, value: color}
      - {id: boot, value: boot}
      - {id: scale, value: scale}
      - {id: site, value: site.name}
"""
BOOT = uuid.UUID(int=77)
HELD: list[tuple[str, bytes, Any]] = [
    ("host", b"ab\0", "ab"),
    ("raw", b"\1\2\3", b"\1\2\3"),
    ("number", struct.pack("<I", 4_000_000_000), 4_000_000_000),
    ("color", b"\4", "blue"),
    ("boot", BOOT.bytes, str(BOOT)),
    ("scale", struct.pack("<d", -0.5), -0.5),
    ("site", b"\2xy", "xy"),
]


@pytest.mark.parametrize("flags", [0, 127, *(1 << bit for bit in range(7)), *(127 ^ 1 << bit for bit in range(7))])
def test_they_are_null_in_all_rows(flags: int, compiled: Compile) -> None:
    codec = compiled(SPEC)
    there = {name: (stored, value) for bit, (name, stored, value) in enumerate(HELD) if flags >> bit & 1}
    data = bytes([flags]) + b"".join(stored for stored, _ in there.values()) + struct.pack("<3H", 5, 6, 7)
    expected = [{"x": x} | {name: there[name][1] if name in there else None for name, *_ in HELD} for x in (5, 6, 7)]
    for engine in ("objects", "columns"):
        for names in (None, ["x"], ["x", "host"], ["number", "boot"]):
            table = bytewright.open(data, codec, engine=engine, columns=names)
            shown = [{name: row[name] for name in names or row} for row in expected]
            assert [_plain(row) for row in table.to_table().to_pylist()] == shown
            assert dict(table.counted) == {engine: 3}
            assert not table.warnings


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {name: str(value) if isinstance(value, uuid.UUID) else value for name, value in row.items()}
