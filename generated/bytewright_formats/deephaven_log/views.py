"""Deephaven intraday binary log: the views.

Generated from specs/deephaven/deephaven_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

import pyarrow as pa

from bytewright.generated_api import views as rt

from .model import ColumnType, Storage

ROWS = rt.View(
    name="rows",
    default=True,
    doc="One row per row record, also those of sets that were aborted or never finished; one column per column definition, constants included.",
    each=lambda scope: scope.root.records,
    each_field="records",
    where=lambda scope: scope.element.body.is_row,
    columns=(),
    cells=rt.Cells(
        each=lambda scope: scope.root.columns,
        name=lambda scope: scope.element.name,
        cell=lambda scope: scope.element.body.cells[scope.column].cell,
        case=lambda scope: rt.label_of(rt.named(Storage, scope.root.columns[scope.column].storage)),
        cases={
            "boolean": pa.bool_(),
            "byte": pa.int8(),
            "char": pa.string(),
            "short": pa.int16(),
            "int": pa.int32(),
            "long": pa.int64(),
            "float": pa.float32(),
            "double": pa.float64(),
            "blob": pa.binary(),
            "utf8_string": pa.string(),
            "enum": pa.string(),
            "latin1_string": pa.string(),
        },
        forms={
            "boolean": rt.Via("value", rt.Truth()),
            "char": rt.Via("value", rt.Utf16Unit()),
            "blob": rt.Via("value"),
            "utf8_string": rt.Via("value"),
            "enum": rt.Via("number_item", rt.Via("value", rt.Via("value"))),
            "latin1_string": rt.Via("value"),
        },
        nullable=True,
        constant=lambda scope: rt.member_of(scope.element.constant, "cell"),
        constants={
            "boolean": rt.Via("value", rt.Null(-128, rt.Truth())),
            "byte": rt.Via("value", rt.Null(-128)),
            "char": rt.Via("value", rt.Null(rt.OptionValue("charNull"), rt.Utf16Unit())),
            "short": rt.Via("value", rt.Null(-32768)),
            "int": rt.Via("value", rt.Null(-0x80000000)),
            "long": rt.Via("value", rt.Null(-0x8000000000000000)),
            "float": rt.Via("value", rt.Null(-3.4028234663852886e38)),
            "double": rt.Via("value", rt.Null(-1.7976931348623157e308)),
            "blob": rt.Via("value"),
            "utf8_string": rt.Via("value"),
            "enum": rt.Via("number_item", rt.Via("value", rt.Via("value"))),
            "latin1_string": rt.Via("value"),
        },
        times="time",
        new=rt.NewHeader(
            root='{"header": {"records": [{"type": "column_definitions", "body": {"columns": "*"}}]}}',
            name="name",
            types={
                "bool": '{"type": "Boolean"}',
                "int8": '{"type": "Byte"}',
                "int16": '{"type": "Short"}',
                "int32": '{"type": "Int"}',
                "int64": '{"type": "Long"}',
                "float": '{"type": "Float"}',
                "double": '{"type": "Double"}',
                "binary": '{"type": "Blob"}',
                "string": '{"type": "EnhancedString", "metadata": {"encoding": "*encoding"}}',
            },
            by="type",
            said={
                "EnhancedString": '{"type": "EnhancedString", "metadata": {"encoding": "*encoding"}}',
                "Enum": '{"type": "Enum", "metadata": {"encoding": "*encoding", "symbols": "*symbols"}}',
                "_": '{"type": "*type"}',
            },
        ),
        inverse=rt.CellsInverse(each=("body", "cells"), cell=("cell",)),
        properties=(
            rt.Property(
                "type",
                lambda scope: rt.label_of(rt.named(ColumnType, scope.element.type)),
                labels={
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
                option="type",
                stored=rt.Stored("", ("type",)),
                doc="Type of its values.",
            ),
            rt.Property(
                "encoding",
                lambda scope: scope.element.encoding,
                option="encoding",
                doc="Encoding of its strings.",
            ),
            rt.Property(
                "symbols",
                lambda scope: scope.element.symbols,
                option="symbols",
                type=pa.list_(pa.field("element", pa.string())),
                form=rt.Items(rt.Via("value", rt.Via("value"))),
                doc="Strings that the values of an Enum stand for.",
            ),
        ),
    ),
    each_path=("records",),
)

RECORDS = rt.View(
    name="records",
    doc="One row per record of the log.",
    each=lambda scope: scope.root.records,
    each_field="records",
    columns=(
        rt.Column(
            "offset",
            pa.int64(),
            lambda scope: rt.start_of(scope.element),
            per_row=False,
            doc="Where the record begins in the file.",
        ),
        rt.Column(
            "kind",
            pa.string(),
            lambda scope: (
                "row"
                if scope.element.body.is_row
                else "command"
                if rt.member_of(scope.element.body.other, "type") == 20000
                else "other"
            ),
            per_row=False,
            doc="What the record is: row, command or other.",
        ),
        rt.Column(
            "flags",
            pa.int16(),
            lambda scope: scope.element.body.flags,
            per_row=False,
            path=("element", "body", "flags"),
            doc="Bits 0 and 1: whether it starts and ends a set of records; bit 2: whether it is no row.",
        ),
        rt.Column(
            "start_of_set",
            pa.bool_(),
            lambda scope: scope.element.body.flags & 1 != 0,
            per_row=False,
            doc="Whether it starts a set of records.",
        ),
        rt.Column(
            "end_of_set",
            pa.bool_(),
            lambda scope: scope.element.body.flags & 2 != 0,
            per_row=False,
            doc="Whether it ends a set of records.",
        ),
        rt.Column(
            "type",
            pa.int32(),
            lambda scope: rt.member_of(scope.element.body.other, "type"),
            nullable=True,
            per_row=False,
            path=("element", "body", "other", "type"),
            doc="Type of a record that is no row.",
        ),
        rt.Column(
            "version",
            pa.int32(),
            lambda scope: rt.member_of(scope.element.body.other, "version"),
            nullable=True,
            per_row=False,
            path=("element", "body", "other", "version"),
            doc="Version of that type.",
        ),
        rt.Column(
            "command",
            pa.int32(),
            lambda scope: rt.member_of(scope.element.body.other, "command"),
            nullable=True,
            per_row=False,
            path=("element", "body", "other", "command"),
            doc="Id of a command.",
        ),
        rt.Column(
            "data",
            pa.binary(),
            lambda scope: rt.member_of(scope.element.body.other, "data"),
            nullable=True,
            per_row=False,
            path=("element", "body", "other", "data"),
            doc="What follows, without the digest.",
        ),
    ),
    each_path=("records",),
)

COLUMNS = rt.View(
    name="columns",
    doc="One row per column definition.",
    each=lambda scope: scope.root.columns,
    each_field="columns",
    of_header=True,
    columns=(
        rt.Column(
            "position",
            pa.int32(),
            lambda scope: scope.index,
            per_row=False,
            path=("index",),
            doc="Place of the column, from 0.",
        ),
        rt.Column(
            "name",
            pa.string(),
            lambda scope: scope.element.name,
            per_row=False,
            is_member=True,
            path=("element", "name"),
            doc="Name of the column.",
        ),
        rt.Column(
            "type",
            pa.string(),
            lambda scope: scope.element.type,
            form=rt.Enumerated(
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
                pa.int64(),
            ),
            per_row=False,
            is_member=True,
            path=("element", "type"),
            doc="Type of its values.",
        ),
        rt.Column(
            "constant",
            pa.bool_(),
            lambda scope: scope.element.is_constant,
            per_row=False,
            doc="Whether its value is in the header.",
        ),
        rt.Column(
            "encoding",
            pa.string(),
            lambda scope: scope.element.encoding,
            nullable=True,
            per_row=False,
            doc="Encoding of its strings.",
        ),
        rt.Column(
            "enum_values",
            pa.list_(pa.field("element", pa.string())),
            lambda scope: scope.element.symbols,
            nullable=True,
            form=rt.Items(rt.Via("value", rt.Via("value"))),
            per_row=False,
            doc="Strings that the values of an Enum stand for.",
        ),
    ),
)

VIEWS = (
    ROWS,
    RECORDS,
    COLUMNS,
)
"""All views, the default one first."""
