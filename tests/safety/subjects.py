"""What is attacked: a plan, a small good input, and what plain Python makes of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.kernels import inputs, plans, reference, test_rows_pass
from tests.kernels.reading import pivot_columns

from bytewright.kernels.pivot import PivotColumn
from bytewright.kernels.plan import RowPlan

MOST_ROWS = 60
"""Rows that are compared: a damaged count may announce billions that take no bytes."""


@dataclass(frozen=True)
class Subject:
    """A plan and its input."""

    name: str
    plan: RowPlan
    data: bytes
    expected: Callable[[bytes], tuple[list[dict[str, Any]], int | None]]
    pivot: Sequence[PivotColumn] = ()
    batch_rows: int = 16


def _rows(name: str, data: bytes, batch_rows: int = 16, log: bool = True) -> Subject:
    plan = plans.upsert_batches(log=log)
    types = reference.discovered(data, log)

    def expected(damaged: bytes) -> tuple[list[dict[str, Any]], int | None]:
        return reference.upsert_batches(damaged, types, log, MOST_ROWS)

    return Subject(name, plan, data, expected, pivot_columns(plan, data), batch_rows)


def SUBJECTS() -> list[Subject]:  # noqa: N802 - a constant, but for the time that it takes
    """All of them."""
    generator = random.Random(7)
    small = [
        inputs.body(9, [(3, "uint8", 2), (1, "bool", 2)], generator),
        inputs.body(2, [(1, "bool", 1), (3, "int16", 2), (2, "int64", 0)], generator),
        inputs.body(0, [], generator),
    ]
    wide = [
        inputs.body(3, [(1, "uuid", 2), (2, "geopoint", 2), (3, "float32", 1), (4, "uint32", 2)], generator),
        inputs.body(1, [(4, "uint16", 1), (5, "int64", 2), (4, "uint32", 1)], generator, gap=3, slack=8),
    ]
    return [
        _rows("rows", inputs.log(small)),
        _rows("rows-resumed", inputs.log(small), batch_rows=2),
        _rows("rows-wide", inputs.log(wide)),
        _rows("rows-alone", wide[0], log=False),
        Subject("columns", plans.upsert_batches("columns"), inputs.log(small), _first(reference.upsert_columns), (), 3),
        Subject("messages", plans.messages(), inputs.messages(5, 7), _first(reference.messages)),
        Subject("samples", plans.samples(), inputs.samples(5, 4), _first(reference.samples), (), 3),
        _compiled("compiled-rows", inputs.log(small)),
        Subject(
            "compiled-points", test_rows_pass.plan(POINTS, "points", "rows"), _points(), _first(test_rows_pass.points)
        ),
    ]


def _compiled(name: str, data: bytes) -> Subject:
    """The same, with the plan that the compiler makes."""
    written = _rows(name, data)
    plan = test_rows_pass.batches("rows")
    return Subject(name, plan, data, written.expected, written.pivot, 5)


POINTS = test_rows_pass.TOYS / "points.ksy"


def _points() -> bytes:
    body = b"GP\x02" + bytes([1, 1, 0, 9]) + bytes(8) + bytes(4) + b"name"
    return bytes([len(body) + 1]) + body + b"\x0aGP\x01\x00\x07\x00\x01\x02\x03" + bytes([len(body) + 1]) + body


def _first(read: Callable[[bytes], Any]) -> Callable[[bytes], tuple[list[dict[str, Any]], int | None]]:
    def expected(damaged: bytes) -> tuple[list[dict[str, Any]], int | None]:
        rows, bad = read(damaged)
        return (rows[:MOST_ROWS], None) if len(rows) >= MOST_ROWS else (rows, bad)

    return expected
