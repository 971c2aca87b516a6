"""Batches of which nothing but their rows may be known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa


def batch_of(arrays: Sequence[pa.Array[Any]], schema: pa.Schema, rows: int) -> pa.RecordBatch:
    """A batch of columns; one without any has its rows all the same.

    Args:
        arrays: the columns.
        schema: theirs.
        rows: how many each of them has.
    """
    if arrays:
        return pa.RecordBatch.from_arrays([*arrays], schema=schema)
    empty: Any = pa.StructArray.from_buffers(pa.struct([]), rows, [None])
    return pa.RecordBatch.from_struct_array(empty)
