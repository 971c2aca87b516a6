"""Events in blocks: groupings of some hundred, newest first, each event linked into two indexes of its block."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from bytewright.codecs.checksums import ALGORITHMS
from bytewright.codecs.sorted_blocks import Block, cut, index

BLOCK_EVENTS = 25_000
"""Events of a block."""
GROUPING_EVENTS = 250
"""Events of a grouping."""
INDEXES = 40
"""Indexes of a block."""
DATA = 180
"""Bytes of an event, on average."""
_MAGIC = bytes.fromhex("57fb808b247547db")


def write(path: Path, size: int, seed: int = 1) -> int:
    """Write a file of about ``size`` bytes; gives the number of events."""
    return BLOCK_EVENTS * write_parts(path, size, "block", block, seed)


def write_parts(path: Path, size: int, name: str, part: Callable[[np.random.Generator], bytes], seed: int) -> int:
    """Write parts of about ``size`` bytes together, and the table that says where they are; gives their number."""
    random = np.random.default_rng(seed)
    parts: list[tuple[bytes, bytes]] = []
    at = 0
    with path.open("wb") as file:
        while at < size:
            made = part(random)
            parts.append((f"{name}-{len(parts):06}".encode(), struct.pack("<qq", at, len(made))))
            at += file.write(made)
        names = table(parts)
        file.write(names + struct.pack("<q", len(names)))
    return len(parts)


def block(random: np.random.Generator, count: int = BLOCK_EVENTS, indexes: int = INDEXES) -> bytes:
    """A block of events with its table: a multiple of those of a grouping, or fewer."""
    together = min(count, GROUPING_EVENTS)
    lengths = random.integers(DATA // 2, DATA * 3 // 2, count).tolist()
    text = random.bytes(2 * DATA + (1 << 16))
    starts = random.integers(0, 1 << 16, count).tolist()
    chosen = random.integers(0, indexes, (count, 2))
    chosen[:, 1] = (chosen[:, 0] + 1 + chosen[:, 1] % (indexes - 1)) % indexes
    # Where events begin follows from their sizes, as all keys of indexes are one byte.
    sizes = [len(varint(length)) + length + 1 + 2 * 17 for length in lengths]
    heads = [varint(whole) for whole in sizes]
    places, ends = [], []
    at = 1
    for number, (whole, head) in enumerate(zip(sizes, heads, strict=True)):
        places.append(at)
        at += len(head) + whole
        if number % together == together - 1:
            ends.append(at)
            at += 1
    chains: list[list[int]] = [[] for _ in range(indexes)]
    for number, (one, other) in enumerate(chosen.tolist()):
        chains[one].append(number)
        chains[other].append(number)
    near: list[list[bytes]] = [[] for _ in range(count)]
    for key, chain in enumerate(chains):
        for before, number, after in zip([-1, *chain], chain, [*chain[1:], -1], strict=False):
            previous, following = (0 if other < 0 else places[other] for other in (before, after))
            near[number].append(struct.pack("<BQQ", key, previous, following))
    made = [b"*"]
    for number, (head, length, start) in enumerate(zip(heads, lengths, starts, strict=True)):
        made += (head, varint(length), text[start : start + length], b"\2", *near[number])
        if number % together == together - 1:
            made.append(b"\0")
    first = range(0, count, together)
    sections = [
        (f"guser-{number:07}".encode(), varint(number), places[one], places[one + together - 1])
        for number, one in enumerate(first)
    ]
    sections += [
        (f"icampaign-{key:03}".encode(), varint(key), places[chain[0]], places[chain[-1]])
        for key, chain in enumerate(chains)
    ]
    names = table((name, key + struct.pack("<QQ", one, last)) for name, key, one, last in sections)
    return b"".join(made) + names + struct.pack("<i", len(names))


def table(entries: Iterable[tuple[bytes, bytes]]) -> bytes:
    """A sorted string table."""
    values = dict(entries)
    blocks = cut((key, len(value)) for key, value in values.items())
    made, places = b"", []
    for one in blocks:
        places.append((len(made), len(stored(one, values)) - 5))
        made += stored(one, values)
    empty = len(made)
    made += stored(Block(), {})
    top = index(blocks, 5)
    where = {key: varint(at) + varint(size) for key, (at, size) in zip(top.keys, places, strict=True)}
    begin = len(made)
    made += stored(top, where)
    footer = varint(empty) + varint(8) + varint(begin) + varint(len(made) - begin - 5)
    return made + footer.ljust(40, b"\0") + _MAGIC


def stored(one: Block, values: dict[bytes, bytes]) -> bytes:
    """A block of a table with its checksum."""
    made = b""
    for key, shared in zip(one.keys, one.shared, strict=True):
        value = values[key]
        made += varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
    made += struct.pack(f"<{len(one.restarts) + 1}I", *one.restarts, len(one.restarts)) + b"\0"
    return made + struct.pack("<I", ALGORITHMS["crc32c-masked"](made))


def varint(number: int) -> bytes:
    """An unsigned integer in groups of seven bits."""
    made = bytearray()
    while number > 127:
        made.append(number & 127 | 128)
        number >>= 7
    made.append(number)
    return bytes(made)
