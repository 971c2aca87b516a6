# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""FiloDB RecordContainer (BinaryRecord v2): the Arrow schema of each view.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

RECORDS = pa.schema(
    [
        pa.field("container", pa.int32(), nullable=False),
        pa.field("record", pa.int32(), nullable=False),
        pa.field("container_time", pa.timestamp("us", tz="UTC"), nullable=False),
        pa.field("schema_id", pa.int32()),
        pa.field("schema", pa.string()),
        pa.field("partition_hash", pa.int32()),
    ]
)
"""View ``records``: the columns that every file has; those that _.body.schema.columns names follow."""

CONTAINERS = pa.schema(
    [
        pa.field("container", pa.int32(), nullable=False),
        pa.field("offset", pa.int64(), nullable=False),
        pa.field("num_bytes", pa.int32(), nullable=False),
        pa.field("version", pa.int16(), nullable=False),
        pa.field("container_time", pa.timestamp("us", tz="UTC"), nullable=False),
        pa.field("records", pa.int32(), nullable=False),
    ]
)
"""View ``containers``."""


def schema(view: str = "records", path: Any = None, **options: Any) -> pa.Schema:
    """The Arrow schema of a view.

    Args:
        view: name of the view.
        path: the file or files whose columns are meant, where files name columns themselves.
        **options: options of the format.

    Raises:
        OptionError: there is no such view or option.
    """
    from bytewright.generated_api.schema import schema_of

    return schema_of("filodb_container", view, path, options)
