"""Integers in groups of seven bits, by the kernel and by plain Python."""

from __future__ import annotations

import random

import pytest
from tests.support.reading import read

from bytewright.kernels.plan import RECORDS, End, FixedFrame, Number, RowPlan, Start, Varint, VarintSize

RECORD = 12


def size_of(data: bytes) -> int:
    """How many bytes the number has; 0: it doesn't end, or has more than 64 bits."""
    for place, byte in enumerate(data[:10]):
        if byte < 0x80:
            return 0 if place == 9 and byte > 1 else place + 1
    return 0


def value_of(data: bytes) -> int:
    """The number that the bytes are, as one with a sign."""
    value = sum((byte & 0x7F) << 7 * place for place, byte in enumerate(data))
    return (value & (1 << 64) - 1) - (value >> 63 << 64)


@pytest.mark.parametrize("room", [RECORD, 3, 1])
def test_varints(room: int) -> None:
    """Of all sizes, also such as go on behind where they must have ended."""
    size = VarintSize(Start(), End() - (RECORD - room))
    columns = (Number("size", "int64", size), Number("value", "int64", Varint(Start(), size)))
    generator = random.Random(7)
    records = []
    for _ in range(3000):
        body = [generator.choice([0x80, 0xFF, 0xA5]) for _ in range(generator.randrange(RECORD))]
        last = [generator.choice([0, 1, 2, 0x7F]), *(generator.randrange(256) for _ in range(RECORD))]
        records.append(bytes([*body, *last])[:RECORD])
    rows, bad = read(RowPlan(FixedFrame(RECORD), (), RECORDS, columns), b"".join(records))
    assert bad is None
    sizes = [size_of(data[:room]) for data in records]
    values = [value_of(data[:size]) for data, size in zip(records, sizes, strict=True)]
    assert rows == [{"size": size, "value": value} for size, value in zip(sizes, values, strict=True)]
    assert set(sizes) == set(range(min(room, 10) + 1))
