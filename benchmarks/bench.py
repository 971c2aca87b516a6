"""How fast files become Arrow batches, next to memcpy on the same machine, and rows in Spark.

``python -m benchmarks [batches|payloads|spark|copy] [--size MB] [--profile]``
"""

from __future__ import annotations

import argparse
import ctypes
import os
import platform
import tempfile
import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path

import numpy as np

import bytewright
from benchmarks import batches
from bytewright.kernels import codes
from bytewright.kernels.discover import discover
from bytewright.kernels.plan import RowPlan
from bytewright.kernels.scan import Scan
from bytewright.source import FileSource, Source
from bytewright_formats.aresdb_redo_log import CODEC
from bytewright_formats.aresdb_redo_log.columns import ROW_PLANS

COPIED = 64 << 20
TARGETS = {4096: 0.10, 256: 0.06}
"""Share of memcpy's speed that a log must reach, by rows per batch."""


def main(arguments: list[str] | None = None) -> None:
    """Run what was asked for, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("what", nargs="?", choices=("all", "batches", "payloads", "spark", "copy"), default="all")
    parser.add_argument("--size", type=int, default=200, metavar="MB", help="size of the files (default: 200)")
    parser.add_argument("--runs", type=int, default=5, help="runs, of which the fastest counts (default: 5)")
    parser.add_argument("--profile", action="store_true", help="print where the kernel spends its time")
    options = parser.parse_args(arguments)
    print(machine())
    if options.what in ("all", "payloads"):
        from benchmarks import payloads

        payloads.main(options.runs, best)
    if options.what == "payloads":
        return
    if options.what in ("all", "spark"):
        from benchmarks import spark

        spark.main(options.size, options.runs)
    if options.what == "spark":
        return
    with tempfile.TemporaryDirectory(prefix="bytewright-bench-") as folder:
        if options.what == "copy":
            path = Path(folder) / "copy.bin"
            batches.write(path, COPIED, 4096)
            print(f"memcpy {memory_copy(path, options.runs) / 1e6:.0f} MB/s")
            return
        print("From a file to Arrow batches of all columns, fastest of", options.runs, "runs, one thread.")
        print("kernel: the columns are known; open: bytewright.open, which looks for them in the whole file first.")
        print("rows/batch     MB  memcpy MB/s  kernel MB/s  ns/row   share  open MB/s  ns/row   share  target")
        for rows, target in TARGETS.items():
            path = Path(folder) / f"batches-{rows}.bin"
            written = batches.write(path, options.size << 20, rows)
            size = path.stat().st_size
            copied = memory_copy(path, options.runs)
            line = f"{rows:>10} {size / 1e6:>6.0f} {copied / 1e6:>12.0f}"
            for run, width in ((scan, 12), (table, 10)):
                seconds = best(partial(run, path), options.runs)
                speed = size / seconds
                line += f" {speed / 1e6:>{width}.0f} {seconds / written * 1e9:>7.2f} {speed / copied:>7.1%}"
            # What users get is what counts.
            print(f"{line} {target:>7.0%} {'met' if speed / copied >= target else 'missed'}")
            if options.profile:
                profile(path)
            path.unlink()


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


def memory_copy(path: Path, runs: int) -> float:
    """Bytes per second of copying 64 MB of a file's bytes into memory that was touched before."""
    # A smaller file is repeated: what fits a cache is copied faster.
    source = np.resize(np.fromfile(path, np.uint8, COPIED), COPIED)
    target = np.ones_like(source)
    return source.size / best(lambda: ctypes.memmove(target.ctypes.data, source.ctypes.data, source.size), runs)


def best(run: Callable[[], object], runs: int) -> float:
    """Seconds of the fastest run."""
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        run()
        times.append(time.perf_counter() - begin)
    return min(times)


def scan(path: Path) -> int:
    """Read all columns of a log, batch by batch; gives the number of rows."""
    source = FileSource(path)
    try:
        return sum(batch.num_rows for batch in prepared(source))
    finally:
        source.close()


def prepared(source: Source) -> Scan:
    """A scan of all columns that the first megabyte has."""
    plan = ROW_PLANS["rows"]
    assert isinstance(plan, RowPlan)
    begin = len(batches.MAGIC)
    columns = discover(plan, source, lambda key: f"c{key}", start=begin, stop=1 << 20).columns
    return Scan(plan, source, pivot=columns, start=begin)


def table(path: Path) -> int:
    """The same as users have it."""
    return sum(batch.num_rows for batch in bytewright.open(path, CODEC, engine="columns").to_batches())


def profile(path: Path) -> None:
    """Print the share of the cycles that each kind of instruction takes."""
    source = FileSource(path)
    scan = prepared(source)
    cycles = np.zeros(len(scan._program.instructions), np.int64)
    scan._state[codes.PROFILE] = cycles.ctypes.data
    for _ in scan:
        pass
    source.close()
    names = {
        value: name
        for name, value in vars(codes).items()
        if name.isupper() and isinstance(value, int) and name in PROFILED
    }
    total = max(1, int(cycles.sum()))
    spent: dict[str, int] = {}
    for instruction, taken in zip(scan._program.instructions, cycles.tolist(), strict=True):
        name = names[int(instruction[0])]
        spent[name] = spent.get(name, 0) + taken
    for name, taken in sorted(spent.items(), key=lambda item: -item[1]):
        print(f"    {name:<10} {taken / total:>6.1%} of {total / 1e6:.0f} M cycles")


PROFILED = (
    *("FRAME", "ELEMENTS", "INDEX", "UP", "PREVIOUS", "LAST", "LOAD", "BINARY", "SELECT", "LOOKUP", "MATCH", "CHECK"),
    *(
        "NEED",
        "TEXT",
        "LOCATE",
        "ADMIT",
        "WINDOW",
        "COPY",
        "STORE",
        "PACK",
        "BYTES",
        "LABEL",
        "REPEAT",
        "ROW",
        "VECTOR",
    ),
)
