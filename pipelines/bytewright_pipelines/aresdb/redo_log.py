"""The redo logs of a table as AresDB keeps them: batches of upserts appended to one file after another."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

import bytewright
from bytewright.errors import InputMissingError, OptionError, WriteError
from bytewright.host.locks import HeldError, lock, unlock
from bytewright.model.structures import Struct
from bytewright_formats.aresdb_redo_log import CODEC, Batch
from bytewright_formats.aresdb_upsert_batch import AresdbUpsertBatch
from bytewright_pipelines.aresdb.logs import SUFFIX

ARRIVAL = "arrival_time"
"""The column that says when a batch has arrived."""
_SECONDS = pa.timestamp("s", "UTC")
_TORN = {"tornTail": "ignore"}
"""What a killed writer has left at the end of a file is no row."""
_EVENT = "c0"
"""The column of event times, of a table of facts."""


class RedoLog:
    """The redo logs of a shard of a table: ``FOLDER/<table>_<shard>/redologs/<seconds>.redolog``.

    One process at a time appends; from the first append until it is closed nobody else can. Each begins a new file. Its
    number is the time in seconds, or the one behind the last file's where there is that already: no file is begun
    twice. May be used in a ``with`` block, at whose end it is closed.

    Args:
        folder: the folder of all tables, AresDB's ``data``.
        table: name of the table.
        shard: number of the shard.
        interval: seconds after which a new file is begun; None: never.
        max_bytes: size in bytes that no file reaches, unless by a single batch; None: any is good.
        sync: whether a batch is on the disk when `append` returns, as with AresDB; otherwise the system has it then.
        options: options of the format, which type columns, say how they update, or name the table's schema.
        clock: the time in seconds.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        table: str,
        shard: int = 0,
        *,
        interval: float | None = 10_800,
        max_bytes: int | None = 1 << 30,
        sync: bool = True,
        options: Mapping[str, Any] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        if max_bytes is not None and max_bytes < 2:
            raise OptionError("max_bytes", expected="at least 2", found=str(max_bytes))
        self.folder = Path(folder, f"{table}_{shard}", "redologs")
        self._interval = interval
        self._max_bytes = max_bytes
        self._sync = sync
        self._options = dict(options or {})
        self._clock = clock
        self._log: bytewright.Appender | None = None
        self._held = -1

    # --- writing -----------------------------------------------------------------------------------------------------

    def append(self, batch: pa.Table | pa.RecordBatch | Sequence[Mapping[str, Any]] | Struct) -> int:
        """Append upserts: all, or, where this raises an error, none.

        Where only the disk doesn't confirm that it has them, they are in the log all the same.

        Args:
            batch: rows in Arrow or as mappings, with the types and update modes that their columns or options say: a
                batch, or several, where a column ``batch`` says so; they arrive now, where no column says when. Or an
                object: a batch, with or without its size, or a whole log.

        Returns:
            The number of the file that has it.

        Raises:
            WriteError: they are no upserts, they can't be written, or somebody else appends to logs of the table.
        """
        if isinstance(batch, AresdbUpsertBatch):
            batch = Batch(body=batch)
        elif not isinstance(batch, Struct):
            batch = self._arrived(batch)
        log = self._begun()
        log.append(batch, flush=True)
        if self._sync:
            log.sync()
        return _number(Path(log.path))

    def _arrived(self, rows: pa.Table | pa.RecordBatch | Sequence[Mapping[str, Any]]) -> Any:
        """Rows with the time when they arrived."""
        now = datetime.fromtimestamp(int(self._clock()), UTC)
        if isinstance(rows, pa.RecordBatch):
            rows = pa.Table.from_batches([rows])
        if not isinstance(rows, pa.Table):
            return [{ARRIVAL: now, **row} for row in rows]
        if ARRIVAL in rows.column_names:
            return rows
        return rows.append_column(ARRIVAL, pa.repeat(pa.scalar(now, _SECONDS), len(rows)))

    def _begun(self) -> bytewright.Appender:
        if self._log is None:
            self._hold()
            self._log = bytewright.append(
                self._next(),
                CODEC,
                options=self._options,
                max_age=self._interval,
                max_bytes=None if self._max_bytes is None else self._max_bytes - 1,
                next_path=lambda _: self._next(),
                clock=self._clock,
            )
        return self._log

    def _hold(self) -> None:
        """Keep others from appending: each begins files of its own, so that no lock of a file would."""
        self.folder.mkdir(parents=True, exist_ok=True)
        held = os.open(self.folder.parent, os.O_RDONLY)
        try:
            lock(held)
        except HeldError:
            os.close(held)
            raise WriteError(
                "somebody else appends to redo logs of the table",
                path=str(self.folder),
                hint="Close them there, or wait until that process has ended.",
            ) from None
        self._held = held

    def _next(self) -> str:
        """The path of a file that isn't there."""
        last = max(map(_number, self.logs()), default=-1)
        return str(self.folder / f"{max(int(self._clock()), last + 1)}{SUFFIX}")

    def close(self) -> None:
        """Let the logs go."""
        try:
            if self._log is not None:
                self._log.close()
        finally:
            self._log = None
            if self._held >= 0:
                unlock(self._held)
                os.close(self._held)
                self._held = -1

    def __enter__(self) -> RedoLog:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- reading -----------------------------------------------------------------------------------------------------

    def logs(self) -> list[Path]:
        """The files, in the order of their numbers."""
        found = self.folder.glob(f"*{SUFFIX}") if self.folder.is_dir() else ()
        return sorted((path for path in found if path.stem.isdecimal()), key=_number)

    def open(self, view: str | None = None, **more: Any) -> bytewright.Table:
        """All files as a table, in that order.

        Args:
            view: name of the view; None: the default one.
            more: see `bytewright.open`.

        Raises:
            InputMissingError: there is no file.
        """
        logs = self.logs()
        if not logs:
            raise InputMissingError("there are no redo logs", path=str(self.folder))
        of_files = {name: value for name, value in self._options.items() if "." not in name}
        table: bytewright.Table = bytewright.open(logs, CODEC, view, **{"options": of_files, **more})
        return table

    def purge(self, archived_before: int, checkpoint: tuple[int, int] | None = None) -> list[Path]:
        """Delete the files of a table of facts whose rows have all been archived; never the one that is appended to.

        Args:
            archived_before: event times in seconds (column 0; where it is null, when the batch arrived) before which
                rows are archived.
            checkpoint: number of a file, and of a batch in it, up to which late rows have been filled in: only files
                count that end there or before. None: all have been.

        Returns:
            The files that were deleted.

        Raises:
            ReadError: a file is damaged; those before it may have been deleted.
            WriteError: a file can't be deleted, likewise.
        """
        current = None if self._log is None else Path(self._log.path)
        gone: list[Path] = []
        for path in self.logs():
            if path != current and self._is_done(path, archived_before, checkpoint):
                try:
                    path.unlink()
                except OSError as error:
                    raise WriteError(f"can't be deleted: {error.strerror}", path=str(path)) from None
                gone.append(path)
        return gone

    def _is_done(self, path: Path, archived_before: int, checkpoint: tuple[int, int] | None) -> bool:
        number = _number(path)
        if checkpoint is not None and number >= checkpoint[0]:
            columns = bytewright.open(path, CODEC, "columns", "batch", options=_TORN).to_table()
            if number > checkpoint[0] or len(columns["batch"].unique()) != checkpoint[1] + 1:
                return False
        table = bytewright.open(path, CODEC, options=_TORN)
        names = [name for name in (_EVENT, ARRIVAL) if name in table.schema.names]
        for batch in table.only(names).to_batches():
            arrived = batch[ARRIVAL].cast(_SECONDS).cast(pa.int64())
            event: Any = batch[_EVENT].cast(pa.int64()) if _EVENT in names else arrived
            compute: Any = pc
            if compute.any(compute.greater_equal(compute.coalesce(event, arrived), archived_before)).as_py():
                return False
        return True


def _number(path: Path) -> int:
    return int(path.stem)
