# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""ESDB: bytes → objects of which each field is read when it is first asked for.

Generated from specs/esdb/esdb.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges

from ..sstable.access import view_sstable
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


def check_len_index_of_esdb(io: Cursor, self: Esdb) -> None:
    """Check the ``len_index`` of a ``esdb``."""
    value = self.len_index
    if value < 48:
        raise rt.invalid_value(self, 2, "at least 48", value)
    value = self.len_index
    if value > (47 if self.is_log else io.size - 8):
        raise rt.invalid_value(self, 2, "at most " + rt.shown_value(47 if self.is_log else io.size - 8), value)


view_esdb: rt.View = rt.View(
    Esdb,
    rt.Part(
        0,
        "pages",
        lambda io, self, _index: view_block_page(io, self, "pages", _index, _index),
        stream=lambda io, self: rt.fork_stream_at(io, 0, None),
        repeat=lambda io, self: rt.check_count(io, len(self.index.pages), 0, self.index, 0),
        inline=True,
    ),
    rt.Part(
        1,
        "index",
        lambda io, self, size: view_sstable(rt.cut(io, size), self, "index", None),
        stream=lambda io, self: rt.fork_stream_at(io, io.size - 8 - self.len_index, self, 2),
        size=lambda io, self: (self.len_index, self, 2),
    ),
    rt.Part(
        2,
        "len_index",
        lambda io, self: io.s8le(),
        stream=lambda io, self: rt.fork_stream_at(io, io.size - 8, None),
        check=check_len_index_of_esdb,
    ),
    rt.Part(
        3,
        "head",
        rt.raw,
        given=lambda io, self: io.size >= 10,
        stream=lambda io, self: rt.fork_stream_at(io, 0, None),
        size=lambda io, self: (10, None),
    ),
)


view_block_page: rt.View = rt.View(
    BlockPage,
    rt.Part(
        0,
        "blocks",
        lambda io, self, _index: view_block_ref(io, self, "blocks", _index, self.entries[_index]),
        stream=lambda io, self: rt.fork_stream_at(io, 0, None),
        repeat=lambda io, self: rt.check_count(
            io, len(self.entries), 0, self._top(Esdb).index.pages[self.i].block.body.entries, 0
        ),
        inline=True,
    ),
    parameters={
        "i": "i",
    },
)


view_block_ref: rt.View = rt.View(
    BlockRef,
    rt.Part(
        0,
        "location",
        lambda io, self: view_location(io, self, "location", None),
        stream=lambda io, self: rt.fork_stream_at(self.entry.value._io, 0, None),
    ),
    rt.Part(
        1,
        "block",
        lambda io, self, size: view_block(rt.cut(io, size), self, "block", None),
        stream=lambda io, self: rt.fork_stream_at(self._top(Esdb)._io, self.location.offset, self.location, 0),
        size=lambda io, self: (self.location.len, self.location, 1),
    ),
    parameters={
        "entry": "entry",
    },
)


view_location: rt.View = rt.View(
    Location,
    rt.Part(0, "offset", lambda io, self: io.s8le(), size=8),
    rt.Part(1, "len", lambda io, self: io.s8le(), size=8),
)


def check_len_index_of_block(io: Cursor, self: Block) -> None:
    """Check the ``len_index`` of a ``block``."""
    value = self.len_index
    if value < 48:
        raise rt.invalid_value(self, 3, "at least 48", value)
    value = self.len_index
    if value > (io.size - 4):
        raise rt.invalid_value(self, 3, "at most " + rt.shown_value(io.size - 4), value)


view_block: rt.View = rt.View(
    Block,
    rt.Part(0, "magic", lambda io, self: rt.check_contents(io, b"*"), size=1),
    rt.Part(
        1,
        "pages_of_block",
        lambda io, self, _index: view_section_page(io, self, "pages_of_block", _index, _index),
        stream=lambda io, self: rt.fork_stream_at(io, 0, None),
        repeat=lambda io, self: rt.check_count(io, len(self.index.pages), 0, self.index, 0),
        inline=True,
    ),
    rt.Part(
        2,
        "index",
        lambda io, self, size: view_sstable(rt.cut(io, size), self, "index", None),
        stream=lambda io, self: rt.fork_stream_at(io, io.size - 4 - self.len_index, self, 3),
        size=lambda io, self: (self.len_index, self, 3),
    ),
    rt.Part(
        3,
        "len_index",
        lambda io, self: io.s4le(),
        stream=lambda io, self: rt.fork_stream_at(io, io.size - 4, None),
        check=check_len_index_of_block,
    ),
)


view_section_page: rt.View = rt.View(
    SectionPage,
    rt.Part(
        0,
        "sections",
        lambda io, self, _index: view_section(io, self, "sections", _index, self.entries[_index]),
        stream=lambda io, self: rt.fork_stream_at(io, 0, None),
        repeat=lambda io, self: rt.check_count(
            io, len(self.entries), 0, self._parent.index.pages[self.i].block.body.entries, 0
        ),
        inline=True,
    ),
    parameters={
        "i": "i",
    },
)


def read_chain_of_section(io: Cursor, self: Section) -> None:
    """Read the ``chain`` of a ``section``."""
    at = self._at
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


view_section: rt.View = rt.View(
    Section,
    rt.Part(
        0,
        "ends",
        lambda io, self: view_ends(io, self, "ends", None),
        stream=lambda io, self: rt.fork_stream_at(self.entry.value._io, 0, None),
    ),
    rt.Part(
        1,
        "group",
        lambda io, self: view_group(io, self, "group", None),
        given=lambda io, self: self.is_group,
        stream=lambda io, self: rt.fork_stream_at(self._parent._parent._io, self.ends.first, self.ends, 1),
    ),
    rt.Part(
        2,
        "chain",
        read=read_chain_of_section,
        given=lambda io, self: not self.is_group,
        stream=lambda io, self: rt.fork_stream_at(self._parent._parent._io, 0, None),
        inline=True,
    ),
    rt.Part(
        3,
        "first_event",
        lambda io, self: view_event(io, self, "first_event", None, self._parent._parent),
        stream=lambda io, self: rt.fork_stream_at(self._parent._parent._io, self.ends.first, self.ends, 1),
    ),
    rt.Part(
        4,
        "last_event",
        lambda io, self: view_event(io, self, "last_event", None, self._parent._parent),
        stream=lambda io, self: rt.fork_stream_at(self._parent._parent._io, self.ends.last, self.ends, 2),
    ),
    parameters={
        "entry": "entry",
    },
)


view_ends: rt.View = rt.View(
    Ends,
    rt.Part(0, "key", lambda io, self: view_uvarint(io, self, "key", None), inline=True),
    rt.Part(1, "first", lambda io, self: io.u8le(), size=8),
    rt.Part(2, "last", lambda io, self: io.u8le(), size=8),
)


def check_events_of_group(io: Cursor, self: Group) -> None:
    """Check the ``events`` of a ``group``."""
    for _index, value in enumerate(self.events):
        if not (value.len.value != 0 or self.events[0].len.value != 0):
            raise rt.invalid_value(
                self, 0, "a value for which _.len.value != 0 or events[0].len.value != 0", value, _index
            )


view_group: rt.View = rt.View(
    Group,
    rt.Part(
        0,
        "events",
        lambda io, self, _index: view_event(io, self, "events", _index, self._parent._parent._parent),
        repeat="until",
        until=lambda io, self, item, _index: item.len.value == 0,
        check=check_events_of_group,
        inline=True,
    ),
)


view_event: rt.View = rt.View(
    Event,
    rt.Part(0, "len", lambda io, self: view_uvarint(io, self, "len", None), inline=True),
    rt.Part(
        1,
        "body",
        lambda io, self, size: view_event_body(rt.cut(io, size), self, "body", None, self.block),
        given=lambda io, self: self.len.value != 0,
        size=lambda io, self: (self.len.value, lambda: self.len.groups[-1], 1),
    ),
    parameters={
        "block": "block",
    },
)


view_event_body: rt.View = rt.View(
    EventBody,
    rt.Part(0, "len_data", lambda io, self: view_uvarint(io, self, "len_data", None), inline=True),
    rt.Part(1, "data", rt.raw, size=lambda io, self: (self.len_data.value, lambda: self.len_data.groups[-1], 1)),
    rt.Part(2, "num_links", lambda io, self: io.u1(), size=1),
    rt.Part(
        3,
        "links",
        lambda io, self, _index: view_link(io, self, "links", _index, self.block),
        repeat=lambda io, self: rt.check_count(io, self.num_links, 136, self, 2),
        inline=True,
    ),
    parameters={
        "block": "block",
    },
)


view_link: rt.View = rt.View(
    Link,
    rt.Part(0, "key", lambda io, self: view_uvarint(io, self, "key", None), inline=True),
    rt.Part(1, "previous", lambda io, self: io.u8le(), size=8),
    rt.Part(2, "next", lambda io, self: io.u8le(), size=8),
    rt.Part(
        3,
        "event_before",
        lambda io, self: view_event(io, self, "event_before", None, self.block),
        given=lambda io, self: self.previous != 0,
        stream=lambda io, self: rt.fork_stream_at(self.block._io, self.previous, self, 1),
    ),
    rt.Part(
        4,
        "event_after",
        lambda io, self: view_event(io, self, "event_after", None, self.block),
        given=lambda io, self: self.next != 0,
        stream=lambda io, self: rt.fork_stream_at(self.block._io, self.next, self, 2),
    ),
    parameters={
        "block": "block",
    },
)


view_step: rt.View = rt.View(
    Step,
    rt.Part(
        0,
        "event",
        lambda io, self: view_event(io, self, "event", None, self._parent._parent._parent),
        stream=lambda io, self: rt.fork_stream_at(self._parent._parent._parent._io, self.offset, None),
    ),
    parameters={
        "i": "i",
    },
)


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
