"""Numbers that are spelled in text, and lengths of texts, also where records end by them."""

from __future__ import annotations

import struct
from random import Random

import pytest
from tests.support.both import agree, agree_when_damaged, toy

import bytewright


def card(seed: int, **given: bytes) -> bytes:
    """A record."""
    random = Random(seed)
    data = random.randbytes(random.choice((0, 3, 9, 70)))
    name = random.choice(("", "a", "Zoë", "日本語", "🜁!"))
    pairs = [random.randbytes(random.randrange(20)) for _ in range(random.randrange(12))]
    octal = random.choice(("%o", "%03o", "+%o")) % len(data)
    body = given.get("size", str(random.randrange(-99, 9999)).encode()).ljust(6)
    body += given.get("octal", octal.encode()) + b"\0"
    body += bytes([seed % 2]) + (name.encode() + b"\0" if seed % 2 else b"") + data
    if seed % 2:
        body += given.get("count", b"%02d" % len(pairs))
        body += b"".join(random.choice((b"%x\0", b"%X\0")) % len(pair) + pair for pair in pairs) + bytes(len(name))
    body += given.get("code", random.choice(("", "STOP", "止まれ", "ｶﾀｶﾅ")).encode("shift_jis")) + b"\0"
    return body + random.choice(("abcd", "🜁ab", "日本語字", "🜁🜁")).encode("utf-16-le")


def test_rows() -> None:
    data = b"".join(map(card, range(300)))
    rows, error, _ = agree(toy("cards"), data)
    assert (len(rows), error) == (300, None)
    table = bytewright.open(data, toy("cards"), engine="columns")
    table.to_table()
    assert table.counted == {"columns": 300}


@pytest.mark.parametrize(
    "given",
    [
        {"size": b" 12"},
        {"size": b"1_000"},
        {"size": b""},
        {"size": b"-"},
        {"size": b"+-1"},
        {"size": b"--1"},
        {"size": b"12x"},
        {"octal": b"0o0"},
        {"octal": b"8"},
        {"octal": b"-1"},
        {"octal": b"7" * 30},
        {"octal": "٠".encode()},
        {"octal": b"1\xff"},
        {"count": b"-1"},
        {"count": b"zz"},
        {"count": b"99"},
        {"code": b"\x81"},
    ],
)
def test_other_spellings(given: dict[str, bytes]) -> None:
    """Python knows more than digits; what is no number is an error."""
    agree(toy("cards"), card(1) + card(3, **given) + card(5))


def test_numbers_of_many_digits() -> None:
    """Of up to 62 bits in the kernel, others by objects."""
    data = b""
    for digits in ("4611686018427387903", "-4611686018427387904", "9" * 30, "0" * 40 + "7"):
        data += struct.pack("<H", len(digits)) + digits.encode()
    found = agree(toy("numerals"), data)
    assert found[1] is None or "numerals[2]" in found[1]


def test_splits() -> None:
    data = b"".join(map(card, range(60)))
    table = bytewright.open(data, toy("cards"), engine="columns")
    parts = table.splits(500)
    assert len(parts) > 3
    found = [row for part in parts for one in table.to_batches(part=part) for row in one.to_pylist()]
    assert found == table.to_table().to_pylist()


def test_damage() -> None:
    tried, bad = agree_when_damaged(toy("cards"), card(1) + card(2))
    assert tried > 70
    assert bad > 15
