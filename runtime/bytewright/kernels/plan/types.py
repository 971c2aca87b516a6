"""Names of column types in plans, and how numbers lie in memory."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

from bytewright.kernels.plan import codes

_TYPES: dict[str, pa.DataType] = {
    "bool": pa.bool_(),
    "int8": pa.int8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "float32": pa.float32(),
    "float64": pa.float64(),
    "decimal128(20,0)": pa.decimal128(20, 0),
    "string": pa.string(),
    "binary": pa.binary(),
    "timestamp[s]": pa.timestamp("s", "UTC"),
    "timestamp[ms]": pa.timestamp("ms", "UTC"),
    "timestamp[us]": pa.timestamp("us", "UTC"),
    "timestamp[ns]": pa.timestamp("ns", "UTC"),
}
_WIDTHS = {
    "bool": 0,
    "int8": 1,
    "int16": 2,
    "int32": 4,
    "float32": 4,
    "decimal128(20,0)": 16,
    "string": -1,
    "binary": -1,
}

INTEGERS = ("int8", "int16", "int32", "int64", "decimal128(20,0)")
"""Integer types, each of which holds all values of the ones before."""


def arrow_type(name: str) -> pa.DataType:
    """The Arrow type of that name; timestamps are in UTC.

    Raises:
        KeyError: there is none.
    """
    return _TYPES[name]


def width(name: str) -> int:
    """Bytes of a value; 0: a bit, -1: as many as it has."""
    return _WIDTHS.get(name, 8)


@dataclass(frozen=True, slots=True)
class NumberKind:
    """How a number lies in memory.

    Attributes:
        code: how it is loaded (`codes.U1` …).
        size: its size in bytes.
        column: the type of a column of such numbers.
        copied: bytes that it takes in a column that it is copied to.
    """

    code: int
    size: int
    column: str
    copied: int


def _kinds() -> dict[str, NumberKind]:
    kinds = {
        "u1": NumberKind(codes.U1, 1, "int16", 2),
        "s1": NumberKind(codes.S1, 1, "int8", 1),
    }
    for order, rows in (
        ("le", (codes.U2, codes.S2, codes.U4, codes.S4, codes.WORD)),
        ("be", (codes.U2BE, codes.S2BE, codes.U4BE, codes.S4BE, codes.WORDBE)),
    ):
        u2, s2, u4, s4, word = rows
        kinds |= {
            f"u2{order}": NumberKind(u2, 2, "int32", 4),
            f"s2{order}": NumberKind(s2, 2, "int16", 2),
            f"u4{order}": NumberKind(u4, 4, "int64", 8),
            f"s4{order}": NumberKind(s4, 4, "int32", 4),
            f"u8{order}": NumberKind(word, 8, "decimal128(20,0)", 8),
            f"s8{order}": NumberKind(word, 8, "int64", 8),
            f"f4{order}": NumberKind(s4, 4, "float32", 4),
            f"f8{order}": NumberKind(word, 8, "float64", 8),
        }
    return kinds


KINDS = _kinds()
"""Every kind of `plan.NUMBER_KINDS`."""
