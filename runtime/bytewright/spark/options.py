"""What a read in Spark may be told: Spark's own options for files, and those of the format.

Spark lower-cases the names of options before it hands them over, so names are compared without regard to case.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bytewright.errors import OptionError
from bytewright.filesystems import PREFIX, Storage, storage_of
from bytewright.spark import filters
from bytewright.spark.files import MAX_PARTITION_BYTES, OPEN_COST_IN_BYTES
from bytewright.spelling import hint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bytewright.table import Engine

SPARK_NAMES = (
    "path",
    "paths",
    "spec",
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
    "splitFiles",
    "maxPartitionBytes",
    "openCostInBytes",
    "minPartitionNum",
)
"""Options of a read that are the same for every format."""

CATALOG_NAMES = frozenset(
    {"collation", "comment", "external", "is_managed_location", "location", "owner", "provider", "table_type"}
)
"""What Spark adds to the options of a table in its catalog; says nothing about how to read."""

ALIASES = {
    "partitioncolumntypeinference.enabled": "inferPartitionTypes",
    "spark.sql.sources.partitioncolumntypeinference.enabled": "inferPartitionTypes",
    "spark.sql.files.maxpartitionbytes": "maxPartitionBytes",
    "spark.sql.files.opencostinbytes": "openCostInBytes",
    "spark.sql.files.minpartitionnum": "minPartitionNum",
    "spark.sql.files.ignorecorruptfiles": "ignoreCorruptFiles",
    "spark.sql.files.ignoremissingfiles": "ignoreMissingFiles",
}
"""Spark's settings that are the same as one of our options: a data source can't see those of the session."""

Splitting = Literal["local", "all", "none"]
SPLITTING: tuple[Splitting, ...] = ("local", "all", "none")
"""Which files may be divided: finding the places to do it takes a pass over them, on the driver."""

_SIZE = re.compile(r"(\d+)\s*([kmgt]?)(?:i?b)?", re.IGNORECASE)
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """The options of one read, checked.

    Attributes:
        spec: name of the codec.
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
        splitting: which files may be divided.
        max_partition_bytes: size up to which files share a partition.
        open_cost_in_bytes: what opening a file costs, in bytes that could be read meanwhile.
        min_partitions: how many partitions there are at least, if there are as many files.
        settings: options of the format and of reading, under the names that `bytewright.open` knows.
        merge: whether the columns are those of all files, not of the first one only.
        texts: what the files hold that settings name, by the setting: they are read once, on the driver.
        storage: arguments of file systems.
        corrupt: name of the column with the bytes of bad records.
    """

    spec: str
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
    splitting: Splitting = "local"
    max_partition_bytes: int = MAX_PARTITION_BYTES
    open_cost_in_bytes: int = OPEN_COST_IN_BYTES
    min_partitions: int = field(default_factory=lambda: _most_busy())
    settings: Mapping[str, str] = field(default_factory=dict)
    merge: bool = False
    texts: Mapping[str, str] = field(default_factory=dict)
    storage: Storage = ()
    corrupt: str = ""

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
        from bytewright import registry, settings
        from bytewright.malformed import CORRUPT_RECORD

        codec = registry.codec(spec or _spec_of(given))
        every = (*settings.GENERAL, *codec.options)
        setting_names = [option.id for option in every if not option.per]
        families = {option.id.lower(): option.id for option in every if option.per}
        known = [name for name in SPARK_NAMES if name != "spec" or spec is None]
        spelled = {name.lower(): name for name in (*known, *setting_names)}
        values: dict[str, str] = {}
        by_column: dict[str, str] = {}
        for name, text in given.items():
            key = name.lower()
            family, _, column = name.partition(".")
            if column and family.lower() in families:
                by_column[f"{families[family.lower()]}.{column}"] = text
                continue
            if key.startswith(PREFIX) or (key in CATALOG_NAMES and key not in spelled):
                continue
            known_as = spelled.get(key) or ALIASES.get(key)
            if known_as is None:
                raise OptionError(f"unknown option {name}", hint=hint(name, spelled.values(), "options"))
            values[known_as] = text
        columns = values.get("columns")
        chosen = by_column | {name: values[name] for name in setting_names if name in values}
        parsed = settings.parse(codec, chosen)
        storage = storage_of(given)
        chosen |= {PREFIX + name: text for name, text in storage}
        zone = _zone(values)
        conditions = values.get("filters")
        return cls(
            spec=codec.name,
            paths=_paths(values),
            view=values.get("view"),
            columns=None if columns is None else tuple(name.strip() for name in columns.split(",") if name.strip()),
            engine=cast("Engine", values.get("engine", "auto").lower()),
            filters=() if conditions is None else filters.parse(conditions),
            name_filter=values.get("pathGlobFilter"),
            recursive=_flag(values, "recursiveFileLookup"),
            base=values.get("basePath"),
            infer_partition_types=_flag(values, "inferPartitionTypes", default=True),
            modified_before=_moment(values, "modifiedBefore", zone),
            modified_after=_moment(values, "modifiedAfter", zone),
            zone=zone,
            ignore_corrupt=_flag(values, "ignoreCorruptFiles"),
            ignore_missing=_flag(values, "ignoreMissingFiles"),
            splitting=_splitting(values),
            max_partition_bytes=_size(values, "maxPartitionBytes", MAX_PARTITION_BYTES, least=1),
            open_cost_in_bytes=_size(values, "openCostInBytes", OPEN_COST_IN_BYTES),
            min_partitions=_size(values, "minPartitionNum", _most_busy(), least=1),
            settings=chosen,
            merge=parsed.mergeSchema,
            texts=parsed.texts,
            storage=storage,
            corrupt=parsed.columnNameOfCorruptRecord or CORRUPT_RECORD,
        )


def _most_busy() -> int:
    """Partitions that are wanted where nobody says it: two per core, so that none waits for the last one."""
    return 2 * (os.cpu_count() or 1)


def _spec_of(given: Mapping[str, str]) -> str:
    for name, text in given.items():
        if name.lower() == "spec" and text:
            return text
    raise OptionError("the option spec is not set", hint='Name the format: .option("spec", NAME).')


def _paths(values: Mapping[str, str]) -> tuple[str, ...]:
    paths = [values["path"]] if "path" in values else []
    if "paths" in values:  # what load([...]) becomes
        try:
            listed = json.loads(values["paths"])
        except ValueError:
            listed = None
        if not isinstance(listed, list) or not all(isinstance(path, str) for path in listed):
            raise _wrong("paths", "a JSON array of paths", values["paths"])
        paths += listed
    return tuple(paths)


def _zone(values: Mapping[str, str]) -> ZoneInfo:
    name = values.get("timeZone", "UTC")
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise _wrong("timeZone", "the name of a time zone, as in Europe/Berlin", name) from None


def _moment(values: Mapping[str, str], name: str, zone: ZoneInfo) -> int | None:
    if name not in values:
        return None
    try:
        moment = datetime.fromisoformat(values[name])
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=zone)
        since = moment - datetime(1970, 1, 1, tzinfo=UTC)
    except (ValueError, OverflowError):
        raise _wrong(name, "a time as in 2020-06-01T13:00:00", values[name]) from None
    return (since.days * 86400 + since.seconds) * 1_000_000 + since.microseconds


def _splitting(values: Mapping[str, str]) -> Splitting:
    given = values.get("splitFiles", "local").lower()
    for choice in SPLITTING:
        if choice == given:
            return choice
    raise _wrong("splitFiles", "one of " + ", ".join(SPLITTING), values["splitFiles"])


def _flag(values: Mapping[str, str], name: str, *, default: bool = False) -> bool:
    text = values.get(name, str(default)).strip().lower()
    if text not in ("true", "false"):
        raise _wrong(name, "true or false", values[name])
    return text == "true"


def _size(values: Mapping[str, str], name: str, default: int, least: int = 0) -> int:
    if name not in values:
        return default
    found = _SIZE.fullmatch(values[name].strip())
    number = int(found[1]) * _UNITS[found[2].lower()] if found else -1
    if number < least:
        raise _wrong(name, f"a whole number from {least}, or one with a unit as in 128MB", values[name])
    return number


def _wrong(name: str, expected: str, found: str) -> OptionError:
    return OptionError(f"option {name}", expected=expected, found=found)
