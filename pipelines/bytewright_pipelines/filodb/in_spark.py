"""Samples of time series from FiloDB's containers: one row per sample, whatever its schema.

Containers are read by the format ``filodb_container``; here is what their records mean: which columns are the key of a
series and which its values, and what a histogram says of each of its buckets.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import pyarrow as pa

from bytewright.arrow.types import spark_schema
from bytewright.codec import settings
from bytewright.errors import OptionError
from bytewright.spark.cell_values import Reader
from bytewright.spark.functions import from_bytes
from bytewright_formats.filodb_container import CODEC
from bytewright_pipelines.filodb.hashes import Hashes
from bytewright_pipelines.filodb.records import contained

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

STATED = ("container", "record", "container_time", "schema_id", "schema", "partition_hash")
"""Columns that every record has, whatever its schema."""

METRIC, LABELS, TIMESTAMP = "_metric_", "tags", "timestamp"
"""Columns of FiloDB's own schemas that are the key of a series, and when its samples are taken."""


def samples(
    spark: SparkSession,
    paths: Sequence[str],
    options: Mapping[str, str] | None = None,
    *,
    verify_hash: bool = False,
    explode_histograms: bool = False,
) -> DataFrame:
    """The samples in files of containers.

    Args:
        spark: the session that reads.
        paths: files, directories or globs.
        options: options of the read, such as ``schemas`` and ``schema``. Without ``schema`` the columns are those of
            the schemas in the first file, or, with ``mergeSchema``, in all.
        verify_hash: whether there is a column ``hash_variant``: how the stored partition hash was made of the key
            (``bulk``, ``pairs`` or ``single``), null where it is none of the key's.
        explode_histograms: whether each bucket of a histogram is a row: in place of the histogram ``bucket``, its
            number, ``le``, its top, and ``cumulative``, how many samples are in it and those before. A sample without a
            histogram stays one row, with nulls there.

    Returns:
        ``metric``, ``labels``, ``timestamp``, ``schema``, then the values, each under its own name.

    Raises:
        BytewrightError: there is nothing to read, or the records have no metric, labels or timestamp.
    """
    table = spark.read.format(CODEC.name).options(**dict(options or {})).load(list(paths))
    return samples_of(table, options, verify_hash=verify_hash, explode_histograms=explode_histograms)


def samples_of_values(
    values: DataFrame,
    options: Mapping[str, Any] | None = None,
    *,
    column: str = "value",
    keep: Sequence[str] = (),
    verify_hash: bool = False,
    explode_histograms: bool = False,
) -> DataFrame:
    """The samples in containers that are values of a column, as Kafka has them: of a table, or of a stream.

    Args:
        values: the table, or the stream.
        options: options of the read, as of `bytewright.spark.functions.from_bytes`: ``schemas``, ``schema``, ``mode``,
            ``skipBytes`` …
        column: the column of containers, binary.
        keep: names of columns of the table that each sample has as well, before its own.
        verify_hash: see `samples`.
        explode_histograms: see `samples`.

    Raises:
        BytewrightError: an option is wrong, the records have no metric, labels or timestamp, or a column is called like
            one of theirs.
    """
    from pyspark.sql import functions as f

    read = values.select(*keep, f.inline(from_bytes(column, CODEC.name, options)))
    return samples_of(read, options, keep=keep, verify_hash=verify_hash, explode_histograms=explode_histograms)


def samples_of(
    records: DataFrame,
    options: Mapping[str, Any] | None = None,
    *,
    keep: Sequence[str] = (),
    verify_hash: bool = False,
    explode_histograms: bool = False,
) -> DataFrame:
    """The samples of records that have been read, from files or from values of a column; see `samples`.

    Args:
        records: rows of the view ``records``.
        options: the options by which they were read.
        keep: names of columns beside those of the view, which each sample has as well, before its own.
        verify_hash: see `samples`.
        explode_histograms: see `samples`.

    Raises:
        BytewrightError: they have no metric, labels or timestamp.
    """
    from pyspark.sql import functions as f
    from pyspark.sql.types import MapType, StructType

    lacking = [name for name in (METRIC, LABELS, TIMESTAMP, "schema") if name not in records.columns]
    if lacking:
        raise OptionError(
            f"there is no column {lacking[0]}", hint="Samples are of schemas with a metric, labels and a time."
        )
    names = [name.lower() for name in records.columns]
    twice = next((name for name in keep if names.count(name.lower()) > 1 or name.lower() in ("metric", "labels")), None)
    if twice is not None:
        raise OptionError(f"the column {twice} that is kept", expected="a name that samples don't have", found=twice)
    key = [
        *map(f.col, keep),
        f.col(METRIC).alias("metric"),
        f.col(LABELS).alias("labels"),
        f.col(TIMESTAMP),
        f.col("schema"),
    ]
    if verify_hash:
        whole = f.struct(*(f.col(name) for name in records.columns if name not in ("container", "record", *keep)))
        key.append(_variant(options or {})(whole).alias("hash_variant"))
    left = (*STATED, METRIC, LABELS, TIMESTAMP, *keep)
    values = [field for field in records.schema if field.name not in left and not isinstance(field.dataType, MapType)]
    histograms = [field.name for field in values if isinstance(field.dataType, StructType)]
    if not explode_histograms or not histograms:
        return records.select(*key, *(f.col(field.name) for field in values))
    if len(histograms) > 1:
        raise OptionError(f"there are several histograms: {', '.join(histograms)}", hint="Choose one schema.")
    (name,) = histograms
    buckets = f.arrays_zip(f.col(f"{name}.bucket_tops").alias("le"), f.col(f"{name}.values").alias("cumulative"))
    plain = [f.col(field.name) for field in values if field.name != name]
    exploded = records.select(*key, *plain, f.posexplode_outer(buckets).alias("bucket", "_each"))
    return exploded.select("*", f.col("_each.le"), f.col("_each.cumulative")).drop("_each")


def partition_keys(column: Column | str, options: Mapping[str, str] | None = None) -> Column:
    """Partition keys as FiloDB stores them in its tables and indexes, a record on its own in each value of a column.

    Args:
        column: the keys, binary; nulls stay.
        options: as of `from_bytes`. ``schemas`` are those of the samples that the keys belong to, whose numbers they
            have.

    Returns:
        An array of one struct for each: ``schema``, ``partition_hash`` and the columns of the key.

    Raises:
        BytewrightError: an option is wrong, or the schemas have no partition keys.
    """
    from pyspark.sql import functions as f
    from pyspark.sql.types import ArrayType

    given = {name: str(value) for name, value in (options or {}).items()}
    schemas = settings.parse(CODEC, given).values["schemas"]
    if not all(schema.has_id for schema in schemas):
        raise OptionError("the schemas are of records without a partition key")
    text = json.dumps({"schemas": [_of_columns(schema, schema.partition_start) for schema in schemas]})
    names = dict.fromkeys(column.name for schema in schemas for column in schema.columns[schema.partition_start :])
    shown = ("schema", "partition_hash", *names)
    reader = Reader(CODEC, None, {**given, "schemas": "of keys"}, {"schemas": text}, shown)

    def keys(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            yield reader(pa.array([None if one is None else contained(one) for one in batch.to_pylist()], pa.binary()))

    kind: Any = pa.Array
    keys.__annotations__ = {"batches": Iterator[kind], "return": Iterator[kind]}
    made = f.arrow_udf(keys, ArrayType(spark_schema(reader.schema)))  # type: ignore[attr-defined]
    return cast("Column", made(column))


def _of_columns(schema: Any, start: int = 0) -> dict[str, Any]:
    """A schema, from one of its columns on, as a file of schemas has it."""
    fields = [
        {"name": one.name, "type": one.type.label} | ({"br_schema": _of_columns(one.inner)} if one.inner else {})
        for one in schema.columns[start:]
    ]
    stated: dict[str, Any] = {"name": schema.name, "fields": fields, "predefined_keys": list(schema.predefined_keys)}
    if schema.has_id:
        stated |= {"schema_id": schema.id, "partition_key_start": schema.partition_start - start}
    return stated


def _variant(options: Mapping[str, Any]) -> Any:
    """A function over records that says how their partition hashes were made."""
    from pyspark.sql import functions as f

    known = {option.id for option in CODEC.options}
    given = {name: str(value) for name, value in options.items() if name in known}
    texts = settings.parse(CODEC, given).texts

    def variants(batches: Iterator[Any]) -> Iterator[Any]:
        hashes = Hashes(given, texts)
        for batch in batches:
            yield hashes.variants(batch)

    kind: Any = pa.Array
    variants.__annotations__ = {"batches": Iterator[kind], "return": Iterator[kind]}
    return f.arrow_udf(variants, "string")  # type: ignore[attr-defined]
