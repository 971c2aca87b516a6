"""Integers that groups of bits spell, as Kaitai's gallery has them: one number to the kernel."""

from __future__ import annotations

import pytest
from tests.support.both import agree, agree_when_damaged, toy

import bytewright

SERIALS = (0, 1, 127, 128, 300, (1 << 56) - 1, 1 << 56, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)


def spelled(number: int, size: int = 1) -> bytes:
    """A number in groups of seven bits, at least so many."""
    groups = [number >> shift & 0x7F for shift in range(0, max(number.bit_length(), 7 * size - 6), 7)] or [0]
    return bytes([*(0x80 | group for group in groups[:-1]), groups[-1]])


def delivery(number: int, size: int = 1) -> bytes:
    """A delivery; those of odd numbers have a serial number."""
    serial = spelled(SERIALS[number % len(SERIALS)]) if number & 1 else b""
    return spelled(number, size) + spelled(number % 16384, size) + serial + b"\2ok"


def test_rows() -> None:
    data = b"".join(map(delivery, [*range(400), 1 << 14, (1 << 21) - 1, (1 << 28) - 1]))
    rows, error, warnings = agree(toy("quantities"), data)
    assert (len(rows), error, warnings) == (403, None, [])
    table = bytewright.open(data, toy("quantities"), engine="columns")
    found = table.to_table()
    assert table.counted == {"columns": 403}
    assert found["pieces"].to_pylist()[-1] == (1 << 28) - 1
    assert found["serial"].to_pylist()[:10:2] == [None] * 5
    assert max(filter(None, found["serial"].to_pylist())) == (1 << 64) - 1
    assert max(filter(None, found["bytes_of_serial"].to_pylist())) == 10


def test_groups_that_do_not_count_are_left_to_objects() -> None:
    data = delivery(3) + delivery(1 << 28 | 5) + delivery(4) + delivery(5, size=6) + delivery(7, size=2)
    table = bytewright.open(data, toy("quantities"), engine="columns")
    assert table.to_table()["pieces"].to_pylist() == [3, 5, 4, 5, 7]
    assert table.counted == {"columns": 3, "objects": 2}
    agree(toy("quantities"), data)


def test_groups_that_are_shown_are_read() -> None:
    data = b"".join(spelled(number) + bytes([number % 256]) for number in range(300))
    rows, error, _ = agree(toy("pallets"), data)
    assert (len(rows), error) == (300, None)
    table = bytewright.open(data, toy("pallets"), engine="columns")
    assert table.to_table()["last"].to_pylist()[126:130] == [126, 127, 1, 1]
    assert table.counted == {"columns": 300}


@pytest.mark.parametrize("serial", [b"\x81" * 9 + b"\2", b"\x80" * 10 + b"\1", b"\x80" * 12, b"\xff"])
def test_serials_of_more_bits(serial: bytes) -> None:
    _, error, _ = agree(toy("quantities"), delivery(2) + b"\1\1" + serial + delivery(2))
    assert error is not None


def test_damage() -> None:
    tried, bad = agree_when_damaged(toy("quantities"), b"".join(map(delivery, (1, 130, 7, 9))))
    assert tried > 70
    assert bad > 15
