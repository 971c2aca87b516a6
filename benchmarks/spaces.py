"""Events in spaces: groupings in chunks that Snappy compresses, newest first, each event in two indexes."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

from benchmarks.events import BLOCK_EVENTS, DATA, GROUPING_EVENTS, INDEXES, table, varint, write_parts
from bytewright.codecs.snappy_chunks import SnappyChunks

CHUNK = 4096
"""Bytes of a chunk, before it is compressed."""
_WORDS = 400
"""Words that events consist of, some of them more often than others."""


def write(path: Path, size: int, seed: int = 1) -> int:
    """Write a file of about ``size`` bytes; gives the number of events."""
    return BLOCK_EVENTS * write_parts(path, size, "space", space, seed)


def space(random: np.random.Generator) -> bytes:
    """A space of events with its table."""
    words = [random.bytes(int(size)).hex().encode() for size in random.integers(1, 7, _WORDS)]
    text = b" ".join(words[number] for number in (random.zipf(1.3, 1 << 14) % _WORDS).tolist())
    lengths = random.integers(DATA // 2, DATA * 3 // 2, BLOCK_EVENTS).tolist()
    starts = random.integers(0, len(text) - 2 * DATA, BLOCK_EVENTS).tolist()
    chosen = random.integers(0, INDEXES, (BLOCK_EVENTS, 2)).tolist()
    entries: list[list[bytes]] = [[] for _ in range(INDEXES)]
    chunks = SnappyChunks(CHUNK)
    made, sections = bytearray(b"*"), []

    def add(name: bytes, stored: bytes) -> None:
        sections.append((name, varint(len(made)) + varint(len(stored))))
        made.extend(stored)

    for first in range(0, BLOCK_EVENTS, GROUPING_EVENTS):
        plain, places = bytearray(), []
        numbers = range(first, first + GROUPING_EVENTS)
        for number in numbers:
            places.append(len(plain))
            plain += varint(lengths[number]) + struct.pack("<I", 1_700_000_000 - number)
            plain += text[starts[number] : starts[number] + lengths[number]]
        stored = chunks.encode(bytes(plain) + b"\0")
        for number, place in zip(numbers, places, strict=True):
            chunk, offset = chunks.piece(stored, place)
            for index in set(chosen[number]):
                entries[index].append(struct.pack("<qH", len(made) + chunk, offset))
        add(f"guser-{first // GROUPING_EVENTS:07}".encode(), stored)
    for index, found in enumerate(entries):
        add(f"icampaign:{index:03}".encode(), chunks.encode(b"".join(found) + b"\0"))
    names = table(sections)
    return bytes(made) + names + struct.pack("<q", len(names))
