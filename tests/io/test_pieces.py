"""Large values that are written are pieces of their own, and all is as if it were one run of bytes."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from bytewright.io.rope import LARGE, Buffer, Rope, contents, pieces, rope_of, sharing, widened
from bytewright.io.spill import FileSegment, SpillFile

BIG = bytes(range(256)) * (LARGE // 256)


def _begun() -> Buffer:
    buffer = sharing(sharing(bytearray(), b"head"), memoryview(BIG))
    buffer += b"tail"
    buffer.append(7)
    return buffer


def test_large_values_are_not_copied() -> None:
    buffer = _begun()
    assert isinstance(buffer, Rope)
    assert [len(part) for part in rope_of(buffer).parts] == [4, LARGE, 5]
    view = rope_of(buffer).parts[1]
    assert isinstance(view, memoryview)
    assert view.obj is BIG
    assert (len(buffer), contents(rope_of(buffer).parts)) == (LARGE + 9, b"head" + BIG + b"tail\7")


@pytest.mark.parametrize("value", [b"x" * 10, bytearray(BIG), memoryview(BIG).cast("I")])
def test_others_are(value: bytes | bytearray | memoryview) -> None:
    buffer = sharing(bytearray(b"head"), value)
    assert rope_of(buffer).parts == [b"head" + bytes(value)]


@pytest.mark.parametrize("place", [0, 2, LARGE + 4, LARGE + 7])
def test_numbers_are_put_between_them(place: int) -> None:
    buffer = _begun()
    struct.pack_into("<H", *rope_of(buffer).at(place), 0xFFFF)
    assert isinstance(buffer, Rope)
    assert len(buffer.parts) == 3
    assert bytes(buffer[place : place + 2]) == b"\xff\xff"


def test_a_number_in_a_large_value_joins_them() -> None:
    buffer = _begun()
    struct.pack_into("<H", *rope_of(buffer).at(10), 0xFFFF)
    assert rope_of(buffer).parts == [rope_of(buffer).whole]
    assert (rope_of(buffer).whole[8:14].hex(), BIG[4:10].hex()) == ("0405ffff0809", "040506070809")


def test_whoever_changes_bytes_joins_them() -> None:
    buffer = _begun()
    buffer[2:6] = b"----"
    del buffer[len(buffer) - 2 :]
    buffer = sharing(buffer, BIG)
    assert contents(rope_of(buffer).parts) == b"he----" + BIG[2:] + b"tai" + BIG


def test_what_is_done_to_the_last_piece_joins_none() -> None:
    buffer = _begun()
    assert isinstance(buffer, Rope)
    end = len(buffer)
    assert buffer[end - 5 :] == b"tail\7"
    assert bytes(rope_of(buffer).part(end - 5, end - 1)) == b"tail"
    buffer[end - 5 : end - 1] = b"long tail"
    del buffer[end + 3 :]
    assert len(buffer.parts) == 3
    assert contents(rope_of(buffer).parts) == b"head" + BIG + b"long tai"
    assert bytes(rope_of(buffer).part(2, 6)) == b"ad" + BIG[:2]
    assert rope_of(buffer).parts == [b"head" + BIG + b"long tai"]


def test_what_is_in_the_file_already_is_read_when_somebody_looks_at_it(tmp_path: Path) -> None:
    with (tmp_path / "made").open("w+b") as file:
        kept = SpillFile(file).keep([BIG])
        assert isinstance(kept, FileSegment)
        buffer = sharing(bytearray(b"head"), kept)
        buffer += b"tail"
        assert len(buffer) == LARGE + 8
        assert contents(rope_of(buffer).parts) == b"head" + BIG + b"tail"
        assert bytes(rope_of(buffer).part(2, 6)) == b"ad" + BIG[:2]
        assert rope_of(buffer).parts == [b"head" + BIG + b"tail"]


def test_who_looks_at_bytes_leaves_the_pieces_before_them() -> None:
    buffer = sharing(_begun(), BIG)
    buffer += b"end"
    assert bytes(rope_of(buffer).part(LARGE + 6, LARGE + 11)) == b"il\7" + BIG[:2]
    assert [len(part) for part in rope_of(buffer).parts] == [4, LARGE, LARGE + 8]
    assert contents(rope_of(buffer).parts) == b"head" + BIG + b"tail\7" + BIG + b"end"
    assert bytes(buffer[LARGE + 2 : LARGE + 6]) == BIG[-2:] + b"ta"
    assert [len(part) for part in rope_of(buffer).parts] == [4, 2 * LARGE + 8]


def _roomy() -> Buffer:
    buffer = widened(bytearray(b"head"), LARGE)
    buffer += b"tail"
    return buffer


def test_room_is_filled_when_it_is_written() -> None:
    buffer = _roomy()
    room = rope_of(buffer).room(4, LARGE)
    assert room is not None
    parts = rope_of(buffer).parts
    assert contents(parts) == b"".join(pieces(parts)) == b"head" + bytes(LARGE) + b"tail"
    halves = memoryview(BIG)[:10], memoryview(BIG)[10:]
    room.make = lambda: iter(halves)
    assert [bytes(piece) for piece in pieces(rope_of(buffer).parts)] == [b"head", *halves, b"tail"]
    assert contents(rope_of(buffer).parts) == b"head" + BIG + b"tail"


def test_room_that_is_added_bit_by_bit_is_one() -> None:
    buffer = widened(widened(_roomy(), LARGE), LARGE)
    assert rope_of(buffer).room(LARGE + 8, LARGE + 1) is None
    room = rope_of(buffer).room(LARGE + 8, 2 * LARGE)
    assert room is not None
    room.make = lambda: iter([memoryview(BIG)] * 2)
    buffer += b"end"
    assert contents(rope_of(buffer).parts) == b"head" + bytes(LARGE) + b"tail" + BIG * 2 + b"end"


def test_room_is_no_more_when_somebody_looks_into_it() -> None:
    buffer = _roomy()
    assert [rope_of(buffer).room(*where) for where in ((4, 9), (0, 4), (5, LARGE))] == [None] * 3
    buffer[6:8] = b"--"
    assert rope_of(buffer).room(4, LARGE) is None
    assert contents(rope_of(buffer).parts) == b"head\0\0--" + bytes(LARGE - 4) + b"tail"


def test_a_few_zeros_are_no_room() -> None:
    buffer = widened(bytearray(b"head"), 3)
    assert (bytes(buffer[:]), rope_of(buffer).room(4, 3)) == (b"head\0\0\0", None)


def test_room_is_filled_in_the_file(tmp_path: Path) -> None:
    buffer = _roomy()
    room = rope_of(buffer).room(4, LARGE)
    assert room is not None
    room.make = lambda: iter([memoryview(BIG)])
    with (tmp_path / "made").open("w+b") as file:
        spool = SpillFile(file)
        kept = spool.keep(rope_of(buffer).parts)
        assert isinstance(kept, FileSegment)
        spool.write([kept, b"more", room])
    assert (tmp_path / "made").read_bytes() == b"head" + BIG + b"tailmore" + BIG
