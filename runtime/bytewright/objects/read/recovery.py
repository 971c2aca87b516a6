"""Bad elements of lists whose elements say how long they are: each costs no more than itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from bytewright.errors import BoundsError, LimitError, ReadError
from bytewright.io.source import Source
from bytewright.model.structures import Struct
from bytewright.objects.read.blame import Owner, locate_error
from bytewright.objects.read.bounds import check_size, stated_wrongly, wrong_count
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.deferral import read_deferred


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
        end: where the list ends, in bytes; None: with the stream.

    Attributes:
        owner: as given.
        field: as given.
        name: what errors call the file.
        size: where the list ends, in bytes: a file is read that ends with it.
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
        end: int | None = None,
    ) -> None:
        self._read = read
        self._leave = leave
        self._io = io
        self.owner = owner
        self.field = field
        self._index = index
        self._arguments = arguments
        self.name = io.path or ""
        self.size = io.origin + io.size if end is None else end
        self.reached = io.origin

    def ends(self, start: int) -> Iterator[tuple[int, int]]:
        """Where the elements end that lie one after another from a place on, as they are read, and how many bits of
        checksums have been found right till then.

        Raises:
            ReadError: one is bad.
        """
        io = self._io.on_trial(start - self._io.origin, self.size)
        before = io.budget.proved
        self.reached = start
        while True:
            self._read(io, self.owner, self._name, self._index, *self._arguments)
            read_deferred(io)
            self.reached = io.at
            yield io.at, io.budget.proved - before

    def past(self, start: int) -> int | None:
        """Where the element ends that begins at a place, by what it says of its length; None: that leads nowhere."""
        io = self._io.on_trial(start - self._io.origin, self.size)
        try:
            self._leave(io, self.owner, self._name, self._index, *self._arguments)
        except ReadError:
            return None
        return io.at

    def begin(self) -> int:
        """Where the first one begins."""
        return self.owner._at[self.field].start

    def of_bytes(self, source: Source) -> Elements:
        """The same of other bytes in the place of the stream."""
        io = self._io.renewed(source.read(self._io.origin, self._io.size))
        return Elements(self._read, self._leave, io, self.owner, self.field, self._index, self._arguments, self.size)

    @property
    def _name(self) -> str:
        return self.owner.FIELDS[self.field].id

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

    def follows(self, elements: Elements, beginning: Any, start: int, *, later: bool) -> bool:
        """Whether an element begins at a place, or, ``later``, behind it."""
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
        is_last: says whether nothing behind the beginning of one looks like another one; None: that can't be told.
    """

    def __init__(
        self,
        start: int,
        limit: int,
        find: Callable[[int], int | None],
        is_last: Callable[[int], bool] | None = None,
    ) -> None:
        self._start = start
        self._is_last = is_last
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

    @property
    def stop(self) -> int | None:
        """Where it ends at the latest: where the next one was found, or with the stream, if it is the last one."""
        if self.end is None and self._is_last is not None and self._is_last(self._start):
            return self._limit
        return self.end

    def read(
        self,
        recovery: Recovery,
        once: Callable[[], Any],
        reached: Callable[[], int],
        stated: Callable[[], int | None],
    ) -> Any:
        """It, read again where it doesn't end where it did.

        Args:
            recovery: what is told of it.
            once: reads it from its beginning.
            reached: gives where it has ended, in bytes.
            stated: gives where it ends by what it says of its length; None: that leads nowhere.

        Raises:
            ReadError: it is bad.
        """
        first: ReadError | None = None
        while True:
            before, error = recovery.damaged, None
            recovery.around.append(self)
            try:
                item = once()
            except ReadError as bad:
                error, first = bad, first or bad
            finally:
                recovery.around.pop()
            if recovery.damaged > before and self._moves(reached() if error is None else stated(), error is not None):
                continue
            if error is not None:
                assert first is not None
                raise first
            return item

    def _moves(self, end: int | None, is_bad: bool) -> bool:
        """Whether it is to be read again, as it doesn't end at a place, where what follows its list may be bad."""
        if self._tried is not None:
            self._tried, given_up = None, is_bad or not self._crossed
            self._shift = 0 if given_up else self._shift
            return given_up
        if self._asked or end is None:
            return False
        if self.end is None and is_bad:
            self._end = self.stop
        elif self.end is None and end < self._limit:
            self._end, self._tried = self._limit, end
        if self._end is None:
            return False
        self._shift = self._end - end
        return self._shift != 0

    def holds(self, start: int, end: int) -> None:
        """Note a good element of its list."""
        self._crossed = self._crossed or (self._tried is not None and start < self._tried < end)

    def cut(self, io: Cursor, size: int, owner: Owner, field: int, element: int | None) -> Cursor:
        """The stream of a list that ends with it.

        Raises:
            BoundsError: it should be longer than what there is, and nothing says where it ends.
        """
        room = min(io.left, self._limit - io.at)
        if self._shift:
            inner = io.sub(check_size(io, size + self._shift, owner, field, element, room))
            assert self._end is not None
            inner.lacking = stated_wrongly(owner, field, element, self._end)
            return inner
        try:
            return io.sub(check_size(io, size, owner, field, element, room))
        except (BoundsError, LimitError) as error:
            if size < 0:
                raise
            if self.end is not None and io.at <= self.end <= io.at + min(room, io.limits.maxRecordBytes):
                room = self.end - io.at
            elif isinstance(error, LimitError) or io.spoiled != "cut" or room > io.limits.maxRecordBytes:
                raise
            inner = io.sub(room)
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
    within: Counted | None = None,
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
        within: how far the list goes, where a count says that; otherwise it goes to the end of the stream.
        beginning: what all elements have in common, by which the next one is found.

    Raises:
        ReadError: it is bad.
    """
    if io.spoiled == "fail":
        return read(io, owner, owner.FIELDS[field].id, index, *arguments)
    return _spared(read, leave, io, owner, field, index, arguments, within, beginning)


def _spared(
    read: Callable[..., Any],
    leave: Callable[..., Any],
    io: Cursor,
    owner: Struct,
    field: int,
    index: int,
    arguments: tuple[Any, ...],
    within: Counted | None,
    beginning: Any,
) -> Any:
    """An element of a list, or what stands there for a bad one, behind which reading goes on; see `read_element`."""
    name = owner.FIELDS[field].id
    start, noticed, waiting = io.at, len(io.warnings), len(io.pending)
    recovery: Recovery | None = io.recovery

    def behind(place: int) -> int | None:
        end = io.origin + io.size if within is None else within.end_behind(place)
        if recovery is None or beginning is None or end is None:
            return None
        elements = Elements(read, leave, io, owner, field, index, arguments, end)
        if within is not None:
            within.follows = lambda at, later: recovery.follows(elements, beginning, at, later=later)
        return recovery.behind(elements, beginning, place)

    def undone() -> None:
        del io.warnings[noticed:]
        while len(io.pending) > waiting:
            io.pending.pop()
        io.seek(start - io.origin)

    def once() -> Any:
        undone()
        item = read(io, owner, name, index, *arguments)
        read_deferred(io, waiting)
        return item

    def stated_end() -> int | None:
        undone()
        try:
            leave(io, owner, name, index, *arguments)
        except ReadError:
            return None
        return io.at

    try:
        if recovery is None:
            return once()
        stop = io.origin + io.size if within is None or within.end is None else within.end
        is_last = within is not None and within.is_last
        enclosing = Enclosing(start, stop, lambda place: stop if is_last else behind(place))
        item = enclosing.read(recovery, once, lambda: io.at, stated_end)
        if within is not None and within.end is not None and io.at > within.end:
            read(io.on_trial(start - io.origin, within.end), owner, name, index, *arguments)  # says why not
        for one in recovery.around[-1:]:
            one.holds(start, io.at)
        return item
    except ReadError as error:
        places = owner._places
        bad = io.lacking or locate_error(error, owner, field)
        owner._places = places  # more of it is read
    stated = stated_end()
    if within is None:
        found = behind(start)
        end = next((place for place in (found, stated) if place is not None), io.origin + io.size)
    else:
        end = within.go_on(start, stated, behind, bad)
    io.seek(end - io.origin)
    return DamagedElement.of(bad, io, owner, name, index, start)


class Counted:
    """The numbers of the elements of a list whose count is stated.

    Where bad elements are tolerated, each counts for one, whatever it takes, and the count is compared with where the
    list ends, if that is known. If it has fewer elements, a place of no bytes at its end says so. If some are bad, and
    others that prove themselves follow the last one, these are elements, too.

    Args:
        io: the stream.
        owner: the structure that holds the list.
        field: place of the list in it.
        edges: where the elements lie.
        count: what is stated.
        stating: the structure that states it; None: none does.
        number: place of the field there.
        own: whether the stream ends with what holds the list; otherwise that is a record of the file, and ends where
            the next one begins, if one is found.
        rest: bytes between the end of the list and the end of that; None: they differ.

    Attributes:
        end: where the list ends, in bytes, or at the latest, if ``rest`` isn't known; None: that isn't known (yet).
        follows: says whether an element begins at a place, or also whether one does behind it; None: none is bad.
    """

    def __init__(
        self,
        io: Cursor,
        owner: Struct,
        field: int,
        edges: list[int],
        count: int,
        stating: Struct | None,
        number: int = 0,
        *,
        own: bool = False,
        rest: int | None = None,
    ) -> None:
        self._io = io
        self._owner = owner
        self._field = field
        self._edges = edges
        self._count = count
        self._stating = stating
        self._number = number
        self._own = own
        self._is_exact = rest is not None
        self._rest = rest or 0
        self._tolerant = io.recovery is not None
        self.end = io.origin + io.size - self._rest if own and self._tolerant else None
        self.follows: Callable[[int, bool], bool] | None = None

    def __iter__(self) -> Iterator[int]:
        if not self._tolerant:
            yield from range(self._count)
            return
        index = 0
        while index < self._count or self._goes_on():
            if self._is_exact and self.end is not None and self._io.at >= self.end:
                self._lacks(index)
                return
            yield index
            index += 1

    @property
    def is_last(self) -> bool:
        """Whether the list ends with the element that is read now, which then ends where the list does."""
        return self._is_exact and len(self._items) + 1 >= self._count and self.end is not None

    def end_behind(self, place: int) -> int | None:
        """Where the list ends behind a bad element, at the latest; None: that isn't known."""
        around = None if self._io.recovery is None else self._io.recovery.around
        if self.end is None and self._is_exact and around:
            stop = around[-1].stop
            self.end = None if stop is None else stop - self._rest
        return None if self.end is None or self.end <= place else self.end

    def go_on(self, start: int, stated: int | None, behind: Callable[[int], int | None], bad: ReadError) -> int:
        """Where the list goes on behind a bad element.

        Args:
            start: where that begins, in bytes.
            stated: where it ends by what it says of its length; None: nowhere.
            behind: gives where the next one begins, or the list ends; None: nothing is found.
            bad: what is wrong with it.

        Raises:
            ReadError: nothing says it.
        """
        end = self.end_behind(start)
        if stated is not None and end is not None and stated > end:
            stated = None
        found = behind(start)
        places = (found, stated, end if self._is_exact else None)
        if self.is_last and end is not None:
            # Others may follow in a stream of its own; where a record ends is less certain than that it is the last.
            is_other = found not in (None, end)
            places = (found if self._own or not is_other else stated, end, None)
        place = next((place for place in places if place is not None), None)
        if place is None:
            raise next((item.error for item in self._items if isinstance(item, DamagedElement)), bad) from None
        return place

    @property
    def _items(self) -> list[Any]:
        found: list[Any] = getattr(self._owner, self._owner.FIELDS[self._field].name)
        return found

    def _goes_on(self) -> bool:
        """Whether others follow the last element."""
        if self.end is None or self.follows is None:
            return False
        return self._io.at < self.end and self.follows(self._io.at, self._own and self._is_exact)

    def _lacks(self, found: int) -> None:
        """Note that the list has ended before its count is reached."""
        io, field = self._io, self._owner.FIELDS[self._field]
        error = io.lacking or wrong_count(io, self._stating, self._number, found, self._count)
        self._items.append(DamagedElement.of(error, io, self._owner, field.id, found, io.at))
        self._edges.append(io.at)


def cut_stream(io: Cursor, size: int, owner: Owner, field: int = 0, element: int | None = None) -> Cursor:
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
    recovery: Recovery | None = io.recovery
    if recovery is not None and recovery.around:
        return recovery.around[-1].cut(io, size, owner, field, element)
    try:
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
