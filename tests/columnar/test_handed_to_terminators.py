"""Structures whose bytes end at a terminator, or before their size does: objects make the columns that show them, of
what the kernel hands them, and what lies behind is the kernel's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support.both import SIZES, agree, agree_when_damaged, damaged, read

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.load import load

SPEC = """
meta: {id: lines, endian: le}
seq:
  - {id: lines, type: line, repeat: eos}
types:
  line:
    seq:
      - {id: number, type: u1}
      - {id: tree, type: node(number), terminator: 0xff}
      - {id: opt, type: node(number), terminator: 0xfe, include: true, if: number > 2}
      - {id: kept, type: node(number), terminator: 0xfd, consume: false}
      - {id: behind, type: u1}
      - {id: padded, type: node(number), size: 4, pad-right: 0xaa}
      - id: cut
        size: 4
        terminator: 0xee
        type: {switch-on: number % 2, cases: {0: node(9), 1: nest}}
      - {id: level, type: u1, valid: {max: 200}}
  node:
    params: [{id: most, type: u1}]
    seq:
      - {id: weight, type: u1, valid: {max: most + 3}}
      - {id: rest, type: nest, size-eos: true}
  nest:
    seq:
      - {id: count, type: u1}
      - {id: children, type: nest, repeat: expr, repeat-expr: count}
-views:
  all:
    each: lines[*]
    columns:
      - {id: number, value: _.number}
      - {id: tree, value: _.tree}
      - {id: opt, value: _.opt}
      - {id: kept, value: _.kept}
      - {id: padded, value: _.padded}
      - {id: cut, value: _.cut}
      - {id: level, value: _.level}
"""


def line(number: int, tree: bytes) -> bytes:
    made = bytes([number]) + tree + b"\xff" + (b"\1\0\xfe" if number > 2 else b"") + b"\2\1\0\xfd"
    return made + (b"\1\0\xaa\xaa" + b"\0\0\xee\xee" if number % 2 == 0 else b"\1\1\0\xaa" + b"\2\0\0\xee") + b"\5"


DATA = b"".join(line(number, (b"\0\0", b"\1\2\0\0")[number % 2]) for number in (0, 1, 2, 3))
COLUMNS = [None, ["number", "level"], ["opt", "cut"]]


@pytest.fixture(scope="module")
def codec(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("specs") / "lines.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return load(path)


@pytest.mark.parametrize("columns", COLUMNS)
def test_engines_agree(codec: Codec, columns: list[str] | None) -> None:
    plan = codec.row_plans["all"]
    assert isinstance(plan, RowPlan), plan
    rows, error, _ = agree(codec, DATA, columns=columns)
    assert (len(rows), error) == (4, None)
    agree_when_damaged(codec, DATA, columns=columns)


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("columns", COLUMNS)
def test_engines_agree_on_bad_records(codec: Codec, columns: list[str] | None, mode: str) -> None:
    given: Any = {"columns": columns, "options": {"mode": mode}}
    for place, broken in enumerate(list(damaged(DATA))[::7]):
        assert read(codec, broken, "columns", SIZES[place % 3], **given) == read(codec, broken, "objects", **given)


def test_values(codec: Codec) -> None:
    table = bytewright.open(DATA, codec, engine="columns")
    found: dict[str, Any] = table.to_table().to_pydict()
    assert table.counted == {"columns": 4}
    assert [one["rest"]["count"] for one in found["tree"]] == [0, 2, 0, 2]
    assert [one and one["weight"] for one in found["opt"]] == [None, None, None, 1]
    assert found["level"] == [5] * 4


def test_explain_says_what_objects_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bytewright.cli import main

    path = tmp_path / "lines.ksy"
    path.write_text(SPEC, encoding="utf-8")
    assert main(["explain", str(path), "--section", "views"]) == 0
    said = capsys.readouterr().out
    assert "  for tree, objects read the bytes of tree, and are told number" in said
    assert "  for cut, objects read the bytes of cut" in said
