# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""FiloDB RecordContainer (BinaryRecord v2): bytes → objects.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Rests, Span, Struct

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


def begin_filodb_container(io: Cursor) -> FilodbContainer:
    """Read what precedes the ``containers`` of a file."""
    self = FilodbContainer._begin(io, None, "", None)
    self.schemas = rt.told(io.options, "schemas")
    field = 0
    try:
        self.containers = []
    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def containers_of(io: Cursor, self: FilodbContainer, index: int = 0) -> Iterator[Any]:
    """Read the records one by one, the first as number ``index``; each is complete and checked when it comes."""
    field = 0
    try:
        while not io.blank:
            _index = index
            before = io.at
            item = read_container(io, self, "containers", index)
            yield item
            index += 1
            rt.moved(io, before, index)
    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None


def read_filodb_container(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> FilodbContainer:
    """Read a whole ``filodb_container``."""
    self = begin_filodb_container(io)
    self._parent, self._field, self._index = parent, name, index
    items = self.containers
    edges = [io.at]
    self._at[0] = Edges(edges)
    for item in containers_of(io, self):
        items.append(item)
        rt.turn(io, edges)
    return self


def read_container(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Container:
    """Read a ``container``."""
    self = Container._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.num_bytes = io.s4le()
        at[0] = Span(first, io.at)
        value = self.num_bytes
        if value < 12:
            raise rt.invalid(self, 0, "at least 12", value)

        field = 1
        first = io.at
        data = io.take(rt.bounded(io, 3, None))
        self.reserved = data
        at[1] = Span(first, io.at)

        field = 2
        first = io.at
        self.version = io.u1()
        at[2] = Span(first, io.at)
        value = self.version
        if value != 1:
            raise rt.invalid(self, 2, "1", value)

        field = 3
        first = io.at
        self.time = io.s8le()
        at[3] = Span(first, io.at)

        field = 4
        first = io.at
        inner = rt.cut(io, self.num_bytes - 12, self, 0)
        self.area = read_records(inner, self, "area", None)
        rt.finish(inner, self.area, surveyed=True)
        at[4] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_records(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Records:
    """Read a ``records``."""
    self = Records._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        items = self.records = []
        edges = [io.at]
        at[0] = Edges(edges)
        while not io.eof:
            _index = len(items)
            item = rt.attempt(read_record, pass_record, io, self, 0, _index)
            items.append(item)
            rt.turn(io, edges)
        rt.ended(io, self, 0, edges)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_record(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Record:
    """Read a ``record``."""
    self = Record._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.len_body = io.s4le()
        at[0] = Span(first, io.at)
        value = self.len_body
        if value < 0:
            raise rt.invalid(self, 0, "at least 0", value)

        field = 1
        first = io.at
        inner = io.sub(rt.bounded(io, self.len_body, self, 0))
        self.body = read_body(
            inner, self, "body", None, self._top(FilodbContainer).schemas[0], False, self._top(FilodbContainer).schemas
        )
        rt.finish(inner, self.body, surveyed=True)
        at[1] = Span(first, io.at)

        field = 2
        start = io.at
        rt.padding(io, rt.bounded(io, -self.len_body % 4, self, 0), self, 2)
        at[2] = Span(start, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def pass_record(io: Cursor, parent: Struct | None, name: str, index: int | None) -> None:
    """Pass over a ``record`` by what it says of its length, whatever else it holds."""
    self = Record._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.len_body = io.s4le()
        at[0] = Span(first, io.at)
        field = 1
        io.sub(rt.bounded(io, self.len_body, self, 0))
        field = 2
        io.sub(rt.bounded(io, -self.len_body % 4, self, 0))
    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None


def read_body(
    io: Cursor,
    parent: Struct | None,
    name: str,
    index: int | None,
    given_outer: Schema,
    given_is_inner: bool,
    given_schemas: list[Schema],
) -> Body:
    """Read a ``body``."""
    self = Body._begin(io, parent, name, index)
    self.outer = given_outer
    self.is_inner = given_is_inner
    self.schemas = given_schemas
    at = self._at
    field = 0
    try:
        if self.outer.has_id:
            first = io.at
            self.schema_id = io.u2le()
            at[0] = Span(first, io.at)
            value = self.schema_id
            if not (self.is_inner or self.schema_at >= 0):
                raise rt.invalid(self, 0, "a value for which self.is_inner or self.schema_at >= 0", value)

        field = 1
        count = rt.counted(io, len(self.schema.columns), 0, None)
        items = self.fields = []
        edges = [io.at]
        at[1] = Edges(edges)
        for _index in range(count):
            item = read_field(io, self, "fields", _index, self.schema.columns[_index], self.schema, self.schemas)
            items.append(item)
            rt.turn(io, edges)

        field = 2
        if self.outer.has_id:
            first = io.at
            self.partition_hash = io.s4le()
            at[2] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_field(
    io: Cursor,
    parent: Struct | None,
    name: str,
    index: int | None,
    given_column: Column,
    given_schema: Schema,
    given_schemas: list[Schema],
) -> Field_:
    """Read a ``field``."""
    self = Field_._begin(io, parent, name, index)
    self.column = given_column
    self.schema = given_schema
    self.schemas = given_schemas
    at = self._at
    field = 0
    try:
        first = io.at
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
                self.value = read_moment(io, self, "value", None)
                self._cases[0] = "moment"
            case ColumnType.STRING:
                self.value = read_string_ref(io, self, "value", None)
                self._cases[0] = "string_ref"
            case ColumnType.MAP:
                self.value = read_map_ref(io, self, "value", None, self.schema)
                self._cases[0] = "map_ref"
            case ColumnType.HIST:
                self.value = read_histogram_ref(io, self, "value", None)
                self._cases[0] = "histogram_ref"
            case ColumnType.BR:
                self.value = read_record_ref(io, self, "value", None, self.column.inner, self.schemas)
                self._cases[0] = "record_ref"
        at[0] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_moment(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Moment:
    """Read a ``moment``."""
    self = Moment._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.value = io.s8le()
        at[0] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_string_ref(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> StringRef:
    """Read a ``string_ref``."""
    self = StringRef._begin(io, parent, name, index)
    rt.place(io, self, "target", read_target_of_string_ref)
    at = self._at
    field = 0
    try:
        first = io.at
        self.offset = io.s4le()
        at[0] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_target_of_string_ref(io: Cursor, self: StringRef) -> None:
    """Read the ``target`` of a ``string_ref``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.target = None
    try:
        io = rt.fork_at(io, self.offset - 4, self, 0)
        first = io.at
        self.target = read_short_text(io, self, "target", None)
        at[1] = Span(first, io.at)
        rt.covered(io, self, 1)
    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None


def read_short_text(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> ShortText:
    """Read a ``short_text``."""
    self = ShortText._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.len_text = io.u2le()
        at[0] = Span(first, io.at)

        field = 1
        first = io.at
        start = io.at
        data = io.take(rt.bounded(io, self.len_text, self, 0))
        self.text = io.text(data, "UTF-8", start)
        at[1] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_map_ref(io: Cursor, parent: Struct | None, name: str, index: int | None, given_schema: Schema) -> MapRef:
    """Read a ``map_ref``."""
    self = MapRef._begin(io, parent, name, index)
    self.schema = given_schema
    rt.place(io, self, "target", read_target_of_map_ref)
    at = self._at
    field = 0
    try:
        first = io.at
        self.offset = io.s4le()
        at[0] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_target_of_map_ref(io: Cursor, self: MapRef) -> None:
    """Read the ``target`` of a ``map_ref``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.target = None
    try:
        io = rt.fork_at(io, self.offset - 4, self, 0)
        first = io.at
        self.target = read_sized_map(io, self, "target", None, self.schema)
        at[1] = Span(first, io.at)
        rt.covered(io, self, 1)
    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None


def read_sized_map(io: Cursor, parent: Struct | None, name: str, index: int | None, given_schema: Schema) -> SizedMap:
    """Read a ``sized_map``."""
    self = SizedMap._begin(io, parent, name, index)
    self.schema = given_schema
    at = self._at
    field = 0
    try:
        first = io.at
        self.len_area = io.u2le()
        at[0] = Span(first, io.at)

        field = 1
        first = io.at
        inner = io.sub(rt.bounded(io, self.len_area, self, 0))
        self.area = read_entries(inner, self, "area", None, self.schema)
        rt.finish(inner, self.area, surveyed=True)
        at[1] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_entries(io: Cursor, parent: Struct | None, name: str, index: int | None, given_schema: Schema) -> Entries:
    """Read a ``entries``."""
    self = Entries._begin(io, parent, name, index)
    self.schema = given_schema
    at = self._at
    field = 0
    try:
        items = self.entries = []
        edges = [io.at]
        at[0] = Edges(edges)
        while not io.eof:
            _index = len(items)
            item = read_entry(io, self, "entries", _index, self.schema)
            items.append(item)
            rt.turn(io, edges)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_entry(io: Cursor, parent: Struct | None, name: str, index: int | None, given_schema: Schema) -> Entry:
    """Read a ``entry``."""
    self = Entry._begin(io, parent, name, index)
    self.schema = given_schema
    at = self._at
    field = 0
    try:
        first = io.at
        self.code = io.u1()
        at[0] = Span(first, io.at)
        value = self.code
        if not (self.code < 192 or self.code & 63 < len(self.schema.predefined_keys)):
            raise rt.invalid(
                self, 0, "a value for which self.code < 192 or self.code & 63 < len(self.schema.predefined_keys)", value
            )

        field = 1
        if self.code < 192:
            first = io.at
            start = io.at
            data = io.take(rt.bounded(io, self.code, self, 0))
            self.literal = io.text(data, "UTF-8", start)
            at[1] = Span(first, io.at)

        field = 2
        first = io.at
        self.len_value = io.u2le()
        at[2] = Span(first, io.at)

        field = 3
        first = io.at
        start = io.at
        data = io.take(rt.bounded(io, self.len_value, self, 2))
        self.value = io.text(data, "UTF-8", start)
        at[3] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_histogram_ref(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> HistogramRef:
    """Read a ``histogram_ref``."""
    self = HistogramRef._begin(io, parent, name, index)
    rt.place(io, self, "target", read_target_of_histogram_ref)
    at = self._at
    field = 0
    try:
        first = io.at
        self.offset = io.s4le()
        at[0] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_target_of_histogram_ref(io: Cursor, self: HistogramRef) -> None:
    """Read the ``target`` of a ``histogram_ref``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.target = None
    try:
        io = rt.fork_at(io, self.offset - 4, self, 0)
        first = io.at
        self.target = read_sized_histogram(io, self, "target", None)
        at[1] = Span(first, io.at)
        rt.covered(io, self, 1)
    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None


def read_sized_histogram(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> SizedHistogram:
    """Read a ``sized_histogram``."""
    self = SizedHistogram._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.len_histogram = io.u2le()
        at[0] = Span(first, io.at)
        value = self.len_histogram
        if value > 32767:
            raise rt.invalid(self, 0, "at most 32767", value)

        field = 1
        first = io.at
        inner = io.sub(rt.bounded(io, self.len_histogram, self, 0))
        self.histogram = read_histogram(inner, self, "histogram", None)
        rt.finish(inner, self.histogram, surveyed=True)
        at[1] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


RESTS_OF_HISTOGRAM: Rests = {
    4: ((lambda self: self.num_buckets, lambda self: (self, 0)),),
    5: ((lambda self: self.num_buckets, lambda self: (self, 0)),),
}
"""What fields rest on whose reading computes something that a file may leave without a value."""


def read_histogram(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Histogram:
    """Read a ``histogram``."""
    self = Histogram._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.format = rt.named(HistogramFormat, io.u1())
        at[0] = Span(first, io.at)

        field = 1
        if self.format != HistogramFormat.EMPTY:
            first = io.at
            self.len_buckets = io.u2le()
            at[1] = Span(first, io.at)

        field = 2
        if self.format != HistogramFormat.EMPTY:
            first = io.at
            match self.format:
                case HistogramFormat.GEOMETRIC_LONG:
                    inner = io.sub(rt.bounded(io, self.len_buckets, self, 1))
                    self.buckets = read_geometric(inner, self, "buckets", None)
                    rt.finish(inner, self.buckets, surveyed=True)
                    self._cases[2] = "geometric"
                case HistogramFormat.GEOMETRIC_MINUS_1_LONG:
                    inner = io.sub(rt.bounded(io, self.len_buckets, self, 1))
                    self.buckets = read_geometric(inner, self, "buckets", None)
                    rt.finish(inner, self.buckets, surveyed=True)
                    self._cases[2] = "geometric"
                case HistogramFormat.GEOMETRIC_DOUBLE:
                    inner = io.sub(rt.bounded(io, self.len_buckets, self, 1))
                    self.buckets = read_geometric(inner, self, "buckets", None)
                    rt.finish(inner, self.buckets, surveyed=True)
                    self._cases[2] = "geometric"
                case HistogramFormat.CUSTOM_LONG:
                    inner = io.sub(rt.bounded(io, self.len_buckets, self, 1))
                    self.buckets = read_custom(inner, self, "buckets", None)
                    rt.finish(inner, self.buckets, surveyed=True)
                    self._cases[2] = "custom"
                case HistogramFormat.CUSTOM_DOUBLE:
                    inner = io.sub(rt.bounded(io, self.len_buckets, self, 1))
                    self.buckets = read_custom(inner, self, "buckets", None)
                    rt.finish(inner, self.buckets, surveyed=True)
                    self._cases[2] = "custom"
                case HistogramFormat.EXPONENTIAL_LONG:
                    inner = io.sub(rt.bounded(io, self.len_buckets, self, 1))
                    self.buckets = read_exponential(inner, self, "buckets", None)
                    rt.finish(inner, self.buckets, surveyed=True)
                    self._cases[2] = "exponential"
                case HistogramFormat.EXPONENTIAL_DOUBLE:
                    inner = io.sub(rt.bounded(io, self.len_buckets, self, 1))
                    self.buckets = read_exponential(inner, self, "buckets", None)
                    rt.finish(inner, self.buckets, surveyed=True)
                    self._cases[2] = "exponential"
                case _:
                    data = io.take(rt.bounded(io, self.len_buckets, self, 1))
                    self.buckets = data
                    self._cases[2] = "bytes"
            at[2] = Span(first, io.at)

        field = 3
        if self.is_empty:
            start = io.at
            rt.padding(io, io.left, self, 3)
            at[3] = Span(start, io.at)
            _ = self._kept.get(3, b"")
            value = _
            if len(value) > 0:
                raise rt.invalid(
                    self,
                    3,
                    "the end of the file" if self._parent is None else "the end of the bytes around it",
                    value,
                    found=rt.left(value),
                )

        field = 4
        if self.format != HistogramFormat.EMPTY and not self.is_double:
            first = io.at
            data = io.take_rest()
            data = rt.processed(
                io, self, 4, None, data, rt.Process("bytewright.codecs.nibble_pack", self.num_buckets, 1)
            )
            inner = io.decoded(data)
            self.longs = read_longs(inner, self, "longs", None)
            rt.finish(inner, self.longs, surveyed=True)
            at[4] = Span(first, io.at)

        field = 5
        if self.is_double:
            first = io.at
            data = io.take_rest()
            data = rt.processed(
                io, self, 5, None, data, rt.Process("bytewright.codecs.nibble_pack", self.num_buckets, 2)
            )
            inner = io.decoded(data)
            self.doubles = read_doubles(inner, self, "doubles", None)
            rt.finish(inner, self.doubles, surveyed=True)
            at[5] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field, RESTS_OF_HISTOGRAM) from None
    return self


def read_geometric(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Geometric:
    """Read a ``geometric``."""
    self = Geometric._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.num_buckets = io.u2le()
        at[0] = Span(first, io.at)
        value = self.num_buckets
        if value < 1:
            raise rt.invalid(self, 0, "at least 1", value)
        value = self.num_buckets
        if value > 32767:
            raise rt.invalid(self, 0, "at most 32767", value)

        field = 1
        first = io.at
        self.first = io.f8le()
        at[1] = Span(first, io.at)

        field = 2
        first = io.at
        self.multiplier = io.f8le()
        at[2] = Span(first, io.at)

        field = 3
        start = io.at
        rt.padding(io, io.left, self, 3)
        at[3] = Span(start, io.at)
        _ = self._kept.get(3, b"")
        value = _
        if len(value) > 0:
            raise rt.invalid(
                self,
                3,
                "the end of the file" if self._parent is None else "the end of the bytes around it",
                value,
                found=rt.left(value),
            )

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_custom(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Custom:
    """Read a ``custom``."""
    self = Custom._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.num_buckets = io.u2le()
        at[0] = Span(first, io.at)
        value = self.num_buckets
        if value < 1:
            raise rt.invalid(self, 0, "at least 1", value)
        value = self.num_buckets
        if value > 8191:
            raise rt.invalid(self, 0, "at most 8191", value)

        field = 1
        first = io.at
        data = io.take_rest()
        data = rt.processed(io, self, 1, None, data, rt.Process("bytewright.codecs.nibble_pack", self.num_buckets, 2))
        inner = io.decoded(data)
        self.tops = read_doubles(inner, self, "tops", None)
        rt.finish(inner, self.tops, surveyed=True)
        at[1] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_doubles(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Doubles:
    """Read a ``doubles``."""
    self = Doubles._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        items = self.values = []
        edges = [io.at]
        at[0] = Edges(edges)
        while not io.eof:
            _index = len(items)
            item = io.f8le()
            items.append(item)
            rt.turn(io, edges)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_exponential(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Exponential:
    """Read a ``exponential``."""
    self = Exponential._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.num_buckets = io.u2le()
        at[0] = Span(first, io.at)

        field = 1
        first = io.at
        self.scale = io.s2le()
        at[1] = Span(first, io.at)
        value = self.scale
        if value < (-20):
            raise rt.invalid(self, 1, "at least -20", value)
        value = self.scale
        if value > 20:
            raise rt.invalid(self, 1, "at most 20", value)

        field = 2
        first = io.at
        self.start_index = io.s4le()
        at[2] = Span(first, io.at)

        field = 3
        first = io.at
        self.num_positive = io.s2le()
        at[3] = Span(first, io.at)
        value = self.num_positive
        if value < 0:
            raise rt.invalid(self, 3, "at least 0", value)
        value = self.num_positive
        if value > 180:
            raise rt.invalid(self, 3, "at most 180", value)

        field = 4
        first = io.at
        self.negative = rt.contents(io, b"\x00\x00\x00\x00\x00\x00")
        at[4] = Span(first, io.at)

        field = 5
        start = io.at
        rt.padding(io, io.left, self, 5)
        at[5] = Span(start, io.at)
        _ = self._kept.get(5, b"")
        value = _
        if len(value) > 0:
            raise rt.invalid(
                self,
                5,
                "the end of the file" if self._parent is None else "the end of the bytes around it",
                value,
                found=rt.left(value),
            )

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_longs(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Longs:
    """Read a ``longs``."""
    self = Longs._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        items = self.values = []
        edges = [io.at]
        at[0] = Edges(edges)
        while not io.eof:
            _index = len(items)
            item = io.s8le()
            items.append(item)
            rt.turn(io, edges)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_record_ref(
    io: Cursor, parent: Struct | None, name: str, index: int | None, given_inner: Schema, given_schemas: list[Schema]
) -> RecordRef:
    """Read a ``record_ref``."""
    self = RecordRef._begin(io, parent, name, index)
    self.inner = given_inner
    self.schemas = given_schemas
    rt.place(io, self, "target", read_target_of_record_ref)
    at = self._at
    field = 0
    try:
        first = io.at
        self.offset = io.s4le()
        at[0] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_target_of_record_ref(io: Cursor, self: RecordRef) -> None:
    """Read the ``target`` of a ``record_ref``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.target = None
    try:
        io = rt.fork_at(io, self.offset - 4, self, 0)
        first = io.at
        self.target = read_nested(io, self, "target", None)
        at[1] = Span(first, io.at)
        rt.covered(io, self, 1)
    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None


def read_nested(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Nested:
    """Read a ``nested``."""
    self = Nested._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.len_record = io.u2le()
        at[0] = Span(first, io.at)

        field = 1
        first = io.at
        inner = io.sub(rt.bounded(io, self.len_record, self, 0))
        self.record = read_whole_record(inner, self, "record", None, self._parent.inner, self._parent.schemas)
        rt.finish(inner, self.record, surveyed=True)
        at[1] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_whole_record(
    io: Cursor, parent: Struct | None, name: str, index: int | None, given_inner: Schema, given_schemas: list[Schema]
) -> WholeRecord:
    """Read a ``whole_record``."""
    self = WholeRecord._begin(io, parent, name, index)
    self.inner = given_inner
    self.schemas = given_schemas
    at = self._at
    field = 0
    try:
        first = io.at
        self.len_body = io.s4le()
        at[0] = Span(first, io.at)

        field = 1
        first = io.at
        inner = io.sub(rt.bounded(io, self.len_body, self, 0))
        self.body = read_body(inner, self, "body", None, self.inner, True, self.schemas)
        rt.finish(inner, self.body, surveyed=True)
        at[1] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.located(error, self, field) from None
    return self


def read_schema(
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
    """Read a ``schema``."""
    self = Schema._begin(io, parent, name, index)
    self.name = given_name
    self.id = given_id
    self.has_id = given_has_id
    self.columns = given_columns
    self.partition_start = given_partition_start
    self.predefined_keys = given_predefined_keys
    return self


def read_column(
    io: Cursor,
    parent: Struct | None,
    name: str,
    index: int | None,
    given_name: str,
    given_type: ColumnType | int,
    given_inner: Schema,
) -> Column:
    """Read a ``column``."""
    self = Column._begin(io, parent, name, index)
    self.name = given_name
    self.type = given_type
    self.inner = given_inner
    return self
