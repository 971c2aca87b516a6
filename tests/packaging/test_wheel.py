"""What users install: the distribution, built from the source archive, in an empty environment without a checkout."""

import json
import os
import subprocess
import sys
import venv
from importlib.metadata import entry_points
from pathlib import Path
from zipfile import ZipFile

import pytest
from tests.support.hanging import HANGS

from bytewright.kernels.native.machine import cpu_levels

ROOT = Path(__file__).parents[2]
DATA = ROOT / "examples" / "data"

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("packaging")]


def run(*command: object, cwd: Path, path: str | None = None) -> str:
    """Run a command far from the checkout: no PYTHONPATH, no make, no virtual environment of ours."""
    keep = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV", "PYTEST"))}
    keep.pop("PYSPARK_PYTHON", None)
    keep.pop("JAVA_HOME", None)
    if path is not None:
        keep["PATH"] = path
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=keep, capture_output=True, text=True, timeout=HANGS, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, by way of the source archive: what the archive lacks, the wheel lacks as well."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` of an environment that holds the wheel with Spark, in the versions of the lock."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    # As constraints, not requirements: what the wheel does not ask for must not come along. Without hashes, because
    # pip would then want one for the wheel, too.
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pins = [line.removesuffix("\\").strip() for line in lock.splitlines() if line[:1].isalnum()]
    constraints = home / "constraints.txt"
    constraints.write_text("\n".join(pins) + "\n", encoding="utf-8")
    run(python, "-m", "pip", "install", "--quiet", "--constraint", constraints, f"{wheel}[spark]", cwd=home)
    return home / "bin"


@pytest.fixture
def log() -> Path:
    """A genuine file."""
    return min(path for path in DATA.rglob("*") if path.is_file() and path.read_bytes().startswith(b"\xed\xfe\xda\xad"))


def test_the_wheel_holds_the_packages_and_nothing_else(wheel: Path):
    names = ZipFile(wheel).namelist()
    roots = {name.split("/")[0] for name in names}
    spark_names = {root for root in roots if root.startswith("pyspark_")}
    assert roots - spark_names == {
        "bytewright",
        "bytewright_codegen",
        "bytewright_formats",
        "bytewright_pipelines",
        "bytewright-0.1.0.dist-info",
    }
    for level in cpu_levels.of_architecture():
        assert [name for name in names if name.startswith(f"bytewright_formats/_walks/{level.name}-")]
    formats = {path.parent.name for path in (ROOT / "generated" / "bytewright_formats").glob("*/model.py")}
    assert spark_names == {"pyspark_bytewright", *(f"pyspark_{name}" for name in formats)}
    assert not [name for name in names if "__pycache__" in name or "node_modules" in name]
    for root in ("bytewright", "bytewright_codegen", "bytewright_formats", "bytewright_pipelines"):
        assert f"{root}/py.typed" in names
    specs = {f"bytewright_codegen/specs/{path.relative_to(ROOT / 'specs')}" for path in (ROOT / "specs").rglob("*.ksy")}
    assert specs <= set(names)
    assert {"bytewright_codegen/kaitai/npm/driver.cjs", "bytewright_codegen/kaitai/npm/package-lock.json"} <= set(names)


def test_entry_points_of_the_checkout():
    (command,) = entry_points(group="console_scripts", name="bytewright")
    assert command.value == "bytewright.cli:main"
    assert "bytewright_formats" in {codecs.value for codecs in entry_points(group="bytewright.codecs")}


def test_specs_are_listed(installed: Path, tmp_path: Path):
    listed = run(installed / "bytewright", "specs", cwd=tmp_path)
    for model in (ROOT / "generated" / "bytewright_formats").glob("*/model.py"):
        assert model.parent.name in listed


def test_the_compiler_finds_its_specs(installed: Path, tmp_path: Path):
    code = (
        "from bytewright_codegen.front.shipped_specs import spec_root; "
        "print(*sorted(p.stem for p in spec_root().rglob('*.ksy')))"
    )
    found = run(installed / "python", "-c", code, cwd=tmp_path).split()
    assert found == sorted(path.stem for path in (ROOT / "specs").rglob("*.ksy"))


def test_cat(installed: Path, tmp_path: Path, log: Path):
    rows = run(installed / "bytewright", "cat", "--spec", "aresdb_redo_log", log, cwd=tmp_path).splitlines()
    assert rows
    assert list(json.loads(rows[0]))[:3] == ["batch", "row", "arrival_time"]


def test_spark_finds_the_format_by_its_name(installed: Path, tmp_path: Path, log: Path):
    code = f"""
from bytewright.spark.session import local_session
spark = local_session(cores=2)
print(spark.read.format("aresdb_redo_log").load({str(log)!r}).count())
print(spark.read.format("bytewright").option("spec", "aresdb_redo_log").load({str(log)!r}).count())
"""
    rows = run(installed / "bytewright", "cat", "--spec", "aresdb_redo_log", log, cwd=tmp_path).splitlines()
    counted = run(installed / "python", "-c", code, cwd=tmp_path)
    assert counted.split() == [str(len(rows))] * 2


def test_cat_needs_no_extra(installed: Path, tmp_path: Path, log: Path):
    code = f"""
import importlib.abc, sys

class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        absent = ["pyspark", "pandas", "jinja2", "lark", "ruamel", "hypothesis", "bytewright_codegen"]
        if name.partition(".")[0] in absent:
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Absent())
from bytewright.cli import main
sys.argv = ["bytewright", "cat", "--spec", "aresdb_redo_log", {str(log)!r}]
sys.exit(main())
"""
    arguments = ("cat", "--spec", "aresdb_redo_log", log)
    assert run(installed / "python", "-c", code, cwd=tmp_path) == run(
        installed / "bytewright", *arguments, cwd=tmp_path
    )
