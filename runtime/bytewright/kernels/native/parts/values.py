"""Numbers of a block's elements: read, looked up, computed."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8
from bytewright.kernels.native.machine.state import operand, place, slot, step
from bytewright.kernels.native.operations import expressions, fields, floats, tables, varints
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.codes import BINARY, FETCH, LOAD, LOOKUP, VARINT_SIZE


def load(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`LOAD` and `OFFSET`."""
    a = operand(at, 0)
    b = operand(at, 1)
    if load_8(at) == LOAD:
        fields.load(a, place(state, b), step(state, b), operand(at, 2), high, place(state, operand(at, 3)))
    else:
        fields.shift(place(state, a), step(state, a), slot(state, codes.SHIFT), high, place(state, b))
    return high


def compute(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`BINARY` and `SELECT`."""
    a = operand(at, 0)
    b = operand(at, 1)
    c = operand(at, 2)
    out = place(state, operand(at, 3))
    if load_8(at) == BINARY:
        expressions.binary(a, place(state, b), step(state, b), place(state, c), step(state, c), high, out)
    else:
        test = place(state, a)
        expressions.select(
            test, step(state, a), place(state, b), step(state, b), place(state, c), step(state, c), high, out
        )
    return high


def compute_float(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`FLOAT`."""
    b = operand(at, 1)
    c = operand(at, 2)
    d = operand(at, 3)
    floats.compute(
        operand(at, 0),
        place(state, b),
        step(state, b),
        place(state, c),
        step(state, c),
        place(state, d),
        step(state, d),
        high,
        place(state, operand(at, 4)),
    )
    return high


def look_up(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`LOOKUP` and `MATCH`: in tables of the program."""
    a = operand(at, 0)
    table = operand(at, 1)
    entries = operand(at, 2)
    default = operand(at, 3)
    out = place(state, operand(at, 4))
    if load_8(at) == LOOKUP:
        expressions.lookup(place(state, a), step(state, a), table, entries, default, high, out)
    else:
        expressions.match(place(state, a), step(state, a), table, entries, default, high, out)
    return high


def fetch(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`FETCH` and `KEYED`: in tables that lie beside the input."""
    a = operand(at, 0)
    b = operand(at, 1)
    c = operand(at, 2)
    out = place(state, operand(at, 3))
    if load_8(at) == FETCH:
        tables.fetch(place(state, a), step(state, a), b, c, high, out)
    else:
        tables.find(place(state, a), step(state, a), place(state, b), step(state, b), c, high, out)
    return high


def read_varint(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`VARINT_SIZE` and `VARINT`."""
    a = operand(at, 0)
    b = operand(at, 1)
    out = place(state, operand(at, 2))
    if load_8(at) == VARINT_SIZE:
        varints.sizes(place(state, a), step(state, a), place(state, b), step(state, b), high, out)
    else:
        varints.values(place(state, a), step(state, a), place(state, b), step(state, b), high, out)
    return high
