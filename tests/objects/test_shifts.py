"""Shifts by what a file says: a few bytes can't ask for a number that fills the memory."""

import struct
from pathlib import Path

import pytest

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import ReadError, shown
from bytewright.tables.engines import Engine
from bytewright_codegen.load import load

SPEC = """
meta: {id: shifts, title: Shifts, endian: le}
doc: A number of bits, and what is shifted by it.
seq:
  - {id: bits, type: u8}
  - {id: one, type: s8}
  - {id: rest, size: one << bits}
instances:
  small: {value: one << 3}
  large: {value: one << bits}
"""


@pytest.fixture
def codec(tmp_path: Path) -> Codec:
    path = tmp_path / "shifts.ksy"
    path.write_text(SPEC)
    return load(path)


def test_what_can_be_shifted(codec: Codec) -> None:
    found = codec.parse(struct.pack("<Qq", 2, 1) + b"abcd")
    assert (found.rest, found.small, found.large) == (b"abcd", 8, 4)
    found = codec.parse(struct.pack("<Qq", 4096, 0))
    assert (found.rest, found.large) == (b"", 0)


@pytest.mark.parametrize("bits", [4097, 1 << 34, (1 << 64) - 1])
def test_what_is_too_much(codec: Codec, bits: int) -> None:
    with pytest.raises(ReadError, match=rf"rest: .*a shift by {bits} bits, where 4096 are the most"):
        codec.parse(struct.pack("<Qq", bits, 1))


@pytest.mark.parametrize("engine", ["auto", "objects"])
def test_a_number_that_is_too_long_to_be_shown(codec: Codec, engine: Engine) -> None:
    with pytest.raises(ReadError) as caught:
        bytewright.open(struct.pack("<Qq", 4096, 1), codec, engine=engine).to_table()
    assert caught.value.field == "one"
    assert caught.value.found == f"1, that is {str(1 << 4096)[:57]}... bytes"
    assert shown(1 << 20_000) == "a value of type int that is too long to be shown"
