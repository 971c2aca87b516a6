"""Sorted string table: the views.

Generated from specs/esdb/sstable.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.schema.view import View

ROWS = View(
    name="rows",
    default=True,
    doc="The file as one row.",
    columns=(),
)

VIEWS = (ROWS,)
"""All views, the default one first."""
