"""The places of a file that were passed over: where they lie in memory, what is wrong with them on the disk."""

from __future__ import annotations

import json
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise
from tempfile import SpooledTemporaryFile
from typing import IO, Any, BinaryIO

from bytewright.io.source import Source
from bytewright.views.evaluate.bad_records import PlaceWriter, described
from bytewright.views.evaluate.malformed import Malformed

_HELD = 4 << 20
"""Bytes of lines that wait in memory; more of them wait on the disk."""
_OPEN = -1


class Places:
    """Places in ascending order, of which each takes a few bytes of memory.

    Args:
        source: the file.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._starts, self._ends, self._lines_at = array("q"), array("q"), array("q")
        self._lines: IO[bytes] = SpooledTemporaryFile(_HELD)  # noqa: SIM115 - `close`

    def __len__(self) -> int:
        return len(self._starts)

    @property
    def starts(self) -> Iterable[int]:
        """Where they begin."""
        return self._starts

    def add(self, bad: Iterable[Malformed]) -> None:
        """Note those that one view passes over."""
        for one in bad:
            self._note(one)
        self._sort()

    def add_others(self, bad: Iterable[Malformed]) -> None:
        """Note those that another view passes over, where nothing is known yet."""
        starts, ends = self._starts[:], self._ends[:]
        for one in bad:
            start, end = one.extent(self._source)
            at = bisect_left(starts, end)
            if at == 0 or self._extent(starts[at - 1], ends[at - 1])[1] <= start:
                self._note(one)
        self._sort()

    def _note(self, bad: Malformed) -> None:
        self._starts.append(bad.start)
        self._ends.append(_OPEN if bad.end is None else bad.end)
        self._lines_at.append(self._lines.tell())
        self._lines.write(json.dumps(described(bad, self._source), ensure_ascii=False).encode() + b"\n")

    def _sort(self) -> None:
        starts = self._starts
        if all(one <= other for one, other in pairwise(starts)):
            return
        order = sorted(range(len(starts)), key=starts.__getitem__)
        for known in (self._starts, self._ends, self._lines_at):
            known[:] = array("q", (known[i] for i in order))

    def _extent(self, start: int, end: int) -> tuple[int, int]:
        return start, max(start, self._source.size if end == _OPEN else end)

    def end_of(self, start: int, otherwise: int) -> int | None:
        """Where the place ends that begins somewhere, None if with the file; ``otherwise``: there is none."""
        at = bisect_right(self._starts, start) - 1
        if at < 0 or self._starts[at] != start:
            return otherwise
        return None if self._ends[at] == _OPEN else self._ends[at]

    def write(self, lines: BinaryIO, data: BinaryIO) -> int:
        """Write a line for each, and their bytes; gives how many bytes these are."""
        writer = PlaceWriter(None, lines, data)
        for told in self._told():
            writer.put(told, self._source)
        return writer.kept

    def _told(self) -> Iterator[dict[str, Any]]:
        for at in self._lines_at:
            self._lines.seek(at)
            yield json.loads(self._lines.readline())

    def close(self) -> None:
        """Let go of what is on the disk."""
        self._lines.close()
