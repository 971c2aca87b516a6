"""Rows of a table whose columns are not in the file."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated

from construct import (
    Array,
    Computed,
    Construct,
    Float64l,
    GreedyRange,
    Int8ul,
    Int16ul,
    Int32sl,
    PascalString,
    Prefixed,
    Struct,
    Switch,
    len_,
    this,
)

from bytewright.construct import Keyed, Record, Within, at, choose, count_before, find, parametric


class Kind(IntEnum):
    INT = 0
    DOUBLE = 1
    TEXT = 2
    ROW = 3


@dataclass
class Column(Record):
    """A column."""

    name: str
    kind: Kind
    inner: "Schema | None"


@dataclass
class Schema(Record):
    """How rows are laid out."""

    name: str
    id: Annotated[int, "s4"]
    columns: list[Column]


@parametric
def field(column: Column) -> Construct:
    """A value, or where it lies."""
    return Keyed(
        Struct(
            "value"
            / Switch(
                column.kind,
                {Kind.INT: Int32sl, Kind.DOUBLE: Float64l, Kind.TEXT: text_ref, Kind.ROW: row_ref(column.inner)},
            ),
        ),
        show={"value": "value"},
    )


text_ref = Struct("offset" / Int16ul, "text" / Within(this.offset, PascalString(Int16ul, "utf8")))


@parametric
def row_ref(inner: Schema) -> Construct:
    return Struct("offset" / Int16ul, "row" / Within(this.offset, Prefixed(Int16ul, body(inner))))


@parametric
def body(schema: Schema) -> Construct:
    """The fields of a row."""
    return Struct("fields" / Array(len_(schema.columns), field(at(schema.columns, this._index))))


def table(schemas: list[Schema]) -> Construct:
    row = Struct(
        "schema_id" / Int8ul,
        "schema_at" / Keyed(Computed(find(schemas, lambda schema: schema.id, this.schema_id)), valid={"min": 0}),
        "schema" / Computed(at(schemas, this.schema_at)),
        "body" / Prefixed(Int16ul, body(this.schema)),
        "num_texts"
        / Computed(count_before(this.schema.columns, len_(this.schema.columns), lambda one: one.kind == Kind.TEXT)),
        "label" / Computed(choose(this.schema_at == 0, "first", this.schema.name)),
    )
    return Struct("rows" / GreedyRange(row))
