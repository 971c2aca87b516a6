# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""AresDB redo log: bytes → objects of which each field is read when it is first asked for.

Generated from specs/aresdb/aresdb_redo_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor

from ..aresdb_upsert_batch.access import view_aresdb_upsert_batch
from .model import AresdbRedoLog, Batch

view_aresdb_redo_log: rt.View = rt.View(
    AresdbRedoLog,
    rt.Part(0, "magic", lambda io, self: rt.check_contents(io, b"\xed\xfe\xda\xad"), size=4),
    rt.Part(1, "batches", lambda io, self, _index: view_batch(io, self, "batches", _index), repeat="eos", inline=True),
)


def check_len_body_of_batch(io: Cursor, self: Batch) -> None:
    """Check the ``len_body`` of a ``batch``."""
    value = self.len_body
    if value < 32:
        raise rt.invalid_value(self, 0, "at least 32", value)


view_batch: rt.View = rt.View(
    Batch,
    rt.Part(0, "len_body", lambda io, self: io.u4le(), size=4, check=check_len_body_of_batch),
    rt.Part(
        1,
        "body",
        lambda io, self, size: view_aresdb_upsert_batch(rt.cut(io, size), self, "body", None),
        size=lambda io, self: (self.len_body, self, 0),
    ),
)


VIEWS: dict[str, Callable[..., Any]] = {
    "aresdb_redo_log": view_aresdb_redo_log,
    "aresdb_redo_log::batch": view_batch,
}
"""What leaves the fields of a structure to whoever asks for them, by type; some types are read at once."""
