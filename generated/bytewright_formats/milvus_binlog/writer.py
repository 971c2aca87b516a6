# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Milvus binlog: objects → bytes.

``derive_…`` finds what follows from what a user sets; ``emit_…`` writes. Sizes and places are known only while that happens.

Generated from specs/milvus/milvus_binlog.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import writer as rt
from bytewright.generated_api.writer import Output

from .model import CurrentDescriptor, DataType, Descriptor, Event, EventBody, EventType, LegacyDescriptor, MilvusBinlog


def derive_milvus_binlog(self: MilvusBinlog, out: Output) -> None:
    """Find what follows from the rest of a ``milvus_binlog``."""
    rt.derive_constant(self, 0, out, b"\xbc\xfa\xff\x00")
    if self.descriptor is not None:
        item = self.descriptor
        derive_descriptor(item, out)
    if self.events is not None:
        for _index, item in enumerate(self.events):
            derive_event(item, out)


def emit_milvus_binlog(self: MilvusBinlog, out: Output) -> None:
    """Write a ``milvus_binlog``."""
    out.begin(self)
    out.raw(self.magic, self, 0)

    rt.check_present(self, 1)
    item = self.descriptor
    emit_descriptor(item, out)

    values = rt.check_list(self, 2, or_none=True)
    rt.check_same(self, 2, lambda item: item.kind)
    last = None
    for _index, item in enumerate(values):
        last = out.bits_pos
        emit_event(item, out)

    out.listed_to_end(self, 2, last)


def derive_descriptor(self: Descriptor, out: Output) -> None:
    """Find what follows from the rest of a ``descriptor``."""
    rt.stored_value(self, 1)
    if self.type_code is None:
        self.type_code = EventType.DESCRIPTOR
    rt.reserve_value(self, 2, out)
    rt.reserve_value(self, 3, out, keeps=True)
    rt.reserve_value(self, 4, out, keeps=True, certain=True)
    if self.legacy is not None:
        item = self.legacy
        derive_legacy_descriptor(item, out)
    if self.current is not None:
        item = self.current
        derive_current_descriptor(item, out)


def emit_descriptor(self: Descriptor, out: Output) -> None:
    """Write a ``descriptor``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("u8le", self.timestamp, self, 0)

    rt.check_present(self, 1)
    value = self.type_code
    if value != EventType.DESCRIPTOR:
        raise rt.invalid_value(self, 1, "one of descriptor", value)
    out.number("s1", self.type_code, self, 1)

    out.later("s4le", self, 2)

    there = bool(self.server_id_or_len == 1)
    out.expect(lambda: bool(self.server_id_or_len == 1), there, self, 3, "there", "server_id_or_len == 1")
    if there:
        out.must(lambda value, _index: value not in (91, 99), self, 3, "one of 91, 99")
        out.later("s4le", self, 3)
    else:
        rt.check_absent(self, 3, out=out)
    out.later("s4le", self, 4)

    there = self.legacy is not None if out.first else bool(self.server_id_or_len == 1)
    out.expect(lambda: bool(self.server_id_or_len == 1), there, self, 5, "there", "server_id_or_len == 1")
    if there:
        rt.check_present(self, 5)
        item = self.legacy
        mark = out.enter()
        emit_legacy_descriptor(item, out)
        out.tail(item)
        size = out.leave(mark)
        out.solve(self, 3, size + 21)
        out.expect(lambda: self.len_legacy - 21, size, self, 5)
        if not out.stays(self, 4):
            out.solve(self, 4, out.pos_for(self))
    else:
        rt.check_absent(self, 5)
    there = self.current is not None
    out.expect(lambda: bool(self.server_id_or_len != 1), there, self, 6, "there", "server_id_or_len != 1")
    if there:
        rt.check_present(self, 6)
        item = self.current
        mark = out.enter()
        emit_current_descriptor(item, out)
        out.tail(item)
        size = out.leave(mark)
        out.solve(self, 2, size + 17)
        out.expect(lambda: self.server_id_or_len - 17, size, self, 6)
        if not out.stays(self, 4):
            out.solve(self, 4, out.pos_for(self))
    else:
        rt.check_absent(self, 6)
        out.solve(self, 2, 1)


def derive_legacy_descriptor(self: LegacyDescriptor, out: Output) -> None:
    """Find what follows from the rest of a ``legacy_descriptor``."""
    if self.binlog_version is None:
        self.binlog_version = 1
    if self.server_version is None:
        self.server_version = 1
    if self.commit_id is None:
        self.commit_id = 1
    if self.len_header is None:
        self.len_header = 21
    if self.collection_id is None:
        self.collection_id = -1
    if self.partition_id is None:
        self.partition_id = -1
    if self.segment_id is None:
        self.segment_id = -1
    rt.stored_value(self, 10)
    if self.len_descriptor is None:
        self.len_descriptor = 63
    if self.len_events is None:
        self.len_events = [16] * (6)


def emit_legacy_descriptor(self: LegacyDescriptor, out: Output) -> None:
    """Write a ``legacy_descriptor``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("s2le", self.binlog_version, self, 0)

    rt.check_present(self, 1)
    out.number("s8le", self.server_version, self, 1)

    rt.check_present(self, 2)
    out.number("s8le", self.commit_id, self, 2)

    rt.check_present(self, 3)
    out.number("s1", self.len_header, self, 3)

    rt.check_present(self, 4)
    out.number("s8le", self.collection_id, self, 4)

    rt.check_present(self, 5)
    out.number("s8le", self.partition_id, self, 5)

    rt.check_present(self, 6)
    out.number("s8le", self.segment_id, self, 6)

    there = self.field_id is not None if out.first else bool(self._parent.len_legacy >= 99)
    out.expect(lambda: bool(self._parent.len_legacy >= 99), there, self, 7, "there", "_parent.len_legacy >= 99")
    if there:
        rt.check_present(self, 7)
        out.number("s8le", self.field_id, self, 7)
    else:
        rt.check_absent(self, 7)
    rt.check_present(self, 8)
    out.number("u8le", self.start_timestamp, self, 8)

    rt.check_present(self, 9)
    out.number("u8le", self.end_timestamp, self, 9)

    rt.check_present(self, 10)
    value = self.payload_data_type
    if not isinstance(value, DataType):
        raise rt.invalid_value(
            self,
            10,
            "one of unset, none, bool, int8, int16, int32, int64, float, double, string, varchar, array, …",
            value,
        )
    out.number("s4le", self.payload_data_type, self, 10)

    rt.check_present(self, 11)
    out.number("u1", self.len_descriptor, self, 11)

    values = rt.check_list(self, 12, 6)
    out.numbers("u1", values, self, 12)


def derive_current_descriptor(self: CurrentDescriptor, out: Output) -> None:
    """Find what follows from the rest of a ``current_descriptor``."""
    if self.collection_id is None:
        self.collection_id = -1
    if self.partition_id is None:
        self.partition_id = -1
    if self.segment_id is None:
        self.segment_id = -1
    if self.field_id is None:
        self.field_id = -1
    rt.stored_value(self, 6)
    if self.len_descriptor is None:
        self.len_descriptor = 52
    if self.len_events is None:
        self.len_events = [16] * (7)
    rt.reserve_value(self, 9, out)
    rt.stored_value(self, 10)


def emit_current_descriptor(self: CurrentDescriptor, out: Output) -> None:
    """Write a ``current_descriptor``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("s8le", self.collection_id, self, 0)

    rt.check_present(self, 1)
    out.number("s8le", self.partition_id, self, 1)

    rt.check_present(self, 2)
    out.number("s8le", self.segment_id, self, 2)

    rt.check_present(self, 3)
    out.number("s8le", self.field_id, self, 3)

    rt.check_present(self, 4)
    out.number("u8le", self.start_timestamp, self, 4)

    rt.check_present(self, 5)
    out.number("u8le", self.end_timestamp, self, 5)

    rt.check_present(self, 6)
    value = self.payload_data_type
    if not isinstance(value, DataType):
        raise rt.invalid_value(
            self,
            6,
            "one of unset, none, bool, int8, int16, int32, int64, float, double, string, varchar, array, …",
            value,
        )
    out.number("s4le", self.payload_data_type, self, 6)

    rt.check_present(self, 7)
    out.number("u1", self.len_descriptor, self, 7)

    values = rt.check_list(self, 8, 7)
    out.numbers("u1", values, self, 8)

    out.later("s4le", self, 9)

    rt.check_present(self, 10)
    value = self.extras
    if not rt.is_json(value, {"nullable": "bool", "original_size": "str"}):
        raise rt.invalid_value(
            self, 10, "text of a JSON object, in which nullable is a bool, original_size is a str", value
        )
    mark = out.mark()
    out.raw(rt.encode_text(self.extras, "UTF-8", self, 10, None), self, 10, None)
    size = out.since(mark)
    out.solve(self, 9, size)
    out.expect(lambda: self.len_extras, size, self, 10)

    out.assure(lambda: rt.check_instance(self, "unused", lambda: self.unused, lambda value: value != 0, lambda: "0"))


def derive_event(self: Event, out: Output) -> None:
    """Find what follows from the rest of a ``event``."""
    rt.stored_value(self, 1)
    rt.reserve_value(self, 3, out)
    rt.reserve_value(self, 4, out, keeps=True, unless=-1)
    if self.body is not None:
        item = self.body
        derive_event_body(item, out)


def emit_event(self: Event, out: Output) -> None:
    """Write a ``event``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("u8le", self.timestamp, self, 0)

    rt.check_present(self, 1)
    out.assure(
        lambda: rt.check_elements(
            self,
            1,
            (
                (_index, "a value for which may_stand_here")
                for _index, value in ((None, self.type_code),)
                if not (self.may_stand_here)
            ),
        )
    )
    out.number("s1", self.type_code, self, 1)

    there = self.server_id is not None if out.first else bool(self._top(MilvusBinlog).descriptor.is_legacy)
    out.expect(
        lambda: bool(self._top(MilvusBinlog).descriptor.is_legacy),
        there,
        self,
        2,
        "there",
        "_root.descriptor.is_legacy",
    )
    if there:
        if self.server_id is None:
            self.server_id = 1
        rt.check_present(self, 2)
        out.number("s4le", self.server_id, self, 2)
    else:
        rt.check_absent(self, 2)
    out.later("s4le", self, 3)

    out.later("s4le", self, 4)

    rt.check_present(self, 5)
    item = self.body
    mark = out.enter()
    emit_event_body(item, out)
    out.tail(item)
    size = out.leave(mark)
    out.solve(self, 3, size + (21 if self._top(MilvusBinlog).descriptor.is_legacy else 17))
    out.expect(lambda: self.len_event - (21 if self._top(MilvusBinlog).descriptor.is_legacy else 17), size, self, 5)
    if self.next_position != (-1) and not out.stays(self, 4):
        out.solve(self, 4, out.pos_for(self))


def derive_event_body(self: EventBody, out: Output) -> None:
    """Find what follows from the rest of a ``event_body``."""


def emit_event_body(self: EventBody, out: Output) -> None:
    """Write a ``event_body``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("u8le", self.start_timestamp, self, 0)

    rt.check_present(self, 1)
    out.number("u8le", self.end_timestamp, self, 1)

    rt.check_present(self, 2)
    out.raw(self.payload, self, 2, None)
    out.to_end(self, 2)
