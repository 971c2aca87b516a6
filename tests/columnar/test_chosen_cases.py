"""A structure as that of one case of a switch: where another case was chosen there is nothing, to both engines."""

from __future__ import annotations

import struct

import pytest
from tests.support.both import agree, agree_in_all_modes
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.columnar.scan.left_records import LeftRecords

SPEC = """
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: kind, type: u1, valid: {max: 4}}
      - id: body
        type: {switch-on: kind, cases: {1: level, 2: ratio, 3: text, 4: f4}}
    instances:
      level: {value: body.as<level>}
  level: {seq: [{id: x, type: u1}]}
  ratio: {seq: [{id: x, type: f4}]}
  text: {seq: [{id: text, type: strz}]}
-views:
  rows:
    each: records[*]
    columns:
      - {id: kind, value: _.kind}
      - {id: level, value: _.body.as<level>}
      - {id: x, value: _.body.as<level>.x}
      - {id: text, value: _.body.as<text>.text}
      - {id: named, value: _.level.x, nullable: true}
  low:
    each: records[*]
    where: _.body.as<level>.x == 0
    columns: [{id: kind, value: _.kind}]
"""
FLOAT = struct.pack("<f", 0.0)
DATA = b"\1\7" + b"\2" + FLOAT + b"\3ab\0" + b"\4" + FLOAT + b"\0" + b"\1\0"


def test_of_other_cases_there_is_nothing(compiled: Compile) -> None:
    """Also where another one has a member of that name, or is no structure."""
    codec = compiled(SPEC)
    rows = bytewright.open(DATA, codec, engine="columns").to_table().to_pylist()
    assert [row["kind"] for row in rows] == [1, 2, 3, 4, 0, 1]
    assert [row["x"] for row in rows] == [7, None, None, None, None, 0]
    assert [row["text"] for row in rows] == [None, None, "ab", None, None, None]
    assert all(row["level"] == (None if row["x"] is None else {"x": row["x"]}) for row in rows)
    assert all(row["named"] == row["x"] for row in rows)
    agree_in_all_modes(codec, DATA)
    assert agree(codec, DATA, view="low")[:2] == (["{'kind': 1}"], None)


@pytest.mark.parametrize(("cases", "size"), [("1: level, 2: ratio, _: text", ""), ("1: level, 2: ratio", "size: 4")])
@pytest.mark.parametrize("required", [False, True])
def test_also_where_the_switch_always_has_something(compiled: Compile, cases: str, size: str, required: bool) -> None:
    """A column that says that it is never null has its record refused."""
    spec = SPEC.replace("1: level, 2: ratio, 3: text, 4: f4}}", f"{cases}}}}}\n        {size or 'doc: any'}")
    spec = spec.replace("      - {id: text, value: _.body.as<text>.text}\n", "")
    if required:
        spec = spec.replace("value: _.body.as<level>}", "value: _.body.as<level>, nullable: false}")
    codec = compiled(spec)
    for body in (FLOAT, b"abc\0"):
        rows, error, _ = agree(codec, b"\1\7\0\0\0" * bool(size) + b"\2" + body)
        assert len(rows) == (1 if size else 0) + (0 if required else 1)
        if required:
            assert error is not None
            assert "column level: expected a value of type struct" in error
        else:
            assert error is None


SIZED = """
seq: [{id: entries, type: entry, repeat: eos}]
types:
  entry:
    seq:
      - {id: kind, type: u1}
      - {id: sub, type: u1}
      - {id: len_body, type: u1}
      - {id: body, size: len_body, type: {switch-on: kind << 8 | sub, cases: {0x101: a(1), 0x102: a(2), 0x201: b}}}
    instances:
      first: {value: body.as<a>}
      deep: {value: body.as<a>.inner.more.v}
  a:
    params: [{id: n, type: u1}]
    seq:
      - {id: inner, type: inner}
      - {id: y, type: u2be}
    instances:
      z: {value: y * n}
  inner:
    seq:
      - {id: m, type: u1}
      - {id: more, type: more}
      - {id: list, type: more, repeat: expr, repeat-expr: m}
      - {id: bytes, size: _parent.n}
  more: {seq: [{id: v, type: u1}]}
  b: {seq: [{id: q, type: u1}]}
-views:
  all:
    each: entries[*]
    columns:
      - {id: kind, value: _.kind}
      - {id: body, value: _.body}
      - {id: z, value: _.body.as<a>.z}
      - {id: v, value: _.body.as<a>.inner.more.v}
      - {id: list, value: _.first.inner.list}
      - {id: deep, value: _.deep}
  chosen:
    each: entries[*]
    where: _.kind == 1 and _.sub == 2
    columns: [{id: z, value: _.body.as<a>.z}, {id: list, value: _.body.as<a>.inner.list}]
  ones:
    each: entries[*]
    where: _.kind == 1
    columns: [{id: z, value: _.body.as<a>.z}, {id: list, value: _.body.as<a>.inner.list}]
  listed:
    each: entries[*].body.as<a>.inner.list[*]
    columns:
      - {id: sub, value: entries.sub}
      - {id: z, value: entries.body.as<a>.z}
      - {id: other, value: entries.body.as<b>.q}
      - {id: v, value: _.v}
  by_way:
    each: entries[*].first.inner.list[*]
    columns: [{id: sub, value: entries.sub}, {id: m, value: entries.first.inner.m}, {id: v, value: _.v}]
"""


def _entry(kind: int, sub: int, body: bytes) -> bytes:
    return bytes([kind, sub, len(body)]) + body


def _a(n: int, more: int, listed: bytes, y: int) -> bytes:
    return _entry(1, n, bytes([len(listed), more]) + listed + b"?" * n + struct.pack(">H", y))


ENTRIES = [_a(1, 9, b"", 5), _entry(2, 1, b"q"), _a(2, 8, b"\3\4", 256), _entry(3, 1, b"xyz"), _a(1, 7, b"\5", 2)]


@pytest.fixture
def sized(compiled: Compile) -> Codec:
    return compiled(SIZED)


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (
            "all",
            [
                {"z": 5, "v": 9, "list": [], "deep": 9},
                {"z": None, "v": None, "list": None, "deep": None},
                {"z": 512, "v": 8, "list": [{"v": 3}, {"v": 4}], "deep": 8},
                {"z": None, "v": None, "list": None, "deep": None},
                {"z": 2, "v": 7, "list": [{"v": 5}], "deep": 7},
            ],
        ),
        ("chosen", [{"z": 512, "list": [{"v": 3}, {"v": 4}]}]),
        ("ones", [{"z": 5, "list": []}, {"z": 512, "list": [{"v": 3}, {"v": 4}]}, {"z": 2, "list": [{"v": 5}]}]),
        (
            "listed",
            [
                {"sub": 2, "z": 512, "other": None, "v": 3},
                {"sub": 2, "z": 512, "other": None, "v": 4},
                {"sub": 1, "z": 2, "other": None, "v": 5},
            ],
        ),
        ("by_way", [{"sub": 2, "m": 2, "v": 3}, {"sub": 2, "m": 2, "v": 4}, {"sub": 1, "m": 1, "v": 5}]),
    ],
)
def test_cases_of_one_type_are_read_alike(sized: Codec, view: str, expected: list[dict[str, object]]) -> None:
    """Whatever arguments they have; lists in them have no elements where another case was chosen."""
    data = b"".join(ENTRIES)
    rows = bytewright.open(data, sized, view=view, engine="columns").to_table().to_pylist()
    assert [{name: row[name] for name in expected[0]} for row in rows] == expected
    agree_in_all_modes(sized, data, view=view)
    for end in (len(data) - 1, len(data) - 4):  # the last entry is torn
        agree(sized, data[:end], view=view)


def test_columns_are_never_null_where_all_rows_have_the_case(sized: Codec) -> None:
    """A condition says so, also of several numbers from which the case follows, or a path that leads through it."""
    nullable = {
        view.name: [name for name in schema.names if schema.field(name).nullable]
        for view in sized.views
        for schema in [bytewright.open(b"", sized, view=view.name).schema]
    }
    assert nullable == {
        "all": ["body", "z", "v", "list", "deep"],
        "chosen": [],
        "ones": ["z", "list"],
        "listed": ["other"],
        "by_way": [],
    }


def test_records_that_a_condition_leaves_out_are_not_read_as_objects(
    sized: Codec, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record without a value that must be there is left to objects, unless it is no row."""
    found: list[int] = []
    pass_over = LeftRecords.passed_over

    def noted(self: LeftRecords, offset: int, number: int, rows: int) -> int | None:
        found.append(number)
        return pass_over(self, offset, number, rows)

    monkeypatch.setattr(LeftRecords, "passed_over", noted)
    table = bytewright.open(b"".join(ENTRIES) * 200, sized, view="chosen", engine="columns").to_table()
    assert len(table) == 200
    assert len(found) < 100
