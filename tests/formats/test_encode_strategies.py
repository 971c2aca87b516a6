"""Strategies: which makes a file of rows, and why those before it didn't."""

from __future__ import annotations

import pyarrow as pa
import pytest

from bytewright import kernels
from bytewright.codec import registry
from bytewright.codec.settings import parse
from bytewright.tables.write import STRATEGIES, bytes_of
from bytewright.tables.write_job import WriteJob
from bytewright_codegen.explain.command import find
from bytewright_codegen.explain.strategies import refusals_of
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


ROWS = pa.table({"a": pa.array([1, 2, None]), "s": ["x", None, "z"]})


def test_the_first_that_can_makes_the_file() -> None:
    kernels.warm()
    codec = registry.codec("deephaven_log")
    data, how = bytes_of(codec, ROWS, None, parse(codec))
    assert (how.strategy, how.encoded, how.refusals) == ("rows", 3, ())
    wanted, how = bytes_of(codec, ROWS, None, parse(codec), engine="objects")
    assert (data, how.strategy, how.reason) == (wanted, "objects", "objects are wanted")
    assert [one.partition(":")[0] for one in how.refusals] == ["rows", "template", "containers", "list columns"]
