"""Bounds: sizes, counts and places that stay inside of the stream, and constant bytes."""

from __future__ import annotations

from typing import Any

from bytewright.errors import BoundsError, LimitError, TruncatedError, ValueInvalidError, shown
from bytewright.model.origins import span_of
from bytewright.model.structures import Struct, field_path
from bytewright.objects.read.blame import Owner, owner_of, shown_value
from bytewright.objects.read.cursor import Cursor


def _blamed(owner: Owner, field: int, element: int | None, expected: str, found: str) -> BoundsError:
    owner = owner_of(owner)
    span = span_of(owner, field, element)
    return BoundsError(
        offset=span.start if span else None, field=field_path(owner, field, element), expected=expected, found=found
    )


def stated_wrongly(owner: Owner, field: int, element: int | None, end: int) -> BoundsError:
    """The error of a size inside of the stream, though what it is of ends elsewhere: what follows is found there."""
    owner = owner_of(owner)
    held = getattr(owner, owner.FIELDS[field].name)
    value = held[element] if element is not None else held
    return _blamed(owner, field, element, f"a value that leads to offset {end}", shown_value(value))


def wrong_count(io: Cursor, owner: Struct | None, field: int, found: int, stated: int) -> BoundsError:
    """The error of a count of which fewer elements are found than are stated."""
    expected = f"a count of the {found} elements up to offset {io.at}"
    if owner is None:
        return BoundsError(expected=expected, found=shown(stated), offset=io.at)
    return _blamed(owner, field, None, expected, shown(stated))


def check_size(
    io: Cursor, size: int, owner: Owner | None, field: int = 0, element: int | None = None, room: int | None = None
) -> int:
    """A size that stays inside the stream; otherwise the field that holds it is to blame (None: the one being read).
    ``room``: bytes of the stream that it may take; None: all."""
    if size >= 0 and io.reaches(size) and (room is None or size <= room):
        if size > io.limits.maxRecordBytes:
            raise LimitError(
                expected=f"at most {io.limits.maxRecordBytes} bytes (maxRecordBytes)", found=shown(size), offset=io.at
            )
        return size
    left = max(io.left if room is None else room, 0)
    if owner is None:
        if size > left:
            raise TruncatedError(expected=f"{shown(size)} bytes", found=f"{left} before the end", offset=io.at)
        raise BoundsError(expected="a size of at least 0", found=shown(size), offset=io.at)
    if size < 0:
        raise _blamed(owner, field, element, "a size of at least 0 after it", shown(size))
    owner = owner_of(owner)
    held = getattr(owner, owner.FIELDS[field].name)
    value = held[element] if element is not None else held
    expected = f"a value that leads to at most {left} bytes at offset {io.at}"
    means = "" if type(value) is int and value == size else f", that is {shown(size)} bytes"
    raise _blamed(owner, field, element, expected, f"{shown_value(value)}{means}")


def check_count(
    io: Cursor,
    count: int,
    smallest: int,
    owner: Struct | None,
    field: int = 0,
    *,
    backed: int = 0,
    records: bool = False,
    compared: bool = False,
) -> int:
    """A count that the bytes which are left can hold, of elements of at least ``smallest`` bits.

    ``backed``: length of a list that says of each element where it lies: so many may take no bytes. ``records``:
    whether the elements are the records of a file. If that ends early, the records that it has are good, and the first
    one that isn't whole is to blame. ``compared``: whether the count is held against the elements that are found, where
    bad ones are tolerated."""
    left = max(io.left, 0)
    if count < 0:
        if owner is None:
            raise BoundsError(expected="a count of at least 0", found=shown(count), offset=io.at)
        raise _blamed(owner, field, None, "a count of at least 0", shown(count))
    # Of the byte that the first element begins in, bits may have been read before: it takes up to one byte less, then.
    if (
        smallest
        and count * smallest > 8 * left + (8 if io.splits else 7)
        and not (io.partly or records or (compared and io.recovery is not None))
    ):
        expected = f"a count of elements that fit {left} byte{'' if left == 1 else 's'}"
        if owner is None:
            raise TruncatedError(expected=expected, found=shown(count), offset=io.at)
        raise _blamed(owner, field, None, expected, shown(count))
    if not smallest and count > io.limits.maxSteps and count > left and count > backed:
        raise LimitError(expected=f"at most {io.limits.maxSteps} turns (maxSteps)", found=shown(count), offset=io.at)
    return count


def end_element(io: Cursor, edges: list[int], backed: int = 0) -> None:
    """Note where an element ended; a list to the end of the stream must get there. ``backed``: see `check_count`."""
    edges.append(io.at)
    if edges[-1] == edges[-2] and len(edges) > backed + 1 and io.budget.turn(io.limits):
        raise LimitError(
            expected=f"at most {io.limits.maxSteps} turns that read nothing (maxSteps)", found="more", offset=io.at
        )


def check_contents(io: Cursor, expected: bytes) -> bytes:
    """Bytes that are always the same, where that is looked at."""
    start = io.at
    found = io.take_constant(expected)
    if found != expected and io.checked:
        raise ValueInvalidError(offset=start, expected=f"bytes {expected.hex()}", found=found.hex())
    return found


def check_progress(io: Cursor, before: int, count: int) -> None:
    """Records that take no bytes must end some time."""
    if io.at == before and count > io.limits.maxSteps:
        raise LimitError(
            expected=f"at most {io.limits.maxSteps} turns that read nothing (maxSteps)", found="more", offset=io.at
        )


def fork_stream(io: Cursor) -> Cursor:
    """A stream at the place where it stands, for a field that says no more than which stream it lies in."""
    return io.fork()


def fork_stream_at(io: Cursor, pos: int, owner: Owner | None, field: int = 0, element: int | None = None) -> Cursor:
    """A stream at the place of a field; where that lies outside, the field that says so is to blame.

    Raises:
        BoundsError: the place lies outside, or what should say it is absent.
    """
    known: Any = pos  # by its type; what an expression gives may be nothing
    if known is None or not 0 <= pos <= io.size:
        expected, found = f"a position from 0 to {io.size}", shown_value(pos)
        if owner is not None and span_of(owner_of(owner), field, element) is not None:
            raise _blamed(owner, field, element, expected, found)
        raise BoundsError(expected=expected, found=found, offset=io.origin)
    return io.fork(pos)
