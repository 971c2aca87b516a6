"""Records that a view leaves out, by the kernel alone."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.plan import Aside, RowPlan
from bytewright.views.evaluate.steps import Steps
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
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan)
    plan = plan.mixed or plan
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


def test_records_that_are_laid_out_otherwise_are_read_by_the_kernel_too(codec: Codec) -> None:
    assert asides(codec, "other") == 0
    rows, error, _ = agree(codec, visits(40), view="other")
    assert (len(rows), error) == (10, None)
    rows, error, _ = agree(codec, visits(200) + record(2, 0, b"\xff") + visits(9), view="other")
    assert len(rows) == 50
    assert error is not None


@pytest.mark.parametrize(
    ("data", "rows", "most"), [(record(2, 1, b"") * 3000 + visits(4), 3001, 3), (visits(4000), 1000, 40)]
)
def test_few_records_are_looked_at_by_objects(
    codec: Codec, monkeypatch: pytest.MonkeyPatch, data: bytes, rows: int, most: int
) -> None:
    """Where few are left out, the plan that reads only the others is faster; where many are, the one that reads all."""
    looked: list[int] = []
    go = Steps.record

    def noted(steps: Steps, view: Any, offset: int, index: int) -> Any:
        looked.append(index)
        return go(steps, view, offset, index)

    monkeypatch.setattr(Steps, "record", noted)
    table = bytewright.open(data, codec, engine="columns", view="other")
    assert table.to_table().num_rows == rows
    assert 0 < len(looked) <= most


SWITCHED = """
meta: {id: parcels, endian: le, encoding: UTF-8}
seq:
  - {id: parcels, type: parcel, repeat: eos}
types:
  parcel:
    seq:
      - {id: tag, type: u1}
      - {id: size, type: u2}
      - id: body
        size: size
        type: {switch-on: tag, cases: {1: letter, 2: crate, 5: letter}}
      - {id: check, type: u1, valid: {max: 9}}
  letter:
    seq:
      - {id: weight, type: u4}
      - {id: name, type: str, size-eos: true}
  crate:
    seq:
      - {id: volume, type: u8}
-views:
  letters:
    each: parcels[*]
    where: _.tag == 1
    columns:
      - {id: letter, value: _.body.as<letter>}
      - {id: weight, value: _.body.as<letter>.weight}
  crates:
    each: parcels[*]
    where: _.tag == 2
    columns:
      - {id: volume, value: _.body.as<crate>.volume}
  some:
    each: parcels[*]
    columns:
      - {id: letter, value: _.body.as<letter>, if: _.tag == 1}
      - {id: body, value: _.body}
"""


def parcels(count: int) -> bytes:
    bodies = [(1, b"\1\0\0\0name"), (2, b"\7" + bytes(7)), (3, b"?"), (5, b"\2\0\0\0")]
    taken = (bodies[number % 4] for number in range(count))
    return b"".join(struct.pack("<BH", tag, len(body)) + body + b"\3" for tag, body in taken)


@pytest.mark.parametrize(("view", "count"), [("letters", 10), ("crates", 10), ("some", 40)])
def test_what_a_condition_chooses_of_a_switch(tmp_path: Path, view: str, count: int) -> None:
    """Records that a view leaves out are never read as objects; nor is a case that a column shows under a condition."""
    path = tmp_path / "parcels.ksy"
    path.write_text(SWITCHED, encoding="utf-8")
    codec = load(path)
    assert asides(codec, view) == 0
    data = parcels(40)
    rows, error, _ = agree(codec, data, view=view)
    assert (len(rows), error) == (count, None)
    table = bytewright.open(data, codec, engine="columns", view=view)
    assert table.to_table().num_rows == count
    assert table.counted == {"columns": count}
    agree_when_damaged(codec, parcels(4), view=view)


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
    assert tried > 70
    assert bad > 15


def test_metadata(codec: Codec) -> None:
    """Rows know which records they come from."""
    objects, columns = (
        bytewright.open(visits(50), codec, engine=engine, options={"includeMetadata": True}).to_table()
        for engine in ("objects", "columns")
    )
    assert columns.equals(objects)


IN_BLOCKS = """
meta: {id: stays, endian: le, encoding: UTF-8}
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
      - {id: name, type: strz}
      - {id: left, type: u2, if: number % 2 == 1}
    instances:
      share: {value: 100 / (number - 3)}
-views:
  rows:
    default: true
    each: blocks[*].visits[*]
    where: _.number > 2
    columns:
      - {id: number, value: _.number}
      - {id: block, value: blocks.number}
      - {id: place, value: _index}
      - {id: name, value: _.name}
      - {id: left, value: _.left, nullable: true}
  shares:
    each: blocks[*].visits[*]
    where: _.number != 3
    columns:
      - {id: share, value: _.share}
  all:
    each: blocks[*].visits[*]
    where: _.number != 1
    columns:
      - {id: share, value: _.share}
"""


@pytest.fixture(scope="module")
def stays(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("stays") / "stays.ksy"
    path.write_text(IN_BLOCKS, encoding="utf-8")
    return load(path)


def stay(number: int, *visitors: int) -> bytes:
    each = (bytes([n]) + b"n" * (n % 4) + b"\0" + (bytes([n, 1]) if n % 2 else b"") for n in visitors)
    return bytes([number, len(visitors)]) + b"".join(each)


def test_records_have_no_say_in_which_of_their_elements_are_shown(stays: Codec) -> None:
    """The block has a number, too: the condition is about the visits."""
    data = stay(9, 1, 2, 3) + stay(0, 8, 1) + stay(3) + stay(1, *range(200))
    rows, error, _ = agree(stays, data)
    assert (len(rows), error) == (1 + 1 + 197, None)
    table = bytewright.open(data, stays, engine="columns")
    assert table.to_table().column("number").to_pylist() == [3, 8, *range(3, 200)]
    assert table.counted == {"columns": 199}
    agree(stays, data, columns=["left"])
    agree(stays, stay(1, 0, 1, 2))
    _, bad = agree_when_damaged(stays, stay(9, 1, 2, 3) + stay(0, 8, 1) + stay(3) + stay(1, 4, 5))
    assert bad > 15


def test_what_is_calculated_of_elements_that_are_not_shown(stays: Codec) -> None:
    rows, error, _ = agree(stays, stay(9, 1, 2, 3, 4) * 5, view="shares")
    assert (len(rows), error) == (15, None)
    agree_when_damaged(stays, stay(9, 1, 2) + stay(0, 4, 3), view="shares")


def test_metadata_of_elements(stays: Codec) -> None:
    data = stay(9, 1, 2, 3) + stay(0, 8, 1) + stay(3) + stay(1, *range(200))
    objects, columns = (
        bytewright.open(data, stays, engine=engine, options={"includeMetadata": True}).to_table()
        for engine in ("objects", "columns")
    )
    assert columns.equals(objects)


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("batch_rows", [1, 2, 65_536])
def test_elements_that_cannot_be_shown(mode: str, batch_rows: int, stays: Codec) -> None:
    """A share of nothing is nobody's: what comes behind it is shown, and what the view leaves out is not."""
    data = stay(9, 1, 2, 5) + stay(0, 8, 1) + stay(1, 3) + stay(3, 4, 5, 7)
    objects, columns = (
        bytewright.open(data, stays, "all", engine=engine, batch_rows=batch_rows, options={"mode": mode}).to_table()
        for engine in ("objects", "columns")
    )
    assert columns.equals(objects)
    assert columns.num_rows == 7 - (mode == "DROPMALFORMED")


IN_A_FILE = """
meta: {id: visits, endian: le, encoding: UTF-8}
seq:
  - {id: least, type: u1}
  - {id: count, type: u1}
  - {id: visits, type: visit, repeat: expr, repeat-expr: count}
  - {id: rest, type: u1, repeat: eos}
types:
  visit:
    seq:
      - {id: number, type: u1}
      - {id: name, type: strz}
-views:
  rows:
    each: visits[*]
    where: _.number >= _root.least
    columns:
      - {id: number, value: _.number}
      - {id: place, value: _index}
      - {id: name, value: _.name}
"""


def test_elements_of_a_file_that_is_one_record(tmp_path: Path) -> None:
    path = tmp_path / "visits.ksy"
    path.write_text(IN_A_FILE, encoding="utf-8")
    codec = load(path)
    data = bytes([5, 12]) + b"".join(bytes([n]) + b"n" * (n % 4) + b"\0" for n in range(12)) + b"rest"
    rows, error, _ = agree(codec, data)
    assert (len(rows), error) == (7, None)
    agree_when_damaged(codec, data)


def test_records_that_give_as_many_rows_as_they_say(compiled: Compile) -> None:
    codec = compiled("""
seq: [{id: records, type: record, repeat: eos}]
types:
  record: {seq: [{id: kind, type: u1}, {id: rows, type: u1}, {id: name, type: strz}]}
-views:
  rows:
    each: records[*]
    rows: _.rows
    where: _.kind > 1
    columns: [{id: name, value: _.name}, {id: row, value: _row}]
""")
    left_out, two, none = b"\x01\x03a\0", b"\x02\x02b\0", b"\x03\0c\0"
    rows, error, _ = agree(codec, left_out + two + none + two + left_out)
    assert error is None
    assert rows == ["{'name': 'b', 'row': 0}", "{'name': 'b', 'row': 1}"] * 2
