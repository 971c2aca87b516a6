"""Checksums of bytes that begin, or end, with bit fields: from the byte in which the first lies to that of the last."""

from __future__ import annotations

import struct
import zlib

import pytest
from tests.support.both import agree_in_all_modes, made_by_the_kernel
from tests.support.both_ways import both_ways
from tests.support.compiling import Compile

SPEC = """
seq: [{{id: rows, type: row, repeat: eos}}]
types:
  row:
    seq:
      - {{id: number, type: u2}}
      - {{id: x, type: b10}}
      - {{id: y, type: b3}}
      - {{id: z, type: b11}}
      - {{id: flags, type: flags}}
      - {{id: sum, type: u4, -checksum: {{algorithm: crc32, from: {first}, to: {last}}}}}
  flags:
    seq: [{{id: low, type: b4}}, {{id: high, type: b4}}, {{id: tail, type: u1}}]
-views:
  rows:
    each: rows[*]
    columns:
      - {{id: number, value: _.number}}
      - {{id: x, value: _.x}}
      - {{id: y, value: _.y}}
      - {{id: z, value: _.z}}
      - {{id: flags, value: _.flags}}
"""
PLACES = {"number": (0, 2), "x": (2, 4), "y": (3, 4), "z": (3, 5), "flags": (5, 7)}
"""The bytes in which fields lie."""


def rows(first: str, last: str, count: int = 3) -> bytes:
    found = b""
    for number in range(count):
        body = struct.pack("<H", number) + bytes([(37 * number + place) % 256 for place in range(5)])
        found += body + struct.pack("<I", zlib.crc32(body[PLACES[first][0] : PLACES[last][1]]))
    return found


@pytest.mark.parametrize("bit_order", ["be", "le"])
@pytest.mark.parametrize(
    ("first", "last"),
    [("number", "x"), ("x", "z"), ("y", "y"), ("z", "flags")],
)
def test_sums_from_bits_to_bits(compiled: Compile, first: str, last: str, bit_order: str) -> None:
    codec = compiled(SPEC.format(first=first, last=last), bit_order=bit_order)
    data = rows(first, last)
    assert made_by_the_kernel(codec) == {"number", "x", "y", "z", "flags"}
    agree_in_all_modes(codec, data, few=12)
    assert [row["number"] for row in both_ways(codec, data).to_pylist()] == list(range(3))


@pytest.mark.parametrize("bit_order", ["be", "le"])
def test_sums_before_bits_and_of_bits_around(compiled: Compile, bit_order: str) -> None:
    """The sum stands before the bits; or in a structure behind those of the one around it."""
    ahead = """
seq: [{id: rows, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: sum, type: u1, -checksum: {algorithm: sum8, from: x, to: y}}
      - {id: x, type: b5}
      - {id: y, type: b11}
      - {id: inner, type: inner}
  inner:
    seq:
      - {id: part, type: b12}
      - {id: rest, type: b4}
      - {id: xor, type: u1, -checksum: {algorithm: xor8, from: _parent.x, to: part}}
-views: {rows: {each: 'rows[*]', columns: [{id: x, value: _.x}, {id: y, value: _.y}, {id: part, value: _.inner.part}]}}
"""
    codec, data = compiled(ahead, bit_order=bit_order), b""
    for number in range(3):
        bits = bytes([number * 31 % 256, number * 7, number * 11, number * 13])
        data += bytes([sum(bits[:2]) % 256]) + bits + bytes([bits[0] ^ bits[1] ^ bits[2] ^ bits[3]])
    assert made_by_the_kernel(codec) == {"x", "y", "part"}
    agree_in_all_modes(codec, data, few=12)
    both_ways(codec, data, alone=False)
