# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""ESDB with spaces: bytes → objects of which each field is read when it is first asked for.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Span

from ..sstable.access import view_sstable
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


def check_len_index_of_esdb_spaces(io: Cursor, self: EsdbSpaces) -> None:
    """Check the ``len_index`` of a ``esdb_spaces``."""
    value = self.len_index
    if value < 48:
        raise rt.invalid_value(self, 2, "at least 48", value)
    value = self.len_index
    if value > (47 if self.is_log else io.size - 8):
        raise rt.invalid_value(self, 2, "at most " + rt.shown_value(47 if self.is_log else io.size - 8), value)


view_esdb_spaces: rt.View = rt.View(
    EsdbSpaces,
    rt.Part(
        0,
        "pages",
        lambda io, self, _index: view_space_page(io, self, "pages", _index, _index),
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
        check=check_len_index_of_esdb_spaces,
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


view_space_page: rt.View = rt.View(
    SpacePage,
    rt.Part(
        0,
        "spaces",
        lambda io, self, _index: view_space_ref(io, self, "spaces", _index, self.entries[_index]),
        stream=lambda io, self: rt.fork_stream_at(io, 0, None),
        repeat=lambda io, self: rt.check_count(
            io, len(self.entries), 0, self._top(EsdbSpaces).index.pages[self.i].block.body.entries, 0
        ),
        inline=True,
    ),
    parameters={
        "i": "i",
    },
)


view_space_ref: rt.View = rt.View(
    SpaceRef,
    rt.Part(
        0,
        "location",
        lambda io, self: view_location(io, self, "location", None),
        stream=lambda io, self: rt.fork_stream_at(self.entry.value._io, 0, None),
    ),
    rt.Part(
        1,
        "space",
        lambda io, self, size: view_space(rt.cut(io, size), self, "space", None),
        stream=lambda io, self: rt.fork_stream_at(self._top(EsdbSpaces)._io, self.location.offset, self.location, 0),
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


def check_len_index_of_space(io: Cursor, self: Space) -> None:
    """Check the ``len_index`` of a ``space``."""
    value = self.len_index
    if value < 48:
        raise rt.invalid_value(self, 3, "at least 48", value)
    value = self.len_index
    if value > (io.size - 8):
        raise rt.invalid_value(self, 3, "at most " + rt.shown_value(io.size - 8), value)


view_space: rt.View = rt.View(
    Space,
    rt.Part(0, "magic", lambda io, self: rt.check_contents(io, b"*"), size=1),
    rt.Part(
        1,
        "pages_of_space",
        lambda io, self, _index: view_section_page(io, self, "pages_of_space", _index, _index),
        stream=lambda io, self: rt.fork_stream_at(io, 0, None),
        repeat=lambda io, self: rt.check_count(io, len(self.index.pages), 0, self.index, 0),
        inline=True,
    ),
    rt.Part(
        2,
        "index",
        lambda io, self, size: view_sstable(rt.cut(io, size), self, "index", None),
        stream=lambda io, self: rt.fork_stream_at(io, io.size - 8 - self.len_index, self, 3),
        size=lambda io, self: (self.len_index, self, 3),
    ),
    rt.Part(
        3,
        "len_index",
        lambda io, self: io.s8le(),
        stream=lambda io, self: rt.fork_stream_at(io, io.size - 8, None),
        check=check_len_index_of_space,
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


def read_group_of_section(io: Cursor, self: Section) -> None:
    """Read the ``group`` of a ``section``."""
    at = self._at
    first = io.at
    size = self.location.len.value
    data = io.piece(size)
    if data is None:
        data = io.take(rt.check_size(io, size, lambda: self.location.len.groups[-1], 1))
    data = rt.decode(io, self, 1, None, data, rt.Process("bytewright.codecs.snappy_chunks", 4096))
    inner = io.decoded(data)
    self.group = view_group(inner, self, "group", None)
    at[1] = Span(first, io.at)


def read_references_of_section(io: Cursor, self: Section) -> None:
    """Read the ``references`` of a ``section``."""
    at = self._at
    first = io.at
    size = self.location.len.value
    data = io.piece(size)
    if data is None:
        data = io.take(rt.check_size(io, size, lambda: self.location.len.groups[-1], 1))
    data = rt.decode(io, self, 2, None, data, rt.Process("bytewright.codecs.snappy_chunks", 4096))
    inner = io.decoded(data)
    self.references = view_references(inner, self, "references", None)
    at[2] = Span(first, io.at)


view_section: rt.View = rt.View(
    Section,
    rt.Part(
        0,
        "location",
        lambda io, self: view_section_location(io, self, "location", None),
        stream=lambda io, self: rt.fork_stream_at(self.entry.value._io, 0, None),
    ),
    rt.Part(
        1,
        "group",
        read=read_group_of_section,
        given=lambda io, self: self.is_group,
        stream=lambda io, self: rt.fork_stream_at(
            self._parent._parent._io, self.location.offset.value, lambda: self.location.offset.groups[-1], 1
        ),
    ),
    rt.Part(
        2,
        "references",
        read=read_references_of_section,
        given=lambda io, self: not self.is_group,
        stream=lambda io, self: rt.fork_stream_at(
            self._parent._parent._io, self.location.offset.value, lambda: self.location.offset.groups[-1], 1
        ),
    ),
    parameters={
        "entry": "entry",
    },
)


view_section_location: rt.View = rt.View(
    SectionLocation,
    rt.Part(0, "offset", lambda io, self: view_uvarint(io, self, "offset", None), inline=True),
    rt.Part(1, "len", lambda io, self: view_uvarint(io, self, "len", None), inline=True),
)


view_group: rt.View = rt.View(
    Group,
    rt.Part(
        0,
        "events",
        lambda io, self, _index: view_event(io, self, "events", _index),
        repeat="until",
        until=lambda io, self, item, _index: io.size - io.pos <= 1,
        inline=True,
    ),
    rt.Part(1, "terminator", lambda io, self: rt.check_contents(io, b"\x00"), size=1),
)


view_event: rt.View = rt.View(
    Event,
    rt.Part(0, "len_data", lambda io, self: view_uvarint(io, self, "len_data", None), inline=True),
    rt.Part(1, "timestamp", lambda io, self: io.u4le(), size=4),
    rt.Part(2, "data", rt.raw, size=lambda io, self: (self.len_data.value, lambda: self.len_data.groups[-1], 1)),
)


view_references: rt.View = rt.View(
    References,
    rt.Part(
        0,
        "entries",
        lambda io, self, _index: view_reference(io, self, "entries", _index),
        repeat="until",
        until=lambda io, self, item, _index: io.size - io.pos <= 1,
        inline=True,
    ),
    rt.Part(1, "terminator", lambda io, self: rt.check_contents(io, b"\x00"), size=1),
)


def read_found_of_reference(io: Cursor, self: Reference) -> None:
    """Read the ``found`` of a ``reference``."""
    at = self._at
    first = io.at
    size = self.space._io.size - 8 - self.space.len_index - self.position
    data = io.piece(size)
    if data is None:
        data = io.take(rt.check_size(io, size, self.space, 3))
    data = rt.decode(io, self, 2, None, data, rt.Process("bytewright.codecs.snappy_chunks", 4096))
    inner = io.decoded(data)
    self.found = view_event_at(inner, self, "found", None, self.offset)
    at[2] = Span(first, io.at)


view_reference: rt.View = rt.View(
    Reference,
    rt.Part(0, "position", lambda io, self: io.s8le(), size=8),
    rt.Part(1, "offset", lambda io, self: io.u2le(), size=2),
    rt.Part(
        2,
        "found",
        read=read_found_of_reference,
        stream=lambda io, self: rt.fork_stream_at(self.space._io, self.position, self, 0),
    ),
)


view_event_at: rt.View = rt.View(
    EventAt,
    rt.Part(0, "", rt.padding(0), size=lambda io, self: (self.offset, None)),
    rt.Part(1, "event", lambda io, self: view_event(io, self, "event", None), inline=True),
    parameters={
        "offset": "offset",
    },
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
