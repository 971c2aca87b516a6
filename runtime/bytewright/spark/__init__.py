"""Bytewright in Spark: formats as data sources, bulk ingestion, and what was passed over (`damage`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bytewright.spark.bad_records import damage

__all__ = ["damage"]


def __getattr__(name: str) -> Any:
    # Spark imports this package wherever it looks for sources, and it must be cheap.
    if name == "damage":
        from bytewright.spark.bad_records import damage

        return damage
    raise AttributeError(f"module 'bytewright.spark' has no attribute {name!r}")
