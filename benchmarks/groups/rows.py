"""Deephaven logs: eight columns, two of them strings, digests verified."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import bytewright
from benchmarks import log, log_in_construct
from benchmarks.bench import Bench
from benchmarks.measuring import fastest
from benchmarks.profiling import profile
from benchmarks.report import times
from bytewright_formats.deephaven_log import CODEC
from bytewright_formats.deephaven_log.parser import DeephavenLog

CUT = 4 << 20
"""Bytes that parsers in Python read: they take their time."""


TITLE = "Deephaven log, digests verified"
"""What the README calls it."""


def run(bench: Bench) -> None:
    """Measure a log, and other readers on the beginning of it."""
    path = bench.folder / "log.bin"
    rows = log.write(path, bench.size)
    title, headline = "digests verified", f"{TITLE}: Bytewright, to Arrow"
    ours = bench.against_memcpy(title, path, partial(table, path), rows=rows, columns=8, target=0.07, headline=headline)
    unverified = partial(table, path, verifyChecksum="skip")
    bench.against_memcpy("not verified", path, unverified, rows=rows, columns=8)
    every, one = fastest(bench.runs, partial(table, path), partial(table, path, "quantity"))
    bench.measured("one column, digests verified", path.stat().st_size, one, rows=rows, columns=1)
    bench.claim("one column of eight, to all", every / one, 1.1, times)
    (first, *_) = bytewright.open(path, CODEC).splits(CUT)
    assert first.stop is not None
    with path.open("rb") as file:
        cut = file.read(first.stop)
    records = cut[len(log.header()) :]
    compiled = log_in_construct.parser()
    counted = len(compiled.parse(records))
    assert counted == len(DeephavenLog.from_bytes(cut).records)
    stock, built = fastest(3, lambda: DeephavenLog.from_bytes(cut), lambda: compiled.parse(records))
    for name, seconds, target in (("ksc's parser", stock, 300), ("Construct, compiled", built, 100)):
        headline = f"{TITLE}: {name}, to objects"
        found = bench.measured(name, len(cut), seconds, rows=counted, columns=8, headline=headline)
        bench.claim(f"ours to {name}", ours.speed / found.speed, target, times)
    if bench.profile:
        bench.note(profile(partial(table, path)))


def table(path: Path, *columns: str, threads: int = 1, **options: str) -> int:
    """Read columns, by default all; gives the number of rows."""
    opened = bytewright.open(path, CODEC, columns=columns or None, options=options, engine="columns", threads=threads)
    return sum(batch.num_rows for batch in opened.to_batches())
