"""Numbers with their sign in the lowest bit, spelled in groups of bits with a mark that more follow."""

from __future__ import annotations

import pyarrow as pa
import pytest
from tests.support.both_ways import both_ways, write
from tests.support.compiling import Compile

SPEC = """
seq: [{{id: rows, type: row, repeat: eos}}]
types:
  row:
    seq:
      - {{id: number, type: varint}}
      - {{id: len, type: varint}}
      - {{id: name, type: str, size: len.value, if: len.value != -1}}
      - {{id: num_more, type: varint}}
      - {{id: more, type: varint, repeat: expr, repeat-expr: num_more.value}}
  varint:
    -show: {{value: value}}
    seq: [{{id: groups, type: group(_index), repeat: until, repeat-until: not _.more}}]
    instances:
      raw: {{value: groups.last.sum}}
      value: {{value: '{value}'}}
  group:
    params: [{{id: i, type: s4}}]
    seq: [{{id: more, type: b1}}, {{id: low, type: b7}}]
    instances:
      sum: {{value: '{sum}'}}
-views:
  rows:
    each: rows[*]
    columns:
      - {{id: number, value: _.number}}
      - {{id: name, value: _.name}}
      - {{id: more, value: _.more}}
"""
LOWEST_FIRST = "(i == 0 ? 0 : _parent.groups[i - 1].sum.as<u8>) + (low.as<u8> << (7 * i))"
HIGHEST_FIRST = "(i == 0 ? 0 : _parent.groups[i - 1].sum.as<u8> << 7) + low.as<u8>"
SPELLINGS = ("(raw >> 1).as<s8> ^ -(raw & 1).as<s8>", "raw % 2 == 0 ? (raw / 2).as<s8> : -(raw / 2).as<s8> - 1")
NUMBERS = (0, -1, 1, -2, 63, -64, 64, -65, 8191, -8192, 8192, 1 << 40, -(1 << 40), (1 << 62) - 1, -(1 << 62))


def spelled(number: int, *, lowest_first: bool) -> bytes:
    """A number as others write it."""
    stored = (number << 1 ^ number >> 63) & (1 << 64) - 1
    groups = [stored & 0x7F]
    while stored := stored >> 7:
        groups.append(stored & 0x7F)
    if not lowest_first:
        groups.reverse()
    return bytes([*(group | 0x80 for group in groups[:-1]), groups[-1]])


@pytest.mark.parametrize("lowest_first", [True, False])
@pytest.mark.parametrize("value", SPELLINGS)
def test_numbers_sizes_and_counts_with_a_sign(compiled: Compile, value: str, lowest_first: bool) -> None:
    sums = LOWEST_FIRST if lowest_first else HIGHEST_FIRST
    codec = compiled(SPEC.format(value=value, sum=sums), bit_order="be")
    data, expected = b"", []
    for place, number in enumerate(NUMBERS):
        name = None if place % 3 == 1 else "x" * (place * 9)
        more = list(NUMBERS[place:][:3])
        for one in (number, -1 if name is None else len(name)):
            data += spelled(one, lowest_first=lowest_first)
        data += (name or "").encode()
        for one in (len(more), *more):
            data += spelled(one, lowest_first=lowest_first)
        expected.append({"number": number, "name": name, "more": more})
    rows = both_ways(codec, data, kernel=lowest_first)  # of groups that begin with the highest, objects make numbers
    assert rows.to_pylist() == expected
    assert write(codec, pa.Table.from_pylist(expected[::-1], rows.schema)) != data
