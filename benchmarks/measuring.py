"""Time, memcpy and the machine."""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import threading
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import numpy as np

COPIED = 64 << 20
"""Bytes that are copied at once; more than caches hold."""

SHORT = 5.0
"""Seconds that runs take together at least: what else a machine does hits each of a few short ones."""
MOST = 4
"""How many times as often as is asked for they run for that, at most."""

_LOOK = 0.2
"""Seconds between two looks at what processes have worked: one that ends takes what it worked since with it."""

Run = Callable[[], object]


def fastest(
    runs: int,
    *measured: Run,
    clock: Callable[[], float] = time.process_time,
    before: Run = lambda: None,
) -> list[float]:
    """Seconds of the fastest of so many runs of each, or of more if they are short, after one that doesn't count;
    ``before`` each comes something whose time doesn't count either.

    They take turns, so that what else the machine does hits all of them. By default the time that processors work for
    this process, in all of its threads: where they are ours alone it is what a watch shows.
    """
    return [min(taken) for taken in taking_turns(runs, *measured, clock=clock, before=before)]


def taking_turns(
    runs: int,
    *measured: Run,
    clock: Callable[[], float] = time.process_time,
    before: Run = lambda: None,
) -> list[list[float]]:
    """Seconds of each of these runs; see `fastest`."""
    found: list[list[float]] = [[] for _ in measured]
    for turn in range(MOST * runs + 1):
        if turn > runs and sum(map(sum, found)) >= SHORT:
            break
        for run, taken in zip(measured, found, strict=True):
            before()
            begin = clock()
            run()
            if turn:
                taken.append(clock() - begin)
    return found


def fewest(runs: int, *measured: Run) -> list[float]:
    """Core-seconds of the run of each that took the fewest, of so many behind one that doesn't count.

    They take turns.
    """
    found: list[list[float]] = [[] for _ in measured]
    for turn in range(runs + 1):
        for run, taken in zip(measured, found, strict=True):
            work = core_seconds(run)
            if turn:
                taken.append(work)
    return [min(taken) for taken in found]


def core_seconds(run: Run) -> float:
    """What this process and all below it work in a run, those included that end meanwhile."""
    before, over = worked(), threading.Event()
    latest: dict[int, float] = {}

    def look() -> None:
        while not over.wait(_LOOK):
            latest.update(worked())

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        run()
    finally:
        over.set()
        watcher.join()
    latest.update(worked())
    return sum(spent - before.get(number, 0.0) for number, spent in latest.items())


def worked() -> dict[int, float]:
    """Core-seconds that this process and all below it have worked, by their ids."""
    tick = os.sysconf("SC_CLK_TCK")
    parents: dict[int, int] = {}
    times: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
            number = int(stat.parent.name)
            parents[number] = int(fields[1])
            times[number] = sum(map(int, fields[11:13])) / tick
    ours = {os.getpid()}
    while more := {number for number, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return {number: times[number] for number in ours}


def copying(path: Path) -> Run:
    """Copies 64 MB of a file's bytes into memory that was touched before."""
    # A smaller file is repeated: what fits a cache is copied faster.
    source = np.resize(np.fromfile(path, np.uint8, COPIED), COPIED)
    target = np.ones_like(source)
    return lambda: ctypes.memmove(target.ctypes.data, source.ctypes.data, COPIED)


def machine() -> str:
    """The machine and the versions, in one line."""
    name = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").splitlines()
        name = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    versions = ", ".join(f"{package} {version(package)}" for package in ("numba", "llvmlite", "pyarrow", "numpy"))
    return f"{name}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, {versions}"
