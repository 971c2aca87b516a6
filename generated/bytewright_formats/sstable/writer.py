# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Sorted string table: objects → bytes.

``derive_…`` finds what follows from what a user sets; ``emit_…`` writes. Sizes and places are known only while that happens.

Generated from specs/esdb/sstable.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import writer as rt
from bytewright.generated_api.writer import Output

from ..uvarint.model import Uvarint
from ..uvarint.writer import derive_uvarint, emit_uvarint
from .model import Blob, Block, Entries, Entry, Footer, Handle, Page, Sstable, StoredBlock
from .reader import (
    read_block_of_page,
    read_footer_of_sstable,
    read_handle_of_page,
    read_index_of_sstable,
    read_metaindex_of_sstable,
    read_num_restarts_of_block,
    read_pages_of_sstable,
)


def derive_sstable(self: Sstable, out: Output) -> None:
    """Find what follows from the rest of a ``sstable``."""
    if rt.given(self, "pages"):
        for _index, item in enumerate(self.pages):
            item.i = _index
            derive_page(item, out)
    if rt.given(self, "metaindex") and not rt.make_deferred(self, 1, out, derive_stored_block, emit_stored_block):
        derive_stored_block(self.metaindex, out)
    if rt.given(self, "index") and not rt.make_deferred(self, 2, out, derive_stored_block, emit_stored_block):
        derive_stored_block(self.index, out)
    if rt.given(self, "footer") and not rt.make_deferred(self, 3, out, derive_footer, emit_footer):
        derive_footer(self.footer, out)


def emit_sstable(self: Sstable, out: Output) -> None:
    """Write a ``sstable``."""
    out.begin(self)
    out.ask(self, 2)
    out.ask(self, 3)
    if rt.given(self, "pages"):
        out.place(self, 0, emit_pages_of_sstable, read_pages_of_sstable, lambda: 0)
    if rt.given(self, "metaindex"):
        out.place(
            self,
            1,
            emit_metaindex_of_sstable,
            read_metaindex_of_sstable,
            lambda: self.footer.metaindex.offset.value,
            decides=(self.footer.metaindex.offset, 0, None),
            solve=lambda size: rt.spell_varint(
                out, self.footer.metaindex.offset, "value", size, 0, 1, 7, derive_uvarint, emit_uvarint
            ),
        )
    if rt.given(self, "index"):
        out.place(
            self,
            2,
            emit_index_of_sstable,
            read_index_of_sstable,
            lambda: self.footer.index.offset.value,
            decides=(self.footer.index.offset, 0, None),
            solve=lambda size: rt.spell_varint(
                out, self.footer.index.offset, "value", size, 0, 1, 7, derive_uvarint, emit_uvarint
            ),
        )
    if rt.given(self, "footer"):
        out.place(self, 3, emit_footer_of_sstable, read_footer_of_sstable, lambda: self._io.size - 48)


def emit_pages_of_sstable(self: Sstable, out: Output) -> None:
    """Write the ``pages`` of a ``sstable``, which lies at a place of its own."""
    values = rt.check_list(self, 0, len(self.index.body.entries.entries))
    for _index, item in enumerate(values):
        item.i = _index
        emit_page(item, out)


def emit_metaindex_of_sstable(self: Sstable, out: Output) -> None:
    """Write the ``metaindex`` of a ``sstable``, which lies at a place of its own."""
    rt.check_present(self, 1)
    item = self.metaindex
    mark = out.enter()
    if not out.recall(item, own=True):
        emit_stored_block(item, out)
        out.tail(item)
        out.remember()
    size = out.leave(mark)
    rt.spell_varint(out, self.footer.metaindex.len, "value", size - 5, 0, 1, 7, derive_uvarint, emit_uvarint)
    out.expect(lambda: self.footer.metaindex.len.value + 5, size, self, 1)


def emit_index_of_sstable(self: Sstable, out: Output) -> None:
    """Write the ``index`` of a ``sstable``, which lies at a place of its own."""
    rt.check_present(self, 2)
    item = self.index
    mark = out.enter()
    if not out.recall(item, own=True):
        emit_stored_block(item, out)
        out.tail(item)
        out.remember()
    size = out.leave(mark)
    rt.spell_varint(out, self.footer.index.len, "value", size - 5, 0, 1, 7, derive_uvarint, emit_uvarint)
    out.expect(lambda: self.footer.index.len.value + 5, size, self, 2)


def emit_footer_of_sstable(self: Sstable, out: Output) -> None:
    """Write the ``footer`` of a ``sstable``, which lies at a place of its own."""
    rt.check_present(self, 3)
    item = self.footer
    mark = out.enter(48)
    if not out.recall(item, own=True):
        emit_footer(item, out)
        out.tail(item, 48)
        out.remember()
    out.fill(mark, 48, self, 3, None)
    out.leave(mark)


def derive_footer(self: Footer, out: Output) -> None:
    """Find what follows from the rest of a ``footer``."""
    if self.metaindex is not None:
        item = self.metaindex
        derive_handle(item, out)
    if self.index is not None:
        item = self.index
        derive_handle(item, out)
    rt.derive_constant(self, 3, out, b"W\xfb\x80\x8b$uG\xdb")


def emit_footer(self: Footer, out: Output) -> None:
    """Write a ``footer``."""
    out.begin(self)
    rt.check_present(self, 0)
    item = self.metaindex
    emit_handle(item, out)

    rt.check_present(self, 1)
    item = self.index
    emit_handle(item, out)

    out.zeros(40 - out.pos, self, 2)

    out.raw(self.magic, self, 3)


def derive_handle(self: Handle, out: Output) -> None:
    """Find what follows from the rest of a ``handle``."""
    rt.begin_varint(self, 0, out, Uvarint, 0, 1)
    if self.offset is not None:
        item = self.offset
        derive_uvarint(item, out)
    rt.begin_varint(self, 1, out, Uvarint, 0, 1)
    if self.len is not None:
        item = self.len
        derive_uvarint(item, out)


def emit_handle(self: Handle, out: Output) -> None:
    """Write a ``handle``."""
    out.begin(self)
    item = self.offset
    emit_uvarint(item, out)
    out.guess(self, 0)

    item = self.len
    emit_uvarint(item, out)
    out.guess(self, 1)


def derive_page(self: Page, out: Output) -> None:
    """Find what follows from the rest of a ``page``."""
    if rt.given(self, "handle"):
        item = self.handle
        derive_handle(item, out)
    if rt.given(self, "block") and not rt.make_deferred(self, 1, out, derive_stored_block, emit_stored_block):
        derive_stored_block(self.block, out)


def emit_page(self: Page, out: Output) -> None:
    """Write a ``page``."""
    out.begin(self)
    out.ask(self, 0)
    if rt.given(self, "handle"):
        out.place(
            self,
            0,
            emit_handle_of_page,
            read_handle_of_page,
            lambda: 0,
            stream=lambda: out.stream_of(self._parent.index.body.entries.entries[self.i].value),
        )
    if rt.given(self, "block"):
        out.place(
            self,
            1,
            emit_block_of_page,
            read_block_of_page,
            lambda: self.handle.offset.value,
            decides=(self.handle.offset, 0, None),
            solve=lambda size: rt.spell_varint(
                out, self.handle.offset, "value", size, 0, 1, 7, derive_uvarint, emit_uvarint
            ),
        )


def emit_handle_of_page(self: Page, out: Output) -> None:
    """Write the ``handle`` of a ``page``, which lies at a place of its own."""
    rt.check_present(self, 0)
    item = self.handle
    if not out.recall(item, own=False):
        emit_handle(item, out)
        out.remember()


def emit_block_of_page(self: Page, out: Output) -> None:
    """Write the ``block`` of a ``page``, which lies at a place of its own."""
    rt.check_present(self, 1)
    item = self.block
    mark = out.enter()
    if not out.recall(item, own=True):
        emit_stored_block(item, out)
        out.tail(item)
        out.remember()
    size = out.leave(mark)
    rt.spell_varint(out, self.handle.len, "value", size - 5, 0, 1, 7, derive_uvarint, emit_uvarint)
    out.expect(lambda: self.handle.len.value + 5, size, self, 1)


def derive_stored_block(self: StoredBlock, out: Output) -> None:
    """Find what follows from the rest of a ``stored_block``."""
    if self.body is not None:
        item = self.body
        derive_block(item, out)
    rt.derive_constant(self, 1, out, 0)
    rt.reserve_value(self, 2, out)


def emit_stored_block(self: StoredBlock, out: Output) -> None:
    """Write a ``stored_block``."""
    out.begin(self)
    out.note(self, 0)
    rt.check_present(self, 0)
    here = out.here()
    item = self.body
    mark = out.enter()
    emit_block(item, out)
    out.tail(item)
    out.leave(mark)
    out.expect(lambda here=here: here.size - 5, out.pos - here.pos, self, 0)

    out.note(self, 0)
    out.note(self, 1)
    rt.check_present(self, 1)
    out.number("u1", self.compression, self, 1)

    out.note(self, 1)
    out.checksum("u4le", self, 2, "crc32c-masked", out.start_of(self, 0), out.end_of(self, 1))


def derive_block(self: Block, out: Output) -> None:
    """Find what follows from the rest of a ``block``."""
    if self.entries is not None:
        item = self.entries
        derive_entries(item, out)
    if rt.removed(self, 2) and (rt.given(self, "entries") or rt.given(self, "restarts")):
        rt.derive_count(self, 2, out, rt.lists_at("restarts"))
    if rt.given(self, "num_restarts"):
        rt.derive_count(self, 2, out, rt.lists_at("restarts"))


def emit_block(self: Block, out: Output) -> None:
    """Write a ``block``."""
    out.begin(self)
    rt.check_present(self, 0)
    here = out.here()
    item = self.entries
    mark = out.enter()
    emit_entries(item, out)
    out.tail(item)
    out.leave(mark)
    out.expect(lambda here=here: here.size - 4 * self.num_restarts - 4, out.pos - here.pos, self, 0)

    values = rt.check_list(self, 1, self.num_restarts)
    out.numbers("u4le", values, self, 1)

    if rt.given(self, "num_restarts"):
        out.place(self, 2, emit_num_restarts_of_block, read_num_restarts_of_block, lambda: self._io.size - 4)


def emit_num_restarts_of_block(self: Block, out: Output) -> None:
    """Write the ``num_restarts`` of a ``block``, which lies at a place of its own."""
    rt.check_present(self, 2)
    out.number("u4le", self.num_restarts, self, 2)


def derive_entries(self: Entries, out: Output) -> None:
    """Find what follows from the rest of a ``entries``."""
    if self.entries is not None:
        for _index, item in enumerate(self.entries):
            item.i = _index
            derive_entry(item, out)


def emit_entries(self: Entries, out: Output) -> None:
    """Write a ``entries``."""
    out.begin(self)
    if not out.lay_elements(self, 0, to_end=True):
        values = rt.check_list(self, 0, or_none=True)
        last = None
        for _index, item in enumerate(values):
            last = out.bits_pos
            item.i = _index
            emit_entry(item, out)

        out.listed_to_end(self, 0, last)


def derive_entry(self: Entry, out: Output) -> None:
    """Find what follows from the rest of a ``entry``."""
    if self.len_shared is not None:
        item = self.len_shared
        derive_uvarint(item, out)
    rt.begin_varint(self, 1, out, Uvarint, 0, 1)
    if self.len_unshared is not None:
        item = self.len_unshared
        derive_uvarint(item, out)
    rt.begin_varint(self, 2, out, Uvarint, 0, 1)
    if self.len_value is not None:
        item = self.len_value
        derive_uvarint(item, out)
    if self.value is not None:
        item = self.value
        derive_blob(item, out)


def emit_entry(self: Entry, out: Output) -> None:
    """Write a ``entry``."""
    out.begin(self)
    rt.check_present(self, 0)
    item = self.len_shared
    emit_uvarint(item, out)

    item = self.len_unshared
    emit_uvarint(item, out)
    out.guess(self, 1)

    item = self.len_value
    emit_uvarint(item, out)
    out.guess(self, 2)

    rt.check_present(self, 3)
    out.raw(self.nothing, self, 3, None, 0)

    rt.check_present(self, 4)
    data = rt.encode(
        out,
        self,
        4,
        None,
        self.key,
        rt.Process("bytewright.codecs.front_coding", self.previous_key, self.len_shared.value),
    )
    mark = out.mark()
    out.raw(data, self, 4, None)
    size = out.since(mark)
    rt.spell_varint(out, self.len_unshared, "value", size, 0, 1, 7, derive_uvarint, emit_uvarint)
    out.expect(lambda: self.len_unshared.value, size, self, 4)

    rt.check_present(self, 5)
    item = self.value
    mark = out.enter()
    emit_blob(item, out)
    out.tail(item)
    size = out.leave(mark)
    rt.spell_varint(out, self.len_value, "value", size, 0, 1, 7, derive_uvarint, emit_uvarint)
    out.expect(lambda: self.len_value.value, size, self, 5)


def derive_blob(self: Blob, out: Output) -> None:
    """Find what follows from the rest of a ``blob``."""


def emit_blob(self: Blob, out: Output) -> None:
    """Write a ``blob``."""
    out.begin(self)
