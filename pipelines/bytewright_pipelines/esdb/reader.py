"""A file of events that stays open: blocks, groupings and indexes by name, either way in time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import pyarrow as pa

import bytewright
from bytewright.arrow.backwards import is_backwards
from bytewright.errors import OptionError, ReadError
from bytewright.tables.table import Table
from bytewright_pipelines.esdb.formats import FORMATS, Order, Spec, format_of


class Event(NamedTuple):
    """An event.

    Attributes:
        block: id of its block.
        timestamp: when it happened; None: the format doesn't store that.
        data: what it says.
    """

    block: str
    timestamp: int | None
    data: bytes


class Events:
    """Events that are read when they are asked for, each time anew; go through them, or take them as Arrow's.

    Args:
        schema: their columns.
        read: reads them.
    """

    def __init__(self, schema: pa.Schema, read: Any) -> None:
        self.schema = schema
        self._read = read

    def to_batches(self) -> Iterator[pa.RecordBatch]:
        """The events, batch by batch.

        Raises:
            ReadError: the file is bad.
        """
        yield from self._read()

    def to_table(self) -> pa.Table:
        """All of them; see `to_batches`."""
        return pa.Table.from_batches(list(self.to_batches()), self.schema)

    def __iter__(self) -> Iterator[Event]:
        for batch in self.to_batches():
            columns = [batch[name].to_pylist() for name in Event._fields]
            yield from map(Event._make, zip(*columns, strict=True))


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a file.

    Attributes:
        id: its id.
        length: its size in bytes.
    """

    db: Db
    id: str
    length: int

    def scan(self, grouping: str, *, order: Order = "asc", limit: int | None = None) -> Events:
        """The events of a grouping; see `Db.scan`."""
        return self.db.scan(grouping, block=self.id, order=order, limit=limit)

    def scan_index(self, index: str, *, order: Order = "asc", limit: int | None = None) -> Events:
        """The events of an index; see `Db.scan_index`."""
        return self.db.scan_index(index, block=self.id, order=order, limit=limit)


class Db:
    """A file of events.

        db = Db("events.esdb")
        for event in db.find("2026-05").scan_index("type:page", order="desc", limit=10):
            print(event.timestamp, event.data)

    What leads to events stays in memory, within bounds, from one question to the next. Several threads may ask.

    Args:
        path: the file.
        spec: its format; None: that which its first block is of.

    Attributes:
        spec: its format.

    Raises:
        OptionError: there is no such format.
        ReadError: the file is of neither format.
        InputMissingError: it isn't there.
    """

    def __init__(self, path: str | os.PathLike[str], spec: Spec | None = None) -> None:
        self._path = os.fspath(path)
        self.spec: Spec = _spec_of(self._path) if spec is None else spec
        self._format = format_of(self.spec)
        self._blocks = self._open("blocks", ["block", "offset", "length"])
        self._grouped = self._open("events", ["block", "grouping", "timestamp", "data"])
        self._indexed = self._open("index_events", ["block", "index", "timestamp", "data"])

    def blocks(self, *, order: Order = "asc", limit: int | None = None) -> list[str]:
        """The ids of the blocks.

        Args:
            order: as they lie in the file, or the other way round.
            limit: how many, at most.

        Raises:
            OptionError: there is no such order.
            ReadError: the file is bad.
        """
        found: list[Any] = self._blocks.to_table(limit=limit, order=order)["block"].to_pylist()
        return found

    def find(self, block: str) -> Block | None:
        """A block by its id; None: there is none.

        Raises:
            ReadError: the file is bad.
        """
        found = self._blocks.lookup(block=block, limit=1).to_pylist()
        return Block(self, block, found[0]["length"]) if found else None

    def scan(
        self, grouping: str, *, block: str | None = None, order: Order = "asc", limit: int | None = None
    ) -> Events:
        """The events of a grouping, by their times.

        Args:
            grouping: its name.
            block: in which block; None: in all, one after another.
            order: the oldest first, or the newest; equal times are one way as they were added, and turned round the
                other way.
            limit: how many, at most.

        Returns:
            Events with the columns ``block``, ``grouping``, ``timestamp`` and ``data``.

        Raises:
            OptionError: there is no such order.
        """
        return self._scanned(self._grouped, {"grouping": grouping}, "desc", block, order, limit)

    def scan_index(
        self, index: str, *, block: str | None = None, order: Order = "asc", limit: int | None = None
    ) -> Events:
        """The events of an index, by their times.

        Args:
            index: its name; in ``esdb_spaces`` with a colon and the value.
            block: see `scan`, as all that follows.
            order: in which order.
            limit: how many, at most.

        Returns:
            Events with the columns ``block``, ``index``, ``timestamp`` and ``data``.

        Raises:
            OptionError: there is no such order.
        """
        return self._scanned(self._indexed, {"index": index}, self._format.indexed, block, order, limit)

    def _open(self, view: str, columns: list[str]) -> Table:
        table = bytewright.open(self._path, self._format.codec, view, columns, threads=1)
        assert isinstance(table, Table)
        return table

    def _scanned(
        self, table: Table, key: dict[str, str], stored: Order, block: str | None, order: Order, limit: int | None
    ) -> Events:
        is_backwards(order)
        # The order of the rows: that in which they are stored, or the other one.
        way: Order = "asc" if order == stored else "desc"

        def read() -> Iterator[pa.RecordBatch]:
            left = limit
            for name in self.blocks(order=order) if block is None else [block]:
                if left == 0:
                    return
                for batch in table.lookup_batches({"block": name, **key}, limit=left, order=way):
                    yield batch
                    left = None if left is None else left - batch.num_rows

        return Events(table.schema, read)


def _spec_of(path: str) -> Spec:
    """The format of a file: that by which its first block can be read.

    Raises:
        ReadError: it can be by neither.
    """
    errors: list[ReadError] = []
    for spec, known in FORMATS.items():
        try:
            for _ in bytewright.open(path, known.codec, "blocks", threads=1).to_batches(limit=1):
                break
            return spec
        except ReadError as error:
            errors.append(error)
    # The one that came further knows more.
    raise max(errors, key=lambda error: (error.field or "").count("."))


def spec_of(path: str, spec: str | None) -> Spec:
    """A format that is named, or that of a file.

    Raises:
        OptionError: there is no such format.
        ReadError: the file is of neither.
    """
    for name in FORMATS:
        if name == spec:
            return name
    if spec is not None:
        raise OptionError("spec", expected=" or ".join(FORMATS), found=repr(spec))
    return _spec_of(path)
