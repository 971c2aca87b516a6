"""How fast files become Arrow batches and back, next to memcpy and to other readers on the same machine.

``python -m benchmarks [GROUP...] [--size MB] [--runs N] [--long] [--profile] [--page FILE]``

To measure something else: a module in `benchmarks.groups` with a function ``run(bench)``, and its name in `GROUPS`.
"""

from __future__ import annotations

import argparse
import importlib
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.groups import GROUPS
from benchmarks.measuring import COPIED, Run, copying, fastest, machine
from benchmarks.report import Claim, Measurement, Section, percent

PREFACE = """# Benchmarks

`make bench` measures all of this in one run and writes this page; `make bench ARGS='GROUP...'` prints some of it. A
figure that was missed says so.

One thread, files in the page cache, the fastest of {runs} runs, by the time that the processor works: from a file, by
positioned reads and the kernel, to Arrow batches of all columns. memcpy copies 64 MB of the same bytes into memory that
was touched before, in turns with what is held against it.

{machine}
"""


@dataclass
class Bench:
    """What a group is handed.

    Attributes:
        folder: for files; emptied behind each group.
        size: bytes that a file should have.
        runs: of which the fastest counts.
        long: whether what takes minutes or gigabytes is wanted.
        profile: whether to note where the kernel spends its time.
    """

    folder: Path
    size: int
    runs: int
    long: bool
    profile: bool
    section: Section

    def against_memcpy(
        self, what: str, path: Path, run: Run, *, rows: int, columns: int, target: float | None = None
    ) -> Measurement:
        """Measure a run over a file in turns with memcpy of its bytes; with a ``target``, claim that share."""
        copy, ours = fastest(self.runs, copying(path), run)
        found = self.measured(what, path.stat().st_size, ours, rows=rows, columns=columns, copied=COPIED / copy)
        if target is not None:
            self.claim(f"{what}, of memcpy", found.speed * copy / COPIED, target)
        return found

    def measured(
        self, what: str, size: int, seconds: float, *, rows: int, columns: int, copied: float | None = None
    ) -> Measurement:
        """Note that so many bytes, rows and columns took so long."""
        found = Measurement(what, size, seconds, rows, columns, copied)
        self.section.measured.append(found)
        return found

    def claim(
        self, what: str, found: float, target: float, shown: Callable[[float], str] = percent, *, at_most: bool = False
    ) -> None:
        """Note a figure that is promised, by default at least the ``target``."""
        self.section.claims.append(Claim(what, found, target, shown, at_most))

    def note(self, text: str) -> None:
        """Note something in words."""
        self.section.notes.append(text)


def main(arguments: list[str] | None = None) -> None:
    """Run what was asked for, and print it; with ``--page``, all of it becomes a page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"of {', '.join(GROUPS)} (default: all)")
    parser.add_argument("--size", type=int, default=200, metavar="MB", help="size of the files (default: 200)")
    parser.add_argument("--runs", type=int, default=5, help="runs, of which the fastest counts (default: 5)")
    parser.add_argument("--long", action="store_true", help="also files of gigabytes")
    parser.add_argument("--profile", action="store_true", help="note where the kernel spends its time")
    parser.add_argument("--page", type=Path, metavar="FILE", help="write what was found as a page")
    options = parser.parse_args(arguments)
    for name in options.groups:
        if name not in GROUPS:
            parser.error(f"unknown group {name!r}; there are {', '.join(GROUPS)}")
    parts = [PREFACE.format(machine=machine(), runs=options.runs).rstrip()]
    print(machine(), flush=True)
    missed = 0
    for name in options.groups or GROUPS:
        module = importlib.import_module(f"benchmarks.groups.{name}")
        section = Section((module.__doc__ or name).partition("\n")[0].rstrip("."))
        with tempfile.TemporaryDirectory(prefix="bytewright-bench-") as folder:
            module.run(Bench(Path(folder), options.size << 20, options.runs, options.long, options.profile, section))
        parts.append(section.page())
        missed += sum(not claim.met for claim in section.claims)
        print(f"\n{section.page()}", flush=True)
    print(f"\n{missed} missed" if missed else "\nall met")
    if options.page is not None:
        options.page.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
