"""Inputs for the plans of `tests.support.plans`, made from a seed."""

from __future__ import annotations

import random
import struct
from itertools import accumulate

WORDS = {
    "bool": 0x00000001,
    "int8": 0x00010008,
    "uint8": 0x00020008,
    "int16": 0x00030010,
    "uint16": 0x00040010,
    "int32": 0x00050020,
    "uint32": 0x00060020,
    "float32": 0x00070020,
    "small_enum": 0x00080008,
    "big_enum": 0x00090010,
    "uuid": 0x000A0080,
    "geopoint": 0x000B0040,
    "geoshape": 0x000C0000,
    "int64": 0x000D0040,
}
WORDS |= {f"{kind}[]": word | 0x01000000 for kind, word in WORDS.items() if kind != "geoshape"}

Column = tuple[int, str, int]
"""Id, type, data mode."""


def body(rows: int, columns: list[Column], seed: random.Random, gap: int = 0, slack: int = 0) -> bytes:
    """One batch; ``gap``: bytes that lie before the first column's data, ``slack``: behind the last one's."""
    count = len(columns)
    header = 32 + 19 * count
    data = bytearray(header + gap)
    offsets = [len(data) if count else 0]
    for _, kind, mode in columns:
        if mode == 2 and kind != "geoshape":
            data += seed.randbytes((rows + 7) // 8)
        if mode and is_slotted(kind):
            slots = [b"" if seed.randrange(4) == 0 else slot(kind, seed) for _ in range(rows)]
            data += bytes(-len(data) % 4)
            first = 8 * (seed.randrange(8) == 0)
            ends = accumulate((len(one) for one in slots), initial=first)
            data += struct.pack(f"<{rows + 1}I", *ends)
            data += bytes(-len(data) % 8 + first) + b"".join(slots)
        elif mode:
            data += bytes(-len(data) % 8)
            data += _values(kind, rows, seed)
        offsets.append(len(data))
    data += bytes(-len(data) % 8 + slack)
    parts = struct.pack("<IiH14xI", 0xFEED0001, rows, count, 1_700_000_000)
    parts += struct.pack(f"<{count + 1}I", *offsets) + bytes(8 * count)
    parts += struct.pack(f"<{count}I", *(WORDS[kind] for _, kind, _ in columns))
    parts += struct.pack(f"<{count}H", *(key for key, _, _ in columns))
    parts += bytes(mode | seed.randrange(5) << 3 for _, _, mode in columns)
    data[:header] = parts
    return bytes(data)


def is_slotted(kind: str) -> bool:
    """Whether values of a type differ in size."""
    return kind == "geoshape" or kind.endswith("[]")


def slot(kind: str, seed: random.Random) -> bytes:
    """An array or a shape."""
    count = seed.choice([0, 1, 2, 3, 8, 17])
    found = struct.pack("<I", count)
    if kind == "geoshape":
        for _ in range(count):
            points = seed.randrange(4)
            found += struct.pack("<I", points) + _values("geopoint", points, seed)
        return found
    found += _values(kind.removesuffix("[]"), count, seed) + seed.randbytes((count + 7) // 8)
    return found + bytes(-len(found) % 8)


def _values(kind: str, rows: int, seed: random.Random) -> bytes:
    if kind == "float32" or kind == "geopoint":
        # No NaN: rows are compared with ==.
        count = rows * (2 if kind == "geopoint" else 1)
        return struct.pack(f"<{count}f", *(seed.uniform(-1e6, 1e6) for _ in range(count)))
    return seed.randbytes(((WORDS[kind] & 0xFFFF) * rows + 7) // 8)


def log(batches: list[bytes]) -> bytes:
    """Batches behind their sizes."""
    return b"".join(struct.pack("<I", len(batch)) + batch for batch in batches)


def random_log(seed: int, batches: int, most_rows: int = 40) -> bytes:
    """Batches of any columns; the type of a column is the same in all of them."""
    generator = random.Random(seed)
    types = {key: generator.choice(list(WORDS)) for key in generator.sample(range(300), 6)}
    found = []
    for _ in range(batches):
        keys = generator.choices(list(types), k=generator.randrange(0, 7))
        rows = generator.choice([0, 1, generator.randrange(most_rows), generator.randrange(most_rows)])
        columns = [(key, types[key], generator.randrange(3)) for key in keys]
        found.append(body(rows, columns, generator, generator.randrange(3), 8 * generator.randrange(2)))
    return log(found)


def messages(seed: int, count: int) -> bytes:
    """Records behind a length, with names of all sizes."""
    generator = random.Random(seed)
    found = bytearray()
    for number in range(count):
        size = generator.choice([0, 1, 5, 31, 32, 33, 64, generator.randrange(200)])
        name = "".join(generator.choice("abcxyz äß€😀") for _ in range(size)).encode()
        fields = (number, generator.getrandbits(63), generator.uniform(-1, 1), generator.randrange(256), len(name))
        payload = struct.pack("<IqdBH", *fields) + name + bytes(generator.randrange(3))
        found += struct.pack("<H", len(payload)) + payload
    return bytes(found)


def samples(seed: int, count: int) -> bytes:
    """Records of 24 bytes."""
    generator = random.Random(seed)
    found = bytearray()
    for number in range(count):
        kind = generator.choice([0, 1, 2, 7, 99, 200])
        found += struct.pack("<IQBB", number, generator.getrandbits(64), generator.getrandbits(8), kind)
        found += struct.pack(">hf", generator.randrange(-(1 << 15), 1 << 15), generator.uniform(-1, 1)) + bytes(4)
    return bytes(found)
