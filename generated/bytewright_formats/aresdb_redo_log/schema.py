# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""AresDB redo log: the Arrow schema of each view.

Generated from specs/aresdb/aresdb_redo_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

ROWS = pa.schema(
    [
        pa.field("batch", pa.int32(), nullable=False),
        pa.field("row", pa.int32(), nullable=False),
        pa.field("arrival_time", pa.timestamp("us", tz="UTC"), nullable=False),
    ]
)
"""View ``rows``: the columns that every file has; those that columns names follow."""

COLUMNS = pa.schema(
    [
        pa.field("batch", pa.int32(), nullable=False),
        pa.field("position", pa.int32(), nullable=False),
        pa.field("column_id", pa.int32(), nullable=False),
        pa.field("type", pa.string(), nullable=False),
        pa.field("data_mode", pa.string(), nullable=False),
        pa.field("update_mode", pa.string(), nullable=False),
        pa.field("num_rows", pa.int32(), nullable=False),
    ]
)
"""View ``columns``."""

BATCHES = pa.schema(
    [
        pa.field("batch", pa.int32(), nullable=False),
        pa.field("arrival_time", pa.timestamp("us", tz="UTC"), nullable=False),
        pa.field("num_rows", pa.int32(), nullable=False),
        pa.field("num_columns", pa.int32(), nullable=False),
    ]
)
"""View ``batches``."""


def schema(view: str = "rows", path: Any = None, **options: Any) -> pa.Schema:
    """The Arrow schema of a view.

    Args:
        view: name of the view.
        path: the file or files whose columns are meant, where files name columns themselves.
        **options: options of the format.

    Raises:
        OptionError: there is no such view or option.
    """
    from bytewright.generated_api.schema import schema_of

    return schema_of("aresdb_redo_log", view, path, options)
