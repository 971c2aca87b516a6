"""For code beside specs: what its functions take, and give, where they work on columns (docs/language.md)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bytewright.arrow.buffers import places_array
    from bytewright.columnar.encode.containers.batches import Container, ContainerBatch, LayoutGroup
    from bytewright.columnar.encode.hash_fields import HashField
    from bytewright.columnar.encode.list_columns import ListColumns
    from bytewright.schema.pivots import PivotSchema
    from bytewright.schema.table_codecs import TableCodec

__all__ = [
    "Container",
    "ContainerBatch",
    "HashField",
    "LayoutGroup",
    "ListColumns",
    "PivotSchema",
    "TableCodec",
    "places_array",
]

_HOMES = {
    "LayoutGroup": "columnar.encode.containers.batches",
    "ContainerBatch": "columnar.encode.containers.batches",
    "HashField": "columnar.encode.hash_fields",
    "ListColumns": "columnar.encode.list_columns",
    "PivotSchema": "schema.pivots",
    "TableCodec": "schema.table_codecs",
    "Container": "columnar.encode.containers.batches",
    "places_array": "arrow.buffers",
}


def __getattr__(name: str) -> Any:
    # A codec that names columns in its options only does without the encoders.
    if name in _HOMES:
        return getattr(import_module(f"bytewright.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'bytewright.columns' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
