"""SQL over files, by DuckDB: a table's name is a path, and behind ``?`` what `bytewright.open` is told of it.

``'station.slog'``, ``'logs/*.slog?view=measurements&spec=sensor_log'``: ``spec``, ``view``, ``engine``, ``mode`` and
``mergeSchema`` like everywhere, every other name is an option of the format. Several files of a glob are one table.
The view ``tree`` has a row for each node of the files' trees.
Names that DuckDB's own readers know (Parquet, CSV, JSON) are left to it, and so are names that are no paths.
"""

from __future__ import annotations

import glob
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from types import TracebackType
from typing import Any, NamedTuple
from urllib.parse import unquote_plus

import pyarrow as pa

from bytewright.arrow.expressions import filtered
from bytewright.codec import registry
from bytewright.codec.trust import Consent, Trust, consent
from bytewright.errors import BytewrightError, InputMissingError, OptionError
from bytewright.host.optional import needed
from bytewright.io.commit_journal import settled
from bytewright.io.filesystems import is_remote
from bytewright.io.folders import local_folder
from bytewright.tables.dataset import Rows, TableDataset
from bytewright.tables.file_rows import FileRows, Notice
from bytewright.tables.opening import Spec, listed_specs
from bytewright.tables.opening import open as open_table
from bytewright.tables.trees.tree_rows import TREE, tree_rows

_ASKED = re.compile(r"\?(?=[A-Za-z_][\w.]*=)")
_AROUND = tuple(
    re.compile(rf"\s*{words}", re.IGNORECASE | re.DOTALL)
    for words in (
        r"(explain(\s+analyze)?|describe|summarize)\s+(?P<query>.*)",
        r"copy\s*\((?P<query>.*)\)\s*to\b",
        r"create\b.*?\bas(\s+table)?\b(?P<query>.*)",
        r"insert\b.*?(?P<query>\b(select|from|with)\b.*)",
    )
)
"""Statements around what is selected, which DuckDB gives no tree of."""
_OURS = ("spec", "view", "engine")
_NEVER_ASKED = ("trust", "processes")
_CONSENT = "Say it beside the query: --trust, trust=[…]."
_DUCKDB = re.compile(r"\.(parquet|csv|tsv|json|jsonl|ndjson)(\.gz|\.zst)?$", re.IGNORECASE)
_GLOB = re.compile(r"[*?\[]")
BATCH_ROWS = 65536


class Session:
    """Queries over files. What one query defines (views, macros, settings), the next one knows.

    Args:
        spec: format of files whose names don't say one; None: by their first bytes.
        options: options for all files; those in a file's name count more.
        strict: bytes left over are an error, not a warning.
        trust: code that specs which are named by their paths may run; see `bytewright.codec.trust.consent`. What stands
            behind ``?`` can't say it.
        processes: classes for ``process`` and ``decode: by`` of ``spec``, by the names that it calls them.
        threads: how many read a large file; see `bytewright.open`.

    Raises:
        CodecError: DuckDB is missing.
        OptionError: consent can't be given.
        UntrustedError: ``spec`` names code to which nobody has consented.
    """

    def __init__(
        self,
        spec: Spec | Sequence[Spec] | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        strict: bool = False,
        trust: Consent | Trust = (),
        processes: Mapping[str, type] | None = None,
        threads: int | None = None,
    ) -> None:
        self._duckdb = needed("duckdb", "sql")
        self._trust = consent(trust)
        self._specs = [registry.load(one, self._trust, processes) for one in listed_specs(spec)]
        self._options = dict(options or {})
        self._strict = strict
        self._threads = threads
        self._datasets: dict[str, Any] = {}
        # Nothing is a table but files and what queries define; nothing is fetched; moments are shown in UTC. Files are
        # read one batch after another anyhow, and a thread of DuckDB's that met an error may outlive this one.
        settings = {
            "python_enable_replacements": False,
            "autoinstall_known_extensions": False,
            "TimeZone": "UTC",
            "threads": 1,
        }
        self._connection = self._duckdb.connect(config=settings)

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Forget everything."""
        self._connection.close()
        self._datasets.clear()

    @property
    def warnings(self) -> list[Notice]:
        """What was noticed and tolerated in the files that were read."""
        tables = (table for dataset in self._datasets.values() for table in dataset.tables)
        return list(dict.fromkeys(notice for table in tables for notice in table.warnings))

    def statements(self, text: str) -> list[str]:
        """The statements of a text.

        Raises:
            OptionError: it is no SQL.
        """
        try:
            return [one.query for one in self._connection.extract_statements(text)]
        except self._duckdb.Error as error:
            raise self._wrong(error) from error

    def run(self, statement: str) -> pa.RecordBatchReader | None:
        """Run one statement.

        Returns:
            Its rows, which are made as they are read; None where it has none. Errors in files and of the query
            come while they are read, as ours.

        Raises:
            OptionError: the query, an option in it or a name is wrong.
            InputMissingError: a file is missing.
            ReadError: a file is bad.
        """
        relation, failure = None, None
        try:
            for name in self._names(statement):
                self._provide(name)
            relation = self._connection.sql(statement)
            reader = None if relation is None else relation.to_arrow_reader(BATCH_ROWS)
        except self._duckdb.Error as error:
            failure = self._wrong(error)
        # Errors lead to the frames that they passed, which would keep DuckDB's objects, and so its threads, alive.
        del relation
        if failure is not None:
            raise failure
        return None if reader is None else pa.RecordBatchReader.from_batches(reader.schema, self._batches([reader]))

    def _names(self, statement: str) -> list[str]:
        """The names of tables in a statement.

        DuckDB's own way to tell them binds some statements first, before their files are there: so its parser is asked
        for the tree of what is selected.
        """
        for selected in (statement, *(found["query"] for kind in _AROUND if (found := kind.match(statement)))):
            ((text,),) = self._connection.execute("select json_serialize_sql(?)", [selected]).fetchall()
            tree = json.loads(text)
            if not tree["error"]:
                return sorted(set(_tables(tree)))
        return sorted(self._connection.get_table_names(statement))

    def _batches(self, readers: list[pa.RecordBatchReader]) -> Iterator[pa.RecordBatch]:
        failure = None
        try:
            yield from readers[0]
        except (self._duckdb.Error, OSError, pa.ArrowException) as error:
            failure = self._wrong(error)
        finally:
            readers.clear()
        if failure is not None:
            raise failure

    def _wrong(self, error: Exception) -> BytewrightError:
        """The error of ours that stopped DuckDB, or its own as one of ours."""
        for dataset in self._datasets.values():
            if dataset.failure is not None:
                failure: BytewrightError = dataset.failure
                dataset.failure = None
                return failure.with_traceback(None)
        text = re.sub(r"\s*\n\s*", " ", str(error).partition("\nLINE ")[0]).strip()
        return OptionError(f"query: {text}")

    def _provide(self, name: str) -> None:
        """Make a file known to DuckDB under the name by which a query calls it, if it is one of ours."""
        if name in self._datasets or not _is_file(name):
            return
        self._datasets[name] = dataset = _Scanned(self.open(name))
        self._connection.register(name, dataset)

    def open(self, name: str) -> FileRows:
        """The table that a name stands for.

        Raises:
            OptionError: what stands behind ``?`` is wrong.
            InputMissingError: there is no such file.
        """
        path, asked = _parted(name)
        given: dict[str, Any] = {key: asked.pop(key) for key in _OURS if key in asked}
        specs: Sequence[Spec] = registry.listed(given["spec"]) if "spec" in given else self._specs
        files = _files(path)
        if given.get("view") == TREE and len(specs) < 2:
            codec = registry.load(specs[0], self._trust) if specs else None
            nodes = tree_rows(files, codec, {**self._options, **asked})
            if nodes is not None:
                return nodes
        return open_table(
            files,
            specs,
            given.get("view"),
            options={**self._options, **asked},
            engine=given.get("engine", "auto"),
            strict=self._strict,
            trust=self._trust,
            threads=self._threads,
        )


def sql(
    query: str,
    spec: Spec | Sequence[Spec] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    trust: Consent | Trust = (),
    processes: Mapping[str, type] | None = None,
    threads: int | None = None,
) -> pa.Table:
    """The rows of a query over files, by DuckDB.

    Args:
        query: one statement; tables are paths in quotes: ``select count(*) from 'logs/*.bin?view=records'``.
        spec: format of files whose names don't say one; None: by their first bytes.
        options: options for all files.
        trust: code that specs which are named by their paths may run; see `Session`.
        processes: classes for ``process`` and ``decode: by`` of ``spec``, by the names that it calls them.
        threads: how many read a large file; see `bytewright.open`.

    Raises:
        OptionError: the query, an option in it or a name is wrong.
        InputMissingError: a file is missing.
        ReadError: a file is bad.
        CodecError: DuckDB is missing.
    """
    with Session(spec, options, trust=trust, processes=processes, threads=threads) as session:
        reader = session.run(query)
        return pa.table({}) if reader is None else reader.read_all()


class _Scanned(TableDataset):
    """Files as DuckDB scans them: in its own thread, which is ours.

    A scanner of Arrow's reads ahead in another thread, which drops its objects of Python whenever it gets to it. Where
    the interpreter ends before that, as after an error, the process aborts.
    """

    def scanner(self, columns: Any = None, filter: Any = None, *more: Any, **settings: Any) -> Any:
        """What DuckDB asks for a reader of the columns of the rows that a filter keeps; see `TableDataset.scanner`."""
        table, filter = self._scanned(columns, filter)
        shown = self.schema.names if columns is None else list(columns)
        return _Scan(pa.schema([self.schema.field(name) for name in shown]), self._kept(table, shown, filter))

    def _kept(self, table: Rows, shown: list[str], filter: Any) -> Iterator[pa.RecordBatch]:
        for batch in self._batches(table):
            kept = [batch] if filter is None else filtered(batch, filter)
            yield from (one.select(shown) for one in kept)


class _Scan(NamedTuple):
    """What DuckDB knows of a scanner."""

    schema: pa.Schema
    rows: Iterator[pa.RecordBatch]

    def to_reader(self) -> pa.RecordBatchReader:
        """The rows."""
        return pa.RecordBatchReader.from_batches(self.schema, self.rows)


def _tables(tree: Any) -> Iterator[str]:
    """Names of tables in a tree of DuckDB's parser."""
    if isinstance(tree, dict):
        if tree.get("type") == "BASE_TABLE":
            yield tree["table_name"]
        tree = list(tree.values())
    if isinstance(tree, list):
        for one in tree:
            yield from _tables(one)


def _is_file(name: str) -> bool:
    path, asked = _parted(name)
    if "spec" in asked or os.path.isfile(path):
        return "spec" in asked or _DUCKDB.search(path) is None
    looks = "/" in path or os.sep in path or "." in path or bool(asked) or _GLOB.search(path) is not None
    return looks and _DUCKDB.search(path) is None


def _parted(name: str) -> tuple[str, dict[str, str]]:
    """A path, and what stands behind ``?``; of a URI, what isn't ours stays with it."""
    found = None if os.path.exists(name) else _ASKED.search(name)
    if found is None:
        return name, {}
    path, asked = name[: found.start()], dict[str, str]()
    kept: list[str] = []
    for pair in name[found.end() :].split("&"):
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise OptionError("behind ?", path=path, expected="key=value, joined by &", found=repr(pair))
        if is_remote(path) and key.lower() not in (*_OURS, *_NEVER_ASKED):
            kept.append(pair)
        elif key.lower() in _NEVER_ASKED:
            raise OptionError(f"{key} behind ?: a path gives no consent to run code", path=path, hint=_CONSENT)
        elif key in asked:
            raise OptionError(f"{key} is given twice", path=path)
        else:
            asked[key] = unquote_plus(value)
    return (f"{path}?{'&'.join(kept)}" if kept else path), asked


def _files(path: str) -> list[str]:
    """The files of a path or a glob, sorted by name, of directories into which no commit goes on."""
    if os.path.exists(path) or is_remote(path) or _GLOB.search(path) is None:
        return [path]
    for folder in sorted({os.path.dirname(name) for name in _fitting(path)}):
        settled(local_folder(folder or "."), partial(os.listdir, folder or "."), list)
    found = _fitting(path)
    if not found:
        raise InputMissingError("no file fits", path=path)
    return found


def _fitting(path: str) -> list[str]:
    return sorted(name for name in glob.glob(path, recursive=True) if os.path.isfile(name))
