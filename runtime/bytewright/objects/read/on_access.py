"""Structures of which each field is read when it is first asked for.

A structure of a generated model whose fields are all left for later (`Struct._defer`). What is asked for is read where
it lies; what lies before it is passed over by its size, where the declaration says that without a look at it, and read
otherwise, as nothing else tells where the next field begins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from functools import partial
from typing import Any, Literal

from bytewright.errors import ReadError
from bytewright.model.parameters import root_parameter
from bytewright.model.places import Edges, Place, Span
from bytewright.model.structures import SAME, Struct, Unchanging, begin
from bytewright.objects.read.blame import FAILURES, Rests, locate_error
from bytewright.objects.read.bounds import check_size, end_element
from bytewright.objects.read.coverage import note_read
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.deferral import place_field, read_settled
from bytewright.objects.read.kept_bytes import keep_padding

Size = int | tuple[Any, ...]
"""A size; or one that is to be checked, with the field that says it (arguments of `check_size`)."""


@dataclass(slots=True, eq=False)
class Part:
    """What is known of a field.

    Functions are given the stream, where it stands, and the structure.

    Attributes:
        field: its number.
        name: what it is called in Python; empty: bytes without a name.
        value: gives its value; of a list, that of an element, whose index it is given. Where the size is one that is
            to be checked, or differs, it is given that, too.
        size: how many bytes it always has, or what gives that; None: only reading it tells where it ends.
        given: whether it is there; None: it always is.
        check: what is asked of it when it has been read.
        repeat: of a list, how many elements there are, or what it ends with: its stream, the zeros that fill that, or
            an element.
        until: whether an element, which it is given with its index, is the last one.
        read: reads it, sets it and notes where it lies, where that is not all that ``value`` says.
        stream: where it lies, if it is no part of the sequence.
        inline: whether it, or its elements, may be structures that end where their last fields do.
    """

    field: int
    name: str
    value: Callable[..., Any] | None = None
    size: Size | Callable[[Cursor, Any], Size] | None = None
    given: Callable[[Cursor, Any], Any] | None = None
    check: Callable[[Cursor, Any], None] | None = None
    repeat: Callable[[Cursor, Any], int] | Literal["eos", "zeros", "until"] | None = None
    until: Callable[..., Any] | None = None
    read: Callable[[Cursor, Any], None] | None = None
    stream: Callable[[Cursor, Any], Cursor] | None = None
    inline: bool = False


class View:
    """Makes structures of a class whose fields are left to whoever asks for them.

    Args:
        kind: the class.
        parts: its fields: those of the sequence, in order, then those that lie at places of their own.
        parameters: Python names of its parameters by their ids.
        order: whether its numbers are little-endian, where it finds that out; None: that is no question.
        rests: on what its fields rest.
    """

    def __init__(
        self,
        kind: type[Struct],
        *parts: Part,
        parameters: Mapping[str, str] | None = None,
        order: Callable[[Any], bool] | None = None,
        rests: Rests | None = None,
    ) -> None:
        self.parts = tuple(part for part in parts if part.stream is None)
        self.parameters = parameters or {}
        self.order = order
        self.rests = rests
        self._kind = kind
        self._named = [(place, part.name) for place, part in enumerate(self.parts) if part.name]
        self._placed = [part for part in parts if part.stream is not None]
        known = {part.name for part in parts} | set(self.parameters.values())
        declared: type = kind  # generated structures are dataclasses, their base is none
        self._absent = [field.name for field in dataclass_fields(declared) if field.name not in known]

    @property
    def is_root(self) -> bool:
        """Whether parameters that nobody gives are options of the format."""
        return "::" not in self._kind.TYPE

    def __call__(
        self, io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None, *told: Any
    ) -> Any:
        """A structure that begins here.

        Args:
            io: the stream.
            parent: what it lies in.
            name: id of the field there.
            index: which element of that.
            told: the values of its parameters, and what it has as its parent where the spec says so.
        """
        owner = begin(self._kind, io, parent, name, index, [])
        owner._kept, owner._cases = {}, {}
        if parent is None:
            owner._indexes = Unchanging()
        for absent in self._absent:
            setattr(owner, absent, None)
        if self.parameters:
            self._tell(io, owner, told)
        owner._up = told[-1] if len(told) > len(self.parameters) else SAME
        walk = owner._places = Walk(io, owner, self)
        if self._named:
            owner._pending = {name: partial(walk.read, place) for place, name in self._named}
        for part in self._placed:
            place_field(io, owner, part.name, partial(walk.read_placed, part))
        return owner

    def _tell(self, io: Cursor, owner: Struct, told: tuple[Any, ...]) -> None:
        for place, (id, name) in enumerate(self.parameters.items()):
            value = told[place] if place < len(told) else None
            if value is None and self.is_root:
                value = root_parameter(io.options, id)
            setattr(owner, name, value)


Begin = int | Cursor
"""Where a field begins: its position in the stream, or a cursor, where it begins within a byte."""


class Walk(dict[int, Place]):
    """Where the fields of a structure lie, as far as that is known; it is found out when somebody asks for more.

    Args:
        io: where the structure begins.
        owner: the structure.
        view: what is known of its fields.
    """

    __slots__ = ("_begins", "_inner", "_io", "_order", "_owner", "_parts", "_reading", "_rests")

    def __init__(self, io: Cursor, owner: Struct, view: View) -> None:
        super().__init__()
        self._owner = owner
        self._parts = view.parts
        self._order = view.order
        self._rests = view.rests
        self._io = io
        self._begins: list[Begin | None] = [_here(io), *([None] * len(view.parts))]
        self._inner: dict[int, Struct] = {}
        self._reading = -1

    def get(self, field: int, default: Any = None) -> Any:
        """Where a field lies; ``default``, if it is absent."""
        with suppress(ReadError):  # it is found when the field is asked for
            self.find(field)
        return super().get(field, default)

    def find(self, field: int) -> None:
        """Find out where a field lies.

        Raises:
            ReadError: where it ends can't be told.
        """
        if field not in self:
            place = next((place for place, part in enumerate(self._parts) if part.field == field), None)
            if place is not None and place != self._reading:  # a check of it may ask, which is then absent
                try:
                    self._begin_of(place + 1)
                except RecursionError as error:
                    raise locate_error(error, self._owner, field) from None

    def end(self) -> Begin:
        """Where the structure ends."""
        return self._begin_of(len(self._parts))

    def read(self, place: int) -> None:
        """Read a field."""
        owner, part = self._owner, self._parts[place]
        before = self._reading
        try:
            io = self._at(self._begin_of(place))
            owner._io = io  # an error that knows no place of its own lies where this stands
            self._reading = place
            read_settled(io, partial(_read, part, self._rests, io, owner))
        except BaseException as error:
            if isinstance(error, RecursionError):  # structures before it are nested deeply, and have no size
                error = locate_error(error, owner, part.field)
            if isinstance(error, ReadError):
                error.path = error.path or owner._io.path
            owner._io = self._io
            with suppress(AttributeError):
                delattr(owner, part.name)
            raise error from None
        finally:
            self._reading = before
        owner._io = self._io
        if owner._pending is not None:
            owner._pending.pop(part.name, None)
        value = getattr(owner, part.name) if part.inline else None
        if isinstance(value, Struct) and isinstance(value._places, Walk):
            self._inner[place] = value
            self.pop(part.field, None)  # where it ends is not known yet
        else:
            self._begins[place + 1] = _here(io)

    def read_placed(self, part: Part, io: Cursor, owner: Struct) -> None:
        """Read a field that lies at a place of its own."""
        self._find_order()
        _read(part, self._rests, io, owner)

    def _at(self, begin: Begin) -> Cursor:
        """The stream at a place."""
        return self._io.twin(begin) if isinstance(begin, int) else begin.twin()

    def _find_order(self) -> None:
        """Find out which byte order its numbers have."""
        order, self._order = self._order, None
        if order is None:
            return
        try:
            self._owner._le = order(self._owner)
        except BaseException as error:
            self._order = order
            if isinstance(error, FAILURES):
                raise locate_error(error, self._owner, 0, self._rests) from None
            raise

    def _begin_of(self, place: int) -> Begin:
        """Where a field begins."""
        self._find_order()
        begins = self._begins
        found = begins[place]
        if found is not None:
            return found
        first = place
        while begins[first] is None:
            first -= 1
        found = begins[first]
        assert found is not None
        for number in range(first, place):
            found = self._passed(number, found)
        begins[place] = found
        return found

    def _passed(self, place: int, begin: Begin) -> Begin:
        """Where the field behind one begins."""
        part, known = self._parts[place], self._begins[place + 1]
        if known is None and place not in self._inner:
            size = part.size[0] if isinstance(part.size, tuple) else part.size
            if isinstance(size, int):
                if isinstance(begin, int) and begin + size <= self._io.size:
                    start = self._io.origin + begin
                    self.setdefault(part.field, Span(start, start + size))
                    return begin + size
            elif size is not None:
                return self._pass_over(part, size, self._at(begin))
            self._begins[place] = begin
            self.read(place)
            known = self._begins[place + 1]
        if known is None:
            held = self._inner[place]._places
            assert isinstance(held, Walk)
            known = self._begins[place + 1] = held.end()
            start = self._io.origin + begin if isinstance(begin, int) else begin.at
            self[part.field] = Span(start, self._io.origin + known if isinstance(known, int) else known.at)
        return known

    def _pass_over(self, part: Part, size: Callable[[Cursor, Any], Size], io: Cursor) -> Begin:
        """Where a field ends by a size that others say, if it is there."""
        start = io.at
        try:
            if part.given is None or part.given(io, self._owner):
                length = checked(io, size(io, self._owner))
                if length:
                    io.seek(io.pos + length)
                self.setdefault(part.field, Span(start, io.at))
        except FAILURES as error:
            raise locate_error(error, self._owner, part.field, self._rests) from None
        return _here(io)


def _here(io: Cursor) -> Begin:
    """Where a cursor stands, which may move."""
    return io.twin() if io.splits else io.pos


def _read(part: Part, rests: Rests | None, io: Cursor, owner: Struct) -> None:
    """Read a field of a structure where its stream stands."""
    name = part.name
    try:
        if name:
            setattr(owner, name, None)
        if part.given is not None and not part.given(io, owner):
            return
        if part.stream is not None:
            io = part.stream(io, owner)
        if part.read is not None:
            part.read(io, owner)
        elif part.repeat is not None:
            _read_elements(part, io, owner)
        elif part.value is not None:
            first, size = io.at, part.size
            if size is None or type(size) is int:
                value = part.value(io, owner)
            else:
                value = part.value(io, owner, size(io, owner) if callable(size) else size)
            if name:
                setattr(owner, name, value)
            owner._at[part.field] = Span(first, io.at)
        if part.check is not None:
            part.check(io, owner)
        if part.stream is not None and not owner.FIELDS[part.field].again:
            note_read(io, owner, part.field)
    except FAILURES as error:
        raise locate_error(error, owner, part.field, rests) from None


def _read_elements(part: Part, io: Cursor, owner: Struct) -> None:
    """Read a list, which is kept as far as it has been read."""
    assert part.value is not None
    repeat, value, until = part.repeat, part.value, part.until
    count = repeat(io, owner) if callable(repeat) else -1
    items = owner._list(part.name, ())
    setattr(owner, part.name, items)
    edges = [io.at]
    owner._at[part.field] = Edges(edges)
    while len(items) != count and not (io.eof if repeat == "eos" else repeat == "zeros" and io.blank):
        item = value(io, owner, len(items))
        if part.inline:
            go_behind(io, item)
        items.append(item)
        end_element(io, edges)
        if until is not None and until(io, owner, item, len(items) - 1):
            break


def go_behind(io: Cursor, item: Any) -> None:
    """Go on behind a value, which may be a structure that left its fields to be read."""
    if isinstance(item, Struct) and isinstance(item._places, Walk):
        end = item._places.end()
        if isinstance(end, int):
            io.seek(end)
        else:
            io.follow(end)


def behind(view: Callable[..., Any]) -> Callable[..., Any]:
    """What reads a structure, or leaves it to be read, and goes on behind it.

    Args:
        view: does the same, and may stay where the structure begins.
    """

    def element(io: Cursor, *told: Any) -> Any:
        made = view(io, *told)
        go_behind(io, made)
        return made

    return element


def rest(io: Cursor, owner: Struct) -> int:
    """The size of what reaches to the end of its stream."""
    return io.left


def checked(io: Cursor, size: Size) -> int:
    """A size that stays inside of the stream."""
    return size if isinstance(size, int) else check_size(io, *size)


def take(io: Cursor, size: Size) -> bytes:
    """Bytes of a size."""
    if isinstance(size, int):
        return io.take(max(size, 0))
    data = io.piece(size[0])
    return io.take(check_size(io, *size)) if data is None else data


def cut(io: Cursor, size: Size) -> Cursor:
    """A stream of bytes of a size."""
    return io.sub(checked(io, size))


def raw(io: Cursor, owner: Struct, size: Size) -> bytes:
    """The value of bytes of a size."""
    return take(io, size)


def text(encoding: str) -> Callable[[Cursor, Struct, Size], str]:
    """What gives the value of text of a size."""
    return lambda io, owner, size: io.text(take(io, size), encoding)


def padding(field: int) -> Callable[[Cursor, Struct, Size], None]:
    """What passes over bytes without a name, and keeps them."""
    return lambda io, owner, size: keep_padding(io, checked(io, size), owner, field)
