"""FiloDB RecordContainer (BinaryRecord v2).

Samples of time series as FiloDB's clients send them through Kafka: containers of records, each record laid out by a
schema that the container only names by a number. Fields of fixed size come first; strings, maps, histograms and nested
records lie behind them and are named by their offsets.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated

from construct import (
    Array,
    Bytes,
    Check,
    Computed,
    Const,
    Construct,
    Enum,
    FixedSized,
    Float64l,
    GreedyRange,
    GreedyString,
    If,
    Int8ul,
    Int16sl,
    Int16ul,
    Int32sl,
    Int64sl,
    Padding,
    PascalString,
    Prefixed,
    Struct,
    Switch,
    Terminated,
    len_,
    this,
)

from bytewright.construct import Coded, Keyed, Record, Within, at, choose, find, parametric

META = {"id": "filodb_container", "license": "Apache-2.0"}
SAMPLES = ["samples/gauge.bin", "samples/histograms.bin", "samples/empty.bin"]
OPTIONS = [
    {
        "id": "schemas",
        "type": "file",
        "loader": "filodb_schemas:schemas",
        "otherwise": "filodb_schemas:standard",
        "doc": "Schemas, as FiloDB's own configuration (HOCON or JSON) or as a list of them in JSON. Without it "
        "FiloDB's standard ones.",
    },
    {
        "id": "schema",
        "type": "str",
        "doc": "Only the columns of the schema with this name; of rows that are written, their schema.",
    },
    {
        "id": "containerBytes",
        "type": "int",
        "default": 262144,
        "min": 2048,
        "max": 2147483647,
        "doc": "Most bytes of a container that is made of rows.",
    },
    {
        "id": "mapOrder",
        "type": "enum",
        "choices": ["auto", "sorted", "words", "given"],
        "default": "auto",
        "doc": "How maps that are made of rows are sorted by their keys: by UTF-16 units (sorted), as FiloDB's addMap "
        "does (words), or not at all (given); with auto, those of rows without a partition hash by UTF-16 units.",
    },
    {
        "id": "partitionHash",
        "type": "enum",
        "choices": ["bulk", "pairs", "single"],
        "default": "bulk",
        "doc": "How a partition hash that rows leave out is made of maps: at once, by sorted pairs, or by pairs as "
        "they are.",
    },
    {
        "id": "partitionHashIgnores",
        "type": "str",
        "default": "le",
        "doc": "Keys that a partition hash of sorted pairs leaves out, by commas.",
    },
]
MADE_OF = {
    "records": {
        "doc": "Rows of the view. Those of nested records may also have schema_id, or the name of a schema, and "
        "partition_hash; where neither they nor the schema file say an id, it is 65535.",
        "view": "records",
        "inner-columns": {"schema_id": "u2", "schema": "str", "partition_hash": "s4"},
        "with": "filodb_records:containers",
        "options": ["schemas", "schema", "mapOrder", "partitionHash", "partitionHashIgnores"],
        "deal": {"list": "containers[*].area.records[*]", "limit": "containerBytes"},
        "by-columns": "filodb_columns:records",
    }
}
VIEWS = {
    "records": {
        "doc": "One row per record.",
        "default": True,
        "each": "containers[*].area.records[*]",
        "columns": [
            {
                "id": "container",
                "value": "containers._index",
                "type": "s4",
                "doc": "Number of the container in the file, from 0.",
            },
            {"id": "record", "value": "_index", "type": "s4", "doc": "Number of the record in its container, from 0."},
            {"id": "container_time", "value": "containers.time", "doc": "When the container was made."},
            {
                "id": "schema_id",
                "value": "_.body.schema_id",
                "nullable": True,
                "doc": "Number of the schema, where records name it.",
            },
            {"id": "schema", "value": "_.body.schema.name", "nullable": True, "doc": "Name of the schema."},
            {
                "id": "partition_hash",
                "value": "_.body.partition_hash",
                "nullable": True,
                "doc": "Hash of the partition key, as stored.",
            },
        ],
        "pivot": {
            "of": "_.body",
            "option": "schema",
            "among": "schemas[*]",
            "name": "_.name",
            "each": "_.columns[*]",
        },
    },
    "containers": {
        "doc": "One row per container.",
        "each": "containers[*]",
        "columns": [
            {"id": "container", "value": "_index", "type": "s4", "doc": "Number of the container in the file, from 0."},
            {"id": "offset", "value": "_offset", "type": "s8", "doc": "Where it begins."},
            {"id": "num_bytes", "value": "_.num_bytes", "doc": "Its size in bytes without this number."},
            {"id": "version", "value": "_.version", "type": "s2", "doc": "Version of the layout."},
            {"id": "container_time", "value": "_.time", "doc": "When it was made."},
            {"id": "records", "type": "s4", "count": {"in": "_.area.records[*]"}, "doc": "How many records it has."},
        ],
    },
}


class ColumnType(IntEnum):
    """Types of columns."""

    INT = 0
    LONG = 1
    DOUBLE = 2
    TS = 3
    STRING = 4
    MAP = 5
    HIST = 6
    BR = 7


@dataclass
class Column(Record):
    """A column of a schema."""

    name: str
    type: ColumnType
    inner: Schema


@dataclass
class Schema(Record):
    """How records are laid out. It is not in the file; readers are given it."""

    name: str
    id: Annotated[int, "s4"]
    has_id: bool
    columns: list[Column]
    partition_start: Annotated[int, "s4"]
    predefined_keys: list[str]


# --- histograms ------------------------------------------------------------------------------------------------------

histogram_format = Enum(
    Int8ul,
    empty=0x00,
    geometric_long=0x03,
    geometric_minus_1_long=0x04,
    custom_long=0x05,
    geometric_double=0x08,
    exponential_long=0x09,
    custom_double=0x0A,
    exponential_double=0x10,
)
longs = Keyed(Struct("values" / GreedyRange(Int64sl) * "The values."), show={"value": "values"})
doubles = Keyed(Struct("values" / GreedyRange(Float64l) * "The values."), show={"value": "values"})
geometric = Struct(
    "num_buckets" / Keyed(Int16ul, valid={"min": 1, "max": 32767}) * "Number of buckets.",
    "first" / Float64l * "Top of the first bucket.",
    "multiplier" / Float64l * "By what each bucket is wider than the one before.",
    Terminated,
)
custom = Struct(
    "num_buckets" / Keyed(Int16ul, valid={"min": 1, "max": 8191}) * "Number of buckets.",
    "tops" / Coded(doubles, "bytewright.codecs.nibble_pack", this.num_buckets, 2) * "Top of each bucket.",
)
exponential = Struct(
    "num_buckets" / Int16ul * "Number of buckets, which readers take from the positive ones.",
    "scale" / Keyed(Int16sl, valid={"min": -20, "max": 20}) * "How fine they are.",
    "start_index" / Int32sl * "Index of the first positive bucket.",
    "num_positive" / Keyed(Int16sl, valid={"min": 0, "max": 180}) * "Number of positive buckets.",
    "negative" / Const(bytes(6)) * "First index and number of negative buckets, of which there are none.",
    Terminated,
)
GEOMETRIC = ("geometric_long", "geometric_minus_1_long", "geometric_double")
EXPONENTIAL = ("exponential_long", "exponential_double")
CUSTOM = ("custom_long", "custom_double")
DOUBLE = ("geometric_double", "custom_double", "exponential_double")


def one_of(names: tuple[str, ...]) -> object:
    """Whether the format is one of several."""
    found = this.format == names[0]
    for name in names[1:]:
        found = found | (this.format == name)
    return found


# What views show of a histogram.
HISTOGRAM_COLUMNS = [
    {"id": "format", "value": "format.to_i", "type": "s2", "doc": "Code of the format."},
    {
        "id": "scheme",
        "value": 'is_empty ? "empty" : '
        'format == histogram_format::geometric_minus_1_long ? "geometric_minus_1" : '
        'is_geometric ? "geometric" : is_exponential ? "exponential" : "custom"',
        "doc": "How its buckets are said.",
    },
    {
        "id": "first",
        "value": "buckets.as<geometric>.first",
        "if": "is_geometric",
        "doc": "Top of the first bucket.",
    },
    {
        "id": "multiplier",
        "value": "buckets.as<geometric>.multiplier",
        "if": "is_geometric",
        "doc": "By what each bucket is wider than the one before.",
    },
    {
        "id": "scale",
        "value": "buckets.as<exponential>.scale",
        "type": "s4",
        "if": "is_exponential",
        "doc": "How fine the buckets are.",
    },
    {
        "id": "start_index",
        "value": "buckets.as<exponential>.start_index",
        "if": "is_exponential",
        "doc": "Index of the first positive bucket.",
    },
    {
        "id": "bucket_tops",
        "list": {
            "size": "num_buckets",
            "item": "is_geometric ? buckets.as<geometric>.first * pow(buckets.as<geometric>.multiplier, _index) - "
            "(format == histogram_format::geometric_minus_1_long ? 1.0 : 0.0) : "
            "is_exponential ? (_index == 0 ? 0.0 : exp((buckets.as<exponential>.start_index + _index) * "
            "log(pow(2, pow(2, -buckets.as<exponential>.scale))))) : buckets.as<custom>.tops.values[_index]",
        },
        "doc": "Top of each bucket.",
    },
    {
        "id": "values",
        "list": {
            "size": "num_buckets",
            "item": "is_double ? doubles.values[_index] : longs.values[_index] * 1.0",
        },
        "doc": "How many samples are in each bucket and all before it.",
    },
]

histogram = Keyed(
    Struct(
        "format" / histogram_format * "How buckets and values are stored.",
        "is_empty" / Computed(this.format == "empty"),
        "is_double" / Computed(one_of(DOUBLE)),
        "is_geometric" / Computed(one_of(GEOMETRIC)),
        "is_exponential" / Computed(one_of(EXPONENTIAL)),
        "len_buckets" / If(this.format != "empty", Int16ul) * "Size of the buckets in bytes.",
        "buckets"
        / If(
            this.format != "empty",
            FixedSized(
                this.len_buckets,
                Switch(
                    this.format,
                    {
                        **dict.fromkeys(GEOMETRIC, geometric),
                        **dict.fromkeys(CUSTOM, custom),
                        **dict.fromkeys(EXPONENTIAL, exponential),
                    },
                ),
            ),
        )
        * "The buckets.",
        "num_buckets"
        / Computed(
            choose(
                this.is_empty,
                0,
                choose(this.is_exponential, this.buckets.num_positive + 1, this.buckets.num_buckets),
            )
        ),
        If(this.is_empty, Terminated),
        "longs"
        / If(
            (this.format != "empty") & ~this.is_double,
            Coded(longs, "bytewright.codecs.nibble_pack", this.num_buckets, 1),
        )
        * "The values, where they are integers.",
        "doubles"
        / If(this.is_double, Coded(doubles, "bytewright.codecs.nibble_pack", this.num_buckets, 2))
        * "The values, where they are floats.",
    ),
    show={"columns": HISTOGRAM_COLUMNS},
)
sized_histogram = Keyed(
    Struct(
        "len_histogram" / Keyed(Int16ul, valid={"max": 32767}) * "Size in bytes.",
        "histogram" / FixedSized(this.len_histogram, histogram) * "The histogram.",
    ),
    show={"value": "histogram"},
)
histogram_ref = Keyed(
    Struct(
        "offset" / Int32sl * "Where it begins, counted from the length of the record.",
        "target" / Within(this.offset - 4, sized_histogram) * "The histogram.",
    ),
    show={"value": "target"},
)

# --- texts and maps --------------------------------------------------------------------------------------------------

moment = Keyed(
    Struct("value" / Keyed(Int64sl, type={"timestamp": "ms"}) * "Milliseconds since 1970-01-01 UTC."),
    show={"value": "value"},
)
short_text = Keyed(Struct("text" / PascalString(Int16ul, "utf8") * "The text."), show={"value": "text"})
string_ref = Keyed(
    Struct(
        "offset" / Int32sl * "Where it begins, counted from the length of the record.",
        "target" / Within(this.offset - 4, short_text) * "The text.",
    ),
    show={"value": "target"},
)


@parametric
def entry(schema: Schema) -> Construct:
    """A key and a value."""
    return Struct(
        "code" / Int8ul * "Size of the key in bytes, or from 192 on the number of a predefined one.",
        Check((this.code < 192) | ((this.code & 63) < len_(schema.predefined_keys))),
        "literal"
        / If(this.code < 192, FixedSized(this.code, GreedyString("utf8")))
        * "The key, where it is none of the predefined ones.",
        "value" / PascalString(Int16ul, "utf8") * "The value.",
        "key" / Computed(choose(this.code < 192, this.literal, at(schema.predefined_keys, this.code & 63))),
    )


@parametric
def entries(schema: Schema) -> Construct:
    """The entries of a map, in any order. Writers sort them by their keys."""
    return Keyed(
        Struct(
            "entries" / Keyed(GreedyRange(entry(schema)), type={"map": {"key": "_.key", "value": "_.value"}}),
            Terminated,
        ),
        show={"value": "entries"},
    )


@parametric
def sized_map(schema: Schema) -> Construct:
    """A map behind its length."""
    return Keyed(Struct("area" / Prefixed(Int16ul, entries(schema)) * "The entries."), show={"value": "area"})


@parametric
def map_ref(schema: Schema) -> Construct:
    """Where a map lies."""
    return Keyed(
        Struct(
            "offset" / Int32sl * "Where it begins, counted from the length of the record.",
            "target" / Within(this.offset - 4, sized_map(schema)) * "The map.",
        ),
        show={"value": "target"},
    )


# --- records ---------------------------------------------------------------------------------------------------------


@parametric
def whole_record(inner: Schema, schemas: list[Schema]) -> Construct:
    """A nested record."""
    return Keyed(
        Struct("len_body" / Int32sl, "body" / FixedSized(this.len_body, body(inner, True, schemas))),
        show={"value": "body"},
    )


@parametric
def record_ref(inner: Schema, schemas: list[Schema]) -> Construct:
    """Where a nested record lies."""
    nested = Keyed(Struct("record" / Prefixed(Int16ul, whole_record(inner, schemas))), show={"value": "record"})
    return Keyed(
        Struct(
            "offset" / Int32sl * "Where it begins, counted from the length of the record around it.",
            "target" / Within(this.offset - 4, nested) * "The record.",
        ),
        show={"value": "target"},
    )


@parametric
def field(column: Column, schema: Schema, schemas: list[Schema]) -> Construct:
    """A field of a record."""
    cases = {
        ColumnType.INT: Int32sl,
        ColumnType.LONG: Int64sl,
        ColumnType.DOUBLE: Float64l,
        ColumnType.TS: moment,
        ColumnType.STRING: string_ref,
        ColumnType.MAP: map_ref(schema),
        ColumnType.HIST: histogram_ref,
        ColumnType.BR: record_ref(column.inner, schemas),
    }
    return Keyed(Struct("value" / Switch(column.type, cases) * "The value, or where it is."), show={"value": "value"})


KEY = "schema.partition_start + _index"
CONTENT = (
    f"schema.columns[{KEY}].type == column_type::string ? "
    f'fields[{KEY}].value.as<string_ref>.target.text.to_b("UTF-8") : '
    f"schema.columns[{KEY}].type == column_type::map ? bytes_of(fields[{KEY}].value.as<map_ref>.target) : "
    f"schema.columns[{KEY}].type == column_type::hist ? "
    f"bytes_of(fields[{KEY}].value.as<histogram_ref>.target.histogram) : "
    f"schema.columns[{KEY}].type == column_type::br ? "
    f"bytes_of(fields[{KEY}].value.as<record_ref>.target.record) : [].as<bytes>"
)


@parametric
def body(outer: Schema, is_inner: bool, schemas: list[Schema]) -> Construct:
    """The fields of a record. Offsets count from the record's length, four bytes before."""
    return Keyed(
        Struct(
            "schema_id"
            / Keyed(
                If(outer.has_id, Int16ul),
                valid={"expr": "is_inner or schema_at >= 0"},
                hint="The option schemas says which schemas there are.",
            )
            * "Number of the schema.",
            "schema_at"
            / Computed(choose(outer.has_id & ~is_inner, find(schemas, lambda schema: schema.id, this.schema_id), 0)),
            "schema" / Computed(choose(is_inner, outer, at(schemas, this.schema_at))),
            "fields"
            / Array(len_(this.schema.columns), field(at(this.schema.columns, this._index), this.schema, schemas))
            * "The fields; of those of variable size, where they are.",
            "partition_hash"
            / Keyed(
                If(outer.has_id, Int32sl),
                default={
                    "call": "filodb_keys:partition_hash",
                    "with": [
                        "schema",
                        "fields",
                        {"size": "schema.columns.size - schema.partition_start", "item": CONTENT},
                        "partitionHash",
                        "partitionHashIgnores",
                    ],
                },
            )
            * "Hash of the partition key.",
        ),
        show={
            "cells": {
                "each": "schema.columns[*]",
                "name": "_.name",
                "case": "_.type",
                "cell": "fields[_column].value",
                "inner": "_.inner.columns[*]",
            }
        },
    )


def filodb_container(schemas: list[Schema]) -> Construct:
    """Containers one after another, whose records have the given schemas."""
    record = Struct(
        "len_body" / Keyed(Int32sl, valid={"min": 0}) * "How many bytes follow, without padding.",
        "body" / FixedSized(this.len_body, body(at(schemas, 0), False, schemas)) * "What the record holds.",
        Padding(-this.len_body % 4),
    )
    records = Struct("records" / GreedyRange(record) * "The records.", Terminated)
    container = Struct(
        "num_bytes" / Keyed(Int32sl, valid={"min": 12}) * "How many bytes follow.",
        "reserved" / Keyed(Bytes(3), default="[0, 0, 0]") * "Kept for flags, and never read.",
        "version" / Const(1, Int8ul) * "Version of the layout.",
        "time" / Keyed(Int64sl, type={"timestamp": "ms"}) * "When the container was made or emptied.",
        "area" / FixedSized(this.num_bytes - 12, records) * "The records.",
    )
    return Struct("containers" / Keyed(GreedyRange(container), role="slack"))
