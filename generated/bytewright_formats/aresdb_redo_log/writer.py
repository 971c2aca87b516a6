# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""AresDB redo log: objects → bytes.

``derive_…`` finds what follows from what a user sets; ``emit_…`` writes. Sizes and places are known only while that happens.

Generated from specs/aresdb/aresdb_redo_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import writer as rt
from bytewright.generated_api.writer import Output

from ..aresdb_upsert_batch.writer import derive_aresdb_upsert_batch, emit_aresdb_upsert_batch
from .model import AresdbRedoLog, Batch


def derive_aresdb_redo_log(self: AresdbRedoLog, out: Output) -> None:
    """Find what follows from the rest of a ``aresdb_redo_log``."""
    rt.derive_constant(self, 0, out, b"\xed\xfe\xda\xad")
    if self.batches is not None:
        for _index, item in enumerate(self.batches):
            derive_batch(item, out)


def emit_aresdb_redo_log(self: AresdbRedoLog, out: Output) -> None:
    """Write a ``aresdb_redo_log``."""
    out.begin(self)
    out.raw(self.magic, self, 0)

    values = rt.check_list(self, 1, or_none=True)
    last = None
    for _index, item in enumerate(values):
        last = out.bits_pos
        emit_batch(item, out)

    out.listed_to_end(self, 1, last)


def derive_batch(self: Batch, out: Output) -> None:
    """Find what follows from the rest of a ``batch``."""
    rt.reserve_value(self, 0, out)
    if self.body is not None:
        item = self.body
        derive_aresdb_upsert_batch(item, out)


def emit_batch(self: Batch, out: Output) -> None:
    """Write a ``batch``."""
    out.begin(self)
    out.must(lambda value, _index: value < 32, self, 0, "at least 32")
    out.later("u4le", self, 0)

    rt.check_present(self, 1)
    item = self.body
    mark = out.enter()
    emit_aresdb_upsert_batch(item, out)
    out.tail(item)
    size = out.leave(mark)
    out.solve(self, 0, size)
    out.expect(lambda: self.len_body, size, self, 1)
