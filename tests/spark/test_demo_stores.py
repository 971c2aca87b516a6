"""What the demo says of stores is so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("bytewright_formats.milvus_binlog")
pytest.importorskip("bytewright_formats.esdb_spaces")
pytest.importorskip("bytewright_formats.filodb_container")

from bytewright_pipelines.demo_stores import STORES

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

SAID = {
    "merged": "2 files of ESDB became one of 24 events; the last ones of an index, backwards: "
    "day 1, 11; day 1, 8; day 1, 5",
    "built": "120 records became 2 containers of FiloDB (7.7 kB); means by series in Spark: "
    "h0 7.312, h1 7.438, h2 7.562",
    "compacted": "16 rows in 2 segments of Milvus, one deleted, a partition dropped: compaction wrote the 7 rows that "
    "are left",
}


@pytest.mark.parametrize("name", STORES)
def test_a_store(name: str, spark: SparkSession, tmp_path: Path) -> None:
    assert STORES[name](spark, tmp_path) == SAID[name]
