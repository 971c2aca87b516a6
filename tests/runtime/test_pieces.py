"""Large values that are written are pieces of their own, and all is as if it were one run of bytes."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from bytewright.pieces import LARGE, Buffer, Pieces, joined, part_of, parts_of, place_in, sharing
from bytewright.spooling import Spool, Spooled, contents

BIG = bytes(range(256)) * (LARGE // 256)


def _begun() -> Buffer:
    buffer = sharing(sharing(bytearray(), b"head"), memoryview(BIG))
    buffer += b"tail"
    buffer.append(7)
    return buffer


def test_large_values_are_not_copied() -> None:
    buffer = _begun()
    assert isinstance(buffer, Pieces)
    assert [len(part) for part in parts_of(buffer)] == [4, LARGE, 5]
    view = parts_of(buffer)[1]
    assert isinstance(view, memoryview)
    assert view.obj is BIG
    assert (len(buffer), contents(parts_of(buffer))) == (LARGE + 9, b"head" + BIG + b"tail\7")


@pytest.mark.parametrize("value", [b"x" * 10, bytearray(BIG), memoryview(BIG).cast("I")])
def test_others_are(value: bytes | bytearray | memoryview) -> None:
    buffer = sharing(bytearray(b"head"), value)
    assert parts_of(buffer) == [b"head" + bytes(value)]


@pytest.mark.parametrize("place", [0, 2, LARGE + 4, LARGE + 7])
def test_numbers_are_put_between_them(place: int) -> None:
    buffer = _begun()
    struct.pack_into("<H", *place_in(buffer, place), 0xFFFF)
    assert isinstance(buffer, Pieces)
    assert len(buffer.parts) == 3
    assert bytes(buffer[place : place + 2]) == b"\xff\xff"


def test_a_number_in_a_large_value_joins_them() -> None:
    buffer = _begun()
    struct.pack_into("<H", *place_in(buffer, 10), 0xFFFF)
    assert parts_of(buffer) == [joined(buffer)]
    assert (joined(buffer)[8:14].hex(), BIG[4:10].hex()) == ("0405ffff0809", "040506070809")


def test_whoever_changes_bytes_joins_them() -> None:
    buffer = _begun()
    buffer[2:6] = b"----"
    del buffer[len(buffer) - 2 :]
    buffer = sharing(buffer, BIG)
    assert contents(parts_of(buffer)) == b"he----" + BIG[2:] + b"tai" + BIG


def test_what_is_done_to_the_last_piece_joins_none() -> None:
    buffer = _begun()
    assert isinstance(buffer, Pieces)
    end = len(buffer)
    assert buffer[end - 5 :] == b"tail\7"
    assert bytes(part_of(buffer, end - 5, end - 1)) == b"tail"
    buffer[end - 5 : end - 1] = b"long tail"
    del buffer[end + 3 :]
    assert len(buffer.parts) == 3
    assert contents(parts_of(buffer)) == b"head" + BIG + b"long tai"
    assert bytes(part_of(buffer, 2, 6)) == b"ad" + BIG[:2]
    assert parts_of(buffer) == [b"head" + BIG + b"long tai"]


def test_what_is_in_the_file_already_is_read_when_somebody_looks_at_it(tmp_path: Path) -> None:
    with (tmp_path / "made").open("w+b") as file:
        kept = Spool(file).keep([BIG])
        assert isinstance(kept, Spooled)
        buffer = sharing(bytearray(b"head"), kept)
        buffer += b"tail"
        assert len(buffer) == LARGE + 8
        assert contents(parts_of(buffer)) == b"head" + BIG + b"tail"
        assert bytes(part_of(buffer, 2, 6)) == b"ad" + BIG[:2]
        assert parts_of(buffer) == [b"head" + BIG + b"tail"]
