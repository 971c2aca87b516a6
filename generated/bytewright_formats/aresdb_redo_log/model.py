"""AresDB redo log: the model.

The log that AresDB replays after a restart: a magic number, once per file, then upsert batches, each behind its size
in bytes. There is no footer, count or checksum; a file of only the magic is valid and holds no batches.

Generated from specs/aresdb/aresdb_redo_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as AnySequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from bytewright.generated_api.model import Field, Struct

from ..aresdb_upsert_batch.model import AresdbUpsertBatch


@dataclass(slots=True, kw_only=True)
class AresdbRedoLog(Struct):
    """The log that AresDB replays after a restart: a magic number, once per file, then upsert batches, each behind its size
    in bytes. There is no footer, count or checksum; a file of only the magic is valid and holds no batches."""

    TYPE: ClassVar[str] = "aresdb_redo_log"

    batches: list[Batch]
    """The batches, in the order in which they arrived."""
    magic: bytes = field(init=False, default=None)  # type: ignore[assignment]
    """0xADDAFEED, little-endian. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            batches: AnySequence[Batch | Mapping[str, Any]],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Batch(Struct):
    """One upsert batch behind its size."""

    TYPE: ClassVar[str] = "aresdb_redo_log::batch"

    body: AresdbUpsertBatch
    len_body: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of the body in bytes. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            body: AresdbUpsertBatch | Mapping[str, Any],
        ) -> None: ...


# Which entries the structures have; they name each other, so it is said when all are there.
AresdbRedoLog.FIELDS = (
    Field("magic", "magic", "bytes", derived=True),
    Field("batches", "batches", "struct", repeated=True, struct=Batch),
)
Batch.FIELDS = (
    Field("len_body", "len_body", "u4le", derived=True),
    Field("body", "body", "struct", always=True, stream="own", struct=AresdbUpsertBatch),
)
