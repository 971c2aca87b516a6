"""What generated readers call besides the cursor: bounds, checks, blame."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from bytewright.codecs.checksums import ALGORITHMS
from bytewright.codecs.process import Process
from bytewright.errors import (
    NO_VALUE,
    BoundsError,
    ChecksumError,
    LimitError,
    ReadError,
    SlackError,
    TruncatedError,
    ValueInvalidError,
    cause,
    shown,
)
from bytewright.model.number_formats import KINDS, is_number, stored_kind
from bytewright.model.padding import UNPADDED, Padding
from bytewright.model.structures import (
    GAPS,
    STATED,
    STREAMS,
    TAIL,
    Edges,
    Enum,
    Span,
    Spelt,
    Strided,
    Struct,
    begin,
    bit_width,
    decoded_field,
    field_path,
    named,
    span_of,
    value_of,
)
from bytewright.objects.read.cursor import Cursor, DecodedCursor
from bytewright.objects.read.traverse import explore, structures_below

FAILURES = (ReadError, *NO_VALUE, RecursionError)
"""What reading a structure may raise: errors of the input, and what its values make expressions raise."""


Blame = tuple[Any, ...]
"""A structure, the place of one of its fields, and perhaps that of an element of it."""
Owner = Struct | Callable[[], Struct]
"""A structure, or what gives it: an element of a list, which may be made only when it is asked for."""
Rests = Mapping[int, Sequence[tuple[Callable[[Any], Any], Callable[[Any], Blame]]]]
"""By field: what reading it computes of a structure, each with the stored field on which that rests."""


def locate_error(error: Exception, owner: Struct, field: int, rests: Rests | None = None) -> ReadError:
    """An error with the path of the field that was being read, unless it names one already.

    Args:
        error: the error.
        owner: the structure that was being read.
        field: which of its fields.
        rests: on what fields of such structures rest.
    """
    owner._read_in_part()
    if not isinstance(error, ReadError):
        error = _uncomputed(error, owner, field, (rests or {}).get(field, ()))
    if error.field is None or error.field.startswith("["):
        suffix = error.field or ""
        element = None
        if not suffix and owner.FIELDS[field].repeated:
            so_far = getattr(owner, owner.FIELDS[field].name or "_at")
            element = len(so_far) if isinstance(so_far, list) else None
        error.field = field_path(owner, field, element) + suffix
    if error.offset is None:
        error.offset = owner._io.at
    if error.within is None:
        within = decoded_field(owner)
        if within is not None and error.field.startswith(within):
            error.within = within
    if isinstance(error, ValueInvalidError) and error.hint is None and error.field == field_path(owner, field):
        error.hint = owner.FIELDS[field].hint or None
    if getattr(owner._io, "partly", False):  # what is written lies in another stream
        _reach(error, owner, field)
    return error


def _uncomputed(
    error: Exception,
    owner: Struct,
    field: int,
    rests: Sequence[tuple[Callable[[Any], Any], Callable[[Any], Blame]]],
) -> ReadError:
    """The error for something that can't be computed: the stored field on which it rests is to blame."""
    if isinstance(error, RecursionError):
        return ReadError(expected="fewer levels of nesting", offset=owner._io.at)
    for compute, blame in rests:
        try:
            compute(owner)
        except NO_VALUE:
            found = _stored(partial(blame, owner))
            if found is not None:
                holder, place, element = found
                expected = f"a value with which {owner.FIELDS[field].id} can be read"
                return invalid_value(holder, place, expected, value_of(*found), element)
    return ReadError(expected=f"a value that can be computed with ({cause(error)})", offset=owner._io.at)


def _stored(blame: Callable[[], Blame]) -> tuple[Struct, int, int | None] | None:
    """The stored field to blame, if there is one: where a calculated value went another way there may be none."""
    with suppress(*NO_VALUE):
        owner, field, *element = blame()
        found = owner, field, element[0] if element else None
        value_of(*found)  # a list may lack the element
        if isinstance(owner, Struct) and span_of(*found) is not None:
            return found
    return None


def _reach(error: ReadError, owner: Struct, field: int) -> None:
    """Keep what was read of a structure, and in it what was read of the one in which an error came."""
    inner, error.reached = error.reached, owner
    known = owner.FIELDS[field]
    if inner is None or inner._parent is not owner or inner._field != known.id or not inner._at:
        return
    value, place = getattr(owner, known.name), owner._at.get(field)
    if not known.repeated:
        setattr(owner, known.name, inner)
        if not known.placed:
            owner._at[field] = Span(_start(owner, known.stream, inner), owner._io.at)
    elif isinstance(value, list) and isinstance(place, Edges):
        value.append(inner)
        place.edges.append(owner._io.at)


def _start(owner: Struct, stream: str, inner: Struct) -> int:
    """Where a structure begins that has been read in part; ``stream``: of what it has one of its own, if it has."""
    if not stream:
        return min(place.start for place in inner._at.values())
    if stream == "own":
        origin: int = inner._io.origin
        return origin
    return max((place.end for place in owner._at.values()), default=owner._io.at)


def invalid_value(
    owner: Struct, field: int, expected: str, value: Any, element: int | None = None, *, found: str = ""
) -> ValueInvalidError:
    """The error for a value that breaks a rule; ``found``: what to say of it, by default what it is."""
    span = span_of(owner, field, element)
    return ValueInvalidError(
        offset=span.start if span else None,
        field=field_path(owner, field, element),
        expected=expected,
        found=found or shown_value(value),
    )


def leftover(data: bytes) -> str:
    """What to say of bytes where there should be none."""
    return f"{len(data)} byte{'s' if len(data) > 1 else ''} left"


def leb128(
    kind: type[Struct],
    io: Cursor,
    parent: Struct | None,
    field: str,
    index: int | None,
    most: int,
    read: Callable[..., Any],
) -> Any:
    """A structure that is an unsigned LEB128 integer: its digits are read when somebody asks for them.

    Args:
        kind: its class.
        io: the stream.
        parent: what it lies in.
        field: id of the field there.
        index: which element of that.
        most: of how many bytes it is at most.
        read: reads it with its digits, which is done at once where it isn't spelled in the fewest bytes.
    """
    found = None if parent is None else io.leb128(min(most, _FEW_DIGITS))
    if found is None:
        return read(io, parent, field, index)
    number, start = found
    made = begin(kind, io, parent, field, index, [(), start])
    made._told = Spelt(number, [], partial(_spell_again, io, read, io.at - start, start))
    return made


_FEW_DIGITS = 9
"""Bytes of LEB128 that no rule forbids: the tenth has room for one bit."""


def _spell_again(io: Cursor, read: Callable[..., Any], size: int, start: int, owner: Struct) -> None:
    """Read the digits of a number from the bytes that it was spelled in."""
    assert isinstance(owner._told, Spelt)
    number, owner._told = owner._told.number, None
    more = [number >> 7 * place & 0x7F | (0x80 if place < size - 1 else 0) for place in range(size)]
    made = read(io.before(bytes(more), start), owner._parent, owner._field, owner._index)
    owner._places, owner._kept, owner._cases = made._at, made._kept, made._cases
    for field in owner.FIELDS:
        if field.name:
            setattr(owner, field.name, getattr(made, field.name))
    owner._adopt()


def show_partial(owner: Struct) -> None:
    """Show a structure that is being read where it lies, as something inside of it asks for it there."""
    above = owner._parent
    if above is not None and owner._index is None:
        known = next((field for field in above.FIELDS if field.id == owner._field), None)
        if known is not None:
            setattr(above, known.name, owner)


def shown_value(value: Any) -> str:
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


def invalid_instance(
    owner: Struct, name: str, expected: str, found: str, blame: Callable[[], Blame] | None = None
) -> ValueInvalidError:
    """The error for a calculated value that breaks a rule.

    Args:
        owner: the structure.
        name: id of the value.
        expected: what the rule says.
        found: what there is.
        blame: the stored field on which the value rests, and where it lies; None: it lies where its structure begins.
    """
    stored = None if blame is None else _stored(blame)
    span = None if stored is None else span_of(*stored)
    offset = _beginning(owner) if span is None else span.start
    return ValueInvalidError(offset=offset, field=field_path(owner, name), expected=expected, found=found)


def invalid_calculation(error: Exception, owner: Struct, name: str) -> ReadError:
    """The error for a calculated value that has a rule: that of the rule, or that there is no value.

    Args:
        error: the error.
        owner: the structure.
        name: id of the value.
    """
    if isinstance(error, RecursionError):
        error = ReadError(expected="fewer levels of nesting", offset=_beginning(owner))
    elif not isinstance(error, ReadError):
        found = f"none, as {cause(error)}"
        error = ValueInvalidError(expected="a value that can be calculated", found=found, offset=_beginning(owner))
    error.field = error.field or field_path(owner, name)
    return locate_error(error, owner, 0)


def _beginning(owner: Struct) -> int | None:
    return min((place.start for place in owner._at.values()), default=None)


def check_unique(owner: Struct, field: int, key: Callable[[Any], Any]) -> None:
    """No two elements of a list have the same key.

    Raises:
        ValueInvalidError: two have; it names the second.
    """
    found = repetition(owner, field, key)
    if found is not None:
        element, value, expected = found
        raise invalid_value(owner, field, expected, value, element)


def check_chain(owner: Struct, field: int, seen: dict[Any, int], key: Callable[[Any], Any], item: Any) -> None:
    """The newest element of a list has a key that none before it has: a chain must not lead back.

    Raises:
        ValueInvalidError: one has.
    """
    element = len(seen)
    value = key(item)
    first = seen.setdefault(value, element)
    if first != element:
        expected = f"each only once, as {owner.FIELDS[field].id}[{first}] is it already"
        raise invalid_value(owner, field, expected, value, element)


def repetition(owner: Struct, field: int, key: Callable[[Any], Any]) -> tuple[int, Any, str] | None:
    """The first element of a list whose key an earlier one has: its place, the key, what is expected instead."""
    seen: dict[Any, int] = {}
    for element, item in enumerate(getattr(owner, owner.FIELDS[field].name)):
        value = key(item)
        first = seen.setdefault(value, element)
        if first != element:
            return element, value, f"each only once, as {owner.FIELDS[field].id}[{first}] is it already"
    return None


def check_same(owner: Struct, field: int, key: Callable[[Any], Any]) -> None:
    """All elements of a list have the same key.

    Raises:
        ValueInvalidError: one hasn't; it names that.
    """
    found = difference(owner, field, key)
    if found is not None:
        element, value, expected = found
        raise invalid_value(owner, field, expected, value, element)


def difference(owner: Struct, field: int, key: Callable[[Any], Any]) -> tuple[int, Any, str] | None:
    """Which element of a list is the first without the key of element 0: its place, its key, what is expected."""
    items = getattr(owner, owner.FIELDS[field].name)
    first = key(items[0]) if items else None
    for element, item in enumerate(items):
        value = key(item)
        if element and value != first:
            return element, value, _as_first(owner, field, first)
    return None


def _as_first(owner: Struct, field: int, first: Any) -> str:
    return f"{shown_value(first)}, as {owner.FIELDS[field].id}[0] is"


class FirstRecord:
    """What a rule for all records asks of the file's first one, by which others are judged wherever reading begins.

    Args:
        read: reads that record.
    """

    __slots__ = ("_known", "_read", "_value")

    def __init__(self, read: Callable[[], Struct | None]) -> None:
        self._read = read
        self._known: bool | None = None
        self._value: Any = None

    def tell(self, value: Any) -> None:
        """This is the value, as the record has just been read."""
        self._known, self._value = True, value

    def value(self, key: Callable[[Any], Any]) -> tuple[bool, Any]:
        """Whether there is such a record that can be read, and what it gives."""
        if self._known is None:
            self._known = False
            with suppress(*FAILURES):
                item = self._read()
                if item is not None:
                    self.tell(key(item))
        return self._known, self._value


def first_is_read(root: Struct, key: Callable[[Any], Any]) -> int:
    """Whether a file's first record can be read, so that it says something of the others (1 or 0)."""
    return int(root._io.first.value(key)[0])


def value_of_first(root: Struct, key: Callable[[Any], Any]) -> int:
    """What the file's first record says of the others, as a number."""
    return int(root._io.first.value(key)[1] or 0)


def check_record(
    first: FirstRecord, owner: Struct, field: int, key: Callable[[Any], Any], index: int, item: Struct
) -> None:
    """A record has the key of the file's first one. Where that can't be read, nothing says what it has to be.

    Raises:
        ValueInvalidError: it hasn't.
    """
    value = key(item)
    if not index:
        if not item._io.spoiled and item._io.recovery is None:  # what was passed over in it may decide otherwise
            first.tell(value)
        return
    known, expected = first.value(key)
    if known and value != expected:
        raise ValueInvalidError(
            offset=_beginning(item),
            field=field_path(owner, field, index),
            expected=_as_first(owner, field, expected),
            found=shown_value(value),
            hint=owner.FIELDS[field].hint or None,
        )


def defer_field(io: Cursor, owner: Struct, name: str, read: Callable[[Cursor, Any], None]) -> None:
    """Leave a field to be read when it is first asked for, at the latest before anything that comes after."""

    def ask() -> None:
        getattr(owner, name)

    owner._defer(name, lambda: read(io, owner))
    io.pending.append(ask)


def read_later(
    io: Cursor,
    owner: Struct,
    field: int,
    read: Callable[[Cursor], Any],
    rests: Rests | None = None,
    *,
    surveyed: bool = False,
) -> None:
    """Leave a structure in a stream of its own to be read, and checked, when somebody asks for it.

    Args:
        io: its stream.
        owner: the structure that holds it.
        field: which of its fields it is.
        read: reads it.
        rests: on what fields of such structures rest.
        surveyed: see `finish_structure`.
    """
    name, start = owner.FIELDS[field].name, io.pos

    def ask() -> None:
        left = len(io.pending)
        io.seek(start)  # where it can't be read, it may be asked for again
        begin_deferring(io)
        try:
            found = read(io)
            finish_structure(io, found, surveyed=surveyed)
            setattr(owner, name, found)
            read_deferred(io, left)
        except FAILURES as error:
            raise locate_error(error, owner, field, rests) from None

    owner._defer(name, ask)


def read_deferred(io: Cursor, since: int = 0) -> None:
    """Read and check what was left for later; ``since``: but for so much, which was left before."""
    while len(io.pending) > since:
        ask = io.pending[since]
        del io.pending[since]
        ask()
    io.settled[0] = since == 0


def read_settled(io: Cursor, read: Callable[[], None]) -> None:
    """Read something, and what that leaves for later, unless something is being read that comes first."""
    alone = io.settled[0]
    begin_deferring(io)
    try:
        read()
        if alone:
            read_deferred(io)
    finally:
        if alone:
            io.pending.clear()
            io.settled[0] = True


def begin_deferring(io: Cursor) -> None:
    """Go on with a file: what is left for later from here on waits for what is read now."""
    io.settled[0] = False


def start_of_field(owner: Struct, field: int) -> int:
    """Offset of the first byte of a field that was read; where it would begin, if it is absent."""
    return _edge(owner, field).start


def end_of_field(owner: Struct, field: int) -> int:
    """Offset of the byte after the last of a field that was read; where it would end, if it is absent."""
    return _edge(owner, field).end


def _edge(owner: Struct, field: int) -> Span:
    span = span_of(owner, field)
    if span is not None:
        return span
    before = max((place.end for index, place in owner._at.items() if index < field), default=None)
    at = before if before is not None else _beginning(owner)
    assert at is not None
    return Span(at, at)


def verify_checksum(io: Cursor, owner: Struct, field: int, algorithm: str, start: int, end: int) -> None:
    """A stored checksum, if there is one, must be that of the bytes between two offsets.

    Raises:
        ChecksumError: it isn't, and that is an error.
    """
    stored = getattr(owner, owner.FIELDS[field].name)
    if io.checksums == "skip" or stored is None:
        return
    row = ALGORITHMS[algorithm]
    right = row(io.again(start, end))
    if stored == right:
        if end > start:  # the sum of nothing proves nothing
            io.budget.proved += 8 * row.size
        return
    span = span_of(owner, field)
    assert span is not None
    expected = f"{row.shown(right)}, the {algorithm} of the bytes from {start} to {end}"
    found = row.shown(stored)
    if io.checksums == "fail":
        raise ChecksumError(offset=span.start, field=field_path(owner, field), expected=expected, found=found)
    io.warn(span.start, f"{field_path(owner, field)}: expected {expected}, found {found}")


def ends_with_checksum(io: Cursor, algorithm: str, kind: str, start: int) -> bool:
    """Whether the last bytes of a stream are the checksum of all before them, from an offset on."""
    row = ALGORITHMS[algorithm]
    end = io.at + io.left - row.size
    if end < io.at:
        return False
    stored = io.again(end, end + row.size)
    if row.digest:
        return bool(row(io.again(start, end)) == bytes(stored))
    order: Any = "little" if kind.endswith("le") else "big"
    return bool(row(io.again(start, end)) == int.from_bytes(stored, order))


def _owner(said: Owner) -> Struct:
    return said if isinstance(said, Struct) else said()


def _blamed(owner: Owner, field: int, element: int | None, expected: str, found: str) -> BoundsError:
    owner = _owner(owner)
    span = span_of(owner, field, element)
    return BoundsError(
        offset=span.start if span else None, field=field_path(owner, field, element), expected=expected, found=found
    )


def stated_wrongly(owner: Owner, field: int, element: int | None, end: int) -> BoundsError:
    """The error of a size inside of the stream, though what it is of ends elsewhere: what follows is found there."""
    owner = _owner(owner)
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
    owner = _owner(owner)
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
    if edges[-1] == edges[-2] and len(edges) > backed and io.budget.turn(io.limits.maxSteps):
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


def check_progress(io: Cursor, before: int, count: int) -> None:
    """Records that take no bytes must end some time."""
    if io.at == before and count > io.limits.maxSteps:
        raise LimitError(
            expected=f"at most {io.limits.maxSteps} turns that read nothing (maxSteps)", found="more", offset=io.at
        )


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
    owner = _owner(owner)
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


def finish_structure(io: Cursor, owner: Struct, *, surveyed: bool = False) -> None:
    """Note the bytes between the end of a structure and the end of its stream.

    Args:
        io: the stream.
        owner: the structure that was read from it.
        surveyed: what has a place of its own may describe them: `survey` finds out, when all has been read.

    Raises:
        SlackError: there are some, and the cursor is strict.
    """
    io.align()
    if surveyed:
        io.cover(io.origin, io.at)
        owner._kept[GAPS] = io
        return
    left = io.left
    if left <= 0:
        return
    start = io.at
    if io.strict:
        raise SlackError(offset=start, field=field_path(owner, "slack"), expected="the end", found=f"{left} more bytes")
    io.warn(start, f"{left} bytes that no field describes")
    owner._kept[TAIL] = io.again(start, start + left)


def survey(root: Struct) -> None:
    """All bytes of a file must be described by fields, those that lie at places of their own included.

    Raises:
        SlackError: some are not.
        ReadError: a field can't be read.
    """
    for unread in explore(root):
        raise unread.error
    for owner in structures_below(root):
        io = owner._kept.get(GAPS)
        if io is None:
            continue
        for start, data in io.uncovered():
            raise SlackError(
                offset=io.origin + start,
                field=field_path(owner, "slack"),
                expected="bytes that a field describes",
                found=f"{len(data)} others",
            )


def place_field(io: Cursor, owner: Struct, name: str, read: Callable[[Cursor, Any], None]) -> None:
    """Leave a field that lies at a place of its own to be read when it is first asked for.

    What is left for later of it is read and checked at once, unless something is being read that comes first."""

    def now() -> None:
        try:
            read_settled(io, lambda: read(io, owner))
        except ReadError as error:
            error.path = error.path or io.path
            raise

    owner._defer(name, now)


def note_read(io: Cursor, owner: Struct, field: int) -> None:
    """Note that a field that lies at a place of its own has been read."""
    io.align()
    io.cover(owner._at[field].start, io.at)
    owner._kept[STREAMS + field] = io


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
        if owner is not None and span_of(_owner(owner), field, element) is not None:
            raise _blamed(owner, field, element, expected, found)
        raise BoundsError(expected=expected, found=found, offset=io.origin)
    return io.fork(pos)


def inherited_order(owner: Struct, parent: Struct | None) -> bool:
    """The byte order that the structure around this one has found out.

    Raises:
        ValueInvalidError: it has not.
    """
    found = getattr(parent, "_le", None)
    return undecided_order(owner) if found is None else found


def undecided_order(
    owner: Struct, expected: str = "", blamed: Struct | None = None, field: int = 0, element: int | None = None
) -> bool:
    """There is no byte order for a structure.

    Args:
        owner: the structure.
        expected: what decides it.
        blamed: the structure with the field that should; None: that can't be told.
        field: its place there.
        element: which of its elements.

    Raises:
        ValueInvalidError: always.
    """
    value = None if blamed is None else getattr(blamed, blamed.FIELDS[field].name)
    if blamed is not None and value is not None:
        raise invalid_value(blamed, field, expected, value if element is None else value[element], element)
    offset = getattr(owner._io, "at", None)  # a structure that is written has no place yet
    raise ValueInvalidError(expected="a value that decides the byte order", found="none of them", offset=offset)


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
    """What bytes are decoded to; they are kept where encoding would not give them again.

    ``rest``: see `strip_padding`.

    Raises:
        ValueInvalidError: they can't be decoded.
        LimitError: they decode to more than they may.
    """
    plain = process.decode(padding.strip(data), io.limits, io.at - len(data), io.budget)
    if not process.keeps_size:
        owner._lease = io.budget.hold(len(plain), owner._lease)
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


__all__ = [
    "FAILURES",
    "Edges",
    "Process",
    "Strided",
    "check_contents",
    "check_count",
    "check_progress",
    "check_size",
    "end_element",
    "finish_structure",
    "invalid_value",
    "keep_padding",
    "locate_error",
    "mask_nulls",
    "named",
    "shown_value",
    "strip_padding",
    "take_terminated",
]
