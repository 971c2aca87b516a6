"""One's own connection to DuckDB, to which paths of files are tables: ``register(connection)``."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any

from bytewright.codec.trust import Consent, Trust
from bytewright.errors import CodecError, OptionError
from bytewright.tables.opening import Spec
from bytewright.tables.sql.files import QueriedFiles, beside

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["register"]


def register(
    connection: DuckDBPyConnection,
    spec: Spec | Sequence[Spec] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    strict: bool = False,
    trust: Consent | Trust = (),
    processes: Mapping[str, type] | None = None,
    threads: int | None = None,
) -> DuckDBPyConnection:
    """Let a connection to DuckDB understand files by their paths: ``from 'x.bin'``, ``from 'logs/*.bin?view=events'``.

    What its ``sql``, ``query``, ``execute`` and ``executemany`` are asked names files as it does in `bytewright.sql`.
    Only columns that a query needs are read, and what the kernel understands of its conditions tells it which rows it
    need not make. Files are opened anew by each query, and by each query of a view over them.

    All else that the connection knows goes first: its tables, files that DuckDB reads itself. Names are left to it of
    which no file is there, or only files whose format nobody names or knows. Errors are DuckDB's, with our text.

    Args:
        connection: it becomes a subclass of what it is, which its cursors are as well; registered again, it has the
            later arguments. The default connection of the module ``duckdb`` is asked by functions of that module, which
            don't know of this.
        spec: format of files whose names don't say one; None: by their first bytes.
        options: options for all files; those in a file's name count more.
        strict: bytes left over are an error, not a warning.
        trust: code that specs which are named by their paths may run; see `bytewright.codec.trust.consent`. What stands
            behind ``?`` can't say it.
        processes: classes for ``process`` and ``decode: by`` of ``spec``, by the names that it calls them.
        threads: how many read a large file; see `bytewright.open`.

    Returns:
        The same connection.

    Raises:
        CodecError: DuckDB is missing, or this version of it doesn't let its connections be told of files.
        OptionError: this is no connection, or consent can't be given.
        UntrustedError: ``spec`` names code to which nobody has consented.
    """
    files = QueriedFiles(spec, options, strict=strict, trust=trust, processes=processes, threads=threads)
    kind: Any = type(connection)
    if not issubclass(kind, files.duckdb.DuckDBPyConnection):
        raise OptionError("connection", expected="one of DuckDB's", found=kind.__name__)
    if issubclass(kind, _Paths):
        kind = kind.__mro__[2]
    told = type(kind)(kind.__name__, (_Paths, kind), {"__slots__": (), "_files": files})
    try:
        connection.__class__ = told
    except TypeError as error:
        raise CodecError(
            f"connections of DuckDB {files.duckdb.__version__} can't be told of files",
            hint="bytewright.sql(query) has one that can.",
        ) from error
    return connection


class _Paths:
    """What a connection does to whose queries paths are tables."""

    __slots__ = ()
    _files: QueriedFiles

    def sql(self, query: Any, *given: Any, **named: Any) -> Any:
        """See ``DuckDBPyConnection.sql``."""
        return self._asked("sql", query, given, named, sys._getframe(1))

    def query(self, query: Any, *given: Any, **named: Any) -> Any:
        """See ``DuckDBPyConnection.query``."""
        return self._asked("query", query, given, named, sys._getframe(1))

    def from_query(self, query: Any, *given: Any, **named: Any) -> Any:
        """See ``DuckDBPyConnection.from_query``."""
        return self._asked("from_query", query, given, named, sys._getframe(1))

    def execute(self, query: Any, *given: Any, **named: Any) -> Any:
        """See ``DuckDBPyConnection.execute``."""
        return self._asked("execute", query, given, named, sys._getframe(1))

    def executemany(self, query: Any, *given: Any, **named: Any) -> Any:
        """See ``DuckDBPyConnection.executemany``."""
        return self._asked("executemany", query, given, named, sys._getframe(1))

    def cursor(self) -> Any:
        """See ``DuckDBPyConnection.cursor``."""
        return self._also(super().cursor())  # type: ignore[misc]  # of DuckDB's class

    def duplicate(self) -> Any:
        """See ``DuckDBPyConnection.duplicate``."""
        return self._also(super().duplicate())  # type: ignore[misc]

    def _also(self, other: Any) -> Any:
        other.__class__ = type(self)
        return other

    def _asked(self, how: str, query: Any, given: tuple[Any, ...], named: dict[str, Any], variables: FrameType) -> Any:
        files = self._files
        text = query if isinstance(query, str) else getattr(query, "query", "")
        datasets = {name: files.dataset(name) for name in files.named(text) if files.are_known(name)}
        files.keep(text, datasets, self)
        return beside(datasets, variables, getattr(super(), how), query, *given, **named)
