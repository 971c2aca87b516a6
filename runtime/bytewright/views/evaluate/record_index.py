"""Where records of a file begin, as an index beside the file says: by it the file is divided without pass or search.

An index is a Parquet file, ``.NAME.bytewright.index`` beside the file NAME: a row for a place at which a record begins,
with the number of that record, ascending. What the file was like when it was made stands in the metadata. Nothing in it
is believed: a part that begins at such a place must end where the next one begins, with as many records as the numbers
say (`Part.land`), so that by the first part, which begins with the file, all others are proved.
"""

from __future__ import annotations

import itertools
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from hashlib import blake2b
from importlib.util import find_spec
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.io.atomic_files import replacing
from bytewright.io.filesystems import Storage, is_remote, local_path, locate, said
from bytewright.io.index_names import LEAST, beside
from bytewright.io.remote_source import RemoteSource
from bytewright.io.source import FileSource, Source
from bytewright.views.evaluate.framing import Part, Places

HEAD = 64 << 10
"""Bytes at the beginning of a file of which an index has a digest."""

_VERSION = 1
_KEY = b"bytewright.index"
_FIELDS: list[pa.Field[Any]] = [
    pa.field("offset", pa.int64(), nullable=False),
    pa.field("record", pa.int64(), nullable=False),
]
_SCHEMA = pa.schema(_FIELDS)
_AROUND = 64 << 10
"""Bytes of an index beside its places."""
_PLACE = 32
"""Bytes of a place, at most: as they are stored, they take less than half of it."""
_FAILURES = (pa.ArrowException, OSError, ValueError, TypeError, OverflowError, MemoryError)
"""What is raised where an index is damaged."""


@dataclass(frozen=True, slots=True)
class Stated:
    """What an index says of its file, and of how that was read.

    Attributes:
        reading: the format, and the options on which it rests where records end, as a digest.
        size: bytes of the file.
        modified: when it was last modified, in microseconds since 1970-01-01 UTC.
        etag: what a store calls its content; empty: it doesn't.
        head: digest of its first bytes.
        records: how many were found.
        whole: whether all of the file was read and is good.
        version: of the layout.
    """

    reading: str
    size: int
    modified: int
    etag: str
    head: str
    records: int
    whole: bool
    version: int = _VERSION


@dataclass(frozen=True, slots=True, eq=False)
class RecordIndex:
    """Places of records, and their numbers.

    Attributes:
        stated: what is said of the file.
        offsets: where records begin, ascending, none of them with the file.
        numbers: their numbers.
    """

    stated: Stated
    offsets: Places
    numbers: Places

    def first(self, start: int, stop: int) -> int | None:
        """The first place between two others; None: there is none."""
        at = int(np.searchsorted(self.offsets, start))
        return int(self.offsets[at]) if at < len(self.offsets) and self.offsets[at] < stop else None

    def part(self, start: int | None, stop: int | None) -> Part:
        """What lies between two places of the index; None: the beginning or the end of the file."""
        first = 0 if start is None else self._number(start)
        records = None if stop is None else self._number(stop) - first
        return Part(start, stop, first, 0 if start is None else None, indexed=True, records=records)

    def parts(self, target_bytes: int) -> list[Part]:
        """The file in parts of so many bytes, or as few more as the places allow."""
        cuts = [*self.edges(0, self.stated.size, target_bytes)]
        return [self.part(*ends) for ends in itertools.pairwise([None, *cuts, None])]

    def edges(self, start: int, stop: int, step: int) -> Iterator[int]:
        """Places between two others, each at least ``step`` bytes behind the one before it."""
        while (place := self.first(start + max(1, step), stop)) is not None:
            yield place
            start = place

    def _number(self, place: int) -> int:
        return int(self.numbers[int(np.searchsorted(self.offsets, place))])


@dataclass(frozen=True, slots=True)
class Found:
    """What there is beside a file.

    Attributes:
        index: its index; None: there is none that fits.
        said: why one that is there doesn't fit; empty: there is none, or it does.
    """

    index: RecordIndex | None
    said: str = ""


def reading_of(codec: Codec, settings: Settings) -> str:
    """What tells how records are found in files from other ways to do it: a digest of the format's reader, and of what
    options say of any file."""
    digest = blake2b(_reader(codec.package, codec.name), digest_size=16)
    for option in codec.options:
        if codec.uses is None or option.id in codec.uses.files:
            told = settings.texts.get(option.id) if option.type == "file" else settings.values.get(option.id)
            digest.update(repr((option.id, told)).encode(errors="surrogatepass"))
    digest.update(repr(settings.header).encode())
    return digest.hexdigest()


@lru_cache(maxsize=256)
def _reader(package: str, name: str) -> bytes:
    found = find_spec(f"{package}.reader") if package else None
    source: Any = getattr(found.loader, "get_source", None) if found is not None else None
    return (name if source is None else source(f"{package}.reader") or name).encode(errors="surrogatepass")


def stated_of(source: Source, reading: str, records: int = 0, *, whole: bool = False) -> Stated | None:
    """What an index of a file would say now; None: it can have none, as it is in memory, compressed, or a part of a
    file.

    Raises:
        ReadError: the file can't be read.
    """
    head = blake2b(source.read(0, HEAD), digest_size=16).hexdigest()
    if type(source) is FileSource:
        modified, etag = source.status().st_mtime_ns // 1000, ""
    elif isinstance(source, RemoteSource):
        modified, etag = source.modified or 0, source.etag
    else:
        return None
    return Stated(reading, source.size, modified, etag, head, records, whole)


def index_of(source: Source, storage: Storage, reading: str) -> Found:
    """The index of a file, if it has one that fits.

    Args:
        source: the file.
        storage: arguments of its file system.
        reading: how it is read, see `reading_of`.
    """
    if source.size <= LEAST or not (type(source) is FileSource or isinstance(source, RemoteSource)):
        return Found(None)
    try:
        data = _bytes_of(beside(source.name), storage, _AROUND + _PLACE * (source.size // LEAST + 1))
        if data is None:
            return Found(None)
        found = _parsed(data, source.size)
    except _FAILURES as error:
        return Found(None, f"it is damaged: {said(error)}")
    now = stated_of(source, reading)
    assert now is not None
    was = found.stated
    if (was.size, was.modified, was.etag, was.head) != (now.size, now.modified, now.etag, now.head):
        return Found(None, "the file has changed since it was made")
    if was.reading != reading:
        return Found(None, "it was made for another spec, or with other options")
    return Found(found)


def _bytes_of(path: str, storage: Storage, most: int) -> bytes | None:
    """The bytes of an index; None: there is none.

    Raises:
        ValueError: there are more of them than an index can have.
    """
    try:
        if is_remote(path):
            place = locate(path, storage)
            with place.system.open_input_file(place.path) as file:
                data = bytes(file.read_at(most + 1, 0))
        else:
            name = local_path(path)
            if not stat.S_ISREG(os.stat(name).st_mode):
                raise ValueError("it is no file")
            with open(name, "rb") as file:
                data = file.read(most + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if len(data) > most:
        raise ValueError(f"it has more than {most} bytes")
    return data


def _parsed(data: bytes, size: int) -> RecordIndex:
    """What an index says of a file of a size.

    Raises:
        ValueError: it is none; or what pyarrow raises.
    """
    file = pq.ParquetFile(
        pa.BufferReader(data), thrift_string_size_limit=_AROUND, thrift_container_size_limit=_AROUND,
        page_checksum_verification=True,
    )  # fmt: skip
    metadata = file.metadata
    if not file.schema_arrow.equals(_SCHEMA) or metadata.num_rows > size // LEAST:
        raise ValueError("it has other columns, or more places than the file can have")
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    for chunk in (group.column(number) for group in groups for number in range(metadata.num_columns)):
        if chunk.compression != "UNCOMPRESSED" or chunk.num_values > metadata.num_rows or chunk.has_dictionary_page:
            raise ValueError("its columns are compressed")
    stated = _stated((metadata.metadata or {}).get(_KEY, b"null"))
    table = file.read(use_threads=False)
    table.validate(full=True)
    offsets, numbers = (table.column(name).to_numpy().astype(np.int64) for name in _SCHEMA.names)
    for values, least, most in ((offsets, 1, size - 1), (numbers, 1, max(stated.records, 0))):
        if len(values) and (values[0] < least or values[-1] > most or not (values[1:] > values[:-1]).all()):
            raise ValueError("its places aren't those of records one behind another")
    return RecordIndex(stated, offsets, numbers)


def _stated(text: bytes) -> Stated:
    told = json.loads(text)
    if not isinstance(told, dict) or told.get("version") != _VERSION:
        raise ValueError("it is of another version")
    kinds = {"str": str, "int": int, "bool": bool}
    for one in fields(Stated):
        if type(told.get(one.name)) is not kinds[str(one.type)]:
            raise ValueError(f"it says no {one.name}")
    return Stated(**{one.name: told[one.name] for one in fields(Stated)})


def write_index(path: str, storage: Storage, index: RecordIndex) -> str:
    """Write the index of a file beside it, as a whole or not at all.

    Args:
        path: the file.
        storage: arguments of its file system.
        index: the index.

    Returns:
        where it is.

    Raises:
        WriteError: it can't be written.
    """
    schema = _SCHEMA.with_metadata({_KEY: json.dumps(asdict(index.stated)).encode()})
    table = pa.table([pa.array(index.offsets), pa.array(index.numbers)], schema=schema)
    name = beside(path)
    with replacing(name, storage) as file:
        pq.write_table(
            table, file, compression="none", use_dictionary=False, column_encoding="DELTA_BINARY_PACKED",
            write_statistics=False, write_page_checksum=True,
        )  # fmt: skip
    return name
