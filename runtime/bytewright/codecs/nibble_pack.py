"""NibblePack: 64-bit words in groups of eight, of which only the half-bytes are stored that some word of a group needs.

A group begins with a byte whose bit *i* says whether word *i* is not zero; without any, that is all. A second byte
holds, in its lower half, how many half-bytes of zeros all words end with, and in its upper half, how many half-bytes
of each word are stored, less one. These follow for each word that is not zero, in their order, in a stream of bits that
begins with the lowest bit of the first byte; zero bits fill up the last byte. Words that the last group lacks are zero.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import pairwise

WORDS, SUMS, XORS = 0, 1, 2
"""What is packed: the words; the difference of each from the one before; the first word, unpacked, and of each other
what differs from the one before."""

_GROUP = 8
_ALL = (1 << 64) - 1
_NIBBLES = 16


class NibblePack:
    """Words of eight bytes, little-endian.

    Args:
        count: how many.
        kind: what is packed of them: `WORDS`, `SUMS` (64-bit integers that grow) or `XORS` (floats that resemble each
            other).
    """

    def __init__(self, count: int, kind: int = WORDS) -> None:
        if count < 0:
            raise ValueError(f"{count} words")
        if kind not in (WORDS, SUMS, XORS):
            raise ValueError(f"words that are packed in the way {kind}")
        self._count = count
        self._kind = kind

    def decoded_size(self, data: bytes) -> int:
        """How many bytes the words are, or as many as a group in each byte would be, where these are fewer."""
        return 8 * min(self._count, _GROUP * len(data))

    def decode(self, data: bytes) -> bytes:
        """The words.

        Raises:
            ValueError: the data doesn't hold just so many.
        """
        if self._kind != XORS:
            words = _unpacked(data, 0, self._count)
            return _joined(_running(words) if self._kind == SUMS else words)
        if not self._count:
            if data:
                raise ValueError(f"{len(data)} bytes behind the last word")
            return b""
        if len(data) < 8:
            raise ValueError(f"{len(data)} bytes, which are no word")
        found = [int.from_bytes(data[:8], "little")]
        for word in _unpacked(data, 8, self._count - 1):
            found.append(found[-1] ^ word)
        return _joined(found)

    def encode(self, data: bytes) -> bytes:
        """The words, packed.

        Raises:
            ValueError: they are not as many as was said.
        """
        if len(data) != 8 * self._count:
            raise ValueError(f"{len(data)} bytes, which are not {self._count} words")
        words = struct.unpack(f"<{self._count}Q", data)
        if self._kind == SUMS:
            return _packed([(word - before) & _ALL for before, word in zip((0, *words), words, strict=False)])
        if self._kind == XORS:
            return data[:8] + _packed([before ^ word for before, word in pairwise(words)])
        return _packed(words)


def _joined(words: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(words)}Q", *words)


def _running(words: Sequence[int]) -> list[int]:
    found, total = [], 0
    for word in words:
        total = (total + word) & _ALL
        found.append(total)
    return found


def _unpacked(data: bytes, at: int, count: int) -> list[int]:
    """The words of groups that take all bytes from ``at`` on."""
    if -(-count // _GROUP) > len(data) - at:
        raise ValueError(f"{len(data) - at} bytes, which are too few for {count} words")
    found: list[int] = []
    while len(found) < count:
        if at >= len(data):
            raise ValueError(f"{len(found)} words instead of {count}")
        mask = data[at]
        at += 1
        if not mask:
            found.extend([0] * _GROUP)
            continue
        if at >= len(data):
            raise ValueError("half a group")
        trailing, width = data[at] & 15, (data[at] >> 4) + 1
        if trailing + width > _NIBBLES:
            raise ValueError(f"words of {trailing + width} half-bytes at {at}")
        at += 1
        size = -(-4 * width * mask.bit_count() // 8)
        if size > len(data) - at:
            raise ValueError(f"a group of {size} bytes, where {len(data) - at} are left")
        bits = int.from_bytes(data[at : at + size], "little")
        at += size
        for place in range(_GROUP):
            if mask >> place & 1:
                found.append((bits & ((1 << 4 * width) - 1)) << 4 * trailing)
                bits >>= 4 * width
            else:
                found.append(0)
    if at != len(data):
        raise ValueError(f"{len(data) - at} bytes behind the last word")
    if any(found[count:]):
        raise ValueError(f"more than {count} words")
    return found[:count]


def _packed(words: Sequence[int]) -> bytes:
    made = bytearray()
    for start in range(0, len(words), _GROUP):
        group = words[start : start + _GROUP]
        mask = sum(1 << place for place, word in enumerate(group) if word)
        made.append(mask)
        if not mask:
            continue
        together = 0
        for word in group:
            together |= word
        trailing = ((together & -together).bit_length() - 1) // 4
        width = -(-together.bit_length() // 4) - trailing
        made.append(trailing | (width - 1) << 4)
        bits = shift = 0
        for word in group:
            if word:
                bits |= (word >> 4 * trailing) << shift
                shift += 4 * width
        made += bits.to_bytes(-(-shift // 8), "little")
    return bytes(made)
