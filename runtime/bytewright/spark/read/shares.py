"""What a task reads when its query runs.

Spark plans a source in Python once for a view or a DataFrame, and runs that plan for every query on it. So tasks list
the files themselves: each reads what was planned for it, as far as that is still there, and of the files that have come
since those that fall to it by their paths. Whichever task looks when, no file is read twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from bytewright.errors import InputMissingError
from bytewright.io.filesystems import is_remote
from bytewright.spark.read.task import Piece

if TYPE_CHECKING:
    from bytewright.io.file_listing import DataFile
    from bytewright.spark.options import ReadOptions

Query = tuple[str, int]
"""What tells the runs of a plan from each other: the reader, and the number of Spark's stage."""

_MOST_LISTED = 8
_listed: dict[Query, dict[str, DataFile]] = {}
"""The files of queries that this process has read for, by their paths."""


@dataclass(frozen=True, slots=True)
class Share:
    """Which files fall to a partition that its plan doesn't know.

    Attributes:
        number: which partition it is.
        count: how many there are.
        planned: the files that would fall to it, but are known to the plan, by digests of their paths.
    """

    number: int
    count: int
    planned: frozenset[int]

    def has(self, path: str) -> bool:
        """Whether a file falls to the partition, and is new."""
        digest = _digest(path)
        return digest % self.count == self.number and digest not in self.planned


def shares(files: Sequence[DataFile], count: int) -> list[Share]:
    """The share of each of some partitions.

    Args:
        files: the files that are known when they are planned.
        count: how many partitions there are.
    """
    planned: list[set[int]] = [set() for _ in range(count)]
    for file in files:
        digest = _digest(file.path)
        planned[digest % count].add(digest)
    return [Share(number, count, frozenset(one)) for number, one in enumerate(planned)]


def current(pieces: Sequence[Piece], share: Share, options: ReadOptions, query: Query | None) -> Iterator[Piece]:
    """The pieces that a partition has now.

    Args:
        pieces: those that were planned.
        share: which files fall to the partition besides.
        options: how files are found.
        query: the query, whose files are listed once in this process; None: they are listed now.

    Raises:
        InputMissingError: a path names nothing any more.
    """
    try:
        files = _files(options, query)
    except InputMissingError:
        if not options.ignore_missing:
            raise
        yield from pieces
        return
    for piece in pieces:
        file = files.get(piece.file.path)
        if file is None:
            continue
        if file == piece.file or (piece.part is not None and _only_grown(piece.file, file)):
            yield piece
        elif piece.part is None or piece.part.start is None:
            yield Piece(file, file.size)  # it has been replaced: where its parts begin isn't known any more
    for file in files.values():
        if share.has(file.path):
            yield Piece(file, file.size)


def _files(options: ReadOptions, query: Query | None) -> dict[str, DataFile]:
    found = None if query is None else _listed.get(query)
    if found is None:
        found = {file.path: file for file in options.files()}
        if query is not None:
            _listed[query] = found
            while len(_listed) > _MOST_LISTED:
                del _listed[next(iter(_listed))]
    return found


def _only_grown(before: DataFile, now: DataFile) -> bool:
    """Whether a file is what it was, perhaps with more behind it; an object of a store is replaced as a whole."""
    return not is_remote(now.path) and now.inode == before.inode and now.size >= before.size


def _digest(path: str) -> int:
    return int.from_bytes(blake2b(path.encode(errors="surrogatepass"), digest_size=8).digest(), "big")
