"""Where the records of a file lie, one after another, as far as that is known without reading them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from bytewright.errors import ReadError
from bytewright.io.source import Source
from bytewright.views.evaluate.framing import Places, Walk
from bytewright.views.evaluate.steps import Steps

_TOGETHER = 4096
_PIECE = 1 << 16
"""Bytes that are looked at together."""

MakeWalk = Callable[[], Walk | None]
"""Makes a walk over the records of a file; None: nothing but reading them says where they end."""


class Run(NamedTuple):
    """Records that lie one behind the other.

    Attributes:
        first: number of the first one.
        edges: where each begins, and where the last one ends.
    """

    first: int
    edges: Places

    def __len__(self) -> int:
        return len(self.edges) - 1


def runs(
    steps: Steps,
    walk: MakeWalk,
    most: int | None = None,
    *,
    start: int | None = None,
    first: int = 0,
    stop: int | None = None,
) -> Iterator[Run]:
    """The records of a file whose codec gives them one by one, some thousands at a time.

    They are gone through by their lengths, where they have such; what is passed over isn't checked. Where that leads
    nowhere they are read, so that the error says why. Zeros that are slack behind a list are none.

    Args:
        steps: the file.
        walk: makes a walk over it.
        most: how many records are asked for; None: all.
        start: where the first of them begins; None: with the file.
        first: its number.
        stop: where the last one ends; None: with the file.

    Raises:
        ReadError: what precedes the records is bad, or a record that must be read.
    """
    found = _runs(steps, walk, most, start, first, stop)
    zeros = _zeros(steps.source)
    return found if zeros == steps.source.size else _before(found, steps, zeros)


def _zeros(source: Source) -> int:
    """Where nothing but zeros is left of a file."""
    end = source.size
    while end:
        start = max(0, end - _PIECE)
        kept = source.read(start, end - start).rstrip(b"\0")
        if kept:
            return start + len(kept)
        end = start
    return 0


def _before(found: Iterator[Run], steps: Steps, zeros: int) -> Iterator[Run]:
    """The records before zeros that are slack. By their lengths zeros may be records as well: whether there is one is
    seen when it is read."""
    sought = True
    for run in found:
        at = int(run.edges.searchsorted(zeros))
        if sought and at < len(run.edges):
            if not _is_there(steps, int(run.edges[at]), run.first + at):
                if at:
                    yield Run(run.first, run.edges[: at + 1])
                return
            sought = False
        yield run


def _is_there(steps: Steps, place: int, number: int) -> bool:
    """Whether there is a record at a place, good or bad."""
    reading = Steps(steps.codec, steps.source, steps.settings)
    reading.begin()
    try:
        return next(iter(reading.structures(None, place, number)[1]), None) is not None
    except ReadError:
        return True


def _runs(
    steps: Steps, walk: MakeWalk, most: int | None, start: int | None, first: int, stop: int | None
) -> Iterator[Run]:
    place, number = steps.begin(), first
    count = min((one for one in (steps.stated_count, most) if one is not None), default=None)
    stop = steps.source.size if stop is None else stop
    made = walk()
    if start is not None:
        place = start
        if made is not None:
            made.restart(start)
    while made is not None and not made.over and place < stop and (count is None or number < count):
        found = made.go_on()[0]
        found = found[: found.searchsorted(stop, "right")]
        if count is not None:
            found = found[: count - number]
        if not len(found):
            break
        yield Run(number, np.concatenate([[place], found]))
        place, number = int(found[-1]), number + len(found)
    if place < stop and (count is None or number < count):
        yield from _read(steps, place, number, count, stop)


def _read(steps: Steps, place: int, number: int, count: int | None, stop: int) -> Iterator[Run]:
    """The records from a place on, which are read, or passed over one by one."""
    edges = [place]
    ends = _passed(steps, place, number) if steps.codec.pass_over is not None else _ends(steps, place, number)
    for end in ends:
        edges.append(end)
        full = end >= stop or (count is not None and number + len(edges) - 1 >= count)
        if full or len(edges) > _TOGETHER:
            yield Run(number, np.array(edges, np.int64))
            number, edges = number + len(edges) - 1, [end]
        if full:
            return
    if len(edges) > 1:
        yield Run(number, np.array(edges, np.int64))


def _passed(steps: Steps, place: int, number: int) -> Iterator[int]:
    """Where records end, by what they say of their lengths."""
    while place < steps.source.size:
        end = steps.past(place)
        if end is None or not place < end <= steps.source.size:
            yield from _ends(steps, place, number)
            return
        yield end
        place, number = end, number + 1


def _ends(steps: Steps, place: int, number: int) -> Iterator[int]:
    """Where records end, as they are read."""
    for end, _ in steps.ends(place, number):
        yield end
