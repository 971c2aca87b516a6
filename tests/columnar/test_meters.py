"""Numbers of 64 bits without a sign, texts that are compared, extremes of lists, floats of the header."""

from __future__ import annotations

import struct
from random import Random

import pytest
from tests.support.both import agree, damaged, read, toy

import bytewright

HEAD = struct.pack("<fdB", 0.25, -3.5, 2) + b"ab"
LARGE = (0, 1, 15, (1 << 63) - 1, 1 << 63, (1 << 63) + 7, (1 << 64) - 1, (1 << 64) - 2)
FLOATS = (0.5, -0.0, 0.0, 7.25, -361.5, 1e30, -1e30, float("inf"), float("-inf"), float("nan"))


def reading(seed: int, **given: float) -> bytes:
    """A reading: none of its integers lies beyond those that its columns hold, unless that is given."""
    random = Random(seed)

    def large() -> int:
        return random.choice((*LARGE, random.randrange(1 << 64)))

    high = random.choice((0, 1, 5, (1 << 32) - 1, random.randrange(1 << 32)))
    other = large()
    data = struct.pack("<QQ", int(given.get("hash", large())), other)
    data += struct.pack("<q", random.choice((0, -1, 7, (1 << 63) - 1, -(1 << 63), random.randrange(1 << 62))))
    data += struct.pack("<QQ", int(given.get("limited", large() % ((1 << 64) - 1))), random.choice((1, 1 << 63)))
    data += struct.pack("<Q", int(given.get("origin", random.choice((0, 5, 1 << 63, (1 << 64) - 1)))))
    data += struct.pack("<II", high, random.randrange(1 << 32))
    data += struct.pack("<Q", int(given.get("divisor", random.choice((3, 1 << 32)))))
    data += (one := random.choice((b"abcdef", b"abcdeg", b"\xff" * 6))) + random.choice((one, b"abcdeg", bytes(6)))
    name = random.choice(("", "a", "ab", "abcdefgh", "abcdefghi", "é", "\U0001f600", "\uffff"))
    data += name.encode() + b"\0"
    if high % 2 == 0:
        data += random.choice((name, "abcdefgh", "abcdefgi", "z", "\ue000")).encode() + b"\0"
    data += struct.pack("<fd", random.choice(FLOATS), given.get("long", random.choice([f for f in FLOATS if f])))
    values = int(given.get("values", random.randrange(4)))
    data += bytes([values]) + random.randbytes(2 * values)
    data += b"".join(struct.pack(">Q", large()) for _ in range(values))
    data += struct.pack("<3f", *random.choices(FLOATS, k=3)) + struct.pack("<3d", *random.choices(FLOATS, k=3))
    for _ in range(values % 3):
        data += bytes([size := random.randrange(10)]) + random.randbytes(size % 5)
    if other != (1 << 64) - 1:
        data += struct.pack("<Q", large())
    return struct.pack("<H", len(data)) + data


def test_rows() -> None:
    data = HEAD + b"".join(reading(seed, hash=3 * (seed << 40)) for seed in range(400))
    rows, error, _ = agree(toy("meters"), data)
    assert (len(rows), error) == (400, None)


def test_all_but_few_are_the_kernels() -> None:
    """What has more than 64 bits is left to objects, and nothing else."""
    data = HEAD + b"".join(reading(seed, origin=5) for seed in range(400))
    columns = [
        f"body.{name}" for name in ("shard", "rest", "upper", "mixed", "is_most", "same_name", "scaled", "range")
    ]
    table = bytewright.open(data, toy("meters"), engine="columns", columns=columns)
    expected = bytewright.open(data, toy("meters"), engine="objects", columns=columns).to_table()
    assert repr(table.to_table().to_pylist()) == repr(expected.to_pylist())
    assert table.counted == {"columns": 400}


@pytest.mark.parametrize(
    "given",
    [
        {"hash": (1 << 64) - 1, "divisor": 1},  # a quotient that its column can't hold
        {"hash": 1 << 63, "divisor": 1},
        {"divisor": 0},
        {"hash": 1 << 63, "divisor": (1 << 63) + 1},  # what is left of that is none, either
        {"limited": (1 << 64) - 1},
        {"origin": (1 << 64) - 2},
        {"long": 0.0},
        {"values": 0},
    ],
)
def test_what_is_none_of_a_column(given: dict[str, float]) -> None:
    agree(toy("meters"), HEAD + reading(1) + reading(2, **given) + reading(3))


def test_damage() -> None:
    """Some of all prefixes and changes of single bytes: the records are large."""
    bad = 0
    for broken in list(damaged(HEAD + reading(6, hash=1 << 63, values=1)))[::13]:
        expected = read(toy("meters"), broken, "objects")
        assert read(toy("meters"), broken, "columns") == expected, broken.hex()
        bad += expected[1] is not None
    assert bad > 10
