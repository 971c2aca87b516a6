# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""FiloDB RecordContainer (BinaryRecord v2): bytes → objects of which each field is read when it is first asked for.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Span, Struct

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


def view_filodb_container(
    io: Cursor,
    parent: Struct | None = None,
    name: str = "",
    index: int | None = None,
    given_schemas: list[Schema] | None = None,
) -> FilodbContainer:
    """Leave the fields of a ``filodb_container`` to whoever asks for them."""
    self = FilodbContainer._begin(io, parent, name, index)
    self.schemas = rt.root_parameter(io.options, "schemas") if given_schemas is None else given_schemas
    rt.lay_out(io, self, PARTS_OF_FILODB_CONTAINER)
    return self


def read_containers_of_filodb_container(io: Cursor, self: FilodbContainer) -> None:
    """Read the ``containers`` of a ``filodb_container``."""
    at = self._at
    field = 0
    try:
        self.containers = None
        items = self.containers = []
        edges = [io.at]
        at[0] = Edges(edges)
        while not io.blank:
            _index = len(items)
            item = rt.behind(view_container)(io, self, "containers", _index)
            items.append(item)
            edges.append(io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_FILODB_CONTAINER: tuple[rt.Part, ...] = (rt.Part(0, "containers", read_containers_of_filodb_container),)


def view_container(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Container:
    """Leave the fields of a ``container`` to whoever asks for them."""
    self = Container._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_CONTAINER)
    return self


def read_num_bytes_of_container(io: Cursor, self: Container) -> None:
    """Read the ``num_bytes`` of a ``container``."""
    at = self._at
    field = 0
    try:
        self.num_bytes = None
        first = io.at
        self.num_bytes = io.s4le()
        at[0] = Span(first, io.at)
        value = self.num_bytes
        if value < 12:
            raise rt.invalid_value(self, 0, "at least 12", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_reserved_of_container(io: Cursor, self: Container) -> None:
    """Read the ``reserved`` of a ``container``."""
    at = self._at
    field = 1
    try:
        self.reserved = None
        first = io.at
        size = 3
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, None))
        self.reserved = data
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_reserved_of_container(io: Cursor, self: Container) -> bool:
    """Pass over the ``reserved`` of a ``container``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, 3, None))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


def read_version_of_container(io: Cursor, self: Container) -> None:
    """Read the ``version`` of a ``container``."""
    at = self._at
    field = 2
    try:
        self.version = None
        first = io.at
        self.version = io.u1()
        at[2] = Span(first, io.at)
        value = self.version
        if io.checked and (value != 1):
            raise rt.invalid_value(self, 2, "1", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_time_of_container(io: Cursor, self: Container) -> None:
    """Read the ``time`` of a ``container``."""
    at = self._at
    field = 3
    try:
        self.time = None
        first = io.at
        self.time = io.s8le()
        at[3] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_area_of_container(io: Cursor, self: Container) -> None:
    """Read the ``area`` of a ``container``."""
    at = self._at
    field = 4
    try:
        self.area = None
        first = io.at
        inner = io.sub(rt.check_size(io, self.num_bytes - 12, self, 0))
        self.area = view_records(inner, self, "area", None)
        at[4] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_area_of_container(io: Cursor, self: Container) -> bool:
    """Pass over the ``area`` of a ``container``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.num_bytes - 12, self, 0))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 4) from None
    return True


PARTS_OF_CONTAINER: tuple[rt.Part, ...] = (
    rt.Part(0, "num_bytes", read_num_bytes_of_container, size=4),
    rt.Part(1, "reserved", read_reserved_of_container, size=3),
    rt.Part(2, "version", read_version_of_container, size=1),
    rt.Part(3, "time", read_time_of_container, size=8),
    rt.Part(4, "area", read_area_of_container, pass_over=pass_area_of_container),
)


def view_records(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Records:
    """Leave the fields of a ``records`` to whoever asks for them."""
    self = Records._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_RECORDS)
    return self


def read_records_of_records(io: Cursor, self: Records) -> None:
    """Read the ``records`` of a ``records``."""
    at = self._at
    field = 0
    try:
        self.records = None
        items = self.records = []
        edges = [io.at]
        at[0] = Edges(edges)
        while not io.eof:
            _index = len(items)
            item = rt.behind(view_record)(io, self, "records", _index)
            items.append(item)
            edges.append(io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_RECORDS: tuple[rt.Part, ...] = (rt.Part(0, "records", read_records_of_records),)


def view_record(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Record:
    """Leave the fields of a ``record`` to whoever asks for them."""
    self = Record._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_RECORD)
    return self


def read_len_body_of_record(io: Cursor, self: Record) -> None:
    """Read the ``len_body`` of a ``record``."""
    at = self._at
    field = 0
    try:
        self.len_body = None
        first = io.at
        self.len_body = io.s4le()
        at[0] = Span(first, io.at)
        value = self.len_body
        if value < 0:
            raise rt.invalid_value(self, 0, "at least 0", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_body_of_record(io: Cursor, self: Record) -> None:
    """Read the ``body`` of a ``record``."""
    at = self._at
    field = 1
    try:
        self.body = None
        first = io.at
        inner = io.sub(rt.check_size(io, self.len_body, self, 0))
        self.body = view_body(
            inner, self, "body", None, self._top(FilodbContainer).schemas[0], False, self._top(FilodbContainer).schemas
        )
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_body_of_record(io: Cursor, self: Record) -> bool:
    """Pass over the ``body`` of a ``record``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_body, self, 0))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


def read__unnamed2_of_record(io: Cursor, self: Record) -> None:
    """Read the ``_unnamed2`` of a ``record``."""
    at = self._at
    field = 2
    try:
        start = io.at
        rt.keep_padding(io, rt.check_size(io, -self.len_body % 4, self, 0), self, 2)
        at[2] = Span(start, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass__unnamed2_of_record(io: Cursor, self: Record) -> bool:
    """Pass over the ``_unnamed2`` of a ``record``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, -self.len_body % 4, self, 0))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 2) from None
    return True


PARTS_OF_RECORD: tuple[rt.Part, ...] = (
    rt.Part(0, "len_body", read_len_body_of_record, size=4),
    rt.Part(1, "body", read_body_of_record, pass_over=pass_body_of_record),
    rt.Part(2, "", read__unnamed2_of_record, pass_over=pass__unnamed2_of_record),
)


def view_body(
    io: Cursor,
    parent: Struct | None,
    name: str,
    index: int | None,
    given_outer: Schema,
    given_is_inner: bool,
    given_schemas: list[Schema],
) -> Body:
    """Leave the fields of a ``body`` to whoever asks for them."""
    self = Body._begin(io, parent, name, index)
    self.outer = given_outer
    self.is_inner = given_is_inner
    self.schemas = given_schemas
    rt.lay_out(io, self, PARTS_OF_BODY)
    return self


def read_schema_id_of_body(io: Cursor, self: Body) -> None:
    """Read the ``schema_id`` of a ``body``."""
    at = self._at
    field = 0
    try:
        self.schema_id = None
        if self.outer.has_id:
            first = io.at
            self.schema_id = io.u2le()
            at[0] = Span(first, io.at)
            value = self.schema_id
            if not (self.is_inner or self.schema_at >= 0):
                raise rt.invalid_value(self, 0, "a value for which is_inner or schema_at >= 0", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_BODY) from None


def read_fields_of_body(io: Cursor, self: Body) -> None:
    """Read the ``fields`` of a ``body``."""
    at = self._at
    field = 1
    try:
        self.fields = None
        count = rt.check_count(io, len(self.schema.columns), 0, None)
        items = self.fields = []
        edges = [io.at]
        at[1] = Edges(edges)
        for _index in range(count):
            item = rt.behind(view_field)(
                io, self, "fields", _index, self.schema.columns[_index], self.schema, self.schemas
            )
            items.append(item)
            rt.end_element(io, edges)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_BODY) from None


def read_partition_hash_of_body(io: Cursor, self: Body) -> None:
    """Read the ``partition_hash`` of a ``body``."""
    at = self._at
    field = 2
    try:
        self.partition_hash = None
        if self.outer.has_id:
            first = io.at
            self.partition_hash = io.s4le()
            at[2] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_BODY) from None


PARTS_OF_BODY: tuple[rt.Part, ...] = (
    rt.Part(0, "schema_id", read_schema_id_of_body),
    rt.Part(1, "fields", read_fields_of_body),
    rt.Part(2, "partition_hash", read_partition_hash_of_body),
)


def view_field(
    io: Cursor,
    parent: Struct | None,
    name: str,
    index: int | None,
    given_column: Column,
    given_schema: Schema,
    given_schemas: list[Schema],
) -> Field_:
    """Leave the fields of a ``field`` to whoever asks for them."""
    self = Field_._begin(io, parent, name, index)
    self.column = given_column
    self.schema = given_schema
    self.schemas = given_schemas
    rt.lay_out(io, self, PARTS_OF_FIELD)
    return self


def read_value_of_field(io: Cursor, self: Field_) -> None:
    """Read the ``value`` of a ``field``."""
    at = self._at
    field = 0
    try:
        self.value = None
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
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_FIELD: tuple[rt.Part, ...] = (rt.Part(0, "value", read_value_of_field, inline=True),)


def view_moment(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Moment:
    """Leave the fields of a ``moment`` to whoever asks for them."""
    self = Moment._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_MOMENT)
    return self


def read_value_of_moment(io: Cursor, self: Moment) -> None:
    """Read the ``value`` of a ``moment``."""
    at = self._at
    field = 0
    try:
        self.value = None
        first = io.at
        self.value = io.s8le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_MOMENT: tuple[rt.Part, ...] = (rt.Part(0, "value", read_value_of_moment, size=8),)


def view_string_ref(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> StringRef:
    """Leave the fields of a ``string_ref`` to whoever asks for them."""
    self = StringRef._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_STRING_REF)
    rt.place_field(io, self, "target", read_target_of_string_ref)
    return self


def read_offset_of_string_ref(io: Cursor, self: StringRef) -> None:
    """Read the ``offset`` of a ``string_ref``."""
    at = self._at
    field = 0
    try:
        self.offset = None
        first = io.at
        self.offset = io.s4le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_STRING_REF: tuple[rt.Part, ...] = (rt.Part(0, "offset", read_offset_of_string_ref, size=4),)


def read_target_of_string_ref(io: Cursor, self: StringRef) -> None:
    """Read the ``target`` of a ``string_ref``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.target = None
    try:
        io = rt.fork_stream_at(io, self.offset - 4, self, 0)
        first = io.at
        self.target = view_short_text(io, self, "target", None)
        at[1] = Span(first, io.at)
        rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_short_text(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> ShortText:
    """Leave the fields of a ``short_text`` to whoever asks for them."""
    self = ShortText._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_SHORT_TEXT)
    return self


def read_len_text_of_short_text(io: Cursor, self: ShortText) -> None:
    """Read the ``len_text`` of a ``short_text``."""
    at = self._at
    field = 0
    try:
        self.len_text = None
        first = io.at
        self.len_text = io.u2le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_text_of_short_text(io: Cursor, self: ShortText) -> None:
    """Read the ``text`` of a ``short_text``."""
    at = self._at
    field = 1
    try:
        self.text = None
        first = io.at
        size = self.len_text
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 0))
        self.text = io.text(data, "UTF-8")
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_text_of_short_text(io: Cursor, self: ShortText) -> bool:
    """Pass over the ``text`` of a ``short_text``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_text, self, 0))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


PARTS_OF_SHORT_TEXT: tuple[rt.Part, ...] = (
    rt.Part(0, "len_text", read_len_text_of_short_text, size=2),
    rt.Part(1, "text", read_text_of_short_text, pass_over=pass_text_of_short_text),
)


def view_map_ref(io: Cursor, parent: Struct | None, name: str, index: int | None, given_schema: Schema) -> MapRef:
    """Leave the fields of a ``map_ref`` to whoever asks for them."""
    self = MapRef._begin(io, parent, name, index)
    self.schema = given_schema
    rt.lay_out(io, self, PARTS_OF_MAP_REF)
    rt.place_field(io, self, "target", read_target_of_map_ref)
    return self


def read_offset_of_map_ref(io: Cursor, self: MapRef) -> None:
    """Read the ``offset`` of a ``map_ref``."""
    at = self._at
    field = 0
    try:
        self.offset = None
        first = io.at
        self.offset = io.s4le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_MAP_REF: tuple[rt.Part, ...] = (rt.Part(0, "offset", read_offset_of_map_ref, size=4),)


def read_target_of_map_ref(io: Cursor, self: MapRef) -> None:
    """Read the ``target`` of a ``map_ref``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.target = None
    try:
        io = rt.fork_stream_at(io, self.offset - 4, self, 0)
        first = io.at
        self.target = view_sized_map(io, self, "target", None, self.schema)
        at[1] = Span(first, io.at)
        rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_sized_map(io: Cursor, parent: Struct | None, name: str, index: int | None, given_schema: Schema) -> SizedMap:
    """Leave the fields of a ``sized_map`` to whoever asks for them."""
    self = SizedMap._begin(io, parent, name, index)
    self.schema = given_schema
    rt.lay_out(io, self, PARTS_OF_SIZED_MAP)
    return self


def read_len_area_of_sized_map(io: Cursor, self: SizedMap) -> None:
    """Read the ``len_area`` of a ``sized_map``."""
    at = self._at
    field = 0
    try:
        self.len_area = None
        first = io.at
        self.len_area = io.u2le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_area_of_sized_map(io: Cursor, self: SizedMap) -> None:
    """Read the ``area`` of a ``sized_map``."""
    at = self._at
    field = 1
    try:
        self.area = None
        first = io.at
        inner = io.sub(rt.check_size(io, self.len_area, self, 0))
        self.area = view_entries(inner, self, "area", None, self.schema)
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_area_of_sized_map(io: Cursor, self: SizedMap) -> bool:
    """Pass over the ``area`` of a ``sized_map``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_area, self, 0))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


PARTS_OF_SIZED_MAP: tuple[rt.Part, ...] = (
    rt.Part(0, "len_area", read_len_area_of_sized_map, size=2),
    rt.Part(1, "area", read_area_of_sized_map, pass_over=pass_area_of_sized_map),
)


def view_entries(io: Cursor, parent: Struct | None, name: str, index: int | None, given_schema: Schema) -> Entries:
    """Leave the fields of a ``entries`` to whoever asks for them."""
    self = Entries._begin(io, parent, name, index)
    self.schema = given_schema
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
            item = rt.behind(view_entry)(io, self, "entries", _index, self.schema)
            items.append(item)
            edges.append(io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_ENTRIES: tuple[rt.Part, ...] = (rt.Part(0, "entries", read_entries_of_entries),)


def view_entry(io: Cursor, parent: Struct | None, name: str, index: int | None, given_schema: Schema) -> Entry:
    """Leave the fields of a ``entry`` to whoever asks for them."""
    self = Entry._begin(io, parent, name, index)
    self.schema = given_schema
    rt.lay_out(io, self, PARTS_OF_ENTRY)
    return self


def read_code_of_entry(io: Cursor, self: Entry) -> None:
    """Read the ``code`` of a ``entry``."""
    at = self._at
    field = 0
    try:
        self.code = None
        first = io.at
        self.code = io.u1()
        at[0] = Span(first, io.at)
        value = self.code
        if not (self.code < 192 or self.code & 63 < len(self.schema.predefined_keys)):
            raise rt.invalid_value(
                self, 0, "a value for which code < 192 or code & 63 < schema.predefined_keys.size", value
            )
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_literal_of_entry(io: Cursor, self: Entry) -> None:
    """Read the ``literal`` of a ``entry``."""
    at = self._at
    field = 1
    try:
        self.literal = None
        if self.code < 192:
            first = io.at
            size = self.code
            data = io.piece(size)
            if data is None:
                data = io.take(rt.check_size(io, size, self, 0))
            self.literal = io.text(data, "UTF-8")
            at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_literal_of_entry(io: Cursor, self: Entry) -> bool:
    """Pass over the ``literal`` of a ``entry``, if it is there."""
    try:
        if self.code < 192:
            rt.pass_over(io, rt.check_size(io, self.code, self, 0))
            return True
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return False


def read_len_value_of_entry(io: Cursor, self: Entry) -> None:
    """Read the ``len_value`` of a ``entry``."""
    at = self._at
    field = 2
    try:
        self.len_value = None
        first = io.at
        self.len_value = io.u2le()
        at[2] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_value_of_entry(io: Cursor, self: Entry) -> None:
    """Read the ``value`` of a ``entry``."""
    at = self._at
    field = 3
    try:
        self.value = None
        first = io.at
        size = self.len_value
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 2))
        self.value = io.text(data, "UTF-8")
        at[3] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_value_of_entry(io: Cursor, self: Entry) -> bool:
    """Pass over the ``value`` of a ``entry``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_value, self, 2))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 3) from None
    return True


PARTS_OF_ENTRY: tuple[rt.Part, ...] = (
    rt.Part(0, "code", read_code_of_entry, size=1),
    rt.Part(1, "literal", read_literal_of_entry, pass_over=pass_literal_of_entry),
    rt.Part(2, "len_value", read_len_value_of_entry, size=2),
    rt.Part(3, "value", read_value_of_entry, pass_over=pass_value_of_entry),
)


def view_histogram_ref(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> HistogramRef:
    """Leave the fields of a ``histogram_ref`` to whoever asks for them."""
    self = HistogramRef._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_HISTOGRAM_REF)
    rt.place_field(io, self, "target", read_target_of_histogram_ref)
    return self


def read_offset_of_histogram_ref(io: Cursor, self: HistogramRef) -> None:
    """Read the ``offset`` of a ``histogram_ref``."""
    at = self._at
    field = 0
    try:
        self.offset = None
        first = io.at
        self.offset = io.s4le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_HISTOGRAM_REF: tuple[rt.Part, ...] = (rt.Part(0, "offset", read_offset_of_histogram_ref, size=4),)


def read_target_of_histogram_ref(io: Cursor, self: HistogramRef) -> None:
    """Read the ``target`` of a ``histogram_ref``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.target = None
    try:
        io = rt.fork_stream_at(io, self.offset - 4, self, 0)
        first = io.at
        self.target = view_sized_histogram(io, self, "target", None)
        at[1] = Span(first, io.at)
        rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_sized_histogram(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> SizedHistogram:
    """Leave the fields of a ``sized_histogram`` to whoever asks for them."""
    self = SizedHistogram._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_SIZED_HISTOGRAM)
    return self


def read_len_histogram_of_sized_histogram(io: Cursor, self: SizedHistogram) -> None:
    """Read the ``len_histogram`` of a ``sized_histogram``."""
    at = self._at
    field = 0
    try:
        self.len_histogram = None
        first = io.at
        self.len_histogram = io.u2le()
        at[0] = Span(first, io.at)
        value = self.len_histogram
        if value > 32767:
            raise rt.invalid_value(self, 0, "at most 32767", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_histogram_of_sized_histogram(io: Cursor, self: SizedHistogram) -> None:
    """Read the ``histogram`` of a ``sized_histogram``."""
    at = self._at
    field = 1
    try:
        self.histogram = None
        first = io.at
        inner = io.sub(rt.check_size(io, self.len_histogram, self, 0))
        self.histogram = view_histogram(inner, self, "histogram", None)
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_histogram_of_sized_histogram(io: Cursor, self: SizedHistogram) -> bool:
    """Pass over the ``histogram`` of a ``sized_histogram``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_histogram, self, 0))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


PARTS_OF_SIZED_HISTOGRAM: tuple[rt.Part, ...] = (
    rt.Part(0, "len_histogram", read_len_histogram_of_sized_histogram, size=2),
    rt.Part(1, "histogram", read_histogram_of_sized_histogram, pass_over=pass_histogram_of_sized_histogram),
)


def view_histogram(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Histogram:
    """Leave the fields of a ``histogram`` to whoever asks for them."""
    self = Histogram._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_HISTOGRAM)
    return self


def read_format_of_histogram(io: Cursor, self: Histogram) -> None:
    """Read the ``format`` of a ``histogram``."""
    at = self._at
    field = 0
    try:
        self.format = None
        first = io.at
        self.format = rt.named(HistogramFormat, io.u1())
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_HISTOGRAM) from None


def read_len_buckets_of_histogram(io: Cursor, self: Histogram) -> None:
    """Read the ``len_buckets`` of a ``histogram``."""
    at = self._at
    field = 1
    try:
        self.len_buckets = None
        if self.format != HistogramFormat.EMPTY:
            first = io.at
            self.len_buckets = io.u2le()
            at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_HISTOGRAM) from None


def read_buckets_of_histogram(io: Cursor, self: Histogram) -> None:
    """Read the ``buckets`` of a ``histogram``."""
    at = self._at
    field = 2
    try:
        self.buckets = None
        if self.format != HistogramFormat.EMPTY:
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
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_HISTOGRAM) from None


def read__unnamed3_of_histogram(io: Cursor, self: Histogram) -> None:
    """Read the ``_unnamed3`` of a ``histogram``."""
    at = self._at
    field = 3
    try:
        if self.is_empty:
            start = io.at
            rt.keep_padding(io, io.left, self, 3)
            at[3] = Span(start, io.at)
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
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_HISTOGRAM) from None


def pass__unnamed3_of_histogram(io: Cursor, self: Histogram) -> bool:
    """Pass over the ``_unnamed3`` of a ``histogram``, if it is there."""
    try:
        if self.is_empty:
            rt.pass_over(io, io.left)
            return True
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 3, RESTS_OF_HISTOGRAM) from None
    return False


def read_longs_of_histogram(io: Cursor, self: Histogram) -> None:
    """Read the ``longs`` of a ``histogram``."""
    at = self._at
    field = 4
    try:
        self.longs = None
        if self.format != HistogramFormat.EMPTY and not self.is_double:
            first = io.at
            data = io.take_rest()
            data = rt.decode(io, self, 4, None, data, rt.Process("bytewright.codecs.nibble_pack", self.num_buckets, 1))
            inner = io.decoded(data)
            self.longs = view_longs(inner, self, "longs", None)
            at[4] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_HISTOGRAM) from None


def pass_longs_of_histogram(io: Cursor, self: Histogram) -> bool:
    """Pass over the ``longs`` of a ``histogram``, if it is there."""
    try:
        if self.format != HistogramFormat.EMPTY and not self.is_double:
            rt.pass_over(io, io.left)
            return True
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 4, RESTS_OF_HISTOGRAM) from None
    return False


def read_doubles_of_histogram(io: Cursor, self: Histogram) -> None:
    """Read the ``doubles`` of a ``histogram``."""
    at = self._at
    field = 5
    try:
        self.doubles = None
        if self.is_double:
            first = io.at
            data = io.take_rest()
            data = rt.decode(io, self, 5, None, data, rt.Process("bytewright.codecs.nibble_pack", self.num_buckets, 2))
            inner = io.decoded(data)
            self.doubles = view_doubles(inner, self, "doubles", None)
            at[5] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_HISTOGRAM) from None


def pass_doubles_of_histogram(io: Cursor, self: Histogram) -> bool:
    """Pass over the ``doubles`` of a ``histogram``, if it is there."""
    try:
        if self.is_double:
            rt.pass_over(io, io.left)
            return True
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 5, RESTS_OF_HISTOGRAM) from None
    return False


PARTS_OF_HISTOGRAM: tuple[rt.Part, ...] = (
    rt.Part(0, "format", read_format_of_histogram, size=1),
    rt.Part(1, "len_buckets", read_len_buckets_of_histogram),
    rt.Part(2, "buckets", read_buckets_of_histogram),
    rt.Part(3, "", read__unnamed3_of_histogram, pass_over=pass__unnamed3_of_histogram),
    rt.Part(4, "longs", read_longs_of_histogram, pass_over=pass_longs_of_histogram),
    rt.Part(5, "doubles", read_doubles_of_histogram, pass_over=pass_doubles_of_histogram),
)


def view_geometric(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Geometric:
    """Leave the fields of a ``geometric`` to whoever asks for them."""
    self = Geometric._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_GEOMETRIC)
    return self


def read_num_buckets_of_geometric(io: Cursor, self: Geometric) -> None:
    """Read the ``num_buckets`` of a ``geometric``."""
    at = self._at
    field = 0
    try:
        self.num_buckets = None
        first = io.at
        self.num_buckets = io.u2le()
        at[0] = Span(first, io.at)
        value = self.num_buckets
        if value < 1:
            raise rt.invalid_value(self, 0, "at least 1", value)
        value = self.num_buckets
        if value > 32767:
            raise rt.invalid_value(self, 0, "at most 32767", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_first_of_geometric(io: Cursor, self: Geometric) -> None:
    """Read the ``first`` of a ``geometric``."""
    at = self._at
    field = 1
    try:
        self.first = None
        first = io.at
        self.first = io.f8le()
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_multiplier_of_geometric(io: Cursor, self: Geometric) -> None:
    """Read the ``multiplier`` of a ``geometric``."""
    at = self._at
    field = 2
    try:
        self.multiplier = None
        first = io.at
        self.multiplier = io.f8le()
        at[2] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read__unnamed3_of_geometric(io: Cursor, self: Geometric) -> None:
    """Read the ``_unnamed3`` of a ``geometric``."""
    at = self._at
    field = 3
    try:
        start = io.at
        rt.keep_padding(io, io.left, self, 3)
        at[3] = Span(start, io.at)
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
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass__unnamed3_of_geometric(io: Cursor, self: Geometric) -> bool:
    """Pass over the ``_unnamed3`` of a ``geometric``, if it is there."""
    try:
        rt.pass_over(io, io.left)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 3) from None
    return True


PARTS_OF_GEOMETRIC: tuple[rt.Part, ...] = (
    rt.Part(0, "num_buckets", read_num_buckets_of_geometric, size=2),
    rt.Part(1, "first", read_first_of_geometric, size=8),
    rt.Part(2, "multiplier", read_multiplier_of_geometric, size=8),
    rt.Part(3, "", read__unnamed3_of_geometric, pass_over=pass__unnamed3_of_geometric),
)


def view_custom(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Custom:
    """Leave the fields of a ``custom`` to whoever asks for them."""
    self = Custom._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_CUSTOM)
    return self


def read_num_buckets_of_custom(io: Cursor, self: Custom) -> None:
    """Read the ``num_buckets`` of a ``custom``."""
    at = self._at
    field = 0
    try:
        self.num_buckets = None
        first = io.at
        self.num_buckets = io.u2le()
        at[0] = Span(first, io.at)
        value = self.num_buckets
        if value < 1:
            raise rt.invalid_value(self, 0, "at least 1", value)
        value = self.num_buckets
        if value > 8191:
            raise rt.invalid_value(self, 0, "at most 8191", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_tops_of_custom(io: Cursor, self: Custom) -> None:
    """Read the ``tops`` of a ``custom``."""
    at = self._at
    field = 1
    try:
        self.tops = None
        first = io.at
        data = io.take_rest()
        data = rt.decode(io, self, 1, None, data, rt.Process("bytewright.codecs.nibble_pack", self.num_buckets, 2))
        inner = io.decoded(data)
        self.tops = view_doubles(inner, self, "tops", None)
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_tops_of_custom(io: Cursor, self: Custom) -> bool:
    """Pass over the ``tops`` of a ``custom``, if it is there."""
    try:
        rt.pass_over(io, io.left)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


PARTS_OF_CUSTOM: tuple[rt.Part, ...] = (
    rt.Part(0, "num_buckets", read_num_buckets_of_custom, size=2),
    rt.Part(1, "tops", read_tops_of_custom, pass_over=pass_tops_of_custom),
)


def view_doubles(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Doubles:
    """Leave the fields of a ``doubles`` to whoever asks for them."""
    self = Doubles._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_DOUBLES)
    return self


def read_values_of_doubles(io: Cursor, self: Doubles) -> None:
    """Read the ``values`` of a ``doubles``."""
    at = self._at
    field = 0
    try:
        self.values = None
        items = self.values = []
        edges = [io.at]
        at[0] = Edges(edges)
        while not io.eof:
            _index = len(items)
            item = io.f8le()
            items.append(item)
            edges.append(io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_DOUBLES: tuple[rt.Part, ...] = (rt.Part(0, "values", read_values_of_doubles),)


def view_exponential(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Exponential:
    """Leave the fields of a ``exponential`` to whoever asks for them."""
    self = Exponential._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_EXPONENTIAL)
    return self


def read_num_buckets_of_exponential(io: Cursor, self: Exponential) -> None:
    """Read the ``num_buckets`` of a ``exponential``."""
    at = self._at
    field = 0
    try:
        self.num_buckets = None
        first = io.at
        self.num_buckets = io.u2le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_scale_of_exponential(io: Cursor, self: Exponential) -> None:
    """Read the ``scale`` of a ``exponential``."""
    at = self._at
    field = 1
    try:
        self.scale = None
        first = io.at
        self.scale = io.s2le()
        at[1] = Span(first, io.at)
        value = self.scale
        if value < (-20):
            raise rt.invalid_value(self, 1, "at least -20", value)
        value = self.scale
        if value > 20:
            raise rt.invalid_value(self, 1, "at most 20", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_start_index_of_exponential(io: Cursor, self: Exponential) -> None:
    """Read the ``start_index`` of a ``exponential``."""
    at = self._at
    field = 2
    try:
        self.start_index = None
        first = io.at
        self.start_index = io.s4le()
        at[2] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_num_positive_of_exponential(io: Cursor, self: Exponential) -> None:
    """Read the ``num_positive`` of a ``exponential``."""
    at = self._at
    field = 3
    try:
        self.num_positive = None
        first = io.at
        self.num_positive = io.s2le()
        at[3] = Span(first, io.at)
        value = self.num_positive
        if value < 0:
            raise rt.invalid_value(self, 3, "at least 0", value)
        value = self.num_positive
        if value > 180:
            raise rt.invalid_value(self, 3, "at most 180", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_negative_of_exponential(io: Cursor, self: Exponential) -> None:
    """Read the ``negative`` of a ``exponential``."""
    at = self._at
    field = 4
    try:
        self.negative = None
        first = io.at
        self.negative = rt.check_contents(io, b"\x00\x00\x00\x00\x00\x00")
        at[4] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read__unnamed5_of_exponential(io: Cursor, self: Exponential) -> None:
    """Read the ``_unnamed5`` of a ``exponential``."""
    at = self._at
    field = 5
    try:
        start = io.at
        rt.keep_padding(io, io.left, self, 5)
        at[5] = Span(start, io.at)
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
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass__unnamed5_of_exponential(io: Cursor, self: Exponential) -> bool:
    """Pass over the ``_unnamed5`` of a ``exponential``, if it is there."""
    try:
        rt.pass_over(io, io.left)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 5) from None
    return True


PARTS_OF_EXPONENTIAL: tuple[rt.Part, ...] = (
    rt.Part(0, "num_buckets", read_num_buckets_of_exponential, size=2),
    rt.Part(1, "scale", read_scale_of_exponential, size=2),
    rt.Part(2, "start_index", read_start_index_of_exponential, size=4),
    rt.Part(3, "num_positive", read_num_positive_of_exponential, size=2),
    rt.Part(4, "negative", read_negative_of_exponential, size=6),
    rt.Part(5, "", read__unnamed5_of_exponential, pass_over=pass__unnamed5_of_exponential),
)


def view_longs(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Longs:
    """Leave the fields of a ``longs`` to whoever asks for them."""
    self = Longs._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_LONGS)
    return self


def read_values_of_longs(io: Cursor, self: Longs) -> None:
    """Read the ``values`` of a ``longs``."""
    at = self._at
    field = 0
    try:
        self.values = None
        items = self.values = []
        edges = [io.at]
        at[0] = Edges(edges)
        while not io.eof:
            _index = len(items)
            item = io.s8le()
            items.append(item)
            edges.append(io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_LONGS: tuple[rt.Part, ...] = (rt.Part(0, "values", read_values_of_longs),)


def view_record_ref(
    io: Cursor, parent: Struct | None, name: str, index: int | None, given_inner: Schema, given_schemas: list[Schema]
) -> RecordRef:
    """Leave the fields of a ``record_ref`` to whoever asks for them."""
    self = RecordRef._begin(io, parent, name, index)
    self.inner = given_inner
    self.schemas = given_schemas
    rt.lay_out(io, self, PARTS_OF_RECORD_REF)
    rt.place_field(io, self, "target", read_target_of_record_ref)
    return self


def read_offset_of_record_ref(io: Cursor, self: RecordRef) -> None:
    """Read the ``offset`` of a ``record_ref``."""
    at = self._at
    field = 0
    try:
        self.offset = None
        first = io.at
        self.offset = io.s4le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_RECORD_REF: tuple[rt.Part, ...] = (rt.Part(0, "offset", read_offset_of_record_ref, size=4),)


def read_target_of_record_ref(io: Cursor, self: RecordRef) -> None:
    """Read the ``target`` of a ``record_ref``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.target = None
    try:
        io = rt.fork_stream_at(io, self.offset - 4, self, 0)
        first = io.at
        self.target = view_nested(io, self, "target", None)
        at[1] = Span(first, io.at)
        rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def view_nested(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Nested:
    """Leave the fields of a ``nested`` to whoever asks for them."""
    self = Nested._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_NESTED)
    return self


def read_len_record_of_nested(io: Cursor, self: Nested) -> None:
    """Read the ``len_record`` of a ``nested``."""
    at = self._at
    field = 0
    try:
        self.len_record = None
        first = io.at
        self.len_record = io.u2le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_record_of_nested(io: Cursor, self: Nested) -> None:
    """Read the ``record`` of a ``nested``."""
    at = self._at
    field = 1
    try:
        self.record = None
        first = io.at
        inner = io.sub(rt.check_size(io, self.len_record, self, 0))
        self.record = view_whole_record(inner, self, "record", None, self._parent.inner, self._parent.schemas)
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_record_of_nested(io: Cursor, self: Nested) -> bool:
    """Pass over the ``record`` of a ``nested``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_record, self, 0))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


PARTS_OF_NESTED: tuple[rt.Part, ...] = (
    rt.Part(0, "len_record", read_len_record_of_nested, size=2),
    rt.Part(1, "record", read_record_of_nested, pass_over=pass_record_of_nested),
)


def view_whole_record(
    io: Cursor, parent: Struct | None, name: str, index: int | None, given_inner: Schema, given_schemas: list[Schema]
) -> WholeRecord:
    """Leave the fields of a ``whole_record`` to whoever asks for them."""
    self = WholeRecord._begin(io, parent, name, index)
    self.inner = given_inner
    self.schemas = given_schemas
    rt.lay_out(io, self, PARTS_OF_WHOLE_RECORD)
    return self


def read_len_body_of_whole_record(io: Cursor, self: WholeRecord) -> None:
    """Read the ``len_body`` of a ``whole_record``."""
    at = self._at
    field = 0
    try:
        self.len_body = None
        first = io.at
        self.len_body = io.s4le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_body_of_whole_record(io: Cursor, self: WholeRecord) -> None:
    """Read the ``body`` of a ``whole_record``."""
    at = self._at
    field = 1
    try:
        self.body = None
        first = io.at
        inner = io.sub(rt.check_size(io, self.len_body, self, 0))
        self.body = view_body(inner, self, "body", None, self.inner, True, self.schemas)
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_body_of_whole_record(io: Cursor, self: WholeRecord) -> bool:
    """Pass over the ``body`` of a ``whole_record``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_body, self, 0))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


PARTS_OF_WHOLE_RECORD: tuple[rt.Part, ...] = (
    rt.Part(0, "len_body", read_len_body_of_whole_record, size=4),
    rt.Part(1, "body", read_body_of_whole_record, pass_over=pass_body_of_whole_record),
)


def view_schema(
    io: Cursor,
    parent: Struct | None,
    name: str,
    index: int | None,
    given_name: str,
    given_id: int,
    given_has_id: bool,
    given_columns: list[Column],
    given_partition_start: int,
    given_predefined_keys: list[str],
) -> Schema:
    """Leave the fields of a ``schema`` to whoever asks for them."""
    self = Schema._begin(io, parent, name, index)
    self.name = given_name
    self.id = given_id
    self.has_id = given_has_id
    self.columns = given_columns
    self.partition_start = given_partition_start
    self.predefined_keys = given_predefined_keys
    rt.lay_out(io, self, PARTS_OF_SCHEMA)
    return self


PARTS_OF_SCHEMA: tuple[rt.Part, ...] = ()


def view_column(
    io: Cursor,
    parent: Struct | None,
    name: str,
    index: int | None,
    given_name: str,
    given_type: ColumnType | int,
    given_inner: Schema,
) -> Column:
    """Leave the fields of a ``column`` to whoever asks for them."""
    self = Column._begin(io, parent, name, index)
    self.name = given_name
    self.type = given_type
    self.inner = given_inner
    rt.lay_out(io, self, PARTS_OF_COLUMN)
    return self


PARTS_OF_COLUMN: tuple[rt.Part, ...] = ()


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
