# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Deephaven intraday binary log: objects → bytes.

``derive_…`` finds what follows from what a user sets; ``emit_…`` writes. Sizes and places are known only while that happens.

Generated from specs/deephaven/deephaven_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import writer as rt
from bytewright.generated_api.writer import Clue, Output, Said

from .model import (
    ApplicationVersion,
    Blob,
    Body,
    Boolean,
    Cell,
    Char,
    Column,
    ColumnDefinitions,
    ColumnType,
    Constant,
    ConstantBlob,
    ConstantBoolean,
    ConstantByte,
    ConstantChar,
    ConstantColumns,
    ConstantDouble,
    ConstantFloat,
    ConstantInt,
    ConstantLatin1String,
    ConstantList,
    ConstantLong,
    ConstantShort,
    ConstantSymbol,
    ConstantUtf8String,
    DeephavenLog,
    EnumMetadata,
    EnumSymbol,
    Header,
    HeaderRecord,
    HeaderRecordType,
    Latin1String,
    Latin1Text,
    OtherRecord,
    Record,
    Storage,
    StringMetadata,
    Symbol,
    Utf8String,
    Utf8Text,
)


def derive_deephaven_log(self: DeephavenLog, out: Output) -> None:
    """Find what follows from the rest of a ``deephaven_log``."""
    rt.derive_constant(self, 0, out, b"\xdb\x1a\xa1\xdb")
    rt.derive_constant(self, 1, out, 3)
    rt.reserve_value(self, 2, out)
    if self.header is not None:
        item = self.header
        derive_header(item, out)
    rt.reserve_value(self, 4, out)
    if self.records is not None:
        for _index, item in enumerate(self.records):
            derive_record(item, out)


def emit_deephaven_log(self: DeephavenLog, out: Output) -> None:
    """Write a ``deephaven_log``."""
    out.begin(self)
    out.note(self, 0)
    out.raw(self.magic, self, 0)

    out.note(self, 0)
    rt.check_present(self, 1)
    out.number("s4be", self.version, self, 1)

    out.must(lambda value, _index: value < 4, self, 2, "at least 4")
    out.later("s4be", self, 2)

    out.note(self, 3)
    rt.check_present(self, 3)
    item = self.header
    mark = out.enter()
    emit_header(item, out)
    out.tail(item)
    size = out.leave(mark)
    out.solve(self, 2, size + 4)
    out.expect(lambda: self.len_header - 4, size, self, 3)

    out.note(self, 3)
    out.checksum("u4be", self, 4, "adler32", out.start_of(self, 0), out.end_of(self, 3))

    values = rt.check_list(self, 5, or_none=True)
    last = None
    for _index, item in enumerate(values):
        last = out.bits_pos
        emit_record(item, out)

    out.listed_to_end(self, 5, last)


def derive_header(self: Header, out: Output) -> None:
    """Find what follows from the rest of a ``header``."""
    if self.records is not None:
        for _index, item in enumerate(self.records):
            derive_header_record(item, out)


def emit_header(self: Header, out: Output) -> None:
    """Write a ``header``."""
    out.begin(self)
    values = rt.check_list(self, 0, or_none=True)
    rt.check_unique(self, 0, lambda item: item.type)
    last = None
    for _index, item in enumerate(values):
        last = out.bits_pos
        emit_header_record(item, out)

    out.listed_to_end(self, 0, last)

    out.assure(
        lambda: rt.check_instance(
            self,
            "records",
            lambda: self.definitions_at,
            lambda value: value < 0,
            lambda: "an element with _.type == header_record_type::column_definitions",
        )
    )


def derive_header_record(self: HeaderRecord, out: Output) -> None:
    """Find what follows from the rest of a ``header_record``."""
    rt.reserve_value(self, 0, out)
    if self.type is None:
        rt.infer_value(
            self,
            1,
            self,
            Clue(
                ("body",),
                cases=(
                    (ColumnDefinitions, Said(1)),
                    (ConstantColumns, Said(2)),
                    (ApplicationVersion, Said(3)),
                ),
            ),
        )
    rt.stored_value(self, 1)
    if self.body is not None:
        match self.type:
            case HeaderRecordType.COLUMN_DEFINITIONS:
                self.body = rt.as_structure(ColumnDefinitions, self, 2, by="type")
                item = self.body
                derive_column_definitions(item, out)
            case HeaderRecordType.CONSTANT_COLUMNS:
                self.body = rt.as_structure(ConstantColumns, self, 2, by="type")
                item = self.body
                derive_constant_columns(item, out)
            case HeaderRecordType.APPLICATION_VERSION:
                self.body = rt.as_structure(ApplicationVersion, self, 2, by="type")
                item = self.body
                derive_application_version(item, out)
            case _:
                rt.check_case(self, 2, "bytes", by="type")


def emit_header_record(self: HeaderRecord, out: Output) -> None:
    """Write a ``header_record``."""
    out.begin(self)
    out.must(lambda value, _index: value < 0, self, 0, "at least 0")
    out.later("s4be", self, 0)

    rt.check_present(self, 1)
    out.number("s4be", self.type, self, 1)

    match self.type:
        case HeaderRecordType.COLUMN_DEFINITIONS:
            rt.check_present(self, 2)
            item = self.body
            mark = out.enter()
            emit_column_definitions(item, out)
            out.tail(item)
            size = out.leave(mark)
        case HeaderRecordType.CONSTANT_COLUMNS:
            rt.check_present(self, 2)
            item = self.body
            mark = out.enter()
            emit_constant_columns(item, out)
            out.tail(item)
            size = out.leave(mark)
        case HeaderRecordType.APPLICATION_VERSION:
            rt.check_present(self, 2)
            item = self.body
            mark = out.enter()
            emit_application_version(item, out)
            out.tail(item)
            size = out.leave(mark)
        case _:
            if self.body is None:
                self.body = b""
            mark = out.mark()
            out.raw(self.body, self, 2, None)
            size = out.since(mark)
    out.solve(self, 0, size)
    out.expect(lambda: self.len_body, size, self, 2)


def derive_column_definitions(self: ColumnDefinitions, out: Output) -> None:
    """Find what follows from the rest of a ``column_definitions``."""
    rt.derive_count(self, 0, out, rt.lists_at("columns"))
    if self.columns is not None:
        for _index, item in enumerate(self.columns):
            item.i = _index
            derive_column(item, out)


def emit_column_definitions(self: ColumnDefinitions, out: Output) -> None:
    """Write a ``column_definitions``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("s4be", self.num_columns, self, 0)

    values = rt.check_list(self, 1, self.num_columns)
    for _index, item in enumerate(values):
        item.i = _index
        emit_column(item, out)


def derive_column(self: Column, out: Output) -> None:
    """Find what follows from the rest of a ``column``."""
    rt.reserve_value(self, 0, out)
    if self.type is None:
        rt.infer_value(
            self,
            2,
            self,
            Clue(
                ("metadata",),
                cases=(
                    (StringMetadata, Said(10)),
                    (EnumMetadata, Said(11)),
                ),
            ),
        )
    rt.stored_value(self, 2)
    rt.reserve_value(self, 3, out)
    if self.metadata is not None:
        match self.type:
            case ColumnType.ENHANCED_STRING:
                self.metadata = rt.as_structure(StringMetadata, self, 4, by="type")
                item = self.metadata
                derive_string_metadata(item, out)
            case ColumnType.ENUM:
                self.metadata = rt.as_structure(EnumMetadata, self, 4, by="type")
                item = self.metadata
                derive_enum_metadata(item, out)
            case _:
                rt.check_case(self, 4, "bytes", by="type")


def emit_column(self: Column, out: Output) -> None:
    """Write a ``column``."""
    out.begin(self)
    out.later("s4be", self, 0)

    rt.check_present(self, 1)
    mark = out.mark()
    out.raw(rt.encode_text(self.name, "UTF-8", self, 1, None), self, 1, None)
    size = out.since(mark)
    out.solve(self, 0, size)
    out.expect(lambda: self.len_name, size, self, 1)

    rt.check_present(self, 2)
    value = self.type
    if not isinstance(value, ColumnType):
        raise rt.invalid_value(
            self, 2, "one of Boolean, Byte, Char, Short, Int, Long, Float, Double, Blob, EnhancedString, Enum", value
        )
    out.number("s4be", self.type, self, 2)

    out.later("s4be", self, 3)

    match self.type:
        case ColumnType.ENHANCED_STRING:
            rt.check_present(self, 4)
            item = self.metadata
            mark = out.enter()
            emit_string_metadata(item, out)
            out.tail(item)
            size = out.leave(mark)
        case ColumnType.ENUM:
            rt.check_present(self, 4)
            item = self.metadata
            mark = out.enter()
            emit_enum_metadata(item, out)
            out.tail(item)
            size = out.leave(mark)
        case _:
            if self.metadata is None:
                self.metadata = b""
            mark = out.mark()
            out.raw(self.metadata, self, 4, None)
            size = out.since(mark)
    out.solve(self, 3, size)
    out.expect(lambda: self.len_metadata, size, self, 4)


def derive_string_metadata(self: StringMetadata, out: Output) -> None:
    """Find what follows from the rest of a ``string_metadata``."""
    rt.reserve_value(self, 0, out)
    if self.encoding is None:
        self.encoding = "UTF-8"


def emit_string_metadata(self: StringMetadata, out: Output) -> None:
    """Write a ``string_metadata``."""
    out.begin(self)
    out.later("s4be", self, 0)

    rt.check_present(self, 1)
    value = self.encoding
    if value not in ("ISO-8859-1", "UTF-8"):
        raise rt.invalid_value(self, 1, "one of ISO-8859-1, UTF-8", value)
    mark = out.mark()
    out.raw(rt.encode_text(self.encoding, "UTF-8", self, 1, None), self, 1, None)
    size = out.since(mark)
    out.solve(self, 0, size)
    out.expect(lambda: self.len_encoding, size, self, 1)


def derive_enum_metadata(self: EnumMetadata, out: Output) -> None:
    """Find what follows from the rest of a ``enum_metadata``."""
    rt.derive_count(self, 0, out, rt.lists_at("symbols"))
    rt.reserve_value(self, 1, out)
    rt.check_fits(self, 2)
    if self.encoding is None:
        self.encoding = "UTF-8"
    if self.symbols is not None:
        for _index, item in enumerate(self.symbols):
            derive_enum_symbol(item, out)


def emit_enum_metadata(self: EnumMetadata, out: Output) -> None:
    """Write a ``enum_metadata``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("s4be", self.num_symbols, self, 0)

    out.later("s4be", self, 1)

    rt.check_present(self, 2)
    value = self.encoding
    if value not in ("ISO-8859-1", "UTF-8"):
        raise rt.invalid_value(self, 2, "one of ISO-8859-1, UTF-8", value)
    mark = out.mark()
    out.raw(rt.encode_text(self.encoding, "UTF-8", self, 2, None), self, 2, None)
    size = out.since(mark)
    out.solve(self, 1, size)
    out.expect(lambda: self.len_encoding, size, self, 2)

    values = rt.check_list(self, 3, self.num_symbols)
    for _index, item in enumerate(values):
        emit_enum_symbol(item, out)


def derive_enum_symbol(self: EnumSymbol, out: Output) -> None:
    """Find what follows from the rest of a ``enum_symbol``."""
    rt.reserve_value(self, 0, out)
    if self.value is not None:
        match self._parent.encoding == "ISO-8859-1":
            case True:
                self.value = rt.as_structure(Latin1Text, self, 1, by='_parent.encoding == "ISO-8859-1"')
                item = self.value
                derive_latin1_text(item, out)
            case _:
                self.value = rt.as_structure(Utf8Text, self, 1, by='_parent.encoding == "ISO-8859-1"')
                item = self.value
                derive_utf8_text(item, out)


def emit_enum_symbol(self: EnumSymbol, out: Output) -> None:
    """Write a ``enum_symbol``."""
    out.begin(self)
    out.later("s4be", self, 0)

    match self._parent.encoding == "ISO-8859-1":
        case True:
            rt.check_present(self, 1)
            item = self.value
            mark = out.enter()
            emit_latin1_text(item, out)
            out.tail(item)
            size = out.leave(mark)
        case _:
            rt.check_present(self, 1)
            item = self.value
            mark = out.enter()
            emit_utf8_text(item, out)
            out.tail(item)
            size = out.leave(mark)
    out.solve(self, 0, size)
    out.expect(lambda: self.len_value, size, self, 1)


def derive_utf8_text(self: Utf8Text, out: Output) -> None:
    """Find what follows from the rest of a ``utf8_text``."""


def emit_utf8_text(self: Utf8Text, out: Output) -> None:
    """Write a ``utf8_text``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.raw(rt.encode_text(self.value, "UTF-8", self, 0, None), self, 0, None)
    out.to_end(self, 0)


def derive_latin1_text(self: Latin1Text, out: Output) -> None:
    """Find what follows from the rest of a ``latin1_text``."""


def emit_latin1_text(self: Latin1Text, out: Output) -> None:
    """Write a ``latin1_text``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.raw(rt.encode_text(self.value, "ISO-8859-1", self, 0, None), self, 0, None)
    out.to_end(self, 0)


def derive_application_version(self: ApplicationVersion, out: Output) -> None:
    """Find what follows from the rest of a ``application_version``."""


def emit_application_version(self: ApplicationVersion, out: Output) -> None:
    """Write a ``application_version``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("s4be", self.value, self, 0)


def derive_constant_columns(self: ConstantColumns, out: Output) -> None:
    """Find what follows from the rest of a ``constant_columns``."""
    if self.list is not None:
        item = self.list
        derive_constant_list(item, out)


def emit_constant_columns(self: ConstantColumns, out: Output) -> None:
    """Write a ``constant_columns``."""
    out.begin(self)
    rt.check_present(self, 0)
    item = self.list
    emit_constant_list(item, out)


def derive_constant_list(self: ConstantList, out: Output) -> None:
    """Find what follows from the rest of a ``constant_list``."""
    rt.derive_count(self, 0, out, rt.lists_at("entries"))
    if self.entries is not None:
        for _index, item in enumerate(self.entries):
            derive_constant(item, out)


def emit_constant_list(self: ConstantList, out: Output) -> None:
    """Write a ``constant_list``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("s4be", self.num_entries, self, 0)

    values = rt.check_list(self, 1, self.num_entries)
    rt.check_unique(self, 1, lambda item: item.name)
    for _index, item in enumerate(values):
        emit_constant(item, out)


def derive_constant(self: Constant, out: Output) -> None:
    """Find what follows from the rest of a ``constant``."""
    rt.reserve_value(self, 0, out)
    if self.cell is not None:
        match self.column.storage:
            case Storage.BOOLEAN:
                self.cell = rt.as_structure(ConstantBoolean, self, 2, by="column.storage")
                item = self.cell
                derive_constant_boolean(item, out)
            case Storage.BYTE:
                self.cell = rt.as_structure(ConstantByte, self, 2, by="column.storage")
                item = self.cell
                derive_constant_byte(item, out)
            case Storage.CHAR:
                self.cell = rt.as_structure(ConstantChar, self, 2, by="column.storage")
                item = self.cell
                derive_constant_char(item, out)
            case Storage.SHORT:
                self.cell = rt.as_structure(ConstantShort, self, 2, by="column.storage")
                item = self.cell
                derive_constant_short(item, out)
            case Storage.INT:
                self.cell = rt.as_structure(ConstantInt, self, 2, by="column.storage")
                item = self.cell
                derive_constant_int(item, out)
            case Storage.LONG:
                self.cell = rt.as_structure(ConstantLong, self, 2, by="column.storage")
                item = self.cell
                derive_constant_long(item, out)
            case Storage.FLOAT:
                self.cell = rt.as_structure(ConstantFloat, self, 2, by="column.storage")
                item = self.cell
                derive_constant_float(item, out)
            case Storage.DOUBLE:
                self.cell = rt.as_structure(ConstantDouble, self, 2, by="column.storage")
                item = self.cell
                derive_constant_double(item, out)
            case Storage.BLOB:
                self.cell = rt.as_structure(ConstantBlob, self, 2, by="column.storage")
                item = self.cell
                derive_constant_blob(item, out)
            case Storage.UTF8_STRING:
                self.cell = rt.as_structure(ConstantUtf8String, self, 2, by="column.storage")
                item = self.cell
                derive_constant_utf8_string(item, out)
            case Storage.ENUM:
                self.cell = rt.as_structure(ConstantSymbol, self, 2, by="column.storage")
                item = self.cell
                item.i = self.column_at
                derive_constant_symbol(item, out)
            case Storage.LATIN1_STRING:
                self.cell = rt.as_structure(ConstantLatin1String, self, 2, by="column.storage")
                item = self.cell
                derive_constant_latin1_string(item, out)


def emit_constant(self: Constant, out: Output) -> None:
    """Write a ``constant``."""
    out.begin(self)
    out.later("s4be", self, 0)

    rt.check_present(self, 1)
    mark = out.mark()
    out.raw(rt.encode_text(self.name, "UTF-8", self, 1, None), self, 1, None)
    size = out.since(mark)
    out.solve(self, 0, size)
    out.expect(lambda: self.len_name, size, self, 1)

    match self.column.storage:
        case Storage.BOOLEAN:
            rt.check_present(self, 2)
            item = self.cell
            emit_constant_boolean(item, out)
        case Storage.BYTE:
            rt.check_present(self, 2)
            item = self.cell
            emit_constant_byte(item, out)
        case Storage.CHAR:
            rt.check_present(self, 2)
            item = self.cell
            emit_constant_char(item, out)
        case Storage.SHORT:
            rt.check_present(self, 2)
            item = self.cell
            emit_constant_short(item, out)
        case Storage.INT:
            rt.check_present(self, 2)
            item = self.cell
            emit_constant_int(item, out)
        case Storage.LONG:
            rt.check_present(self, 2)
            item = self.cell
            emit_constant_long(item, out)
        case Storage.FLOAT:
            rt.check_present(self, 2)
            item = self.cell
            emit_constant_float(item, out)
        case Storage.DOUBLE:
            rt.check_present(self, 2)
            item = self.cell
            emit_constant_double(item, out)
        case Storage.BLOB:
            rt.check_present(self, 2)
            item = self.cell
            emit_constant_blob(item, out)
        case Storage.UTF8_STRING:
            rt.check_present(self, 2)
            item = self.cell
            emit_constant_utf8_string(item, out)
        case Storage.ENUM:
            rt.check_present(self, 2)
            item = self.cell
            item.i = self.column_at
            emit_constant_symbol(item, out)
        case Storage.LATIN1_STRING:
            rt.check_present(self, 2)
            item = self.cell
            emit_constant_latin1_string(item, out)
        case _:
            rt.check_absent(self, 2)

    out.assure(
        lambda: rt.check_instance(
            self,
            "column_at",
            lambda: self.column_at,
            lambda value: value < 0,
            lambda: "an element of _root.columns with _.name == name",
        )
    )


def derive_record(self: Record, out: Output) -> None:
    """Find what follows from the rest of a ``record``."""
    rt.reserve_value(self, 0, out)
    if self.body is not None:
        item = self.body
        derive_body(item, out)


def emit_record(self: Record, out: Output) -> None:
    """Write a ``record``."""
    out.begin(self)
    out.note(self, 0)
    out.must(lambda value, _index: value < 5, self, 0, "at least 5")
    out.later("s4be", self, 0)

    out.note(self, 0)
    rt.check_present(self, 1)
    item = self.body
    mark = out.enter()
    emit_body(item, out)
    out.tail(item)
    size = out.leave(mark)
    out.solve(self, 0, size)
    out.expect(lambda: self.len_body, size, self, 1)


def derive_body(self: Body, out: Output) -> None:
    """Find what follows from the rest of a ``body``."""
    if self.flags is None:
        self.flags = 3
    for _index, item in enumerate(self.cells or ()):
        item.i = _index
    if self.is_row:
        rt.derive_presence(
            self,
            1,
            out,
            len(self._top(DeephavenLog).columns) - self._top(DeephavenLog).header.num_constants,
            self.cells,
            "cell",
            lambda item: item.column.presence_index,
            lambda item: not item.column.is_constant,
        )
    if self.cells is not None:
        for _index, item in enumerate(self.cells):
            item.i = _index
            derive_cell(item, out)
    rt.reserve_value(self, 3, out)
    if self.other is not None:
        item = self.other
        derive_other_record(item, out)


def emit_body(self: Body, out: Output) -> None:
    """Write a ``body``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("u1", self.flags, self, 0)

    if self.is_row:
        values = rt.check_list(
            self, 1, len(self._top(DeephavenLog).columns) - self._top(DeephavenLog).header.num_constants
        )
        out.flags("le", values, self, 1)
    else:
        rt.check_absent(self, 1)
    out.note(self, 2)
    if self.is_row:
        values = rt.check_list(self, 2, len(self._top(DeephavenLog).columns))
        for _index, item in enumerate(values):
            item.i = _index
            emit_cell(item, out)
    else:
        rt.check_absent(self, 2)
    out.note(self, 2)
    if self.is_row:
        out.checksum("u4be", self, 3, "adler32", out.start_of(self._parent, 0), out.end_of(self, 2))
    else:
        rt.check_absent(self, 3, out=out)
    if not self.is_row:
        rt.check_present(self, 4)
        item = self.other
        mark = out.enter()
        emit_other_record(item, out)
        out.tail(item)
        out.leave(mark)
        out.to_end(self, 4)
    else:
        rt.check_absent(self, 4)


def derive_cell(self: Cell, out: Output) -> None:
    """Find what follows from the rest of a ``cell``."""
    if self.cell is not None:
        match self.column.storage:
            case Storage.BOOLEAN:
                self.cell = rt.as_structure(Boolean, self, 0, by="column.storage")
                item = self.cell
                derive_boolean(item, out)
            case Storage.BYTE:
                rt.check_case(self, 0, "s1", by="column.storage")
            case Storage.CHAR:
                self.cell = rt.as_structure(Char, self, 0, by="column.storage")
                item = self.cell
                derive_char(item, out)
            case Storage.SHORT:
                rt.check_case(self, 0, "s2", by="column.storage")
            case Storage.INT:
                rt.check_case(self, 0, "s4", by="column.storage")
            case Storage.LONG:
                rt.check_case(self, 0, "s8", by="column.storage")
            case Storage.FLOAT:
                rt.check_case(self, 0, "f4", by="column.storage")
            case Storage.DOUBLE:
                rt.check_case(self, 0, "f8", by="column.storage")
            case Storage.BLOB:
                self.cell = rt.as_structure(Blob, self, 0, by="column.storage")
                item = self.cell
                derive_blob(item, out)
            case Storage.UTF8_STRING:
                self.cell = rt.as_structure(Utf8String, self, 0, by="column.storage")
                item = self.cell
                derive_utf8_string(item, out)
            case Storage.ENUM:
                self.cell = rt.as_structure(Symbol, self, 0, by="column.storage")
                item = self.cell
                item.i = self.i
                derive_symbol(item, out)
            case Storage.LATIN1_STRING:
                self.cell = rt.as_structure(Latin1String, self, 0, by="column.storage")
                item = self.cell
                derive_latin1_string(item, out)


def emit_cell(self: Cell, out: Output) -> None:
    """Write a ``cell``."""
    out.begin(self)
    if self.is_present:
        match self.column.storage:
            case Storage.BOOLEAN:
                rt.check_present(self, 0)
                item = self.cell
                emit_boolean(item, out)
            case Storage.BYTE:
                rt.check_present(self, 0)
                out.number("s1", self.cell, self, 0)
            case Storage.CHAR:
                rt.check_present(self, 0)
                item = self.cell
                emit_char(item, out)
            case Storage.SHORT:
                rt.check_present(self, 0)
                out.number("s2be", self.cell, self, 0)
            case Storage.INT:
                rt.check_present(self, 0)
                out.number("s4be", self.cell, self, 0)
            case Storage.LONG:
                rt.check_present(self, 0)
                out.number("s8be", self.cell, self, 0)
            case Storage.FLOAT:
                rt.check_present(self, 0)
                out.number("f4be", self.cell, self, 0)
            case Storage.DOUBLE:
                rt.check_present(self, 0)
                out.number("f8be", self.cell, self, 0)
            case Storage.BLOB:
                rt.check_present(self, 0)
                item = self.cell
                emit_blob(item, out)
            case Storage.UTF8_STRING:
                rt.check_present(self, 0)
                item = self.cell
                emit_utf8_string(item, out)
            case Storage.ENUM:
                rt.check_present(self, 0)
                item = self.cell
                item.i = self.i
                emit_symbol(item, out)
            case Storage.LATIN1_STRING:
                rt.check_present(self, 0)
                item = self.cell
                emit_latin1_string(item, out)
            case _:
                rt.check_absent(self, 0)
    else:
        rt.check_absent(self, 0)


def derive_other_record(self: OtherRecord, out: Output) -> None:
    """Find what follows from the rest of a ``other_record``."""
    if self.has_digest is None:
        self.has_digest = True
    if self.type is None:
        rt.infer_value(self, 0, self, Clue(("command",), there=Said(20000)))
    rt.reserve_value(self, 4, out)


def emit_other_record(self: OtherRecord, out: Output) -> None:
    """Write a ``other_record``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("s4be", self.type, self, 0)

    rt.check_present(self, 1)
    out.number("s4be", self.version, self, 1)

    if self.type == 20000:
        rt.check_present(self, 2)
        out.number("s4be", self.command, self, 2)
    else:
        rt.check_absent(self, 2)
    out.note(self, 3)
    rt.check_present(self, 3)
    here = out.here()
    out.raw(self.data, self, 3, None)
    out.expect(lambda here=here: here.size - here.pos - (4 if self.has_digest else 0), out.pos - here.pos, self, 3)

    out.note(self, 3)
    if self.has_digest:
        out.checksum("u4be", self, 4, "adler32", out.start_of(self._parent._parent, 0), out.end_of(self, 3))
    else:
        rt.check_absent(self, 4, out=out)


def derive_boolean(self: Boolean, out: Output) -> None:
    """Find what follows from the rest of a ``boolean``."""
    rt.stored_value(self, 0)


def emit_boolean(self: Boolean, out: Output) -> None:
    """Write a ``boolean``."""
    out.begin(self)
    rt.check_present(self, 0)
    value = self.value
    if value not in (0, 1):
        raise rt.invalid_value(self, 0, "one of 0, 1", value)
    out.number("s1", self.value, self, 0)


def derive_char(self: Char, out: Output) -> None:
    """Find what follows from the rest of a ``char``."""
    rt.stored_value(self, 0)


def emit_char(self: Char, out: Output) -> None:
    """Write a ``char``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("u2be", self.value, self, 0)


def derive_blob(self: Blob, out: Output) -> None:
    """Find what follows from the rest of a ``blob``."""
    rt.reserve_value(self, 0, out)


def emit_blob(self: Blob, out: Output) -> None:
    """Write a ``blob``."""
    out.begin(self)
    out.later("s4be", self, 0)

    rt.check_present(self, 1)
    mark = out.mark()
    out.raw(self.value, self, 1, None)
    size = out.since(mark)
    out.solve(self, 0, size)
    out.expect(lambda: self.len_value, size, self, 1)


def derive_utf8_string(self: Utf8String, out: Output) -> None:
    """Find what follows from the rest of a ``utf8_string``."""
    rt.reserve_value(self, 0, out)


def emit_utf8_string(self: Utf8String, out: Output) -> None:
    """Write a ``utf8_string``."""
    out.begin(self)
    out.later("s4be", self, 0)

    rt.check_present(self, 1)
    mark = out.mark()
    out.raw(rt.encode_text(self.value, "UTF-8", self, 1, None), self, 1, None)
    size = out.since(mark)
    out.solve(self, 0, size)
    out.expect(lambda: self.len_value, size, self, 1)


def derive_latin1_string(self: Latin1String, out: Output) -> None:
    """Find what follows from the rest of a ``latin1_string``."""
    rt.reserve_value(self, 0, out)


def emit_latin1_string(self: Latin1String, out: Output) -> None:
    """Write a ``latin1_string``."""
    out.begin(self)
    out.later("s4be", self, 0)

    rt.check_present(self, 1)
    mark = out.mark()
    out.raw(rt.encode_text(self.value, "ISO-8859-1", self, 1, None), self, 1, None)
    size = out.since(mark)
    out.solve(self, 0, size)
    out.expect(lambda: self.len_value, size, self, 1)


def derive_symbol(self: Symbol, out: Output) -> None:
    """Find what follows from the rest of a ``symbol``."""
    rt.stored_value(self, 0)
    rt.derive_index(self, 0, self._top(DeephavenLog).columns[self.i].symbols)


def emit_symbol(self: Symbol, out: Output) -> None:
    """Write a ``symbol``."""
    out.begin(self)
    rt.check_present(self, 0)
    value = self.number
    if value < 0:
        raise rt.invalid_value(self, 0, "at least 0", value)
    value = self.number
    if value > (len(self._top(DeephavenLog).columns[self.i].symbols) - 1):
        raise rt.invalid_value(
            self, 0, "at most " + rt.shown_value(len(self._top(DeephavenLog).columns[self.i].symbols) - 1), value
        )
    out.number("s4be", self.number, self, 0)


def derive_constant_boolean(self: ConstantBoolean, out: Output) -> None:
    """Find what follows from the rest of a ``constant_boolean``."""
    rt.stored_value(self, 0)
    if self.value is None:
        self.value = -128


def emit_constant_boolean(self: ConstantBoolean, out: Output) -> None:
    """Write a ``constant_boolean``."""
    out.begin(self)
    rt.check_present(self, 0)
    value = self.value
    if value not in (0, 1, -128):
        raise rt.invalid_value(self, 0, "one of 0, 1, -128", value)
    out.number("s1", self.value, self, 0)


def derive_constant_byte(self: ConstantByte, out: Output) -> None:
    """Find what follows from the rest of a ``constant_byte``."""
    if self.value is None:
        self.value = -128


def emit_constant_byte(self: ConstantByte, out: Output) -> None:
    """Write a ``constant_byte``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("s1", self.value, self, 0)


def derive_constant_char(self: ConstantChar, out: Output) -> None:
    """Find what follows from the rest of a ``constant_char``."""
    rt.stored_value(self, 0)
    if self.value is None:
        self.value = out.options["charNull"]


def emit_constant_char(self: ConstantChar, out: Output) -> None:
    """Write a ``constant_char``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("u2be", self.value, self, 0)


def derive_constant_short(self: ConstantShort, out: Output) -> None:
    """Find what follows from the rest of a ``constant_short``."""
    if self.value is None:
        self.value = -32768


def emit_constant_short(self: ConstantShort, out: Output) -> None:
    """Write a ``constant_short``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("s2be", self.value, self, 0)


def derive_constant_int(self: ConstantInt, out: Output) -> None:
    """Find what follows from the rest of a ``constant_int``."""
    if self.value is None:
        self.value = -0x80000000


def emit_constant_int(self: ConstantInt, out: Output) -> None:
    """Write a ``constant_int``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("s4be", self.value, self, 0)


def derive_constant_long(self: ConstantLong, out: Output) -> None:
    """Find what follows from the rest of a ``constant_long``."""
    if self.value is None:
        self.value = -0x8000000000000000


def emit_constant_long(self: ConstantLong, out: Output) -> None:
    """Write a ``constant_long``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("s8be", self.value, self, 0)


def derive_constant_float(self: ConstantFloat, out: Output) -> None:
    """Find what follows from the rest of a ``constant_float``."""
    if self.value is None:
        self.value = -3.4028234663852886e38


def emit_constant_float(self: ConstantFloat, out: Output) -> None:
    """Write a ``constant_float``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("f4be", self.value, self, 0)


def derive_constant_double(self: ConstantDouble, out: Output) -> None:
    """Find what follows from the rest of a ``constant_double``."""
    if self.value is None:
        self.value = -1.7976931348623157e308


def emit_constant_double(self: ConstantDouble, out: Output) -> None:
    """Write a ``constant_double``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("f8be", self.value, self, 0)


def derive_constant_blob(self: ConstantBlob, out: Output) -> None:
    """Find what follows from the rest of a ``constant_blob``."""
    rt.reserve_value(self, 0, out)


def emit_constant_blob(self: ConstantBlob, out: Output) -> None:
    """Write a ``constant_blob``."""
    out.begin(self)
    out.later("s4be", self, 0)

    if self.value is not None:
        rt.check_present(self, 1)
        mark = out.mark()
        out.raw(self.value, self, 1, None)
        size = out.since(mark)
        out.solve(self, 0, size)
        out.expect(lambda: self.len_value, size, self, 1)
    else:
        rt.check_absent(self, 1)
        out.solve(self, 0, -0x80000000)


def derive_constant_utf8_string(self: ConstantUtf8String, out: Output) -> None:
    """Find what follows from the rest of a ``constant_utf8_string``."""
    rt.reserve_value(self, 0, out)


def emit_constant_utf8_string(self: ConstantUtf8String, out: Output) -> None:
    """Write a ``constant_utf8_string``."""
    out.begin(self)
    out.later("s4be", self, 0)

    if self.value is not None:
        rt.check_present(self, 1)
        mark = out.mark()
        out.raw(rt.encode_text(self.value, "UTF-8", self, 1, None), self, 1, None)
        size = out.since(mark)
        out.solve(self, 0, size)
        out.expect(lambda: self.len_value, size, self, 1)
    else:
        rt.check_absent(self, 1)
        out.solve(self, 0, -0x80000000)


def derive_constant_latin1_string(self: ConstantLatin1String, out: Output) -> None:
    """Find what follows from the rest of a ``constant_latin1_string``."""
    rt.reserve_value(self, 0, out)


def emit_constant_latin1_string(self: ConstantLatin1String, out: Output) -> None:
    """Write a ``constant_latin1_string``."""
    out.begin(self)
    out.later("s4be", self, 0)

    if self.value is not None:
        rt.check_present(self, 1)
        mark = out.mark()
        out.raw(rt.encode_text(self.value, "ISO-8859-1", self, 1, None), self, 1, None)
        size = out.since(mark)
        out.solve(self, 0, size)
        out.expect(lambda: self.len_value, size, self, 1)
    else:
        rt.check_absent(self, 1)
        out.solve(self, 0, -0x80000000)


def derive_constant_symbol(self: ConstantSymbol, out: Output) -> None:
    """Find what follows from the rest of a ``constant_symbol``."""
    rt.stored_value(self, 0)
    rt.derive_index(self, 0, self._top(DeephavenLog).columns[self.i].symbols)
    if self.number is None:
        self.number = -0x80000000


def emit_constant_symbol(self: ConstantSymbol, out: Output) -> None:
    """Write a ``constant_symbol``."""
    out.begin(self)
    rt.check_present(self, 0)
    value = self.number
    if not (value == -0x80000000 or (value >= 0 and value < len(self._top(DeephavenLog).columns[self.i].symbols))):
        raise rt.invalid_value(
            self, 0, "a value for which _ == -0x80000000 or _ >= 0 and _ < _root.columns[i].symbols.size", value
        )
    out.number("s4be", self.number, self, 0)
