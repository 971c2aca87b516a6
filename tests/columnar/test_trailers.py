"""Records that kernels write, and trailers at places of their own behind them, which objects write."""

from __future__ import annotations

import struct
import zlib

import pytest
from tests.support.compiling import Compile

from bytewright.testing import check_encoding_of, check_rewrite

RECORD = "record: {seq: [{id: a, type: u4}, {id: len_b, type: u1}, {id: b, type: str, size: len_b}]}"
RECORDS = b"".join(struct.pack("<IB", number, number % 4) + b"abc"[: number % 4] for number in range(50))


COUNT = "trailer: {pos: _io.size - 8, type: trailer}"


@pytest.mark.parametrize(
    ("instances", "trailer", "data"),
    [
        (COUNT, "[{id: count, type: u4}, {id: flags, type: u4}]", struct.pack("<II", 50, 3)),
        (
            COUNT,
            "[{id: count, type: u4}, {id: size, type: u4, valid: _root._io.size - 8}]",
            struct.pack("<II", 50, len(RECORDS)),
        ),
        (
            f"{COUNT}\n  sum: {{pos: _io.size - 4, type: u4, "
            "-checksum: {algorithm: crc32, from: records, to: records}}",
            "[{id: count, type: u4}]",
            struct.pack("<II", 50, zlib.crc32(RECORDS)),
        ),
    ],
    ids=["count", "size", "checksum"],
)
def test_trailers_say_what_the_records_are(compiled: Compile, instances: str, trailer: str, data: bytes) -> None:
    codec = compiled(
        f"""
seq: [{{id: records, type: record, repeat: expr, repeat-expr: trailer.count}}]
instances:
  {instances}
types:
  {RECORD}
  trailer: {{seq: {trailer}}}
"""
    )
    check_rewrite(codec, RECORDS + data)
    assert check_encoding_of(codec, RECORDS + data) == 50
