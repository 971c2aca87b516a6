"""Programs that write, follow, ingest, replay and query the same logs side by side, and are killed.

``make soak MINUTES=60``, or ``python -m tests.soak --minutes 60``. Every ten seconds one of them is killed, and started
again; some never are, to see whether they leak. In the end all are killed, what is left is done by new ones, and
everything must hold each row once, as it was written. What is wrong is printed; the exit status is 1 then.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from tests.soak import actors, logs
from tests.support.cluster import descendants

import bytewright
from bytewright import cli
from bytewright.spark.session import local_session

ROOT = Path(__file__).parents[2]
GONE = 300.0
"""Seconds within which what a killed process has started must end, on whatever machine."""
GROWTH = 1.1, 16 << 20
"""How much more memory than in its second quarter a process may hold in its last one: a factor, and bytes."""
MORE = 4
"""How many more descriptors, or threads."""
JUDGED = 10.0
"""Minutes from which on leaks are judged; before, processes still grow to their size."""
SCHEMA = {
    "is_fact_table": True,
    "primary_key_columns": [0],
    "columns": [{"type": "Uint32"}, {"type": "Int64"}],
}


@dataclass
class Actor:
    """A program, as often as it is started.

    Attributes:
        name: what it is called.
        command: its command line.
        mortal: whether it is killed now and then.
        process: the one that runs.
        killed: how often it was.
        samples: its memory, descriptors and threads, at each kill.
    """

    name: str
    command: list[str]
    mortal: bool = True
    process: subprocess.Popen[bytes] | None = None
    killed: int = 0
    samples: list[tuple[int, int, int]] = field(default_factory=list)

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid


class Soak:
    """The programs, and what was found.

    Args:
        folder: where everything lies.
        seed: of which is killed when.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.found: list[str] = []
        self._random = random.Random(seed)
        self._orphans: dict[int, float] = {}
        self._tailed: list[int] = []
        self._environment = {
            **os.environ,
            "TMPDIR": str(folder / "tmp"),
            "TERM": "dumb",
            "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
        }
        for name in ("live", "finished", "tmp", "said"):
            (folder / name).mkdir()
        (folder / "soak.ksy").write_text(logs.SPEC)
        (folder / "soak.json").write_text(json.dumps(SCHEMA))
        self.replays = importlib.util.find_spec("bytewright_pipelines.aresdb") is not None
        self.actors = self._cast()

    def _cast(self) -> list[Actor]:
        """All programs."""

        def own(name: str, *more: str) -> list[str]:
            return [sys.executable, "-m", "tests.soak.actors", name, str(self.folder), *more]

        spec = ["--spec", str(self.folder / "soak.ksy")]
        command = [sys.executable, "-m", "bytewright"]
        tail = [*command, "tail", "-n", "+1", "-f", *spec, "--columns", "number", str(self.folder / "live/b-1.soak")]
        cast = [
            Actor("write a", own("write", "a")),
            Actor("write b", own("write", "b"), mortal=False),
            Actor("tail b", tail, mortal=False),
            Actor("query", own("query"), mortal=False),
            Actor("follow a", own("follow", "a")),
            Actor("follow b", own("follow", "b"), mortal=False),
            Actor("ingest", [*command, *self.ingesting(), "--follow", "--every", "1"]),
        ]
        if self.replays:
            cast += [Actor("upsert", own("upsert")), Actor("replay", own("replay"))]
        return cast

    def ingesting(self) -> list[str]:
        """The command that ingests the files that are finished."""
        words = ["ingest", "--spec", str(self.folder / "soak.ksy"), "--to", str(self.folder / "ingested")]
        return [*words, "--mode", "append", "--cores", "1", str(self.folder / "finished")]

    # --- the hour ----------------------------------------------------------------------------------------------------

    def run(self, seconds: float, every: float) -> None:
        """Let all programs run, and kill one now and then.

        Args:
            seconds: how long.
            every: seconds between two kills.
        """
        for actor in self.actors:
            self._start(actor)
            if actor.name.startswith("write"):
                self._wait_for_log(actor.name[-1])
        until, kill = time.monotonic() + seconds, time.monotonic() + every
        while time.monotonic() < until:
            time.sleep(0.5)
            self._finish_files(last=False)
            for actor in self.actors:
                self._look(actor)
            if time.monotonic() >= kill:
                kill += every
                victim = self._random.choice([actor for actor in self.actors if actor.mortal])
                self._kill(victim)
                victim.killed += 1
                self._start(victim)
                for actor in self.actors:
                    actor.samples.append(sampled(actor.pid))
                print(f"{until - time.monotonic():6.0f} s left; killed {victim.name}", flush=True)

    def _start(self, actor: Actor) -> None:
        said = self.folder / "said" / f"{actor.name.replace(' ', '-')}.txt"
        with said.open("ab") as file:
            printed = subprocess.PIPE if actor.name == "tail b" else file
            actor.process = subprocess.Popen(
                actor.command, stdout=printed, stderr=file, env=self._environment, start_new_session=True, cwd=ROOT
            )
        if actor.process.stdout is not None:
            threading.Thread(target=self._listen, args=(actor.process.stdout,), daemon=True).start()

    def _wait_for_log(self, log: str) -> None:
        until = time.monotonic() + GONE
        while not logs.files_of(self.folder / "live", log) and time.monotonic() < until:
            time.sleep(0.1)

    def _listen(self, printed: Any) -> None:
        """Take the rows that `tail` prints."""
        for line in printed:
            number = json.loads(line)["number"]
            if number != len(self._tailed):
                self.found.append(f"tail b: record {len(self._tailed)} should come; {number} does")
                return
            self._tailed.append(number)

    def _look(self, actor: Actor) -> None:
        """Notice that a program has ended by itself."""
        assert actor.process is not None
        if (status := actor.process.poll()) is not None:
            said = (self.folder / "said" / f"{actor.name.replace(' ', '-')}.txt").read_text()
            self.found.append(f"{actor.name}: ended with status {status}:\n{said[-3000:]}")
            self._start(actor)

    def _kill(self, actor: Actor) -> None:
        """Kill a program, not what it has started: that must end by itself."""
        assert actor.process is not None
        below = descendants(actor.pid)
        os.kill(actor.pid, signal.SIGKILL)
        actor.process.wait()
        self._orphans |= dict.fromkeys(below, time.monotonic())

    def _finish_files(self, *, last: bool) -> None:
        """Give files that nobody writes any more to those that ingest; ``last``: of all."""
        for log in "ab":
            files = logs.files_of(self.folder / "live", log)
            for path in files if last else files[:-1]:
                with contextlib.suppress(FileExistsError):
                    os.link(path, self.folder / "finished" / path.name)

    # --- the end -----------------------------------------------------------------------------------------------------

    def end(self) -> dict[str, int]:
        """Kill all, do what is left, and check what there is; gives how many rows were checked where."""
        for actor in self.actors:
            self._kill(actor)
        self._wait_for_orphans()
        live, spec = self.folder / "live", self.folder / "soak.ksy"
        written = {}
        for log in "ab":
            bytewright.append(logs.files_of(live, log)[-1], str(spec)).close()  # cuts what a killed writer has begun
            written[log] = logs.checked(live, log, spec)
        self._finish_files(last=True)
        os.environ |= {"TMPDIR": self._environment["TMPDIR"]}
        rows = {f"written {log}": count for log, count in written.items()}
        rows |= self._check_followed(written)
        rows["ingested"] = self._check_ingested(written)
        if self.replays:
            rows["replayed"] = self._check_replayed()
        rows["tailed"] = len(self._tailed)
        self._check_files()
        return rows

    def _wait_for_orphans(self) -> None:
        until = time.monotonic() + GONE
        while (left := [one for one in self._orphans if is_running(one)]) and time.monotonic() < until:
            time.sleep(0.2)
        for one in left:
            self.found.append(f"process {one} was started by a killed one, and goes on: {command_of(one)}")
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)

    def _check_followed(self, written: dict[str, int]) -> dict[str, int]:
        spark, rows = local_session(1), {}
        for log, count in written.items():
            actors.stream(spark, self.folder, log, availableNow=True).awaitTermination()
            table = spark.read.parquet(str(self.folder / f"followed-{log}")).toArrow()
            rows[f"followed {log}"] = self._once(table, [count], f"followed {log}")
        spark.stop()
        return rows

    def _check_ingested(self, written: dict[str, int]) -> int:
        if cli.main(self.ingesting()):
            self.found.append("what is left can't be ingested")
        files = sorted((self.folder / "ingested").glob("*.parquet"))
        table = pa.concat_tables([pq.read_table(path) for path in files])
        return self._once(table, list(written.values()), "ingested")

    def _check_replayed(self) -> int:
        if cli.main(actors.replaying(self.folder)):
            self.found.append("what is left can't be replayed")
        folder = self.folder / "replayed"
        version = json.loads((folder / "current.json").read_text())
        files = sorted((folder / version["folder"]).glob("*.parquet"))
        table = pa.concat_tables([pq.read_table(path) for path in files])
        if not pc.all(pc.equal(pc.subtract(table[0], actors.FIRST), table[1])).as_py():
            self.found.append("replayed: what was added isn't what was sent")
        sent = actors.upserted(self.folder)
        return self._once(table.rename_columns(["second", "number"]), [sent], "replayed", checked=False)

    def _once(self, table: pa.Table, counts: list[int], where: str, *, checked: bool = True) -> int:
        """Check that the rows of logs, which have so many, are there once; gives how many there are."""
        numbers = logs.check(table, where) if checked else table["number"].to_numpy()
        wanted = np.sort(np.concatenate([np.arange(count, dtype=np.uint64) for count in counts]))
        found = np.sort(numbers.astype(np.uint64))
        if not np.array_equal(found, wanted):
            times, due = Counter(found.tolist()), Counter(wanted.tolist())
            self.found.append(
                f"{where}: {(times - due).total()} rows too many, as {sorted(times - due)[:5]}; "
                f"{(due - times).total()} missing, as {sorted(due - times)[:5]}"
            )
        return len(numbers)

    def _check_files(self) -> None:
        """What is left in folders that isn't theirs."""
        kept = {"live": (".soak",), "finished": (".soak",), "ingested": (".parquet", ".manifest", "_SUCCESS")}
        for name, ends in kept.items():
            for path in (self.folder / name).iterdir():
                if not path.name.endswith(ends) and ".torn-" not in path.name:
                    self.found.append(f"{path.relative_to(self.folder)} is left")
        for path in (self.folder / "tmp").iterdir():
            if "bytewright" in path.name:
                self.found.append(f"{path.relative_to(self.folder)} is left")

    def leaks(self, minutes: float) -> list[str]:
        """How processes that weren't killed have grown, as lines; what is too much is found."""
        lines = []
        for actor in self.actors:
            if actor.mortal or len(actor.samples) < 4:
                continue
            quarter = len(actor.samples) // 4
            early = [max(one) for one in zip(*actor.samples[quarter : 2 * quarter], strict=True)]
            late = [max(one) for one in zip(*actor.samples[-quarter:], strict=True)]
            told = (
                f"{actor.name}: {early[0] >> 20} MB, {early[1]} descriptors, {early[2]} threads in its second quarter; "
            )
            told += f"{late[0] >> 20} MB, {late[1]}, {late[2]} in its last"
            lines.append(told)
            grown = late[0] > early[0] * GROWTH[0] + GROWTH[1]
            if minutes >= JUDGED and (grown or late[1] > early[1] + MORE or late[2] > early[2] + MORE):
                self.found.append(f"leak of {told}")
        return lines


def sampled(pid: int) -> tuple[int, int, int]:
    """Bytes of memory, descriptors and threads of a process and of those in Python that it has started."""
    memory = descriptors = threads = 0
    for one in [pid, *descendants(pid)]:
        with contextlib.suppress(OSError):
            if "java" in os.readlink(f"/proc/{one}/exe"):  # the JVM grows to the size that it is allowed
                continue
            status = dict(line.split(":", 1) for line in Path(f"/proc/{one}/status").read_text().splitlines())
            memory += int(status["VmRSS"].split()[0]) * 1024
            threads += int(status["Threads"])
            descriptors += len(os.listdir(f"/proc/{one}/fd"))
    return memory, descriptors, threads


def is_running(pid: int) -> bool:
    """Whether there is a process that hasn't ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def command_of(pid: int) -> str:
    """The command line of a process."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")[:200]
    return "?"


def soak(folder: Path, minutes: float, every: float, seed: int) -> list[str]:
    """Run all; gives what was found.

    Args:
        folder: an empty folder for all files.
        minutes: how long programs run side by side.
        every: seconds between two kills.
        seed: of who is killed.
    """
    run = Soak(folder, seed)
    try:
        run.run(60 * minutes, every)
        for line in run.leaks(minutes):
            print(line)
        rows = run.end()
    finally:
        for actor in run.actors:
            if actor.process is not None and actor.process.poll() is None:
                os.killpg(actor.pid, signal.SIGKILL)
    print(", ".join(f"{name} {count:,}" for name, count in rows.items()), "rows")
    print("killed:", ", ".join(f"{actor.name} {actor.killed} times" for actor in run.actors if actor.mortal))
    return run.found


def main() -> int:
    """Run what the command line says; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two kills (default: 10)")
    parser.add_argument("--seed", type=int, default=None, help="(default: by chance)")
    given = parser.parse_args()
    seed = random.SystemRandom().randrange(1 << 30) if given.seed is None else given.seed
    print(f"seed {seed}, {given.minutes:g} minutes", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="soak-"))
    found = soak(folder, given.minutes, given.every, seed)
    for one in found:
        print(one)
    print(f"{len(found)} found" + (f"; all files are in {folder}" if found else ""))
    if not found:
        shutil.rmtree(folder)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
