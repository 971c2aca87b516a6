"""Fields whose bytes are changed one by one, and fields that lie at places of their own in a record."""

from __future__ import annotations

import struct
from random import Random

import pytest
from tests.support.both import agree, damaged, read, toy

import bytewright


def vault(seed: int) -> bytes:
    """A record: what is at places of its own lies in its last bytes, or in those of other fields."""
    random = Random(seed)
    key, hidden = random.randrange(256), random.randbytes(seed % 4)
    text = bytes(
        b ^ (hidden[i % len(hidden)] if hidden else 0)
        for i, b in enumerate(random.choice((b"abcdef", b"\xc3\xa9te  ")))
    )
    fields = hidden + random.randbytes(8) + text + random.randbytes(9)
    rest = b"name" + random.randbytes(8)
    name = 5 + len(fields)
    body = bytes([name, 4, random.choice((name + 4, 5)), seed % 5, len(hidden)]) + fields + rest
    return struct.pack("<HB", len(body), key) + bytes(byte ^ key for byte in body)


@pytest.mark.parametrize("view", ["notes", "places"])
def test_rows(view: str) -> None:
    data = b"".join(map(vault, range(60)))
    rows, error, _ = agree(toy("vaults"), data, view=view)
    assert (len(rows), error) == (60, None)
    table = bytewright.open(data, toy("vaults"), engine="columns", view=view)
    table.to_table()
    assert table.counted == {"columns": 60}


@pytest.mark.parametrize("view", ["notes", "places"])
def test_damage(view: str) -> None:
    bad = 0
    for broken in list(damaged(vault(3) + vault(6)))[::3]:
        expected = read(toy("vaults"), broken, "objects", view=view)
        assert read(toy("vaults"), broken, "columns", view=view) == expected, broken.hex()
        bad += expected[1] is not None
    assert bad > 20
