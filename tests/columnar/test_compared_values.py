"""Texts and bytes in their order, and lists that a spec writes out: by kernels as by objects."""

from __future__ import annotations

import random
import struct

from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

import bytewright

ROWS = r"""
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: n, type: u1}
      - {id: m, type: s8}
      - {id: name, type: strz}
      - {id: wide, type: strz, encoding: UTF-16LE}
      - {id: old, type: strz, encoding: windows-1252}
      - {id: raw, size: 2}
      - {id: maybe, type: strz, if: n > 100}
      - {id: items, type: item, repeat: expr, repeat-expr: n % 3}
    instances:
      before: {value: 'name < "é"'}
      after: {value: '"ab" >= old'}
      wider: {value: 'wide <= name'}
      alike: {value: 'wide == old'}
      unlike: {value: 'wide != old'}
      bytes: {value: 'raw > [0x61, 0x80]'}
      digits: {value: 'm.to_s < name'}
      there: {value: 'maybe > "a text of more than eight bytes"', if: n > 100}
      largest: {value: '[m, n, -7].max'}
      smallest: {value: '[n, 3].min'}
      first: {value: '[n, m].first'}
      last: {value: '[n, m].last'}
      count: {value: '[n, m].size'}
      number: {value: '[10, 20, 300, -4][n % 5]', if: n % 2 == 0}
      byte: {value: '[1, 2, 3][n % 3]'}
      text: {value: '["none", "one", "many"][n > 1 ? 2 : n]'}
  item:
    seq: [{id: v, type: s2}]
    instances:
      level: {value: '_parent.name > "aé" ? [v, _parent.n].max : v'}
"""


def row(n: int, m: int, name: str, wide: str, old: str, raw: bytes, maybe: str) -> bytes:
    texts = name.encode() + b"\0" + wide.encode("utf-16le") + b"\0\0" + old.encode("windows-1252") + b"\0"
    tail = maybe.encode() + b"\0" if n > 100 else b""
    return struct.pack("<Bq", n, m) + texts + raw + tail + struct.pack(f"<{n % 3}h", *range(-1, n % 3 - 1))


def test_compared_and_chosen_values(compiled: Compile) -> None:
    codec = compiled(ROWS)
    data = row(128, -12, "z", "\uffff", "é", b"a\x81", "b") + row(1, 5, "é", "é", "é", b"a\x80", "")
    file = bytewright.open(data, codec)
    first, second = file.to_table().drop_columns(["n", "m", "name", "wide", "old", "raw", "maybe"]).to_pylist()
    assert file.engines == ["columns"]
    assert first == {
        "before": True,
        "after": False,
        "wider": False,
        "alike": False,
        "unlike": True,
        "bytes": True,
        "digits": True,
        "there": True,
        "largest": 128,
        "smallest": 3,
        "first": 128,
        "last": -12,
        "count": 2,
        "number": -4,
        "byte": 3,
        "text": "many",
        "items": [{"v": -1, "level": 128}, {"v": 0, "level": 128}],
    }
    assert second == {
        "before": False,
        "after": False,
        "wider": True,
        "alike": True,
        "unlike": False,
        "bytes": False,
        "digits": True,
        "there": None,
        "largest": 5,
        "smallest": 1,
        "first": 1,
        "last": 5,
        "count": 2,
        "number": None,
        "byte": 2,
        "text": "one",
        "items": [{"v": -1, "level": 1}],
    }
    agree(codec, data)


def test_whatever_values_are_compared(compiled: Compile) -> None:
    """Text that isn't in its encoding, and numbers of no element of a list, are the same errors."""
    generator = random.Random(45)
    codec, data = compiled(ROWS), b""

    def text(letters: str) -> str:
        return "".join(generator.choice(letters) for _ in range(generator.randrange(4)))

    for _ in range(60):
        n, m = generator.randrange(256), generator.choice([0, -(1 << 63), (1 << 63) - 1, generator.randrange(1 << 40)])
        raw = generator.choice([b"ab", b"\xff\0", b"a\x80"])
        data += row(n, m, text("aé€😀\ud7ff\ufffd"), text("aé😀\ud7ff\ufffd"), text("aé€"), raw, text("ab"))
    agree(codec, data)
    agree_when_damaged(codec, data[:60])
