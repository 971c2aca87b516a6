"""Numbers in groups of seven bits, written from plain values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from construct import ExprAdapter, Int16ub, PrefixedArray, VarInt, ZigZag, obj_

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain
from bytewright.errors import WriteError
from bytewright.tables.write import write
from bytewright_codegen.load import load

DECLARATION = """
from construct import GreedyRange, Struct, VarInt, ZigZag

numbers = Struct("first" / VarInt, "signed" / ZigZag, "more" / GreedyRange(VarInt))
"""

STEPS = """
from construct import ExprAdapter, GreedyRange, Int16ub, PrefixedArray, Struct, VarInt, ZigZag, obj_

kelvin = ExprAdapter(Int16ub, obj_ - 273, obj_ + 273)
step = Struct("id" / VarInt, "step" / ZigZag, "temperatures" / PrefixedArray(ZigZag, kelvin))
steps = Struct("rows" / GreedyRange(step))
"""
Kelvin = ExprAdapter(Int16ub, obj_ - 273, obj_ + 273)


@pytest.fixture
def codec(tmp_path: Path) -> Codec:
    (tmp_path / "numbers.py").write_text(DECLARATION)
    return load(tmp_path / "numbers.py", trust=tmp_path)


def written(codec: Codec, first: Any, signed: Any, more: list[Any]) -> bytes:
    data: bytes = codec.to_bytes(from_plain(codec, {"first": first, "signed": signed, "more": more}))
    return data


@pytest.mark.parametrize("number", [0, 1, 127, 128, 300, (1 << 32) - 1, (1 << 63) - 1, (1 << 64) - 1])
def test_numbers_are_spelled_as_construct_spells_them(codec: Codec, number: int) -> None:
    data = written(codec, number, -2, [number, 5, number])
    assert data == VarInt.build(number) + ZigZag.build(-2) + VarInt.build(number) + b"\5" + VarInt.build(number)
    model = codec.parse(data)
    assert [model.first.value, model.signed.value, model.more[0].value] == [number, -2, number]
    model.first = 7
    assert codec.to_bytes(model) == b"\7" + data[len(VarInt.build(number)) :]


@pytest.mark.parametrize(
    ("first", "message"),
    [
        (-1, "first.groups: expected a number that digits can spell, found -1"),
        (1 << 64, "first.groups"),
        (1 << 200, "first.groups: expected a number that digits can spell"),
        ("text", "first: expected a whole number, found 'text'"),
    ],
)
def test_what_they_cant_spell_is_an_error(codec: Codec, first: Any, message: str) -> None:
    with pytest.raises(WriteError) as raised:
        written(codec, first, 0, [])
    assert message in str(raised.value)


@pytest.mark.parametrize("number", [0, -1, 1, 63, -64, 64, -65, (1 << 62) - 1, (1 << 63) - 1, -(1 << 63)])
def test_numbers_with_a_sign_are_spelled_likewise(codec: Codec, number: int) -> None:
    data = written(codec, 0, number, [])
    assert data == b"\0" + ZigZag.build(number)
    model = codec.parse(data)
    assert model.signed.value == number
    model.signed = -number // 2
    assert codec.to_bytes(model) == b"\0" + ZigZag.build(-number // 2)
    assert written(codec, 0, {"folded": 3}, []) == b"\0\3"


@pytest.mark.parametrize("number", [1 << 63, -(1 << 63) - 1, 1 << 200])
def test_what_has_no_bits_for_them_is_an_error(codec: Codec, number: int) -> None:
    with pytest.raises(WriteError, match=r"signed\.folded"):
        written(codec, 0, number, [])


def test_what_cant_be_found_is_told_by_fields(tmp_path: Path) -> None:
    (tmp_path / "halves.py").write_text('from construct import *\nhalves = Struct("xs" / Half[2], "t" / ZigZag)\n')
    halves = load(tmp_path / "halves.py", trust=tmp_path)
    assert halves.to_bytes(from_plain(halves, {"xs": [{"stored_value": 0x3C00}] * 2, "t": 1})) == b"\x3c\0" * 2 + b"\2"
    with pytest.raises(WriteError, match=r"xs\[0\]: expected its fields, of which value is calculated, found 1.0"):
        halves.to_bytes(from_plain(halves, {"xs": [1.0, 2.0], "t": 1}))
    with pytest.raises(WriteError, match="t: expected a whole number, found '1'"):
        halves.to_bytes(from_plain(halves, {"xs": [{"stored_value": 0}] * 2, "t": "1"}))


def test_rows_hold_plain_numbers(tmp_path: Path) -> None:
    (tmp_path / "steps.py").write_text(STEPS)
    steps = load(tmp_path / "steps.py", trust=tmp_path)
    rows = [{"id": 300, "step": -7, "temperatures": [20, -5]}, {"id": 0, "step": 70_000, "temperatures": []}]
    data = b"".join(
        VarInt.build(row["id"]) + ZigZag.build(row["step"]) + PrefixedArray(ZigZag, Kelvin).build(row["temperatures"])
        for row in rows
    )
    table = bytewright.open(data, steps).to_table()
    assert [{name: row[name] for name in rows[0]} for row in table.to_pylist()] == rows
    write(table, tmp_path / "again", steps)
    assert (tmp_path / "again").read_bytes() == data
    assert steps.to_bytes(from_plain(steps, {"rows": rows})) == data


LARGE = """
from construct import Computed, GreedyRange, Int16ub, Int64ub, PrefixedArray, Struct, VarInt, ZigZag, this

row = Struct(
    "key" / VarInt, "tag" / Computed(this.key >> 3), "delta" / ZigZag, "items" / PrefixedArray(VarInt, Int16ub),
    "large" / Int64ub, "rest" / Computed(this.large % 10),
)
large = Struct("rows" / GreedyRange(row))
"""


def test_kernels_leave_numbers_of_all_64_bits_to_objects(tmp_path: Path) -> None:
    (tmp_path / "large.py").write_text(LARGE)
    codec = load(tmp_path / "large.py", trust=tmp_path)
    rows = [
        {"key": 300, "delta": -5, "items": [1, 2], "large": 12},
        {"key": (1 << 63) - 1, "delta": -(1 << 63), "items": [], "large": (1 << 64) - 1},
        {"key": 0, "delta": (1 << 63) - 1, "items": [7], "large": 1 << 63},
    ]
    data = codec.to_bytes(from_plain(codec, {"rows": rows}))
    shown = [bytewright.open(data, codec, engine=engine).to_table() for engine in ("objects", "columns")]
    assert shown[0].equals(shown[1])
    assert [row["rest"] for row in shown[1].to_pylist()] == [2, 5, 8]
    data = codec.to_bytes(from_plain(codec, {"rows": [{"key": 1 << 63, "delta": 0, "items": [], "large": 0}]}))
    assert bytewright.open(data, codec, engine="columns").to_table().column("key").to_pylist() == [1 << 63]
