"""Types and nullability of columns that follow from what they show, and the rows of specs without views; both ways."""

from __future__ import annotations

import struct
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from tests.support.both_ways import both_ways, read
from tests.support.compiling import Compile

from bytewright_codegen.ir.diagnostics import SpecErrors

ITEMS = """
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: kind, type: u1}
      - {id: big, type: u8}
      - {id: other, type: u8}
      - {id: signed, type: s8}
      - {id: part, type: part, if: kind != 9}
      - {id: chosen, type: {switch-on: kind, cases: {1: u1, 2: u2}}}
      - {id: many, type: part, repeat: expr, repeat-expr: 1, if: kind != 9}
    instances:
      through: {value: part.x}
  part: {seq: [{id: x, type: u2}, {id: more, type: more, if: x != 0}]}
  more: {seq: [{id: y, type: u1}]}
-views: {items: {each: 'items[*]', columns: [{id: kind, value: _.kind}, {id: shown, COLUMN}]}}
"""


def item(kind: int, big: int, other: int, signed: int, rest: bytes) -> bytes:
    return struct.pack("<BQQq", kind, big, other, signed) + rest


LARGE = (1 << 64) - 2
DATA = item(1, LARGE, 3, -1, b"\5\0\7" + b"\x08" + b"\1\0\6") + item(9, 5, 4, -2, b"") + item(0, 6, 4, 0, bytes(4))
"""With all that may be there, with nothing, and with something."""
DECIMAL, LONG = pa.decimal128(20, 0), pa.int64()


@pytest.mark.parametrize(
    ("column", "kind", "nullable", "shown"),
    [
        ("value: _.part.x", pa.int32(), True, [5, None, 0]),
        ("value: _.part.more.y", pa.int16(), True, [7, None, None]),
        ("value: _.part.x, type: s8", LONG, True, [5, None, 0]),
        ("value: '_.many[0].x'", pa.int32(), True, [1, None, 0]),
        ("value: _.chosen", pa.int32(), True, [8, None, None]),
        ("value: _.through", pa.int32(), True, [5, None, 0]),
        ("value: '_.kind == 9 ? _.kind : _.part.x'", pa.int32(), True, [5, 9, 0]),
        ("value: '_.kind == 9 ? _.kind : _.part.x', nullable: false", pa.int32(), False, [5, 9, 0]),
        ("value: _.big, type: long", LONG, False, [-2, 5, 6]),
        ("value: _.big, -type: long", LONG, False, [-2, 5, 6]),
        ("value: '_.kind == 9 ? 0 : _.big'", DECIMAL, False, [LARGE, 0, 6]),
        ("value: '_.kind == 9 ? _.signed : _.big'", DECIMAL, False, [LARGE, -2, 6]),
        ("value: '_.kind == 9 ? _.signed : 0'", LONG, False, [0, -2, 0]),
        ("value: _.big + 1", DECIMAL, False, [LARGE + 1, 6, 7]),
        ("value: _.other - 5", DECIMAL, False, [-2, -1, -1]),
        ("value: _.big & 0xff", DECIMAL, False, [0xFE, 5, 6]),
        ("value: _.signed + 1", LONG, False, [0, -1, 1]),
        ("value: _.kind / 2.0", pa.float64(), False, [0.5, 4.5, 0.0]),
    ],
)
def test_columns_of_a_view(compiled: Compile, column: str, kind: pa.DataType, nullable: bool, shown: list[Any]) -> None:
    codec = compiled(ITEMS.replace("COLUMN", column))
    rows = both_ways(codec, DATA, alone=False)
    assert rows.schema.field("shown") == pa.field("shown", kind, nullable=nullable)
    expected = [value if value is None or kind != DECIMAL else Decimal(value) for value in shown]
    assert rows["shown"].to_pylist() == expected


def test_columns_through_structures_that_may_be_absent_are_written(compiled: Compile) -> None:
    columns = ", ".join(
        f"{{id: {name.replace('.', '_')}, value: _.{name}}}"
        for name in ("big", "other", "signed", "part.x", "part.more.y", "chosen", "many")
    )
    both_ways(compiled(ITEMS.replace("{id: shown, COLUMN}", columns)), DATA)


MEANT = """
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq: [{id: a, type: u4}, {id: b, size: 16}, {id: c, type: u1}, {id: d, type: u2}, {id: e, type: s8, -null: -1}]
-views:
  items:
    each: items[*]
    columns:
      - {id: a, value: _.a, -type: {timestamp: s}}
      - {id: b, value: _.b, -type: uuid}
      - {id: c, value: _.c, -type: bool}
      - {id: d, value: _.d, -type: utf16-unit}
      - {id: e, value: _.e, -type: {timestamp: ms}}
"""


def test_what_columns_mean(compiled: Compile) -> None:
    """A column means what its `-type` says, and is written as what is stored."""
    data = struct.pack("<I16sBHq", 5, bytes(range(16)), 1, 65, 2000) + struct.pack("<I16sBHq", 6, bytes(16), 0, 66, -1)
    rows = both_ways(compiled(MEANT), data)
    moment = datetime.fromtimestamp
    first, second = "00010203-0405-0607-0809-0a0b0c0d0e0f", "00000000-0000-0000-0000-000000000000"
    assert [[*row.values()] for row in rows.to_pylist()] == [
        [moment(5, UTC), first, True, "A", moment(2, UTC)],
        [moment(6, UTC), second, False, "B", None],
    ]


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ("-type: uuid", "'uuid' stands on 16 bytes"),
        ("-type: long, type: s8", "'-type' means nothing beside 'type'"),
        ("-type: lnog", "unknown logical type 'lnog'"),
    ],
)
def test_what_columns_can_not_mean(compiled: Compile, column: str, message: str) -> None:
    with pytest.raises(SpecErrors, match=message):
        compiled(ITEMS.replace("COLUMN", f"value: _.big, {column}"))


BESIDE = {
    "to the end": "  - {id: items, type: item, repeat: eos}\n",
    "counted": "  - {id: num, type: u1}\n  - {id: items, type: item, repeat: expr, repeat-expr: num}\n",
    "before another": (
        "  - {id: items, type: item, repeat: expr, repeat-expr: count}\n  - {id: rest, type: u1, repeat: eos}\n"
    ),
}


@pytest.mark.parametrize("way", BESIDE)
def test_the_only_list_of_a_user_type_gives_the_rows(compiled: Compile, way: str) -> None:
    """However many plain lists, and lists of switches, stand beside it."""
    spec = (
        "seq:\n"
        "  - {id: count, type: u1}\n"
        "  - {id: widths, type: u1, repeat: expr, repeat-expr: count}\n"
        "  - {id: names, type: strz, repeat: expr, repeat-expr: 1}\n"
        "  - {id: either, type: {switch-on: count, cases: {1: u1, 2: item}}, repeat: expr, repeat-expr: 1}\n"
        f"{BESIDE[way]}types: {{item: {{seq: [{{id: x, type: u1}}]}}}}\n"
    )
    items = {"to the end": b"\1\2", "counted": b"\2\1\2", "before another": b"\1\2\0\0"}[way]
    rows = both_ways(compiled(spec), b"\2\1\2a\0\5" + items, alone=False)
    assert rows.to_pylist() == [{"x": 1}, {"x": 2}]


@pytest.mark.parametrize("more", ["{id: others, type: item, repeat: expr, repeat-expr: 1}, ", ""])
def test_several_lists_of_user_types_are_one_row(compiled: Compile, more: str) -> None:
    seq = f"{more}{{id: plain, type: u1, repeat: eos}}"
    codec = compiled(
        f"seq: [{{id: items, type: item, repeat: expr, repeat-expr: 1}}, {seq}]\n"
        "types: {item: {seq: [{id: x, type: u1}]}}"
    )
    rows = read(codec, b"\1\2\3")
    assert rows.schema.names == (["items", "others", "plain"] if more else ["x"])


MAPS = """
seq: [{id: all, type: entry, repeat: eos}]
types:
  entry:
    seq:
      - {id: num, type: u1}
      - id: labels
        type: label
        repeat: expr
        repeat-expr: num
        -type: {map: {key: _.name.text, value: _.value}}
  label: {seq: [{id: name, type: name}, {id: value, type: u1}]}
  name: {seq: [{id: text, type: strz}]}
"""


def test_a_map_takes_a_dict(compiled: Compile) -> None:
    """In models as in rows, and in plain values."""
    codec, data = compiled(MAPS), b"\2a\0\1b\0\2" + b"\0"
    rows = both_ways(codec, data)
    assert rows.to_pylist() == [{"num": 2, "labels": [("a", 1), ("b", 2)]}, {"num": 0, "labels": []}]
    entry = codec.root.FIELDS[0].struct
    assert entry is not None
    entries: list[Any] = [{"labels": {"a": 1, "b": 2}}, entry(labels={})]
    assert codec.to_bytes(codec.root(all=entries)) == data
