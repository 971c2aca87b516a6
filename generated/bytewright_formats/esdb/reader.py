# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""ESDB: bytes → objects.

Generated from specs/esdb/esdb.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Span, Struct

from ..sstable.model import Entry
from ..sstable.reader import read_sstable
from ..uvarint.reader import read_uvarint
from .model import (
    Block,
    BlockPage,
    BlockRef,
    Ends,
    Esdb,
    Event,
    EventBody,
    Group,
    Link,
    Location,
    Section,
    SectionPage,
    Step,
)


def read_esdb(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Esdb:
    """Read a ``esdb``."""
    self = Esdb._begin(io, parent, name, index)
    rt.place_field(io, self, "pages", read_pages_of_esdb)
    rt.place_field(io, self, "index", read_index_of_esdb)
    rt.place_field(io, self, "len_index", read_len_index_of_esdb)
    rt.place_field(io, self, "head", read_head_of_esdb)
    return self


def read_pages_of_esdb(io: Cursor, self: Esdb) -> None:
    """Read the ``pages`` of a ``esdb``, which lies at a place of its own."""
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
            item = read_block_page(io, self, "pages", _index, _index)
            items.append(item)
            rt.end_element(io, edges)
        rt.note_read(io, self, 0)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_index_of_esdb(io: Cursor, self: Esdb) -> None:
    """Read the ``index`` of a ``esdb``, which lies at a place of its own."""
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


def read_len_index_of_esdb(io: Cursor, self: Esdb) -> None:
    """Read the ``len_index`` of a ``esdb``, which lies at a place of its own."""
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


def read_head_of_esdb(io: Cursor, self: Esdb) -> None:
    """Read the ``head`` of a ``esdb``, which lies at a place of its own."""
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


def read_block_page(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> BlockPage:
    """Read a ``block_page``."""
    self = BlockPage._begin(io, parent, name, index)
    self.i = given_i
    rt.place_field(io, self, "blocks", read_blocks_of_block_page)
    return self


def read_blocks_of_block_page(io: Cursor, self: BlockPage) -> None:
    """Read the ``blocks`` of a ``block_page``, which lies at a place of its own."""
    at = self._at
    field = 0
    self.blocks = None
    try:
        io = rt.fork_stream_at(io, 0, None)
        count = rt.check_count(io, len(self.entries), 0, self._top(Esdb).index.pages[self.i].block.body.entries, 0)
        items = self.blocks = []
        edges = [io.at]
        at[0] = Edges(edges)
        for _index in range(count):
            item = read_block_ref(io, self, "blocks", _index, self.entries[_index])
            items.append(item)
            rt.end_element(io, edges)
        rt.note_read(io, self, 0)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_block_ref(io: Cursor, parent: Struct | None, name: str, index: int | None, given_entry: Entry) -> BlockRef:
    """Read a ``block_ref``."""
    self = BlockRef._begin(io, parent, name, index)
    self.entry = given_entry
    rt.place_field(io, self, "location", read_location_of_block_ref)
    rt.place_field(io, self, "block", read_block_of_block_ref)
    return self


def read_location_of_block_ref(io: Cursor, self: BlockRef) -> None:
    """Read the ``location`` of a ``block_ref``, which lies at a place of its own."""
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


def read_block_of_block_ref(io: Cursor, self: BlockRef) -> None:
    """Read the ``block`` of a ``block_ref``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.block = None
    try:
        io = rt.fork_stream_at(self._top(Esdb)._io, self.location.offset, self.location, 0)
        first = io.at
        inner = io.sub(rt.check_size(io, self.location.len, self.location, 1))
        self.block = read_block(inner, self, "block", None)
        rt.finish_structure(inner, self.block, surveyed=True)
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


def read_block(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Block:
    """Read a ``block``."""
    self = Block._begin(io, parent, name, index)
    rt.place_field(io, self, "pages_of_block", read_pages_of_block_of_block)
    rt.place_field(io, self, "index", read_index_of_block)
    rt.place_field(io, self, "len_index", read_len_index_of_block)
    at = self._at
    field = 0
    try:
        first = io.at
        self.magic = rt.check_contents(io, b"*")
        at[0] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_pages_of_block_of_block(io: Cursor, self: Block) -> None:
    """Read the ``pages_of_block`` of a ``block``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.pages_of_block = None
    try:
        io = rt.fork_stream_at(io, 0, None)
        count = rt.check_count(io, len(self.index.pages), 0, self.index, 0)
        items = self.pages_of_block = []
        edges = [io.at]
        at[1] = Edges(edges)
        for _index in range(count):
            item = read_section_page(io, self, "pages_of_block", _index, _index)
            items.append(item)
            rt.end_element(io, edges)
        rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_index_of_block(io: Cursor, self: Block) -> None:
    """Read the ``index`` of a ``block``, which lies at a place of its own."""
    at = self._at
    field = 2
    self.index = None
    try:
        io = rt.fork_stream_at(io, io.size - 4 - self.len_index, self, 3)
        first = io.at
        inner = io.sub(rt.check_size(io, self.len_index, self, 3))
        self.index = read_sstable(inner, self, "index", None)
        rt.finish_structure(inner, self.index, surveyed=True)
        at[2] = Span(first, io.at)
        rt.note_read(io, self, 2)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_len_index_of_block(io: Cursor, self: Block) -> None:
    """Read the ``len_index`` of a ``block``, which lies at a place of its own."""
    at = self._at
    field = 3
    self.len_index = None
    try:
        io = rt.fork_stream_at(io, io.size - 4, None)
        first = io.at
        self.len_index = io.s4le()
        at[3] = Span(first, io.at)
        value = self.len_index
        if value < 48:
            raise rt.invalid_value(self, 3, "at least 48", value)
        value = self.len_index
        if value > (io.size - 4):
            raise rt.invalid_value(self, 3, "at most " + rt.shown_value(io.size - 4), value)
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
    rt.place_field(io, self, "ends", read_ends_of_section)
    rt.place_field(io, self, "group", read_group_of_section)
    rt.place_field(io, self, "chain", read_chain_of_section)
    rt.place_field(io, self, "first_event", read_first_event_of_section)
    rt.place_field(io, self, "last_event", read_last_event_of_section)
    return self


def read_ends_of_section(io: Cursor, self: Section) -> None:
    """Read the ``ends`` of a ``section``, which lies at a place of its own."""
    at = self._at
    field = 0
    self.ends = None
    try:
        io = rt.fork_stream_at(self.entry.value._io, 0, None)
        first = io.at
        self.ends = read_ends(io, self, "ends", None)
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
            io = rt.fork_stream_at(self._parent._parent._io, self.ends.first, self.ends, 1)
            first = io.at
            self.group = read_group(io, self, "group", None)
            at[1] = Span(first, io.at)
            rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_chain_of_section(io: Cursor, self: Section) -> None:
    """Read the ``chain`` of a ``section``, which lies at a place of its own."""
    at = self._at
    field = 2
    self.chain = None
    try:
        if not self.is_group:
            io = rt.fork_stream_at(self._parent._parent._io, 0, None)
            seen: dict[Any, int] = {}
            items = self.chain = []
            edges = [io.at]
            at[2] = Edges(edges)
            while True:
                _index = len(items)
                item = read_step(io, self, "chain", _index, _index)
                items.append(item)
                rt.end_element(io, edges)
                rt.check_chain(self, 2, seen, lambda item: item.offset, item)
                if item.next == 0:
                    break
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_first_event_of_section(io: Cursor, self: Section) -> None:
    """Read the ``first_event`` of a ``section``, which lies at a place of its own."""
    at = self._at
    field = 3
    self.first_event = None
    try:
        io = rt.fork_stream_at(self._parent._parent._io, self.ends.first, self.ends, 1)
        first = io.at
        self.first_event = read_event(io, self, "first_event", None, self._parent._parent)
        at[3] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_last_event_of_section(io: Cursor, self: Section) -> None:
    """Read the ``last_event`` of a ``section``, which lies at a place of its own."""
    at = self._at
    field = 4
    self.last_event = None
    try:
        io = rt.fork_stream_at(self._parent._parent._io, self.ends.last, self.ends, 2)
        first = io.at
        self.last_event = read_event(io, self, "last_event", None, self._parent._parent)
        at[4] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


MARKS_OF_ENDS: tuple[Any, ...] = (0, ((1, 8), (2, 8)))
NUMBERS_1_OF_ENDS = rt.Numbers((1, "first", "u8le"), (2, "last", "u8le"))


def read_ends(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Ends:
    """Read a ``ends``."""
    marks: list[Any] = [MARKS_OF_ENDS, io.at]
    self: Ends = rt.begin(Ends, io, parent, name, index, marks)
    field = 0
    try:
        self.key = read_uvarint(io, self, "key", None)
        marks.append(io.at)

        field = 1
        (
            self.first,
            self.last,
        ) = io.numbers(NUMBERS_1_OF_ENDS, self)
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_GROUP: tuple[Any, ...] = (0,)


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
            item = read_event(io, self, "events", _index, self._parent._parent._parent)
            items.append(item)
            edges.append(io.at)
            if item.len.value == 0:
                break
        for _index, value in enumerate(self.events):
            if not (value.len.value != 0 or self.events[0].len.value != 0):
                raise rt.invalid_value(
                    self, 0, "a value for which _.len.value != 0 or events[0].len.value != 0", value, _index
                )

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_EVENT: tuple[Any, ...] = (0, 1)


def read_event(io: Cursor, parent: Struct | None, name: str, index: int | None, given_block: Block) -> Event:
    """Read a ``event``."""
    marks: list[Any] = [MARKS_OF_EVENT, io.at]
    self: Event = rt.begin(Event, io, parent, name, index, marks)
    self.block = given_block
    field = 0
    try:
        self.len = read_uvarint(io, self, "len", None)
        marks.append(io.at)

        field = 1
        if self.len.value != 0:
            inner = io.sub(rt.check_size(io, self.len.value, lambda: self.len.groups[-1], 1))
            self.body = read_event_body(inner, self, "body", None, self.block)
            rt.finish_structure(inner, self.body, surveyed=True)
            marks.append(io.at)
        else:
            marks.append(None)
            self.body = None

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_EVENT_BODY: tuple[Any, ...] = (0, 1, 2, 3)


def read_event_body(io: Cursor, parent: Struct | None, name: str, index: int | None, given_block: Block) -> EventBody:
    """Read a ``event_body``."""
    marks: list[Any] = [MARKS_OF_EVENT_BODY, io.at]
    self: EventBody = rt.begin(EventBody, io, parent, name, index, marks)
    self.block = given_block
    field = 0
    try:
        self.len_data = read_uvarint(io, self, "len_data", None)
        marks.append(io.at)

        field = 1
        size = self.len_data.value
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, lambda: self.len_data.groups[-1], 1))
        self.data = data
        marks.append(io.at)

        field = 2
        self.num_links = io.u1()
        marks.append(io.at)

        field = 3
        count = rt.check_count(io, self.num_links, 136, self, 2)
        items = self.links = []
        edges = [io.at]
        marks.append(Edges(edges))
        for _index in range(count):
            item = read_link(io, self, "links", _index, self.block)
            items.append(item)
            edges.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_link(io: Cursor, parent: Struct | None, name: str, index: int | None, given_block: Block) -> Link:
    """Read a ``link``."""
    self = Link._begin(io, parent, name, index)
    self.block = given_block
    rt.place_field(io, self, "event_before", read_event_before_of_link)
    rt.place_field(io, self, "event_after", read_event_after_of_link)
    at = self._at
    field = 0
    try:
        first = io.at
        self.key = read_uvarint(io, self, "key", None)
        at[0] = Span(first, io.at)

        field = 1
        first = io.at
        self.previous = io.u8le()
        at[1] = Span(first, io.at)

        field = 2
        first = io.at
        self.next = io.u8le()
        at[2] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_event_before_of_link(io: Cursor, self: Link) -> None:
    """Read the ``event_before`` of a ``link``, which lies at a place of its own."""
    at = self._at
    field = 3
    self.event_before = None
    try:
        if self.previous != 0:
            io = rt.fork_stream_at(self.block._io, self.previous, self, 1)
            first = io.at
            self.event_before = read_event(io, self, "event_before", None, self.block)
            at[3] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_event_after_of_link(io: Cursor, self: Link) -> None:
    """Read the ``event_after`` of a ``link``, which lies at a place of its own."""
    at = self._at
    field = 4
    self.event_after = None
    try:
        if self.next != 0:
            io = rt.fork_stream_at(self.block._io, self.next, self, 2)
            first = io.at
            self.event_after = read_event(io, self, "event_after", None, self.block)
            at[4] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_step(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> Step:
    """Read a ``step``."""
    self = Step._begin(io, parent, name, index)
    self.i = given_i
    rt.place_field(io, self, "event", read_event_of_step)
    return self


def read_event_of_step(io: Cursor, self: Step) -> None:
    """Read the ``event`` of a ``step``, which lies at a place of its own."""
    at = self._at
    field = 0
    self.event = None
    try:
        io = rt.fork_stream_at(self._parent._parent._parent._io, self.offset, None)
        first = io.at
        self.event = read_event(io, self, "event", None, self._parent._parent._parent)
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
