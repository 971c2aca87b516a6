"""Opens files: `bytewright.open`, `bytewright.splits`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, cast, overload

import pyarrow as pa

from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.settings import check_read, limits_on_disk, parse
from bytewright.codec.trust import Consent, Trust
from bytewright.errors import InputMissingError, OptionError
from bytewright.host.cpus import usable
from bytewright.host.suggest import hint
from bytewright.io.file_listing import files_named, is_below
from bytewright.io.file_order import order_key
from bytewright.io.filesystems import Storage, storage_of
from bytewright.limits import Limits
from bytewright.schema.discovery import PivotKeys
from bytewright.tables.engines import ENGINES, Engine
from bytewright.tables.inputs import Input, What
from bytewright.tables.table import Table
from bytewright.tables.versions import VersionedTable, versions_of
from bytewright.views.evaluate.bad_records import new_run
from bytewright.views.evaluate.framing import Part
from bytewright.views.evaluate.layout import layout_of, view_of

Spec = str | os.PathLike[str] | Codec
"""What names a format: a name, the path of a spec, or the codec itself."""


@overload
def open(  # type: ignore[overload-overlap]  # a text, which is a sequence of texts, is one spec
    what: What | Sequence[What],
    spec: str | os.PathLike[str] | Codec | None = None,
    view: str | None = None,
    columns: str | Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    engine: Engine = "auto",
    limits: Limits | None = None,
    mode: str | None = None,
    batch_rows: int | None = None,
    strict: bool = False,
    texts: Mapping[str, str] | None = None,
    keys: PivotKeys | None = None,
    run: str | None = None,
    trust: Consent | Trust = (),
    processes: Mapping[str, type] | None = None,
    threads: int | None = None,
) -> Table: ...


@overload
def open(
    what: What | Sequence[What],
    spec: Sequence[str | os.PathLike[str] | Codec],
    view: str | None = None,
    columns: str | Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    engine: Engine = "auto",
    limits: Limits | None = None,
    mode: str | None = None,
    batch_rows: int | None = None,
    strict: bool = False,
    texts: Mapping[str, str] | None = None,
    keys: PivotKeys | None = None,
    run: str | None = None,
    trust: Consent | Trust = (),
    processes: Mapping[str, type] | None = None,
    threads: int | None = None,
) -> VersionedTable: ...


def open(
    what: What | Sequence[What],
    spec: Spec | Sequence[Spec] | None = None,
    view: str | None = None,
    columns: str | Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    engine: Engine = "auto",
    limits: Limits | None = None,
    mode: str | None = None,
    batch_rows: int | None = None,
    strict: bool = False,
    texts: Mapping[str, str] | None = None,
    keys: PivotKeys | None = None,
    run: str | None = None,
    trust: Consent | Trust = (),
    processes: Mapping[str, type] | None = None,
    threads: int | None = None,
) -> Table | VersionedTable:
    """Open files as a table.

    Args:
        what: a path or URI, bytes or a file object, or a sequence of them. A directory stands for its files, and those
            in its directories called ``column=value``, a glob (``*``, ``?``, ``[a-c]``, ``{a,b}``) for what it names,
            as in Spark; hidden files (``_x``, ``.x``) aside. Files whose names end as compressed ones do are
            decompressed.
        spec: name of the format, the path of its spec, or the codec itself; None: by the first bytes of the first
            file. Several are versions of one format: each file is read by the one that its first bytes fit.
        view: name of the view; None: the default one.
        columns: names of the columns to show, in that order, as a sequence or joined by commas; members of structures
            by dotted path; None: all.
        options: options by name; see `bytewright.codec.settings.GENERAL` and ``Codec.options``. Those that begin with
            ``fs.`` are arguments of file systems; see `bytewright.io.filesystems`.
        engine: what reads: the kernel (``columns``), Python (``objects``), the parser that kaitai-struct-compiler makes
            (``kaitai``), Construct by the declaration (``construct``), or whichever suits the file (``auto``).
        limits: bounds on what the input may ask for; options of the same names count more.
        mode: what a bad record does; ``FAILFAST``: it is an error; ``PERMISSIVE``: it gives a row of nulls, and the
            read goes on behind it; ``DROPMALFORMED``: it is left out and counted.
        batch_rows: rows that a record batch has at most; None: as many as suit the engine.
        strict: bytes left over are an error, not a warning.
        texts: contents of the files that options name, by the option's id, where they are known already.
        keys: the columns that values name, where they are known already (``Table.keys``).
        run: name of the directory for bad records of this read in ``badRecordsPath``; None: a new one.
        trust: of a spec that is named by its path, the code beside it, or elsewhere, that may run: folders, files or
            modules; see `bytewright.codec.trust.consent`.
        processes: of such a spec, classes for ``process`` and ``decode: by``, by the names that the spec calls them.
        threads: how many read a large local file at once, where the kernel reads it and records can be found in it;
            order and values of the rows don't depend on it. None: as many as there are processors to use.

    Raises:
        InputMissingError: the only file is missing, or all are.
        OptionError: a spec, view, column or option is unknown or has a wrong value.
        SpecError: the spec is wrong.
        UntrustedError: the spec names code to which nobody has consented.
    """
    if engine not in ENGINES:
        raise OptionError(f"unknown engine {engine!r}", hint=hint(engine, ENGINES, "engines"))
    threads = usable() if threads is None else threads
    for name, number in (("batch_rows", batch_rows), ("threads", threads)):
        if number is not None and number < 1:
            raise OptionError(name, expected="at least 1", found=str(number))
    listed, inputs = _found(what, options or {}, limits)
    run = run or new_run()
    names = columns.split(",") if isinstance(columns, str) else columns
    codecs = [registry.load(one, trust, processes) for one in listed_specs(spec)]
    try:
        if len(inputs) == 1:
            inputs[0].open()
        codec = codecs[0] if codecs else _identified(inputs)
        inputs = _ordered(inputs, listed, codec)
        if len(codecs) > 1:
            versions = versions_of(codecs, view, options, limits=limits, mode=mode, texts=texts, run=run)
            return VersionedTable(versions, inputs, names, engine, batch_rows, strict=strict, threads=threads)
        chosen = parse(codec, options, limits=limits, mode=mode, texts=texts, run=run)
        shown = view_of(codec, view)
        return Table(codec, shown, inputs, chosen, names, engine, batch_rows, strict=strict, keys=keys, threads=threads)
    except BaseException:
        for one in inputs:
            one.close()
        raise


def splits(
    file: What,
    target_bytes: int,
    spec: str | Codec | None = None,
    view: str | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    search: bool = False,
    trust: Consent | Trust = (),
    processes: Mapping[str, type] | None = None,
) -> list[Part]:
    """A file in parts that can be read apart from each other: ``to_batches(part=…)`` of a table of the same file.

    Args:
        file: a path or URI, bytes or a file object.
        target_bytes: each part ends with the record that fills so many bytes.
        spec: name of the format, or the codec itself; None: by the first bytes of the file.
        view: name of the view; None: the default one.
        options: options by name.
        search: whether nothing is read, and whoever reads a part looks for its first record.
        trust: see `open`.
        processes: likewise.

    Returns:
        The parts, in the order of the file; `bytewright.views.evaluate.framing.WHOLE` alone where it can't be divided.
        See `Table.splits`.

    Raises:
        InputMissingError: the file is missing.
        OptionError: a spec, view or option is unknown or has a wrong value.
    """
    return open(file, spec, view, options=options, trust=trust, processes=processes).splits(target_bytes, search=search)


def schema_of(
    spec: str | Codec,
    view: str | None,
    what: Any,
    options: Mapping[str, Any] | None = None,
    *,
    trust: Consent | Trust = (),
    processes: Mapping[str, type] | None = None,
) -> pa.Schema:
    """The schema of a view, without its rows.

    Args:
        spec: name of the format, the path of its spec, or the codec itself.
        view: name of the view; None: the default one.
        what: the files whose columns are meant, as for `open`; None: the columns that every file has.
        options: options by name.
        trust: see `open`.
        processes: likewise.

    Raises:
        OptionError: a spec, view or option is unknown or has a wrong value.
    """
    codec = registry.load(spec, trust, processes)
    if what is not None:
        return open(what, codec, view, options=options).schema
    chosen, settings = view_of(codec, view), parse(codec, options)
    check_read(codec, chosen, settings)
    return layout_of(chosen, settings).schema


def listed_specs(spec: Spec | Sequence[Spec] | None) -> list[Spec]:
    """The specs that somebody names: none, one, or those of several versions."""
    if spec is None or spec == "":
        return []
    return list(spec) if isinstance(spec, (list, tuple)) else [cast("Spec", spec)]


def _found(
    what: What | Sequence[What], options: Mapping[str, Any], limits: Limits | None
) -> tuple[list[Sequence[What]], list[Input]]:
    """Each file, those of a directory or glob together, and the inputs that all of them are.

    Raises:
        OptionError: there is none, or bad records would come to lie among them.
    """
    storage, on_disk = storage_of(options), limits_on_disk(options, limits)
    listed = [*_listed(what, storage)]
    inputs = [Input(one, storage, on_disk) for named in listed for one in named]
    if not inputs:
        raise OptionError("there is no file to open")
    _refuse_inside(what, options)
    return listed, inputs


def _listed(what: What | Sequence[What], storage: Storage) -> Iterator[Sequence[What]]:
    """Each file; those of a directory or glob together."""
    each: Sequence[What] = what if isinstance(what, (list, tuple)) else [what]  # type: ignore[list-item]
    for one in each:
        yield files_named(os.fspath(one), storage) if isinstance(one, (str, os.PathLike)) else [one]


def _ordered(inputs: Sequence[Input], listed: Sequence[Sequence[What]], codec: Codec) -> list[Input]:
    """The files with those that a directory or glob names in the order of the format."""
    found: list[Input] = []
    for named in listed:
        some = inputs[len(found) : len(found) + len(named)]
        keys = [order_key(str(path), codec.file_order) if len(named) > 1 else "" for path in named]
        found += [one for _, one in sorted(zip(keys, some, strict=True), key=itemgetter(0))]
    return found


def _refuse_inside(what: What | Sequence[What], options: Mapping[str, Any]) -> None:
    """Refuse bad records that would come to lie among what is read.

    Raises:
        OptionError: they would.
    """
    kept = next((str(value) for name, value in options.items() if name.lower() == "badrecordspath"), None)
    for one in what if isinstance(what, (list, tuple)) else [what]:
        if kept and isinstance(one, (str, os.PathLike)) and is_below(kept, os.fspath(one)):
            raise OptionError(
                "option badRecordsPath", expected="a directory outside of what is read", found=kept, path=os.fspath(one)
            )


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
