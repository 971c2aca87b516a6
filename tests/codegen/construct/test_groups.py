"""Numbers in groups of seven bits, written from plain values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from construct import VarInt, ZigZag

from bytewright.codec import Codec
from bytewright.errors import WriteError
from bytewright.plain import from_plain
from bytewright_codegen.load import load

DECLARATION = """
from construct import GreedyRange, Struct, VarInt, ZigZag

numbers = Struct("first" / VarInt, "signed" / ZigZag, "more" / GreedyRange(VarInt))
"""


@pytest.fixture
def codec(tmp_path: Path) -> Codec:
    (tmp_path / "numbers.py").write_text(DECLARATION)
    return load(tmp_path / "numbers.py")


def written(codec: Codec, first: Any, folded: Any, more: list[Any]) -> bytes:
    data: bytes = codec.to_bytes(from_plain(codec, {"first": first, "signed": {"folded": folded}, "more": more}))
    return data


@pytest.mark.parametrize("number", [0, 1, 127, 128, 300, (1 << 32) - 1, (1 << 63) - 1, (1 << 64) - 1])
def test_numbers_are_spelled_as_construct_spells_them(codec: Codec, number: int) -> None:
    data = written(codec, number, 3, [number, 5, number])
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
        ("text", "first: expected its fields, of which value is calculated, found 'text'"),
    ],
)
def test_what_they_cant_spell_is_an_error(codec: Codec, first: Any, message: str) -> None:
    with pytest.raises(WriteError) as raised:
        written(codec, first, 0, [])
    assert message in str(raised.value)


def test_a_calculated_value_is_made_of_fields(codec: Codec) -> None:
    with pytest.raises(WriteError, match="signed: expected its fields, of which value is calculated, found -2"):
        codec.to_bytes(from_plain(codec, {"first": 1, "signed": -2, "more": []}))
