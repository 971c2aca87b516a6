"""Text that expressions put together: read by kernels as by objects."""

from __future__ import annotations

import random
import struct
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

import bytewright

ROWS = """
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
      padded: {value: '(n <= 9 ? "0" : "") + n.to_s'}
      all: {value: 'name + wide + "/" + old'}
      some: {value: 'n > 100 ? maybe + "!" : n % 2 == 0 ? "a text of more than eight bytes" : m.to_s'}
      formatted: {value: 'f"<{n}|{name}|{m + 1}>"', if: m < 0}
      back: {value: 'name.reverse + wide.reverse'}
      first: {value: 'padded.substring(0, 1)'}
      number: {value: '("1" + padded).to_i'}
      same: {value: 'name + "x" == "abx"'}
      size: {value: '(name + old).length'}
      ascii: {value: 'raw.to_s("ASCII") + "."', if: n % 5 == 1}
      nothing: {value: '"" + (n > 5 ? "" : "")'}
  item:
    seq: [{id: v, type: s2}]
    instances:
      label: {value: '_parent.padded + ":" + v.to_s'}
"""
TWICE = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq: [{id: n, type: u4}, {id: text, type: str, size: n}]
    instances:
      twice: {value: text + text}
"""


def row(n: int, m: int, name: str, wide: str, old: str, raw: bytes, maybe: str) -> bytes:
    texts = name.encode() + b"\0" + wide.encode("utf-16le") + b"\0\0" + old.encode("windows-1252") + b"\0"
    tail = maybe.encode() + b"\0" if n > 100 else b""
    return struct.pack("<Bq", n, m) + texts + raw + tail + struct.pack(f"<{n % 3}h", *range(-1, n % 3 - 1))


def test_texts_that_are_put_together(compiled: Compile) -> None:
    codec = compiled(ROWS)
    data = row(7, -12, "ab", "é😀", "€", b"xy", "") + row(141, (1 << 63) - 1, "né", "", "é", b"xy", "m")
    data += row(28, 0, "", "", "", b"xy", "")
    file = bytewright.open(data, codec)
    rows = file.to_table().drop_columns(["n", "m", "name", "wide", "old", "raw", "maybe"]).to_pylist()
    assert file.engines == ["columns"]
    assert rows == [
        {
            "items": [{"v": -1, "label": "07:-1"}],
            "padded": "07",
            "all": "abé😀/€",
            "some": "-12",
            "formatted": "<7|ab|-11>",
            "back": "ba😀é",
            "first": "0",
            "number": 107,
            "same": True,
            "size": 3,
            "ascii": None,
            "nothing": "",
        },
        {
            "items": [],
            "padded": "141",
            "all": "né/é",
            "some": "m!",
            "formatted": None,
            "back": "én",
            "first": "1",
            "number": 1141,
            "same": False,
            "size": 3,
            "ascii": "xy.",
            "nothing": "",
        },
        {
            "items": [{"v": -1, "label": "28:-1"}],
            "padded": "28",
            "all": "/",
            "some": "a text of more than eight bytes",
            "formatted": None,
            "back": "",
            "first": "2",
            "number": 128,
            "same": False,
            "size": 0,
            "ascii": None,
            "nothing": "",
        },
    ]
    agree(codec, data)


@pytest.mark.parametrize("seed", range(2))
def test_whatever_texts_are_put_together(seed: int, compiled: Compile) -> None:
    """Bytes that aren't text in their encoding, and numbers that the kernel can't spell, are for objects to judge."""
    generator = random.Random(seed)
    codec, data = compiled(ROWS), b""

    def text(letters: str) -> str:
        return "".join(generator.choice(letters) for _ in range(generator.randrange(12)))

    for _ in range(40):
        n, m = generator.randrange(256), generator.choice([0, -(1 << 63), (1 << 63) - 1, generator.randrange(1 << 40)])
        raw = generator.choice([b"ab", b"ab", b"\xc3\xa9", b"a\xff"])
        data += row(n, m, text("aé€😀"), text("aé€😀"), text("aé€"), raw, text("xé"))
    agree(codec, data)
    agree_when_damaged(codec, data[:80])


def test_very_large_texts_are_for_objects(compiled: Compile) -> None:
    codec = compiled(TWICE)
    data = b"".join(struct.pack("<I", size) + b"a" * size for size in (3, 600_000, 2, 500_000))
    file = bytewright.open(data, codec)
    assert [len(row["twice"]) for row in file.to_table().to_pylist()] == [6, 1_200_000, 4, 1_000_000]
    assert dict(file.counted) == {"columns": 3, "objects": 1}
    agree(codec, data)


@pytest.mark.parametrize(
    "items",
    [
        "type: item, repeat: expr, repeat-expr: count",
        "type: item, repeat: until, repeat-until: _index == count - 1, if: count != 0",
        "type: items, size-eos: true",
    ],
)
@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("{}.name.length < 3", lambda name, own: len(name) < 3),
        ("{}.name == own", lambda name, own: name == own),
        ("{}.name < own", lambda name, own: name < own),
        ('{}.name == "b"', lambda name, own: name == "b"),
        ("{}.digit.to_i == 3", lambda name, own: True),
    ],
)
def test_elements_that_rest_on_a_text_before_their_list(
    compiled: Compile, items: str, condition: str, holds: Any
) -> None:
    """Where an element ends may rest on what lies before the first, in the record or outside of their stream."""
    around = "_parent._parent" if "type: items" in items else "_parent"
    between = "  items: {seq: [{id: list, type: item, repeat: eos}]}\n" if "type: items" in items else ""
    codec = compiled(
        "seq: [{id: all, type: row, repeat: eos}]\n"
        "types:\n"
        "  row: {seq: [{id: size, type: u1}, {id: body, type: body, size: size}]}\n"
        "  body:\n"
        "    seq:\n"
        "      - {id: name, type: strz}\n"
        "      - {id: digit, type: str, size: 1}\n"
        "      - {id: count, type: u1}\n"
        f"      - {{id: list, {items}}}\n"
        f"{between}"
        "  item:\n"
        "    seq:\n"
        "      - {id: own, type: strz}\n"
        f"      - {{id: more, type: u1, if: '{condition.format(around)}'}}\n"
    )
    rows = []
    for name in ("", "b", "ab", "abc"):
        owns = ["", "b", "ab", "c"][: len(name) + 1]
        listed = b"".join(own.encode() + b"\0" + b"\7" * holds(name, own) for own in owns)
        body = name.encode() + b"\0003" + bytes([len(owns)]) + listed
        rows.append(bytes([len(body)]) + body)
    found, error, _ = agree(codec, b"".join(rows))
    assert error is None, error
    assert len(found) == len(rows)
    agree_when_damaged(codec, rows[2])


def test_decoded_elements_that_rest_on_a_text_outside(compiled: Compile) -> None:
    """Decoded bytes lie elsewhere, so that objects compare them, element by element."""
    codec = compiled(
        "seq: [{id: all, type: row, repeat: eos}]\n"
        "types:\n"
        "  row:\n"
        "    seq:\n"
        "      - {id: name, type: strz}\n"
        "      - {id: size, type: u1}\n"
        "      - {id: items, type: items, size: size, process: xor(1)}\n"
        "  items: {seq: [{id: list, type: item, repeat: eos}]}\n"
        "  item: {seq: [{id: own, type: strz}, {id: more, type: u1, if: _parent._parent.name == own}]}\n"
    )
    data = b"b\0\6" + bytes(byte ^ 1 for byte in b"b\0\7a\0\0") + b"a\0\0"
    table = bytewright.open(data, codec)
    assert table.to_table().to_pylist() == bytewright.open(data, codec, engine="objects").to_table().to_pylist()
    assert dict(table.counted) == {"objects": 2}
