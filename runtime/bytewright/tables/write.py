"""Writes files of rows: tries strategies in order until one makes the file; the last takes everything."""

from __future__ import annotations

import itertools
import os
import warnings
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pyarrow as pa

from bytewright import kernels
from bytewright.arrow.normalize import Batches, received, received_table
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain
from bytewright.codec.settings import Settings, check_written, parse
from bytewright.codec.trust import Consent, Trust
from bytewright.columnar.encode.list_encoders import ListEncoders
from bytewright.errors import BytewrightWarning, OptionError, WriteError, of_file
from bytewright.host.gc_pause import uncollected
from bytewright.io.atomic_files import replacing
from bytewright.io.filesystems import Storage, storage_of
from bytewright.io.sinks import FileSink, MemorySink, Sink
from bytewright.kernels.plan.failures import Unsupported
from bytewright.tables import parquet_files, row_models
from bytewright.tables.encode_strategies import (
    ContainerStrategy,
    Edges,
    EncodeStrategy,
    ListColumnsStrategy,
    ObjectStrategy,
    RowStrategy,
    TemplateStrategy,
    put,
    without_traceback,
)
from bytewright.tables.table import Table
from bytewright.tables.write_job import Engine, WriteJob, Written

STRATEGIES: tuple[EncodeStrategy, ...] = (
    RowStrategy(),
    TemplateStrategy(),
    ContainerStrategy(),
    ListColumnsStrategy(),
    ObjectStrategy(),
)
"""In the order in which they are tried. The last one takes everything."""

FEW = 4096
"""Rows that objects have written before the kernel is compiled."""


def write(
    table: Table | pa.Table | pa.RecordBatch | pa.RecordBatchReader,
    path: str | os.PathLike[str],
    spec: str | Codec,
    view: str | None = None,
    *,
    root: str | None = None,
    options: Mapping[str, Any] | None = None,
    engine: Engine = "auto",
    trust: Consent | Trust = (),
    processes: Mapping[str, type] | None = None,
) -> Written:
    """Write a file of rows, which appears under its name only when it is complete.

    Args:
        table: the rows, or what gives them as a stream of Arrow's, as what `bytewright.open` returns.
        path: the file, or the URI of one of another file system.
        spec: name of the format, the path of its spec, or the codec itself.
        view: which view, or which other rows of the format, they are; None: the default view.
        root: what the rows don't hold, as JSON: what ``bytewright root`` prints.
        options: options by name; those that begin with ``fs.`` are arguments of the file system.
        engine: what makes the records: the kernel (``columns``), Python (``objects``), or whichever can (``auto``).
        trust: of a spec that is named by its path, the code beside it, or elsewhere, that may run: folders, files or
            modules; see `bytewright.codec.trust.consent`.
        processes: of such a spec, classes for ``process`` and ``decode: by``, by the names that the spec calls them.

    Raises:
        WriteError: the rows are no rows of the format; names the row or field.
        OptionError: a spec, view or option is unknown, or the kernel can't make such a file.
        SpecError: the spec is wrong.
        UntrustedError: the spec names code to which nobody has consented.
    """
    codec = registry.load(spec, trust, processes)
    if isinstance(table, Table):
        table = table.to_table()
    elif not isinstance(table, pa.Table):
        table = pa.table(table)
    settings = parse(codec, dict(options or {}))
    check_written(codec, view, settings)
    job = WriteJob(codec, view, settings, root, engine, table.schema, table.num_rows)
    written = write_rows(job, table.to_batches, path, storage_of(options or {}))
    for text in written.warnings:
        warnings.warn(text, BytewrightWarning, stacklevel=2)
    return written


def write_rows(job: WriteJob, batches: Batches, path: str | os.PathLike[str], storage: Storage = ()) -> Written:
    """The same for rows that need not be in memory, as many as the job says, with the columns that it says.

    Args:
        job: what is made of them.
        batches: the rows.
        path: the file.
        storage: arguments of its file system.
    """
    schema, batches = received(job.schema, batches)
    job, batches = replace(job, schema=schema).prepared(batches)
    with replacing(path, storage) as file:
        return _encode(job, batches, FileSink(file))


def write_document(
    document: Mapping[str, Any],
    path: str | os.PathLike[str],
    spec: str | Codec,
    *,
    options: Mapping[str, Any] | None = None,
) -> str:
    """Write a file of plain values, as code beside a spec gives them (``-made-of``): lists may be `ListColumns`, and
    what is large may be functions that give it when it is written, so that not all is in memory at once.

    Args:
        document: the values by the ids of fields.
        path: the file, which appears under its name only when it is complete.
        spec: name of the format, or the codec itself.
        options: options by name.

    Returns:
        Why objects made elements of lists that are columns; empty: the kernel made them.

    Raises:
        WriteError: the values are no file of the format.
        OptionError: an option is unknown.
    """
    codec = registry.load(spec)
    settings = parse(codec, dict(options or {}))
    encoders = ListEncoders(codec.plans, codec.mirrors) if kernels.can_be_had() else None
    with uncollected(), replacing(path) as file:
        model = from_plain(codec, document, encoders)
        try:
            return put(codec, model, settings, FileSink(file), encoders, canonical=True, engine="auto")
        except (pa.ArrowException, ValueError) as error:
            raise WriteError(f"no file can be made of these values: {str(error).splitlines()[0]}") from None


def write_file(
    codec: Codec,
    source: str,
    path: str | os.PathLike[str],
    view: str | None,
    settings: Settings,
    root: str | None = None,
    engine: Engine = "auto",
    storage: Storage = (),
) -> Written:
    """The same for the rows of a file: Parquet, which is read as it is written, or JSON Lines.

    Args:
        codec: the format.
        source: the rows; Parquet if its name ends with ``.parquet``.
        path: the file that is made.
        view: see `write`, as for all others.
        settings: options.
        root: likewise.
        engine: likewise.
        storage: arguments of the file system of what is made.

    Raises:
        InputMissingError: there is no such file, or it isn't Parquet.
    """
    job = WriteJob(codec, view, settings, root, engine)
    with of_file(source):
        if source.endswith(".parquet"):
            with parquet_files.opened(source) as file:
                job = replace(job, schema=parquet_files.schema_of(file), count=file.metadata.num_rows)
                return write_rows(job, partial(parquet_files.batches_of, file, source), path, storage)
        table = row_models.lines_of(codec, source, view, settings, root)
        return write_rows(replace(job, schema=table.schema, count=len(table)), table.to_batches, path, storage)


def bytes_of(
    codec: Codec,
    table: pa.Table,
    view: str | None,
    settings: Settings,
    root: str | None = None,
    engine: Engine = "auto",
    kept: dict[Hashable, Any] | None = None,
) -> tuple[bytes, Written]:
    """The bytes of a file of rows; see `write`. ``kept``: see `WriteJob`."""
    job = WriteJob(codec, view, settings, root, engine, kept={} if kept is None else kept)
    return _bytes_of(job, received_table(table))


def bytes_of_each(
    codec: Codec,
    table: pa.Table,
    edges: Edges,
    view: str | None,
    settings: Settings,
    root: str | None = None,
    engine: Engine = "auto",
) -> Iterator[tuple[bytes, Written]]:
    """The bytes of several files of rows, one after another; see `write`.

    Args:
        codec: the format.
        table: the rows of all files, those of each behind those of the one before.
        edges: where the rows of each file begin, and those of the last one end.
        view: as for a single file, as are all others.
        settings: options.
        root: likewise, of each file.
        engine: likewise.
    """
    table = received_table(table)
    job = WriteJob(codec, view, settings, root, engine, table.schema, len(table))
    strategy, before = _first(job)
    several = len(edges) > 2
    made, refused = strategy.encode_several(job, table, edges) if several else ({}, {})
    nothing: tuple[bytes, Written] | None = None
    for number, (first, behind) in enumerate(itertools.pairwise(edges.tolist())):
        if number in made:
            count = behind - first
            yield made[number], Written(count, count, strategy=strategy.name, refusals=_shown(before))
            continue
        some = table.slice(first, behind - first)
        if number in refused:
            yield _bytes_of(job, some, {strategy.name: refused[number]})
        elif first == behind:
            nothing = nothing or _bytes_of(job, some)
            yield nothing
        else:
            yield _bytes_of(job, some)


def _bytes_of(job: WriteJob, table: pa.Table, known: Mapping[str, Unsupported] | None = None) -> tuple[bytes, Written]:
    """The bytes of a file of rows that have been `received`; ``known``: see `_encode`."""
    job, batches = replace(job, schema=table.schema, count=len(table)).prepared(table.to_batches)
    table = pa.Table.from_batches(batches(), job.schema)
    sink = MemorySink()
    written = _encode(job, table.to_batches, sink, known)
    return sink.data, written


# --- strategies ------------------------------------------------------------------------------------------------------


def _encode(job: WriteJob, batches: Batches, sink: Sink, known: Mapping[str, Unsupported] | None = None) -> Written:
    """Have the first strategy make a file that can. ``known``: why some, by their names, have failed already.

    Raises:
        OptionError: that would be one for which nobody asked.
    """
    refusals: dict[str, Unsupported] = {}
    tried: Unsupported | None = None
    for strategy in STRATEGIES:
        why = _refusal(strategy, job)
        if why is None and known is not None and strategy.name in known:
            why = tried = known[strategy.name]
        elif why is None:
            try:
                written = strategy.encode(job, batches, sink)
            except Unsupported as found:
                sink.rewind()
                why = tried = without_traceback(found)
            else:
                reason = written.reason or ("" if strategy.kernel else _main(refusals, tried))
                return replace(written, reason=reason, strategy=strategy.name, refusals=_shown(refusals))
        refusals[strategy.name] = why
    raise OptionError(
        f"engine columns can't write such rows of {job.codec.name}: {_main(refusals, tried)}",
        hint="Leave the engine out, or use objects.",
    )


def _first(job: WriteJob) -> tuple[EncodeStrategy, dict[str, Unsupported]]:
    """The strategy that is tried first, and why those before it aren't; the last one where none is."""
    refusals: dict[str, Unsupported] = {}
    for strategy in STRATEGIES:
        why = _refusal(strategy, job)
        if why is None:
            return strategy, refusals
        refusals[strategy.name] = why
    return STRATEGIES[-1], refusals


def _refusal(strategy: EncodeStrategy, job: WriteJob) -> Unsupported | None:
    """Why a strategy isn't tried; None: it is."""
    if not strategy.kernel:
        return Unsupported("columns are wanted") if job.engine == "columns" else None
    if job.engine == "objects":
        return Unsupported("objects are wanted")
    if not kernels.can_be_had():
        return Unsupported(kernels.MISSING)
    if job.settings.switchTags:
        return Unsupported("option switchTags, as which member is set is checked")
    if job.engine == "auto" and job.count < FEW and not kernels.can_encode():
        return Unsupported("there are few rows, and the kernel isn't compiled")
    return strategy.accepts(job)


def _main(refusals: Mapping[str, Unsupported], tried: Unsupported | None) -> str:
    """The reason that says most: of what was tried last, or else of what would have been tried first."""
    return str(tried or next(iter(refusals.values())))


def _shown(refusals: Mapping[str, Unsupported]) -> tuple[str, ...]:
    return tuple(f"{name}: {why}" for name, why in refusals.items())
