"""Floats that are compared, computed and chosen, lists of bits, identifiers, and numbers in digits."""

from __future__ import annotations

import struct
from random import Random

import pytest
from tests.support.both import agree, agree_when_damaged, toy

import bytewright

FLOATS = (0.5, 1.5, -2.25, 1e30, float("inf"), float("nan"), -0.0, 3.0)


def gauge(seed: int, **given: float) -> bytes:
    """A record: none of what it computes is beyond floats or integers, unless that is given."""
    random = Random(seed)
    kind = seed % 5
    short = given.get("short", random.choice((0.5, 1.5, -2.25, 1e30, 7.0)))
    long = given.get("long", random.choice((0.5, 1.5, -2.25, 1e15, -0.0, 7.0)))
    data = bytes([kind]) + random.randbytes(16)
    data += struct.pack("<fdq", short, long, int(given.get("number", random.choice((0, 5, -7, 1 << 53)))))
    chosen = random.choice(FLOATS)
    data += {0: struct.pack("<f", chosen), 1: struct.pack("<d", chosen), 2: struct.pack(">f", 0.5)}.get(kind, b"")
    data += {0: b"\x07", 1: struct.pack("<f", 1.25)}.get(kind, b"")
    data += {0: struct.pack("<f", 0.1), 1: struct.pack(">f", 0.1)}.get(kind, b"")
    bits = random.randrange(256)
    data += bytes([bits]) + random.randbytes(-(-(bits % 20) // 8) + 6)
    if short < long:
        data += struct.pack("<i", random.randrange(-9, 9))
    data += random.randbytes(16 * (kind % 3)) + struct.pack("<q", random.randrange(1 << 40)) * (kind % 2)
    return struct.pack("<H", len(data)) + data


def test_rows() -> None:
    data = b"".join(map(gauge, range(300)))
    rows, error, _ = agree(toy("gauges"), data)
    assert (len(rows), error) == (300, None)
    table = bytewright.open(data, toy("gauges"), engine="columns")
    table.to_table()
    assert table.counted == {"columns": 300}


@pytest.mark.parametrize("columns", [["body.key"], ["body.flags", "body.is_below"], ["body.digits"], ["body.times"]])
def test_some_columns(columns: list[str]) -> None:
    data = b"".join(map(gauge, range(60)))
    whole = bytewright.open(data, toy("gauges"), engine="objects", columns=columns).to_table()
    assert bytewright.open(data, toy("gauges"), engine="columns", columns=columns, batch_rows=7).to_table() == whole


@pytest.mark.parametrize(
    "given",
    [
        {"number": (1 << 53) + 1},  # which no float is
        {"number": (1 << 62) + 1, "long": float(1 << 62)},
        {"short": float("nan")},
        {"short": 0.0},
        {"short": -0.0, "long": 0.0},
        {"long": float("inf")},
        {"long": float("nan")},
        {"long": 1e19},
        {"long": -1e300},
    ],
)
def test_what_floats_can_not_say(given: dict[str, float]) -> None:
    """Divisions by zero, integers that aren't finite or large: objects compute them, or know what is wrong."""
    agree(toy("gauges"), gauge(1) + gauge(2, **given) + gauge(3))


def test_damage() -> None:
    tried, bad = agree_when_damaged(toy("gauges"), gauge(1) + gauge(2))
    assert tried > 70
    assert bad > 15


def test_splits() -> None:
    data = b"".join(map(gauge, range(40)))
    table = bytewright.open(data, toy("gauges"), engine="columns")
    parts = table.splits(700)
    assert len(parts) > 3
    found = [row for part in parts for one in table.to_batches(part=part) for row in one.to_pylist()]
    assert list(map(repr, found)) == list(map(repr, table.to_table().to_pylist()))
