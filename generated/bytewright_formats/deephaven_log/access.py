# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Deephaven intraday binary log: bytes → objects of which each field is read when it is first asked for.

Generated from specs/deephaven/deephaven_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Span, Strided

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
    ConstantBlob,
    ConstantBoolean,
    ConstantByte,
    ConstantChar,
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
    HeaderRecord,
    HeaderRecordType,
    Latin1String,
    Latin1Text,
    Record,
    Storage,
    StringMetadata,
    Symbol,
    Utf8String,
    Utf8Text,
)
from .reader import RESTS_OF_BODY, RESTS_OF_CELL
from .reader import read_constant as view_constant
from .reader import read_constant_columns as view_constant_columns
from .reader import read_header as view_header
from .reader import read_other_record as view_other_record


def check_version_of_deephaven_log(io: Cursor, self: DeephavenLog) -> None:
    """Check the ``version`` of a ``deephaven_log``."""
    value = self.version
    if io.checked and (value != 3):
        raise rt.invalid_value(self, 1, "3", value)


def check_len_header_of_deephaven_log(io: Cursor, self: DeephavenLog) -> None:
    """Check the ``len_header`` of a ``deephaven_log``."""
    value = self.len_header
    if value < 4:
        raise rt.invalid_value(self, 2, "at least 4", value)


view_deephaven_log: rt.View = rt.View(
    DeephavenLog,
    rt.Part(0, "magic", lambda io, self: rt.check_contents(io, b"\xdb\x1a\xa1\xdb"), size=4),
    rt.Part(1, "version", lambda io, self: io.s4be(), size=4, check=check_version_of_deephaven_log),
    rt.Part(2, "len_header", lambda io, self: io.s4be(), size=4, check=check_len_header_of_deephaven_log),
    rt.Part(
        3,
        "header",
        lambda io, self, size: view_header(rt.cut(io, size), self, "header", None),
        size=lambda io, self: (self.len_header - 4, self, 2),
    ),
    rt.Part(
        4,
        "header_digest",
        lambda io, self: io.u4be(),
        size=4,
        check=lambda io, self: rt.verify_checksum(
            io, self, 4, "adler32", rt.start_of_field(self, 0), rt.end_of_field(self, 3)
        ),
    ),
    rt.Part(5, "records", lambda io, self, _index: view_record(io, self, "records", _index), repeat="eos", inline=True),
)


def check_len_body_of_header_record(io: Cursor, self: HeaderRecord) -> None:
    """Check the ``len_body`` of a ``header_record``."""
    value = self.len_body
    if value < 0:
        raise rt.invalid_value(self, 0, "at least 0", value)


def read_body_of_header_record(io: Cursor, self: HeaderRecord) -> None:
    """Read the ``body`` of a ``header_record``."""
    at = self._at
    first = io.at
    match self.type:
        case HeaderRecordType.COLUMN_DEFINITIONS:
            inner = io.sub(rt.check_size(io, self.len_body, self, 0))
            self.body = view_column_definitions(inner, self, "body", None)
            self._cases[2] = "column_definitions"
        case HeaderRecordType.CONSTANT_COLUMNS:
            inner = io.sub(rt.check_size(io, self.len_body, self, 0))
            self.body = view_constant_columns(inner, self, "body", None)
            self._cases[2] = "constant_columns"
        case HeaderRecordType.APPLICATION_VERSION:
            inner = io.sub(rt.check_size(io, self.len_body, self, 0))
            self.body = view_application_version(inner, self, "body", None)
            self._cases[2] = "application_version"
        case _:
            size = self.len_body
            data = io.piece(size)
            if data is None:
                data = io.take(rt.check_size(io, size, self, 0))
            self.body = data
            self._cases[2] = "bytes"
    at[2] = Span(first, io.at)


view_header_record: rt.View = rt.View(
    HeaderRecord,
    rt.Part(0, "len_body", lambda io, self: io.s4be(), size=4, check=check_len_body_of_header_record),
    rt.Part(1, "type", lambda io, self: rt.named(HeaderRecordType, io.s4be()), size=4),
    rt.Part(2, "body", read=read_body_of_header_record),
)


view_column_definitions: rt.View = rt.View(
    ColumnDefinitions,
    rt.Part(0, "num_columns", lambda io, self: io.s4be(), size=4),
    rt.Part(
        1,
        "columns",
        lambda io, self, _index: view_column(io, self, "columns", _index, _index),
        repeat=lambda io, self: rt.check_count(io, self.num_columns, 96, self, 0),
        inline=True,
    ),
)


def check_type_of_column(io: Cursor, self: Column) -> None:
    """Check the ``type`` of a ``column``."""
    value = self.type
    if not isinstance(value, ColumnType):
        raise rt.invalid_value(
            self, 2, "one of Boolean, Byte, Char, Short, Int, Long, Float, Double, Blob, EnhancedString, Enum", value
        )


def read_metadata_of_column(io: Cursor, self: Column) -> None:
    """Read the ``metadata`` of a ``column``."""
    at = self._at
    first = io.at
    match self.type:
        case ColumnType.ENHANCED_STRING:
            inner = io.sub(rt.check_size(io, self.len_metadata, self, 3))
            self.metadata = view_string_metadata(inner, self, "metadata", None)
            self._cases[4] = "string_metadata"
        case ColumnType.ENUM:
            inner = io.sub(rt.check_size(io, self.len_metadata, self, 3))
            self.metadata = view_enum_metadata(inner, self, "metadata", None)
            self._cases[4] = "enum_metadata"
        case _:
            size = self.len_metadata
            data = io.piece(size)
            if data is None:
                data = io.take(rt.check_size(io, size, self, 3))
            self.metadata = data
            self._cases[4] = "bytes"
    at[4] = Span(first, io.at)


view_column: rt.View = rt.View(
    Column,
    rt.Part(0, "len_name", lambda io, self: io.s4be(), size=4),
    rt.Part(1, "name", rt.text("UTF-8"), size=lambda io, self: (self.len_name, self, 0)),
    rt.Part(2, "type", lambda io, self: rt.named(ColumnType, io.s4be()), size=4, check=check_type_of_column),
    rt.Part(3, "len_metadata", lambda io, self: io.s4be(), size=4),
    rt.Part(4, "metadata", read=read_metadata_of_column),
    parameters={
        "i": "i",
    },
)


def check_encoding_of_string_metadata(io: Cursor, self: StringMetadata) -> None:
    """Check the ``encoding`` of a ``string_metadata``."""
    value = self.encoding
    if value not in ("ISO-8859-1", "UTF-8"):
        raise rt.invalid_value(self, 1, "one of ISO-8859-1, UTF-8", value)


view_string_metadata: rt.View = rt.View(
    StringMetadata,
    rt.Part(0, "len_encoding", lambda io, self: io.s4be(), size=4),
    rt.Part(
        1,
        "encoding",
        rt.text("UTF-8"),
        size=lambda io, self: (self.len_encoding, self, 0),
        check=check_encoding_of_string_metadata,
    ),
)


def check_encoding_of_enum_metadata(io: Cursor, self: EnumMetadata) -> None:
    """Check the ``encoding`` of a ``enum_metadata``."""
    value = self.encoding
    if value not in ("ISO-8859-1", "UTF-8"):
        raise rt.invalid_value(self, 2, "one of ISO-8859-1, UTF-8", value)


view_enum_metadata: rt.View = rt.View(
    EnumMetadata,
    rt.Part(0, "num_symbols", lambda io, self: io.s4be(), size=4),
    rt.Part(1, "len_encoding", lambda io, self: io.s4be(), size=4),
    rt.Part(
        2,
        "encoding",
        rt.text("UTF-8"),
        size=lambda io, self: (self.len_encoding, self, 1),
        check=check_encoding_of_enum_metadata,
    ),
    rt.Part(
        3,
        "symbols",
        lambda io, self, _index: view_enum_symbol(io, self, "symbols", _index),
        repeat=lambda io, self: rt.check_count(io, self.num_symbols, 32, self, 0),
        inline=True,
    ),
)


def read_value_of_enum_symbol(io: Cursor, self: EnumSymbol) -> None:
    """Read the ``value`` of a ``enum_symbol``."""
    at = self._at
    first = io.at
    match self._parent.encoding == "ISO-8859-1":
        case True:
            inner = io.sub(rt.check_size(io, self.len_value, self, 0))
            self.value = view_latin1_text(inner, self, "value", None)
            self._cases[1] = "latin1_text"
        case _:
            inner = io.sub(rt.check_size(io, self.len_value, self, 0))
            self.value = view_utf8_text(inner, self, "value", None)
            self._cases[1] = "utf8_text"
    at[1] = Span(first, io.at)


view_enum_symbol: rt.View = rt.View(
    EnumSymbol,
    rt.Part(0, "len_value", lambda io, self: io.s4be(), size=4),
    rt.Part(1, "value", read=read_value_of_enum_symbol),
)


view_utf8_text: rt.View = rt.View(
    Utf8Text,
    rt.Part(0, "value", rt.text("UTF-8"), size=rt.rest),
)


view_latin1_text: rt.View = rt.View(
    Latin1Text,
    rt.Part(0, "value", rt.text("ISO-8859-1"), size=rt.rest),
)


view_application_version: rt.View = rt.View(
    ApplicationVersion,
    rt.Part(0, "value", lambda io, self: io.s4be(), size=4),
)


def check_entries_of_constant_list(io: Cursor, self: ConstantList) -> None:
    """Check the ``entries`` of a ``constant_list``."""
    if io.checked:
        rt.check_unique(self, 1, lambda item: item.name)


view_constant_list: rt.View = rt.View(
    ConstantList,
    rt.Part(0, "num_entries", lambda io, self: io.s4be(), size=4),
    rt.Part(
        1,
        "entries",
        lambda io, self, _index: view_constant(io, self, "entries", _index),
        repeat=lambda io, self: rt.check_count(io, self.num_entries, 32, self, 0),
        check=check_entries_of_constant_list,
        inline=True,
    ),
)


def check_len_body_of_record(io: Cursor, self: Record) -> None:
    """Check the ``len_body`` of a ``record``."""
    value = self.len_body
    if value < 5:
        raise rt.invalid_value(self, 0, "at least 5", value)


view_record: rt.View = rt.View(
    Record,
    rt.Part(0, "len_body", lambda io, self: io.s4be(), size=4, check=check_len_body_of_record),
    rt.Part(
        1,
        "body",
        lambda io, self, size: view_body(rt.cut(io, size), self, "body", None),
        size=lambda io, self: (self.len_body, self, 0),
    ),
)


def read_presence_of_body(io: Cursor, self: Body) -> None:
    """Read the ``presence`` of a ``body``."""
    at = self._at
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
    at[1] = Strided(start, io.at, 0, count)


view_body: rt.View = rt.View(
    Body,
    rt.Part(0, "flags", lambda io, self: io.u1(), size=1),
    rt.Part(1, "presence", read=read_presence_of_body, given=lambda io, self: self.is_row),
    rt.Part(
        2,
        "cells",
        lambda io, self, _index: view_cell(io, self, "cells", _index, _index),
        given=lambda io, self: self.is_row,
        repeat=lambda io, self: rt.check_count(
            io, len(self._top(DeephavenLog).columns), 0, self._top(DeephavenLog).header.definitions, 1
        ),
        inline=True,
    ),
    rt.Part(
        3,
        "digest",
        lambda io, self: io.u4be(),
        given=lambda io, self: self.is_row,
        check=lambda io, self: rt.verify_checksum(
            io, self, 3, "adler32", rt.start_of_field(self._parent, 0), rt.end_of_field(self, 2)
        ),
    ),
    rt.Part(
        4,
        "other",
        lambda io, self, size: view_other_record(rt.cut(io, size), self, "other", None),
        given=lambda io, self: not self.is_row,
        size=rt.rest,
    ),
    rests=RESTS_OF_BODY,
)


def read_cell_of_cell(io: Cursor, self: Cell) -> None:
    """Read the ``cell`` of a ``cell``."""
    at = self._at
    first = io.at
    self.cell = None
    match self.column.storage:
        case Storage.BOOLEAN:
            self.cell = view_boolean(io, self, "cell", None)
            self._cases[0] = "boolean"
        case Storage.BYTE:
            self.cell = io.s1()
            self._cases[0] = "s1"
        case Storage.CHAR:
            self.cell = view_char(io, self, "cell", None)
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
            self.cell = view_blob(io, self, "cell", None)
            self._cases[0] = "blob"
        case Storage.UTF8_STRING:
            self.cell = view_utf8_string(io, self, "cell", None)
            self._cases[0] = "utf8_string"
        case Storage.ENUM:
            self.cell = view_symbol(io, self, "cell", None, self.i)
            self._cases[0] = "symbol"
        case Storage.LATIN1_STRING:
            self.cell = view_latin1_string(io, self, "cell", None)
            self._cases[0] = "latin1_string"
    at[0] = Span(first, io.at)
    rt.keep_nan_bits(io, self, 0)


view_cell: rt.View = rt.View(
    Cell,
    rt.Part(0, "cell", read=read_cell_of_cell, given=lambda io, self: self.is_present, inline=True),
    parameters={
        "i": "i",
    },
    rests=RESTS_OF_CELL,
)


def check_value_of_boolean(io: Cursor, self: Boolean) -> None:
    """Check the ``value`` of a ``boolean``."""
    value = self.value
    if value not in (0, 1):
        raise rt.invalid_value(self, 0, "one of 0, 1", value)


view_boolean: rt.View = rt.View(
    Boolean,
    rt.Part(0, "value", lambda io, self: io.s1(), size=1, check=check_value_of_boolean),
)


view_char: rt.View = rt.View(
    Char,
    rt.Part(0, "value", lambda io, self: io.u2be(), size=2),
)


view_blob: rt.View = rt.View(
    Blob,
    rt.Part(0, "len_value", lambda io, self: io.s4be(), size=4),
    rt.Part(1, "value", rt.raw, size=lambda io, self: (self.len_value, self, 0)),
)


view_utf8_string: rt.View = rt.View(
    Utf8String,
    rt.Part(0, "len_value", lambda io, self: io.s4be(), size=4),
    rt.Part(1, "value", rt.text("UTF-8"), size=lambda io, self: (self.len_value, self, 0)),
)


view_latin1_string: rt.View = rt.View(
    Latin1String,
    rt.Part(0, "len_value", lambda io, self: io.s4be(), size=4),
    rt.Part(1, "value", rt.text("ISO-8859-1"), size=lambda io, self: (self.len_value, self, 0)),
)


def check_number_of_symbol(io: Cursor, self: Symbol) -> None:
    """Check the ``number`` of a ``symbol``."""
    value = self.number
    if value < 0:
        raise rt.invalid_value(self, 0, "at least 0", value)
    value = self.number
    if value > (len(self._top(DeephavenLog).columns[self.i].symbols) - 1):
        raise rt.invalid_value(
            self, 0, "at most " + rt.shown_value(len(self._top(DeephavenLog).columns[self.i].symbols) - 1), value
        )


view_symbol: rt.View = rt.View(
    Symbol,
    rt.Part(0, "number", lambda io, self: io.s4be(), size=4, check=check_number_of_symbol),
    parameters={
        "i": "i",
    },
)


def check_value_of_constant_boolean(io: Cursor, self: ConstantBoolean) -> None:
    """Check the ``value`` of a ``constant_boolean``."""
    value = self.value
    if value not in (0, 1, -128):
        raise rt.invalid_value(self, 0, "one of 0, 1, -128", value)


view_constant_boolean: rt.View = rt.View(
    ConstantBoolean,
    rt.Part(0, "value", lambda io, self: io.s1(), size=1, check=check_value_of_constant_boolean),
)


view_constant_byte: rt.View = rt.View(
    ConstantByte,
    rt.Part(0, "value", lambda io, self: io.s1(), size=1),
)


view_constant_char: rt.View = rt.View(
    ConstantChar,
    rt.Part(0, "value", lambda io, self: io.u2be(), size=2),
)


view_constant_short: rt.View = rt.View(
    ConstantShort,
    rt.Part(0, "value", lambda io, self: io.s2be(), size=2),
)


view_constant_int: rt.View = rt.View(
    ConstantInt,
    rt.Part(0, "value", lambda io, self: io.s4be(), size=4),
)


view_constant_long: rt.View = rt.View(
    ConstantLong,
    rt.Part(0, "value", lambda io, self: io.s8be(), size=8),
)


view_constant_float: rt.View = rt.View(
    ConstantFloat,
    rt.Part(0, "value", lambda io, self: io.f4be(), size=4, check=lambda io, self: rt.keep_nan_bits(io, self, 0)),
)


view_constant_double: rt.View = rt.View(
    ConstantDouble,
    rt.Part(0, "value", lambda io, self: io.f8be(), size=8),
)


view_constant_blob: rt.View = rt.View(
    ConstantBlob,
    rt.Part(0, "len_value", lambda io, self: io.s4be(), size=4),
    rt.Part(
        1,
        "value",
        rt.raw,
        given=lambda io, self: self.len_value != -0x80000000,
        size=lambda io, self: (self.len_value, self, 0),
    ),
)


view_constant_utf8_string: rt.View = rt.View(
    ConstantUtf8String,
    rt.Part(0, "len_value", lambda io, self: io.s4be(), size=4),
    rt.Part(
        1,
        "value",
        rt.text("UTF-8"),
        given=lambda io, self: self.len_value != -0x80000000,
        size=lambda io, self: (self.len_value, self, 0),
    ),
)


view_constant_latin1_string: rt.View = rt.View(
    ConstantLatin1String,
    rt.Part(0, "len_value", lambda io, self: io.s4be(), size=4),
    rt.Part(
        1,
        "value",
        rt.text("ISO-8859-1"),
        given=lambda io, self: self.len_value != -0x80000000,
        size=lambda io, self: (self.len_value, self, 0),
    ),
)


def check_number_of_constant_symbol(io: Cursor, self: ConstantSymbol) -> None:
    """Check the ``number`` of a ``constant_symbol``."""
    value = self.number
    if not (value == -0x80000000 or (value >= 0 and value < len(self._top(DeephavenLog).columns[self.i].symbols))):
        raise rt.invalid_value(
            self, 0, "a value for which _ == -0x80000000 or _ >= 0 and _ < _root.columns[i].symbols.size", value
        )


view_constant_symbol: rt.View = rt.View(
    ConstantSymbol,
    rt.Part(0, "number", lambda io, self: io.s4be(), size=4, check=check_number_of_constant_symbol),
    parameters={
        "i": "i",
    },
)


VIEWS: dict[str, Callable[..., Any]] = {
    "deephaven_log": view_deephaven_log,
    "deephaven_log::header": view_header,
    "deephaven_log::header_record": view_header_record,
    "deephaven_log::column_definitions": view_column_definitions,
    "deephaven_log::column": view_column,
    "deephaven_log::string_metadata": view_string_metadata,
    "deephaven_log::enum_metadata": view_enum_metadata,
    "deephaven_log::enum_symbol": view_enum_symbol,
    "deephaven_log::utf8_text": view_utf8_text,
    "deephaven_log::latin1_text": view_latin1_text,
    "deephaven_log::application_version": view_application_version,
    "deephaven_log::constant_columns": view_constant_columns,
    "deephaven_log::constant_list": view_constant_list,
    "deephaven_log::constant": view_constant,
    "deephaven_log::record": view_record,
    "deephaven_log::body": view_body,
    "deephaven_log::cell": view_cell,
    "deephaven_log::other_record": view_other_record,
    "deephaven_log::boolean": view_boolean,
    "deephaven_log::char": view_char,
    "deephaven_log::blob": view_blob,
    "deephaven_log::utf8_string": view_utf8_string,
    "deephaven_log::latin1_string": view_latin1_string,
    "deephaven_log::symbol": view_symbol,
    "deephaven_log::constant_boolean": view_constant_boolean,
    "deephaven_log::constant_byte": view_constant_byte,
    "deephaven_log::constant_char": view_constant_char,
    "deephaven_log::constant_short": view_constant_short,
    "deephaven_log::constant_int": view_constant_int,
    "deephaven_log::constant_long": view_constant_long,
    "deephaven_log::constant_float": view_constant_float,
    "deephaven_log::constant_double": view_constant_double,
    "deephaven_log::constant_blob": view_constant_blob,
    "deephaven_log::constant_utf8_string": view_constant_utf8_string,
    "deephaven_log::constant_latin1_string": view_constant_latin1_string,
    "deephaven_log::constant_symbol": view_constant_symbol,
}
"""What leaves the fields of a structure to whoever asks for them, by type; some types are read at once."""
