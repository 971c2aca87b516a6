# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Deephaven intraday binary log: bytes → objects of which each field is read when it is first asked for.

Generated from specs/deephaven/deephaven_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Span, Strided, Struct

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


def view_deephaven_log(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> DeephavenLog:
    """Leave the fields of a ``deephaven_log`` to whoever asks for them."""
    self = DeephavenLog._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_DEEPHAVEN_LOG)
    return self


def read_magic_of_deephaven_log(io: Cursor, self: DeephavenLog) -> None:
    """Read the ``magic`` of a ``deephaven_log``."""
    at = self._at
    field = 0
    try:
        self.magic = None
        first = io.at
        self.magic = rt.check_contents(io, b"\xdb\x1a\xa1\xdb")
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_version_of_deephaven_log(io: Cursor, self: DeephavenLog) -> None:
    """Read the ``version`` of a ``deephaven_log``."""
    at = self._at
    field = 1
    try:
        self.version = None
        first = io.at
        self.version = io.s4be()
        at[1] = Span(first, io.at)
        value = self.version
        if io.checked and (value != 3):
            raise rt.invalid_value(self, 1, "3", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_len_header_of_deephaven_log(io: Cursor, self: DeephavenLog) -> None:
    """Read the ``len_header`` of a ``deephaven_log``."""
    at = self._at
    field = 2
    try:
        self.len_header = None
        first = io.at
        self.len_header = io.s4be()
        at[2] = Span(first, io.at)
        value = self.len_header
        if value < 4:
            raise rt.invalid_value(self, 2, "at least 4", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_header_of_deephaven_log(io: Cursor, self: DeephavenLog) -> None:
    """Read the ``header`` of a ``deephaven_log``."""
    at = self._at
    field = 3
    try:
        self.header = None
        first = io.at
        inner = io.sub(rt.check_size(io, self.len_header - 4, self, 2))
        self.header = view_header(inner, self, "header", None)
        at[3] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_header_of_deephaven_log(io: Cursor, self: DeephavenLog) -> bool:
    """Pass over the ``header`` of a ``deephaven_log``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_header - 4, self, 2))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 3) from None
    return True


def read_header_digest_of_deephaven_log(io: Cursor, self: DeephavenLog) -> None:
    """Read the ``header_digest`` of a ``deephaven_log``."""
    at = self._at
    field = 4
    try:
        self.header_digest = None
        first = io.at
        self.header_digest = io.u4be()
        at[4] = Span(first, io.at)
        rt.verify_checksum(io, self, 4, "adler32", rt.start_of_field(self, 0), rt.end_of_field(self, 3))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_records_of_deephaven_log(io: Cursor, self: DeephavenLog) -> None:
    """Read the ``records`` of a ``deephaven_log``."""
    at = self._at
    field = 5
    try:
        self.records = None
        items = self.records = []
        edges = [io.at]
        at[5] = Edges(edges)
        while not io.eof:
            _index = len(items)
            item = rt.behind(view_record)(io, self, "records", _index)
            items.append(item)
            edges.append(io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_DEEPHAVEN_LOG: tuple[rt.Part, ...] = (
    rt.Part(0, "magic", read_magic_of_deephaven_log, size=4),
    rt.Part(1, "version", read_version_of_deephaven_log, size=4),
    rt.Part(2, "len_header", read_len_header_of_deephaven_log, size=4),
    rt.Part(3, "header", read_header_of_deephaven_log, pass_over=pass_header_of_deephaven_log),
    rt.Part(4, "header_digest", read_header_digest_of_deephaven_log, size=4),
    rt.Part(5, "records", read_records_of_deephaven_log),
)


def view_header_record(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> HeaderRecord:
    """Leave the fields of a ``header_record`` to whoever asks for them."""
    self = HeaderRecord._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_HEADER_RECORD)
    return self


def read_len_body_of_header_record(io: Cursor, self: HeaderRecord) -> None:
    """Read the ``len_body`` of a ``header_record``."""
    at = self._at
    field = 0
    try:
        self.len_body = None
        first = io.at
        self.len_body = io.s4be()
        at[0] = Span(first, io.at)
        value = self.len_body
        if value < 0:
            raise rt.invalid_value(self, 0, "at least 0", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_type_of_header_record(io: Cursor, self: HeaderRecord) -> None:
    """Read the ``type`` of a ``header_record``."""
    at = self._at
    field = 1
    try:
        self.type = None
        first = io.at
        self.type = rt.named(HeaderRecordType, io.s4be())
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_body_of_header_record(io: Cursor, self: HeaderRecord) -> None:
    """Read the ``body`` of a ``header_record``."""
    at = self._at
    field = 2
    try:
        self.body = None
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
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_HEADER_RECORD: tuple[rt.Part, ...] = (
    rt.Part(0, "len_body", read_len_body_of_header_record, size=4),
    rt.Part(1, "type", read_type_of_header_record, size=4),
    rt.Part(2, "body", read_body_of_header_record),
)


def view_column_definitions(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ColumnDefinitions:
    """Leave the fields of a ``column_definitions`` to whoever asks for them."""
    self = ColumnDefinitions._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_COLUMN_DEFINITIONS)
    return self


def read_num_columns_of_column_definitions(io: Cursor, self: ColumnDefinitions) -> None:
    """Read the ``num_columns`` of a ``column_definitions``."""
    at = self._at
    field = 0
    try:
        self.num_columns = None
        first = io.at
        self.num_columns = io.s4be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_columns_of_column_definitions(io: Cursor, self: ColumnDefinitions) -> None:
    """Read the ``columns`` of a ``column_definitions``."""
    at = self._at
    field = 1
    try:
        self.columns = None
        count = rt.check_count(io, self.num_columns, 96, self, 0)
        items = self.columns = []
        edges = [io.at]
        at[1] = Edges(edges)
        for _index in range(count):
            item = rt.behind(view_column)(io, self, "columns", _index, _index)
            items.append(item)
            edges.append(io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_COLUMN_DEFINITIONS: tuple[rt.Part, ...] = (
    rt.Part(0, "num_columns", read_num_columns_of_column_definitions, size=4),
    rt.Part(1, "columns", read_columns_of_column_definitions),
)


def view_column(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> Column:
    """Leave the fields of a ``column`` to whoever asks for them."""
    self = Column._begin(io, parent, name, index)
    self.i = given_i
    rt.lay_out(io, self, PARTS_OF_COLUMN)
    return self


def read_len_name_of_column(io: Cursor, self: Column) -> None:
    """Read the ``len_name`` of a ``column``."""
    at = self._at
    field = 0
    try:
        self.len_name = None
        first = io.at
        self.len_name = io.s4be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_name_of_column(io: Cursor, self: Column) -> None:
    """Read the ``name`` of a ``column``."""
    at = self._at
    field = 1
    try:
        self.name = None
        first = io.at
        size = self.len_name
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 0))
        self.name = io.text(data, "UTF-8")
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_name_of_column(io: Cursor, self: Column) -> bool:
    """Pass over the ``name`` of a ``column``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_name, self, 0))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


def read_type_of_column(io: Cursor, self: Column) -> None:
    """Read the ``type`` of a ``column``."""
    at = self._at
    field = 2
    try:
        self.type = None
        first = io.at
        self.type = rt.named(ColumnType, io.s4be())
        at[2] = Span(first, io.at)
        value = self.type
        if not isinstance(value, ColumnType):
            raise rt.invalid_value(
                self,
                2,
                "one of Boolean, Byte, Char, Short, Int, Long, Float, Double, Blob, EnhancedString, Enum",
                value,
            )
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_len_metadata_of_column(io: Cursor, self: Column) -> None:
    """Read the ``len_metadata`` of a ``column``."""
    at = self._at
    field = 3
    try:
        self.len_metadata = None
        first = io.at
        self.len_metadata = io.s4be()
        at[3] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_metadata_of_column(io: Cursor, self: Column) -> None:
    """Read the ``metadata`` of a ``column``."""
    at = self._at
    field = 4
    try:
        self.metadata = None
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
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_COLUMN: tuple[rt.Part, ...] = (
    rt.Part(0, "len_name", read_len_name_of_column, size=4),
    rt.Part(1, "name", read_name_of_column, pass_over=pass_name_of_column),
    rt.Part(2, "type", read_type_of_column, size=4),
    rt.Part(3, "len_metadata", read_len_metadata_of_column, size=4),
    rt.Part(4, "metadata", read_metadata_of_column),
)


def view_string_metadata(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> StringMetadata:
    """Leave the fields of a ``string_metadata`` to whoever asks for them."""
    self = StringMetadata._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_STRING_METADATA)
    return self


def read_len_encoding_of_string_metadata(io: Cursor, self: StringMetadata) -> None:
    """Read the ``len_encoding`` of a ``string_metadata``."""
    at = self._at
    field = 0
    try:
        self.len_encoding = None
        first = io.at
        self.len_encoding = io.s4be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_encoding_of_string_metadata(io: Cursor, self: StringMetadata) -> None:
    """Read the ``encoding`` of a ``string_metadata``."""
    at = self._at
    field = 1
    try:
        self.encoding = None
        first = io.at
        size = self.len_encoding
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 0))
        self.encoding = io.text(data, "UTF-8")
        at[1] = Span(first, io.at)
        value = self.encoding
        if value not in ("ISO-8859-1", "UTF-8"):
            raise rt.invalid_value(self, 1, "one of ISO-8859-1, UTF-8", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_encoding_of_string_metadata(io: Cursor, self: StringMetadata) -> bool:
    """Pass over the ``encoding`` of a ``string_metadata``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_encoding, self, 0))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


PARTS_OF_STRING_METADATA: tuple[rt.Part, ...] = (
    rt.Part(0, "len_encoding", read_len_encoding_of_string_metadata, size=4),
    rt.Part(1, "encoding", read_encoding_of_string_metadata, pass_over=pass_encoding_of_string_metadata),
)


def view_enum_metadata(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> EnumMetadata:
    """Leave the fields of a ``enum_metadata`` to whoever asks for them."""
    self = EnumMetadata._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_ENUM_METADATA)
    return self


def read_num_symbols_of_enum_metadata(io: Cursor, self: EnumMetadata) -> None:
    """Read the ``num_symbols`` of a ``enum_metadata``."""
    at = self._at
    field = 0
    try:
        self.num_symbols = None
        first = io.at
        self.num_symbols = io.s4be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_len_encoding_of_enum_metadata(io: Cursor, self: EnumMetadata) -> None:
    """Read the ``len_encoding`` of a ``enum_metadata``."""
    at = self._at
    field = 1
    try:
        self.len_encoding = None
        first = io.at
        self.len_encoding = io.s4be()
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_encoding_of_enum_metadata(io: Cursor, self: EnumMetadata) -> None:
    """Read the ``encoding`` of a ``enum_metadata``."""
    at = self._at
    field = 2
    try:
        self.encoding = None
        first = io.at
        size = self.len_encoding
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 1))
        self.encoding = io.text(data, "UTF-8")
        at[2] = Span(first, io.at)
        value = self.encoding
        if value not in ("ISO-8859-1", "UTF-8"):
            raise rt.invalid_value(self, 2, "one of ISO-8859-1, UTF-8", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_encoding_of_enum_metadata(io: Cursor, self: EnumMetadata) -> bool:
    """Pass over the ``encoding`` of a ``enum_metadata``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_encoding, self, 1))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 2) from None
    return True


def read_symbols_of_enum_metadata(io: Cursor, self: EnumMetadata) -> None:
    """Read the ``symbols`` of a ``enum_metadata``."""
    at = self._at
    field = 3
    try:
        self.symbols = None
        count = rt.check_count(io, self.num_symbols, 32, self, 0)
        items = self.symbols = []
        edges = [io.at]
        at[3] = Edges(edges)
        for _index in range(count):
            item = rt.behind(view_enum_symbol)(io, self, "symbols", _index)
            items.append(item)
            edges.append(io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_ENUM_METADATA: tuple[rt.Part, ...] = (
    rt.Part(0, "num_symbols", read_num_symbols_of_enum_metadata, size=4),
    rt.Part(1, "len_encoding", read_len_encoding_of_enum_metadata, size=4),
    rt.Part(2, "encoding", read_encoding_of_enum_metadata, pass_over=pass_encoding_of_enum_metadata),
    rt.Part(3, "symbols", read_symbols_of_enum_metadata),
)


def view_enum_symbol(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> EnumSymbol:
    """Leave the fields of a ``enum_symbol`` to whoever asks for them."""
    self = EnumSymbol._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_ENUM_SYMBOL)
    return self


def read_len_value_of_enum_symbol(io: Cursor, self: EnumSymbol) -> None:
    """Read the ``len_value`` of a ``enum_symbol``."""
    at = self._at
    field = 0
    try:
        self.len_value = None
        first = io.at
        self.len_value = io.s4be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_value_of_enum_symbol(io: Cursor, self: EnumSymbol) -> None:
    """Read the ``value`` of a ``enum_symbol``."""
    at = self._at
    field = 1
    try:
        self.value = None
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
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_ENUM_SYMBOL: tuple[rt.Part, ...] = (
    rt.Part(0, "len_value", read_len_value_of_enum_symbol, size=4),
    rt.Part(1, "value", read_value_of_enum_symbol),
)


def view_utf8_text(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Utf8Text:
    """Leave the fields of a ``utf8_text`` to whoever asks for them."""
    self = Utf8Text._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_UTF8_TEXT)
    return self


def read_value_of_utf8_text(io: Cursor, self: Utf8Text) -> None:
    """Read the ``value`` of a ``utf8_text``."""
    at = self._at
    field = 0
    try:
        self.value = None
        first = io.at
        data = io.take_rest()
        self.value = io.text(data, "UTF-8")
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_value_of_utf8_text(io: Cursor, self: Utf8Text) -> bool:
    """Pass over the ``value`` of a ``utf8_text``, if it is there."""
    try:
        rt.pass_over(io, io.left)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 0) from None
    return True


PARTS_OF_UTF8_TEXT: tuple[rt.Part, ...] = (
    rt.Part(0, "value", read_value_of_utf8_text, pass_over=pass_value_of_utf8_text),
)


def view_latin1_text(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Latin1Text:
    """Leave the fields of a ``latin1_text`` to whoever asks for them."""
    self = Latin1Text._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_LATIN1_TEXT)
    return self


def read_value_of_latin1_text(io: Cursor, self: Latin1Text) -> None:
    """Read the ``value`` of a ``latin1_text``."""
    at = self._at
    field = 0
    try:
        self.value = None
        first = io.at
        data = io.take_rest()
        self.value = io.text(data, "ISO-8859-1")
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_value_of_latin1_text(io: Cursor, self: Latin1Text) -> bool:
    """Pass over the ``value`` of a ``latin1_text``, if it is there."""
    try:
        rt.pass_over(io, io.left)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 0) from None
    return True


PARTS_OF_LATIN1_TEXT: tuple[rt.Part, ...] = (
    rt.Part(0, "value", read_value_of_latin1_text, pass_over=pass_value_of_latin1_text),
)


def view_application_version(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ApplicationVersion:
    """Leave the fields of a ``application_version`` to whoever asks for them."""
    self = ApplicationVersion._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_APPLICATION_VERSION)
    return self


def read_value_of_application_version(io: Cursor, self: ApplicationVersion) -> None:
    """Read the ``value`` of a ``application_version``."""
    at = self._at
    field = 0
    try:
        self.value = None
        first = io.at
        self.value = io.s4be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_APPLICATION_VERSION: tuple[rt.Part, ...] = (rt.Part(0, "value", read_value_of_application_version, size=4),)


def view_constant_list(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantList:
    """Leave the fields of a ``constant_list`` to whoever asks for them."""
    self = ConstantList._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_CONSTANT_LIST)
    return self


def read_num_entries_of_constant_list(io: Cursor, self: ConstantList) -> None:
    """Read the ``num_entries`` of a ``constant_list``."""
    at = self._at
    field = 0
    try:
        self.num_entries = None
        first = io.at
        self.num_entries = io.s4be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_entries_of_constant_list(io: Cursor, self: ConstantList) -> None:
    """Read the ``entries`` of a ``constant_list``."""
    at = self._at
    field = 1
    try:
        self.entries = None
        count = rt.check_count(io, self.num_entries, 32, self, 0)
        items = self.entries = []
        edges = [io.at]
        at[1] = Edges(edges)
        for _index in range(count):
            item = rt.behind(view_constant)(io, self, "entries", _index)
            items.append(item)
            edges.append(io.at)
        if io.checked:
            rt.check_unique(self, 1, lambda item: item.name)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_CONSTANT_LIST: tuple[rt.Part, ...] = (
    rt.Part(0, "num_entries", read_num_entries_of_constant_list, size=4),
    rt.Part(1, "entries", read_entries_of_constant_list),
)


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
        self.len_body = io.s4be()
        at[0] = Span(first, io.at)
        value = self.len_body
        if value < 5:
            raise rt.invalid_value(self, 0, "at least 5", value)
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
        self.body = view_body(inner, self, "body", None)
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


PARTS_OF_RECORD: tuple[rt.Part, ...] = (
    rt.Part(0, "len_body", read_len_body_of_record, size=4),
    rt.Part(1, "body", read_body_of_record, pass_over=pass_body_of_record),
)


def view_body(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Body:
    """Leave the fields of a ``body`` to whoever asks for them."""
    self = Body._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_BODY)
    return self


def read_flags_of_body(io: Cursor, self: Body) -> None:
    """Read the ``flags`` of a ``body``."""
    at = self._at
    field = 0
    try:
        self.flags = None
        first = io.at
        self.flags = io.u1()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_BODY) from None


def read_presence_of_body(io: Cursor, self: Body) -> None:
    """Read the ``presence`` of a ``body``."""
    at = self._at
    field = 1
    try:
        self.presence = None
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
            at[1] = Strided(start, io.at, 0, count)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_BODY) from None


def read_cells_of_body(io: Cursor, self: Body) -> None:
    """Read the ``cells`` of a ``body``."""
    at = self._at
    field = 2
    try:
        self.cells = None
        if self.is_row:
            count = rt.check_count(
                io, len(self._top(DeephavenLog).columns), 0, self._top(DeephavenLog).header.definitions, 1
            )
            items = self.cells = []
            edges = [io.at]
            at[2] = Edges(edges)
            for _index in range(count):
                item = rt.behind(view_cell)(io, self, "cells", _index, _index)
                items.append(item)
                rt.end_element(io, edges)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_BODY) from None


def read_digest_of_body(io: Cursor, self: Body) -> None:
    """Read the ``digest`` of a ``body``."""
    at = self._at
    field = 3
    try:
        self.digest = None
        if self.is_row:
            first = io.at
            self.digest = io.u4be()
            at[3] = Span(first, io.at)
            rt.verify_checksum(io, self, 3, "adler32", rt.start_of_field(self._parent, 0), rt.end_of_field(self, 2))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_BODY) from None


def read_other_of_body(io: Cursor, self: Body) -> None:
    """Read the ``other`` of a ``body``."""
    at = self._at
    field = 4
    try:
        self.other = None
        if not self.is_row:
            first = io.at
            inner = io.sub(io.left)
            self.other = view_other_record(inner, self, "other", None)
            at[4] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_BODY) from None


def pass_other_of_body(io: Cursor, self: Body) -> bool:
    """Pass over the ``other`` of a ``body``, if it is there."""
    try:
        if not self.is_row:
            rt.pass_over(io, io.left)
            return True
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 4, RESTS_OF_BODY) from None
    return False


PARTS_OF_BODY: tuple[rt.Part, ...] = (
    rt.Part(0, "flags", read_flags_of_body, size=1),
    rt.Part(1, "presence", read_presence_of_body),
    rt.Part(2, "cells", read_cells_of_body),
    rt.Part(3, "digest", read_digest_of_body),
    rt.Part(4, "other", read_other_of_body, pass_over=pass_other_of_body),
)


def view_cell(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> Cell:
    """Leave the fields of a ``cell`` to whoever asks for them."""
    self = Cell._begin(io, parent, name, index)
    self.i = given_i
    rt.lay_out(io, self, PARTS_OF_CELL)
    return self


def read_cell_of_cell(io: Cursor, self: Cell) -> None:
    """Read the ``cell`` of a ``cell``."""
    at = self._at
    field = 0
    try:
        self.cell = None
        if self.is_present:
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
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field, RESTS_OF_CELL) from None


PARTS_OF_CELL: tuple[rt.Part, ...] = (rt.Part(0, "cell", read_cell_of_cell, inline=True),)


def view_boolean(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Boolean:
    """Leave the fields of a ``boolean`` to whoever asks for them."""
    self = Boolean._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_BOOLEAN)
    return self


def read_value_of_boolean(io: Cursor, self: Boolean) -> None:
    """Read the ``value`` of a ``boolean``."""
    at = self._at
    field = 0
    try:
        self.value = None
        first = io.at
        self.value = io.s1()
        at[0] = Span(first, io.at)
        value = self.value
        if value not in (0, 1):
            raise rt.invalid_value(self, 0, "one of 0, 1", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_BOOLEAN: tuple[rt.Part, ...] = (rt.Part(0, "value", read_value_of_boolean, size=1),)


def view_char(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Char:
    """Leave the fields of a ``char`` to whoever asks for them."""
    self = Char._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_CHAR)
    return self


def read_value_of_char(io: Cursor, self: Char) -> None:
    """Read the ``value`` of a ``char``."""
    at = self._at
    field = 0
    try:
        self.value = None
        first = io.at
        self.value = io.u2be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_CHAR: tuple[rt.Part, ...] = (rt.Part(0, "value", read_value_of_char, size=2),)


def view_blob(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Blob:
    """Leave the fields of a ``blob`` to whoever asks for them."""
    self = Blob._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_BLOB)
    return self


def read_len_value_of_blob(io: Cursor, self: Blob) -> None:
    """Read the ``len_value`` of a ``blob``."""
    at = self._at
    field = 0
    try:
        self.len_value = None
        first = io.at
        self.len_value = io.s4be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_value_of_blob(io: Cursor, self: Blob) -> None:
    """Read the ``value`` of a ``blob``."""
    at = self._at
    field = 1
    try:
        self.value = None
        first = io.at
        size = self.len_value
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 0))
        self.value = data
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_value_of_blob(io: Cursor, self: Blob) -> bool:
    """Pass over the ``value`` of a ``blob``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_value, self, 0))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


PARTS_OF_BLOB: tuple[rt.Part, ...] = (
    rt.Part(0, "len_value", read_len_value_of_blob, size=4),
    rt.Part(1, "value", read_value_of_blob, pass_over=pass_value_of_blob),
)


def view_utf8_string(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Utf8String:
    """Leave the fields of a ``utf8_string`` to whoever asks for them."""
    self = Utf8String._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_UTF8_STRING)
    return self


def read_len_value_of_utf8_string(io: Cursor, self: Utf8String) -> None:
    """Read the ``len_value`` of a ``utf8_string``."""
    at = self._at
    field = 0
    try:
        self.len_value = None
        first = io.at
        self.len_value = io.s4be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_value_of_utf8_string(io: Cursor, self: Utf8String) -> None:
    """Read the ``value`` of a ``utf8_string``."""
    at = self._at
    field = 1
    try:
        self.value = None
        first = io.at
        size = self.len_value
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 0))
        self.value = io.text(data, "UTF-8")
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_value_of_utf8_string(io: Cursor, self: Utf8String) -> bool:
    """Pass over the ``value`` of a ``utf8_string``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_value, self, 0))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


PARTS_OF_UTF8_STRING: tuple[rt.Part, ...] = (
    rt.Part(0, "len_value", read_len_value_of_utf8_string, size=4),
    rt.Part(1, "value", read_value_of_utf8_string, pass_over=pass_value_of_utf8_string),
)


def view_latin1_string(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> Latin1String:
    """Leave the fields of a ``latin1_string`` to whoever asks for them."""
    self = Latin1String._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_LATIN1_STRING)
    return self


def read_len_value_of_latin1_string(io: Cursor, self: Latin1String) -> None:
    """Read the ``len_value`` of a ``latin1_string``."""
    at = self._at
    field = 0
    try:
        self.len_value = None
        first = io.at
        self.len_value = io.s4be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_value_of_latin1_string(io: Cursor, self: Latin1String) -> None:
    """Read the ``value`` of a ``latin1_string``."""
    at = self._at
    field = 1
    try:
        self.value = None
        first = io.at
        size = self.len_value
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, self, 0))
        self.value = io.text(data, "ISO-8859-1")
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_value_of_latin1_string(io: Cursor, self: Latin1String) -> bool:
    """Pass over the ``value`` of a ``latin1_string``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_value, self, 0))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


PARTS_OF_LATIN1_STRING: tuple[rt.Part, ...] = (
    rt.Part(0, "len_value", read_len_value_of_latin1_string, size=4),
    rt.Part(1, "value", read_value_of_latin1_string, pass_over=pass_value_of_latin1_string),
)


def view_symbol(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> Symbol:
    """Leave the fields of a ``symbol`` to whoever asks for them."""
    self = Symbol._begin(io, parent, name, index)
    self.i = given_i
    rt.lay_out(io, self, PARTS_OF_SYMBOL)
    return self


def read_number_of_symbol(io: Cursor, self: Symbol) -> None:
    """Read the ``number`` of a ``symbol``."""
    at = self._at
    field = 0
    try:
        self.number = None
        first = io.at
        self.number = io.s4be()
        at[0] = Span(first, io.at)
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


PARTS_OF_SYMBOL: tuple[rt.Part, ...] = (rt.Part(0, "number", read_number_of_symbol, size=4),)


def view_constant_boolean(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantBoolean:
    """Leave the fields of a ``constant_boolean`` to whoever asks for them."""
    self = ConstantBoolean._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_CONSTANT_BOOLEAN)
    return self


def read_value_of_constant_boolean(io: Cursor, self: ConstantBoolean) -> None:
    """Read the ``value`` of a ``constant_boolean``."""
    at = self._at
    field = 0
    try:
        self.value = None
        first = io.at
        self.value = io.s1()
        at[0] = Span(first, io.at)
        value = self.value
        if value not in (0, 1, -128):
            raise rt.invalid_value(self, 0, "one of 0, 1, -128", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_CONSTANT_BOOLEAN: tuple[rt.Part, ...] = (rt.Part(0, "value", read_value_of_constant_boolean, size=1),)


def view_constant_byte(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantByte:
    """Leave the fields of a ``constant_byte`` to whoever asks for them."""
    self = ConstantByte._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_CONSTANT_BYTE)
    return self


def read_value_of_constant_byte(io: Cursor, self: ConstantByte) -> None:
    """Read the ``value`` of a ``constant_byte``."""
    at = self._at
    field = 0
    try:
        self.value = None
        first = io.at
        self.value = io.s1()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_CONSTANT_BYTE: tuple[rt.Part, ...] = (rt.Part(0, "value", read_value_of_constant_byte, size=1),)


def view_constant_char(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantChar:
    """Leave the fields of a ``constant_char`` to whoever asks for them."""
    self = ConstantChar._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_CONSTANT_CHAR)
    return self


def read_value_of_constant_char(io: Cursor, self: ConstantChar) -> None:
    """Read the ``value`` of a ``constant_char``."""
    at = self._at
    field = 0
    try:
        self.value = None
        first = io.at
        self.value = io.u2be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_CONSTANT_CHAR: tuple[rt.Part, ...] = (rt.Part(0, "value", read_value_of_constant_char, size=2),)


def view_constant_short(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantShort:
    """Leave the fields of a ``constant_short`` to whoever asks for them."""
    self = ConstantShort._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_CONSTANT_SHORT)
    return self


def read_value_of_constant_short(io: Cursor, self: ConstantShort) -> None:
    """Read the ``value`` of a ``constant_short``."""
    at = self._at
    field = 0
    try:
        self.value = None
        first = io.at
        self.value = io.s2be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_CONSTANT_SHORT: tuple[rt.Part, ...] = (rt.Part(0, "value", read_value_of_constant_short, size=2),)


def view_constant_int(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantInt:
    """Leave the fields of a ``constant_int`` to whoever asks for them."""
    self = ConstantInt._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_CONSTANT_INT)
    return self


def read_value_of_constant_int(io: Cursor, self: ConstantInt) -> None:
    """Read the ``value`` of a ``constant_int``."""
    at = self._at
    field = 0
    try:
        self.value = None
        first = io.at
        self.value = io.s4be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_CONSTANT_INT: tuple[rt.Part, ...] = (rt.Part(0, "value", read_value_of_constant_int, size=4),)


def view_constant_long(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantLong:
    """Leave the fields of a ``constant_long`` to whoever asks for them."""
    self = ConstantLong._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_CONSTANT_LONG)
    return self


def read_value_of_constant_long(io: Cursor, self: ConstantLong) -> None:
    """Read the ``value`` of a ``constant_long``."""
    at = self._at
    field = 0
    try:
        self.value = None
        first = io.at
        self.value = io.s8be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_CONSTANT_LONG: tuple[rt.Part, ...] = (rt.Part(0, "value", read_value_of_constant_long, size=8),)


def view_constant_float(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantFloat:
    """Leave the fields of a ``constant_float`` to whoever asks for them."""
    self = ConstantFloat._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_CONSTANT_FLOAT)
    return self


def read_value_of_constant_float(io: Cursor, self: ConstantFloat) -> None:
    """Read the ``value`` of a ``constant_float``."""
    at = self._at
    field = 0
    try:
        self.value = None
        first = io.at
        self.value = io.f4be()
        at[0] = Span(first, io.at)
        if self.value != self.value:
            rt.keep_nan_bits(io, self, 0)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_CONSTANT_FLOAT: tuple[rt.Part, ...] = (rt.Part(0, "value", read_value_of_constant_float, size=4),)


def view_constant_double(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantDouble:
    """Leave the fields of a ``constant_double`` to whoever asks for them."""
    self = ConstantDouble._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_CONSTANT_DOUBLE)
    return self


def read_value_of_constant_double(io: Cursor, self: ConstantDouble) -> None:
    """Read the ``value`` of a ``constant_double``."""
    at = self._at
    field = 0
    try:
        self.value = None
        first = io.at
        self.value = io.f8be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_CONSTANT_DOUBLE: tuple[rt.Part, ...] = (rt.Part(0, "value", read_value_of_constant_double, size=8),)


def view_constant_blob(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantBlob:
    """Leave the fields of a ``constant_blob`` to whoever asks for them."""
    self = ConstantBlob._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_CONSTANT_BLOB)
    return self


def read_len_value_of_constant_blob(io: Cursor, self: ConstantBlob) -> None:
    """Read the ``len_value`` of a ``constant_blob``."""
    at = self._at
    field = 0
    try:
        self.len_value = None
        first = io.at
        self.len_value = io.s4be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_value_of_constant_blob(io: Cursor, self: ConstantBlob) -> None:
    """Read the ``value`` of a ``constant_blob``."""
    at = self._at
    field = 1
    try:
        self.value = None
        if self.len_value != -0x80000000:
            first = io.at
            size = self.len_value
            data = io.piece(size)
            if data is None:
                data = io.take(rt.check_size(io, size, self, 0))
            self.value = data
            at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_value_of_constant_blob(io: Cursor, self: ConstantBlob) -> bool:
    """Pass over the ``value`` of a ``constant_blob``, if it is there."""
    try:
        if self.len_value != -0x80000000:
            rt.pass_over(io, rt.check_size(io, self.len_value, self, 0))
            return True
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return False


PARTS_OF_CONSTANT_BLOB: tuple[rt.Part, ...] = (
    rt.Part(0, "len_value", read_len_value_of_constant_blob, size=4),
    rt.Part(1, "value", read_value_of_constant_blob, pass_over=pass_value_of_constant_blob),
)


def view_constant_utf8_string(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantUtf8String:
    """Leave the fields of a ``constant_utf8_string`` to whoever asks for them."""
    self = ConstantUtf8String._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_CONSTANT_UTF8_STRING)
    return self


def read_len_value_of_constant_utf8_string(io: Cursor, self: ConstantUtf8String) -> None:
    """Read the ``len_value`` of a ``constant_utf8_string``."""
    at = self._at
    field = 0
    try:
        self.len_value = None
        first = io.at
        self.len_value = io.s4be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_value_of_constant_utf8_string(io: Cursor, self: ConstantUtf8String) -> None:
    """Read the ``value`` of a ``constant_utf8_string``."""
    at = self._at
    field = 1
    try:
        self.value = None
        if self.len_value != -0x80000000:
            first = io.at
            size = self.len_value
            data = io.piece(size)
            if data is None:
                data = io.take(rt.check_size(io, size, self, 0))
            self.value = io.text(data, "UTF-8")
            at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_value_of_constant_utf8_string(io: Cursor, self: ConstantUtf8String) -> bool:
    """Pass over the ``value`` of a ``constant_utf8_string``, if it is there."""
    try:
        if self.len_value != -0x80000000:
            rt.pass_over(io, rt.check_size(io, self.len_value, self, 0))
            return True
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return False


PARTS_OF_CONSTANT_UTF8_STRING: tuple[rt.Part, ...] = (
    rt.Part(0, "len_value", read_len_value_of_constant_utf8_string, size=4),
    rt.Part(1, "value", read_value_of_constant_utf8_string, pass_over=pass_value_of_constant_utf8_string),
)


def view_constant_latin1_string(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantLatin1String:
    """Leave the fields of a ``constant_latin1_string`` to whoever asks for them."""
    self = ConstantLatin1String._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_CONSTANT_LATIN1_STRING)
    return self


def read_len_value_of_constant_latin1_string(io: Cursor, self: ConstantLatin1String) -> None:
    """Read the ``len_value`` of a ``constant_latin1_string``."""
    at = self._at
    field = 0
    try:
        self.len_value = None
        first = io.at
        self.len_value = io.s4be()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_value_of_constant_latin1_string(io: Cursor, self: ConstantLatin1String) -> None:
    """Read the ``value`` of a ``constant_latin1_string``."""
    at = self._at
    field = 1
    try:
        self.value = None
        if self.len_value != -0x80000000:
            first = io.at
            size = self.len_value
            data = io.piece(size)
            if data is None:
                data = io.take(rt.check_size(io, size, self, 0))
            self.value = io.text(data, "ISO-8859-1")
            at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_value_of_constant_latin1_string(io: Cursor, self: ConstantLatin1String) -> bool:
    """Pass over the ``value`` of a ``constant_latin1_string``, if it is there."""
    try:
        if self.len_value != -0x80000000:
            rt.pass_over(io, rt.check_size(io, self.len_value, self, 0))
            return True
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return False


PARTS_OF_CONSTANT_LATIN1_STRING: tuple[rt.Part, ...] = (
    rt.Part(0, "len_value", read_len_value_of_constant_latin1_string, size=4),
    rt.Part(1, "value", read_value_of_constant_latin1_string, pass_over=pass_value_of_constant_latin1_string),
)


def view_constant_symbol(
    io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int
) -> ConstantSymbol:
    """Leave the fields of a ``constant_symbol`` to whoever asks for them."""
    self = ConstantSymbol._begin(io, parent, name, index)
    self.i = given_i
    rt.lay_out(io, self, PARTS_OF_CONSTANT_SYMBOL)
    return self


def read_number_of_constant_symbol(io: Cursor, self: ConstantSymbol) -> None:
    """Read the ``number`` of a ``constant_symbol``."""
    at = self._at
    field = 0
    try:
        self.number = None
        first = io.at
        self.number = io.s4be()
        at[0] = Span(first, io.at)
        value = self.number
        if not (value == -0x80000000 or (value >= 0 and value < len(self._top(DeephavenLog).columns[self.i].symbols))):
            raise rt.invalid_value(
                self, 0, "a value for which _ == -0x80000000 or _ >= 0 and _ < _root.columns[i].symbols.size", value
            )
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_CONSTANT_SYMBOL: tuple[rt.Part, ...] = (rt.Part(0, "number", read_number_of_constant_symbol, size=4),)


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
