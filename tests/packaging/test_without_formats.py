"""The shipped formats deleted: what remains still lints, and its tests pass. No format is wired in anywhere.

In every run, tests of these folders find no format (``tests/conftest.py``), and name none. What remains to be tried
in a checkout without formats is that these are found without them, and pass where they begin other processes.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import WITH_FORMATS

ROOT = Path(__file__).parents[2]
CORE = sorted(
    f"tests/{folder.name}"
    for folder in (ROOT / "tests").iterdir()
    if folder.is_dir() and folder.name not in {*WITH_FORMATS, "data", "__pycache__"}
)

PYTEST = ("pytest", "-q", "-n0", "-m", "not slow", "-p", "no:cacheprovider")


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout without formats."""
    here = tmp_path_factory.mktemp("bare") / "checkout"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (here / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, here / name)
    for folder in (here / "specs").iterdir():
        shutil.rmtree(folder)
        shutil.rmtree(here / "pipelines" / "bytewright_pipelines" / folder.name, ignore_errors=True)
    for package in (here / "generated" / "bytewright_formats").iterdir():
        if package.is_dir():
            shutil.rmtree(package)
            shutil.rmtree(here / "generated" / f"pyspark_{package.name}", ignore_errors=True)
    for test in (here / "tests" / "generated").glob("test_*.py"):
        test.unlink()
    shutil.rmtree(here / "tests" / "formats")
    subprocess.run(["git", "init", "--quiet"], cwd=here, check=True)
    return here


def run(bare: Path, *command: str, tool: Path | None = None) -> None:
    roots = [str(bare / name) for name in ("runtime", "codegen", "generated", "pipelines")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(roots)}
    environment.pop("PYTEST_XDIST_WORKER", None)
    program = [str(tool)] if tool is not None else [sys.executable, "-m"]
    done = subprocess.run([*program, *command], cwd=bare, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"


def test_nothing_names_a_format_in_the_compiler_or_the_runtime():
    # What formats share is none.
    formats = [folder.name for folder in (ROOT / "specs").iterdir() if folder.is_dir() and folder.name != "common"]
    codecs = [path.stem for path in (ROOT / "specs").rglob("*.ksy")]
    assert formats
    for folder, names in [("codegen", formats), ("runtime", formats), *((core, formats + codecs) for core in CORE)]:
        named = re.compile("|".join(names), re.IGNORECASE)
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix in {".py", ".jinja", ".lark", ".cjs", ".json"}:
                assert not named.findall(path.read_text(encoding="utf-8")), path


@pytest.mark.slow
@pytest.mark.xdist_group("packaging")
def test_it_lints(bare: Path):
    run(bare, "ruff", "check", ".")
    run(bare, "ruff", "format", "--check", ".")
    run(bare, "mypy", "runtime", "codegen", "generated", "pipelines", *CORE)


@pytest.mark.slow
@pytest.mark.xdist_group("packaging")
def test_imports_go_one_way(bare: Path):
    run(bare, tool=Path(sys.executable).parent / "lint-imports")


@pytest.mark.slow
@pytest.mark.xdist_group("packaging")
def test_core_tests_are_found(bare: Path):
    run(bare, *PYTEST, "--collect-only", *CORE)


@pytest.mark.slow
@pytest.mark.xdist_group("packaging")
def test_core_tests_with_processes_pass(bare: Path):
    run(bare, "bytewright", "warm")  # as setting up an installation does
    modules = [path for folder in CORE for path in (bare / folder).rglob("test_*.py")]
    names = [str(path) for path in modules if "subprocess" in path.read_text(encoding="utf-8")]
    run(bare, *PYTEST, "-p", "tests.support.first_cases", *names)
