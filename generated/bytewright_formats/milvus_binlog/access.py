# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Milvus binlog: bytes → objects of which each field is read when it is first asked for.

Generated from specs/milvus/milvus_binlog.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Span, Strided, Struct

from .model import DataType, Descriptor, Event, EventBody, EventType, LegacyDescriptor, MilvusBinlog
from .reader import read_current_descriptor as view_current_descriptor


def view_milvus_binlog(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> MilvusBinlog:
    """Leave the fields of a ``milvus_binlog`` to whoever asks for them."""
    self = MilvusBinlog._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_MILVUS_BINLOG)
    return self


def read_magic_of_milvus_binlog(io: Cursor, self: MilvusBinlog) -> None:
    """Read the ``magic`` of a ``milvus_binlog``."""
    at = self._at
    field = 0
    try:
        self.magic = None
        first = io.at
        self.magic = rt.check_contents(io, b"\xbc\xfa\xff\x00")
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_descriptor_of_milvus_binlog(io: Cursor, self: MilvusBinlog) -> None:
    """Read the ``descriptor`` of a ``milvus_binlog``."""
    at = self._at
    field = 1
    try:
        self.descriptor = None
        first = io.at
        self.descriptor = view_descriptor(io, self, "descriptor", None)
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_events_of_milvus_binlog(io: Cursor, self: MilvusBinlog) -> None:
    """Read the ``events`` of a ``milvus_binlog``."""
    at = self._at
    field = 2
    try:
        self.events = None
        items = self.events = []
        edges = [io.at]
        at[2] = Edges(edges)
        while not io.eof:
            _index = len(items)
            item = rt.behind(view_event)(io, self, "events", _index)
            items.append(item)
            edges.append(io.at)
        if io.checked:
            rt.check_same(self, 2, lambda item: item.kind)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_MILVUS_BINLOG: tuple[rt.Part, ...] = (
    rt.Part(0, "magic", read_magic_of_milvus_binlog, size=4),
    rt.Part(1, "descriptor", read_descriptor_of_milvus_binlog, inline=True),
    rt.Part(2, "events", read_events_of_milvus_binlog),
)


def view_descriptor(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Descriptor:
    """Leave the fields of a ``descriptor`` to whoever asks for them."""
    self = Descriptor._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_DESCRIPTOR)
    return self


def read_timestamp_of_descriptor(io: Cursor, self: Descriptor) -> None:
    """Read the ``timestamp`` of a ``descriptor``."""
    at = self._at
    field = 0
    try:
        self.timestamp = None
        first = io.at
        self.timestamp = io.u8le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_type_code_of_descriptor(io: Cursor, self: Descriptor) -> None:
    """Read the ``type_code`` of a ``descriptor``."""
    at = self._at
    field = 1
    try:
        self.type_code = None
        first = io.at
        self.type_code = rt.named(EventType, io.s1())
        at[1] = Span(first, io.at)
        value = self.type_code
        if value != EventType.DESCRIPTOR:
            raise rt.invalid_value(self, 1, "one of descriptor", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_server_id_or_len_of_descriptor(io: Cursor, self: Descriptor) -> None:
    """Read the ``server_id_or_len`` of a ``descriptor``."""
    at = self._at
    field = 2
    try:
        self.server_id_or_len = None
        first = io.at
        self.server_id_or_len = io.s4le()
        at[2] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_len_legacy_of_descriptor(io: Cursor, self: Descriptor) -> None:
    """Read the ``len_legacy`` of a ``descriptor``."""
    at = self._at
    field = 3
    try:
        self.len_legacy = None
        if self.server_id_or_len == 1:
            first = io.at
            self.len_legacy = io.s4le()
            at[3] = Span(first, io.at)
            value = self.len_legacy
            if value not in (91, 99):
                raise rt.invalid_value(self, 3, "one of 91, 99", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_next_position_of_descriptor(io: Cursor, self: Descriptor) -> None:
    """Read the ``next_position`` of a ``descriptor``."""
    at = self._at
    field = 4
    try:
        self.next_position = None
        first = io.at
        self.next_position = io.s4le()
        at[4] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_legacy_of_descriptor(io: Cursor, self: Descriptor) -> None:
    """Read the ``legacy`` of a ``descriptor``."""
    at = self._at
    field = 5
    try:
        self.legacy = None
        if self.server_id_or_len == 1:
            first = io.at
            inner = io.sub(rt.check_size(io, self.len_legacy - 21, self, 3))
            self.legacy = view_legacy_descriptor(inner, self, "legacy", None)
            at[5] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_legacy_of_descriptor(io: Cursor, self: Descriptor) -> bool:
    """Pass over the ``legacy`` of a ``descriptor``, if it is there."""
    try:
        if self.server_id_or_len == 1:
            rt.pass_over(io, rt.check_size(io, self.len_legacy - 21, self, 3))
            return True
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 5) from None
    return False


def read_current_of_descriptor(io: Cursor, self: Descriptor) -> None:
    """Read the ``current`` of a ``descriptor``."""
    at = self._at
    field = 6
    try:
        self.current = None
        if self.server_id_or_len != 1:
            first = io.at
            inner = io.sub(rt.check_size(io, self.server_id_or_len - 17, self, 2))
            self.current = view_current_descriptor(inner, self, "current", None)
            at[6] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_current_of_descriptor(io: Cursor, self: Descriptor) -> bool:
    """Pass over the ``current`` of a ``descriptor``, if it is there."""
    try:
        if self.server_id_or_len != 1:
            rt.pass_over(io, rt.check_size(io, self.server_id_or_len - 17, self, 2))
            return True
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 6) from None
    return False


PARTS_OF_DESCRIPTOR: tuple[rt.Part, ...] = (
    rt.Part(0, "timestamp", read_timestamp_of_descriptor, size=8),
    rt.Part(1, "type_code", read_type_code_of_descriptor, size=1),
    rt.Part(2, "server_id_or_len", read_server_id_or_len_of_descriptor, size=4),
    rt.Part(3, "len_legacy", read_len_legacy_of_descriptor),
    rt.Part(4, "next_position", read_next_position_of_descriptor, size=4),
    rt.Part(5, "legacy", read_legacy_of_descriptor, pass_over=pass_legacy_of_descriptor),
    rt.Part(6, "current", read_current_of_descriptor, pass_over=pass_current_of_descriptor),
)


def view_legacy_descriptor(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> LegacyDescriptor:
    """Leave the fields of a ``legacy_descriptor`` to whoever asks for them."""
    self = LegacyDescriptor._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_LEGACY_DESCRIPTOR)
    return self


def read_binlog_version_of_legacy_descriptor(io: Cursor, self: LegacyDescriptor) -> None:
    """Read the ``binlog_version`` of a ``legacy_descriptor``."""
    at = self._at
    field = 0
    try:
        self.binlog_version = None
        first = io.at
        self.binlog_version = io.s2le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_server_version_of_legacy_descriptor(io: Cursor, self: LegacyDescriptor) -> None:
    """Read the ``server_version`` of a ``legacy_descriptor``."""
    at = self._at
    field = 1
    try:
        self.server_version = None
        first = io.at
        self.server_version = io.s8le()
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_commit_id_of_legacy_descriptor(io: Cursor, self: LegacyDescriptor) -> None:
    """Read the ``commit_id`` of a ``legacy_descriptor``."""
    at = self._at
    field = 2
    try:
        self.commit_id = None
        first = io.at
        self.commit_id = io.s8le()
        at[2] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_len_header_of_legacy_descriptor(io: Cursor, self: LegacyDescriptor) -> None:
    """Read the ``len_header`` of a ``legacy_descriptor``."""
    at = self._at
    field = 3
    try:
        self.len_header = None
        first = io.at
        self.len_header = io.s1()
        at[3] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_collection_id_of_legacy_descriptor(io: Cursor, self: LegacyDescriptor) -> None:
    """Read the ``collection_id`` of a ``legacy_descriptor``."""
    at = self._at
    field = 4
    try:
        self.collection_id = None
        first = io.at
        self.collection_id = io.s8le()
        at[4] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_partition_id_of_legacy_descriptor(io: Cursor, self: LegacyDescriptor) -> None:
    """Read the ``partition_id`` of a ``legacy_descriptor``."""
    at = self._at
    field = 5
    try:
        self.partition_id = None
        first = io.at
        self.partition_id = io.s8le()
        at[5] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_segment_id_of_legacy_descriptor(io: Cursor, self: LegacyDescriptor) -> None:
    """Read the ``segment_id`` of a ``legacy_descriptor``."""
    at = self._at
    field = 6
    try:
        self.segment_id = None
        first = io.at
        self.segment_id = io.s8le()
        at[6] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_field_id_of_legacy_descriptor(io: Cursor, self: LegacyDescriptor) -> None:
    """Read the ``field_id`` of a ``legacy_descriptor``."""
    at = self._at
    field = 7
    try:
        self.field_id = None
        if self._parent.len_legacy >= 99:
            first = io.at
            self.field_id = io.s8le()
            at[7] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_start_timestamp_of_legacy_descriptor(io: Cursor, self: LegacyDescriptor) -> None:
    """Read the ``start_timestamp`` of a ``legacy_descriptor``."""
    at = self._at
    field = 8
    try:
        self.start_timestamp = None
        first = io.at
        self.start_timestamp = io.u8le()
        at[8] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_end_timestamp_of_legacy_descriptor(io: Cursor, self: LegacyDescriptor) -> None:
    """Read the ``end_timestamp`` of a ``legacy_descriptor``."""
    at = self._at
    field = 9
    try:
        self.end_timestamp = None
        first = io.at
        self.end_timestamp = io.u8le()
        at[9] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_payload_data_type_of_legacy_descriptor(io: Cursor, self: LegacyDescriptor) -> None:
    """Read the ``payload_data_type`` of a ``legacy_descriptor``."""
    at = self._at
    field = 10
    try:
        self.payload_data_type = None
        first = io.at
        self.payload_data_type = rt.named(DataType, io.s4le())
        at[10] = Span(first, io.at)
        value = self.payload_data_type
        if not isinstance(value, DataType):
            raise rt.invalid_value(
                self,
                10,
                "one of unset, none, bool, int8, int16, int32, int64, float, double, string, varchar, array, …",
                value,
            )
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_len_descriptor_of_legacy_descriptor(io: Cursor, self: LegacyDescriptor) -> None:
    """Read the ``len_descriptor`` of a ``legacy_descriptor``."""
    at = self._at
    field = 11
    try:
        self.len_descriptor = None
        first = io.at
        self.len_descriptor = io.u1()
        at[11] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_len_events_of_legacy_descriptor(io: Cursor, self: LegacyDescriptor) -> None:
    """Read the ``len_events`` of a ``legacy_descriptor``."""
    at = self._at
    field = 12
    try:
        self.len_events = None
        count = rt.check_count(io, 6, 8, None)
        start = io.at
        self.len_events = io.u1s(count)
        at[12] = Strided(start, io.at, 1, count)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_len_events_of_legacy_descriptor(io: Cursor, self: LegacyDescriptor) -> bool:
    """Pass over the ``len_events`` of a ``legacy_descriptor``, if it is there."""
    try:
        rt.pass_over(io, rt.check_count(io, 6, 8, None) * 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 12) from None
    return True


PARTS_OF_LEGACY_DESCRIPTOR: tuple[rt.Part, ...] = (
    rt.Part(0, "binlog_version", read_binlog_version_of_legacy_descriptor, size=2),
    rt.Part(1, "server_version", read_server_version_of_legacy_descriptor, size=8),
    rt.Part(2, "commit_id", read_commit_id_of_legacy_descriptor, size=8),
    rt.Part(3, "len_header", read_len_header_of_legacy_descriptor, size=1),
    rt.Part(4, "collection_id", read_collection_id_of_legacy_descriptor, size=8),
    rt.Part(5, "partition_id", read_partition_id_of_legacy_descriptor, size=8),
    rt.Part(6, "segment_id", read_segment_id_of_legacy_descriptor, size=8),
    rt.Part(7, "field_id", read_field_id_of_legacy_descriptor),
    rt.Part(8, "start_timestamp", read_start_timestamp_of_legacy_descriptor, size=8),
    rt.Part(9, "end_timestamp", read_end_timestamp_of_legacy_descriptor, size=8),
    rt.Part(10, "payload_data_type", read_payload_data_type_of_legacy_descriptor, size=4),
    rt.Part(11, "len_descriptor", read_len_descriptor_of_legacy_descriptor, size=1),
    rt.Part(12, "len_events", read_len_events_of_legacy_descriptor, size=6),
)


def view_event(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Event:
    """Leave the fields of a ``event`` to whoever asks for them."""
    self = Event._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_EVENT)
    return self


def read_timestamp_of_event(io: Cursor, self: Event) -> None:
    """Read the ``timestamp`` of a ``event``."""
    at = self._at
    field = 0
    try:
        self.timestamp = None
        first = io.at
        self.timestamp = io.u8le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_type_code_of_event(io: Cursor, self: Event) -> None:
    """Read the ``type_code`` of a ``event``."""
    at = self._at
    field = 1
    try:
        self.type_code = None
        first = io.at
        self.type_code = rt.named(EventType, io.s1())
        at[1] = Span(first, io.at)
        value = self.type_code
        if not (self.may_stand_here):
            raise rt.invalid_value(self, 1, "a value for which may_stand_here", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_server_id_of_event(io: Cursor, self: Event) -> None:
    """Read the ``server_id`` of a ``event``."""
    at = self._at
    field = 2
    try:
        self.server_id = None
        if self._top(MilvusBinlog).descriptor.is_legacy:
            first = io.at
            self.server_id = io.s4le()
            at[2] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_len_event_of_event(io: Cursor, self: Event) -> None:
    """Read the ``len_event`` of a ``event``."""
    at = self._at
    field = 3
    try:
        self.len_event = None
        first = io.at
        self.len_event = io.s4le()
        at[3] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_next_position_of_event(io: Cursor, self: Event) -> None:
    """Read the ``next_position`` of a ``event``."""
    at = self._at
    field = 4
    try:
        self.next_position = None
        first = io.at
        self.next_position = io.s4le()
        at[4] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_body_of_event(io: Cursor, self: Event) -> None:
    """Read the ``body`` of a ``event``."""
    at = self._at
    field = 5
    try:
        self.body = None
        first = io.at
        inner = io.sub(
            rt.check_size(io, self.len_event - (21 if self._top(MilvusBinlog).descriptor.is_legacy else 17), self, 3)
        )
        self.body = view_event_body(inner, self, "body", None)
        at[5] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_body_of_event(io: Cursor, self: Event) -> bool:
    """Pass over the ``body`` of a ``event``, if it is there."""
    try:
        rt.pass_over(
            io,
            rt.check_size(io, self.len_event - (21 if self._top(MilvusBinlog).descriptor.is_legacy else 17), self, 3),
        )
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 5) from None
    return True


PARTS_OF_EVENT: tuple[rt.Part, ...] = (
    rt.Part(0, "timestamp", read_timestamp_of_event, size=8),
    rt.Part(1, "type_code", read_type_code_of_event, size=1),
    rt.Part(2, "server_id", read_server_id_of_event),
    rt.Part(3, "len_event", read_len_event_of_event, size=4),
    rt.Part(4, "next_position", read_next_position_of_event, size=4),
    rt.Part(5, "body", read_body_of_event, pass_over=pass_body_of_event),
)


def view_event_body(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> EventBody:
    """Leave the fields of a ``event_body`` to whoever asks for them."""
    self = EventBody._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_EVENT_BODY)
    return self


def read_start_timestamp_of_event_body(io: Cursor, self: EventBody) -> None:
    """Read the ``start_timestamp`` of a ``event_body``."""
    at = self._at
    field = 0
    try:
        self.start_timestamp = None
        first = io.at
        self.start_timestamp = io.u8le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_end_timestamp_of_event_body(io: Cursor, self: EventBody) -> None:
    """Read the ``end_timestamp`` of a ``event_body``."""
    at = self._at
    field = 1
    try:
        self.end_timestamp = None
        first = io.at
        self.end_timestamp = io.u8le()
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_payload_of_event_body(io: Cursor, self: EventBody) -> None:
    """Read the ``payload`` of a ``event_body``."""
    at = self._at
    field = 2
    try:
        self.payload = None
        first = io.at
        data = io.take_table()
        self.payload = data
        at[2] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_payload_of_event_body(io: Cursor, self: EventBody) -> bool:
    """Pass over the ``payload`` of a ``event_body``, if it is there."""
    try:
        rt.pass_over(io, io.left)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 2) from None
    return True


PARTS_OF_EVENT_BODY: tuple[rt.Part, ...] = (
    rt.Part(0, "start_timestamp", read_start_timestamp_of_event_body, size=8),
    rt.Part(1, "end_timestamp", read_end_timestamp_of_event_body, size=8),
    rt.Part(2, "payload", read_payload_of_event_body, pass_over=pass_payload_of_event_body),
)


VIEWS: dict[str, Callable[..., Any]] = {
    "milvus_binlog": view_milvus_binlog,
    "milvus_binlog::descriptor": view_descriptor,
    "milvus_binlog::legacy_descriptor": view_legacy_descriptor,
    "milvus_binlog::current_descriptor": view_current_descriptor,
    "milvus_binlog::event": view_event,
    "milvus_binlog::event_body": view_event_body,
}
"""What leaves the fields of a structure to whoever asks for them, by type; some types are read at once."""
