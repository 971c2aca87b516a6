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
    self.schemas = rt.root_parameter(io.options, "schemas")
    field = 0
    try:
        self.containers = []
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def containers_of(io: Cursor, self: FilodbContainer, index: int = 0) -> Iterator[Any]:
    """Read the records one by one, the first as number ``index``; each is complete and checked when it comes."""
    field = 0
    try:
        while not io.blank:
            _index = index
            item = read_container(io, self, "containers", index)
            yield item
            index += 1
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


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
        edges.append(io.at)
    return self


MARKS_OF_CONTAINER: tuple[Any, ...] = (0, 1, 2, 3, 4)


def read_container(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Container:
    """Read a ``container``."""
    marks: list[Any] = [MARKS_OF_CONTAINER, io.at]
    self: Container = rt.begin(Container, io, parent, name, index, marks)
    field = 0
    try:
        self.num_bytes = io.s4le()
        marks.append(io.at)
        value = self.num_bytes
        if value < 12:
            raise rt.invalid_value(self, 0, "at least 12", value)

        field = 1
        size = 3
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, None))
        self.reserved = data
        marks.append(io.at)

        field = 2
        self.version = io.u1()
        marks.append(io.at)
        value = self.version
        if io.checked and (value != 1):
            raise rt.invalid_value(self, 2, "1", value)

        field = 3
        self.time = io.s8le()
        marks.append(io.at)

        field = 4
        inner = rt.cut_stream(io, self.num_bytes - 12, self, 0)
        self.area = read_records(inner, self, "area", None)
        rt.finish_structure(inner, self.area, surveyed=True)
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_RECORDS: tuple[Any, ...] = (0,)


def read_records(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Records:
    """Read a ``records``."""
    marks: list[Any] = [MARKS_OF_RECORDS, io.at]
    self: Records = rt.begin(Records, io, parent, name, index, marks)
    field = 0
    try:
        items = self.records = []
        edges = [io.at]
        marks.append(Edges(edges))
        while not io.eof:
            _index = len(items)
            item = rt.read_element(read_record, pass_record, io, self, 0, _index, beginning=BEGINNING_OF_RECORD)
            items.append(item)
            rt.end_element(io, edges)
        rt.check_list_end(io, self, 0, edges)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_RECORD: tuple[Any, ...] = (0, 1, 2)


def read_record(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Record:
    """Read a ``record``."""
    marks: list[Any] = [MARKS_OF_RECORD, io.at]
    self: Record = rt.begin(Record, io, parent, name, index, marks)
    field = 0
    try:
        self.len_body = io.s4le()
        marks.append(io.at)
        value = self.len_body
        if value < 0:
            raise rt.invalid_value(self, 0, "at least 0", value)

        field = 1
        inner = io.sub(rt.check_size(io, self.len_body, self, 0))
        if "filodb_container::record.body<filodb_container::body>" in io.lazy:
            rt.read_later(
                inner,
                self,
                1,
                "filodb_container::body",
                lambda inner: read_body(
                    inner,
                    self,
                    "body",
                    None,
                    self._top(FilodbContainer).schemas[0],
                    False,
                    self._top(FilodbContainer).schemas,
                ),
                surveyed=True,
            )
        else:
            self.body = read_body(
                inner,
                self,
                "body",
                None,
                self._top(FilodbContainer).schemas[0],
                False,
                self._top(FilodbContainer).schemas,
            )
            rt.finish_structure(inner, self.body, surveyed=True)
        marks.append(io.at)

        field = 2
        start = io.at
        rt.keep_padding(io, rt.check_size(io, -self.len_body % 4, self, 0), self, 2)
        marks.append(Span(start, io.at))

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


BEGINNING_OF_RECORD = rt.Beginning(
    marks=(rt.Mark(0, "s4le", ((0, 2147483647),)),),
    bits=1.0,
    sums=0,
    smallest=4,
    frame=rt.LengthFrame("s4le", 0, 4, 4, align=4),
)


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
        io.sub(rt.check_size(io, self.len_body, self, 0))
        field = 2
        io.sub(rt.check_size(io, -self.len_body % 4, self, 0))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def leave_body_of_record(io: Cursor, self: Record, length: int) -> None:
    """Leave the ``body`` of a ``record`` to whoever asks for it: the next bytes are all of it."""
    inner = io.sub(rt.check_size(io, length, self, 1))
    if "filodb_container::record.body<filodb_container::body>" in io.lazy:
        rt.read_later(
            inner,
            self,
            1,
            "filodb_container::body",
            lambda inner: read_body(
                inner,
                self,
                "body",
                None,
                self._top(FilodbContainer).schemas[0],
                False,
                self._top(FilodbContainer).schemas,
            ),
            surveyed=True,
        )
    else:
        self.body = read_body(
            inner, self, "body", None, self._top(FilodbContainer).schemas[0], False, self._top(FilodbContainer).schemas
        )
        rt.finish_structure(inner, self.body, surveyed=True)


RESTS_OF_BODY: Rests = {
    1: ((lambda self: self.schema, lambda self: (self, 0)),),
}
"""What fields rest on whose reading computes something that a file may leave without a value."""


MARKS_OF_BODY: tuple[Any, ...] = (0, 1, 2)


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
    marks: list[Any] = [MARKS_OF_BODY, io.at]
    self: Body = rt.begin(Body, io, parent, name, index, marks)
    self.outer = given_outer
    self.is_inner = given_is_inner
    self.schemas = given_schemas
    field = 0
    try:
        if self.outer.has_id:
            self.schema_id = io.u2le()
            marks.append(io.at)
            value = self.schema_id
            if not (self.is_inner or self.schema_at >= 0):
                raise rt.invalid_value(self, 0, "a value for which is_inner or schema_at >= 0", value)
        else:
            marks.append(None)
            self.schema_id = None

        field = 1
        count = rt.check_count(io, len(self.schema.columns), 0, None)
        items = self.fields = []
        edges = [io.at]
        marks.append(Edges(edges))
        for _index in range(count):
            item = read_field(io, self, "fields", _index, self.schema.columns[_index], self.schema, self.schemas)
            items.append(item)
            rt.end_element(io, edges)

        field = 2
        if self.outer.has_id:
            self.partition_hash = io.s4le()
            marks.append(io.at)
        else:
            marks.append(None)
            self.partition_hash = None

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_BODY) from None
    return self


MARKS_OF_FIELD: tuple[Any, ...] = (0,)


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
    marks: list[Any] = [MARKS_OF_FIELD, io.at]
    self: Field_ = rt.begin(Field_, io, parent, name, index, marks)
    self._cases = {}
    self.column = given_column
    self.schema = given_schema
    self.schemas = given_schemas
    field = 0
    try:
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
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_MOMENT: tuple[Any, ...] = (0,)


def read_moment(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Moment:
    """Read a ``moment``."""
    marks: list[Any] = [MARKS_OF_MOMENT, io.at]
    self: Moment = rt.begin(Moment, io, parent, name, index, marks)
    field = 0
    try:
        self.value = io.s8le()
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_string_ref(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> StringRef:
    """Read a ``string_ref``."""
    self = StringRef._begin(io, parent, name, index)
    rt.place_field(io, self, "target", read_target_of_string_ref)
    at = self._at
    field = 0
    try:
        first = io.at
        self.offset = io.s4le()
        at[0] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_target_of_string_ref(io: Cursor, self: StringRef) -> None:
    """Read the ``target`` of a ``string_ref``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.target = None
    try:
        io = rt.fork_stream_at(io, self.offset - 4, self, 0)
        first = io.at
        self.target = read_short_text(io, self, "target", None)
        at[1] = Span(first, io.at)
        rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


MARKS_OF_SHORT_TEXT: tuple[Any, ...] = (0, 1)


def read_short_text(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> ShortText:
    """Read a ``short_text``."""
    marks: list[Any] = [MARKS_OF_SHORT_TEXT, io.at]
    self: ShortText = rt.begin(ShortText, io, parent, name, index, marks)
    field = 0
    try:
        self.len_text = io.u2le()
        marks.append(io.at)

        field = 1
        size = self.len_text
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 0))
        self.text = io.text(data, "UTF-8")
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_map_ref(io: Cursor, parent: Struct | None, name: str, index: int | None, given_schema: Schema) -> MapRef:
    """Read a ``map_ref``."""
    self = MapRef._begin(io, parent, name, index)
    self.schema = given_schema
    rt.place_field(io, self, "target", read_target_of_map_ref)
    at = self._at
    field = 0
    try:
        first = io.at
        self.offset = io.s4le()
        at[0] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_target_of_map_ref(io: Cursor, self: MapRef) -> None:
    """Read the ``target`` of a ``map_ref``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.target = None
    try:
        io = rt.fork_stream_at(io, self.offset - 4, self, 0)
        first = io.at
        self.target = read_sized_map(io, self, "target", None, self.schema)
        at[1] = Span(first, io.at)
        rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


MARKS_OF_SIZED_MAP: tuple[Any, ...] = (0, 1)


def read_sized_map(io: Cursor, parent: Struct | None, name: str, index: int | None, given_schema: Schema) -> SizedMap:
    """Read a ``sized_map``."""
    marks: list[Any] = [MARKS_OF_SIZED_MAP, io.at]
    self: SizedMap = rt.begin(SizedMap, io, parent, name, index, marks)
    self.schema = given_schema
    field = 0
    try:
        self.len_area = io.u2le()
        marks.append(io.at)

        field = 1
        inner = io.sub(rt.check_size(io, self.len_area, self, 0))
        self.area = read_entries(inner, self, "area", None, self.schema)
        rt.finish_structure(inner, self.area, surveyed=True)
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_ENTRIES: tuple[Any, ...] = (0,)


def read_entries(io: Cursor, parent: Struct | None, name: str, index: int | None, given_schema: Schema) -> Entries:
    """Read a ``entries``."""
    marks: list[Any] = [MARKS_OF_ENTRIES, io.at]
    self: Entries = rt.begin(Entries, io, parent, name, index, marks)
    self.schema = given_schema
    field = 0
    try:
        items = self.entries = []
        edges = [io.at]
        marks.append(Edges(edges))
        while not io.eof:
            _index = len(items)
            item = read_entry(io, self, "entries", _index, self.schema)
            items.append(item)
            edges.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_ENTRY: tuple[Any, ...] = (0, 1, 2, 3)


def read_entry(io: Cursor, parent: Struct | None, name: str, index: int | None, given_schema: Schema) -> Entry:
    """Read a ``entry``."""
    marks: list[Any] = [MARKS_OF_ENTRY, io.at]
    self: Entry = rt.begin(Entry, io, parent, name, index, marks)
    self.schema = given_schema
    field = 0
    try:
        self.code = io.u1()
        marks.append(io.at)
        value = self.code
        if not (self.code < 192 or self.code & 63 < len(self.schema.predefined_keys)):
            raise rt.invalid_value(
                self, 0, "a value for which code < 192 or code & 63 < schema.predefined_keys.size", value
            )

        field = 1
        if self.code < 192:
            size = self.code
            data = io.piece(size)
            if data is None:
                data = io.take(rt.check_size(io, size, self, 0))
            self.literal = io.text(data, "UTF-8")
            marks.append(io.at)
        else:
            marks.append(None)
            self.literal = None

        field = 2
        self.len_value = io.u2le()
        marks.append(io.at)

        field = 3
        size = self.len_value
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 2))
        self.value = io.text(data, "UTF-8")
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_histogram_ref(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> HistogramRef:
    """Read a ``histogram_ref``."""
    self = HistogramRef._begin(io, parent, name, index)
    rt.place_field(io, self, "target", read_target_of_histogram_ref)
    at = self._at
    field = 0
    try:
        first = io.at
        self.offset = io.s4le()
        at[0] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_target_of_histogram_ref(io: Cursor, self: HistogramRef) -> None:
    """Read the ``target`` of a ``histogram_ref``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.target = None
    try:
        io = rt.fork_stream_at(io, self.offset - 4, self, 0)
        first = io.at
        self.target = read_sized_histogram(io, self, "target", None)
        at[1] = Span(first, io.at)
        rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


MARKS_OF_SIZED_HISTOGRAM: tuple[Any, ...] = (0, 1)


def read_sized_histogram(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> SizedHistogram:
    """Read a ``sized_histogram``."""
    marks: list[Any] = [MARKS_OF_SIZED_HISTOGRAM, io.at]
    self: SizedHistogram = rt.begin(SizedHistogram, io, parent, name, index, marks)
    field = 0
    try:
        self.len_histogram = io.u2le()
        marks.append(io.at)
        value = self.len_histogram
        if value > 32767:
            raise rt.invalid_value(self, 0, "at most 32767", value)

        field = 1
        inner = io.sub(rt.check_size(io, self.len_histogram, self, 0))
        self.histogram = read_histogram(inner, self, "histogram", None)
        rt.finish_structure(inner, self.histogram, surveyed=True)
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


RESTS_OF_HISTOGRAM: Rests = {
    4: ((lambda self: self.num_buckets, lambda self: (self, 0)),),
    5: ((lambda self: self.num_buckets, lambda self: (self, 0)),),
}
"""What fields rest on whose reading computes something that a file may leave without a value."""


MARKS_OF_HISTOGRAM: tuple[Any, ...] = (0, 1, 2, 3, 4, 5)


def read_histogram(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Histogram:
    """Read a ``histogram``."""
    marks: list[Any] = [MARKS_OF_HISTOGRAM, io.at]
    self: Histogram = rt.begin(Histogram, io, parent, name, index, marks)
    self._cases = {}
    field = 0
    try:
        self.format = rt.named(HistogramFormat, io.u1())
        marks.append(io.at)

        field = 1
        if self.format != HistogramFormat.EMPTY:
            self.len_buckets = io.u2le()
            marks.append(io.at)
        else:
            marks.append(None)
            self.len_buckets = None

        field = 2
        if self.format != HistogramFormat.EMPTY:
            match self.format:
                case HistogramFormat.GEOMETRIC_LONG:
                    inner = io.sub(rt.check_size(io, self.len_buckets, self, 1))
                    self.buckets = read_geometric(inner, self, "buckets", None)
                    rt.finish_structure(inner, self.buckets, surveyed=True)
                    self._cases[2] = "geometric"
                case HistogramFormat.GEOMETRIC_MINUS_1_LONG:
                    inner = io.sub(rt.check_size(io, self.len_buckets, self, 1))
                    self.buckets = read_geometric(inner, self, "buckets", None)
                    rt.finish_structure(inner, self.buckets, surveyed=True)
                    self._cases[2] = "geometric"
                case HistogramFormat.GEOMETRIC_DOUBLE:
                    inner = io.sub(rt.check_size(io, self.len_buckets, self, 1))
                    self.buckets = read_geometric(inner, self, "buckets", None)
                    rt.finish_structure(inner, self.buckets, surveyed=True)
                    self._cases[2] = "geometric"
                case HistogramFormat.CUSTOM_LONG:
                    inner = io.sub(rt.check_size(io, self.len_buckets, self, 1))
                    self.buckets = read_custom(inner, self, "buckets", None)
                    rt.finish_structure(inner, self.buckets, surveyed=True)
                    self._cases[2] = "custom"
                case HistogramFormat.CUSTOM_DOUBLE:
                    inner = io.sub(rt.check_size(io, self.len_buckets, self, 1))
                    self.buckets = read_custom(inner, self, "buckets", None)
                    rt.finish_structure(inner, self.buckets, surveyed=True)
                    self._cases[2] = "custom"
                case HistogramFormat.EXPONENTIAL_LONG:
                    inner = io.sub(rt.check_size(io, self.len_buckets, self, 1))
                    self.buckets = read_exponential(inner, self, "buckets", None)
                    rt.finish_structure(inner, self.buckets, surveyed=True)
                    self._cases[2] = "exponential"
                case HistogramFormat.EXPONENTIAL_DOUBLE:
                    inner = io.sub(rt.check_size(io, self.len_buckets, self, 1))
                    self.buckets = read_exponential(inner, self, "buckets", None)
                    rt.finish_structure(inner, self.buckets, surveyed=True)
                    self._cases[2] = "exponential"
                case _:
                    size = self.len_buckets
                    data = io.piece(size)
                    if data is None:
                        data = io.take(rt.check_size(io, size, self, 1))
                    self.buckets = data
                    self._cases[2] = "bytes"
            marks.append(io.at)
        else:
            marks.append(None)
            self.buckets = None

        field = 3
        if self.is_empty:
            start = io.at
            rt.keep_padding(io, io.left, self, 3)
            marks.append(Span(start, io.at))
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
        else:
            marks.append(None)

        field = 4
        if self.format != HistogramFormat.EMPTY and not self.is_double:
            data = io.take_rest()
            data = rt.decode(io, self, 4, None, data, rt.Process("bytewright.codecs.nibble_pack", self.num_buckets, 1))
            inner = io.decoded(data)
            self.longs = read_longs(inner, self, "longs", None)
            rt.finish_structure(inner, self.longs, surveyed=True)
            marks.append(io.at)
        else:
            marks.append(None)
            self.longs = None

        field = 5
        if self.is_double:
            data = io.take_rest()
            data = rt.decode(io, self, 5, None, data, rt.Process("bytewright.codecs.nibble_pack", self.num_buckets, 2))
            inner = io.decoded(data)
            self.doubles = read_doubles(inner, self, "doubles", None)
            rt.finish_structure(inner, self.doubles, surveyed=True)
            marks.append(io.at)
        else:
            marks.append(None)
            self.doubles = None

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_HISTOGRAM) from None
    return self


MARKS_OF_GEOMETRIC: tuple[Any, ...] = (0, ((1, 8), (2, 8)), 3)
NUMBERS_1_OF_GEOMETRIC = rt.Numbers((1, "first", "f8le"), (2, "multiplier", "f8le"))


def read_geometric(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Geometric:
    """Read a ``geometric``."""
    marks: list[Any] = [MARKS_OF_GEOMETRIC, io.at]
    self: Geometric = rt.begin(Geometric, io, parent, name, index, marks)
    field = 0
    try:
        self.num_buckets = io.u2le()
        marks.append(io.at)
        value = self.num_buckets
        if value < 1:
            raise rt.invalid_value(self, 0, "at least 1", value)
        value = self.num_buckets
        if value > 32767:
            raise rt.invalid_value(self, 0, "at most 32767", value)

        field = 1
        (
            self.first,
            self.multiplier,
        ) = io.numbers(NUMBERS_1_OF_GEOMETRIC, self)
        marks.append(io.at)

        field = 3
        start = io.at
        rt.keep_padding(io, io.left, self, 3)
        marks.append(Span(start, io.at))
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
    return self


MARKS_OF_CUSTOM: tuple[Any, ...] = (0, 1)


def read_custom(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Custom:
    """Read a ``custom``."""
    marks: list[Any] = [MARKS_OF_CUSTOM, io.at]
    self: Custom = rt.begin(Custom, io, parent, name, index, marks)
    field = 0
    try:
        self.num_buckets = io.u2le()
        marks.append(io.at)
        value = self.num_buckets
        if value < 1:
            raise rt.invalid_value(self, 0, "at least 1", value)
        value = self.num_buckets
        if value > 8191:
            raise rt.invalid_value(self, 0, "at most 8191", value)

        field = 1
        data = io.take_rest()
        data = rt.decode(io, self, 1, None, data, rt.Process("bytewright.codecs.nibble_pack", self.num_buckets, 2))
        inner = io.decoded(data)
        self.tops = read_doubles(inner, self, "tops", None)
        rt.finish_structure(inner, self.tops, surveyed=True)
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_DOUBLES: tuple[Any, ...] = (0,)


def read_doubles(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Doubles:
    """Read a ``doubles``."""
    marks: list[Any] = [MARKS_OF_DOUBLES, io.at]
    self: Doubles = rt.begin(Doubles, io, parent, name, index, marks)
    field = 0
    try:
        items = self.values = []
        edges = [io.at]
        marks.append(Edges(edges))
        while not io.eof:
            _index = len(items)
            item = io.f8le()
            items.append(item)
            edges.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_EXPONENTIAL: tuple[Any, ...] = (((0, 2), (1, 2)), ((2, 4), (3, 2)), 4, 5)
NUMBERS_0_OF_EXPONENTIAL = rt.Numbers((0, "num_buckets", "u2le"), (1, "scale", "s2le"))
NUMBERS_2_OF_EXPONENTIAL = rt.Numbers((2, "start_index", "s4le"), (3, "num_positive", "s2le"))


def read_exponential(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Exponential:
    """Read a ``exponential``."""
    marks: list[Any] = [MARKS_OF_EXPONENTIAL, io.at]
    self: Exponential = rt.begin(Exponential, io, parent, name, index, marks)
    field = 0
    try:
        (
            self.num_buckets,
            self.scale,
        ) = io.numbers(NUMBERS_0_OF_EXPONENTIAL, self)
        marks.append(io.at)
        field = 1
        value = self.scale
        if value < (-20):
            raise rt.invalid_value(self, 1, "at least -20", value)
        value = self.scale
        if value > 20:
            raise rt.invalid_value(self, 1, "at most 20", value)

        field = 2
        (
            self.start_index,
            self.num_positive,
        ) = io.numbers(NUMBERS_2_OF_EXPONENTIAL, self)
        marks.append(io.at)
        field = 3
        value = self.num_positive
        if value < 0:
            raise rt.invalid_value(self, 3, "at least 0", value)
        value = self.num_positive
        if value > 180:
            raise rt.invalid_value(self, 3, "at most 180", value)

        field = 4
        self.negative = rt.check_contents(io, b"\x00\x00\x00\x00\x00\x00")
        marks.append(io.at)

        field = 5
        start = io.at
        rt.keep_padding(io, io.left, self, 5)
        marks.append(Span(start, io.at))
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
    return self


MARKS_OF_LONGS: tuple[Any, ...] = (0,)


def read_longs(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Longs:
    """Read a ``longs``."""
    marks: list[Any] = [MARKS_OF_LONGS, io.at]
    self: Longs = rt.begin(Longs, io, parent, name, index, marks)
    field = 0
    try:
        items = self.values = []
        edges = [io.at]
        marks.append(Edges(edges))
        while not io.eof:
            _index = len(items)
            item = io.s8le()
            items.append(item)
            edges.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_record_ref(
    io: Cursor, parent: Struct | None, name: str, index: int | None, given_inner: Schema, given_schemas: list[Schema]
) -> RecordRef:
    """Read a ``record_ref``."""
    self = RecordRef._begin(io, parent, name, index)
    self.inner = given_inner
    self.schemas = given_schemas
    rt.place_field(io, self, "target", read_target_of_record_ref)
    at = self._at
    field = 0
    try:
        first = io.at
        self.offset = io.s4le()
        at[0] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_target_of_record_ref(io: Cursor, self: RecordRef) -> None:
    """Read the ``target`` of a ``record_ref``, which lies at a place of its own."""
    at = self._at
    field = 1
    self.target = None
    try:
        io = rt.fork_stream_at(io, self.offset - 4, self, 0)
        first = io.at
        self.target = read_nested(io, self, "target", None)
        at[1] = Span(first, io.at)
        rt.note_read(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


MARKS_OF_NESTED: tuple[Any, ...] = (0, 1)


def read_nested(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Nested:
    """Read a ``nested``."""
    marks: list[Any] = [MARKS_OF_NESTED, io.at]
    self: Nested = rt.begin(Nested, io, parent, name, index, marks)
    field = 0
    try:
        self.len_record = io.u2le()
        marks.append(io.at)

        field = 1
        inner = io.sub(rt.check_size(io, self.len_record, self, 0))
        self.record = read_whole_record(inner, self, "record", None, self._parent.inner, self._parent.schemas)
        rt.finish_structure(inner, self.record, surveyed=True)
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_WHOLE_RECORD: tuple[Any, ...] = (0, 1)


def read_whole_record(
    io: Cursor, parent: Struct | None, name: str, index: int | None, given_inner: Schema, given_schemas: list[Schema]
) -> WholeRecord:
    """Read a ``whole_record``."""
    marks: list[Any] = [MARKS_OF_WHOLE_RECORD, io.at]
    self: WholeRecord = rt.begin(WholeRecord, io, parent, name, index, marks)
    self.inner = given_inner
    self.schemas = given_schemas
    field = 0
    try:
        self.len_body = io.s4le()
        marks.append(io.at)

        field = 1
        inner = io.sub(rt.check_size(io, self.len_body, self, 0))
        self.body = read_body(inner, self, "body", None, self.inner, True, self.schemas)
        rt.finish_structure(inner, self.body, surveyed=True)
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_SCHEMA: tuple[Any, ...] = ()


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
    marks: list[Any] = [MARKS_OF_SCHEMA, io.at]
    self: Schema = rt.begin(Schema, io, parent, name, index, marks)
    self.name = given_name
    self.id = given_id
    self.has_id = given_has_id
    self.columns = given_columns
    self.partition_start = given_partition_start
    self.predefined_keys = given_predefined_keys
    return self


MARKS_OF_COLUMN: tuple[Any, ...] = ()


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
    marks: list[Any] = [MARKS_OF_COLUMN, io.at]
    self: Column = rt.begin(Column, io, parent, name, index, marks)
    self.name = given_name
    self.type = given_type
    self.inner = given_inner
    return self


ALONE = {
    "filodb_container::record.body": leave_body_of_record,
}
"""What leaves fields to be read later that are all that is read of their structures, by type and id."""
