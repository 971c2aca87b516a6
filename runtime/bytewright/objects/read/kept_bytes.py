"""Kept bytes: what was stored, where a writer would make other bytes of the value."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bytewright.codecs.process import Process
from bytewright.errors import NO_VALUE, ValueInvalidError
from bytewright.model.kept_keys import STATED
from bytewright.model.number_formats import KINDS, bit_width, is_number, stored_kind
from bytewright.model.origins import span_of
from bytewright.model.padding import UNPADDED, Padding
from bytewright.model.structures import Struct, field_path
from bytewright.objects.read.blame import Owner, owner_of
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.decoded_cursor import DecodedCursor


def keep_padding(io: Cursor, size: int, owner: Struct, field: int) -> None:
    """Bytes without a name: kept, as they may be anything. They begin on a whole byte, even if there are none."""
    io.align()
    if size:
        owner._kept[field] = io.take(size)


def mask_nulls(
    io: Cursor, owner: Struct, field: int, present: Sequence[bool] | None, varying: tuple[type[Struct], ...] = ()
) -> None:
    """Make elements None that validity bits call absent; what their bytes hold is kept unless it is zero.

    Zeros are kept, too, of the structures that are ``varying`` in size."""
    name = owner.FIELDS[field].name
    values = getattr(owner, name)
    if present is None or values is None:
        return
    kept: dict[int, Any] = {}
    case = owner._cases.get(field, owner.FIELDS[field].kind)
    of_bits = isinstance(case, str) and bit_width(case) > 0
    for i, there in enumerate(present):
        if there:
            continue
        if of_bits or (isinstance(case, dict) and bit_width(case.get(i, ""))):
            if values[i]:
                kept[i] = int(values[i])
        else:
            span = span_of(owner, field, i)
            assert span is not None
            data = io.again(span.start, span.end)
            if any(data) or (data and isinstance(values[i], varying)):
                kept[i] = data
        values[i] = None
    if kept:
        owner._kept.setdefault(field, {}).update(kept)


def take_terminated(
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


def strip_padding(
    data: bytes,
    owner: Struct,
    field: int,
    element: int | None,
    padding: Padding,
    *,
    rest: bool = False,
) -> bytes:
    """The part of sized bytes that counts; the whole is kept where padding it again would give other bytes.

    ``rest``: they reach to the end of their stream, so that nothing else says how long they are."""
    value = padding.strip(data)
    again = padding.fill(value, len(value) + len(padding.mark) if rest else len(data))
    if again != data:
        _keep(owner, field, element, data)
    return value


def _keep(owner: Struct, field: int, element: int | None, data: bytes) -> None:
    if element is None:
        owner._kept[field] = data
    else:
        owner._kept.setdefault(field, {})[element] = data


def keep_stated_number(owner: Struct, field: int, value: Callable[[], Any]) -> None:
    """Keep a number that writers would make another: readers don't go by it, so that it is no error.

    Args:
        owner: the structure that holds it.
        field: which field it is.
        value: what writers would make it.
    """
    known = owner.FIELDS[field]
    stored = getattr(owner, known.name)
    if stored is None:
        return
    try:
        same = bool(stored == value())
    except NO_VALUE:
        same = False  # no writer could make it
    if not same:
        _keep_stated(owner, field)


def _keep_stated(owner: Struct, field: int, element: int | None = None) -> None:
    """Keep a field that readers don't go by, as writers would make it another."""
    value = getattr(owner, owner.FIELDS[field].name)
    if not is_number(owner.FIELDS[field].kind):
        if not isinstance(value, Struct):
            owner._kept[STATED + field] = value
        return
    number = value if element is None else value[element]
    _keep(owner, field, element, KINDS[stored_kind(owner, field)].pack(number))


def keep_stated_size(size: int, said: Callable[[], int], owner: Owner, field: int, element: int | None = None) -> None:
    """Keep what a field says of the size of a number that a case of a switch is, if it takes another: readers don't go
    by it.

    Args:
        size: how many bytes the number takes.
        said: what is said of it.
        owner: the structure that holds the field which says so.
        field: which field it is.
        element: which of its elements.
    """
    try:
        wrong = said() != size
    except NO_VALUE:
        return  # nothing is said
    owner = owner_of(owner)
    if wrong and (element is None or is_number(owner.FIELDS[field].kind)):
        _keep_stated(owner, field, element)


def keep_stated_end(io: Cursor, owner: Struct, field: int, targets: Iterable[int], unless: int | None = None) -> None:
    """Keep what a field says wrongly of where others end: readers don't follow it, so that it is no error.

    Args:
        io: the stream that they lie in.
        owner: the structure that holds them.
        field: which field it is.
        targets: which others they are; those count that are there.
        unless: what it is where it says nothing.
    """
    ends = [span.end for target in targets if (span := span_of(owner, target)) is not None]
    if ends:
        _placed(io, owner, field, max(ends) - io.origin, unless, "ends")


def keep_stated_start(
    io: Cursor, owner: Struct, field: int, target: int, unless: int | None = None, *, base: int | None = None
) -> None:
    """The same of where another begins; ``base``: the field from which that is counted."""
    span, start = span_of(owner, target), None if base is None else span_of(owner, base)
    if span is not None and (base is None or start is not None):
        _placed(io, owner, field, span.start - (io.origin if start is None else start.start), unless, "begins")


def _placed(io: Cursor, owner: Struct, field: int, place: int, unless: int | None, what: str) -> None:
    """Keep what a field says of a place, if that is wrong."""
    value, span = getattr(owner, owner.FIELDS[field].name), span_of(owner, field)
    if span is None or value is None or value in (unless, place):
        return
    _keep_stated(owner, field)
    io.warn(span.start, f"{field_path(owner, field)} is {value}, though what it is about {what} at {place}; it stays")


def keep_nan_bits(io: Cursor, owner: Struct, field: int) -> None:
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


def decode_text(
    io: Cursor, owner: Struct, field: int, element: int | None, data: bytes, encoding: str, start: int
) -> str:
    """Text in an encoding that may say the same in several ways; the bytes are kept where it is not said as we would.

    Raises:
        ValueInvalidError: they are not valid in the encoding.
    """
    value = io.text(data, encoding, start)
    if value.encode(encoding, "replace") != data and owner._kept.get(field) is None:
        _keep(owner, field, element, data)
    return value


def decode(
    io: Cursor,
    owner: Struct,
    field: int,
    element: int | None,
    data: bytes,
    process: Process,
    padding: Padding = UNPADDED,
    *,
    rest: bool = False,
) -> bytes:
    """What bytes are decoded to; they are kept where encoding would not give them again, and writers may ask for them.

    ``rest``: see `strip_padding`.

    Raises:
        ValueInvalidError: they can't be decoded.
        LimitError: they decode to more than they may.
    """
    plain = process.decode(padding.strip(data), io.limits, io.at - len(data), io.budget)
    if not process.keeps_size:
        owner._lease = io.budget.hold(len(plain), owner._lease)
    if not io.budget.keeps:
        return plain
    try:
        again = process.encoded(plain)
    except ValueInvalidError:
        again = None  # who only reads need not care
    if again is not None and padding != UNPADDED:
        again = padding.fill(again, len(again) + len(padding.mark) if rest else len(data))
    if again != data:
        _keep(owner, field, element, data)
    return plain


def decode_shared(io: Cursor, size: int, process: Process) -> Cursor:
    """What bytes are decoded to that other fields describe, decoded piece by piece where the process can."""
    start = io.at
    io.seek(io.pos + size)
    pieces = process.pieces(lambda at, length: io.again(start + at, start + at + length), size, io.limits, start)
    return DecodedCursor(pieces, io, size)
