"""Files of one field of a segment as a table in Spark, and what tells where rows come from."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("bytewright_formats.milvus_binlog")

import bytewright
from bytewright.codec.settings import parse
from bytewright.io.source import FileSource
from bytewright.tables.row_models import root_of
from bytewright_formats.milvus_binlog import CODEC

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

GOOD = Path(__file__).parents[1] / "data" / "milvus" / "good"


@pytest.fixture(scope="module")
def segment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The columns of a segment in one directory."""
    folder = tmp_path_factory.mktemp("segment")
    for path in GOOD.glob("m2x_s101_insert_[01]*.bin"):
        shutil.copy(path, folder)
    return folder


@pytest.mark.parametrize(("field", "name", "kind"), [("104", "104_i32", "int"), ("Timestamp", "1_Timestamp", "bigint")])
def test_the_files_of_a_field(spark: SparkSession, segment: Path, field: str, name: str, kind: str) -> None:
    table = spark.read.format("milvus_binlog").option("field", field).load(str(segment))
    assert dict(table.dtypes)["value"] == kind
    lines = (GOOD / f"m2x_s101_insert_{name}.rows.jsonl").read_text(encoding="utf-8").splitlines()
    want = [json.loads(line)["value"] for line in lines]
    assert [row["value"] for row in table.orderBy("row").collect()] == want


def test_without_a_field_types_differ(spark: SparkSession, segment: Path) -> None:
    with pytest.raises(Exception, match=r"int8: 102, 131; .*list<element: float not null>: 121, 140.*option field"):
        spark.read.format("milvus_binlog").load(str(segment)).collect()
    with pytest.raises(Exception, match="option field: expected what some file is, found 7"):
        spark.read.format("milvus_binlog").option("field", 7).load(str(segment)).collect()


@pytest.mark.parametrize("view", ["rows", "events"])
def test_rows_tell_what_they_belong_to(spark: SparkSession, segment: Path, view: str) -> None:
    read = spark.read.format("milvus_binlog").option("view", view).option("includeMetadata", "true")
    ids = read.option("field", "121").load(str(segment)).select("_metadata.*").distinct().collect()
    told = {(row["collection_id"], row["partition_id"], row["segment_id"], row["field_id"]) for row in ids}
    assert told == {(440000000101, 7101, 8101, 121)}


def test_a_descriptor_per_file(spark: SparkSession, segment: Path) -> None:
    table = spark.read.format("milvus_binlog").option("view", "descriptor").load(str(segment))
    assert table.select("field_id").distinct().count() == len(list(segment.iterdir()))


@pytest.mark.parametrize("name", ["insert_121_fvec", "insert_140_n_fvec", "insert_108_varchar", "delete_codec_varchar"])
def test_rows_are_written_with_a_root(spark: SparkSession, tmp_path: Path, name: str) -> None:
    path = GOOD / f"m2x_s101_{name}.bin"
    root = json.dumps(root_of(CODEC, FileSource(path), None, parse(CODEC)))
    rows = spark.read.format("milvus_binlog").load(str(path))
    rows.coalesce(1).write.format("milvus_binlog").option("root", root).mode("append").save(str(tmp_path / "out"))
    again = spark.read.format("milvus_binlog").load(str(tmp_path / "out"))
    assert again.dtypes == rows.dtypes
    assert again.orderBy("row").collect() == rows.orderBy("row").collect()
    (written,) = (tmp_path / "out").glob("part-*")
    descriptors = [bytewright.open(one, CODEC, "descriptor").to_table().to_pylist() for one in (path, written)]
    assert descriptors[0] == descriptors[1]
