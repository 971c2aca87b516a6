"""Types in Arrow and Spark: the table of docs/types.md, and what follows from it.

Arrow keeps exact nullability; in Spark everything is nullable, as in its file sources.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from bytewright.arrow.logical import MICROSECONDS, Unit

if TYPE_CHECKING:
    from pyspark.sql.types import StructType

TIMESTAMP = pa.timestamp("us", tz="UTC")
UNSIGNED_LONG = pa.decimal128(20, 0)
"""What holds a u8: no signed type of Arrow or Spark does."""

_INTEGERS: tuple[pa.DataType, ...] = (pa.int8(), pa.int16(), pa.int32(), pa.int64(), UNSIGNED_LONG)


def integer_type(bits: int, *, signed: bool) -> pa.DataType:
    """The smallest type that holds every integer of that many bits.

    Unsigned ones need the next larger type; those of less than a byte are shorts, as in Spark a byte is signed.
    """
    if signed:
        return next(kind for width, kind in zip((8, 16, 32, 64), _INTEGERS, strict=False) if bits <= width)
    return next(kind for width, kind in zip((15, 31, 63, 64), _INTEGERS[1:], strict=True) if bits <= width)


def list_of(item: pa.DataType, *, nullable: bool = False) -> pa.DataType:
    """A list whose child is named ``element``, as Spark names it."""
    return pa.list_(pa.field("element", item, nullable=nullable))


def is_integer(kind: pa.DataType) -> bool:
    """Whether the type is one that the mapping gives integers."""
    return kind in _INTEGERS


def moments(counts: Any, unit: Unit) -> Any:
    """An array of counts of units since 1970-01-01 UTC as timestamps in microseconds; nanoseconds are rounded down.

    Raises:
        pa.ArrowInvalid: a moment is further away than a timestamp can say.
    """
    counts = counts.cast(pa.int64())
    if unit == "ns":
        whole = pc.divide(counts, 1000)
        low = pc.less(counts, pc.multiply(whole, 1000))  # Arrow's division rounds towards zero
        counts = pc.subtract(whole, low.cast(pa.int64()))
    else:
        counts = pc.multiply_checked(counts, MICROSECONDS[unit])
    return counts.cast(TIMESTAMP)


def wider(one: pa.DataType, other: pa.DataType) -> pa.DataType | None:
    """The smallest type that holds the values of both; None where only equal types go together.

    Integers widen among themselves, as elements of lists too; nothing else does.
    """
    if one.equals(other):
        return one
    if is_integer(one) and is_integer(other):
        return max(one, other, key=_INTEGERS.index)
    if pa.types.is_list(one) and pa.types.is_list(other) and one.value_field.nullable == other.value_field.nullable:
        item = wider(one.value_type, other.value_type)
        return None if item is None else list_of(item, nullable=one.value_field.nullable)
    return None


def innermost(kind: pa.DataType) -> pa.DataType:
    """The type of what lists hold in the end; of what is no list, its own."""
    while pa.types.is_list(kind):
        kind = kind.value_type
    return kind


def with_innermost(kind: pa.DataType, item: pa.DataType) -> pa.DataType:
    """The type with another one in place of its `innermost`."""
    if not pa.types.is_list(kind):
        return item
    return list_of(with_innermost(kind.value_type, item), nullable=kind.value_field.nullable)


def row_width(kind: pa.DataType) -> int:
    """Bytes that a value takes at least in a record batch (its fixed part)."""
    if pa.types.is_struct(kind):
        return sum(row_width(field.type) for field in kind) + 1
    if pa.types.is_boolean(kind):
        return 1
    if pa.types.is_primitive(kind) or pa.types.is_decimal(kind):
        return kind.bit_width // 8
    return 5


def is_fixed(kind: pa.DataType) -> bool:
    """Whether every value of the type takes the same room."""
    if pa.types.is_struct(kind):
        return all(is_fixed(field.type) for field in kind)
    return bool(pa.types.is_primitive(kind) or pa.types.is_decimal(kind) or pa.types.is_boolean(kind))


# --- Spark -------------------------------------------------------------------------------------------------------

_SPARK_NAMES: dict[pa.DataType, str] = {
    pa.bool_(): "boolean",
    pa.int8(): "tinyint",
    pa.int16(): "smallint",
    pa.int32(): "int",
    pa.int64(): "bigint",
    pa.float32(): "float",
    pa.float64(): "double",
    pa.string(): "string",
    pa.large_string(): "string",
    pa.binary(): "binary",
    pa.large_binary(): "binary",
    pa.date32(): "date",
    pa.null(): "void",
}


def spark_type(kind: pa.DataType) -> str:
    """Spark's name of an Arrow type, as in DDL.

    Raises:
        TypeError: Spark has no such type.
    """
    if kind in _SPARK_NAMES:
        return _SPARK_NAMES[kind]
    if pa.types.is_timestamp(kind):
        return "timestamp" if kind.tz is not None else "timestamp_ntz"
    if pa.types.is_decimal(kind):
        return f"decimal({kind.precision},{kind.scale})"
    if pa.types.is_map(kind):
        return f"map<{spark_type(kind.key_type)},{spark_type(kind.item_type)}>"
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return f"array<{spark_type(kind.value_type)}>"
    if pa.types.is_fixed_size_binary(kind):
        return "binary"
    if pa.types.is_struct(kind):
        return "struct<" + ",".join(f"{_quoted(field.name)}:{spark_type(field.type)}" for field in kind) + ">"
    raise TypeError(f"Spark has no type for Arrow's {kind}")


def spark_schema(schema: pa.Schema) -> StructType:
    """A Spark schema with everything nullable, inside arrays, maps and structs too. Imports pyspark."""
    from pyspark.sql import types as spark

    simple: dict[str, spark.DataType] = {
        "boolean": spark.BooleanType(),
        "tinyint": spark.ByteType(),
        "smallint": spark.ShortType(),
        "int": spark.IntegerType(),
        "bigint": spark.LongType(),
        "float": spark.FloatType(),
        "double": spark.DoubleType(),
        "string": spark.StringType(),
        "binary": spark.BinaryType(),
        "date": spark.DateType(),
        "void": spark.NullType(),
        "timestamp": spark.TimestampType(),
        "timestamp_ntz": spark.TimestampNTZType(),
    }

    def convert(kind: pa.DataType) -> spark.DataType:
        if pa.types.is_struct(kind):
            return spark.StructType([spark.StructField(field.name, convert(field.type), True) for field in kind])
        if pa.types.is_map(kind):
            return spark.MapType(convert(kind.key_type), convert(kind.item_type), True)
        if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
            return spark.ArrayType(convert(kind.value_type), True)
        if pa.types.is_decimal(kind):
            return spark.DecimalType(kind.precision, kind.scale)
        return simple[spark_type(kind)]

    fields = [spark.StructField(field.name, convert(field.type), True, _metadata(field)) for field in schema]
    return spark.StructType(fields)


def from_spark(struct: StructType) -> pa.Schema:
    """The schema in which Spark hands over columns in Arrow, with the metadata of their fields. Imports pyspark."""
    from pyspark.sql.pandas.types import to_arrow_schema

    schema: pa.Schema = to_arrow_schema(struct, timezone="UTC")
    texts: list[dict[bytes | str, bytes | str]] = [
        {name: text for name, text in field.metadata.items() if isinstance(text, str)} for field in struct.fields
    ]
    return pa.schema([one.with_metadata(said) if said else one for one, said in zip(schema, texts, strict=True)])


def _metadata(field: pa.Field[Any]) -> dict[str, str] | None:
    """The metadata of a field as Spark has them."""
    return {name.decode(): text.decode() for name, text in (field.metadata or {}).items()} or None


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def nullable_throughout(kind: pa.DataType) -> pa.DataType:
    """The type with every member, element and value nullable (keys of maps can't be), and lists named as Spark does."""
    if pa.types.is_struct(kind):
        return pa.struct([pa.field(field.name, nullable_throughout(field.type)) for field in kind])
    if pa.types.is_map(kind):
        return pa.map_(nullable_throughout(kind.key_type), nullable_throughout(kind.item_type))
    if pa.types.is_list(kind):
        return list_of(nullable_throughout(kind.value_type), nullable=True)
    return kind
