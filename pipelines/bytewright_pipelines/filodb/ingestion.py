"""Containers that arrive in a stream, as Kafka's values: samples, each once, by the shard that FiloDB has them in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from bytewright.compute.digests import xxh32
from bytewright.errors import OptionError
from bytewright.spark.functions import from_bytes
from bytewright_formats.filodb_container import CODEC
from bytewright_formats.filodb_container.filodb_schemas import SEED, START, combined
from bytewright_pipelines.filodb.in_spark import LABELS, METRIC, TIMESTAMP, samples_of

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

SHARD_KEY_COLUMNS = ("_ws_", "_ns_", METRIC)
"""What FiloDB's standard configuration makes shards of: two labels, and the metric."""
IGNORED_SUFFIXES = ("_bucket", "_count", "_sum")
"""What it leaves out at the end of metrics, so that all series of a histogram lie in one shard."""


def ingest(
    values: DataFrame,
    options: Mapping[str, Any] | None = None,
    *,
    shards: int,
    spread: int = 0,
    watermark: str = "10 minutes",
    shard_key_columns: Sequence[str] = SHARD_KEY_COLUMNS,
    ignored_suffixes: Sequence[str] = IGNORED_SUFFIXES,
    column: str = "value",
    keep: Sequence[str] = (),
    explode_histograms: bool = False,
) -> DataFrame:
    """The samples in containers that are values of a column, of a stream or a table: each once, with its shard.

    Samples of one series with one timestamp are the same sample, of which the first that comes counts; a series is a
    schema with a partition key as it is stored. Those that come later than the watermark allows are left out. A record
    that is bad costs itself, and what its container says of it alone.

    Args:
        values: the stream, or the table.
        options: as of `samples_of_values`. ``mode`` is ``DROPMALFORMED`` unless it is said to be ``FAILFAST``.
        shards: how many shards there are: a power of two.
        spread: over how many of these, as a power of two, the series of one shard key are spread by their partition
            hashes.
        watermark: how late samples may come after the latest, as of Spark's ``withWatermark``.
        shard_key_columns: of what shards are made: labels, and ``_metric_``.
        ignored_suffixes: what is left out at the end of metrics for that.
        column: the column of containers, binary.
        keep: names of columns that each sample has as well.
        explode_histograms: see `samples`.

    Returns:
        ``shard``, then what `samples_of_values` gives, so that samples of a shard lie in one partition.

    Raises:
        BytewrightError: an option is wrong, or the records have no metric, labels or timestamp.
    """
    from pyspark.sql import functions as f

    given = {name: value for name, value in (options or {}).items() if name.lower() != "mode"}
    mode = next((str(value) for name, value in (options or {}).items() if name.lower() == "mode"), "DROPMALFORMED")
    if mode.upper() not in ("DROPMALFORMED", "FAILFAST"):
        raise OptionError("mode", expected="DROPMALFORMED or FAILFAST", found=mode)
    read = values.select(*keep, f.inline(from_bytes(column, CODEC.name, {**given, "mode": mode})))
    shard = shard_of(
        f.col(METRIC),
        f.col(LABELS),
        f.col("partition_hash"),
        shards=shards,
        spread=spread,
        shard_key_columns=shard_key_columns,
        ignored_suffixes=ignored_suffixes,
    )
    named = read.withColumn("shard", shard).withColumn("_series", f.map_entries(LABELS))
    late = named.withWatermark(TIMESTAMP, watermark)
    once = late.dropDuplicates(["schema_id", METRIC, "_series", TIMESTAMP]).drop("_series")
    samples = samples_of(once, given, keep=["shard", *keep], explode_histograms=explode_histograms)
    return samples.repartition(shards, "shard")


def shard_of(
    metric: Column,
    labels: Column,
    partition_hash: Column,
    *,
    shards: int,
    spread: int = 0,
    shard_key_columns: Sequence[str] = SHARD_KEY_COLUMNS,
    ignored_suffixes: Sequence[str] = IGNORED_SUFFIXES,
) -> Column:
    """The number of the shard of a series: the lower bits are the shard key's, the upper ones the partition hash's.

    Args:
        metric: the metrics.
        labels: maps of labels.
        partition_hash: the hashes that records hold.
        shards: see `ingest`, as for all others.
        spread: likewise.
        shard_key_columns: likewise.
        ignored_suffixes: likewise.

    Raises:
        OptionError: the number of shards is no power of two, or the spread is larger.
    """
    from pyspark.sql import functions as f

    if shards < 1 or shards & (shards - 1):
        raise OptionError("shards", expected="a power of two", found=str(shards))
    if not 0 <= spread < shards.bit_length():
        raise OptionError("spread", expected=f"0 to {shards.bit_length() - 1}", found=str(spread))
    suffixes = "|".join(f"\\Q{suffix}\\E" for suffix in ignored_suffixes)
    whole = f.regexp_replace(metric, f"({suffixes})$", "") if suffixes else metric
    parts = [labels[name] for name in sorted(shard_key_columns) if name != METRIC]
    parts += [whole] if METRIC in shard_key_columns else []

    def hashes(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            yield pa.array(_sums(batch.flatten(), len(batch)), pa.int32())

    kind: Any = pa.Array
    hashes.__annotations__ = {"batches": Iterator[kind], "return": Iterator[kind]}
    named = f.struct(*(part.alias(f"part{number}") for number, part in enumerate(parts)))
    of_key: Column = f.arrow_udf(hashes, "int")(named)  # type: ignore[attr-defined]
    lower = (shards >> spread) - 1
    return of_key.bitwiseAND(lower).bitwiseOR(partition_hash.bitwiseAND(shards - 1 - lower))


def shard_key_hash(values: Sequence[str], metric: str | None = None) -> int:
    """FiloDB's hash of a shard key.

    Args:
        values: of its labels, sorted by their names.
        metric: the metric, without what is ignored of it; None: it is no part of the key.
    """
    parts = [*values] if metric is None else [*values, metric]
    return int(_sums([pa.array([part], pa.string()) for part in parts], 1)[0])


def _sums(parts: Sequence[Any], size: int) -> Any:
    """Sums of the hashes of texts, of which some may be absent, as signed integers of 32 bits."""
    total = np.full(size, START, np.int64)
    for part in parts:
        there = part.is_valid().to_numpy(zero_copy_only=False)
        texts = part.cast(pa.string()).fill_null("")
        total = np.where(there, combined(total, xxh32(texts, SEED)), total)
    return total.astype(np.uint32).view(np.int32)
