"""Lists that end where an element says so, and texts that decide, in the kernel: the same rows and errors as by
objects."""

from __future__ import annotations

import struct

import pytest
from tests.kernels.both import agree, agree_when_damaged, toy


def groups(number: int) -> bytes:
    """A number in groups of seven bits, the highest first."""
    found = [number & 127]
    while number := number >> 7:
        found.insert(0, number & 127 | 128)
    return bytes(found)


def parcel(kind: str, body: bytes) -> bytes:
    return kind.encode() + groups(len(body)) + body


END = parcel("END!", b"ok\0")
TEXT = parcel("TEXT", "né\0\0long enough\0".encode())
LONG = parcel("TEXT", b"x" * 199 + b"\0")
NUMBERS = parcel("NUMS", struct.pack(">hII", -2, 1, 1 << 31))
CHESTS = [
    groups(8) + b"\0" + END,
    groups(1) + b"\7\1\0" + TEXT + END + b"-\0",
    groups(1 << 14 | 1) + b"\0" + NUMBERS + parcel("NUMS", b"") + parcel("else", b"?") + END + b"a\0\0-\0",
    groups(200) + b"\1" * 40 + b"\0" + LONG + parcel("END!", b"fine, thanks\0"),
    groups(2) + b"\0" + NUMBERS * 7,
]


def test_lists_that_end_where_an_element_says_so() -> None:
    rows, error, _ = agree(toy("chests"), b"".join(CHESTS * 3))
    assert (len(rows), error) == (15, None)
    assert "'marks': [7, 1, 0]" in rows[1]
    assert "'value': 16385" in rows[2]
    assert "'some': ['a', '', '-']" in rows[2]
    assert "'some': None" in rows[0]


@pytest.mark.parametrize("chest", range(len(CHESTS)))
def test_damaged_lists(chest: int) -> None:
    """An element that is cut, a mark that doesn't come, a text that is another one."""
    data = CHESTS[chest] if chest != 3 else groups(200) + b"\0" + END
    tried, bad = agree_when_damaged(toy("chests"), data + CHESTS[1])
    assert tried > 100
    assert bad > 50
