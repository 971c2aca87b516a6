"""Containers in a stream: each sample once, with its shard, whatever is bad beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bytewright.errors import OptionError
from bytewright_pipelines.filodb import RecordBuilder, RecordSchema, RecordView, ingest, partition_hash, shard_key_hash

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

GAUGE = RecordSchema.all()["gauge"]
MINUTE = 60_000
NOW = 1_700_000_000_000
Sample = tuple[str, dict[str, str], int, float]


def container(*samples: Sample) -> bytes:
    """A container of gauges."""
    builder = RecordBuilder(clock=lambda: NOW)
    for metric, labels, moment, value in samples:
        builder.start_new_record(GAUGE)
        builder.add_long(moment)
        builder.add_double(value)
        builder.add_string(metric)
        builder.add_map(labels)
        builder.end_record()
    (made,) = builder.optimal_container_bytes()
    return made


def load(number: int, moment: int = NOW, value: float = 1.0) -> Sample:
    """A sample of one of some series."""
    return f"load{number}", {"_ws_": "demo", "_ns_": f"app{number % 3}", "pod": str(number)}, moment, value


def ingested(spark: SparkSession, folder: Path, *batches: list[bytes], **arguments: Any) -> list[Any]:
    """What a stream gives of messages that come in several batches, one after the other."""
    source, out, notes = folder / "messages", folder / "samples", folder / "checkpoint"
    for number, messages in enumerate(batches):
        table = spark.createDataFrame([(number, one) for one in messages], "batch int, value binary")
        table.coalesce(1).write.mode("append").parquet(str(source))
        stream = spark.readStream.schema(table.schema).parquet(str(source))
        made = ingest(stream, {"schema": "gauge"}, keep=["batch"], **{"shards": 8, **arguments})
        writer = made.writeStream.option("checkpointLocation", str(notes)).partitionBy("shard")
        writer.trigger(availableNow=True).start(str(out)).awaitTermination()
    return spark.read.parquet(str(out)).orderBy("metric", "timestamp").collect()


@pytest.mark.slow
def test_samples_come_once_and_not_too_late(spark: SparkSession, tmp_path: Path) -> None:
    first = container(load(1), load(2), load(1, value=9.0))
    rows = ingested(
        spark,
        tmp_path,
        [first, container(load(3, NOW + 60 * MINUTE))],
        [first, container(load(1, NOW + 55 * MINUTE), load(2, NOW + MINUTE))],
    )
    assert [(row.metric, row.batch, row.value) for row in rows] == [
        ("load1", 0, 1.0),
        ("load1", 1, 1.0),
        ("load2", 0, 1.0),
        ("load3", 0, 1.0),
    ]


def test_a_bad_record_costs_itself(spark: SparkSession, tmp_path: Path) -> None:
    data = container(load(1), load(2), load(3))
    bad = data.replace(b"load2", b"\xff\xfead2")
    rows = ingested(spark, tmp_path, [bad, b"no container", container(load(4))])
    assert [row.metric for row in rows] == ["load1", "load3", "load4"]


@pytest.mark.parametrize("spread", [0, 1, 3])
def test_shards_are_those_of_filodb(spark: SparkSession, spread: int) -> None:
    data = container(*(load(number) for number in range(20)), ("calls_sum", {"_ws_": "demo"}, NOW, 1.0))
    table = spark.createDataFrame([(data,)], "value binary")
    made = ingest(table, {"schema": "gauge"}, shards=8, spread=spread).collect()
    found = {row.metric: row.shard for row in made}
    expected = {}
    for record in RecordView.each(data, GAUGE):
        metric, labels = record.utf8(2), dict(record.map_items(3))
        values = [labels[name] for name in ("_ns_", "_ws_") if name in labels]
        lower = (8 >> spread) - 1
        key = shard_key_hash(values, metric.removesuffix("_sum"))
        expected[metric] = (key & lower) | (partition_hash(record) & 7 & ~lower)
    assert found == expected
    assert len(set(found.values())) > 3


def test_hashes_of_shard_keys() -> None:
    assert shard_key_hash([]) == 7
    assert shard_key_hash(["abc"]) == 31 * 7 + 0x4D4CB222
    assert shard_key_hash([], "abc") == shard_key_hash(["abc"])


def test_what_no_stream_can_be_made_of(spark: SparkSession) -> None:
    table = spark.createDataFrame([(b"",)], "value binary")
    with pytest.raises(OptionError, match="a power of two, found 6"):
        ingest(table, {"schema": "gauge"}, shards=6)
    with pytest.raises(OptionError, match="0 to 3, found 4"):
        ingest(table, {"schema": "gauge"}, shards=8, spread=4)
    with pytest.raises(OptionError, match="DROPMALFORMED or FAILFAST, found PERMISSIVE"):
        ingest(table, {"schema": "gauge", "mode": "PERMISSIVE"}, shards=8)
