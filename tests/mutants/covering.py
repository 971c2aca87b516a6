"""Which tests run which blocks of which modules: found out once, by a run of the tests with marks in all blocks.

Also a plugin of pytest, which does so in each process that runs tests.
"""

from __future__ import annotations

import builtins
import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from tests.mutants import hooks, kernel, sampling
from tests.mutants.hooks import KEPT, MARKS, ROOT

FOLDER = KEPT / "covered"
UNUSED = ("tests/docs", "tests/packaging", "tests/benchmarks", "tests/conformance", "tests/mutants")
"""Tests of other things than the runtime and the compiler, or in environments of their own."""


class Marker:
    """Notes for each test what it runs, and how long it takes."""

    def __init__(self, marks: memoryview) -> None:
        self._marks = marks
        self._passed: dict[str, bool] = {}
        self._tests: list[tuple[str, float]] = []
        self._blocks: list[npt.NDArray[np.uint32]] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Clear the marks, and see which are there afterwards."""
        self._marks[:] = bytes(MARKS)
        begin = time.perf_counter()
        result = yield
        if self._passed.get(item.nodeid):
            self._tests.append((item.nodeid, round(time.perf_counter() - begin, 4)))
            self._blocks.append(np.flatnonzero(np.frombuffer(self._marks, np.uint8)).astype(np.uint32))
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Only what passes is of use."""
        self._passed[report.nodeid] = self._passed.get(report.nodeid, True) and report.passed

    def pytest_sessionfinish(self) -> None:
        """Leave it to others."""
        ends = np.cumsum([len(each) for each in self._blocks], dtype=np.int64)
        blocks = np.concatenate(self._blocks) if self._blocks else np.zeros(0, np.uint32)
        folder, worker = _kept()
        np.savez_compressed(folder / f"{worker}.npz", ends=ends, blocks=blocks)
        (folder / f"{worker}.json").write_text(json.dumps(self._tests), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Mark, in a process that runs tests."""
    if _marks:
        config.pluginmanager.register(Marker(builtins.__dict__["__marks__"]))


def _kept() -> tuple[Path, str]:
    """Where it is kept what tests run, and the name of this process there."""
    return Path(os.environ["BYTEWRIGHT_COVERING"]), os.environ.get("PYTEST_XDIST_WORKER", "main")


_marks = "BYTEWRIGHT_COVERING" in os.environ and bool(
    os.environ.get("PYTEST_XDIST_WORKER") or os.environ.get("BYTEWRIGHT_COVERING_ALONE")
)
"""Whether this process runs tests to see what they run."""
if _marks:
    # Before anything imports what is to be marked.
    _place = _kept()[0] / f"{_kept()[1]}.marks"
    _place.touch()
    os.environ.update(hooks.environment({"marks": str(_place)}))
    hooks.begin()
    if any(map(hooks.of_machine_code, hooks.numbering(_place.parent))):
        kernel.have_marked(_place.parent)


def collect(name: str, arguments: Sequence[str], processes: int) -> None:
    """Run tests, and keep what each of them runs.

    Args:
        name: of these tests: what was kept under this name before goes.
        arguments: of pytest.
        processes: how many run tests.
    """
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    sampling.number_blocks(folder, sampling.files())
    kernel.make_marked(folder)
    arguments = [*(f"--ignore={unused}" for unused in UNUSED), *arguments]
    running = started(folder, arguments, processes, KEPT / "cache")
    while running.returncode is None:
        with contextlib.suppress(KeyboardInterrupt):  # it ends then, and what it has found is kept
            running.wait()


def started(folder: Path, arguments: Sequence[str], processes: int, cache: Path) -> subprocess.Popen[bytes]:
    """Run tests that keep what each of them runs, in a process that is started.

    Args:
        folder: where they keep it, with the numbers of the blocks.
        arguments: of pytest.
        processes: how many run tests.
        cache: where tests keep what they compile.
    """
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.mutants.covering",
        "-p",
        "no:cacheprovider",
        "--tb=line",
    ]
    command += ["-n", str(processes), "--dist", "loadgroup"] if processes > 1 else []
    command += arguments
    environment = {
        **os.environ,
        "BYTEWRIGHT_COVERING": str(folder),
        "BYTEWRIGHT_COVERING_ALONE": "1" if processes == 1 else "",
        "XDG_CACHE_HOME": str(cache),
    }
    return subprocess.Popen(command, cwd=ROOT, env=environment)


class Covering(NamedTuple):
    """A test that runs a block.

    Attributes:
        name: its name.
        seconds: that it takes.
        share: of all blocks that it runs, those that lie in the same file.
    """

    name: str
    seconds: float
    share: float


@dataclass(frozen=True)
class Collection:
    """What some tests run.

    Attributes:
        tests: names and seconds.
        by_block: the numbers of the tests that run a block, by the block's number.
        blocks: of each file: a digest of what it was, the number of its first block, and how many there are.
        totals: of each test: how many blocks it runs, of all files.
    """

    tests: list[tuple[str, float]]
    by_block: dict[int, npt.NDArray[np.int64]]
    blocks: dict[str, tuple[str, int, int]]
    totals: npt.NDArray[np.int64]

    def of(self, path: str, block: int | None, digest: str) -> list[Covering]:
        """The tests that run a block of a file; None, or if it has changed since: any of its blocks."""
        if path not in self.blocks:
            return []
        then, first, count = self.blocks[path]
        none = np.zeros(0, np.int64)
        of_file = [self.by_block.get(each, none) for each in range(first, first + count)]
        wanted = of_file if block is None or digest != then else [of_file[block]]
        shares = np.bincount(np.concatenate([none, *of_file]), minlength=len(self.tests)) / np.maximum(self.totals, 1)
        numbers = np.unique(np.concatenate([none, *wanted])).tolist()
        return [Covering(self.tests[n][0], self.tests[n][1], float(shares[n])) for n in numbers]


@dataclass(frozen=True)
class Covered:
    """What all tests run that were collected, some at a time."""

    collections: list[Collection]

    def of(self, path: str, block: int | None, digest: str) -> list[Covering]:
        """The tests that run a block of a file; None: any of its blocks."""
        found = (test for each in self.collections for test in each.of(path, block, digest))
        return list({test.name: test for test in found}.values())


def read() -> Covered:
    """What was kept.

    Raises:
        FileNotFoundError: nothing was.
    """
    found = [read_one(folder) for folder in sorted(FOLDER.glob("*")) if list(folder.glob("*.npz"))]
    if not found:
        raise FileNotFoundError(FOLDER)
    return Covered(found)


def read_one(folder: Path) -> Collection:
    """What some tests run, as a folder has it."""
    tests: list[tuple[str, float]] = []
    of_tests, all_blocks = [], []
    for path in sorted(folder.glob("*.json")):
        there = [(str(name), float(seconds)) for name, seconds in json.loads(path.read_text(encoding="utf-8"))]
        with np.load(path.with_suffix(".npz")) as kept:
            sizes = np.diff(kept["ends"], prepend=0)
            all_blocks.append(kept["blocks"])
        of_tests.append(np.repeat(np.arange(len(there)) + len(tests), sizes))
        tests += there
    blocks, numbers = np.concatenate(all_blocks), np.concatenate(of_tests)
    order = np.argsort(blocks, kind="stable")
    found, begins = np.unique(blocks[order], return_index=True)
    split = np.split(numbers[order], begins[1:])
    numbered = json.loads((folder / "blocks.numbers").read_text(encoding="utf-8"))
    totals = np.bincount(numbers, minlength=len(tests))
    return Collection(tests, dict(zip(found.tolist(), split, strict=True)), numbered, totals)


if __name__ == "__main__":
    collect(sys.argv[1], sys.argv[3:], int(sys.argv[2]))
