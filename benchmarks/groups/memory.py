"""Peak anonymous memory, after the first 100 MB and at the end.

A process per file reads all of it; with ``--long`` 2 GB.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks import containers, repeated
from benchmarks.bench import Bench

LONG, SHORT = 2 << 30, 500 << 20
FIRST = 100e6
MOST = 1.1

FILES: dict[str, tuple[str, Callable[[Path, int], int]]] = {
    "AresDB": ("aresdb_redo_log", repeated.batches_of),
    "Deephaven": ("deephaven_log", repeated.log_of),
    "FiloDB": ("filodb_container", containers.write),
}
"""By format: the codec's name, and what writes a file of so many bytes and gives the number of its rows."""

SCRIPT = """
import sys
import bytewright
path, spec, begun = sys.argv[1], sys.argv[2], int(sys.argv[3])
def anonymous():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("RssAnon"))
rows = first = peak = 0
for batch in bytewright.open(path, spec, engine="columns").to_batches():
    rows += batch.num_rows
    peak = max(peak, anonymous())
    if rows <= begun:
        first = peak
print(first, peak)
"""


def run(bench: Bench) -> None:
    """Read a file of each format."""
    if sys.platform != "linux":
        bench.note("What memory is anonymous is asked of Linux only.")
        return
    size = LONG if bench.long else SHORT
    for name, (spec, write) in FILES.items():
        path = bench.folder / spec
        rows = write(path, size)
        begun = int(rows * FIRST / path.stat().st_size)
        words = [sys.executable, "-c", SCRIPT, str(path), spec, str(begun)]
        first, peak = map(int, subprocess.run(words, capture_output=True, check=True, text=True).stdout.split())
        path.unlink()
        bench.claim(
            f"{name}, {size / 1e6:,.0f} MB: peak in kB, first 100 MB {first:,}",
            peak,
            MOST * first,
            _kilobytes,
            at_most=True,
        )


def _kilobytes(value: float) -> str:
    return f"{value:,.0f}"
