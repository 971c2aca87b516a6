"""Strategies: which makes a file of rows, and why those before it didn't."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pytest

from bytewright import kernels
from bytewright.codec import registry
from bytewright.codec.settings import parse
from bytewright.errors import OptionError
from bytewright.tables.write import STRATEGIES, bytes_of
from bytewright.tables.write_job import WriteJob
from bytewright_codegen.backends.kernel.choices import choice_plans
from bytewright_codegen.explain.command import find
from bytewright_codegen.explain.strategies import columns_refused, refusals_of, strategy_lines
from bytewright_codegen.pipeline.compilation import plan
from bytewright_codegen.pipeline.resolved import resolved


@pytest.mark.parametrize("name", ["aresdb_redo_log", "esdb", "filodb_container"])
def test_strategies_are_refused_for_the_reasons_that_writers_have(name: str) -> None:
    """What a spec tells is what its codec does."""
    codec = registry.codec(name)
    known = refusals_of(plan(resolved(find(name)))[name])
    for rows, refusals in known.items():
        job = WriteJob(codec, rows, parse(codec))
        *strategies, objects = STRATEGIES
        found = {one.name: str(one.accepts(job) or "") for one in strategies}
        assert found == refusals, rows
        assert objects.accepts(job) is None
    assert any("" in refusals.values() for refusals in known.values())


CHOSEN = """
meta: {id: chosen, endian: le}
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: kind, type: u1}
      - {id: size, type: u1}
      - {id: note, size: size}
      - {id: short, type: u2, if: kind == 1}
      - {id: long, type: u4, if: kind != 1}
-views:
  all:
    each: records[*]
    columns:
      - {id: kind, value: _.kind}
      - {id: alone, value: _.short, if: _.kind == 1}
      - {id: either, value: '_.kind == 1 ? _.short : _.long'}
      - {id: sized, value: '_.size == 0 ? _.short : _.long'}
"""


def test_columns_are_refused_for_the_reasons_that_writers_have(tmp_path: Path) -> None:
    """Of a column that is stored where conditions say that rest on what is written, not on what rows say."""
    (tmp_path / "chosen.ksy").write_text(CHOSEN)
    plans = plan(resolved(tmp_path / "chosen.ksy"))["chosen"]
    found = columns_refused(plans)
    assert list(found["all"]) == ["sized"]
    codec = registry.load(str(tmp_path / "chosen.ksy"))
    rows = pa.table({"kind": pa.array([1, 2], pa.uint8()), "either": pa.array([7, 9], pa.int64())})
    root = {"records": [{"note": "41"}, {"note": ""}]}
    wanted = bytes.fromhex("01 01 41 0700 02 00 09000000")
    assert bytes_of(codec, rows, None, parse(codec), json.dumps(root), "columns")[0] == wanted
    with pytest.raises(OptionError, match=found["all"]["sized"]):
        bytes_of(codec, rows.rename_columns(["kind", "sized"]), None, parse(codec), json.dumps(root), "columns")
    assert any(line.endswith(f"the column sized: {found['all']['sized']}") for line in strategy_lines(plans))


ROWS = pa.table({"a": pa.array([1, 2, None]), "s": ["x", None, "z"]})


def test_the_first_that_can_makes_the_file() -> None:
    kernels.warm()
    codec = registry.codec("deephaven_log")
    data, how = bytes_of(codec, ROWS, None, parse(codec))
    assert (how.strategy, how.encoded, how.refusals) == ("rows", 3, ())
    wanted, how = bytes_of(codec, ROWS, None, parse(codec), engine="objects")
    assert (data, how.strategy, how.reason) == (wanted, "objects", "objects are wanted")
    assert [one.partition(":")[0] for one in how.refusals] == ["rows", "template", "containers", "list columns"]


OTHERS = CHOSEN.replace(
    "seq: [{id: records", "seq: [{id: others, type: other, repeat: expr, repeat-expr: 2}, {id: records"
)
OTHERS = OTHERS.replace(
    "types:\n", "types:\n  other: {seq: [{id: kind, type: u1}, {id: short, type: u2}, {id: long, type: u2}]}\n"
)
OTHERS += "  others: {each: 'others[*]', columns: [{id: either, value: '_.kind == 1 ? _.short : _.long'}]}\n"


def test_rows_that_are_no_records_have_no_choices(tmp_path: Path) -> None:
    """Conditions of another list's elements aren't asked of records, which have fields of the same names."""
    (tmp_path / "chosen.ksy").write_text(OTHERS)
    found = choice_plans(plan(resolved(tmp_path / "chosen.ksy"))["chosen"])
    assert sorted(found) == ["all.either", "all.sized"]
