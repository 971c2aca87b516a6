"""Shapes of formats, each as a spec and an encoder that knows nothing of us.

Tests and the bench groups ``objects`` and ``shapes`` go through `SHAPES`. To add one: a ``NAME.ksy`` (or a declaration
in Construct, ``NAME.py``) beside this, a function here, and a line of what becomes of it in ``test_shapes.py``.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.load import load

FOLDER = Path(__file__).parent
PROPERTIES = (
    "tag and unsized case",
    "LEB128 before text",
    "two-level",
    "compressed and checksummed",
    "length behind",
    "count in a trailer",
    "bits across a switch",
    "layout by header",
    "slots from the end",
    "recursion beside flat columns",
    "no constant at all",
)
"""What shapes may be about."""
_WORDS = ("ash", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo", "hazel", "Ölbaum", "juniper")


@dataclass(frozen=True, slots=True)
class Shape:
    """A format of some shape.

    Attributes:
        name: of its spec.
        encode: bytes of a file of so many records.
        properties: what it is about.
        reach: reads what a model of ours, or of the stock parser, reads only when it is asked for.
        suffix: of its spec's file: of a declaration in Construct, ``.py``.
        canonical: whether there is but one file of some rows: nothing may lie in another place.
    """

    name: str
    encode: Callable[[Random, int], bytes]
    properties: tuple[str, ...]
    reach: Callable[[Any], object] = lambda model: model
    suffix: str = ".ksy"
    canonical: bool = True

    @property
    def spec(self) -> Path:
        """Path of its spec."""
        return FOLDER / f"{self.name}{self.suffix}"

    @property
    def codec(self) -> Codec:
        """Its codec."""
        return _compiled(self.spec)

    @property
    def plan(self) -> RowPlan | str:
        """How the kernel reads its default view, or why it doesn't."""
        found: RowPlan | str = self.codec.row_plans[self.codec.views[0].name]
        return found

    def file(self, records: int) -> bytes:
        """A file of so many records, always the same."""
        return self.encode(Random(records), records)


@cache
def _compiled(spec: Path) -> Codec:
    return load(spec, trust=[str(FOLDER)])


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


def _messages(random: Random, count: int) -> bytes:
    parts = []
    for number in range(count):
        kind = random.randint(1, 3)
        text = " ".join(random.choices(_WORDS, k=random.randint(0, 4))).encode()
        parts.append(struct.pack(">BI", kind, number))
        match kind:
            case 1:
                parts += [_leb128(len(text)), text, struct.pack(">H", number % 65536)]
            case 2:
                parts += [struct.pack(">H", number % 9), _leb128(len(text)), text]
            case _:
                parts.append(struct.pack(">q", -number))
    return b"".join(parts)


def _packets(random: Random, count: int) -> bytes:
    parts: list[bytes] = []
    for begin in range(0, count, 200):
        samples = b"".join(
            struct.pack("<qf", number * 1000, random.random()) + random.choice(_WORDS).encode() + b"\0"
            for number in range(begin, min(begin + 200, count))
        )
        body = zlib.compress(samples)
        parts += [struct.pack("<II", len(parts), len(body)), body, struct.pack("<I", zlib.adler32(body))]
    return b"".join(parts)


def _enclosed(random: Random, count: int) -> bytes:
    parts = []
    for _ in range(count):
        if random.random() < 0.5:
            values = [random.random() for _ in range(random.randint(0, 3))]
            body = struct.pack(f">HH{len(values)}d", 1, len(values), *values)
        else:
            body = struct.pack(">H", 2) + random.choice(_WORDS[:8]).encode()
        parts += [struct.pack(">I", len(body)), body, struct.pack(">I", len(body))]
    return b"".join(parts)


def _ledger(random: Random, count: int) -> bytes:
    entries = []
    for number in range(count):
        memo = random.choice(_WORDS).encode()
        entries.append(struct.pack("<IqB", number % 100, random.randint(-(10**9), 10**9), len(memo)) + memo)
    places = [0, *accumulate(map(len, entries))]
    return b"".join(entries) + struct.pack(f"<{count}II", *places[:-1], count)


def _telemetry(random: Random, count: int) -> bytes:
    parts = []
    for number in range(count):
        kind = random.randint(0, 2)
        width = (8, 16, 24)[kind]
        bits = kind | random.getrandbits(width) << 3 | (number & 1) << 3 + width | (number & 15) << 4 + width
        parts.append(bits.to_bytes(width // 8 + 1, "little") + struct.pack("<H", number % 65536))
    return b"".join(parts) + struct.pack("<I", count)


def _table(random: Random, count: int) -> bytes:
    parts = [struct.pack("<BBH", 1, 1, 6)]
    for number in range(count):
        note = "-".join(random.choices(_WORDS, k=random.randint(0, 3))).encode()
        parts += [b"%06d" % (number % 10**6), struct.pack("<Qq", number * 37, -number), _leb128(len(note)), note]
    return b"".join(parts)


def _content(random: Random, depth: int) -> bytes:
    kind = random.randint(0, 2 if depth else 1)
    if kind == 0:
        return struct.pack(">Bi", 0, random.randint(-99, 99))
    if kind == 1:
        text = random.choice(_WORDS).encode()
        return bytes([1, len(text)]) + text
    items = [_content(random, depth - 1) for _ in range(random.randint(0, 3))]
    return bytes([2, len(items)]) + b"".join(items)


def _documents(random: Random, count: int) -> bytes:
    parts = []
    for number in range(count):
        content = _content(random, 2)
        author = random.choice(_WORDS).encode() + b"\0"
        parts += [struct.pack(">IdI", number, random.random(), len(content)), content, author]
    return b"".join(parts)


def _sessions(random: Random, count: int) -> bytes:
    parts = []
    for number in range(count):
        kind = random.randint(1, 3)
        text = "".join(random.choices(_WORDS, k=random.randint(0, 30))).encode()
        parts.append(struct.pack(">BI", kind, number))
        match kind:
            case 1:
                parts += [_leb128(len(text)), text, struct.pack(">H", number % 65536)]
            case 2:
                parts.append(struct.pack(">ff", random.random(), 0.5))
            case _:
                parts += [_leb128(len(text)), text]
    return b"".join(parts)


def _archive(random: Random, count: int) -> bytes:
    parts = []
    for begin in range(0, count, 200):
        items = []
        for number in range(begin, min(begin + 200, count)):
            name = random.choice(_WORDS).encode()
            items.append(struct.pack("<IdB", number, random.random(), len(name)) + name)
        data = zlib.compress(b"".join(items))
        content = struct.pack("<I", len(data)) + data
        parts += [content, struct.pack("<I", zlib.crc32(content))]
    return b"".join(parts)


def _footer(random: Random, count: int) -> bytes:
    entries = [
        struct.pack(">QI", random.randint(0, 1 << 40), number) + random.choice(_WORDS).encode()
        for number in range(count)
    ]
    places = [0, *accumulate(map(len, entries))][:-1]
    index = b"".join(struct.pack(">IH", place, len(entry)) for place, entry in zip(places, entries, strict=True))
    return b"".join(entries) + index + struct.pack(">I", len(index))


SHAPES = (
    Shape("tagged", _tagged, ("tag and unsized case", "no constant at all")),
    Shape("names", _names, ("LEB128 before text", "no constant at all")),
    Shape("blocks", _blocks, ("two-level", "compressed and checksummed")),
    Shape("trailing", _trailing, ("length behind", "count in a trailer")),
    Shape("counted", _counted, ("count in a trailer", "no constant at all")),
    Shape("packed", _packed, ("bits across a switch", "tag and unsized case")),
    Shape("columns", _columns, ("layout by header", "tag and unsized case")),
    Shape(
        "pages",
        _pages,
        ("slots from the end", "no constant at all"),
        lambda m: [slot.row for page in m.pages for slot in page.slots],
        canonical=False,
    ),
    Shape("trees", _trees, ("recursion beside flat columns", "no constant at all")),
    Shape("bare", _bare, ("no constant at all",)),
    Shape("messages", _messages, ("LEB128 before text", "tag and unsized case")),
    Shape("packets", _packets, ("two-level", "compressed and checksummed", "no constant at all")),
    Shape("enclosed", _enclosed, ("length behind", "tag and unsized case")),
    Shape("ledger", _ledger, ("slots from the end", "count in a trailer"), lambda m: [slot.entry for slot in m.slots]),
    Shape("telemetry", _telemetry, ("bits across a switch", "count in a trailer")),
    Shape("table", _table, ("layout by header", "LEB128 before text")),
    Shape("documents", _documents, ("recursion beside flat columns", "tag and unsized case")),
    Shape("sessions", _sessions, ("LEB128 before text", "tag and unsized case"), suffix=".py"),
    Shape("archive", _archive, ("two-level", "compressed and checksummed"), suffix=".py"),
    Shape("footer", _footer, ("length behind", "slots from the end"), lambda m: [one.entry for one in m.index.entries]),
)
