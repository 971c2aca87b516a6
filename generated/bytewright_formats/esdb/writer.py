# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""ESDB: objects → bytes.

``derive_…`` finds what follows from what a user sets; ``emit_…`` writes. Sizes and places are known only while that happens.

Generated from specs/esdb/esdb.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import writer as rt
from bytewright.generated_api.writer import Output

from ..sstable.writer import derive_sstable, emit_sstable
from ..uvarint.model import Uvarint
from ..uvarint.writer import derive_uvarint, emit_uvarint
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
from .reader import (
    read_block_of_block_ref,
    read_blocks_of_block_page,
    read_ends_of_section,
    read_group_of_section,
    read_index_of_block,
    read_index_of_esdb,
    read_len_index_of_block,
    read_len_index_of_esdb,
    read_location_of_block_ref,
    read_pages_of_block_of_block,
    read_pages_of_esdb,
    read_sections_of_section_page,
)


def derive_esdb(self: Esdb, out: Output) -> None:
    """Find what follows from the rest of a ``esdb``."""
    if rt.removed(self, 2) and rt.given(self, "index"):
        rt.reserve_value(self, 2, out)
    if rt.given(self, "pages"):
        for _index, item in enumerate(self.pages):
            item.i = _index
            derive_block_page(item, out)
    if rt.given(self, "index") and not rt.make_deferred(self, 1, out, derive_sstable, emit_sstable):
        derive_sstable(self.index, out)
    if rt.given(self, "len_index"):
        rt.reserve_value(self, 2, out)


def emit_esdb(self: Esdb, out: Output) -> None:
    """Write a ``esdb``."""
    out.begin(self)
    out.ask(self, 1)
    if rt.given(self, "pages"):
        out.place(self, 0, emit_pages_of_esdb, read_pages_of_esdb, lambda: 0)
    if rt.given(self, "index"):
        out.place(self, 1, emit_index_of_esdb, read_index_of_esdb, lambda: self._io.size - 8 - self.len_index)
    if rt.given(self, "len_index"):
        out.place(self, 2, emit_len_index_of_esdb, read_len_index_of_esdb, lambda: self._io.size - 8)


def emit_pages_of_esdb(self: Esdb, out: Output) -> None:
    """Write the ``pages`` of a ``esdb``, which lies at a place of its own."""
    values = rt.check_list(self, 0, len(self.index.pages))
    for _index, item in enumerate(values):
        item.i = _index
        emit_block_page(item, out)


def emit_index_of_esdb(self: Esdb, out: Output) -> None:
    """Write the ``index`` of a ``esdb``, which lies at a place of its own."""
    rt.check_present(self, 1)
    item = self.index
    mark = out.enter()
    if not out.recall(item, own=True):
        emit_sstable(item, out)
        out.tail(item)
        out.remember()
    size = out.leave(mark)
    out.solve(self, 2, size)
    out.expect(lambda: self.len_index, size, self, 1)


def emit_len_index_of_esdb(self: Esdb, out: Output) -> None:
    """Write the ``len_index`` of a ``esdb``, which lies at a place of its own."""
    out.must(lambda value, _index: value < 48, self, 2, "at least 48")
    out.must(
        lambda value, _index: value > (47 if self.is_log else out.size - 8),
        self,
        2,
        "at most " + rt.shown_value(47 if self.is_log else out.size - 8),
    )
    out.later("s8le", self, 2)


def derive_block_page(self: BlockPage, out: Output) -> None:
    """Find what follows from the rest of a ``block_page``."""
    if rt.given(self, "blocks"):
        for _index, item in enumerate(self.blocks):
            item.entry = self.entries[_index]
            derive_block_ref(item, out)


def emit_block_page(self: BlockPage, out: Output) -> None:
    """Write a ``block_page``."""
    out.begin(self)
    if rt.given(self, "blocks"):
        out.place(self, 0, emit_blocks_of_block_page, read_blocks_of_block_page, lambda: 0)


def emit_blocks_of_block_page(self: BlockPage, out: Output) -> None:
    """Write the ``blocks`` of a ``block_page``, which lies at a place of its own."""
    values = rt.check_list(self, 0, len(self.entries))
    for _index, item in enumerate(values):
        item.entry = self.entries[_index]
        emit_block_ref(item, out)


def derive_block_ref(self: BlockRef, out: Output) -> None:
    """Find what follows from the rest of a ``block_ref``."""
    if rt.given(self, "location"):
        item = self.location
        derive_location(item, out)
    if rt.given(self, "block") and not rt.make_deferred(self, 1, out, derive_block, emit_block):
        derive_block(self.block, out)


def emit_block_ref(self: BlockRef, out: Output) -> None:
    """Write a ``block_ref``."""
    out.begin(self)
    out.ask(self, 0)
    if rt.given(self, "location"):
        out.place(
            self,
            0,
            emit_location_of_block_ref,
            read_location_of_block_ref,
            lambda: 0,
            stream=lambda: out.stream_of(self.entry.value),
        )
    if rt.given(self, "block"):
        out.place(
            self,
            1,
            emit_block_of_block_ref,
            read_block_of_block_ref,
            lambda: self.location.offset,
            stream=lambda: self._top(Esdb)._io,
            decides=(self.location, 0, None),
            solve=lambda size: out.solve(self.location, 0, size),
        )


def emit_location_of_block_ref(self: BlockRef, out: Output) -> None:
    """Write the ``location`` of a ``block_ref``, which lies at a place of its own."""
    rt.check_present(self, 0)
    item = self.location
    emit_location(item, out)


def emit_block_of_block_ref(self: BlockRef, out: Output) -> None:
    """Write the ``block`` of a ``block_ref``, which lies at a place of its own."""
    rt.check_present(self, 1)
    item = self.block
    mark = out.enter()
    if not out.recall(item, own=True):
        emit_block(item, out)
        out.tail(item)
        out.remember()
    size = out.leave(mark)
    out.solve(self.location, 1, size)
    out.expect(lambda: self.location.len, size, self, 1)


def derive_location(self: Location, out: Output) -> None:
    """Find what follows from the rest of a ``location``."""
    rt.reserve_value(self, 0, out, keeps=True)
    rt.reserve_value(self, 1, out, keeps=True)


def emit_location(self: Location, out: Output) -> None:
    """Write a ``location``."""
    out.begin(self)
    out.later("s8le", self, 0)

    out.later("s8le", self, 1)


def derive_block(self: Block, out: Output) -> None:
    """Find what follows from the rest of a ``block``."""
    rt.derive_constant(self, 0, out, b"*")
    if rt.removed(self, 3) and rt.given(self, "index"):
        rt.reserve_value(self, 3, out)
    if rt.given(self, "pages_of_block"):
        for _index, item in enumerate(self.pages_of_block):
            item.i = _index
            derive_section_page(item, out)
    if rt.given(self, "index") and not rt.make_deferred(self, 2, out, derive_sstable, emit_sstable):
        derive_sstable(self.index, out)
    if rt.given(self, "len_index"):
        rt.reserve_value(self, 3, out)


def emit_block(self: Block, out: Output) -> None:
    """Write a ``block``."""
    out.begin(self)
    out.ask(self, 2)
    out.raw(self.magic, self, 0)

    if rt.given(self, "pages_of_block"):
        out.place(self, 1, emit_pages_of_block_of_block, read_pages_of_block_of_block, lambda: 0)
    if rt.given(self, "index"):
        out.place(self, 2, emit_index_of_block, read_index_of_block, lambda: self._io.size - 4 - self.len_index)
    if rt.given(self, "len_index"):
        out.place(self, 3, emit_len_index_of_block, read_len_index_of_block, lambda: self._io.size - 4)


def emit_pages_of_block_of_block(self: Block, out: Output) -> None:
    """Write the ``pages_of_block`` of a ``block``, which lies at a place of its own."""
    values = rt.check_list(self, 1, len(self.index.pages))
    for _index, item in enumerate(values):
        item.i = _index
        emit_section_page(item, out)


def emit_index_of_block(self: Block, out: Output) -> None:
    """Write the ``index`` of a ``block``, which lies at a place of its own."""
    rt.check_present(self, 2)
    item = self.index
    mark = out.enter()
    if not out.recall(item, own=True):
        emit_sstable(item, out)
        out.tail(item)
        out.remember()
    size = out.leave(mark)
    out.solve(self, 3, size)
    out.expect(lambda: self.len_index, size, self, 2)


def emit_len_index_of_block(self: Block, out: Output) -> None:
    """Write the ``len_index`` of a ``block``, which lies at a place of its own."""
    out.must(lambda value, _index: value < 48, self, 3, "at least 48")
    out.must(lambda value, _index: value > (out.size - 4), self, 3, "at most " + rt.shown_value(out.size - 4))
    out.later("s4le", self, 3)


def derive_section_page(self: SectionPage, out: Output) -> None:
    """Find what follows from the rest of a ``section_page``."""
    if rt.given(self, "sections"):
        for _index, item in enumerate(self.sections):
            item.entry = self.entries[_index]
            derive_section(item, out)


def emit_section_page(self: SectionPage, out: Output) -> None:
    """Write a ``section_page``."""
    out.begin(self)
    if rt.given(self, "sections"):
        out.place(self, 0, emit_sections_of_section_page, read_sections_of_section_page, lambda: 0)


def emit_sections_of_section_page(self: SectionPage, out: Output) -> None:
    """Write the ``sections`` of a ``section_page``, which lies at a place of its own."""
    if not out.lay_mirrored(self, 0, self.entries, lambda: self._parent._io):
        values = rt.check_list(self, 0, len(self.entries))
        for _index, item in enumerate(values):
            item.entry = self.entries[_index]
            emit_section(item, out)


def derive_section(self: Section, out: Output) -> None:
    """Find what follows from the rest of a ``section``."""
    if rt.given(self, "ends"):
        item = self.ends
        derive_ends(item, out)
    if rt.given(self, "group"):
        item = self.group
        derive_group(item, out)


def emit_section(self: Section, out: Output) -> None:
    """Write a ``section``."""
    out.begin(self)
    out.ask(self, 0)
    if rt.given(self, "first_event"):
        out.refer(self.first_event, self.ends, 1)
    if rt.given(self, "last_event"):
        out.refer(self.last_event, self.ends, 2)
    if rt.given(self, "ends"):
        out.place(
            self,
            0,
            emit_ends_of_section,
            read_ends_of_section,
            lambda: 0,
            stream=lambda: out.stream_of(self.entry.value),
        )
    if rt.given(self, "group"):
        if self.is_group:
            out.place(
                self,
                1,
                emit_group_of_section,
                read_group_of_section,
                lambda: self.ends.first,
                stream=lambda: self._parent._parent._io,
                decides=(self.ends, 1, None),
                solve=lambda size: out.solve(self.ends, 1, size),
            )
        else:
            rt.check_absent(self, 1)


def emit_ends_of_section(self: Section, out: Output) -> None:
    """Write the ``ends`` of a ``section``, which lies at a place of its own."""
    rt.check_present(self, 0)
    item = self.ends
    if not out.recall(item, own=False):
        emit_ends(item, out)
        out.remember()


def emit_group_of_section(self: Section, out: Output) -> None:
    """Write the ``group`` of a ``section``, which lies at a place of its own."""
    rt.check_present(self, 1)
    item = self.group
    if not out.recall(item, own=False):
        emit_group(item, out)
        out.remember()


def derive_ends(self: Ends, out: Output) -> None:
    """Find what follows from the rest of a ``ends``."""
    if self.key is not None:
        item = self.key
        derive_uvarint(item, out)
    rt.reserve_value(self, 1, out, keeps=True)
    if self.last is None:
        self.last = 0


def emit_ends(self: Ends, out: Output) -> None:
    """Write a ``ends``."""
    out.begin(self)
    rt.check_present(self, 0)
    item = self.key
    emit_uvarint(item, out)

    out.later("u8le", self, 1)

    rt.check_present(self, 2)
    out.number("u8le", self.last, self, 2)


def derive_group(self: Group, out: Output) -> None:
    """Find what follows from the rest of a ``group``."""
    if self.events is not None:
        for _index, item in enumerate(self.events):
            item.block = self._parent._parent._parent
            derive_event(item, out)


def emit_group(self: Group, out: Output) -> None:
    """Write a ``group``."""
    out.begin(self)
    if not out.lay_elements(self, 0):
        values = rt.check_list(self, 0)
        out.assure(
            lambda values=values: rt.check_elements(
                self,
                0,
                (
                    (_index, "a value for which _.len.value != 0 or events[0].len.value != 0")
                    for _index, value in enumerate(values)
                    if not (value.len.value != 0 or self.events[0].len.value != 0)
                ),
            )
        )
        for _index, item in enumerate(values):
            item.block = self._parent._parent._parent
            emit_event(item, out)

        out.assure(
            lambda values=values: rt.check_list_end(
                self, 0, [item.len.value == 0 for _index, item in enumerate(values)]
            )
        )


def derive_event(self: Event, out: Output) -> None:
    """Find what follows from the rest of a ``event``."""
    rt.begin_varint(self, 0, out, Uvarint, 0, 1)
    if self.len is not None:
        item = self.len
        derive_uvarint(item, out)
    if self.body is not None:
        item = self.body
        item.block = self.block
        derive_event_body(item, out)


def emit_event(self: Event, out: Output) -> None:
    """Write a ``event``."""
    out.begin(self)
    out.locate(self)
    item = self.len
    emit_uvarint(item, out)
    out.guess(self, 0)

    if self.body is not None:
        rt.check_present(self, 1)
        item = self.body
        item.block = self.block
        mark = out.enter()
        emit_event_body(item, out)
        out.tail(item)
        size = out.leave(mark)
        rt.check_filled(self, 1, size)
        rt.spell_varint(out, self.len, "value", size, 0, 1, 7, derive_uvarint, emit_uvarint)
        out.expect(lambda: self.len.value, size, self, 1)
    else:
        rt.check_absent(self, 1)


def derive_event_body(self: EventBody, out: Output) -> None:
    """Find what follows from the rest of a ``event_body``."""
    rt.begin_varint(self, 0, out, Uvarint, 0, 1)
    if self.len_data is not None:
        item = self.len_data
        derive_uvarint(item, out)
    rt.derive_count(self, 2, out, rt.lists_at("links"))
    if self.links is not None:
        for _index, item in enumerate(self.links):
            item.block = self.block
            derive_link(item, out)


def emit_event_body(self: EventBody, out: Output) -> None:
    """Write a ``event_body``."""
    out.begin(self)
    item = self.len_data
    emit_uvarint(item, out)
    out.guess(self, 0)

    rt.check_present(self, 1)
    mark = out.mark()
    out.raw(self.data, self, 1, None)
    size = out.since(mark)
    rt.spell_varint(out, self.len_data, "value", size, 0, 1, 7, derive_uvarint, emit_uvarint)
    out.expect(lambda: self.len_data.value, size, self, 1)

    rt.check_present(self, 2)
    out.number("u1", self.num_links, self, 2)

    values = rt.check_list(self, 3, self.num_links)
    for _index, item in enumerate(values):
        item.block = self.block
        emit_link(item, out)


def derive_link(self: Link, out: Output) -> None:
    """Find what follows from the rest of a ``link``."""
    if self.key is not None:
        item = self.key
        derive_uvarint(item, out)
    if self.previous is None:
        self.previous = 0
    if self.next is None:
        self.next = 0


def emit_link(self: Link, out: Output) -> None:
    """Write a ``link``."""
    out.begin(self)
    if rt.given(self, "event_before"):
        out.refer(self.event_before, self, 1)
    if rt.given(self, "event_after"):
        out.refer(self.event_after, self, 2)
    rt.check_present(self, 0)
    item = self.key
    emit_uvarint(item, out)

    rt.check_present(self, 1)
    out.number("u8le", self.previous, self, 1)

    rt.check_present(self, 2)
    out.number("u8le", self.next, self, 2)


def derive_step(self: Step, out: Output) -> None:
    """Find what follows from the rest of a ``step``."""


def emit_step(self: Step, out: Output) -> None:
    """Write a ``step``."""
    out.begin(self)
