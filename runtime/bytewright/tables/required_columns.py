"""Columns in which rows must have a value, as an option says: those that identify rows of a table, say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import pyarrow as pa

from bytewright.arrow.normalize import Batches
from bytewright.codec.settings import Settings
from bytewright.errors import WriteError
from bytewright.schema.view import View
from bytewright.views.evaluate.layout import PivotColumn, given_columns, layout_of, pivot_of


def required_of(view: View, settings: Settings) -> Mapping[str, str]:
    """The columns by name, with what each is."""
    pivot = pivot_of(view)
    given = (given_columns(pivot, settings) if pivot is not None else None) or ()
    reasons = {column.key: column.required for column in given if column.required}
    if not reasons:
        return {}
    columns = (column for column in layout_of(view, settings).columns if isinstance(column, PivotColumn))
    return {column.name: reasons[column.key] for column in columns if column.key in reasons}


def checked(schema: pa.Schema, batches: Batches, view: View, settings: Settings) -> Batches:
    """The same rows; one that lacks a value is an error when it is come to.

    Raises:
        WriteError: there is no such column.
    """
    required = required_of(view, settings)
    if not required:
        return batches
    absent = next((name for name in required if name not in schema.names), None)
    if absent is not None:
        found = ", ".join(schema.names)
        raise WriteError("columns of rows", expected=f"{absent}, {required[absent]}", found=found)

    def rows() -> Iterator[pa.RecordBatch]:
        first = 0
        for batch in batches():
            for name, reason in required.items():
                column = batch.column(name)
                if column.null_count:
                    row = first + int(np.flatnonzero(column.is_null().to_numpy(zero_copy_only=False))[0])
                    raise WriteError(field=f"rows[{row}].{name}", expected=f"a value, as it is {reason}", found="null")
            yield batch
            first += batch.num_rows

    return rows
