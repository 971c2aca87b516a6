"""Codecs of bytes: front coding, chunks."""

from __future__ import annotations

import pytest

from bytewright.codecs import FrontCoding, SnappyChunks


def test_a_string_follows_the_one_before() -> None:
    coded = FrontCoding(b"customer-1", 9)
    assert coded.decode(b"2") == b"customer-2"
    assert coded.encode(b"customer-2") == b"2"
    with pytest.raises(ValueError, match="3 bytes of a string of 2"):
        FrontCoding(b"ab", 3)
    with pytest.raises(ValueError, match="that doesn't begin with"):
        coded.encode(b"other")


@pytest.mark.parametrize("size", [0, 1, 4095, 4096, 4097, 20000])
def test_chunks_and_back(size: int) -> None:
    data = bytes(i * i % 251 for i in range(size))
    chunks = SnappyChunks(4096)
    assert chunks.decode(chunks.encode(data)) == data
    zeros = bytes(size)
    assert chunks.decode(chunks.encode(zeros)) == zeros
    assert len(chunks.encode(zeros)) < 4000


@pytest.mark.parametrize(
    ("stored", "message"),
    [
        (b"\x05", "half a chunk at 0"),
        (b"\x05\0\0abc", "a chunk of 5 bytes at 0, where 3 are left"),
        (b"\0\0\0", "a chunk of 0 bytes"),
        (b"\x01\0\x02a", "stored in the way 2"),
        (b"\x05\0\x01\xff\xff\xff\xff\x0f", "a chunk of more than 4096 bytes"),
        (b"\x02\0\x01\x00\x00", "a chunk of 0 bytes|invalid|corrupt"),
    ],
)
def test_damaged_chunks(stored: bytes, message: str) -> None:
    with pytest.raises(Exception, match=message):
        SnappyChunks(4096).decode(stored)
