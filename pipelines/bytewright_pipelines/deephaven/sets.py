"""Logs as the rows that an import server would show of them: sets of records as a whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from typing import Any, Literal

import pyarrow as pa

import bytewright
from bytewright.errors import OptionError
from bytewright.io.file_listing import list_files
from bytewright.views.evaluate.framing import Part
from bytewright_formats.deephaven_log import CODEC
from bytewright_pipelines.deephaven.judging import DROPPED, Judgement, Position, Report, Rules, judge
from bytewright_pipelines.deephaven.log_names import LogName, Partition

PARTITION_COLUMNS = ("InternalPartition", "Date")
"""What the columns are called that show what names of logs say: the internal partition and the column partition."""

_STATED = 3
"""Columns of the view `sets` before those of the log."""


@dataclass(frozen=True, slots=True)
class Logs:
    """The logs of a partition.

    Attributes:
        partition: the partition; None: their names don't say it.
        files: their paths, and their sizes in bytes, in their order.
    """

    partition: Partition | None
    files: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class AppliedPartition:
    """What logs say of a partition.

    Attributes:
        partition: the partition; None: the names of its logs don't say it.
        emptied: whether it was deleted, so that none of the rows is left that were applied before.
        judgements: what counts of each log, in their order.
    """

    partition: Partition | None
    emptied: bool
    judgements: tuple[Judgement, ...]

    @property
    def values(self) -> tuple[str, ...]:
        """The values of the partition columns."""
        return () if self.partition is None else (self.partition.internal, self.partition.column)


@dataclass(frozen=True, slots=True, eq=False)
class Applied:
    """What logs say of a table.

    Attributes:
        schema: the columns of the logs, then those of partitions.
        partitions: the partitions.
        options: the options by which the logs are read.
    """

    schema: pa.Schema
    partitions: tuple[AppliedPartition, ...]
    options: Mapping[str, Any]

    @property
    def table(self) -> pa.Table:
        """The visible rows, partition by partition, log by log."""
        return pa.Table.from_batches(self.to_batches(), self.schema)

    @property
    def report(self) -> Report:
        """What became of all records."""
        return reduce(add, (each.report for each in self._judgements), Report())

    @property
    def dropped(self) -> pa.Table:
        """Where the sets lie that were dropped or are pending: `DROPPED`."""
        return pa.concat_tables([DROPPED.empty_table(), *(each.dropped for each in self._judgements)])

    @property
    def positions(self) -> tuple[Position, ...]:
        """How far each log was applied."""
        return tuple(Position(each.file, each.position) for each in self._judgements)

    @property
    def _judgements(self) -> Iterator[Judgement]:
        return (judgement for partition in self.partitions for judgement in partition.judgements)

    def to_batches(self, partition: AppliedPartition | None = None) -> Iterator[pa.RecordBatch]:
        """The visible rows as batches.

        Args:
            partition: those of this one only; None: of all.

        Raises:
            ReadError: a log is bad.
        """
        for each in self.partitions if partition is None else (partition,):
            for judgement in each.judgements:
                for part in judgement.parts:
                    yield from visible_rows(judgement, part, self.schema, each.values, self.options)


def apply_sets(
    paths: str | Sequence[str],
    options: Mapping[str, Any] | None = None,
    *,
    start: Iterable[Position] = (),
    strict_sets: bool = False,
    application_version: int | None = None,
    unknown: Literal["report", "fail"] = "report",
    partition_columns: tuple[str, str] = PARTITION_COLUMNS,
) -> Applied:
    """Apply the records of logs as an import server does.

    A set of rows counts when its end has come, a row on its own at once. A set that isn't over when another one, a row
    on its own or a command comes is dropped. ``DELETE_PARTITION`` deletes what was applied so far to the partition that
    the name of the log says. Logs of a partition are applied in the order of their names.

    Args:
        paths: logs, directories or globs. Logs whose names aren't of the documented form are of one partition, in the
            order in which they are given.
        options: options of the reader, such as ``charNull``. An unfinished record at the end of a log is accepted
            unless ``tornTail`` says ``fail``. The rules are options, too: ``strictSets``, ``applicationVersion``,
            ``unknown``.
        start: positions that were reached before (`Applied.positions`); other logs are applied from their beginning.
        strict_sets: whether a row that continues or ends a set which no row has started is an error. Otherwise it
            counts as a row on its own, and is reported.
        application_version: version of the application's protocol that logs must have, unless they state none; None:
            any.
        unknown: whether commands and types of records that aren't known are reported or an error.
        partition_columns: what the columns are called that show the internal partition and the column partition.

    Returns:
        The visible rows, what became of the others, and the positions reached.

    Raises:
        OptionError: the logs are of several tables, or an option is unknown or has a wrong value.
        ReadError: a log is bad, has another version of the application, or breaks a rule.
        InputMissingError: there is no log.
    """
    reading, rules = settled(options, Rules(strict_sets, application_version, unknown))
    logs = logs_of(paths)
    schema = schema_of(logs, reading, partition_columns)
    reached = {position.file: position.offset for position in start}
    found = [
        in_partition(
            each.partition, [judge(file, size, reading, rules, reached.get(file)) for file, size in each.files]
        )
        for each in logs
    ]
    return Applied(schema, tuple(found), reading)


def settled(options: Mapping[str, Any] | None, rules: Rules) -> tuple[dict[str, Any], Rules]:
    """The options by which logs are read, and the rules by which they are judged.

    Args:
        options: options of the reader; beside these ``strictSets``, ``applicationVersion`` and ``unknown``, which count
            more than arguments do.
        rules: what arguments say.

    Raises:
        OptionError: bad records are to be passed over, of which nobody knows which sets they belong to, or a rule has a
            wrong value.
    """
    reading: dict[str, Any] = {"tornTail": "ignore"}
    for name, value in dict(options or {}).items():
        if name.lower() in ("mode", "badrecordspath"):
            raise OptionError(f"option {name}", expected="none: a bad record could be of any set", found=str(value))
        if name.lower() == "strictsets":
            if str(value).lower() not in ("true", "false"):
                raise OptionError(f"option {name}", expected="true or false", found=repr(value))
            rules = replace(rules, strict_sets=str(value).lower() == "true")
        elif name.lower() == "applicationversion":
            try:
                rules = replace(rules, application_version=int(value))
            except ValueError:
                raise OptionError(f"option {name}", expected="an integer", found=repr(value)) from None
        elif name.lower() == "unknown":
            rules = replace(rules, unknown=value)
        else:
            reading["tornTail" if name.lower() == "torntail" else name] = value
    return reading, rules


def logs_of(paths: str | Sequence[str]) -> list[Logs]:
    """The logs that paths name, by partition.

    Raises:
        OptionError: they are of several tables, or only some of their names say what they are of.
        InputMissingError: there are none.
    """
    given = [paths] if isinstance(paths, str) else list(paths)
    found = {file.path: file.size for path in given for file in list_files([path])}
    if not found:
        raise OptionError("there are no logs", path=", ".join(given))
    names = {path: LogName.parse(path.rpartition("/")[2]) for path in found}
    said = [name for name in names.values() if name is not None]
    if not said:
        return [Logs(None, tuple(found.items()))]
    for path, name in names.items():
        if name is None:
            expected = "NAMESPACE.TABLE.SET.INTERNAL.COLUMN.bin.TIME, as those of other logs here"
            raise OptionError("name of a log", path=path, expected=expected, found=path.rpartition("/")[2])
    tables = sorted({one.partition.full_table for one in said})
    if len(tables) > 1:
        raise OptionError("logs", expected="those of one table", found=f"those of {', '.join(tables)}")
    by_partition: dict[tuple[str, str], list[tuple[LogName, str]]] = {}
    for path, name in names.items():
        assert name is not None
        by_partition.setdefault((name.partition.internal, name.partition.column), []).append((name, path))
    found_logs = []
    for _, several in sorted(by_partition.items()):
        several.sort(key=lambda one: (one[0].place, one[1]))
        found_logs.append(Logs(several[0][0].partition, tuple((path, found[path]) for _, path in several)))
    return found_logs


def schema_of(logs: Sequence[Logs], options: Mapping[str, Any], partition_columns: tuple[str, str]) -> pa.Schema:
    """The columns of logs, then those of their partitions.

    Raises:
        OptionError: a column of a log is called as one of a partition, or logs have columns of one name that differ.
        ReadError: the header of a log is bad.
    """
    files = [file for each in logs for file, _ in each.files]
    schema = bytewright.open(files, CODEC, "rows", options={**options, "mergeSchema": "true"}).schema
    fields = [schema.field(index) for index in range(len(schema))]
    if any(each.partition is not None for each in logs):
        there = {field.name.lower() for field in fields}
        for name in partition_columns:
            if name.lower() in there:
                hint = "Choose another name: partition_columns."
                raise OptionError(f"column {name}", expected="no column of the logs", found="one of them", hint=hint)
            fields.append(pa.field(name, pa.string()))
    return pa.schema(fields)


def in_partition(partition: Partition | None, judgements: Sequence[Judgement]) -> AppliedPartition:
    """What counts of the logs of a partition, in their order.

    Each begins without a pending set, and a delete takes what the logs before it say.
    """
    *former, last = judgements
    closed = [*(each.closed() for each in former), last]
    emptied = max((number for number, each in enumerate(closed) if each.emptied), default=-1)
    return AppliedPartition(
        partition,
        emptied >= 0,
        tuple(each.forgotten() if number < emptied else each for number, each in enumerate(closed)),
    )


def visible_rows(
    judgement: Judgement, part: tuple[int, int], schema: pa.Schema, values: Sequence[str], options: Mapping[str, Any]
) -> Iterator[pa.RecordBatch]:
    """The visible rows of a part of a log.

    Args:
        judgement: what counts of the log.
        part: where one of its parts begins and ends.
        schema: the columns: those of logs, then those of partitions.
        values: the values of the latter.
        options: options of the reader.

    Raises:
        ReadError: the log is bad.
    """
    names = [name.lower() for name in bytewright.open(judgement.file, CODEC, "rows", options=options).schema.names]
    table = bytewright.open(judgement.file, CODEC, "sets", options=options)
    wanted = [schema.field(index) for index in range(len(schema) - len(values))]
    places = [names.index(one.name.lower()) + _STATED if one.name.lower() in names else None for one in wanted]
    for batch in table.to_batches(part=Part(*part, row=None)):
        seen = judgement.visible(batch.column(0).to_numpy())
        if not seen.all():
            batch = batch.filter(pa.array(seen))
        if not batch.num_rows:
            continue
        columns = [
            pa.nulls(batch.num_rows, one.type) if place is None else batch.column(place)
            for one, place in zip(wanted, places, strict=True)
        ]
        columns += [pa.repeat(value, batch.num_rows) for value in values]
        yield pa.RecordBatch.from_arrays(columns, schema=schema)
