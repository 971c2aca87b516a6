"""What generated schemas (`schema.py`) ask."""

from bytewright.tables.opening import schema_of

__all__ = [
    "schema_of",
]
