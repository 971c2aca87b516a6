"""Encodings whose characters are a byte each, or a few, as tables that the kernel reads: code pages, the parts of ISO
8859, and the encodings of East Asia. Python's codecs say what is in the tables.

`points` is the way from bytes to code points. Its first 256 words are the entries of the first byte of a character,
then comes whether the bytes below 128 are ASCII (`PLAIN`), then the *nodes* that other bytes of a character are looked
up in: the smallest byte that has an entry, how many entries follow, and these. An entry is below 0 where no character
has such bytes; otherwise it consists of the node of the next byte (0: the character ends here), in the bits from `NODE`
on, and of a number. The sum of the numbers is the code point: those of two, the second from bit `SECOND` on, where the
bytes stand for two.

`encoded` is the way back. Its first 256 words are the places of pages, by the upper byte of a code point of 16 bits,
then comes whether larger ones are encoded as GB 18030 does (`LARGE`). An entry of a page is below 0 where a character
can't be encoded; otherwise its bytes, of which the first is the lowest, and from bit 32 on how many there are.
"""

from __future__ import annotations

import codecs
import sys
from collections import Counter
from contextlib import suppress
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from bytewright.kernels.plan.codes import FIRST_LARGE, LARGE, NODE, PLAIN, SECOND

SEVERAL = frozenset(
    (
        *("big5", "big5hkscs", "cp932", "cp949", "cp950", "euc_jis_2004", "euc_jisx0213", "euc_jp", "euc_kr"),
        *("gb18030", "gb2312", "gbk", "johab", "shift_jis", "shift_jis_2004", "shift_jisx0213"),
    )
)
"""Encodings of several bytes a character, in which nothing rests on what precedes it."""

_MOST_POINT = 0xFFFF
"""The largest code point that a character of one byte may have: three bytes in UTF-8."""
_MOST_SPELLED = 3
"""Bytes of a character that is looked at for other spellings of it."""
_LARGEST = "gb18030"
"""The encoding that has all code points, as Python calls it."""
_THIRDS, _FOURTHS = range(0x81, 0xFF), range(0x30, 0x3A)
"""The third and the fourth byte of a character of four bytes in it, which are also the first and the second. In no
encoding a byte behind the first one of a character is smaller than these."""


def has_tables(name: str) -> bool:
    """Whether there are tables for an encoding, by any name of it."""
    with suppress(LookupError):
        return codecs.lookup(name).name in SEVERAL or points(name) is not None
    return False


def can_encode(name: str) -> bool:
    """Whether there is a table by which text is encoded: not where bytes may stand for two characters."""
    known = points(name)
    return known is not None and not _stands_for_two(known)


def is_plain(byte: int, encoding: str) -> bool:
    """Whether a byte below 128 is ASCII in an encoding that there is a table for, wherever it occurs."""
    known = points(encoding)
    several = codecs.lookup(encoding).name in SEVERAL
    return known is not None and bool(known[PLAIN]) and 0 <= byte < (_FOURTHS[0] if several else 0x80)


@lru_cache
def points(encoding: str) -> npt.NDArray[np.int64] | None:
    """The table by which text is decoded.

    Args:
        encoding: its name, as Python knows it.

    Returns:
        int64 words, as this module says; None: the encoding is unknown, or of another kind.
    """
    try:
        with suppress(UnicodeError):
            b"?".decode(encoding)  # fails where it is no encoding of text
        decoder: Any = codecs.getincrementaldecoder(encoding)("strict")
        several = codecs.lookup(encoding).name in SEVERAL
    except LookupError:
        return None
    return _Points(encoding, decoder).table() if several else _of_bytes(decoder)


def is_spelled_once(text: str, encoding: str) -> bool:
    """Whether a text has one spelling in an encoding that there is a table for, so that others are other texts."""
    return not any(ord(char) in _spelled_twice(encoding) for char in text)


def is_one_to_one(encoding: str) -> bool:
    """Whether all texts have one spelling in an encoding that there is a table for."""
    return not _spelled_twice(encoding)


@lru_cache
def _spelled_twice(encoding: str) -> frozenset[int]:
    """The code points that several sequences of up to three bytes stand for (no two of four do), or that bytes stand
    for together with another."""
    known = points(encoding)
    assert known is not None
    words = known.tolist()
    met: Counter[int] = Counter()

    def meet(entries: list[int], before: int, depth: int) -> None:
        for entry in entries:
            number, node = before + (entry & ((1 << NODE) - 1)), entry >> NODE
            if entry < 0 or depth > _MOST_SPELLED:
                continue
            if node:
                meet(words[node + 2 : node + 2 + words[node + 1]], number, depth + 1)
            elif number >> SECOND:
                met.update({number & ((1 << SECOND) - 1): 2, number >> SECOND: 2})
            else:
                met[number] += 1

    meet(words[:256], 0, 1)
    return frozenset(point for point, times in met.items() if times > 1)


def _of_bytes(decoder: Any) -> npt.NDArray[np.int64] | None:
    """The table of an encoding of a byte a character; None: it is none."""
    known = []
    for byte in range(256):
        try:
            # One that expects more bytes behind this one doesn't fail, and gives no character.
            text = decoder.decode(bytes([byte]))
        except UnicodeError:
            known.append(-1)
            continue
        if len(text) != 1 or ord(text) > _MOST_POINT:
            return None
        known.append(ord(text))
    return _table(known, []) if max(known) >= 0 else None


def _table(first: list[int], nodes: list[int]) -> npt.NDArray[np.int64]:
    return np.array([*first, int(first[:128] == list(range(128))), *nodes], np.int64)


class _Points:
    """Makes the table of an encoding of several bytes a character."""

    def __init__(self, encoding: str, decoder: Any) -> None:
        self._encoding = encoding
        self._decoder = decoder
        self._is_large = codecs.lookup(encoding).name == _LARGEST
        self._nodes: list[int] = []
        self._known: dict[tuple[int, ...], int] = {}
        self._numbered = _numbered() if self._is_large else np.empty(0, np.int64)
        self._fours: dict[bytes, int] = {}

    def table(self) -> npt.NDArray[np.int64]:
        """The table."""
        return _table(self._entries(b""), self._nodes)

    def _entries(self, before: bytes) -> list[int]:
        """The entries of the bytes behind some that begin a character."""
        return [self._entry(before + bytes([byte])) for byte in range(256)]

    def _entry(self, data: bytes) -> int:
        self._decoder.reset()
        try:
            text = self._decoder.decode(data)
        except UnicodeError:
            return -1
        if text:
            return sum(ord(char) << SECOND * place for place, char in enumerate(text))
        if len(data) == 1:
            return self._node(self._entries(data))
        if len(data) > 2:
            return -1  # of what takes more than four bytes (syllables made of parts, in EUC-KR) objects know
        return self._four(data) if self._is_large else self._node(self._entries(data))

    def _four(self, data: bytes) -> int:
        """The entry of the second byte of characters of four bytes in GB 18030."""
        begin = _number(data + bytes((_THIRDS[0], _FOURTHS[0])))
        found = self._numbered[begin : begin + len(_THIRDS) * len(_FOURTHS)]
        there = found[found >= 0]
        if not there.size:
            return -1
        # Characters that follow each other share their nodes.
        first = int(there.min())
        behind = np.where(found < 0, -1, found - first)
        key = behind.tobytes()
        if key not in self._fours:
            self._fours[key] = self._thirds(behind.tolist())
        return self._fours[key] + first

    def _thirds(self, found: list[int]) -> int:
        """An entry that leads to the node of the third byte."""
        thirds = [-1] * 256
        for place, third in enumerate(_THIRDS):
            here = found[place * len(_FOURTHS) :][: len(_FOURTHS)]
            least = min((point for point in here if point >= 0), default=-1)
            if least >= 0:
                fourths = [-1] * 256
                fourths[_FOURTHS[0] : _FOURTHS[-1] + 1] = [-1 if point < 0 else point - least for point in here]
                thirds[third] = self._node(fourths) + least
        return self._node(thirds)

    def _node(self, entries: list[int]) -> int:
        """An entry that leads to a node; -1: it would have no entries."""
        there = [byte for byte, entry in enumerate(entries) if entry >= 0]
        if not there:
            return -1
        node = (there[0], there[-1] + 1 - there[0], *entries[there[0] : there[-1] + 1])
        if node not in self._known:
            self._known[node] = PLAIN + 1 + len(self._nodes)
            self._nodes += node
        return self._known[node] << NODE


def _numbered() -> npt.NDArray[np.int64]:
    """The code points of all characters of four bytes in GB 18030 by their numbers, -1: there is none."""
    found = np.full(_number(bytes((0xFE, 0x39, 0xFE, 0x39))) + 1, -1, np.int64)
    for point in range(0x10000):
        data = chr(point).encode(_LARGEST, "ignore")
        if len(data) == 4:
            found[_number(data)] = point
    large = np.arange(0x10000, sys.maxunicode + 1)
    found[FIRST_LARGE : FIRST_LARGE + large.size] = large
    return found


def _number(data: bytes) -> int:
    """The number of four bytes in GB 18030, which counts them in the order of their bytes."""
    a, b, c, d = data
    found = (a - _THIRDS[0]) * len(_FOURTHS) + b - _FOURTHS[0]
    return (found * len(_THIRDS) + c - _THIRDS[0]) * len(_FOURTHS) + d - _FOURTHS[0]


@lru_cache
def encoded(encoding: str) -> npt.NDArray[np.int64] | None:
    """The table by which text is encoded.

    Args:
        encoding: its name, as Python knows it.

    Returns:
        int64 words, as this module says; None: there is none, as bytes of the encoding may stand for two characters.
    """
    if not can_encode(encoding):
        return None
    pages: list[list[int]] = []
    places = []
    for high in range(256):
        page = [_code(chr(high << 8 | low), encoding) for low in range(256)]
        if page not in pages:
            pages.append(page)
        places.append(LARGE + 1 + 256 * pages.index(page))
    large = int(codecs.lookup(encoding).name == _LARGEST)
    return np.array([*places, large, *(entry for page in pages for entry in page)], np.int64)


def _stands_for_two(known: npt.NDArray[np.int64]) -> bool:
    """Whether some bytes stand for two characters."""
    return bool(np.any((known >= 0) & ((known & ((1 << NODE) - 1)) >> SECOND > 0)))


def _code(char: str, encoding: str) -> int:
    try:
        data = char.encode(encoding)
    except UnicodeError:
        return -1
    return -1 if len(data) > 4 else len(data) << 32 | int.from_bytes(data, "little")
