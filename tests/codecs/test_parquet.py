"""Tables in Parquet in memory: a buffer of the expected size, and one that grows."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bytewright.codecs.parquet import Parquet, in_memory

NUMBERS = pa.table({"number": pa.array(range(1000))})
LONG = NUMBERS.replace_schema_metadata({"said": "x" * (3 << 20)})
"""What is said of it makes its file larger than its values let expect."""


@pytest.mark.parametrize("table", [NUMBERS, LONG, NUMBERS.slice(0, 0)], ids=["fits", "grows", "no rows"])
def test_a_table_comes_back(table: pa.Table) -> None:
    made = in_memory(table, compression="none", store_schema=True)
    found = pq.read_table(pa.BufferReader(made))
    assert found.equals(table)
    assert found.schema.metadata == table.schema.metadata
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="none", store_schema=True, row_group_size=max(1, len(table)))
    assert made.equals(sink.getvalue())


def test_what_grows_is_larger_than_expected() -> None:
    assert len(Parquet().encode(NUMBERS)) < NUMBERS.nbytes + NUMBERS.nbytes // 8 + (1 << 20)
    assert in_memory(LONG, store_schema=True).size > LONG.nbytes + LONG.nbytes // 8 + (1 << 20)


def test_a_table_that_parquet_cannot_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="a table that Parquet can hold"):
        Parquet().encode(NUMBERS, version="7")  # type: ignore[arg-type]
