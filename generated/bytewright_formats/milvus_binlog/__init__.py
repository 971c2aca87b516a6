"""Milvus binlog.

What Milvus keeps of a segment, a file per column: a descriptor, then events, each with a whole Parquet file as its payload. Also deleted keys, requests that change the schema, and parts of indexes. There are three layouts: that of the design document (December 2020), that of 2.0.0-rc1 to rc6 (2021), and that of later releases (2.x). A file tells by itself which one it has.

Generated from specs/milvus/milvus_binlog.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import api_6
from bytewright.generated_api import codec as rt
from bytewright.generated_api.codec import Codec, Option, OptionUses, Parse

from .milvus_schema import field_ids as load_field_ids
from .model import (
    CurrentDescriptor,
    DataType,
    Descriptor,
    Event,
    EventBody,
    EventType,
    Kind,
    Layout,
    LegacyDescriptor,
    MilvusBinlog,
)
from .reader import begin_milvus_binlog, events_of, pass_event, read_milvus_binlog
from .schema import schema
from .views import VIEWS
from .writer import derive_milvus_binlog, emit_milvus_binlog

CODEC = Codec(
    name="milvus_binlog",
    title="Milvus binlog",
    api=api_6,
    root=MilvusBinlog,
    read=read_milvus_binlog,
    derive=derive_milvus_binlog,
    emit=emit_milvus_binlog,
    begin=begin_milvus_binlog,
    records=events_of,
    records_field="events",
    pass_over=pass_event,
    beginning=rt.Beginning(
        marks=(rt.Mark(8, "s1", ((0, 7),)),),
        bits=5.0,
        sums=0,
        smallest=17,
    ),
    append_refusal="what events must be is what the first one is: _.kind",
    signature=((0, b"\xbc\xfa\xff\x00"),),
    extensions=(),
    options=(
        Option(
            "layout",
            "enum",
            default="auto",
            choices=("auto", "2020", "2021", "2x"),
            doc="Which layout a file must have; by default it may be any.",
            values=(0, 1, 2, 3),
        ),
        Option(
            "field",
            "str",
            doc="Only files of this field, by its number, or by its name in the schema. RowID and Timestamp always have a name.",
        ),
        Option(
            "schema",
            "file",
            load=load_field_ids,
            doc="Schema of the collection in JSON, which gives fields names.",
        ),
    ),
    views=VIEWS,
    plans=rt.PlanFile(__name__),
    uses=OptionUses(
        files=(),
        models=(),
        read={
            "rows": ("layout", "field", "schema"),
            "events": ("layout", "field", "schema"),
            "descriptor": ("layout", "field", "schema"),
        },
        write={"rows": (), "events": (), "descriptor": ()},
    ),
    package=__name__,
)

parse: Parse[MilvusBinlog] = CODEC.parse
write = CODEC.write

__all__ = [
    "CODEC",
    "CurrentDescriptor",
    "DataType",
    "Descriptor",
    "Event",
    "EventBody",
    "EventType",
    "Kind",
    "Layout",
    "LegacyDescriptor",
    "MilvusBinlog",
    "parse",
    "schema",
    "write",
]
