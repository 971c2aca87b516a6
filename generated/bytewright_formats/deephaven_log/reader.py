# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Deephaven intraday binary log: bytes → objects.

Generated from specs/deephaven/deephaven_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Rests, Span, Strided, Struct

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


def begin_deephaven_log(io: Cursor) -> DeephavenLog:
    """Read what precedes the ``records`` of a file."""
    self = DeephavenLog._begin(io, None, "", None)
    at = self._at
    field = 0
    try:
        first = io.at
        self.magic = rt.check_contents(io, b"\xdb\x1a\xa1\xdb")
        at[0] = Span(first, io.at)
        field = 1
        first = io.at
        self.version = io.s4be()
        at[1] = Span(first, io.at)
        value = self.version
        if io.checked and (value != 3):
            raise rt.invalid_value(self, 1, "3", value)
        field = 2
        first = io.at
        self.len_header = io.s4be()
        at[2] = Span(first, io.at)
        value = self.len_header
        if value < 4:
            raise rt.invalid_value(self, 2, "at least 4", value)
        field = 3
        first = io.at
        inner = io.sub(rt.check_size(io, self.len_header - 4, self, 2))
        self.header = read_header(inner, self, "header", None)
        rt.finish_structure(inner, self.header)
        at[3] = Span(first, io.at)
        field = 4
        first = io.at
        self.header_digest = io.u4be()
        at[4] = Span(first, io.at)
        rt.verify_checksum(io, self, 4, "adler32", rt.start_of_field(self, 0), rt.end_of_field(self, 3))
        self.records = []
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    rt.read_deferred(io)
    return self


def records_of(io: Cursor, self: DeephavenLog, index: int = 0) -> Iterator[Any]:
    """Read the records one by one, the first as number ``index``; each is complete and checked when it comes."""
    field = 5
    try:
        while not io.eof:
            _index = index
            rt.begin_deferring(io)
            item = read_record(io, self, "records", index)
            rt.read_deferred(io)
            yield item
            index += 1
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_deephaven_log(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> DeephavenLog:
    """Read a whole ``deephaven_log``."""
    self = begin_deephaven_log(io)
    self._parent, self._field, self._index = parent, name, index
    items = self.records
    edges = [io.at]
    self._at[5] = Edges(edges)
    for item in records_of(io, self):
        items.append(item)
        edges.append(io.at)
    return self


def read_header(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Header:
    """Read a ``header``."""
    self = Header._begin(io, parent, name, index)
    rt.show_partial(self)
    at = self._at
    field = 0
    try:
        items = self.records = []
        edges = [io.at]
        at[0] = Edges(edges)
        while not io.eof:
            _index = len(items)
            item = read_header_record(io, self, "records", _index)
            items.append(item)
            edges.append(io.at)
        if io.checked:
            rt.check_unique(self, 0, lambda item: item.type)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    if io.checked:
        io.pending.append(lambda: check_header(self))
    return self


def check_header(self: Header) -> None:
    """What must hold of the values of a ``header``."""
    name = ""
    try:
        name = "records"
        value = self.definitions_at
        if value < 0:
            raise rt.invalid_instance(
                self,
                name,
                "an element with _.type == header_record_type::column_definitions",
                "none",
                lambda: (self, 0),
            )
    except rt.FAILURES as error:
        raise rt.invalid_calculation(error, self, name) from None


MARKS_OF_HEADER_RECORD: tuple[Any, ...] = (0, 1, 2)


def read_header_record(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> HeaderRecord:
    """Read a ``header_record``."""
    marks: list[Any] = [MARKS_OF_HEADER_RECORD, io.at]
    self: HeaderRecord = rt.begin(HeaderRecord, io, parent, name, index, marks)
    self._cases = {}
    field = 0
    try:
        self.len_body = io.s4be()
        marks.append(io.at)
        value = self.len_body
        if value < 0:
            raise rt.invalid_value(self, 0, "at least 0", value)

        field = 1
        self.type = rt.named(HeaderRecordType, io.s4be())
        marks.append(io.at)

        field = 2
        match self.type:
            case HeaderRecordType.COLUMN_DEFINITIONS:
                inner = io.sub(rt.check_size(io, self.len_body, self, 0))
                self.body = read_column_definitions(inner, self, "body", None)
                rt.finish_structure(inner, self.body)
                self._cases[2] = "column_definitions"
            case HeaderRecordType.CONSTANT_COLUMNS:
                inner = io.sub(rt.check_size(io, self.len_body, self, 0))
                self.body = read_constant_columns(inner, self, "body", None)
                self._cases[2] = "constant_columns"
            case HeaderRecordType.APPLICATION_VERSION:
                inner = io.sub(rt.check_size(io, self.len_body, self, 0))
                self.body = read_application_version(inner, self, "body", None)
                rt.finish_structure(inner, self.body)
                self._cases[2] = "application_version"
            case _:
                size = self.len_body
                data = io.piece(size)
                if data is None:
                    data = io.take(rt.check_size(io, size, self, 0))
                self.body = data
                self._cases[2] = "bytes"
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_COLUMN_DEFINITIONS: tuple[Any, ...] = (0, 1)


def read_column_definitions(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ColumnDefinitions:
    """Read a ``column_definitions``."""
    marks: list[Any] = [MARKS_OF_COLUMN_DEFINITIONS, io.at]
    self: ColumnDefinitions = rt.begin(ColumnDefinitions, io, parent, name, index, marks)
    field = 0
    try:
        self.num_columns = io.s4be()
        marks.append(io.at)

        field = 1
        count = rt.check_count(io, self.num_columns, 96, self, 0)
        items = self.columns = []
        edges = [io.at]
        marks.append(Edges(edges))
        for _index in range(count):
            item = read_column(io, self, "columns", _index, _index)
            items.append(item)
            edges.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_COLUMN: tuple[Any, ...] = (0, 1, 2, 3, 4)


def read_column(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> Column:
    """Read a ``column``."""
    marks: list[Any] = [MARKS_OF_COLUMN, io.at]
    self: Column = rt.begin(Column, io, parent, name, index, marks)
    self._cases = {}
    self.i = given_i
    field = 0
    try:
        self.len_name = io.s4be()
        marks.append(io.at)

        field = 1
        size = self.len_name
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 0))
        self.name = io.text(data, "UTF-8")
        marks.append(io.at)

        field = 2
        self.type = rt.named(ColumnType, io.s4be())
        marks.append(io.at)
        value = self.type
        if not isinstance(value, ColumnType):
            raise rt.invalid_value(
                self,
                2,
                "one of Boolean, Byte, Char, Short, Int, Long, Float, Double, Blob, EnhancedString, Enum",
                value,
            )

        field = 3
        self.len_metadata = io.s4be()
        marks.append(io.at)

        field = 4
        match self.type:
            case ColumnType.ENHANCED_STRING:
                inner = io.sub(rt.check_size(io, self.len_metadata, self, 3))
                self.metadata = read_string_metadata(inner, self, "metadata", None)
                rt.finish_structure(inner, self.metadata)
                self._cases[4] = "string_metadata"
            case ColumnType.ENUM:
                inner = io.sub(rt.check_size(io, self.len_metadata, self, 3))
                self.metadata = read_enum_metadata(inner, self, "metadata", None)
                rt.finish_structure(inner, self.metadata)
                self._cases[4] = "enum_metadata"
            case _:
                size = self.len_metadata
                data = io.piece(size)
                if data is None:
                    data = io.take(rt.check_size(io, size, self, 3))
                self.metadata = data
                self._cases[4] = "bytes"
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_STRING_METADATA: tuple[Any, ...] = (0, 1)


def read_string_metadata(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> StringMetadata:
    """Read a ``string_metadata``."""
    marks: list[Any] = [MARKS_OF_STRING_METADATA, io.at]
    self: StringMetadata = rt.begin(StringMetadata, io, parent, name, index, marks)
    field = 0
    try:
        self.len_encoding = io.s4be()
        marks.append(io.at)

        field = 1
        size = self.len_encoding
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 0))
        self.encoding = io.text(data, "UTF-8")
        marks.append(io.at)
        value = self.encoding
        if value not in ("ISO-8859-1", "UTF-8"):
            raise rt.invalid_value(self, 1, "one of ISO-8859-1, UTF-8", value)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_ENUM_METADATA: tuple[Any, ...] = (((0, 4), (1, 4)), 2, 3)
NUMBERS_0_OF_ENUM_METADATA = rt.Numbers((0, "num_symbols", "s4be"), (1, "len_encoding", "s4be"))


def read_enum_metadata(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> EnumMetadata:
    """Read a ``enum_metadata``."""
    marks: list[Any] = [MARKS_OF_ENUM_METADATA, io.at]
    self: EnumMetadata = rt.begin(EnumMetadata, io, parent, name, index, marks)
    field = 0
    try:
        (
            self.num_symbols,
            self.len_encoding,
        ) = io.numbers(NUMBERS_0_OF_ENUM_METADATA, self)
        marks.append(io.at)

        field = 2
        size = self.len_encoding
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 1))
        self.encoding = io.text(data, "UTF-8")
        marks.append(io.at)
        value = self.encoding
        if value not in ("ISO-8859-1", "UTF-8"):
            raise rt.invalid_value(self, 2, "one of ISO-8859-1, UTF-8", value)

        field = 3
        count = rt.check_count(io, self.num_symbols, 32, self, 0)
        items = self.symbols = []
        edges = [io.at]
        marks.append(Edges(edges))
        for _index in range(count):
            item = read_enum_symbol(io, self, "symbols", _index)
            items.append(item)
            edges.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_ENUM_SYMBOL: tuple[Any, ...] = (0, 1)


def read_enum_symbol(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> EnumSymbol:
    """Read a ``enum_symbol``."""
    marks: list[Any] = [MARKS_OF_ENUM_SYMBOL, io.at]
    self: EnumSymbol = rt.begin(EnumSymbol, io, parent, name, index, marks)
    self._cases = {}
    field = 0
    try:
        self.len_value = io.s4be()
        marks.append(io.at)

        field = 1
        match self._parent.encoding == "ISO-8859-1":
            case True:
                inner = io.sub(rt.check_size(io, self.len_value, self, 0))
                self.value = read_latin1_text(inner, self, "value", None)
                rt.finish_structure(inner, self.value)
                self._cases[1] = "latin1_text"
            case _:
                inner = io.sub(rt.check_size(io, self.len_value, self, 0))
                self.value = read_utf8_text(inner, self, "value", None)
                rt.finish_structure(inner, self.value)
                self._cases[1] = "utf8_text"
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_UTF8_TEXT: tuple[Any, ...] = (0,)


def read_utf8_text(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Utf8Text:
    """Read a ``utf8_text``."""
    marks: list[Any] = [MARKS_OF_UTF8_TEXT, io.at]
    self: Utf8Text = rt.begin(Utf8Text, io, parent, name, index, marks)
    field = 0
    try:
        data = io.take_rest()
        self.value = io.text(data, "UTF-8")
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_LATIN1_TEXT: tuple[Any, ...] = (0,)


def read_latin1_text(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Latin1Text:
    """Read a ``latin1_text``."""
    marks: list[Any] = [MARKS_OF_LATIN1_TEXT, io.at]
    self: Latin1Text = rt.begin(Latin1Text, io, parent, name, index, marks)
    field = 0
    try:
        data = io.take_rest()
        self.value = io.text(data, "ISO-8859-1")
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_APPLICATION_VERSION: tuple[Any, ...] = (0,)


def read_application_version(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ApplicationVersion:
    """Read a ``application_version``."""
    marks: list[Any] = [MARKS_OF_APPLICATION_VERSION, io.at]
    self: ApplicationVersion = rt.begin(ApplicationVersion, io, parent, name, index, marks)
    field = 0
    try:
        self.value = io.s4be()
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_constant_columns(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantColumns:
    """Read a ``constant_columns``."""
    self = ConstantColumns._begin(io, parent, name, index)
    rt.show_partial(self)
    rt.defer_field(io, self, "list", read_constant_columns_later)
    return self


def read_constant_columns_later(io: Cursor, self: ConstantColumns) -> None:
    """Read the ``list`` of a ``constant_columns``."""
    at = self._at
    field = 0
    try:
        first = io.at
        self.list = read_constant_list(io, self, "list", None)
        at[0] = Span(first, io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    rt.finish_structure(io, self)


MARKS_OF_CONSTANT_LIST: tuple[Any, ...] = (0, 1)


def read_constant_list(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantList:
    """Read a ``constant_list``."""
    marks: list[Any] = [MARKS_OF_CONSTANT_LIST, io.at]
    self: ConstantList = rt.begin(ConstantList, io, parent, name, index, marks)
    field = 0
    try:
        self.num_entries = io.s4be()
        marks.append(io.at)

        field = 1
        count = rt.check_count(io, self.num_entries, 32, self, 0)
        items = self.entries = []
        edges = [io.at]
        marks.append(Edges(edges))
        for _index in range(count):
            item = read_constant(io, self, "entries", _index)
            items.append(item)
            edges.append(io.at)
        if io.checked:
            rt.check_unique(self, 1, lambda item: item.name)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


RESTS_OF_CONSTANT: Rests = {
    2: (
        (lambda self: self.column.storage, lambda self: (self.column, 2)),
        (lambda self: self.column_at, lambda self: (self._top(DeephavenLog).header.definitions, 1)),
    ),
}
"""What fields rest on whose reading computes something that a file may leave without a value."""


MARKS_OF_CONSTANT: tuple[Any, ...] = (0, 1, 2)


def read_constant(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Constant:
    """Read a ``constant``."""
    marks: list[Any] = [MARKS_OF_CONSTANT, io.at]
    self: Constant = rt.begin(Constant, io, parent, name, index, marks)
    self._cases = {}
    field = 0
    try:
        self.len_name = io.s4be()
        marks.append(io.at)

        field = 1
        size = self.len_name
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 0))
        self.name = io.text(data, "UTF-8")
        marks.append(io.at)

        field = 2
        self.cell = None
        match self.column.storage:
            case Storage.BOOLEAN:
                self.cell = read_constant_boolean(io, self, "cell", None)
                self._cases[2] = "constant_boolean"
            case Storage.BYTE:
                self.cell = read_constant_byte(io, self, "cell", None)
                self._cases[2] = "constant_byte"
            case Storage.CHAR:
                self.cell = read_constant_char(io, self, "cell", None)
                self._cases[2] = "constant_char"
            case Storage.SHORT:
                self.cell = read_constant_short(io, self, "cell", None)
                self._cases[2] = "constant_short"
            case Storage.INT:
                self.cell = read_constant_int(io, self, "cell", None)
                self._cases[2] = "constant_int"
            case Storage.LONG:
                self.cell = read_constant_long(io, self, "cell", None)
                self._cases[2] = "constant_long"
            case Storage.FLOAT:
                self.cell = read_constant_float(io, self, "cell", None)
                self._cases[2] = "constant_float"
            case Storage.DOUBLE:
                self.cell = read_constant_double(io, self, "cell", None)
                self._cases[2] = "constant_double"
            case Storage.BLOB:
                self.cell = read_constant_blob(io, self, "cell", None)
                self._cases[2] = "constant_blob"
            case Storage.UTF8_STRING:
                self.cell = read_constant_utf8_string(io, self, "cell", None)
                self._cases[2] = "constant_utf8_string"
            case Storage.ENUM:
                self.cell = read_constant_symbol(io, self, "cell", None, self.column_at)
                self._cases[2] = "constant_symbol"
            case Storage.LATIN1_STRING:
                self.cell = read_constant_latin1_string(io, self, "cell", None)
                self._cases[2] = "constant_latin1_string"
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_CONSTANT) from None
    if io.checked:
        io.pending.append(lambda: check_constant(self))
    return self


def check_constant(self: Constant) -> None:
    """What must hold of the values of a ``constant``."""
    name = ""
    try:
        name = "column_at"
        value = self.column_at
        if value < 0:
            raise rt.invalid_instance(
                self,
                name,
                "an element of _root.columns with _.name == name",
                "none",
                lambda: (self._top(DeephavenLog).header.definitions, 1),
            )
    except rt.FAILURES as error:
        raise rt.invalid_calculation(error, self, name) from None


MARKS_OF_RECORD: tuple[Any, ...] = (0, 1)


def read_record(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Record:
    """Read a ``record``."""
    marks: list[Any] = [MARKS_OF_RECORD, io.at]
    self: Record = rt.begin(Record, io, parent, name, index, marks)
    field = 0
    try:
        self.len_body = io.s4be()
        marks.append(io.at)
        value = self.len_body
        if value < 5:
            raise rt.invalid_value(self, 0, "at least 5", value)

        field = 1
        inner = io.sub(rt.check_size(io, self.len_body, self, 0))
        self.body = read_body(inner, self, "body", None)
        rt.finish_structure(inner, self.body)
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


RESTS_OF_BODY: Rests = {
    1: (
        (
            lambda self: len(self._top(DeephavenLog).columns) - self._top(DeephavenLog).header.num_constants,
            lambda self: (self._top(DeephavenLog).header.definitions, 1),
        ),
    ),
    2: (
        (
            lambda self: len(self._top(DeephavenLog).columns),
            lambda self: (self._top(DeephavenLog).header.definitions, 1),
        ),
    ),
}
"""What fields rest on whose reading computes something that a file may leave without a value."""


MARKS_OF_BODY: tuple[Any, ...] = (0, 1, 2, 3, 4)


def read_body(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Body:
    """Read a ``body``."""
    marks: list[Any] = [MARKS_OF_BODY, io.at]
    self: Body = rt.begin(Body, io, parent, name, index, marks)
    field = 0
    try:
        self.flags = io.u1()
        marks.append(io.at)

        field = 1
        if self.is_row:
            count = rt.check_count(
                io,
                len(self._top(DeephavenLog).columns) - self._top(DeephavenLog).header.num_constants,
                1,
                self._top(DeephavenLog).header.definitions,
                1,
            )
            start = io.bits_from("le", some=count > 0)
            io.bits_owner = (self, 1)
            self.presence = io.bools(count, "le")
            marks.append(Strided(start, io.at, 0, count))
        else:
            marks.append(None)
            self.presence = None

        field = 2
        if self.is_row:
            count = rt.check_count(
                io, len(self._top(DeephavenLog).columns), 0, self._top(DeephavenLog).header.definitions, 1
            )
            items = self.cells = []
            edges = [io.at]
            marks.append(Edges(edges))
            for _index in range(count):
                item = read_cell(io, self, "cells", _index, _index)
                items.append(item)
                rt.end_element(io, edges)
        else:
            marks.append(None)
            self.cells = None

        field = 3
        if self.is_row:
            self.digest = io.u4be()
            marks.append(io.at)
            rt.verify_checksum(io, self, 3, "adler32", rt.start_of_field(self._parent, 0), rt.end_of_field(self, 2))
        else:
            marks.append(None)
            self.digest = None

        field = 4
        if not self.is_row:
            inner = io.sub(io.left)
            if "deephaven_log::body.other<deephaven_log::other_record>" in io.lazy:
                rt.read_later(
                    inner,
                    self,
                    4,
                    "deephaven_log::other_record",
                    lambda inner: read_other_record(inner, self, "other", None),
                    RESTS_OF_BODY,
                )
            else:
                self.other = read_other_record(inner, self, "other", None)
                rt.finish_structure(inner, self.other)
            marks.append(io.at)
        else:
            marks.append(None)
            self.other = None

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_BODY) from None
    return self


RESTS_OF_CELL: Rests = {
    0: (
        (lambda self: self.is_present, lambda self: (self.column._parent, 1)),
        (lambda self: self.column.storage, lambda self: (self.column, 2)),
    ),
}
"""What fields rest on whose reading computes something that a file may leave without a value."""


MARKS_OF_CELL: tuple[Any, ...] = (0,)


def read_cell(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> Cell:
    """Read a ``cell``."""
    marks: list[Any] = [MARKS_OF_CELL, io.at]
    self: Cell = rt.begin(Cell, io, parent, name, index, marks)
    self._cases = {}
    self.i = given_i
    field = 0
    try:
        if self.is_present:
            self.cell = None
            match self.column.storage:
                case Storage.BOOLEAN:
                    self.cell = read_boolean(io, self, "cell", None)
                    self._cases[0] = "boolean"
                case Storage.BYTE:
                    self.cell = io.s1()
                    self._cases[0] = "s1"
                case Storage.CHAR:
                    self.cell = read_char(io, self, "cell", None)
                    self._cases[0] = "char"
                case Storage.SHORT:
                    self.cell = io.s2be()
                    self._cases[0] = "s2be"
                case Storage.INT:
                    self.cell = io.s4be()
                    self._cases[0] = "s4be"
                case Storage.LONG:
                    self.cell = io.s8be()
                    self._cases[0] = "s8be"
                case Storage.FLOAT:
                    self.cell = io.f4be()
                    self._cases[0] = "f4be"
                case Storage.DOUBLE:
                    self.cell = io.f8be()
                    self._cases[0] = "f8be"
                case Storage.BLOB:
                    self.cell = read_blob(io, self, "cell", None)
                    self._cases[0] = "blob"
                case Storage.UTF8_STRING:
                    self.cell = read_utf8_string(io, self, "cell", None)
                    self._cases[0] = "utf8_string"
                case Storage.ENUM:
                    self.cell = read_symbol(io, self, "cell", None, self.i)
                    self._cases[0] = "symbol"
                case Storage.LATIN1_STRING:
                    self.cell = read_latin1_string(io, self, "cell", None)
                    self._cases[0] = "latin1_string"
            marks.append(io.at)
            rt.keep_nan_bits(io, self, 0)
        else:
            marks.append(None)
            self.cell = None

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_CELL) from None
    return self


def read_other_record(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> OtherRecord:
    """Read a ``other_record``."""
    self = OtherRecord._begin(io, parent, name, index)
    rt.defer_field(io, self, "has_digest", find_out_other_record)
    at = self._at
    field = 0
    try:
        first = io.at
        self.type = io.s4be()
        at[0] = Span(first, io.at)

        field = 1
        first = io.at
        self.version = io.s4be()
        at[1] = Span(first, io.at)

        field = 2
        if self.type == 20000:
            first = io.at
            self.command = io.s4be()
            at[2] = Span(first, io.at)

        field = 3
        first = io.at
        size = io.size - io.pos - (4 if self.has_digest else 0)
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, None))
        self.data = data
        at[3] = Span(first, io.at)

        field = 4
        if self.has_digest:
            first = io.at
            self.digest = io.u4be()
            at[4] = Span(first, io.at)
            rt.verify_checksum(
                io, self, 4, "adler32", rt.start_of_field(self._parent._parent, 0), rt.end_of_field(self, 3)
            )

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def find_out_other_record(io: Cursor, self: OtherRecord) -> None:
    """Find out what a ``other_record`` ends with."""
    self.has_digest = rt.ends_with_checksum(io, "adler32", "u4be", rt.start_of_field(self._parent._parent, 0))


MARKS_OF_BOOLEAN: tuple[Any, ...] = (0,)


def read_boolean(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Boolean:
    """Read a ``boolean``."""
    marks: list[Any] = [MARKS_OF_BOOLEAN, io.at]
    self: Boolean = rt.begin(Boolean, io, parent, name, index, marks)
    field = 0
    try:
        self.value = io.s1()
        marks.append(io.at)
        value = self.value
        if value not in (0, 1):
            raise rt.invalid_value(self, 0, "one of 0, 1", value)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_CHAR: tuple[Any, ...] = (0,)


def read_char(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Char:
    """Read a ``char``."""
    marks: list[Any] = [MARKS_OF_CHAR, io.at]
    self: Char = rt.begin(Char, io, parent, name, index, marks)
    field = 0
    try:
        self.value = io.u2be()
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_BLOB: tuple[Any, ...] = (0, 1)


def read_blob(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Blob:
    """Read a ``blob``."""
    marks: list[Any] = [MARKS_OF_BLOB, io.at]
    self: Blob = rt.begin(Blob, io, parent, name, index, marks)
    field = 0
    try:
        self.len_value = io.s4be()
        marks.append(io.at)

        field = 1
        size = self.len_value
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 0))
        self.value = data
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_UTF8_STRING: tuple[Any, ...] = (0, 1)


def read_utf8_string(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Utf8String:
    """Read a ``utf8_string``."""
    marks: list[Any] = [MARKS_OF_UTF8_STRING, io.at]
    self: Utf8String = rt.begin(Utf8String, io, parent, name, index, marks)
    field = 0
    try:
        self.len_value = io.s4be()
        marks.append(io.at)

        field = 1
        size = self.len_value
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 0))
        self.value = io.text(data, "UTF-8")
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_LATIN1_STRING: tuple[Any, ...] = (0, 1)


def read_latin1_string(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> Latin1String:
    """Read a ``latin1_string``."""
    marks: list[Any] = [MARKS_OF_LATIN1_STRING, io.at]
    self: Latin1String = rt.begin(Latin1String, io, parent, name, index, marks)
    field = 0
    try:
        self.len_value = io.s4be()
        marks.append(io.at)

        field = 1
        size = self.len_value
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 0))
        self.value = io.text(data, "ISO-8859-1")
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_SYMBOL: tuple[Any, ...] = (0,)


def read_symbol(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> Symbol:
    """Read a ``symbol``."""
    marks: list[Any] = [MARKS_OF_SYMBOL, io.at]
    self: Symbol = rt.begin(Symbol, io, parent, name, index, marks)
    self.i = given_i
    field = 0
    try:
        self.number = io.s4be()
        marks.append(io.at)
        value = self.number
        if value < 0:
            raise rt.invalid_value(self, 0, "at least 0", value)
        value = self.number
        if value > (len(self._top(DeephavenLog).columns[self.i].symbols) - 1):
            raise rt.invalid_value(
                self, 0, "at most " + rt.shown_value(len(self._top(DeephavenLog).columns[self.i].symbols) - 1), value
            )

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_CONSTANT_BOOLEAN: tuple[Any, ...] = (0,)


def read_constant_boolean(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantBoolean:
    """Read a ``constant_boolean``."""
    marks: list[Any] = [MARKS_OF_CONSTANT_BOOLEAN, io.at]
    self: ConstantBoolean = rt.begin(ConstantBoolean, io, parent, name, index, marks)
    field = 0
    try:
        self.value = io.s1()
        marks.append(io.at)
        value = self.value
        if value not in (0, 1, -128):
            raise rt.invalid_value(self, 0, "one of 0, 1, -128", value)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_CONSTANT_BYTE: tuple[Any, ...] = (0,)


def read_constant_byte(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantByte:
    """Read a ``constant_byte``."""
    marks: list[Any] = [MARKS_OF_CONSTANT_BYTE, io.at]
    self: ConstantByte = rt.begin(ConstantByte, io, parent, name, index, marks)
    field = 0
    try:
        self.value = io.s1()
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_CONSTANT_CHAR: tuple[Any, ...] = (0,)


def read_constant_char(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantChar:
    """Read a ``constant_char``."""
    marks: list[Any] = [MARKS_OF_CONSTANT_CHAR, io.at]
    self: ConstantChar = rt.begin(ConstantChar, io, parent, name, index, marks)
    field = 0
    try:
        self.value = io.u2be()
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_CONSTANT_SHORT: tuple[Any, ...] = (0,)


def read_constant_short(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantShort:
    """Read a ``constant_short``."""
    marks: list[Any] = [MARKS_OF_CONSTANT_SHORT, io.at]
    self: ConstantShort = rt.begin(ConstantShort, io, parent, name, index, marks)
    field = 0
    try:
        self.value = io.s2be()
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_CONSTANT_INT: tuple[Any, ...] = (0,)


def read_constant_int(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantInt:
    """Read a ``constant_int``."""
    marks: list[Any] = [MARKS_OF_CONSTANT_INT, io.at]
    self: ConstantInt = rt.begin(ConstantInt, io, parent, name, index, marks)
    field = 0
    try:
        self.value = io.s4be()
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_CONSTANT_LONG: tuple[Any, ...] = (0,)


def read_constant_long(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantLong:
    """Read a ``constant_long``."""
    marks: list[Any] = [MARKS_OF_CONSTANT_LONG, io.at]
    self: ConstantLong = rt.begin(ConstantLong, io, parent, name, index, marks)
    field = 0
    try:
        self.value = io.s8be()
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_CONSTANT_FLOAT: tuple[Any, ...] = (0,)


def read_constant_float(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantFloat:
    """Read a ``constant_float``."""
    marks: list[Any] = [MARKS_OF_CONSTANT_FLOAT, io.at]
    self: ConstantFloat = rt.begin(ConstantFloat, io, parent, name, index, marks)
    field = 0
    try:
        self.value = io.f4be()
        marks.append(io.at)
        if self.value != self.value:
            rt.keep_nan_bits(io, self, 0)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_CONSTANT_DOUBLE: tuple[Any, ...] = (0,)


def read_constant_double(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantDouble:
    """Read a ``constant_double``."""
    marks: list[Any] = [MARKS_OF_CONSTANT_DOUBLE, io.at]
    self: ConstantDouble = rt.begin(ConstantDouble, io, parent, name, index, marks)
    field = 0
    try:
        self.value = io.f8be()
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_CONSTANT_BLOB: tuple[Any, ...] = (0, 1)


def read_constant_blob(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantBlob:
    """Read a ``constant_blob``."""
    marks: list[Any] = [MARKS_OF_CONSTANT_BLOB, io.at]
    self: ConstantBlob = rt.begin(ConstantBlob, io, parent, name, index, marks)
    field = 0
    try:
        self.len_value = io.s4be()
        marks.append(io.at)

        field = 1
        if self.len_value != -0x80000000:
            size = self.len_value
            data = io.piece(size)
            if data is None:
                data = io.take(rt.check_size(io, size, self, 0))
            self.value = data
            marks.append(io.at)
        else:
            marks.append(None)
            self.value = None

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_CONSTANT_UTF8_STRING: tuple[Any, ...] = (0, 1)


def read_constant_utf8_string(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantUtf8String:
    """Read a ``constant_utf8_string``."""
    marks: list[Any] = [MARKS_OF_CONSTANT_UTF8_STRING, io.at]
    self: ConstantUtf8String = rt.begin(ConstantUtf8String, io, parent, name, index, marks)
    field = 0
    try:
        self.len_value = io.s4be()
        marks.append(io.at)

        field = 1
        if self.len_value != -0x80000000:
            size = self.len_value
            data = io.piece(size)
            if data is None:
                data = io.take(rt.check_size(io, size, self, 0))
            self.value = io.text(data, "UTF-8")
            marks.append(io.at)
        else:
            marks.append(None)
            self.value = None

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_CONSTANT_LATIN1_STRING: tuple[Any, ...] = (0, 1)


def read_constant_latin1_string(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantLatin1String:
    """Read a ``constant_latin1_string``."""
    marks: list[Any] = [MARKS_OF_CONSTANT_LATIN1_STRING, io.at]
    self: ConstantLatin1String = rt.begin(ConstantLatin1String, io, parent, name, index, marks)
    field = 0
    try:
        self.len_value = io.s4be()
        marks.append(io.at)

        field = 1
        if self.len_value != -0x80000000:
            size = self.len_value
            data = io.piece(size)
            if data is None:
                data = io.take(rt.check_size(io, size, self, 0))
            self.value = io.text(data, "ISO-8859-1")
            marks.append(io.at)
        else:
            marks.append(None)
            self.value = None

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_CONSTANT_SYMBOL: tuple[Any, ...] = (0,)


def read_constant_symbol(
    io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int
) -> ConstantSymbol:
    """Read a ``constant_symbol``."""
    marks: list[Any] = [MARKS_OF_CONSTANT_SYMBOL, io.at]
    self: ConstantSymbol = rt.begin(ConstantSymbol, io, parent, name, index, marks)
    self.i = given_i
    field = 0
    try:
        self.number = io.s4be()
        marks.append(io.at)
        value = self.number
        if not (value == -0x80000000 or (value >= 0 and value < len(self._top(DeephavenLog).columns[self.i].symbols))):
            raise rt.invalid_value(
                self, 0, "a value for which _ == -0x80000000 or _ >= 0 and _ < _root.columns[i].symbols.size", value
            )

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self
