"""The last rows of a file, and those that are appended to it, through rotation."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from stat import S_ISREG
from typing import Any

import pyarrow as pa

from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import InputMissingError, OptionError
from bytewright.io.compressed import algorithm_of
from bytewright.io.file_listing import DataFile
from bytewright.io.filesystems import is_remote, local_path
from bytewright.io.source import Prefix, open_source
from bytewright.tables.append.growth import grows
from bytewright.tables.append.log_files import APART, QUIET, Known, Log, LogFiles
from bytewright.tables.append.log_names import bases, series
from bytewright.tables.engines import Engine
from bytewright.tables.file_rows import FileRows
from bytewright.tables.inputs import What
from bytewright.tables.opening import open as open_table
from bytewright.tables.row_metadata import METADATA
from bytewright.tables.table import Table
from bytewright.views.evaluate.framing import WHOLE, Part
from bytewright.views.evaluate.layout import row_per_record, view_of

_PART_BYTES = 4 << 20
"""Size of the parts in which a file is read from its end."""

_TELLING = 64
"""Bytes of a file that are enough to tell its format."""

_SETTLED = 1_000_000_000
"""Nanoseconds for which a directory must not have changed, so that its time tells whether it has since."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How files are read.

    Attributes:
        codecs: the format, or its versions; none: the format by the first bytes of each file.
        view: the view; None: the default one.
        columns: the columns, joined by commas; None: all.
        options: options by name.
        engine: what reads.
        mode: what a bad record does; None: what options say.
    """

    codecs: tuple[Codec, ...] = ()
    view: str | None = None
    columns: str | None = None
    options: Mapping[str, Any] | None = None
    engine: Engine = "auto"
    mode: str | None = None

    def table(self, what: What, codec: Codec) -> Table:
        """The rows of a file."""
        options = self.options or {}
        return open_table(what, codec, self.view, self.columns, options, engine=self.engine, mode=self.mode)

    def rows(self, path: str) -> FileRows:
        """The rows of a file of whichever format it is."""
        options = self.options or {}
        return open_table(path, self.codecs, self.view, self.columns, options, engine=self.engine, mode=self.mode)


class Tail:
    """The rows at the end of a file, and those that come.

    Args:
        path: the file; a local one that isn't compressed, if it is followed.
        reading: how it is read.
        tell: told of what readers of the rows should know: bad records that were passed over, bytes that were lost.
        follow: whether rows that come are wanted.

    Raises:
        OptionError: such a file can't be followed.
    """

    def __init__(
        self, path: str, reading: Reading, tell: Callable[[Sequence[object]], None], *, follow: bool = False
    ) -> None:
        local = os.path.exists(path) or not is_remote(path)
        if follow and not local:
            raise OptionError("a file that is followed", expected="a local one", found=path)
        self._path = local_path(path) if local else path
        if follow and (
            algorithm_of(self._path) is not None or (os.path.exists(self._path) and not os.path.isfile(self._path))
        ):
            raise OptionError("a file that is followed", expected="one that isn't compressed, and no pipe", found=path)
        self._reading = reading
        self._tell = tell
        self._follow = follow
        self._files = LogFiles((), self._lose)
        self._logs: list[Log] = []
        self._paths: list[str] = []
        self._over: dict[int, str] = {}
        self._state: object = None
        self._told = ""
        self._series, self._numbers = series(self._path)
        self._apart = False

    # --- what is there -----------------------------------------------------------------------------------------------

    def there(self, count: int, *, behind: bool = False) -> Iterator[pa.RecordBatch]:
        """Rows that are there.

        Args:
            count: how many of the last ones are wanted.
            behind: whether, in place of these, all but so many of the first ones are.

        Raises:
            InputMissingError: the file is missing, and isn't followed.
            ReadError: it is bad, and the mode doesn't tolerate that.
            OptionError: an option has a wrong value, the format can't be told, or files of the view can't be followed.
        """
        files = self._listed()
        file = next((one for one in files if one.path == self._path and algorithm_of(one.path) is None), None)
        if self._follow:
            others = [one for one in files if one.size and one is not file]
            self._over = {self._files.identity(one): one.path for one in others}
            if file is None:
                self._tell([f"{self._path}: there is no such file yet"])
        codec = None if file is None else self._codec(file)
        if codec is None and self._follow:
            return
        table: FileRows
        parts = [WHOLE]
        if file is None or codec is None or not self._grows(codec):
            table = self._reading.rows(self._path)
        else:
            one = Known(self._files.begun(file), file)
            log, part, tail = self._reach(one, codec)
            self._logs = [log]
            if tail and not self._follow:
                self._tell([f"{self._path}: the last record is unfinished; bytes left out: {tail}"])
            if part is None:
                return
            table = found = self._reading.table(Prefix(file.path, log.stop, file.inode), codec)
            parts = found.splits(_PART_BYTES)
        if count or behind:
            yield from self._noticed(table, _behind(table, parts, count) if behind else _last(table, parts, count))

    def _grows(self, codec: Codec) -> bool:
        """Whether files of a view can grow.

        Raises:
            OptionError: they can't, and are to be followed.
        """
        view = view_of(codec, self._reading.view)
        found = grows(codec, view)
        if self._follow and not found:
            raise OptionError(
                f"the view {view.name} of {codec.name} can't be followed",
                expected="a view of records that go on to the end of the file",
            )
        return found

    def _codec(self, file: DataFile) -> Codec | None:
        """The format of a file; None: it can't be told yet.

        Raises:
            OptionError: it can't be told.
        """
        codecs = self._reading.codecs
        if len(codecs) == 1:
            return codecs[0]
        source = open_source(Prefix(file.path, file.size, file.inode))
        try:
            return registry.version_of(source, codecs) if codecs else registry.codec_of(source)
        except OptionError:
            if self._follow and file.size < _TELLING:
                return None
            raise
        finally:
            source.close()

    def _reach(self, one: Known, codec: Codec) -> tuple[Log, Part | None, int]:
        """How far a log can be read, what of it hasn't been, and how many bytes wait behind that."""
        reading = self._reading
        view, settings = view_of(codec, reading.view), parse(codec, reading.options, mode=reading.mode)
        found, log = self._files.growth(one, codec, view, settings, engine=reading.engine)
        return log, found.part, found.tail

    def _noticed(self, table: FileRows, rows: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        try:
            yield from rows
        finally:
            self._tell(table.warnings)

    # --- what comes --------------------------------------------------------------------------------------------------

    def come(self) -> Iterator[pa.RecordBatch]:
        """Rows that have come, of the file and of what rotation has made of it; none where nothing has.

        Raises:
            ReadError: a record is bad, and the mode doesn't tolerate that.
            OptionError: the format can't be told.
        """
        before, self._state = self._state, self._look()
        if self._state is not None and self._state == before:
            return
        try:
            yield from self._come()
        except InputMissingError as error:  # it was rotated since it was listed: the next time it is seen as it is
            self._state = None
            if str(error) == self._told:
                self._tell([error])
            self._told = str(error)

    def _come(self) -> Iterator[pa.RecordBatch]:
        known = self._without_others([*self._files.known(self._logs, self._listed(), self._is_new)])
        self._logs, self._paths = [one.log for one in known], [one.file.path for one in known]
        for number, (log, file) in enumerate((one.log, one.file) for one in known):
            codec = self._codec(file) if file.size > log.stop else None
            if codec is None or not self._grows(codec):
                continue
            behind, part, _ = self._reach(known[number], codec)
            if part is not None:
                yield from self._rows(file, codec, behind, part)
            self._logs[number] = behind
        for log, one in zip([*self._logs], known, strict=True):
            if log.ended and log.stop >= one.file.size and time.time() - one.file.modified / 1e6 >= QUIET:
                self._over[self._files.identity(one.file)] = one.file.path
                self._logs.remove(log)

    def _without_others(self, known: list[Known]) -> list[Known]:
        """Logs without those whose higher numbers have turned out to be names of logs apart."""
        ours = [one for one in known if series(one.file.path)[0] == self._series]
        if not self._apart and any(one.log.succeeded == APART for one in ours):
            self._apart = True
            others = sorted(one.file.path for one in ours if self._is_later(one.file.path))
            if others:
                self._tell([f"{', '.join(others)}: written at the same time as {self._path}, and so not followed"])
        return [one for one in known if not (self._apart and self._is_later(one.file.path))]

    def _rows(self, file: DataFile, codec: Codec, log: Log, part: Part) -> Iterator[pa.RecordBatch]:
        table = self._reading.table(Prefix(file.path, log.stop, file.inode), codec)
        if METADATA.name in table.schema.names and not row_per_record(codec, view_of(codec, self._reading.view)):
            raise OptionError(f"nothing counts the rows of a file that is followed, as {METADATA.name} does")
        yield from self._noticed(table, table.to_batches(part=part))

    def _look(self) -> object:
        """What changes with the files; None: that can't be told yet."""
        try:
            folder = os.stat(os.path.dirname(self._path) or ".").st_mtime_ns
        except OSError:
            return None
        if time.time_ns() - folder < _SETTLED:
            return None
        found = [_status(path) for path in {self._path, *self._paths}]
        return folder, [(one.st_ino, one.st_size, one.st_mtime_ns) if one is not None else None for one in found]

    # --- files -------------------------------------------------------------------------------------------------------

    def _listed(self) -> list[DataFile]:
        """The files that may be the log, or what rotation has made of it."""
        folder, base = os.path.split(self._path)
        inodes = {log.inode for log in self._logs}
        found: list[DataFile] = []
        try:
            with os.scandir(folder or ".") as entries:
                names = [
                    one.name for one in entries if one.name == base or self._is_ours(one.name, one.inode(), inodes)
                ]
        except OSError:
            return []
        for path in (os.path.join(folder, name) for name in names):
            status = _status(path)
            if status is not None and S_ISREG(status.st_mode):
                found.append(DataFile(path, status.st_size, status.st_mtime_ns // 1000, (), status.st_ino))
        return found

    def _is_ours(self, name: str, inode: int, inodes: set[int]) -> bool:
        path = os.path.join(os.path.dirname(self._path), name)
        return inode in inodes or self._path in bases(path) or (not self._apart and self._is_later(path))

    def _is_later(self, path: str) -> bool:
        """Whether a file has a higher number than the one that is followed."""
        kind, numbers = series(path)
        return kind == self._series and numbers > self._numbers

    def _is_new(self, file: DataFile) -> bool:
        """Whether a file that is no known log is one that comes."""
        place = self._over.get(self._files.identity(file))
        # A new file may have got the number of one that is over and was deleted.
        return place != self._path if file.path == self._path else place is None

    def _lose(self, log: Log, file: DataFile | None) -> None:
        what = "the file is gone" if file is None else "the file has been truncated or replaced"
        self._tell([f"{log.path}: {what}; {log.stop} bytes of it had been read"])


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except OSError:
        return None


def _last(table: FileRows, parts: Sequence[Part], count: int) -> Iterator[pa.RecordBatch]:
    """The last rows of parts of a file, the last of which are read."""
    held: deque[pa.RecordBatch] = deque()
    for part in reversed(parts):
        some: deque[pa.RecordBatch] = deque()
        have = 0
        for batch in table.to_batches(part=part):
            some.append(batch)
            have += batch.num_rows
            while have - some[0].num_rows >= count:
                have -= some.popleft().num_rows
        held.extendleft(reversed(some))
        if have >= count:
            yield held.popleft().slice(have - count)
            break
        count -= have
    yield from held


def _behind(table: FileRows, parts: Sequence[Part], count: int) -> Iterator[pa.RecordBatch]:
    """The rows of parts of a file, but for the first ones."""
    for batch in chain.from_iterable(table.to_batches(part=part) for part in parts):
        if count < batch.num_rows:
            yield batch.slice(count)
        count = max(0, count - batch.num_rows)
