"""Views whose rows show a list of what lies around them: kernels repeat it for each row, as objects do."""

from __future__ import annotations

import pytest
from tests.support.both import agree, agree_when_damaged, damaged, read

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.load import load

SPEC = """
meta: {id: repeated, endian: le}
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: n, type: u2}
      - {id: values, type: u2, repeat: expr, repeat-expr: n}
      - {id: points, type: point, repeat: expr, repeat-expr: n % 3, if: n != 2}
      - {id: m, type: u2}
      - {id: items, type: item, repeat: expr, repeat-expr: m}
  point: {seq: [{id: x, type: u1, valid: {max: 250}}, {id: y, type: s1}]}
  item: {seq: [{id: k, type: u1}, {id: text, size: k % 4}, {id: parts, type: u1, repeat: expr, repeat-expr: k % 3}]}
-views:
  counted:
    each: records[*]
    rows: _.n
    columns: [{id: row, value: _row, type: s4}, {id: values, value: _.values}, {id: m, value: _.m}]
  items:
    each: records[*].items[*]
    columns: [{id: k, value: _.k}, {id: values, value: records.values}, {id: points, value: records.points}]
  chosen:
    each: records[*].items[*]
    where: _.k > 1
    columns: [{id: text, value: _.text}, {id: values, value: records.values}]
"""


@pytest.fixture(scope="module")
def codec(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("specs") / "repeated.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return load(path)


def record(values: list[int], items: list[int]) -> bytes:
    points = b"" if len(values) == 2 else bytes([7, 255]) * (len(values) % 3)
    made = len(values).to_bytes(2, "little") + b"".join(v.to_bytes(2, "little") for v in values) + points
    return (
        made + len(items).to_bytes(2, "little") + b"".join(bytes([k]) + b"x" * (k % 4) + b"p" * (k % 3) for k in items)
    )


@pytest.mark.parametrize(
    ("view", "shown"), [("counted", {"values"}), ("items", {"values", "points"}), ("chosen", set())]
)
def test_engines_agree(codec: Codec, view: str, shown: set[str]) -> None:
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan)
    assert shown <= {column.name for column in plan.columns}
    data = record([1, 2], [3, 1]) + record([], [2]) + record([5, 6, 7, 8], []) + record([9], [1, 2, 3])
    assert agree(codec, data, view=view)[1] is None
    tried, bad = agree_when_damaged(codec, data, view=view)
    assert tried > 50
    assert bad > 20
    for mode in ("PERMISSIVE", "DROPMALFORMED"):
        for form in list(damaged(data))[::23]:
            assert read(codec, form, "columns", view=view, mode=mode) == read(
                codec, form, "objects", view=view, mode=mode
            )


def test_more_than_the_kernel_holds_is_read_by_objects(codec: Codec) -> None:
    """Of 1,500 rows that show 1,500 elements each there are more than two million."""
    data = record([3], [1]) + record([*range(1500)], [1]) + record([4, 5], [])
    table = bytewright.open(data, codec, view="counted", engine="columns")
    rows = [row for batch in table.to_batches() for row in batch.select(["row", "m"]).to_pylist()]
    assert len(rows) == 1503
    assert table.counted == {"columns": 3, "objects": 1500}
