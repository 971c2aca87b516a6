# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""FiloDB RecordContainer (BinaryRecord v2): objects → bytes.

``derive_…`` finds what follows from what a user sets; ``emit_…`` writes. Sizes and places are known only while that happens.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import writer as rt
from bytewright.generated_api.writer import Clue, Output, Said

from .filodb_keys import partition_hash as call_partition_hash
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
from .reader import (
    read_target_of_histogram_ref,
    read_target_of_map_ref,
    read_target_of_record_ref,
    read_target_of_string_ref,
)


def derive_filodb_container(self: FilodbContainer, out: Output) -> None:
    """Find what follows from the rest of a ``filodb_container``."""
    if self.containers is not None:
        for _index, item in enumerate(self.containers):
            if not rt.make_deferred(self, 0, out, derive_container, emit_container, _index):
                derive_container(item, out)


def emit_filodb_container(self: FilodbContainer, out: Output) -> None:
    """Write a ``filodb_container``."""
    out.begin(self)
    values = rt.check_list(self, 0, or_none=True)
    last = None
    for _index, item in enumerate(values):
        last = out.bits_pos
        if not out.lay(item):
            emit_container(item, out)

    out.listed_to_zeros(self, 0, last)


def derive_container(self: Container, out: Output) -> None:
    """Find what follows from the rest of a ``container``."""
    rt.reserve_value(self, 0, out)
    if self.reserved is None:
        self.reserved = b"\x00\x00\x00"
    rt.derive_constant(self, 2, out, 1)
    rt.stored_value(self, 3)
    if self.area is not None:
        item = self.area
        derive_records(item, out)


def emit_container(self: Container, out: Output) -> None:
    """Write a ``container``."""
    out.begin(self)
    out.must(lambda value, _index: value < 12, self, 0, "at least 12")
    out.later("s4le", self, 0)

    rt.check_present(self, 1)
    out.raw(self.reserved, self, 1, None, 3)

    rt.check_present(self, 2)
    out.number("u1", self.version, self, 2)

    rt.check_present(self, 3)
    out.number("s8le", self.time, self, 3)

    rt.check_present(self, 4)
    item = self.area
    mark = out.enter()
    emit_records(item, out)
    out.tail(item)
    size = out.leave(mark)
    out.solve(self, 0, size + 12)
    out.expect(lambda: self.num_bytes - 12, size, self, 4)


def derive_records(self: Records, out: Output) -> None:
    """Find what follows from the rest of a ``records``."""
    if self.records is not None:
        for _index, item in enumerate(self.records):
            if not rt.make_deferred(self, 0, out, derive_record, emit_record, _index):
                derive_record(item, out)


def emit_records(self: Records, out: Output) -> None:
    """Write a ``records``."""
    out.begin(self)
    values = rt.check_list(self, 0, or_none=True)
    last = None
    for _index, item in enumerate(values):
        last = out.bits_pos
        if not out.lay(item):
            emit_record(item, out)

    out.listed_to_end(self, 0, last)


def derive_record(self: Record, out: Output) -> None:
    """Find what follows from the rest of a ``record``."""
    rt.reserve_value(self, 0, out)
    if self.body is not None:
        item = self.body
        item.outer = self._top(FilodbContainer).schemas[0]
        item.is_inner = False
        item.schemas = self._top(FilodbContainer).schemas
        derive_body(item, out)


def emit_record(self: Record, out: Output) -> None:
    """Write a ``record``."""
    out.begin(self)
    out.must(lambda value, _index: value < 0, self, 0, "at least 0")
    out.later("s4le", self, 0)

    rt.check_present(self, 1)
    item = self.body
    item.outer = self._top(FilodbContainer).schemas[0]
    item.is_inner = False
    item.schemas = self._top(FilodbContainer).schemas
    mark = out.enter()
    emit_body(item, out)
    out.tail(item)
    size = out.leave(mark)
    out.solve(self, 0, size)
    out.expect(lambda: self.len_body, size, self, 1)

    size = -self.len_body % 4
    out.zeros(size, self, 2)
    out.expect(lambda: -self.len_body % 4, size, self, 2)


def derive_body(self: Body, out: Output) -> None:
    """Find what follows from the rest of a ``body``."""
    rt.named_cells(self)
    if self.fields is not None:
        for _index, item in enumerate(self.fields):
            item.column = self.schema.columns[_index]
            item.schema = self.schema
            item.schemas = self.schemas
            derive_field(item, out)
    if self.partition_hash is None and self.outer.has_id:
        self.partition_hash = call_partition_hash(
            self.schema,
            self.fields,
            [
                self.fields[self.schema.partition_start + _index].value.target.text.encode("UTF-8")
                if self.schema.columns[self.schema.partition_start + _index].type == ColumnType.STRING
                else rt.bytes_of(emit_sized_map, self.fields[self.schema.partition_start + _index].value.target, out)
                if self.schema.columns[self.schema.partition_start + _index].type == ColumnType.MAP
                else rt.bytes_of(
                    emit_histogram, self.fields[self.schema.partition_start + _index].value.target.histogram, out
                )
                if self.schema.columns[self.schema.partition_start + _index].type == ColumnType.HIST
                else rt.bytes_of(
                    emit_whole_record, self.fields[self.schema.partition_start + _index].value.target.record, out
                )
                if self.schema.columns[self.schema.partition_start + _index].type == ColumnType.BR
                else b""
                for _index in rt.places(len(self.schema.columns) - self.schema.partition_start)
            ],
            out.options["partitionHash"],
            out.options["partitionHashIgnores"],
        )


def emit_body(self: Body, out: Output) -> None:
    """Write a ``body``."""
    out.begin(self)
    if self.outer.has_id:
        rt.check_present(self, 0)
        value = self.schema_id
        if not (self.is_inner or self.schema_at >= 0):
            raise rt.invalid_value(self, 0, "a value for which is_inner or schema_at >= 0", value)
        out.number("u2le", self.schema_id, self, 0)
    else:
        rt.check_absent(self, 0)
    values = rt.check_list(self, 1, len(self.schema.columns))
    for _index, item in enumerate(values):
        item.column = self.schema.columns[_index]
        item.schema = self.schema
        item.schemas = self.schemas
        emit_field(item, out)

    if self.outer.has_id:
        rt.check_present(self, 2)
        out.number("s4le", self.partition_hash, self, 2)
    else:
        rt.check_absent(self, 2)


def derive_field(self: Field_, out: Output) -> None:
    """Find what follows from the rest of a ``field``."""
    if self.value is not None:
        match self.column.type:
            case ColumnType.INT:
                rt.check_case(self, 0, "s4", by="column.type")
            case ColumnType.LONG:
                rt.check_case(self, 0, "s8", by="column.type")
            case ColumnType.DOUBLE:
                rt.check_case(self, 0, "f8", by="column.type")
            case ColumnType.TS:
                self.value = rt.as_structure(Moment, self, 0, by="column.type")
                item = self.value
                derive_moment(item, out)
            case ColumnType.STRING:
                self.value = rt.as_structure(StringRef, self, 0, by="column.type")
                item = self.value
                derive_string_ref(item, out)
            case ColumnType.MAP:
                self.value = rt.as_structure(MapRef, self, 0, by="column.type")
                item = self.value
                item.schema = self.schema
                derive_map_ref(item, out)
            case ColumnType.HIST:
                self.value = rt.as_structure(HistogramRef, self, 0, by="column.type")
                item = self.value
                derive_histogram_ref(item, out)
            case ColumnType.BR:
                self.value = rt.as_structure(RecordRef, self, 0, by="column.type")
                item = self.value
                item.inner = self.column.inner
                item.schemas = self.schemas
                derive_record_ref(item, out)


def emit_field(self: Field_, out: Output) -> None:
    """Write a ``field``."""
    out.begin(self)
    match self.column.type:
        case ColumnType.INT:
            rt.check_present(self, 0)
            out.number("s4le", self.value, self, 0)
        case ColumnType.LONG:
            rt.check_present(self, 0)
            out.number("s8le", self.value, self, 0)
        case ColumnType.DOUBLE:
            rt.check_present(self, 0)
            out.number("f8le", self.value, self, 0)
        case ColumnType.TS:
            rt.check_present(self, 0)
            item = self.value
            emit_moment(item, out)
        case ColumnType.STRING:
            rt.check_present(self, 0)
            item = self.value
            emit_string_ref(item, out)
        case ColumnType.MAP:
            rt.check_present(self, 0)
            item = self.value
            item.schema = self.schema
            emit_map_ref(item, out)
        case ColumnType.HIST:
            rt.check_present(self, 0)
            item = self.value
            emit_histogram_ref(item, out)
        case ColumnType.BR:
            rt.check_present(self, 0)
            item = self.value
            item.inner = self.column.inner
            item.schemas = self.schemas
            emit_record_ref(item, out)
        case _:
            rt.check_absent(self, 0)


def derive_moment(self: Moment, out: Output) -> None:
    """Find what follows from the rest of a ``moment``."""
    rt.stored_value(self, 0)


def emit_moment(self: Moment, out: Output) -> None:
    """Write a ``moment``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("s8le", self.value, self, 0)


def derive_string_ref(self: StringRef, out: Output) -> None:
    """Find what follows from the rest of a ``string_ref``."""
    rt.reserve_value(self, 0, out)
    if rt.given(self, "target"):
        item = self.target
        derive_short_text(item, out)


def emit_string_ref(self: StringRef, out: Output) -> None:
    """Write a ``string_ref``."""
    out.begin(self)
    out.later("s4le", self, 0)

    if rt.given(self, "target"):
        out.place(
            self,
            1,
            emit_target_of_string_ref,
            read_target_of_string_ref,
            lambda: self.offset - 4,
            decides=(self, 0, None),
            solve=lambda size: out.solve(self, 0, size + 4),
        )


def emit_target_of_string_ref(self: StringRef, out: Output) -> None:
    """Write the ``target`` of a ``string_ref``, which lies at a place of its own."""
    rt.check_present(self, 1)
    item = self.target
    emit_short_text(item, out)


def derive_short_text(self: ShortText, out: Output) -> None:
    """Find what follows from the rest of a ``short_text``."""
    rt.reserve_value(self, 0, out)


def emit_short_text(self: ShortText, out: Output) -> None:
    """Write a ``short_text``."""
    out.begin(self)
    out.later("u2le", self, 0)

    rt.check_present(self, 1)
    mark = out.mark()
    out.raw(rt.encode_text(self.text, "UTF-8", self, 1, None), self, 1, None)
    size = out.since(mark)
    out.solve(self, 0, size)
    out.expect(lambda: self.len_text, size, self, 1)


def derive_map_ref(self: MapRef, out: Output) -> None:
    """Find what follows from the rest of a ``map_ref``."""
    rt.reserve_value(self, 0, out)
    if rt.given(self, "target"):
        item = self.target
        item.schema = self.schema
        derive_sized_map(item, out)


def emit_map_ref(self: MapRef, out: Output) -> None:
    """Write a ``map_ref``."""
    out.begin(self)
    out.later("s4le", self, 0)

    if rt.given(self, "target"):
        out.place(
            self,
            1,
            emit_target_of_map_ref,
            read_target_of_map_ref,
            lambda: self.offset - 4,
            decides=(self, 0, None),
            solve=lambda size: out.solve(self, 0, size + 4),
        )


def emit_target_of_map_ref(self: MapRef, out: Output) -> None:
    """Write the ``target`` of a ``map_ref``, which lies at a place of its own."""
    rt.check_present(self, 1)
    item = self.target
    item.schema = self.schema
    emit_sized_map(item, out)


def derive_sized_map(self: SizedMap, out: Output) -> None:
    """Find what follows from the rest of a ``sized_map``."""
    rt.reserve_value(self, 0, out)
    if self.area is not None:
        item = self.area
        item.schema = self.schema
        derive_entries(item, out)


def emit_sized_map(self: SizedMap, out: Output) -> None:
    """Write a ``sized_map``."""
    out.begin(self)
    out.later("u2le", self, 0)

    rt.check_present(self, 1)
    item = self.area
    item.schema = self.schema
    mark = out.enter()
    emit_entries(item, out)
    out.tail(item)
    size = out.leave(mark)
    out.solve(self, 0, size)
    out.expect(lambda: self.len_area, size, self, 1)


def derive_entries(self: Entries, out: Output) -> None:
    """Find what follows from the rest of a ``entries``."""
    rt.stored_value(self, 0)
    if self.entries is not None:
        for _index, item in enumerate(self.entries):
            item.schema = self.schema
            derive_entry(item, out)


def emit_entries(self: Entries, out: Output) -> None:
    """Write a ``entries``."""
    out.begin(self)
    values = rt.check_list(self, 0, or_none=True)
    last = None
    for _index, item in enumerate(values):
        last = out.bits_pos
        item.schema = self.schema
        emit_entry(item, out)

    out.listed_to_end(self, 0, last)


def derive_entry(self: Entry, out: Output) -> None:
    """Find what follows from the rest of a ``entry``."""
    rt.reserve_value(self, 0, out, keeps=True)
    rt.reserve_value(self, 2, out)


def emit_entry(self: Entry, out: Output) -> None:
    """Write a ``entry``."""
    out.begin(self)
    out.must(
        lambda value, _index: not (self.code < 192 or self.code & 63 < len(self.schema.predefined_keys)),
        self,
        0,
        "a value for which code < 192 or code & 63 < schema.predefined_keys.size",
    )
    out.later("u1", self, 0)

    there = self.literal is not None
    out.expect(lambda: bool(self.code < 192), there, self, 1, "there", "code < 192")
    if there:
        rt.check_present(self, 1)
        mark = out.mark()
        out.raw(rt.encode_text(self.literal, "UTF-8", self, 1, None), self, 1, None)
        size = out.since(mark)
        out.solve(self, 0, size)
        out.expect(lambda: self.code, size, self, 1)
    else:
        rt.check_absent(self, 1)
    out.later("u2le", self, 2)

    rt.check_present(self, 3)
    mark = out.mark()
    out.raw(rt.encode_text(self.value, "UTF-8", self, 3, None), self, 3, None)
    size = out.since(mark)
    out.solve(self, 2, size)
    out.expect(lambda: self.len_value, size, self, 3)


def derive_histogram_ref(self: HistogramRef, out: Output) -> None:
    """Find what follows from the rest of a ``histogram_ref``."""
    rt.reserve_value(self, 0, out)
    if rt.given(self, "target"):
        item = self.target
        derive_sized_histogram(item, out)


def emit_histogram_ref(self: HistogramRef, out: Output) -> None:
    """Write a ``histogram_ref``."""
    out.begin(self)
    out.later("s4le", self, 0)

    if rt.given(self, "target"):
        out.place(
            self,
            1,
            emit_target_of_histogram_ref,
            read_target_of_histogram_ref,
            lambda: self.offset - 4,
            decides=(self, 0, None),
            solve=lambda size: out.solve(self, 0, size + 4),
        )


def emit_target_of_histogram_ref(self: HistogramRef, out: Output) -> None:
    """Write the ``target`` of a ``histogram_ref``, which lies at a place of its own."""
    rt.check_present(self, 1)
    item = self.target
    emit_sized_histogram(item, out)


def derive_sized_histogram(self: SizedHistogram, out: Output) -> None:
    """Find what follows from the rest of a ``sized_histogram``."""
    rt.reserve_value(self, 0, out)
    if self.histogram is not None:
        item = self.histogram
        derive_histogram(item, out)


def emit_sized_histogram(self: SizedHistogram, out: Output) -> None:
    """Write a ``sized_histogram``."""
    out.begin(self)
    out.must(lambda value, _index: value > 32767, self, 0, "at most 32767")
    out.later("u2le", self, 0)

    rt.check_present(self, 1)
    item = self.histogram
    mark = out.enter()
    emit_histogram(item, out)
    out.tail(item)
    size = out.leave(mark)
    out.solve(self, 0, size)
    out.expect(lambda: self.len_histogram, size, self, 1)


def derive_histogram(self: Histogram, out: Output) -> None:
    """Find what follows from the rest of a ``histogram``."""
    if self.format is None:
        rt.infer_value(
            self,
            0,
            self,
            Clue(("buckets",), there=Said(1, weak=True), absent=Said(0)),
            Clue(("longs",), there=Said(1, weak=True)),
        )
    rt.stored_value(self, 0)
    rt.reserve_value(self, 1, out, keeps=True)
    if self.buckets is not None:
        match self.format:
            case HistogramFormat.GEOMETRIC_LONG:
                self.buckets = rt.as_structure(Geometric, self, 2, by="format")
                item = self.buckets
                derive_geometric(item, out)
            case HistogramFormat.GEOMETRIC_MINUS_1_LONG:
                self.buckets = rt.as_structure(Geometric, self, 2, by="format")
                item = self.buckets
                derive_geometric(item, out)
            case HistogramFormat.GEOMETRIC_DOUBLE:
                self.buckets = rt.as_structure(Geometric, self, 2, by="format")
                item = self.buckets
                derive_geometric(item, out)
            case HistogramFormat.CUSTOM_LONG:
                self.buckets = rt.as_structure(Custom, self, 2, by="format")
                item = self.buckets
                derive_custom(item, out)
            case HistogramFormat.CUSTOM_DOUBLE:
                self.buckets = rt.as_structure(Custom, self, 2, by="format")
                item = self.buckets
                derive_custom(item, out)
            case HistogramFormat.EXPONENTIAL_LONG:
                self.buckets = rt.as_structure(Exponential, self, 2, by="format")
                item = self.buckets
                derive_exponential(item, out)
            case HistogramFormat.EXPONENTIAL_DOUBLE:
                self.buckets = rt.as_structure(Exponential, self, 2, by="format")
                item = self.buckets
                derive_exponential(item, out)
            case _:
                rt.check_case(self, 2, "bytes", by="format")
    if self.longs is not None:
        item = self.longs
        derive_longs(item, out)
    if self.doubles is not None:
        item = self.doubles
        derive_doubles(item, out)


def emit_histogram(self: Histogram, out: Output) -> None:
    """Write a ``histogram``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("u1", self.format, self, 0)

    if self.format != HistogramFormat.EMPTY:
        out.later("u2le", self, 1)
    else:
        rt.check_absent(self, 1, out=out)
    if self.format != HistogramFormat.EMPTY:
        match self.format:
            case HistogramFormat.GEOMETRIC_LONG:
                rt.check_present(self, 2)
                item = self.buckets
                mark = out.enter()
                emit_geometric(item, out)
                out.tail(item)
                size = out.leave(mark)
            case HistogramFormat.GEOMETRIC_MINUS_1_LONG:
                rt.check_present(self, 2)
                item = self.buckets
                mark = out.enter()
                emit_geometric(item, out)
                out.tail(item)
                size = out.leave(mark)
            case HistogramFormat.GEOMETRIC_DOUBLE:
                rt.check_present(self, 2)
                item = self.buckets
                mark = out.enter()
                emit_geometric(item, out)
                out.tail(item)
                size = out.leave(mark)
            case HistogramFormat.CUSTOM_LONG:
                rt.check_present(self, 2)
                item = self.buckets
                mark = out.enter()
                emit_custom(item, out)
                out.tail(item)
                size = out.leave(mark)
            case HistogramFormat.CUSTOM_DOUBLE:
                rt.check_present(self, 2)
                item = self.buckets
                mark = out.enter()
                emit_custom(item, out)
                out.tail(item)
                size = out.leave(mark)
            case HistogramFormat.EXPONENTIAL_LONG:
                rt.check_present(self, 2)
                item = self.buckets
                mark = out.enter()
                emit_exponential(item, out)
                out.tail(item)
                size = out.leave(mark)
            case HistogramFormat.EXPONENTIAL_DOUBLE:
                rt.check_present(self, 2)
                item = self.buckets
                mark = out.enter()
                emit_exponential(item, out)
                out.tail(item)
                size = out.leave(mark)
            case _:
                if self.buckets is None:
                    self.buckets = b""
                mark = out.mark()
                out.raw(self.buckets, self, 2, None)
                size = out.since(mark)
        out.solve(self, 1, size)
        out.expect(lambda: self.len_buckets, size, self, 2)
    else:
        rt.check_absent(self, 2)
    if self.is_empty:
        out.remainder(self, 3)
    if self.format != HistogramFormat.EMPTY and not self.is_double:
        rt.check_present(self, 4)
        item = self.longs
        out.apart()
        emit_longs(item, out)
        out.tail(item)
        out.raw(
            rt.encode(
                out, self, 4, None, out.joined(), rt.Process("bytewright.codecs.nibble_pack", self.num_buckets, 1)
            ),
            self,
            4,
            None,
        )
        out.to_end(self, 4)
    else:
        rt.check_absent(self, 4)
    if self.is_double:
        rt.check_present(self, 5)
        item = self.doubles
        out.apart()
        emit_doubles(item, out)
        out.tail(item)
        out.raw(
            rt.encode(
                out, self, 5, None, out.joined(), rt.Process("bytewright.codecs.nibble_pack", self.num_buckets, 2)
            ),
            self,
            5,
            None,
        )
        out.to_end(self, 5)
    else:
        rt.check_absent(self, 5)


def derive_geometric(self: Geometric, out: Output) -> None:
    """Find what follows from the rest of a ``geometric``."""


def emit_geometric(self: Geometric, out: Output) -> None:
    """Write a ``geometric``."""
    out.begin(self)
    rt.check_present(self, 0)
    value = self.num_buckets
    if value < 1:
        raise rt.invalid_value(self, 0, "at least 1", value)
    value = self.num_buckets
    if value > 32767:
        raise rt.invalid_value(self, 0, "at most 32767", value)
    out.number("u2le", self.num_buckets, self, 0)

    rt.check_present(self, 1)
    out.number("f8le", self.first, self, 1)

    rt.check_present(self, 2)
    out.number("f8le", self.multiplier, self, 2)

    out.remainder(self, 3)


def derive_custom(self: Custom, out: Output) -> None:
    """Find what follows from the rest of a ``custom``."""
    if self.tops is not None:
        item = self.tops
        derive_doubles(item, out)


def emit_custom(self: Custom, out: Output) -> None:
    """Write a ``custom``."""
    out.begin(self)
    rt.check_present(self, 0)
    value = self.num_buckets
    if value < 1:
        raise rt.invalid_value(self, 0, "at least 1", value)
    value = self.num_buckets
    if value > 8191:
        raise rt.invalid_value(self, 0, "at most 8191", value)
    out.number("u2le", self.num_buckets, self, 0)

    rt.check_present(self, 1)
    item = self.tops
    out.apart()
    emit_doubles(item, out)
    out.tail(item)
    out.raw(
        rt.encode(out, self, 1, None, out.joined(), rt.Process("bytewright.codecs.nibble_pack", self.num_buckets, 2)),
        self,
        1,
        None,
    )
    out.to_end(self, 1)


def derive_doubles(self: Doubles, out: Output) -> None:
    """Find what follows from the rest of a ``doubles``."""


def emit_doubles(self: Doubles, out: Output) -> None:
    """Write a ``doubles``."""
    out.begin(self)
    values = rt.check_list(self, 0, or_none=True)
    last = None
    out.numbers("f8le", values, self, 0)

    out.listed_to_end(self, 0, last)


def derive_exponential(self: Exponential, out: Output) -> None:
    """Find what follows from the rest of a ``exponential``."""
    rt.derive_constant(self, 4, out, b"\x00\x00\x00\x00\x00\x00")


def emit_exponential(self: Exponential, out: Output) -> None:
    """Write a ``exponential``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("u2le", self.num_buckets, self, 0)

    rt.check_present(self, 1)
    value = self.scale
    if value < (-20):
        raise rt.invalid_value(self, 1, "at least -20", value)
    value = self.scale
    if value > 20:
        raise rt.invalid_value(self, 1, "at most 20", value)
    out.number("s2le", self.scale, self, 1)

    rt.check_present(self, 2)
    out.number("s4le", self.start_index, self, 2)

    rt.check_present(self, 3)
    value = self.num_positive
    if value < 0:
        raise rt.invalid_value(self, 3, "at least 0", value)
    value = self.num_positive
    if value > 180:
        raise rt.invalid_value(self, 3, "at most 180", value)
    out.number("s2le", self.num_positive, self, 3)

    out.raw(self.negative, self, 4)

    out.remainder(self, 5)


def derive_longs(self: Longs, out: Output) -> None:
    """Find what follows from the rest of a ``longs``."""


def emit_longs(self: Longs, out: Output) -> None:
    """Write a ``longs``."""
    out.begin(self)
    values = rt.check_list(self, 0, or_none=True)
    last = None
    out.numbers("s8le", values, self, 0)

    out.listed_to_end(self, 0, last)


def derive_record_ref(self: RecordRef, out: Output) -> None:
    """Find what follows from the rest of a ``record_ref``."""
    rt.reserve_value(self, 0, out)
    if rt.given(self, "target"):
        item = self.target
        derive_nested(item, out)


def emit_record_ref(self: RecordRef, out: Output) -> None:
    """Write a ``record_ref``."""
    out.begin(self)
    out.later("s4le", self, 0)

    if rt.given(self, "target"):
        out.place(
            self,
            1,
            emit_target_of_record_ref,
            read_target_of_record_ref,
            lambda: self.offset - 4,
            decides=(self, 0, None),
            solve=lambda size: out.solve(self, 0, size + 4),
        )


def emit_target_of_record_ref(self: RecordRef, out: Output) -> None:
    """Write the ``target`` of a ``record_ref``, which lies at a place of its own."""
    rt.check_present(self, 1)
    item = self.target
    emit_nested(item, out)


def derive_nested(self: Nested, out: Output) -> None:
    """Find what follows from the rest of a ``nested``."""
    rt.reserve_value(self, 0, out)
    if self.record is not None:
        item = self.record
        item.inner = self._parent.inner
        item.schemas = self._parent.schemas
        derive_whole_record(item, out)


def emit_nested(self: Nested, out: Output) -> None:
    """Write a ``nested``."""
    out.begin(self)
    out.later("u2le", self, 0)

    rt.check_present(self, 1)
    item = self.record
    item.inner = self._parent.inner
    item.schemas = self._parent.schemas
    mark = out.enter()
    emit_whole_record(item, out)
    out.tail(item)
    size = out.leave(mark)
    out.solve(self, 0, size)
    out.expect(lambda: self.len_record, size, self, 1)


def derive_whole_record(self: WholeRecord, out: Output) -> None:
    """Find what follows from the rest of a ``whole_record``."""
    rt.reserve_value(self, 0, out)
    if self.body is not None:
        item = self.body
        item.outer = self.inner
        item.is_inner = True
        item.schemas = self.schemas
        derive_body(item, out)


def emit_whole_record(self: WholeRecord, out: Output) -> None:
    """Write a ``whole_record``."""
    out.begin(self)
    out.later("s4le", self, 0)

    rt.check_present(self, 1)
    item = self.body
    item.outer = self.inner
    item.is_inner = True
    item.schemas = self.schemas
    mark = out.enter()
    emit_body(item, out)
    out.tail(item)
    size = out.leave(mark)
    out.solve(self, 0, size)
    out.expect(lambda: self.len_body, size, self, 1)


def derive_schema(self: Schema, out: Output) -> None:
    """Find what follows from the rest of a ``schema``."""


def emit_schema(self: Schema, out: Output) -> None:
    """Write a ``schema``."""
    out.begin(self)


def derive_column(self: Column, out: Output) -> None:
    """Find what follows from the rest of a ``column``."""


def emit_column(self: Column, out: Output) -> None:
    """Write a ``column``."""
    out.begin(self)
