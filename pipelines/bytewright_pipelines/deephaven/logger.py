"""A logger: rows, and sets of rows, in logs of Deephaven that an import server follows."""

from __future__ import annotations

import json
import math
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal, get_args

import pyarrow as pa

import bytewright
from bytewright.codec.settings import parse
from bytewright.errors import OptionError, WriteError
from bytewright.host.suggest import hint
from bytewright.tables.write import bytes_of
from bytewright_formats.deephaven_log import CODEC, Body, OtherRecord, Record
from bytewright_pipelines.deephaven.judging import ALONE, COMMAND_RECORD, DELETE_PARTITION, END, MEMBER, START
from bytewright_pipelines.deephaven.log_names import Partition

ColumnTypeName = Literal[
    "Boolean", "Byte", "Char", "Short", "Int", "Long", "Float", "Double", "Blob", "EnhancedString", "Enum"
]

SHOWN: Mapping[str, pa.DataType] = {
    "Boolean": pa.bool_(),
    "Byte": pa.int8(),
    "Char": pa.string(),
    "Short": pa.int16(),
    "Int": pa.int32(),
    "Long": pa.int64(),
    "Float": pa.float32(),
    "Double": pa.float64(),
    "Blob": pa.binary(),
    "EnhancedString": pa.string(),
    "Enum": pa.string(),
}
"""What values of each type of column are in Arrow."""

_TEXTUAL = ("EnhancedString", "Enum")
_FLAGS = "record_flags"
_WAITING = 1024
"""Rows that wait for more before they are encoded."""
_DELETE_VERSION = 1


@dataclass(frozen=True, slots=True)
class LogColumn:
    """A column of a log.

    Attributes:
        type: type of its values.
        encoding: of text: ``UTF-8`` or ``ISO-8859-1``.
        symbols: of an Enum: the strings that its values may be, in the order of the numbers that stand for them.
    """

    type: ColumnTypeName
    encoding: Literal["UTF-8", "ISO-8859-1"] = "UTF-8"
    symbols: tuple[str, ...] = ()

    def refuse(self, name: str, value: Any) -> None:
        """See whether a value can be stored.

        Raises:
            WriteError: it can't.
        """
        if value is None:
            return
        try:
            pa.scalar(value, SHOWN[self.type])
        except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
            raise WriteError(field=name, expected=f"a value of type {self.type}", found=repr(value)) from error
        if self.type == "Enum" and value not in self.symbols:
            raise WriteError(field=name, expected="one of " + ", ".join(map(repr, self.symbols)), found=repr(value))
        if self.type == "Char" and len(value.encode("utf-16-le", "surrogatepass")) != 2:
            raise WriteError(field=name, expected="a code unit of UTF-16", found=repr(value))
        if self.type in _TEXTUAL:
            try:
                value.encode(self.encoding)
            except UnicodeEncodeError:
                raise WriteError(field=name, expected=f"text in {self.encoding}", found=repr(value)) from None

    def stored(self, value: Any) -> dict[str, Any]:
        """A value, which isn't refused, as the header stores it; see ``bytewright root``."""
        if value is None:
            return {}
        if self.type == "Enum":
            return {"number": self.symbols.index(value)}
        if self.type == "Boolean":
            return {"value": int(value)}
        if self.type == "Char":
            return {"value": int.from_bytes(value.encode("utf-16-le", "surrogatepass"), "little")}
        if self.type == "Blob":
            return {"value": bytes(value).hex()}
        if self.type in ("Float", "Double") and not math.isfinite(value):
            return {"value": "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"}
        return {"value": value}

    @property
    def metadata(self) -> dict[str, Any]:
        """What the header says of the column beside its name and type."""
        if self.type not in _TEXTUAL:
            return {}
        symbols = {"symbols": [{"value": {"value": text}} for text in self.symbols]} if self.type == "Enum" else {}
        return {"metadata": {"encoding": self.encoding, **symbols}}


Columns = Mapping[str, "LogColumn | ColumnTypeName | Sequence[str]"]
"""Columns by name: a type, the strings of an Enum, or both with an encoding."""


@dataclass(slots=True)
class _OpenSet:
    """A set that rows are logged to. Its last row waits, as only the end of the set tells which flags it has."""

    begun: bool = False
    held: Mapping[str, Any] | None = None

    @property
    def flags(self) -> int:
        """The flags of the row that waits, unless it is the last one."""
        return MEMBER if self.begun else START


class IntradayLogger:
    """Writes logs of a table, one after another, as import servers expect them.

        columns = {"Sym": "EnhancedString", "Price": "Double"}
        with IntradayLogger("binlogs", columns, namespace="Market", table="Trades") as log:
            log.log({"Sym": "AAPL", "Price": 189.5})
            with log.set():
                log.log({"Sym": "IBM", "Price": 140.0})
                log.log({"Sym": "IBM", "Price": 141.0})

    Rows are in the file once `flush` has returned, or there are enough of them. Several threads may use a logger: a set
    holds others up until it is over.

    Args:
        path: the directory of the logs, which is made if it isn't there.
        columns: the columns, in the order of the log.
        constants: values of columns that are the same in all rows, null too; rows don't say them.
        namespace: the namespace of the table.
        table: its name.
        internal_partition: which of several loggers this one is.
        column_partition: value of the partitioning column; None: the day of the log.
        table_set: whether it is a system's or a user's table.
        application_version: version of the application's protocol; None: the log states none.
        roll: ``day``: rows of another day go to another log; None: they don't, which needs a `column_partition`.
        max_bytes: a log that is so large is followed by another one.
        digests: whether commands have a digest, as rows do.
        clock: what time it is, with a zone: days are those of that zone.

    Attributes:
        path: the log that rows go to.

    Raises:
        OptionError: a column, a type or an option is wrong.
        WriteError: a constant doesn't fit its column, or the log can't be made.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        columns: Columns,
        constants: Mapping[str, Any] | None = None,
        *,
        namespace: str,
        table: str,
        internal_partition: str = "0",
        column_partition: str | None = None,
        table_set: Literal["System", "User"] = "System",
        application_version: int | None = None,
        roll: Literal["day"] | None = "day",
        max_bytes: int | None = None,
        digests: bool = False,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        if roll not in ("day", None) or (roll is None and column_partition is None):
            raise OptionError("roll", expected="day, or a column_partition", found=repr(roll))
        if max_bytes is not None and max_bytes <= 0:
            raise OptionError("max_bytes", expected="more than 0", found=str(max_bytes))
        self._folder = Path(path)
        self._columns = {name: _column(name, said) for name, said in columns.items()}
        self._constants = dict(constants or {})
        for name, value in self._constants.items():
            self._column(name).refuse(name, value)
        self._logged = {name: one for name, one in self._columns.items() if name not in self._constants}
        self._partition = Partition(namespace, table, internal_partition, column_partition or "", table_set)
        self._by_day, self._roll, self._max_bytes = column_partition is None, roll, max_bytes
        self._digests, self._clock = digests, clock
        self._lock = threading.RLock()
        self._rows: list[tuple[int, Mapping[str, Any]]] = []
        self._set: _OpenSet | None = None
        self._closed = False
        root = _root(self._columns, self._constants, application_version)
        names = self._shown(root)
        self._schema = pa.schema(
            [
                pa.field(_FLAGS, pa.int16()),
                *(pa.field(names[name], SHOWN[one.type]) for name, one in self._logged.items()),
            ]
        )
        self._folder.mkdir(parents=True, exist_ok=True)
        self._began = self._clock()
        self._path = self._next()
        self._appender = bytewright.append(self._path, CODEC, "sets", root=root, next_path=lambda _: self._path)

    @property
    def path(self) -> str:
        """The log that rows go to."""
        return self._appender.path

    # --- rows --------------------------------------------------------------------------------------------------------

    def log(self, row: Mapping[str, Any] | None = None, /, **values: Any) -> None:
        """Log a row: of its own, or, in a `set`, of that.

        Args:
            row: values by column; a column that isn't there is null.
            values: more of them.

        Raises:
            WriteError: a column is unknown or constant, a value doesn't fit, or the logger is closed. Nothing is
                logged.
        """
        said = {**(row or {}), **values}
        for name, value in said.items():
            if name in self._constants:
                raise WriteError(field=name, expected="no value: the column is constant", found=repr(value))
            self._column(name).refuse(name, value)
        with self._lock:
            if self._set is None:
                self._begin_record()
                self._take(ALONE, said)
                return
            if self._set.held is not None:
                self._take(self._set.flags, self._set.held)
                self._set.begun = True
            self._set.held = said

    @contextmanager
    def set(self) -> Iterator[IntradayLogger]:
        """Rows that are logged in the block are a set: readers see all of them or none.

        After an exception the set stays without an end, so that readers drop it.

        Raises:
            WriteError: there is a set already.
        """
        with self._lock:
            if self._set is not None:
                raise WriteError("a set inside of a set")
            self._begin_record()
            made = self._set = _OpenSet()
            try:
                yield self
            except BaseException:
                if made.held is not None:
                    self._take(made.flags, made.held)
                raise
            else:
                if made.held is not None:
                    self._take(END if made.begun else ALONE, made.held)
            finally:
                self._set = None

    def delete_partition(self) -> None:
        """Have import servers delete all rows of the partition, those of logs before this one too.

        Raises:
            WriteError: a set isn't over.
        """
        with self._lock:
            if self._set is not None:
                raise WriteError("a command inside of a set")
            self._begin_record()
            self._encode()
            other = OtherRecord(
                type=COMMAND_RECORD,
                version=_DELETE_VERSION,
                command=DELETE_PARTITION,
                data=b"",
                has_digest=self._digests,
            )
            self._appender.append(Record(body=Body(flags=4, other=other)))

    # --- files -------------------------------------------------------------------------------------------------------

    def flush(self) -> None:
        """Write what was logged: once this returns, it outlives the process. The last row of a set that isn't over
        waits."""
        with self._lock:
            self._encode()
            self._appender.flush()

    def sync(self) -> None:
        """Write what was logged, and have it on the disk: once this returns, it outlives the machine."""
        with self._lock:
            self._encode()
            self._appender.sync()

    def close(self) -> None:
        """Write what was logged, and let the log go. A set that isn't over stays without an end."""
        with self._lock:
            try:
                self._encode()
            finally:
                self._closed = True
                self._appender.close()

    def __enter__(self) -> IntradayLogger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- how ---------------------------------------------------------------------------------------------------------

    def _column(self, name: str) -> LogColumn:
        if name not in self._columns:
            raise WriteError(f"there is no column {name!r}", hint=hint(name, list(self._columns), "columns"))
        return self._columns[name]

    def _take(self, flags: int, row: Mapping[str, Any]) -> None:
        if self._closed:
            raise WriteError("the logger is closed", path=self.path)
        self._rows.append((flags, row))
        if len(self._rows) >= _WAITING:
            self._encode()

    def _encode(self) -> None:
        """Hand the rows that wait to the file."""
        if not self._rows:
            return
        arrays: list[pa.Array[Any]] = [pa.array([flags for flags, _ in self._rows], pa.int16())]
        arrays += [
            pa.array([row.get(name) for _, row in self._rows], SHOWN[one.type]) for name, one in self._logged.items()
        ]
        self._appender.append(pa.Table.from_arrays(arrays, schema=self._schema))
        self._rows.clear()

    def _begin_record(self) -> None:
        """Go on in another log where it is time to. A set stays in one: in the next log it would never end."""
        now = self._clock()
        if self._roll == "day" and now.date() != self._began.date():
            self._next_log(now)
        elif self._max_bytes is not None:
            self._encode()
            if self._appender.size >= self._max_bytes:
                self._next_log(now)

    def _next_log(self, now: datetime) -> None:
        self._encode()
        self._began = now
        self._path = self._next()  # the appender asks for it before the next record

    def _next(self) -> Path:
        """The name of a log that begins now, and isn't there."""
        partition = self._partition
        if self._by_day:
            partition = replace(partition, column=self._began.date().isoformat())
        moment = self._began
        while (path := self._folder / partition.file_name(moment)).exists():
            moment += timedelta(milliseconds=1)
        return path

    def _shown(self, root: str) -> dict[str, str]:
        """What the columns are called in the rows that are written; constants are looked at.

        Raises:
            WriteError: a constant has a value that stands for null.
        """
        row = pa.table({_FLAGS: pa.array([ALONE], pa.int16())})
        data, _ = bytes_of(CODEC, row, "sets", parse(CODEC), root)
        found = bytewright.open(data, CODEC, "sets").to_table()
        names = dict(zip(self._columns, found.column_names[-len(self._columns) :], strict=True))
        for name, value in self._constants.items():
            if value is not None and found.column(names[name])[0].as_py() is None:
                raise WriteError(field=name, expected="a value that doesn't stand for null", found=repr(value))
        return names


def _column(name: str, said: LogColumn | str | Sequence[str]) -> LogColumn:
    """A column, of what users say of it.

    Raises:
        OptionError: there is no such column.
    """
    types = get_args(ColumnTypeName)
    if isinstance(said, str):
        made = LogColumn(said)  # type: ignore[arg-type]  # checked below
    elif isinstance(said, LogColumn):
        made = said
    else:
        made = LogColumn("Enum", symbols=tuple(said))
    if made.type not in types:
        raise OptionError(f"column {name}", expected="one of " + ", ".join(types), found=repr(made.type))
    if made.encoding not in ("UTF-8", "ISO-8859-1"):
        raise OptionError(f"column {name}", expected="UTF-8 or ISO-8859-1", found=repr(made.encoding))
    if len(set(made.symbols)) < len(made.symbols) or (made.symbols and made.type != "Enum"):
        raise OptionError(f"column {name}", expected="symbols of an Enum, each once", found=repr(made.symbols))
    return made


def _root(columns: Mapping[str, LogColumn], constants: Mapping[str, Any], version: int | None) -> str:
    """The header of logs, as ``bytewright root`` prints it."""
    described = [{"name": name, "type": one.type, **one.metadata} for name, one in columns.items()]
    records: list[dict[str, Any]] = [{"type": "column_definitions", "body": {"columns": described}}]
    if constants:
        entries = [{"name": name, "cell": columns[name].stored(value)} for name, value in constants.items()]
        records.append({"type": "constant_columns", "body": {"list": {"entries": entries}}})
    if version is not None:
        records.append({"type": "application_version", "body": {"value": version}})
    return json.dumps({"header": {"records": records}})
