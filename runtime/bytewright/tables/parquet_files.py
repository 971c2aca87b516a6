"""Rows in Parquet: what is said of columns crosses between Arrow, which keeps metadata of fields in the file's schema,
and Spark, which keeps them under a key of its own."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pyarrow as pa

from bytewright.arrow.normalize import received_table
from bytewright.errors import InputMissingError
from bytewright.schema.properties import PREFIX

SPARK_KEY = b"org.apache.spark.sql.parquet.row.metadata"
"""Where Spark keeps a schema, in JSON, and looks for it."""
_ARROW_KEY = b"ARROW:schema"


@contextmanager
def opened(path: Any) -> Iterator[Any]:
    """A Parquet file (`pyarrow.parquet.ParquetFile`), which is closed when the block ends.

    Raises:
        InputMissingError: there is none, it is something else, or it can't be read.
    """
    import pyarrow.parquet as pq

    with _reading(path):
        file = pq.ParquetFile(path)
    try:
        yield file
    finally:
        with _reading(path):
            file.close()


@contextmanager
def _reading(path: Any) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise InputMissingError("no such file or directory", path=path) from None
    except (OSError, pa.ArrowException) as error:
        why = f"not Parquet: {str(error).splitlines()[0]}"
        if isinstance(error, OSError) and error.errno:
            why = f"can't be read: {os.strerror(error.errno).lower()}"
        raise InputMissingError(why, path=path) from None


def batches_of(file: Any, path: Any) -> Iterator[pa.RecordBatch]:
    """The rows of a Parquet file that is open.

    Raises:
        InputMissingError: they can't be read.
    """
    with _reading(path):
        yield from file.iter_batches()


def schema_of(file: Any) -> pa.Schema:
    """The columns of a Parquet file, with what Arrow or Spark has noted of them."""
    schema: pa.Schema = file.schema_arrow
    noted: Mapping[bytes, bytes] = file.metadata.metadata or {}
    if _ARROW_KEY in noted or SPARK_KEY not in noted:
        return schema
    try:
        fields = {one["name"]: one.get("metadata") or {} for one in json.loads(noted[SPARK_KEY])["fields"]}
    except (ValueError, KeyError, TypeError, AttributeError):
        return schema  # whoever wrote it meant something else
    return pa.schema([described(field, fields.get(field.name, {})) for field in schema])


def described(field: pa.Field[Any], metadata: Mapping[str, Any]) -> pa.Field[Any]:
    """A field with those of some metadata that are ours."""
    known: dict[bytes | str, bytes | str] = dict((field.metadata or {}).items())
    ours = {name: value for name, value in metadata.items() if name.startswith(PREFIX) and isinstance(value, str)}
    known.update(ours)
    return field.with_metadata(known) if ours else field


def read(path: Any) -> pa.Table:
    """All rows of a Parquet file.

    Raises:
        InputMissingError: there is none, or it is damaged.
        WriteError: a value can't be taken.
    """
    with opened(path) as file:
        with _reading(path):
            table: pa.Table = file.read()
        schema = schema_of(file)
    return received_table(pa.Table.from_arrays(table.columns, schema=schema))


def write(batches: Iterable[pa.RecordBatch], schema: pa.Schema, path: Any, **settings: Any) -> None:
    """Write rows to a Parquet file that tells Arrow and Spark what is said of its columns.

    Args:
        batches: the rows.
        schema: their columns.
        path: the file: a path or a file object.
        settings: of ``pyarrow.parquet.ParquetWriter``.
    """
    import pyarrow.parquet as pq

    with pq.ParquetWriter(path, schema, **settings) as writer:
        writer.add_key_value_metadata(noted(schema))
        for batch in batches:
            writer.write_batch(batch)


def noted(schema: pa.Schema) -> dict[str, str]:
    """What a file has to say for Spark to know what is said of columns; nothing, where nothing is."""
    if not any(name.startswith(PREFIX.encode()) for field in schema for name in field.metadata or {}):
        return {}
    try:
        return {SPARK_KEY.decode(): json.dumps(_struct(schema))}
    except TypeError:
        return {}  # Spark takes the columns as it finds them


_SIMPLE: Mapping[pa.DataType, str] = {
    pa.bool_(): "boolean",
    pa.int8(): "byte",
    pa.int16(): "short",
    pa.int32(): "integer",
    pa.int64(): "long",
    pa.float32(): "float",
    pa.float64(): "double",
    pa.string(): "string",
    pa.large_string(): "string",
    pa.binary(): "binary",
    pa.large_binary(): "binary",
    pa.date32(): "date",
}


def _struct(fields: Iterable[pa.Field[Any]]) -> dict[str, Any]:
    """Columns as Spark's schema in JSON.

    Raises:
        TypeError: Spark has no such type.
    """
    found = []
    for field in fields:
        metadata = {name.decode(): text.decode() for name, text in (field.metadata or {}).items()}
        ours = {name: text for name, text in metadata.items() if name.startswith(PREFIX)}
        found.append({"name": field.name, "type": _kind(field.type), "nullable": True, "metadata": ours})
    return {"type": "struct", "fields": found}


def _kind(kind: Any) -> str | dict[str, Any]:
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    if pa.types.is_timestamp(kind):
        return "timestamp" if kind.tz is not None else "timestamp_ntz"
    if pa.types.is_decimal(kind):
        return f"decimal({kind.precision},{kind.scale})"
    if pa.types.is_fixed_size_binary(kind):
        return "binary"
    if pa.types.is_map(kind):
        items = {"keyType": _kind(kind.key_type), "valueType": _kind(kind.item_type), "valueContainsNull": True}
        return {"type": "map", **items}
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return {"type": "array", "elementType": _kind(kind.value_type), "containsNull": True}
    if pa.types.is_struct(kind):
        return _struct(kind)
    raise TypeError(f"Spark has no type for Arrow's {kind}")
