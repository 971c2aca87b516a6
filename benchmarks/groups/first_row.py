"""The first row of a file of 1 GB, by the command.

A process each, by a watch; the kernel in use before, and on its first use, when nothing is in the cache. A small file
next to an import of Arrow's datasets, by processor time: what a first row takes of a package that was just installed.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import repeated
from benchmarks.bench import Bench
from benchmarks.report import seconds, times

SIZE = 1 << 30
CACHED, FIRST_USE, OF_IMPORT = 1.5, 12.0, 1.6
SMALL = 1 << 16

FILES: dict[str, tuple[str, Callable[[Path, int], int]]] = {
    "AresDB": ("aresdb_redo_log", repeated.batches_of),
    "Deephaven": ("deephaven_log", repeated.log_of),
}
"""As in `benchmarks.groups.memory`."""

_WITHOUT_PANDAS = """
import sys
class Missing:
    def find_spec(name, path=None, target=None):
        if name == "pandas":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing)
"""


def run(bench: Bench) -> None:
    """Ask for a row of each file; the first use once."""
    for number, (name, (spec, write)) in enumerate(FILES.items()):
        path = bench.folder / spec
        write(path, SIZE)
        _wait(path, spec, {})
        taken = min(_wait(path, spec, {})[0] for _ in range(bench.runs))
        bench.claim(f"{name}, the kernel compiled", taken, CACHED, seconds, at_most=True)
        if number == 0:
            with tempfile.TemporaryDirectory(prefix="bytewright-bench-") as empty:
                taken, told = _wait(path, spec, {"XDG_CACHE_HOME": empty})
            bench.claim(f"{name}, first use on this installation", taken, FIRST_USE, seconds, at_most=True)
            bench.note(f"It says: `{told}`" if told else "**It says nothing** of what it waits for.")
        path.unlink()
    spec, write = FILES["AresDB"]
    small = bench.folder / "small"
    write(small, SMALL)
    read = f"import bytewright; next(bytewright.open({str(small)!r}, {spec!r}, engine='columns').to_batches())"
    taken = {code: [_processor(code) for _ in range(2 * bench.runs)] for code in (read, "import pyarrow.dataset")}
    ours, theirs = (min(found) for found in taken.values())
    bench.claim("a small file, to importing pyarrow.dataset", ours / theirs, OF_IMPORT, times, at_most=True)


def _processor(code: str) -> float:
    """Processor time of a program, without pandas, which PyArrow imports where it is installed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", _WITHOUT_PANDAS + code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _wait(path: Path, spec: str, environment: dict[str, str]) -> tuple[float, str]:
    """Seconds until the row is there and the command has ended, and what it says on standard error."""
    words = [sys.executable, "-m", "bytewright", "cat", "--spec", spec, "--limit", "1", str(path)]
    begin = time.perf_counter()
    done = subprocess.run(words, capture_output=True, check=True, text=True, env=os.environ | environment)
    taken = time.perf_counter() - begin
    assert done.stdout.count("\n") == 1
    return taken, done.stderr.strip()
