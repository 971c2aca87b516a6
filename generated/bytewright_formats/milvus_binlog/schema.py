# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Milvus binlog: the Arrow schema of each view.

Generated from specs/milvus/milvus_binlog.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

ROWS = pa.schema(
    [
        pa.field("event", pa.int32(), nullable=False),
        pa.field("event_type", pa.string(), nullable=False),
        pa.field("row", pa.int32(), nullable=False),
    ]
)
"""View ``rows``: the columns that every file has; those that the payload names follow."""

EVENTS = pa.schema(
    [
        pa.field("event", pa.int32(), nullable=False),
        pa.field("offset", pa.int64(), nullable=False),
        pa.field("event_type", pa.string(), nullable=False),
        pa.field("timestamp", pa.int64(), nullable=False),
        pa.field("time", pa.timestamp("us", tz="UTC"), nullable=False),
        pa.field("event_length", pa.int32(), nullable=False),
        pa.field("next_position", pa.int32(), nullable=False),
        pa.field("start_timestamp", pa.int64(), nullable=False),
        pa.field("end_timestamp", pa.int64(), nullable=False),
        pa.field("payload_size", pa.int32()),
    ]
)
"""View ``events``."""

DESCRIPTOR = pa.schema(
    [
        pa.field("layout", pa.string(), nullable=False),
        pa.field("collection_id", pa.int64(), nullable=False),
        pa.field("partition_id", pa.int64(), nullable=False),
        pa.field("segment_id", pa.int64(), nullable=False),
        pa.field("field_id", pa.int64()),
        pa.field("payload_data_type", pa.int32(), nullable=False),
        pa.field("start_timestamp", pa.int64(), nullable=False),
        pa.field("end_timestamp", pa.int64(), nullable=False),
        pa.field("extras", pa.string()),
    ]
)
"""View ``descriptor``."""


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

    return schema_of("milvus_binlog", view, path, options)
