"""A writer: events in any order become a file, of which only some are in memory."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any

import pyarrow as pa
from pyarrow import compute

from bytewright.errors import WriteError, shown
from bytewright.tables.write import write_document
from bytewright_pipelines.esdb.formats import ADDED, Spec, format_of
from bytewright_pipelines.esdb.sorting import SortedEvents

pc: Any = compute  # the stubs know too little of arrays of unknown types

MEMORY = 64 << 20
"""Bytes of events that wait in memory, at most."""
_WAITING = 4096
"""Events that wait for more before they become columns."""

Indexes = str | Sequence[str] | Mapping[str, str]
"""The indexes of an event: a name, several, or values by name (``{"type": "click"}`` is ``type:click``)."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A file that has been written.

    Attributes:
        path: the file.
        blocks: how many blocks it has.
        events: how many events.
    """

    path: str
    blocks: int
    events: int


class Writer:
    """Writes a file of events, which are added in any order.

        with Writer("events.esdb", "esdb_spaces") as writer:
            writer.add("2026-05", 1_777_800_000, b"signed up", grouping="ada", indexes={"type": "account"})

    Blocks lie in the order of their ids, groupings and indexes in each in that of their names, events in these in the
    order of their times, equal ones as they were added. The file appears under its name when `finish` has written it.

    Args:
        path: the file.
        spec: which format it has.
        memory: bytes of events that wait in memory, at most; others wait in a temporary file. A block is made at
            once: its events are in memory then, too.

    Raises:
        OptionError: there is no such format.
    """

    def __init__(self, path: str | os.PathLike[str], spec: Spec = "esdb", *, memory: int = MEMORY) -> None:
        self._path = os.fspath(path)
        self._format = format_of(spec)
        self._events = SortedEvents(memory)
        self._rows: list[tuple[str, int, bytes, str, list[str]]] = []
        self._size, self._memory = 0, memory
        self._closed = False

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is None and not self._closed:
            self.finish()
        self.close()

    def add(
        self, block: str, timestamp: int, data: bytes | bytearray | memoryview, grouping: str, indexes: Indexes = ()
    ) -> None:
        """Add an event.

        Args:
            block: id of the block, or the space, that it is in.
            timestamp: when it happened. The format ``esdb`` stores only the order; ``esdb_spaces`` its low 32 bits.
            data: the event.
            grouping: name of the grouping that it is in.
            indexes: names of the indexes that it is in; in ``esdb_spaces`` each has a colon and a value.

        Raises:
            WriteError: a value is none that can be stored, or the writer is finished. Nothing is added.
        """
        self._open()
        names = self._names(indexes)
        self._check_count(names)
        _check_text("block", block)
        _check_text("grouping", grouping)
        if not block:
            raise WriteError("block", expected="an id", found="''")
        _check_time(timestamp)
        _check_data(data)
        self._rows.append((block, timestamp, bytes(data), grouping, names))
        self._size += len(data)
        if len(self._rows) >= _WAITING or self._size > self._memory:
            self._flush()

    def add_table(self, rows: pa.Table | pa.RecordBatch) -> None:
        """Add events: the columns ``block``, ``timestamp``, ``data``, ``grouping`` and ``indexes``.

        Raises:
            WriteError: a column is missing, is none of these, or has nulls, which are no indexes in ``indexes`` and an
                error elsewhere; a block or an index has no name; an event is in more indexes than the format can say;
                the writer is finished. Nothing is added.
        """
        self._open()
        table = rows if isinstance(rows, pa.Table) else pa.Table.from_batches([rows])
        if sorted(table.column_names) != sorted(ADDED.names):
            raise WriteError("columns", expected=", ".join(ADDED.names), found=", ".join(table.column_names))
        try:
            table = table.select(ADDED.names).cast(ADDED)
        except (pa.ArrowException, ValueError) as error:
            raise WriteError(f"the events are none: {str(error).splitlines()[0]}") from None
        self._check(table)
        self._flush()
        for batch in table.to_batches():
            self._events.add(batch)

    def finish(self) -> Finished:
        """Write the file; nothing can be added any more.

        Raises:
            WriteError: an event can't be stored, or the writer is finished.
        """
        self._open()
        try:
            self._flush()
            blocks = self._events.blocks()
            document = self._format.document({name: partial(self._events.of, name) for name in blocks})
            write_document(document, self._path, self._format.codec)
            return Finished(self._path, len(blocks), self._events.count)
        finally:
            self.close()

    def close(self) -> None:
        """Let go of what has been added; without `finish` there is no file."""
        self._closed = True
        self._rows = []
        self._events.close()

    def _open(self) -> None:
        if self._closed:
            raise WriteError("the writer", expected="one that isn't finished", found="one that is")

    def _names(self, indexes: Indexes) -> list[str]:
        if isinstance(indexes, Mapping):
            names = [f"{name}:{value}" for name, value in indexes.items()]
        else:
            if not isinstance(indexes, Iterable):
                raise WriteError("indexes", expected="names", found=shown(indexes))
            names = [indexes] if isinstance(indexes, str) else list(indexes)
        for name in names:
            _check_text("indexes", name)
            if self._format.stores_times and ":" not in name:
                raise WriteError("indexes", expected="a name, a colon and a value", found=repr(name))
        return names

    def _check(self, table: pa.Table) -> None:
        """Check that each event has a time, data and a grouping, and the names in columns."""
        for column in ("timestamp", "data", "grouping"):
            if table[column].null_count:
                raise WriteError(column, expected="a value in each row", found="null")
        for block in table["block"].unique().to_pylist():
            if not block:
                raise WriteError("block", expected="an id", found=repr(block))
        indexes: Any = table["indexes"]
        names: Any = pa.chunked_array([chunk.flatten() for chunk in indexes.chunks], pa.string()).unique()
        self._names(names.to_pylist())
        most = self._format.most_indexes
        if most is not None:
            for some in indexes.filter(pc.greater(pc.list_value_length(indexes), most)).to_pylist():
                self._check_count(some)

    def _check_count(self, names: Sequence[str]) -> None:
        """Check that an event is in no more indexes than the format can say; one that is named twice is one."""
        most, count = self._format.most_indexes, len(set(names))
        if most is not None and count > most:
            raise WriteError("indexes", expected=f"at most {most}", found=str(count))

    def _flush(self) -> None:
        """Make columns of the events that wait."""
        if self._rows:
            columns = [
                pa.array(list(values), field.type)
                for values, field in zip(zip(*self._rows, strict=True), ADDED, strict=True)
            ]
            self._rows, self._size = [], 0
            self._events.add(pa.RecordBatch.from_arrays(columns, schema=ADDED))


def _check_time(value: Any) -> None:
    if not isinstance(value, int) or not -(1 << 63) <= value < 1 << 63:
        raise WriteError("timestamp", expected="an integer of 64 bits", found=repr(value))


def _check_data(value: Any) -> None:
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise WriteError("data", expected="bytes", found=repr(value))


def _check_text(what: str, text: Any) -> None:
    if not isinstance(text, str):
        raise WriteError(what, expected="text", found=repr(text))
    try:
        text.encode()
    except UnicodeEncodeError:
        raise WriteError(what, expected="text that UTF-8 has", found=repr(text)) from None
