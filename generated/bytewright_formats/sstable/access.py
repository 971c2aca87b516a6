# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Sorted string table: bytes → objects of which each field is read when it is first asked for.

Generated from specs/esdb/sstable.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Span, Strided, Struct

from ..uvarint.access import view_uvarint
from .model import Blob, Block, Entries, Entry, Footer, Handle, Page, Sstable, StoredBlock


def view_sstable(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Sstable:
    """Leave the fields of a ``sstable`` to whoever asks for them."""
    self = Sstable._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_SSTABLE)
    rt.place_field(io, self, "pages", read_pages_of_sstable)
    rt.place_field(io, self, "metaindex", read_metaindex_of_sstable)
    rt.place_field(io, self, "index", read_index_of_sstable)
    rt.place_field(io, self, "footer", read_footer_of_sstable)
    return self


PARTS_OF_SSTABLE: tuple[rt.Part, ...] = ()


def read_pages_of_sstable(io: Cursor, self: Sstable) -> None:
    """Read the ``pages`` of a ``sstable``, which lies at a place of its own."""
    at = self._at
    field = 0
    self.pages = None
    try:
        io = rt.fork_stream_at(io, 0, None)
        count = rt.check_count(io, len(self.index.body.entries.entries), 0, self.index.body.entries, 0)
        items = self.pages = []
        edges = [io.at]
        at[0] = Edges(edges)
        for _index in range(count):
            item = rt.behind(view_page)(io, self, "pages", _index, _index)
            items.append(item)
            rt.end_element(io, edges)
        rt.note_read(io, self, 0)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_metaindex_of_sstable(io: Cursor, self: Sstable) -> None:
    """Read the ``metaindex`` of a ``sstable``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.metaindex = None
    try:
        io = rt.fork_stream_at(
            io, self.footer.metaindex.offset.value, lambda: self.footer.metaindex.offset.groups[-1], 1
        )
        first = io.at
        inner = io.sub(
            rt.check_size(io, self.footer.metaindex.len.value + 5, lambda: self.footer.metaindex.len.groups[-1], 1)
        )
        self.metaindex = view_stored_block(inner, self, "metaindex", None)
        at[1] = Span(first, io.at)
        rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_index_of_sstable(io: Cursor, self: Sstable) -> None:
    """Read the ``index`` of a ``sstable``, which lies at a place of its own."""
    at = self._at
    field = 2
    self.index = None
    try:
        io = rt.fork_stream_at(io, self.footer.index.offset.value, lambda: self.footer.index.offset.groups[-1], 1)
        first = io.at
        inner = io.sub(rt.check_size(io, self.footer.index.len.value + 5, lambda: self.footer.index.len.groups[-1], 1))
        self.index = view_stored_block(inner, self, "index", None)
        at[2] = Span(first, io.at)
        rt.note_read(io, self, 2)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_footer_of_sstable(io: Cursor, self: Sstable) -> None:
    """Read the ``footer`` of a ``sstable``, which lies at a place of its own."""
    at = self._at
    field = 3
    self.footer = None
    try:
        io = rt.fork_stream_at(io, io.size - 48, None)
        first = io.at
        inner = io.sub(rt.check_size(io, 48, None))
        self.footer = view_footer(inner, self, "footer", None)
        at[3] = Span(first, io.at)
        rt.note_read(io, self, 3)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_footer(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Footer:
    """Leave the fields of a ``footer`` to whoever asks for them."""
    self = Footer._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_FOOTER)
    return self


def read_metaindex_of_footer(io: Cursor, self: Footer) -> None:
    """Read the ``metaindex`` of a ``footer``."""
    at = self._at
    field = 0
    try:
        self.metaindex = None
        first = io.at
        self.metaindex = view_handle(io, self, "metaindex", None)
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_index_of_footer(io: Cursor, self: Footer) -> None:
    """Read the ``index`` of a ``footer``."""
    at = self._at
    field = 1
    try:
        self.index = None
        first = io.at
        self.index = view_handle(io, self, "index", None)
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read__unnamed2_of_footer(io: Cursor, self: Footer) -> None:
    """Read the ``_unnamed2`` of a ``footer``."""
    at = self._at
    field = 2
    try:
        start = io.at
        rt.keep_padding(io, rt.check_size(io, 40 - io.pos, None), self, 2)
        at[2] = Span(start, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass__unnamed2_of_footer(io: Cursor, self: Footer) -> bool:
    """Pass over the ``_unnamed2`` of a ``footer``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, 40 - io.pos, None))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 2) from None
    return True


def read_magic_of_footer(io: Cursor, self: Footer) -> None:
    """Read the ``magic`` of a ``footer``."""
    at = self._at
    field = 3
    try:
        self.magic = None
        first = io.at
        self.magic = rt.check_contents(io, b"W\xfb\x80\x8b$uG\xdb")
        at[3] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_FOOTER: tuple[rt.Part, ...] = (
    rt.Part(0, "metaindex", read_metaindex_of_footer, inline=True),
    rt.Part(1, "index", read_index_of_footer, inline=True),
    rt.Part(2, "", read__unnamed2_of_footer, pass_over=pass__unnamed2_of_footer),
    rt.Part(3, "magic", read_magic_of_footer, size=8),
)


def view_handle(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Handle:
    """Leave the fields of a ``handle`` to whoever asks for them."""
    self = Handle._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_HANDLE)
    return self


def read_offset_of_handle(io: Cursor, self: Handle) -> None:
    """Read the ``offset`` of a ``handle``."""
    at = self._at
    field = 0
    try:
        self.offset = None
        first = io.at
        self.offset = view_uvarint(io, self, "offset", None)
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_len_of_handle(io: Cursor, self: Handle) -> None:
    """Read the ``len`` of a ``handle``."""
    at = self._at
    field = 1
    try:
        self.len = None
        first = io.at
        self.len = view_uvarint(io, self, "len", None)
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_HANDLE: tuple[rt.Part, ...] = (
    rt.Part(0, "offset", read_offset_of_handle, inline=True),
    rt.Part(1, "len", read_len_of_handle, inline=True),
)


def view_page(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> Page:
    """Leave the fields of a ``page`` to whoever asks for them."""
    self = Page._begin(io, parent, name, index)
    self.i = given_i
    rt.lay_out(io, self, PARTS_OF_PAGE)
    rt.place_field(io, self, "handle", read_handle_of_page)
    rt.place_field(io, self, "block", read_block_of_page)
    return self


PARTS_OF_PAGE: tuple[rt.Part, ...] = ()


def read_handle_of_page(io: Cursor, self: Page) -> None:
    """Read the ``handle`` of a ``page``, which lies at a place of its own."""
    at = self._at
    field = 0
    self.handle = None
    try:
        io = rt.fork_stream_at(self._parent.index.body.entries.entries[self.i].value._io, 0, None)
        first = io.at
        self.handle = view_handle(io, self, "handle", None)
        at[0] = Span(first, io.at)
        rt.note_read(io, self, 0)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_block_of_page(io: Cursor, self: Page) -> None:
    """Read the ``block`` of a ``page``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.block = None
    try:
        io = rt.fork_stream_at(io, self.handle.offset.value, lambda: self.handle.offset.groups[-1], 1)
        first = io.at
        inner = io.sub(rt.check_size(io, self.handle.len.value + 5, lambda: self.handle.len.groups[-1], 1))
        self.block = view_stored_block(inner, self, "block", None)
        at[1] = Span(first, io.at)
        rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_stored_block(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> StoredBlock:
    """Leave the fields of a ``stored_block`` to whoever asks for them."""
    self = StoredBlock._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_STORED_BLOCK)
    return self


def read_body_of_stored_block(io: Cursor, self: StoredBlock) -> None:
    """Read the ``body`` of a ``stored_block``."""
    at = self._at
    field = 0
    try:
        self.body = None
        first = io.at
        inner = io.sub(rt.check_size(io, io.size - 5, None))
        self.body = view_block(inner, self, "body", None)
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_body_of_stored_block(io: Cursor, self: StoredBlock) -> bool:
    """Pass over the ``body`` of a ``stored_block``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, io.size - 5, None))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 0) from None
    return True


def read_compression_of_stored_block(io: Cursor, self: StoredBlock) -> None:
    """Read the ``compression`` of a ``stored_block``."""
    at = self._at
    field = 1
    try:
        self.compression = None
        first = io.at
        self.compression = io.u1()
        at[1] = Span(first, io.at)
        value = self.compression
        if value != 0:
            raise rt.invalid_value(self, 1, "0", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_crc_of_stored_block(io: Cursor, self: StoredBlock) -> None:
    """Read the ``crc`` of a ``stored_block``."""
    at = self._at
    field = 2
    try:
        self.crc = None
        first = io.at
        self.crc = io.u4le()
        at[2] = Span(first, io.at)
        rt.verify_checksum(io, self, 2, "crc32c-masked", rt.start_of_field(self, 0), rt.end_of_field(self, 1))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_STORED_BLOCK: tuple[rt.Part, ...] = (
    rt.Part(0, "body", read_body_of_stored_block, pass_over=pass_body_of_stored_block),
    rt.Part(1, "compression", read_compression_of_stored_block, size=1),
    rt.Part(2, "crc", read_crc_of_stored_block, size=4),
)


def view_block(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Block:
    """Leave the fields of a ``block`` to whoever asks for them."""
    self = Block._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_BLOCK)
    rt.place_field(io, self, "num_restarts", read_num_restarts_of_block)
    return self


def read_entries_of_block(io: Cursor, self: Block) -> None:
    """Read the ``entries`` of a ``block``."""
    at = self._at
    field = 0
    try:
        self.entries = None
        first = io.at
        inner = io.sub(rt.check_size(io, io.size - 4 * self.num_restarts - 4, self, 2))
        self.entries = view_entries(inner, self, "entries", None)
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_entries_of_block(io: Cursor, self: Block) -> bool:
    """Pass over the ``entries`` of a ``block``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, io.size - 4 * self.num_restarts - 4, self, 2))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 0) from None
    return True


def read_restarts_of_block(io: Cursor, self: Block) -> None:
    """Read the ``restarts`` of a ``block``."""
    at = self._at
    field = 1
    try:
        self.restarts = None
        count = rt.check_count(io, self.num_restarts, 32, self, 2)
        start = io.at
        self.restarts = io.u4les(count)
        at[1] = Strided(start, io.at, 4, count)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_restarts_of_block(io: Cursor, self: Block) -> bool:
    """Pass over the ``restarts`` of a ``block``, if it is there."""
    try:
        rt.pass_over(io, rt.check_count(io, self.num_restarts, 32, self, 2) * 4)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


PARTS_OF_BLOCK: tuple[rt.Part, ...] = (
    rt.Part(0, "entries", read_entries_of_block, pass_over=pass_entries_of_block),
    rt.Part(1, "restarts", read_restarts_of_block, pass_over=pass_restarts_of_block),
)


def read_num_restarts_of_block(io: Cursor, self: Block) -> None:
    """Read the ``num_restarts`` of a ``block``, which lies at a place of its own."""
    at = self._at
    field = 2
    self.num_restarts = None
    try:
        io = rt.fork_stream_at(io, io.size - 4, None)
        first = io.at
        self.num_restarts = io.u4le()
        at[2] = Span(first, io.at)
        rt.note_read(io, self, 2)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_entries(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Entries:
    """Leave the fields of a ``entries`` to whoever asks for them."""
    self = Entries._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_ENTRIES)
    return self


def read_entries_of_entries(io: Cursor, self: Entries) -> None:
    """Read the ``entries`` of a ``entries``."""
    at = self._at
    field = 0
    try:
        self.entries = None
        items = self.entries = []
        edges = [io.at]
        at[0] = Edges(edges)
        while not io.eof:
            _index = len(items)
            item = rt.behind(view_entry)(io, self, "entries", _index, _index)
            items.append(item)
            edges.append(io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_ENTRIES: tuple[rt.Part, ...] = (rt.Part(0, "entries", read_entries_of_entries),)


def view_entry(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> Entry:
    """Leave the fields of a ``entry`` to whoever asks for them."""
    self = Entry._begin(io, parent, name, index)
    self.i = given_i
    rt.lay_out(io, self, PARTS_OF_ENTRY)
    return self


def read_len_shared_of_entry(io: Cursor, self: Entry) -> None:
    """Read the ``len_shared`` of a ``entry``."""
    at = self._at
    field = 0
    try:
        self.len_shared = None
        first = io.at
        self.len_shared = view_uvarint(io, self, "len_shared", None)
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_len_unshared_of_entry(io: Cursor, self: Entry) -> None:
    """Read the ``len_unshared`` of a ``entry``."""
    at = self._at
    field = 1
    try:
        self.len_unshared = None
        first = io.at
        self.len_unshared = view_uvarint(io, self, "len_unshared", None)
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_len_value_of_entry(io: Cursor, self: Entry) -> None:
    """Read the ``len_value`` of a ``entry``."""
    at = self._at
    field = 2
    try:
        self.len_value = None
        first = io.at
        self.len_value = view_uvarint(io, self, "len_value", None)
        at[2] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_nothing_of_entry(io: Cursor, self: Entry) -> None:
    """Read the ``nothing`` of a ``entry``."""
    at = self._at
    field = 3
    try:
        self.nothing = None
        first = io.at
        size = 0
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, None))
        self.nothing = data
        at[3] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_nothing_of_entry(io: Cursor, self: Entry) -> bool:
    """Pass over the ``nothing`` of a ``entry``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, 0, None))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 3) from None
    return True


def read_key_of_entry(io: Cursor, self: Entry) -> None:
    """Read the ``key`` of a ``entry``."""
    at = self._at
    field = 4
    try:
        self.key = None
        first = io.at
        size = self.len_unshared.value
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, lambda: self.len_unshared.groups[-1], 1))
        data = rt.decode(
            io,
            self,
            4,
            None,
            data,
            rt.Process("bytewright.codecs.front_coding", self.previous_key, self.len_shared.value),
        )
        self.key = data
        at[4] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_key_of_entry(io: Cursor, self: Entry) -> bool:
    """Pass over the ``key`` of a ``entry``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_unshared.value, lambda: self.len_unshared.groups[-1], 1))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 4) from None
    return True


def read_value_of_entry(io: Cursor, self: Entry) -> None:
    """Read the ``value`` of a ``entry``."""
    at = self._at
    field = 5
    try:
        self.value = None
        first = io.at
        inner = io.sub(rt.check_size(io, self.len_value.value, lambda: self.len_value.groups[-1], 1))
        self.value = view_blob(inner, self, "value", None)
        at[5] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_value_of_entry(io: Cursor, self: Entry) -> bool:
    """Pass over the ``value`` of a ``entry``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_value.value, lambda: self.len_value.groups[-1], 1))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 5) from None
    return True


PARTS_OF_ENTRY: tuple[rt.Part, ...] = (
    rt.Part(0, "len_shared", read_len_shared_of_entry, inline=True),
    rt.Part(1, "len_unshared", read_len_unshared_of_entry, inline=True),
    rt.Part(2, "len_value", read_len_value_of_entry, inline=True),
    rt.Part(3, "nothing", read_nothing_of_entry, size=0),
    rt.Part(4, "key", read_key_of_entry, pass_over=pass_key_of_entry),
    rt.Part(5, "value", read_value_of_entry, pass_over=pass_value_of_entry),
)


def view_blob(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Blob:
    """Leave the fields of a ``blob`` to whoever asks for them."""
    self = Blob._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_BLOB)
    return self


PARTS_OF_BLOB: tuple[rt.Part, ...] = ()


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
