# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""ESDB with spaces: bytes → objects.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Span, Struct

from ..sstable.model import Entry
from ..sstable.reader import read_sstable
from ..uvarint.reader import read_uvarint
from .model import (
    EsdbSpaces,
    Event,
    EventAt,
    Group,
    Location,
    Reference,
    References,
    Section,
    SectionLocation,
    SectionPage,
    Space,
    SpacePage,
    SpaceRef,
)


def read_esdb_spaces(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> EsdbSpaces:
    """Read a ``esdb_spaces``."""
    self = EsdbSpaces._begin(io, parent, name, index)
    rt.place_field(io, self, "pages", read_pages_of_esdb_spaces)
    rt.place_field(io, self, "index", read_index_of_esdb_spaces)
    rt.place_field(io, self, "len_index", read_len_index_of_esdb_spaces)
    rt.place_field(io, self, "head", read_head_of_esdb_spaces)
    return self


def read_pages_of_esdb_spaces(io: Cursor, self: EsdbSpaces) -> None:
    """Read the ``pages`` of a ``esdb_spaces``, which lies at a place of its own."""
    at = self._at
    field = 0
    self.pages = None
    try:
        io = rt.fork_stream_at(io, 0, None)
        count = rt.check_count(io, len(self.index.pages), 0, self.index, 0)
        items = self.pages = []
        edges = [io.at]
        at[0] = Edges(edges)
        for _index in range(count):
            item = read_space_page(io, self, "pages", _index, _index)
            items.append(item)
            rt.end_element(io, edges)
        rt.note_read(io, self, 0)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_index_of_esdb_spaces(io: Cursor, self: EsdbSpaces) -> None:
    """Read the ``index`` of a ``esdb_spaces``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.index = None
    try:
        io = rt.fork_stream_at(io, io.size - 8 - self.len_index, self, 2)
        first = io.at
        inner = io.sub(rt.check_size(io, self.len_index, self, 2))
        self.index = read_sstable(inner, self, "index", None)
        rt.finish_structure(inner, self.index, surveyed=True)
        at[1] = Span(first, io.at)
        rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_len_index_of_esdb_spaces(io: Cursor, self: EsdbSpaces) -> None:
    """Read the ``len_index`` of a ``esdb_spaces``, which lies at a place of its own."""
    at = self._at
    field = 2
    self.len_index = None
    try:
        io = rt.fork_stream_at(io, io.size - 8, None)
        first = io.at
        self.len_index = io.s8le()
        at[2] = Span(first, io.at)
        value = self.len_index
        if value < 48:
            raise rt.invalid_value(self, 2, "at least 48", value)
        value = self.len_index
        if value > (47 if self.is_log else io.size - 8):
            raise rt.invalid_value(self, 2, "at most " + rt.shown_value(47 if self.is_log else io.size - 8), value)
        rt.note_read(io, self, 2)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_head_of_esdb_spaces(io: Cursor, self: EsdbSpaces) -> None:
    """Read the ``head`` of a ``esdb_spaces``, which lies at a place of its own."""
    at = self._at
    field = 3
    self.head = None
    try:
        if io.size >= 10:
            io = rt.fork_stream_at(io, 0, None)
            first = io.at
            size = 10
            data = io.piece(size)
            if data is None:
                data = io.take(rt.check_size(io, size, None))
            self.head = data
            at[3] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_space_page(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> SpacePage:
    """Read a ``space_page``."""
    self = SpacePage._begin(io, parent, name, index)
    self.i = given_i
    rt.place_field(io, self, "spaces", read_spaces_of_space_page)
    return self


def read_spaces_of_space_page(io: Cursor, self: SpacePage) -> None:
    """Read the ``spaces`` of a ``space_page``, which lies at a place of its own."""
    at = self._at
    field = 0
    self.spaces = None
    try:
        io = rt.fork_stream_at(io, 0, None)
        count = rt.check_count(
            io, len(self.entries), 0, self._top(EsdbSpaces).index.pages[self.i].block.body.entries, 0
        )
        items = self.spaces = []
        edges = [io.at]
        at[0] = Edges(edges)
        for _index in range(count):
            item = read_space_ref(io, self, "spaces", _index, self.entries[_index])
            items.append(item)
            rt.end_element(io, edges)
        rt.note_read(io, self, 0)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_space_ref(io: Cursor, parent: Struct | None, name: str, index: int | None, given_entry: Entry) -> SpaceRef:
    """Read a ``space_ref``."""
    self = SpaceRef._begin(io, parent, name, index)
    self.entry = given_entry
    rt.place_field(io, self, "location", read_location_of_space_ref)
    rt.place_field(io, self, "space", read_space_of_space_ref)
    return self


def read_location_of_space_ref(io: Cursor, self: SpaceRef) -> None:
    """Read the ``location`` of a ``space_ref``, which lies at a place of its own."""
    at = self._at
    field = 0
    self.location = None
    try:
        io = rt.fork_stream_at(self.entry.value._io, 0, None)
        first = io.at
        self.location = read_location(io, self, "location", None)
        at[0] = Span(first, io.at)
        rt.note_read(io, self, 0)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_space_of_space_ref(io: Cursor, self: SpaceRef) -> None:
    """Read the ``space`` of a ``space_ref``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.space = None
    try:
        io = rt.fork_stream_at(self._top(EsdbSpaces)._io, self.location.offset, self.location, 0)
        first = io.at
        inner = io.sub(rt.check_size(io, self.location.len, self.location, 1))
        self.space = read_space(inner, self, "space", None)
        rt.finish_structure(inner, self.space, surveyed=True)
        at[1] = Span(first, io.at)
        rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


MARKS_OF_LOCATION: tuple[Any, ...] = (((0, 8), (1, 8)),)
NUMBERS_0_OF_LOCATION = rt.Numbers((0, "offset", "s8le"), (1, "len", "s8le"))


def read_location(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Location:
    """Read a ``location``."""
    marks: list[Any] = [MARKS_OF_LOCATION, io.at]
    self: Location = rt.begin(Location, io, parent, name, index, marks)
    field = 0
    try:
        (
            self.offset,
            self.len,
        ) = io.numbers(NUMBERS_0_OF_LOCATION, self)
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_space(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Space:
    """Read a ``space``."""
    self = Space._begin(io, parent, name, index)
    rt.place_field(io, self, "pages_of_space", read_pages_of_space_of_space)
    rt.place_field(io, self, "index", read_index_of_space)
    rt.place_field(io, self, "len_index", read_len_index_of_space)
    at = self._at
    field = 0
    try:
        first = io.at
        self.magic = rt.check_contents(io, b"*")
        at[0] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_pages_of_space_of_space(io: Cursor, self: Space) -> None:
    """Read the ``pages_of_space`` of a ``space``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.pages_of_space = None
    try:
        io = rt.fork_stream_at(io, 0, None)
        count = rt.check_count(io, len(self.index.pages), 0, self.index, 0)
        items = self.pages_of_space = []
        edges = [io.at]
        at[1] = Edges(edges)
        for _index in range(count):
            item = read_section_page(io, self, "pages_of_space", _index, _index)
            items.append(item)
            rt.end_element(io, edges)
        rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_index_of_space(io: Cursor, self: Space) -> None:
    """Read the ``index`` of a ``space``, which lies at a place of its own."""
    at = self._at
    field = 2
    self.index = None
    try:
        io = rt.fork_stream_at(io, io.size - 8 - self.len_index, self, 3)
        first = io.at
        inner = io.sub(rt.check_size(io, self.len_index, self, 3))
        self.index = read_sstable(inner, self, "index", None)
        rt.finish_structure(inner, self.index, surveyed=True)
        at[2] = Span(first, io.at)
        rt.note_read(io, self, 2)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_len_index_of_space(io: Cursor, self: Space) -> None:
    """Read the ``len_index`` of a ``space``, which lies at a place of its own."""
    at = self._at
    field = 3
    self.len_index = None
    try:
        io = rt.fork_stream_at(io, io.size - 8, None)
        first = io.at
        self.len_index = io.s8le()
        at[3] = Span(first, io.at)
        value = self.len_index
        if value < 48:
            raise rt.invalid_value(self, 3, "at least 48", value)
        value = self.len_index
        if value > (io.size - 8):
            raise rt.invalid_value(self, 3, "at most " + rt.shown_value(io.size - 8), value)
        rt.note_read(io, self, 3)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_section_page(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> SectionPage:
    """Read a ``section_page``."""
    self = SectionPage._begin(io, parent, name, index)
    self.i = given_i
    rt.place_field(io, self, "sections", read_sections_of_section_page)
    return self


def read_sections_of_section_page(io: Cursor, self: SectionPage) -> None:
    """Read the ``sections`` of a ``section_page``, which lies at a place of its own."""
    at = self._at
    field = 0
    self.sections = None
    try:
        io = rt.fork_stream_at(io, 0, None)
        count = rt.check_count(io, len(self.entries), 0, self._parent.index.pages[self.i].block.body.entries, 0)
        items = self.sections = []
        edges = [io.at]
        at[0] = Edges(edges)
        for _index in range(count):
            item = read_section(io, self, "sections", _index, self.entries[_index])
            items.append(item)
            rt.end_element(io, edges)
        rt.note_read(io, self, 0)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_section(io: Cursor, parent: Struct | None, name: str, index: int | None, given_entry: Entry) -> Section:
    """Read a ``section``."""
    self = Section._begin(io, parent, name, index)
    self.entry = given_entry
    rt.place_field(io, self, "location", read_location_of_section)
    rt.place_field(io, self, "group", read_group_of_section)
    rt.place_field(io, self, "references", read_references_of_section)
    return self


def read_location_of_section(io: Cursor, self: Section) -> None:
    """Read the ``location`` of a ``section``, which lies at a place of its own."""
    at = self._at
    field = 0
    self.location = None
    try:
        io = rt.fork_stream_at(self.entry.value._io, 0, None)
        first = io.at
        self.location = read_section_location(io, self, "location", None)
        at[0] = Span(first, io.at)
        rt.note_read(io, self, 0)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_group_of_section(io: Cursor, self: Section) -> None:
    """Read the ``group`` of a ``section``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.group = None
    try:
        if self.is_group:
            io = rt.fork_stream_at(
                self._parent._parent._io, self.location.offset.value, lambda: self.location.offset.groups[-1], 1
            )
            first = io.at
            size = self.location.len.value
            data = io.piece(size)
            if data is None:
                data = io.take(rt.check_size(io, size, lambda: self.location.len.groups[-1], 1))
            data = rt.decode(io, self, 1, None, data, rt.Process("bytewright.codecs.snappy_chunks", 4096))
            inner = io.decoded(data)
            self.group = read_group(inner, self, "group", None)
            rt.finish_structure(inner, self.group, surveyed=True)
            at[1] = Span(first, io.at)
            rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_references_of_section(io: Cursor, self: Section) -> None:
    """Read the ``references`` of a ``section``, which lies at a place of its own."""
    at = self._at
    field = 2
    self.references = None
    try:
        if not self.is_group:
            io = rt.fork_stream_at(
                self._parent._parent._io, self.location.offset.value, lambda: self.location.offset.groups[-1], 1
            )
            first = io.at
            size = self.location.len.value
            data = io.piece(size)
            if data is None:
                data = io.take(rt.check_size(io, size, lambda: self.location.len.groups[-1], 1))
            data = rt.decode(io, self, 2, None, data, rt.Process("bytewright.codecs.snappy_chunks", 4096))
            inner = io.decoded(data)
            self.references = read_references(inner, self, "references", None)
            rt.finish_structure(inner, self.references, surveyed=True)
            at[2] = Span(first, io.at)
            rt.note_read(io, self, 2)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


MARKS_OF_SECTION_LOCATION: tuple[Any, ...] = (0, 1)


def read_section_location(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> SectionLocation:
    """Read a ``section_location``."""
    marks: list[Any] = [MARKS_OF_SECTION_LOCATION, io.at]
    self: SectionLocation = rt.begin(SectionLocation, io, parent, name, index, marks)
    field = 0
    try:
        self.offset = read_uvarint(io, self, "offset", None)
        marks.append(io.at)

        field = 1
        self.len = read_uvarint(io, self, "len", None)
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_GROUP: tuple[Any, ...] = (0, 1)


def read_group(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Group:
    """Read a ``group``."""
    marks: list[Any] = [MARKS_OF_GROUP, io.at]
    self: Group = rt.begin(Group, io, parent, name, index, marks)
    field = 0
    try:
        items = self.events = []
        edges = [io.at]
        marks.append(Edges(edges))
        while True:
            _index = len(items)
            item = read_event(io, self, "events", _index)
            items.append(item)
            edges.append(io.at)
            if io.size - io.pos <= 1:
                break

        field = 1
        self.terminator = rt.check_contents(io, b"\x00")
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_EVENT: tuple[Any, ...] = (0, 1, 2)


def read_event(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Event:
    """Read a ``event``."""
    marks: list[Any] = [MARKS_OF_EVENT, io.at]
    self: Event = rt.begin(Event, io, parent, name, index, marks)
    field = 0
    try:
        self.len_data = read_uvarint(io, self, "len_data", None)
        marks.append(io.at)

        field = 1
        self.timestamp = io.u4le()
        marks.append(io.at)

        field = 2
        size = self.len_data.value
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, lambda: self.len_data.groups[-1], 1))
        self.data = data
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_REFERENCES: tuple[Any, ...] = (0, 1)


def read_references(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> References:
    """Read a ``references``."""
    marks: list[Any] = [MARKS_OF_REFERENCES, io.at]
    self: References = rt.begin(References, io, parent, name, index, marks)
    field = 0
    try:
        items = self.entries = []
        edges = [io.at]
        marks.append(Edges(edges))
        while True:
            _index = len(items)
            item = read_reference(io, self, "entries", _index)
            items.append(item)
            edges.append(io.at)
            if io.size - io.pos <= 1:
                break

        field = 1
        self.terminator = rt.check_contents(io, b"\x00")
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_reference(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Reference:
    """Read a ``reference``."""
    self = Reference._begin(io, parent, name, index)
    rt.place_field(io, self, "found", read_found_of_reference)
    at = self._at
    field = 0
    try:
        first = io.at
        self.position = io.s8le()
        at[0] = Span(first, io.at)

        field = 1
        first = io.at
        self.offset = io.u2le()
        at[1] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_found_of_reference(io: Cursor, self: Reference) -> None:
    """Read the ``found`` of a ``reference``, which lies at a place of its own."""
    at = self._at
    field = 2
    self.found = None
    try:
        io = rt.fork_stream_at(self.space._io, self.position, self, 0)
        first = io.at
        inner = rt.decode_shared(
            io,
            rt.check_size(io, self.space._io.size - 8 - self.space.len_index - self.position, self.space, 3),
            rt.Process("bytewright.codecs.snappy_chunks", 4096),
        )
        self.found = read_event_at(inner, self, "found", None, self.offset)
        at[2] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


MARKS_OF_EVENT_AT: tuple[Any, ...] = (0, 1)


def read_event_at(io: Cursor, parent: Struct | None, name: str, index: int | None, given_offset: int) -> EventAt:
    """Read a ``event_at``."""
    marks: list[Any] = [MARKS_OF_EVENT_AT, io.at]
    self: EventAt = rt.begin(EventAt, io, parent, name, index, marks)
    self.offset = given_offset
    field = 0
    try:
        start = io.at
        rt.keep_padding(io, rt.check_size(io, self.offset, None), self, 0)
        marks.append(Span(start, io.at))

        field = 1
        self.event = read_event(io, self, "event", None)
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self
