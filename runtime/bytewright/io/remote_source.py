"""Files of other file systems, by positioned reads."""

from __future__ import annotations

import contextlib
from typing import Any

import pyarrow as pa
from pyarrow.fs import FileType

from bytewright.errors import InputMissingError, UnreadableError
from bytewright.io.filesystems import OBJECT_STORES, Storage, locate, said
from bytewright.io.watched_reads import tell_opened, tell_read

_AHEAD = 8 << 20
"""Bytes that are fetched at once where a file is read from end to end: each request costs a round trip."""
_PIECE = 1 << 20
"""Bytes that are fetched at once elsewhere."""


class RemoteSource:
    """A file of another file system, by positioned reads; see `bytewright.io.source.Source`.

    Attributes:
        name: its URI.
        size: its size in bytes.
        modified: when it was last modified, in microseconds since 1970-01-01 UTC; None: nobody knows.
        etag: what the store calls its content; empty: Arrow doesn't say it.
    """

    def __init__(self, uri: str, storage: Storage = ()) -> None:
        place = locate(uri, storage)
        self.name = place.uri(place.path)
        try:
            info = place.system.get_file_info(place.path)
            if info.type == FileType.NotFound:
                raise InputMissingError("no such file or directory", path=self.name)
            if info.type == FileType.Directory:
                raise InputMissingError("it is a directory", path=self.name)
            self._file = place.system.open_input_file(place.path)
            self.size = int(self._file.size())
            self.etag = _etag(self._file)
        except (OSError, pa.ArrowException) as error:
            raise InputMissingError(said(error), path=self.name) from None
        moment = info.mtime_ns
        self.modified = None if moment is None else moment // 1000
        self._place = place
        self._modified_at = moment
        self._is_begun = False
        self._window = memoryview(b"")
        self._begin = 0
        tell_opened(self.name, self.size)

    def read_into(self, offset: int, buffer: memoryview) -> int:
        """See `Source.read_into`."""
        done = 0
        while done < len(buffer) and offset + done < self.size:
            at = offset + done - self._begin
            if not 0 <= at < len(self._window):
                if not self._fetch(offset + done, len(buffer) - done):
                    break
                continue
            piece = self._window[at : at + len(buffer) - done]
            buffer[done : done + len(piece)] = piece
            done += len(piece)
        return done

    def _fetch(self, offset: int, wanted: int) -> bool:
        """Fill the window from a place on; whether there was something."""
        goes_on = offset == self._begin + len(self._window)
        size = min(self.size - offset, max(wanted, _AHEAD if goes_on else _PIECE))
        try:
            self._window = memoryview(self._file.read_at(size, offset))
            if self._is_begun and self._is_replaced():
                raise UnreadableError("it was replaced or deleted while it was read", path=self.name, offset=offset)
        except (OSError, pa.ArrowException) as error:
            raise UnreadableError(said(error), path=self.name, offset=offset) from None
        self._begin, self._is_begun = offset, True
        tell_read(len(self._window))
        return len(self._window) > 0

    def _is_replaced(self) -> bool:
        """Whether the store has another file of that name by now, of which a piece would lie behind those of this one.

        What has become longer in a store of files was appended to."""
        info = self._place.system.get_file_info(self._place.path)
        if info.type != FileType.File:
            return True
        longer = info.size is not None and info.size > self.size
        appended = longer and self._place.system.type_name not in OBJECT_STORES
        return bool(info.mtime_ns != self._modified_at and not appended)

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`."""
        buffer = bytearray(max(0, min(size, self.size - offset)))
        return bytes(buffer[: self.read_into(offset, memoryview(buffer))])

    def close(self) -> None:
        """Close the file."""
        with contextlib.suppress(OSError, pa.ArrowException):  # nothing was written
            self._file.close()


def _etag(file: pa.NativeFile) -> str:
    try:
        told: Any = file.metadata() or {}
    except (OSError, pa.ArrowException, NotImplementedError):
        return ""
    found = {str(name).lower(): value for name, value in told.items()}.get("etag", "")
    return found.decode() if isinstance(found, bytes) else str(found)
