"""The session that tests, the demo and the command line use."""

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.support.hanging import HANGS

from bytewright.spark.session import SETTINGS, UNCHECKED_ARROW

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyarrow import RecordBatch
    from pyspark.sql import SparkSession


def test_settings_arrive(spark: "SparkSession"):
    assert {key: spark.conf.get(key) for key in SETTINGS} == SETTINGS
    assert spark.conf.get("spark.sql.shuffle.partitions") == "2"
    assert spark.sparkContext.master == "local[2]"


def test_files_are_found_from_the_folder_of_the_session(spark: "SparkSession", spark_folder: Path):
    """Wherever pytest was begun, and whichever test needed the session first."""
    (spark_folder / "found.txt").write_text("here\n", encoding="utf-8")
    assert [row.value for row in spark.read.text("found.txt").collect()] == ["here"]


def test_workers_are_this_python(spark: "SparkSession"):
    def where(batches: "Iterator[RecordBatch]") -> "Iterator[RecordBatch]":
        import pyarrow

        yield from (pyarrow.record_batch({"python": [sys.prefix]}) for _ in batches)

    assert {row.python for row in spark.range(2).mapInArrow(where, "python string").collect()} == {sys.prefix}


@pytest.mark.slow
def test_a_session_without_any_java_on_the_machine(tmp_path: Path):
    code = """
        from bytewright.spark.session import local_session
        spark = local_session(cores=1, unchecked_arrow=True, **{"spark.ui.enabled": False})
        print(spark.range(5).mapInArrow(lambda batches: batches, "id long").count())
        print(spark.sparkContext._jvm.System.getProperty("java.vendor"))
        print(spark.conf.get("spark.driver.extraJavaOptions"))
    """
    # What Spark's launch scripts need, and nothing else.
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("bash", "sh", "env", "dirname", "basename", "uname", "ps", "nice", "rm", "cat", "chmod", "tr", "sed"):
        for folder in ("/bin", "/usr/bin"):
            if (Path(folder) / name).exists() and not (tools / name).exists():
                (tools / name).symlink_to(Path(folder) / name)
    environment = {key: value for key, value in os.environ.items() if key not in ("JAVA_HOME", "PYSPARK_PYTHON")}
    environment |= {"PATH": str(tools), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    lines = "\n".join(line.strip() for line in code.splitlines())
    done = subprocess.run(
        [sys.executable, "-c", lines], env=environment, capture_output=True, text=True, timeout=HANGS, check=False
    )
    assert done.returncode == 0, done.stderr
    count, _vendor, options = done.stdout.splitlines()
    assert count == "5"
    assert UNCHECKED_ARROW in options
    assert next((tmp_path / "cache" / "bytewright" / "java").rglob("java")).exists()


WORDS = """
import sys

from bytewright.spark.session import local_session

spark = local_session(1)
good, bad = (spark.read.format("bytewright").option("spec", sys.argv[1]).load(path) for path in sys.argv[2:])
print(good.limit(2).collect(), good.limit(70_000).toArrow().num_rows, good.count())
try:
    bad.count()
except Exception as error:
    print(next(line for line in str(error).splitlines() if "offset" in line))
spark.stop()
"""


@pytest.mark.slow
@pytest.mark.xdist_group("spark")
def test_a_session_says_what_matters(tmp_path: Path):
    """The stack of a task whose error is raised anyway is none of it."""
    spec = tmp_path / "pairs.ksy"
    spec.write_text(
        "meta: {id: pairs, endian: le}\n"
        "seq: [{id: pairs, type: pair, repeat: eos}]\n"
        "types: {pair: {seq: [{id: a, type: u2, valid: {max: 9999}}, {id: b, type: u2}]}}\n"
    )
    good, bad = tmp_path / "good.pairs", tmp_path / "bad.pairs"
    good.write_bytes(bytes(4 * 10_000_000))
    bad.write_bytes(bytes(4) + b"\xff" * 4)
    command = [sys.executable, "-c", WORDS, str(spec), str(good), str(bad)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANGS, check=False)
    assert done.returncode == 0, done.stderr
    rows, error = done.stdout.splitlines()
    assert rows == "[Row(a=0, b=0), Row(a=0, b=0)] 70000 10000000"
    assert "offset 4 (0x4): pairs[1].a: expected at most 9999, found 65535" in error
    for word in ("ERROR", "\tat ", "Traceback", "BrokenPipe"):
        assert word not in done.stderr


def test_a_jvm_that_is_killed_is_told():
    program = (
        "from bytewright.spark.command_session import command_session\n"
        "with command_session(1, 'killed') as spark:\n"
        "    spark.sparkContext._gateway.proc.kill()\n"
        "    spark.range(1).collect()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=HANGS, check=False)
    said = "Spark's JVM has ended. It was killed, as where memory is short, or has crashed."
    assert done.stderr.splitlines()[-1] == f"bytewright.errors.BytewrightError: {said}"
