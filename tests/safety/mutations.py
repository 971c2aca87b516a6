"""Damaged forms of an input."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

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


def sparsely(data: bytes) -> Iterator[bytes]:
    """Every prefix, and every byte changed to one of these values, in turn: for what takes long to read as objects."""
    yield from prefixes(data)
    for place, byte in enumerate(data):
        values = sorted({0x00, 0x7F, 0xFF, byte ^ 0x80, byte ^ 1} - {byte})
        yield data[:place] + bytes([values[place % len(values)]]) + data[place + 1 :]


def widely(data: bytes) -> Iterator[bytes]:
    """Every prefix, and every byte changed to each sixteenth of the others: each value comes at some place."""
    yield from prefixes(data)
    for place, byte in enumerate(data):
        for value in range(place % 16, 256, 16):
            if value != byte:
                yield data[:place] + bytes([value]) + data[place + 1 :]


def damaged(data: bytes) -> Iterator[bytes]:
    """Every prefix, every byte and every four bytes changed."""
    yield from prefixes(data)
    yield from single_bytes(data)
    yield from words(data)


def randomly(data: bytes, random: Random) -> bytes:
    """One to four changes at random: bytes, numbers at their limits, pieces left out, put in, repeated or cut off."""
    found = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 2, 3, 4))):
        place = random.randrange(len(found) + 1)
        size = min(random.choice((1, 1, 2, 4, 8, 16, 100)), len(found) - place)
        match random.randrange(8):
            case 0 | 1 if size:
                found[place] = random.choice((0, 1, 0x7F, 0x80, 0xFF, found[place] ^ 1 << random.randrange(8)))
            case 2 | 3:
                width = random.choice((1, 2, 4, 8))
                number = random.choice(
                    (0, 1, -1, 1 << 8 * width - 1, (1 << 8 * width - 1) - 1, len(data), random.randrange(256))
                )
                number %= 1 << 8 * width
                found[place : place + width] = number.to_bytes(width, random.choice(("little", "big")))
            case 4:
                del found[place : place + size]
            case 5:
                found[place:place] = random.randbytes(max(1, size))
            case 6:
                found[place:place] = found[place : place + size]
            case _:
                if random.random() < 0.5:
                    del found[place:]
                else:
                    found[place : place + size] = random.randbytes(size)
    return bytes(found)
