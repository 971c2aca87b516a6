"""Lists with validity bits in records: null where a bit says so, by both engines."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.codegen.conftest import Compile
from tests.kernels.both import agree, agree_when_damaged

import bytewright
from bytewright.testing.checks import check_tree_of

SPEC = """
seq:
  - {{id: records, type: record, size: 40, repeat: eos}}
types:
  record:
    seq:
      - {{id: count, type: u1}}
      - {{id: present, type: b1, repeat: expr, repeat-expr: count, -validity-of: values}}
      - {{id: values, {0}, repeat: expr, repeat-expr: count}}
-views:
  rows:
    each: records[*]
    columns:
      - {{id: values, value: _.values, nullable: true}}
      - {{id: {1}}}
"""
PLAIN = "count, value: _.values.size"


def record(random: Random, width: int) -> bytes:
    count = random.randrange(10)
    data = bytes([count]) + random.randbytes((count + 7) // 8) + random.randbytes(count * width)
    return data.ljust(40, b"\0")


@pytest.mark.parametrize("bits", ["le", "be"])
@pytest.mark.parametrize(("kind", "width"), [("type: u1", 1), ("type: s2", 2), ("size: 3", 3)])
def test_elements_without_a_bit_are_null(compiled: Compile, kind: str, width: int, bits: str) -> None:
    codec = compiled(SPEC.format(kind, PLAIN), bits)
    random = Random(kind)
    data = b"".join(record(random, width) for _ in range(30))
    rows = agree(codec, data)[0]
    assert any("None" in row for row in rows)
    file = bytewright.open(data, codec, columns=["values"], engine="columns")
    shown = file.to_table()["values"].to_pylist()
    for number in range(30):
        start = 40 * number
        for place, value in enumerate(shown[number] or []):
            byte = data[start + 1 + place // 8]
            bit = byte >> (place % 8 if bits == "le" else 7 - place % 8) & 1
            assert (value is not None) == bool(bit)
    agree_when_damaged(codec, data[:80])


@pytest.mark.parametrize(
    "asked",
    [
        "large, count: {in: '_.values[*]', where: _ > 7}",
        "first, value: '_.count > 0 ? _.values[0] : 0', nullable: true",
        "doubled, each: '_.values[*]', columns: [{id: of, value: _ * 2, nullable: true}]",
    ],
)
def test_what_asks_for_elements_is_left_to_objects(compiled: Compile, asked: str) -> None:
    codec = compiled(SPEC.format("type: u1", asked))
    assert "validity bits" in str((codec.row_plans or {})["rows"])


TEXTS = """
seq:
  - {id: count, type: u1}
  - {id: present, type: b1, repeat: expr, repeat-expr: count, -validity-of: texts}
  - {id: texts, type: strz, repeat: expr, repeat-expr: count}
"""


def test_texts_without_a_bit_are_written_with_their_terminators(compiled: Compile) -> None:
    codec = compiled(TEXTS)
    root: Any = codec.root
    data = codec.to_bytes(root(texts=["a", None, "b", None]))
    assert data == b"\x04\x05a\0\0b\0\0"
    back: Any = codec.parse(data)
    assert back.texts == ["a", None, "b", None]
    kept = b"\x02\x01a\0x\0"
    assert codec.to_bytes(codec.parse(kept)) == kept


ANY = """
seq:
  - {{id: count, type: u1}}
  - {{id: present, type: b1, repeat: expr, repeat-expr: count, -validity-of: values}}
  - {{id: values, {}, repeat: expr, repeat-expr: count}}
  - {{id: last, type: u1}}
types:
  pair: {{seq: [{{id: a, type: u1}}, {{id: b, type: u1}}]}}
"""


@pytest.mark.parametrize(
    ("kind", "values", "written"),
    [
        ("size: 2", [b"ab", None, b"cd"], b"ab\0\0cd"),
        ("size: _index + 1", [b"a", None, b"bcd"], b"a\0\0bcd"),
        ("type: str, size: 2", ["ab", None, "cd"], b"ab\0\0cd"),
        ("size: 3, pad-right: 0x20", [b"ab", None, b"cd"], b"ab \0\0\0cd "),
        ("type: pair, size: 3", [{"a": 1, "b": 2}, None, {"a": 3, "b": 4}], b"\1\2\0\0\0\0\3\4\0"),
    ],
)
def test_what_is_null_takes_the_size_that_is_stated(
    compiled: Compile, kind: str, values: list[Any], written: bytes
) -> None:
    codec = compiled(ANY.format(kind))
    root: Any = codec.root
    data = codec.to_bytes(root(values=values, last=9))
    assert data == b"\x03\x05" + written + b"\x09"
    back: Any = codec.parse(data)
    assert (back.values[1], back.last) == (None, 9)


@pytest.mark.parametrize("order", ["le", "be"])
def test_numbers_of_bits_that_are_null_keep_their_places(compiled: Compile, order: str) -> None:
    codec = compiled(ANY.format("type: b3"), order)
    root: Any = codec.root
    data = codec.to_bytes(root(values=[1, None, 2, None], last=9))
    back: Any = codec.parse(data)
    assert (len(data), back.values, back.last) == (4, [1, None, 2, None], 9)
    for bits in range(64):  # of both numbers, the first of which is null
        kept = bytes([2, 0x40 | bits if order == "be" else 0x02 | bits << 2, 9])
        assert codec.to_bytes(codec.parse(kept)) == kept
        check_tree_of(codec, kept)
