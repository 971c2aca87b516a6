"""Elements of lists that end with what not all of them have: a walk doesn't look for it where it isn't there."""

from __future__ import annotations

import struct
import zlib

import pytest
from tests.support.both import agree, agree_when_damaged, toy

import bytewright

PATHS = [b"\0", b"\1\x85\1", b"\2", b"\3to the lake\0", b"\1\7", b"\4\0"]


def garden(number: int, marked: int) -> bytes:
    """A garden, with as many paths, beds and signs as its number says."""
    paths = [PATHS[(number + place) % len(PATHS)] for place in range(number % 5)]
    beds = [bytes([len(PATHS[: place % 4])]) + b"".join(PATHS[: place % 4]) for place in range(number % 3)]
    plan = b"".join([b"g", *paths, *beds]) if paths or beds else b""
    signs = [struct.pack("<H", number) * marked + text + b"\0" for text in (b"No entry", b"", b"Open")][: number % 4]
    tools = [bytes([len(name)]) + name + bytes([number]) for name in (b"rake", b"", b"rake")][: number % 3]
    crc = struct.pack("<I", zlib.crc32(plan)) if plan else b""
    keeper = bytes([len(tools)]) + b"".join(tools) if len(signs) > 1 else b""
    return bytes([len(plan), len(paths)]) + plan + crc + bytes([len(signs)]) + b"".join(signs) + keeper


@pytest.mark.parametrize("marked", [0, 1])
def test_rows(marked: int) -> None:
    data = bytes([marked]) + b"".join(garden(number, marked) for number in range(60))
    rows, error, warnings = agree(toy("gardens"), data)
    assert (len(rows), error, warnings) == (60, None, [])
    assert "'tools': [('rake', 11), ('', 11)]" in rows[11]
    assert "'mark': 11" in rows[11] or not marked
    table = bytewright.open(data, toy("gardens"), engine="columns")
    assert sum(batch.num_rows for batch in table.to_batches()) == 60
    assert table.counted == {"columns": 60}


@pytest.mark.parametrize("marked", [0, 1])
def test_damage(marked: int) -> None:
    data = bytes([marked]) + b"".join(garden(number, marked) for number in (2, 7, 10))
    tried, bad = agree_when_damaged(toy("gardens"), data)
    assert tried > 70
    assert bad > 15
