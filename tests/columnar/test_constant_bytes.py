"""Bytes that are the same in every record, compared as numbers: each of them counts, whatever there are around it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.both import agree, agree_when_damaged

from bytewright.codec.codec import Codec
from bytewright_codegen.load import load

SIZES = range(1, 18)
SPEC = """
meta: {{id: marked, endian: le}}
seq: [{{id: items, type: item, repeat: eos}}]
types:
  item:
    seq:
      - {{id: kind, type: u1}}
      - {{id: mark, contents: {mark}}}
      - {{id: value, type: u1}}
      - {{id: again, contents: {mark}, if: kind == 1}}
"""


def marked(tmp_path: Path, size: int) -> tuple[Codec, bytes]:
    """A format whose records have so many bytes that are the same, and some records."""
    mark = bytes(0xF0 + number * 37 & 0xFF for number in range(size))
    path = tmp_path / "marked.ksy"
    path.write_text(SPEC.format(mark=[*mark]))
    return load(path), b"\1" + mark + b"\5" + mark + b"\0" + mark + b"\6"


@pytest.mark.parametrize("size", SIZES)
def test_each_of_them_counts(tmp_path: Path, size: int) -> None:
    codec, data = marked(tmp_path, size)
    rows, error, _ = agree(codec, data)
    assert (len(rows), error) == (2, None)
    for place in (*range(1, 1 + size), *range(2 + size, 2 + 2 * size)):
        changed = bytearray(data)
        changed[place] ^= 0x80
        rows, error, _ = agree(codec, bytes(changed))
        assert rows == []
        assert error is not None


def test_damaged_records(tmp_path: Path) -> None:
    tried, bad = agree_when_damaged(*marked(tmp_path, 15))
    assert tried > 100
    assert bad > 60
