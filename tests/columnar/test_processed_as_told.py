"""Blocks that go through what a number beside them says: kernels make the files that objects make."""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa
import pytest
from tests.support.both import agree
from tests.support.compiling import Compile
from tests.support.encoded_rows import made, refused

from bytewright.codec.codec import Codec
from bytewright.codecs.one_of import CODECS
from bytewright.kernels.plan.encoding import EncodingPlan

NAMES = ["none", *CODECS]
BALES = f"""
seq: [{{id: bales, type: bale, repeat: eos}}]
types:
  bale:
    seq:
      - {{id: codec, type: u1}}
      - {{id: key, type: u1}}
      - {{id: len_body, type: u4}}
      - id: body
        size: len_body
        process: bytewright.codecs.one_of(codec, {", ".join(f'"{name}"' for name in NAMES)})
        type: body
      - {{id: digest, size: 16, -checksum: {{algorithm: md5, from: codec, to: body}}}}
  body:
    seq:
      - {{id: len_rows, type: u4}}
      - {{id: rows, size: len_rows, process: xor(_parent.key), type: rows}}
  rows:
    seq: [{{id: rows, type: row, repeat: eos}}]
  row:
    seq: [{{id: number, type: u4}}, {{id: name, type: strz}}]
-views:
  rows:
    each: bales[*].body.rows.rows[*]
    columns:
      - {{id: codec, value: bales.codec}}
      - {{id: key, value: bales.key}}
      - {{id: number, value: _.number}}
      - {{id: name, value: _.name}}
"""
FLAT = BALES.replace("xor(_parent.key)", "xor(7)")


def bales(codecs: list[int], each: int = 20) -> pa.Table:
    """Rows of a bale for each codec."""
    codec = [one for one in codecs for _ in range(each)]
    number = pa.array(range(len(codec)), pa.uint32())
    names = [f"name {place % 7}" for place in range(len(codec))]
    return pa.table(
        [pa.array(codec, pa.uint8()), pa.array([one * 3 % 256 for one in codec], pa.uint8()), number, pa.array(names)],
        ["codec", "key", "number", "name"],
    )


@pytest.fixture
def codec(compiled: Compile) -> Codec:
    return compiled(FLAT)


def test_every_codec(codec: Codec) -> None:
    plan = codec.encoding_nested["rows"]
    assert isinstance(plan, EncodingPlan)
    table = bales(list(range(len(NAMES))))
    data = made(codec, table)
    rows, error, _ = agree(codec, data)
    assert (len(rows), error) == (len(table), None)
    assert rows == [repr(row) for row in table.to_pylist()]


def test_what_a_root_says_of_blocks(codec: Codec) -> None:
    told = [{"codec": place % 3, "key": 1, "body": {"rows": {"rows": [{}] * 20}}} for place in range(3)]
    made(codec, bales([0, 1, 2]).select(["number", "name"]), json.dumps({"bales": told}))


@pytest.mark.parametrize("number", [len(NAMES), 255])
def test_numbers_that_no_codec_has(codec: Codec, number: int) -> None:
    refused(codec, bales([0, number]))


def test_numbers_further_out_are_no_arguments(compiled: Compile) -> None:
    codec: Any = compiled(BALES)
    assert "isn't read with the record" in str(codec.encoding_nested["rows"])
