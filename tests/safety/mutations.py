"""Damaged forms of an input."""

from __future__ import annotations

from collections.abc import Iterator

_WORDS = (b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\x00\x00\x00\x80", b"\x00\x00\x01\x00")


def prefixes(data: bytes) -> Iterator[bytes]:
    """Every prefix, from nothing to the whole."""
    for size in range(len(data) + 1):
        yield data[:size]


def single_bytes(data: bytes) -> Iterator[bytes]:
    """Every byte changed to each of some eight values."""
    for place, byte in enumerate(data):
        values = {0x00, 0x01, 0x7F, 0x80, 0xFF, byte ^ 0x80, byte ^ 1, (byte + 1) & 0xFF, (byte - 1) & 0xFF}
        for value in sorted(values - {byte}):
            yield data[:place] + bytes([value]) + data[place + 1 :]


def words(data: bytes) -> Iterator[bytes]:
    """Four bytes at every place changed to extreme numbers."""
    for place in range(len(data) - 3):
        for word in _WORDS:
            yield data[:place] + word + data[place + 4 :]


def lightly(data: bytes) -> Iterator[bytes]:
    """Every prefix, and every byte changed to the values that mean most: for inputs of which there are many."""
    yield from prefixes(data)
    for place, byte in enumerate(data):
        for value in sorted({0x00, 0x7F, 0xFF, byte ^ 0x80, byte ^ 1} - {byte}):
            yield data[:place] + bytes([value]) + data[place + 1 :]


def exhaustively(data: bytes) -> Iterator[bytes]:
    """Every prefix, and every byte changed to each of the 255 others."""
    yield from prefixes(data)
    for place, byte in enumerate(data):
        for value in range(256):
            if value != byte:
                yield data[:place] + bytes([value]) + data[place + 1 :]


def damaged(data: bytes) -> Iterator[bytes]:
    """Every prefix, every byte and every four bytes changed."""
    yield from prefixes(data)
    yield from single_bytes(data)
    yield from words(data)
