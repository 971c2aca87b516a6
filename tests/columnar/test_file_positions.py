"""Positions in the file, asked for by records and what lies in them: kernels say what objects say."""

from pathlib import Path

import pytest

import bytewright
from bytewright.errors import BytewrightError
from bytewright.tables.engines import Engine
from bytewright_codegen.load import load

SPECS = {
    "of records": """
  r: {seq: [{id: m, type: u1}, {id: xs, size: m}], instances: {p: {value: _io.pos}}}
""",
    "of elements of one size": """
  r: {seq: [{id: m, type: u1}, {id: xs, type: x, repeat: expr, repeat-expr: m}]}
  x: {seq: [{id: v, type: u1}], instances: {p: {value: _io.pos}}}
""",
    "of elements that differ in size": """
  r: {seq: [{id: m, type: u1}, {id: xs, type: x, repeat: expr, repeat-expr: m}]}
  x: {seq: [{id: n, type: u1}, {id: w, size: n & 3}, {id: filler, size: (4 - _io.pos) % 4}]}
""",
    "of what is filled up": """
  r: {seq: [{id: m, type: u1}, {id: xs, size: m}, {id: filler, size: (4 - _io.pos) % 4}]}
""",
    "of a stream of their own": """
  r: {seq: [{id: m, type: u1}, {id: x, type: x, size: m}]}
  x: {seq: [{id: v, size: _io.size / 2}], instances: {p: {value: _io.pos}, s: {value: _io.size}}}
""",
    "beside the size of the file": """
  r: {seq: [{id: m, type: u1}, {id: xs, type: x, repeat: expr, repeat-expr: m}]}
  x: {seq: [{id: v, type: u1}], instances: {s: {value: _io.size}}}
""",
}
DATA = bytes([9, 1, 2, 3, 4, 0, 0, 0, 1, 7, 0, 0, 5, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0])


@pytest.mark.parametrize("name", SPECS)
def test_positions(tmp_path: Path, name: str) -> None:
    path = tmp_path / "toy.ksy"
    path.write_text(
        "meta: {id: toy, endian: le}\nseq: [{id: head, type: u2}, {id: rs, type: r, repeat: eos}]\ntypes:" + SPECS[name]
    )
    codec = load(path)

    def read(data: bytes, engine: Engine) -> object:
        try:
            return bytewright.open(data, codec, engine=engine).to_table().to_pylist()
        except BytewrightError as error:
            return str(error)

    for size in range(len(DATA) + 1):
        assert read(DATA[:size], "auto") == read(DATA[:size], "objects"), size
