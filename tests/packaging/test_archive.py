"""The packages as an archive on the path, as ``--py-files`` has them: no metadata, no files, no home to write to."""

import os
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path

import pytest
from tests.support.hanging import HANGS

from bytewright.kernels.native.machine import cpu_levels, shipping

ROOT = Path(__file__).parents[2]
LOG = ROOT / "examples" / "data" / "aresdb" / "fact_table" / "200.redolog"

pytest.importorskip("bytewright_formats.aresdb_redo_log")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """An archive of the packages, and what else is installed, but for this distribution."""
    for level in cpu_levels.of_processor()[:1]:
        shipping.make(level)
    folder = tmp_path_factory.mktemp("archive")
    archive, others = folder / "bytewright.zip", folder / "others"
    with zipfile.ZipFile(archive, "w") as file:
        for root in ("runtime", "codegen", "generated", "pipelines"):
            for source in (ROOT / root).rglob("*"):
                if source.is_file() and "__pycache__" not in source.parts:
                    file.write(source, source.relative_to(ROOT / root))
    others.mkdir()
    for entry in Path(sysconfig.get_paths()["purelib"]).iterdir():
        if "bytewright" not in entry.name and entry.suffix != ".pth":
            (others / entry.name).symlink_to(entry)
    return [str(archive), str(others)]


def run(path: list[str], code: str, folder: Path) -> str:
    """What a program prints that finds nothing else, and has no home."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG_"))}
    environment = {**kept, "PYTHONPATH": os.pathsep.join(path), "HOME": "/proc/nobody", "TMPDIR": str(folder)}
    # No `.pth` files and no user's folder: an editable installation would be found by them.
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=False,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_reading_and_writing(path: list[str], tmp_path: Path):
    code = f"""
import importlib.metadata, sys, bytewright
from bytewright.codec import registry
from bytewright.kernels.native.machine.shared_library import there
from bytewright_formats.aresdb_redo_log import parse
assert ".zip" in bytewright.__file__
assert not importlib.metadata.entry_points(group=registry.GROUP)
data = open({str(LOG)!r}, "rb").read()
print(bytewright.open(data, "aresdb_redo_log", engine="columns").to_table().num_rows, bytes(parse(data)) == data)
print("aresdb_redo_log" in registry.names(), there().name.startswith("kernel-"), "numba" in sys.modules)
"""
    assert run(path, code, tmp_path).split() == ["24", "True", "True", "True", "False"]


def test_commands(path: list[str], tmp_path: Path):
    code = """
from bytewright.cli.command_table import known_commands
for name, command in known_commands().items():
    print(name, command.module, command.summary != "")
"""
    shipped = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["bytewright.commands"]
    found = dict(line.split(" ", 1) for line in run(path, code, tmp_path).splitlines())
    assert {name: f"{module} True" for name, module in shipped.items()}.items() <= found.items()


def test_a_spec_is_compiled(path: list[str], tmp_path: Path):
    spec, data = tmp_path / "pair.ksy", tmp_path / "data"
    spec.write_text("meta: {id: pair, endian: le}\nseq: [{id: a, type: u1}, {id: b, type: u2}]\n")
    data.write_bytes(b"\x01\x02\x03")
    code = f"""
from bytewright.cli import main
main(["cat", "--spec", {str(spec)!r}, {str(data)!r}])
"""
    assert run(path, code, tmp_path) == '{"a":1,"b":770}\n'
