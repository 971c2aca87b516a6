"""How fast files become Arrow batches and back, next to memcpy and to other readers on the same machine.

``python -m benchmarks [GROUP...] [--size MB] [--runs N] [--long] [--profile] [--page FILE] [--readme FILE]``

Each group runs in a process of its own: none inherits the memory, threads or JVM of another, and one that fails or
hangs takes nothing with it.

To measure something else: a module in `benchmarks.groups` with a function ``run(bench)``, and its name in `GROUPS`.
"""

from __future__ import annotations

import argparse
import importlib
import shlex
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.apart import run_apart
from benchmarks.groups import GROUPS
from benchmarks.measuring import COPIED, MOST, Run, copying, fastest, machine
from benchmarks.report import Claim, Measurement, Section, headlines, percent, summary

PREFACE = """# Benchmarks

`make bench` measures all of this in one run and writes this page; `make bench ARGS='GROUP...'` prints some of it. A
figure that was missed says so, and so does a group that failed. Where the time goes: [performance.md](performance.md).

One thread, files in the page cache, the fastest of {runs} runs (of up to {most} where these are short), by the time
that the processor works: from a file, by positioned reads and the kernel, to Arrow batches of all columns. memcpy
copies 64 MB of the same bytes into memory that was touched before, in turns with what is held against it.

- Command: `{command}`, {minutes:.0f} minutes.
- Machine: {machine}.
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
        self,
        what: str,
        path: Path,
        run: Run,
        *,
        rows: int,
        columns: int,
        target: float | None = None,
        headline: str = "",
    ) -> Measurement:
        """Measure a run over a file in turns with memcpy of its bytes; with a ``target``, claim that share."""
        copy, ours = fastest(self.runs, copying(path), run)
        size, copied = path.stat().st_size, COPIED / copy
        found = self.measured(what, size, ours, rows=rows, columns=columns, copied=copied, headline=headline)
        if target is not None:
            self.claim(f"{what}, of memcpy", found.speed * copy / COPIED, target)
        return found

    def measured(
        self,
        what: str,
        size: int,
        seconds: float,
        *,
        rows: int,
        columns: int,
        copied: float | None = None,
        headline: str = "",
    ) -> Measurement:
        """Note that so many bytes, rows and columns took so long; with a ``headline``, in the README too."""
        found = Measurement(what, size, seconds, rows, columns, copied, headline)
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
    """Run what was asked for, and print it; with ``--page``, all of it becomes a page.

    Raises:
        SystemExit: a group failed (1), or an argument is wrong (2). A missed figure is none of these.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"of {', '.join(GROUPS)} (default: all)")
    parser.add_argument("--size", type=int, default=200, metavar="MB", help="size of the files (default: 200)")
    parser.add_argument("--runs", type=int, default=5, help="runs, of which the fastest counts (default: 5)")
    parser.add_argument("--long", action="store_true", help="also files of gigabytes")
    parser.add_argument("--profile", action="store_true", help="note where the kernel spends its time")
    parser.add_argument("--patience", type=float, default=600, metavar="S", help="seconds for a group (default: 600)")
    parser.add_argument("--page", type=Path, metavar="FILE", help="write what was found as a page")
    parser.add_argument("--readme", type=Path, metavar="FILE", help="write some of it into the table of a README")
    options = parser.parse_args(arguments)
    for name in options.groups:
        if name not in GROUPS:
            parser.error(f"unknown group {name!r}; there are {', '.join(GROUPS)}")
    begin = time.monotonic()
    print(machine(), flush=True)
    sections: list[Section] = []
    for name in options.groups or GROUPS:
        # The folder is ours, so that nothing is left of a process that is killed.
        with tempfile.TemporaryDirectory(prefix="bytewright-bench-") as folder:
            given = (name, folder, options.size << 20, options.runs, options.long, options.profile)
            section = run_apart(measure, given, options.patience)
        sections.append(section if isinstance(section, Section) else Section(name, failed=section))
        print(f"\n{sections[-1].page()}", flush=True)
    minutes = (time.monotonic() - begin) / 60
    found = summary(sections)
    print(f"\n{found}\n\n{minutes:.1f} minutes", flush=True)
    if options.page is not None:
        words = sys.argv[1:] if arguments is None else arguments
        command = shlex.join(["python", "-m", "benchmarks", *words])
        preface = PREFACE.format(
            machine=machine(), runs=options.runs, most=MOST * options.runs, command=command, minutes=minutes
        )
        parts = [preface.rstrip(), found, *(section.page() for section in sections)]
        options.page.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    if options.readme is not None:
        text = options.readme.read_text(encoding="utf-8")
        options.readme.write_text(headlines(text, sections), encoding="utf-8")
    if any(section.failed for section in sections):
        sys.exit(1)


def measure(name: str, folder: str, size: int, runs: int, long: bool, profile: bool) -> Section:
    """Run a group, in whatever process this is.

    Args:
        name: of the group.
        folder: for its files.
        size: bytes that a file should have.
        runs: of which the fastest counts.
        long: whether what takes minutes or gigabytes is wanted.
        profile: whether to note where the kernel spends its time.

    Returns:
        What it found; where it failed, what it had found by then, and why.
    """
    module = importlib.import_module(f"benchmarks.groups.{name}")
    section = Section((module.__doc__ or name).partition("\n")[0].rstrip("."))
    try:
        module.run(Bench(Path(folder), size, runs, long, profile, section))
    except Exception as error:  # it is named, and the other groups go on
        traceback.print_exc()
        section.failed = f"{type(error).__name__}: {error}".partition("\n")[0]
    return section
