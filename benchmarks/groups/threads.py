"""Two threads: a file each, and parts of one file.

By a watch, so other work on the machine shows.
"""

from __future__ import annotations

import threading
import time
from functools import partial

from benchmarks import log
from benchmarks.bench import Bench
from benchmarks.groups.rows import table
from benchmarks.measuring import Run, copying, fastest
from benchmarks.report import times

THREADS = 2


def run(bench: Bench) -> None:
    """Measure reading and memcpy, each in one thread and in two."""
    path = bench.folder / "log.bin"
    rows = log.write(path, bench.size)
    size = path.stat().st_size
    read, copies = partial(table, path), [copying(path) for _ in range(THREADS)]
    one, two, parts, copied, both = fastest(
        bench.runs,
        read,
        _together([read] * THREADS),
        partial(table, path, threads=THREADS),
        copies[0],
        _together(copies),
        clock=time.perf_counter,
    )
    bench.measured("one thread", size, one, rows=rows, columns=8)
    bench.measured("two threads, a file each", THREADS * size, two, rows=THREADS * rows, columns=8)
    bench.measured("two threads, one file", size, parts, rows=rows, columns=8)
    ours, theirs, of_one = THREADS * one / two, THREADS * copied / both, one / parts
    bench.note(
        f"Two threads read {ours:.2f} times as much as one, {of_one:.2f} times where it is one file, and copy "
        f"{theirs:.2f} times as much."
    )
    bench.claim("gain of a second thread, to that of memcpy", ours / theirs, 0.9, times)
    bench.claim("the same within one file", of_one / theirs, 0.9, times)


def _together(runs: list[Run]) -> Run:
    def run() -> None:
        threads = [threading.Thread(target=run) for run in runs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return run
