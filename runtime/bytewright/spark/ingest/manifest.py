"""Which files' rows a table holds.

The table says it itself, in files whose names begin with `PREFIX`, which readers pass over. Each commit makes a new
one, in the same step as its rows appear; it takes the place of those before it that are not longer, so that there are
few. Whoever commits has read the newest, and there must be none that is newer: of two that ingest at once, the second
is told so, and begins again with what is there by then.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Literal

import pyarrow as pa
import pyarrow.compute as pc

from bytewright.errors import InputMissingError, OptionError
from bytewright.host.suggest import hint
from bytewright.io.file_listing import local_path
from bytewright.io.filesystems import is_remote, said

if TYPE_CHECKING:
    from bytewright.io.file_listing import DataFile

PREFIX = "_ingested-"
"""What names of such files begin with."""

Changed = Literal["error", "skip", "replace"]
CHANGED: tuple[Changed, ...] = ("error", "skip", "replace")
"""What happens with files that have changed since their rows were written."""

EDGE = 64 << 10
"""Bytes at either end of a file by which it is known when only its time has changed."""

_ENTRY: list[pa.Field[Any]] = [
    pa.field("path", pa.string()),
    pa.field("size", pa.int64()),
    pa.field("modified", pa.timestamp("us", "UTC")),
    pa.field("edges", pa.binary()),
    pa.field("reading", pa.string()),
    pa.field("files", pa.list_(pa.string())),
]
ENTRIES = pa.schema(_ENTRY)
"""Of each file: what it was like, how it was read, and where its rows are."""

_PARTS = b"bytewright.parts"
_NAME = re.compile(re.escape(PREFIX) + r"(\d+)-(\w+)\.manifest")


def version_of(name: str) -> int:
    """The number of a manifest, by its name; 0: it is none."""
    found = _NAME.fullmatch(name)
    return int(found[1]) if found is not None else 0


def job_of(name: str) -> str:
    """The job that has written a manifest."""
    found = _NAME.fullmatch(name)
    return found[2] if found is not None else ""


def edges_of(path: str) -> bytes | None:
    """A digest of the first and the last bytes of a file; None: it isn't on this machine, where reading them costs."""
    if is_remote(path):
        return None
    try:
        with open(local_path(path), "rb") as file:
            digest = blake2b(file.read(EDGE), digest_size=16)
            file.seek(max(0, file.seek(0, 2) - EDGE))
            digest.update(file.read(EDGE))
    except OSError as error:
        raise InputMissingError(f"can't be read: {said(error)}", path=path) from None
    return digest.digest()


@dataclass(frozen=True, slots=True)
class Work:
    """What one run is to read.

    Attributes:
        files: the files.
        known: how many are left out, as their rows are there.
        gone: files of the table whose rows are read anew, and that go.
    """

    files: list[DataFile]
    known: int = 0
    gone: tuple[str, ...] = ()

    def batches(self, most: int | None) -> Iterator[Work]:
        """The same in several steps, each of which reads no more than so many bytes, unless one file has more.

        What is read anew is read at once with all else: its rows go and come in one step."""
        if most is None or self.gone:
            yield self
            return
        batch: list[DataFile] = []
        known, size = self.known, 0
        for file in self.files:
            if batch and size + file.size > most:
                yield Work(batch, known)
                batch, known, size = [], 0, 0
            batch.append(file)
            size += file.size
        yield Work(batch, known)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a table says of the files whose rows it holds.

    Attributes:
        parts: the files that say it, from the newest on.
        lengths: how many entries each has.
        entries: what they say, from the newest on (`ENTRIES`).
    """

    parts: tuple[str, ...] = ()
    lengths: tuple[int, ...] = ()
    entries: pa.Table = field(default_factory=ENTRIES.empty_table)

    @classmethod
    def load(cls, newest: str, opened: Callable[[str], Any]) -> Manifest:
        """What the newest part says, and those that it names.

        Args:
            newest: its name; empty: there is none.
            opened: opens a part.

        Raises:
            FileNotFoundError: a part has gone meanwhile.
        """
        import pyarrow.parquet as pq

        if not newest:
            return cls()
        names, tables = [newest], []
        for name in names:
            with opened(name) as file:
                tables.append(pq.ParquetFile(file).read())
            if name == newest:
                names += json.loads((tables[0].schema.metadata or {}).get(_PARTS, b"[]"))
        return cls(tuple(names), tuple(map(len, tables)), pa.concat_tables([one.cast(ENTRIES) for one in tables]))

    @property
    def version(self) -> int:
        """The number of the newest; 0: there is none."""
        return version_of(self.parts[0]) if self.parts else 0

    def next(self, job: str) -> str:
        """The name of the one that a job adds."""
        return f"{PREFIX}{self.version + 1:08}-{job}.manifest"

    def with_added(self, added: pa.Table, *, fresh: bool) -> tuple[pa.Table, tuple[str, ...]]:
        """The part that follows, and the names of those whose place it takes; ``fresh``: all, as their rows go."""
        if fresh:
            return _named(added, ()), self.parts
        count = length = 0
        while count < len(self.parts) and self.lengths[count] <= len(added) + length:
            length += self.lengths[count]
            count += 1
        merged = _latest(pa.concat_tables([added, self.entries.slice(0, length)])) if count else added
        return _named(merged, self.parts[count:]), self.parts[:count]

    def work(self, files: Sequence[DataFile], reading: str, changed: Changed) -> Work:
        """Which of some files are to be read.

        Args:
            files: the files that are there.
            reading: how they are read: rows of another view, or by other filters, are other rows.
            changed: what happens with those that have changed.

        Raises:
            InputMissingError: one has changed, or what has must be read with another one that isn't there.
        """
        mine = self.entries.filter(pc.equal(self.entries["reading"], pa.scalar(reading)))
        found = dict(zip(files, _rows_of(files, mine), strict=True))
        new = [file for file, row in found.items() if row is None]
        other = [file for file, row in found.items() if row is not None and _has_changed(file, row)]
        if other and changed == "error":
            raise InputMissingError(
                "the file has changed since its rows were written into the table",
                path=other[0].path,
                hint="Say what happens to such files: skip, or replace their rows (changed=…).",
            )
        if changed == "skip" or not other:
            return Work(new, len(files) - len(new))
        again, gone = _with_neighbours(other, found, mine)
        wanted = {*new, *again}
        return Work([file for file in files if file in wanted], len(files) - len(wanted), gone)

    def holds_none(self, files: Sequence[DataFile], reading: str) -> bool:
        """Whether rows of none of some files are there."""
        mine = self.entries.filter(pc.equal(self.entries["reading"], pa.scalar(reading)))
        return all(row is None for row in _rows_of(files, mine))


def entries_of(
    files: Sequence[DataFile], edges: Mapping[str, bytes | None], within: Mapping[str, Sequence[str]], reading: str
) -> pa.Table:
    """What is noted of files that were read.

    Args:
        files: the files.
        edges: their digests, by path.
        within: the files of the table that have their rows, by path.
        reading: how they were read.
    """
    columns: dict[str, list[Any]] = {
        "path": [_text(file.path) for file in files],
        "size": [file.size for file in files],
        "modified": [file.modified for file in files],
        "edges": [edges.get(file.path) for file in files],
        "reading": [reading] * len(files),
        "files": [list(within.get(file.path, ())) for file in files],
    }
    return pa.table([pa.array(columns[one.name], one.type) for one in ENTRIES], schema=ENTRIES)


def check_changed(changed: str) -> Changed:
    """Refuse what is none of `CHANGED`.

    Raises:
        OptionError: it isn't.
    """
    for known in CHANGED:
        if changed == known:
            return known
    raise OptionError(f"unknown rule {changed!r} for changed files", hint=hint(changed, CHANGED, "rules"))


def _text(path: str) -> str:
    """A path as it is stored: bytes that are no text are spelled."""
    return path.encode(errors="surrogateescape").decode(errors="backslashreplace")


def _named(part: pa.Table, others: Collection[str]) -> pa.Table:
    return part.replace_schema_metadata({_PARTS: json.dumps(list(others))})


def _latest(entries: pa.Table) -> pa.Table:
    """The first entry of each file."""
    numbered = entries.append_column("n", pa.array(range(len(entries)), pa.int64()))
    first = numbered.select(["path", "reading", "n"]).group_by(["path", "reading"]).aggregate([("n", "min")])
    return entries.take(first["n_min"].sort())


def _rows_of(files: Sequence[DataFile], entries: pa.Table) -> Iterator[dict[str, Any] | None]:
    """The first entry of each file; None: there is none."""
    paths = pa.array([_text(file.path) for file in files], pa.string())
    places = pc.index_in(paths, value_set=entries["path"].combine_chunks())
    found = iter(entries.take(places.drop_null()).cast(_COMPARED).to_pylist())
    return (next(found) if place.is_valid else None for place in places)


_COMPARED = pa.schema([one if one.name != "modified" else one.with_type(pa.int64()) for one in ENTRIES])


def _has_changed(file: DataFile, entry: Mapping[str, Any]) -> bool:
    if file.size != entry["size"]:
        return True
    return file.modified != entry["modified"] and (entry["edges"] is None or edges_of(file.path) != entry["edges"])


def _with_neighbours(
    changed: Iterable[DataFile], found: Mapping[DataFile, Mapping[str, Any] | None], entries: pa.Table
) -> tuple[set[DataFile], tuple[str, ...]]:
    """Changed files with those whose rows lie in the same files of the table, which are read again as well; and these
    files of the table."""
    paths, lying = entries["path"].to_pylist(), entries["files"].to_pylist()
    known = {
        path: set(files) for path, files in zip(reversed(paths), reversed(lying), strict=True)
    }  # the newest counts
    users: dict[str, set[str]] = {}
    for path, files in known.items():
        for name in files:
            users.setdefault(name, set()).add(path)
    here = {_text(file.path): file for file in found}
    again: set[DataFile] = set()
    gone: set[str] = set()
    waiting = [_text(file.path) for file in changed]
    while waiting:
        path = waiting.pop()
        if path not in here:
            raise InputMissingError(
                "rows of this file lie beside those of a file that has changed, and it isn't among those that are read",
                path=path,
                hint="Read both at once, or skip what has changed (changed=skip).",
            )
        if here[path] in again:
            continue
        again.add(here[path])
        for name in known[path] - gone:
            gone.add(name)
            waiting += users[name]
    return again, tuple(sorted(gone))
