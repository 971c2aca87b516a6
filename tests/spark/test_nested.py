"""Lists and structures in columns that a file names, through Spark."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import bytewright
from bytewright.spark.process.failure import reason

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytest.importorskip("bytewright_formats.aresdb_redo_log")

FORMAT = "aresdb_redo_log"
GOOD = Path(__file__).parents[1] / "data" / "aresdb" / "good"
NAMES = ["arrays", "arrays_empty_and_null_items", "geo", "nonfinite_geo", "modes_all_types", "random_1", "one_row"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("engine", ["objects", "columns"])
def test_rows_are_those_without_spark(spark: "SparkSession", name: str, engine: str) -> None:
    path = str(GOOD / f"{name}.bin")
    frame = spark.read.format(FORMAT).option("engine", engine).load(path)
    table = bytewright.open(path, FORMAT).to_table()
    assert [repr(row) for row in frame.toArrow().to_pylist()] == [repr(row) for row in table.to_pylist()]


def test_types(spark: "SparkSession") -> None:
    """Everything is nullable, at every depth."""
    frame = spark.read.format(FORMAT).load(str(GOOD / "one_row.bin"))
    types = {field.name: field.dataType.simpleString() for field in frame.schema}
    shown = set(types.values())
    assert {"array<boolean>", "array<smallint>", "array<string>", "array<struct<lat:float,lng:float>>"} <= shown
    assert "array<array<struct<lat:float,lng:float>>>" in shown
    text = frame.schema.json()
    assert '"nullable":false' not in text
    assert '"containsNull":false' not in text


def test_a_schema_of_some_members(spark: "SparkSession") -> None:
    path = str(GOOD / "geo.bin")
    whole = bytewright.open(path, FORMAT).to_table().to_pylist()
    shapes = next(name for name, values in whole[0].items() if name != "c4" and name.startswith("c") and name != "c0")
    reader = spark.read.format(FORMAT).schema(f"{shapes} array<array<struct<lng double>>>, c4 struct<lat float>")
    found: list[Any] = reader.load(path).toArrow().to_pylist()

    def only(value: Any) -> Any:
        if isinstance(value, list):
            return [only(item) for item in value]
        return {"lng": value["lng"]} if value is not None else None

    assert [row[shapes] for row in found] == [only(row[shapes]) for row in whole]
    assert [row["c4"] for row in found] == [row["c4"] and {"lat": row["c4"]["lat"]} for row in whole]


def test_a_list_of_another_type_is_refused(spark: "SparkSession") -> None:
    from pyspark.errors import PySparkException

    path = str(GOOD / "arrays.bin")
    with pytest.raises(PySparkException) as caught:
        spark.read.format(FORMAT).schema("c2 array<string>").load(path).collect()
    error = reason(caught.value)
    assert "can't be read as that type" in str(error or caught.value)


def test_to_parquet_and_back(spark: "SparkSession", tmp_path: Path) -> None:
    """Null lists, empty ones and null items are told apart."""
    path = str(GOOD / "arrays_empty_and_null_items.bin")
    frame = spark.read.format(FORMAT).load(path)
    frame.write.parquet(str(tmp_path / "table"))
    again = spark.read.parquet(str(tmp_path / "table"))
    assert sorted(map(repr, again.toArrow().to_pylist())) == sorted(
        repr(row) for row in bytewright.open(path, FORMAT).to_table().to_pylist()
    )
