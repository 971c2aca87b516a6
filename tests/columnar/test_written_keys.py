"""Bytes that a key hides which the spec writes, of any number of bytes."""

from __future__ import annotations

from itertools import cycle

import pytest
from tests.support.both import agree_in_all_modes, made_by_the_kernel
from tests.support.compiling import Compile

import bytewright

SPEC = """
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record:
    seq:
      - {{id: len, type: u1}}
      - {{id: bytes, size: len, process: 'xor({key})'}}
      - {{id: parts, size: 5, process: 'xor({key})', type: part, repeat: expr, repeat-expr: len % 3}}
      - {{id: more, size: 2, process: 'xor({key})', if: len > 2}}
  part: {{seq: [{{id: number, type: u2}}, {{id: end, type: u1, valid: {{max: 200}}}}, {{id: rest, size-eos: true}}]}}
"""


@pytest.mark.parametrize("many", [1, 2, 3, 5, 7, 9, 20])
def test_engines_agree(many: int, compiled: Compile) -> None:
    key = [(37 * place + 11) % 256 for place in range(many)]
    codec = compiled(SPEC.format(key=key))
    assert made_by_the_kernel(codec) == {"len", "bytes", "parts", "more"}

    def hidden(data: bytes) -> bytes:
        return bytes(byte ^ mask for byte, mask in zip(data, cycle(key), strict=False))

    data = bytearray()
    for size in (0, 1, 2, 8, 23):
        data += bytes([size]) + hidden(b"abcdefghijklmnopqrstuvwx"[:size])
        data += b"".join(hidden(b"\1\2\3xy") for _ in range(size % 3)) + (hidden(b"pq") if size > 2 else b"")
    agree_in_all_modes(codec, bytes(data))
    last = bytewright.open(bytes(data), codec, engine="columns").to_table().to_pylist()[-1]
    assert (last["bytes"], last["more"]) == (b"abcdefghijklmnopqrstuvw", b"pq")
    assert last["parts"] == [{"number": 513, "end": 3, "rest": b"xy"}] * 2
