"""Look-ups by keys in sorted pages, next to the same by hand with ``pread``, `struct` and cramjam."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice, product
from pathlib import Path
from unittest.mock import patch

import numpy as np

import bytewright
from benchmarks import events, spaces
from benchmarks.bench import Bench
from benchmarks.by_hand import EVENTS, SPACES, ByHand, Layout
from benchmarks.measuring import fastest
from benchmarks.report import times
from bytewright.codec.codec import Codec
from bytewright.io.source import FileSource
from bytewright_formats import esdb, esdb_spaces

KEYS = 1000
"""Keys of a call, if the file has so many."""
FEW_EVENTS, FEW_INDEXES = 1750, 120
"""Events of a block, and its indexes, of which each has some thirty."""


def run(bench: Bench) -> None:
    """Measure look-ups in files of events, and in one whose events are compressed."""
    path, few, compressed = (bench.folder / name for name in ("events.esdb", "few.esdb", "spaces.esdb"))
    blocks = events.write(path, bench.size) // events.BLOCK_EVENTS
    in_few = events.write_parts(few, bench.size // 4, "block", partial(_few_events), 1)
    of_spaces = spaces.write(compressed, bench.size // 4) // events.BLOCK_EVENTS
    groups = [f"user-{number:07}" for number in range(events.BLOCK_EVENTS // events.GROUPING_EVENTS)]
    of_few = [f"campaign-{number:03}" for number in range(FEW_INDEXES)]
    indexes = [f"campaign:{number:03}" for number in range(events.INDEXES)]
    one = partial(_look_up, bench)
    one("250 events by grouping", path, esdb.CODEC, EVENTS, "grouping", "block", blocks, groups, 1.1)
    one("30 events by index", few, esdb.CODEC, EVENTS, "index", "block", in_few, of_few, 1.5)
    one("250 events of spaces", compressed, esdb_spaces.CODEC, SPACES, "grouping", "space", of_spaces, groups, 0.5)
    one("1,250 of spaces, by index", compressed, esdb_spaces.CODEC, SPACES, "index", "space", of_spaces, indexes, None)


def _few_events(random: np.random.Generator) -> bytes:
    return events.block(random, FEW_EVENTS, FEW_INDEXES)


def _look_up(
    bench: Bench,
    what: str,
    path: Path,
    codec: Codec,
    layout: Layout,
    by: str,
    name: str,
    blocks: int,
    keys: list[str],
    most: float | None,
) -> None:
    """Measure one key in a file that is opened for it, one in a file that is open, and a thousand in a call.

    ``most``: the milliseconds that are promised for one in a file that is open.
    """
    view = "events" if by == "grouping" else "index_events"
    names = [f"{name}-{number:06}" for number in range(blocks)]
    pairs = list(islice(product(names, keys), KEYS))
    chosen = {"block": sorted({block for block, _ in pairs}), by: keys}
    key = {"block": names[0], by: keys[7]}
    table = bytewright.open(path, codec, view, engine="columns", threads=1)
    hand = ByHand(path, layout)

    def opened() -> int:
        fresh = bytewright.open(path, codec, view, options=key, engine="columns", threads=1)
        return sum(batch.num_rows for batch in fresh.to_batches())

    found = table.lookup(key)
    by_hand = hand.find(key["block"], by[0] + key[by])
    assert found["data"].to_pylist() == by_hand
    measured = (
        opened,
        partial(table.lookup, key),
        partial(table.lookup, chosen),
        lambda: hand.find(key["block"], by[0] + key[by]),
    )
    alone, again, many, written = fastest(bench.runs, *measured)
    with bytes_read() as sizes:
        opened()
    with bytes_read() as warm:
        table.lookup(key)
    hand.read = 0
    hand.find(key["block"], by[0] + key[by])
    hand.close()
    count = len(chosen["block"]) * len(keys)
    bench.note(
        f"{what}: {found.num_rows} events. Opened for it {alone * 1000:.2f} ms, {sum(sizes):,} bytes read; "
        f"open already {again * 1000:.2f} ms, {sum(warm):,} bytes; {count:,} keys in one call "
        f"{many * 1000 / count:.3f} ms each; by hand {written * 1000:.2f} ms, {hand.read:,} bytes. "
        f"Open already, to by hand: {times(again / written)}."
    )
    if most is not None:
        bench.claim(f"{what}, ms", again * 1000, most, _milliseconds, at_most=True)
        bench.claim(f"{what}, ms a key of {count:,}", many * 1000 / count, 0.3 * most, _milliseconds, at_most=True)


def _milliseconds(value: float) -> str:
    return f"{value:.3f}"


@contextmanager
def bytes_read() -> Iterator[list[int]]:
    """The sizes of what is read of files meanwhile."""
    found: list[int] = []
    whole, fill = FileSource.read, FileSource.read_into

    def read(self: FileSource, offset: int, size: int) -> bytes:
        data = whole(self, offset, size)
        found.append(len(data))
        return data

    def read_into(self: FileSource, offset: int, buffer: memoryview) -> int:
        found.append(fill(self, offset, buffer))
        return found[-1]

    with patch.multiple(FileSource, read=read, read_into=read_into):
        yield found
