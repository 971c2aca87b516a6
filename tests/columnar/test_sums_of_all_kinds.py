"""Checksums of all kinds in kernels: read and written as objects do, good and damaged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged, read

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codecs.checksums import ALGORITHMS
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.load import load

SPEC = """
meta: {{id: summed, endian: {endian}, encoding: UTF-8}}
seq:
  - {{id: records, type: record, repeat: eos}}
types:
  record:
    seq:
      - {{id: ahead, type: u{size}, -checksum: {{algorithm: {algorithm}, from: len_name, to: name}}}}
      - {{id: len_name, type: u1}}
      - {{id: name, type: str, size: len_name}}
      - {{id: number, type: u2}}
      - {{id: behind, type: u{size}, -checksum: {{algorithm: {algorithm}, from: name, to: number}}, if: number != 7}}
"""
ALGORITHM = [
    *("crc8", "crc8-bluetooth", "sum8", "xor8"),
    *("crc16-modbus", "crc16-xmodem", "crc16-kermit", "crc16-ccitt-false", "sum16", "fletcher16"),
    *("adler32", "crc32", "crc32c-masked", "crc32-bzip2", "crc32-xfer", "sum32", "fletcher32"),
    *("crc64-xz", "crc64-ecma-182"),
    "{width: 16, poly: 0x8005, init: 0xffff, refin: true, xorout: 1}",
    "{width: 64, poly: 0x1b, refout: true}",
]
NAMES = ["", "a", "some name", "x" * 200]


@pytest.fixture(params=ALGORITHM)
def summed(request: Any, tmp_path: Path) -> Codec:
    name: str = request.param
    bits = int(name.split(":")[1].split(",")[0]) if name.startswith("{") else 8 * ALGORITHMS[name].size
    spec = tmp_path / "summed.ksy"
    endian = "be" if len(name) % 2 else "le"
    spec.write_text(SPEC.format(algorithm=name, size=bits // 8, endian=endian))
    return load(spec)


def made(codec: Codec, names: list[str]) -> bytes:
    root: Any = codec.root
    return codec.to_bytes(root(records=[{"name": name, "number": 5 + i} for i, name in enumerate(names)]))


def test_both_engines_agree(summed: Codec, tmp_path: Path) -> None:
    assert isinstance(summed.row_plans["rows"], RowPlan)
    data = made(summed, NAMES)
    agree(summed, data)
    assert read(summed, data, "columns")[1:] == (None, [])
    agree_when_damaged(summed, made(summed, ["", "ab"]))
    wrong = bytearray(data)
    wrong[-1] ^= 1
    assert "records[3].behind: expected" in str(read(summed, bytes(wrong), "columns")[1])
    assert read(summed, bytes(wrong), "columns", options={"verifyChecksum": "skip"})[1] is None


def test_rows_are_written_by_kernels(summed: Codec, tmp_path: Path) -> None:
    data = made(summed, NAMES * 3)
    rows = bytewright.open(data, summed).to_table().drop_columns(["ahead", "behind"])
    done = bytewright.write(rows, tmp_path / "made", summed)
    assert done.strategy == "rows"
    assert (tmp_path / "made").read_bytes() == data
