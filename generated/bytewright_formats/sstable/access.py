# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Sorted string table: bytes → objects of which each field is read when it is first asked for.

Generated from specs/esdb/sstable.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Span, Strided

from ..uvarint.access import view_uvarint
from .model import Blob, Block, Entries, Entry, Footer, Handle, Page, Sstable, StoredBlock

view_sstable: rt.View = rt.View(
    Sstable,
    rt.Part(
        0,
        "pages",
        lambda io, self, _index: view_page(io, self, "pages", _index, _index),
        stream=lambda io, self: rt.fork_stream_at(io, 0, None),
        repeat=lambda io, self: rt.check_count(io, len(self.index.body.entries.entries), 0, self.index.body.entries, 0),
        inline=True,
    ),
    rt.Part(
        1,
        "metaindex",
        lambda io, self, size: view_stored_block(rt.cut(io, size), self, "metaindex", None),
        stream=lambda io, self: rt.fork_stream_at(
            io, self.footer.metaindex.offset.value, lambda: self.footer.metaindex.offset.groups[-1], 1
        ),
        size=lambda io, self: (self.footer.metaindex.len.value + 5, lambda: self.footer.metaindex.len.groups[-1], 1),
    ),
    rt.Part(
        2,
        "index",
        lambda io, self, size: view_stored_block(rt.cut(io, size), self, "index", None),
        stream=lambda io, self: rt.fork_stream_at(
            io, self.footer.index.offset.value, lambda: self.footer.index.offset.groups[-1], 1
        ),
        size=lambda io, self: (self.footer.index.len.value + 5, lambda: self.footer.index.len.groups[-1], 1),
    ),
    rt.Part(
        3,
        "footer",
        lambda io, self, size: view_footer(rt.cut(io, size), self, "footer", None),
        stream=lambda io, self: rt.fork_stream_at(io, io.size - 48, None),
        size=lambda io, self: (48, None),
    ),
)


view_footer: rt.View = rt.View(
    Footer,
    rt.Part(0, "metaindex", lambda io, self: view_handle(io, self, "metaindex", None), inline=True),
    rt.Part(1, "index", lambda io, self: view_handle(io, self, "index", None), inline=True),
    rt.Part(2, "", rt.padding(2), size=lambda io, self: (40 - io.pos, None)),
    rt.Part(3, "magic", lambda io, self: rt.check_contents(io, b"W\xfb\x80\x8b$uG\xdb"), size=8),
)


view_handle: rt.View = rt.View(
    Handle,
    rt.Part(0, "offset", lambda io, self: view_uvarint(io, self, "offset", None), inline=True),
    rt.Part(1, "len", lambda io, self: view_uvarint(io, self, "len", None), inline=True),
)


view_page: rt.View = rt.View(
    Page,
    rt.Part(
        0,
        "handle",
        lambda io, self: view_handle(io, self, "handle", None),
        stream=lambda io, self: rt.fork_stream_at(self._parent.index.body.entries.entries[self.i].value._io, 0, None),
    ),
    rt.Part(
        1,
        "block",
        lambda io, self, size: view_stored_block(rt.cut(io, size), self, "block", None),
        stream=lambda io, self: rt.fork_stream_at(
            io, self.handle.offset.value, lambda: self.handle.offset.groups[-1], 1
        ),
        size=lambda io, self: (self.handle.len.value + 5, lambda: self.handle.len.groups[-1], 1),
    ),
    parameters={
        "i": "i",
    },
)


def check_compression_of_stored_block(io: Cursor, self: StoredBlock) -> None:
    """Check the ``compression`` of a ``stored_block``."""
    value = self.compression
    if value != 0:
        raise rt.invalid_value(self, 1, "0", value)


view_stored_block: rt.View = rt.View(
    StoredBlock,
    rt.Part(
        0,
        "body",
        lambda io, self, size: view_block(rt.cut(io, size), self, "body", None),
        size=lambda io, self: (io.size - 5, None),
    ),
    rt.Part(1, "compression", lambda io, self: io.u1(), size=1, check=check_compression_of_stored_block),
    rt.Part(
        2,
        "crc",
        lambda io, self: io.u4le(),
        size=4,
        check=lambda io, self: rt.verify_checksum(
            io, self, 2, "crc32c-masked", rt.start_of_field(self, 0), rt.end_of_field(self, 1)
        ),
    ),
)


def read_restarts_of_block(io: Cursor, self: Block) -> None:
    """Read the ``restarts`` of a ``block``."""
    at = self._at
    count = rt.check_count(io, self.num_restarts, 32, self, 2)
    start = io.at
    self.restarts = io.u4les(count)
    at[1] = Strided(start, io.at, 4, count)


view_block: rt.View = rt.View(
    Block,
    rt.Part(
        0,
        "entries",
        lambda io, self, size: view_entries(rt.cut(io, size), self, "entries", None),
        size=lambda io, self: (io.size - 4 * self.num_restarts - 4, self, 2),
    ),
    rt.Part(
        1,
        "restarts",
        read=read_restarts_of_block,
        size=lambda io, self: rt.check_count(io, self.num_restarts, 32, self, 2) * 4,
    ),
    rt.Part(
        2, "num_restarts", lambda io, self: io.u4le(), stream=lambda io, self: rt.fork_stream_at(io, io.size - 4, None)
    ),
)


view_entries: rt.View = rt.View(
    Entries,
    rt.Part(
        0,
        "entries",
        lambda io, self, _index: view_entry(io, self, "entries", _index, _index),
        repeat="eos",
        inline=True,
    ),
)


def read_key_of_entry(io: Cursor, self: Entry) -> None:
    """Read the ``key`` of a ``entry``."""
    at = self._at
    first = io.at
    size = self.len_unshared.value
    data = io.piece(size)
    if data is None:
        data = io.take(rt.check_size(io, size, lambda: self.len_unshared.groups[-1], 1))
    data = rt.decode(
        io, self, 4, None, data, rt.Process("bytewright.codecs.front_coding", self.previous_key, self.len_shared.value)
    )
    self.key = data
    at[4] = Span(first, io.at)


view_entry: rt.View = rt.View(
    Entry,
    rt.Part(0, "len_shared", lambda io, self: view_uvarint(io, self, "len_shared", None), inline=True),
    rt.Part(1, "len_unshared", lambda io, self: view_uvarint(io, self, "len_unshared", None), inline=True),
    rt.Part(2, "len_value", lambda io, self: view_uvarint(io, self, "len_value", None), inline=True),
    rt.Part(3, "nothing", rt.raw, size=(0, None)),
    rt.Part(
        4,
        "key",
        read=read_key_of_entry,
        size=lambda io, self: (self.len_unshared.value, lambda: self.len_unshared.groups[-1], 1),
    ),
    rt.Part(
        5,
        "value",
        lambda io, self, size: view_blob(rt.cut(io, size), self, "value", None),
        size=lambda io, self: (self.len_value.value, lambda: self.len_value.groups[-1], 1),
    ),
    parameters={
        "i": "i",
    },
)


view_blob: rt.View = rt.View(
    Blob,
)


VIEWS: dict[str, Callable[..., Any]] = {
    "sstable": view_sstable,
    "sstable::footer": view_footer,
    "sstable::handle": view_handle,
    "sstable::page": view_page,
    "sstable::stored_block": view_stored_block,
    "sstable::block": view_block,
    "sstable::entries": view_entries,
    "sstable::entry": view_entry,
    "sstable::blob": view_blob,
}
"""What leaves the fields of a structure to whoever asks for them, by type; some types are read at once."""
