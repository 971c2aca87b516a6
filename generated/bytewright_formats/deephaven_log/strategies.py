"""Deephaven intraday binary log: models as users make them, drawn by Hypothesis.

``models()`` draws them, without one field that follows from others. Structures are drawn as they are read: what decides how
the rest lies (counts, tags, presence) comes first, and is taken away in the end where a writer derives it.
``GOALS`` says what such models are to cover: each case, each condition both ways, each bound, and values beyond it.

Generated from specs/deephaven/deephaven_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

from hypothesis.strategies import DrawFn, SearchStrategy, composite

from bytewright.generated_api import strategies as rt
from bytewright.generated_api.strategies import (
    Beyond,
    BeyondAscii,
    Cases,
    Draft,
    Either,
    Floats,
    Goal,
    Lengths,
    Sizes,
    Struct,
    Values,
)

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


def models() -> SearchStrategy[DeephavenLog]:
    """Models of whole files."""
    return _models()


@composite
def _models(draw: DrawFn) -> DeephavenLog:
    draft = Draft(draw)
    found: DeephavenLog = draft.model(lambda: draw_deephaven_log(draft))
    return found


def draw_deephaven_log(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> DeephavenLog:
    """Draw a ``deephaven_log``."""
    self: Any = draft.begin(DeephavenLog, parent, name, index)
    self.magic = b"\xdb\x1a\xa1\xdb"
    draft.settle()
    self.version = 3
    draft.settle()
    self.header = draw_header(draft, self, "header", None)
    draft.settle()
    count = draft.length()
    self.records = draft.each(lambda _index: draw_record(draft, self, "records", _index), count)
    draft.settle()
    made: DeephavenLog = self
    return made


def draw_header(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Header:
    """Draw a ``header``."""
    self: Any = draft.begin(Header, parent, name, index)
    count = draft.length()
    self.records = draft.each(lambda _index: draw_header_record(draft, self, "records", _index), count)
    draft.require(
        self.records,
        lambda item: item.type,
        HeaderRecordType.COLUMN_DEFINITIONS,
        "deephaven_log::header_record.type",
        lambda index: draw_header_record(draft, self, "records", index),
    )
    draft.distinct(self.records, lambda item: item.type)
    made: Header = self
    return made


def draw_header_record(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> HeaderRecord:
    """Draw a ``header_record``."""
    self: Any = draft.begin(HeaderRecord, parent, name, index)
    self.type = draft.told(
        "deephaven_log::header_record.type",
        lambda: draft.one(rt.members(HeaderRecordType, -2147483648, 2147483647, unnamed=True)),
    )
    match self.type:
        case HeaderRecordType.COLUMN_DEFINITIONS:
            self.body = draw_column_definitions(draft, self, "body", None)
        case HeaderRecordType.CONSTANT_COLUMNS:
            self.body = draw_constant_columns(draft, self, "body", None)
        case HeaderRecordType.APPLICATION_VERSION:
            self.body = draw_application_version(draft, self, "body", None)
        case _:
            self.body = draft.raw(draft.sayable(lambda: self.len_body, self, "len_body", lambda number: number))
    made: HeaderRecord = self
    return made


def draw_column_definitions(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ColumnDefinitions:
    """Draw a ``column_definitions``."""
    self: Any = draft.begin(ColumnDefinitions, parent, name, index)
    self.num_columns = draft.quantity(-2147483648, 2147483647)
    count = draft.count(self.num_columns)
    self.columns = draft.each(lambda _index: draw_column(draft, self, "columns", _index, _index), count)
    made: ColumnDefinitions = self
    return made


def draw_column(draft: Draft, parent: Struct | None, name: str, index: int | None, given_i: int | None) -> Column:
    """Draw a ``column``."""
    self: Any = draft.begin(Column, parent, name, index)
    self.i = given_i
    self.len_name = draft.quantity(-2147483648, 2147483647)
    self.name = draft.rather(("ISO-8859-1",), lambda: draft.text("UTF-8", self.len_name))
    self.type = draft.one(rt.members(ColumnType, -2147483648, 2147483647))
    match self.type:
        case ColumnType.ENHANCED_STRING:
            self.metadata = draw_string_metadata(draft, self, "metadata", None)
        case ColumnType.ENUM:
            self.metadata = draw_enum_metadata(draft, self, "metadata", None)
        case _:
            self.metadata = draft.raw(
                draft.sayable(lambda: self.len_metadata, self, "len_metadata", lambda number: number)
            )
    made: Column = self
    return made


def draw_string_metadata(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> StringMetadata:
    """Draw a ``string_metadata``."""
    self: Any = draft.begin(StringMetadata, parent, name, index)
    self.len_encoding = draft.quantity(-2147483648, 2147483647)
    if draft.leaves_out(self, 1):
        self.encoding = "UTF-8"
    else:
        self.encoding = draft.of("ISO-8859-1", "UTF-8")
    made: StringMetadata = self
    return made


def draw_enum_metadata(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> EnumMetadata:
    """Draw a ``enum_metadata``."""
    self: Any = draft.begin(EnumMetadata, parent, name, index)
    self.num_symbols = draft.quantity(-2147483648, 2147483647)
    self.len_encoding = draft.quantity(-2147483648, 2147483647)
    if draft.leaves_out(self, 2):
        self.encoding = "UTF-8"
    else:
        self.encoding = draft.of("ISO-8859-1", "UTF-8")
    count = draft.count(self.num_symbols)
    self.symbols = draft.each(lambda _index: draw_enum_symbol(draft, self, "symbols", _index), count)
    made: EnumMetadata = self
    return made


def draw_enum_symbol(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> EnumSymbol:
    """Draw a ``enum_symbol``."""
    self: Any = draft.begin(EnumSymbol, parent, name, index)
    match self._parent.encoding == "ISO-8859-1":
        case True:
            self.value = draw_latin1_text(draft, self, "value", None)
        case _:
            self.value = draw_utf8_text(draft, self, "value", None)
    made: EnumSymbol = self
    return made


def draw_utf8_text(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Utf8Text:
    """Draw a ``utf8_text``."""
    self: Any = draft.begin(Utf8Text, parent, name, index)
    self.value = draft.text("UTF-8", draft.left(self, 0))
    made: Utf8Text = self
    return made


def draw_latin1_text(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> Latin1Text:
    """Draw a ``latin1_text``."""
    self: Any = draft.begin(Latin1Text, parent, name, index)
    self.value = draft.text("ISO-8859-1", draft.left(self, 0))
    made: Latin1Text = self
    return made


def draw_application_version(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ApplicationVersion:
    """Draw a ``application_version``."""
    self: Any = draft.begin(ApplicationVersion, parent, name, index)
    self.value = draft.one(rt.integers(-2147483648, 2147483647))
    made: ApplicationVersion = self
    return made


def draw_constant_columns(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantColumns:
    """Draw a ``constant_columns``."""
    self: Any = draft.begin(ConstantColumns, parent, name, index)
    draft.defer(self, "list", lambda: draw_constant_list(draft, self, "list", None))
    made: ConstantColumns = self
    return made


def draw_constant_list(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantList:
    """Draw a ``constant_list``."""
    self: Any = draft.begin(ConstantList, parent, name, index)
    self.num_entries = draft.quantity(-2147483648, 2147483647, likely=(0, 1, 2))
    count = draft.count(self.num_entries)
    self.entries = draft.each(lambda _index: draw_constant(draft, self, "entries", _index), count)
    self.num_entries = draft.distinct(self.entries, lambda item: item.name)
    made: ConstantList = self
    return made


def draw_constant(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Constant:
    """Draw a ``constant``."""
    self: Any = draft.begin(Constant, parent, name, index)
    self.len_name = draft.quantity(-2147483648, 2147483647)
    self.name = draft.key_of(self._top(DeephavenLog).columns, lambda item: item.name)
    match self.column.storage:
        case Storage.BOOLEAN:
            self.cell = draw_constant_boolean(draft, self, "cell", None)
        case Storage.BYTE:
            self.cell = draw_constant_byte(draft, self, "cell", None)
        case Storage.CHAR:
            self.cell = draw_constant_char(draft, self, "cell", None)
        case Storage.SHORT:
            self.cell = draw_constant_short(draft, self, "cell", None)
        case Storage.INT:
            self.cell = draw_constant_int(draft, self, "cell", None)
        case Storage.LONG:
            self.cell = draw_constant_long(draft, self, "cell", None)
        case Storage.FLOAT:
            self.cell = draw_constant_float(draft, self, "cell", None)
        case Storage.DOUBLE:
            self.cell = draw_constant_double(draft, self, "cell", None)
        case Storage.BLOB:
            self.cell = draw_constant_blob(draft, self, "cell", None)
        case Storage.UTF8_STRING:
            self.cell = draw_constant_utf8_string(draft, self, "cell", None)
        case Storage.ENUM:
            self.cell = draw_constant_symbol(draft, self, "cell", None, self.column_at)
        case Storage.LATIN1_STRING:
            self.cell = draw_constant_latin1_string(draft, self, "cell", None)
    made: Constant = self
    return made


def draw_record(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Record:
    """Draw a ``record``."""
    self: Any = draft.begin(Record, parent, name, index)
    self.body = draw_body(draft, self, "body", None)
    made: Record = self
    return made


def draw_body(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Body:
    """Draw a ``body``."""
    self: Any = draft.begin(Body, parent, name, index)
    if draft.leaves_out(self, 0):
        self.flags = 3
    else:
        self.flags = draft.one(rt.integers(0, 255, (0, 1, 3, 4, 5)))
    if self.is_row:
        self.presence = draft.presence(
            len(self._top(DeephavenLog).columns) - self._top(DeephavenLog).header.num_constants
        )
    if self.is_row:
        count = draft.count(len(self._top(DeephavenLog).columns))
        self.cells = draft.each(lambda _index: draw_cell(draft, self, "cells", _index, _index), count)
    if not self.is_row:
        self.other = draw_other_record(draft, self, "other", None)
    made: Body = self
    return made


def draw_cell(draft: Draft, parent: Struct | None, name: str, index: int | None, given_i: int | None) -> Cell:
    """Draw a ``cell``."""
    self: Any = draft.begin(Cell, parent, name, index)
    self.i = given_i
    if self.is_present:
        match self.column.storage:
            case Storage.BOOLEAN:
                self.cell = draw_boolean(draft, self, "cell", None)
            case Storage.BYTE:
                self.cell = draft.one(rt.integers(-128, 127))
            case Storage.CHAR:
                self.cell = draw_char(draft, self, "cell", None)
            case Storage.SHORT:
                self.cell = draft.one(rt.integers(-32768, 32767))
            case Storage.INT:
                self.cell = draft.one(rt.integers(-2147483648, 2147483647))
            case Storage.LONG:
                self.cell = draft.one(rt.integers(-9223372036854775808, 9223372036854775807))
            case Storage.FLOAT:
                self.cell = draft.one(rt.floats(32))
            case Storage.DOUBLE:
                self.cell = draft.one(rt.floats(64))
            case Storage.BLOB:
                self.cell = draw_blob(draft, self, "cell", None)
            case Storage.UTF8_STRING:
                self.cell = draw_utf8_string(draft, self, "cell", None)
            case Storage.ENUM:
                self.cell = draw_symbol(draft, self, "cell", None, self.i)
            case Storage.LATIN1_STRING:
                self.cell = draw_latin1_string(draft, self, "cell", None)
    made: Cell = self
    return made


def draw_other_record(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> OtherRecord:
    """Draw a ``other_record``."""
    self: Any = draft.begin(OtherRecord, parent, name, index)
    self.has_digest = draft.either()
    self.type = draft.one(rt.integers(-2147483648, 2147483647, (19999, 20000, 20001)))
    self.version = draft.one(rt.integers(-2147483648, 2147483647))
    if self.type == 20000:
        self.command = draft.one(rt.integers(-2147483648, 2147483647))
    self.data = draft.raw(draft.said(lambda: self._io.size - self._io.pos - (4 if self.has_digest else 0)))
    made: OtherRecord = self
    return made


def draw_boolean(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Boolean:
    """Draw a ``boolean``."""
    self: Any = draft.begin(Boolean, parent, name, index)
    self.value = draft.one(rt.choices(0, 1))
    made: Boolean = self
    return made


def draw_char(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Char:
    """Draw a ``char``."""
    self: Any = draft.begin(Char, parent, name, index)
    self.value = draft.one(rt.integers(0, 65535))
    made: Char = self
    return made


def draw_blob(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Blob:
    """Draw a ``blob``."""
    self: Any = draft.begin(Blob, parent, name, index)
    self.len_value = draft.quantity(-2147483648, 2147483647)
    self.value = draft.raw(self.len_value)
    made: Blob = self
    return made


def draw_utf8_string(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> Utf8String:
    """Draw a ``utf8_string``."""
    self: Any = draft.begin(Utf8String, parent, name, index)
    self.len_value = draft.quantity(-2147483648, 2147483647)
    self.value = draft.text("UTF-8", self.len_value)
    made: Utf8String = self
    return made


def draw_latin1_string(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> Latin1String:
    """Draw a ``latin1_string``."""
    self: Any = draft.begin(Latin1String, parent, name, index)
    self.len_value = draft.quantity(-2147483648, 2147483647)
    self.value = draft.text("ISO-8859-1", self.len_value)
    made: Latin1String = self
    return made


def draw_symbol(draft: Draft, parent: Struct | None, name: str, index: int | None, given_i: int | None) -> Symbol:
    """Draw a ``symbol``."""
    self: Any = draft.begin(Symbol, parent, name, index)
    self.i = given_i
    self.number = draft.place_in(self._top(DeephavenLog).columns[self.i].symbols)
    made: Symbol = self
    return made


def draw_constant_boolean(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantBoolean:
    """Draw a ``constant_boolean``."""
    self: Any = draft.begin(ConstantBoolean, parent, name, index)
    self.value = draft.one(rt.choices(0, 1, -128))
    made: ConstantBoolean = self
    return made


def draw_constant_byte(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantByte:
    """Draw a ``constant_byte``."""
    self: Any = draft.begin(ConstantByte, parent, name, index)
    self.value = draft.one(rt.integers(-128, 127, (-128, -127)))
    made: ConstantByte = self
    return made


def draw_constant_char(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantChar:
    """Draw a ``constant_char``."""
    self: Any = draft.begin(ConstantChar, parent, name, index)
    self.value = draft.one(rt.integers(0, 65535, (0, 65533, 65534, 65535)))
    made: ConstantChar = self
    return made


def draw_constant_short(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantShort:
    """Draw a ``constant_short``."""
    self: Any = draft.begin(ConstantShort, parent, name, index)
    self.value = draft.one(rt.integers(-32768, 32767, (-32768, -32767)))
    made: ConstantShort = self
    return made


def draw_constant_int(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantInt:
    """Draw a ``constant_int``."""
    self: Any = draft.begin(ConstantInt, parent, name, index)
    self.value = draft.one(rt.integers(-2147483648, 2147483647, (-2147483648, -2147483647)))
    made: ConstantInt = self
    return made


def draw_constant_long(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantLong:
    """Draw a ``constant_long``."""
    self: Any = draft.begin(ConstantLong, parent, name, index)
    self.value = draft.one(
        rt.integers(-9223372036854775808, 9223372036854775807, (-9223372036854775808, -9223372036854775807))
    )
    made: ConstantLong = self
    return made


def draw_constant_float(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantFloat:
    """Draw a ``constant_float``."""
    self: Any = draft.begin(ConstantFloat, parent, name, index)
    self.value = draft.one(rt.floats(32))
    made: ConstantFloat = self
    return made


def draw_constant_double(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantDouble:
    """Draw a ``constant_double``."""
    self: Any = draft.begin(ConstantDouble, parent, name, index)
    self.value = draft.one(rt.floats(64))
    made: ConstantDouble = self
    return made


def draw_constant_blob(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantBlob:
    """Draw a ``constant_blob``."""
    self: Any = draft.begin(ConstantBlob, parent, name, index)
    self.len_value = -0x80000000 if draft.either() else draft.quantity(-2147483648, 2147483647)
    if self.len_value != -0x80000000:
        self.value = draft.raw(self.len_value)
    made: ConstantBlob = self
    return made


def draw_constant_utf8_string(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantUtf8String:
    """Draw a ``constant_utf8_string``."""
    self: Any = draft.begin(ConstantUtf8String, parent, name, index)
    self.len_value = -0x80000000 if draft.either() else draft.quantity(-2147483648, 2147483647)
    if self.len_value != -0x80000000:
        self.value = draft.text("UTF-8", self.len_value)
    made: ConstantUtf8String = self
    return made


def draw_constant_latin1_string(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> ConstantLatin1String:
    """Draw a ``constant_latin1_string``."""
    self: Any = draft.begin(ConstantLatin1String, parent, name, index)
    self.len_value = -0x80000000 if draft.either() else draft.quantity(-2147483648, 2147483647)
    if self.len_value != -0x80000000:
        self.value = draft.text("ISO-8859-1", self.len_value)
    made: ConstantLatin1String = self
    return made


def draw_constant_symbol(
    draft: Draft, parent: Struct | None, name: str, index: int | None, given_i: int | None
) -> ConstantSymbol:
    """Draw a ``constant_symbol``."""
    self: Any = draft.begin(ConstantSymbol, parent, name, index)
    self.i = given_i
    self.number = draft.place_in(self._top(DeephavenLog).columns[self.i].symbols, -0x80000000)
    made: ConstantSymbol = self
    return made


GOALS: tuple[Goal, ...] = (
    Lengths(DeephavenLog, 5),
    Lengths(Header, 0, least=1, long=2),
    Beyond(HeaderRecord, 1, (-2147483649, 2147483648)),
    Cases(
        HeaderRecord,
        2,
        {
            "column_definitions": lambda self, _index: self.type == HeaderRecordType.COLUMN_DEFINITIONS,
            "constant_columns": lambda self, _index: self.type == HeaderRecordType.CONSTANT_COLUMNS,
            "application_version": lambda self, _index: self.type == HeaderRecordType.APPLICATION_VERSION,
            "_": lambda self, _index: (
                self.type
                not in (
                    HeaderRecordType.COLUMN_DEFINITIONS,
                    HeaderRecordType.CONSTANT_COLUMNS,
                    HeaderRecordType.APPLICATION_VERSION,
                )
            ),
        },
    ),
    Lengths(ColumnDefinitions, 1),
    Values(Column, 2, tuple(ColumnType)),
    Beyond(Column, 2, (-2147483648,)),
    Cases(
        Column,
        4,
        {
            "enhanced_string": lambda self, _index: self.type == ColumnType.ENHANCED_STRING,
            "enum": lambda self, _index: self.type == ColumnType.ENUM,
            "_": lambda self, _index: self.type not in (ColumnType.ENHANCED_STRING, ColumnType.ENUM),
        },
    ),
    Lengths(EnumMetadata, 3),
    Cases(
        EnumSymbol,
        1,
        {
            "True": lambda self, _index: self._parent.encoding == "ISO-8859-1",
            "_": lambda self, _index: self._parent.encoding != "ISO-8859-1",
        },
    ),
    Sizes(Utf8Text, 0),
    BeyondAscii(Utf8Text, 0),
    Sizes(Latin1Text, 0),
    BeyondAscii(Latin1Text, 0),
    Beyond(ApplicationVersion, 0, (-2147483649, 2147483648)),
    Values(ApplicationVersion, 0, (-2147483648, -2147483647, 2147483646, 2147483647)),
    Lengths(ConstantList, 1, least=1, long=2),
    Cases(
        Constant,
        2,
        {
            "boolean": lambda self, _index: self.column.storage == Storage.BOOLEAN,
            "byte": lambda self, _index: self.column.storage == Storage.BYTE,
            "char": lambda self, _index: self.column.storage == Storage.CHAR,
            "short": lambda self, _index: self.column.storage == Storage.SHORT,
            "int": lambda self, _index: self.column.storage == Storage.INT,
            "long": lambda self, _index: self.column.storage == Storage.LONG,
            "float": lambda self, _index: self.column.storage == Storage.FLOAT,
            "double": lambda self, _index: self.column.storage == Storage.DOUBLE,
            "blob": lambda self, _index: self.column.storage == Storage.BLOB,
            "utf8_string": lambda self, _index: self.column.storage == Storage.UTF8_STRING,
            "enum": lambda self, _index: self.column.storage == Storage.ENUM,
            "latin1_string": lambda self, _index: self.column.storage == Storage.LATIN1_STRING,
        },
    ),
    Beyond(Body, 0, (-1, 256)),
    Values(Body, 0, (0, 1, 254, 255)),
    Either(Body, 1),
    Either(Body, 2),
    Either(Body, 3),
    Either(Body, 4),
    Either(Cell, 0),
    Cases(
        Cell,
        0,
        {
            "boolean": lambda self, _index: self.column.storage == Storage.BOOLEAN,
            "byte": lambda self, _index: self.column.storage == Storage.BYTE,
            "char": lambda self, _index: self.column.storage == Storage.CHAR,
            "short": lambda self, _index: self.column.storage == Storage.SHORT,
            "int": lambda self, _index: self.column.storage == Storage.INT,
            "long": lambda self, _index: self.column.storage == Storage.LONG,
            "float": lambda self, _index: self.column.storage == Storage.FLOAT,
            "double": lambda self, _index: self.column.storage == Storage.DOUBLE,
            "blob": lambda self, _index: self.column.storage == Storage.BLOB,
            "utf8_string": lambda self, _index: self.column.storage == Storage.UTF8_STRING,
            "enum": lambda self, _index: self.column.storage == Storage.ENUM,
            "latin1_string": lambda self, _index: self.column.storage == Storage.LATIN1_STRING,
        },
    ),
    Beyond(Cell, 0, (-129, 128), case="byte", when=lambda self, _index: self.column.storage == Storage.BYTE),
    Values(Cell, 0, (-128, -127, 126, 127), case="byte", when=lambda self, _index: self.column.storage == Storage.BYTE),
    Beyond(Cell, 0, (-32769, 32768), case="short", when=lambda self, _index: self.column.storage == Storage.SHORT),
    Values(
        Cell,
        0,
        (-32768, -32767, 32766, 32767),
        case="short",
        when=lambda self, _index: self.column.storage == Storage.SHORT,
    ),
    Beyond(
        Cell, 0, (-2147483649, 2147483648), case="int", when=lambda self, _index: self.column.storage == Storage.INT
    ),
    Values(
        Cell,
        0,
        (-2147483648, -2147483647, 2147483646, 2147483647),
        case="int",
        when=lambda self, _index: self.column.storage == Storage.INT,
    ),
    Beyond(
        Cell,
        0,
        (-9223372036854775809, 9223372036854775808),
        case="long",
        when=lambda self, _index: self.column.storage == Storage.LONG,
    ),
    Values(
        Cell,
        0,
        (-9223372036854775808, -9223372036854775807, 9223372036854775806, 9223372036854775807),
        case="long",
        when=lambda self, _index: self.column.storage == Storage.LONG,
    ),
    Floats(Cell, 0, 32, case="float", when=lambda self, _index: self.column.storage == Storage.FLOAT),
    Floats(Cell, 0, 64, case="double", when=lambda self, _index: self.column.storage == Storage.DOUBLE),
    Beyond(OtherRecord, 0, (-2147483649, 2147483648)),
    Values(OtherRecord, 0, (-2147483648, -2147483647, 2147483646, 2147483647)),
    Beyond(OtherRecord, 1, (-2147483649, 2147483648)),
    Values(OtherRecord, 1, (-2147483648, -2147483647, 2147483646, 2147483647)),
    Either(OtherRecord, 2),
    Beyond(OtherRecord, 2, (-2147483649, 2147483648)),
    Values(OtherRecord, 2, (-2147483648, -2147483647, 2147483646, 2147483647)),
    Values(Boolean, 0, (0, 1)),
    Beyond(Boolean, 0, (-128,)),
    Beyond(Char, 0, (-1, 65536)),
    Values(Char, 0, (0, 1, 65534, 65535)),
    Beyond(Symbol, 0, (-1, 2147483648)),
    Values(ConstantBoolean, 0, (-128, 0, 1)),
    Beyond(ConstantBoolean, 0, (-127,)),
    Beyond(ConstantByte, 0, (-129, 128)),
    Values(ConstantByte, 0, (-128, -127, 126, 127)),
    Beyond(ConstantChar, 0, (-1, 65536)),
    Values(ConstantChar, 0, (0, 1, 65534, 65535)),
    Beyond(ConstantShort, 0, (-32769, 32768)),
    Values(ConstantShort, 0, (-32768, -32767, 32766, 32767)),
    Beyond(ConstantInt, 0, (-2147483649, 2147483648)),
    Values(ConstantInt, 0, (-2147483648, -2147483647, 2147483646, 2147483647)),
    Beyond(ConstantLong, 0, (-9223372036854775809, 9223372036854775808)),
    Values(ConstantLong, 0, (-9223372036854775808, -9223372036854775807, 9223372036854775806, 9223372036854775807)),
    Floats(ConstantFloat, 0, 32),
    Floats(ConstantDouble, 0, 64),
    Either(ConstantBlob, 1),
    Either(ConstantUtf8String, 1),
    Either(ConstantLatin1String, 1),
    Beyond(ConstantSymbol, 0, (-2147483649, 2147483648)),
)
"""What models are to cover, as `bytewright.testing.goals` counts it."""
