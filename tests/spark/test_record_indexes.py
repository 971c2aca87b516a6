"""Indexes in a session: tasks make them, and ask them where their parts begin; rows are the same without them."""

from __future__ import annotations

import gzip
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest
from tests.damage.specs import FORMATS
from tests.tables.test_record_indexes import EVERY, NOTES, _forged, notes
from tests.views.test_resync import damaged, log_of

import bytewright
from bytewright.io.index_names import beside
from bytewright.spark import indexing
from bytewright.spark.ingest import ingest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PARTS: dict[str, Any] = {"maxPartitionBytes": 70_000, "openCostInBytes": 0}


@pytest.mark.slow
def test_tasks_ask_indexes(spark: SparkSession, tmp_path: Path):
    spec = tmp_path / "notes.ksy"
    spec.write_text(NOTES)
    (tmp_path / "in").mkdir()
    for name in "ab":
        (tmp_path / "in" / name).write_bytes(notes(1500, ord(name))[0])

    def frame(**options: str) -> Any:
        reader = spark.read.format("bytewright").options(spec=str(spec), **PARTS, **options)
        return reader.load(str(tmp_path / "in"))

    whole = sorted(frame().collect())
    assert frame().rdd.getNumPartitions() == 2
    done = indexing.index(spark, str(spec), [str(tmp_path / "in")], every=EVERY)
    assert [(Path(one.path).name, one.records, one.whole) for one in done] == [("a", 1500, True), ("b", 1500, True)]
    for mode in ("FAILFAST", "PERMISSIVE", "DROPMALFORMED"):
        rows = (
            frame(mode=mode, includeMetadata="true").select("place", "author", "text", "_metadata.row_index").collect()
        )
        assert sorted(row[:3] for row in rows) == whole
        assert sorted(row.row_index for row in rows) == sorted([*range(1500)] * 2)
    assert frame().rdd.getNumPartitions() == 6
    for options in ({"splitFiles": "none"}, {"useIndex": "false"}, {"ignoreCorruptFiles": "true"}):
        assert frame(**options).rdd.getNumPartitions() == 2
    summary = ingest(spark, str(spec), [str(tmp_path / "in")], tmp_path / "t", {k: str(v) for k, v in PARTS.items()})
    assert (summary.rows, summary.files_out) == (3000, 4)  # the last part of each has no place
    (tmp_path / "in" / "a").write_bytes(notes(1500, 99)[0])  # its index doesn't fit any more
    there = [bytewright.open(tmp_path / "in" / name, str(spec)).to_table().to_pylist() for name in "ab"]
    assert sorted(frame().collect()) == sorted(tuple(row.values()) for rows in there for row in rows)
    _forged(tmp_path / "in" / "b", offset=[100_000], record=[300])
    with pytest.raises(Exception, match=r"SplitError.*the index beside the file is none of its records"):
        frame().collect()


def test_large_files_are_indexed_in_parts(spark: SparkSession, tmp_path: Path):
    """The index is that of one pass, of a good file and of a damaged one as far as it leads."""
    kind, rng = FORMATS["journal"], random.Random(5)
    spec = tmp_path / "journal.ksy"
    spec.write_text(kind.spec)
    log = log_of(kind, 20_000)
    for number in range(2):
        path = tmp_path / f"{number}.log"
        path.write_bytes(damaged(log, rng)[0] if number else log.data)
        (alone,) = bytewright.index(str(path), str(spec), every=EVERY)
        one = pq.read_table(alone.index)
        os.unlink(alone.index)
        (done,) = indexing.index(spark, str(spec), [str(path)], every=EVERY, part=300_000)
        assert (done.whole, done.index) == (alone.whole, alone.index)
        table = bytewright.open(path, str(spec))
        assert len(table.splits(EVERY)) > 3
        if not number:
            assert done.records == alone.records == 20_000
            rows = sum(batch.num_rows for part in table.splits(EVERY) for batch in table.to_batches(part=part))
            assert rows == 20_000
            assert abs(done.places - len(one)) <= 3
    (tmp_path / "small.log").write_bytes(log.data[:100])
    assert indexing.index(spark, str(spec), [str(tmp_path / "small.log")]) == []
    (tmp_path / "a.gz").write_bytes(gzip.compress(rng.randbytes(100_000)))
    assert indexing.index(spark, str(spec), [str(tmp_path / "a.gz")]) == []
    assert not Path(beside(str(tmp_path / "a.gz"))).exists()
