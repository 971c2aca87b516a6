"""Files of records of which the last one says that it is, on toy specs that are compiled on the fly."""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile
from tests.support.written_rows import refused, written

from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.tables.write import bytes_of

ITEMS = """
types:
  head: {seq: [{id: end, type: u1}]}
  item:
    seq:
      - {id: kind, type: u1}
      - {id: len, type: u2}
      - {id: text, type: str, size: len}
"""
SPEC = "seq: [{id: items, type: item, repeat: until, repeat-until: _.kind == 0}]" + ITEMS
BEHIND = """
seq:
  - {id: head, type: head}
  - {id: items, type: item, repeat: until, repeat-until: _.kind == head.end or _.len > 9}
  - {size: (4 - _io.pos) % 4}
  - {id: sum, type: u4, -checksum: {algorithm: crc32, from: items, to: items}}
"""


def rows(*kinds: int, text: str = "ab") -> pa.Table:
    """Items of some kinds."""
    return pa.table({"kind": pa.array(kinds, pa.uint8()), "text": [text * (n % 3) for n in range(len(kinds))]})


def test_to_the_last(compiled: Compile) -> None:
    codec = compiled(SPEC)
    assert written(codec, rows(3, 1, 0)) == b"\3\0\0\1\2\0ab\0\4\0abab"
    written(codec, rows(0))
    written(codec, rows(*[1 + n % 255 for n in range(2500)], 0))


@pytest.mark.parametrize(
    ("kinds", "field", "expected"),
    [
        ((1, 2), "items", "a last element that ends the list"),
        ((), "items", "a last element that ends the list"),
        ((1, 0, 2, 0), "items[2]", "nothing behind what ends the list"),
        ((*[1] * 600, 0, *[1] * 600, 0), "items[601]", "nothing behind what ends the list"),
    ],
)
def test_others(kinds: tuple[int, ...], field: str, expected: str, compiled: Compile) -> None:
    error = refused(compiled(SPEC), rows(*kinds))
    assert (error.field, error.expected) == (field, expected)


@pytest.mark.parametrize("end", [0, 7])
def test_something_behind(end: int, compiled: Compile) -> None:
    """What ends them is said before them; what lies behind rests on where it lies, and on their bytes."""
    codec = compiled(BEHIND + ITEMS)
    table = rows(1, 2, end)
    data = both(codec, table, {"head": {"end": end}})
    size = 1 + 3 * 3 + 6
    assert data[size:-4] == bytes(-size % 4)
    longest = both(codec, rows(1, 2, 3, text="abcde"), {"head": {"end": end}})
    assert longest[13:] == b"\12\0abcdeabcde" + bytes(3) + struct.pack("<I", zlib.crc32(longest[1:25]))


def both(codec: Codec, table: pa.Table, root: Any) -> bytes:
    """The file of some rows, which both engines write alike."""
    said: Any = json.dumps(root)
    data, how = bytes_of(codec, table, None, parse(codec), said)
    assert how.encoded == len(table)
    assert data == bytes_of(codec, table, None, parse(codec), said, "objects")[0]
    return data
