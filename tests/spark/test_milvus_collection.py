"""A collection of Milvus from its first file to its last: written, replayed, put together, also in an object store."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from pyarrow import parquet
from tests.support.hanging import HANGS
from tests.support.stores import arguments, object_store

pytest.importorskip("bytewright_formats.milvus_binlog")

import bytewright
from bytewright.cli import main
from bytewright.errors import OptionError, WriteError
from bytewright.io.filesystems import locate, storage_of
from bytewright_formats.milvus_binlog import EventType
from bytewright_pipelines.milvus.assemble import assemble
from bytewright_pipelines.milvus.catalog import collections, request
from bytewright_pipelines.milvus.schema import CollectionSchema
from bytewright_pipelines.milvus.spark_files import write_table
from bytewright_pipelines.milvus.spark_logs import write_delete_logs, write_request_logs
from bytewright_pipelines.milvus.spark_segments import Written, compact, write_segments
from bytewright_pipelines.milvus.writing import (
    Ids,
    Request,
    write_delete_pair,
    write_deletes,
    write_requests,
    write_segment,
)

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

SCHEMA = CollectionSchema.parse(
    json.dumps(
        [
            {"name": "key", "data_type": "VarChar", "is_primary_key": True},
            {"name": "score", "data_type": "Float"},
        ]
    )
)
FILMS: dict[str, Any] = {"collection": 1, "name": "films"}


def _rows(first: int, count: int) -> pa.Table:
    numbers = list(range(first, first + count))
    scores = pa.array([float(number) for number in numbers], pa.float32())
    return pa.table({"key": [f"k{n}" for n in numbers], "score": scores, "Timestamp": numbers, "RowID": numbers})


def _write(root: str, options: dict[str, str]) -> None:
    """Two partitions; rows of both are deleted, then one is dropped, at 50."""
    where: Any = {"options": options}
    asked = [
        request(EventType.CREATE_COLLECTION, 1, **FILMS),
        request(EventType.CREATE_PARTITION, 2, **FILMS, partition=10, tag="abc"),
        request(EventType.CREATE_PARTITION, 3, **FILMS, partition=11, tag="def"),
        request(EventType.DROP_PARTITION, 50, **FILMS, partition=10, tag="abc"),
    ]
    write_segment(root, _rows(10, 5), SCHEMA, Ids(1, 10, 100), **where)
    write_segment(root, _rows(20, 5), SCHEMA, Ids(1, 11, 101), **where)
    assert SCHEMA.primary is not None
    write_delete_pair(root, ["k11", "k23"], [40, 22], Ids(1, 10, 100), SCHEMA.primary, "2x", **where)
    write_deletes(root, ["k21"], [40], Ids(1, 11, 101), **where)
    write_requests(root, asked, 1, **where)


def _files(folder: Path) -> set[str]:
    """What lies in a folder, but for the mark of the job that wrote it."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix() for path in paths} - {"_SUCCESS"}


def _ids(frame: DataFrame) -> list[int]:
    return sorted(row["RowID"] for row in frame.select("RowID").collect())


def test_deletes_beside_their_times_and_partitions_that_are_gone(spark: SparkSession, tmp_path: Path) -> None:
    _write(str(tmp_path), {})
    root = str(tmp_path)
    assert _ids(assemble(spark, root, schema=SCHEMA)) == [20, 22, 23, 24]
    assert _ids(assemble(spark, root, schema=SCHEMA, as_of=49)) == [10, 12, 13, 14, 20, 22, 23, 24]
    assert _ids(assemble(spark, root, schema=SCHEMA, as_of=39)) == [*range(10, 15), *range(20, 25)]


def test_what_is_there_again_and_what_is_gone_as_a_whole(spark: SparkSession, tmp_path: Path) -> None:
    _write(str(tmp_path), {})
    root = str(tmp_path)
    write_requests(root, [request(EventType.CREATE_PARTITION, 60, **FILMS, partition=10, tag="abc")], 1, log=2)
    write_segment(root, _rows(61, 2), SCHEMA, Ids(1, 10, 102))
    assert _ids(assemble(spark, root, schema=SCHEMA)) == [20, 22, 23, 24, 61, 62]
    write_requests(root, [request(EventType.DROP_COLLECTION, 70, **FILMS)], 1, log=3)
    assert _ids(assemble(spark, root, schema=SCHEMA)) == []
    assert len(_ids(assemble(spark, root, schema=SCHEMA, as_of=69))) == 6


def test_partitions_that_are_dropped_by_name(spark: SparkSession, tmp_path: Path) -> None:
    root = str(tmp_path)
    write_segment(root, _rows(10, 5), SCHEMA, Ids(1, 10, 100))
    write_segment(root, _rows(20, 5), SCHEMA, Ids(1, 11, 101))
    write_requests(root, [Request(EventType.DROP_PARTITION, 50, "DropPartition partitionTag=abc")], 1)
    with pytest.raises(OptionError, match="partition abc, which was dropped: expected its id"):
        assemble(spark, root, schema=SCHEMA)
    assert _ids(assemble(spark, root, schema=SCHEMA, partitions={"abc": 10})) == list(range(20, 25))


def test_keys_without_times(spark: SparkSession, tmp_path: Path) -> None:
    _write(str(tmp_path), {})
    (tmp_path / "delta_log/1/10/100/1/1").unlink()
    with pytest.raises(OptionError, match="deletes of segment 100: expected files of a primary key, and of the field"):
        assemble(spark, str(tmp_path), schema=SCHEMA)


@pytest.fixture(scope="module")
def store() -> Iterator[dict[str, str]]:
    """The options that lead to an S3 server on this machine with a bucket."""
    with object_store("kept") as (address, _):
        yield arguments(address)


def test_an_object_store(spark: SparkSession, store: dict[str, str]) -> None:
    _write("s3://kept/files", store)
    assert [one.number for one in collections(["s3://kept/files"], options=store)] == [1]
    assert _ids(assemble(spark, "s3://kept/files", schema=SCHEMA, options=store)) == [20, 22, 23, 24]


def test_compaction(spark: SparkSession, tmp_path: Path) -> None:
    root, to = str(tmp_path / "files"), str(tmp_path / "new")
    _write(root, {})
    before = assemble(spark, root, schema=SCHEMA, as_of=45).orderBy("RowID").collect()
    done = compact(spark, root, to, schema=SCHEMA, segment=500, as_of=45, rows=3)
    assert done == [Written(Ids(1, 10, 500), 2, 4), Written(Ids(1, 11, 501), 2, 4)]
    assert assemble(spark, to, schema=SCHEMA).orderBy("RowID").collect() == before
    files = _files(tmp_path / "new")
    names = [(part, field, log) for part in ("10/500", "11/501") for field in (0, 1, 100, 101) for log in (1, 2)]
    assert files == {f"insert_log/1/{part}/{field}/{log}" for part, field, log in names}
    with pytest.raises(OptionError, match="there are rows of the collection already"):
        compact(spark, root, to, schema=SCHEMA, segment=600)


def test_tables_become_segments(spark: SparkSession, tmp_path: Path, store: dict[str, str]) -> None:
    table = spark.range(10).selectExpr("concat('k', id) AS key", "cast(id AS float) AS score", "id % 2 + 10 AS part")
    given: dict[str, Any] = {"collection": 1, "partition": "part", "segment": 7, "timestamp": 5, "options": store}
    done = write_segments(table, "s3://kept/tables", SCHEMA, each=2, **given)
    assert {(one.ids.partition, one.ids.segment) for one in done} <= {(10, 7), (10, 8), (11, 9), (11, 10)}
    read = assemble(spark, "s3://kept/tables", schema=SCHEMA, options=store)
    assert sorted(row["key"] for row in read.collect()) == [f"k{number}" for number in range(10)]
    with pytest.raises(OptionError, match="there is such a segment already"):
        write_segments(table, "s3://kept/tables", SCHEMA, each=2, **given)
    with pytest.raises(OptionError, match="expected a column Timestamp, or one time for all"):
        write_segments(table, str(tmp_path), SCHEMA, collection=1, partition=2, segment=3)


@pytest.mark.parametrize("layout", ["2020", "2021", "2x"])
def test_the_example_of_the_design_document(spark: SparkSession, tmp_path: Path, layout: Any) -> None:
    """A batch of inserts (six files), deletes (two), a request that drops a partition (two): a call each, by tasks."""
    fields = [("pk", "Int64"), ("text", "String"), ("price", "Float"), ("vector", "FloatVector")]
    more: dict[str, Any] = {"pk": {"is_primary_key": True}, "vector": {"dim": 4}}
    schema = CollectionSchema.parse(json.dumps([{"name": n, "data_type": t} | more.get(n, {}) for n, t in fields]))
    root, given = str(tmp_path / "files"), {"partition": 9, "segment": 5, "layout": layout}
    rows = spark.range(1, 101, numPartitions=4).selectExpr(
        "id AS pk",
        "concat('t', id) AS text",
        "cast(id AS float) AS price",
        "array_repeat(cast(id AS float), 4) AS vector",
    )
    write_segments(rows, root, schema, collection=1, timestamp=10, **given)
    inserted = {f"insert_log/1/9/5/{field}/1" for field in (0, 1, 100, 101, 102, 103)}
    assert _files(tmp_path / "files") == inserted
    deleted = spark.createDataFrame([(1, 20), (7, 20)], "pk long, Timestamp long")
    found = write_delete_logs(deleted, root, schema, collection=1, documented=True, **given)
    assert found == ["delta_log/1/9/5/1/1", "delta_log/1/9/5/100/1"]
    asked = request(EventType.DROP_PARTITION, 30, collection=1, name="films", partition=9, tag="abc")
    requests = spark.createDataFrame([("drop_partition", 30, asked.text)], "type string, timestamp long, text string")
    dropped = write_request_logs(requests, root, collection=1, documented=True, layout=layout)
    assert dropped == ["data_definition_log/1/ddl/1", "data_definition_log/1/ts/1"]
    assert _files(tmp_path / "files") == inserted | {*found, *dropped}
    kinds = {
        path: {
            str(row) for row in bytewright.open(f"{root}/{path}", "milvus_binlog").to_table()["event_type"].to_pylist()
        }
        for path in (*found, *dropped)
    }
    assert [kinds[path] for path in (*found, *dropped)] == [{"insert"}, {"delete"}, {"drop_partition"}, {"insert"}]
    assert main(["check", *(f"{root}/{path}" for path in sorted(_files(tmp_path / "files")))]) == 0
    left = {row["pk"] for row in assemble(spark, root, schema=schema, as_of=29).collect()}
    assert left == {*range(1, 101)} - {1, 7}
    assert assemble(spark, root, schema=schema).count() == 0


def _parquet(uri: str, options: dict[str, str]) -> pa.Table:
    place = locate(uri, storage_of(options))
    return parquet.read_table(place.path, filesystem=place.system)


def test_a_table_in_an_object_store(spark: SparkSession, tmp_path: Path, store: dict[str, str]) -> None:
    """By the command, in this session; what is there is replaced only where that is asked for."""
    _write(str(tmp_path), {})
    to = "s3://kept/put-together"
    rows = assemble(spark, str(tmp_path), schema=SCHEMA)
    assert write_table(rows, to, store) == 4
    found = _parquet(to, store).sort_by("RowID")
    assert found.schema.names == ["RowID", "Timestamp", "key", "score"]
    assert found["RowID"].to_pylist() == [20, 22, 23, 24]
    assert write_table(assemble(spark, str(tmp_path), schema=SCHEMA, as_of=1), to, store, replace=True) == 0
    assert _parquet(to, store).schema.equals(found.schema)


def test_deletes_and_requests_in_an_object_store(spark: SparkSession, store: dict[str, str]) -> None:
    root = "s3://kept/logs"
    write_segments(
        spark.range(9).selectExpr("concat('k', id) AS key", "cast(id AS float) AS score", "id % 3 AS part"),
        root, SCHEMA, collection=1, partition="part", segment=7, timestamp=5, options=store,
    )  # fmt: skip
    deleted = spark.range(6).selectExpr("concat('k', id) AS key", "10 + id AS Timestamp", "id % 3 AS part")
    given: dict[str, Any] = {"collection": 1, "partition": "part", "segment": 7, "rows": 1, "options": store}
    found = write_delete_logs(deleted, root, SCHEMA, **given)
    assert found == [f"delta_log/1/{part}/{7 + part}/{log}" for part in range(3) for log in (1, 2)]
    with pytest.raises(WriteError, match="delta_log/1/0/7/1 is there already"):
        write_delete_logs(deleted, root, SCHEMA, **given)
    write_delete_logs(deleted.limit(0), root, SCHEMA, **given)
    asked = [
        request(EventType.CREATE_PARTITION, 1, **FILMS, partition=2, tag="c"),
        request(EventType.DROP_PARTITION, 50, **FILMS, partition=2, tag="c"),
    ]
    requests = spark.createDataFrame(
        [(one.type.name.lower(), one.timestamp, one.text, 1) for one in asked],
        "type string, timestamp long, text string, of long",
    )
    assert len(write_request_logs(requests, root, collection="of", rows=1, options=store)) == 4
    assert [[part.number for part in one.partitions] for one in collections([root], as_of=49, options=store)] == [[2]]
    read = assemble(spark, root, schema=SCHEMA, options=store, as_of=49)
    assert sorted(row["key"] for row in read.collect()) == ["k6", "k7", "k8"]
    read = assemble(spark, root, schema=SCHEMA, options=store)
    assert sorted(row["key"] for row in read.collect()) == ["k6", "k7"]


def test_what_is_no_request(spark: SparkSession, tmp_path: Path) -> None:
    requests = spark.createDataFrame([("insert", 30, "x")], "type string, timestamp long, text string")
    with pytest.raises(Exception, match=r"type: expected one of create_collection, .*, found insert"):
        write_request_logs(requests, str(tmp_path / "new"), collection=1)
    assert not (tmp_path / "new").exists()
    with pytest.raises(OptionError, match="expected a column text, found type, timestamp"):
        write_request_logs(requests.drop("text"), str(tmp_path), collection=1)
    with pytest.raises(OptionError, match="expected one with a primary key"):
        write_delete_logs(requests, str(tmp_path), CollectionSchema(()), collection=1, partition=1, segment=1)


def test_what_fails_leaves_nothing(spark: SparkSession, tmp_path: Path) -> None:
    table = spark.range(4).selectExpr("concat('k', id) AS key", "if(id = 3, null, cast(id AS float)) AS score")
    with pytest.raises(Exception, match="score: values of type float: expected a value in each row, found null"):
        write_segments(table, str(tmp_path), SCHEMA, collection=1, partition=2, segment=3, timestamp=5, rows=2)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_the_command(spark: SparkSession, tmp_path: Path) -> None:
    """In a process of its own, with a session of its own."""
    _write(str(tmp_path / "files"), {})
    fields = [{"name": "key", "data_type": "VarChar", "is_primary_key": True}, {"name": "score", "data_type": "Float"}]
    (tmp_path / "schema.json").write_text(json.dumps(fields), encoding="utf-8")
    program = (
        "import argparse; from bytewright_pipelines.milvus import compact_command as command;"
        "parser = argparse.ArgumentParser(); command.arguments(parser); command.run(parser.parse_args())"
    )
    words = ["files", "--to", "new", "--schema", "schema.json", "--segment", "500", "--as-of", "39", "--cores", "1"]
    command = [sys.executable, "-c", program, *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=HANGS, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "partition 10  segment 500  rows 5",
        "partition 11  segment 501  rows 5",
    ]
    assert assemble(spark, str(tmp_path / "new"), schema=SCHEMA).count() == 10
