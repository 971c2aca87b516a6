"""Samples of time series, on Spark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from tests.formats.fixtures import DATA

import bytewright
from bytewright.errors import OptionError
from bytewright.spark.functions import from_bytes
from bytewright_formats.filodb_container import CODEC
from bytewright_pipelines.filodb import Hashes, hash_variants, partition_keys, samples, samples_of, samples_of_values

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

GOOD = DATA / "filodb" / "good"


def variants_of(name: str, **changed: Any) -> list[str | None]:
    """How the hashes of a file's records were made."""
    schemas = str(GOOD / f"{name}.schema.json")
    table = bytewright.open(GOOD / f"{name}.bin", CODEC, options={"schemas": schemas}).to_table()
    for column, values in changed.items():
        table = table.set_column(table.schema.names.index(column), column, values)
    structs: Any = table.to_struct_array().combine_chunks()
    found: list[str | None] = hash_variants(structs, {"schemas": schemas}).to_pylist()
    return found


def test_hashes_tell_how_they_were_made() -> None:
    assert set(variants_of("gauge_basic")) == {"bulk"}
    assert set(variants_of("mixed_schemas")) == {"bulk"}
    assert set(variants_of("map_unsorted_dups")) == {"bulk"}
    assert set(variants_of("map_pairhash_exclude_le")) == {"pairs"}


def test_a_hash_of_another_key_is_none() -> None:
    assert variants_of("gauge_basic", _metric_=pa.array(["other"] * 5)) == [None] * 5
    assert variants_of("gauge_basic", partition_hash=pa.array([None] * 5, pa.int32())) == [None] * 5


def test_records_with_the_same_key_are_written_once() -> None:
    table = bytewright.open(GOOD / "mixed_schemas.bin", CODEC).to_table()
    structs: Any = pa.concat_tables([table, table]).combine_chunks().to_struct_array().combine_chunks()
    written = []

    class Counting(Hashes):
        def _hashes(self, table: pa.Table, variant: str) -> list[int | None]:
            written.append(table.num_rows)
            return super()._hashes(table, variant)

    hashes = Counting()
    assert hashes.variants(structs).to_pylist() == ["bulk"] * len(structs)
    assert hashes.variants(structs.slice(3)).to_pylist() == ["bulk"] * (len(structs) - 3)
    keys = {repr((row["schema"], row["_metric_"], row["tags"])) for row in table.to_pylist()}
    assert written == [len(keys)]


def test_samples_have_a_metric_labels_a_time_and_values(spark: SparkSession) -> None:
    table = samples(spark, [str(GOOD / "mixed_schemas.bin")], verify_hash=True)
    assert table.columns[:5] == ["metric", "labels", "timestamp", "schema", "hash_variant"]
    rows = table.collect()
    expected = bytewright.open(GOOD / "mixed_schemas.bin", CODEC).to_table().to_pylist()
    assert [(row.metric, row.labels) for row in rows] == [(row["_metric_"], dict(row["tags"])) for row in expected]
    assert {row.hash_variant for row in rows} == {"bulk"}


def test_histograms_become_rows_of_buckets(spark: SparkSession) -> None:
    path = GOOD / "prom_histogram_custom.bin"
    table = samples(spark, [str(path)], {"schema": "prom-histogram"}, explode_histograms=True)
    assert table.columns == ["metric", "labels", "timestamp", "schema", "sum", "count", "bucket", "le", "cumulative"]
    rows = [(row.bucket, row.le, row.cumulative) for row in table.collect()]
    shown: list[Any] = bytewright.open(path, CODEC, columns="h").to_table().column("h").to_pylist()
    expected = [
        (number, top, value)
        for h in shown
        for number, (top, value) in enumerate(zip(h["bucket_tops"], h["values"], strict=True))
    ]
    assert rows == expected


def test_samples_of_messages(spark: SparkSession) -> None:
    from pyspark.sql.functions import inline

    message = bytearray((GOOD / "gauge_basic.bin").read_bytes())
    messages = spark.createDataFrame([(message,), (message,)], "value binary")
    records = messages.select(inline(from_bytes("value", "filodb_container", {"schema": "gauge"})))
    assert samples_of(records).count() == 10


def test_samples_of_a_stream_of_messages(spark: SparkSession, tmp_path: Path) -> None:
    data = (GOOD / "prom_histogram_custom.bin").read_bytes()
    messages = spark.createDataFrame([(7, b"\0\0" + data), (8, None), (9, b"\0")], "offset long, value binary")
    messages.coalesce(1).write.parquet(str(tmp_path / "messages"))
    options = {"schema": "prom-histogram", "skipBytes": 2, "mode": "DROPMALFORMED"}
    more: dict[str, Any] = {"keep": ["offset"], "verify_hash": True, "explode_histograms": True}
    stream = spark.readStream.schema(messages.schema).parquet(str(tmp_path / "messages"))
    writer = samples_of_values(stream, options, **more).writeStream.format("memory").queryName("samples_of_messages")
    writer.trigger(availableNow=True).start().awaitTermination()
    found = spark.table("samples_of_messages")
    expected = samples(
        spark,
        [str(GOOD / "prom_histogram_custom.bin")],
        {"schema": "prom-histogram"},
        verify_hash=True,
        explode_histograms=True,
    )
    assert found.columns == ["offset", *expected.columns]
    assert found.drop("offset").collect() == expected.collect()
    assert {row.offset for row in found.select("offset").collect()} == {7}
    with pytest.raises(OptionError, match="the column timestamp that is kept"):
        samples_of_values(messages.selectExpr("offset AS timestamp", "value"), options, keep=["timestamp"])


def test_records_without_labels_are_no_samples(spark: SparkSession) -> None:
    path = GOOD / "query_noparts.bin"
    with pytest.raises(OptionError, match="there is no column _metric_"):
        samples(spark, [str(path)], {"schemas": str(path.with_suffix(".schema.json"))})


def test_partition_keys_on_their_own_are_read(spark: SparkSession) -> None:
    path = GOOD / "partkeys_from_ingest.bin"
    schemas = str(path.with_suffix(".schema.json"))
    expected = bytewright.open(path, CODEC, options={"schemas": schemas}).to_table().to_pylist()
    keys = list(records_of(path.read_bytes()))
    assert any(len(key) % 4 for key in keys)
    table = spark.createDataFrame([(bytearray(key),) for key in keys] + [(None,)], "key binary")
    *found, none = table.select(partition_keys("key").alias("rows")).collect()
    assert none.rows is None
    rows = [row for (row,) in (one.rows for one in found)]
    assert [(row.schema, row.partition_hash, row._metric_) for row in rows] == [
        (row["schema"], row["partition_hash"], row["_metric_"]) for row in expected
    ]
    assert [row.tags for row in rows] == [dict(row["tags"]) for row in expected]


def test_a_partition_key_that_is_cut_is_an_error(spark: SparkSession) -> None:
    (key, *_) = records_of((GOOD / "partkeys_from_ingest.bin").read_bytes())
    table = spark.createDataFrame([(bytearray(key),), (bytearray(key[:-1]),)], "key binary")
    with pytest.raises(Exception, match="len_body"):
        table.select(partition_keys("key")).collect()
    dropped = table.select(partition_keys("key", {"mode": "DROPMALFORMED"}).alias("rows")).collect()
    assert [len(row.rows) for row in dropped] == [1, 0]


def records_of(data: bytes) -> Iterator[bytes]:
    """The records of a file with one container, without what fills them up."""
    place = 16
    while place < len(data):
        end = place + 4 + int.from_bytes(data[place : place + 4], "little")
        yield data[place:end]
        place = end + (-end % 4)
