"""Logs of Deephaven from descriptions that people can read, and what an import server shows of them.

A description is a text of words: flags of rows (``3 1 0 2``), whose values count on from log to log, ``delete`` (the
command), ``command`` (one that nobody knows), ``other`` (a record of a type that nobody knows); the last two, and
``delete``, with ``+`` have a digest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from bytewright.codec.settings import parse as parse_settings
from bytewright.tables.write import bytes_of
from bytewright_formats.deephaven_log import (
    CODEC,
    ApplicationVersion,
    Body,
    HeaderRecord,
    HeaderRecordType,
    OtherRecord,
    Record,
    parse,
)

ROW_FLAGS = ("0", "1", "2", "3")
NAME = "Market.Trades.System.host1.2026-03-21.bin.2026-03-21.{order}.000+0000"


def log_of(words: str, first: int = 0, version: int | None = None) -> bytes:
    """A log with the columns `Id`, which counts from `first`, and `Text`."""
    said = words.split()
    flags = [int(word) for word in said if word in ROW_FLAGS]
    rows = pa.table(
        {
            "record_flags": pa.array(flags, pa.int16()),
            "Id": pa.array(range(first, first + len(flags)), pa.int64()),
            "Text": pa.array(
                [None if n % 3 == 0 else "x" * (n % 5) for n in range(first, first + len(flags))], pa.string()
            ),
        }
    )
    data, _ = bytes_of(CODEC, rows, "sets", parse_settings(CODEC))
    log = parse(data)
    left = iter(list(log.records or []))
    log.records = [next(left) if word in ROW_FLAGS else _command(word) for word in said]
    if version is not None:
        body = ApplicationVersion(value=version)
        log.header.records.append(HeaderRecord(type=HeaderRecordType.APPLICATION_VERSION, body=body))
    return bytes(log)


def _command(word: str) -> Record:
    known = {"delete": (20000, 10000, b""), "command": (20000, 10001, b"\0\1"), "other": (20001, None, b"abc")}
    kind, command, data = known[word.removesuffix("+")]
    other = OtherRecord(type=kind, version=1, command=command, data=data, has_digest=word.endswith("+"))
    return Record(body=Body(flags=4, other=other))


def write_logs(folder: Path, descriptions: Sequence[str]) -> list[Path]:
    """Logs of one partition, in their order; values go on from one to the next."""
    folder.mkdir(parents=True, exist_ok=True)
    paths, first = [], 0
    for number, words in enumerate(descriptions):
        path = folder / NAME.format(order=f"{15 + number // 60:02d}{number % 60:02d}00")
        path.write_bytes(log_of(words, first))
        paths.append(path)
        first += sum(word in ROW_FLAGS for word in words.split())
    return paths


@dataclass
class Server:
    """An import server that takes one record after another: the simplest thing that does what the documents say."""

    shown: list[int] = field(default_factory=list)
    pending: list[int] | None = None
    next_id: int = 0
    aborted: int = 0
    deleted: int = 0

    def take(self, word: str) -> None:
        """Take a record."""
        if word in ROW_FLAGS:
            row, self.next_id = self.next_id, self.next_id + 1
            if word == "3":
                self.abort()
                self.shown.append(row)
            elif word == "1":
                self.abort()
                self.pending = [row]
            elif self.pending is None:
                self.shown.append(row)
            else:
                self.pending.append(row)
                if word == "2":
                    self.shown += self.pending
                    self.pending = None
        elif word.startswith(("delete", "command")):
            self.abort()
            if word.startswith("delete"):
                self.deleted += len(self.shown)
                self.shown = []

    def abort(self) -> None:
        """Drop what is pending."""
        self.aborted += len(self.pending or [])
        self.pending = None


def served(descriptions: Sequence[str]) -> Server:
    """What a server shows of logs that follow each other."""
    server = Server()
    for number, words in enumerate(descriptions):
        if number:
            server.abort()
        for word in words.split():
            server.take(word)
    return server
