"""Lists of structures of bits of which one begins in the last byte of the one before it, in both orders of bits."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from tests.support.both import SIZES, agree, agree_when_damaged, damaged, tolerated

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.load import load

SPEC = """
meta: {id: NAME, endian: le, bit-endian: ORDER}
seq:
  - {id: frames, type: frame, repeat: eos}
types:
  frame:
    seq:
      - {id: num, type: u1, valid: {max: 20}}
      - {id: flag, type: b2}
      - {id: pixels, type: pixel(num), repeat: expr, repeat-expr: num}
      - {id: more, type: b1}
      - {id: marks, type: mark, repeat: expr, repeat-expr: 3, if: flag != 0}
      - {id: last, type: b3}
      - {id: len, type: u1}
      - {id: body, type: body, size: len}
  body:
    seq: [{id: nibbles, type: nibbles, repeat: eos}]
  nibbles:
    seq: [{id: high, type: b3}, {id: low, type: b9}]
  pixel:
    params: [{id: most, type: u1}]
    seq:
      - {id: on, type: b1}
      - {id: value, type: b17, valid: {max: 130000}}
      - {id: kind, type: b2, enum: kinds}
    instances:
      sum: {value: value + most + _parent.flag}
  mark:
    seq: [{id: id, type: b5}]
enums:
  kinds: {0: none, 1: red, 2: blue, 3: grey}
-views:
  frames:
    each: frames[*]
    columns:
      - {id: num, value: _.num}
      - {id: pixels, value: _.pixels}
      - {id: second, value: '_.pixels[1].value', if: _.num > 1}
      - {id: more, value: _.more}
      - {id: marks, value: _.marks}
      - {id: last, value: _.last}
      - {id: nibbles, value: _.body.nibbles}
  pixels:
    each: frames[*].pixels[*]
    where: _.kind != kinds::none
    columns:
      - {id: num, value: frames.num}
      - {id: index, value: _index}
      - {id: on, value: _.on}
      - {id: value, value: _.value}
      - {id: kind, value: _.kind}
      - {id: sum, value: _.sum}
  nibbles:
    each: frames[*].body.nibbles[*]
    columns: [{id: low, value: _.low}, {id: high, value: _.high}]
"""
SPECS = {"big": "be", "little": "le"}
VIEWS = {"frames": 5, "pixels": None, "nibbles": 10}


@pytest.fixture(scope="module")
def codecs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Codec]:
    folder = tmp_path_factory.mktemp("specs")
    for name, order in SPECS.items():
        (folder / f"{name}.ksy").write_text(SPEC.replace("NAME", name).replace("ORDER", order), encoding="utf-8")
    return {name: load(folder / f"{name}.ksy") for name in SPECS}


class Bits:
    """Bits, one number after another."""

    def __init__(self, order: str) -> None:
        self._order = order
        self._bits: list[int] = []

    def put(self, *numbers: tuple[int, int]) -> Bits:
        for number, width in numbers:
            bits = [number >> place & 1 for place in range(width)]
            self._bits += bits if self._order == "le" else bits[::-1]
        return self

    @property
    def made(self) -> bytes:
        bits = self._bits + [0] * (-len(self._bits) % 8)
        eights = (bits[place : place + 8] for place in range(0, len(bits), 8))
        return bytes(sum(bit << (n if self._order == "le" else 7 - n) for n, bit in enumerate(one)) for one in eights)


def frame(order: str, drawn: Random, num: int, flag: int, nibbles: int) -> bytes:
    bits = Bits(order).put((flag, 2))
    for _ in range(num):
        bits.put((drawn.randrange(2), 1), (drawn.randrange(130_000), 17), (drawn.randrange(4), 2))
    bits.put((1, 1), *([(drawn.randrange(32), 5)] * (3 if flag else 0)), (drawn.randrange(8), 3))
    body = Bits(order).put(*((drawn.randrange(4096), 12) for _ in range(nibbles))).made
    return bytes([num]) + bits.made + bytes([len(body)]) + body


def file(name: str) -> bytes:
    drawn, order = Random(2), SPECS[name]
    shapes = ((2, 1, 2), (0, 0, 0), (1, 0, 4), (3, 3, 2), (1, 2, 2))
    return b"".join(frame(order, drawn, *shape) for shape in shapes)


@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("view", VIEWS)
def test_engines_agree(codecs: Mapping[str, Codec], name: str, view: str) -> None:
    codec, data = codecs[name], file(name)
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    rows, error, _ = agree(codec, data, view=view)
    assert error is None
    assert VIEWS[view] is None or len(rows) == VIEWS[view]
    table = bytewright.open(data, codec, view=view, engine="columns")
    assert table.to_table().num_rows == len(rows) > 4
    assert table.counted == {"columns": len(rows)}
    _, bad = agree_when_damaged(codec, data, view=view)
    assert bad > 20


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("view", VIEWS)
def test_engines_agree_on_bad_files(codecs: Mapping[str, Codec], name: str, view: str, mode: str) -> None:
    codec, data = codecs[name], file(name)
    options: dict[str, Any] = {"mode": mode, "includeError": True}

    def told(data: bytes, engine: Any, size: int) -> tuple[list[str], int, list[str]]:
        return tolerated(codec, data, engine, size, view=view, options=options)

    for place, broken in enumerate(list(damaged(data))[::13]):
        assert told(broken, "columns", SIZES[place % 3]) == told(broken, "objects", 65536), broken.hex()


def test_bits_that_are_left_of_a_list_to_the_end_are_an_element_cut_off(codecs: Mapping[str, Codec]) -> None:
    for name, order in SPECS.items():
        data = file(name) + frame(order, Random(1), 1, 0, 3)
        rows, error, _ = agree(codecs[name], data, view="nibbles")
        assert len(rows) == 10
        assert error is not None
        assert "frames[5].body.nibbles[3]" in error


def test_values(codecs: Mapping[str, Codec]) -> None:
    order = SPECS["big"]
    made = Bits(order).put((2, 2), (1, 1), (77_777, 17), (1, 2), (0, 1), (5, 17), (2, 2), (1, 1))
    made.put((9, 5), (10, 5), (31, 5), (6, 3))
    data = b"\2" + made.made + b"\3" + Bits(order).put((5, 3), (300, 9), (1, 3), (2, 9)).made
    (row,) = bytewright.open(data, codecs["big"], view="frames", engine="columns").to_table().to_pylist()
    assert [one["value"] for one in row["pixels"]] == [77_777, 5]
    assert [one["kind"] for one in row["pixels"]] == ["red", "blue"]
    assert row["pixels"][0]["sum"] == 77_777 + 2 + 2
    assert (row["second"], row["more"], row["last"]) == (5, True, 6)
    assert [one["id"] for one in row["marks"]] == [9, 10, 31]
    assert [(one["high"], one["low"]) for one in row["nibbles"]] == [(5, 300), (1, 2)]
