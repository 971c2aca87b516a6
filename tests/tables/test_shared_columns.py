"""Several columns that show one field: what they say must agree, whichever engine writes the rows."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.tables.write import bytes_of

COLUMNS = [
    "{id: whole, value: _.inner}",
    "{id: part, value: _.inner.x}",
    "{id: y, value: _.y}",
    "{id: again, value: _.y}",
]
ENGINES: tuple[Any, ...] = ("objects", "auto")


@pytest.fixture(params=[COLUMNS, COLUMNS[::-1]], ids=["outer first", "inner first"])
def shared(request: pytest.FixtureRequest, compiled: Compile) -> Codec:
    return compiled(
        "seq: [{id: records, type: record, repeat: eos}]\n"
        "types:\n"
        "  record: {seq: [{id: inner, type: inner}, {id: y, type: f4}]}\n"
        "  inner: {seq: [{id: x, type: u1}, {id: z, type: u1}], instances: {w: {value: x + 1}}}\n"
        f"-views: {{rows: {{each: 'records[*]', columns: [{', '.join(request.param)}]}}}}\n"
    )


DATA = bytes([1, 2, 0, 0, 0xC0, 0x3F])


def _written(codec: Codec, engine: Any, **changed: Any) -> bytes:
    table = bytewright.open(DATA, codec).to_table()
    row = table.to_pylist()[0] | changed
    schema = pa.schema([field.with_nullable(True) for field in table.schema])
    return bytes_of(codec, pa.Table.from_pylist([row], schema), None, parse(codec), None, engine)[0]


@pytest.mark.parametrize("engine", ENGINES)
def test_columns_that_agree(shared: Codec, engine: Any) -> None:
    """Or that leave it to another; what is calculated is passed over."""
    assert _written(shared, engine) == DATA
    assert _written(shared, engine, part=None) == DATA
    assert _written(shared, engine, again=None) == DATA
    assert _written(shared, engine, whole={"x": None, "z": 2, "w": None}) == DATA
    assert _written(shared, engine, whole={"x": 1, "z": 2, "w": 77}) == DATA
    assert _written(shared, engine, y=float("nan"), again=float("nan"))[:4] == DATA[:4]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("changed", [{"part": 9}, {"y": 2.5}, {"whole": {"x": 7, "z": 2, "w": 8}}])
def test_columns_that_contradict_each_other(shared: Codec, engine: Any, changed: Any) -> None:
    with pytest.raises(WriteError, match=r"rows\[0\]\.\w+: expected .*, as another column says, found"):
        _written(shared, engine, **changed)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_part_that_no_column_says(shared: Codec, engine: Any) -> None:
    with pytest.raises(WriteError, match=r"records\[0\]\.inner\.z: expected a value, found nothing"):
        _written(shared, engine, whole=None)
