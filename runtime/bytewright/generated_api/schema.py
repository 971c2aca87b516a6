"""What generated schemas (`schema.py`) ask."""

from bytewright.tables.table import schema_of

__all__ = [
    "schema_of",
]
