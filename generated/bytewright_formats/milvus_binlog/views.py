"""Milvus binlog: the views.

Generated from specs/milvus/milvus_binlog.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

import pyarrow as pa

from bytewright.generated_api import views as rt

from .model import DataType, EventType

ROWS = rt.View(
    name="rows",
    default=True,
    doc="One row per row of a payload.",
    each=lambda scope: scope.root.events,
    each_field="events",
    by_number=("event",),
    files=rt.FileChoice(
        "field",
        lambda scope: scope.root.descriptor.field_id,
        names="schema",
        known={"RowID": 0, "Timestamp": 1},
    ),
    requirements=(
        rt.Requirement(
            lambda scope: scope.options["layout"] == 0 or int(scope.root.descriptor.layout) == scope.options["layout"],
            lambda scope: (scope.root.descriptor, "server_id_or_len"),
        ),
    ),
    metadata=(
        rt.Column(
            "collection_id",
            pa.int64(),
            lambda scope: scope.root.descriptor.collection_id,
            per_row=False,
            doc="The collection.",
        ),
        rt.Column(
            "partition_id",
            pa.int64(),
            lambda scope: scope.root.descriptor.partition_id,
            per_row=False,
            doc="The partition.",
        ),
        rt.Column(
            "segment_id",
            pa.int64(),
            lambda scope: scope.root.descriptor.segment_id,
            per_row=False,
            doc="The segment.",
        ),
        rt.Column(
            "field_id",
            pa.int64(),
            lambda scope: scope.root.descriptor.field_id,
            nullable=True,
            per_row=False,
            doc="The field.",
        ),
    ),
    columns=(
        rt.Column(
            "event",
            pa.int32(),
            lambda scope: scope.index,
            per_row=False,
            path=("index",),
            doc="Number of the event, from 0; the descriptor is none.",
        ),
        rt.Column(
            "event_type",
            pa.string(),
            lambda scope: scope.element.type_code,
            form=rt.Enumerated(
                {
                    0: "descriptor",
                    1: "insert",
                    2: "delete",
                    3: "create_collection",
                    4: "drop_collection",
                    5: "create_partition",
                    6: "drop_partition",
                    7: "index_file",
                },
                pa.int64(),
            ),
            per_row=False,
            is_member=True,
            path=("element", "type_code"),
            doc="What it tells.",
        ),
        rt.Column(
            "row",
            pa.int32(),
            lambda scope: scope.row,
            path=("row",),
            doc="Number of the row in the event, from 0.",
        ),
    ),
    decode=rt.Decode(
        "value",
        lambda scope: scope.element.body.payload,
        "bytewright.codecs.parquet",
        (
            rt.DecodeCase(
                lambda scope: (
                    not scope.root.descriptor.is_legacy
                    and scope.root.descriptor.field_id == -1
                    and scope.element.type_code == EventType.DELETE
                ),
                rt.StructShape(
                    {
                        "pk": (
                            rt.PlainShape(pa.int64()),
                            rt.PlainShape(pa.string()),
                        ),
                        "ts": (rt.PlainShape(pa.int64()),),
                    },
                    tags={"pkType": ("pk", (5, 21))},
                ),
            ),
            rt.DecodeCase(
                lambda scope: (
                    scope.root.descriptor.payload_data_type == DataType.STRING
                    and not scope.root.descriptor.is_legacy
                    and scope.element.type_code == EventType.INDEX_FILE
                ),
                rt.PlainShape(pa.binary()),
            ),
            rt.DecodeCase(
                lambda scope: scope.root.descriptor.payload_data_type == DataType.BOOL, rt.PlainShape(pa.bool_())
            ),
            rt.DecodeCase(
                lambda scope: scope.root.descriptor.payload_data_type == DataType.INT8, rt.PlainShape(pa.int8())
            ),
            rt.DecodeCase(
                lambda scope: scope.root.descriptor.payload_data_type == DataType.INT16, rt.PlainShape(pa.int16())
            ),
            rt.DecodeCase(
                lambda scope: scope.root.descriptor.payload_data_type == DataType.INT32, rt.PlainShape(pa.int32())
            ),
            rt.DecodeCase(
                lambda scope: (
                    scope.root.descriptor.payload_data_type == DataType.INT64
                    or scope.root.descriptor.payload_data_type == DataType.TIMESTAMPTZ
                ),
                rt.PlainShape(pa.int64()),
            ),
            rt.DecodeCase(
                lambda scope: scope.root.descriptor.payload_data_type == DataType.FLOAT, rt.PlainShape(pa.float32())
            ),
            rt.DecodeCase(
                lambda scope: scope.root.descriptor.payload_data_type == DataType.DOUBLE, rt.PlainShape(pa.float64())
            ),
            rt.DecodeCase(lambda scope: scope.root.descriptor.is_text, rt.PlainShape(pa.string())),
            rt.DecodeCase(lambda scope: scope.root.descriptor.is_binary, rt.PlainShape(pa.binary())),
            rt.DecodeCase(
                lambda scope: scope.root.descriptor.payload_data_type == DataType.FLOAT_VECTOR,
                rt.ListShape(rt.PlainShape(pa.float32())),
            ),
            rt.DecodeCase(
                lambda scope: scope.root.descriptor.payload_data_type == DataType.INT8_VECTOR,
                rt.ListShape(rt.PlainShape(pa.int8())),
            ),
            rt.DecodeCase(
                lambda scope: scope.root.descriptor.payload_data_type == DataType.SPARSE_FLOAT_VECTOR,
                rt.MapShape(rt.PlainShape(pa.uint32()), rt.PlainShape(pa.float32())),
            ),
            rt.DecodeCase(
                lambda scope: scope.root.descriptor.payload_data_type == DataType.ARRAY_OF_VECTOR,
                rt.ListShape(rt.ListShape(rt.PlainShape(pa.float32()))),
                {"elementType": "101"},
            ),
            rt.DecodeCase(
                lambda scope: scope.root.descriptor.payload_data_type == DataType.ARRAY_OF_VECTOR,
                rt.ListShape(rt.ListShape(rt.PlainShape(pa.int8()))),
                {"elementType": "105"},
            ),
            rt.DecodeCase(
                lambda scope: scope.root.descriptor.payload_data_type == DataType.ARRAY_OF_VECTOR,
                rt.ListShape(rt.PlainShape(pa.binary())),
            ),
        ),
        lambda scope: (scope.element.body, "payload"),
        path=("body", "payload"),
        encodings=(
            (lambda scope: scope.root.descriptor.is_legacy, {"compression": "none", "version": "1.0"}),
            (
                lambda scope: (
                    scope.element.type_code == EventType.DELETE
                    and scope.root.descriptor.payload_data_type == DataType.INT64
                ),
                {"compression": "none"},
            ),
            (lambda scope: True, {"compression": "zstd", "level": 3}),
        ),
        stated_size=(("descriptor", "current", "extras"), "original_size"),
        doc="The value.",
    ),
    each_path=("events",),
)

EVENTS = rt.View(
    name="events",
    doc="One row per event, the descriptor first.",
    each=lambda scope: scope.root.events,
    each_field="events",
    by_number=("event",),
    first=lambda scope: scope.root.descriptor,
    files=rt.FileChoice(
        "field",
        lambda scope: scope.root.descriptor.field_id,
        names="schema",
        known={"RowID": 0, "Timestamp": 1},
    ),
    requirements=(
        rt.Requirement(
            lambda scope: scope.options["layout"] == 0 or int(scope.root.descriptor.layout) == scope.options["layout"],
            lambda scope: (scope.root.descriptor, "server_id_or_len"),
        ),
    ),
    metadata=(
        rt.Column(
            "collection_id",
            pa.int64(),
            lambda scope: scope.root.descriptor.collection_id,
            per_row=False,
            doc="The collection.",
        ),
        rt.Column(
            "partition_id",
            pa.int64(),
            lambda scope: scope.root.descriptor.partition_id,
            per_row=False,
            doc="The partition.",
        ),
        rt.Column(
            "segment_id",
            pa.int64(),
            lambda scope: scope.root.descriptor.segment_id,
            per_row=False,
            doc="The segment.",
        ),
        rt.Column(
            "field_id",
            pa.int64(),
            lambda scope: scope.root.descriptor.field_id,
            nullable=True,
            per_row=False,
            doc="The field.",
        ),
    ),
    columns=(
        rt.Column(
            "event",
            pa.int32(),
            lambda scope: scope.index + 1,
            per_row=False,
            doc="Number of the event; that of the descriptor is 0.",
        ),
        rt.Column(
            "offset",
            pa.int64(),
            lambda scope: rt.start_of(scope.element),
            per_row=False,
            doc="Where it begins in the file.",
        ),
        rt.Column(
            "event_type",
            pa.string(),
            lambda scope: scope.element.type_code,
            form=rt.Enumerated(
                {
                    0: "descriptor",
                    1: "insert",
                    2: "delete",
                    3: "create_collection",
                    4: "drop_collection",
                    5: "create_partition",
                    6: "drop_partition",
                    7: "index_file",
                },
                pa.int64(),
            ),
            per_row=False,
            doc="What it tells.",
        ),
        rt.Column(
            "timestamp",
            pa.int64(),
            lambda scope: scope.element.timestamp,
            form=rt.Long(),
            per_row=False,
            doc="When it was written, as stored.",
        ),
        rt.Column(
            "time",
            pa.timestamp("us", tz="UTC"),
            lambda scope: scope.element.timestamp >> 18,
            form=rt.Moment("ms"),
            per_row=False,
            doc="The physical part of that.",
        ),
        rt.Column(
            "event_length",
            pa.int32(),
            lambda scope: scope.element.event_length if scope.index < 0 else scope.element.len_event,
            per_row=False,
            doc="Its size in bytes.",
        ),
        rt.Column(
            "next_position",
            pa.int32(),
            lambda scope: scope.element.next_position,
            per_row=False,
            doc="Where the next one begins, or -1.",
        ),
        rt.Column(
            "start_timestamp",
            pa.int64(),
            lambda scope: scope.element.start_timestamp if scope.index < 0 else scope.element.body.start_timestamp,
            form=rt.Long(),
            per_row=False,
            doc="Timestamp of its first row.",
        ),
        rt.Column(
            "end_timestamp",
            pa.int64(),
            lambda scope: scope.element.end_timestamp if scope.index < 0 else scope.element.body.end_timestamp,
            form=rt.Long(),
            per_row=False,
            doc="Timestamp of its last row.",
        ),
        rt.Column(
            "payload_size",
            pa.int32(),
            lambda scope: None if scope.index < 0 else len(scope.element.body.payload),
            nullable=True,
            per_row=False,
            doc="Size of its payload in bytes.",
        ),
    ),
    each_path=("events",),
)

DESCRIPTOR = rt.View(
    name="descriptor",
    doc="What the file is, in one row.",
    of_header=True,
    files=rt.FileChoice(
        "field",
        lambda scope: scope.root.descriptor.field_id,
        names="schema",
        known={"RowID": 0, "Timestamp": 1},
    ),
    requirements=(
        rt.Requirement(
            lambda scope: scope.options["layout"] == 0 or int(scope.root.descriptor.layout) == scope.options["layout"],
            lambda scope: (scope.root.descriptor, "server_id_or_len"),
        ),
    ),
    columns=(
        rt.Column(
            "layout",
            pa.string(),
            lambda scope: scope.root.descriptor.layout,
            form=rt.Enumerated({1: "2020", 2: "2021", 3: "2x"}, pa.int64()),
            per_row=False,
            doc="Which layout it has.",
        ),
        rt.Column(
            "collection_id",
            pa.int64(),
            lambda scope: scope.root.descriptor.collection_id,
            per_row=False,
            doc="The collection.",
        ),
        rt.Column(
            "partition_id",
            pa.int64(),
            lambda scope: scope.root.descriptor.partition_id,
            per_row=False,
            doc="The partition.",
        ),
        rt.Column(
            "segment_id",
            pa.int64(),
            lambda scope: scope.root.descriptor.segment_id,
            per_row=False,
            doc="The segment.",
        ),
        rt.Column(
            "field_id",
            pa.int64(),
            lambda scope: scope.root.descriptor.field_id,
            nullable=True,
            per_row=False,
            doc="The field.",
        ),
        rt.Column(
            "payload_data_type",
            pa.int32(),
            lambda scope: int(scope.root.descriptor.payload_data_type),
            per_row=False,
            doc="The type of its values, as a number.",
        ),
        rt.Column(
            "start_timestamp",
            pa.int64(),
            lambda scope: scope.root.descriptor.start_timestamp,
            form=rt.Long(),
            per_row=False,
            doc="Timestamp of the first row.",
        ),
        rt.Column(
            "end_timestamp",
            pa.int64(),
            lambda scope: scope.root.descriptor.end_timestamp,
            form=rt.Long(),
            per_row=False,
            doc="Timestamp of the last row.",
        ),
        rt.Column(
            "extras",
            pa.string(),
            lambda scope: rt.member_of(scope.root.descriptor.current, "extras"),
            nullable=True,
            per_row=False,
            path=("root", "descriptor", "current", "extras"),
            doc="What else the writer said of it.",
        ),
    ),
)

VIEWS = (
    ROWS,
    EVENTS,
    DESCRIPTOR,
)
"""All views, the default one first."""
