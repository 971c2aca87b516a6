"""Bytewright in Spark: formats as data sources and in SQL (`register`), bulk ingestion, and what was passed over
(`damage`)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from bytewright.spark.process.closed_pipes import print_no_closed_pipes

if TYPE_CHECKING:
    from bytewright.spark.bad_records import damage
    from bytewright.spark.functions import register

__all__ = ["damage", "register"]

_HOMES = {"damage": "bad_records", "register": "functions"}

print_no_closed_pipes()  # all that workers unpickle lies in this package


def __getattr__(name: str) -> Any:
    # Spark imports this package wherever it looks for sources, and it must be cheap.
    if name in _HOMES:
        return getattr(import_module(f"bytewright.spark.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'bytewright.spark' has no attribute {name!r}")
