# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Milvus binlog: bytes → objects of which each field is read when it is first asked for.

Generated from specs/milvus/milvus_binlog.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Strided

from .model import DataType, Descriptor, Event, EventBody, EventType, LegacyDescriptor, MilvusBinlog
from .reader import read_current_descriptor as view_current_descriptor


def check_events_of_milvus_binlog(io: Cursor, self: MilvusBinlog) -> None:
    """Check the ``events`` of a ``milvus_binlog``."""
    if io.checked:
        rt.check_same(self, 2, lambda item: item.kind)


view_milvus_binlog: rt.View = rt.View(
    MilvusBinlog,
    rt.Part(0, "magic", lambda io, self: rt.check_contents(io, b"\xbc\xfa\xff\x00"), size=4),
    rt.Part(1, "descriptor", lambda io, self: view_descriptor(io, self, "descriptor", None), inline=True),
    rt.Part(
        2,
        "events",
        lambda io, self, _index: view_event(io, self, "events", _index),
        repeat="eos",
        check=check_events_of_milvus_binlog,
        inline=True,
    ),
)


def check_type_code_of_descriptor(io: Cursor, self: Descriptor) -> None:
    """Check the ``type_code`` of a ``descriptor``."""
    value = self.type_code
    if value != EventType.DESCRIPTOR:
        raise rt.invalid_value(self, 1, "one of descriptor", value)


def check_len_legacy_of_descriptor(io: Cursor, self: Descriptor) -> None:
    """Check the ``len_legacy`` of a ``descriptor``."""
    value = self.len_legacy
    if value not in (91, 99):
        raise rt.invalid_value(self, 3, "one of 91, 99", value)


view_descriptor: rt.View = rt.View(
    Descriptor,
    rt.Part(0, "timestamp", lambda io, self: io.u8le(), size=8),
    rt.Part(1, "type_code", lambda io, self: rt.named(EventType, io.s1()), size=1, check=check_type_code_of_descriptor),
    rt.Part(2, "server_id_or_len", lambda io, self: io.s4le(), size=4),
    rt.Part(
        3,
        "len_legacy",
        lambda io, self: io.s4le(),
        given=lambda io, self: self.server_id_or_len == 1,
        check=check_len_legacy_of_descriptor,
    ),
    rt.Part(4, "next_position", lambda io, self: io.s4le(), size=4),
    rt.Part(
        5,
        "legacy",
        lambda io, self, size: view_legacy_descriptor(rt.cut(io, size), self, "legacy", None),
        given=lambda io, self: self.server_id_or_len == 1,
        size=lambda io, self: (self.len_legacy - 21, self, 3),
    ),
    rt.Part(
        6,
        "current",
        lambda io, self, size: view_current_descriptor(rt.cut(io, size), self, "current", None),
        given=lambda io, self: self.server_id_or_len != 1,
        size=lambda io, self: (self.server_id_or_len - 17, self, 2),
    ),
)


def check_payload_data_type_of_legacy_descriptor(io: Cursor, self: LegacyDescriptor) -> None:
    """Check the ``payload_data_type`` of a ``legacy_descriptor``."""
    value = self.payload_data_type
    if not isinstance(value, DataType):
        raise rt.invalid_value(
            self,
            10,
            "one of unset, none, bool, int8, int16, int32, int64, float, double, string, varchar, array, …",
            value,
        )


def read_len_events_of_legacy_descriptor(io: Cursor, self: LegacyDescriptor) -> None:
    """Read the ``len_events`` of a ``legacy_descriptor``."""
    at = self._at
    count = rt.check_count(io, 6, 8, None)
    start = io.at
    self.len_events = io.u1s(count)
    at[12] = Strided(start, io.at, 1, count)


view_legacy_descriptor: rt.View = rt.View(
    LegacyDescriptor,
    rt.Part(0, "binlog_version", lambda io, self: io.s2le(), size=2),
    rt.Part(1, "server_version", lambda io, self: io.s8le(), size=8),
    rt.Part(2, "commit_id", lambda io, self: io.s8le(), size=8),
    rt.Part(3, "len_header", lambda io, self: io.s1(), size=1),
    rt.Part(4, "collection_id", lambda io, self: io.s8le(), size=8),
    rt.Part(5, "partition_id", lambda io, self: io.s8le(), size=8),
    rt.Part(6, "segment_id", lambda io, self: io.s8le(), size=8),
    rt.Part(7, "field_id", lambda io, self: io.s8le(), given=lambda io, self: self._parent.len_legacy >= 99),
    rt.Part(8, "start_timestamp", lambda io, self: io.u8le(), size=8),
    rt.Part(9, "end_timestamp", lambda io, self: io.u8le(), size=8),
    rt.Part(
        10,
        "payload_data_type",
        lambda io, self: rt.named(DataType, io.s4le()),
        size=4,
        check=check_payload_data_type_of_legacy_descriptor,
    ),
    rt.Part(11, "len_descriptor", lambda io, self: io.u1(), size=1),
    rt.Part(12, "len_events", read=read_len_events_of_legacy_descriptor, size=6),
)


def check_type_code_of_event(io: Cursor, self: Event) -> None:
    """Check the ``type_code`` of a ``event``."""
    value = self.type_code
    if not (self.may_stand_here):
        raise rt.invalid_value(self, 1, "a value for which may_stand_here", value)


view_event: rt.View = rt.View(
    Event,
    rt.Part(0, "timestamp", lambda io, self: io.u8le(), size=8),
    rt.Part(1, "type_code", lambda io, self: rt.named(EventType, io.s1()), size=1, check=check_type_code_of_event),
    rt.Part(
        2, "server_id", lambda io, self: io.s4le(), given=lambda io, self: self._top(MilvusBinlog).descriptor.is_legacy
    ),
    rt.Part(3, "len_event", lambda io, self: io.s4le(), size=4),
    rt.Part(4, "next_position", lambda io, self: io.s4le(), size=4),
    rt.Part(
        5,
        "body",
        lambda io, self, size: view_event_body(rt.cut(io, size), self, "body", None),
        size=lambda io, self: (self.len_event - (21 if self._top(MilvusBinlog).descriptor.is_legacy else 17), self, 3),
    ),
)


view_event_body: rt.View = rt.View(
    EventBody,
    rt.Part(0, "start_timestamp", lambda io, self: io.u8le(), size=8),
    rt.Part(1, "end_timestamp", lambda io, self: io.u8le(), size=8),
    rt.Part(2, "payload", rt.raw, size=rt.rest),
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
