"""Floats that expressions compare: NaN, zeros with a sign, infinities, and whole numbers, as both engines see them."""

from __future__ import annotations

import itertools
import math
import operator
import struct
from collections.abc import Callable

import pytest
from tests.support.both import agree
from tests.support.compiling import Compile

import bytewright

VALUES = (0.0, -0.0, 1.5, -1.5, math.inf, -math.inf, math.nan, 3.0)
SIGNS: dict[str, Callable[[float, float], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
SPEC = """
seq: [{id: records, type: record, repeat: eos}]
types: {record: {seq: [{id: a, type: f8}, {id: b, type: f4}, {id: n, type: s1}]}}
-views:
  rows: {each: 'records[*]', columns: [COLUMNS]}
  chosen: {each: 'records[*]', where: _.a SIGN _.b, columns: [{id: a, value: _.a}]}
"""


@pytest.mark.parametrize("sign", SIGNS)
def test_comparisons(compiled: Compile, sign: str) -> None:
    asked = {"both": f"_.a {sign} _.b", "number": f"_.b {sign} _.n", "one": f"_.a {sign} 1.5"}
    columns = ", ".join(f"{{id: {name}, value: {value}}}" for name, value in asked.items())
    codec = compiled(SPEC.replace("COLUMNS", columns).replace("SIGN", sign))
    pairs = list(itertools.product(VALUES, VALUES))
    data = b"".join(struct.pack("<dfb", a, b, 3) for a, b in pairs)
    compare = SIGNS[sign]
    wanted = [{"both": compare(a, b), "number": compare(b, 3), "one": compare(a, 1.5)} for a, b in pairs]
    for engine in ("columns", "objects"):
        assert bytewright.open(data, codec, "rows", engine=engine).to_table().to_pylist() == wanted
        chosen = bytewright.open(data, codec, "chosen", engine=engine).to_table()["a"].to_pylist()
        assert list(map(repr, chosen)) == [repr(a) for a, b in pairs if compare(a, b)]
    agree(codec, data, view="rows")
