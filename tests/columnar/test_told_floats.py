"""Floats with rules, and switches between numbers that columns show as one, by kernels and through objects."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from tests.support.both import agree_when_damaged
from tests.support.compiling import Compile
from tests.support.written_rows import refused, written

from bytewright.codec.settings import parse
from bytewright.tables.write import bytes_of

RULES = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: most, type: f4}
      - {id: short, type: f4, valid: {min: -0.25, max: most}}
      - {id: fixed, type: f8, valid: 1.5}
      - {id: one, type: f4, valid: {any-of: [1, 2.5, most]}}
      - {id: half, type: f8, if: short > 0, valid: {expr: _ * 2 < 7.5}}
      - {id: all, type: f8, repeat: expr, repeat-expr: 2, valid: {min: short}}
      - {id: name, type: strz, encoding: UTF-8, valid: {expr: _.length < 4}}
      - {id: units, type: str, size: 2 * name.length, encoding: UTF-16LE}
"""
ROWS: tuple[dict[str, Any], ...] = (
    {"most": 9.0, "short": 0.5, "one": 2.5, "half": 3.5, "name": "éü", "units": "äö"},
    {"most": 0.0, "short": -0.25, "one": 0.0},
    {"most": float("inf"), "short": float("inf"), "one": float("inf"), "half": -1.0, "name": "abc", "units": "abc"},
)
KINDS = {
    "most": pa.float32(),
    "short": pa.float32(),
    "fixed": pa.float64(),
    "one": pa.float32(),
    "half": pa.float64(),
    "all": pa.list_(pa.float64()),
    "name": pa.string(),
    "units": pa.string(),
}


def rows(*of: dict[str, Any]) -> pa.Table:
    usual = {"fixed": 1.5, "name": "", "units": ""}
    stated = [{**usual, "all": [row["short"]] * 2, **row} for row in of]
    return pa.table({name: pa.array([row.get(name) for row in stated], kind) for name, kind in KINDS.items()})


def test_rules(compiled: Compile) -> None:
    codec = compiled(RULES)
    tried, bad = agree_when_damaged(codec, written(codec, rows(*ROWS)))
    assert bad > tried // 2


NAN = float("nan")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"short": 9.5, "all": [10, 10]}, "short"),
        ({"short": NAN, "all": [0, 0]}, "short"),
        ({"short": -0.5}, "short"),
        ({"one": 2.0}, "one"),
        ({"one": NAN}, "one"),
        ({"half": 3.75}, "half"),
        ({"half": NAN}, "half"),
        ({"half": None}, "half"),
        ({"all": [0.5, 0.25]}, "all[1]"),
        ({"name": "abcd", "units": "abcd"}, "name"),
        ({"name": "éüöä", "units": "abcd"}, "name"),
    ],
)
def test_wrong_floats(compiled: Compile, wrong: dict[str, Any], field: str) -> None:
    codec = compiled(RULES)
    assert f"all[1].{field}" in str(refused(codec, rows(ROWS[0], {**ROWS[0], **wrong})))


SWITCH = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: tag, type: u1}
      - {id: float, type: {switch-on: tag, cases: {1: f4, 2: f8, 3: f4be}}}
      - {id: whole, type: {switch-on: tag, cases: {1: u8, 2: u4be, 3: u2}}}
"""


def chosen(*of: tuple[int, float | None, int | None]) -> pa.Table:
    whole = [None if row[2] is None else Decimal(row[2]) for row in of]
    return pa.table(
        {
            "tag": pa.array([row[0] for row in of], pa.uint8()),
            "float": pa.array([row[1] for row in of], pa.float64()),
            "whole": pa.array(whole, pa.decimal128(20, 0)),
        }
    )


CHOSEN: tuple[tuple[int, float | None, int | None], ...] = (
    (1, 1.5, (1 << 64) - 1),
    (2, 0.1, (1 << 32) - 1),
    (3, -2.0, 65535),
    (2, 1e300, 0),
    (1, float("-inf"), 1 << 63),
    (9, None, None),
)


def test_switches(compiled: Compile) -> None:
    codec = compiled(SWITCH)
    data = written(codec, chosen(*CHOSEN))
    assert data.startswith(b"\1\0\0\xc0\x3f" + b"\xff" * 8 + b"\2")
    agree_when_damaged(codec, data)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ((1, 1e300, 1), "float"),
        ((3, -1e300, 1), "float"),
        ((2, 1.0, 1 << 32), "whole"),
        ((3, 1.0, 65536), "whole"),
        ((2, 1.0, (1 << 64) - 1), "whole"),
        ((2, None, 1), "float"),
    ],
)
def test_wrong_choices(compiled: Compile, wrong: tuple[int, float | None, int | None], field: str) -> None:
    assert f"all[1].{field}" in str(refused(compiled(SWITCH), chosen(CHOSEN[0], wrong)))


def test_doubles_are_rounded_where_few_bits_are_stored(compiled: Compile) -> None:
    codec = compiled(SWITCH)
    table = chosen((1, 0.1, 1), (2, 0.1, 1), (1, float("nan"), 1), (3, 3.4028235e38, 1))
    made, how = bytes_of(codec, table, None, parse(codec), None, "auto")
    assert how.encoded == 4
    assert made == bytes_of(codec, table, None, parse(codec), None, "objects")[0]
