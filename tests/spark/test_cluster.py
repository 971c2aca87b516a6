"""On a cluster: how the packages come to executors, which have no home to write to, and executors that are killed."""

import contextlib
import json
import os
import pwd
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.cluster import (
    Cluster,
    archive,
    bare_python,
    cluster,
    copied_python,
    descendants,
    driver,
    packed,
    runs_as,
)
from tests.support.hanging import HANGS

import bytewright

pyspark = pytest.importorskip("pyspark")
pytest.importorskip("bytewright_formats.aresdb_redo_log")

FORMAT = "aresdb_redo_log"
FACTS = Path(__file__).parents[2] / "examples" / "data" / "aresdb" / "fact_table"

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cluster")]


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("cluster")) as found:
        yield found


REGISTERED = f"""
from bytewright.spark.source import source_for

spark.dataSource.register(source_for({FORMAT!r}))
"""
"""Where Python on the driver's machine has no packages but those of the job, nothing finds sources by their names."""

WHERE = f"""
def where(batches):
    import bytewright, os, sys
    import pyarrow as pa
    for batch in batches:
        told = {{"at": [sys.executable], "package": [bytewright.__file__], "home": [os.environ["HOME"]]}}
        yield pa.RecordBatch.from_pydict(told)

import json
rows = spark.read.format({FORMAT!r}).load({str(FACTS)!r})
(row,) = spark.range(0, 1, 1, 1).mapInArrow(where, "at string, package string, home string").collect()
rows.where("batch > 0").write.format({FORMAT!r}).mode("append").save("written")
written = spark.read.format({FORMAT!r}).load("written").count()
print(json.dumps({{"rows": rows.count(), "written": written, **row.asDict()}}))
"""


@pytest.mark.parametrize("how", ["installed", "as an archive", "packed"])
def test_packages_come_to_executors(machines: Cluster, tmp_path: Path, how: str):
    python, settings, code = str(sys.executable), {}, WHERE
    if how == "as an archive":
        code = REGISTERED + WHERE
        python, settings = (
            str(bare_python(tmp_path) / "bin" / "python"),
            {"spark.submit.pyFiles": str(archive(tmp_path))},
        )
    elif how == "packed":
        python, settings = "./env/bin/python", {"spark.archives": f"{packed(tmp_path)}#env"}
    said, error = driver(machines, python, settings, code, tmp_path).communicate(timeout=HANGS)
    assert said, error
    told = json.loads(said.splitlines()[-1])
    assert (told["rows"], told["written"], told["home"]) == (32, 16, "/proc/nobody")
    assert told["at"].endswith(python.removeprefix("."))
    inside = {"as an archive": "bytewright.whl.zip", "packed": "env/lib"}.get(
        how, str(Path(bytewright.__file__).parent)
    )
    assert inside in told["package"]


OTHERS = f"""
import json
from bytewright.spark.ingest import ingest
from bytewright.spark.process.failure import reason

def where(batches):
    import bytewright, os
    import pyarrow as pa
    for batch in batches:
        yield pa.RecordBatch.from_pydict({{"user": [os.getuid()], "package": [bytewright.__file__]}})

rows = spark.read.format({FORMAT!r}).load({str(FACTS)!r})
(row,) = spark.range(0, 1, 1, 1).mapInArrow(where, "user long, package string").collect()
try:
    rows.write.format({FORMAT!r}).mode("append").save("written")
    said = ""
except Exception as error:
    said = str(reason(error))
summary = ingest(spark, {FORMAT!r}, [{str(FACTS)!r}], "table").rows if not said else 0
print(json.dumps({{"rows": rows.count(), "said": said, "ingested": summary, **row.asDict()}}))
"""


@pytest.fixture(scope="module")
def of_nobody() -> Iterator[Cluster]:
    """A cluster whose workers are another user's, in a directory that this one can reach."""
    if os.geteuid() != 0:
        pytest.skip("only root can start processes of another user")
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        with cluster(Path(name), "nobody") as found:
            yield found


@pytest.mark.parametrize("how", ["installed", "as an archive"])
def test_workers_of_another_user(of_nobody: Cluster, how: str):
    """They read without a home, and write where the directory lets them; elsewhere an error says that it doesn't."""
    home = copied_python(of_nobody.folder, whole=how == "installed")
    python, library = home / "bin" / "python", str(home / "lib")
    needed = f"import pyspark; import pandas; open({str(FACTS / '200.redolog')!r})"
    spark_home = str(Path(pyspark.__file__).parent / "python")
    if not runs_as("nobody", python, needed, LD_LIBRARY_PATH=library, PYTHONPATH=spark_home):
        pytest.skip("another user can't read Python's packages, or this project")
    settings, code = {"spark.executorEnv.LD_LIBRARY_PATH": library}, OTHERS
    if how == "as an archive":
        code, settings["spark.submit.pyFiles"] = REGISTERED + OTHERS, str(archive(of_nobody.folder))
    found = []
    for umask in (0o022, 0):
        folder = of_nobody.folder / f"{how[:2]}-{umask}"
        folder.mkdir()
        said, error = driver(of_nobody, python, settings, code, folder, umask).communicate(timeout=HANGS)
        assert said, error
        found.append(json.loads(said.splitlines()[-1]))
    for told in found:
        assert (told["rows"], told["user"]) == (32, pwd.getpwnam("nobody").pw_uid)
        assert ("bytewright.whl.zip" in told["package"]) is (how == "as an archive")
    refused, open_to_all = found
    assert "/written: can't be written: " in refused["said"]
    assert "Permission denied" in refused["said"]
    assert (open_to_all["said"], open_to_all["ingested"]) == ("", 32)
    assert bytewright.open(folder / "written", spec=FORMAT).to_table().num_rows == 32


KILLED = f"""
import json, time
from bytewright.spark.ingest import ingest

def slowly(batches):
    for batch in batches:
        time.sleep(0.2)
        yield batch

options = {{"minPartitionNum": "30"}}
rows = spark.read.format({FORMAT!r}).options(**options).load("logs")
slow = rows.mapInArrow(slowly, rows.schema)
print("reading", flush=True)
read = slow.count()
print("writing", flush=True)
slow.write.format({FORMAT!r}).mode("append").save("written")
print("ingesting", flush=True)
summary = ingest(spark, {FORMAT!r}, ["logs"], "table", options)
print("done", flush=True)
print(json.dumps({{"read": read, "ingested": summary.rows}}))
"""


def test_executors_that_are_killed(machines: Cluster, tmp_path: Path):
    """While they read, write and ingest: all rows are there once, and nothing else is left."""
    (tmp_path / "logs").mkdir()
    for number in range(30):
        (tmp_path / "logs" / f"{number}.redolog").write_bytes((FACTS / "200.redolog").read_bytes())
    program = driver(machines, sys.executable, {}, KILLED, tmp_path)
    over = threading.Event()
    killed: list[str] = []

    def kill(phase: str) -> None:
        until = time.monotonic() + 60
        while not over.is_set() and time.monotonic() < until:
            time.sleep(0.5)
            if any(descendants(number) for number in machines.executors()) and machines.kill_executor():
                killed.append(phase)
                return

    assert program.stdout is not None
    assert program.stderr is not None
    errors = threading.Thread(target=program.stderr.read)  # it is to wait for nobody
    errors.start()
    lines: list[str] = []
    killers = []
    with contextlib.closing(program.stdout):
        for line in program.stdout:
            lines.append(line.strip())
            if lines[-1] in ("reading", "writing", "ingesting"):
                killers.append(threading.Thread(target=kill, args=(lines[-1],)))
                killers[-1].start()
            elif lines[-1] == "done":
                over.set()
    over.set()
    for killer in killers:
        killer.join()
    assert program.wait(HANGS) == 0
    errors.join()
    assert lines[:4] == ["reading", "writing", "ingesting", "done"]
    assert json.loads(lines[4]) == {"read": 720, "ingested": 720}
    assert {"reading", "writing"} <= set(killed)
    assert bytewright.open(tmp_path / "written", spec=FORMAT).to_table().num_rows == 720
    import pyarrow.parquet as pq

    assert sum(pq.read_metadata(path).num_rows for path in (tmp_path / "table").glob("*.parquet")) == 720
    for place in ("written", "table"):
        assert [path for path in (tmp_path / place).iterdir() if path.name.startswith("_bytewright")] == []
