"""Deephaven intraday binary log: the model.

A row-oriented log of one table, written by loggers and followed by the data import server. The header names and types
the columns; behind it stand records: rows, each with a bit per column that says whether it has a value, and commands.

Generated from specs/deephaven/deephaven_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as AnySequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from bytewright.generated_api import model as rt
from bytewright.generated_api.model import Enum, Field, Struct


class HeaderRecordType(Enum):
    """Values of ``header_record_type``."""

    COLUMN_DEFINITIONS = 1
    CONSTANT_COLUMNS = 2
    APPLICATION_VERSION = 3


class ColumnType(Enum):
    """Values of ``column_type``."""

    BOOLEAN = 1
    BYTE = 2
    CHAR = 3
    SHORT = 4
    INT = 5
    LONG = 6
    FLOAT = 7
    DOUBLE = 8
    BLOB = 9
    ENHANCED_STRING = 10
    ENUM = 11


rt.set_labels(
    ColumnType,
    {
        1: "Boolean",
        2: "Byte",
        3: "Char",
        4: "Short",
        5: "Int",
        6: "Long",
        7: "Float",
        8: "Double",
        9: "Blob",
        10: "EnhancedString",
        11: "Enum",
    },
)


class Storage(Enum):
    """Values of ``storage``."""

    BOOLEAN = 1
    BYTE = 2
    CHAR = 3
    SHORT = 4
    INT = 5
    LONG = 6
    FLOAT = 7
    DOUBLE = 8
    BLOB = 9
    UTF8_STRING = 10
    ENUM = 11
    LATIN1_STRING = 12


@dataclass(slots=True, kw_only=True)
class DeephavenLog(Struct):
    """A row-oriented log of one table, written by loggers and followed by the data import server. The header names and types
    the columns; behind it stand records: rows, each with a bit per column that says whether it has a value, and commands."""

    TYPE: ClassVar[str] = "deephaven_log"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "columns",
        "application_version",
    )

    header: Header
    """What the records mean."""
    magic: bytes = field(init=False, default=None)  # type: ignore[assignment]
    """Its highest bit tells it from the number of columns with which the oldest format begins. Derived."""
    version: int = field(init=False, default=None)  # type: ignore[assignment]
    """Version of the format. Derived."""
    len_header: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of the rest of the header in bytes, with its digest. Derived."""
    header_digest: int = field(init=False, default=None)  # type: ignore[assignment]
    """Adler-32 of all bytes before it. Derived."""
    records: list[Record] = None  # type: ignore[assignment]
    """Rows and commands."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            header: Header | Mapping[str, Any],
            records: AnySequence[Record | Mapping[str, Any]] | None = ...,
        ) -> None: ...

    @property
    def columns(self) -> list[Column]:
        """The column definitions."""
        this: Any = self
        try:
            found: list[Column] = this.header.definitions.columns
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "columns", error) from None
        return found

    @property
    def application_version(self) -> int:
        """Version of the application's protocol; 0 where none is stored."""
        this: Any = self
        try:
            found: int = (
                0
                if this.header.application_version_at < 0
                else this.header.records[this.header.application_version_at].body.value
            )
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "application_version", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class Header(Struct):
    """Records of known and unknown types, each at most once, in any order."""

    TYPE: ClassVar[str] = "deephaven_log::header"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "definitions_at",
        "constants_at",
        "application_version_at",
        "definitions",
        "constants",
        "num_constants",
    )

    records: list[HeaderRecord]
    """The records."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            records: AnySequence[HeaderRecord | Mapping[str, Any]],
        ) -> None: ...

    @property
    def definitions_at(self) -> int:
        """Which record holds the column definitions."""
        this: Any = self
        try:
            found: int = rt.place_of(this, this.records, lambda item: item.type, HeaderRecordType.COLUMN_DEFINITIONS)
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "definitions_at", error) from None
        return found

    @property
    def constants_at(self) -> int:
        """Which record holds the constant columns; -1 where there is none."""
        this: Any = self
        try:
            found: int = rt.place_of(this, this.records, lambda item: item.type, HeaderRecordType.CONSTANT_COLUMNS)
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "constants_at", error) from None
        return found

    @property
    def application_version_at(self) -> int:
        """Which record holds the version of the application; -1 where there is none."""
        this: Any = self
        try:
            found: int = rt.place_of(this, this.records, lambda item: item.type, HeaderRecordType.APPLICATION_VERSION)
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "application_version_at", error) from None
        return found

    @property
    def definitions(self) -> ColumnDefinitions:
        """The column definitions."""
        this: Any = self
        try:
            found: ColumnDefinitions = rt.field_as_case(
                this.records[this.definitions_at], "body", "deephaven_log::column_definitions"
            )
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "definitions", error) from None
        return found

    @property
    def constants(self) -> ConstantList | None:
        """The constant columns."""
        this: Any = self
        try:
            if this.constants_at < 0:
                return None
            found: ConstantList = this.records[this.constants_at].body.list
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "constants", error) from None
        return found

    @property
    def num_constants(self) -> int:
        """How many columns are constant."""
        this: Any = self
        try:
            found: int = 0 if this.constants_at < 0 else this.constants.num_entries
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "num_constants", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class HeaderRecord(Struct):
    """A record of the header."""

    TYPE: ClassVar[str] = "deephaven_log::header_record"

    len_body: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of the body in bytes. Derived."""
    type: HeaderRecordType | int = None  # type: ignore[assignment]
    """What the record holds. May be left out where it follows from what is there."""
    body: ColumnDefinitions | ConstantColumns | ApplicationVersion | bytes = None  # type: ignore[assignment]
    """The record's data."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            type: HeaderRecordType | int | str | None = ...,
            body: ColumnDefinitions | Mapping[str, Any] | ConstantColumns | ApplicationVersion | bytes | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class ColumnDefinitions(Struct):
    """The columns of the table that the log holds."""

    TYPE: ClassVar[str] = "deephaven_log::column_definitions"

    columns: list[Column]
    """The columns."""
    num_columns: int = field(init=False, default=None)  # type: ignore[assignment]
    """Number of columns. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            columns: AnySequence[Column | Mapping[str, Any]],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Column(Struct):
    """A column."""

    TYPE: ClassVar[str] = "deephaven_log::column"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "encoding",
        "symbols",
        "storage",
        "constant_at",
        "is_constant",
        "constant",
        "presence_index",
    )

    name: str
    """Name of the column."""
    i: int = field(init=False, default=None)  # type: ignore[assignment]
    """Place of the column among the definitions."""
    len_name: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of the name in bytes. Derived."""
    type: ColumnType | int = None  # type: ignore[assignment]
    """Type of its values. May be left out where it follows from what is there."""
    len_metadata: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of what the type needs to know, in bytes. Derived."""
    metadata: StringMetadata | EnumMetadata | bytes = None  # type: ignore[assignment]
    """What the type needs to know."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            name: str,
            type: ColumnType | int | str | None = ...,
            metadata: StringMetadata | Mapping[str, Any] | EnumMetadata | bytes | None = ...,
        ) -> None: ...

    @property
    def encoding(self) -> str | None:
        """Encoding of its strings."""
        this: Any = self
        try:
            if not (this.type == ColumnType.ENUM or this.type == ColumnType.ENHANCED_STRING):
                return None
            found: str = this.metadata.encoding
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "encoding", error) from None
        return found

    @property
    def symbols(self) -> list[EnumSymbol] | None:
        """Strings that the values of an Enum stand for."""
        this: Any = self
        try:
            if this.type != ColumnType.ENUM:
                return None
            found: list[EnumSymbol] = this.metadata.symbols
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "symbols", error) from None
        return found

    @property
    def storage(self) -> Storage | int:
        """How its values are stored."""
        this: Any = self
        try:
            found: Storage | int = rt.named(
                Storage,
                12 if this.type == ColumnType.ENHANCED_STRING and this.encoding == "ISO-8859-1" else int(this.type),
            )
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "storage", error) from None
        return found

    @property
    def constant_at(self) -> int | None:
        """Which entry of the constant columns holds its value; -1 where none does."""
        this: Any = self
        try:
            if this._top(DeephavenLog).header.constants_at < 0:
                return None
            found: int = rt.place_of(
                this, this._top(DeephavenLog).header.constants.entries, lambda item: item.name, this.name
            )
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "constant_at", error) from None
        return found

    @property
    def is_constant(self) -> bool:
        """Whether its value is in the header."""
        this: Any = self
        try:
            found: bool = False if this._top(DeephavenLog).header.num_constants == 0 else this.constant_at >= 0
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "is_constant", error) from None
        return found

    @property
    def constant(self) -> Constant | None:
        """Its value, where it is in the header."""
        this: Any = self
        try:
            if not this.is_constant:
                return None
            found: Constant = this._top(DeephavenLog).header.constants.entries[this.constant_at]
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "constant", error) from None
        return found

    @property
    def presence_index(self) -> int:
        """Number of the column's bit in the presence map of a row; only columns that are not constant have one."""
        this: Any = self
        try:
            found: int = rt.count_before(this, this._parent.columns, lambda item: not item.is_constant, this.i)
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "presence_index", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class StringMetadata(Struct):
    """How the strings of a column are encoded."""

    TYPE: ClassVar[str] = "deephaven_log::string_metadata"

    len_encoding: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of the name of the encoding in bytes. Derived."""
    encoding: str = None  # type: ignore[assignment]
    """Encoding of the strings."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            encoding: str | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class EnumMetadata(Struct):
    """What the numbers of a column of type Enum stand for."""

    TYPE: ClassVar[str] = "deephaven_log::enum_metadata"

    symbols: list[EnumSymbol]
    """The strings, in the order of the numbers."""
    num_symbols: int = field(init=False, default=None)  # type: ignore[assignment]
    """Number of strings. Derived."""
    len_encoding: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of the name of the encoding in bytes. Derived."""
    encoding: str = None  # type: ignore[assignment]
    """Encoding of the strings."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            symbols: AnySequence[Any],
            encoding: str | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class EnumSymbol(Struct):
    """What a number stands for."""

    TYPE: ClassVar[str] = "deephaven_log::enum_symbol"
    SHOWN_AS: ClassVar[str] = "value"

    value: Latin1Text | Utf8Text
    """The string."""
    len_value: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of the string in bytes. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: Latin1Text | Mapping[str, Any] | str | Utf8Text,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Utf8Text(Struct):
    """Text in UTF-8."""

    TYPE: ClassVar[str] = "deephaven_log::utf8_text"
    SHOWN_AS: ClassVar[str] = "value"

    value: str

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: str,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Latin1Text(Struct):
    """Text in ISO-8859-1."""

    TYPE: ClassVar[str] = "deephaven_log::latin1_text"
    SHOWN_AS: ClassVar[str] = "value"

    value: str

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: str,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class ApplicationVersion(Struct):
    """Which version of its protocol an application used."""

    TYPE: ClassVar[str] = "deephaven_log::application_version"

    value: int
    """The version."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: int,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class ConstantColumns(Struct):
    """The columns whose value is in the header. Their types may stand behind them, so they are read when they are first
    asked for."""

    TYPE: ClassVar[str] = "deephaven_log::constant_columns"

    list: ConstantList
    """The constant columns."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            list: ConstantList | Mapping[str, Any],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class ConstantList(Struct):
    """Constant columns, in any order."""

    TYPE: ClassVar[str] = "deephaven_log::constant_list"

    entries: list[Constant]
    """The constant columns."""
    num_entries: int = field(init=False, default=None)  # type: ignore[assignment]
    """Number of constant columns. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            entries: AnySequence[Constant | Mapping[str, Any]],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Constant(Struct):
    """A column that has the same value in every row."""

    TYPE: ClassVar[str] = "deephaven_log::constant"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "column_at",
        "column",
    )

    name: str
    """Name of the column."""
    cell: (
        ConstantBoolean
        | ConstantByte
        | ConstantChar
        | ConstantShort
        | ConstantInt
        | ConstantLong
        | ConstantFloat
        | ConstantDouble
        | ConstantBlob
        | ConstantUtf8String
        | ConstantSymbol
        | ConstantLatin1String
        | None
    )
    """The value."""
    len_name: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of the name in bytes. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            name: str,
            cell: ConstantBoolean
            | Mapping[str, Any]
            | int
            | ConstantByte
            | ConstantChar
            | ConstantShort
            | ConstantInt
            | ConstantLong
            | ConstantFloat
            | float
            | ConstantDouble
            | ConstantBlob
            | bytes
            | ConstantUtf8String
            | str
            | ConstantSymbol
            | ConstantLatin1String
            | None,
        ) -> None: ...

    @property
    def column_at(self) -> int:
        """Which column definition has that name."""
        this: Any = self
        try:
            found: int = rt.place_of(this, this._top(DeephavenLog).columns, lambda item: item.name, this.name)
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "column_at", error) from None
        return found

    @property
    def column(self) -> Column:
        """The definition of the column."""
        this: Any = self
        try:
            found: Column = this._top(DeephavenLog).columns[this.column_at]
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "column", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class Record(Struct):
    """A row, or something else."""

    TYPE: ClassVar[str] = "deephaven_log::record"

    len_body: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of the body in bytes. Derived."""
    body: Body = None  # type: ignore[assignment]
    """What the record holds."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            body: Body | Mapping[str, Any] | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Body(Struct):
    """A row with a bit per column that is not constant, or what is no row."""

    TYPE: ClassVar[str] = "deephaven_log::body"
    INSTANCES: ClassVar[tuple[str, ...]] = ("is_row",)

    flags: int = None  # type: ignore[assignment]
    """Bit 0: starts a set of records; bit 1: ends one; bit 2: is no row."""
    presence: list[bool] | None = field(init=False, default=None)
    """Which columns that are not constant have a value. Derived."""
    cells: list[Cell] | None = None
    """The values, one per column definition."""
    digest: int | None = field(init=False, default=None)
    """Adler-32 of the record, its size included. Derived."""
    other: OtherRecord | None = None
    """What a record that is no row holds."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            flags: int | None = ...,
            cells: AnySequence[Any] | None = ...,
            other: OtherRecord | Mapping[str, Any] | None = ...,
        ) -> None: ...

    @property
    def is_row(self) -> bool:
        """Whether the record is a row."""
        this: Any = self
        try:
            found: bool = this.flags & 4 == 0
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "is_row", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class Cell(Struct):
    """A value in a row, where the column has one."""

    TYPE: ClassVar[str] = "deephaven_log::cell"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "column",
        "is_present",
    )
    SHOWN_AS: ClassVar[str] = "cell"

    i: int = field(init=False, default=None)  # type: ignore[assignment]
    """Place of the column among the definitions."""
    cell: Boolean | int | Char | float | Blob | Utf8String | Symbol | Latin1String | None = None
    """The value."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            cell: Boolean
            | Mapping[str, Any]
            | int
            | Char
            | float
            | Blob
            | bytes
            | Utf8String
            | str
            | Symbol
            | Latin1String
            | None = ...,
        ) -> None: ...

    @property
    def column(self) -> Column:
        """The definition of the column."""
        this: Any = self
        try:
            found: Column = this._top(DeephavenLog).columns[this.i]
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "column", error) from None
        return found

    @property
    def is_present(self) -> bool:
        """Whether the row has a value of the column."""
        this: Any = self
        try:
            found: bool = False if this.column.is_constant else this._parent.presence[this.column.presence_index]
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "is_present", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class OtherRecord(Struct):
    """A record that is no row."""

    TYPE: ClassVar[str] = "deephaven_log::other_record"
    PRESENCE: ClassVar[Mapping[str, int]] = {
        "has_digest": 4,
    }

    version: int
    """Version of that type."""
    data: bytes
    """What the type or command adds."""
    type: int = None  # type: ignore[assignment]
    """Type of the record; 20000 is a command. May be left out where it follows from what is there."""
    command: int | None = None
    """Id of the command; 10000 deletes the partition."""
    digest: int | None = field(init=False, default=None)
    """Adler-32 of the record, its size included; some writers leave it out. Derived."""
    has_digest: bool | None = None
    """Whether the last four bytes are a digest of what is before them. Readers find out; writers take it for true."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            version: int,
            data: bytes,
            type: int | None = ...,
            command: int | None = ...,
            has_digest: bool | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Boolean(Struct):
    """True or false in a byte."""

    TYPE: ClassVar[str] = "deephaven_log::boolean"
    SHOWN_AS: ClassVar[str] = "value"

    value: int

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: int,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Char(Struct):
    """A code unit of UTF-16."""

    TYPE: ClassVar[str] = "deephaven_log::char"
    SHOWN_AS: ClassVar[str] = "value"

    value: int

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: int | str,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Blob(Struct):
    """Bytes behind their size."""

    TYPE: ClassVar[str] = "deephaven_log::blob"
    SHOWN_AS: ClassVar[str] = "value"

    value: bytes
    len_value: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of the value in bytes. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: bytes,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Utf8String(Struct):
    """Text in UTF-8 behind its size."""

    TYPE: ClassVar[str] = "deephaven_log::utf8_string"
    SHOWN_AS: ClassVar[str] = "value"

    value: str
    len_value: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of the value in bytes. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: str,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Latin1String(Struct):
    """Text in ISO-8859-1 behind its size."""

    TYPE: ClassVar[str] = "deephaven_log::latin1_string"
    SHOWN_AS: ClassVar[str] = "value"

    value: str
    len_value: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of the value in bytes. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: str,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Symbol(Struct):
    """A string by its number in the column's metadata."""

    TYPE: ClassVar[str] = "deephaven_log::symbol"
    ITEMS: ClassVar[tuple[str, ...]] = ("number_item",)
    SHOWN_AS: ClassVar[str] = "number"

    number: int
    """Place of the string."""
    i: int = field(init=False, default=None)  # type: ignore[assignment]
    """Place of the column among the definitions."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            number: Any,
        ) -> None: ...

    @property
    def number_item(self) -> Any:
        """What ``number`` is the place of."""
        this: Any = self
        return None if this.number is None else rt.item_at(this._top(DeephavenLog).columns[this.i].symbols, this.number)


@dataclass(slots=True, kw_only=True)
class ConstantBoolean(Struct):
    """True, false or null in a byte."""

    TYPE: ClassVar[str] = "deephaven_log::constant_boolean"
    SHOWN_AS: ClassVar[str] = "value"

    value: int = None  # type: ignore[assignment]

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: int | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class ConstantByte(Struct):
    """A byte, or null."""

    TYPE: ClassVar[str] = "deephaven_log::constant_byte"
    SHOWN_AS: ClassVar[str] = "value"

    value: int = None  # type: ignore[assignment]

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: int | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class ConstantChar(Struct):
    """A code unit of UTF-16, or null; writers differ in what stands for null."""

    TYPE: ClassVar[str] = "deephaven_log::constant_char"
    SHOWN_AS: ClassVar[str] = "value"

    value: int = None  # type: ignore[assignment]

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: int | str | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class ConstantShort(Struct):
    """A short, or null."""

    TYPE: ClassVar[str] = "deephaven_log::constant_short"
    SHOWN_AS: ClassVar[str] = "value"

    value: int = None  # type: ignore[assignment]

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: int | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class ConstantInt(Struct):
    """An int, or null."""

    TYPE: ClassVar[str] = "deephaven_log::constant_int"
    SHOWN_AS: ClassVar[str] = "value"

    value: int = None  # type: ignore[assignment]

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: int | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class ConstantLong(Struct):
    """A long, or null."""

    TYPE: ClassVar[str] = "deephaven_log::constant_long"
    SHOWN_AS: ClassVar[str] = "value"

    value: int = None  # type: ignore[assignment]

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: int | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class ConstantFloat(Struct):
    """A float, or null; the largest negative one stands for null."""

    TYPE: ClassVar[str] = "deephaven_log::constant_float"
    SHOWN_AS: ClassVar[str] = "value"

    value: float = None  # type: ignore[assignment]

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: float | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class ConstantDouble(Struct):
    """A double, or null; the largest negative one stands for null."""

    TYPE: ClassVar[str] = "deephaven_log::constant_double"
    SHOWN_AS: ClassVar[str] = "value"

    value: float = None  # type: ignore[assignment]

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: float | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class ConstantBlob(Struct):
    """Bytes behind their size, or null."""

    TYPE: ClassVar[str] = "deephaven_log::constant_blob"
    SHOWN_AS: ClassVar[str] = "value"

    len_value: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of the value in bytes. Derived."""
    value: bytes | None = None

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: bytes | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class ConstantUtf8String(Struct):
    """Text in UTF-8 behind its size, or null."""

    TYPE: ClassVar[str] = "deephaven_log::constant_utf8_string"
    SHOWN_AS: ClassVar[str] = "value"

    len_value: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of the value in bytes. Derived."""
    value: str | None = None

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: str | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class ConstantLatin1String(Struct):
    """Text in ISO-8859-1 behind its size, or null."""

    TYPE: ClassVar[str] = "deephaven_log::constant_latin1_string"
    SHOWN_AS: ClassVar[str] = "value"

    len_value: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of the value in bytes. Derived."""
    value: str | None = None

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: str | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class ConstantSymbol(Struct):
    """A string by its number in the column's metadata, or null."""

    TYPE: ClassVar[str] = "deephaven_log::constant_symbol"
    ITEMS: ClassVar[tuple[str, ...]] = ("number_item",)
    SHOWN_AS: ClassVar[str] = "number"

    i: int = field(init=False, default=None)  # type: ignore[assignment]
    """Place of the column among the definitions."""
    number: int = None  # type: ignore[assignment]
    """Place of the string."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            number: Any = ...,
        ) -> None: ...

    @property
    def number_item(self) -> Any:
        """What ``number`` is the place of."""
        this: Any = self
        return (
            None
            if this.number is None or this.number == (-0x80000000)
            else rt.item_at(this._top(DeephavenLog).columns[this.i].symbols, this.number)
        )


# Which entries the structures have; they name each other, so it is said when all are there.
DeephavenLog.FIELDS = (
    Field(
        "magic",
        "magic",
        "bytes",
        derived=True,
        hint="A file that begins with a small number is in the format from before the magic number, which is not read.",
    ),
    Field(
        "version",
        "version",
        "s4be",
        derived=True,
        hint="Version 2, whose metadata are serialized Java objects, is not read.",
    ),
    Field("len_header", "len_header", "s4be", derived=True),
    Field(
        "header",
        "header",
        "struct",
        always=True,
        stream="own",
        decides=(
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
        ),
        struct=Header,
    ),
    Field("header_digest", "header_digest", "u4be", derived=True),
    Field("records", "records", "struct", repeated=True, struct=Record),
)
Header.FIELDS = (
    Field(
        "records",
        "records",
        "struct",
        repeated=True,
        decides=(
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
        ),
        struct=HeaderRecord,
    ),
)
HeaderRecord.FIELDS = (
    Field("len_body", "len_body", "s4be", derived=True),
    Field(
        "type",
        "type",
        "s4be",
        enum=HeaderRecordType,
        decides=(
            "deephaven_log::header_record.body",
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
            "deephaven_log::header_record.body",
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
        ),
    ),
    Field(
        "body",
        "body",
        "switch",
        stream="own",
        decides=(
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
        ),
        cases={
            "column_definitions": ColumnDefinitions,
            "constant_columns": ConstantColumns,
            "application_version": ApplicationVersion,
            "bytes": "bytes",
        },
    ),
)
ColumnDefinitions.FIELDS = (
    Field("num_columns", "num_columns", "s4be", derived=True),
    Field(
        "columns",
        "columns",
        "struct",
        repeated=True,
        decides=(
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
        ),
        struct=Column,
    ),
)
Column.FIELDS = (
    Field("len_name", "len_name", "s4be", derived=True),
    Field(
        "name",
        "name",
        "str",
        decides=(
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
        ),
        encoding="UTF-8",
    ),
    Field(
        "type",
        "type",
        "s4be",
        enum=ColumnType,
        decides=(
            "deephaven_log::column.metadata",
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
            "deephaven_log::column.metadata",
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
        ),
    ),
    Field("len_metadata", "len_metadata", "s4be", derived=True),
    Field(
        "metadata",
        "metadata",
        "switch",
        stream="own",
        decides=(
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
        ),
        cases={"string_metadata": StringMetadata, "enum_metadata": EnumMetadata, "bytes": "bytes"},
    ),
)
StringMetadata.FIELDS = (
    Field("len_encoding", "len_encoding", "s4be", derived=True),
    Field("encoding", "encoding", "str", encoding="UTF-8"),
)
EnumMetadata.FIELDS = (
    Field("num_symbols", "num_symbols", "s4be", derived=True),
    Field("len_encoding", "len_encoding", "s4be", derived=True),
    Field("encoding", "encoding", "str", encoding="UTF-8"),
    Field("symbols", "symbols", "struct", repeated=True, struct=EnumSymbol),
)
EnumSymbol.FIELDS = (
    Field("len_value", "len_value", "s4be", derived=True),
    Field("value", "value", "switch", stream="own", cases={"latin1_text": Latin1Text, "utf8_text": Utf8Text}),
)
Utf8Text.FIELDS = (Field("value", "value", "str", encoding="UTF-8"),)
Latin1Text.FIELDS = (Field("value", "value", "str", encoding="ISO-8859-1"),)
ApplicationVersion.FIELDS = (Field("value", "value", "s4be"),)
ConstantColumns.FIELDS = (
    Field(
        "list",
        "list",
        "struct",
        always=True,
        decides=("deephaven_log::cell.cell", "deephaven_log::cell.cell"),
        struct=ConstantList,
    ),
)
ConstantList.FIELDS = (
    Field("num_entries", "num_entries", "s4be", derived=True),
    Field(
        "entries",
        "entries",
        "struct",
        repeated=True,
        decides=("deephaven_log::cell.cell", "deephaven_log::cell.cell"),
        struct=Constant,
    ),
)
Constant.FIELDS = (
    Field("len_name", "len_name", "s4be", derived=True),
    Field(
        "name",
        "name",
        "str",
        decides=(
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
            "deephaven_log::constant.cell",
            "deephaven_log::cell.cell",
        ),
        encoding="UTF-8",
    ),
    Field(
        "cell",
        "cell",
        "switch",
        cases={
            "constant_boolean": ConstantBoolean,
            "constant_byte": ConstantByte,
            "constant_char": ConstantChar,
            "constant_short": ConstantShort,
            "constant_int": ConstantInt,
            "constant_long": ConstantLong,
            "constant_float": ConstantFloat,
            "constant_double": ConstantDouble,
            "constant_blob": ConstantBlob,
            "constant_utf8_string": ConstantUtf8String,
            "constant_symbol": ConstantSymbol,
            "constant_latin1_string": ConstantLatin1String,
        },
    ),
)
Record.FIELDS = (
    Field("len_body", "len_body", "s4be", derived=True),
    Field("body", "body", "struct", made=True, always=True, stream="own", struct=Body),
)
Body.FIELDS = (
    Field("flags", "flags", "u1"),
    Field("presence", "presence", "b1le", repeated=True, derived=True),
    Field("cells", "cells", "struct", repeated=True, struct=Cell),
    Field("digest", "digest", "u4be", derived=True),
    Field("other", "other", "struct", stream="own", struct=OtherRecord),
)
Cell.FIELDS = (
    Field(
        "cell",
        "cell",
        "switch",
        cases={
            "boolean": Boolean,
            "s1": "s1",
            "char": Char,
            "s2be": "s2be",
            "s4be": "s4be",
            "s8be": "s8be",
            "f4be": "f4be",
            "f8be": "f8be",
            "blob": Blob,
            "utf8_string": Utf8String,
            "symbol": Symbol,
            "latin1_string": Latin1String,
        },
    ),
)
OtherRecord.FIELDS = (
    Field(
        "type", "type", "s4be", decides=("deephaven_log::other_record.command", "deephaven_log::other_record.command")
    ),
    Field("version", "version", "s4be"),
    Field("command", "command", "s4be"),
    Field("data", "data", "bytes"),
    Field("digest", "digest", "u4be", derived=True),
)
Boolean.FIELDS = (Field("value", "value", "s1", logical="bool"),)
Char.FIELDS = (Field("value", "value", "u2be", logical="utf16-unit"),)
Blob.FIELDS = (
    Field("len_value", "len_value", "s4be", derived=True),
    Field("value", "value", "bytes"),
)
Utf8String.FIELDS = (
    Field("len_value", "len_value", "s4be", derived=True),
    Field("value", "value", "str", encoding="UTF-8"),
)
Latin1String.FIELDS = (
    Field("len_value", "len_value", "s4be", derived=True),
    Field("value", "value", "str", encoding="ISO-8859-1"),
)
Symbol.FIELDS = (Field("number", "number", "s4be"),)
ConstantBoolean.FIELDS = (Field("value", "value", "s1", logical="bool"),)
ConstantByte.FIELDS = (Field("value", "value", "s1"),)
ConstantChar.FIELDS = (Field("value", "value", "u2be", logical="utf16-unit"),)
ConstantShort.FIELDS = (Field("value", "value", "s2be"),)
ConstantInt.FIELDS = (Field("value", "value", "s4be"),)
ConstantLong.FIELDS = (Field("value", "value", "s8be"),)
ConstantFloat.FIELDS = (Field("value", "value", "f4be"),)
ConstantDouble.FIELDS = (Field("value", "value", "f8be"),)
ConstantBlob.FIELDS = (
    Field("len_value", "len_value", "s4be", derived=True),
    Field("value", "value", "bytes"),
)
ConstantUtf8String.FIELDS = (
    Field("len_value", "len_value", "s4be", derived=True),
    Field("value", "value", "str", encoding="UTF-8"),
)
ConstantLatin1String.FIELDS = (
    Field("len_value", "len_value", "s4be", derived=True),
    Field("value", "value", "str", encoding="ISO-8859-1"),
)
ConstantSymbol.FIELDS = (Field("number", "number", "s4be"),)
