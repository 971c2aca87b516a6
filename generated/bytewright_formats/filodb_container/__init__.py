"""FiloDB RecordContainer (BinaryRecord v2).

Samples of time series as FiloDB's clients send them through Kafka: containers of records, each record laid out by a
schema that the container only names by a number. Fields of fixed size come first; strings, maps, histograms and nested
records lie behind them and are named by their offsets.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from __future__ import annotations

import pyarrow as pa

from bytewright.generated_api import api_6
from bytewright.generated_api import codec as rt
from bytewright.generated_api.codec import Codec, Deal, Maker, Option, OptionUses, Parse

from .columns import HEADER
from .encoding import ENCODING_HEADER
from .filodb_columns import records as columns_of_records
from .filodb_records import containers as make_of_containers
from .filodb_schemas import schemas as load_schemas
from .filodb_schemas import standard as load_standard
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
from .reader import ALONE, begin_filodb_container, containers_of, read_filodb_container
from .schema import schema
from .views import VIEWS
from .writer import derive_filodb_container, emit_filodb_container

_RECORDS_INNER: dict[str, pa.DataType] = {
    "schema_id": pa.int32(),
    "schema": pa.string(),
    "partition_hash": pa.int32(),
}

CODEC = Codec(
    name="filodb_container",
    title="FiloDB RecordContainer (BinaryRecord v2)",
    api=api_6,
    root=FilodbContainer,
    read=read_filodb_container,
    derive=derive_filodb_container,
    emit=emit_filodb_container,
    begin=begin_filodb_container,
    records=containers_of,
    records_field="containers",
    beginning=rt.Beginning(
        marks=(
            rt.Mark(0, "s4le", ((12, 2147483647),)),
            rt.Mark(7, "u1", ((1, 1),)),
        ),
        bits=9.0,
        sums=0,
        smallest=16,
        frame=rt.LengthFrame("s4le", 0, 4, 4),
    ),
    append_refusal="",
    signature=(),
    extensions=(),
    options=(
        Option(
            "schemas",
            "file",
            load=rt.option_loader(Schema, load_schemas),
            otherwise=rt.option_default(Schema, load_standard),
            doc="Schemas, as FiloDB's own configuration (HOCON or JSON) or as a list of them in JSON. Without it FiloDB's standard ones.",
        ),
        Option(
            "schema",
            "str",
            doc="Only the columns of the schema with this name; of rows that are written, their schema.",
        ),
        Option(
            "containerBytes",
            "int",
            default=262144,
            doc="Most bytes of a container that is made of rows.",
            min=2048,
            max=2147483647,
        ),
        Option(
            "mapOrder",
            "enum",
            default="auto",
            choices=("auto", "sorted", "words", "given"),
            doc="How maps that are made of rows are sorted by their keys: by UTF-16 units (sorted), as FiloDB's addMap does (words), or not at all (given); with auto, those of rows without a partition hash by UTF-16 units.",
        ),
        Option(
            "partitionHash",
            "enum",
            default="bulk",
            choices=("bulk", "pairs", "single"),
            doc="How a partition hash that rows leave out is made of maps: at once, by sorted pairs, or by pairs as they are.",
        ),
        Option(
            "partitionHashIgnores",
            "str",
            default="le",
            doc="Keys that a partition hash of sorted pairs leaves out, by commas.",
        ),
    ),
    views=VIEWS,
    plans=rt.PlanFile(__name__),
    alone=ALONE,
    encoding_header=ENCODING_HEADER,
    header=HEADER,
    makers=(
        Maker(
            "records",
            None,
            make_of_containers,
            doc="Rows of the view. Those of nested records may also have schema_id, or the name of a schema, and partition_hash; where neither they nor the schema file say an id, it is 65535.",
            view="records",
            told=("schemas", "schema", "mapOrder", "partitionHash", "partitionHashIgnores"),
            deal=Deal(("containers",), ("area", "records"), "containerBytes"),
            columns=columns_of_records,
            inner=pa.schema(_RECORDS_INNER),
        ),
    ),
    parameters=(("schemas", "schemas"),),
    uses=OptionUses(
        files=("schemas",),
        models=("schemas", "partitionHash", "partitionHashIgnores"),
        read={"records": ("schemas", "schema"), "containers": ("schemas",)},
        write={
            "records": ("schemas", "schema", "containerBytes", "mapOrder", "partitionHash", "partitionHashIgnores"),
            "containers": ("schemas", "partitionHash", "partitionHashIgnores"),
        },
    ),
    package=__name__,
    declared="filodb_container",
    placed=True,
)

parse: Parse[FilodbContainer] = CODEC.parse
write = CODEC.write

__all__ = [
    "CODEC",
    "Body",
    "Column",
    "ColumnType",
    "Container",
    "Custom",
    "Doubles",
    "Entries",
    "Entry",
    "Exponential",
    "Field_",
    "FilodbContainer",
    "Geometric",
    "Histogram",
    "HistogramFormat",
    "HistogramRef",
    "Longs",
    "MapRef",
    "Moment",
    "Nested",
    "Record",
    "RecordRef",
    "Records",
    "Schema",
    "ShortText",
    "SizedHistogram",
    "SizedMap",
    "StringRef",
    "WholeRecord",
    "parse",
    "schema",
    "write",
]
