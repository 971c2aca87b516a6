"""Kills drivers of Spark, their JVMs and Python workers while a stream follows a log and writes files of it.

``python -m tests.spark.kills --count 100`` goes on until so many processes have been killed, lets the stream come to
its end, and says what is wrong with what it has written: records that are missing, there twice, or in files that can't
be read.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.support.growing_logs import SHAPES, LogWriter

import bytewright
from bytewright.io.commit_journal import JOB, recover
from bytewright.io.folders import local_folder

_PATIENCE = 600.0
"""Seconds in which a driver must have written a batch."""

_BEFORE = b"batch"


def drive(folder: Path, *, ends: bool) -> None:
    """Run the stream; ``ends``: until it has read what is there."""
    from bytewright.spark.session import local_session

    # A task may fail four times, as on a cluster, where workers are killed as well.
    conf: dict[str, Any] = {"spark.master": "local[2,4]", "spark.log.level": "OFF"}
    spark = local_session(2, **conf)
    rows = spark.readStream.format("bytewright").options(spec=str(folder / "spec.ksy"), follow="true")
    writer = rows.load(str(folder / "logs")).select("number", "body").writeStream.format("bytewright")
    writer = writer.options(spec=str(folder / "spec.ksy"), checkpointLocation=str(folder / "checkpoint"))
    writer = writer.trigger(availableNow=True) if ends else writer.trigger(processingTime="0 seconds")
    query = writer.start(str(folder / "out"))
    told = -1
    while query.isActive:
        query.awaitTermination(1)
        progress = query.lastProgress
        if progress is not None and progress["batchId"] != told:
            told = progress["batchId"]
            sys.stdout.buffer.write(_BEFORE + b" %d\n" % told)
            sys.stdout.buffer.flush()
    query.awaitTermination()


def _descendants(process: int) -> dict[int, str]:
    """Processes that a process has started, and those that these have, with what they run."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    found: dict[int, str] = {}
    todo = [process]
    while todo:
        above = todo.pop()
        for one in [one for one, parent in parents.items() if parent == above]:
            with contextlib.suppress(OSError):
                found[one] = Path(f"/proc/{one}/cmdline").read_bytes().replace(b"\0", b" ").decode()
            todo.append(one)
    return found


def _victims(driver: int, rng: random.Random) -> tuple[str, list[int]]:
    """What is killed: a Python worker, the JVM, or the whole driver."""
    below = _descendants(driver)
    jvm = [one for one, runs in below.items() if re.match(r"\S*java ", runs)]
    workers = [one for one, runs in below.items() if "pyspark." in runs and one not in jvm]
    kind = rng.choices(["worker", "jvm", "driver"], [6, 1, 3])[0]
    if kind == "worker" and workers:
        return kind, [rng.choice(workers)]
    if kind == "jvm" and jvm:
        return kind, jvm
    return "driver", [driver, *jvm]


@contextlib.contextmanager
def _started(folder: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "tests.spark.kills", "--drive", str(folder), *words]
    with (folder / "stderr").open("ab") as log, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log) as driver:
        try:
            yield driver
        finally:
            below = _descendants(driver.pid)
            driver.kill()
            for one, runs in below.items():
                if "pyspark" in runs or "java " in runs:
                    with contextlib.suppress(OSError):
                        os.kill(one, signal.SIGKILL)


def _has_told(driver: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether a driver says within a time that it has written a batch."""
    assert driver.stdout is not None
    ready = bool(select.select([driver.stdout], [], [], seconds)[0])
    return ready and os.read(driver.stdout.fileno(), 4096).startswith(_BEFORE)


def kill_them(folder: Path, count: int, seed: int, most: float) -> tuple[Counter[str], int]:
    """Kill so many processes of a stream; gives how many of each kind, and how many records were written to the log.

    Args:
        folder: an empty directory.
        count: how many.
        seed: of what is random.
        most: seconds, after which no more are killed.
    """
    spec, head, record = SHAPES["framed"]
    (folder / "spec.ksy").write_text(spec, encoding="utf-8")
    (folder / "logs").mkdir()
    writer, over, rng = LogWriter(folder / "logs", seed, record, head), threading.Event(), random.Random(seed)

    def write() -> None:
        while not over.wait(0.05):
            writer.write()
            if rng.random() < 0.01:
                writer.rotate("rename")

    thread = threading.Thread(target=write)
    thread.start()
    killed: Counter[str] = Counter()
    until = time.monotonic() + most
    chance = random.Random(seed + 1)
    try:
        while killed.total() < count and time.monotonic() < until:
            with _started(folder) as driver:
                begun = chance.random() < 0.1 or _has_told(driver, _PATIENCE)
                if not begun:
                    raise RuntimeError(f"the stream doesn't go on: {(folder / 'stderr').read_text()[-2000:]}")
                while killed.total() < count and driver.poll() is None:
                    time.sleep(chance.uniform(0, 1.5))
                    kind, victims = _victims(driver.pid, chance)
                    for one in victims:
                        with contextlib.suppress(OSError):
                            os.kill(one, signal.SIGKILL)
                    killed[kind] += 1
                    if kind != "worker":
                        break
                    # What a killed worker was doing is done again, or the query fails, and with it the driver.
                    if chance.random() < 0.3:
                        _has_told(driver, 20)
    finally:
        over.set()
        thread.join()
    writer.finish()
    with _started(folder, "--ends") as driver:
        assert driver.wait(300) == 0, (folder / "stderr").read_text()[-2000:]
    return killed, writer.numbers


def wrong(folder: Path, count: int) -> list[str]:
    """What is wrong with what a stream has written of so many records."""
    out = folder / "out"
    recover(local_folder(str(out)))
    table = bytewright.open(str(out), spec=str(folder / "spec.ksy")).to_table()
    found: Counter[Any] = Counter(table["number"].to_pylist())
    more = [number for number, times in found.items() if times > 1]
    less = sorted({*range(count)} - {*found})
    told = [
        f"{len(some)} records are {what}, as {some[:5]}" for what, some in {"twice": more, "lost": less}.items() if some
    ]
    told += [f"{one.name} is left" for one in out.iterdir() if one.name.startswith(JOB)]
    return told + [f"record {number} was never written" for number in found if not 0 <= number < count]


def main() -> int:
    """Run by the arguments of the process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--drive", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--ends", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.drive is not None:
        drive(arguments.drive, ends=arguments.ends)
        return 0
    with tempfile.TemporaryDirectory() as name:
        killed, records = kill_them(Path(name), arguments.count, arguments.seed, arguments.seconds)
        found = wrong(Path(name), records)
        batches = len(list((Path(name) / "checkpoint" / "commits").glob("[0-9]*")))
        files = len([one for one in (Path(name) / "out").iterdir() if not one.name.startswith("_")])
    kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(killed.items()))
    print(f"{killed.total()} killed ({kinds}); {records} records, {batches} batches, {files} files")
    print("\n".join(found) or "nothing is lost, twice or partial")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
