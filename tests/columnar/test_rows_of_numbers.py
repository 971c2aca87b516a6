"""Views whose rows are elements that aren't structures: numbers, enums, bits, bytes and texts in lists."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from tests.support.both import agree, agree_in_all_modes, made_by_the_kernel
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec

FRAMES = """
seq: [{id: frames, type: frame, repeat: eos}]
types:
  frame:
    seq:
      - {id: address, type: u1}
      - {id: n, type: u1}
"""


def rows_of(codec: Codec, data: bytes) -> list[dict[str, Any]]:
    """What the kernel makes of a file, which it reads alone."""
    table = bytewright.open(data, codec, engine="columns")
    return [row for batch in table.to_batches() for row in batch.to_pylist()]


def frame(address: int, *values: int, kind: str = "H") -> bytes:
    return struct.pack(f"<BB{len(values)}{kind}", address, len(values), *values)


def test_numbers_of_known_stride(compiled: Compile) -> None:
    codec = compiled(
        FRAMES
        + """
      - {id: values, type: u2, repeat: expr, repeat-expr: n}
-views:
  rows:
    each: frames[*].values[*]
    columns:
      - {id: frame, value: frames._index}
      - {id: number, value: _index}
      - {id: register, value: frames.address + _index}
      - {id: value, value: _}
      - {id: scaled, value: _ * 0.5}
      - {id: high, value: '_ > 255 ? _ - 256 : 0'}
"""
    )
    assert made_by_the_kernel(codec) == {"frame", "number", "register", "value", "scaled", "high"}
    data = frame(7, 1, 300) + frame(9) + frame(40, 65535)
    assert rows_of(codec, data) == [
        {"frame": 0, "number": 0, "register": 7, "value": 1, "scaled": 0.5, "high": 0},
        {"frame": 0, "number": 1, "register": 8, "value": 300, "scaled": 150.0, "high": 44},
        {"frame": 2, "number": 0, "register": 40, "value": 65535, "scaled": 32767.5, "high": 65279},
    ]
    agree_in_all_modes(codec, data)


@pytest.mark.parametrize(
    ("type", "kind", "values"),
    [
        ("u1", "B", [0, 255, 7]),
        ("s2", "h", [-1, 5, -32768]),
        ("u4", "I", [1, 0xFFFFFFFF]),
        ("s8", "q", [-1, 1 << 62]),
        ("u8", "Q", [1, (1 << 64) - 1]),
        ("f4", "f", [0.5, -2.0]),
        ("f8", "d", [0.1, 1e300]),
    ],
)
def test_numbers_of_all_types(type: str, kind: str, values: list[Any], compiled: Compile) -> None:
    codec = compiled(
        FRAMES
        + f"""
      - {{id: values, type: {type}, repeat: expr, repeat-expr: n}}
-views: {{rows: {{each: 'frames[*].values[*]', columns: [{{id: value, value: _}}]}}}}
"""
    )
    assert made_by_the_kernel(codec) == {"value"}
    data = frame(1, *values, kind=kind) + frame(2, kind=kind) + frame(3, *values[::-1], kind=kind)
    assert [row["value"] for row in rows_of(codec, data)] == [*values, *values[::-1]]
    agree_in_all_modes(codec, data, few=20)


def test_numbers_to_the_end_of_what_has_a_size(compiled: Compile) -> None:
    codec = compiled(
        """
seq: [{id: frames, type: frame, repeat: eos}]
types:
  frame: {seq: [{id: len, type: u1}, {id: body, type: body, size: len}]}
  body: {seq: [{id: unit, type: u1}, {id: samples, type: s2, repeat: eos}]}
-views:
  rows:
    each: frames[*].body.samples[*]
    columns: [{id: unit, value: frames.body.unit}, {id: at, value: _index}, {id: sample, value: _}]
"""
    )
    assert made_by_the_kernel(codec) == {"unit", "at", "sample"}
    data = b"\5\1\1\0\xff\xff" + b"\1\2" + b"\3\3\0\x80"
    assert rows_of(codec, data) == [
        {"unit": 1, "at": 0, "sample": 1},
        {"unit": 1, "at": 1, "sample": -1},
        {"unit": 3, "at": 0, "sample": -32768},
    ]
    agree_in_all_modes(codec, data)


def test_numbers_up_to_the_last_one(compiled: Compile) -> None:
    codec = compiled(
        """
seq: [{id: frames, type: frame, repeat: eos}]
types: {frame: {seq: [{id: address, type: u1}, {id: values, type: u1, repeat: until, repeat-until: _ == 0}]}}
-views: {rows: {each: 'frames[*].values[*]', columns: [{id: a, value: frames.address}, {id: value, value: _}]}}
"""
    )
    assert made_by_the_kernel(codec) == {"a", "value"}
    data = b"\x09\1\2\0" + b"\x08\0"
    assert rows_of(codec, data) == [
        {"a": 9, "value": 1},
        {"a": 9, "value": 2},
        {"a": 9, "value": 0},
        {"a": 8, "value": 0},
    ]
    agree_in_all_modes(codec, data)


def test_numbers_below_a_case_of_a_switch(compiled: Compile) -> None:
    codec = compiled(
        """
seq: [{id: frames, type: frame, repeat: eos}]
types:
  frame:
    seq:
      - {id: kind, type: u1}
      - {id: len, type: u1}
      - {id: body, size: len, type: {switch-on: kind, cases: {1: registers, 2: note}}}
  registers: {seq: [{id: first, type: u1}, {id: values, type: u2, repeat: eos}]}
  note: {seq: [{id: mark, type: u1}]}
-views:
  rows:
    each: frames[*].body.as<registers>.values[*]
    columns:
      - {id: register, value: frames.body.as<registers>.first + _index}
      - {id: value, value: _}
"""
    )
    assert made_by_the_kernel(codec) == {"register", "value"}
    data = b"\1\5\x0a\1\0\2\0" + b"\2\1\7" + b"\1\3\x14\3\0" + b"\1\1\x1e"
    assert rows_of(codec, data) == [
        {"register": 10, "value": 1},
        {"register": 11, "value": 2},
        {"register": 20, "value": 3},
    ]
    agree_in_all_modes(codec, data)


@pytest.mark.parametrize(
    ("count", "each"), [("repeat: expr, repeat-expr: n", "u1"), ("repeat: until, repeat-until: _ == 9", "u1")]
)
def test_numbers_that_a_condition_chooses(count: str, each: str, compiled: Compile) -> None:
    codec = compiled(
        FRAMES
        + f"""
      - {{id: values, type: {each}, {count}}}
-views:
  rows:
    each: frames[*].values[*]
    where: _ > 3 and frames.address != 2
    columns: [{{id: at, value: _index}}, {{id: value, value: _}}, {{id: a, value: frames.address}}]
"""
    )
    assert made_by_the_kernel(codec) == {"at", "value", "a"}
    data = b"\1\3\5\3\x09" + b"\2\2\5\x09" + b"\3\1\x09"
    assert rows_of(codec, data) == [
        {"at": 0, "value": 5, "a": 1},
        {"at": 2, "value": 9, "a": 1},
        {"at": 0, "value": 9, "a": 3},
    ]
    agree_in_all_modes(codec, data)


def test_numbers_with_rules(compiled: Compile) -> None:
    codec = compiled(
        FRAMES
        + """
      - {id: values, type: u1, repeat: expr, repeat-expr: n, valid: {max: 100}}
-views: {rows: {each: 'frames[*].values[*]', columns: [{id: at, value: _index}, {id: value, value: _}]}}
"""
    )
    assert made_by_the_kernel(codec) == {"at", "value"}
    data = frame(1, 1, 100, kind="B") + frame(2, kind="B") + frame(3, 7, kind="B")
    assert [row["value"] for row in rows_of(codec, data)] == [1, 100, 7]
    agree_in_all_modes(codec, data)
    rows, error, _ = agree(codec, frame(1, 1, kind="B") + frame(2, 3, 101, kind="B"))
    assert len(rows) == 1
    assert error is not None
    assert "values[1]" in error


def test_enums_and_bits(compiled: Compile) -> None:
    codec = compiled(
        FRAMES
        + """
      - {id: kinds, type: u1, enum: kind, repeat: expr, repeat-expr: n}
      - {id: flags, type: b1, repeat: expr, repeat-expr: n}
      - {id: digits, type: b4, repeat: expr, repeat-expr: n}
      - {id: mark, type: u1}
enums: {kind: {1: one, 2: two}}
-views:
  rows: {each: 'frames[*].kinds[*]', columns: [{id: kind, value: _}, {id: two, value: '_ == kind::two'}]}
  flags: {each: 'frames[*].flags[*]', columns: [{id: a, value: frames.address}, {id: flag, value: _}]}
  digits: {each: 'frames[*].digits[*]', where: _ != 2, columns: [{id: at, value: _index}, {id: digit, value: _}]}
"""
    )
    assert made_by_the_kernel(codec) == {"kind", "two"}
    assert made_by_the_kernel(codec, "flags") == {"a", "flag"}
    assert made_by_the_kernel(codec, "digits") == {"at", "digit"}

    def bits(*numbers: int) -> bytes:
        """Three flags, and three digits behind them; or one of each."""
        count = len(numbers) // 2
        found = sum(flag << place for place, flag in enumerate(numbers[:count]))
        found += sum(digit << count + 4 * place for place, digit in enumerate(numbers[count:]))
        return found.to_bytes((5 * count + 7) // 8, "little")

    data = b"\5\3\1\2\3" + bits(0, 1, 1, 1, 2, 3) + b"." + b"\6\0" + b"." + b"\7\1\2" + bits(1, 2) + b"."
    assert rows_of(codec, data)[:2] == [{"kind": "one", "two": False}, {"kind": "two", "two": True}]
    for view in ("rows", "flags", "digits"):
        agree_in_all_modes(codec, data, few=20, view=view)
    found = bytewright.open(data, codec, "flags", engine="columns").to_batches()
    flags = [row["flag"] for batch in found for row in batch.to_pylist()]
    assert flags == [False, True, True, True]
    found = bytewright.open(data, codec, "digits", engine="columns").to_batches()
    assert [row for batch in found for row in batch.to_pylist()] == [{"at": 0, "digit": 1}, {"at": 2, "digit": 3}]


def test_bytes_and_texts(compiled: Compile) -> None:
    codec = compiled(
        FRAMES
        + """
      - {id: keys, size: 2, repeat: expr, repeat-expr: n}
      - {id: names, type: strz, repeat: expr, repeat-expr: n}
-views:
  rows: {each: 'frames[*].keys[*]', columns: [{id: a, value: frames.address}, {id: key, value: _}]}
  names:
    each: frames[*].names[*]
    where: _ != "b"
    columns: [{id: at, value: _index}, {id: name, value: _}, {id: size, value: _.length}]
"""
    )
    assert made_by_the_kernel(codec) == {"a", "key"}
    assert made_by_the_kernel(codec, "names") == {"at", "name", "size"}
    data = b"\1\2wxyza\0b\0" + b"\2\0" + b"\3\1uvccc\0"
    assert rows_of(codec, data) == [{"a": 1, "key": b"wx"}, {"a": 1, "key": b"yz"}, {"a": 3, "key": b"uv"}]
    agree_in_all_modes(codec, data, view="rows")
    agree_in_all_modes(codec, data, view="names")


def test_numbers_in_three_lists(compiled: Compile) -> None:
    codec = compiled(
        """
seq: [{id: groups, type: group, repeat: eos}]
types:
  group: {seq: [{id: n, type: u1}, {id: frames, type: frame, repeat: expr, repeat-expr: n}]}
  frame: {seq: [{id: n, type: u1}, {id: values, type: u2, repeat: expr, repeat-expr: n}]}
-views:
  rows:
    each: groups[*].frames[*].values[*]
    columns: [{id: group, value: groups._index}, {id: frame, value: frames._index}, {id: value, value: _}]
"""
    )
    assert made_by_the_kernel(codec) == {"group", "frame", "value"}
    data = b"\2" + b"\1\1\0" + b"\2\2\0\3\0" + b"\0" + b"\1\1\4\0"
    assert rows_of(codec, data) == [
        {"group": 0, "frame": 0, "value": 1},
        {"group": 0, "frame": 1, "value": 2},
        {"group": 0, "frame": 1, "value": 3},
        {"group": 2, "frame": 0, "value": 4},
    ]
    agree_in_all_modes(codec, data)
    agree_in_all_modes(codec, data, options={"includeMetadata": True, "includeError": True})


@pytest.mark.parametrize("each", ["values[*]", "body.values[*]"])
def test_numbers_of_a_file(each: str, compiled: Compile) -> None:
    codec = compiled(
        f"""
seq:
  - {{id: base, type: u1}}
  - {{id: n, type: u1}}
  - {{id: values, type: u2, repeat: expr, repeat-expr: n}}
  - {{id: body, type: body}}
types: {{body: {{seq: [{{id: values, type: u2, repeat: eos}}]}}}}
-views: {{rows: {{each: '{each}', columns: [{{id: sum, value: base + _}}, {{id: at, value: _index}}]}}}}
"""
    )
    assert made_by_the_kernel(codec) == {"sum", "at"}
    data = b"\x0a\2\1\0\2\0\1\0\2\0"
    assert rows_of(codec, data) == [{"sum": 11, "at": 0}, {"sum": 12, "at": 1}]
    agree_in_all_modes(codec, data)


def test_columns_that_objects_make(compiled: Compile) -> None:
    codec = compiled(
        FRAMES
        + """
      - {id: values, type: u1, repeat: expr, repeat-expr: n}
-views:
  rows:
    each: frames[*].values[*]
    where: _ != 3
    columns: [{id: value, value: _}, {id: text, value: _.to_s.reverse}, {id: all, value: frames.values}]
"""
    )
    assert made_by_the_kernel(codec) == {"value", "text"}
    data = frame(1, 12, 3, 45, kind="B") + frame(2, 67, kind="B")
    assert rows_of(codec, data) == [
        {"value": 12, "text": "21", "all": [12, 3, 45]},
        {"value": 45, "text": "54", "all": [12, 3, 45]},
        {"value": 67, "text": "76", "all": [67]},
    ]
    agree_in_all_modes(codec, data)


def test_rows_of_what_a_header_says(compiled: Compile) -> None:
    """Records that the header counts, with a scale for all of them."""
    codec = compiled(
        """
seq:
  - {id: scale, type: u1}
  - {id: n, type: u1}
  - {id: frames, type: frame, repeat: expr, repeat-expr: n}
  - {id: e, type: u1}
types:
  frame: {seq: [{id: unit, type: u1}, {id: n, type: u1}, {id: values, type: u1, repeat: expr, repeat-expr: n}]}
-views:
  rows: {each: 'frames[*].values[*]', where: _ != 2, columns: [{id: v, value: _ * scale}]}
"""
    )
    assert made_by_the_kernel(codec) == {"v"}
    data = b"\3\2" + frame(2, 1, 2, kind="B") + frame(1, 7, kind="B") + b"\4"
    assert rows_of(codec, data) == [{"v": 3}, {"v": 21}]
    agree_in_all_modes(codec, data)


def test_several_rows_of_a_number(compiled: Compile) -> None:
    codec = compiled(
        FRAMES
        + """
      - {id: values, type: u1, repeat: expr, repeat-expr: n}
-views:
  rows: {each: 'frames[*].values[*]', rows: _, columns: [{id: at, value: _index}, {id: v, value: _ * _row}]}
"""
    )
    assert made_by_the_kernel(codec) == {"at", "v"}
    data = frame(1, 2, 0, 1, kind="B") + frame(2, kind="B") + frame(3, 3, kind="B")
    expected = [(0, 0), (0, 2), (2, 0), (0, 0), (0, 3), (0, 6)]
    assert rows_of(codec, data) == [{"at": at, "v": value} for at, value in expected]
    agree_in_all_modes(codec, data)


def test_elements_that_one_switch_chooses(compiled: Compile) -> None:
    """Numbers of several widths have a type in common; those of several types are for objects."""
    text = (
        FRAMES
        + """
      - {id: values, type: {switch-on: address, cases: {1: u1, 2: CASE}}, repeat: expr, repeat-expr: n}
-views: {rows: {each: 'frames[*].values[*]', where: _index < 2, columns: [{id: v, value: _}]}}
"""
    )
    codec = compiled(text.replace("CASE", "u2"))
    assert made_by_the_kernel(codec) == {"v"}
    data = frame(1, 7, 8, 9, kind="B") + frame(2, 300)
    assert rows_of(codec, data) == [{"v": 7}, {"v": 8}, {"v": 300}]
    agree_in_all_modes(codec, data)
    assert str(compiled(text.replace("CASE", "f4")).row_plans["rows"]) == "elements of several types"
