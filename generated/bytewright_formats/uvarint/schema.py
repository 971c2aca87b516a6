# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Unsigned LEB128 integer: the Arrow schema of each view.

Generated from specs/common/uvarint.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

ROWS = pa.schema(
    [
        pa.field("has_next", pa.bool_(), nullable=False),
        pa.field("low", pa.int16(), nullable=False),
        pa.field("value", pa.decimal128(20, 0), nullable=False),
    ]
)
"""View ``rows``."""


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

    return schema_of("uvarint", view, path, options)
