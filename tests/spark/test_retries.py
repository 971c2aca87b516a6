"""A session that tries tasks again, as clusters do; one on a single machine doesn't, unless its master says so."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.hanging import HANGS

pytest.importorskip("bytewright_formats.deephaven_log")

SCRIPT = """
import json, sys
from pathlib import Path
from bytewright.spark.process.java import ensure_java
from bytewright.spark.session import SETTINGS
from pyspark.sql import SparkSession

ensure_java()
spark = SparkSession.builder.master("local[2,3]").config(map=SETTINGS).getOrCreate()
spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "100")
mark, to = sys.argv[1:]

def killed_once(batches):
    import os, signal
    from pyspark import TaskContext
    for number, batch in enumerate(batches):
        yield batch
        if TaskContext.get().partitionId() == 1 and number == 5 and not os.path.exists(mark):
            open(mark, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)

frame = spark.range(0, 2400, 1, 3).mapInArrow(killed_once, "id bigint")
frame.write.format("deephaven_log").option("maxRecordsPerFile", "300").mode("append").save(to)
found = spark.read.format("deephaven_log").load(to).selectExpr("count(*)", "count(DISTINCT id)").collect()
print(json.dumps(list(found[0])))
spark.stop()
"""


@pytest.mark.slow
def test_a_task_that_is_killed_and_tried_again(tmp_path: Path):
    mark, to = tmp_path / "mark", tmp_path / "t"
    words = [sys.executable, "-c", SCRIPT, str(mark), str(to)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == 0, done.stderr
    assert mark.exists()
    assert json.loads(done.stdout.splitlines()[-1]) == [2400, 2400]
    assert sorted(path.name.partition("-")[2][:5] for path in to.iterdir() if path.name != "_SUCCESS") == [
        f"0000{part}" for part in range(3) for _ in range(3)
    ]


FILES = """
import json, sys
from bytewright.spark.process.java import ensure_java
from bytewright.spark.session import SETTINGS
from bytewright_pipelines.milvus.spark_files import Made, write_files
from bytewright_pipelines.milvus.writing import Ids, delete_file
from pyspark.sql import SparkSession

ensure_java()
spark = SparkSession.builder.master("local[2,3]").config(map=SETTINGS).getOrCreate()
spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "100")
mark, to = sys.argv[1:]

def make(batches):
    import os, signal
    from pyspark import TaskContext
    part = TaskContext.get().partitionId()
    for number, batch in enumerate(batches):
        keys = batch.column(0).to_pylist()
        yield Made.of(f"delta_log/1/{part}/3/{number}", delete_file(keys, keys, Ids(1, part, 3)), len(keys))
        if part == 1 and number == 5 and not os.path.exists(mark):
            open(mark, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)

found = write_files(spark.range(1, 2401, 1, 3), to, make)
print(json.dumps([[one.path, one.rows] for one in found]))
spark.stop()
"""


@pytest.mark.slow
def test_files_that_a_killed_task_has_written_never_appear(tmp_path: Path):
    pytest.importorskip("bytewright_formats.milvus_binlog")
    mark, to = tmp_path / "mark", tmp_path / "t"
    words = [sys.executable, "-c", FILES, str(mark), str(to)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == 0, done.stderr
    assert mark.exists()
    expected = [[f"delta_log/1/{part}/3/{number}", 100] for part in range(3) for number in range(8)]
    assert json.loads(done.stdout.splitlines()[-1]) == expected
    files = sorted(path.relative_to(to).as_posix() for path in to.rglob("*") if path.is_file())
    assert files == ["_SUCCESS", *(path for path, _ in expected)]
