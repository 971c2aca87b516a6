"""``splitFiles=search`` in a session: the driver plans by sizes, tasks find their records, errors name the place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.damage.specs import FORMATS
from tests.tables.test_search_splits import with_payload
from tests.views.test_resync import log_of

from bytewright.errors import OptionError
from bytewright.spark.options import ReadOptions

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PARTS: dict[str, Any] = {"splitFiles": "search", "maxPartitionBytes": 20_000, "openCostInBytes": 0}


def test_parts_in_a_session(spark: SparkSession, tmp_path: Path) -> None:
    kind = FORMATS["journal"]
    spec, path = tmp_path / "journal.ksy", tmp_path / "a.log"
    spec.write_text(kind.spec, encoding="utf-8")
    log = log_of(kind, 3000)
    path.write_bytes(log.data)
    reader = spark.read.format("bytewright").options(spec=str(spec), **PARTS)

    def numbers(**options: str) -> list[int]:
        frame = reader.options(**options).load(str(path)).select("number", "kind")
        return sorted(row.number for row in frame.collect())

    assert reader.load(str(path)).rdd.getNumPartitions() == len(log.data) // 20_000 + 1
    assert numbers() == [*range(3000)]
    data = bytearray(log.data)
    for number in range(100, 3000, 200):
        data[log.edges[number] + 1] ^= 1
    path.write_bytes(data)
    assert numbers(mode="DROPMALFORMED") == [number for number in range(3000) if number % 200 != 100]
    with pytest.raises(Exception, match=r"records\[\?\]"):
        numbers(mode="FAILFAST")
    path.write_bytes(with_payload(kind, 200_000).data)
    with pytest.raises(Exception, match=r"(SplitError|ReadError|BoundsError).*a\.log: offset \d+ .*splitFiles=all"):
        numbers(mode="FAILFAST")
    assert len(numbers(mode="FAILFAST", splitFiles="all")) == 201


def test_bad_files_are_not_ignored() -> None:
    with pytest.raises(OptionError, match="splitFiles=search: ignoreCorruptFiles"):
        ReadOptions.parse({"path": "x", "splitFiles": "search", "ignoreCorruptFiles": "true"}, "deephaven_log")
