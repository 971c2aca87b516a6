"""Look-ups in events and spaces as somebody writes them for these files alone: ``pread``, `struct` and cramjam."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cramjam


class Layout(NamedTuple):
    """What the two layouts differ in: how long a block's table is, how events and chains of them are found."""

    trailer: str
    spaces: bool


EVENTS, SPACES = Layout("<i", spaces=False), Layout("<q", spaces=True)


class ByHand:
    """A file that is looked up in; it stays open, and nothing else is kept.

    Attributes:
        read: how many bytes have been read.
    """

    def __init__(self, path: Path, layout: Layout) -> None:
        self._layout = layout
        self._file = os.open(path, os.O_RDONLY)
        self._size = os.fstat(self._file).st_size
        self.read = 0

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def find(self, block: str, section: str) -> list[bytes]:
        """The data of the events of a grouping (``g`` and its name) or an index (``i`` and its name)."""
        found = self._entry(0, self._size, "<q", block.encode())
        if found is None:
            return []
        start, size = struct.unpack("<qq", found)
        place = self._entry(start, start + size, self._layout.trailer, section.encode())
        if place is None:
            return []
        if not self._layout.spaces:
            key, at = varint(place, 0)
            first, _ = struct.unpack_from("<QQ", place, at)
            return [*(self._group(start + first) if section[0] == "g" else self._chain(start, key, first))]
        offset, at = varint(place, 0)
        length, _ = varint(place, at)
        return [*self._of_space(start, start + offset, length, is_group=section[0] == "g")]

    def _pread(self, start: int, size: int) -> bytes:
        data = os.pread(self._file, size, start)
        self.read += len(data)
        return data

    def _entry(self, start: int, end: int, trailer: str, key: bytes) -> bytes | None:
        """The value of a key in the table at the end of a part of the file."""
        (size,) = struct.unpack(trailer, self._pread(end - struct.calcsize(trailer), struct.calcsize(trailer)))
        end -= struct.calcsize(trailer)
        start = end - size
        footer, at, handle = self._pread(end - 48, 48), 0, [0] * 4
        for number in range(4):
            handle[number], at = varint(footer, at)
        for name, value in entries(self._pread(start + handle[2], handle[3])):
            if name >= key:
                offset, at = varint(value, 0)
                length, _ = varint(value, at)
                return dict(entries(self._pread(start + offset, length))).get(key)
        return None

    def _group(self, start: int) -> Iterator[bytes]:
        data, at = self._pread(start, 1 << 16), 0
        while True:
            size, begin = varint(data, at) if at + 10 < len(data) else (len(data), at)
            if begin + size > len(data):
                start, data, at = start + at, self._pread(start + at, 1 << 16), 0
                continue
            if not size:
                return
            length, begin_data = varint(data, begin)
            yield data[begin_data : begin_data + length]
            at = begin + size

    def _chain(self, start: int, key: int, offset: int) -> Iterator[bytes]:
        while offset:
            data = self._pread(start + offset, 512)
            _, at = varint(data, 0)
            length, at = varint(data, at)
            yield data[at : at + length]
            at += length + 1
            for _ in range(data[at - 1]):
                number, at = varint(data, at)
                if number == key:
                    (offset,) = struct.unpack_from("<Q", data, at + 8)
                at += 16

    def _of_space(self, space: int, start: int, size: int, *, is_group: bool) -> Iterator[bytes]:
        stored, plain, at = self._pread(start, size), bytearray(), 0
        while at < size:
            at = chunk(partial(_part, stored), at, plain)
        at = 0
        if is_group:
            while len(plain) - at > 1:
                length, at = varint(plain, at)
                yield bytes(plain[at + 4 : at + 4 + length])
                at += 4 + length
            return
        for place, offset in struct.iter_unpack("<qH", plain[:-1]):
            event, behind, length = bytearray(), space + place, 0
            while len(event) < offset + 10 or len(event) < at + 4 + length:
                behind = chunk(self._pread, behind, event)
                length, at = varint(event, offset)
                if len(event) >= at + 4 + length:
                    break
            yield bytes(event[at + 4 : at + 4 + length])


def _part(data: bytes, start: int, size: int) -> bytes:
    return data[start : start + size]


def chunk(read: Callable[[int, int], bytes], at: int, plain: bytearray) -> int:
    """Decompress what is stored at a place; gives where the next one is."""
    head = read(at, 3)
    (size,) = struct.unpack_from("<H", head)
    data = read(at + 3, size)
    plain += bytes(cramjam.snappy.decompress_raw(data)) if head[2] else data
    return at + 3 + size


def varint(data: bytes | bytearray, at: int) -> tuple[int, int]:
    """A number in groups of seven bits, and where it ends."""
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
        shift += 7


def entries(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Keys and values of a block of a table."""
    (restarts,) = struct.unpack_from("<I", block, len(block) - 4)
    end, at, key = len(block) - 4 - 4 * restarts, 0, b""
    while at < end:
        shared, at = varint(block, at)
        own, at = varint(block, at)
        size, at = varint(block, at)
        key = key[:shared] + block[at : at + own]
        yield key, block[at + own : at + own + size]
        at += own + size
