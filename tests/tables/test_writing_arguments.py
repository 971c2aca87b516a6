"""What writers are handed that they can't use is told, whichever engine writes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.settings import parse
from bytewright.errors import BytewrightError, OptionError
from bytewright.tables.write import bytes_of, bytes_of_each

TRAILED = """
seq:
  - {id: num_rows, type: u4}
  - {id: rows, type: row, repeat: expr, repeat-expr: num_rows}
  - {id: tail, type: tail}
types:
  row: {seq: [{id: at, type: u2}]}
  tail: {seq: [{id: note, type: u2}, {id: total, type: u4}]}
-views:
  all: {each: "rows[*]", columns: [{id: at, value: _.at}]}
"""
ROWS = pa.table({"at": pa.array([3, 4], pa.uint16())})
ROOT = '{"tail": {"note": 1, "total": 2}}'
WRITERS: dict[str, Callable[..., Any]] = {
    "write": lambda codec, path, **how: bytewright.write(ROWS, path, codec, **how),
    "bytes": lambda codec, _, **how: bytes_of(codec, ROWS, None, parse(codec), **how),
    "bytes of each": lambda codec, _, **how: [*bytes_of_each(codec, ROWS, np.array([0, 1]), None, parse(codec), **how)],
}


@pytest.mark.parametrize("engine", ["auto", "columns", "objects"])
@pytest.mark.parametrize("root", [{"tail": {}}, [], 3, b"{}"], ids=str)
@pytest.mark.parametrize("writer", WRITERS)
def test_roots_are_text(writer: str, root: Any, engine: str, compiled: Compile, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=f"root: expected JSON as text, found {type(root).__name__}. json.dumps"):
        WRITERS[writer](compiled(TRAILED), tmp_path / "made", root=root, engine=engine)
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("engine", ["column", "", None, 3])
@pytest.mark.parametrize("writer", WRITERS)
def test_engines_have_names(writer: str, engine: Any, compiled: Compile, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=f"unknown engine {engine!r}"):
        WRITERS[writer](compiled(TRAILED), tmp_path / "made", root=ROOT, engine=engine)
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("engine", ["auto", "columns", "objects"])
def test_what_lies_behind_the_records_is_told(engine: Any, compiled: Compile, tmp_path: Path) -> None:
    """Without it no engine writes, and says what is missing; with it all write the same."""
    codec, made = compiled(TRAILED), tmp_path / "made"
    with pytest.raises(BytewrightError, match="tail: expected a value, found nothing"):
        bytewright.write(ROWS, made, codec, engine=engine)
    assert not made.exists()
    bytewright.write(ROWS, made, codec, root=ROOT, engine=engine)
    assert made.read_bytes() == bytes.fromhex("02000000 0300 0400 0100 02000000")
