# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Milvus binlog: bytes → objects.

Generated from specs/milvus/milvus_binlog.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Span, Strided, Struct

from .model import CurrentDescriptor, DataType, Descriptor, Event, EventBody, EventType, LegacyDescriptor, MilvusBinlog


def begin_milvus_binlog(io: Cursor) -> MilvusBinlog:
    """Read what precedes the ``events`` of a file."""
    self = MilvusBinlog._begin(io, None, "", None)
    at = self._at
    field = 0
    try:
        first = io.at
        self.magic = rt.check_contents(io, b"\xbc\xfa\xff\x00")
        at[0] = Span(first, io.at)
        field = 1
        first = io.at
        self.descriptor = read_descriptor(io, self, "descriptor", None)
        at[1] = Span(first, io.at)
        self.events = []
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    rt.read_deferred(io)
    return self


def events_of(io: Cursor, self: MilvusBinlog, index: int = 0) -> Iterator[Any]:
    """Read the records one by one, the first as number ``index``; each is complete and checked when it comes."""
    field = 2
    alike = io.first or rt.FirstRecord(lambda: None)
    try:
        while not io.eof:
            _index = index
            rt.begin_deferring(io)
            item = read_event(io, self, "events", index)
            rt.read_deferred(io)
            if io.checked:
                rt.check_record(alike, self, 2, lambda item: item.kind, index, item)
            yield item
            index += 1
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


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
        edges.append(io.at)
    return self


MARKS_OF_DESCRIPTOR: tuple[Any, ...] = (((0, 8), (1, 1)), 2, 3, 4, 5, 6)
NUMBERS_0_OF_DESCRIPTOR = rt.Numbers((0, "timestamp", "u8le"), (1, "type_code", "s1"))


def read_descriptor(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Descriptor:
    """Read a ``descriptor``."""
    marks: list[Any] = [MARKS_OF_DESCRIPTOR, io.at]
    self: Descriptor = rt.begin(Descriptor, io, parent, name, index, marks)
    field = 0
    try:
        (
            self.timestamp,
            self.type_code,
        ) = io.numbers(NUMBERS_0_OF_DESCRIPTOR, self)
        marks.append(io.at)
        self.type_code = rt.named(EventType, self.type_code)
        field = 1
        value = self.type_code
        if value != EventType.DESCRIPTOR:
            raise rt.invalid_value(self, 1, "one of descriptor", value)

        field = 2
        self.server_id_or_len = io.s4le()
        marks.append(io.at)

        field = 3
        if self.server_id_or_len == 1:
            self.len_legacy = io.s4le()
            marks.append(io.at)
            value = self.len_legacy
            if value not in (91, 99):
                raise rt.invalid_value(self, 3, "one of 91, 99", value)
        else:
            marks.append(None)
            self.len_legacy = None

        field = 4
        self.next_position = io.s4le()
        marks.append(io.at)

        field = 5
        if self.server_id_or_len == 1:
            inner = io.sub(rt.check_size(io, self.len_legacy - 21, self, 3))
            self.legacy = read_legacy_descriptor(inner, self, "legacy", None)
            rt.finish_structure(inner, self.legacy)
            marks.append(io.at)
        else:
            marks.append(None)
            self.legacy = None

        field = 6
        if self.server_id_or_len != 1:
            inner = io.sub(rt.check_size(io, self.server_id_or_len - 17, self, 2))
            self.current = read_current_descriptor(inner, self, "current", None)
            rt.finish_structure(inner, self.current)
            marks.append(io.at)
        else:
            marks.append(None)
            self.current = None

        rt.keep_stated_end(
            io,
            self,
            4,
            (
                5,
                6,
            ),
        )
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_LEGACY_DESCRIPTOR: tuple[Any, ...] = (
    ((0, 2), (1, 8), (2, 8), (3, 1), (4, 8), (5, 8), (6, 8)),
    7,
    ((8, 8), (9, 8), (10, 4)),
    11,
    12,
)
NUMBERS_0_OF_LEGACY_DESCRIPTOR = rt.Numbers(
    (0, "binlog_version", "s2le"),
    (1, "server_version", "s8le"),
    (2, "commit_id", "s8le"),
    (3, "len_header", "s1"),
    (4, "collection_id", "s8le"),
    (5, "partition_id", "s8le"),
    (6, "segment_id", "s8le"),
)
NUMBERS_8_OF_LEGACY_DESCRIPTOR = rt.Numbers(
    (8, "start_timestamp", "u8le"), (9, "end_timestamp", "u8le"), (10, "payload_data_type", "s4le")
)


def read_legacy_descriptor(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> LegacyDescriptor:
    """Read a ``legacy_descriptor``."""
    marks: list[Any] = [MARKS_OF_LEGACY_DESCRIPTOR, io.at]
    self: LegacyDescriptor = rt.begin(LegacyDescriptor, io, parent, name, index, marks)
    field = 0
    try:
        (
            self.binlog_version,
            self.server_version,
            self.commit_id,
            self.len_header,
            self.collection_id,
            self.partition_id,
            self.segment_id,
        ) = io.numbers(NUMBERS_0_OF_LEGACY_DESCRIPTOR, self)
        marks.append(io.at)

        field = 7
        if self._parent.len_legacy >= 99:
            self.field_id = io.s8le()
            marks.append(io.at)
        else:
            marks.append(None)
            self.field_id = None

        field = 8
        (
            self.start_timestamp,
            self.end_timestamp,
            self.payload_data_type,
        ) = io.numbers(NUMBERS_8_OF_LEGACY_DESCRIPTOR, self)
        marks.append(io.at)
        self.payload_data_type = rt.named(DataType, self.payload_data_type)
        field = 10
        value = self.payload_data_type
        if not isinstance(value, DataType):
            raise rt.invalid_value(
                self,
                10,
                "one of unset, none, bool, int8, int16, int32, int64, float, double, string, varchar, array, …",
                value,
            )

        field = 11
        self.len_descriptor = io.u1()
        marks.append(io.at)

        field = 12
        count = rt.check_count(io, 6, 8, None)
        start = io.at
        self.len_events = io.u1s(count)
        marks.append(Strided(start, io.at, 1, count))

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_CURRENT_DESCRIPTOR: tuple[Any, ...] = (((0, 8), (1, 8), (2, 8), (3, 8), (4, 8), (5, 8), (6, 4)), 7, 8, 9, 10)
NUMBERS_0_OF_CURRENT_DESCRIPTOR = rt.Numbers(
    (0, "collection_id", "s8le"),
    (1, "partition_id", "s8le"),
    (2, "segment_id", "s8le"),
    (3, "field_id", "s8le"),
    (4, "start_timestamp", "u8le"),
    (5, "end_timestamp", "u8le"),
    (6, "payload_data_type", "s4le"),
)


def read_current_descriptor(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> CurrentDescriptor:
    """Read a ``current_descriptor``."""
    marks: list[Any] = [MARKS_OF_CURRENT_DESCRIPTOR, io.at]
    self: CurrentDescriptor = rt.begin(CurrentDescriptor, io, parent, name, index, marks)
    field = 0
    try:
        (
            self.collection_id,
            self.partition_id,
            self.segment_id,
            self.field_id,
            self.start_timestamp,
            self.end_timestamp,
            self.payload_data_type,
        ) = io.numbers(NUMBERS_0_OF_CURRENT_DESCRIPTOR, self)
        marks.append(io.at)
        self.payload_data_type = rt.named(DataType, self.payload_data_type)
        field = 6
        value = self.payload_data_type
        if not isinstance(value, DataType):
            raise rt.invalid_value(
                self,
                6,
                "one of unset, none, bool, int8, int16, int32, int64, float, double, string, varchar, array, …",
                value,
            )

        field = 7
        self.len_descriptor = io.u1()
        marks.append(io.at)

        field = 8
        count = rt.check_count(io, 7, 8, None)
        start = io.at
        self.len_events = io.u1s(count)
        marks.append(Strided(start, io.at, 1, count))

        field = 9
        self.len_extras = io.s4le()
        marks.append(io.at)

        field = 10
        size = self.len_extras
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 9))
        self.extras = io.text(data, "UTF-8")
        marks.append(io.at)
        value = self.extras
        if not rt.is_json(value, {"nullable": "bool", "original_size": "str"}):
            raise rt.invalid_value(
                self, 10, "text of a JSON object, in which nullable is a bool, original_size is a str", value
            )

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    if io.checked:
        io.pending.append(lambda: check_current_descriptor(self))
    return self


def check_current_descriptor(self: CurrentDescriptor) -> None:
    """What must hold of the values of a ``current_descriptor``."""
    name = ""
    try:
        name = "unused"
        value = self.unused
        if value != 0:
            raise rt.invalid_instance(self, name, "0", rt.shown_value(value), lambda: (self._parent, 2))
    except rt.FAILURES as error:
        raise rt.invalid_calculation(error, self, name) from None


MARKS_OF_EVENT: tuple[Any, ...] = (((0, 8), (1, 1)), 2, ((3, 4), (4, 4)), 5)
NUMBERS_0_OF_EVENT = rt.Numbers((0, "timestamp", "u8le"), (1, "type_code", "s1"))
NUMBERS_3_OF_EVENT = rt.Numbers((3, "len_event", "s4le"), (4, "next_position", "s4le"))


def read_event(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Event:
    """Read a ``event``."""
    marks: list[Any] = [MARKS_OF_EVENT, io.at]
    self: Event = rt.begin(Event, io, parent, name, index, marks)
    field = 0
    try:
        (
            self.timestamp,
            self.type_code,
        ) = io.numbers(NUMBERS_0_OF_EVENT, self)
        marks.append(io.at)
        self.type_code = rt.named(EventType, self.type_code)
        field = 1
        value = self.type_code
        if not (self.may_stand_here):
            raise rt.invalid_value(self, 1, "a value for which may_stand_here", value)

        field = 2
        if self._top(MilvusBinlog).descriptor.is_legacy:
            self.server_id = io.s4le()
            marks.append(io.at)
        else:
            marks.append(None)
            self.server_id = None

        field = 3
        (
            self.len_event,
            self.next_position,
        ) = io.numbers(NUMBERS_3_OF_EVENT, self)
        marks.append(io.at)

        field = 5
        inner = io.sub(
            rt.check_size(io, self.len_event - (21 if self._top(MilvusBinlog).descriptor.is_legacy else 17), self, 3)
        )
        self.body = read_event_body(inner, self, "body", None)
        rt.finish_structure(inner, self.body)
        marks.append(io.at)

        rt.keep_stated_end(io, self, 4, (5,), -1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
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
        io.sub(
            rt.check_size(io, self.len_event - (21 if self._top(MilvusBinlog).descriptor.is_legacy else 17), self, 3)
        )
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


MARKS_OF_EVENT_BODY: tuple[Any, ...] = (((0, 8), (1, 8)), 2)
NUMBERS_0_OF_EVENT_BODY = rt.Numbers((0, "start_timestamp", "u8le"), (1, "end_timestamp", "u8le"))


def read_event_body(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> EventBody:
    """Read a ``event_body``."""
    marks: list[Any] = [MARKS_OF_EVENT_BODY, io.at]
    self: EventBody = rt.begin(EventBody, io, parent, name, index, marks)
    field = 0
    try:
        (
            self.start_timestamp,
            self.end_timestamp,
        ) = io.numbers(NUMBERS_0_OF_EVENT_BODY, self)
        marks.append(io.at)

        field = 2
        data = io.take_table()
        self.payload = data
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self
