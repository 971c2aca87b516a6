"""Blocks of one size, of which the last takes the bytes that are left: a bad one costs no other."""

from __future__ import annotations

import struct
import zlib
from typing import Any, Literal

import pytest
from tests.support.compiling import Compile

import bytewright

SPEC = """
seq:
  - {{id: size, type: u2}}
  - {{id: blocks, type: block, size: '{size}', repeat: eos}}
types:
  block:
    seq:
      - {{id: records, type: record, repeat: until, repeat-until: '_io.size - _io.pos < 7'}}
      - {{id: trailer, size-eos: true}}
  record:
    seq:
      - {{id: crc, type: u4, -checksum: {{algorithm: crc32, from: kind, to: data}}}}
      - {{id: len_data, type: u2}}
      - {{id: kind, type: u1, valid: {{min: 1, max: 4}}}}
      - {{id: data, size: len_data}}
-views:
  rows:
    each: blocks[*].records[*]
    columns: [{{id: block, value: blocks._index}}, {{id: number, value: _index}}, {{id: data, value: _.data}}]
"""
SIZES = [
    "{n}",
    "_io.size - _io.pos < {n} ? _io.size - _io.pos : {n}",
    "_io.size - _io.pos >= {n} ? {n} : _io.size - _io.pos",
    "[{n}, _io.size - _io.pos].min",
    "_io.size - _io.pos < size ? _io.size - _io.pos : size",
]


def record(data: bytes) -> bytes:
    covered = b"\1" + data
    return struct.pack("<IH", zlib.crc32(covered), len(data)) + covered


def blocks(n: int, len_data: int, last: int) -> tuple[bytes, list[dict[str, Any]]]:
    """A file of six blocks of ``n`` bytes, and one of ``last``; and its rows."""
    data, rows = struct.pack("<H", n), list[dict[str, Any]]()
    for block, room in enumerate([*[n] * 6, last]):
        here = b""
        while room - len(here) >= 7:
            content = bytes([block, len(rows) % 251]) * (min(len_data, room - len(here) - 7) // 2)
            rows.append({"block": block, "number": _numbers(rows, block), "data": content})
            here += record(content)
        data += here.ljust(room, b"\0")
    return data, rows


def _numbers(rows: list[dict[str, Any]], block: int) -> int:
    return sum(row["block"] == block for row in rows)


@pytest.mark.parametrize("engine", ["columns", "objects"])
@pytest.mark.parametrize(("n", "len_data"), [(512, 44), (4096, 44), (32768, 1000)])
@pytest.mark.parametrize("size", SIZES)
def test_a_bad_block_costs_no_other(
    compiled: Compile, size: str, n: int, len_data: int, engine: Literal["columns", "objects"]
) -> None:
    last = 0 if size == "{n}" else n // 3
    codec = compiled(SPEC.format(size=size.format(n=n)))
    data, rows = blocks(n, len_data, last)
    assert bytewright.open(data, codec, engine=engine).to_table().to_pylist() == rows
    for bad in (0, 2, 5, 6)[: 4 if last else 3]:
        broken = bytearray(data)
        broken[2 + bad * n + 9] ^= 1  # in the data of its first record
        table = bytewright.open(bytes(broken), codec, engine=engine, mode="DROPMALFORMED")
        assert table.to_table().to_pylist() == [row for row in rows if row["block"] != bad]
        assert (table.malformed, table.malformed_bytes) == (1, last if bad == 6 else n)
