"""Rows that are read in Python, as the kernel can't read their view: that is said once, and not of a few."""

from __future__ import annotations

import warnings
from pathlib import Path

import pyarrow as pa
import pytest
from tests.shapes import SHAPES

import bytewright
from bytewright.cli import main
from bytewright.errors import ReadInPythonWarning
from bytewright.spark.options import ReadOptions
from bytewright.spark.read import planning
from bytewright.tables.engines import MANY

SLOW = next(shape for shape in SHAPES if shape.name == "trees")
FAST = next(shape for shape in SHAPES if shape.name == "bare")


def test_many_rows_that_the_kernel_cant_read_are_told_of_once() -> None:
    files = [SLOW.file(MANY), SLOW.file(MANY)]
    with pytest.warns(
        ReadInPythonWarning, match="the view rows of trees is read in Python, .* of its own type"
    ) as told:
        bytewright.open(files, SLOW.codec).to_table()
    assert len(told) == 1


@pytest.mark.parametrize(
    ("data", "shape", "engine"),
    [(SLOW.file(9), SLOW, "auto"), (SLOW.file(MANY), SLOW, "objects"), (FAST.file(MANY), FAST, "auto")],
    ids=["few", "asked for", "others"],
)
def test_others_are_not(data: bytes, shape: object, engine: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", ReadInPythonWarning)
        bytewright.open(data, shape.codec, engine=engine).to_table()  # type: ignore[attr-defined, call-overload]


def test_commands_and_the_driver_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "some.trees"
    path.write_bytes(SLOW.file(MANY))
    assert main(["cat", "--spec", str(SLOW.spec), str(path)]) == 0
    said = capsys.readouterr().err.splitlines()
    assert [line.startswith("bytewright: warning: the view rows of trees is read in Python") for line in said] == [True]
    assert main(["generate", str(SLOW.spec), "--package", str(tmp_path / "made")]) == 0
    assert "trees.ksy:12:3: note: the view rows of trees is read in Python" in capsys.readouterr().err
    monkeypatch.setattr(planning, "MUCH", 0)
    options = ReadOptions.parse({"spec": str(SLOW.spec), "path": str(path)})
    planner = planning.Planner(options)
    shown = pa.schema([field.with_nullable(True) for field in planner.schema()])
    planner.request(shown, options)
    assert capsys.readouterr().err.count("is read in Python") == 1
