"""FiloDB RecordContainer (BinaryRecord v2): the views.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from __future__ import annotations

import pyarrow as pa

from bytewright.generated_api import views as rt

from .model import ColumnType

CELLS_OF_BODY: rt.NamedCells = rt.NamedCells(
    each=lambda this: this.schema.columns,
    name=lambda one: one.name,
    case=lambda one: rt.label_of(rt.named(ColumnType, one.type)),
    cell=lambda this, column: this.fields[column].value,
    cases={
        "int": pa.int32(),
        "long": pa.int64(),
        "double": pa.float64(),
        "ts": pa.timestamp("us", tz="UTC"),
        "string": pa.string(),
        "map": pa.map_(pa.string(), pa.string()),
        "hist": pa.struct(
            [
                pa.field("format", pa.int16(), nullable=False),
                pa.field("scheme", pa.string(), nullable=False),
                pa.field("first", pa.float64(), nullable=True),
                pa.field("multiplier", pa.float64(), nullable=True),
                pa.field("scale", pa.int32(), nullable=True),
                pa.field("start_index", pa.int32(), nullable=True),
                pa.field("bucket_tops", pa.list_(pa.field("element", pa.float64())), nullable=False),
                pa.field("values", pa.list_(pa.field("element", pa.float64())), nullable=False),
            ]
        ),
        "br": ("target", "record", "body"),
    },
    forms={
        "ts": rt.Via("value", rt.Moment("ms")),
        "string": rt.Via("target", rt.Via("text")),
        "map": rt.Via("target", rt.Via("area", rt.Via("entries", rt.Pairs(rt.Member("key"), rt.Member("value"))))),
        "hist": rt.Via("target", rt.Via("histogram", rt.Via("_columns", rt.Record({})))),
    },
    inner=lambda one: one.inner.columns,
    others=lambda: {
        "br": CELLS_OF_BODY,
    },
)

RECORDS = rt.View(
    name="records",
    default=True,
    doc="One row per record.",
    each=lambda scope: scope.root.containers,
    each_field="containers",
    deeper=(lambda scope: scope.element.area.records,),
    spared=1,
    by_number=("container",),
    columns=(
        rt.Column(
            "container",
            pa.int32(),
            lambda scope: scope.levels[0]._index,
            per_row=False,
            doc="Number of the container in the file, from 0.",
        ),
        rt.Column(
            "record",
            pa.int32(),
            lambda scope: scope.index,
            per_row=False,
            path=("index",),
            doc="Number of the record in its container, from 0.",
        ),
        rt.Column(
            "container_time",
            pa.timestamp("us", tz="UTC"),
            lambda scope: scope.levels[0].time,
            form=rt.Moment("ms"),
            per_row=False,
            path=("level0", "time"),
            doc="When the container was made.",
        ),
        rt.Column(
            "schema_id",
            pa.int32(),
            lambda scope: scope.element.body.schema_id,
            nullable=True,
            per_row=False,
            path=("element", "body", "schema_id"),
            doc="Number of the schema, where records name it.",
        ),
        rt.Column(
            "schema",
            pa.string(),
            lambda scope: scope.element.body.schema.name,
            nullable=True,
            per_row=False,
            doc="Name of the schema.",
        ),
        rt.Column(
            "partition_hash",
            pa.int32(),
            lambda scope: scope.element.body.partition_hash,
            nullable=True,
            per_row=False,
            path=("element", "body", "partition_hash"),
            doc="Hash of the partition key, as stored.",
        ),
    ),
    variants=rt.Variants(
        of=lambda scope: scope.element.body,
        cells=CELLS_OF_BODY,
        option="schema",
        among=lambda scope: scope.root.schemas,
        name=lambda scope: scope.element.name,
        each=lambda scope: scope.element.columns,
    ),
    list_paths=(("containers",), ("area", "records")),
)

CONTAINERS = rt.View(
    name="containers",
    doc="One row per container.",
    each=lambda scope: scope.root.containers,
    each_field="containers",
    by_number=("container",),
    columns=(
        rt.Column(
            "container",
            pa.int32(),
            lambda scope: scope.index,
            per_row=False,
            path=("index",),
            doc="Number of the container in the file, from 0.",
        ),
        rt.Column(
            "offset",
            pa.int64(),
            lambda scope: rt.start_of(scope.element),
            per_row=False,
            doc="Where it begins.",
        ),
        rt.Column(
            "num_bytes",
            pa.int32(),
            lambda scope: scope.element.num_bytes,
            per_row=False,
            is_member=True,
            path=("element", "num_bytes"),
            doc="Its size in bytes without this number.",
        ),
        rt.Column(
            "version",
            pa.int16(),
            lambda scope: scope.element.version,
            per_row=False,
            is_member=True,
            path=("element", "version"),
            doc="Version of the layout.",
        ),
        rt.Column(
            "container_time",
            pa.timestamp("us", tz="UTC"),
            lambda scope: scope.element.time,
            form=rt.Moment("ms"),
            per_row=False,
            is_member=True,
            path=("element", "time"),
            doc="When it was made.",
        ),
        rt.Column(
            "records",
            pa.int32(),
            lambda scope: sum(1 for one in scope.element.area.records or ()),
            per_row=False,
            doc="How many records it has.",
        ),
    ),
    each_path=("containers",),
)

VIEWS = (
    RECORDS,
    CONTAINERS,
)
"""All views, the default one first."""
