"""Where the compiled kernel is kept."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bytewright
from bytewright.errors import BytewrightError
from bytewright.kernels import cache

RUNTIME = Path(bytewright.__file__).parents[1]


def run(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, "PYTHONPATH": str(RUNTIME), **environment}
    return subprocess.run(
        [sys.executable, "-c", script], env=variables, capture_output=True, text=True, check=True, timeout=120
    )


def test_asking_is_cheap() -> None:
    """Neither plans nor the question whether the kernel is compiled need Numba."""
    script = (
        "import sys, bytewright.kernels as k, bytewright.kernels.plan, bytewright.kernels.scan; k.can_encode();"
        "print('numba' in sys.modules, 'llvmlite' in sys.modules)"
    )
    assert run(script).stdout.split() == ["False", "False"]


def test_cold(tmp_path: Path) -> None:
    assert run(
        "import bytewright.kernels as k; print(k.can_encode())", XDG_CACHE_HOME=str(tmp_path)
    ).stdout.split() == ["False"]


def test_warm() -> None:
    """Loading from the cache says nothing, and leaves Numba's settings alone."""
    done = run(
        "import numba, bytewright.kernels as k; before = numba.config.CACHE_DIR; k.warm(); k.warm();"
        "print(k.can_encode(), numba.config.CACHE_DIR == before)"
    )
    assert done.stdout.split() == ["True", "True"]


def test_the_name_depends_on_sources_and_settings() -> None:
    script = "from bytewright.kernels.cache import fingerprint; print(fingerprint())"
    plain = run(script).stdout
    assert plain == run(script).stdout
    assert plain != run(script, NUMBA_OPT="1").stdout


def test_the_name_depends_on_the_installation(tmp_path: Path) -> None:
    """What another one has compiled is of no use to this one, and mustn't pass for it."""
    script = "from bytewright.kernels.cache import fingerprint; print(fingerprint())"
    shutil.copytree(RUNTIME, tmp_path / "runtime", ignore=shutil.ignore_patterns("__pycache__"))
    other = run(script, PYTHONPATH=str(tmp_path / "runtime")).stdout
    assert other != run(script).stdout


def test_the_name_depends_on_all_that_is_compiled() -> None:
    """What the sources of the kernel import of this package is part of the hash."""
    folder = Path(cache.__file__).parent
    sources = cache.sources()
    packages = {"bytewright.kernels", *(f"bytewright.kernels.{name}" for name in ("encoding", "operations", "parts"))}
    known = {*packages}
    known |= {".".join(("bytewright.kernels", *path.relative_to(folder).with_suffix("").parts)) for path in sources}
    for source in sources:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bytewright"):
                assert node.module in known
                if node.module in packages:
                    assert all(f"{node.module}.{name.name}" in known for name in node.names)


LOAD = "from bytewright.kernels.compiling import load; load(['values.fetch', 'elements.count', 'output.pack']); "


def compiled_in(folder: Path) -> set[str]:
    return {path.name.partition("-")[0] for path in folder.rglob("*.nbc")}


def test_only_what_is_asked_for_is_compiled(tmp_path: Path) -> None:
    """Said once; then it is there."""
    done = run(LOAD, XDG_CACHE_HOME=str(tmp_path))
    assert done.stderr == "bytewright: compiling 3 parts of the kernel (once per installation)\n"
    assert compiled_in(tmp_path) == {"values.fetch", "elements.count", "output.pack"}
    assert run(LOAD, XDG_CACHE_HOME=str(tmp_path)).stderr == ""


@pytest.mark.parametrize("program", ["/bin/true", "/no/such/program"])
def test_no_process_helps(tmp_path: Path, program: str) -> None:
    """What other processes don't compile, this one does."""
    run(f"import sys; sys.executable = {program!r}; {LOAD}", XDG_CACHE_HOME=str(tmp_path))
    assert compiled_in(tmp_path) == {"values.fetch", "elements.count", "output.pack"}


def test_two_at_a_time(tmp_path: Path) -> None:
    """Of two processes that miss the same, one compiles."""
    words = [sys.executable, "-c", LOAD]
    variables = {**os.environ, "PYTHONPATH": str(RUNTIME), "XDG_CACHE_HOME": str(tmp_path)}
    both = [subprocess.Popen(words, env=variables, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    told = [process.communicate(timeout=120)[1] for process in both]
    assert sorted(told) == ["", "bytewright: compiling 3 parts of the kernel (once per installation)\n"]


def test_nothing_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any folder the kernel is compiled for the process alone."""

    def refuse(name: str) -> Path:
        raise BytewrightError("no")

    def no_folder(prefix: str) -> str:
        raise OSError

    monkeypatch.setattr(cache, "cache_directory", refuse)
    monkeypatch.setattr("tempfile.mkdtemp", no_folder)
    cache.folder.cache_clear()
    try:
        assert cache.folder() is None
    finally:
        cache.folder.cache_clear()
