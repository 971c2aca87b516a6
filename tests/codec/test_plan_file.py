"""`plans.json` of a codec: read when a plan is asked for, checked, from a folder, an archive or memory."""

from __future__ import annotations

import importlib
import json
import pickle
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.api_version import CODEC_API
from bytewright.codec.codec import Codec
from bytewright.codec.plan_file import PLAN_FILE, PlanFile
from bytewright.errors import CodecError
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.front.ksy import load
from bytewright_codegen.pipeline import compilation
from bytewright_codegen.semantics.resolve import resolve

SPEC = """
meta: {id: gauge, endian: le}
seq: [{id: rows, type: row, repeat: eos}]
types:
  row: {seq: [{id: at, type: u2}, {id: value, type: s4}]}
-views:
  all:
    default: true
    each: rows[*]
    columns: [{id: at, value: _.at}, {id: value, value: _.value}]
  short:
    each: rows[*]
    columns: [{id: at, value: _.at}]
"""
DATA = b"".join(struct.pack("<Hi", i, -i) for i in range(3))
ROWS = [{"at": i, "value": -i} for i in range(3)]

Package = tuple[Path, str]
"""The folder of a codec and its full name."""

_number = count()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    """A package of one codec in a folder."""
    (tmp_path / "gauge.ksy").write_text(SPEC)
    name = f"formats_with_plans_{next(_number)}"
    folder = tmp_path / "path" / name / "gauge"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    for file, text in compilation.compiled(resolve(load(tmp_path / "gauge.ksy")))["gauge"].items():
        (folder / file).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "path"))
    yield folder, f"{name}.gauge"
    for module in [module for module in sys.modules if module.partition(".")[0] == name]:
        del sys.modules[module]


def codec_of(package: Package) -> Codec:
    importlib.invalidate_caches()
    codec: Codec = importlib.import_module(package[1]).CODEC
    return codec


def changed(package: Package, **members: Any) -> Codec:
    """The codec with other members in its file of plans."""
    path = package[0] / PLAN_FILE
    path.write_text(json.dumps(json.loads(path.read_text()) | members))
    return codec_of(package)


def test_rows_are_read_and_written(package: Package, tmp_path: Path) -> None:
    codec = codec_of(package)
    assert bytewright.open(DATA, codec, engine="columns").to_table().to_pylist() == ROWS
    bytewright.write(pa.Table.from_pylist(ROWS), tmp_path / "rows", codec, engine="columns")
    assert (tmp_path / "rows").read_bytes() == DATA
    assert set(codec.row_plans) == {"all", "short"}
    assert codec.row_plans["all"] is codec.row_plans["all"]


def test_nothing_is_read_before_a_plan_is_asked_for(package: Package) -> None:
    (package[0] / PLAN_FILE).unlink()
    codec = codec_of(package)
    assert codec.parse(DATA).rows[2].at == 2
    with pytest.raises(CodecError, match=r"the plans of the codec gauge \(plans\.json\) can't be read"):
        codec.row_plans["all"]


def test_only_the_plan_that_is_asked_for_is_made(package: Package) -> None:
    rows = json.loads((package[0] / PLAN_FILE).read_text())["rows"]
    codec = changed(package, rows=rows | {"short": ["Nothing"]})
    assert isinstance(codec.row_plans["all"], RowPlan)
    with pytest.raises(CodecError, match="the plans of the codec gauge"):
        codec.row_plans["short"]


def test_plans_of_another_version(package: Package) -> None:
    codec = changed(package, api=CODEC_API - 1)
    with pytest.raises(CodecError, match=f"expected CODEC_API {CODEC_API}, found {CODEC_API - 1}") as caught:
        bytewright.open(DATA, codec).to_table()
    assert "bytewright generate" in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[]", f'{{"api": {CODEC_API}, "rows": {{"all": ["RowPlan"]}}}}', "\xff"])
def test_plans_that_are_none(package: Package, text: str) -> None:
    (package[0] / PLAN_FILE).write_text(text, encoding="latin-1")
    codec = codec_of(package)
    with pytest.raises(CodecError, match="the plans of the codec gauge"):
        codec.row_plans["all"]


def test_from_an_archive(package: Package, tmp_path: Path) -> None:
    archive = shutil.make_archive(str(tmp_path / "formats"), "zip", package[0].parents[1])
    path = [archive, *(one for one in sys.path if one != str(package[0].parents[1]))]
    program = f"""
import sys
sys.path[:] = {path!r}
import bytewright, {package[1]} as gauge
print(bytewright.open({DATA!r}, gauge.CODEC, engine="columns").to_table().to_pylist())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(ROWS)


def test_from_memory_in_another_process(tmp_path: Path, compiled: Compile) -> None:
    codec = compiled(SPEC.partition("\n")[2].partition("\n")[2])
    assert bytewright.open(DATA, codec, engine="columns").to_table().to_pylist() == ROWS
    (tmp_path / "codec").write_bytes(pickle.dumps(codec))
    code = f"""
import pickle, sys, bytewright
codec = pickle.load(open({str(tmp_path / "codec")!r}, "rb"))
print(bytewright.open({DATA!r}, codec, engine="columns").to_table().to_pylist(), "bytewright_codegen" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"{ROWS} False"


def test_a_codec_without_plans() -> None:
    plans = pickle.loads(pickle.dumps(PlanFile()))
    assert (dict(plans.rows), dict(plans.elements)) == ({}, {})
    assert plans.encoding[""] == "it was generated without a plan for the kernel"
