"""Bytewright: declarations of binary formats → Python objects, Arrow columns, Spark tables.

``bytewright.open`` reads files of any installed format as a table, ``bytewright.sql`` queries them; each format's
package (``bytewright_formats.<name>``) has its typed model, ``parse`` and ``write``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bytewright.query import sql
    from bytewright.table import Table, open

__all__ = ["Table", "open", "sql"]


def __getattr__(name: str) -> Any:
    # Arrow takes a while to import, and half of the commands and of the users of models do without it.
    if name == "sql":
        from bytewright.query import sql

        return sql
    if name in __all__:
        from bytewright import table

        return getattr(table, name)
    raise AttributeError(f"module 'bytewright' has no attribute {name!r}")
