"""Files whose items code makes columns of, with a toy of which Spark knows nothing but where its spec lies."""

from __future__ import annotations

from pathlib import Path

from pyspark.sql import SparkSession, functions
from tests.support.both import TOYS, toy

import bytewright
from bytewright.spark.functions import from_bytes, to_bytes

SPEC = str(TOYS / "bulletins.ksy")
OPTIONS = {"trust": str(TOYS)}
COLUMNS = "file int, day int, station string, observer string, heat short, gusts array<bigint>"
ROWS = [
    (
        number,
        number % 5,
        ("beach", "lake")[number % 2],
        f"observer {number}",
        number,
        [number] if number % 2 == 0 else None,
    )
    for number in range(40)
]


def test_rows_are_written_and_read(spark: SparkSession, tmp_path: Path) -> None:
    rows = spark.createDataFrame(ROWS, COLUMNS).drop("file")
    rows.coalesce(1).write.format("bytewright").options(spec=SPEC, **OPTIONS).mode("append").save(str(tmp_path / "out"))
    (file,) = (tmp_path / "out").glob("part-*")
    bytewright.write(rows.toArrow(), tmp_path / "same", toy("bulletins"), engine="objects")
    assert file.read_bytes() == (tmp_path / "same").read_bytes()
    read = spark.read.format("bytewright").options(spec=SPEC, **OPTIONS).load(str(tmp_path / "out"))
    assert sorted(read.select("day", "station", "observer", "heat", "gusts").collect()) == sorted(
        (day, *rest) for _, day, *rest in ROWS
    )


def test_values_of_a_column_are_made_many_at_a_time(spark: SparkSession) -> None:
    fields = functions.struct("day", "station", "observer", "heat", "gusts")
    each = spark.createDataFrame(ROWS, COLUMNS).groupBy((functions.col("file") % 7).alias("file"))
    values = each.agg(functions.sort_array(functions.collect_list(fields)).alias("rows"))
    made = values.select("file", "rows", to_bytes("rows", SPEC, OPTIONS).alias("data"))
    found = made.select("file", "rows", "data", from_bytes("data", SPEC, OPTIONS).alias("again")).collect()
    assert len(found) == 7
    for value in found:
        assert bytes(value.data).startswith(b"BUL")
        assert [row[1:2] for row in value.again] == [row[1:2] for row in value.rows]
        assert [(row.day, row.observer, row.heat) for row in value.again] == [
            (row.day, row.observer, row.heat) for row in value.rows
        ]
