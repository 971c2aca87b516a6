"""Damaged files of which something can't be read: what is written keeps its bytes where they were, or is refused."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import pytest
from tests.objects.test_places import rewritten
from tests.support.compiling import Compile

from bytewright.errors import ChecksumError, WriteError

BLOCKS = """
seq:
  - {id: ofs_first, type: u1}
  - {id: ofs_second, type: u1}
  - {id: name, type: strz}
instances:
  first: {pos: ofs_first, type: block}
  second: {pos: ofs_second, type: block}
types:
  block:
    seq:
      - {id: ofs_head, type: u1}
      - {id: items, type: u1, repeat: expr, repeat-expr: head.num}
      - {id: sum, type: u4, -checksum: {algorithm: crc32, from: ofs_head, to: items}}
    instances:
      head: {pos: ofs_head, type: head}
  head:
    seq:
      - {id: num, type: u1}
      - {id: kind, type: u1}
"""


def block(ofs_head: int, *items: int) -> bytes:
    body = bytes([ofs_head, *items])
    return body + struct.pack("<I", zlib.crc32(body))


def damaged(at: int) -> bytes:
    """Two blocks, their heads, and gaps; ``at``: a byte that is wrong."""
    good = b"\x0b\x18abc\0gap.." + block(32, 5, 6) + b"-between--"[:6] + block(34, 7) + b"!!" + b"\x02\x01\x01\x09tail"
    return good[:at] + bytes([good[at] ^ 0x40]) + good[at + 1 :]


FIRST, SECOND = damaged(12), damaged(25)
"""Files of which one of the blocks is damaged. Its head is read on the way to it."""


@pytest.mark.parametrize("data", [FIRST, SECOND])
def test_what_cant_be_read_is_rewritten(compiled: Compile, data: bytes) -> None:
    codec = compiled(BLOCKS)
    rewritten(codec, data)
    model = codec.parse(data)
    name = "first" if data is FIRST else "second"
    for _ in range(2):
        assert codec.to_bytes(model) == data
        with pytest.raises(ChecksumError):
            getattr(model, name)


def test_others_may_change_where_its_bytes_stay(compiled: Compile) -> None:
    codec = compiled(BLOCKS)
    model = codec.parse(FIRST)
    model.second.items[0] = 9
    written = codec.to_bytes(model)
    assert codec.parse(written).second.items == [9]
    assert written[:24] == FIRST[:24]
    assert written[30:] == FIRST[30:]


def test_what_grows_goes_behind_it(compiled: Compile) -> None:
    codec = compiled(BLOCKS)
    model = codec.parse(FIRST)
    model.second.items.append(1)
    model.second.head.num = 2
    written = codec.to_bytes(model)
    assert written[11:18] == FIRST[11:18]
    assert codec.parse(written).second.items == [7, 1]
    with pytest.raises(ChecksumError):
        assert codec.parse(written).first


def refused(codec: Any, model: Any, **how: bool) -> str:
    with pytest.raises(WriteError) as raised:
        codec.to_bytes(model, **how)
    assert raised.value.field == "first"
    return str(raised.value)


def test_what_would_move_it_is_refused(compiled: Compile) -> None:
    codec = compiled(BLOCKS)
    model = codec.parse(FIRST)
    model.name = "abcd"
    assert "found others up to 7, where they begin at 6" in refused(codec, model)
    assert "a rebuilt file" in refused(codec, codec.parse(FIRST), canonical=True)
    # Who gives it up, or sets it, can write what he wants.
    model.first = None
    assert codec.to_bytes(model)[:7] == b"\x0b\x18abcd\0"
    model = codec.parse(FIRST)
    model.first = codec.parse(damaged(39)).first
    model.name = "abcd"
    assert codec.parse(codec.to_bytes(model)).first.items == [5, 6]


def test_what_would_be_read_elsewhere_is_refused(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: len, type: u1}\n"
        "  - {id: name, size: len}\n"
        "instances:\n  first: {pos: 5 + len, type: u1, valid: 1}"
    )
    data = b"\3abcgap_\2end"
    rewritten(codec, data)
    model = codec.parse(data)
    model.name = b"ab"
    assert "reads otherwise" in refused(codec, model)
