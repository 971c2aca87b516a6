"""The daemon that forks Spark's Python workers, and notes by how many bytes each of them grows.

Set as ``spark.python.daemon.module``. `FOLDER` names a directory with a good file and its spec, which is read before
any worker is forked: what is imported doesn't count. A worker adds a line to `NOTES` there when a task is done, and
before it says an error, behind which the JVM may kill it.
"""

from __future__ import annotations

import os
import runpy
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyspark.daemon
import pyspark.util
from tests.safety.memory_child import read, status

FOLDER = "BYTEWRIGHT_TEST_FOLDER"
SPEC, GOOD, NOTES = "good.ksy", "good.bin", "grown.txt"


def noting(folder: Path, worker: Callable[..., int], handle: Callable[..., None]) -> None:
    """Have workers note what they take: what runs tasks of theirs, and what says their errors."""
    before = 0

    def note() -> None:
        with (folder / NOTES).open("ab", buffering=0) as file:
            file.write(b"%d\n" % (status("VmHWM") - before))

    def noted(sock: socket.socket, authenticated: bool) -> int:
        nonlocal before
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the most so far is what there is now
        before = status("VmRSS")
        try:
            return worker(sock, authenticated)
        finally:
            note()

    def told(*what: Any, **how: Any) -> None:
        note()
        handle(*what, **how)

    pyspark.daemon.worker, pyspark.util.handle_worker_exception = noted, told


if __name__ == "__main__":
    pa.set_cpu_count(1)
    there = Path(os.environ[FOLDER])
    for engine in ("columns", "objects"):
        read(str(there / GOOD), str(there / SPEC), {"engine": engine, "threads": 1})
    noting(there, pyspark.daemon.worker, pyspark.util.handle_worker_exception)
    runpy.run_module("bytewright.spark.daemon", run_name="__main__", alter_sys=True)
