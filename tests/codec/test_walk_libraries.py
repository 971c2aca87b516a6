"""Machine code of walks in packages of codecs: it is run where LLVM isn't, and where it is of other walks it isn't."""

from __future__ import annotations

import hashlib
import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import llvmlite.binding
import pytest
from tests.support.hanging import HANGS

from bytewright.cli import main
from bytewright.codec import walk_libraries
from bytewright.kernels.native.machine import cpu_levels, shipped_walks, shipping, sources

pytestmark = [
    pytest.mark.skipif(not cpu_levels.of_processor(), reason="nothing ships for this processor"),
    pytest.mark.skipif(llvmlite.binding.llvm_version_info < (20,), reason="this LLVM makes none"),
]
ROOT = Path(__file__).parents[2]
TEXTS = """
meta: {id: texts, endian: le, encoding: UTF-8}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: size, type: u1}
      - {id: text, type: str, size: size}
      - {id: kind, type: u1}
      - {id: more, type: u1, if: kind == 1}
"""
HEADED = """
meta: {id: texts, endian: le, encoding: UTF-8}
seq:
  - {id: header, type: header}
  - {id: items, type: item, repeat: eos}
types:
  header: {seq: [{id: version, type: u1}, {id: spare, type: u1}]}
  item:
    seq:
      - {id: text, type: strz}
      - {id: kind, type: u1, if: _root.header.version > 1}
      - {id: more, type: u1, if: _root.header.version > 1 and kind == 1}
      - {id: spare, size: _root.header.spare}
"""
FIXED = """
meta: {id: pairs, endian: le}
seq: [{id: items, type: item, repeat: eos}]
types: {item: {seq: [{id: a, type: u1}, {id: b, type: u2}]}}
"""
RECORD = b"\x03abc\1x\2de\0"
RECORDS = 300_000
READ = """
import hashlib, sys
sys.modules.update(dict.fromkeys(["llvmlite", "numba", "bytewright_codegen"]))
import bytewright
from bytewright.kernels.native.machine import shipped_walks
from texts_formats.texts import CODEC
found, address_of = [], shipped_walks.address_of
shipped_walks.address_of = lambda text: found.append(address_of(text)) or found[-1]
rows = bytewright.open(sys.argv[1], CODEC, engine="columns", threads=1).to_table()
print(hashlib.sha256(repr(rows.to_pydict()).encode()).hexdigest(), *map(bool, found))
"""


@pytest.fixture(scope="module", autouse=True)
def _kernel() -> None:
    shipping.make(cpu_levels.of_processor()[0])


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package of one codec."""
    folder = tmp_path_factory.mktemp("made") / "texts_formats"
    spec = folder.parent / "texts.ksy"
    spec.write_text(TEXTS)
    assert main(["generate", str(spec), "--package", str(folder)]) == 0
    return folder


@pytest.fixture
def copied(package: Path, tmp_path: Path) -> Path:
    """A copy of it to be changed."""
    return Path(shutil.copytree(package, tmp_path / package.name))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "data"
    path.write_bytes(RECORD * RECORDS)
    return path


def read(package: Path, data: Path) -> list[str]:
    """What a process reads that has no LLVM: its rows in short, and whether code was found each time it was sought."""
    roots = [str(package.parent), *(str(ROOT / name) for name in ("runtime", "generated"))]
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(roots)}
    words = [sys.executable, "-W", "ignore", "-c", READ, str(data)]
    done = subprocess.run(words, env=variables, capture_output=True, text=True, timeout=HANGS, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def libraries(package: Path) -> list[Path]:
    return sorted((package / shipped_walks.FOLDER).iterdir())


def made(package: Path, levels: Sequence[cpu_levels.Level], monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The libraries that are made of a package, which is imported anew."""
    monkeypatch.setattr(shipped_walks, "_packages", {})
    for name in [name for name in sys.modules if name.split(".")[0] == package.name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(str(package.parent))
    return walk_libraries.make(importlib.import_module(package.name), levels)


def test_headers_of_files_share_it(tmp_path: Path) -> None:
    """What a header says is no part of the code, so that it ships."""
    spec, folder = tmp_path / "texts.ksy", tmp_path / "texts_formats"
    spec.write_text(HEADED)
    assert main(["generate", str(spec), "--package", str(folder)]) == 0
    data = tmp_path / "data"
    values: dict[str, list[object]]
    for version, spare in ((1, 2), (2, 1)):
        pad = bytes(spare)
        values = {"text": ["abc", "de"], "kind": [1, 0], "more": [ord("x"), None], "spare": [pad, pad]}
        record = b"abc\0\1x" + pad + b"de\0\0" + pad
        if version == 1:
            values |= {"kind": [None, None], "more": [None, None]}
            record = b"abc\0" + pad + b"de\0" + pad
        data.write_bytes(bytes([version, spare]) + record * RECORDS)
        expected = {name: two * RECORDS for name, two in values.items()}
        assert read(folder, data) == [hashlib.sha256(repr(expected).encode()).hexdigest(), "True"]


def test_there_is_one_for_each_level(package: Path) -> None:
    names = [path.name.partition(f"-{sources.digest()}-")[0] for path in libraries(package)]
    assert names == sorted(level.name for level in cpu_levels.of_architecture())


def test_it_is_run_where_llvm_is_not(copied: Path, data: Path) -> None:
    rows, *found = read(copied, data)
    assert found == ["True"]
    for path in libraries(copied):
        path.unlink()
    assert read(copied, data) == [rows, "False"]
    values: dict[str, list[object]] = {"size": [3, 2], "text": ["abc", "de"], "kind": [1, 0], "more": [ord("x"), None]}
    expected = {name: two * RECORDS for name, two in values.items()}
    assert rows == hashlib.sha256(repr(expected).encode()).hexdigest()


@pytest.mark.parametrize("other", ["kernel", "walks", "file"])
def test_what_does_not_fit_is_left_alone(other: str, copied: Path, package: Path, data: Path) -> None:
    """Of another kernel, of other walks, or no library at all: walks are interpreted."""
    for path in libraries(copied):
        content = path.read_bytes()
        path.unlink()
        if other == "kernel":
            path.with_name(path.name.replace(sources.digest(), "0" * 16)).write_bytes(content)
        else:
            path.write_bytes(content.replace(b"walk-", b"waltz") if other == "walks" else b"\x7fELF and no more")
    assert read(copied, data)[1:] == ["False"]


def test_only_what_is_needed_is_made(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is there stays, of other levels, too; what is of another kernel goes."""
    before = {path: path.stat().st_mtime_ns for path in libraries(copied)}
    former = copied / shipped_walks.FOLDER / f"x86-64-v2-{'0' * 16}-{'0' * 16}.so"
    former.write_bytes(b"")
    assert set(made(copied, cpu_levels.of_processor()[:1], monkeypatch)) <= before.keys()
    assert {path: path.stat().st_mtime_ns for path in libraries(copied)} == before


def test_records_of_a_fixed_size_have_none(tmp_path: Path) -> None:
    spec, folder = tmp_path / "pairs.ksy", tmp_path / "pairs_formats"
    spec.write_text(FIXED)
    assert main(["generate", str(spec), "--package", str(folder)]) == 0
    assert (folder / "pairs" / "reader.py").exists()
    assert not (folder / shipped_walks.FOLDER).exists()
