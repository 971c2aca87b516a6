"""Rows with numbers of which several give the same size: what they say stays where it fits."""

from __future__ import annotations

import struct
from typing import Any

import pyarrow as pa
import pytest
from tests.support.both import agree_when_damaged
from tests.support.compiling import Compile
from tests.support.written_rows import refused, written

from bytewright.codec.settings import parse
from bytewright.tables.write import bytes_of

BITS = """
seq: [{id: codes, type: code, repeat: eos}]
types:
  code:
    seq: [{id: num_bits, type: u2}, {id: label, type: u1}, {id: bits, size: (num_bits + 7) / 8}]
-views:
  codes:
    each: codes[*]
    columns: [{id: num_bits, value: _.num_bits}, {id: label, value: _.label}, {id: bits, value: _.bits}]
"""
CELLS = """
seq: [{id: rows, type: row, repeat: eos}]
types:
  row:
    seq: [{id: nibbles, type: u1}, {id: body, size: nibbles / 2 + 1, type: body}]
  body: {seq: [{id: kind, type: u1}, {id: name, type: str, size-eos: true}]}
-views:
  rows:
    each: rows[*]
    columns: [{id: nibbles, value: _.nibbles}, {id: kind, value: _.body.kind}, {id: name, value: _.body.name}]
"""


def code(num_bits: int, label: int, bits: bytes) -> bytes:
    return struct.pack("<HB", num_bits, label) + bits


def codes(*given: tuple[Any, int, bytes]) -> pa.Table:
    names = ("num_bits", "label", "bits")
    kinds: list[Any] = [pa.field("num_bits", pa.int32()), pa.field("label", pa.int16()), pa.field("bits", pa.binary())]
    return pa.Table.from_pylist([dict(zip(names, one, strict=True)) for one in given], pa.schema(kinds))


@pytest.mark.parametrize("count", [1, 7, 400])
def test_what_rows_say_of_a_size_stays_where_it_fits(compiled: Compile, count: int) -> None:
    rows = [(n % 50, n % 9, bytes([n % 256]) * ((n % 50 + 7) // 8)) for n in range(count)]
    assert written(compiled(BITS), codes(*rows)) == b"".join(code(*row) for row in rows)


def test_a_size_that_rows_do_not_say_is_found(compiled: Compile) -> None:
    codec = compiled(BITS)
    table = codes((0, 1, b"ab"), (0, 2, b""), (0, 3, bytes(300))).drop_columns("num_bits")
    assert written(codec, table) == code(16, 1, b"ab") + code(0, 2, b"") + code(2400, 3, bytes(300))


def test_structures_that_are_as_large_as_several_numbers_say(compiled: Compile) -> None:
    codec = compiled(CELLS)
    rows = [(n, n % 3, "x" * (n // 2)) for n in range(60)]
    kinds: list[Any] = [pa.field("nibbles", pa.int16()), pa.field("kind", pa.int16()), pa.field("name", pa.string())]
    table = pa.Table.from_pylist(
        [dict(zip((kind.name for kind in kinds), row, strict=True)) for row in rows], pa.schema(kinds)
    )
    data = b"".join(bytes([nibbles, kind]) + name.encode() for nibbles, kind, name in rows)
    assert written(codec, table) == data
    even = b"".join(bytes([nibbles & ~1, kind]) + name.encode() for nibbles, kind, name in rows)
    assert written(codec, table.drop_columns("nibbles")) == even
    forms, bad = agree_when_damaged(codec, data[:40])
    assert 0 < bad < forms


def test_a_size_that_no_number_says_is_refused_by_both(compiled: Compile) -> None:
    codec = compiled(BITS)
    assert refused(codec, codes((8, 1, b"a"), (0, 2, bytes(8192)))).field == "codes[1].num_bits"
    assert refused(codec, codes((17, 1, b""))).field == "codes[0].num_bits"
    odd = compiled(BITS.replace("(num_bits + 7) / 8", "2 * (num_bits / 8)"))
    assert "bits" in str(refused(odd, codes((8, 1, b"ab"), (0, 2, b"abc"))))
    forms, bad = agree_when_damaged(codec, code(9, 1, b"ab") + code(0, 2, b"") + code(16, 3, b"cd"))
    assert 0 < bad < forms


def test_what_rows_say_of_a_size_gives_way_where_it_does_not_fit(compiled: Compile) -> None:
    codec = compiled(BITS)
    table = codes((5, 1, b"ab"), (None, 3, b"c"), (8, 4, b"d"), (20, 5, b"e"))
    # What the division leaves of the number stays: 5 + 7 leaves 4, and so does 20 + 7 leave 3.
    wanted = code(13, 1, b"ab") + code(8, 3, b"c") + code(8, 4, b"d") + code(4, 5, b"e")
    for engine in ("objects", "columns"):
        found, _ = bytes_of(codec, table, None, parse(codec), None, engine)
        assert found == wanted
