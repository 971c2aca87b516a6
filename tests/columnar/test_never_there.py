"""Members that a structure never has, by what it is told: columns without a value, in both engines."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest
from tests.support.both import SIZES, agree, agree_when_damaged, damaged, read

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.load import load

SPEC = """
meta: {id: shades, endian: le}
seq: [{id: frames, type: frame, repeat: eos}]
types:
  frame:
    seq:
      - {id: kind, type: u1, valid: {max: 3}}
      - {id: body, type: {switch-on: kind, cases: {1: shade(false), 2: colour}}}
      - {id: rows, type: shade(false), repeat: expr, repeat-expr: 2}
      - {id: plain, type: shade(kind == 1)}
  shade:
    params: [{id: has_more, type: bool}]
    seq:
      - {id: grey, type: u1, valid: {max: 99}}
      - {id: alpha, type: u1, if: has_more, valid: {max: 9}}
      - {id: name, type: str, size: 1, encoding: ASCII, if: has_more}
      - {id: wide, type: u8, if: has_more}
      - {id: real, type: f4, if: has_more}
      - {id: raw, size: 2, if: has_more}
      - {id: bit, type: b1, if: has_more}
  colour:
    seq: [{id: red, type: u1}, {id: old, type: s2, if: false}, {id: mode, type: u1, enum: modes, if: false}]
  tuned:
    seq: [{id: modes, type: u1, repeat: expr, repeat-expr: 2, if: false}]
enums: {modes: {0: none}}
"""


def frame(kind: int) -> bytes:
    grey, more = b"\7", b"\7\3a" + struct.pack("<Qf", 1 << 63, 1.5) + b"xy\x80"
    return bytes([kind]) + {1: grey, 2: b"\1", 3: b""}[kind] + grey * 2 + (more if kind == 1 else grey)


DATA = frame(1) + frame(1) + frame(2) + frame(3)


@pytest.fixture(scope="module")
def codec(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("specs") / "shades.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return load(path)


def test_engines_agree(codec: Codec) -> None:
    plan = codec.row_plans["rows"]
    assert isinstance(plan, RowPlan)
    assert not any(column.by_objects for column in codec.views[0].columns)
    rows, error, _ = agree(codec, DATA)
    assert (len(rows), error) == (4, None)
    _, bad = agree_when_damaged(codec, DATA)
    assert bad > 20
    agree(codec, DATA, options={"enums": "int"})
    for mode in ("PERMISSIVE", "DROPMALFORMED"):
        for number, form in enumerate(list(damaged(DATA))[::7]):
            options: dict[str, Any] = {"mode": mode}
            expected = read(codec, form, "objects", options=options)
            assert read(codec, form, "columns", SIZES[number % 3], options=options) == expected


def test_members_have_no_value(codec: Codec) -> None:
    table = bytewright.open(DATA, codec, engine="columns")
    first, _, second, _ = table.to_table().to_pylist()
    assert table.counted["columns"] > 2  # bits of the last byte of a record that may end the file are for objects
    missing = dict.fromkeys(("alpha", "name", "wide", "real", "raw", "bit"))
    assert first["body"]["shade"] == first["rows"][1] == {"grey": 7, **missing}
    assert first["plain"]["alpha"] == 3
    assert second["body"]["colour"] == {"red": 1, "old": None, "mode": None}


def test_explain_names_types_that_are_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bytewright.cli import main

    path = tmp_path / "shades.ksy"
    path.write_text(
        SPEC.replace("type: {switch-on: kind, cases: {1: shade(false), 2: colour}}", "type: tuned"), "utf-8"
    )
    assert main(["explain", str(path), "--section", "views"]) == 0
    assert "a field that is never there, of such a type" in capsys.readouterr().out
