"""Writes files of rows: chooses the strategy that encodes them, objects where no other can."""

from __future__ import annotations

import itertools
import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright import kernels
from bytewright.arrow.normalize import Batches, received, received_table
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.maker_columns import check_columns
from bytewright.codec.settings import Settings, check_written, parse
from bytewright.codec.trust import Consent, Trust
from bytewright.columnar.encode.container_encoder import ColumnMaker
from bytewright.columnar.encode.list_encoders import Encoders
from bytewright.columnar.encode.row_encoder import RowEncoder
from bytewright.columnar.encode.template_encoder import SkeletonEncoder
from bytewright.errors import BytewrightWarning, OptionError, WriteError
from bytewright.io.atomic_files import replacing, write_pieces
from bytewright.io.spill import Part, Spool, contents, pieces
from bytewright.kernels.plan.failures import Unsupported
from bytewright.model.structures import Struct
from bytewright.schema.view import View
from bytewright.tables import parquet_files
from bytewright.tables import row_models as rows
from bytewright.tables.table import Table
from bytewright.views.evaluate.layout import levels_of, view_of
from bytewright.views.invert.column_origins import column_of

Engine = Literal["auto", "columns", "objects"]
Edges = npt.NDArray[np.int64]

FEW = 4096
"""Rows that objects have written before the kernel is compiled."""
_FEW_FILES = 4
"""Files of which some can't be made at once, that are no longer halved to find which."""


@dataclass(frozen=True, slots=True)
class Written:
    """What was written, and how.

    Attributes:
        rows: how many rows there were.
        encoded: how many of them the kernel made records, or elements of lists, of: all or none.
        reason: why it made none; empty: it did.
        warnings: what of the rows, or of what they were read from, isn't in the file.
    """

    rows: int
    encoded: int
    reason: str = ""
    warnings: tuple[str, ...] = ()


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
        path: the file.
        spec: name of the format, the path of its spec, or the codec itself.
        view: which view, or which other rows of the format, they are; None: the default view.
        root: what the rows don't hold, as JSON: what ``bytewright root`` prints.
        options: options by name.
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
    codec = registry.named(spec, trust, processes)
    if isinstance(table, Table):
        table = table.to_table()
    elif not isinstance(table, pa.Table):
        table = pa.table(table)
    settings = parse(codec, dict(options or {}))
    check_written(codec, view, settings)
    written = write_rows(codec, table.schema, table.num_rows, table.to_batches, path, view, settings, root, engine)
    for text in written.warnings:
        warnings.warn(text, BytewrightWarning, stacklevel=2)
    return written


def write_rows(
    codec: Codec,
    schema: pa.Schema,
    count: int,
    batches: Batches,
    path: str | os.PathLike[str],
    view: str | None,
    settings: Settings,
    root: str | None = None,
    engine: Engine = "auto",
) -> Written:
    """The same for rows that need not be in memory: ``count`` of them, with columns of ``schema``."""
    schema, batches = _prepared(codec, *received(schema, batches), view, settings, root)
    with replacing(path) as file:
        try:
            return _encoded(codec, schema, count, batches, file, view, settings, root, engine)
        except Unsupported as found:
            why = _alone(found)
        table = pa.Table.from_batches(batches(), schema)
        spool = Spool.of(file)
        parts, written = _by_objects(codec, table, view, settings, root, engine, why, spool)
        if spool is not None:
            spool.write(parts)
        else:
            write_pieces(file, pieces(parts))
    return written


def _prepared(
    codec: Codec, schema: pa.Schema, batches: Batches, view: str | None, settings: Settings, root: str | None
) -> tuple[pa.Schema, Batches]:
    """Rows as they are written; those that code makes files of stay what they are."""
    if rows.maker_of(codec, view, settings) is not None:
        return schema, batches
    return rows.prepared(schema, batches, view_of(codec, view), settings, root)


def write_parquet(
    codec: Codec,
    source: str,
    path: str | os.PathLike[str],
    view: str | None,
    settings: Settings,
    root: str | None = None,
    engine: Engine = "auto",
) -> Written:
    """The same for the rows of a Parquet file, which are read as they are written.

    Raises:
        InputMissingError: there is no such file, or it isn't Parquet.
    """
    with parquet_files.opened(source) as file:
        try:
            count, schema = file.metadata.num_rows, parquet_files.schema_of(file)
            return write_rows(codec, schema, count, file.iter_batches, path, view, settings, root, engine)
        except WriteError as error:
            error.path = error.path or source
            raise


def write_lines(
    codec: Codec,
    source: str,
    path: str | os.PathLike[str],
    view: str | None,
    settings: Settings,
    root: str | None = None,
    engine: Engine = "auto",
) -> Written:
    """The same for rows in JSON Lines.

    Raises:
        InputMissingError: there is no such file.
    """
    table = rows.lines_of(codec, source, view, settings, root)
    try:
        return write_rows(codec, table.schema, len(table), table.to_batches, path, view, settings, root, engine)
    except WriteError as error:
        error.path = error.path or source
        raise


def bytes_of(
    codec: Codec,
    table: pa.Table,
    view: str | None,
    settings: Settings,
    root: str | None = None,
    engine: Engine = "auto",
) -> tuple[bytes, Written]:
    """The bytes of a file of rows; see `write`."""
    table = received_table(table)
    schema, batches = _prepared(codec, table.schema, table.to_batches, view, settings, root)
    table = pa.Table.from_batches(batches(), schema)
    try:
        encoder = _encoder(codec, table.schema, table.num_rows, view, settings, root, engine)
        data = b"".join([bytes(piece) for piece in encoder.pieces(table.to_batches())])
        return data, Written(table.num_rows, encoder.rows, warnings=encoder.warnings)
    except Unsupported as found:
        why = _alone(found)
    parts, written = _by_objects(codec, table, view, settings, root, engine, why)
    return contents(parts), written


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
    made = _several(codec, table, edges, view, settings, root, engine)
    nothing: tuple[bytes, Written] | None = None
    for number, (first, behind) in enumerate(itertools.pairwise(edges.tolist())):
        found = made.get(number)
        if isinstance(found, bytes):
            yield found, Written(behind - first, behind - first)
            continue
        some = table.slice(first, behind - first)
        if found is not None:
            parts, written = _by_objects(codec, some, view, settings, root, engine, found)
            yield contents(parts), written
        elif first == behind:
            nothing = nothing or bytes_of(codec, some, view, settings, root, engine)
            yield nothing
        else:
            yield bytes_of(codec, some, view, settings, root, engine)


def _several(
    codec: Codec,
    table: pa.Table,
    edges: Edges,
    view: str | None,
    settings: Settings,
    root: str | None,
    engine: Engine,
) -> Mapping[int, bytes | Unsupported]:
    """What the kernel makes of several files at once, by their numbers: of some their bytes, of others why it can't.
    What isn't there is to be tried one by one."""
    maker = rows.maker_of(codec, view, settings)
    if maker is None or maker.columns is None or len(edges) < 3:
        return {}
    try:
        encoder = _encoder(codec, table.schema, len(table), view, settings, root, engine)
    except Unsupported as why:
        return dict.fromkeys(range(len(edges) - 1), _alone(why))
    assert isinstance(encoder, ColumnMaker)
    if not encoder.makes_several:
        return {}
    filled = np.flatnonzero(np.diff(edges))
    bounds = np.append(edges[filled], edges[-1])
    made: dict[int, bytes | Unsupported] = {}
    left = [(0, len(filled))]
    while left:
        first, behind = left.pop()
        if first == behind:
            continue
        some = bounds[first : behind + 1]
        try:
            found = encoder.several(table.slice(some[0], some[-1] - some[0]), some - some[0])
            made.update(zip(filled[first:behind].tolist(), found, strict=True))
        except Unsupported as why:
            if behind - first <= _FEW_FILES:
                made.update(dict.fromkeys(filled[first:behind].tolist(), _alone(why)))
            else:
                middle = (first + behind) // 2
                left += [(first, middle), (middle, behind)]
    return made


class _InParts(Unsupported):
    """Objects make a file, but for elements that code gives as columns."""


def _alone(why: Unsupported) -> Unsupported:
    """The same without where it was raised: who holds that holds the rows, until Python looks for garbage."""
    return type(why)(*why.args)


def _refused(codec: Codec, why: Unsupported) -> OptionError:
    return OptionError(
        f"engine columns can't write such rows of {codec.name}: {why}", hint="Leave the engine out, or use objects."
    )


def _encoder(
    codec: Codec,
    schema: pa.Schema,
    count: int,
    view: str | None,
    settings: Settings,
    root: str | None,
    engine: Engine,
) -> RowEncoder | SkeletonEncoder | ColumnMaker:
    if engine == "objects":
        raise Unsupported("objects are wanted")
    maker = rows.maker_of(codec, view, settings)
    in_parts = maker is not None and maker.arrow and bool(codec.elements)
    if maker is not None and maker.columns is None and not in_parts:
        raise Unsupported("code makes files of such rows")
    if engine == "auto" and count < FEW and not kernels.can_encode():
        raise Unsupported("there are few rows, and the kernel isn't compiled")
    if in_parts:
        raise _InParts("code makes files of such rows")
    if maker is not None:
        return ColumnMaker(codec, maker, settings, schema, root)
    model, layout, names = rows.described(codec, schema, view, settings, root)
    if codec.skeletons.get(layout.levels[0].name) == "":
        return SkeletonEncoder(codec, layout, names, root, settings)
    return RowEncoder(codec, layout, names, model, settings, count)


def _encoded(
    codec: Codec,
    schema: pa.Schema,
    count: int,
    batches: Batches,
    file: BinaryIO,
    view: str | None,
    settings: Settings,
    root: str | None,
    engine: Engine,
) -> Written:
    encoder = _encoder(codec, schema, count, view, settings, root, engine)
    if not file.seekable():  # what has been written stays
        file.write(b"".join([bytes(piece) for piece in encoder.pieces(batches())]))
        return Written(count, encoder.rows, warnings=encoder.warnings)
    try:
        if isinstance(encoder, RowEncoder) and encoder.rests:
            encoder.write(batches(), file)
        else:
            write_pieces(file, encoder.pieces(batches()))
    except Unsupported:
        file.seek(0)
        file.truncate()
        raise
    return Written(count, encoder.rows, warnings=encoder.warnings)


@contextmanager
def _naming_columns(shown: Sequence[View], settings: Settings, model: Struct | None = None) -> Iterator[None]:
    """Let errors of a model that is made of rows name the column that is wrong, besides the field.

    Args:
        shown: the view of the rows, its inner view, and so on.
        settings: options.
        model: the model, where it is known.
    """
    try:
        yield
    except WriteError as error:
        where = error.reached or model
        if where is not None and error.field:
            column = column_of(shown, where, error.field, settings.values)
            if column is not None:
                error.hint = " ".join(filter(None, (error.hint, f"The column {column} says it.")))
        raise


def _by_objects(
    codec: Codec,
    table: pa.Table,
    view: str | None,
    settings: Settings,
    root: str | None,
    engine: Engine,
    why: Unsupported,
    spool: Spool | None = None,
) -> tuple[Sequence[Part], Written]:
    """The parts of a file that objects make, and how much of it the kernel has made; ``why`` that isn't all.
    ``spool``: the file, if it takes some as soon as they are known."""
    encoders = Encoders(codec.elements, codec.mirrors) if isinstance(why, _InParts) else None
    if engine == "columns" and encoders is None:
        raise _refused(codec, why)
    maker = rows.maker_of(codec, view, settings)
    told: tuple[str, ...] = ()
    if maker is not None:
        # What is made of rows by code has nothing that it could have kept.
        if root is not None:
            check_columns(maker, table.schema, root)
        shown = levels_of(view_of(codec, maker.view)) if maker.view else ()
        with _naming_columns(shown, settings):
            model = rows.made_of(codec, maker, table, settings, encoders)
    else:
        found = rows.described(codec, table.schema, view, settings, root)
        model, told, shown = rows.filled_of(codec, table, settings, *found), found[1].warnings, found[1].levels
    with _naming_columns(shown, settings, model):
        parts = codec.to_parts(model, canonical=maker is not None, relocate=True, options=settings.values, spool=spool)
    if encoders is None or encoders.reason:
        reason = str(why) if encoders is None else encoders.reason
        if engine == "columns":
            raise _refused(codec, Unsupported(reason))
        return parts, Written(table.num_rows, 0, reason, told)
    return parts, Written(table.num_rows, table.num_rows)
