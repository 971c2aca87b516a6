# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Sorted string table: bytes → objects.

Generated from specs/esdb/sstable.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Span, Strided, Struct

from ..uvarint.reader import read_uvarint
from .model import Blob, Block, Entries, Entry, Footer, Handle, Page, Sstable, StoredBlock


def read_sstable(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Sstable:
    """Read a ``sstable``."""
    self = Sstable._begin(io, parent, name, index)
    rt.place_field(io, self, "pages", read_pages_of_sstable)
    rt.place_field(io, self, "metaindex", read_metaindex_of_sstable)
    rt.place_field(io, self, "index", read_index_of_sstable)
    rt.place_field(io, self, "footer", read_footer_of_sstable)
    return self


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
            item = read_page(io, self, "pages", _index, _index)
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
        self.metaindex = read_stored_block(inner, self, "metaindex", None)
        rt.finish_structure(inner, self.metaindex, surveyed=True)
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
        self.index = read_stored_block(inner, self, "index", None)
        rt.finish_structure(inner, self.index, surveyed=True)
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
        self.footer = read_footer(inner, self, "footer", None)
        rt.finish_structure(inner, self.footer, surveyed=True)
        at[3] = Span(first, io.at)
        rt.note_read(io, self, 3)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


MARKS_OF_FOOTER: tuple[Any, ...] = (0, 1, 2, 3)


def read_footer(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Footer:
    """Read a ``footer``."""
    marks: list[Any] = [MARKS_OF_FOOTER, io.at]
    self: Footer = rt.begin(Footer, io, parent, name, index, marks)
    field = 0
    try:
        self.metaindex = read_handle(io, self, "metaindex", None)
        marks.append(io.at)

        field = 1
        self.index = read_handle(io, self, "index", None)
        marks.append(io.at)

        field = 2
        start = io.at
        rt.keep_padding(io, rt.check_size(io, 40 - io.pos, None), self, 2)
        marks.append(Span(start, io.at))

        field = 3
        self.magic = rt.check_contents(io, b"W\xfb\x80\x8b$uG\xdb")
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_HANDLE: tuple[Any, ...] = (0, 1)


def read_handle(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Handle:
    """Read a ``handle``."""
    marks: list[Any] = [MARKS_OF_HANDLE, io.at]
    self: Handle = rt.begin(Handle, io, parent, name, index, marks)
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


def read_page(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> Page:
    """Read a ``page``."""
    self = Page._begin(io, parent, name, index)
    self.i = given_i
    rt.place_field(io, self, "handle", read_handle_of_page)
    rt.place_field(io, self, "block", read_block_of_page)
    return self


def read_handle_of_page(io: Cursor, self: Page) -> None:
    """Read the ``handle`` of a ``page``, which lies at a place of its own."""
    at = self._at
    field = 0
    self.handle = None
    try:
        io = rt.fork_stream_at(self._parent.index.body.entries.entries[self.i].value._io, 0, None)
        first = io.at
        self.handle = read_handle(io, self, "handle", None)
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
        self.block = read_stored_block(inner, self, "block", None)
        rt.finish_structure(inner, self.block, surveyed=True)
        at[1] = Span(first, io.at)
        rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


MARKS_OF_STORED_BLOCK: tuple[Any, ...] = (0, 1, 2)


def read_stored_block(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> StoredBlock:
    """Read a ``stored_block``."""
    marks: list[Any] = [MARKS_OF_STORED_BLOCK, io.at]
    self: StoredBlock = rt.begin(StoredBlock, io, parent, name, index, marks)
    field = 0
    try:
        inner = io.sub(rt.check_size(io, io.size - 5, None))
        self.body = read_block(inner, self, "body", None)
        rt.finish_structure(inner, self.body, surveyed=True)
        marks.append(io.at)

        field = 1
        self.compression = io.u1()
        marks.append(io.at)
        value = self.compression
        if value != 0:
            raise rt.invalid_value(self, 1, "0", value)

        field = 2
        self.crc = io.u4le()
        marks.append(io.at)
        rt.verify_checksum(io, self, 2, "crc32c-masked", rt.start_of_field(self, 0), rt.end_of_field(self, 1))

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_block(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Block:
    """Read a ``block``."""
    self = Block._begin(io, parent, name, index)
    rt.place_field(io, self, "num_restarts", read_num_restarts_of_block)
    at = self._at
    field = 0
    try:
        first = io.at
        inner = io.sub(rt.check_size(io, io.size - 4 * self.num_restarts - 4, self, 2))
        self.entries = read_entries(inner, self, "entries", None)
        rt.finish_structure(inner, self.entries, surveyed=True)
        at[0] = Span(first, io.at)

        field = 1
        count = rt.check_count(io, self.num_restarts, 32, self, 2)
        start = io.at
        self.restarts = io.u4les(count)
        at[1] = Strided(start, io.at, 4, count)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


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


MARKS_OF_ENTRIES: tuple[Any, ...] = (0,)


def read_entries(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Entries:
    """Read a ``entries``."""
    marks: list[Any] = [MARKS_OF_ENTRIES, io.at]
    self: Entries = rt.begin(Entries, io, parent, name, index, marks)
    field = 0
    try:
        items = self.entries = []
        edges = [io.at]
        marks.append(Edges(edges))
        while not io.eof:
            _index = len(items)
            item = read_entry(io, self, "entries", _index, _index)
            items.append(item)
            edges.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_ENTRY: tuple[Any, ...] = (0, 1, 2, 3, 4, 5)


def read_entry(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> Entry:
    """Read a ``entry``."""
    marks: list[Any] = [MARKS_OF_ENTRY, io.at]
    self: Entry = rt.begin(Entry, io, parent, name, index, marks)
    self.i = given_i
    field = 0
    try:
        self.len_shared = read_uvarint(io, self, "len_shared", None)
        marks.append(io.at)

        field = 1
        self.len_unshared = read_uvarint(io, self, "len_unshared", None)
        marks.append(io.at)

        field = 2
        self.len_value = read_uvarint(io, self, "len_value", None)
        marks.append(io.at)

        field = 3
        size = 0
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, None))
        self.nothing = data
        marks.append(io.at)

        field = 4
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
        marks.append(io.at)

        field = 5
        inner = io.sub(rt.check_size(io, self.len_value.value, lambda: self.len_value.groups[-1], 1))
        self.value = read_blob(inner, self, "value", None)
        rt.finish_structure(inner, self.value, surveyed=True)
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_BLOB: tuple[Any, ...] = ()


def read_blob(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Blob:
    """Read a ``blob``."""
    return Blob._begin(io, parent, name, index)
