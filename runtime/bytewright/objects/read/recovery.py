"""Bad elements of lists whose elements say how long they are: each costs no more than itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.errors import BoundsError, ReadError
from bytewright.model.structures import Struct
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.helpers import check_size, locate_error, read_deferred


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
        return self


def read_element(
    read: Callable[..., Any],
    leave: Callable[..., Any],
    io: Cursor,
    owner: Struct,
    field: int,
    index: int,
    *arguments: Any,
    counted: bool = False,
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

    Raises:
        ReadError: it is bad.
    """
    name = owner.FIELDS[field].id
    if io.spoiled == "fail":
        return read(io, owner, name, index, *arguments)
    start, noticed, waiting = io.at, len(io.warnings), len(io.pending)
    try:
        item = read(io, owner, name, index, *arguments)
        read_deferred(io, waiting)
        return item
    except ReadError as error:
        bad = io.lacking or locate_error(error, owner, field)
    del io.warnings[noticed:]
    while len(io.pending) > waiting:
        io.pending.pop()
    io.seek(start - io.origin)
    try:
        leave(io, owner, name, index, *arguments)
    except ReadError:
        if counted:
            before = (
                item.error for item in getattr(owner, owner.FIELDS[field].name) if isinstance(item, DamagedElement)
            )
            raise next(before, bad) from None
        io.seek(io.size)
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
        return io.sub(check_size(io, size, owner, field, element))
    except BoundsError as error:
        if io.spoiled != "cut" or size < io.left or io.left > io.limits.maxRecordBytes:
            raise
        inner = io.sub(io.left)
        inner.lacking = error
        return inner


def check_list_end(io: Cursor, owner: Struct, field: int, edges: list[int]) -> None:
    """Note that a list which has come to the end of its stream should go on, if it should."""
    items = getattr(owner, owner.FIELDS[field].name)
    if io.lacking is not None and not (items and isinstance(items[-1], DamagedElement)):
        items.append(DamagedElement.of(io.lacking, io, owner, owner.FIELDS[field].id, len(items), io.at))
        edges.append(io.at)
