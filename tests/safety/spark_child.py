"""Reads hostile files by Spark's doors, all in one session, and says what becomes of them and what its Python takes.

``python -m tests.safety.spark_child FOLDER``: ``jobs.json`` there is a list of `Job` of `tests.safety.hostile_child`,
beside what `tests.safety.spark_daemon` wants. Processes that only plan aren't measured. Prints one line of JSON for
each door of each job; first, by all doors, of the good file.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession
from pyspark.sql.functions import explode
from tests.safety.hostile_child import Found, Job, Options
from tests.safety.memory_child import status
from tests.safety.spark_daemon import FOLDER, GOOD, NOTES, SPEC

import bytewright
from bytewright.spark.functions import from_bytes
from bytewright.spark.ingest import ingest
from bytewright.spark.process.failure import reason
from bytewright.spark.session import local_session
from bytewright.spark.source import BytewrightDataSource

Door = Callable[[SparkSession, str, str, Options, str], None]


def _read(spark: SparkSession, path: str, spec: str, options: Options, folder: str) -> None:
    rows = spark.read.format("bytewright").options(spec=spec, **options).load(path)
    rows.write.format("noop").mode("overwrite").save()


def _streamed(spark: SparkSession, path: str, spec: str, options: Options, folder: str) -> None:
    rows = spark.readStream.format("bytewright").options(spec=spec, **options).load(path)
    query = rows.writeStream.format("noop").option("checkpointLocation", folder).trigger(availableNow=True).start()
    query.awaitTermination()


def _cells(spark: SparkSession, path: str, spec: str, options: Options, folder: str) -> None:
    cells = spark.read.format("binaryFile").load(path)
    rows = cells.select(explode(from_bytes("content", spec, options)))
    rows.write.format("noop").mode("overwrite").save()


def _ingested(spark: SparkSession, path: str, spec: str, options: Options, folder: str) -> None:
    ingest(spark, spec, [path], f"{folder}/table", options)


def _written(spark: SparkSession, path: str, spec: str, options: Options, folder: str) -> None:
    rows = spark.read.format("bytewright").options(spec=spec, **options).load(path)
    rows.write.format("bytewright").option("spec", spec).mode("append").save(f"{folder}/files")


DOORS: dict[str, Door] = {
    "read": _read,
    "streamed": _streamed,
    "cells": _cells,
    "ingested": _ingested,
    "written": _written,
}
"""By name: what reads a file."""


def tried(door: str, spark: SparkSession, job: Job, notes: Path) -> Found:
    """What becomes of a file, with the most bytes that this process, or one that works for it, grew by."""
    if job.small:
        bytewright.open(job.small, job.spec, options=job.options).to_table()  # what that imports doesn't count
    notes.write_bytes(b"")
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the most so far is what there is now
    before = status("VmRSS")
    found: Found = {}
    with tempfile.TemporaryDirectory() as folder:
        try:
            DOORS[door](spark, job.file, job.spec, job.options, folder)
        except Exception as error:  # whatever Spark makes of it
            ours = reason(error)
            found = {"kind": type(ours).__name__, "error": str(ours or error)}
    workers = [int(line) for line in notes.read_text(encoding="ascii").split()]
    return {**found, "workers": len(workers), "grown": max([status("VmHWM") - before, *workers])}


def main() -> None:
    """Try what the command line says."""
    folder = Path(sys.argv[1])
    jobs = [Job(*one) for one in json.loads((folder / "jobs.json").read_text(encoding="utf-8"))]
    out = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.environ[FOLDER] = str(folder)
    daemon: dict[str, Any] = {"spark.python.daemon.module": "tests.safety.spark_daemon"}
    spark = local_session(1, "hostile files", **daemon)
    spark.dataSource.register(BytewrightDataSource)
    good = Job("good", str(folder / SPEC), "", str(folder / GOOD), {}, list(DOORS))
    for job in (good, *jobs):
        for door in job.doors:
            found = {"job": job.name, "door": door, **tried(door, spark, job, folder / NOTES)}
            os.write(out, f"{json.dumps(found)}\n".encode())
    spark.stop()


if __name__ == "__main__":
    main()
