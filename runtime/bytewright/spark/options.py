"""What a read or a write in Spark may be told: Spark's own options for files, and those of the format.

Spark lower-cases the names of options before it hands them over, so names are compared without regard to case.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bytewright.codec.trust import Trust, consent
from bytewright.errors import InputMissingError, OptionError
from bytewright.host.suggest import hint
from bytewright.io.file_listing import absolute, is_below, list_files, local_path
from bytewright.io.filesystems import PREFIX, Storage, is_remote, storage_of
from bytewright.spark import filters
from bytewright.spark.option_values import flag, listed, size, wrong
from bytewright.spark.stream_options import STREAM_NAMES, StreamOptions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bytewright.codec.codec import Codec
    from bytewright.codec.options import Option
    from bytewright.io.file_listing import DataFile
    from bytewright.tables.engines import Engine

MAX_PARTITION_BYTES = 128 << 20
"""Default of ``maxPartitionBytes``: that of ``spark.sql.files.maxPartitionBytes``."""

OPEN_COST_IN_BYTES = 4 << 20
"""Default of ``openCostInBytes``: that of ``spark.sql.files.openCostInBytes``; and, where
nobody says how many partitions there are to be, the least that is worth one."""

LOCAL_OPEN_COST_IN_BYTES = 256 << 10
"""The same of files on this machine: a task costs as much as some hundred of them, that are read at once."""

SPARK_NAMES = (
    "path",
    "paths",
    "spec",
    "trust",
    "view",
    "columns",
    "engine",
    "filters",
    "pathGlobFilter",
    "recursiveFileLookup",
    "basePath",
    "inferPartitionTypes",
    "modifiedBefore",
    "modifiedAfter",
    "timeZone",
    "ignoreCorruptFiles",
    "ignoreMissingFiles",
    "refreshFiles",
    "splitFiles",
    "maxPartitionBytes",
    "openCostInBytes",
    "minPartitionNum",
    *STREAM_NAMES,
)
"""Options of a read that are the same for every format."""

WRITE_NAMES = (
    "path",
    "spec",
    "trust",
    "view",
    "root",
    "maxRecordsPerFile",
    "compression",
    "maxFileMemory",
    "txnAppId",
    "txnVersion",
    "checkpointLocation",
)
"""Options of a write that are the same for every format, besides ``enums`` and ``switchTags``."""

ALIASES = {
    "partitioncolumntypeinference.enabled": "inferPartitionTypes",
    "spark.sql.sources.partitioncolumntypeinference.enabled": "inferPartitionTypes",
    "spark.sql.files.maxpartitionbytes": "maxPartitionBytes",
    "spark.sql.files.opencostinbytes": "openCostInBytes",
    "spark.sql.files.minpartitionnum": "minPartitionNum",
    "spark.sql.files.ignorecorruptfiles": "ignoreCorruptFiles",
    "spark.sql.files.ignoremissingfiles": "ignoreMissingFiles",
    "spark.sql.files.maxrecordsperfile": "maxRecordsPerFile",
}
"""Spark's settings that are the same as one of our options: a data source can't see those of the session."""

COMPRESSIONS = {"none": "", "uncompressed": "", "gzip": ".gz", "zstd": ".zst", "bzip2": ".bz2"}
"""How written files may be compressed, by Spark's names, and what their names then end with."""

MAX_FILE_MEMORY = 2 << 30
"""Default of ``maxFileMemory``."""

Splitting = Literal["local", "all", "none", "search"]
SPLITTING: tuple[Splitting, ...] = ("local", "all", "none", "search")
"""Which files may be divided: finding the places to do it takes a pass over them on the driver, unless tasks search."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """The options of one read, checked.

    Attributes:
        codecs: the format, or its versions. What was compiled goes to tasks with its code: they need neither spec nor
            compiler.
        paths: what to read.
        view: name of the view; None: the default one.
        columns: columns of the view; None: all.
        engine: which engine reads.
        filters: conditions on the rows shown.
        name_filter: a glob for names of files.
        recursive: whether directories are read with those below them.
        base: directory from which on the names of directories make columns; None: each path.
        infer_partition_types: whether these columns have other types than text.
        modified_before: files count that were modified before, in microseconds since 1970-01-01 UTC.
        modified_after: likewise.
        zone: the time zone of times that have none.
        ignore_corrupt: whether a bad file ends quietly.
        ignore_missing: whether a file that is gone by the time it is read is passed over.
        refresh: whether each query lists the files, not only the first one that Spark plans.
        splitting: which files may be divided.
        max_partition_bytes: size up to which files share a partition.
        open_cost_in_bytes: what opening a file costs, in bytes that could be read meanwhile.
        least_partition_bytes: bytes that are worth a partition of their own.
        min_partitions: how many partitions there are at least, if there are as many files.
        settings: options of the format and of reading, under the names that `bytewright.open` knows.
        merge: whether the columns are those of all files, not of the first one only.
        texts: what the files hold that settings name, by the setting: they are read once, on the driver.
        storage: arguments of file systems.
        corrupt: name of the column with the bytes of bad records.
        run: of the query, the directory for bad records in ``badRecordsPath``; empty where it isn't known yet.
        stream: what only a stream may be told; None: nothing was.
    """

    codecs: tuple[Codec, ...]
    paths: tuple[str, ...] = ()
    view: str | None = None
    columns: tuple[str, ...] | None = None
    engine: Engine = "auto"
    filters: filters.Filters = ()
    name_filter: str | None = None
    recursive: bool = False
    base: str | None = None
    infer_partition_types: bool = True
    modified_before: int | None = None
    modified_after: int | None = None
    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))
    ignore_corrupt: bool = False
    ignore_missing: bool = False
    refresh: bool = True
    splitting: Splitting = "local"
    max_partition_bytes: int = MAX_PARTITION_BYTES
    open_cost_in_bytes: int = OPEN_COST_IN_BYTES
    least_partition_bytes: int = OPEN_COST_IN_BYTES
    min_partitions: int = field(default_factory=lambda: _most_busy())
    settings: Mapping[str, str] = field(default_factory=dict)
    merge: bool = False
    texts: Mapping[str, str] = field(default_factory=dict)
    storage: Storage = ()
    corrupt: str = ""
    run: str = ""
    stream: StreamOptions | None = None

    @classmethod
    def parse(cls, given: Mapping[str, str], spec: str | None = None) -> ReadOptions:
        """Check what the user gave, and read the files that it names.

        Args:
            given: the options, as Spark hands them over.
            spec: the codec of a source that belongs to one; None: the option ``spec`` names it.

        Raises:
            OptionError: an option is unknown or has a wrong value.
            InputMissingError: a file that an option names can't be read.
        """
        from bytewright.codec import registry, settings
        from bytewright.tables.versions import versions_of
        from bytewright.views.evaluate.malformed import CORRUPT_RECORD

        trust = trust_of(given)
        codecs = [registry.codec(one, trust=trust) for one in registry.listed(spec or _spec_of(given))]
        every = (*settings.GENERAL, *(option for codec in codecs for option in codec.options))
        values, chosen = _sorted(given, [name for name in SPARK_NAMES if name != "spec" or spec is None], every)
        columns = values.get("columns")
        versions = versions_of(codecs, values.get("view"), chosen)
        for version in versions:
            settings.check_read(version.codec, version.view, version.settings)
        parsed = versions[0].settings
        settings.refuse_extension_types(parsed)
        if _splitting(values) == "search" and flag(values, "ignoreCorruptFiles"):
            what = "ignoreCorruptFiles can't be told from a part that begins at no record"
            raise OptionError(f"option splitFiles=search: {what}", hint="mode=DROPMALFORMED passes over bad records.")
        storage = storage_of(given)
        paths = _paths(values)
        if parsed.badRecordsPath is not None:
            (kept,) = absolute(parsed.badRecordsPath)
            chosen["badRecordsPath"] = kept
            for one in paths:
                if is_below(kept, one):
                    raise wrong("badRecordsPath", "a directory outside of what is read", parsed.badRecordsPath)
        chosen |= {PREFIX + name: text for name, text in storage}
        zone = _zone(values)
        conditions = values.get("filters")
        usual_cost = OPEN_COST_IN_BYTES if any(map(is_remote, paths)) else LOCAL_OPEN_COST_IN_BYTES
        open_cost = size(values, "openCostInBytes", usual_cost)
        told = values.keys() & {"openCostInBytes", "minPartitionNum"}
        return cls(
            codecs=tuple(codecs),
            paths=paths,
            view=values.get("view"),
            columns=None if columns is None else tuple(name.strip() for name in columns.split(",") if name.strip()),
            engine=cast("Engine", values.get("engine", "auto").lower()),
            filters=() if conditions is None else filters.parse(conditions),
            name_filter=values.get("pathGlobFilter"),
            recursive=flag(values, "recursiveFileLookup"),
            base=values.get("basePath"),
            infer_partition_types=flag(values, "inferPartitionTypes", default=True),
            modified_before=_moment(values, "modifiedBefore", zone),
            modified_after=_moment(values, "modifiedAfter", zone),
            zone=zone,
            ignore_corrupt=flag(values, "ignoreCorruptFiles"),
            ignore_missing=flag(values, "ignoreMissingFiles"),
            refresh=flag(values, "refreshFiles", default=True),
            splitting=_splitting(values),
            max_partition_bytes=size(values, "maxPartitionBytes", MAX_PARTITION_BYTES, least=1),
            open_cost_in_bytes=open_cost,
            least_partition_bytes=open_cost if told else OPEN_COST_IN_BYTES,
            min_partitions=size(values, "minPartitionNum", _most_busy(), least=1),
            settings=chosen,
            merge=parsed.mergeSchema,
            texts={name: text for version in versions for name, text in version.settings.texts.items()},
            storage=storage,
            corrupt=parsed.columnNameOfCorruptRecord or CORRUPT_RECORD,
            stream=StreamOptions.parse(values, paths),
        )

    def anywhere(self) -> ReadOptions:
        """The same with absolute paths: tasks run in other directories."""
        base = None if self.base is None else absolute(self.base)[0]
        return replace(self, paths=tuple(one for text in self.paths for one in absolute(text)), base=base)

    def of_version(self, file: DataFile) -> ReadOptions:
        """The options of a file: of those of several versions, only what its own one knows.

        Raises:
            InputMissingError: the file is gone.
        """
        if len(self.codecs) == 1:
            return self
        from bytewright.codec import registry
        from bytewright.codec.settings import known_by, limits_on_disk
        from bytewright.io.source import Prefix
        from bytewright.tables.inputs import Input

        what = Prefix(file.path, file.size, file.inode) if file.grows else file.path
        one = Input(what, self.storage, limits_on_disk(self.settings))
        try:
            codec = registry.version_of(one.open(), self.codecs)
        finally:
            one.close()
        known = {name: value for name, value in self.settings.items() if known_by(codec, name)}
        return replace(self, codecs=(codec,), settings=known)

    def files(self) -> list[DataFile]:
        """The files as they are now, in the order of the format.

        Raises:
            InputMissingError: a path names nothing.
            OptionError: ``base`` is none of its directories.
        """
        return list_files(
            self.paths,
            name_filter=self.name_filter,
            recursive=self.recursive,
            base=self.base,
            modified_before=self.modified_before,
            modified_after=self.modified_after,
            storage=self.storage,
            order=self.codecs[0].file_order,
        )


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """The options of one write, checked.

    Attributes:
        codec: the format, as of a read.
        path: the directory that gets the files.
        view: name of the view that the rows are of; None: the default one.
        root: what the rows don't hold, as JSON; None: nothing.
        most_rows: how many rows a file may have; 0: all of a partition.
        compression: how files are compressed: one of `COMPRESSIONS`.
        most_memory: bytes of memory that the rows of a file may take while it is made.
        settings: options of the format, under the names that it knows.
        texts: what the files hold that settings name, by the setting: they are read once, on the driver.
        storage: arguments of file systems.
        app: what tells the writer from others, so that it writes a version only once; None: it hasn't said.
        version: the number of what it writes; None: it hasn't said, or is a stream, whose batches have numbers.
        checkpoint: of a stream, the directory where Spark keeps how far it has come; None: the options don't say.
    """

    codec: Codec
    path: str
    view: str | None = None
    root: str | None = None
    most_rows: int = 0
    compression: str = "none"
    most_memory: int = MAX_FILE_MEMORY
    settings: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    storage: Storage = ()
    app: str | None = None
    version: int | None = None
    checkpoint: str | None = None

    @classmethod
    def parse(cls, given: Mapping[str, str], spec: str | None = None) -> WriteOptions:
        """Check what the user gave, and read the files that it names; see `ReadOptions.parse`.

        Raises:
            OptionError: an option is unknown or has a wrong value, or there is no path.
            InputMissingError: a file that an option names can't be read.
        """
        from bytewright.codec import registry, settings

        named = spec or _spec_of(given)
        if len(registry.listed(named)) > 1:
            raise wrong("spec", "the version that is written", named)
        codec = registry.codec(named, trust=trust_of(given))
        general = [option for option in settings.GENERAL if option.id in ("enums", "switchTags")]
        names = [name for name in WRITE_NAMES if name != "spec" or spec is None]
        given = {name: text for name, text in given.items() if not _is_static(name, text)}
        values, chosen = _sorted(given, names, (*general, *codec.options))
        if "path" not in values:
            raise OptionError(
                "there is no path to write to",
                hint="Name a directory: .save(PATH), or INSERT INTO table WITH (path = '…').",
            )
        compression = values.get("compression", "none").lower()
        if compression not in COMPRESSIONS:
            raise wrong("compression", "one of " + ", ".join(COMPRESSIONS), values["compression"])
        parsed = settings.parse(codec, chosen)
        settings.check_written(codec, values.get("view"), parsed)
        return cls(
            codec=codec,
            path=values["path"],
            view=values.get("view"),
            root=_root(values["root"]) if "root" in values else None,
            most_rows=size(values, "maxRecordsPerFile", 0),
            compression=compression,
            most_memory=size(values, "maxFileMemory", MAX_FILE_MEMORY, least=1),
            settings=chosen,
            texts=parsed.texts,
            storage=storage_of(given),
            app=values.get("txnAppId") or None,
            version=size(values, "txnVersion", 0) if "txnVersion" in values else None,
            checkpoint=values.get("checkpointLocation"),
        )


def _sorted(
    given: Mapping[str, str], names: Iterable[str], options: Iterable[Option]
) -> tuple[dict[str, str], dict[str, str]]:
    """Options by the names that we know, and those among them that are settings.

    Args:
        given: the options, as Spark hands them over.
        names: names that are the same for every format.
        options: settings.

    Raises:
        OptionError: one is unknown.
    """
    settings = [option.id for option in options if not option.per]
    families = {option.id.lower(): option.id for option in options if option.per}
    spelled = {name.lower(): name for name in (*names, *settings)}
    values: dict[str, str] = {}
    by_column: dict[str, str] = {}
    for name, text in given.items():
        key = name.lower()
        family, _, column = name.partition(".")
        if column and family.lower() in families:
            by_column[f"{families[family.lower()]}.{column}"] = text
            continue
        if key.startswith(PREFIX):
            continue
        known_as = spelled.get(key) or ALIASES.get(key)
        if known_as is None or known_as not in spelled.values():
            raise OptionError(f"unknown option {name}", hint=hint(name, spelled.values(), "options"))
        values[known_as] = text
    return values, by_column | {name: values[name] for name in settings if name in values}


def _is_static(name: str, text: str) -> bool:
    """Whether an option says that all of a table is overwritten, which is so anyway.

    Raises:
        OptionError: it says something else.
    """
    if name.lower() not in ("partitionoverwritemode", "spark.sql.sources.partitionoverwritemode"):
        return False
    if text.lower() != "static":
        raise wrong("partitionOverwriteMode", "static, as Spark tells no more to a data source in Python", text)
    return True


def _root(text: str) -> str:
    """What rows don't hold: JSON, or the path of a file with it."""
    if text.lstrip().startswith("{"):
        return text
    try:
        return local_path(text).read_text(encoding="utf-8")
    except OSError as error:
        raise InputMissingError(f"option root: {(error.strerror or str(error)).lower()}", path=text) from None
    except UnicodeDecodeError:
        raise OptionError("option root: it is not text in UTF-8", path=text) from None


def _most_busy() -> int:
    """Partitions that are wanted where nobody says it: two per core, so that none waits for the last one."""
    return 2 * (os.cpu_count() or 1)


def _spec_of(given: Mapping[str, str]) -> str:
    for name, text in given.items():
        if name.lower() == "spec" and text:
            return text
    raise OptionError("the option spec is not set", hint='Name the format: .option("spec", NAME).')


def trust_of(given: Mapping[str, str]) -> Trust:
    """The option ``trust``: names joined by commas, or a JSON array of them."""
    text = next((text for name, text in given.items() if name.lower() == "trust"), "")
    if not text.startswith("["):
        return consent([name.strip() for name in text.split(",") if name.strip()])
    return consent(listed("trust", "names", text))


def _paths(values: Mapping[str, str]) -> tuple[str, ...]:
    paths = [values["path"]] if "path" in values else []
    if "paths" in values:  # what load([...]) becomes
        paths += listed("paths", "paths", values["paths"])
    return tuple(paths)


def _zone(values: Mapping[str, str]) -> ZoneInfo:
    name = values.get("timeZone", "UTC")
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise wrong("timeZone", "the name of a time zone, as in Europe/Berlin", name) from None


def _moment(values: Mapping[str, str], name: str, zone: ZoneInfo) -> int | None:
    if name not in values:
        return None
    try:
        moment = datetime.fromisoformat(values[name])
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=zone)
        since = moment - datetime(1970, 1, 1, tzinfo=UTC)
    except (ValueError, OverflowError):
        raise wrong(name, "a time as in 2020-06-01T13:00:00", values[name]) from None
    return (since.days * 86400 + since.seconds) * 1_000_000 + since.microseconds


def _splitting(values: Mapping[str, str]) -> Splitting:
    given = values.get("splitFiles", "local").lower()
    for choice in SPLITTING:
        if choice == given:
            return choice
    raise wrong("splitFiles", "one of " + ", ".join(SPLITTING), values["splitFiles"])
