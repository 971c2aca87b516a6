"""Which records of two files are each other's counterparts: found by their contents, wherever they lie."""

from __future__ import annotations

from collections.abc import Iterator

from bytewright.page.records import Records
from bytewright.tables.trees.alignment import Digests, gaps

Run = tuple[int, int, int]
"""Records that are counterparts: the numbers of the first ones in both files, and how many follow each other."""


def counterparts(one: Records, other: Records) -> list[Run]:
    """Which records are counterparts, the same and changed ones; both files show those around what differs.

    Args:
        one: the records of one file.
        other: those of the other one.
    """
    runs: list[Run] = []
    shown: list[tuple[int, int]] = []
    others: list[tuple[int, int]] = []
    at = new_at = 0
    sizes = _digests(one), _digests(other)
    for gap in gaps(sizes[0].numbers(), sizes[1].numbers()):
        changed = min(gap.sizes)
        runs += [(at, new_at, gap.begin - at), (gap.begin, gap.new_begin, changed)]
        shown.append((gap.begin, gap.end))
        others.append((gap.new_begin, gap.new_end))
        at, new_at = gap.end, gap.new_end
    runs.append((at, new_at, len(sizes[0]) - at))
    one.show(shown)
    other.show(others)
    return [run for run in runs if run[2]]


def _digests(records: Records) -> Digests:
    found = Digests()
    for content in _contents(records):
        found.add(content)
    return found


def _contents(records: Records) -> Iterator[bytes]:
    """The bytes of all records."""
    before = -1
    for start, _ in records.places(1):
        if before >= 0:
            yield records.bytes(before, start)
        before = start
    if before >= 0:
        yield records.bytes(before, records.end)
