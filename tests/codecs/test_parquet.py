"""Tables in Parquet in memory: a buffer of the expected size, and one that grows."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bytewright.codecs.parquet import Parquet, in_memory
from bytewright.errors import LimitError
from bytewright.limits import Limits

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


def test_what_all_columns_of_all_row_groups_decode_to_is_bounded() -> None:
    table = pa.table({"a": range(1000), "b": range(1000, 2000), "c": pa.nulls(1000, pa.int64())})
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, row_group_size=300, use_dictionary=False)
    data = sink.getvalue().to_pybytes()
    metadata = pq.read_metadata(pa.BufferReader(data))
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    chunks = [group.column(column) for group in groups for column in range(3)]
    size = sum(max(chunk.total_uncompressed_size, chunk.num_values) for chunk in chunks)
    assert len(groups) == 4
    found = Parquet().open(data, Limits(maxDecodedBytes=size, maxExpansion=0))
    assert pa.Table.from_batches(list(found.batches(70))).equals(table)
    with pytest.raises(LimitError, match=f"found 1000 rows in {size} bytes, of which {len(data)} are stored"):
        Parquet().open(data, Limits(maxDecodedBytes=size - 1, maxExpansion=0))


def test_rows_of_which_nothing_is_stored_count() -> None:
    data = Parquet().encode(pa.table({"a": pa.nulls(100_000, pa.int8())}))
    assert len(data) < 10_000
    Parquet().open(data, Limits(maxDecodedBytes=800_000, maxExpansion=0))
    with pytest.raises(LimitError, match="found 100000 rows"):
        Parquet().open(data, Limits(maxDecodedBytes=799_999, maxExpansion=0))
