# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""ESDB with spaces: bytes → objects of which each field is read when it is first asked for.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Span, Struct

from ..sstable.access import view_sstable
from ..sstable.model import Entry
from ..uvarint.access import view_uvarint
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


def view_esdb_spaces(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> EsdbSpaces:
    """Leave the fields of a ``esdb_spaces`` to whoever asks for them."""
    self = EsdbSpaces._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_ESDB_SPACES)
    rt.place_field(io, self, "pages", read_pages_of_esdb_spaces)
    rt.place_field(io, self, "index", read_index_of_esdb_spaces)
    rt.place_field(io, self, "len_index", read_len_index_of_esdb_spaces)
    rt.place_field(io, self, "head", read_head_of_esdb_spaces)
    return self


PARTS_OF_ESDB_SPACES: tuple[rt.Part, ...] = ()


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
            item = rt.behind(view_space_page)(io, self, "pages", _index, _index)
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
        self.index = view_sstable(inner, self, "index", None)
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
            rt.note_read(io, self, 3)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_space_page(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> SpacePage:
    """Leave the fields of a ``space_page`` to whoever asks for them."""
    self = SpacePage._begin(io, parent, name, index)
    self.i = given_i
    rt.lay_out(io, self, PARTS_OF_SPACE_PAGE)
    rt.place_field(io, self, "spaces", read_spaces_of_space_page)
    return self


PARTS_OF_SPACE_PAGE: tuple[rt.Part, ...] = ()


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
            item = rt.behind(view_space_ref)(io, self, "spaces", _index, self.entries[_index])
            items.append(item)
            rt.end_element(io, edges)
        rt.note_read(io, self, 0)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_space_ref(io: Cursor, parent: Struct | None, name: str, index: int | None, given_entry: Entry) -> SpaceRef:
    """Leave the fields of a ``space_ref`` to whoever asks for them."""
    self = SpaceRef._begin(io, parent, name, index)
    self.entry = given_entry
    rt.lay_out(io, self, PARTS_OF_SPACE_REF)
    rt.place_field(io, self, "location", read_location_of_space_ref)
    rt.place_field(io, self, "space", read_space_of_space_ref)
    return self


PARTS_OF_SPACE_REF: tuple[rt.Part, ...] = ()


def read_location_of_space_ref(io: Cursor, self: SpaceRef) -> None:
    """Read the ``location`` of a ``space_ref``, which lies at a place of its own."""
    at = self._at
    field = 0
    self.location = None
    try:
        io = rt.fork_stream_at(self.entry.value._io, 0, None)
        first = io.at
        self.location = view_location(io, self, "location", None)
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
        self.space = view_space(inner, self, "space", None)
        at[1] = Span(first, io.at)
        rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_location(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Location:
    """Leave the fields of a ``location`` to whoever asks for them."""
    self = Location._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_LOCATION)
    return self


def read_offset_of_location(io: Cursor, self: Location) -> None:
    """Read the ``offset`` of a ``location``."""
    at = self._at
    field = 0
    try:
        self.offset = None
        first = io.at
        self.offset = io.s8le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_len_of_location(io: Cursor, self: Location) -> None:
    """Read the ``len`` of a ``location``."""
    at = self._at
    field = 1
    try:
        self.len = None
        first = io.at
        self.len = io.s8le()
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_LOCATION: tuple[rt.Part, ...] = (
    rt.Part(0, "offset", read_offset_of_location, size=8),
    rt.Part(1, "len", read_len_of_location, size=8),
)


def view_space(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Space:
    """Leave the fields of a ``space`` to whoever asks for them."""
    self = Space._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_SPACE)
    rt.place_field(io, self, "pages_of_space", read_pages_of_space_of_space)
    rt.place_field(io, self, "index", read_index_of_space)
    rt.place_field(io, self, "len_index", read_len_index_of_space)
    return self


def read_magic_of_space(io: Cursor, self: Space) -> None:
    """Read the ``magic`` of a ``space``."""
    at = self._at
    field = 0
    try:
        self.magic = None
        first = io.at
        self.magic = rt.check_contents(io, b"*")
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_SPACE: tuple[rt.Part, ...] = (rt.Part(0, "magic", read_magic_of_space, size=1),)


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
            item = rt.behind(view_section_page)(io, self, "pages_of_space", _index, _index)
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
        self.index = view_sstable(inner, self, "index", None)
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


def view_section_page(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> SectionPage:
    """Leave the fields of a ``section_page`` to whoever asks for them."""
    self = SectionPage._begin(io, parent, name, index)
    self.i = given_i
    rt.lay_out(io, self, PARTS_OF_SECTION_PAGE)
    rt.place_field(io, self, "sections", read_sections_of_section_page)
    return self


PARTS_OF_SECTION_PAGE: tuple[rt.Part, ...] = ()


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
            item = rt.behind(view_section)(io, self, "sections", _index, self.entries[_index])
            items.append(item)
            rt.end_element(io, edges)
        rt.note_read(io, self, 0)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_section(io: Cursor, parent: Struct | None, name: str, index: int | None, given_entry: Entry) -> Section:
    """Leave the fields of a ``section`` to whoever asks for them."""
    self = Section._begin(io, parent, name, index)
    self.entry = given_entry
    rt.lay_out(io, self, PARTS_OF_SECTION)
    rt.place_field(io, self, "location", read_location_of_section)
    rt.place_field(io, self, "group", read_group_of_section)
    rt.place_field(io, self, "references", read_references_of_section)
    return self


PARTS_OF_SECTION: tuple[rt.Part, ...] = ()


def read_location_of_section(io: Cursor, self: Section) -> None:
    """Read the ``location`` of a ``section``, which lies at a place of its own."""
    at = self._at
    field = 0
    self.location = None
    try:
        io = rt.fork_stream_at(self.entry.value._io, 0, None)
        first = io.at
        self.location = view_section_location(io, self, "location", None)
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
            self.group = view_group(inner, self, "group", None)
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
            self.references = view_references(inner, self, "references", None)
            at[2] = Span(first, io.at)
            rt.note_read(io, self, 2)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_section_location(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> SectionLocation:
    """Leave the fields of a ``section_location`` to whoever asks for them."""
    self = SectionLocation._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_SECTION_LOCATION)
    return self


def read_offset_of_section_location(io: Cursor, self: SectionLocation) -> None:
    """Read the ``offset`` of a ``section_location``."""
    at = self._at
    field = 0
    try:
        self.offset = None
        first = io.at
        self.offset = view_uvarint(io, self, "offset", None)
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_len_of_section_location(io: Cursor, self: SectionLocation) -> None:
    """Read the ``len`` of a ``section_location``."""
    at = self._at
    field = 1
    try:
        self.len = None
        first = io.at
        self.len = view_uvarint(io, self, "len", None)
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_SECTION_LOCATION: tuple[rt.Part, ...] = (
    rt.Part(0, "offset", read_offset_of_section_location, inline=True),
    rt.Part(1, "len", read_len_of_section_location, inline=True),
)


def view_group(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Group:
    """Leave the fields of a ``group`` to whoever asks for them."""
    self = Group._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_GROUP)
    return self


def read_events_of_group(io: Cursor, self: Group) -> None:
    """Read the ``events`` of a ``group``."""
    at = self._at
    field = 0
    try:
        self.events = None
        items = self.events = []
        edges = [io.at]
        at[0] = Edges(edges)
        while True:
            _index = len(items)
            item = rt.behind(view_event)(io, self, "events", _index)
            items.append(item)
            edges.append(io.at)
            if io.size - io.pos <= 1:
                break
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_terminator_of_group(io: Cursor, self: Group) -> None:
    """Read the ``terminator`` of a ``group``."""
    at = self._at
    field = 1
    try:
        self.terminator = None
        first = io.at
        self.terminator = rt.check_contents(io, b"\x00")
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_GROUP: tuple[rt.Part, ...] = (
    rt.Part(0, "events", read_events_of_group),
    rt.Part(1, "terminator", read_terminator_of_group, size=1),
)


def view_event(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Event:
    """Leave the fields of a ``event`` to whoever asks for them."""
    self = Event._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_EVENT)
    return self


def read_len_data_of_event(io: Cursor, self: Event) -> None:
    """Read the ``len_data`` of a ``event``."""
    at = self._at
    field = 0
    try:
        self.len_data = None
        first = io.at
        self.len_data = view_uvarint(io, self, "len_data", None)
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_timestamp_of_event(io: Cursor, self: Event) -> None:
    """Read the ``timestamp`` of a ``event``."""
    at = self._at
    field = 1
    try:
        self.timestamp = None
        first = io.at
        self.timestamp = io.u4le()
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_data_of_event(io: Cursor, self: Event) -> None:
    """Read the ``data`` of a ``event``."""
    at = self._at
    field = 2
    try:
        self.data = None
        first = io.at
        size = self.len_data.value
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, lambda: self.len_data.groups[-1], 1))
        self.data = data
        at[2] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_data_of_event(io: Cursor, self: Event) -> bool:
    """Pass over the ``data`` of a ``event``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_data.value, lambda: self.len_data.groups[-1], 1))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 2) from None
    return True


PARTS_OF_EVENT: tuple[rt.Part, ...] = (
    rt.Part(0, "len_data", read_len_data_of_event, inline=True),
    rt.Part(1, "timestamp", read_timestamp_of_event, size=4),
    rt.Part(2, "data", read_data_of_event, pass_over=pass_data_of_event),
)


def view_references(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> References:
    """Leave the fields of a ``references`` to whoever asks for them."""
    self = References._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_REFERENCES)
    return self


def read_entries_of_references(io: Cursor, self: References) -> None:
    """Read the ``entries`` of a ``references``."""
    at = self._at
    field = 0
    try:
        self.entries = None
        items = self.entries = []
        edges = [io.at]
        at[0] = Edges(edges)
        while True:
            _index = len(items)
            item = rt.behind(view_reference)(io, self, "entries", _index)
            items.append(item)
            edges.append(io.at)
            if io.size - io.pos <= 1:
                break
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_terminator_of_references(io: Cursor, self: References) -> None:
    """Read the ``terminator`` of a ``references``."""
    at = self._at
    field = 1
    try:
        self.terminator = None
        first = io.at
        self.terminator = rt.check_contents(io, b"\x00")
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_REFERENCES: tuple[rt.Part, ...] = (
    rt.Part(0, "entries", read_entries_of_references),
    rt.Part(1, "terminator", read_terminator_of_references, size=1),
)


def view_reference(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Reference:
    """Leave the fields of a ``reference`` to whoever asks for them."""
    self = Reference._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_REFERENCE)
    rt.place_field(io, self, "found", read_found_of_reference)
    return self


def read_position_of_reference(io: Cursor, self: Reference) -> None:
    """Read the ``position`` of a ``reference``."""
    at = self._at
    field = 0
    try:
        self.position = None
        first = io.at
        self.position = io.s8le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_offset_of_reference(io: Cursor, self: Reference) -> None:
    """Read the ``offset`` of a ``reference``."""
    at = self._at
    field = 1
    try:
        self.offset = None
        first = io.at
        self.offset = io.u2le()
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_REFERENCE: tuple[rt.Part, ...] = (
    rt.Part(0, "position", read_position_of_reference, size=8),
    rt.Part(1, "offset", read_offset_of_reference, size=2),
)


def read_found_of_reference(io: Cursor, self: Reference) -> None:
    """Read the ``found`` of a ``reference``, which lies at a place of its own."""
    at = self._at
    field = 2
    self.found = None
    try:
        io = rt.fork_stream_at(self.space._io, self.position, self, 0)
        first = io.at
        size = self.space._io.size - 8 - self.space.len_index - self.position
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self.space, 3))
        data = rt.decode(io, self, 2, None, data, rt.Process("bytewright.codecs.snappy_chunks", 4096))
        inner = io.decoded(data)
        self.found = view_event_at(inner, self, "found", None, self.offset)
        at[2] = Span(first, io.at)
        rt.note_read(io, self, 2)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_event_at(io: Cursor, parent: Struct | None, name: str, index: int | None, given_offset: int) -> EventAt:
    """Leave the fields of a ``event_at`` to whoever asks for them."""
    self = EventAt._begin(io, parent, name, index)
    self.offset = given_offset
    rt.lay_out(io, self, PARTS_OF_EVENT_AT)
    return self


def read__unnamed0_of_event_at(io: Cursor, self: EventAt) -> None:
    """Read the ``_unnamed0`` of a ``event_at``."""
    at = self._at
    field = 0
    try:
        start = io.at
        rt.keep_padding(io, rt.check_size(io, self.offset, None), self, 0)
        at[0] = Span(start, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass__unnamed0_of_event_at(io: Cursor, self: EventAt) -> bool:
    """Pass over the ``_unnamed0`` of a ``event_at``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.offset, None))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 0) from None
    return True


def read_event_of_event_at(io: Cursor, self: EventAt) -> None:
    """Read the ``event`` of a ``event_at``."""
    at = self._at
    field = 1
    try:
        self.event = None
        first = io.at
        self.event = view_event(io, self, "event", None)
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_EVENT_AT: tuple[rt.Part, ...] = (
    rt.Part(0, "", read__unnamed0_of_event_at, pass_over=pass__unnamed0_of_event_at),
    rt.Part(1, "event", read_event_of_event_at, inline=True),
)


VIEWS: dict[str, Callable[..., Any]] = {
    "esdb_spaces": view_esdb_spaces,
    "esdb_spaces::space_page": view_space_page,
    "esdb_spaces::space_ref": view_space_ref,
    "esdb_spaces::location": view_location,
    "esdb_spaces::space": view_space,
    "esdb_spaces::section_page": view_section_page,
    "esdb_spaces::section": view_section,
    "esdb_spaces::section_location": view_section_location,
    "esdb_spaces::group": view_group,
    "esdb_spaces::event": view_event,
    "esdb_spaces::references": view_references,
    "esdb_spaces::reference": view_reference,
    "esdb_spaces::event_at": view_event_at,
}
"""What leaves the fields of a structure to whoever asks for them, by type; some types are read at once."""
