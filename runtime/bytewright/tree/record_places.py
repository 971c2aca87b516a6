"""Where the records of a file lie, one after another, as far as that is known without reading them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from bytewright.views.evaluate.framing import Places, Walk
from bytewright.views.evaluate.steps import Steps

_TOGETHER = 4096

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
    nowhere they are read, so that the error says why.

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
