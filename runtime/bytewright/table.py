"""Files of one format as one table: `bytewright.open`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, Literal, NamedTuple

import pyarrow as pa

from bytewright import columns as kernel
from bytewright import kaitai, registry
from bytewright.codec import Codec
from bytewright.errors import BytewrightError, InputMissingError, OptionError, ReadError
from bytewright.limits import Limits
from bytewright.metadata import METADATA, with_metadata
from bytewright.settings import Settings, parse
from bytewright.source import FileSource, Source, open_source
from bytewright.spelling import hint
from bytewright.views.cells import discover_cells
from bytewright.views.discovery import PivotKeys, discover
from bytewright.views.evaluate import BATCH_ROWS, bounded, evaluate, most_rows
from bytewright.views.layout import Layout, cells_of, layout_of, needs_discovery, pivot_of, stated_names, view_of
from bytewright.views.selection import everything, select
from bytewright.views.steps import Steps
from bytewright.views.view import View

What = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO
"""What can be opened: a path, bytes, or a file object."""

Engine = Literal["auto", "columns", "objects", "kaitai"]
ENGINES: tuple[Engine, ...] = ("auto", "columns", "objects", "kaitai")

LARGE = 4 << 20
"""Size in bytes above which a file is worth compiling the kernel for."""


def open(
    what: What | Sequence[What],
    spec: str | Codec | None = None,
    view: str | None = None,
    columns: str | Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    engine: Engine = "auto",
    limits: Limits | None = None,
    mode: str | None = None,
    batch_rows: int = BATCH_ROWS,
    strict: bool = False,
    texts: Mapping[str, str] | None = None,
) -> Table:
    """Open files as a table.

    Args:
        what: a path, bytes or a file object, or a sequence of them.
        spec: name of the format, or the codec itself; None: by the first bytes of the first file.
        view: name of the view; None: the default one.
        columns: names of the columns to show, in that order, as a sequence or joined by commas; members of structures
            by dotted path; None: all.
        options: options by name; see `bytewright.settings.GENERAL` and ``Codec.options``.
        engine: what reads: the kernel (``columns``), Python (``objects``), the parser that kaitai-struct-compiler makes
            (``kaitai``), or whichever suits the file (``auto``).
        limits: bounds on what the input may ask for; options of the same names count more.
        mode: what a bad record does; ``FAILFAST``: it is an error.
        batch_rows: rows that a record batch has at most.
        strict: bytes left over are an error, not a warning.
        texts: contents of the files that options name, by the option's id, where they are known already.

    Raises:
        InputMissingError: the only file is missing, or all are.
        OptionError: a spec, view, column or option is unknown or has a wrong value.
    """
    if engine not in ENGINES:
        raise OptionError(f"unknown engine {engine!r}", hint=hint(engine, ENGINES, "engines"))
    if batch_rows < 1:
        raise OptionError("batch_rows", expected="at least 1", found=str(batch_rows))
    named = spec if isinstance(spec, Codec) else registry.codec(spec) if spec else None
    inputs = [Input(one) for one in _listed(what)]
    if not inputs:
        raise OptionError("there is no file to open")
    if len(inputs) == 1:
        inputs[0].open()
    codec = named or _identified(inputs)
    names = columns.split(",") if isinstance(columns, str) else columns
    chosen = parse(codec, options, limits=limits, mode=mode, texts=texts)
    return Table(codec, view_of(codec, view), inputs, chosen, names, engine, batch_rows, strict=strict)


def schema_of(spec: str | Codec, view: str | None, what: Any, options: Mapping[str, Any] | None = None) -> pa.Schema:
    """The schema of a view, without its rows.

    Args:
        spec: name of the format, or the codec itself.
        view: name of the view; None: the default one.
        what: the files whose columns are meant, as for `open`; None: the columns that every file has.
        options: options by name.

    Raises:
        OptionError: a spec, view or option is unknown or has a wrong value.
    """
    if what is not None:
        return open(what, spec, view, options=options).schema
    codec = spec if isinstance(spec, Codec) else registry.codec(spec)
    return layout_of(view_of(codec, view), parse(codec, options)).schema


def _listed(what: What | Sequence[What]) -> list[What]:
    return list(what) if isinstance(what, (list, tuple)) else [what]  # type: ignore[list-item]


def _identified(inputs: Sequence[Input]) -> Codec:
    """The codec of the first file that can be opened."""
    missing: InputMissingError | None = None
    for one in inputs:
        try:
            return registry.codec_of(one.open())
        except InputMissingError as error:
            missing = missing or error
    assert missing is not None
    raise missing


class Input:
    """One file of a table: opened when it is needed, and closed after a pass unless it can't be read twice."""

    def __init__(self, what: What) -> None:
        self._what = what
        self._source: Source | None = None
        self.steps: Steps | None = None

    def open(self) -> Source:
        """The bytes.

        Raises:
            InputMissingError: the file is missing or can't be opened.
        """
        if self._source is None:
            self._source = open_source(self._what)
        return self._source

    def close(self) -> None:
        """Close the file; pipes and streams are in memory by now and stay."""
        if isinstance(self._source, FileSource):
            self._source.close()
            self._source = None
            if self.steps is not None and not self.steps.kept:
                self.steps = None


class Notice(NamedTuple):
    """Something that was noticed in a file and tolerated: where, and what."""

    path: str
    offset: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}: offset {self.offset} (0x{self.offset:x}): {self.text}"


class Table:
    """Files of one format, as rows.

    Attributes:
        codec: the format.
        view: which rows are shown.
        settings: the options.
        schema: names and types of the columns shown.
        warnings: what was noticed and tolerated; complete when the rows have been read.
        engines: which engine makes the rows of each file that has been begun, in their order.
    """

    def __init__(
        self,
        codec: Codec,
        view: View,
        inputs: Sequence[Input],
        settings: Settings,
        columns: Sequence[str] | None = None,
        engine: Engine = "auto",
        batch_rows: int = BATCH_ROWS,
        *,
        strict: bool = False,
    ) -> None:
        self.codec = codec
        self.view = view
        self.settings = settings
        self.warnings: list[Notice] = []
        self.engines: list[Engine] = []
        self._inputs = list(inputs)
        self._engine = engine
        self._batch_rows = batch_rows
        self._strict = strict
        self._refuse_engine()
        layout = self._layout()
        whole = layout.schema.append(METADATA) if settings.includeMetadata else layout.schema
        self._selection = everything(whole) if columns is None else select(whole, columns)
        self._metadata = len(layout.columns) in self._selection.needed
        shown = [place for place in self._selection.needed if place < len(layout.columns)]
        self._counted = not shown and len(layout.columns) > 0  # a column is needed to count rows, and not shown
        self._shown = layout.only([0] if self._counted else shown)
        self.schema = self._selection.schema

    # --- which columns -------------------------------------------------------------------------------------------

    def _layout(self) -> Layout:
        if not needs_discovery(self.view, self.settings):
            return layout_of(self.view, self.settings)
        keys = PivotKeys()
        failures: list[InputMissingError] = []
        for one in self._inputs:
            try:
                bad = self._discover(one, keys)
            except InputMissingError as error:
                failures.append(error)
                continue
            finally:
                one.close()
            # A file that is bad from its beginning has no columns; the next one counts as the first.
            if not self.settings.mergeSchema and (bad is None or keys.steps):
                break
        if len(failures) == len(self._inputs):
            raise failures[0]
        return layout_of(self.view, self.settings, keys)

    def _discover(self, one: Input, keys: PivotKeys) -> ReadError | None:
        """Add the columns of a file; its error is met again, after the good rows, by whoever reads the rows."""
        source = one.open()
        cells = cells_of(self.view)
        if cells is not None:
            try:
                root = self._steps(one).root(self.view)
            except ReadError as error:
                return error
            return discover_cells(cells, root, self.settings.values, stated_names(self.view), keys)
        pivot = pivot_of(self.view)
        assert pivot is not None
        if self._by_kernel(source):
            return kernel.discover(self.codec, self.view, source, self.settings, keys, strict=self._strict)
        return discover(pivot, self._steps(one).of(self.view), keys)[1]

    # --- rows ------------------------------------------------------------------------------------------------------

    def to_batches(self, on_error: Callable[[BytewrightError], None] | None = None) -> Iterator[pa.RecordBatch]:
        """The rows, file by file, as batches of bounded size.

        A bad file ends its own rows; the others go on.

        Args:
            on_error: told of the error of each bad file when its rows have been given; None: the first such error is
                raised after the last row of all files.
        """
        first: BytewrightError | None = None
        for one in self._inputs:
            try:
                yield from self._rows(one)
            except (ReadError, InputMissingError) as error:
                if on_error is not None:
                    on_error(error)
                elif len(self._inputs) == 1:
                    raise
                first = first or error
            finally:
                one.close()
        if first is not None and on_error is None:
            raise first

    def to_table(self) -> pa.Table:
        """All rows.

        Raises:
            ReadError: a file is bad.
        """
        return pa.Table.from_batches(list(self.to_batches()), schema=self.schema)

    def _rows(self, one: Input) -> Iterator[pa.RecordBatch]:
        source = one.open()
        by_kernel = self._by_kernel(source)
        self.engines.append("columns" if by_kernel else "kaitai" if self._engine == "kaitai" else "objects")
        if by_kernel:
            warnings: list[tuple[int, str]] = []
            batches = kernel.scan(
                self.codec,
                self.view,
                source,
                self.settings,
                self._shown,
                self._batch_rows,
                warnings,
                strict=self._strict,
            )
            try:
                yield from self._finished(batches, source)
            finally:
                self._notice(source, warnings)
            return
        steps = self._steps(one)
        try:
            most = most_rows(source.size, self.settings.limits)
            batches = evaluate(self._shown, steps.of(self.view), most, self._batch_rows, lambda: steps.warnings)
            yield from self._finished(batches, source)
        finally:
            self._notice(source, steps.warnings)

    def _finished(self, batches: Iterator[pa.RecordBatch], source: Source) -> Iterator[pa.RecordBatch]:
        """Batches of an engine with what is asked for beyond its columns."""
        count = 0
        try:
            for batch in batches:
                rows = batch.num_rows
                if self._metadata:
                    batch = with_metadata(batch, source, count)
                if self._counted:
                    batch = batch.select(range(1, batch.num_columns))
                count += rows
                batch = self._selection.apply(batch)
                if batch.num_columns:  # without any, there are no rows that Arrow could count
                    yield from bounded(batch)
        except ReadError as error:
            if error.path is None:
                error.path = source.name
            raise

    def _notice(self, source: Source, warnings: Sequence[tuple[int, str]]) -> None:
        for offset, text in warnings:
            notice = Notice(source.name, offset, text)
            if notice not in self.warnings:
                self.warnings.append(notice)

    # --- engines -----------------------------------------------------------------------------------------------------

    def _refuse_engine(self) -> None:
        if self._engine == "kaitai":
            kaitai.parser_of(self.codec)
        if self._engine == "columns":
            reason = kernel.refusal(self.codec, self.view, self.settings)
            if reason is not None:
                raise OptionError(
                    f"engine columns can't read the view {self.view.name} of {self.codec.name}: {reason}",
                    hint="Leave the engine out, or use objects.",
                )

    def _by_kernel(self, source: Source) -> bool:
        """Whether the kernel reads this file."""
        if self._engine != "auto":
            return self._engine == "columns"
        if kernel.refusal(self.codec, self.view, self.settings) is not None:
            return False
        return source.size > LARGE or kernel.is_warm()

    def _steps(self, one: Input) -> Steps:
        if one.steps is None:
            kind = kaitai.KaitaiSteps if self._engine == "kaitai" else Steps
            one.steps = kind(self.codec, one.open(), self.settings, strict=self._strict)
        return one.steps
