"""Records that a view leaves out, by the kernel alone where they are laid out as the others are."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from tests.kernels.both import agree, agree_when_damaged

import bytewright
from bytewright.codec import Codec
from bytewright.kernels.plan import Aside, RowPlan
from bytewright_codegen.load import load

SPEC = """
meta: {id: visits, endian: le, encoding: UTF-8}
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len, type: u1}
      - {id: body, type: body, size: len}
  body:
    seq:
      - {id: kind, type: u1, valid: {max: 3}}
      - {id: time, type: s8, -type: {timestamp: s}}
      - {id: late, type: u2, if: kind != 2}
      - {id: name, type: str, size-eos: true}
-views:
  plain:
    default: true
    each: records[*]
    where: _.body.kind != 3
    columns:
      - {id: number, value: _index, type: s4}
      - {id: time, value: _.body.time}
      - {id: name, value: _.body.name}
      - {id: late, value: _.body.late, nullable: true}
      - {id: small, value: _.body.kind * 2}
  other:
    each: records[*]
    where: _.body.kind == 2
    columns:
      - {id: name, value: _.body.name}
"""


@pytest.fixture(scope="module")
def codec(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("specs") / "visits.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return load(path)


def record(kind: int, time: int, name: bytes) -> bytes:
    body = struct.pack("<Bq", kind, time) + (b"" if kind == 2 else struct.pack("<H", kind * 7)) + name
    return bytes([len(body)]) + body


def visits(count: int) -> bytes:
    return b"".join(record(number * 5 % 4, number * 1000, b"n" * (number % 3)) for number in range(count))


def asides(codec: Codec, view: str) -> int:
    plan = (codec.row_plans or {})[view]
    assert isinstance(plan, RowPlan)
    return sum(isinstance(step, Aside) for step in plan.steps)


def test_all_rows_come_from_the_kernel(codec: Codec) -> None:
    assert asides(codec, "plain") == 0
    data = visits(3000)
    rows, error, _ = agree(codec, data)
    assert (len(rows), error) == (2250, None)
    table = bytewright.open(data, codec, engine="columns")
    assert table.to_table().num_rows == 2250
    assert table.counted == {"columns": 2250}
    agree(codec, data, columns=["name"])


def test_records_that_are_laid_out_otherwise_are_left_aside(codec: Codec) -> None:
    assert asides(codec, "other") == 1
    rows, error, _ = agree(codec, visits(40), view="other")
    assert (len(rows), error) == (10, None)


@pytest.mark.parametrize("view", ["plain", "other"])
def test_none_and_all(codec: Codec, view: str) -> None:
    for kind in range(4):
        agree(codec, record(kind, 5, b"x") * 30, view=view)


def test_what_is_wrong_in_a_record_that_is_not_shown(codec: Codec) -> None:
    """The record is refused for its fields, but not for values that only views make of them."""
    good = visits(6)
    for bad in (record(3, 0, b"\xff"), b"\x02\x03\x00"):
        rows, error, _ = agree(codec, good + bad + good)
        assert len(rows) == 5
        assert error is not None
    never = record(3, (1 << 63) - 1, b"")
    rows, error, _ = agree(codec, good + never + good)
    assert (len(rows), error) == (10, None)
    _, error, _ = agree(codec, good + record(1, (1 << 63) - 1, b"") + good)
    assert error is not None
    assert "timestamp" in error


def test_damage(codec: Codec) -> None:
    tried, bad = agree_when_damaged(codec, visits(8))
    assert tried > 300
    assert bad > 100


def test_metadata(codec: Codec) -> None:
    """Rows know which records they come from."""
    objects, columns = (
        bytewright.open(visits(50), codec, engine=engine, options={"includeMetadata": True}).to_table()
        for engine in ("objects", "columns")
    )
    assert columns.equals(objects)


IN_BLOCKS = """
meta: {id: stays, endian: le}
seq:
  - {id: blocks, type: block, repeat: eos}
types:
  block:
    seq:
      - {id: number, type: u1}
      - {id: count, type: u1}
      - {id: visits, type: visit, repeat: expr, repeat-expr: count}
  visit:
    seq:
      - {id: number, type: u1}
-views:
  rows:
    each: blocks[*].visits[*]
    where: _.number > 2
    columns:
      - {id: number, value: _.number}
"""


def test_records_have_no_say_in_which_of_their_elements_are_shown(tmp_path: Path) -> None:
    """The block has a number, too: the condition is about the visits."""
    path = tmp_path / "stays.ksy"
    path.write_text(IN_BLOCKS, encoding="utf-8")
    stays = load(path)
    assert not isinstance((stays.row_plans or {})["rows"], RowPlan)
    table = bytewright.open(bytes([9, 3, 1, 2, 3, 0, 2, 8, 1]), stays).to_table()
    assert table.column("number").to_pylist() == [3, 8]
