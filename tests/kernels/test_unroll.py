"""Plans written out for a header: numbers computed, lists unrolled, nothing asked that isn't needed."""

from __future__ import annotations

import random
import struct
from functools import partial
from typing import Any, get_args

import pytest
from tests.support.reading import read

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import (
    COLUMN,
    RECORDS,
    Binary,
    Cells,
    CellVariant,
    Check,
    Const,
    End,
    FixedFrame,
    Get,
    Given,
    Let,
    Load,
    Need,
    Number,
    RowPlan,
    Select,
    Start,
    Tabled,
    Unrolled,
    Variant,
    WholeFrame,
)
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.plan.json_printer import from_json, to_json
from bytewright.kernels.program.assemble import assemble
from bytewright.kernels.program.specialize import unroll
from bytewright.kernels.program.unrolled.element_names import Cell
from bytewright.kernels.program.unrolled.header_values import MOST_UNROLLED

THERE = Select(Given("constant"), Const(0), Load("u1", Start() + Given("place")))
"""Whether an element is there; one whose place doesn't matter has none."""
SIZES = {"byte": 1, "word": 4}


def variant(kind: int, name: str, size: int) -> Variant:
    here = Get("cells@")
    return Variant(
        Given("kind").equals(kind),
        (
            Need(
                RECORDS,
                Select(Get("there"), here, Start()),
                Select(Get("there"), Const(size), Const(0)),
                Start(),
                End(),
                "c",
            ),
            Let(RECORDS, "value", Load(name, Select(Get("there"), here, Start()))),
            Let(RECORDS, "end", Select(Get("there"), here + size, here)),
        ),
        Get("end"),
    )


def plan(frame: kernel.Frame = WholeFrame()) -> RowPlan:  # noqa: B008 - it is frozen
    """``[presence: u1 × slots][cells]``, each a u1 or a u4be, as a header says."""
    column = Number("", "int64", Get("value"), Get("there"))
    cells = tuple(CellVariant(Given("kind").equals(kind), (), column) for kind in (1, 4))
    steps = (
        Need(RECORDS, Start(), Given("slots"), Start(), End(), "presence"),
        Unrolled(
            "cells",
            RECORDS,
            Given("columns"),
            Start() + Given("slots"),
            (Let(RECORDS, "there", THERE.differs(0)),),
            (variant(1, "u1", 1), variant(4, "u4be", 4)),
        ),
        Check(RECORDS, Get("cells>").equals(End()), "cells"),
    )
    return RowPlan(frame, steps, RECORDS, (Number("cells", "int64", Given("columns")),), None, Cells("cells", cells))


class Header:
    """What a header says, and how often it was asked."""

    def __init__(self, kinds: list[int], constants: frozenset[int] = frozenset()) -> None:
        self.kinds = kinds
        self.constants = constants
        self.places = {n: place for place, n in enumerate(n for n in range(len(kinds)) if n not in constants)}
        self.asked: list[tuple[str, int]] = []

    def value(self, name: str, column: int) -> Any:
        self.asked.append((name, column))
        if name in ("columns", "slots"):
            return len(self.kinds) if name == "columns" else len(self.places)
        if name == "place":
            return self.places[column]
        return column in self.constants if name == "constant" else self.kinds[column]


@pytest.mark.parametrize("seed", range(20))
def test_rows(seed: int) -> None:
    generator = random.Random(seed)
    kinds = generator.choices([1, 4], k=generator.randrange(1, 40))
    constants = frozenset(n for n in range(len(kinds)) if generator.random() < 0.2)
    header = Header(kinds, constants)
    written = unroll(plan(), {}, header.value, [Cell(n, f"c{n}") for n in range(len(kinds)) if n not in constants])
    values = {n: generator.randrange(200) if generator.random() < 0.7 else None for n in header.places}
    data = bytes(values[n] is not None for n in header.places)
    data += b"".join(
        struct.pack(">I"[: 1 + (kinds[n] > 1)] if kinds[n] > 1 else "B", v) for n, v in values.items() if v is not None
    )
    if not data:
        return
    row = {"cells": len(kinds), **{f"c{n}": value for n, value in values.items()}}
    assert read(written, data) == ([row], None)
    assert read(written, data + b"x") == ([], 0)
    assert all(read(written, data[:size]) == ([], 0) for size in range(1, len(data)))
    # A constant has no place: nobody asks for it.
    assert not {("place", n) for n in constants} & set(header.asked)
    assert len(header.asked) == len(set(header.asked))


def _given(header: dict[str, int], name: str, column: int) -> int:
    return header[name]


def test_folding_computes_what_the_kernel_does() -> None:
    generator = random.Random(1)
    edges = [0, 1, -1, 2, 7, 63, 64, -(1 << 63), (1 << 63) - 1]
    for operator in get_args(kernel.Operator):
        for _ in range(60):
            a, b = (generator.choice([generator.choice(edges), generator.getrandbits(64) - (1 << 63)]) for _ in "ab")
            columns = (
                Number("folded", "int64", Binary(operator, Given("a"), Given("b"))),
                Number("computed", "int64", Binary(operator, Load("s8le", Start()), Load("s8le", Start() + 8))),
                Number("left", "int64", Binary(operator, Given("a"), Load("s8le", Start() + 8))),
                Number("right", "int64", Binary(operator, Load("s8le", Start()), Given("b"))),
            )
            written = unroll(RowPlan(FixedFrame(16), (), RECORDS, columns), {}, partial(_given, {"a": a, "b": b}))
            assert isinstance(written.columns[0], Number)
            assert isinstance(written.columns[0].value, Const)
            [row] = read(written, struct.pack("<qq", a, b))[0]
            assert len(set(row.values())) == 1, (operator, a, b, row)


def test_headers_that_are_left_to_objects() -> None:
    def no_value(name: str, column: int) -> Any:
        raise LookupError(name)

    for value in (no_value, lambda *_: None, lambda *_: 1 << 63, lambda *_: "1"):
        with pytest.raises(Unsupported):
            unroll(plan(), {}, value)
    for kinds in ([2], [1] * (MOST_UNROLLED + 1)):
        with pytest.raises(Unsupported):
            unroll(plan(), {}, Header(kinds).value)
    with pytest.raises(Unsupported):
        unroll(plan(), {}, Header([1, 1]).value, [Cell(2, "c")])


def test_tables() -> None:
    """Names that a header gives are the only ones that there are."""
    column = CellVariant(Const(1), (), Tabled("", Load("s1", Start()), "names"))
    made = RowPlan(FixedFrame(1), (), RECORDS, (), None, Cells("", (column,)))
    names = [["a", "b"], ["", "long" * 20, "c"]]
    written = unroll(made, {}, lambda _, number: names[number], [Cell(0, "x"), Cell(1, "y")])
    assert read(written, b"\0\1\2\0") == ([{"x": "a", "y": ""}, {"x": "b", "y": "long" * 20}], 2)
    assert read(written, b"\0\1\2\0", columns=["y"])[1] is None
    assert read(written, b"\0\1\xff\0", columns=["y"])[1] == 2
    with pytest.raises(Unsupported):
        unroll(made, {}, lambda *_: [1, 2], [Cell(0, "x")])


def test_what_needs_a_header_is_refused_without_one() -> None:
    assert from_json(to_json(plan())) == plan()
    with pytest.raises(Unsupported):
        assemble(plan())
    with pytest.raises(Unsupported):
        assemble(RowPlan(FixedFrame(1), (), RECORDS, (Tabled("x", Load("u1", Start()), "names"),)))
    assert COLUMN not in str(unroll(plan(), {}, Header([1, 4]).value))
