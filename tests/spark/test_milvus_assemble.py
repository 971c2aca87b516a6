"""Segments of Milvus put together in Spark: columns side by side, deletes applied, moments in the past."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from tests.support.hanging import HANGS

pytest.importorskip("bytewright_formats.milvus_binlog")

from bytewright.errors import OptionError, ReadError
from bytewright_formats.milvus_binlog import CODEC
from bytewright_pipelines.milvus.assemble import assemble
from bytewright_pipelines.milvus.catalog import moment
from bytewright_pipelines.milvus.schema import CollectionSchema
from bytewright_pipelines.milvus.writing import Ids, delete_file, hybrid, write_deletes, write_segment

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

GOOD = Path(__file__).parents[1] / "data" / "milvus" / "good"
SCHEMA = CollectionSchema.parse(
    json.dumps(
        {
            "fields": [
                {"name": "pk", "fieldID": 100, "data_type": "VarChar", "is_primary_key": True},
                {"name": "vector", "fieldID": 101, "data_type": "FloatVector", "type_params": {"dim": 4}},
                {"name": "score", "fieldID": 102, "data_type": "Float", "nullable": True},
            ]
        }
    )
)


def _rows(first: int, count: int) -> pa.Table:
    numbers = np.arange(first, first + count)
    vectors = np.repeat(numbers.astype("f4"), 4)
    return pa.table(
        {
            "pk": pa.array([f"key {number}" for number in numbers]),
            "vector": pa.FixedSizeListArray.from_arrays(pa.array(vectors), 4),
            "score": pa.array([None if number % 3 == 0 else float(number) for number in numbers], pa.float32()),
            "Timestamp": pa.array(numbers + 1000),
            "RowID": pa.array(numbers),
        }
    )


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two segments in two partitions, one of them in two batches."""
    folder = tmp_path_factory.mktemp("milvus")
    one, two = Ids(1, 10, 100), Ids(1, 11, 101)
    write_segment(folder, _rows(0, 100), SCHEMA, one, log=9)
    write_segment(folder, _rows(100, 50), SCHEMA, one, log=10)
    write_segment(folder, _rows(200, 25), SCHEMA, two, log=11, stream=True)
    write_deletes(folder, ["key 1", "key 2", "key 200"], [2000, 1000, 2000], one, log=12, form="columns")
    write_deletes(folder, ["key 3", "key 120"], [1500, 3000], one, log=13)
    write_deletes(folder, ["key 201"], [1201], Ids(1, -1, -1), log=14)
    write_deletes(folder, ["key 202", "key 202"], [5000, 1], Ids(1, -1, -1), log=15)
    stats = folder / "stats_log" / "1" / "10" / "100" / "100" / "1"
    stats.parent.mkdir(parents=True)
    stats.write_text("{}", encoding="utf-8")
    return folder


def _ids(frame: DataFrame) -> list[int]:
    return sorted(row["RowID"] for row in frame.select("RowID").collect())


def test_columns_stand_side_by_side(spark: SparkSession, root: Path) -> None:
    frame = assemble(spark, str(root), schema=SCHEMA)
    assert frame.dtypes == [
        ("RowID", "bigint"),
        ("Timestamp", "bigint"),
        ("pk", "string"),
        ("vector", "array<float>"),
        ("score", "float"),
    ]
    rows = {row["RowID"]: row.asDict() for row in frame.collect()}
    want = {row["RowID"]: row for table in (_rows(0, 150), _rows(200, 25)) for row in table.to_pylist()}
    # In their partition: 1, 3 and 120; 2 is older than its row. Everywhere: 202; 201 is as old as its row.
    for number in (1, 3, 120, 202):
        del want[number]
    assert rows == {number: {name: row[name] for name in frame.columns} for number, row in want.items()}


def test_the_past(spark: SparkSession, root: Path) -> None:
    at = assemble(spark, str(root), schema=SCHEMA, as_of=1499)
    assert set(_ids(at)) == {*range(150), *range(200, 225)} - set()
    later = assemble(spark, str(root), schema=SCHEMA, as_of=1999)
    assert 3 not in _ids(later)
    assert 1 in _ids(later)
    assert _ids(assemble(spark, str(root), schema=SCHEMA, as_of=1010)) == list(range(11))


def test_moments() -> None:
    assert moment(None) is None
    assert moment("452053538476544000") == moment(452053538476544000) == 452053538476544000
    assert moment("1970-01-01T00:00:01Z") == hybrid(1000, (1 << 18) - 1)
    with pytest.raises(OptionError, match="as_of"):
        moment("yesterday")


def test_without_a_schema_columns_are_called_by_their_numbers(spark: SparkSession, root: Path) -> None:
    frame = assemble(spark, str(root), primary=100, system=False)
    assert frame.columns == ["field_100", "field_101", "field_102"]
    assert frame.count() == 171
    with pytest.raises(OptionError, match="expected a primary key"):
        assemble(spark, str(root))
    with pytest.raises(OptionError, match="one of RowID, Timestamp, field_100"):
        assemble(spark, str(root), primary="pk")


def test_a_segment_of_milvus(spark: SparkSession, tmp_path: Path) -> None:
    for path in GOOD.glob("m2x_s101_insert_[01]*.bin"):
        if "multi" not in path.name:
            folder = tmp_path / "insert_log" / "440000000101" / "7101" / "8101" / path.stem.split("_")[3]
            folder.mkdir(parents=True)
            shutil.copy(path, folder / "1")
    frame = assemble(spark, str(tmp_path))
    rows = frame.orderBy("RowID").collect()
    assert len(rows) == 47
    for number, name in ((109, "109_json"), (121, "121_fvec"), (130, "130_n_bool"), (150, "150_vecarr")):
        lines = (GOOD / f"m2x_s101_insert_{name}.rows.jsonl").read_text(encoding="utf-8").splitlines()
        want = [json.loads(line)["value"] for line in lines]
        got: list[Any] = [row[f"field_{number}"] for row in rows]
        if number == 121:
            assert np.array_equal(np.array(got, "f4"), np.array(want, "f4"))
        elif number == 150:
            assert [[len(vector) for vector in row] for row in got] == [[len(vector) for vector in row] for row in want]
        else:
            assert got == want


def test_counts_are_checked(spark: SparkSession, root: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(root, copy)
    (copy / "insert_log" / "1" / "10" / "100" / "101" / "10").unlink()
    with pytest.raises(OptionError, match="segment 100: expected as many files of each field"):
        assemble(spark, str(copy), schema=SCHEMA)
    write_segment(
        tmp_path / "longer",
        _rows(100, 51).set_column(3, "Timestamp", pa.chunked_array([_times(51, 1100, 1149)])),
        SCHEMA,
        Ids(1, 10, 100),
        log=10,
    )
    shutil.copy(tmp_path / "longer/insert_log/1/10/100/101/10", copy / "insert_log/1/10/100/101/10")
    with pytest.raises(Exception, match=r"expected 50, as in .*found more"):
        assemble(spark, str(copy), schema=SCHEMA).collect()


def _times(count: int, first: int, last: int) -> pa.Array[Any]:
    times: pa.Array[Any] = pa.array([*range(first, first + count - 1), last])
    return times


def test_deletes_of_a_collection_take_its_rows_only(spark: SparkSession, tmp_path: Path) -> None:
    schema = CollectionSchema.parse('[{"name": "pk", "fieldID": 100, "data_type": 5, "is_primary_key": true}]')
    for ids, keys, time in ((Ids(1, 2, 3), [1, 2], 100), (Ids(5, 6, 4), [1, 4], 100), (Ids(5, 7, 8), [1, 9], 100)):
        write_segment(tmp_path, pa.table({"pk": keys, "Timestamp": [time] * len(keys)}), schema, ids)
    write_deletes(tmp_path, [1], [200], Ids(5, -1, 50))
    write_deletes(tmp_path, [9, 4], [200, 200], Ids(5, 6, 51))
    with pytest.raises(OptionError, match="expected those of one collection, found those of 1, 5"):
        assemble(spark, str(tmp_path), schema=schema)
    for collection, keys in ((1, [1, 2]), (5, [9])):
        found = assemble(spark, str(tmp_path), schema=schema, collection=collection, system=False)
        assert [row["pk"] for row in found.orderBy("pk").collect()] == keys


def test_files_contradict_the_schema(spark: SparkSession, root: Path, tmp_path: Path) -> None:
    wrong = CollectionSchema.parse('[{"name": "pk", "fieldID": 100, "data_type": 5}]')
    with pytest.raises(OptionError, match="field pk: expected values of int64, found varchar"):
        assemble(spark, str(root), schema=wrong)
    more = CollectionSchema.parse('[{"name": "new", "fieldID": 190, "data_type": 5, "nullable": true}]')
    with pytest.raises(OptionError, match="primary key RowID: expected string, as keys of deletes are, found bigint"):
        assemble(spark, str(root), schema=more, primary="RowID")
    rows = assemble(spark, str(root / "insert_log"), schema=more, as_of=1002).collect()
    assert [(row["RowID"], row["new"]) for row in rows] == [(0, None), (1, None), (2, None)]
    moved = tmp_path / "insert_log" / "1" / "10" / "100" / "555" / "1"
    moved.parent.mkdir(parents=True)
    shutil.copy(root / "insert_log/1/10/100/101/9", moved)
    with pytest.raises(ReadError, match="expected 555, as the directory says, found 101"):
        assemble(spark, str(tmp_path))


def test_old_layouts(spark: SparkSession, tmp_path: Path) -> None:
    schema = CollectionSchema.parse('[{"name": "pk", "fieldID": 100, "data_type": 5, "is_primary_key": true}]')
    rows = pa.table({"pk": [1, 2, 3], "Timestamp": [10, 20, 30]})
    for layout in ("2020", "2021"):
        folder = tmp_path / layout
        write_segment(folder, rows, schema, Ids(1, 2, 3), layout)
        write_deletes(folder, [2], [25], Ids(1, 2, 3), layout=layout)
        assert [row["pk"] for row in assemble(spark, str(folder), schema=schema).orderBy("pk").collect()] == [1, 3]


def test_flat_directories(spark: SparkSession, tmp_path: Path) -> None:
    for number, path in write_segment(tmp_path / "tree", _rows(0, 5), SCHEMA, Ids(1, 2, 3)).items():
        flat = tmp_path / "flat" / f"column-{number}.bin"
        flat.parent.mkdir(exist_ok=True)
        shutil.copy(path, flat)
    CODEC.write(delete_file(["key 4"], [9000], Ids(1, 2, 3)), tmp_path / "flat" / "deletes.bin")
    assert _ids(assemble(spark, str(tmp_path / "flat"), schema=SCHEMA)) == [0, 1, 2, 3]


def test_the_command(root: Path, tmp_path: Path) -> None:
    """As a user runs it: in a process of its own, with a session of its own."""
    schema = tmp_path / "schema.json"
    fields = [{"name": "key", "fieldID": 100, "data_type": 21, "is_primary_key": True}]
    schema.write_text(json.dumps({"fields": fields}), encoding="utf-8")
    words = ["assemble", str(root), "--schema", str(schema), "--to", "table", "--no-system", "--cores", "1"]
    done = _bytewright(tmp_path, *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[:2] == ["rows     171", "columns  1"]
    assert pa.parquet.read_table(tmp_path / "table").column_names == ["key"]
    again = _bytewright(tmp_path, *words)
    assert again.returncode == 2
    assert again.stderr == "bytewright: error: table: there is a table already. Use --overwrite to replace it.\n"


def _bytewright(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bytewright", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=HANGS, check=False)
