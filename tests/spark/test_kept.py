"""What the files of every codec say of their columns, through Spark and back: directly, and as Spark's own Parquet."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyspark.sql import SparkSession
from tests.formats.fixtures import DATA

import bytewright
from bytewright.codec import registry
from bytewright.tables import parquet_files
from bytewright.testing.checks import said_of_columns
from bytewright.views.evaluate.layout import has_properties, pivot_of, view_of

EXAMPLES = Path(__file__).parents[2] / "examples" / "data"
LOG = EXAMPLES / "aresdb" / "aggregates" / "3.redolog"
FILES = {
    "aresdb_redo_log": lambda: LOG.read_bytes(),
    "aresdb_upsert_batch": lambda: bytes(registry.codec("aresdb_redo_log").parse(LOG.read_bytes()).batches[0].body),
    "deephaven_log": lambda: (DATA / "deephaven" / "good" / "all_types.bin").read_bytes(),
}
"""A file of each codec whose columns have properties."""


def test_every_codec_with_properties_is_tried() -> None:
    codecs = map(registry.codec, registry.names())
    assert {codec.name for codec in codecs if any(map(has_properties, codec.views))} == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_rows_keep_what_files_say(spark: SparkSession, tmp_path: Path, name: str) -> None:
    codec, file = registry.codec(name), tmp_path / "file"
    file.write_bytes(FILES[name]())
    view = view_of(codec, None)
    wanted = said_of_columns(codec, file.read_bytes(), view)
    assert any(len(column) > 1 for column in wanted)
    pivot = pivot_of(view)
    options = {"includeModes": "true"} if pivot is not None and pivot.mode is not None else {}
    source = bytewright.open(file, name, options=options).to_table()
    read = spark.read.format(name).options(**options).load(str(file)).coalesce(1)
    read.write.format(name).mode("append").save(str(tmp_path / "direct"))
    read.write.parquet(str(tmp_path / "theirs"))
    (theirs,) = (tmp_path / "theirs").glob("*.parquet")
    bytewright.write(parquet_files.read(str(theirs)), tmp_path / "arrow", name)
    bytewright.open(file, name, options=options).to_parquet(tmp_path / "ours.parquet")
    ours = spark.read.parquet(str(tmp_path / "ours.parquet")).coalesce(1)
    ours.write.format(name).mode("append").save(str(tmp_path / "back"))
    for found in (*(tmp_path / "direct").glob("part-*"), tmp_path / "arrow", *(tmp_path / "back").glob("part-*")):
        assert said_of_columns(codec, found.read_bytes(), view) == wanted
        rows = bytewright.open(found, name, options=options).to_table()
        assert rows.schema.equals(source.schema, check_metadata=True)
        assert repr(rows.to_pylist()) == repr(source.to_pylist())  # NaN equals nothing
