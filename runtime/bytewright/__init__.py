"""Bytewright: declarations of binary formats → Python objects, Arrow columns, Spark tables.

``bytewright.open`` reads files of any installed format as a table, ``bytewright.write`` writes one,
``bytewright.append`` lets one grow, ``bytewright.sql`` queries them; each format's package
(``bytewright_formats.<name>``) has its typed model, ``parse`` and ``write``, as has the codec that ``bytewright.load``
makes of the spec at a path.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bytewright import errors, limits
    from bytewright.codec.registry import load
    from bytewright.codec.viewing import bytes_of, view_of
    from bytewright.tables.append.appender import Appender, append
    from bytewright.tables.indexes.building import Indexed, index
    from bytewright.tables.opening import open, splits
    from bytewright.tables.sql.session import Session, sql
    from bytewright.tables.table import Table
    from bytewright.tables.write import write
    from bytewright.tables.write_job import Written
    from bytewright.views.evaluate.bad_records import damage

__all__ = [
    "Appender",
    "Indexed",
    "Session",
    "Table",
    "Written",
    "append",
    "bytes_of",
    "damage",
    "errors",
    "index",
    "limits",
    "load",
    "open",
    "splits",
    "sql",
    "view_of",
    "write",
]

_HOMES = {
    "Appender": "tables.append.appender",
    "Indexed": "tables.indexes.building",
    "Session": "tables.sql.session",
    "Table": "tables.table",
    "Written": "tables.write_job",
    "append": "tables.append.appender",
    "bytes_of": "codec.viewing",
    "damage": "views.evaluate.bad_records",
    "index": "tables.indexes.building",
    "load": "codec.registry",
    "open": "tables.opening",
    "splits": "tables.opening",
    "sql": "tables.sql.session",
    "view_of": "codec.viewing",
    "write": "tables.write",
}


def __getattr__(name: str) -> Any:
    # Arrow takes a while to import, and half of the commands and of the users of models do without it.
    if name in _HOMES:
        return getattr(import_module(f"bytewright.{_HOMES[name]}"), name)
    if name in __all__:
        return import_module(f"bytewright.{name}")
    raise AttributeError(f"module 'bytewright' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
