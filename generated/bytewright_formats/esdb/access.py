# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""ESDB: bytes → objects of which each field is read when it is first asked for.

Generated from specs/esdb/esdb.ksy; change that and run ``bytewright generate``.
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


def view_esdb(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Esdb:
    """Leave the fields of a ``esdb`` to whoever asks for them."""
    self = Esdb._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_ESDB)
    rt.place_field(io, self, "pages", read_pages_of_esdb)
    rt.place_field(io, self, "index", read_index_of_esdb)
    rt.place_field(io, self, "len_index", read_len_index_of_esdb)
    rt.place_field(io, self, "head", read_head_of_esdb)
    return self


PARTS_OF_ESDB: tuple[rt.Part, ...] = ()


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
            item = rt.behind(view_block_page)(io, self, "pages", _index, _index)
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
        self.index = view_sstable(inner, self, "index", None)
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
            rt.note_read(io, self, 3)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_block_page(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> BlockPage:
    """Leave the fields of a ``block_page`` to whoever asks for them."""
    self = BlockPage._begin(io, parent, name, index)
    self.i = given_i
    rt.lay_out(io, self, PARTS_OF_BLOCK_PAGE)
    rt.place_field(io, self, "blocks", read_blocks_of_block_page)
    return self


PARTS_OF_BLOCK_PAGE: tuple[rt.Part, ...] = ()


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
            item = rt.behind(view_block_ref)(io, self, "blocks", _index, self.entries[_index])
            items.append(item)
            rt.end_element(io, edges)
        rt.note_read(io, self, 0)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_block_ref(io: Cursor, parent: Struct | None, name: str, index: int | None, given_entry: Entry) -> BlockRef:
    """Leave the fields of a ``block_ref`` to whoever asks for them."""
    self = BlockRef._begin(io, parent, name, index)
    self.entry = given_entry
    rt.lay_out(io, self, PARTS_OF_BLOCK_REF)
    rt.place_field(io, self, "location", read_location_of_block_ref)
    rt.place_field(io, self, "block", read_block_of_block_ref)
    return self


PARTS_OF_BLOCK_REF: tuple[rt.Part, ...] = ()


def read_location_of_block_ref(io: Cursor, self: BlockRef) -> None:
    """Read the ``location`` of a ``block_ref``, which lies at a place of its own."""
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


def read_block_of_block_ref(io: Cursor, self: BlockRef) -> None:
    """Read the ``block`` of a ``block_ref``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.block = None
    try:
        io = rt.fork_stream_at(self._top(Esdb)._io, self.location.offset, self.location, 0)
        first = io.at
        inner = io.sub(rt.check_size(io, self.location.len, self.location, 1))
        self.block = view_block(inner, self, "block", None)
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


def view_block(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Block:
    """Leave the fields of a ``block`` to whoever asks for them."""
    self = Block._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_BLOCK)
    rt.place_field(io, self, "pages_of_block", read_pages_of_block_of_block)
    rt.place_field(io, self, "index", read_index_of_block)
    rt.place_field(io, self, "len_index", read_len_index_of_block)
    return self


def read_magic_of_block(io: Cursor, self: Block) -> None:
    """Read the ``magic`` of a ``block``."""
    at = self._at
    field = 0
    try:
        self.magic = None
        first = io.at
        self.magic = rt.check_contents(io, b"*")
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_BLOCK: tuple[rt.Part, ...] = (rt.Part(0, "magic", read_magic_of_block, size=1),)


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
            item = rt.behind(view_section_page)(io, self, "pages_of_block", _index, _index)
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
        self.index = view_sstable(inner, self, "index", None)
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
    rt.place_field(io, self, "ends", read_ends_of_section)
    rt.place_field(io, self, "group", read_group_of_section)
    rt.place_field(io, self, "chain", read_chain_of_section)
    rt.place_field(io, self, "first_event", read_first_event_of_section)
    rt.place_field(io, self, "last_event", read_last_event_of_section)
    return self


PARTS_OF_SECTION: tuple[rt.Part, ...] = ()


def read_ends_of_section(io: Cursor, self: Section) -> None:
    """Read the ``ends`` of a ``section``, which lies at a place of its own."""
    at = self._at
    field = 0
    self.ends = None
    try:
        io = rt.fork_stream_at(self.entry.value._io, 0, None)
        first = io.at
        self.ends = view_ends(io, self, "ends", None)
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
            self.group = view_group(io, self, "group", None)
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
                item = rt.behind(view_step)(io, self, "chain", _index, _index)
                items.append(item)
                rt.end_element(io, edges)
                rt.check_chain(self, 2, seen, lambda item: item.offset, item)
                if item.next == 0:
                    break
            rt.note_read(io, self, 2)
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
        self.first_event = view_event(io, self, "first_event", None, self._parent._parent)
        at[3] = Span(first, io.at)
        rt.note_read(io, self, 3)
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
        self.last_event = view_event(io, self, "last_event", None, self._parent._parent)
        at[4] = Span(first, io.at)
        rt.note_read(io, self, 4)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_ends(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Ends:
    """Leave the fields of a ``ends`` to whoever asks for them."""
    self = Ends._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_ENDS)
    return self


def read_key_of_ends(io: Cursor, self: Ends) -> None:
    """Read the ``key`` of a ``ends``."""
    at = self._at
    field = 0
    try:
        self.key = None
        first = io.at
        self.key = view_uvarint(io, self, "key", None)
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_first_of_ends(io: Cursor, self: Ends) -> None:
    """Read the ``first`` of a ``ends``."""
    at = self._at
    field = 1
    try:
        self.first = None
        first = io.at
        self.first = io.u8le()
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_last_of_ends(io: Cursor, self: Ends) -> None:
    """Read the ``last`` of a ``ends``."""
    at = self._at
    field = 2
    try:
        self.last = None
        first = io.at
        self.last = io.u8le()
        at[2] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_ENDS: tuple[rt.Part, ...] = (
    rt.Part(0, "key", read_key_of_ends, inline=True),
    rt.Part(1, "first", read_first_of_ends, size=8),
    rt.Part(2, "last", read_last_of_ends, size=8),
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
            item = rt.behind(view_event)(io, self, "events", _index, self._parent._parent._parent)
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


PARTS_OF_GROUP: tuple[rt.Part, ...] = (rt.Part(0, "events", read_events_of_group),)


def view_event(io: Cursor, parent: Struct | None, name: str, index: int | None, given_block: Block) -> Event:
    """Leave the fields of a ``event`` to whoever asks for them."""
    self = Event._begin(io, parent, name, index)
    self.block = given_block
    rt.lay_out(io, self, PARTS_OF_EVENT)
    return self


def read_len_of_event(io: Cursor, self: Event) -> None:
    """Read the ``len`` of a ``event``."""
    at = self._at
    field = 0
    try:
        self.len = None
        first = io.at
        self.len = view_uvarint(io, self, "len", None)
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_body_of_event(io: Cursor, self: Event) -> None:
    """Read the ``body`` of a ``event``."""
    at = self._at
    field = 1
    try:
        self.body = None
        if self.len.value != 0:
            first = io.at
            inner = io.sub(rt.check_size(io, self.len.value, lambda: self.len.groups[-1], 1))
            self.body = view_event_body(inner, self, "body", None, self.block)
            at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_body_of_event(io: Cursor, self: Event) -> bool:
    """Pass over the ``body`` of a ``event``, if it is there."""
    try:
        if self.len.value != 0:
            rt.pass_over(io, rt.check_size(io, self.len.value, lambda: self.len.groups[-1], 1))
            return True
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return False


PARTS_OF_EVENT: tuple[rt.Part, ...] = (
    rt.Part(0, "len", read_len_of_event, inline=True),
    rt.Part(1, "body", read_body_of_event, pass_over=pass_body_of_event),
)


def view_event_body(io: Cursor, parent: Struct | None, name: str, index: int | None, given_block: Block) -> EventBody:
    """Leave the fields of a ``event_body`` to whoever asks for them."""
    self = EventBody._begin(io, parent, name, index)
    self.block = given_block
    rt.lay_out(io, self, PARTS_OF_EVENT_BODY)
    return self


def read_len_data_of_event_body(io: Cursor, self: EventBody) -> None:
    """Read the ``len_data`` of a ``event_body``."""
    at = self._at
    field = 0
    try:
        self.len_data = None
        first = io.at
        self.len_data = view_uvarint(io, self, "len_data", None)
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_data_of_event_body(io: Cursor, self: EventBody) -> None:
    """Read the ``data`` of a ``event_body``."""
    at = self._at
    field = 1
    try:
        self.data = None
        first = io.at
        size = self.len_data.value
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, lambda: self.len_data.groups[-1], 1))
        self.data = data
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_data_of_event_body(io: Cursor, self: EventBody) -> bool:
    """Pass over the ``data`` of a ``event_body``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_data.value, lambda: self.len_data.groups[-1], 1))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


def read_num_links_of_event_body(io: Cursor, self: EventBody) -> None:
    """Read the ``num_links`` of a ``event_body``."""
    at = self._at
    field = 2
    try:
        self.num_links = None
        first = io.at
        self.num_links = io.u1()
        at[2] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_links_of_event_body(io: Cursor, self: EventBody) -> None:
    """Read the ``links`` of a ``event_body``."""
    at = self._at
    field = 3
    try:
        self.links = None
        count = rt.check_count(io, self.num_links, 136, self, 2)
        items = self.links = []
        edges = [io.at]
        at[3] = Edges(edges)
        for _index in range(count):
            item = rt.behind(view_link)(io, self, "links", _index, self.block)
            items.append(item)
            edges.append(io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_EVENT_BODY: tuple[rt.Part, ...] = (
    rt.Part(0, "len_data", read_len_data_of_event_body, inline=True),
    rt.Part(1, "data", read_data_of_event_body, pass_over=pass_data_of_event_body),
    rt.Part(2, "num_links", read_num_links_of_event_body, size=1),
    rt.Part(3, "links", read_links_of_event_body),
)


def view_link(io: Cursor, parent: Struct | None, name: str, index: int | None, given_block: Block) -> Link:
    """Leave the fields of a ``link`` to whoever asks for them."""
    self = Link._begin(io, parent, name, index)
    self.block = given_block
    rt.lay_out(io, self, PARTS_OF_LINK)
    rt.place_field(io, self, "event_before", read_event_before_of_link)
    rt.place_field(io, self, "event_after", read_event_after_of_link)
    return self


def read_key_of_link(io: Cursor, self: Link) -> None:
    """Read the ``key`` of a ``link``."""
    at = self._at
    field = 0
    try:
        self.key = None
        first = io.at
        self.key = view_uvarint(io, self, "key", None)
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_previous_of_link(io: Cursor, self: Link) -> None:
    """Read the ``previous`` of a ``link``."""
    at = self._at
    field = 1
    try:
        self.previous = None
        first = io.at
        self.previous = io.u8le()
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_next_of_link(io: Cursor, self: Link) -> None:
    """Read the ``next`` of a ``link``."""
    at = self._at
    field = 2
    try:
        self.next = None
        first = io.at
        self.next = io.u8le()
        at[2] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_LINK: tuple[rt.Part, ...] = (
    rt.Part(0, "key", read_key_of_link, inline=True),
    rt.Part(1, "previous", read_previous_of_link, size=8),
    rt.Part(2, "next", read_next_of_link, size=8),
)


def read_event_before_of_link(io: Cursor, self: Link) -> None:
    """Read the ``event_before`` of a ``link``, which lies at a place of its own."""
    at = self._at
    field = 3
    self.event_before = None
    try:
        if self.previous != 0:
            io = rt.fork_stream_at(self.block._io, self.previous, self, 1)
            first = io.at
            self.event_before = view_event(io, self, "event_before", None, self.block)
            at[3] = Span(first, io.at)
            rt.note_read(io, self, 3)
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
            self.event_after = view_event(io, self, "event_after", None, self.block)
            at[4] = Span(first, io.at)
            rt.note_read(io, self, 4)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_step(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> Step:
    """Leave the fields of a ``step`` to whoever asks for them."""
    self = Step._begin(io, parent, name, index)
    self.i = given_i
    rt.lay_out(io, self, PARTS_OF_STEP)
    rt.place_field(io, self, "event", read_event_of_step)
    return self


PARTS_OF_STEP: tuple[rt.Part, ...] = ()


def read_event_of_step(io: Cursor, self: Step) -> None:
    """Read the ``event`` of a ``step``, which lies at a place of its own."""
    at = self._at
    field = 0
    self.event = None
    try:
        io = rt.fork_stream_at(self._parent._parent._parent._io, self.offset, None)
        first = io.at
        self.event = view_event(io, self, "event", None, self._parent._parent._parent)
        at[0] = Span(first, io.at)
        rt.note_read(io, self, 0)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


VIEWS: dict[str, Callable[..., Any]] = {
    "esdb": view_esdb,
    "esdb::block_page": view_block_page,
    "esdb::block_ref": view_block_ref,
    "esdb::location": view_location,
    "esdb::block": view_block,
    "esdb::section_page": view_section_page,
    "esdb::section": view_section,
    "esdb::ends": view_ends,
    "esdb::group": view_group,
    "esdb::event": view_event,
    "esdb::event_body": view_event_body,
    "esdb::link": view_link,
    "esdb::step": view_step,
}
"""What leaves the fields of a structure to whoever asks for them, by type; some types are read at once."""
