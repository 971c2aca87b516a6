"""Moments of every unit and width, at the ends of what these hold: both engines show, refuse and write the same."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile
from tests.support.written_rows import rows_of

from bytewright.arrow.types import TIMESTAMP
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import ValueInvalidError, WriteError
from bytewright.tables.write import bytes_of
from bytewright.tables.write_job import Engine

FACTORS = {"s": 1_000_000, "ms": 1000, "us": 1}
MOST = (1 << 63) - 1
FIELD = """
seq: [{{id: rows, type: row, repeat: eos}}]
types: {{row: {{seq: [{{id: time, type: {type}, -type: {{timestamp: {unit}}}}}]}}}}
"""
LIST = """
seq: [{{id: rows, type: row, repeat: eos}}]
types: {{row: {{seq: [{{id: time, type: {type}, repeat: expr, repeat-expr: 1, -type: {{timestamp: {unit}}}}}]}}}}
"""
CALCULATED = """
seq: [{{id: rows, type: row, repeat: eos}}]
types:
  row:
    seq: [{{id: stored, type: {type}}}]
    instances: {{time: {{value: stored, -type: {{timestamp: {unit}}}}}}}
"""


def numbers(type: str, unit: str) -> list[int]:
    """Those of a type at its ends, and where a unit leaves 64 bits of microseconds."""
    bits, signed = 8 * int(type[1]), type[0] == "s"
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    far = MOST // FACTORS.get(unit, 1)
    near = {low, low + 1, high - 1, high, -1000, -999, -1, 0, 999, far, far + 1, -far, -far - 1, -far - 2, MOST + 2}
    return sorted(number for number in near if low <= number <= high)


def shown(codec: Codec, data: bytes, engine: str) -> Any:
    """Microseconds in the rows of a file, or why there are none."""
    try:
        column: Any = rows_of(codec, data, engine=engine).column("time").combine_chunks()
    except ValueInvalidError as error:
        return str(error)
    return (column.flatten() if pa.types.is_list(column.type) else column).cast(pa.int64()).to_pylist()


@pytest.mark.parametrize("spec", [FIELD, LIST, CALCULATED], ids=["field", "list", "calculated"])
@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
@pytest.mark.parametrize("type", ["u4", "s4", "u8", "s8"])
def test_shown(compiled: Compile, spec: str, type: str, unit: str) -> None:
    codec = compiled(spec.format(type=type, unit=unit))
    for number in numbers(type, unit):
        data = number.to_bytes(int(type[1]), "little", signed=type[0] == "s")
        moment = number // 1000 if unit == "ns" else number * FACTORS[unit]
        found = shown(codec, data, "objects")
        if -MOST - 1 <= moment <= MOST:
            assert found == [moment]
        else:
            assert "column time: expected a value of type" in found
        assert shown(codec, data, "columns") == found
        assert shown(codec, data, "auto") == found


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
@pytest.mark.parametrize("type", ["u4", "s4", "u8", "s8"])
def test_written(compiled: Compile, type: str, unit: str) -> None:
    """What fits is written, and shown as it was; what doesn't is refused in the same words."""
    codec = compiled(FIELD.format(type=type, unit=unit))
    bits, signed = 8 * int(type[1]), type[0] == "s"
    far = MOST // 1000
    for moment in (
        -MOST - 1,
        -MOST,
        -far - 1,
        -far,
        -1_000_000,
        -1,
        0,
        1,
        1_000_000,
        far,
        far + 1,
        MOST // 1000 * 2,
        MOST,
    ):
        table = pa.table({"time": pa.array([moment], pa.int64()).cast(TIMESTAMP)})
        found = written(codec, table, "objects")
        assert written(codec, table, "auto") == found
        stored, rest = (moment * 1000, 0) if unit == "ns" else divmod(moment, FACTORS[unit])
        if not rest and (-(1 << bits - 1) <= stored < 1 << bits - 1 if signed else 0 <= stored < 1 << bits):
            assert found == stored.to_bytes(bits // 8, "little", signed=signed)
            assert shown(codec, found, "objects") == shown(codec, found, "columns") == [moment]
        else:
            assert isinstance(found, str)


def written(codec: Codec, table: pa.Table, engine: Engine) -> bytes | str:
    """The file of rows, or why there is none."""
    try:
        return bytes_of(codec, table, None, parse(codec), None, engine)[0]
    except WriteError as error:
        return str(error)
