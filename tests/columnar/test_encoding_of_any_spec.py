"""Rows of any spec become records in the kernel: the bytes that objects write, which are read back as the same rows."""

from __future__ import annotations

import struct
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import WriteError

Rows = list[dict[str, Any]]


def records(fields: str, types: str = "") -> str:
    """A spec of records with some fields."""
    lines = "".join(f"      - {{{line}}}\n" for line in fields.strip().splitlines())
    return f"seq: [{{id: records, type: record, repeat: eos}}]\ntypes:\n  record:\n    seq:\n{lines}{types}"


PADDED = records(
    "id: len, type: u2\nid: body, size: len\nid: pad, size: (8 - (len + 2) % 8) % 8",
)
PADDED_INSIDE = records(
    "id: kind, type: u1\nid: extra, type: extra, if: kind == 1\nid: more, size: kind % 4, if: kind > 4",
    "  extra:\n    seq:\n"
    "      - {id: len_key, type: u1}\n"
    "      - {id: len_value, type: u2}\n"
    "      - {id: key, type: str, size: len_key}\n"
    "      - {id: pad, size: (4 - (3 + len_key) % 4) % 4}\n"
    "      - {id: value, size: len_value}\n"
    "      - {size: (4 - len_value % 4) % 4}\n",
)
RULED = records(
    """
    id: tag, type: str, size: 4, valid: {any-of: ['"DATA"', '"META"']}
    id: side, type: strz, valid: {any-of: ['"buy"', '"sell"', '"é"']}
    id: has_hash, type: u1
    id: hash, size: 2, valid: {any-of: ['[1, 2]', '[0, 255]']}, if: has_hash != 0
    id: name, type: strz, size: 6, valid: {any-of: ['"a"', '"bc"', '""']}
    id: len_rest, type: u1
    id: rest, size: len_rest, valid: {expr: _.length > 1}
    """
)
CONSTANT = records(
    """
    id: tag, type: str, size: 4, valid: '"DATA"'
    id: number, type: u4
    id: has_mark, type: u1
    id: mark, size: 2, valid: '[13, 10]', if: has_mark != 0
    id: name, type: strz, size: 6, valid: '"é"'
    """
)
DEFAULTS = records(
    """
    id: len, type: u1
    id: name, type: str, size: len, -default: '"nöne"'
    id: wide, type: str, size: 4, encoding: UTF-16BE, -default: '"ab"'
    id: padded, type: strz, size: 6, -default: '"é"'
    id: key, size: 2, -default: '[1, 2]', valid: {any-of: ['[1, 2]', '[3, 4]']}
    id: text, type: strz, -default: '"x"'
    id: price, type: f8, -default: 1.5
    id: rate, type: f4, -default: 0.1
    """
)
OPTIONAL = records(
    """
    id: has, type: u1
    id: symbol, type: str, size: 8, pad-right: 0x20, if: has != 0
    id: name, type: strz, size: 6, if: has == 2
    id: rest, type: str, size: 3, if: has == 2, pad-right: 0
    """
)
SIDE_BY_SIDE = records(
    """
    id: num, type: u2
    id: has_z, type: u1
    id: x, type: s4, repeat: expr, repeat-expr: num
    id: y, type: strz, repeat: expr, repeat-expr: num
    id: z, type: f8, repeat: expr, repeat-expr: num, if: has_z != 0
    id: double, type: u4, valid: num * 2
    """
)
STATED_BESIDE = records(
    """
    id: header, type: header
    id: body, type: body, size: header.len - 12
    id: len_again, type: u4, valid: header.len
    """,
    "  header: {seq: [{id: kind, type: u4}, {id: len, type: u4}]}\n"
    "  body:\n    seq:\n      - {id: number, type: u4}\n      - {id: options, type: option, repeat: eos}\n"
    "  option:\n    seq:\n"
    "      - {id: code, type: u2}\n"
    "      - {id: len, type: u2}\n"
    "      - {id: value, size: len}\n"
    "      - {id: pad, size: (4 - len % 4) % 4}\n",
)
MEANT = records(
    """
    id: num, type: u1
    id: x, type: s4, repeat: expr, repeat-expr: num
    id: ids, size: 16, -type: uuid, repeat: expr, repeat-expr: num
    id: rate, type: f4
    id: has, type: u1
    id: level, type: u2, -null: 9, if: has != 0
    id: session, size: 16, -type: uuid, if: has > 1
    id: at, type: s8, -type: {timestamp: ms}, -null: 0
    id: kind, type: u1, enum: kind, -null: kind::none
    """,
    "enums:\n  kind: {1: open, 7: none}\n",
)
WIDE = records(
    """
    id: len, type: u8
    id: num, type: u8
    id: body, size: len
    id: x, type: u1, repeat: expr, repeat-expr: num
    id: total, type: u8
    id: again, type: u8, valid: total
    id: low, type: s8, valid: total
    """
)
ENDED = records(
    """
    id: wide, type: strz, encoding: UTF-16LE
    id: wider, type: strz, encoding: UTF-32BE
    id: line, type: str, encoding: ASCII, terminator: 10, include: true
    id: raw, terminator: 200
    id: rest, terminator: 200, include: true
    id: has, type: u1
    id: late, type: strz, encoding: UTF-16BE, if: has != 0
    """
)
FITTED = records(
    """
    id: len_name, type: u1
    id: name, type: strz, size: len_name
    id: half, type: u2
    id: wide, type: strz, encoding: UTF-16LE, size: half * 2
    id: more, type: s4
    id: tag, type: str, size: more + 3, pad-right: 0x20
    id: len_raw, type: u8
    id: raw, size: len_raw, terminator: 7, pad-right: 1
    id: last, type: u1
    """
)
HALVED = records(
    """
    id: half, type: u1
    id: raw, size: half * 2
    id: quarter, type: u1
    id: inner, type: inner, size: quarter * 4
    """,
    "  inner: {seq: [{id: x, type: u2}, {id: y, type: strz}]}\n",
)
UNNAMED = records(
    """
    id: a, type: u1
    type: u2
    type: b3
    id: b, type: b4
    type: b1
    type: f4, if: a > 5
    id: c, type: s1
    """
)
ONE_CASE = records(
    """
    id: kind, type: u1
    id: body, type: {switch-on: kind, cases: {1: inner}}
    id: last, type: u1
    """,
    "  inner: {seq: [{id: x, type: u2}, {id: y, type: strz}]}\n",
)
HEADED = records(
    """
    id: head, type: head
    id: body, type: body
    id: rest, size: head.inner.n - 1
    id: many, type: u2, repeat: expr, repeat-expr: head.inner.m * 2
    id: more, type: u1, repeat: expr, repeat-expr: head.inner.m
    """,
    "  head: {seq: [{id: kind, type: u1}, {id: inner, type: inner}, {id: half_data, type: u2}]}\n"
    "  inner: {seq: [{id: n, type: u1}, {id: m, type: u1}]}\n"
    "  body: {seq: [{id: data, size: _parent.head.half_data * 2}, {id: last, type: u1}]}\n",
)
SOME_ID, OTHER_ID = "00010203-0405-0607-0809-0a0b0c0d0e0f", "fedcba98-7654-3210-fedc-ba9876543210"
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)

MADE: list[tuple[str, Rows]] = [
    (PADDED, [{"body": b"abc"}, {"body": b""}, {"body": b"x" * 6}, {"body": b"y" * 7}]),
    (PADDED, [{"body": b"abc", "pad": b"zzz"}, {"body": b"", "pad": None}, {"body": b"x" * 6, "pad": b""}]),
    (
        PADDED_INSIDE,
        [
            {"kind": 1, "extra": {"key": "a", "pad": None, "value": b"12345"}},
            {"kind": 0},
            {"kind": 1, "extra": {"key": "abé", "pad": b"!", "value": b""}},
            {"kind": 6},
            {"kind": 7, "more": b"678"},
        ],
    ),
    (
        RULED,
        [
            {"tag": "DATA", "side": "buy", "has_hash": 1, "hash": b"\0\xff", "name": "bc", "rest": b"12"},
            {"tag": "META", "side": "é", "has_hash": 0, "hash": None, "name": "", "rest": b"123"},
        ],
    ),
    (CONSTANT, [{"number": 1, "has_mark": 1}, {"number": 2, "has_mark": 0}]),
    (CONSTANT, [{"tag": "else", "number": 1, "has_mark": 1, "mark": b"?", "name": "other"}]),
    (DEFAULTS, [{"name": None}]),
    (
        DEFAULTS,
        [
            {"name": "", "wide": "é!", "padded": "123456", "key": b"\3\4", "text": "", "price": -0.0, "rate": 2.5},
            {"name": None, "wide": None, "padded": None, "key": None, "text": None, "price": None, "rate": None},
            {"name": "longer", "wide": "cd", "padded": "", "key": b"\1\2", "text": "é", "price": 2.5, "rate": None},
        ],
    ),
    (
        OPTIONAL,
        [
            {"has": 1, "symbol": "AAPL", "name": None, "rest": None},
            {"has": 0, "symbol": None, "name": None, "rest": None},
            {"has": 2, "symbol": "12345678", "name": "é", "rest": "ab"},
            {"has": 2, "symbol": "", "name": "123456", "rest": ""},
        ],
    ),
    (
        SIDE_BY_SIDE,
        [
            {"has_z": 0, "x": [1, -2], "y": ["a", "é"], "z": None},
            {"has_z": 1, "x": [], "y": [], "z": []},
            {"has_z": 1, "x": [5], "y": [""], "z": [0.5]},
        ],
    ),
    (
        STATED_BESIDE,
        [
            {"header": {"kind": 1}, "body": {"number": 2, "options": []}},
            {
                "header": {"kind": 7},
                "body": {"number": 3, "options": [{"code": 1, "value": b"abc"}, {"code": 2, "value": b""}]},
            },
        ],
    ),
    (
        ENDED,
        [
            {"wide": "é", "wider": "", "line": "\n", "raw": b"", "rest": b"a\xc8", "has": 0, "late": None},
            {"wide": "", "wider": "x😀", "line": "ab\n", "raw": b"\0", "rest": b"\xc8", "has": 1, "late": "€"},
        ],
    ),
    (
        FITTED,
        [
            {"name": "ab", "wide": "é", "tag": "abc", "raw": b"abc", "last": 1},
            {"name": "", "wide": "", "tag": "", "raw": b"", "last": 2},
            {"name": "é", "wide": "a😀", "tag": "abcdef", "raw": b"\0", "last": 3},
        ],
    ),
    (
        FITTED,
        [
            {
                "len_name": 5,
                "half": 4,
                "more": 2,
                "len_raw": 9,
                "name": "ab",
                "wide": "é",
                "tag": "a",
                "raw": b"a",
                "last": 0,
            },
            {
                "len_name": 2,
                "half": 1,
                "more": 0,
                "len_raw": 1,
                "name": "ab",
                "wide": "é",
                "tag": "a",
                "raw": b"a",
                "last": 0,
            },
            {
                "len_name": 1,
                "half": 0,
                "more": -1,
                "len_raw": 0,
                "name": "ab",
                "wide": "é",
                "tag": "abc",
                "raw": b"a",
                "last": 0,
            },
        ],
    ),
    (HALVED, [{"raw": b"", "inner": {"x": 1, "y": "a"}}, {"raw": b"1234", "inner": {"x": 1, "y": "abcde"}}]),
    (UNNAMED, [{"a": 1, "b": 15, "c": -1}, {"a": 6, "b": 0, "c": 1}]),
    (ONE_CASE, [{"kind": 1, "body": {"x": 5, "y": "a"}, "last": 1}, {"kind": 0, "body": None, "last": 2}]),
    (
        HEADED,
        [
            {
                "head": {"kind": 1, "inner": {"n": None}},
                "body": {"data": b"ab", "last": 1},
                "rest": b"",
                "many": [1, 2],
                "more": [3],
            },
            {
                "head": {"kind": 2, "inner": {"n": 7, "m": 7}, "half_data": 7},
                "body": {"data": b"", "last": 2},
                "rest": b"abc",
                "many": [],
                "more": [],
            },
        ],
    ),
    (WIDE, [{"body": b"abc", "x": [1], "total": 5}, {"body": b"", "x": [], "total": (1 << 63) - 1}]),
    (MEANT, [{"x": [], "ids": [], "rate": 0.5, "has": 1, "level": 5, "session": None, "at": NOON, "kind": "open"}]),
    (
        MEANT,
        [
            {"x": [1, -1], "ids": [SOME_ID, OTHER_ID], "rate": 0.5, "has": 0, "at": NOON, "kind": "open"},
            {"x": [], "ids": [], "rate": 2.5, "has": 2, "level": None, "session": OTHER_ID, "at": None, "kind": None},
            {"x": [], "ids": [], "rate": -1.5, "has": 1, "level": 5, "session": None, "at": NOON, "kind": None},
        ],
    ),
]


def table_of(codec: Codec, rows: Rows) -> pa.Table:
    """Rows as columns of the types that a view of the spec has."""
    schema = bytewright.open(b"", spec=codec).schema
    return pa.Table.from_pylist(rows, pa.schema([field for field in schema if any(field.name in row for row in rows)]))


@pytest.mark.parametrize(("text", "rows"), MADE)
def test_rows_become_records_in_the_kernel(compiled: Compile, tmp_path: Path, text: str, rows: Rows) -> None:
    codec, file = compiled(text), tmp_path / "rows"
    table = table_of(codec, rows)
    bytewright.write(table, file, codec, engine="objects")
    wanted = file.read_bytes()
    assert bytewright.write(table, file, codec, engine="columns").encoded == len(rows)
    assert file.read_bytes() == wanted
    read = bytewright.open(wanted, spec=codec, engine="objects").to_table()
    assert bytewright.open(wanted, spec=codec, engine="columns").to_table() == read
    # What is read holds all that follows from others, too.
    assert bytewright.write(read, file, codec, engine="columns").encoded == len(rows)
    assert file.read_bytes() == wanted


HEAD = {"kind": 1, "inner": {"n": None}}

WRONG: list[tuple[str, Rows]] = [
    (PADDED, [{"body": b"abc", "pad": b"zzzz"}, {"body": None, "pad": b"zzzz"}]),
    (PADDED_INSIDE, [{"kind": 0, "more": b"abc"}, {"kind": 7, "more": b"ab"}]),
    (
        RULED,
        [
            {"tag": "data", "side": "buy", "has_hash": 0, "name": "a", "rest": b"12"},
            {"tag": "DATA", "side": "", "has_hash": 0, "name": "a", "rest": b"12"},
            {"tag": "DATA", "side": "buy", "has_hash": 1, "name": "a", "rest": b"12", "hash": b"\1"},
            {"tag": "DATA", "side": "buy", "has_hash": 0, "name": "abc", "rest": b"12"},
            {"tag": "DATA", "side": "buy", "has_hash": 0, "name": "a", "rest": b"1"},
        ],
    ),
    (
        DEFAULTS,
        [{"name": "x" * 256}, {"wide": "abc"}, {"padded": "1234567"}, {"key": b"\1"}, {"text": "a\0b"}],
    ),
    (
        OPTIONAL,
        [
            {"has": 1, "symbol": "123456789"},
            {"has": 1, "symbol": None},
            {"has": 0, "symbol": "a"},
            {"has": 2, "symbol": "a ", "name": "b", "rest": "c"},
        ],
    ),
    (
        SIDE_BY_SIDE,
        [
            {"has_z": 0, "x": [1], "y": ["a", "b"]},
            {"has_z": 1, "x": [1], "y": ["a"], "z": [1.0, 2.0]},
            {"has_z": 1, "x": [1], "y": ["a"]},
            {"has_z": 0, "x": [1], "y": None},
        ],
    ),
    (
        MEANT,
        [
            {"x": [None], "ids": [SOME_ID], "rate": 0.5, "has": 0},
            {"x": [1], "ids": [None], "rate": 0.5, "has": 0},
            {"x": [1], "ids": ["x"], "rate": 0.5, "has": 0},
            {"x": [], "ids": [], "has": 2, "session": None},
            {"x": [], "ids": [], "has": 1, "session": SOME_ID},
            {"x": [], "ids": [], "has": 0, "level": 5},
        ],
    ),
    (HALVED, [{"raw": b"123", "inner": {"x": 1, "y": "a"}}, {"raw": b"12", "inner": {"x": 1, "y": "ab"}}]),
    (
        FITTED,
        [
            {"name": "a\0b", "wide": "é", "tag": "abc", "raw": b"abc", "last": 1},
            {"len_raw": 1 << 62, "name": "", "wide": "", "tag": "", "raw": b"abc", "last": 1},
            {"len_raw": (1 << 63) + 1, "name": "", "wide": "", "tag": "", "raw": b"abc", "last": 1},
            {"name": "x" * 255, "wide": "é", "tag": "abc", "raw": b"abc", "last": 1},
        ],
    ),
    (
        ENDED,
        [
            {"wide": "a\0", "wider": "", "line": "\n", "raw": b"", "rest": b"\xc8", "has": 0},
            {"wide": "", "wider": "", "line": "", "raw": b"", "rest": b"\xc8", "has": 0},
            {"wide": "", "wider": "", "line": "\n\n", "raw": b"", "rest": b"\xc8", "has": 0},
            {"wide": "", "wider": "", "line": "\n", "raw": b"\xc8", "rest": b"\xc8", "has": 0},
            {"wide": "", "wider": "", "line": "\n", "raw": b"", "rest": b"a", "has": 0},
        ],
    ),
    (
        HEADED,
        [
            {"head": HEAD, "body": {"data": b"a", "last": 1}, "rest": b"", "many": [], "more": []},
            {"head": HEAD, "body": {"data": b"", "last": 1}, "rest": b"", "many": [1], "more": []},
            {"head": HEAD, "body": {"data": b"", "last": 1}, "rest": b"", "many": [1, 2], "more": []},
            {"head": HEAD, "body": {"data": b"", "last": 1}, "rest": b"x" * 255, "many": [], "more": []},
        ],
    ),
    (WIDE, [{"body": b"", "x": [], "total": 1 << 63}]),
    (STATED_BESIDE, [{"header": None, "body": {"number": 1, "options": []}}]),
]


@pytest.mark.parametrize(("text", "rows"), WRONG)
def test_rows_that_are_wrong_are_told_by_objects(compiled: Compile, tmp_path: Path, text: str, rows: Rows) -> None:
    codec, file = compiled(text), tmp_path / "rows"
    for row in rows:
        table = table_of(codec, [row])
        with pytest.raises(WriteError) as wanted:
            bytewright.write(table, file, codec, engine="objects")
        with pytest.raises(WriteError) as found:
            bytewright.write(table, file, codec)
        assert str(found.value) == str(wanted.value)
        assert not file.exists()


def test_zeros_of_another_size_are_padding_as_well(compiled: Compile, tmp_path: Path) -> None:
    codec, file = compiled(PADDED), tmp_path / "rows"
    assert bytewright.write(table_of(codec, [{"body": b"abc", "pad": b"\0"}]), file, codec).encoded == 0
    assert file.read_bytes() == b"\3\0abc\0\0\0"


def test_places_in_a_file_are_left_to_objects(compiled: Compile, tmp_path: Path) -> None:
    codec, file = (
        compiled(records("id: name, type: strz\nid: pad, size: (4 - _io.pos % 4) % 4\nid: n, type: u1")),
        tmp_path / "rows",
    )
    table = table_of(codec, [{"name": "ab", "n": 1}, {"name": "ab", "n": 2}])
    assert bytewright.write(table, file, codec).encoded == 0
    assert file.read_bytes() == b"ab\0\0\1ab\0\2"


def test_conditions_on_places_in_a_file_are_left_to_objects(compiled: Compile, tmp_path: Path) -> None:
    codec, file = compiled(records("id: n, type: u1\nid: b, type: u1, if: _io.pos == 1")), tmp_path / "rows"
    assert bytewright.write(table_of(codec, [{"n": 1, "b": 2}, {"n": 3, "b": None}]), file, codec).encoded == 0
    assert file.read_bytes() == b"\1\2\3"


@pytest.mark.parametrize("rule", ["a == b", "a != b", "a < b", "a + b == 'xy'", "a.reverse == b", "b.to_i > 5"])
def test_texts_that_are_compared_are_left_to_objects(compiled: Compile, tmp_path: Path, rule: str) -> None:
    """Nothing of a record has been written when the kernel computes what there is in it."""
    codec = compiled(records(f'id: a, type: strz\nid: b, type: strz\nid: c, type: u1, if: "{rule}"'))
    rows: Rows = [{"a": "x", "b": "y", "c": None}, {"a": "x", "b": "x", "c": 1}, {"a": "x", "b": "7", "c": None}]
    file = tmp_path / "rows"
    for row in rows:
        for given in (row, row | {"c": 1 if row["c"] is None else None}):
            made: list[Any] = []
            for engine in ("objects", "auto"):
                file.unlink(missing_ok=True)
                try:
                    assert bytewright.write(table_of(codec, [given]), file, codec, engine=engine).encoded == 0
                    made.append(file.read_bytes())
                except WriteError as error:
                    made.append(str(error))
            assert made[0] == made[1]


@pytest.mark.parametrize(
    ("field", "size", "row"),
    [
        ("size: n", 1 << 62, {}),
        ("size: n", (1 << 63) + 5, {}),
        ("id: pad, size: n % 0x7fffffffffffffff", 1 << 62, {}),
        ("id: text, type: strz, size: n", 1 << 62, {"text": "a"}),
        ("id: text, type: strz, size: n", (1 << 63) + 5, {"text": "a"}),
    ],
)
def test_sizes_that_there_is_no_memory_for(
    compiled: Compile, tmp_path: Path, field: str, size: int, row: dict[str, Any]
) -> None:
    codec, file = compiled(records(f"id: n, type: u8\n{field}\nid: last, type: u1")), tmp_path / "rows"
    with pytest.raises(WriteError):
        bytewright.write(table_of(codec, [{"n": size, "last": 1, **row}]), file, codec)
    assert not file.exists()


def test_places_in_a_structure_with_a_size(compiled: Compile, tmp_path: Path) -> None:
    fields = "id: len, type: u1\nid: body, type: body, size: len"
    names = "  body:\n    seq: [{id: name, type: strz}, {id: pad, size: -_io.pos % 4}, {id: n, type: u1}]\n"
    codec, file = compiled(records(fields, names)), tmp_path / "rows"
    table = table_of(codec, [{"body": {"name": "ab", "n": 1}}, {"body": {"name": "abc", "n": 2}}])
    assert bytewright.write(table, file, codec, engine="columns").encoded == table.num_rows
    assert file.read_bytes() == b"\5ab\0\0\1\5abc\0\2"


def test_a_float_that_stands_for_null(compiled: Compile, tmp_path: Path) -> None:
    codec, file = (
        compiled(records("id: rate, type: f4, -null: -1.5\nid: level, type: f8, -null: 0.1")),
        tmp_path / "rows",
    )
    rows: Rows = [{"rate": None, "level": 2.5}, {"rate": 0.5, "level": None}]
    assert bytewright.write(table_of(codec, rows), file, codec, engine="columns").encoded == len(rows)
    assert file.read_bytes() == struct.pack("<fdfd", -1.5, 2.5, 0.5, 0.1)
    assert bytewright.open(file, spec=codec).to_table().to_pylist() == rows
