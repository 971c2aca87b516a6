"""A process that holds a job for as long as Spark's driver lives.

Spark begins a write in a Python process that ends before the job does, and commits it in another one. What holds the
job meanwhile (`bytewright.io.jobs.job_holds`) is a small process of its own. It ends with the job, or with the driver.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator

from bytewright.io.filesystems import Storage
from bytewright.io.folders import open_folder
from bytewright.io.jobs import job_holds
from bytewright.io.jobs.job_holds import Hold

_PROGRAM = """
import json, sys
given = json.load(sys.stdin)
sys.path[:] = given.pop("path")
from bytewright.spark.write.job_keeper import stay
stay(**given)
"""
_PAUSE, _REMOTE_PAUSE = 1.0, 30.0
"""Seconds between two looks at whether the job goes on."""


def keep(hold: Hold, uri: str, storage: Storage, job: str, driver: int) -> None:
    """Let another process hold a job.

    Args:
        hold: what this process holds; it lets it go.
        uri: the directory that the job writes into.
        storage: arguments of its file system.
        job: the name of the job's directory.
        driver: the process with which the job ends.

    Raises:
        OSError: the process can't be started.
    """
    given = {"path": sys.path, "uri": uri, "storage": storage, "job": job, "driver": driver}
    process = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=hold.descriptors,
    )
    assert process.stdin is not None
    with process.stdin as file:
        file.write(json.dumps({**given, "leased": not hold.descriptors}).encode())
    hold.release()


def stay(uri: str, storage: list[list[str]], job: str, driver: int, *, leased: bool) -> None:
    """Hold a job until it is over, or the driver is; locks came with the process."""
    folder = open_folder(uri, tuple((name, value) for name, value in storage))
    if leased:
        job_holds.lease(folder, job)
    with _watching(driver) as watch:
        pause = _PAUSE if folder.local else _REMOTE_PAUSE
        while job_holds.is_open(folder, job) and not _ended(driver, watch, pause):
            pass


@contextlib.contextmanager
def _watching(process: int) -> Iterator[int | None]:
    """A descriptor that tells when a process ends; None where the system has none."""
    descriptor = None
    with contextlib.suppress(AttributeError, OSError):
        descriptor = os.pidfd_open(process)
    try:
        yield descriptor
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _ended(driver: int, watch: int | None, wait: float) -> bool:
    """Whether a process ends while one waits."""
    if watch is not None:
        return bool(select.select([watch], [], [], wait)[0])
    time.sleep(wait)
    try:
        os.kill(driver, 0)
    except ProcessLookupError:
        return True
    return False
