# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""AresDB redo log: bytes → objects of which each field is read when it is first asked for.

Generated from specs/aresdb/aresdb_redo_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Span, Struct

from ..aresdb_upsert_batch.access import view_aresdb_upsert_batch
from .model import AresdbRedoLog, Batch


def view_aresdb_redo_log(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> AresdbRedoLog:
    """Leave the fields of a ``aresdb_redo_log`` to whoever asks for them."""
    self = AresdbRedoLog._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_ARESDB_REDO_LOG)
    return self


def read_magic_of_aresdb_redo_log(io: Cursor, self: AresdbRedoLog) -> None:
    """Read the ``magic`` of a ``aresdb_redo_log``."""
    at = self._at
    field = 0
    try:
        self.magic = None
        first = io.at
        self.magic = rt.check_contents(io, b"\xed\xfe\xda\xad")
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_batches_of_aresdb_redo_log(io: Cursor, self: AresdbRedoLog) -> None:
    """Read the ``batches`` of a ``aresdb_redo_log``."""
    at = self._at
    field = 1
    try:
        self.batches = None
        items = self.batches = []
        edges = [io.at]
        at[1] = Edges(edges)
        while not io.eof:
            _index = len(items)
            item = rt.behind(view_batch)(io, self, "batches", _index)
            items.append(item)
            edges.append(io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_ARESDB_REDO_LOG: tuple[rt.Part, ...] = (
    rt.Part(0, "magic", read_magic_of_aresdb_redo_log, size=4),
    rt.Part(1, "batches", read_batches_of_aresdb_redo_log),
)


def view_batch(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Batch:
    """Leave the fields of a ``batch`` to whoever asks for them."""
    self = Batch._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_BATCH)
    return self


def read_len_body_of_batch(io: Cursor, self: Batch) -> None:
    """Read the ``len_body`` of a ``batch``."""
    at = self._at
    field = 0
    try:
        self.len_body = None
        first = io.at
        self.len_body = io.u4le()
        at[0] = Span(first, io.at)
        value = self.len_body
        if value < 32:
            raise rt.invalid_value(self, 0, "at least 32", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_body_of_batch(io: Cursor, self: Batch) -> None:
    """Read the ``body`` of a ``batch``."""
    at = self._at
    field = 1
    try:
        self.body = None
        first = io.at
        inner = io.sub(rt.check_size(io, self.len_body, self, 0))
        self.body = view_aresdb_upsert_batch(inner, self, "body", None)
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_body_of_batch(io: Cursor, self: Batch) -> bool:
    """Pass over the ``body`` of a ``batch``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self.len_body, self, 0))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


PARTS_OF_BATCH: tuple[rt.Part, ...] = (
    rt.Part(0, "len_body", read_len_body_of_batch, size=4),
    rt.Part(1, "body", read_body_of_batch, pass_over=pass_body_of_batch),
)


VIEWS: dict[str, Callable[..., Any]] = {
    "aresdb_redo_log": view_aresdb_redo_log,
    "aresdb_redo_log::batch": view_batch,
}
"""What leaves the fields of a structure to whoever asks for them, by type; some types are read at once."""
