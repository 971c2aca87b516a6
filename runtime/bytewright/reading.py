"""What generated readers call besides the cursor: bounds, checks, blame."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

from bytewright.cursor import Cursor
from bytewright.errors import BoundsError, LimitError, ReadError, SlackError, TruncatedError, ValueInvalidError
from bytewright.model import Edges, Enum, Run, Struct, field_path, span_of
from bytewright.output import TAIL, pad_to, unpad

FAILURES = (ReadError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RecursionError)
"""What reading a structure may raise: errors of the input, and what its values make expressions raise."""


def located(error: Exception, owner: Struct, field: int) -> ReadError:
    """An error with the path of the field that was being read, unless it names one already."""
    if not isinstance(error, ReadError):
        what = (
            "levels of nesting" if isinstance(error, RecursionError) else f"a value that can be computed with ({error})"
        )
        error = ReadError(expected=f"fewer {what}" if isinstance(error, RecursionError) else what)
        error.offset = owner._io.at
    if error.field is None or error.field.startswith("["):
        suffix = error.field or ""
        element = None
        if not suffix and owner.FIELDS[field].repeated:
            so_far = getattr(owner, owner.FIELDS[field].name or "_at")
            element = len(so_far) if isinstance(so_far, list) else None
        error.field = field_path(owner, field, element) + suffix
    if error.offset is None:
        error.offset = owner._io.at
    return error


def invalid(owner: Struct, field: int, expected: str, value: Any, element: int | None = None) -> ValueInvalidError:
    """The error for a value that breaks a rule."""
    span = span_of(owner, field, element)
    return ValueInvalidError(
        offset=span.start if span else None,
        field=field_path(owner, field, element),
        expected=expected,
        found=described(value),
    )


def described(value: Any) -> str:
    """A value as errors show it."""
    match value:
        case Enum():
            return f"{value.label} ({_number(int(value))})"
        case bool() | float():
            return str(value)
        case int():
            return _number(value)
        case bytes():
            return value[:32].hex() + ("…" if len(value) > 32 else "") or "nothing"
        case str():
            return repr(value if len(value) <= 60 else value[:57] + "...")
    return type(value).__name__


def _number(value: int) -> str:
    return f"{value} (0x{value:x})" if value >= 1 << 16 else str(value)


def named(kind: type[Enum], value: int) -> Any:
    """The member of an enum, or the number where it has none."""
    return kind._value2member_map_.get(value, value)


def _blamed(owner: Struct, field: int, element: int | None, expected: str, found: str) -> BoundsError:
    span = span_of(owner, field, element)
    return BoundsError(
        offset=span.start if span else None, field=field_path(owner, field, element), expected=expected, found=found
    )


def bounded(io: Cursor, size: int, owner: Struct | None, field: int = 0, element: int | None = None) -> int:
    """A size that stays inside the stream; otherwise the field that holds it is to blame (None: the one being read)."""
    left = max(io.left, 0)
    if 0 <= size <= left:
        if size > io.limits.maxRecordBytes:
            raise LimitError(
                expected=f"at most {io.limits.maxRecordBytes} bytes (maxRecordBytes)", found=str(size), offset=io.at
            )
        return size
    if owner is None:
        if size > left:
            raise TruncatedError(expected=f"{size} bytes", found=f"{left} before the end", offset=io.at)
        raise BoundsError(expected="a size of at least 0", found=str(size), offset=io.at)
    if size < 0:
        raise _blamed(owner, field, element, "a size of at least 0 after it", str(size))
    held = getattr(owner, owner.FIELDS[field].name)
    value = held[element] if element is not None else held
    expected = f"a value that leads to at most {left} bytes at offset {io.at}"
    raise _blamed(owner, field, element, expected, f"{described(value)}, that is {size}")


def counted(io: Cursor, count: int, smallest: int, owner: Struct | None, field: int = 0) -> int:
    """A count that the bytes which are left can hold, of elements of at least ``smallest`` bits."""
    left = max(io.left, 0)
    if count < 0:
        if owner is None:
            raise BoundsError(expected="a count of at least 0", found=str(count), offset=io.at)
        raise _blamed(owner, field, None, "a count of at least 0", str(count))
    if smallest and count * smallest > 8 * left + 7:
        expected = f"a count of elements that fit {left} bytes"
        if owner is None:
            raise TruncatedError(expected=expected, found=str(count), offset=io.at)
        raise _blamed(owner, field, None, expected, str(count))
    if not smallest and count > io.limits.maxSteps and count > left:
        raise LimitError(expected=f"at most {io.limits.maxSteps} turns (maxSteps)", found=str(count), offset=io.at)
    return count


def turn(io: Cursor, edges: list[int]) -> None:
    """Note where an element ended; a list to the end of the stream must get there."""
    edges.append(io.at)
    if edges[-1] == edges[-2] and len(edges) > io.limits.maxSteps:
        raise LimitError(
            expected=f"at most {io.limits.maxSteps} turns that read nothing (maxSteps)", found="more", offset=io.at
        )


def contents(io: Cursor, expected: bytes) -> bytes:
    """Bytes that are always the same."""
    start = io.at
    found = io.take(len(expected))
    if found != expected:
        raise ValueInvalidError(offset=start, expected=f"bytes {expected.hex()}", found=found.hex())
    return found


def padding(io: Cursor, size: int, owner: Struct, field: int) -> None:
    """Bytes without a name: kept, as they may be anything. They begin on a whole byte, even if there are none."""
    io.align()
    if size:
        owner._kept[field] = io.take(size)


def mask(io: Cursor, owner: Struct, field: int, present: Sequence[bool] | None) -> None:
    """Make elements None that validity bits call absent; what their bytes hold is kept unless it is zero."""
    name = owner.FIELDS[field].name
    values = getattr(owner, name)
    if present is None or values is None:
        return
    kept: dict[int, Any] = {}
    place = owner._at[field]
    bits = isinstance(place, Run) and place.stride == 0
    for i, there in enumerate(present):
        if there:
            continue
        if bits:
            if values[i]:
                kept[i] = 1
        else:
            span = span_of(owner, field, i)
            assert span is not None
            data = io.again(span.start, span.end)
            if any(data):
                kept[i] = data
        values[i] = None
    if kept:
        owner._kept[field] = kept


def moved(io: Cursor, before: int, count: int) -> None:
    """Records that take no bytes must end some time."""
    if io.at == before and count > io.limits.maxSteps:
        raise LimitError(
            expected=f"at most {io.limits.maxSteps} turns that read nothing (maxSteps)", found="more", offset=io.at
        )


def terminated(
    io: Cursor,
    owner: Struct,
    field: int,
    element: int | None,
    terminator: bytes,
    include: bool,
    consume: bool,
    eos_error: bool,
) -> bytes:
    """Bytes up to a terminator. That there was none (where that is allowed) is kept."""
    value, passed = io.take_until(terminator, include=include, consume=consume, eos_error=eos_error)
    if not eos_error and passed == len(value) and not value.endswith(terminator) and io.eof:
        _keep(owner, field, element, value)
    return value


def unpadded(
    data: bytes,
    owner: Struct,
    field: int,
    element: int | None,
    pad: int | None,
    terminator: bytes | None,
    include: bool,
) -> bytes:
    """The part of sized bytes that counts; the whole is kept where padding it again would give other bytes."""
    value = unpad(data, pad, terminator, include)
    if pad_to(value, len(data), pad, terminator, include) != data:
        _keep(owner, field, element, data)
    return value


def _keep(owner: Struct, field: int, element: int | None, data: bytes) -> None:
    if element is None:
        owner._kept[field] = data
    else:
        owner._kept.setdefault(field, {})[element] = data


def quiet(io: Cursor, owner: Struct, field: int) -> None:
    """Keep the bytes of 32-bit NaNs that Python's floats can't hold."""
    value = getattr(owner, owner.FIELDS[field].name)
    values = enumerate(value) if isinstance(value, list) else ((None, value),)
    for element, number in values:
        if isinstance(number, float) and number != number:
            span = span_of(owner, field, element)
            assert span is not None
            data = io.again(span.start, span.end)
            if data not in (struct.pack("<f", number), struct.pack(">f", number)):
                _keep(owner, field, element, data)


def finish(io: Cursor, owner: Struct) -> None:
    """Note the bytes between the end of a structure and the end of its stream.

    Raises:
        SlackError: there are some, and the cursor is strict.
    """
    io.align()
    left = io.left
    if left <= 0:
        return
    start = io.at
    if io.strict:
        raise SlackError(offset=start, field=field_path(owner, "slack"), expected="the end", found=f"{left} more bytes")
    io.warn(start, f"{left} bytes that no field describes")
    owner._kept[TAIL] = io.take(left)


__all__ = [
    "FAILURES",
    "Edges",
    "Run",
    "bounded",
    "contents",
    "counted",
    "described",
    "finish",
    "invalid",
    "located",
    "mask",
    "moved",
    "named",
    "padding",
    "terminated",
    "turn",
    "unpadded",
]
