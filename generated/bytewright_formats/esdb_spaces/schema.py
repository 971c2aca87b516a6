# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""ESDB with spaces: the Arrow schema of each view.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

EVENTS = pa.schema(
    [
        pa.field("block", pa.string(), nullable=False),
        pa.field("grouping", pa.string(), nullable=False),
        pa.field("position", pa.int32(), nullable=False),
        pa.field("timestamp", pa.int64()),
        pa.field("data", pa.binary(), nullable=False),
        pa.field(
            "links",
            pa.list_(
                pa.field(
                    "element",
                    pa.struct(
                        [
                            pa.field("index", pa.string(), nullable=False),
                            pa.field("previous", pa.int64(), nullable=False),
                            pa.field("next", pa.int64(), nullable=False),
                        ]
                    ),
                    nullable=False,
                )
            ),
            nullable=False,
        ),
    ]
)
"""View ``events``."""

INDEX_EVENTS = pa.schema(
    [
        pa.field("block", pa.string(), nullable=False),
        pa.field("index", pa.string(), nullable=False),
        pa.field("position", pa.int32(), nullable=False),
        pa.field("timestamp", pa.int64()),
        pa.field("data", pa.binary(), nullable=False),
    ]
)
"""View ``index_events``."""

SECTIONS = pa.schema(
    [
        pa.field("block", pa.string(), nullable=False),
        pa.field("name", pa.string(), nullable=False),
        pa.field("is_grouping", pa.bool_(), nullable=False),
        pa.field("offset", pa.int64(), nullable=False),
        pa.field("length", pa.int64(), nullable=False),
    ]
)
"""View ``sections``."""

REFERENCES = pa.schema(
    [
        pa.field("block", pa.string(), nullable=False),
        pa.field("index", pa.string(), nullable=False),
        pa.field("position", pa.int32(), nullable=False),
        pa.field("chunk", pa.int64(), nullable=False),
        pa.field("offset", pa.int32(), nullable=False),
        pa.field("timestamp", pa.int64()),
        pa.field("data", pa.binary(), nullable=False),
    ]
)
"""View ``references``."""

BLOCKS = pa.schema(
    [
        pa.field("block", pa.string(), nullable=False),
        pa.field("offset", pa.int64(), nullable=False),
        pa.field("length", pa.int64(), nullable=False),
        pa.field("groupings", pa.int32(), nullable=False),
        pa.field("indexes", pa.int32(), nullable=False),
    ]
)
"""View ``blocks``."""


def schema(view: str = "events", path: Any = None, **options: Any) -> pa.Schema:
    """The Arrow schema of a view.

    Args:
        view: name of the view.
        path: the file or files whose columns are meant, where files name columns themselves.
        **options: options of the format.

    Raises:
        OptionError: there is no such view or option.
    """
    from bytewright.generated_api.schema import schema_of

    return schema_of("esdb_spaces", view, path, options)
