"""Runs tests with one mutant: in a fork of a process that has imported all libraries, but nothing of ours."""

from __future__ import annotations

import ast
import contextlib
import gc
import importlib
import json
import os
import resource
import select
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from tests.mutants import hooks, kernel
from tests.mutants.covering import Covered, Covering
from tests.mutants.hooks import KEPT, ROOT, of_machine_code
from tests.mutants.operators import blocks, sites
from tests.mutants.sampling import Mutant

LIBRARIES = (
    *("pytest", "_pytest.assertion.rewrite", "hypothesis", "hypothesis.strategies", "hypothesis.extra.numpy"),
    *("numpy", "pyarrow", "pyarrow.compute", "pyarrow.dataset", "pyarrow.parquet", "pyarrow.fs", "kaitaistruct"),
    *(
        "numba",
        "numba.core.typed_passes",
        "llvmlite.binding",
        "jinja2",
        "lark",
        "ruamel.yaml",
        "rich.console",
        "rich.table",
    ),
    *("argcomplete", "cramjam", "google_crc32c", "anycrc", "construct", "xxhash", "jsonschema", "pandas"),
)
"""What tests import that has no mutants: once, by the process that is forked."""
MOST_MEMORY = 4 << 30
SLOWEST = 20.0
"""Seconds that any test may take with a mutant, and ten times of what it takes without."""
MADE = 300.0
"""Seconds for machine code to be made, and for tests to be collected."""
MOST_TESTS = 500
SLOW = 1.0
"""Seconds of a test that comes behind all that are faster."""
FUNCTIONS, CASES = 20, 6
"""Functions whose cases are tried in turn before the next ones, and of each so many cases."""
TOGETHER = 4
"""Mutants after which the tests that killed them are tried without."""
OUTPUTS = "tests/pipeline/test_outputs.py"
"""Tests that compile specs, and see whatever is made of them otherwise."""
OF_OUTPUTS = 0.4
"""Of the seconds for a mutant of the compiler, what these may take before any other test: the fastest of them."""
BATCHES = (4, 16, 60)
"""Tests that are collected together: few at first, as one of them is likely to fail."""


@dataclass(frozen=True)
class Outcome:
    """What came of a mutant.

    Attributes:
        verdict: ``killed``, ``survived``, or ``unrun``: no test runs it.
        test: the one that fails; empty: the process doesn't get so far.
        how: it fails.
        seconds: that it took.
        tests: how many tests might run.
    """

    verdict: str
    test: str = ""
    how: str = ""
    seconds: float = 0.0
    tests: int = 0


def run(mutants: Sequence[Mutant], covered: Covered, processes: int, budget: float) -> Iterator[tuple[Mutant, Outcome]]:
    """Have tests look at mutants, as each is done.

    Args:
        mutants: all of them.
        covered: which tests run what.
        processes: how many run tests.
        budget: seconds of tests for one mutant, as long as they take without it.
    """
    _prepare()
    readers: dict[int, tuple[int, bytearray]] = {}
    for number in range(processes):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            judge = _Judge(covered, budget)
            mine = range(number, len(mutants), processes)
            for begin in range(0, len(mine), TOGETHER):
                indexes = mine[begin : begin + TOGETHER]
                try:
                    outcomes = judge.judged([mutants[index] for index in indexes])
                except BaseException:
                    traceback.print_exc()
                    os._exit(1)
                for index, outcome in zip(indexes, outcomes, strict=True):
                    os.write(writer, json.dumps([index, *vars(outcome).values()]).encode() + b"\n")
            os._exit(0)
        os.close(writer)
        readers[reader] = child, bytearray()
    while readers:
        for reader in select.select(list(readers), [], [])[0]:
            child, waiting = readers[reader]
            said = os.read(reader, 1 << 16)
            waiting += said
            *lines, rest = bytes(waiting).split(b"\n")
            waiting[:] = rest
            for line in lines:
                index, *values = json.loads(line)
                yield mutants[index], Outcome(*values)
            if not said:
                os.waitpid(child, 0)
                os.close(reader)
                del readers[reader]


def _prepare() -> None:
    sys.path.insert(0, str(ROOT))
    for name in LIBRARIES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    ours = [name for name in sys.modules if name.partition(".")[0] in hooks.PLACES]
    assert not ours, f"imported before they are mutated: {ours}"
    gc.freeze()


@dataclass
class _Judge:
    covered: Covered
    budget: float
    trusted: set[str] = field(default_factory=set)
    distrusted: set[str] = field(default_factory=set)

    def judged(self, mutants: Sequence[Mutant]) -> list[Outcome]:
        """What comes of mutants, where the tests that fail pass without them."""
        outcomes = [self._judged(mutant) for mutant in mutants]
        while failed := {outcome.test for outcome in outcomes if outcome.test} - self.trusted:
            bad = set(_failing_otherwise(sorted(failed)))
            self.distrusted |= bad
            self.trusted |= failed - bad
            for number, outcome in enumerate(outcomes):
                if outcome.test in bad:
                    outcomes[number] = self._judged(mutants[number])
        return outcomes

    def _judged(self, mutant: Mutant) -> Outcome:
        begin = time.monotonic()
        tests = self._tests(mutant)
        if not tests:
            return Outcome("unrun")
        if mutant.site.key not in {
            site.key for site in sites(ast.parse((ROOT / mutant.path).read_text(encoding="utf-8")))
        }:
            raise RuntimeError(f"{mutant.path} has changed since mutants were drawn")
        failed = _forked(mutant, _batches([name for name, _ in tests]), dict(tests))
        seconds = round(time.monotonic() - begin, 2)
        if failed is None:
            return Outcome("survived", "", "", seconds, len(tests))
        return Outcome("killed", *failed, seconds, len(tests))

    def _tests(self, mutant: Mutant) -> list[tuple[str, float]]:
        """The tests for a mutant: first those that run little but its module, of each function the fastest; before
        them, of the compiler's, some that compile specs."""
        source = (ROOT / mutant.path).read_text(encoding="utf-8")
        owner = blocks(ast.parse(source))[mutant.site.block][0]
        block = None if isinstance(owner, ast.Module | ast.ClassDef) else mutant.site.block
        those = self.covered.of(mutant.path, block, hooks.digest_of(ROOT / mutant.path))
        by_function: dict[str, list[Covering]] = {}
        for test in sorted(those, key=lambda test: test.seconds):
            if test.name not in self.distrusted:
                by_function.setdefault(test.name.partition("[")[0], []).append(test)
        near = sorted(
            by_function.values(), key=lambda cases: (cases[0].seconds > SLOW, -max(test.share for test in cases))
        )
        of_compiler = mutant.room.startswith("codegen/")
        outputs = [test for test in those if of_compiler and test.name.startswith(OUTPUTS)]
        first = _within(sorted(outputs, key=lambda test: test.seconds), OF_OUTPUTS * self.budget)
        turns = (
            test
            for begin in range(0, len(near), FUNCTIONS)
            for turn in zip_longest(*(cases[:CASES] for cases in near[begin : begin + FUNCTIONS]))
            for test in turn
            if test and test not in first
        )
        return [(test.name, test.seconds) for test in _within(chain(first, turns), self.budget)[:MOST_TESTS]]


def _within(tests: Iterable[Covering], seconds: float) -> list[Covering]:
    """The first of some tests that take so long together, the last of them longer."""
    found = []
    for test in tests:
        if seconds <= 0:
            break
        found.append(test)
        seconds -= test.seconds
    return found


def _batches(tests: Sequence[str]) -> list[list[str]]:
    found: list[list[str]] = []
    begin = 0
    for size in (*BATCHES, len(tests)):
        if begin < len(tests):
            found.append(list(tests[begin : begin + size]))
            begin += size
    return found


def _failing_otherwise(tests: Sequence[str]) -> Iterator[str]:
    """Those of some tests that fail without a mutant, too."""
    waiting = list(tests)
    while waiting:
        failed = _forked(None, [waiting], {})
        if failed is None:
            return
        test = failed[0] if failed[0] in waiting else waiting[0]
        yield test
        waiting.remove(test)


def _forked(
    mutant: Mutant | None, batches: Sequence[Sequence[str]], seconds: Mapping[str, float]
) -> tuple[str, str] | None:
    """Run tests in a fork: the first that fails, and how; None: none does. No name: it doesn't get so far."""
    folder = Path(tempfile.mkdtemp(prefix="bytewright-mutant-"))
    reader, writer = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reader)
        _child(mutant, batches, writer, folder)
    os.close(writer)
    test, how = "", "died"
    limit, waiting = MADE, b""
    try:
        while True:
            if not select.select([reader], [], [], limit)[0]:
                return test, "too slow"
            said = os.read(reader, 1 << 16)
            if not said:
                return test, how
            *lines, waiting = (waiting + said).split(b"\n")
            for line in lines:
                what, _, name = line.decode().partition(" ")
                if what == "done":
                    return None
                if what == "begins":
                    test, limit = name, SLOWEST + 10 * seconds.get(name, SLOWEST / 2)
                elif what == "ended":
                    limit = MADE
                else:
                    return name, what
    finally:
        os.close(reader)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        shutil.rmtree(folder, ignore_errors=True)


class _Telling:
    """Tells the parent which test runs, and which fails."""

    def __init__(self, writer: int) -> None:
        self._writer = writer

    def tell(self, what: str, name: str = "") -> None:
        os.write(self._writer, f"{what} {name}\n".encode())

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.tell("begins", nodeid)

    def pytest_runtest_logfinish(self) -> None:
        self.tell("ended")

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.tell("failed", report.nodeid)


def _child(mutant: Mutant | None, batches: Iterable[Sequence[str]], writer: int, folder: Path) -> None:
    """Be the process that has the mutant; doesn't return."""
    status = 1
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        log = os.open(folder / "log", os.O_CREAT | os.O_WRONLY)
        for descriptor, target in ((nothing, 0), (log, 1), (log, 2)):
            os.dup2(descriptor, target)
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        told = {"module": mutant.module, "key": mutant.site.key} if mutant else {}
        os.environ.update(hooks.environment(told), TMPDIR=str(folder), XDG_CACHE_HOME=str(folder / "cache"))
        tempfile.tempdir = None
        _have_cache(folder / "cache" / "bytewright")
        os.chdir(ROOT)
        hooks.install(told)
        telling = _Telling(writer)
        if mutant and of_machine_code(mutant.path):
            telling.tell("ended")
            kernel.have(kernel.reached(mutant.path, mutant.site.function))
        import pytest

        options = [
            "-q",
            "-x",
            "-p",
            "no:cacheprovider",
            "--tb=line",
            f"--basetemp={folder / 'tests'}",
        ]
        for tests in batches:
            if (code := pytest.main([*options, *tests], plugins=[telling])) != pytest.ExitCode.OK:
                telling.tell("collected" if code != pytest.ExitCode.TESTS_FAILED else "failed", tests[0])
                break
        else:
            telling.tell("done")
        status = 0
    finally:
        os._exit(status)


def _have_cache(folder: Path) -> None:
    """A cache of one's own, so that nothing is found there that was made without the mutant, nor left for others; what
    is downloaded is no part of that."""
    kept = KEPT / "cache" / "bytewright" / "ksc"
    folder.mkdir(parents=True, mode=0o700)
    folder.parent.chmod(0o700)
    if kept.exists():
        shutil.copytree(kept, folder / "ksc", copy_function=os.link)
