"""Blocks that a number says the codec of: read by the kernel as by objects, written again as they were."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codecs.one_of import CODECS
from bytewright.errors import ReadError, WriteError
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.ir.diagnostics import SpecErrors

NAMES = ["none", *CODECS]
SPEC = f"""
seq: [{{id: blocks, type: block, repeat: eos}}]
types:
  block:
    seq:
      - {{id: attributes, type: u1}}
      - {{id: len_records, type: u4}}
      - id: records
        size: len_records
        type: records
        process: bytewright.codecs.one_of(attributes & 15, {", ".join(f'"{name}"' for name in NAMES)})
  records:
    seq: [{{id: items, type: record, repeat: eos}}]
  record:
    seq: [{{id: number, type: s4}}, {{id: len_name, type: u1}}, {{id: name, size: len_name}}]
-views:
  blocks:
    each: blocks[*]
    columns: [{{id: attributes, value: _.attributes}}, {{id: records, value: _.records}}]
  records:
    each: blocks[*].records.items[*]
    columns: [{{id: codec, value: blocks.attributes}}, {{id: number, value: _.number}}, {{id: name, value: _.name}}]
"""


def made(codec: Codec, numbers: range) -> bytes:
    blocks = [
        {"attributes": 16 + n, "records": {"items": [{"number": n, "name": b"x" * i} for i in range(n + 1)]}}
        for n in numbers
    ]
    root: Any = codec.root
    return codec.to_bytes(root(blocks=blocks))


@pytest.mark.parametrize("view", ["blocks", "records"])
def test_each_codec(compiled: Compile, view: str, tmp_path: Path) -> None:
    codec = compiled(SPEC)
    assert isinstance(codec.row_plans[view], RowPlan)
    data = made(codec, range(len(NAMES)))
    rows, error, _ = agree(codec, data, view=view)
    assert error is None
    assert len(rows) == (len(NAMES) if view == "blocks" else sum(range(len(NAMES) + 1)))
    assert codec.to_bytes(codec.parse(data)) == data
    agree_when_damaged(codec, made(codec, range(2)), view=view)


def test_a_number_without_a_codec(compiled: Compile) -> None:
    codec = compiled(SPEC)
    data = made(codec, range(2)) + bytes([14, 1, 0, 0, 0, 7])
    said = rf"blocks\[2\]\.records: expected attributes & 15 from 0 to 11 \({', '.join(NAMES)}\), found 14$"
    for engine in ("columns", "objects"):
        with pytest.raises(ReadError, match=said):
            bytewright.open(data, codec, engine=engine, view="records").to_table()
    root: Any = codec.root
    with pytest.raises(WriteError, match=r"blocks\[0\]\.records: expected attributes & 15 from 0 to 11 \(none, "):
        codec.to_bytes(root(blocks=[{"attributes": 12, "records": {"items": []}}]))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("1, 'zlip'", "takes names of codecs behind the number. Did you mean 'zlib'"),
        ("'zlib'", "takes a number, and the names of codecs"),
        ("1, 2", "takes names of codecs behind the number"),
    ],
)
def test_specs_that_choose_from_nothing(compiled: Compile, arguments: str, said: str) -> None:
    with pytest.raises(SpecErrors, match=said):
        compiled(f'seq: [{{id: body, size-eos: true, process: "bytewright.codecs.one_of({arguments})"}}]')
