"""Deephaven intraday binary log.

A row-oriented log of one table, written by loggers and followed by the data import server. The header names and types
the columns; behind it stand records: rows, each with a bit per column that says whether it has a value, and commands.

Generated from specs/deephaven/deephaven_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import api_6
from bytewright.generated_api import codec as rt
from bytewright.generated_api.codec import Codec, Option, OptionUses, Parse

from .columns import HEADER
from .encoding import ENCODING_HEADER
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
from .reader import begin_deephaven_log, read_deephaven_log, records_of
from .schema import schema
from .views import VIEWS
from .writer import derive_deephaven_log, emit_deephaven_log

CODEC = Codec(
    name="deephaven_log",
    title="Deephaven intraday binary log",
    api=api_6,
    root=DeephavenLog,
    read=read_deephaven_log,
    derive=derive_deephaven_log,
    emit=emit_deephaven_log,
    begin=begin_deephaven_log,
    records=records_of,
    records_field="records",
    beginning=rt.Beginning(
        marks=(rt.Mark(0, "s4be", ((5, 2147483647),)),),
        bits=1.0,
        sums=32,
        smallest=4,
        frame=rt.LengthFrame("s4be", 0, 4, 4),
    ),
    append_refusal="",
    signature=(
        (0, b"\xdb\x1a\xa1\xdb"),
        (4, b"\x00\x00\x00\x03"),
    ),
    extensions=("bin",),
    options=(
        Option(
            "charNull",
            "enum",
            default="fffe",
            choices=("fffe", "ffff", "none"),
            doc="Which code unit stands for null in a constant column of type Char; writers differ.",
            values=(65534, 65535, -1),
        ),
        Option(
            "time",
            "enum",
            choices=("ms", "us", "ns"),
            doc="Shows a column of longs as timestamps, `time.NAME=ms`. Nothing in a file tells which longs are times.",
            per="column",
        ),
        Option(
            "type",
            "str",
            doc="What a column is stored as, `type.Side=Char`, whatever rows say of it.",
            per="column",
        ),
        Option(
            "encoding",
            "str",
            doc="How a column's text is encoded, `encoding.Symbol=ISO-8859-1`, likewise.",
            per="column",
        ),
        Option(
            "symbols",
            "str",
            doc="The strings of a column of type Enum in their order, as a JSON array, likewise.",
            per="column",
        ),
    ),
    views=VIEWS,
    plans=rt.PlanFile(__name__),
    encoding_header=ENCODING_HEADER,
    header=HEADER,
    uses=OptionUses(
        files=(),
        models=("charNull",),
        read={
            "rows": ("charNull", "time", "type", "encoding", "symbols"),
            "sets": ("charNull", "time", "type", "encoding", "symbols"),
            "records": (),
            "commands": (),
            "columns": (),
            "header": (),
        },
        write={
            "rows": ("charNull", "time", "type", "encoding", "symbols"),
            "sets": ("charNull", "time", "type", "encoding", "symbols"),
            "records": ("charNull",),
            "commands": ("charNull",),
            "columns": ("charNull",),
            "header": ("charNull",),
        },
    ),
    package=__name__,
)

parse: Parse[DeephavenLog] = CODEC.parse
write = CODEC.write

__all__ = [
    "CODEC",
    "ApplicationVersion",
    "Blob",
    "Body",
    "Boolean",
    "Cell",
    "Char",
    "Column",
    "ColumnDefinitions",
    "ColumnType",
    "Constant",
    "ConstantBlob",
    "ConstantBoolean",
    "ConstantByte",
    "ConstantChar",
    "ConstantColumns",
    "ConstantDouble",
    "ConstantFloat",
    "ConstantInt",
    "ConstantLatin1String",
    "ConstantList",
    "ConstantLong",
    "ConstantShort",
    "ConstantSymbol",
    "ConstantUtf8String",
    "DeephavenLog",
    "EnumMetadata",
    "EnumSymbol",
    "Header",
    "HeaderRecord",
    "HeaderRecordType",
    "Latin1String",
    "Latin1Text",
    "OtherRecord",
    "Record",
    "Storage",
    "StringMetadata",
    "Symbol",
    "Utf8String",
    "Utf8Text",
    "parse",
    "schema",
    "write",
]
