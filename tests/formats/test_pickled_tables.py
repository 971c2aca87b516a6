"""Tables whose columns files name go to other processes with these columns."""

import pickle
from pathlib import Path

import pytest

import bytewright

pytest.importorskip("bytewright_formats.deephaven_log")

DATA = Path(__file__).parents[2] / "examples" / "data" / "deephaven"


def test_columns_that_files_name():
    table = bytewright.open(min(path for path in DATA.rglob("*") if path.is_file()), "deephaven_log")
    again = pickle.loads(pickle.dumps(table))
    assert again.schema == table.schema
    assert len(again.schema) > 1
    assert repr(again.to_table().to_pylist()) == repr(table.to_table().to_pylist())  # NaN is unlike itself
