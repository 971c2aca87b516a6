"""Values of a model → Arrow arrays."""

import io
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bytewright.arrow.types import TIMESTAMP, list_of
from bytewright.schema.arrays import UnfitError, array_of

MEMBERS = {
    pa.bool_(): True,
    pa.int8(): 1,
    pa.float32(): 1.5,
    pa.string(): "x",
    pa.binary(): b"x",
    pa.decimal128(20, 0): 1,
    TIMESTAMP: 1_000_000,
    list_of(pa.int8()): [1],
    pa.struct([pa.field("a", pa.int8(), nullable=False), pa.field("b", list_of(pa.string()), nullable=False)]): {
        "a": 1,
        "b": ["x"],
    },
}


@pytest.mark.parametrize("kind", list(MEMBERS), ids=str)
@pytest.mark.parametrize("there", [(), (False,), (False, False, False), (True, False), (False, True, True)])
def test_a_member_that_cannot_be_null_has_none_under_an_absent_structure(kind: Any, there: tuple[bool, ...]) -> None:
    struct = pa.struct([pa.field("x", kind, nullable=False)])
    array = array_of([{"x": MEMBERS[kind]} if one else None for one in there], struct)
    array.validate(full=True)
    assert array.field(0).null_count == 0
    file = io.BytesIO()
    pq.write_table(pa.table({"s": array}), file)  # it refuses nulls there
    assert pq.read_table(file)["s"].to_pylist() == array.to_pylist()
    assert [value is not None for value in array.to_pylist()] == list(there)


def test_a_member_that_is_missing_in_a_structure_is_refused() -> None:
    struct = pa.struct([pa.field("x", pa.int8(), nullable=False)])
    with pytest.raises(UnfitError) as caught:
        array_of([None, {"x": 1}, {"x": None}], struct)
    assert caught.value.index == 2
