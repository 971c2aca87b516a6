"""Columns that show a structure, for which a member stands, as another type: the type is said of that member."""

from __future__ import annotations

import struct
from datetime import UTC, datetime
from decimal import Decimal

import pyarrow as pa
import pytest
from tests.support.both import agree_in_all_modes
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.settings import parse
from bytewright.errors import SpecError, ValueInvalidError
from bytewright.tables.write import bytes_of

ROWS = """
seq: [{id: rows, type: row, repeat: eos}]
types:
  row: {seq: [{id: size, type: outer}, {id: count, type: inner, if: size.value.stored != 9}, {id: word, type: word}]}
  outer: {-show: {value: value}, seq: [{id: value, type: number}]}
  number: {-show: {value: stored}, seq: [{id: stored, type: u8}]}
  inner: {-show: {value: less}, seq: [{id: stored, type: u2, -null: 0}], instances: {less: {value: stored - 1}}}
  word: {-show: {value: text}, seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}
-views:
  rows:
    each: rows[*]
    columns:
      - {id: size, value: _.size, SIZE}
      - {id: count, value: _.count, COUNT}
      - {id: word, value: _.word, type: str}
"""
STORED = [5, 9, (1 << 63) + 1, 0]


def _file() -> bytes:
    parts = [
        struct.pack("<Q", n) + (struct.pack("<H", 200 + i) if n != 9 else b"") + b"\2\xc3\xa4"
        for i, n in enumerate(STORED)
    ]
    return b"".join(parts)


@pytest.mark.parametrize(
    ("size", "kind", "shown"),
    [
        ("type: u8", pa.decimal128(20, 0), [Decimal(n) for n in STORED]),
        ("type: long", pa.int64(), [5, 9, 1 - (1 << 63), 0]),
        ("-type: bool", pa.bool_(), [True, True, True, False]),
    ],
)
@pytest.mark.parametrize("count", ["type: s4", "type: {timestamp: s}"])
def test_both_engines_show_them_so_and_rows_are_written(
    compiled: Compile, size: str, kind: pa.DataType, shown: list[object], count: str
) -> None:
    codec = compiled(ROWS.replace("SIZE", size).replace("COUNT", count))
    agree_in_all_modes(codec, _file())
    rows = bytewright.open(_file(), codec, engine="columns").to_table()
    assert rows.schema.field("size").type == kind
    assert rows["size"].to_pylist() == shown
    counts = [199, None, 201, 202]
    moments = [None if n is None else datetime.fromtimestamp(n, UTC) for n in counts]
    assert rows["count"].to_pylist() == (counts if count == "type: s4" else moments)
    assert rows["word"].to_pylist() == ["ä"] * 4
    if kind != pa.bool_():
        for engine in ("auto", "objects"):
            assert bytes_of(codec, rows, None, parse(codec), None, engine)[0] == _file()


def test_a_value_that_does_not_fit_is_the_one_that_is_blamed(compiled: Compile) -> None:
    codec = compiled(ROWS.replace("SIZE", "type: s8").replace("COUNT", "type: s4"))
    for engine in ("columns", "objects"):
        with pytest.raises(ValueInvalidError, match=r"rows\[2\]\.size: column size: .* found 9223372036854775809"):
            bytewright.open(_file(), codec, engine=engine).to_table()


def test_text_of_numbers_and_structures(compiled: Compile) -> None:
    codec = compiled(ROWS.replace("SIZE", "type: str").replace("COUNT", "type: str"))
    for engine in ("auto", "objects"):
        rows = bytewright.open(_file(), codec, engine=engine).to_table()
        assert rows["size"].to_pylist() == [str(n) for n in STORED]
        assert rows["count"].to_pylist() == ["199", None, "201", "202"]


def test_what_stands_for_it_must_be_able_to_mean_that(compiled: Compile) -> None:
    with pytest.raises(SpecError, match=r"'timestamp' stands on an integer, not on text"):
        compiled(
            ROWS.replace("SIZE", "type: u8")
            .replace("COUNT", "type: s4")
            .replace("word, type: str", "word, type: {timestamp: s}")
        )
