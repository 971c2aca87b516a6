"""Files that a query names: what stands between quotes in it, as datasets that are opened when DuckDB asks for them.

``'station.slog'``, ``'logs/*.slog?view=measurements&spec=sensor_log'``: ``spec``, ``view``, ``engine``, ``mode`` and
``mergeSchema`` like everywhere, every other name is an option of the format. Several files of a glob are one table.
The view ``tree`` has a row for each node of the files' trees.
Names that DuckDB's own readers know (Parquet, CSV, JSON) are left to it, and so are names that are no paths.
"""

from __future__ import annotations

import errno
import fnmatch
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from types import FrameType
from typing import Any, NamedTuple
from urllib.parse import unquote_plus

import pyarrow as pa

from bytewright.arrow.conditions import Condition
from bytewright.arrow.expressions import filtered
from bytewright.codec import registry
from bytewright.codec.trust import Consent, Trust, consent
from bytewright.errors import BytewrightError, InputMissingError, OptionError
from bytewright.host.optional import needed
from bytewright.io.commit_journal import settled
from bytewright.io.file_listing import files_named
from bytewright.io.filesystems import is_remote
from bytewright.io.folders import local_folder
from bytewright.io.source import open_source
from bytewright.tables.dataset import Rows, TableDataset
from bytewright.tables.file_rows import FileRows
from bytewright.tables.opening import Spec, listed_specs
from bytewright.tables.opening import open as open_table
from bytewright.tables.trees.tree_rows import TREE, tree_rows

_ASKED = re.compile(r"\?(?=[A-Za-z_][\w.]*=)")
_QUOTED = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*\"""")
_OURS = ("spec", "view", "engine")
_NEVER_ASKED = ("trust", "processes")
_CONSENT = "Say it beside the query: --trust, trust=[…]."
_DUCKDB = re.compile(r"\.(parquet|csv|tsv|json|jsonl|ndjson)(\.gz|\.zst)?$", re.IGNORECASE)
_GLOB = re.compile(r"[*?\[]")
_VIEW = re.compile(r"\bcreate\b[^;]*\bview\b", re.IGNORECASE)
_CALL = "__bytewright_call"


class QueriedFiles:
    """How the files that queries name are opened.

    Arguments are those of `bytewright.duckdb.register`.

    Raises:
        CodecError: DuckDB is missing.
        OptionError: consent can't be given.
        UntrustedError: ``spec`` names code to which nobody has consented.

    Attributes:
        duckdb: the library.
    """

    def __init__(
        self,
        spec: Spec | Sequence[Spec] | None,
        options: Mapping[str, Any] | None,
        *,
        strict: bool,
        trust: Consent | Trust,
        processes: Mapping[str, type] | None,
        threads: int | None,
    ) -> None:
        self.duckdb = needed("duckdb", "sql")
        self._trust = consent(trust)
        self._specs = [registry.load(one, self._trust, processes) for one in listed_specs(spec)]
        self._options = dict(options or {})
        self._strict = strict
        self._threads = threads
        self._kept: dict[str, str] = {}

    def named(self, query: str) -> list[str]:
        """What stands between quotes in a query and looks like a file, or like files, that DuckDB doesn't read itself.

        Some may be values. DuckDB tells which names are tables of fewer statements than it runs.
        """
        starts = [offset for offset, _ in self.duckdb.tokenize(query)]
        data = query.encode()  # what the tokens are counted in
        tokens = [data[a:b].decode(errors="replace") for a, b in zip(starts, [*starts[1:], len(data)], strict=True)]
        quoted = [found[0] for token in tokens if (found := _QUOTED.match(token)) is not None]
        names = [text[1:-1].replace(text[0] * 2, text[0]) for text in quoted]
        return [name for name in dict.fromkeys(names) if _is_file(name)]

    def are_known(self, name: str) -> bool:
        """Whether files of a name are there, and their format is known or said; what has a ``?`` is told what is wrong.

        Of stores, nobody is asked for that: it has to be said.
        """
        try:
            path, asked = _parted(name)
            if asked or (self._specs and is_remote(path)):
                return True
            if is_remote(path):
                return False
            (first, *_) = files_named(_files(path)[0])
            if self._specs:
                return os.path.exists(first)
            source = open_source(first)
        except InputMissingError:
            return False
        except OptionError:
            return True
        try:
            return bool(registry.identify(source).names)
        finally:
            source.close()

    def keep(self, query: str, datasets: Mapping[str, QueriedDataset], connection: Any) -> None:
        """Make the files of a view that a query creates tables of a connection, where later queries find them: DuckDB
        looks at variables for what stands in a query, and not for what stands in a view.

        Raises:
            OptionError: two names differ in nothing but case, which DuckDB's own names don't tell apart.
        """
        if _VIEW.search(query) is None:
            return
        for name, dataset in datasets.items():
            try:
                known = dataset.schema is not None
            except BytewrightError:  # a value that looks like a path; or DuckDB meets the error where it is a table
                dataset.failure, known = None, False
            other = self._kept.setdefault(name.lower(), name) if known else name
            if other != name:
                raise OptionError("views of files whose names differ only in case", path=name, found=other)
            if known:
                connection.register(name, dataset)
                dataset.forget()

    def dataset(self, name: str) -> QueriedDataset:
        """The files of a name, which are opened when somebody asks for their columns."""
        return QueriedDataset(_Unopened(partial(self.open, name)))

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


def beside(
    tables: Mapping[str, Any], variables: FrameType | None, function: Callable[..., Any], *given: Any, **named: Any
) -> Any:
    """What a function of DuckDB's gives where files are tables beside the variables of whoever asks.

    DuckDB looks for names that its catalog lacks among the variables around the call, by the name as it is written.
    That is the only way by which programs may answer for tables; so the call stands where there are more of them.

    Args:
        tables: the files, by their names.
        variables: where whoever asks stands; None: none of their variables are tables.
        function: of DuckDB's.
        given: its arguments.
        named: likewise.
    """
    seen: dict[str, Any] = {} if variables is None else variables.f_globals
    here = {} if variables is None else dict(variables.f_locals)
    here.update(tables)
    here[_CALL] = partial(function, *given, **named)
    return eval(f"{_CALL}()", seen, here)  # noqa: S307  # nothing of it comes from elsewhere


class _Unopened:
    """Rows of files that are opened when their columns are asked for, and for each scan, as there may be more files."""

    def __init__(self, opened: Callable[[], Rows]) -> None:
        self._opened = opened
        self._next: Rows | None = None

    @cached_property
    def schema(self) -> pa.Schema:
        self._next = self._opened()
        return self._next.schema

    def only(self, columns: Sequence[str], condition: Condition | None = None) -> Rows:
        rows, self._next = self._next or self._opened(), None
        return rows.only(columns, condition)

    def forget(self) -> None:
        self._next = None

    def to_batches(self) -> Iterator[pa.RecordBatch]:
        return self.only(self.schema.names).to_batches()


class QueriedDataset(TableDataset):
    """Files as DuckDB scans them: in its own thread, which is ours.

    A scanner of Arrow's reads ahead in another thread, which drops its objects of Python whenever it gets to it. Where
    the interpreter ends before that, as after an error, the process aborts.
    """

    def __init__(self, files: _Unopened) -> None:
        super().__init__(files, known=pa.schema([]))
        self._table: _Unopened = files

    def forget(self) -> None:
        """Open the files anew for the next scan, also if none has been since they were opened for their columns."""
        self._table.forget()

    @property
    def schema(self) -> pa.Schema:
        """Names and types of the columns: the files are opened for them."""
        with self.noted():
            return self._table.schema

    def scanner(self, columns: Any = None, filter: Any = None, *more: Any, **settings: Any) -> Any:
        """What DuckDB asks for a reader of the columns of the rows that a filter keeps; see `TableDataset.scanner`."""
        with self.noted():
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


def _is_file(name: str) -> bool:
    try:
        path, asked = _parted(name)
    except OptionError:  # whoever opens it is told
        return True
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
    try:
        for folder in sorted({os.path.dirname(name) for name in _fitting(path)}):
            settled(local_folder(folder or "."), partial(os.listdir, folder or "."), list)
        found = _fitting(path)
    except OSError as error:
        raise InputMissingError((error.strerror or str(error)).lower(), path=error.filename or path) from None
    if not found:
        raise InputMissingError("no file fits", path=path)
    return found


def _fitting(path: str) -> list[str]:
    """The files that a glob names; ``**`` are all directories below one. Python's own passes over what can't be listed.

    Raises:
        OSError: a directory can't be listed, or nothing is told of what is in it.
    """
    first, *names = path.split("/")
    found = [first] if first else ["/"]
    if _GLOB.search(first):
        found, names = [""], [first, *names]
    for name in filter(None, names):
        if name == "**":
            found = [below for folder in found for below in _below(folder)]
        elif _GLOB.search(name):
            found = [os.path.join(folder, one) for folder in found for one in _listed(folder, name)]
        else:
            found = [os.path.join(folder, name) for folder in found]
    if names[-1:] == ["**"]:
        found = [os.path.join(folder, one) for folder in found for one in _listed(folder, "*")]
    return sorted({one for one in found if stat.S_ISREG(_mode(one))})


def _listed(folder: str, pattern: str) -> list[str]:
    """The names in a directory that fit; none, where there is no such directory."""
    try:
        names = os.listdir(folder or ".")
    except (FileNotFoundError, NotADirectoryError):
        return []
    return [one for one in names if fnmatch.fnmatch(one, pattern) and one.startswith(".") <= pattern.startswith(".")]


def _below(folder: str) -> Iterator[str]:
    """A directory, and those below it that aren't hidden."""
    yield folder
    for name in _listed(folder, "*"):
        if stat.S_ISDIR(_mode(place := os.path.join(folder, name))):
            yield from _below(place)


def _mode(path: str) -> int:
    """The mode of what is at a path; 0: there is nothing."""
    try:
        return os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return 0
    except OSError as error:
        if error.errno == errno.ELOOP:  # a link that leads to itself
            return 0
        raise
