"""Lists that end where an element says so, and texts that decide, in the kernel: the same rows and errors as by
objects."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from tests.support.both import agree, agree_when_damaged, toy

from bytewright_codegen.load import load


def groups(number: int) -> bytes:
    """A number in groups of seven bits, the highest first."""
    found = [number & 127]
    while number := number >> 7:
        found.insert(0, number & 127 | 128)
    return bytes(found)


def parcel(kind: str, body: bytes) -> bytes:
    return kind.encode() + groups(len(body)) + body


END = parcel("END!", b"ok\0")
TEXT = parcel("TEXT", "né\0\0long enough\0".encode())
LONG = parcel("TEXT", b"x" * 199 + b"\0")
NUMBERS = parcel("NUMS", struct.pack(">hII", -2, 1, 1 << 31))
CHESTS = [
    groups(8) + b"\0" + END,
    groups(1) + b"\7\1\0" + TEXT + END + b"-\0",
    groups(1 << 14 | 1) + b"\0" + NUMBERS + parcel("NUMS", b"") + parcel("else", b"?") + END + b"a\0\0-\0",
    groups(200) + b"\1" * 40 + b"\0" + LONG + parcel("END!", b"fine, thanks\0"),
    groups(2) + b"\0" + NUMBERS * 7,
]


def test_lists_that_end_where_an_element_says_so() -> None:
    rows, error, _ = agree(toy("chests"), b"".join(CHESTS * 3))
    assert (len(rows), error) == (15, None)
    assert "'marks': [7, 1, 0]" in rows[1]
    assert "'value': 16385" in rows[2]
    assert "'some': ['a', '', '-']" in rows[2]
    assert "'some': None" in rows[0]


@pytest.mark.parametrize("chest", range(len(CHESTS)))
def test_damaged_lists(chest: int) -> None:
    """An element that is cut, a mark that doesn't come, a text that is another one."""
    data = CHESTS[chest] if chest != 3 else groups(200) + b"\0" + END
    tried, bad = agree_when_damaged(toy("chests"), data + CHESTS[1])
    assert tried > 40
    assert bad > 15


FILLED = """
meta: {id: filled, endian: le}
seq:
  - {id: notes, type: note, repeat: eos, -role: slack}
types:
  note:
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text, encoding: UTF-8}
      - {id: mark, type: u2}
"""


def test_zeros_behind_records_that_zeros_could_be(tmp_path: Path) -> None:
    """Records of zeros are such where anything else follows."""
    (tmp_path / "filled.ksy").write_text(FILLED, encoding="utf-8")
    codec = load(tmp_path / "filled.ksy")
    note, nothing = b"\2ok\7\0", bytes(3)
    for data, count in [
        (note + nothing + note + nothing * 3, 3),
        (note + bytes(40), 1),
        (bytes(40), 0),
        (nothing * 5 + note, 6),
        (note * 3 + b"\0", 3),
    ]:
        rows, error, warnings = agree(codec, data)
        assert (len(rows), error, len(warnings)) == (count, None, not data.endswith(note))
    tried, bad = agree_when_damaged(codec, note + nothing + note + nothing * 3)
    assert tried > 32
    assert bad > 8
