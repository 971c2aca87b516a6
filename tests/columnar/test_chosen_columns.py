"""Columns of which conditions decide where they are stored become records in the kernel, as objects make them."""

from __future__ import annotations

import json
import struct
from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile
from tests.support.encoded_rows import made, refused

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import root_of
from bytewright.tables.write import bytes_of

EVENTS = """
seq: [{id: day, type: u2}, {id: events, type: event, repeat: eos}]
types:
  event:
    seq:
      - {id: kind, type: u1}
      - {id: body, type: {switch-on: kind, cases: {1: order, 2: trade, 3: f8}}, if: kind != 9}
      - {id: note, type: strz, if: kind == 2 or kind == 9}
      - {id: level, type: s2, -null: -1}
  order: {seq: [{id: number, type: u8}, {id: len, type: u1}, {id: symbol, type: str, size: len}]}
  trade: {seq: [{id: id, type: u4}, {id: price, type: f8}]}
-views:
  events:
    each: events[*]
    columns:
      - {id: kind, value: _.kind}
      - {id: day, value: day}
COLUMNS
"""
ROWS = 23


def file(kinds: str) -> bytes:
    """Events of some kinds."""
    made = [struct.pack("<H", 77)]
    for number, kind in enumerate(map(int, kinds)):
        symbol = b"abc"[: number % 4]
        body = {
            1: struct.pack("<QB", number << 33, len(symbol)) + symbol,
            2: struct.pack("<Id", number, number / 8),
            3: struct.pack("<d", -number),
            9: b"",
        }[kind]
        note = b"note %d\0" % number if kind in (2, 9) else b""
        made.append(bytes([kind]) + body + note + struct.pack("<h", number % 3 - 1))
    return b"".join(made)


def codec_of(compiled: Compile, *columns: str) -> Codec:
    """The spec with columns besides those that it has."""
    return compiled(EVENTS.replace("COLUMNS", "\n".join(f"      - {{{column}}}" for column in columns)))


def read(codec: Codec, data: bytes) -> tuple[pa.Table, str]:
    """The rows of a file, and the rest of it."""
    root = json.dumps(root_of(codec, BytesSource(data), None, parse(codec, {})))
    return bytewright.open(data, codec, engine="objects").to_table(), root


MEMBERS = (
    "id: symbol, value: _.body.as<order>.symbol, if: _.kind == 1",
    "id: number, value: _.body.as<order>.number, if: _.kind == 1",
    "id: trade, value: _.body.as<trade>",
    "id: level, value: _.level, if: _.kind != 3",
    "id: rest, value: _.level, if: _.kind == 3",
    "id: note, value: _.note, if: _.kind == 9",
    "id: notes, value: _.note",
    "id: real, value: _.body.as<f8>, if: _.kind == 3",
)


def test_each_field_has_the_rows_where_its_condition_holds(compiled: Compile) -> None:
    codec, data = codec_of(compiled, *MEMBERS), file("12391123" * 2 + "9321911")
    rows, root = read(codec, data)
    assert rows.num_rows == ROWS
    assert made(codec, rows, root) == data
    assert made(codec, rows) == data


def test_what_no_column_says_a_root_does(compiled: Compile) -> None:
    codec, data = codec_of(compiled, "id: level, value: _.level, if: _.kind == 1", *MEMBERS[:3]), file("121291" * 3)
    rows, root = read(codec, data)
    assert made(codec, rows, root) == data


def test_dictionaries_and_nothing_at_all(compiled: Compile) -> None:
    codec = codec_of(compiled, *MEMBERS)
    for kinds in ("1" * 9, "2391" * 5):
        rows, root = read(codec, file(kinds))
        for name in ("symbol", "note", "notes"):
            rows = rows.set_column(rows.column_names.index(name), name, rows[name].dictionary_encode())
        assert bytes_of(codec, rows, None, parse(codec, {}), root, "columns")[0] == file(kinds)


@pytest.mark.parametrize(
    ("kind", "changed", "message"),
    [
        (
            1,
            {"number": None, "symbol": None, "trade": {"id": 1, "price": 0.5}},
            "there is no member 'id'. Known members: number, symbol",
        ),
        (9, {"symbol": "a"}, "expected nothing, as its condition is false"),
        (9, {"note": None, "notes": None}, "expected a value, found nothing"),
        (9, {"note": "another"}, "as another column says"),
        (3, {"level": 5, "rest": 6}, "expected 5, as another column says, found 6"),
        (1, {"number": None}, "expected a value, found nothing"),
    ],
)
def test_rows_that_say_otherwise(compiled: Compile, kind: int, changed: dict[str, Any], message: str) -> None:
    codec = codec_of(compiled, *MEMBERS)
    rows, _ = read(codec, file(f"121{kind}9"))
    lines = rows.to_pylist()
    lines[3] |= changed
    assert message in refused(codec, pa.Table.from_pylist(lines, rows.schema))


@pytest.mark.parametrize(
    ("case", "other", "names"), [("order", "trade", ("id", "price")), ("trade", "order", ("number", "symbol"))]
)
def test_structures_of_cases_side_by_side(compiled: Compile, case: str, other: str, names: tuple[str, ...]) -> None:
    codec = codec_of(
        compiled,
        f"id: one, value: _.body.as<{case}>",
        *(f"id: {name}, value: _.body.as<{other}>.{name}" for name in names),
        *("id: note, value: _.note", "id: level, value: _.level"),
    )
    data = file("1291" * 4)
    rows, root = read(codec, data)
    assert made(codec, rows, root) == data
    assert made(codec, rows) == data
