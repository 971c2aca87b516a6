"""What the demo shows of stores and builders: ESDB, FiloDB and Milvus, written here, and read again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.filesize import decimal

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_EXAMPLE = """[{"name": "string", "data_type": "String", "is_primary_key": true}, {"name": "int", "data_type": "Int32"},
{"name": "float", "data_type": "Float", "nullable": true}, {"name": "vector", "data_type": "FloatVector", "dim": 4}]"""
"""The schema of the example in Milvus' design document."""


def merge_events(spark: SparkSession, folder: Path) -> str:
    """Two files of ESDB, to which events are added in any order, merged by block into one, which is asked backwards."""
    from bytewright_pipelines.esdb import Db, Writer
    from bytewright_pipelines.esdb.in_spark import merge_in_spark

    files = [folder / f"{name}.esdb" for name in ("monday", "tuesday")]
    for day, path in enumerate(files):
        with Writer(path, "esdb_spaces") as writer:
            for number in reversed(range(12)):
                time, page = 1_777_800_000 + 86_400 * day + 60 * number, ("home", "pricing", "docs")[number % 3]
                writer.add("2026-05", time, f"day {day}, {number}".encode(), f"user {number % 2}", {"page": page})
    made = merge_in_spark(spark, files, folder / "week.esdb")
    newest = Db(made.path).scan_index("page:docs", block="2026-05", order="desc", limit=3)
    told = "; ".join(event.data.decode() for event in newest)
    return (
        f"{len(files)} files of ESDB became one of {made.events} events; the last ones of an index, backwards: {told}"
    )


def build_containers(spark: SparkSession, folder: Path) -> str:
    """Containers of FiloDB that are built field by field, and their samples in Spark, a time series by its key."""
    from bytewright_pipelines.filodb import RecordBuilder, RecordSchema, samples

    builder, gauge = RecordBuilder(container_bytes=4096, clock=lambda: 0), RecordSchema.all()["gauge"]
    for number in range(120):
        builder.start_new_record(gauge)
        builder.add_long(1_777_800_000_000 + 1000 * number)
        builder.add_double(number / 8)
        builder.add_string("load")
        builder.add_map({"host": f"h{number % 3}", "_ws_": "demo", "_ns_": "web"})
        builder.end_record()
    containers = builder.optimal_container_bytes(reset=True)
    path = folder / "load.containers"
    path.write_bytes(b"".join(containers))
    found = samples(spark, [str(path)], {"schema": "gauge"}).groupBy("labels.host").avg("value").sort("host").collect()
    means = ", ".join(f"{host} {mean:.3f}" for host, mean in found)
    size = decimal(path.stat().st_size)
    return f"120 records became {len(containers)} containers of FiloDB ({size}); means by series in Spark: {means}"


def collect_segments(spark: SparkSession, folder: Path) -> str:
    """The example of Milvus' design document, by Spark's tasks: inserts, deletes, a dropped partition; compacted."""
    from bytewright_formats.milvus_binlog import EventType
    from bytewright_pipelines.milvus.catalog import request
    from bytewright_pipelines.milvus.schema import CollectionSchema
    from bytewright_pipelines.milvus.spark_logs import write_delete_logs, write_request_logs
    from bytewright_pipelines.milvus.spark_segments import compact, write_segments

    schema, files = CollectionSchema.parse(_EXAMPLE), str(folder / "files")
    rows = spark.range(16).selectExpr(
        "concat('key ', id) AS string",
        "cast(id AS int) AS int",
        "if(id % 3 = 0, null, cast(id AS float)) AS float",
        "array_repeat(cast(id AS float), 4) AS vector",
        "id DIV 8 + 1 AS part",
    )
    written = write_segments(rows, files, schema, collection=7, partition="part", segment=10, timestamp=100)
    deleted = spark.createDataFrame([("key 1", 200)], "string string, Timestamp long")
    write_delete_logs(deleted, files, schema, collection=7, partition=1, segment=10, documented=True)
    dropped = request(EventType.DROP_PARTITION, 300, collection=7, name="films", partition=2, tag="abc")
    requests = [("drop_partition", dropped.timestamp, dropped.text)]
    asked = spark.createDataFrame(requests, "type string, timestamp long, text string")
    write_request_logs(asked, files, collection=7, documented=True)
    done = compact(spark, files, str(folder / "compacted"), schema=schema, segment=20)
    inserted, kept = (sum(one.rows for one in some) for some in (written, done))
    return (
        f"{inserted} rows in {len(written)} segments of Milvus, one deleted, a partition dropped: compaction wrote the"
        f" {kept} rows that are left"
    )


STORES: dict[str, Callable[[SparkSession, Path], str]] = {
    "merged": merge_events,
    "built": build_containers,
    "compacted": collect_segments,
}
"""By a word for it, what makes files in an empty folder, and says in a line what it did."""
