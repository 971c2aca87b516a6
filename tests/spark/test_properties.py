"""What files say of columns beside their values, through Spark: as metadata of fields, as rows, and written again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyspark.sql import SparkSession, functions
from tests.formats.fixtures import DATA

import bytewright
from bytewright.arrow.types import spark_schema
from bytewright.cli import main
from bytewright.errors import ReadError, WriteError
from bytewright.spark.functions import to_bytes
from bytewright.spark.process.failure import reason
from bytewright.spark.source import source_for
from bytewright.tables import parquet_files

SPEC = "aresdb_redo_log"
ALIKE = DATA / "aresdb" / "good" / "scalars_mixed.bin"
DIFFERING = DATA / "aresdb" / "replay" / "dim_add_min_max" / "3.redolog"

pytestmark = pytest.mark.skipif(not ALIKE.exists(), reason="the format isn't there")


def said(file: Path) -> list[tuple[Any, ...]]:
    """What a file says of its columns."""
    rows = bytewright.open(file, SPEC, view="columns").to_table().to_pylist()
    return sorted((row["batch"], row["column_id"], row["type"], row["update_mode"], row["data_mode"]) for row in rows)


def only(folder: Path, pattern: str = "part-*") -> Path:
    (file,) = folder.glob(pattern)
    return file


@pytest.mark.parametrize(
    ("file", "options"), [(ALIKE, {}), (DIFFERING, {"includeModes": "true"})], ids=["metadata", "rows"]
)
def test_rows_keep_it(spark: SparkSession, tmp_path: Path, file: Path, options: dict[str, str]) -> None:
    read = spark.read.format(SPEC).options(**options).load(str(file))
    assert "bytewright.type" in read.schema["c0"].metadata
    read.coalesce(1).write.format(SPEC).mode("append").save(str(tmp_path / "direct"))
    assert said(only(tmp_path / "direct")) == said(file)
    # Spark's Parquet is read by us, and ours by Spark.
    read.coalesce(1).write.parquet(str(tmp_path / "theirs"))
    bytewright.write(parquet_files.read(only(tmp_path / "theirs", "*.parquet")), tmp_path / "arrow", SPEC)
    assert said(tmp_path / "arrow") == said(file)
    bytewright.open(file, SPEC, options=options).to_parquet(tmp_path / "ours.parquet")
    ours = spark.read.parquet(str(tmp_path / "ours.parquet"))
    ours.coalesce(1).write.format(SPEC).mode("append").save(str(tmp_path / "back"))
    assert said(only(tmp_path / "back")) == said(file)
    rows = read.coalesce(1).agg(functions.collect_list(functions.struct("*")).alias("rows"))
    (tmp_path / "value").write_bytes(rows.select(to_bytes("rows", SPEC, schema=read.schema)).collect()[0][0])
    assert said(tmp_path / "value") == said(file)


def test_modes_that_rows_lose_are_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    log = DATA / "aresdb" / "replay" / "subset_and_all_null" / "1.redolog"
    told = "update of the column c2 (and 1 more) differed in what was read, and is written as overwrite_not_null"
    rows, kept = (bytewright.open(log, SPEC, options={"includeModes": modes}) for modes in (False, True))
    for table, times in ((rows, 1), (kept, 0)):
        table.to_parquet(tmp_path / "rows.parquet")
        words = ["write", "--spec", SPEC, "--from", str(tmp_path / "rows.parquet"), "-o", str(tmp_path / "out")]
        assert main(words) == 0
        assert capfd.readouterr().err.count(told) == times
        source = source_for(SPEC)({"path": str(tmp_path / "lost")})
        writer = source.writer(spark_schema(table.schema), overwrite=False)
        assert capfd.readouterr().err.count(told) == times
        writer.abort([])
    assert not (tmp_path / "lost").exists()


def test_columns_that_lost_it_and_files_that_differ_are_errors(spark: SparkSession, tmp_path: Path) -> None:
    read = spark.read.format(SPEC).load(str(ALIKE))
    lost = read.selectExpr("batch", "arrival_time", "c0", "c1 + 1 AS c1")
    with pytest.raises(Exception, match="c1") as caught:
        lost.write.format(SPEC).mode("append").save(str(tmp_path / "lost"))
    assert isinstance(reason(caught.value), WriteError)
    told = lost.write.format(SPEC).option("type.c1", "int32").option("update.c1", "add").mode("append")
    told.save(str(tmp_path / "told"))
    found = bytewright.open(sorted((tmp_path / "told").glob("part-*")), SPEC).to_table()
    assert found.schema.field("c1").metadata == {b"bytewright.type": b"int32", b"bytewright.update": b"add"}
    for number, kind in enumerate(("int8", "int16")):
        metadata = {"bytewright.type": kind}
        schema = pa.schema([pa.field("batch", pa.int32()), pa.field("c0", pa.int16(), metadata=metadata)])
        moment = pa.array([0], pa.timestamp("us", "UTC"))
        rows = pa.Table.from_arrays([pa.array([0], pa.int32()), pa.array([1], pa.int16())], schema=schema)
        bytewright.write(rows.append_column("arrival_time", moment), tmp_path / f"{number}.redolog", SPEC)
    files = str(tmp_path / "*.redolog")
    with pytest.raises(Exception, match=r"type\.c0") as caught:
        spark.read.format(SPEC).load(files).collect()
    assert isinstance(reason(caught.value), ReadError)
    merged = spark.read.format(SPEC).option("mergeSchema", "true").load(files)
    assert merged.schema["c0"].metadata["bytewright.varies"] == "type"
    assert merged.count() == 2
