"""What the end of a file says of its beginning, in the kernel: the same rows and errors as by objects."""

from __future__ import annotations

import struct

import pytest
from tests.support.both import agree, agree_when_damaged, toy


def leg(order: str, size: int, note: bytes | None, length: int, places: list[int]) -> bytes:
    found = bytes([(note is not None) << 7 | size << 4 | 5]) + struct.pack(f"{order}hhq", -2, 300, length)
    found += struct.pack(f"{order}{len(places) + 1}I", *places, 1 << 31 | 7)
    return found + (note or b"")


def trail(order: str, *legs: bytes, number: int | None = None) -> bytes:
    mark = b"II" if order == "<" else b"MM"
    return b"".join(legs) + bytes([len(legs) if number is None else number]) + mark


@pytest.mark.parametrize("order", ["<", ">"])
def test_an_end_that_says_how_a_file_begins(order: str) -> None:
    legs = [leg(order, 2, b"four", 1000, [5, 6]), leg(order, 0, None, -7, []), leg(order, 3, b"8 bytes.", 0, [1])]
    rows, error, _ = agree(toy("trails"), trail(order, *legs))
    assert (len(rows), error) == (3, None)
    assert "'scaled': 4000, 'square': 1000000, 'more': 1001, 'less': -1005, 'last': 7, 'climb': 302" in rows[0]
    assert "'climb': None" in rows[1]
    assert agree(toy("trails"), trail(order)) == ([], None, [])


@pytest.mark.parametrize("length", [1 << 30, 1 << 31, -(1 << 32), 1 << 61, (1 << 63) - 1, -(1 << 63)])
@pytest.mark.parametrize("size", [0, 7])
def test_results_of_more_than_64_bits(length: int, size: int) -> None:
    """Objects say that they don't fit; what fits is the same."""
    _, error, _ = agree(toy("trails"), trail("<", leg("<", 1, None, 3, []), leg("<", size, None, length, [9])))
    values = (length << size, length * length, length + 1, -length - 9)
    assert (error is None) == all(-(1 << 63) <= value < 1 << 63 for value in values)


def test_damaged_ends() -> None:
    data = trail(">", leg(">", 2, b"four", 1 << 40, [5]), leg(">", 0, None, -7, []))
    tried, bad = agree_when_damaged(toy("trails"), data)
    assert tried > 60
    assert bad > 15
    assert agree(toy("trails"), trail("<", leg("<", 0, None, 1, []), number=2))[1] is not None
