# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""FiloDB RecordContainer (BinaryRecord v2): bytes → objects of which each field is read when it is first asked for.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Span

from .model import (
    Body,
    Column,
    ColumnType,
    Container,
    Custom,
    Doubles,
    Entries,
    Entry,
    Exponential,
    Field_,
    FilodbContainer,
    Geometric,
    Histogram,
    HistogramFormat,
    HistogramRef,
    Longs,
    MapRef,
    Moment,
    Nested,
    Record,
    RecordRef,
    Records,
    Schema,
    ShortText,
    SizedHistogram,
    SizedMap,
    StringRef,
    WholeRecord,
)
from .reader import RESTS_OF_BODY, RESTS_OF_HISTOGRAM

view_filodb_container: rt.View = rt.View(
    FilodbContainer,
    rt.Part(
        0,
        "containers",
        lambda io, self, _index: view_container(io, self, "containers", _index),
        repeat="zeros",
        inline=True,
    ),
    parameters={
        "schemas": "schemas",
    },
)


def check_num_bytes_of_container(io: Cursor, self: Container) -> None:
    """Check the ``num_bytes`` of a ``container``."""
    value = self.num_bytes
    if value < 12:
        raise rt.invalid_value(self, 0, "at least 12", value)


def check_version_of_container(io: Cursor, self: Container) -> None:
    """Check the ``version`` of a ``container``."""
    value = self.version
    if io.checked and (value != 1):
        raise rt.invalid_value(self, 2, "1", value)


view_container: rt.View = rt.View(
    Container,
    rt.Part(0, "num_bytes", lambda io, self: io.s4le(), size=4, check=check_num_bytes_of_container),
    rt.Part(1, "reserved", rt.raw, size=(3, None)),
    rt.Part(2, "version", lambda io, self: io.u1(), size=1, check=check_version_of_container),
    rt.Part(3, "time", lambda io, self: io.s8le(), size=8),
    rt.Part(
        4,
        "area",
        lambda io, self, size: view_records(rt.cut(io, size), self, "area", None),
        size=lambda io, self: (self.num_bytes - 12, self, 0),
    ),
)


view_records: rt.View = rt.View(
    Records,
    rt.Part(0, "records", lambda io, self, _index: view_record(io, self, "records", _index), repeat="eos", inline=True),
)


def check_len_body_of_record(io: Cursor, self: Record) -> None:
    """Check the ``len_body`` of a ``record``."""
    value = self.len_body
    if value < 0:
        raise rt.invalid_value(self, 0, "at least 0", value)


view_record: rt.View = rt.View(
    Record,
    rt.Part(0, "len_body", lambda io, self: io.s4le(), size=4, check=check_len_body_of_record),
    rt.Part(
        1,
        "body",
        lambda io, self, size: view_body(
            rt.cut(io, size),
            self,
            "body",
            None,
            self._top(FilodbContainer).schemas[0],
            False,
            self._top(FilodbContainer).schemas,
        ),
        size=lambda io, self: (self.len_body, self, 0),
    ),
    rt.Part(2, "", rt.padding(2), size=lambda io, self: (-self.len_body % 4, self, 0)),
)


def check_schema_id_of_body(io: Cursor, self: Body) -> None:
    """Check the ``schema_id`` of a ``body``."""
    value = self.schema_id
    if not (self.is_inner or self.schema_at >= 0):
        raise rt.invalid_value(self, 0, "a value for which is_inner or schema_at >= 0", value)


view_body: rt.View = rt.View(
    Body,
    rt.Part(
        0,
        "schema_id",
        lambda io, self: io.u2le(),
        given=lambda io, self: self.outer.has_id,
        check=check_schema_id_of_body,
    ),
    rt.Part(
        1,
        "fields",
        lambda io, self, _index: view_field(
            io, self, "fields", _index, self.schema.columns[_index], self.schema, self.schemas
        ),
        repeat=lambda io, self: rt.check_count(io, len(self.schema.columns), 0, None),
        inline=True,
    ),
    rt.Part(2, "partition_hash", lambda io, self: io.s4le(), given=lambda io, self: self.outer.has_id),
    parameters={
        "outer": "outer",
        "is_inner": "is_inner",
        "schemas": "schemas",
    },
    rests=RESTS_OF_BODY,
)


def read_value_of_field(io: Cursor, self: Field_) -> None:
    """Read the ``value`` of a ``field``."""
    at = self._at
    first = io.at
    self.value = None
    match self.column.type:
        case ColumnType.INT:
            self.value = io.s4le()
            self._cases[0] = "s4le"
        case ColumnType.LONG:
            self.value = io.s8le()
            self._cases[0] = "s8le"
        case ColumnType.DOUBLE:
            self.value = io.f8le()
            self._cases[0] = "f8le"
        case ColumnType.TS:
            self.value = view_moment(io, self, "value", None)
            self._cases[0] = "moment"
        case ColumnType.STRING:
            self.value = view_string_ref(io, self, "value", None)
            self._cases[0] = "string_ref"
        case ColumnType.MAP:
            self.value = view_map_ref(io, self, "value", None, self.schema)
            self._cases[0] = "map_ref"
        case ColumnType.HIST:
            self.value = view_histogram_ref(io, self, "value", None)
            self._cases[0] = "histogram_ref"
        case ColumnType.BR:
            self.value = view_record_ref(io, self, "value", None, self.column.inner, self.schemas)
            self._cases[0] = "record_ref"
    at[0] = Span(first, io.at)


view_field: rt.View = rt.View(
    Field_,
    rt.Part(0, "value", read=read_value_of_field, inline=True),
    parameters={
        "column": "column",
        "schema": "schema",
        "schemas": "schemas",
    },
)


view_moment: rt.View = rt.View(
    Moment,
    rt.Part(0, "value", lambda io, self: io.s8le(), size=8),
)


view_string_ref: rt.View = rt.View(
    StringRef,
    rt.Part(0, "offset", lambda io, self: io.s4le(), size=4),
    rt.Part(
        1,
        "target",
        lambda io, self: view_short_text(io, self, "target", None),
        stream=lambda io, self: rt.fork_stream_at(io, self.offset - 4, self, 0),
    ),
)


view_short_text: rt.View = rt.View(
    ShortText,
    rt.Part(0, "len_text", lambda io, self: io.u2le(), size=2),
    rt.Part(1, "text", rt.text("UTF-8"), size=lambda io, self: (self.len_text, self, 0)),
)


view_map_ref: rt.View = rt.View(
    MapRef,
    rt.Part(0, "offset", lambda io, self: io.s4le(), size=4),
    rt.Part(
        1,
        "target",
        lambda io, self: view_sized_map(io, self, "target", None, self.schema),
        stream=lambda io, self: rt.fork_stream_at(io, self.offset - 4, self, 0),
    ),
    parameters={
        "schema": "schema",
    },
)


view_sized_map: rt.View = rt.View(
    SizedMap,
    rt.Part(0, "len_area", lambda io, self: io.u2le(), size=2),
    rt.Part(
        1,
        "area",
        lambda io, self, size: view_entries(rt.cut(io, size), self, "area", None, self.schema),
        size=lambda io, self: (self.len_area, self, 0),
    ),
    parameters={
        "schema": "schema",
    },
)


view_entries: rt.View = rt.View(
    Entries,
    rt.Part(
        0,
        "entries",
        lambda io, self, _index: view_entry(io, self, "entries", _index, self.schema),
        repeat="eos",
        inline=True,
    ),
    parameters={
        "schema": "schema",
    },
)


def check_code_of_entry(io: Cursor, self: Entry) -> None:
    """Check the ``code`` of a ``entry``."""
    value = self.code
    if not (self.code < 192 or self.code & 63 < len(self.schema.predefined_keys)):
        raise rt.invalid_value(
            self, 0, "a value for which code < 192 or code & 63 < schema.predefined_keys.size", value
        )


view_entry: rt.View = rt.View(
    Entry,
    rt.Part(0, "code", lambda io, self: io.u1(), size=1, check=check_code_of_entry),
    rt.Part(
        1,
        "literal",
        rt.text("UTF-8"),
        given=lambda io, self: self.code < 192,
        size=lambda io, self: (self.code, self, 0),
    ),
    rt.Part(2, "len_value", lambda io, self: io.u2le(), size=2),
    rt.Part(3, "value", rt.text("UTF-8"), size=lambda io, self: (self.len_value, self, 2)),
    parameters={
        "schema": "schema",
    },
)


view_histogram_ref: rt.View = rt.View(
    HistogramRef,
    rt.Part(0, "offset", lambda io, self: io.s4le(), size=4),
    rt.Part(
        1,
        "target",
        lambda io, self: view_sized_histogram(io, self, "target", None),
        stream=lambda io, self: rt.fork_stream_at(io, self.offset - 4, self, 0),
    ),
)


def check_len_histogram_of_sized_histogram(io: Cursor, self: SizedHistogram) -> None:
    """Check the ``len_histogram`` of a ``sized_histogram``."""
    value = self.len_histogram
    if value > 32767:
        raise rt.invalid_value(self, 0, "at most 32767", value)


view_sized_histogram: rt.View = rt.View(
    SizedHistogram,
    rt.Part(0, "len_histogram", lambda io, self: io.u2le(), size=2, check=check_len_histogram_of_sized_histogram),
    rt.Part(
        1,
        "histogram",
        lambda io, self, size: view_histogram(rt.cut(io, size), self, "histogram", None),
        size=lambda io, self: (self.len_histogram, self, 0),
    ),
)


def read_buckets_of_histogram(io: Cursor, self: Histogram) -> None:
    """Read the ``buckets`` of a ``histogram``."""
    at = self._at
    first = io.at
    match self.format:
        case HistogramFormat.GEOMETRIC_LONG:
            inner = io.sub(rt.check_size(io, self.len_buckets, self, 1))
            self.buckets = view_geometric(inner, self, "buckets", None)
            self._cases[2] = "geometric"
        case HistogramFormat.GEOMETRIC_MINUS_1_LONG:
            inner = io.sub(rt.check_size(io, self.len_buckets, self, 1))
            self.buckets = view_geometric(inner, self, "buckets", None)
            self._cases[2] = "geometric"
        case HistogramFormat.GEOMETRIC_DOUBLE:
            inner = io.sub(rt.check_size(io, self.len_buckets, self, 1))
            self.buckets = view_geometric(inner, self, "buckets", None)
            self._cases[2] = "geometric"
        case HistogramFormat.CUSTOM_LONG:
            inner = io.sub(rt.check_size(io, self.len_buckets, self, 1))
            self.buckets = view_custom(inner, self, "buckets", None)
            self._cases[2] = "custom"
        case HistogramFormat.CUSTOM_DOUBLE:
            inner = io.sub(rt.check_size(io, self.len_buckets, self, 1))
            self.buckets = view_custom(inner, self, "buckets", None)
            self._cases[2] = "custom"
        case HistogramFormat.EXPONENTIAL_LONG:
            inner = io.sub(rt.check_size(io, self.len_buckets, self, 1))
            self.buckets = view_exponential(inner, self, "buckets", None)
            self._cases[2] = "exponential"
        case HistogramFormat.EXPONENTIAL_DOUBLE:
            inner = io.sub(rt.check_size(io, self.len_buckets, self, 1))
            self.buckets = view_exponential(inner, self, "buckets", None)
            self._cases[2] = "exponential"
        case _:
            size = self.len_buckets
            data = io.piece(size)
            if data is None:
                data = io.take(rt.check_size(io, size, self, 1))
            self.buckets = data
            self._cases[2] = "bytes"
    at[2] = Span(first, io.at)


def check__unnamed3_of_histogram(io: Cursor, self: Histogram) -> None:
    """Check the ``_unnamed3`` of a ``histogram``."""
    _ = self._kept.get(3, b"")
    value = _
    if len(value) > 0:
        raise rt.invalid_value(
            self,
            3,
            "the end of the file" if self._parent is None else "the end of the bytes around it",
            value,
            found=rt.leftover(value),
        )


def read_longs_of_histogram(io: Cursor, self: Histogram) -> None:
    """Read the ``longs`` of a ``histogram``."""
    at = self._at
    first = io.at
    data = io.take_rest()
    data = rt.decode(io, self, 4, None, data, rt.Process("bytewright.codecs.nibble_pack", self.num_buckets, 1))
    inner = io.decoded(data)
    self.longs = view_longs(inner, self, "longs", None)
    at[4] = Span(first, io.at)


def read_doubles_of_histogram(io: Cursor, self: Histogram) -> None:
    """Read the ``doubles`` of a ``histogram``."""
    at = self._at
    first = io.at
    data = io.take_rest()
    data = rt.decode(io, self, 5, None, data, rt.Process("bytewright.codecs.nibble_pack", self.num_buckets, 2))
    inner = io.decoded(data)
    self.doubles = view_doubles(inner, self, "doubles", None)
    at[5] = Span(first, io.at)


view_histogram: rt.View = rt.View(
    Histogram,
    rt.Part(0, "format", lambda io, self: rt.named(HistogramFormat, io.u1()), size=1),
    rt.Part(1, "len_buckets", lambda io, self: io.u2le(), given=lambda io, self: self.format != HistogramFormat.EMPTY),
    rt.Part(2, "buckets", read=read_buckets_of_histogram, given=lambda io, self: self.format != HistogramFormat.EMPTY),
    rt.Part(
        3, "", rt.padding(3), given=lambda io, self: self.is_empty, size=rt.rest, check=check__unnamed3_of_histogram
    ),
    rt.Part(
        4,
        "longs",
        read=read_longs_of_histogram,
        given=lambda io, self: self.format != HistogramFormat.EMPTY and not self.is_double,
        size=rt.rest,
    ),
    rt.Part(5, "doubles", read=read_doubles_of_histogram, given=lambda io, self: self.is_double, size=rt.rest),
    rests=RESTS_OF_HISTOGRAM,
)


def check_num_buckets_of_geometric(io: Cursor, self: Geometric) -> None:
    """Check the ``num_buckets`` of a ``geometric``."""
    value = self.num_buckets
    if value < 1:
        raise rt.invalid_value(self, 0, "at least 1", value)
    value = self.num_buckets
    if value > 32767:
        raise rt.invalid_value(self, 0, "at most 32767", value)


def check__unnamed3_of_geometric(io: Cursor, self: Geometric) -> None:
    """Check the ``_unnamed3`` of a ``geometric``."""
    _ = self._kept.get(3, b"")
    value = _
    if len(value) > 0:
        raise rt.invalid_value(
            self,
            3,
            "the end of the file" if self._parent is None else "the end of the bytes around it",
            value,
            found=rt.leftover(value),
        )


view_geometric: rt.View = rt.View(
    Geometric,
    rt.Part(0, "num_buckets", lambda io, self: io.u2le(), size=2, check=check_num_buckets_of_geometric),
    rt.Part(1, "first", lambda io, self: io.f8le(), size=8),
    rt.Part(2, "multiplier", lambda io, self: io.f8le(), size=8),
    rt.Part(3, "", rt.padding(3), size=rt.rest, check=check__unnamed3_of_geometric),
)


def check_num_buckets_of_custom(io: Cursor, self: Custom) -> None:
    """Check the ``num_buckets`` of a ``custom``."""
    value = self.num_buckets
    if value < 1:
        raise rt.invalid_value(self, 0, "at least 1", value)
    value = self.num_buckets
    if value > 8191:
        raise rt.invalid_value(self, 0, "at most 8191", value)


def read_tops_of_custom(io: Cursor, self: Custom) -> None:
    """Read the ``tops`` of a ``custom``."""
    at = self._at
    first = io.at
    data = io.take_rest()
    data = rt.decode(io, self, 1, None, data, rt.Process("bytewright.codecs.nibble_pack", self.num_buckets, 2))
    inner = io.decoded(data)
    self.tops = view_doubles(inner, self, "tops", None)
    at[1] = Span(first, io.at)


view_custom: rt.View = rt.View(
    Custom,
    rt.Part(0, "num_buckets", lambda io, self: io.u2le(), size=2, check=check_num_buckets_of_custom),
    rt.Part(1, "tops", read=read_tops_of_custom, size=rt.rest),
)


view_doubles: rt.View = rt.View(
    Doubles,
    rt.Part(0, "values", lambda io, self, _index: io.f8le(), repeat="eos"),
)


def check_scale_of_exponential(io: Cursor, self: Exponential) -> None:
    """Check the ``scale`` of a ``exponential``."""
    value = self.scale
    if value < (-20):
        raise rt.invalid_value(self, 1, "at least -20", value)
    value = self.scale
    if value > 20:
        raise rt.invalid_value(self, 1, "at most 20", value)


def check_num_positive_of_exponential(io: Cursor, self: Exponential) -> None:
    """Check the ``num_positive`` of a ``exponential``."""
    value = self.num_positive
    if value < 0:
        raise rt.invalid_value(self, 3, "at least 0", value)
    value = self.num_positive
    if value > 180:
        raise rt.invalid_value(self, 3, "at most 180", value)


def check__unnamed5_of_exponential(io: Cursor, self: Exponential) -> None:
    """Check the ``_unnamed5`` of a ``exponential``."""
    _ = self._kept.get(5, b"")
    value = _
    if len(value) > 0:
        raise rt.invalid_value(
            self,
            5,
            "the end of the file" if self._parent is None else "the end of the bytes around it",
            value,
            found=rt.leftover(value),
        )


view_exponential: rt.View = rt.View(
    Exponential,
    rt.Part(0, "num_buckets", lambda io, self: io.u2le(), size=2),
    rt.Part(1, "scale", lambda io, self: io.s2le(), size=2, check=check_scale_of_exponential),
    rt.Part(2, "start_index", lambda io, self: io.s4le(), size=4),
    rt.Part(3, "num_positive", lambda io, self: io.s2le(), size=2, check=check_num_positive_of_exponential),
    rt.Part(4, "negative", lambda io, self: rt.check_contents(io, b"\x00\x00\x00\x00\x00\x00"), size=6),
    rt.Part(5, "", rt.padding(5), size=rt.rest, check=check__unnamed5_of_exponential),
)


view_longs: rt.View = rt.View(
    Longs,
    rt.Part(0, "values", lambda io, self, _index: io.s8le(), repeat="eos"),
)


view_record_ref: rt.View = rt.View(
    RecordRef,
    rt.Part(0, "offset", lambda io, self: io.s4le(), size=4),
    rt.Part(
        1,
        "target",
        lambda io, self: view_nested(io, self, "target", None),
        stream=lambda io, self: rt.fork_stream_at(io, self.offset - 4, self, 0),
    ),
    parameters={
        "inner": "inner",
        "schemas": "schemas",
    },
)


view_nested: rt.View = rt.View(
    Nested,
    rt.Part(0, "len_record", lambda io, self: io.u2le(), size=2),
    rt.Part(
        1,
        "record",
        lambda io, self, size: view_whole_record(
            rt.cut(io, size), self, "record", None, self._parent.inner, self._parent.schemas
        ),
        size=lambda io, self: (self.len_record, self, 0),
    ),
)


view_whole_record: rt.View = rt.View(
    WholeRecord,
    rt.Part(0, "len_body", lambda io, self: io.s4le(), size=4),
    rt.Part(
        1,
        "body",
        lambda io, self, size: view_body(rt.cut(io, size), self, "body", None, self.inner, True, self.schemas),
        size=lambda io, self: (self.len_body, self, 0),
    ),
    parameters={
        "inner": "inner",
        "schemas": "schemas",
    },
)


view_schema: rt.View = rt.View(
    Schema,
    parameters={
        "name": "name",
        "id": "id",
        "has_id": "has_id",
        "columns": "columns",
        "partition_start": "partition_start",
        "predefined_keys": "predefined_keys",
    },
)


view_column: rt.View = rt.View(
    Column,
    parameters={
        "name": "name",
        "type": "type",
        "inner": "inner",
    },
)


VIEWS: dict[str, Callable[..., Any]] = {
    "filodb_container": view_filodb_container,
    "filodb_container::container": view_container,
    "filodb_container::records": view_records,
    "filodb_container::record": view_record,
    "filodb_container::body": view_body,
    "filodb_container::field": view_field,
    "filodb_container::moment": view_moment,
    "filodb_container::string_ref": view_string_ref,
    "filodb_container::short_text": view_short_text,
    "filodb_container::map_ref": view_map_ref,
    "filodb_container::sized_map": view_sized_map,
    "filodb_container::entries": view_entries,
    "filodb_container::entry": view_entry,
    "filodb_container::histogram_ref": view_histogram_ref,
    "filodb_container::sized_histogram": view_sized_histogram,
    "filodb_container::histogram": view_histogram,
    "filodb_container::geometric": view_geometric,
    "filodb_container::custom": view_custom,
    "filodb_container::doubles": view_doubles,
    "filodb_container::exponential": view_exponential,
    "filodb_container::longs": view_longs,
    "filodb_container::record_ref": view_record_ref,
    "filodb_container::nested": view_nested,
    "filodb_container::whole_record": view_whole_record,
    "filodb_container::schema": view_schema,
    "filodb_container::column": view_column,
}
"""What leaves the fields of a structure to whoever asks for them, by type; some types are read at once."""
