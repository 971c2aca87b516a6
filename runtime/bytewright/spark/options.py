"""What a read in Spark may be told: Spark's own options for files, and those of the format.

Spark lower-cases the names of options before it hands them over, so names are compared without regard to case.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from bytewright.errors import OptionError
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
    "pathGlobFilter",
    "recursiveFileLookup",
    "maxPartitionBytes",
    "openCostInBytes",
    "minPartitionNum",
)
"""Options of a read that are the same for every format."""

CATALOG_NAMES = frozenset(
    {"collation", "comment", "external", "is_managed_location", "location", "owner", "provider", "table_type"}
)
"""What Spark adds to the options of a table in its catalog; says nothing about how to read."""

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
        name_filter: a glob for names of files.
        recursive: whether directories are read with those below them.
        max_partition_bytes: size up to which files share a partition.
        open_cost_in_bytes: what opening a file costs, in bytes that could be read meanwhile.
        min_partitions: how many partitions there are at least, if there are as many files.
        settings: options of the format and of reading, under the names that `bytewright.open` knows.
        merge: whether the columns are those of all files, not of the first one only.
        texts: what the files hold that settings name, by the setting: they are read once, on the driver.
    """

    spec: str
    paths: tuple[str, ...] = ()
    view: str | None = None
    columns: tuple[str, ...] | None = None
    engine: Engine = "auto"
    name_filter: str | None = None
    recursive: bool = False
    max_partition_bytes: int = MAX_PARTITION_BYTES
    open_cost_in_bytes: int = OPEN_COST_IN_BYTES
    min_partitions: int = field(default_factory=lambda: os.cpu_count() or 1)
    settings: Mapping[str, str] = field(default_factory=dict)
    merge: bool = False
    texts: Mapping[str, str] = field(default_factory=dict)

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

        codec = registry.codec(spec or _spec_of(given))
        setting_names = [option.id for option in (*settings.GENERAL, *codec.options)]
        known = [name for name in SPARK_NAMES if name != "spec" or spec is None]
        spelled = {name.lower(): name for name in (*known, *setting_names)}
        values: dict[str, str] = {}
        for name, text in given.items():
            if name.lower() in CATALOG_NAMES and name.lower() not in spelled:
                continue
            if name.lower() not in spelled:
                raise OptionError(f"unknown option {name}", hint=hint(name, spelled.values(), "options"))
            values[spelled[name.lower()]] = text
        columns = values.get("columns")
        chosen = {name: values[name] for name in setting_names if name in values}
        parsed = settings.parse(codec, chosen)
        return cls(
            spec=codec.name,
            paths=_paths(values),
            view=values.get("view"),
            columns=None if columns is None else tuple(name.strip() for name in columns.split(",") if name.strip()),
            engine=cast("Engine", values.get("engine", "auto").lower()),
            name_filter=values.get("pathGlobFilter"),
            recursive=_flag(values, "recursiveFileLookup"),
            max_partition_bytes=_size(values, "maxPartitionBytes", MAX_PARTITION_BYTES, least=1),
            open_cost_in_bytes=_size(values, "openCostInBytes", OPEN_COST_IN_BYTES),
            min_partitions=_size(values, "minPartitionNum", os.cpu_count() or 1, least=1),
            settings=chosen,
            merge=parsed.mergeSchema,
            texts=parsed.texts,
        )


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


def _flag(values: Mapping[str, str], name: str) -> bool:
    text = values.get(name, "false").strip().lower()
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
