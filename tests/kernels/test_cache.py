"""Where the kernel is kept that was compiled here, as none ships for this processor or these sources."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.hanging import HANGS

import bytewright
from bytewright.kernels.native.machine import sources

RUNTIME = Path(bytewright.__file__).parents[1]


UNSHIPPED = "from bytewright.kernels.native.machine import shared_library; shared_library.there = lambda: None\n"


def run(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, "PYTHONPATH": str(RUNTIME), **environment}
    return subprocess.run(
        [sys.executable, "-c", UNSHIPPED + script],
        env=variables,
        capture_output=True,
        text=True,
        check=True,
        timeout=HANGS,
    )


def test_asking_is_cheap() -> None:
    """Neither plans nor the question whether the kernel is compiled need Numba."""
    script = (
        "import sys, bytewright.kernels as k, bytewright.kernels.plan, bytewright.kernels.drivers.scan; k.can_encode();"
        "print('numba' in sys.modules, 'llvmlite' in sys.modules)"
    )
    assert run(script).stdout.split() == ["False", "False"]


def test_cold(tmp_path: Path) -> None:
    assert run(
        "import bytewright.kernels as k; print(k.can_encode())", XDG_CACHE_HOME=str(tmp_path)
    ).stdout.split() == ["False"]


def test_the_name_depends_on_sources_and_settings() -> None:
    script = "from bytewright.kernels.native.machine.cache import fingerprint; print(fingerprint())"
    plain = run(script).stdout
    assert plain == run(script).stdout
    assert plain != run(script, NUMBA_OPT="1").stdout


def test_installations_share_it(tmp_path: Path) -> None:
    """Machine code doesn't depend on where its source lies."""
    script = "from bytewright.kernels.native.machine.cache import fingerprint; print(fingerprint())"
    shutil.copytree(RUNTIME, tmp_path / "runtime", ignore=shutil.ignore_patterns("__pycache__"))
    other = run(script, PYTHONPATH=str(tmp_path / "runtime")).stdout
    assert other == run(script).stdout
    with (tmp_path / "runtime" / "bytewright" / "kernels" / "native" / "loops" / "walk.py").open("a") as file:
        file.write("\n")
    assert other != run(script, PYTHONPATH=str(tmp_path / "runtime")).stdout


def test_the_name_depends_on_all_that_is_compiled() -> None:
    """What the sources of the kernel import of this package is part of the hash."""
    every = sources.every()
    packages = {"bytewright.kernels.plan"}
    packages |= {f"bytewright.kernels.native.{name}" for name in ("loops", "machine", "operations", "parts")}
    known = {*packages, "bytewright.errors"}  # of which nothing is compiled
    known |= {".".join(("bytewright.kernels", *Path(path).with_suffix("").parts)) for path, _ in every}
    for _, source in every:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bytewright"):
                assert node.module in known
                if node.module in packages:
                    assert all(f"{node.module}.{name.name}" in known for name in node.names)


LOAD = (
    "from bytewright.kernels.native.machine.compile import load; "
    "load(['values.fetch', 'elements.count', 'output.pack']); "
)


def compiled_in(folder: Path) -> set[str]:
    return {path.stem for path in folder.rglob("*.code")}


def test_only_what_is_asked_for_is_compiled(tmp_path: Path) -> None:
    """Said once; then it is there, and takes no Numba."""
    done = run(LOAD, XDG_CACHE_HOME=str(tmp_path))
    assert done.stderr == "bytewright: compiling 3 parts of the kernel (once per installation)\n"
    assert compiled_in(tmp_path) == {"values.fetch", "elements.count", "output.pack"}
    again = run(LOAD + "import sys; print('numba' in sys.modules)", XDG_CACHE_HOME=str(tmp_path))
    assert (again.stderr, again.stdout) == ("", "False\n")


@pytest.mark.parametrize("program", ["/bin/true", "/no/such/program"])
def test_no_process_helps(tmp_path: Path, program: str) -> None:
    """What other processes don't compile, this one does."""
    run(f"import sys; sys.executable = {program!r}; {LOAD}", XDG_CACHE_HOME=str(tmp_path))
    assert compiled_in(tmp_path) == {"values.fetch", "elements.count", "output.pack"}


def test_two_at_a_time(tmp_path: Path) -> None:
    """Of two processes that miss the same, one compiles."""
    words = [sys.executable, "-c", UNSHIPPED + LOAD]
    variables = {**os.environ, "PYTHONPATH": str(RUNTIME), "XDG_CACHE_HOME": str(tmp_path)}
    both = [subprocess.Popen(words, env=variables, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    told = [process.communicate(timeout=HANGS)[1] for process in both]
    assert sorted(told) == ["", "bytewright: compiling 3 parts of the kernel (once per installation)\n"]


def test_damaged(tmp_path: Path) -> None:
    """What isn't as it was written is never run: it is compiled again."""
    run(LOAD, XDG_CACHE_HOME=str(tmp_path))
    (path,) = tmp_path.rglob("values.fetch.code")
    whole = path.read_bytes()
    middle = len(whole) // 2
    changed = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    for damaged in (whole[:-1], changed, b""):
        path.write_bytes(damaged)
        done = run(LOAD, XDG_CACHE_HOME=str(tmp_path))
        assert done.stderr == "bytewright: compiling 1 part of the kernel (once per installation)\n"
    assert run(LOAD, XDG_CACHE_HOME=str(tmp_path)).stderr == ""


NOWHERE = "from bytewright.host import cache; cache.lasting_directory = lambda name: None; "


def test_nothing_can_be_written(tmp_path: Path) -> None:
    """Without any folder the kernel is compiled for the process alone, once."""
    loaded = "; from bytewright.kernels.native.machine.compile import loaded; print(*sorted(loaded()))"
    done = run(NOWHERE + LOAD + LOAD.rstrip("; ") + loaded, XDG_CACHE_HOME=str(tmp_path))
    assert done.stderr == "bytewright: compiling 3 parts of the kernel (once per installation)\n"
    assert done.stdout.split() == ["elements.count", "output.pack", "values.fetch"]
    assert compiled_in(tmp_path) == set()


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """What can't be kept is used, and leaves nothing behind."""
    done = run(
        "import pathlib\ndef full(*_): raise OSError(28, 'full')\npathlib.Path.replace = full\n"
        "from bytewright.kernels.native.machine.compile import load, loaded; load(['values.fetch']); print(*loaded())",
        XDG_CACHE_HOME=str(tmp_path),
    )
    assert done.stdout.split() == ["values.fetch"]
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["lock"]
