"""Streams that are written, and what is to be placed in them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from bytewright.codecs.process import Process
from bytewright.errors import NO_VALUE, BoundsError
from bytewright.io.byte_ranges import Ranges
from bytewright.model.structures import Struct
from bytewright.objects.read.cursor import Cursor


class StreamOwner(Protocol):
    """The output that a stream belongs to.

    Attributes:
        unsettled: whether all is to be written once more.
    """

    unsettled: bool

    @property
    def reached(self) -> int:
        """How many bytes have been written, a begun one included."""


class Stored(NamedTuple):
    """Where the bytes lie that a stream is decoded from: their position in the stream around it, how, and they."""

    pos: int
    process: Process
    data: bytes


@dataclass(slots=True)
class Placement:
    """Something that lies at a place of its own; see `Output.place`."""

    owner: Struct
    field: int
    emit: Callable[[Any, Any], None]
    read: Callable[[Any, Any], None]
    position: Callable[[], Any] | None
    stream: Callable[[], Any] | None
    decides: tuple[Struct, int, int | None] | None
    solve: Callable[[int], None] | None
    stateful: bool
    follows: bool
    held: bool
    waits: int = 0


@dataclass(slots=True, eq=False)
class OutputStream:
    """A stream that is written: what expressions call ``_io`` meanwhile.

    Attributes:
        out: the output that it belongs to; None when it is complete.
        origin: where it begins in the buffer.
        given: its size in bytes, where something else says that.
        before: what it was when it was read, or written the last time.
        late: tasks that came when it was complete already; they are the first the next time.
        placed: what was placed in it, by its structure and field, if anything was.
        drafted: what the last draft wants to be placed in it.
        front: where that ends which doesn't count from the end.
        from_end: where that begins which does; None: nothing does.
        lacking: bytes by which it must grow for what counts from its end.
        spare: bytes between these two that nothing lies in.
        told: the size that was told while it was not known yet.
        stored: what it is decoded from, if it is.
        within: the structures that it lies in which may be kept for the next time, by identity.
        ended: whether a field of it reaches to its end, so that nothing may follow.
        renewed: it as it is now, while something is read in it again.
        fresh: whether nothing was known of its size before it was written.
        asked: the size that was told to others than places, and whether several were, be it that the last is right.
    """

    out: StreamOwner | None
    origin: int
    given: int | None = None
    before: Any = None
    late: Sequence[Placement] = ()
    placed: set[tuple[int, int]] | None = None
    drafted: Sequence[Placement] = ()
    front: int = 0
    from_end: int | None = None
    lacking: int = 0
    spare: int = 0
    told: int | None = None
    stored: Stored | None = None
    within: tuple[int, ...] = ()
    ended: bool = False
    renewed: Cursor | None = None
    fresh: bool = True
    asked: tuple[int | None, bool] = (None, False)
    _tasks: deque[Placement] | None = None
    _occupied: Ranges | None = None
    _size: int | None = None
    _fixed: int | None = None
    _full: bool | None = None

    # Most streams hold a structure and nothing else; there are as many of them as structures.

    @property
    def tasks(self) -> deque[Placement]:
        """What is to be placed in it."""
        if self._tasks is None:
            self._tasks = deque()
        return self._tasks

    @property
    def waiting(self) -> int:
        """How many things are to be placed in it."""
        return len(self._tasks) if self._tasks is not None else 0

    @property
    def occupied(self) -> Ranges:
        """The positions that are written, when its sequence is."""
        if self._occupied is None:
            self._occupied = Ranges()
            self._occupied.add(0, self.front)
        return self._occupied

    @property
    def pos(self) -> int:
        """The position in it (of a complete one, its end)."""
        if self.out is None:
            return self._size or 0
        return self.out.reached - self.origin

    @property
    def size(self) -> int:
        """Its size in bytes; until it is complete, that of the last time."""
        if self._size is not None:
            return self._size
        if self.given is not None:
            return self.given
        if self.before is not None:
            self.told = self.before.size
        else:
            self.told = self.pos if self._fixed is None else self._fixed
            before, several = self.asked
            self.asked = (self.told, several or before not in (None, self.told))
        return self.told

    def take(self, task: Placement) -> None:
        """Place something in it that waited for it, unless it was to be placed there the last time, too."""
        if all(other.owner is not task.owner or other.field != task.field for other in self.late):
            self.tasks.append(task)

    def reach(self, position: Callable[[], Any] | None, end: int) -> bool:
        """Be as large as it must be for something to lie at a position that counts from its end, if its size is not
        known from the last time, nor told; whether that is so."""
        told, asked = self.told, self.asked

        def at(size: int) -> Any:
            assert position is not None
            self._fixed = size
            return position()

        try:
            size = 2 * end - at(end)
            found = bool(size >= end and at(size + 1) == end + 1 and at(size) == end)
        except (*NO_VALUE, TypeError):
            found = False
        if not found:
            self._fixed, self.told = None, told
        self.asked = asked
        return found

    @property
    def eof(self) -> bool:
        """Whether this is its end."""
        return self.pos >= self.size

    @property
    def cursor(self) -> Cursor | None:
        """What it was read from, if it was."""
        before = self.before
        while isinstance(before, OutputStream):
            before = before.before
        return before if isinstance(before, Cursor) else None

    def fork(self, pos: int | None = None) -> Cursor:
        """It at a position, for what is read in it again; see `Cursor.fork`.

        Raises:
            BoundsError: nothing is.
        """
        if self.renewed is None:
            raise BoundsError(expected="a stream that can be read", found="one that is written")
        return self.renewed.fork(pos)

    @property
    def was_full(self) -> bool:
        """Whether fields described all of its bytes when it was read."""
        if self._full is None:
            self._full = self.cursor is not None and not self.cursor.uncovered()
        return self._full

    @property
    def read_from(self) -> int:
        """Where it began when it was read: places of fields count from there."""
        return self.cursor.origin if self.cursor is not None else 0

    def follow(self, before: Any) -> None:
        """Learn from what it was before."""
        self.before = before
        self.fresh = isinstance(before, OutputStream) and before.fresh and before.given is None
        if isinstance(before, OutputStream):
            before.before = before.cursor  # all that counts of it
            if before.late:
                self.late = before.late
                self.tasks.extend(before.late)

    def close(self, size: int) -> None:
        """It is complete."""
        assert self.out is not None
        reached = size
        if self.lacking:  # what counts from the end counted from where it was told to be
            size = max(size, (self.told or 0) + self.lacking)
        elif self.told is not None:
            size -= self.spare
        self._size = size
        if self.asked[1] or (self.told is not None and not self.told == self._size == reached):
            self.out.unsettled = True
        self.out = None
