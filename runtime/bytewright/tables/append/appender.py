"""`bytewright.append`: a file that grows by records, and is left whole whenever its writer ends."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import Any

import pyarrow as pa

from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings, check_written, parse
from bytewright.codec.trust import Consent, Trust
from bytewright.errors import OptionError, ReadError, WriteError
from bytewright.io.appended_file import AppendedFile
from bytewright.io.compressed import algorithm_of
from bytewright.io.filesystems import is_remote, local_path, said
from bytewright.io.folders import is_there
from bytewright.io.source import FileSource
from bytewright.model.structures import Struct
from bytewright.tables.append.log_end import LogEnd, log_end
from bytewright.tables.append.record_encoder import RecordEncoder
from bytewright.tables.write_job import Engine

Records = Mapping[str, Any] | Struct | Sequence[Mapping[str, Any]] | Sequence[Struct] | pa.Table | pa.RecordBatch
"""What can be appended: a row or several, as mappings or in Arrow, or objects of the codec's."""

NextPath = Callable[[str], str | os.PathLike[str]]
"""Given the path of a log, names the one that follows it."""

BUFFERED = 1 << 18
"""Bytes of records that wait for more before they are written."""


def append(
    path: str | os.PathLike[str],
    spec: str | Codec,
    view: str | None = None,
    *,
    root: str | None = None,
    options: Mapping[str, Any] | None = None,
    engine: Engine = "auto",
    max_bytes: int | None = None,
    max_age: float | None = None,
    next_path: NextPath | None = None,
    clock: Callable[[], float] = time.time,
    trust: Consent | Trust = (),
    processes: Mapping[str, type] | None = None,
) -> Appender:
    """Open a file to append records to it, or make one.

    A file that is there is read first. What a killed process has left of a last record is cut off, and kept as
    ``PATH.torn-OFFSET``. The file is held until it is closed: nobody else can append to it.

    Args:
        path: a local file.
        spec: name of the format, the path of its spec, or the codec itself. Its records must run to the end of the
            file, and nothing else may follow from them; `bytewright explain` says whether that is so.
        view: which view rows are of, or which other rows of the format they are; None: the default view.
        root: what rows don't hold, as JSON: what ``bytewright root`` prints. A file that is there has its own.
        options: options by name.
        engine: what makes the records: the kernel (``columns``), Python (``objects``), or whichever can (``auto``).
        max_bytes: records that would make the file larger go to the next one, unless it has none yet.
        max_age: seconds after which records go to the next file, counted from when this one was opened.
        next_path: names the next file. Without ``max_bytes`` and ``max_age`` it is asked before each append, and the
            file stays as long as it names that one. None: ``NAME.1.EXT``, ``NAME.2.EXT`` …
        clock: the time in seconds.
        trust: of a spec that is named by its path, the code beside it, or elsewhere, that may run; see
            `bytewright.open`.
        processes: of such a spec, classes for ``process``, by the names that the spec calls them.

    Raises:
        OptionError: a spec, view or option is unknown, or the format's files can't be appended to.
        WriteError: the file can't be made, or somebody else appends to it.
        ReadError: the file is damaged.
        SpecError: the spec is wrong.
        UntrustedError: the spec names code to which nobody has consented.
    """
    codec = registry.load(spec, trust, processes)
    settings = parse(codec, dict(options or {}))
    check_written(codec, view, settings)
    if codec.append_refusal:
        raise OptionError(f"nothing can be appended to files of {codec.name}: {codec.append_refusal}")
    encoder = RecordEncoder(codec, view, settings, root, engine)
    return Appender(codec, settings, encoder, path, Rotation(max_bytes, max_age, next_path), clock)


class Rotation:
    """When records go to another file, and to which.

    Args:
        max_bytes: see `append`.
        max_age: likewise.
        next_path: likewise.
    """

    def __init__(
        self, max_bytes: int | None = None, max_age: float | None = None, next_path: NextPath | None = None
    ) -> None:
        for name, value in {"max_bytes": max_bytes, "max_age": max_age}.items():
            if value is not None and value <= 0:
                raise OptionError(name, expected="more than 0", found=str(value))
        self._max_bytes = max_bytes
        self._max_age = max_age
        self._next_path = next_path
        self._first: str | None = None

    def following(self, path: str, size: int, more: int, age: float, *, filled: bool) -> str | None:
        """The file that the next records go to; None: the same.

        Args:
            path: the file at hand.
            size: its size with all that was appended.
            more: how many bytes the records take.
            age: how many seconds ago it was opened.
            filled: whether it has records.
        """
        bounded = self._max_bytes is not None or self._max_age is not None
        full = self._max_bytes is not None and filled and size + more > self._max_bytes
        old = self._max_age is not None and age >= self._max_age
        if not (full or old) and (bounded or self._next_path is None):
            return None
        found = self.next(path)
        return None if os.path.abspath(found) == os.path.abspath(path) else found

    def next(self, path: str) -> str:
        """The name of the file that follows another."""
        if self._next_path is not None:
            return os.fspath(self._next_path(path))
        self._first = self._first or path
        stem, extension = os.path.splitext(self._first)
        number = 1
        try:
            while is_there(found := f"{stem}.{number}{extension}"):
                number += 1
        except OSError as error:
            raise WriteError(f"what follows it can't be looked for: {said(error)}", path=path) from None
        return found


class Appender:
    """Appends records to a file, or to one after another; what `bytewright.append` gives. It may be used by several
    threads, and in a ``with`` block, at whose end it is closed.

    Attributes:
        path: the file that records go to; the next one, once records have gone to that.
        cut: where what was cut off is kept; None: nothing was.
    """

    def __init__(
        self,
        codec: Codec,
        settings: Settings,
        encoder: RecordEncoder,
        path: str | os.PathLike[str],
        rotation: Rotation,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._codec = codec
        self._settings = settings
        self._encoder = encoder
        self._rotation = rotation
        self._clock = clock
        self._lock = threading.RLock()
        self._pending: list[bytes | memoryview] = []
        self._waiting = 0
        self._closed = False
        self.cut: str | None = None
        self.path = os.fspath(path)
        self._file = self._open(self.path)
        self._since = clock()

    # --- opening -----------------------------------------------------------------------------------------------------

    def _open(self, path: str) -> AppendedFile | None:
        """Open a file; None: there is none yet, and what it begins with isn't known."""
        if is_remote(path):
            raise OptionError("a file to append to", expected="a local path", found=path)
        path = local_path(path)
        if algorithm_of(path) is not None:
            raise OptionError("a file to append to", expected="one that isn't compressed", found=path)
        header = self._encoder.header
        if header is None and not os.path.exists(path):
            return None
        file = AppendedFile(path, header)
        try:
            self._begin(file)
        except BaseException:
            file.close()
            raise
        return file

    def _begin(self, file: AppendedFile) -> None:
        """See to it that a file ends with a whole record, or with its header, as far as that is known."""
        if file.size:
            found = self._end_of(file)
            if found.first is not None:
                self._encoder.go_on(_begin_of(file, found.first), has_records=found.end > found.first)
            if found.end < found.size:
                self.cut = file.cut(found.end)
        if not file.size and self._encoder.header is not None:
            file.write(self._encoder.header)

    def _end_of(self, file: AppendedFile) -> LogEnd:
        try:
            return log_end(self._codec, file.path, self._settings)
        except ReadError:
            header = self._encoder.header
            if header is None or file.size >= len(header) or _begin_of(file, file.size) != header[: file.size]:
                raise
            return LogEnd(None, 0, file.size)

    @property
    def size(self) -> int:
        """The size of the file in bytes, with what was appended and waits to be written."""
        with self._lock:
            return self._waiting + (self._file.size if self._file is not None else len(self._encoder.header or b""))

    # --- records -----------------------------------------------------------------------------------------------------

    def append(self, records: Records, *, flush: bool = False) -> None:
        """Append records: all, or, where this raises an error, none.

        They are in the file once `flush` has returned, or there are enough of them.

        Args:
            records: a row or several, as mappings or in Arrow (of a format whose rows lie in batches: a batch, or those
                that its numbers say), an object that is a record or several, or one that is a whole file with the same
                header.
            flush: whether they are written at once, with those that wait.

        Raises:
            WriteError: they are no records of the format, the header of the file is no header for them, or they can't
                be written.
        """
        with self._lock:
            self._check_open()
            known, begun, file = self._encoder.known, self._encoder.header, self._file
            try:
                data = self._encoded(records)
                header = self._encoder.header
                if data:
                    self._rotate_for(len(data), header if begun is None else begun)
                if self._file is None:
                    self._file = self._open(self.path)
                elif header is not None and (not self._file.size or (self._file is file and header != begun)):
                    self._file.begin(header)
            except BaseException as error:
                self._encoder.known = known
                if isinstance(error, WriteError):
                    error.path = error.path or self.path
                raise
            self._pending.append(data)
            self._waiting += len(data)
            if flush or self._waiting >= BUFFERED:
                try:
                    self.flush()
                except BaseException:
                    if self._pending:  # nothing was written
                        self._waiting -= len(self._pending.pop())
                    raise

    def _encoded(self, records: Records) -> memoryview:
        if isinstance(records, pa.RecordBatch):
            records = pa.Table.from_batches([records])
        if isinstance(records, pa.Table):
            return self._encoder.of_table(records) if len(records) else memoryview(b"")
        several = [records] if isinstance(records, Mapping | Struct) else [*records]
        if all(isinstance(one, Mapping) for one in several):
            return self._encoder.of_rows(several) if several else memoryview(b"")  # type: ignore[arg-type]
        if all(isinstance(one, Struct) for one in several):
            return self._encoder.of_models(several)  # type: ignore[arg-type]
        raise TypeError("records are mappings, a table or batch of Arrow's, or objects of the codec's")

    def _rotate_for(self, more: int, header: bytes | None) -> None:
        """Go on in the next file, if so many bytes are no longer to go to this one, which begins with a header."""
        size, filled = self.size, self.size > len(header or b"")
        found = self._rotation.following(self.path, size, more, self._clock() - self._since, filled=filled)
        if found is not None:
            self._go_to(found)

    def rotate(self) -> None:
        """Go on in the next file now.

        Raises:
            WriteError: it can't be made, or somebody else appends to it; records go to the same file then.
            ReadError: it is there, and damaged.
        """
        with self._lock:
            self._check_open()
            self._go_to(self._rotation.next(self.path))

    def _go_to(self, path: str) -> None:
        file = self._open(path)
        try:
            self.sync()
        except BaseException:
            if file is not None:
                file.close()
            raise
        if self._file is not None:
            self._file.close()
        self._file, self.path, self._since = file, path, self._clock()

    def flush(self) -> None:
        """Write what was appended: once this returns, it outlives the process.

        Raises:
            WriteError: it can't be written. It is kept, and none of it is in the file.
        """
        with self._lock:
            self._check_open()
            if self._file is not None and self._pending:
                self._file.write(b"".join(self._pending))
                self._pending.clear()
                self._waiting = 0

    def sync(self) -> None:
        """Write what was appended, and have it on the disk: once this returns, it outlives the machine.

        Raises:
            WriteError: it can't be written.
        """
        with self._lock:
            self.flush()
            if self._file is not None:
                self._file.sync()

    def close(self) -> None:
        """Write what was appended, and let the file go.

        Raises:
            WriteError: it can't be written. The file is closed all the same.
        """
        with self._lock:
            if self._closed:
                return
            try:
                self.flush()
            finally:
                self._closed = True
                if self._file is not None:
                    self._file.close()

    def _check_open(self) -> None:
        if self._closed:
            raise WriteError("the appender is closed", path=self.path)

    def __enter__(self) -> Appender:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _begin_of(file: AppendedFile, size: int) -> bytes:
    with closing(FileSource(file.path)) as source:
        return source.read(0, size)
