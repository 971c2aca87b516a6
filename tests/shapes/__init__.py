"""Shapes of formats, each as a spec and an encoder that knows nothing of us.

Tests and the bench group ``objects`` go through `SHAPES`. To add one: a ``NAME.ksy`` beside this, and a function here.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

FOLDER = Path(__file__).parent
_WORDS = ("ash", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo", "hazel", "Ölbaum", "juniper")


@dataclass(frozen=True, slots=True)
class Shape:
    """A format of some shape.

    Attributes:
        name: of its spec.
        encode: bytes of a file of so many records.
        properties: what it is about.
        reach: reads what a model of ours, or of the stock parser, reads only when it is asked for.
    """

    name: str
    encode: Callable[[Random, int], bytes]
    properties: tuple[str, ...]
    reach: Callable[[Any], object] = lambda model: model

    @property
    def spec(self) -> Path:
        """Path of its spec."""
        return FOLDER / f"{self.name}.ksy"

    def file(self, records: int) -> bytes:
        """A file of so many records, always the same."""
        return self.encode(Random(records), records)


def _tagged(random: Random, count: int) -> bytes:
    parts = [struct.pack("<I", count)]
    for number in range(count):
        match random.randint(1, 4):
            case 1:
                parts.append(struct.pack("<Bii", 1, random.randint(-999, 999), number))
            case 2:
                parts.append(struct.pack("<BH", 2, number % 65536) + random.choice(_WORDS).encode() + b"\0")
            case 3:
                parts.append(struct.pack("<BQdff", 3, number, random.random(), 0.5, 1.5))
            case _:
                parts.append(bytes([4, random.randint(0, 255)]))
    return b"".join(parts)


def _leb128(number: int) -> bytes:
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


def _names(random: Random, count: int) -> bytes:
    parts = []
    for number in range(count):
        name = "-".join(random.choices(_WORDS, k=random.randint(0, 3))).encode()
        parts += [_leb128(number * 37), _leb128(len(name)), name, _leb128(random.randint(0, 1 << 30))]
    return b"".join(parts)


def _blocks(random: Random, count: int) -> bytes:
    parts = [b"BLKS"]
    for begin in range(0, count, 200):
        numbers = range(begin, min(begin + 200, count))
        records = [struct.pack(">I", len(numbers))]
        for number in numbers:
            unit = random.choice(_WORDS).encode()
            records.append(struct.pack(">QHBB", number * 1000, number % 50, number % 3, len(unit)) + unit)
            records.append(struct.pack(">d", random.random()))
        data = zlib.compress(b"".join(records))
        parts += [struct.pack(">II", len(data), zlib.crc32(data)), data]
    return b"".join(parts)


def _trailing(random: Random, count: int) -> bytes:
    messages = []
    for number in range(count):
        text = " ".join(random.choices(_WORDS, k=4)).encode()
        messages.append(struct.pack("<BBH", number % 9, number % 3, len(text)) + text)
    lengths = [len(message) for message in messages]
    return b"".join(messages) + struct.pack(f"<{count}HI", *lengths, count)


def _counted(random: Random, count: int) -> bytes:
    records = [
        struct.pack("<IIfBh", number, number // 2, random.random(), number % 256, random.randint(-9, 9))
        for number in range(count)
    ]
    return b"".join(records) + struct.pack("<II", count, 3)


def _packed(random: Random, count: int) -> bytes:
    parts = []
    for number in range(count):
        kind = random.randint(0, 3)
        width = (5, 13, 21, 21)[kind]
        bits = kind << width + 1 | random.getrandbits(width) << 1 | number & 1
        parts.append(bits.to_bytes((width + 3) // 8, "big") + struct.pack(">I", number))
    return b"".join(parts)


def _columns(random: Random, count: int) -> bytes:
    kinds = (0, 3, 2, 1, 0, 2)
    header = [bytes([len(kinds)]), *(bytes([kind, 2]) + b"c%d" % place for place, kind in enumerate(kinds))]
    rows = []
    for number in range(count):
        for kind in kinds:
            text = random.choice(_WORDS).encode()
            rows.append(
                bytes([len(text)]) + text
                if kind == 3
                else struct.pack("<d", random.random())
                if kind == 2
                else struct.pack("<i" if kind == 0 else "<q", number)
            )
    return b"".join(header + rows)


def _pages(random: Random, count: int) -> bytes:
    pages: list[bytes] = []
    rows: list[bytes] = []

    def close() -> None:
        places, data = [], b""
        for row in rows:
            places.append(8 + len(data))
            data += row
        slots = struct.pack(f"<{len(rows)}H", *reversed(places))
        free = 4096 - 8 - len(data) - len(slots)
        pages.append(struct.pack("<IHH", len(pages), len(rows), free) + data + bytes(free) + slots)
        rows.clear()

    for number in range(count):
        name = random.choice(_WORDS).encode()
        row = struct.pack("<IB", number, len(name)) + name + struct.pack("<q", number * 100)
        if 8 + len(b"".join(rows)) + len(row) + 2 * len(rows) + 2 > 4096:
            close()
        rows.append(row)
    close()
    return b"".join(pages)


def _node(random: Random, depth: int) -> bytes:
    children = [_node(random, depth - 1) for _ in range(random.randint(0, 2) if depth else 0)]
    return struct.pack("<hB", random.randint(-99, 99), len(children)) + b"".join(children)


def _trees(random: Random, count: int) -> bytes:
    parts = [struct.pack("<I", count)]
    for number in range(count):
        note = random.choice(_WORDS).encode() + b"\0"
        parts += [struct.pack("<Id", number, random.random()), _node(random, 3), note]
    return b"".join(parts)


def _bare(random: Random, count: int) -> bytes:
    parts = []
    for number in range(count):
        fee = struct.pack("<f", 0.25) if number % 3 == 0 else b""
        venue = random.choice(_WORDS[:8]).encode()
        head = struct.pack("<QIid?", number * 37, number, number % 1000, random.random(), bool(fee))
        parts.append(head + fee + bytes([len(venue)]) + venue)
    return b"".join(parts)


SHAPES = (
    Shape("tagged", _tagged, ("tag and unsized case",)),
    Shape("names", _names, ("LEB128 before text", "no constant at all")),
    Shape("blocks", _blocks, ("two-level", "compressed and checksummed")),
    Shape("trailing", _trailing, ("length behind", "count in a trailer")),
    Shape("counted", _counted, ("count in a trailer", "no constant at all")),
    Shape("packed", _packed, ("bits across a switch", "tag and unsized case")),
    Shape("columns", _columns, ("layout by header", "tag and unsized case")),
    Shape("pages", _pages, ("slots from the end",), lambda m: [slot.row for page in m.pages for slot in page.slots]),
    Shape("trees", _trees, ("recursion beside flat columns",)),
    Shape("bare", _bare, ("no constant at all",)),
)
