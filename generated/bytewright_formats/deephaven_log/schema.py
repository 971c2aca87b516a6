# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Deephaven intraday binary log: the Arrow schema of each view.

Generated from specs/deephaven/deephaven_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

ROWS = pa.schema([])
"""View ``rows``: the columns that every file has; those that columns names follow."""

SETS = pa.schema(
    [
        pa.field("record_offset", pa.int64(), nullable=False),
        pa.field("record_end", pa.int64(), nullable=False),
        pa.field("record_flags", pa.int16(), nullable=False),
    ]
)
"""View ``sets``: the columns that every file has; those that columns names follow."""

RECORDS = pa.schema(
    [
        pa.field("offset", pa.int64(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("flags", pa.int16(), nullable=False),
        pa.field("start_of_set", pa.bool_(), nullable=False),
        pa.field("end_of_set", pa.bool_(), nullable=False),
        pa.field("type", pa.int32()),
        pa.field("version", pa.int32()),
        pa.field("command", pa.int32()),
        pa.field("data", pa.binary()),
    ]
)
"""View ``records``."""

COMMANDS = pa.schema(
    [
        pa.field("offset", pa.int64(), nullable=False),
        pa.field("end", pa.int64(), nullable=False),
        pa.field("type", pa.int32()),
        pa.field("version", pa.int32()),
        pa.field("command", pa.int32()),
        pa.field("data", pa.binary()),
    ]
)
"""View ``commands``."""

COLUMNS = pa.schema(
    [
        pa.field("position", pa.int32(), nullable=False),
        pa.field("name", pa.string(), nullable=False),
        pa.field("type", pa.string(), nullable=False),
        pa.field("constant", pa.bool_(), nullable=False),
        pa.field("encoding", pa.string()),
        pa.field("enum_values", pa.list_(pa.field("element", pa.string()))),
    ]
)
"""View ``columns``."""

HEADER = pa.schema(
    [
        pa.field("version", pa.int32(), nullable=False),
        pa.field("application_version", pa.int64(), nullable=False),
        pa.field("length", pa.int32(), nullable=False),
        pa.field("num_columns", pa.int32(), nullable=False),
        pa.field("num_constants", pa.int32(), nullable=False),
    ]
)
"""View ``header``."""


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

    return schema_of("deephaven_log", view, path, options)
