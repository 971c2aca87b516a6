# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""ESDB with spaces: objects → bytes.

``derive_…`` finds what follows from what a user sets; ``emit_…`` writes. Sizes and places are known only while that happens.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import writer as rt
from bytewright.generated_api.writer import Here, Output

from ..sstable.writer import derive_sstable, emit_sstable
from ..uvarint.model import Uvarint
from ..uvarint.writer import derive_uvarint, emit_uvarint
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
from .reader import (
    read_group_of_section,
    read_index_of_esdb_spaces,
    read_index_of_space,
    read_len_index_of_esdb_spaces,
    read_len_index_of_space,
    read_location_of_section,
    read_location_of_space_ref,
    read_pages_of_esdb_spaces,
    read_pages_of_space_of_space,
    read_references_of_section,
    read_sections_of_section_page,
    read_space_of_space_ref,
    read_spaces_of_space_page,
)


def derive_esdb_spaces(self: EsdbSpaces, out: Output) -> None:
    """Find what follows from the rest of a ``esdb_spaces``."""
    if rt.removed(self, 2) and rt.given(self, "index"):
        rt.reserve_value(self, 2, out)
    if rt.given(self, "pages"):
        for _index, item in enumerate(self.pages):
            item.i = _index
            derive_space_page(item, out)
    if rt.given(self, "index") and not rt.make_deferred(self, 1, out, derive_sstable, emit_sstable):
        derive_sstable(self.index, out)
    if rt.given(self, "len_index"):
        rt.reserve_value(self, 2, out)


def emit_esdb_spaces(self: EsdbSpaces, out: Output) -> None:
    """Write a ``esdb_spaces``."""
    out.begin(self)
    out.ask(self, 1)
    if rt.given(self, "pages"):
        out.place(self, 0, emit_pages_of_esdb_spaces, read_pages_of_esdb_spaces, lambda: 0)
    if rt.given(self, "index"):
        out.place(
            self, 1, emit_index_of_esdb_spaces, read_index_of_esdb_spaces, lambda: self._io.size - 8 - self.len_index
        )
    if rt.given(self, "len_index"):
        out.place(self, 2, emit_len_index_of_esdb_spaces, read_len_index_of_esdb_spaces, lambda: self._io.size - 8)


def emit_pages_of_esdb_spaces(self: EsdbSpaces, out: Output) -> None:
    """Write the ``pages`` of a ``esdb_spaces``, which lies at a place of its own."""
    values = rt.check_list(self, 0, len(self.index.pages))
    for _index, item in enumerate(values):
        item.i = _index
        emit_space_page(item, out)


def emit_index_of_esdb_spaces(self: EsdbSpaces, out: Output) -> None:
    """Write the ``index`` of a ``esdb_spaces``, which lies at a place of its own."""
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


def emit_len_index_of_esdb_spaces(self: EsdbSpaces, out: Output) -> None:
    """Write the ``len_index`` of a ``esdb_spaces``, which lies at a place of its own."""
    out.must(lambda value, _index: value < 48, self, 2, "at least 48")
    out.must(
        lambda value, _index: value > (47 if self.is_log else out.size - 8),
        self,
        2,
        "at most " + rt.shown_value(47 if self.is_log else out.size - 8),
    )
    out.later("s8le", self, 2)


def derive_space_page(self: SpacePage, out: Output) -> None:
    """Find what follows from the rest of a ``space_page``."""
    if rt.given(self, "spaces"):
        for _index, item in enumerate(self.spaces):
            item.entry = self.entries[_index]
            derive_space_ref(item, out)


def emit_space_page(self: SpacePage, out: Output) -> None:
    """Write a ``space_page``."""
    out.begin(self)
    if rt.given(self, "spaces"):
        out.place(self, 0, emit_spaces_of_space_page, read_spaces_of_space_page, lambda: 0)


def emit_spaces_of_space_page(self: SpacePage, out: Output) -> None:
    """Write the ``spaces`` of a ``space_page``, which lies at a place of its own."""
    values = rt.check_list(self, 0, len(self.entries))
    for _index, item in enumerate(values):
        item.entry = self.entries[_index]
        emit_space_ref(item, out)


def derive_space_ref(self: SpaceRef, out: Output) -> None:
    """Find what follows from the rest of a ``space_ref``."""
    if rt.given(self, "location"):
        item = self.location
        derive_location(item, out)
    if rt.given(self, "space") and not rt.make_deferred(self, 1, out, derive_space, emit_space):
        derive_space(self.space, out)


def emit_space_ref(self: SpaceRef, out: Output) -> None:
    """Write a ``space_ref``."""
    out.begin(self)
    out.ask(self, 0)
    if rt.given(self, "location"):
        out.place(
            self,
            0,
            emit_location_of_space_ref,
            read_location_of_space_ref,
            lambda: 0,
            stream=lambda: out.stream_of(self.entry.value),
        )
    if rt.given(self, "space"):
        out.place(
            self,
            1,
            emit_space_of_space_ref,
            read_space_of_space_ref,
            lambda: self.location.offset,
            stream=lambda: self._top(EsdbSpaces)._io,
            decides=(self.location, 0, None),
            solve=lambda size: out.solve(self.location, 0, size),
        )


def emit_location_of_space_ref(self: SpaceRef, out: Output) -> None:
    """Write the ``location`` of a ``space_ref``, which lies at a place of its own."""
    rt.check_present(self, 0)
    item = self.location
    emit_location(item, out)


def emit_space_of_space_ref(self: SpaceRef, out: Output) -> None:
    """Write the ``space`` of a ``space_ref``, which lies at a place of its own."""
    rt.check_present(self, 1)
    item = self.space
    mark = out.enter()
    if not out.recall(item, own=True):
        emit_space(item, out)
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


def derive_space(self: Space, out: Output) -> None:
    """Find what follows from the rest of a ``space``."""
    rt.derive_constant(self, 0, out, b"*")
    if rt.removed(self, 3) and rt.given(self, "index"):
        rt.reserve_value(self, 3, out)
    if rt.given(self, "pages_of_space"):
        for _index, item in enumerate(self.pages_of_space):
            item.i = _index
            derive_section_page(item, out)
    if rt.given(self, "index") and not rt.make_deferred(self, 2, out, derive_sstable, emit_sstable):
        derive_sstable(self.index, out)
    if rt.given(self, "len_index"):
        rt.reserve_value(self, 3, out)


def emit_space(self: Space, out: Output) -> None:
    """Write a ``space``."""
    out.begin(self)
    out.ask(self, 2)
    out.raw(self.magic, self, 0)

    if rt.given(self, "pages_of_space"):
        out.place(self, 1, emit_pages_of_space_of_space, read_pages_of_space_of_space, lambda: 0)
    if rt.given(self, "index"):
        out.place(self, 2, emit_index_of_space, read_index_of_space, lambda: self._io.size - 8 - self.len_index)
    if rt.given(self, "len_index"):
        out.place(self, 3, emit_len_index_of_space, read_len_index_of_space, lambda: self._io.size - 8)


def emit_pages_of_space_of_space(self: Space, out: Output) -> None:
    """Write the ``pages_of_space`` of a ``space``, which lies at a place of its own."""
    values = rt.check_list(self, 1, len(self.index.pages))
    for _index, item in enumerate(values):
        item.i = _index
        emit_section_page(item, out)


def emit_index_of_space(self: Space, out: Output) -> None:
    """Write the ``index`` of a ``space``, which lies at a place of its own."""
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


def emit_len_index_of_space(self: Space, out: Output) -> None:
    """Write the ``len_index`` of a ``space``, which lies at a place of its own."""
    out.must(lambda value, _index: value < 48, self, 3, "at least 48")
    out.must(lambda value, _index: value > (out.size - 8), self, 3, "at most " + rt.shown_value(out.size - 8))
    out.later("s8le", self, 3)


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
    if rt.given(self, "location"):
        item = self.location
        derive_section_location(item, out)
    if rt.given(self, "group") and not rt.make_deferred(self, 1, out, derive_group, emit_group):
        derive_group(self.group, out)
    if rt.given(self, "references") and not rt.make_deferred(self, 2, out, derive_references, emit_references):
        derive_references(self.references, out)


def emit_section(self: Section, out: Output) -> None:
    """Write a ``section``."""
    out.begin(self)
    out.ask(self, 0)
    if rt.given(self, "location"):
        out.place(
            self,
            0,
            emit_location_of_section,
            read_location_of_section,
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
                lambda: self.location.offset.value,
                stream=lambda: self._parent._parent._io,
                decides=(self.location.offset, 0, None),
                solve=lambda size: rt.spell_varint(
                    out, self.location.offset, "value", size, 0, 1, 7, derive_uvarint, emit_uvarint
                ),
            )
        else:
            rt.check_absent(self, 1)
    if rt.given(self, "references"):
        if not self.is_group:
            out.place(
                self,
                2,
                emit_references_of_section,
                read_references_of_section,
                lambda: self.location.offset.value,
                stream=lambda: self._parent._parent._io,
                decides=(self.location.offset, 0, None),
                solve=lambda size: rt.spell_varint(
                    out, self.location.offset, "value", size, 0, 1, 7, derive_uvarint, emit_uvarint
                ),
            )
        else:
            rt.check_absent(self, 2)


def emit_location_of_section(self: Section, out: Output) -> None:
    """Write the ``location`` of a ``section``, which lies at a place of its own."""
    rt.check_present(self, 0)
    item = self.location
    if not out.recall(item, own=False):
        emit_section_location(item, out)
        out.remember()


def emit_group_of_section(self: Section, out: Output) -> None:
    """Write the ``group`` of a ``section``, which lies at a place of its own."""
    rt.check_present(self, 1)
    item = self.group
    out.apart()
    if not out.recall(item, own=True):
        emit_group(item, out)
        out.tail(item)
        out.remember()
    data = rt.encode(out, self, 1, None, out.joined(), rt.Process("bytewright.codecs.snappy_chunks", 4096))
    mark = out.mark()
    out.raw(data, self, 1, None)
    size = out.since(mark)
    rt.spell_varint(out, self.location.len, "value", size, 0, 1, 7, derive_uvarint, emit_uvarint)
    out.expect(lambda: self.location.len.value, size, self, 1)


def emit_references_of_section(self: Section, out: Output) -> None:
    """Write the ``references`` of a ``section``, which lies at a place of its own."""
    rt.check_present(self, 2)
    item = self.references
    out.apart()
    if not out.recall(item, own=True):
        emit_references(item, out)
        out.tail(item)
        out.remember()
    data = rt.encode(out, self, 2, None, out.joined(), rt.Process("bytewright.codecs.snappy_chunks", 4096))
    mark = out.mark()
    out.raw(data, self, 2, None)
    size = out.since(mark)
    rt.spell_varint(out, self.location.len, "value", size, 0, 1, 7, derive_uvarint, emit_uvarint)
    out.expect(lambda: self.location.len.value, size, self, 2)


def derive_section_location(self: SectionLocation, out: Output) -> None:
    """Find what follows from the rest of a ``section_location``."""
    rt.begin_varint(self, 0, out, Uvarint, 0, 1)
    if self.offset is not None:
        item = self.offset
        derive_uvarint(item, out)
    rt.begin_varint(self, 1, out, Uvarint, 0, 1)
    if self.len is not None:
        item = self.len
        derive_uvarint(item, out)


def emit_section_location(self: SectionLocation, out: Output) -> None:
    """Write a ``section_location``."""
    out.begin(self)
    item = self.offset
    emit_uvarint(item, out)
    out.guess(self, 0)

    item = self.len
    emit_uvarint(item, out)
    out.guess(self, 1)


def derive_group(self: Group, out: Output) -> None:
    """Find what follows from the rest of a ``group``."""
    if self.events is not None:
        for _index, item in enumerate(self.events):
            derive_event(item, out)
    rt.derive_constant(self, 1, out, b"\x00")


def emit_group(self: Group, out: Output) -> None:
    """Write a ``group``."""
    out.begin(self)
    if not out.lay_elements(self, 0, until=lambda here: here.size - here.pos <= 1):
        values = rt.check_list(self, 0)
        ends: list[Here] = []
        for _index, item in enumerate(values):
            emit_event(item, out)
            ends.append(out.here())

        out.assure(
            lambda values=values, ends=ends: rt.check_list_end(
                self,
                0,
                [here.size - here.pos <= 1 for _index, (item, here) in enumerate(zip(values, ends, strict=True))],
            )
        )

    out.raw(self.terminator, self, 1)


def derive_event(self: Event, out: Output) -> None:
    """Find what follows from the rest of a ``event``."""
    rt.begin_varint(self, 0, out, Uvarint, 0, 1)
    if self.len_data is not None:
        item = self.len_data
        derive_uvarint(item, out)


def emit_event(self: Event, out: Output) -> None:
    """Write a ``event``."""
    out.begin(self)
    out.locate(self)
    item = self.len_data
    emit_uvarint(item, out)
    out.guess(self, 0)

    rt.check_present(self, 1)
    out.number("u4le", self.timestamp, self, 1)

    rt.check_present(self, 2)
    mark = out.mark()
    out.raw(self.data, self, 2, None)
    size = out.since(mark)
    rt.spell_varint(out, self.len_data, "value", size, 0, 1, 7, derive_uvarint, emit_uvarint)
    out.expect(lambda: self.len_data.value, size, self, 2)


def derive_references(self: References, out: Output) -> None:
    """Find what follows from the rest of a ``references``."""
    if self.entries is not None:
        for _index, item in enumerate(self.entries):
            derive_reference(item, out)
    rt.derive_constant(self, 1, out, b"\x00")


def emit_references(self: References, out: Output) -> None:
    """Write a ``references``."""
    out.begin(self)
    if not out.lay_elements(self, 0, until=lambda here: here.size - here.pos <= 1):
        values = rt.check_list(self, 0)
        ends: list[Here] = []
        for _index, item in enumerate(values):
            emit_reference(item, out)
            ends.append(out.here())

        out.assure(
            lambda values=values, ends=ends: rt.check_list_end(
                self,
                0,
                [here.size - here.pos <= 1 for _index, (item, here) in enumerate(zip(values, ends, strict=True))],
            )
        )

    out.raw(self.terminator, self, 1)


def derive_reference(self: Reference, out: Output) -> None:
    """Find what follows from the rest of a ``reference``."""
    if self.position is None:
        self.position = 0
    if self.offset is None:
        self.offset = 0


def emit_reference(self: Reference, out: Output) -> None:
    """Write a ``reference``."""
    out.begin(self)
    if rt.given(self, "found"):
        out.refer(self.found.event, self, 0, within=(self, 1))
    rt.check_present(self, 0)
    out.number("s8le", self.position, self, 0)

    rt.check_present(self, 1)
    out.number("u2le", self.offset, self, 1)


def derive_event_at(self: EventAt, out: Output) -> None:
    """Find what follows from the rest of a ``event_at``."""
    if self.event is not None:
        item = self.event
        derive_event(item, out)


def emit_event_at(self: EventAt, out: Output) -> None:
    """Write a ``event_at``."""
    out.begin(self)
    out.locate(self)
    size = self.offset
    out.zeros(size, self, 0)
    out.expect(lambda: self.offset, size, self, 0)

    rt.check_present(self, 1)
    item = self.event
    emit_event(item, out)
