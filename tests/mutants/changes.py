"""How many small faults of lines that differ from a commit the tests near them notice: ``make mutants-changed``.

A step of ``.ci/run``: nothing needs to be known of other runs, and a change is always judged alike. Near are tests that
differ as well, those that name a module that differs, and those of its room.
"""

from __future__ import annotations

import argparse
import dataclasses
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

from tests.mutants import covering, results, running, sampling
from tests.mutants.covering import Collection, Covered
from tests.mutants.hooks import PLACES, ROOT
from tests.mutants.sampling import Mutant
from tests.packaging.test_map import tables

COUNT = 12
"""Mutants, about."""
SEED = 51
TESTS = 150
"""Most tests that are run to see what they run."""
OF_ONE = 20
"""Most tests of one mutant."""
PROCESSES = 2
LEAST = 0.2
"""What share of the mutants must be killed. A change with tests has twice as many, also where most mutants only make
things slower; one without has those that other tests stumble over."""
FEWEST = 10
"""Mutants below which a share says nothing."""
APART = (*covering.UNUSED, "tests/spark")
"""Tests that no change is judged by: of other things, or in sessions of Spark."""


def main() -> int:
    """Judge what differs from a commit; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.changes", description=__doc__)
    parser.add_argument("since", nargs="?", default="HEAD^", metavar="COMMIT", help="(default: %(default)s)")
    since = parser.parse_args().since
    if not _known(since):
        if _cut_off():
            print(f"{since} is no part of this clone: there is nothing to compare with")
            return 0
        parser.error(f"no such commit: {since}")
    lines = changed(since)
    drawn = drawn_of(lines)
    if not drawn:
        print(f"no line differs from {since} in which a fault would be judged")
        return 0
    tests = chosen([collected(files) for files in near(lines)], TESTS)
    with tempfile.TemporaryDirectory() as folder:
        covered = _covered(Path(folder), sorted({mutant.path for mutant in drawn}), tests)
        outcomes = {}
        for mutant, outcome in running.run(drawn, covered, PROCESSES, OF_ONE):
            outcomes[mutant.key] = outcome
            print(f"{outcome.verdict:<9}{mutant.shown}  {outcome.test}", flush=True)
    if len(outcomes) < len(drawn):
        print(f"only {len(outcomes)} of {len(drawn)} mutants could be judged")
        return 1
    row = results.rows(outcomes, drawn, {})[-1]
    print(f"\n{results.shown([row])}")
    if too_few(row):
        print(f"\nTests notice less than {LEAST:.0%} of the faults: none says what the changed lines do.")
    return int(too_few(row))


def too_few(row: results.Row) -> bool:
    """Whether so few mutants were killed that the change lacks tests."""
    return row.total >= FEWEST and row.score < LEAST


def drawn_of(lines: Mapping[str, set[int]]) -> list[Mutant]:
    """Some of the mutants of lines; none of machine code, which would be compiled for each, nor of what only sessions
    of Spark run: `make mutants` has those."""
    paths = sorted(set(sampling.files()) & set(lines))
    judged = [path for path in paths if sampling.room_of(path) not in {"spark", "kernels/native"}]
    same = results.equivalent()
    every = [
        mutant
        for mutant in sampling.mutants(judged)
        if mutant.site.line in lines[mutant.path] and mutant.key not in same
    ]
    return sampling.sample(every, COUNT, SEED)


def near(lines: Mapping[str, set[int]]) -> Iterator[list[str]]:
    """Files of tests, those that are to be tried first before others."""
    every = sorted(
        path
        for file in (ROOT / "tests").rglob("test_*.py")
        if not (path := str(file.relative_to(ROOT))).startswith(APART)
    )
    modules = [path for path in lines if path in sampling.files()]
    naming = re.compile("|".join(map(_naming, modules)) or "(?!)")
    rooms = {sampling.room_of(path) for path in modules}
    folders = tuple(folder for room in rooms for folder in tests_of(room))
    compiles = any(room.startswith("codegen/") for room in rooms)
    groups = (
        [path for path in every if path in lines],
        [path for path in every if naming.search((ROOT / path).read_text(encoding="utf-8"))],
        [path for path in every if path.startswith((*folders, *([running.OUTPUTS] if compiles else [])))],
    )
    seen: set[str] = set()
    for group in groups:
        yield [path for path in group if path not in seen]
        seen.update(group)


def _naming(path: str) -> str:
    """What matches a text that imports a module."""
    package, _, name = sampling.module_of(path).rpartition(".")
    return rf"\b{re.escape(package)}(\.| import ([^\n]*\b)?){re.escape(name)}\b"


def tests_of(room: str) -> list[str]:
    """Where the tests of a room are, as the map says."""
    compiler, _, name = room.rpartition("/")
    return [
        folder
        for row in tables()[1 if compiler else 0]
        if row[0].strip("`") == name
        for folder in re.findall(r"`(tests/\w+/)", row[-1])  # of fixtures, the tests that read them
    ]


def collected(files: Sequence[str]) -> dict[str, list[str]]:
    """The tests in files, but slow ones, by their names."""
    if not files:
        return {}
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider", "-m", "not slow"]
    said = subprocess.run([*command, *files], cwd=ROOT, capture_output=True, text=True).stdout
    found: dict[str, list[str]] = {}
    for line in said.splitlines():
        path, separator, _ = line.partition("::")
        if separator and path in files:
            found.setdefault(path, []).append(line)
    return found


def chosen(groups: Iterable[Mapping[str, Sequence[str]]], most: int) -> list[str]:
    """Some tests: of each group before the next, and of the files of one in turn."""
    found = [test for group in groups for turn in zip_longest(*group.values()) for test in turn if test]
    return found[:most]


def _covered(folder: Path, paths: Sequence[str], tests: Sequence[str]) -> Covered:
    """What tests run of files. Each has its process and its place in it, as a test doesn't run what another has left
    in memory."""
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    processes = []
    for number in range(PROCESSES):
        mine = set(files[number::PROCESSES])
        kept = folder / str(number)
        (kept / "cache").mkdir(parents=True)
        (kept / "cache").chmod(0o700)
        sampling.number_blocks(kept, paths)
        those = [test for test in tests if test.partition("::")[0] in mine]
        if those:
            processes.append((kept, covering.started(kept, those, 1, kept / "cache")))
    found = []
    for kept, process in processes:
        process.wait()
        found.append(alike(covering.read_one(kept)))
    return Covered(found)


def alike(collection: Collection) -> Collection:
    """A collection without what a clock said."""
    return dataclasses.replace(collection, tests=[(name, 1.0) for name, _ in collection.tests])


def changed(base: str) -> dict[str, set[int]]:
    """Lines that differ from those of a commit, by file.

    Args:
        base: the commit, as git calls it.
    """
    command = ["git", "diff", "-U0", "-M", "--no-color", "--no-ext-diff", base, "--"]
    said = subprocess.run(
        [*command, *(place.name for place in PLACES.values()), "tests"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        errors="replace",
    ).stdout
    found: dict[str, set[int]] = {}
    lines: set[int] = set()
    for line in said.splitlines():
        if line.startswith("+++ "):
            lines = found.setdefault(line[4:].removeprefix("b/"), set())
        elif line.startswith("@@ "):
            begin, _, count = line.split(" ")[2][1:].partition(",")
            lines.update(range(int(begin), int(begin) + int(count or 1)))
    return found


def _known(commit: str) -> bool:
    command = ["git", "rev-parse", "--quiet", "--verify", f"{commit}^{{commit}}"]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL).returncode == 0


def _cut_off() -> bool:
    """Whether the history ends before its beginning, or has only one commit."""
    shallow, parents = (
        subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
        for words in (["rev-parse", "--is-shallow-repository"], ["log", "-1", "--format=%P"])
    )
    return shallow == "true" or not parents


if __name__ == "__main__":
    sys.exit(main())
