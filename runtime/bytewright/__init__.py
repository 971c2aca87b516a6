"""Bytewright: declarations of binary formats → Python objects, Arrow columns, Spark tables.

``bytewright.open`` reads files of any installed format as a table, ``bytewright.write`` writes one; each format's
package (``bytewright_formats.<name>``) has its typed model, ``parse`` and ``write``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bytewright.table import Table, open
    from bytewright.writing import Written, write

__all__ = ["Table", "Written", "open", "write"]


def __getattr__(name: str) -> Any:
    # Arrow takes a while to import, and half of the commands and of the users of models do without it.
    if name in __all__:
        from bytewright import table, writing

        return getattr(writing if name in ("Written", "write") else table, name)
    raise AttributeError(f"module 'bytewright' has no attribute {name!r}")
