"""Who holds a job of Spark's: a process that lives as long as the driver, not the one that has begun the job."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.support.growing_logs import FRAMED
from tests.support.hanging import HANGS

from bytewright.arrow.types import spark_schema
from bytewright.errors import WriteError
from bytewright.host.locks import LEASE
from bytewright.io.commit_journal import Recovered, discard, recover
from bytewright.io.folders import local_folder
from bytewright.io.jobs.journal import JOB
from bytewright.spark.options import WriteOptions
from bytewright.spark.sink import FileWriter
from bytewright.spark.write import job, job_keeper

DRIVER = """
import os, sys
from bytewright.io import commit_journal
from bytewright.io.jobs import job_holds
from bytewright.io.folders import local_folder
from bytewright.spark.write.job_keeper import keep
if sys.argv[2] == "leased":
    import bytewright.host.locks
    bytewright.host.locks.lock = job_holds.lock = lambda *_, **__: False
planner = os.fork()
if planner == 0:
    keep(commit_journal.begin(local_folder(sys.argv[1]), sys.argv[3]), sys.argv[1], (), sys.argv[3], os.getppid())
    os._exit(0)
os.waitpid(planner, 0)
print("begun", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("ends", ["job", "driver"])
def test_a_job_is_held_while_the_driver_lives(tmp_path: Path, ends: str) -> None:
    folder, job = local_folder(str(tmp_path)), f"{JOB}j"
    words = [sys.executable, "-c", DRIVER, folder.path, "locked", job]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as driver:
        assert driver.stdout is not None
        assert driver.stdout.readline() == b"begun\n"
        assert recover(folder) == [Recovered(job, "running")]
        if ends == "job":
            discard(folder, job, whole=False)
            assert recover(folder) == []
        driver.kill()
    until = time.monotonic() + HANGS
    while time.monotonic() < until and Recovered(job, "running") in (found := recover(folder)):
        time.sleep(0.05)
    assert found == ([Recovered(job, "tidied up")] if ends == "driver" else [])


@pytest.mark.parametrize("told", [True, False])
def test_the_end_of_a_process(told: bool) -> None:
    words = [sys.executable, "-c", "input()"]
    with subprocess.Popen(words, stdin=subprocess.PIPE) as process, job_keeper._watching(process.pid) as watch:
        assert not job_keeper._ended(process.pid, watch if told else None, 0)
        process.kill()
        process.wait()
        assert job_keeper._ended(process.pid, watch if told else None, 0)


def test_a_lease_is_renewed_until_it_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a file system has no locks."""
    folder, job = local_folder(str(tmp_path)), f"{JOB}j"
    words = [sys.executable, "-c", DRIVER, folder.path, "leased", job]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as driver:
        assert driver.stdout is not None
        driver.stdout.readline()
        for name in ("bytewright.host.locks.lock", "bytewright.io.jobs.job_holds.lock"):
            monkeypatch.setattr(name, lambda *_, **__: False)
        assert recover(folder) == [Recovered(job, "running")]
        now = time.time()
        monkeypatch.setattr("time.time", lambda: now + LEASE + 1)
        assert recover(folder) == [Recovered(job, "tidied up")]
        driver.kill()


PLANNER = """
import os, sys, time
os.setpgid(0, 0)
daemon = os.getpid()
if os.fork():
    os._exit(0)
while os.getppid() == daemon:
    time.sleep(0.01)
from bytewright.spark.options import WriteOptions
from bytewright.spark.write import job
from pyspark.sql.types import StructType
sys.modules[job.PLANS] = sys
job.keep = lambda *_, driver: print(driver == daemon, flush=True)
options = WriteOptions.parse({"path": sys.argv[1], "spec": sys.argv[2]}, None)
job.Job(StructType.fromJson(eval(sys.argv[3])), options).begin()
"""


def test_a_job_is_not_held_by_what_takes_the_place_of_a_daemon_that_was_killed(tmp_path: Path) -> None:
    """Even if the planner has only begun when it is."""
    fields: list[pa.Field[Any]] = [pa.field("number", pa.int64()), pa.field("body", pa.binary())]
    spec, schema = tmp_path / "journal.ksy", spark_schema(pa.schema(fields))
    spec.write_text(FRAMED, encoding="utf-8")
    words = [sys.executable, "-c", PLANNER, str(tmp_path / "out"), str(spec), repr(schema.jsonValue())]
    assert subprocess.run(words, stdout=subprocess.PIPE, check=True, timeout=HANGS).stdout == b"True\n"


@pytest.mark.parametrize("ends", ["commit", "commit fails", "abort", "abort fails", "no keeper", "no lock"])
def test_a_job_that_is_over_is_held_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str) -> None:
    """At once, and not only when garbage is collected."""

    def fail(*_: object, **__: object) -> None:
        raise OSError("no")

    spec, out = tmp_path / "journal.ksy", tmp_path / "out"
    spec.write_text(FRAMED, encoding="utf-8")
    options = WriteOptions.parse({"path": str(out), "spec": str(spec)}, None)
    fields: list[pa.Field[Any]] = [pa.field("number", pa.int64()), pa.field("body", pa.binary())]
    if ends == "no keeper":
        monkeypatch.setitem(sys.modules, job.PLANS, sys)
        monkeypatch.setattr(subprocess, "Popen", fail)
    if ends == "no lock":
        monkeypatch.setattr("bytewright.io.jobs.job_holds.lock", fail)
    failures = []  # with what they hold
    try:
        writer = FileWriter(spark_schema(pa.schema(fields)), options, overwrite=False)
        assert _open_below(out)
        if ends.endswith("fails"):
            monkeypatch.setattr(job, ends.split()[0], fail)
        if ends.startswith("commit"):
            writer.commit([])
        else:
            writer.abort([])
    except (WriteError, OSError) as error:
        failures.append(error)
    assert not _open_below(out)


def _open_below(folder: Path) -> list[str]:
    """The files of a folder that this process has open."""
    links = [Path("/proc/self/fd", name) for name in os.listdir("/proc/self/fd")]
    return [str(link.readlink()) for link in links if link.is_symlink() and link.readlink().is_relative_to(folder)]
