"""Files of events read by blocks in Spark, filtered and written again, and merged into one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.formats.test_esdb_merging import SPECS, scanned, write
from tests.formats.test_esdb_writing import added as drawn

from bytewright.errors import OptionError
from bytewright_pipelines.esdb import merge
from bytewright_pipelines.esdb.formats import ADDED, Spec
from bytewright_pipelines.esdb.in_spark import added_in_spark, merge_in_spark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.mark.parametrize("spec", SPECS)
def test_merged_files_are_what_one_process_makes_of_them(spark: SparkSession, spec: Spec, tmp_path: Path) -> None:
    rows = [{**row, "timestamp": number // 3} for number, row in enumerate(drawn(300, 5, 3, 3, ":v"))]
    files = [write(tmp_path / f"{n}.esdb", rows[n * 100 : n * 100 + 100], spec) for n in range(3)]
    alone, made = tmp_path / "alone.esdb", tmp_path / "made.esdb"
    merge(files, alone, in_order=True)
    found = merge_in_spark(spark, files, made, in_order=True, part_bytes=2000)
    assert (found.blocks, found.events) == (5, 300)
    assert made.read_bytes() == alone.read_bytes()
    if spec == "esdb":
        with pytest.raises(OptionError, match="stores no times"):
            merge_in_spark(spark, files, made)


@pytest.mark.parametrize("spec", SPECS)
def test_events_are_read_filtered_and_written(spark: SparkSession, spec: Spec, tmp_path: Path) -> None:
    rows = [{**row, "timestamp": number} for number, row in enumerate(drawn(200, 4, 3, 3, ":v"))]
    path = write(tmp_path / "all.esdb", rows, spec)
    events = added_in_spark(spark, path, part_bytes=1)
    assert events.columns == ADDED.names
    assert events.rdd.getNumPartitions() == 4
    kept = events.where("grouping = 'g1' and array_contains(indexes, 'i0:v')").coalesce(1)
    kept.write.format(spec).option("view", "added").mode("overwrite").save(str(tmp_path / "kept"))
    (made,) = (tmp_path / "kept").glob("part-*")
    expected = [row for row in rows if row["grouping"] == "g1" and "i0:v" in row["indexes"]]
    assert scanned(made, spec) == scanned(write(tmp_path / "expected.esdb", expected, spec), spec)
