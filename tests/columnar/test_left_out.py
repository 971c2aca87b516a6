"""What records may leave out, by kernels and through objects: bits, lists up to an end, what a stream ends before."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile
from tests.support.written_rows import refused, written

import bytewright
from bytewright.codec.settings import parse
from bytewright.tables.write import bytes_of

BITS = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: is_long, type: b1}
      - {id: has_more, type: b1}
      - {id: kind, type: b6}
      - {id: low, type: b4, if: is_long}
      - {id: middle, type: b5, if: is_long}
      - {id: high, type: b15, if: is_long, valid: {max: 0x7ff0}}
      - {id: more, type: more, if: has_more}
      - {id: least, type: b3le, if: kind == 1}
      - {id: last, type: u2}
  more:
    seq:
      - {id: x, type: b8le}
      - {id: y, type: b16le, if: x == 2}
      - {id: name, type: u1, if: x == 3}
"""
MORE = pa.struct([("x", pa.uint8()), ("y", pa.uint16()), ("name", pa.uint8())])
BIT_ROWS: tuple[dict[str, Any], ...] = (
    {"kind": 3, "low": 5, "middle": 31, "high": 0x1234, "last": 7},
    {"kind": 1, "least": 5},
    {"kind": 0, "more": {"x": 2, "y": 0xABC}, "last": 0xFFFF},
    {"kind": 63, "low": 0, "middle": 0, "high": 0, "more": {"x": 3, "name": 1}},
    {"kind": 1, "low": 15, "middle": 1, "high": 0x7FF0, "more": {"x": 1}, "least": 0},
)


def bits(*of: dict[str, Any]) -> pa.Table:
    kinds = {
        "is_long": pa.bool_(),
        "has_more": pa.bool_(),
        "kind": pa.uint8(),
        "low": pa.uint8(),
        "middle": pa.uint8(),
        "high": pa.uint16(),
        "more": MORE,
        "least": pa.uint8(),
        "last": pa.uint16(),
    }
    rows = [{"is_long": "low" in row, "has_more": "more" in row, "last": 0} | row for row in of]
    return pa.table({name: pa.array([row.get(name) for row in rows], kind) for name, kind in kinds.items()})


def test_bits(compiled: Compile) -> None:
    codec = compiled(BITS)
    data = written(codec, bits(*BIT_ROWS))
    assert data[:6] == b"\x0d\xf5\x69\x24\x07\x00"
    tried, bad = agree_when_damaged(codec, data)
    assert bad > tried // 20


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"kind": 0, "low": 1, "middle": 1}, "high"),
        ({"kind": 0, "middle": 1}, "middle"),
        ({"kind": 0, "low": 1, "middle": 1, "high": 0x7FF1}, "high"),
        ({"kind": 0, "low": 1, "middle": 32, "high": 0}, "middle"),
        ({"kind": 0, "least": 1}, "least"),
        ({"kind": 1}, "least"),
        ({"kind": 0, "more": {"x": 2}}, "more.y"),
        ({"kind": 0, "more": {"x": 1, "y": 0}}, "more.y"),
    ],
)
def test_wrong_bits(compiled: Compile, wrong: dict[str, Any], field: str) -> None:
    assert f"all[1].{field}" in str(refused(compiled(BITS), bits(BIT_ROWS[0], wrong)))


def sequence(fields: str) -> str:
    """A sequence of fields, of which each is told as ``id: type if condition``."""
    parts = (field.replace(": ", ", type: ").replace(" if", ", if:") for field in fields.split(", "))
    return "".join(f"      - {{id: {part}}}\n" for part in parts)


SHARED = "bits that may go on in a byte that others began"
TOGETHER = "a bit field under a condition that shares a byte with others"


@pytest.mark.parametrize(
    ("fields", "reason", "data", "rows"),
    [
        # kaitai-struct-compiler's parser reads the same, but where the order of bits changes inside a byte.
        ("a: b4, n: u1 if a == 1, c: b4, d: u1", SHARED, "123256 782345", [[1, 0x32, 5, 0x78], [2, None, 3, 0x45]]),
        ("a: b4, n: inner, c: b4, d: u1", SHARED, "123256 434321", [[1, {"x": 2}, 3, 0x56], [4, {"x": 3}, 4, 0x21]]),
        ("a: b12 if true, n: u1 if a == 1, c: b4, d: u1", SHARED, "123256", [[0x123, None, 2, 0x56]]),
        ("a: b4 if true, c: b12, d: u1", TOGETHER, "123256 434321", [[1, 0x232, 0x56], [4, 0x343, 0x21]]),
        ("a: b4, c: b4 if a == 1, d: u1", TOGETHER, "1232 5643", [[1, 2, 0x32], [5, None, 0x43]]),
        ("a: b4be, c: b4le, d: u1", "", "123256 434321", [[1, 2, 0x56], [4, 3, 0x21]]),
        # Whole bytes among bits under one condition.
        (
            "a: u1, b: b4 if a == 1, c: b4 if a == 1, d: b8 if a == 1, e: u1",
            "",
            "01233456 0078 01999999",
            [[1, 2, 3, 0x34, 0x56], [0, None, None, None, 0x78], [1, 9, 9, 0x99, 0x99]],
        ),
    ],
)
def test_bits_that_share_a_byte(compiled: Compile, fields: str, reason: str, data: str, rows: list[list[Any]]) -> None:
    types = f"  row:\n    seq:\n{sequence(fields)}  inner: {{seq: [{{id: x, type: b4}}]}}\n"
    codec = compiled(f"seq: [{{id: all, type: row, repeat: eos}}]\ntypes:\n{types}", "be")
    file = bytewright.open(bytes.fromhex(data), codec)
    table = file.to_table()
    assert [list(row.values()) for row in table.to_pylist()] == rows
    assert file.engines == ["objects" if reason == SHARED and "if" in fields else "columns"]
    made, how = bytes_of(codec, table, None, parse(codec), None, "auto")
    assert (how.encoded, how.reason) == (0 if reason else len(table), reason)
    assert made == bytes_of(codec, table, None, parse(codec), None, "objects")[0]


@pytest.mark.parametrize(
    ("fields", "data", "rows"),
    [
        ("a: b4be, c: b4le, d: u1", "02 123456 782345 99", [[1, 4, 0x56], [7, 3, 0x45]]),
        ("a: b4, c: inner, d: u1", "02 1234 5678 99", [[1, {"x": 2}, 0x34], [5, {"x": 6}, 0x78]]),
        ("a: b4, n: u1 if a == 3, c: b4", "03 12 44 56 99", [[1, None, 2], [4, None, 4], [5, None, 6]]),
    ],
)
def test_sizes_of_what_shares_a_byte(compiled: Compile, fields: str, data: str, rows: list[list[Any]]) -> None:
    """How many elements fit what is there is asked before they are read."""
    row = "{seq: [{id: n, type: u1}, {id: l, type: one, repeat: expr, repeat-expr: n}, {id: z, type: u1}]}"
    types = f"  row: {row}\n  one:\n    seq:\n{sequence(fields)}  inner: {{seq: [{{id: x, type: b4}}]}}\n"
    codec = compiled(f"seq: [{{id: all, type: row, repeat: eos}}]\ntypes:\n{types}", "be")
    for engine in ("objects", "auto"):
        (found,) = bytewright.open(bytes.fromhex(data), codec, engine=engine).to_table().to_pylist()
        assert ([list(each.values()) for each in found["l"]], found["z"]) == (rows, 0x99)


AROUND = """
seq:
  - {id: num, type: u1}
  - {id: all, type: row, repeat: expr, repeat-expr: num}
  - {id: behind, type: b4, -default: 3}
types:
  row: {seq: [{id: a, type: u1}, {id: b, type: b4}]}
"""


def test_what_records_leave_of_a_byte(compiled: Compile) -> None:
    """What lies behind records goes on in their last byte."""
    codec = compiled(AROUND)
    table = pa.table({"a": pa.array([1, 2], pa.uint8()), "b": pa.array([3, 4], pa.uint8())})
    made, how = bytes_of(codec, table, None, parse(codec), None, "auto")
    assert (bytes(made), how.reason) == (b"\2\1\3\2\x34", SHARED)
    read = bytewright.open(made, codec)
    assert (read.to_table().to_pylist(), read.engines) == (table.to_pylist(), ["objects"])
    assert codec.parse(made).behind == 3


LISTS = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: tag, type: u1}
      - {id: len, type: u2}
      - id: body
        size: len
        type: {switch-on: tag, cases: {1: point, 2: names, 3: both}}
  point: {seq: [{id: x, type: f4}]}
  names: {seq: [{id: names, type: strz, encoding: UTF-8, repeat: eos}]}
  both:
    seq:
      - {id: has, type: u1}
      - {id: codes, type: u2, repeat: eos, if: has != 0}
"""
BODY = pa.struct(
    [
        ("point", pa.struct([("x", pa.float32())])),
        ("names", pa.struct([("names", pa.list_(pa.string()))])),
        ("both", pa.struct([("has", pa.uint8()), ("codes", pa.list_(pa.uint16()))])),
        ("bytes", pa.binary()),
    ]
)


def lists(*of: tuple[int, dict[str, Any]]) -> pa.Table:
    return pa.table(
        {"tag": pa.array([tag for tag, _ in of], pa.uint8()), "body": pa.array([body for _, body in of], BODY)}
    )


LISTS_ROWS: tuple[tuple[int, dict[str, Any]], ...] = (
    (1, {"point": {"x": 1.5}}),
    (2, {"names": {"names": ["a", "", "zwei"]}}),
    (2, {"names": {"names": []}}),
    (3, {"both": {"has": 1, "codes": [1, 2, 3]}}),
    (3, {"both": {"has": 0, "codes": None}}),
    (9, {"bytes": b"xyz"}),
)


def test_lists_up_to_an_end(compiled: Compile) -> None:
    codec = compiled(LISTS)
    tried, bad = agree_when_damaged(codec, written(codec, lists(*LISTS_ROWS)))
    assert bad > tried // 20


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ((3, {"both": {"has": 0, "codes": [1]}}), "body.codes"),
        ((1, {"names": {"names": ["a"]}}), "body"),
    ],
)
def test_wrong_lists(compiled: Compile, wrong: tuple[int, dict[str, Any]], field: str) -> None:
    assert f"all[1].{field}" in str(refused(compiled(LISTS), lists(LISTS_ROWS[0], wrong)))


ENDS = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: len, type: u2}
      - {id: body, type: body, size: len}
      - {id: fixed, type: inner, size: 4}
  body:
    seq:
      - {id: a, type: u4}
      - {id: in, type: inner}
      - {id: b, type: u1, if: not _io.eof}
      - {id: large, type: u1, if: _io.size > 8}
      - {id: rest, size-eos: true}
  inner:
    seq:
      - {id: x, type: u1}
      - {id: y, type: u2, if: not _io.eof}
"""


def ends(*of: dict[str, Any]) -> pa.Table:
    inner = pa.struct([("x", pa.uint8()), ("y", pa.uint16())])
    body = pa.struct(
        [("a", pa.uint32()), ("in", inner), ("b", pa.uint8()), ("large", pa.uint8()), ("rest", pa.binary())]
    )
    rows = [{"a": 1, "rest": b""} | row for row in of]
    return pa.table({"body": pa.array(rows, body), "fixed": pa.array([{"x": 3, "y": 4} for _ in rows], inner)})


ENDS_ROWS: tuple[dict[str, Any], ...] = (
    {"in": {"x": 1}},
    {"in": {"x": 1, "y": 2}},
    {"in": {"x": 1, "y": 2}, "b": 5},
    {"in": {"x": 1, "y": 2}, "b": 5, "large": 6},
    {"in": {"x": 1, "y": 2}, "b": 5, "large": 6, "rest": b"abc"},
)


def test_what_a_stream_ends_before(compiled: Compile) -> None:
    codec = compiled(ENDS)
    data = written(codec, ends(*ENDS_ROWS))
    assert data.startswith(b"\5\0\1\0\0\0\1\3\4\0\0")
    tried, bad = agree_when_damaged(codec, data)
    assert bad > tried // 20


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"in": {"x": 1}, "b": 1}, "body.in.y"),
        ({"in": {"x": 1}, "rest": b"x"}, "body.in.y"),
        ({"in": {"x": 1, "y": 2}, "rest": b"x"}, "body.b"),
        ({"in": {"x": 1, "y": 2}, "b": 5, "rest": b"x"}, "body.large"),
    ],
)
def test_wrong_ends(compiled: Compile, wrong: dict[str, Any], field: str) -> None:
    assert f"all[1].{field}" in str(refused(compiled(ENDS), ends(ENDS_ROWS[0], wrong)))


UNNAMED = (
    "size: 2", "size: n + 1", "size-eos: true", "terminator: 0", "type: strz, encoding: UTF-8", "contents: [0]",
    "type: str, size-eos: true, encoding: UTF-8", "type: u1, repeat: eos", "type: u2le", "type: inner",
    "type: u1, repeat: expr, repeat-expr: n + 1",
)  # fmt: skip


def test_fields_without_a_name_under_a_condition_that_is_known_late(compiled: Compile) -> None:
    members = "\n".join(f"  - {{id: x{i}, size: 4, type: t{i}(n)}}" for i in range(len(UNNAMED)))
    types = "\n".join(
        f"  t{i}: {{params: [{{id: n, type: u1}}], seq: [{{if: n < 2, {field}}}]}}" for i, field in enumerate(UNNAMED)
    )
    codec = compiled(
        f"seq:\n  - {{id: n, type: u1}}\n{members}\n  - {{id: body, size: n}}\n"
        f"types:\n{types}\n  inner: {{seq: [{{id: x, type: u1}}]}}\n"
    )
    for n in (1, 3):
        data = bytes([n, *bytes(4 * len(UNNAMED)), *bytes(n)])
        assert codec.to_bytes(codec.parse(data)) == data


def test_pairs_of_bits_to_the_end_that_are_left_out(compiled: Compile) -> None:
    """No bytes are no pairs, and so are any bytes where the condition of the list doesn't hold."""
    codec = compiled(
        """
seq: [{id: records, type: record, repeat: eos}]
types:
  record: {seq: [{id: len, type: u1}, {id: body, type: body, size: len}]}
  body: {seq: [{id: kind, type: u1}, {id: pairs, type: pair, repeat: eos, if: kind != 0}]}
  pair: {seq: [{id: a, type: b3}, {id: b, type: b3}]}
-views:
  rows:
    each: records[*]
    columns:
      - {id: kind, value: _.body.kind}
      - {id: any, value: _.body.pairs.size > 0, if: _.body.kind != 0}
      - {id: pairs, value: _.body.pairs}
""",
        bit_order="be",
    )
    rows, error, _ = agree(codec, b"\x01\x01" + b"\x04\x01\x12\x34\x56" + b"\x01\x00" + b"\x03\x00ab")
    assert error is None
    pairs = "[{'a': 0, 'b': 4}, {'a': 4, 'b': 3}, {'a': 2, 'b': 1}, {'a': 2, 'b': 6}]"
    assert rows == [
        "{'kind': 1, 'any': False, 'pairs': []}",
        f"{{'kind': 1, 'any': True, 'pairs': {pairs}}}",
        "{'kind': 0, 'any': None, 'pairs': None}",
        "{'kind': 0, 'any': None, 'pairs': None}",
    ]
