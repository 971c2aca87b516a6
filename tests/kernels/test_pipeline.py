"""How the kernel is compiled: by less than all that Numba does, and without a change to Numba itself."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core.registry import cpu_target

from bytewright.kernels.native.machine import compile
from bytewright.kernels.native.machine.function_pointers import function_at
from bytewright.kernels.native.machine.jit import accessor, compiled, inner
from bytewright.kernels.native.machine.link import link

ROOT = Path(__file__).parents[2]


@accessor
def scaled(number: int, by: int) -> int:
    return number * by


@inner
def halved(number: int) -> float:
    return number / 2


@inner
def is_large(number: int) -> bool:
    return number > 1000


def entry(number: int) -> int:
    total = 0
    while not is_large(total):
        total += scaled(number, 3) + scaled(number, 5) + max(int(halved(number)), 1)
    return total


def test_calls() -> None:
    """Functions that go into others, of integers, floats and truth values."""
    run = function_at(link({"entry": compiled(entry, 1, "entry")})["entry"])
    assert [run(number) for number in (1, 7, 250)] == [112 * 9, 17 * 59, 2125]


def test_small_functions_are_compiled_once() -> None:
    """Whatever constants they are called with."""
    compiled(entry, 1, "entry")
    assert [str(arguments) for arguments in scaled.overloads] == ["(int64, int64)"]  # type: ignore[attr-defined]


def test_numba_stays_as_it_is() -> None:
    """What else a process compiles is compiled as ever."""
    compiled(entry, 1, "entry")
    assert "resolve_function_type" not in vars(cpu_target.typing_context)

    plain: Any = numba.njit(lambda count: sum([number / 2 for number in range(count)]))
    assert plain(4) == 3.0


@pytest.mark.parametrize("enabled", [True, False])
def test_garbage_is_looked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, enabled: bool) -> None:
    """As it was before, whether compiling ends well or not."""
    monkeypatch.setattr("bytewright.host.cpus.usable", lambda: 1)
    monkeypatch.setattr("bytewright.kernels.native.machine.cache.folder", lambda: tmp_path)
    monkeypatch.setattr("bytewright.kernels.native.machine.shared_library.is_there", lambda: False)
    monkeypatch.setattr(compile, "_addresses", {})
    states = []

    def make(_name: str) -> None:
        states.append(gc.isenabled())
        raise RuntimeError

    monkeypatch.setattr(compile, "_make", make)
    was = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        with pytest.raises(RuntimeError):
            compile.load(["values.fetch"])
        states.append(gc.isenabled())
    finally:
        (gc.enable if was else gc.disable)()
    assert states == [False, enabled]


LACKING = {
    "a pass": "from numba.core import typed_passes; del typed_passes.AnnotateTypes",
    "a kind of passes": "from numba.core import compiler_machinery; del compiler_machinery.LoweringPass",
    "a kind of libraries": "from numba.core import codegen; del codegen.JITCodeLibrary",
}


@pytest.mark.parametrize("lack", LACKING)
def test_versions_of_numba_that_lack_something_private(lack: str) -> None:
    """They compile by their own passes, to the same results, and say that it takes longer."""
    program = f"""
import numba, warnings
{LACKING[lack]}
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    from tests.kernels.test_pipeline import compiled, entry, function_at, link
    run = function_at(link({{"entry": compiled(entry, 1, "entry")}})["entry"])
print([run(number) for number in (1, 7, 250)], [str(one.message) for one in told if "bytewright" in str(one.category)])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.startswith("[1008, 1003, 2125] ['Numba ")
    assert "compiles the kernel by all of its passes" in done.stdout
