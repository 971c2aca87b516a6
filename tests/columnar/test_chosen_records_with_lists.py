"""Records that a condition chooses, of which columns show lists: those that it leaves out are no objects either."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import pytest
from tests.support.both import SIZES, agree, agree_when_damaged, damaged, read, tolerated

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan
from bytewright.views.evaluate.steps import Steps
from bytewright_codegen.load import load

SPEC = """
meta: {{id: {name}, endian: le, encoding: ASCII}}
seq:
  - {{id: base, type: u1}}
  - {{id: records, type: record, repeat: eos}}
types:
  record:
    seq:
      - {{id: kind, type: u1, valid: {{max: 9}}}}
      - {{id: len_body, type: u1}}
      - {{id: body, size: len_body, type: {{switch-on: kind, cases: {{1: one, 2: two{case}}}}}}}
      - {{id: num_steps, type: u1}}
      - {{id: steps, type: s2, repeat: expr, repeat-expr: num_steps}}
      - {{id: check, type: u1, valid: {{max: 200}}}}
    instances:
      twice: {{value: num_steps * 2 + _root.base}}
  one: {{seq: [{{id: weight, type: u1}}, {{id: parts, type: u1, repeat: eos}}]}}
  two: {{seq: [{{id: names, type: strz, repeat: eos}}]}}
{type}
-views:
  lists:
    each: records[*]
    where: _.kind > 0
    columns:
      - {{id: kind, value: _.kind}}
      - {{id: steps, value: _.steps}}
      - {{id: number, value: _index}}
      - {{id: place, value: _offset}}
      - {{id: length, value: _length}}
      - {{id: twice, value: _.twice}}
      - {{id: base, value: base}}
  ones:
    each: records[*]
    where: _.kind == 1
    columns:
      - {{id: parts, value: _.body.as<one>.parts}}
      - {{id: length, value: _length}}
      - {{id: steps, value: _.steps}}
  twos:
    each: records[*]
    where: _.kind == 2 and _index > 0
    columns:
      - {{id: body, value: _.body.as<two>}}
      - {{id: first, value: '_.steps[0]', if: _.num_steps > 0}}
  bodies:
    each: records[*]
    where: _.num_steps > 1
    columns:
      - {{id: body, value: _.body}}
      - {{id: steps, value: _.steps}}
      - {{id: size, value: _.steps.size}}
"""
CASES = {
    "cases": (", 3: point", "  point: {seq: [{id: x, type: u1}, {id: y, type: u1}]}"),
    "trees": (
        ", 3: tree",
        "  tree: {seq: [{id: weight, type: u1}, {id: count, type: u1}, "
        "{id: below, type: tree, repeat: expr, repeat-expr: count}]}",
    ),
}
"""The last case of the switch: the kernel can read it, or only objects, which are handed its bytes."""
ROWS = {"lists": 5, "ones": 2, "twos": 1, "bodies": 4}


def record(kind: int, body: bytes, *steps: int) -> bytes:
    return struct.pack(f"<BB{len(body)}sB{len(steps)}hB", kind, len(body), body, len(steps), *steps, 7)


DATA = b"\5" + b"".join(
    [
        record(1, b"\1\2\3", 4, -5),
        record(0, b"xy", 1, 2),
        record(2, b"ab\0c\0", 300),
        record(3, b"\1\0"),
        record(0, b""),
        record(1, b"\1", 1, 2, 3),
        record(3, b"\3\0", 1, 1),
    ]
)


@pytest.fixture(scope="module")
def codecs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Codec]:
    folder = tmp_path_factory.mktemp("specs")
    for name, (case, type) in CASES.items():
        (folder / f"{name}.ksy").write_text(SPEC.format(name=name, case=case, type=type), encoding="utf-8")
    return {name: load(folder / f"{name}.ksy") for name in CASES}


each_spec = pytest.mark.parametrize("name", CASES)
each_view = pytest.mark.parametrize("view", ROWS)


@each_spec
@each_view
def test_engines_agree(codecs: Mapping[str, Codec], name: str, view: str) -> None:
    codec = codecs[name]
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    assert plan.rows != "records"  # those that are left out are read by the same plan
    rows, error, _ = agree(codec, DATA, view=view)
    assert (len(rows), error) == (ROWS[view], None)
    tried, bad = agree_when_damaged(codec, DATA, view=view)
    assert bad > tried // 8


@each_spec
@each_view
@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
def test_engines_agree_on_bad_files(codecs: Mapping[str, Codec], name: str, view: str, mode: str) -> None:
    options = {"mode": mode, "includeError": True, "includeMetadata": True}

    def told(data: bytes, engine: Any, size: int = 65_536) -> tuple[list[str], int, list[str]]:
        return tolerated(codecs[name], data, engine, size, view=view, options=options)

    for place, broken in enumerate(list(damaged(DATA))[::37]):
        assert told(broken, "columns", SIZES[place % 3]) == told(broken, "objects"), broken.hex()


@each_view
def test_what_is_left_out_is_not_read_as_objects(
    codecs: Mapping[str, Codec], view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = read(codecs["cases"], DATA, "objects", view=view)
    monkeypatch.delattr(Steps, "of")
    assert read(codecs["cases"], DATA, "columns", view=view) == expected


@each_spec
@each_view
def test_parts_conditions_and_orders(codecs: Mapping[str, Codec], name: str, view: str) -> None:
    table = bytewright.open(DATA, codecs[name], view=view, engine="columns")
    rows = bytewright.open(DATA, codecs[name], view=view, engine="objects").to_table().to_pylist()
    parts = table.splits(20)
    assert len(parts) > 2
    assert [row for part in parts for one in table.to_batches(part=part) for row in one.to_pylist()] == rows
    back = [row for one in table.to_batches(order="desc") for row in one.to_pylist()]
    assert back == rows[::-1]
    if view == "lists":
        found = table.to_table(filters=[("kind", "=", 3)]).to_pylist()
        assert found == [row for row in rows if row["kind"] == 3] != []


def test_a_value_that_the_condition_implies_is_there(codecs: Mapping[str, Codec]) -> None:
    """Of an element that is none of a case, no column asks for what the case has."""
    rows, _, _ = read(codecs["cases"], DATA, "columns", view="ones")
    assert rows[0] == repr({"parts": [2, 3], "length": len(record(1, b"\1\2\3", 4, -5)), "steps": [4, -5]})
    assert rows[1] == repr({"parts": [], "length": len(record(1, b"\1", 1, 2, 3)), "steps": [1, 2, 3]})
