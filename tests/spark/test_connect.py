"""Formats over Spark Connect: a client without a JVM of its own, and its server."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.hanging import HANGS

pytest.importorskip("bytewright_formats.aresdb_redo_log")

FACTS = Path(__file__).parents[2] / "examples" / "data" / "aresdb" / "fact_table"

SCRIPT = """
import json, sys
from bytewright.spark import register
from bytewright.spark.ingest import ingest
from bytewright.spark.process.java import ensure_java
from pyspark.sql import SparkSession

ensure_java()
spark = SparkSession.builder.remote("local[2]").getOrCreate()
assert "connect" in type(spark).__module__
path, table = sys.argv[1:]
read = spark.read.format("aresdb_redo_log")
told = {"rows": read.load(path).count()}
told["narrow"] = read.schema("row int").load(path).toArrow().num_rows
spark.sql(f"CREATE TEMPORARY VIEW facts USING aresdb_redo_log OPTIONS (path '{path}', mode 'PERMISSIVE')")
told["sql"] = spark.sql("SELECT count(c0) FROM facts").collect()[0][0]
try:
    read.load(path + "/none").collect()
except Exception as error:
    told["error"] = str(error)
told["ingested"] = ingest(spark, "aresdb_redo_log", [path], table).rows
told["read"] = spark.read.parquet(table).count()
logs = lambda: spark.read.format("aresdb_redo_log")
one = logs().load(path + "/200.redolog")
for mode in ("append", "overwrite", "append"):
    one.write.format("aresdb_redo_log").mode(mode).save(table + ".logs")
told["written"] = logs().load(table + ".logs").count()
try:
    one.selectExpr("batch", "1 AS day").write.format("aresdb_redo_log").mode("append").save(table + ".logs")
except Exception as error:
    told["refused"] = str(error)
register(spark, "aresdb_redo_log", {"skipBytes": 2}, name="log_of", columns=["batch"], schema="batch int")
files = spark.read.format("binaryFile").load(path + "/200.redolog").selectExpr("concat(x'0000', content) AS value")
files.createOrReplaceTempView("files")
told["column"] = spark.sql("SELECT size(log_of(value)) FROM files").collect()[0][0]
told["lateral"] = spark.sql("SELECT count(r.batch) FROM files, LATERAL log_of(value) AS r").collect()[0][0]
print(json.dumps(told))
spark.stop()
"""


@pytest.mark.slow
def test_reading_ingesting_and_writing(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(FACTS), str(tmp_path / "t")], capture_output=True, text=True, timeout=HANGS
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert "none: no such file or directory" in told.pop("error")
    assert "there is no column 'day'" in told.pop("refused")
    assert told.pop("written") == 48
    assert told == {"rows": 32, "narrow": 32, "sql": 32, "ingested": 32, "read": 32, "column": 24, "lateral": 24}
