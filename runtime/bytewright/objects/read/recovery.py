"""Bad elements of lists whose elements say how long they are: each costs no more than itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from bytewright.errors import BoundsError, LimitError, ReadError
from bytewright.io.source import Source
from bytewright.model.structures import Struct
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.helpers import check_size, locate_error, read_deferred, stated_wrongly


class DamagedElement(Struct):
    """Stands in a list for an element that can't be read.

    Attributes:
        error: what is wrong with it.
        start: where it begins, in bytes.
        end: where it ends; where nothing says so, the end of the stream of its list.
    """

    __slots__ = ("end", "error", "start")

    error: ReadError
    start: int
    end: int

    @classmethod
    def of(cls, error: ReadError, io: Cursor, owner: Struct, name: str, index: int, start: int) -> DamagedElement:
        """One that ends where a stream stands."""
        self = cls.__new__(cls)
        cls.__post_init__(self)
        self._parent, self._field, self._index, self._io = owner, name, index, io
        self.error, self.start, self.end = error, start, io.at
        if io.recovery is not None:
            io.recovery.damaged += 1
        return self


class Elements:
    """The elements of a list, read on trial from any place on.

    Args:
        read: reads an element.
        leave: passes over one by what it says of its length.
        io: the stream of the list.
        owner: the structure that holds the list.
        field: place of the list in it.
        index: number of the element, as far as reading one asks for it.
        arguments: of the element's type.

    Attributes:
        owner: as given.
        name: what errors call the file.
        size: where the stream ends, in bytes: a file is read that ends with it.
        reached: how far elements have been read.
    """

    def __init__(
        self,
        read: Callable[..., Any],
        leave: Callable[..., Any],
        io: Cursor,
        owner: Struct,
        field: int,
        index: int,
        arguments: tuple[Any, ...],
    ) -> None:
        self._read = read
        self._leave = leave
        self._io = io
        self.owner = owner
        self._field = field
        self._index = index
        self._arguments = arguments
        self.name = io.path or ""
        self.size = io.origin + io.size
        self.reached = io.origin

    def ends(self, start: int) -> Iterator[tuple[int, int]]:
        """Where the elements end that lie one after another from a place on, as they are read, and how many bits of
        checksums have been found right till then.

        Raises:
            ReadError: one is bad.
        """
        io = self._io.on_trial(start - self._io.origin)
        before = io.budget.proved
        self.reached = start
        while True:
            self._read(io, self.owner, self._name, self._index, *self._arguments)
            read_deferred(io)
            self.reached = io.at
            yield io.at, io.budget.proved - before

    def past(self, start: int) -> int | None:
        """Where the element ends that begins at a place, by what it says of its length; None: that leads nowhere."""
        io = self._io.on_trial(start - self._io.origin)
        try:
            self._leave(io, self.owner, self._name, self._index, *self._arguments)
        except ReadError:
            return None
        return io.at

    def begin(self) -> int:
        """Where the first one begins."""
        return self.owner._at[self._field].start

    def of_bytes(self, source: Source) -> Elements:
        """The same of other bytes in the place of the stream."""
        io = self._io.renewed(source.read(self._io.origin, self._io.size))
        return Elements(self._read, self._leave, io, self.owner, self._field, self._index, self._arguments)

    @property
    def _name(self) -> str:
        return self.owner.FIELDS[self._field].id

    # --- the stream as a source --------------------------------------------------------------------------------------

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`; offsets are those of the file."""
        return self._io.again(offset, max(offset, min(offset + size, self.size)))

    def read_into(self, offset: int, buffer: memoryview) -> int:
        """See `Source.read_into`."""
        data = self.read(offset, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """The stream belongs to the reader of the list."""


class Recovery(Protocol):
    """Finds where lists go on behind bad elements.

    Attributes:
        damaged: how many bad elements have been met.
        around: the elements that are being read, the outermost first, as far as lists in them are read so.
    """

    damaged: int
    around: list[Enclosing]

    def behind(self, elements: Elements, beginning: Any, start: int) -> int | None:
        """Where the next element begins behind a bad one.

        Args:
            elements: those of the list.
            beginning: what they have in common.
            start: where the bad one begins, in bytes.

        Returns:
            The place, or where the list ends; None: nothing is found.
        """
        ...


class Enclosing:
    """An element that is read, in which a list is whose elements are spared.

    Where some of these are bad, it is asked whether the next element begins where this one says that it ends. If not,
    its length is wrong, or bytes are missing or too many: the list goes on to where the next one was found. If none
    was, it goes on to the end of the stream, but only if a good element of it lies across where it should end.

    Args:
        start: where it begins, in bytes.
        limit: where the stream ends that it is in.
        find: gives where the next one begins, or the list of these elements ends; None: nothing is found.
    """

    def __init__(self, start: int, limit: int, find: Callable[[int], int | None]) -> None:
        self._start = start
        self._limit = limit
        self._find = find
        self._end: int | None = None
        self._asked = False
        self._shift = 0
        self._tried: int | None = None
        self._crossed = False

    @property
    def end(self) -> int | None:
        """Where the next one begins, as it was found; None: nothing was."""
        if not self._asked:
            self._asked = True
            self._end = self._find(self._start)
        return self._end

    def moves(self, end: int) -> bool:
        """Whether it is to be read again, as it doesn't end where it did."""
        if self._tried is not None:
            self._tried, given_up = None, not self._crossed
            self._shift = 0 if given_up else self._shift
            return given_up
        if self._asked:
            return False
        if self.end is None and end < self._limit:
            self._end, self._tried = self._limit, end
        if self._end is None:
            return False
        self._shift = self._end - end
        return self._shift != 0

    def holds(self, start: int, end: int) -> None:
        """Note a good element of its list."""
        self._crossed = self._crossed or (self._tried is not None and start < self._tried < end)

    def cut(self, io: Cursor, size: int, owner: Struct, field: int, element: int | None) -> Cursor:
        """The stream of a list that ends with it.

        Raises:
            BoundsError: it should be longer than what there is, and nothing says where it ends.
        """
        if self._shift:
            inner = io.sub(check_size(io, size + self._shift, owner, field, element))
            assert self._end is not None
            inner.lacking = stated_wrongly(owner, field, element, self._end)
            return inner
        try:
            return io.sub(check_size(io, size, owner, field, element))
        except (BoundsError, LimitError) as error:
            if size < 0 or self.end is None or not io.at <= self.end <= io.at + min(io.left, io.limits.maxRecordBytes):
                raise
            inner = io.sub(self.end - io.at)
            inner.lacking = error
            return inner


def read_element(
    read: Callable[..., Any],
    leave: Callable[..., Any],
    io: Cursor,
    owner: Struct,
    field: int,
    index: int,
    *arguments: Any,
    counted: bool = False,
    beginning: Any = None,
) -> Any:
    """An element of a list; a bad one is `DamagedElement` where the cursor says so.

    Args:
        read: reads an element.
        leave: passes over one by what it says of its length.
        io: where it begins.
        owner: the structure that holds the list.
        field: place of the list in it.
        index: the element's number.
        arguments: of the element's type.
        counted: whether a count says how many elements there are, so that nothing is known of those behind one whose
            length is bad; otherwise they reach to the end of the stream.
        beginning: what all elements have in common, by which the next one is found.

    Raises:
        ReadError: it is bad.
    """
    name = owner.FIELDS[field].id
    if io.spoiled == "fail":
        return read(io, owner, name, index, *arguments)
    start, noticed, waiting = io.at, len(io.warnings), len(io.pending)
    recovery: Recovery | None = io.recovery

    def behind(place: int) -> int | None:
        if recovery is None or beginning is None or counted:
            return None
        return recovery.behind(Elements(read, leave, io, owner, field, index, arguments), beginning, place)

    def undone() -> None:
        del io.warnings[noticed:]
        while len(io.pending) > waiting:
            io.pending.pop()
        io.seek(start - io.origin)

    try:
        if recovery is None:
            item = read(io, owner, name, index, *arguments)
            read_deferred(io, waiting)
            return item
        enclosing = Enclosing(start, io.origin + io.size, behind)
        while True:
            before = recovery.damaged
            recovery.around.append(enclosing)
            try:
                item = read(io, owner, name, index, *arguments)
                read_deferred(io, waiting)
            finally:
                recovery.around.pop()
            if recovery.damaged == before or not enclosing.moves(io.at):
                for one in recovery.around[-1:]:
                    one.holds(start, io.at)
                return item
            undone()
    except ReadError as error:
        places = owner._places
        bad = io.lacking or locate_error(error, owner, field)
        owner._places = places  # more of it is read
    undone()
    try:
        leave(io, owner, name, index, *arguments)
    except ReadError:
        if counted:
            before_it = (
                item.error for item in getattr(owner, owner.FIELDS[field].name) if isinstance(item, DamagedElement)
            )
            raise next(before_it, bad) from None
        io.seek(io.size)
    found = behind(start)
    if found is not None:
        io.seek(found - io.origin)
    return DamagedElement.of(bad, io, owner, name, index, start)


def cut_stream(io: Cursor, size: int, owner: Struct, field: int = 0, element: int | None = None) -> Cursor:
    """The stream of a structure that holds such a list; where that is tolerated, what there is of it.

    Args:
        io: where it begins.
        size: how many bytes it should have.
        owner: the structure to blame where there are fewer.
        field: place of the field that holds the size.
        element: which element of that.

    Raises:
        BoundsError: there are fewer.
    """
    try:
        recovery: Recovery | None = io.recovery
        if recovery is not None and recovery.around:
            return recovery.around[-1].cut(io, size, owner, field, element)
        return io.sub(check_size(io, size, owner, field, element))
    except BoundsError as error:
        if io.spoiled != "cut" or size < io.left or io.left > io.limits.maxRecordBytes:
            raise
        inner = io.sub(io.left)
        inner.lacking = error
        return inner


def check_list_end(io: Cursor, owner: Struct, field: int, edges: list[int]) -> None:
    """Note that a list which has come to the end of its stream should end elsewhere, if it should."""
    items = getattr(owner, owner.FIELDS[field].name)
    if io.lacking is not None and not (items and isinstance(items[-1], DamagedElement)):
        items.append(DamagedElement.of(io.lacking, io, owner, owner.FIELDS[field].id, len(items), io.at))
        edges.append(io.at)
