"""Kills drivers of Spark, their JVMs and Python processes while a stream follows a log and writes files of it.

``python -m tests.spark.kills --count 100`` goes on until so many processes have been killed, lets the stream come to
its end, and says what is wrong with what it has written: records that are missing, there twice, or in files that can't
be read. A stream that hangs is one that begins no batch while its processes do nothing, or whatever they do: how long
that takes on a machine that others use doesn't count. What its threads do then is shown.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.growing_logs import SHAPES, LogWriter

import bytewright
from bytewright.io.commit_journal import recover
from bytewright.io.folders import local_folder
from bytewright.io.jobs.journal import JOB

_IDLE = 180.0
"""Seconds that a stream may be idle while there is something to read."""

_IDLE_SHARE = 0.03
"""Of a processor, what processes use that wait for each other: the JVM looks after itself."""

_SPENT = 600.0
"""Seconds of processor time in which a driver must have begun a batch, from its start on or after the last one."""

_LOOK = 5.0
"""Seconds between two looks at what processes have worked."""

_TICKS = os.sysconf("SC_CLK_TCK")


def drive(folder: Path, *, ends: bool) -> None:
    """Run the stream, and start it again when it fails, as what it needs may have been killed.

    Args:
        folder: the files of the trial.
        ends: whether it ends when it has read what is there.
    """
    from pyspark.errors import StreamingQueryException

    from bytewright.spark.session import local_session

    faulthandler.register(signal.SIGUSR1, all_threads=True)
    # A task may fail four times, as on a cluster, where workers are killed as well.
    conf: dict[str, Any] = {"spark.master": "local[2,4]", "spark.log.level": "OFF"}
    spark = local_session(2, **conf)
    while True:
        rows = spark.readStream.format("bytewright").options(spec=str(folder / "spec.ksy"), follow="true")
        writer = rows.load(str(folder / "logs")).select("number", "body").writeStream.format("bytewright")
        writer = writer.options(spec=str(folder / "spec.ksy"), checkpointLocation=str(folder / "checkpoint"))
        writer = writer.trigger(availableNow=True) if ends else writer.trigger(processingTime="0 seconds")
        try:
            writer.start(str(folder / "out")).awaitTermination()
            return
        except StreamingQueryException as error:
            sys.stderr.write(f"the query has failed: {error}\n")


# --- processes -------------------------------------------------------------------------------------------------------


class _Process(NamedTuple):
    parent: int
    seconds: float
    runs: str

    @property
    def is_java(self) -> bool:
        return re.match(r"\S*java ", self.runs) is not None

    @property
    def is_python(self) -> bool:
        """Whether it is one of Spark's, or of the sink's."""
        return not self.is_java and ("pyspark." in self.runs or "bytewright.spark" in self.runs)


def _below(process: int) -> dict[int, _Process]:
    """A process, and those that it has started, and that these have."""
    every: dict[int, _Process] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                stat = (entry / "stat").read_text().rpartition(")")[2].split()
                runs = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                every[int(entry.name)] = _Process(int(stat[1]), (int(stat[11]) + int(stat[12])) / _TICKS, runs)
    found = {process: every[process]} if process in every else {}
    todo = [process]
    while todo:
        above = todo.pop()
        children = {one: its for one, its in every.items() if its.parent == above}
        found |= children
        todo += children
    return found


def _kill(*processes: int) -> None:
    for one in processes:
        with contextlib.suppress(OSError):
            os.kill(one, signal.SIGKILL)


def _victims(driver: int, rng: random.Random) -> tuple[str, list[int]]:
    """What is killed: a Python process below the JVM, the JVM, or the whole driver."""
    below = _below(driver)
    jvm = [one for one, its in below.items() if its.is_java]
    workers = [one for one, its in below.items() if its.is_python and one != driver]
    kind = rng.choices(["worker", "jvm", "driver"], [8, 1, 1])[0]
    if kind == "worker" and workers:
        return kind, [rng.choice(workers)]
    if kind == "jvm" and jvm:
        return kind, jvm
    return "driver", [driver, *jvm]


class Stream:
    """A process that runs the stream.

    Args:
        folder: the files of the trial.
        driver: the process.
    """

    def __init__(self, folder: Path, driver: subprocess.Popen[bytes]) -> None:
        self.driver = driver
        self._folder = folder

    @classmethod
    @contextlib.contextmanager
    def started(cls, folder: Path, *words: str) -> Iterator[Stream]:
        """A stream that is killed with all its processes behind the block."""
        command = [sys.executable, "-m", "tests.spark.kills", "--drive", str(folder), *words]
        with (
            (folder / "stderr").open("ab") as log,
            subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True) as driver,
        ):
            try:
                yield cls(folder, driver)
            finally:
                _kill(*(one for one, its in _below(driver.pid).items() if its.is_java or its.is_python))
                driver.kill()

    @property
    def is_alive(self) -> bool:
        """Whether the driver runs."""
        return self.driver.poll() is None

    def batches(self) -> tuple[int, int]:
        """The numbers of the last batch that has been begun, and of the last one that is done; -1: none."""
        checkpoint = self._folder / "checkpoint"
        begun, done = (
            max((int(one.name) for one in (checkpoint / what).glob("[0-9]*")), default=-1)
            for what in ("offsets", "commits")
        )
        return begun, done

    def wait(self, *, ends: bool = False) -> bool:
        """Wait until a batch is begun or done, or the driver is over, which it is at once where it was killed.

        Args:
            ends: whether to wait until the driver is over.

        Returns:
            Whether the driver is still there.

        Raises:
            RuntimeError: the stream hangs.
        """
        before = self.batches()
        since, spent = time.monotonic(), self._spent()
        looked, first = since, spent
        while self.is_alive:
            time.sleep(0.1)
            now = self.batches()
            if now != before:
                if not ends:
                    return True
                before, first = now, self._spent()
                since, spent = time.monotonic(), first
            if time.monotonic() - looked < _LOOK:
                continue
            looked, used = time.monotonic(), self._spent()
            if used - first > _SPENT:
                raise self._hangs(f"begins no batch in {_SPENT:.0f} s of processor time")
            if used < spent or used - spent > _IDLE_SHARE * (looked - since):
                since, spent = looked, used
            elif looked - since > _IDLE:
                raise self._hangs(f"has done nothing for {_IDLE:.0f} s")
        return False

    def _spent(self) -> float:
        return sum(its.seconds for its in _below(self.driver.pid).values())

    def _hangs(self, what: str) -> RuntimeError:
        """An error that tells what all threads do."""
        below = _below(self.driver.pid)
        told = [f"{one} ({its.seconds:.1f} s, {_waits(one)}): {its.runs[:160]}" for one, its in below.items()]
        self.driver.send_signal(signal.SIGUSR1)
        for one, its in below.items():
            tool = Path(its.runs.split(" ", 1)[0]).with_name("jstack")
            if its.is_java and tool.exists():
                told.append(subprocess.run([tool, str(one)], capture_output=True, text=True, timeout=60).stdout)
        time.sleep(1)
        told.append((self._folder / "stderr").read_text(errors="replace")[-20000:])
        return RuntimeError(
            f"the stream {what}, the last batch begun and the last one done: {self.batches()}\n" + "\n".join(told)
        )


def _waits(process: int) -> str:
    """What a process waits for in the system."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/wchan").read_text() or "runs"
    return "gone"


# --- a trial ---------------------------------------------------------------------------------------------------------


def kill_them(folder: Path, count: int, seed: int, most: float) -> tuple[Counter[str], int]:
    """Kill so many processes of a stream; gives how many of each kind, and how many records were written to the log.

    Args:
        folder: an empty directory.
        count: how many.
        seed: of what is random.
        most: seconds, after which no more are killed.

    Raises:
        RuntimeError: the stream hangs, or doesn't come to its end.
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
            with Stream.started(folder) as stream:
                if chance.random() < 0.1:
                    time.sleep(chance.uniform(0, 10))
                while killed.total() < count and time.monotonic() < until and stream.wait():
                    time.sleep(chance.uniform(0, 1))
                    kind, victims = _victims(stream.driver.pid, chance)
                    _kill(*victims)
                    killed[kind] += 1
                    if kind != "worker":
                        break
    finally:
        over.set()
        thread.join()
    writer.finish()
    with Stream.started(folder, "--ends") as stream:
        stream.wait(ends=True)
        if stream.driver.wait() != 0:
            raise RuntimeError(f"the stream has failed: {(folder / 'stderr').read_text(errors='replace')[-5000:]}")
    return killed, writer.numbers


def wrong(folder: Path, count: int) -> list[str]:
    """What is wrong with what a stream has written of so many records."""
    out = folder / "out"
    until = time.monotonic() + _IDLE
    while any(one.done == "running" for one in recover(local_folder(str(out)))) and time.monotonic() < until:
        time.sleep(0.5)  # what held the jobs of the last driver is ending
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
        batches = 1 + max(int(one.name) for one in (Path(name) / "checkpoint" / "commits").glob("[0-9]*"))
        files = len([one for one in (Path(name) / "out").iterdir() if not one.name.startswith("_")])
        again = (Path(name) / "stderr").read_text(errors="replace").count("the query has failed")
    kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(killed.items()))
    print(
        f"{killed.total()} killed ({kinds}); {records} records, {batches} batches, {files} files; the query "
        f"was started again {again} times in its session"
    )
    print("\n".join(found) or "nothing is lost, twice or partial")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
