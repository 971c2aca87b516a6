"""AresDB upsert batch: the views.

Generated from specs/aresdb/aresdb_upsert_batch.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

import pyarrow as pa

from bytewright.generated_api import views as rt

from .model import Type, UpdateMode

ROWS = rt.View(
    name="rows",
    default=True,
    doc="One row per row of the batch, one column per column id (or per column of the table).",
    rows=lambda scope: scope.root.num_rows,
    columns=(
        rt.Column(
            "batch",
            pa.int32(),
            lambda scope: 0,
            per_row=False,
            doc="Number of the batch, from 0.",
        ),
        rt.Column(
            "row",
            pa.int32(),
            lambda scope: scope.row,
            path=("row",),
            doc="Number of the row in its batch, from 0.",
        ),
        rt.Column(
            "arrival_time",
            pa.timestamp("us", tz="UTC"),
            lambda scope: scope.root.arrival_time,
            form=rt.Moment("s"),
            per_row=False,
            path=("root", "arrival_time"),
            doc="When the batch arrived.",
        ),
    ),
    pivot=rt.Pivot(
        each=lambda scope: scope.root.columns,
        key=lambda scope: scope.element.column_id,
        name=lambda scope: "c" + format(scope.element.column_id, "d"),
        vector=lambda scope: scope.element.data.values,
        case=lambda scope: rt.label_of(rt.named(Type, scope.element.data.type)),
        cases={
            "bool": pa.bool_(),
            "int8": pa.int8(),
            "uint8": pa.int16(),
            "int16": pa.int16(),
            "uint16": pa.int32(),
            "int32": pa.int32(),
            "uint32": pa.int64(),
            "float32": pa.float32(),
            "small_enum": pa.int16(),
            "big_enum": pa.int32(),
            "uuid": pa.string(),
            "geopoint": pa.struct(
                [pa.field("lat", pa.float32(), nullable=False), pa.field("lng", pa.float32(), nullable=False)]
            ),
            "geoshape": pa.list_(
                pa.field(
                    "element",
                    pa.list_(
                        pa.field(
                            "element",
                            pa.struct(
                                [
                                    pa.field("lat", pa.float32(), nullable=False),
                                    pa.field("lng", pa.float32(), nullable=False),
                                ]
                            ),
                        )
                    ),
                )
            ),
            "int64": pa.int64(),
            "bool[]": pa.list_(pa.field("element", pa.bool_())),
            "int8[]": pa.list_(pa.field("element", pa.int8())),
            "uint8[]": pa.list_(pa.field("element", pa.int16())),
            "int16[]": pa.list_(pa.field("element", pa.int16())),
            "uint16[]": pa.list_(pa.field("element", pa.int32())),
            "int32[]": pa.list_(pa.field("element", pa.int32())),
            "uint32[]": pa.list_(pa.field("element", pa.int64())),
            "float32[]": pa.list_(pa.field("element", pa.float32())),
            "small_enum[]": pa.list_(pa.field("element", pa.int16())),
            "big_enum[]": pa.list_(pa.field("element", pa.int32())),
            "uuid[]": pa.list_(pa.field("element", pa.string())),
            "geopoint[]": pa.list_(
                pa.field(
                    "element",
                    pa.struct(
                        [pa.field("lat", pa.float32(), nullable=False), pa.field("lng", pa.float32(), nullable=False)]
                    ),
                )
            ),
            "int64[]": pa.list_(pa.field("element", pa.int64())),
        },
        forms={
            "uuid": rt.Via("value", rt.Uuid()),
            "geoshape": rt.Via("shape", rt.Via("polygons", rt.Items(rt.Via("points")))),
            "bool[]": rt.Via("array", rt.Via("items")),
            "int8[]": rt.Via("array", rt.Via("items")),
            "uint8[]": rt.Via("array", rt.Via("items")),
            "int16[]": rt.Via("array", rt.Via("items")),
            "uint16[]": rt.Via("array", rt.Via("items")),
            "int32[]": rt.Via("array", rt.Via("items")),
            "uint32[]": rt.Via("array", rt.Via("items")),
            "float32[]": rt.Via("array", rt.Via("items")),
            "small_enum[]": rt.Via("array", rt.Via("items")),
            "big_enum[]": rt.Via("array", rt.Via("items")),
            "uuid[]": rt.Via("array", rt.Via("items", rt.Items(rt.Via("value", rt.Uuid())))),
            "geopoint[]": rt.Via("array", rt.Via("items")),
            "int64[]": rt.Via("array", rt.Via("items")),
        },
        schema="table",
        inverse=rt.PivotInverse(
            each=("columns",),
            vector=("data", "values"),
            keys="column_ids",
            kinds="types",
            prefix="c",
            natural=(
                "bool",
                "int8",
                "int16",
                "int32",
                "float32",
                "uuid",
                "geopoint",
                "geoshape",
                "int64",
                "bool[]",
                "int8[]",
                "int16[]",
                "int32[]",
                "float32[]",
                "uuid[]",
                "geopoint[]",
                "int64[]",
            ),
            beside=("reserved_1", "reserved_2", "types", "column_ids", "modes", "columns"),
        ),
        origin=lambda scope: (scope.element.data._parent._parent, "types", scope.element.data._parent.i),
        properties=(
            rt.Property(
                "type",
                lambda scope: rt.label_of(rt.named(Type, scope.element.type)),
                labels={
                    1: "bool",
                    65544: "int8",
                    131080: "uint8",
                    196624: "int16",
                    262160: "uint16",
                    327712: "int32",
                    393248: "uint32",
                    458784: "float32",
                    524296: "small_enum",
                    589840: "big_enum",
                    655488: "uuid",
                    720960: "geopoint",
                    786432: "geoshape",
                    852032: "int64",
                    16777217: "bool[]",
                    16842760: "int8[]",
                    16908296: "uint8[]",
                    16973840: "int16[]",
                    17039376: "uint16[]",
                    17104928: "int32[]",
                    17170464: "uint32[]",
                    17236000: "float32[]",
                    17301512: "small_enum[]",
                    17367056: "big_enum[]",
                    17432704: "uuid[]",
                    17498176: "geopoint[]",
                    17629248: "int64[]",
                },
                option="type",
                is_case=True,
                stored=rt.Stored("types", ()),
                doc="What the values are stored as.",
            ),
            rt.Property(
                "update",
                lambda scope: rt.label_of(rt.named(UpdateMode, scope.element.mode.update_mode)),
                labels={0: "overwrite_not_null", 1: "overwrite", 2: "add", 3: "min", 4: "max"},
                option="update",
                is_mode=True,
                stored=rt.Stored("modes", ("update_mode",)),
                default="overwrite_not_null",
                doc="How they combine with those already in the table.",
            ),
        ),
    ),
    rows_path=("num_rows",),
)

COLUMNS = rt.View(
    name="columns",
    doc="One row per column of the batch.",
    each=lambda scope: scope.root.columns,
    each_field="columns",
    by_number=("position",),
    columns=(
        rt.Column(
            "batch",
            pa.int32(),
            lambda scope: 0,
            per_row=False,
            doc="Number of the batch, from 0.",
        ),
        rt.Column(
            "position",
            pa.int32(),
            lambda scope: scope.index,
            per_row=False,
            path=("index",),
            doc="Place of the column in the batch, from 0.",
        ),
        rt.Column(
            "column_id",
            pa.int32(),
            lambda scope: scope.element.column_id,
            per_row=False,
            doc="Logical id of the column in its table.",
        ),
        rt.Column(
            "type",
            pa.string(),
            lambda scope: scope.element.type,
            form=rt.Enumerated(
                {
                    1: "bool",
                    65544: "int8",
                    131080: "uint8",
                    196624: "int16",
                    262160: "uint16",
                    327712: "int32",
                    393248: "uint32",
                    458784: "float32",
                    524296: "small_enum",
                    589840: "big_enum",
                    655488: "uuid",
                    720960: "geopoint",
                    786432: "geoshape",
                    852032: "int64",
                    16777217: "bool[]",
                    16842760: "int8[]",
                    16908296: "uint8[]",
                    16973840: "int16[]",
                    17039376: "uint16[]",
                    17104928: "int32[]",
                    17170464: "uint32[]",
                    17236000: "float32[]",
                    17301512: "small_enum[]",
                    17367056: "big_enum[]",
                    17432704: "uuid[]",
                    17498176: "geopoint[]",
                    17629248: "int64[]",
                },
                pa.int64(),
            ),
            per_row=False,
            doc="Type of the values.",
        ),
        rt.Column(
            "data_mode",
            pa.string(),
            lambda scope: scope.element.mode.data_mode,
            form=rt.Enumerated({0: "all_null", 1: "all_valid", 2: "null_vector"}, pa.int64()),
            per_row=False,
            doc="Which values are stored.",
        ),
        rt.Column(
            "update_mode",
            pa.string(),
            lambda scope: scope.element.mode.update_mode,
            form=rt.Enumerated({0: "overwrite_not_null", 1: "overwrite", 2: "add", 3: "min", 4: "max"}, pa.int64()),
            per_row=False,
            doc="How values combine with those already in the table.",
        ),
        rt.Column(
            "num_rows",
            pa.int32(),
            lambda scope: scope.root.num_rows,
            per_row=False,
            path=("root", "num_rows"),
            doc="Number of rows of the batch.",
        ),
    ),
    each_path=("columns",),
)

VIEWS = (
    ROWS,
    COLUMNS,
)
"""All views, the default one first."""
