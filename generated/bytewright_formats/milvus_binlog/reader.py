# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Milvus binlog: bytes → objects.

Generated from specs/milvus/milvus_binlog.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Run, Span, Struct

from .model import CurrentDescriptor, DataType, Descriptor, Event, EventBody, EventType, LegacyDescriptor, MilvusBinlog


def begin_milvus_binlog(io: Cursor) -> MilvusBinlog:
    """Read what precedes the ``events`` of a file."""
    self = MilvusBinlog._begin(io, None, "", None)
    at = self._at
    field = 0
    try:
        first = io.at
        self.magic = rt.contents(io, b"\xbc\xfa\xff\x00")
        at[0] = Span(first, io.at)
        field = 1
        first = io.at
        self.descriptor = read_descriptor(io, self, "descriptor", None)
        at[1] = Span(first, io.at)
        self.events = []
    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    rt.settle(io)
    return self


def events_of(io: Cursor, self: MilvusBinlog, index: int = 0) -> Iterator[Any]:
    """Read the records one by one, the first as number ``index``; each is complete and checked when it comes."""
    field = 2
    try:
        while not io.eof:
            _index = index
            before = io.at
            rt.unsettle(io)
            item = read_event(io, self, "events", index)
            rt.settle(io)
            yield item
            index += 1
            rt.moved(io, before, index)
    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None


def read_milvus_binlog(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> MilvusBinlog:
    """Read a whole ``milvus_binlog``."""
    self = begin_milvus_binlog(io)
    self._parent, self._field, self._index = parent, name, index
    items = self.events
    edges = [io.at]
    self._at[2] = Edges(edges)
    for item in events_of(io, self):
        items.append(item)
        rt.turn(io, edges)
    return self


def read_descriptor(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Descriptor:
    """Read a ``descriptor``."""
    self = Descriptor._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.timestamp = io.u8le()
        at[0] = Span(first, io.at)

        field = 1
        first = io.at
        self.type_code = rt.named(EventType, io.s1())
        at[1] = Span(first, io.at)

        field = 2
        first = io.at
        self.server_id_or_len = io.s4le()
        at[2] = Span(first, io.at)

        field = 3
        if self.server_id_or_len == 1:
            first = io.at
            self.len_legacy = io.s4le()
            at[3] = Span(first, io.at)
            value = self.len_legacy
            if value not in (
                91,
                99,
            ):
                raise rt.invalid(self, 3, "one of 91, 99", value)

        field = 4
        first = io.at
        self.next_position = io.s4le()
        at[4] = Span(first, io.at)

        field = 5
        if self.server_id_or_len == 1:
            first = io.at
            inner = io.sub(rt.bounded(io, self.len_legacy - 21, self, 3))
            self.legacy = read_legacy_descriptor(inner, self, "legacy", None)
            rt.finish(inner, self.legacy)
            at[5] = Span(first, io.at)

        field = 6
        if self.server_id_or_len != 1:
            first = io.at
            inner = io.sub(rt.bounded(io, self.server_id_or_len - 17, self, 2))
            self.current = read_current_descriptor(inner, self, "current", None)
            rt.finish(inner, self.current)
            at[6] = Span(first, io.at)

        rt.ending(
            io,
            self,
            4,
            (
                5,
                6,
            ),
        )
    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_legacy_descriptor(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> LegacyDescriptor:
    """Read a ``legacy_descriptor``."""
    self = LegacyDescriptor._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.binlog_version = io.s2le()
        at[0] = Span(first, io.at)

        field = 1
        first = io.at
        self.server_version = io.s8le()
        at[1] = Span(first, io.at)

        field = 2
        first = io.at
        self.commit_id = io.s8le()
        at[2] = Span(first, io.at)

        field = 3
        first = io.at
        self.len_header = io.s1()
        at[3] = Span(first, io.at)

        field = 4
        first = io.at
        self.collection_id = io.s8le()
        at[4] = Span(first, io.at)

        field = 5
        first = io.at
        self.partition_id = io.s8le()
        at[5] = Span(first, io.at)

        field = 6
        first = io.at
        self.segment_id = io.s8le()
        at[6] = Span(first, io.at)

        field = 7
        if self._parent.len_legacy >= 99:
            first = io.at
            self.field_id = io.s8le()
            at[7] = Span(first, io.at)

        field = 8
        first = io.at
        self.start_timestamp = io.u8le()
        at[8] = Span(first, io.at)

        field = 9
        first = io.at
        self.end_timestamp = io.u8le()
        at[9] = Span(first, io.at)

        field = 10
        first = io.at
        self.payload_data_type = rt.named(DataType, io.s4le())
        at[10] = Span(first, io.at)
        value = self.payload_data_type
        if not isinstance(value, DataType):
            raise rt.invalid(
                self,
                10,
                "one of unset, none, bool, int8, int16, int32, int64, float, double, string, varchar, array, …",
                value,
            )

        field = 11
        first = io.at
        self.len_descriptor = io.u1()
        at[11] = Span(first, io.at)

        field = 12
        count = rt.counted(io, 6, 8, None)
        start = io.at
        self.len_events = io.u1s(count)
        at[12] = Run(start, io.at, 1, count)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_current_descriptor(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> CurrentDescriptor:
    """Read a ``current_descriptor``."""
    self = CurrentDescriptor._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.collection_id = io.s8le()
        at[0] = Span(first, io.at)

        field = 1
        first = io.at
        self.partition_id = io.s8le()
        at[1] = Span(first, io.at)

        field = 2
        first = io.at
        self.segment_id = io.s8le()
        at[2] = Span(first, io.at)

        field = 3
        first = io.at
        self.field_id = io.s8le()
        at[3] = Span(first, io.at)

        field = 4
        first = io.at
        self.start_timestamp = io.u8le()
        at[4] = Span(first, io.at)

        field = 5
        first = io.at
        self.end_timestamp = io.u8le()
        at[5] = Span(first, io.at)

        field = 6
        first = io.at
        self.payload_data_type = rt.named(DataType, io.s4le())
        at[6] = Span(first, io.at)
        value = self.payload_data_type
        if not isinstance(value, DataType):
            raise rt.invalid(
                self,
                6,
                "one of unset, none, bool, int8, int16, int32, int64, float, double, string, varchar, array, …",
                value,
            )

        field = 7
        first = io.at
        self.len_descriptor = io.u1()
        at[7] = Span(first, io.at)

        field = 8
        count = rt.counted(io, 7, 8, None)
        start = io.at
        self.len_events = io.u1s(count)
        at[8] = Run(start, io.at, 1, count)

        field = 9
        first = io.at
        self.len_extras = io.s4le()
        at[9] = Span(first, io.at)

        field = 10
        first = io.at
        start = io.at
        data = io.take(rt.bounded(io, self.len_extras, self, 9))
        self.extras = io.text(data, "UTF-8", start)
        at[10] = Span(first, io.at)
        value = self.extras
        if not rt.is_json(value, {"nullable": "bool", "original_size": "str"}):
            raise rt.invalid(
                self, 10, "text of a JSON object, in which nullable is a bool, original_size is a str", value
            )

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    io.pending.append(lambda: check_current_descriptor(self))
    return self


def check_current_descriptor(self: CurrentDescriptor) -> None:
    """What must hold of the values of a ``current_descriptor``."""
    name = ""
    try:
        name = "unused"
        value = self.unused
        if value != 0:
            raise rt.unheld(self, name, "0", rt.described(value), lambda: (self._parent, 2))
    except rt.FAILURES as error:
        raise rt.uncalculated(error, self, name) from None


def read_event(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Event:
    """Read a ``event``."""
    self = Event._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.timestamp = io.u8le()
        at[0] = Span(first, io.at)

        field = 1
        first = io.at
        self.type_code = rt.named(EventType, io.s1())
        at[1] = Span(first, io.at)
        value = self.type_code
        if value not in (
            EventType.INSERT,
            EventType.DELETE,
            EventType.CREATE_COLLECTION,
            EventType.DROP_COLLECTION,
            EventType.CREATE_PARTITION,
            EventType.DROP_PARTITION,
            EventType.INDEX_FILE,
        ):
            raise rt.invalid(
                self,
                1,
                "one of insert, delete, create_collection, drop_collection, create_partition, drop_partition, index_file",
                value,
            )

        field = 2
        if self._top(MilvusBinlog).descriptor.is_legacy:
            first = io.at
            self.server_id = io.s4le()
            at[2] = Span(first, io.at)

        field = 3
        first = io.at
        self.len_event = io.s4le()
        at[3] = Span(first, io.at)

        field = 4
        first = io.at
        self.next_position = io.s4le()
        at[4] = Span(first, io.at)

        field = 5
        first = io.at
        inner = io.sub(
            rt.bounded(io, self.len_event - (21 if self._top(MilvusBinlog).descriptor.is_legacy else 17), self, 3)
        )
        self.body = read_event_body(inner, self, "body", None)
        rt.finish(inner, self.body)
        at[5] = Span(first, io.at)

        rt.ending(io, self, 4, (5,), -1)
    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def pass_event(io: Cursor, parent: Struct | None, name: str, index: int | None) -> None:
    """Pass over a ``event`` by what it says of its length, whatever else it holds."""
    self = Event._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.timestamp = io.u8le()
        at[0] = Span(first, io.at)
        field = 1
        first = io.at
        self.type_code = rt.named(EventType, io.s1())
        at[1] = Span(first, io.at)
        field = 2
        if self._top(MilvusBinlog).descriptor.is_legacy:
            first = io.at
            self.server_id = io.s4le()
            at[2] = Span(first, io.at)
        field = 3
        first = io.at
        self.len_event = io.s4le()
        at[3] = Span(first, io.at)
        field = 4
        first = io.at
        self.next_position = io.s4le()
        at[4] = Span(first, io.at)
        field = 5
        io.sub(rt.bounded(io, self.len_event - (21 if self._top(MilvusBinlog).descriptor.is_legacy else 17), self, 3))
    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None


def read_event_body(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> EventBody:
    """Read a ``event_body``."""
    self = EventBody._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.start_timestamp = io.u8le()
        at[0] = Span(first, io.at)

        field = 1
        first = io.at
        self.end_timestamp = io.u8le()
        at[1] = Span(first, io.at)

        field = 2
        first = io.at
        data = io.take_table()
        self.payload = data
        at[2] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self
