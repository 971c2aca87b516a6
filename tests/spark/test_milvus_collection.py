"""A collection of Milvus from its first file to its last: written, replayed, put together, also in an object store."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from tests.support.stores import arguments, object_store

pytest.importorskip("bytewright_formats.milvus_binlog")

from bytewright.errors import OptionError
from bytewright_formats.milvus_binlog import EventType
from bytewright_pipelines.milvus.assemble import assemble
from bytewright_pipelines.milvus.catalog import collections, request
from bytewright_pipelines.milvus.schema import CollectionSchema
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
