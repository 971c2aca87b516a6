# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""AresDB redo log: bytes → objects.

Generated from specs/aresdb/aresdb_redo_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Span, Struct

from ..aresdb_upsert_batch.reader import read_aresdb_upsert_batch
from .model import AresdbRedoLog, Batch


def begin_aresdb_redo_log(io: Cursor) -> AresdbRedoLog:
    """Read what precedes the ``batches`` of a file."""
    self = AresdbRedoLog._begin(io, None, "", None)
    at = self._at
    field = 0
    try:
        first = io.at
        self.magic = rt.check_contents(io, b"\xed\xfe\xda\xad")
        at[0] = Span(first, io.at)
        self.batches = []
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def batches_of(io: Cursor, self: AresdbRedoLog, index: int = 0) -> Iterator[Any]:
    """Read the records one by one, the first as number ``index``; each is complete and checked when it comes."""
    field = 1
    try:
        while not io.eof:
            _index = index
            item = read_batch(io, self, "batches", index)
            yield item
            index += 1
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_aresdb_redo_log(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> AresdbRedoLog:
    """Read a whole ``aresdb_redo_log``."""
    self = begin_aresdb_redo_log(io)
    self._parent, self._field, self._index = parent, name, index
    items = self.batches
    edges = [io.at]
    self._at[1] = Edges(edges)
    for item in batches_of(io, self):
        items.append(item)
        edges.append(io.at)
    return self


MARKS_OF_BATCH: tuple[Any, ...] = (0, 1)


def read_batch(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Batch:
    """Read a ``batch``."""
    marks: list[Any] = [MARKS_OF_BATCH, io.at]
    self: Batch = rt.begin(Batch, io, parent, name, index, marks)
    field = 0
    try:
        self.len_body = io.u4le()
        marks.append(io.at)
        value = self.len_body
        if value < 32:
            raise rt.invalid_value(self, 0, "at least 32", value)

        field = 1
        inner = io.sub(rt.check_size(io, self.len_body, self, 0))
        self.body = read_aresdb_upsert_batch(inner, self, "body", None)
        rt.finish_structure(inner, self.body)
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self
