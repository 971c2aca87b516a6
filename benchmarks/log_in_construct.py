"""The log of `benchmarks.log` declared in Construct, compiled: what one would write by hand.

Digests are read, not verified.
"""

from __future__ import annotations

from typing import Any

import construct as c

from benchmarks.log import COLUMNS, STRING

_NUMBERS = {
    ">i8": c.Int64sb, ">i4": c.Int32sb, ">i2": c.Int16sb, "i1": c.Int8sb, ">f8": c.Float64b, ">f4": c.Float32b,
}  # fmt: skip


def parser() -> Any:
    """The compiled declaration of a log's records, without the header."""
    cells = [
        name
        / c.If(
            c.this.present[0] & (1 << place), c.PascalString(c.Int32ub, "utf8") if kind == STRING else _NUMBERS[dtype]
        )
        for place, (name, kind, dtype) in enumerate(COLUMNS)
    ]
    record = c.Struct("length" / c.Int32ub, "flags" / c.Int8ub, "present" / c.Bytes(1), *cells, "digest" / c.Int32ub)
    return c.GreedyRange(record).compile()
