"""Sets of records of Deephaven's logs, applied on Spark: as in this process, wherever logs are cut."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("bytewright_formats.deephaven_log")

from tests.formats.deephaven_logs import served, write_logs

from bytewright.errors import ValueInvalidError
from bytewright_pipelines.deephaven import on_spark, sets

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

WORDS = ("0", "0", "0", "1", "1", "2", "2", "3", "3", "command+", "other")


def test_spark_shows_what_a_process_shows(spark: SparkSession, tmp_path: Path) -> None:
    chance = random.Random(43)
    descriptions = [" ".join(chance.choice((*WORDS, "delete")) for _ in range(60))]
    descriptions += [" ".join(chance.choice(WORDS) for _ in range(100)), "3 1 0"]
    write_logs(tmp_path, descriptions)
    expected = sets.apply_sets(str(tmp_path))
    found = on_spark.apply_sets(spark, str(tmp_path), part_bytes=600)
    assert found.frame.toArrow().to_pylist() == expected.table.to_pylist()
    assert [row["Id"] for row in found.table.to_pylist()] == served(descriptions).shown
    assert (found.report, found.positions) == (expected.report, expected.positions)
    assert found.dropped.equals(expected.dropped)
    assert len([part for each in found.partitions for judged in each.judgements for part in judged.parts]) > 3


def test_errors_are_those_of_a_process(spark: SparkSession, tmp_path: Path) -> None:
    write_logs(tmp_path, ["3 3", "3 2"])
    with pytest.raises(ValueInvalidError) as expected:
        sets.apply_sets(str(tmp_path), strict_sets=True)
    with pytest.raises(ValueInvalidError) as found:
        on_spark.apply_sets(spark, str(tmp_path), strict_sets=True)
    assert str(found.value) == str(expected.value)
