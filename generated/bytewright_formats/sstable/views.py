"""Sorted string table: the views.

Generated from specs/esdb/sstable.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import views as rt

ROWS = rt.View(
    name="rows",
    default=True,
    doc="The file as one row.",
    columns=(),
)

VIEWS = (ROWS,)
"""All views, the default one first."""
