"""How far the whole records of a file go that others are writing: what a reader of a log that grows may read now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.errors import BoundsError, OptionError, ReadError, TruncatedError
from bytewright.schema.view import View
from bytewright.tables.engines import Engine, Engines
from bytewright.tables.inputs import Input
from bytewright.views.evaluate.framing import LengthWalk, Part, Places, Walk
from bytewright.views.evaluate.steps import Steps

_COMPARED = 8
"""Records before the end of a walk by lengths that are read, to see whether the lengths have led to it rightly."""


@dataclass(frozen=True, slots=True)
class Growth:
    """What can be read of a file behind a place.

    Attributes:
        part: the records; None: there are none.
        following: where those begin that come later.
        tail: bytes behind the records that belong to no whole one.
        later: where a record begins behind the one that isn't whole; None: none was found.
    """

    part: Part | None
    following: Part
    tail: int = 0
    later: int | None = None


def growth(
    codec: Codec,
    view: View,
    settings: Settings,
    one: Input,
    after: Part,
    most: int | None = None,
    *,
    engine: Engine = "auto",
    ended: bool = False,
    bad: int | None = None,
) -> Growth:
    """How far the whole records of a file go.

    A record that isn't whole waits for the rest, as long as it may still become one. A bad one doesn't: in FAILFAST all
    that follows is to be read, so that the reader fails; in other modes the records behind it, once one is found.

    Args:
        codec: the format.
        view: a view of its records, by which a file `grows`.
        settings: the options.
        one: the file.
        after: where the records begin that haven't been read.
        most: how many bytes of them are wanted; a record that is larger counts whole. None: all.
        engine: what reads.
        ended: nobody writes the file any more, so that an unfinished record is a bad one.
        bad: where an unfinished record begins that is a bad one all the same.

    Raises:
        InputMissingError: the file is missing.
        OptionError: the engine can't read the view, or a record begins inside a byte, where nobody goes on.
        UnreadableError: the file can't be read.
    """
    try:
        reads = Engines(codec, view, settings, engine, strict=False)
        return _Reach(reads, one, codec, settings, after, most, ended=ended, bad=bad).found()
    finally:
        one.close(done=False)


def grows(codec: Codec, view: View) -> bool:
    """Whether a view shows records that go on to the end of the file, so that others may add some."""
    listed = codec.begin is not None and codec.records is not None and codec.record_count is None
    return listed and view.each_field == codec.records_field != ""


def is_unfinished(steps: Steps, place: int, record: int = 1) -> bool:
    """Whether a record that can't be read lacks nothing but bytes behind the end of the file.

    Args:
        steps: what reads it, with ``tornTail=ignore``; what precedes the records has been read.
        place: where it begins, in bytes.
        record: its number.

    Raises:
        UnreadableError: the file can't be read.
    """
    try:
        return next(steps.ends(place, record), None) is None and steps.torn
    except ReadError:
        return False


class _Reach:
    def __init__(
        self,
        reads: Engines,
        one: Input,
        codec: Codec,
        settings: Settings,
        after: Part,
        most: int | None,
        *,
        ended: bool,
        bad: int | None,
    ) -> None:
        self._reads = reads
        self._one = one
        self._strict = settings.mode == "FAILFAST"
        self._most_of_record = settings.limits.maxRecordBytes
        self._after = after
        self._most = most
        self._ended = ended
        self._bad = bad
        self._size = one.open().size
        self._steps = Steps(codec, one.open(), replace(settings, tornTail="ignore"))
        self._end_of = reads.end_of(one, after)

    def found(self) -> Growth:
        try:
            start = self._steps.begin() if self._after.start is None else self._after.start
        except ReadError as error:
            waits = isinstance(error, (TruncatedError, BoundsError)) and not self._ended
            return Growth(None, self._after, self._size) if waits else self._growth(self._size, 1)
        limit = self._size if self._most is None else min(self._size, start + self._most)
        place, record = start, self._after.record
        while place < limit:
            place, record, is_enough = self._along(place, record, limit)
            if is_enough or place >= limit:
                break
            tail = self._size - place
            ends = self._ended or tail > self._most_of_record
            waits = not ends and place != self._bad and is_unfinished(self._steps, place, record)
            following = self._following(place)
            if waits or (following is None and not ends and not self._strict):
                return self._growth(place, record, tail, following)
            place, record = self._size if following is None or self._strict else max(following, start), record + 1
        return self._growth(place, record)

    def _growth(self, place: int, record: int, tail: int = 0, later: int | None = None) -> Growth:
        begin = self._after.start
        part = None if place <= (begin or 0) else replace(self._after, stop=place)
        return Growth(part, Part(place, None, record, None), tail, later)

    def _following(self, place: int) -> int | None:
        """Where a record begins behind a bad one, as far as the file goes."""
        found = None if self._end_of is None else self._end_of(place)
        return None if found is None or found >= self._size else found

    def _along(self, place: int, record: int, limit: int) -> tuple[int, int, bool]:
        """How far good records lead from a place on: where the last one ends that doesn't pass the limit (the first
        one may), the number of the next, and whether only the limit has ended them."""
        begin = Part(place, None, record)
        walk = self._reads.walk(self._one, begin, passes=False)
        if isinstance(walk, LengthWalk) and not self._strict:
            edges, *found = self._followed(walk, place, record, limit)
            if self._are_edges(edges):
                return found[0], found[1], bool(found[2])
            walk = self._reads.walk(self._one, begin, by_length=False, passes=False)
        _, end, number, is_enough = self._followed(walk, place, record, limit)
        return end, number, is_enough

    def _followed(self, walk: Walk | None, place: int, record: int, limit: int) -> tuple[list[int], int, int, bool]:
        """Likewise, by a walk; before that, where the last records of it begin and end."""
        edges = [place]
        for places in self._places(walk, place):
            room = int(np.searchsorted(places, limit, "right"))
            taken = places[: room or (len(edges) == 1)]
            edges = [*edges, *taken[-_COMPARED:].tolist()][-_COMPARED - 1 :]
            record += len(taken)
            if len(taken) < len(places):
                return edges, edges[-1], record, True
        return edges, edges[-1], record, False

    def _places(self, walk: Walk | None, start: int) -> Iterator[Places]:
        """Where records end, one after another, until one can't be read."""
        if walk is None:
            try:
                for end, _ in self._steps.ends(start):
                    if self._steps.splits:
                        raise OptionError(
                            f"files of {self._steps.codec.name} can't be followed: a record begins inside a byte",
                            hint="Read them when they are whole.",
                        )
                    yield np.array([end])
            except ReadError:
                pass
            return
        while len(places := walk.go_on()[0]):
            yield places

    def _are_edges(self, edges: list[int]) -> bool:
        """Whether good records lie between places: lengths that are wrong lead to others."""
        try:
            return all(end == stated for (end, _), stated in zip(self._steps.ends(edges[0]), edges[1:], strict=False))
        except ReadError:
            return False
