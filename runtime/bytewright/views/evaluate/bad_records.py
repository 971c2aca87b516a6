"""What reads have passed over, kept beside the data: the option ``badRecordsPath``, and `bytewright.damage`.

Each read has a directory of its own below the one that the option names. A file in which something was passed over, or
a part of one, has two files there: ``NAME.jsonl`` with a line per place, and ``NAME.bin`` with the bytes of these
places. What they are called follows from what was read, so that a task that runs twice writes the same files.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from os import PathLike, fspath
from tempfile import SpooledTemporaryFile
from typing import IO, Any

import pyarrow as pa

from bytewright.errors import InputMissingError, WriteError
from bytewright.io.filesystems import Storage, is_remote, local_path, said
from bytewright.io.folders import Folder, open_folder, put_whole
from bytewright.io.source import Source
from bytewright.views.evaluate.malformed import Malformed

_FIELDS: list[pa.Field[Any]] = [
    pa.field("file", pa.string(), nullable=False),
    pa.field("from", pa.int64(), nullable=False),
    pa.field("to", pa.int64(), nullable=False),
    pa.field("reason", pa.string(), nullable=False),
    pa.field("field", pa.string()),
    pa.field("offset", pa.int64()),
    pa.field("record", pa.int64()),
    pa.field("bytes", pa.binary()),
]
SCHEMA = pa.schema(_FIELDS)
"""What is known of a place: its file, from where to where it lies, what is wrong, of which field and at which offset,
the number of the bad record, and its first bytes."""

_PLACES, _BYTES = ".jsonl", ".bin"
_HELD = 4 << 20
"""Bytes that wait in memory; more of them wait on the disk."""


def new_run() -> str:
    """A name for the directory of a read: by the time, and told apart from all others."""
    return f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{uuid.uuid4().hex[:8]}"


class PlaceWriter:
    """Notes the places of a file that were passed over: lines and bytes, into two files.

    Args:
        most: bytes of a place that are kept; None: all.
        lines: gets a line per place.
        data: gets their bytes.

    Attributes:
        places: how many there are.
        kept: how many bytes of theirs were kept.
    """

    def __init__(self, most: int | None, lines: IO[bytes], data: IO[bytes]) -> None:
        self.places = self.kept = 0
        self._most = most
        self._lines = lines
        self._data = data

    def add(self, bad: Malformed, source: Source) -> bytes:
        """Note a place; gives its line."""
        return self.put(described(bad, source), source)

    def put(self, place: dict[str, Any], source: Source) -> bytes:
        """The same of one as `described` says it."""
        start, end = place["from"], place["to"]
        size = end - start if self._most is None else min(self._most, end - start)
        line = json.dumps({**place, "bytes": [self.kept, self.kept + size]}, ensure_ascii=False).encode()
        self._lines.write(line + b"\n")
        for piece in range(start, start + size, _HELD):
            self._data.write(source.read(piece, min(_HELD, start + size - piece)))
        self.kept += size
        self.places += 1
        return line


def described(bad: Malformed, source: Source) -> dict[str, Any]:
    """What is told of a place, but for its bytes."""
    start, end = bad.extent(source)
    return {
        "file": source.name,
        "from": start,
        "to": end,
        "reason": bad.reason,
        "field": bad.error.field,
        "offset": bad.error.offset,
        "record": bad.record,
    }


class BadRecords:
    """Where a read of a file, or of a part of one, notes what it has passed over.

    Args:
        path: the directory that the option ``badRecordsPath`` names.
        run: name of the directory in it that belongs to the read.
        most: bytes of a place that are kept.
        storage: arguments of file systems.
        what: what tells what is read from all else that the read reads.
    """

    def __init__(self, path: str, run: str, most: int, storage: Storage, *what: object) -> None:
        self._path = path
        self._run = run
        self._storage = storage
        self._lines: IO[bytes] = SpooledTemporaryFile(_HELD)  # noqa: SIM115 - `commit` closes them
        self._data: IO[bytes] = SpooledTemporaryFile(_HELD)  # noqa: SIM115
        self._writer = PlaceWriter(most, self._lines, self._data)
        self._what = sha256(repr(what).encode())

    def add(self, bad: Malformed, source: Source) -> None:
        """Note a place."""
        line = self._writer.add(bad, source)
        if self._writer.places == 1:
            self._what.update(line)

    def commit(self, *, whole: bool) -> None:
        """Let the files appear under their names, if there is something in them.

        Args:
            whole: whether all was read; otherwise what another read of the same has noted stays.

        Raises:
            WriteError: they can't be written.
        """
        name = self._what.hexdigest()[:20]
        try:
            if self._writer.places:
                folder = open_folder(_local(self._path), self._storage)
                folder.make(self._run)
                if whole or not folder.has(f"{self._run}/{name}{_PLACES}"):
                    # The bytes first: lines say where they lie.
                    for suffix, data in ((_BYTES, self._data), (_PLACES, self._lines)):
                        data.seek(0)
                        put_whole(folder, f"{self._run}/{name}{suffix}", data)
        except OSError as error:
            raise WriteError(f"option badRecordsPath: can't be written: {said(error)}", path=self._path) from None
        finally:
            self._lines.close()
            self._data.close()


def _local(path: str) -> str:
    return path if is_remote(path) else local_path(path)


# --- what was noted --------------------------------------------------------------------------------------------------


def damage(path: str | PathLike[str], storage: Storage = ()) -> pa.Table:
    """What reads have passed over: a row per place, with its bytes as far as they were kept.

    Args:
        path: the directory that the option ``badRecordsPath`` named, or that of one read in it.
        storage: arguments of file systems.

    Returns:
        A table with the columns ``file``, ``from``, ``to``, ``reason``, ``field``, ``offset``, ``record``, ``bytes``.

    Raises:
        InputMissingError: there is no such directory.
    """
    batches = [places_in(fspath(path), name, storage) for name in files_of(fspath(path), storage)]
    return pa.Table.from_batches(batches, SCHEMA)


def files_of(path: str, storage: Storage = ()) -> list[str]:
    """The files below a directory that reads have noted places in, by their names in it.

    Raises:
        InputMissingError: there is no such directory.
    """
    folder = open_folder(_local(path), storage)
    try:
        if not folder.has(""):
            raise InputMissingError("no such directory", path=path)
        return sorted(_listed(folder))
    except OSError as error:
        raise InputMissingError(said(error), path=path) from None


def _listed(folder: Folder) -> Iterator[str]:
    for name, entry in folder.entries().items():
        inside = folder.entries(name) if entry.folder and not name.startswith(".") else {}
        for one in (name, *(f"{name}/{one}" for one in inside)):
            if one.endswith(_PLACES) and not one.rpartition("/")[2].startswith("."):
                yield one


def places_in(path: str, name: str, storage: Storage = ()) -> pa.RecordBatch:
    """The places that a file has, of those that `files_of` lists.

    Raises:
        InputMissingError: it can't be read.
    """
    folder = open_folder(_local(path), storage)
    try:
        raw = memoryview(folder.read(name.removesuffix(_PLACES) + _BYTES))
        rows: list[dict[str, Any]] = [json.loads(line) for line in folder.read(name).splitlines()]
    except (OSError, ValueError) as error:
        raise InputMissingError(said(error), path=f"{path}/{name}") from None
    for row in rows:
        begin, end = row["bytes"]
        row["bytes"] = bytes(raw[begin:end])
    return pa.RecordBatch.from_pylist(rows, SCHEMA)
