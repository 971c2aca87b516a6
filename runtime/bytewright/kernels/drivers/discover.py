"""Finds the columns of a file that only its values name."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.arrow.buffers import int_values
from bytewright.io.source import Source
from bytewright.kernels.drivers.prefix_scan import heads_of
from bytewright.kernels.drivers.scan import USUAL, Scan, Settings
from bytewright.kernels.plan import Pivot, RowPlan, discovery, said
from bytewright.kernels.plan.failures import BadRecord, Unsupported
from bytewright.kernels.program.pivot import PivotColumn, unite
from bytewright.limits import DEFAULT, MOST, Limits

Table = npt.NDArray[np.int64]


class Place(NamedTuple):
    """Where a record begins: its number, and the offset."""

    record: int
    offset: int


@dataclass(frozen=True, slots=True)
class Discovered:
    """The columns of a region, ascending by key, and the bad record that ended it, if one did.

    Attributes:
        columns: the columns.
        failure: the bad record.
        cases: the cases that vectors of a key have.
        said: what their properties are, in the order of `Pivot.properties`; None: a number that isn't among theirs.
        records: how many records there are.
        there: how many of them have a vector of a key.
    """

    columns: tuple[PivotColumn, ...]
    failure: BadRecord | None
    cases: Mapping[int, frozenset[str]]
    said: Mapping[int, tuple[frozenset[int | None], ...]]
    records: int
    there: Mapping[int, int]


def discover(
    plan: RowPlan,
    source: Source,
    name: Callable[[int], str],
    *,
    given: Mapping[str, int] | None = None,
    start: int = 0,
    stop: int | None = None,
    limits: Limits = DEFAULT,
    settings: Settings = USUAL,
    known: Mapping[int, PivotColumn] | None = None,
    records: int | None = None,
    most: int = MOST,
) -> Discovered:
    """The columns that the good records of a region have, and those known before; integers that disagree widen.

    Where a record disagrees beyond that, or has a vector whose case is none of the pivot's, what it and later ones hold
    doesn't count: `Scan` refuses it.

    Args:
        plan: a plan with a pivot.
        source: what is read.
        name: what the column of a key is called.
        given: see `Scan`.
        start: see `Scan`.
        stop: see `Scan`.
        limits: see `Scan`.
        settings: see `Scan`.
        known: columns that were found elsewhere, by key.
        records: see `Scan`.
        most: how many columns there may be.

    Raises:
        Unsupported: there are more, as far as they have been looked at.
    """
    if plan.pivot is None:
        raise ValueError("the plan has no pivot")
    tables = _tables(discovery(plan), source, given, start, stop, limits, settings, records)
    failure = None
    first_met: dict[tuple[int, int], int] = {}
    there: Counter[int] = Counter()
    records = 0
    held: Table = np.zeros((3, 0), np.int64)
    try:
        for table, _ in tables:
            held = np.concatenate([held, table], axis=1)
            # The last record may go on in the next batch: its last vector with a key counts.
            complete = int(np.searchsorted(held[0], held[0, -1]))
            _meet(held[:, :complete], first_met)
            _count(held[:, :complete], there)
            held = held[:, complete:]
            records = int(held[0, -1]) + 1
            if len(there) > most or (table.shape[1] > most and len(_numbered(table[1])[0]) > most):
                raise Unsupported(_TOO_MANY)
    except BadRecord as bad:
        failure = bad
        records = bad.record
    _meet(held, first_met)
    _count(held, there)
    return _united(plan.pivot, first_met, name, dict(known or {}), most, failure, records, there)


def _united(
    pivot: Pivot,
    first_met: Mapping[tuple[int, int], int],
    name: Callable[[int], str],
    columns: dict[int, PivotColumn],
    most: int,
    failure: BadRecord | None,
    records: int,
    there: Mapping[int, int],
) -> Discovered:
    """The columns that were known and those that have been met, and in which record first.

    Raises:
        Unsupported: there are too many.
    """
    cases: dict[int, set[str]] = {}
    found: dict[int, list[set[int | None]]] = {}
    by_record = sorted(first_met.items(), key=itemgetter(1))
    for _, met in groupby(by_record, key=itemgetter(1)):
        added: dict[int, PivotColumn | None] = {}
        for (key, code), _ in met:
            case, numbers = said(pivot, code)
            if case < 0:  # none of the pivot's
                added[key] = None
                continue
            kind = pivot.cases[case].name
            cases.setdefault(key, set()).add(kind)
            for values, number in zip(found.setdefault(key, [set() for _ in numbers]), numbers, strict=True):
                values.add(number)
            before = columns.get(key)
            added[key] = PivotColumn(key, name(key), kind) if before is None else unite(pivot, before, kind)
        agreed = {key: column for key, column in added.items() if column is not None}
        if len(agreed) < len(added):
            break
        columns |= agreed
        if len(columns) > most:
            raise Unsupported(_TOO_MANY)
    return Discovered(
        tuple(columns[key] for key in sorted(columns)),
        failure,
        {key: frozenset(kinds) for key, kinds in cases.items()},
        {key: tuple(map(frozenset, values)) for key, values in found.items()},
        records,
        there,
    )


class Novelties:
    """Finds the records that say of columns what none before them does: a vector of a new key, case or property, or
    none of a key that all others have had.

    Args:
        plan: a plan with a pivot.
        take: told of each such record by its number, and of a place at or before it; says whether it is good. What bad
            ones have doesn't count.

    Attributes:
        records: how many records have been looked at, but for those found bad.
    """

    def __init__(self, plan: RowPlan, take: Callable[[int, Place], bool]) -> None:
        self.records = 0
        self._plan = discovery(plan)
        self._take = take
        self._known: set[tuple[int, int]] = set()
        self._by_all: Table | None = None

    def look_through(
        self,
        source: Source,
        start: Place,
        *,
        given: Mapping[str, int] | None = None,
        limits: Limits = DEFAULT,
        settings: Settings = USUAL,
        records: int | None = None,
    ) -> BadRecord | None:
        """Look through the records from a place on, up to one that the kernel finds bad, which is given.

        Args:
            source: what is read.
            start: where the first record begins.
            given: see `Scan`.
            limits: see `Scan`.
            settings: see `Scan`.
            records: see `Scan`.
        """
        tables = _tables(self._plan, source, given, start.offset, None, limits, settings, records, start.record)
        held: Table = np.zeros((3, 0), np.int64)
        places, first, failure = [start], start.record, None
        try:
            for table, place in tables:
                places.append(place)
                held = np.concatenate([held, table], axis=1)
                # The last record may go on in the next batch.
                last = int(held[0, -1])
                complete = int(np.searchsorted(held[0], last))
                self._look(held[:, :complete], first, last, places)
                held, first = held[:, complete:], last
                del places[: bisect_right(places, first, key=itemgetter(0)) - 1]
        except BadRecord as bad:
            failure = bad
        end = failure.record if failure is not None else int(held[0, -1]) + 1 if held.shape[1] else first
        self._look(held[:, held[0] < end], first, end, places)
        return failure

    def _look(self, table: Table, first: int, end: int, places: Sequence[Place]) -> None:
        """Look at the vectors of the records from one to another."""
        if table.size and _may_repeat(_first_places(table[1], table[2])):
            table = _last_of_each(table)
        self.records += end - first
        while self._by_all is None:  # until one is good, each is
            if first >= end:
                return
            own = _of_record(table, first)
            if self._is_good(first, own, places):
                self._by_all = np.unique(own[0])
            first += 1
        news = _News(table[:, np.searchsorted(table[0], first) :], first, end, self._known, self._by_all)
        while (record := news.next(first)) is not None:
            own = _of_record(table, record)
            if self._is_good(record, own, places):
                news.learn(own)
            first = record + 1
        self._by_all = news.by_all

    def _is_good(self, record: int, own: Table, places: Sequence[Place]) -> bool:
        """Whether a record is good, whose keys and cases these are; they are known from then on."""
        good = self._take(record, places[bisect_right(places, record, key=itemgetter(0)) - 1])
        if good:
            self._known.update(zip(*own.tolist(), strict=True))
        else:
            self.records -= 1
        return good


class _News:
    """Which of some records say something new, while what is known grows. Each vector is looked at when these are made
    and when its key and case become known, or its key is one that a record lacks.

    Args:
        table: the vectors of the records.
        first: number of the first record.
        end: the one behind the last.
        known: keys with their cases that are known.
        by_all: keys that all good records have, ascending.
    """

    def __init__(self, table: Table, first: int, end: int, known: AbstractSet[tuple[int, int]], by_all: Table) -> None:
        self._first = first
        self._by_all = by_all
        self._shared = np.arange(by_all.size)
        records, count = table[0] - first, end - first
        # Records of the vectors of each pair that isn't known, and how many such vectors each record has.
        self._unknown = _by_pair(table[1:], records, known)
        self._new = np.zeros(count, np.int64)
        for where in self._unknown.values():
            np.add.at(self._new, where, 1)
        # Records of each key that all have, one key after another, and how many of these keys each record has.
        column = np.searchsorted(by_all, table[1])
        column[column == by_all.size] = 0
        had = by_all[column] == table[1] if by_all.size else np.zeros(table.shape[1], np.bool_)
        met = np.unique(column[had] * count + records[had])
        self._had = np.split(met % count, np.searchsorted(met, np.arange(1, by_all.size) * count))
        self._there = np.bincount(met % count, minlength=count)

    @property
    def by_all(self) -> Table:
        """Keys that all good records have had so far."""
        return self._by_all[self._shared]

    def next(self, record: int) -> int | None:
        """The next record from one on that says something new."""
        at, step = record - self._first, _STEP
        while at < self._new.size:
            some = slice(at, at + step)
            new = (self._new[some] > 0) | (self._there[some] < self._shared.size)
            if new.any():
                return self._first + at + int(new.argmax())
            at, step = at + step, 2 * step
        return None

    def learn(self, own: Table) -> None:
        """What a good record has is known."""
        for pair in zip(*own.tolist(), strict=True):
            if pair in self._unknown:
                np.subtract.at(self._new, self._unknown.pop(pair), 1)
        shared = self._shared[np.isin(self._by_all[self._shared], own[0])]
        for column in np.setdiff1d(self._shared, shared).tolist():
            self._there[self._had[column]] -= 1
        self._shared = shared


def _of_record(table: Table, record: int) -> Table:
    """Keys and cases of the vectors of a record."""
    return table[1:, np.searchsorted(table[0], record) : np.searchsorted(table[0], record + 1)]


def _tables(
    plan: RowPlan,
    source: Source,
    given: Mapping[str, int] | None,
    start: int,
    stop: int | None,
    limits: Limits,
    settings: Settings,
    records: int | None,
    record: int = 0,
) -> Iterator[tuple[Table, Place]]:
    """The vectors of the records, and a place at or before the first of them: of large ones the heads are read, as far
    as that is enough. A record of which some vectors came at last may begin anew.

    Raises:
        BadRecord: behind those of all records before one that is bad.
    """
    heads = heads_of(plan, source, given=given, stop=stop, limits=limits, settings=settings, records=records)
    scan: Scan | None = None
    while True:
        if heads is not None:
            for batch in heads.batches(start, record):
                yield _table(batch), Place(heads.record, heads.position)
            if heads.over:
                return
            start, record = heads.position, heads.record
        if scan is None:
            scan = Scan(plan, source, given=given, limits=limits, settings=settings, records=records)
        scan.restart(source, start=start, stop=stop, record=record)
        before = Place(record, start)
        for batch in scan:
            yield _table(batch), before
            before = Place(int(scan.record), int(scan.position))
            if heads is not None and heads.are_worth(scan.position - start, scan.record - record):
                break
        else:
            return
        start, record = scan.position, scan.record


def _table(batch: pa.RecordBatch) -> Table:
    return np.stack([int_values(column) for column in batch.columns])


def _meet(table: Table, first_met: dict[tuple[int, int], int]) -> None:
    """Note in which record a key first came with a case; of vectors of a record with one key the last counts."""
    if not table.shape[1]:
        return
    found = _first_places(table[1], table[2])
    if _may_repeat(found):
        table = _last_of_each(table)
        found = _first_places(table[1], table[2])
    for pair, place in found.items():
        first_met.setdefault(pair, int(table[0, place]))


def _may_repeat(pairs: Collection[tuple[int, int]]) -> bool:
    """Whether a key has several cases: perhaps in one record, of which only the last counts."""
    return len({key for key, _ in pairs}) < len(pairs)


def _last_of_each(table: Table) -> Table:
    """Of the vectors of each record with one key, the last."""
    keys, key_number = _numbered(table[1])
    vector = (table[0] - table[0, 0]) * len(keys) + key_number
    _, last = np.unique(vector[::-1], return_index=True)
    return table[:, ::-1][:, last]


def _count(table: Table, there: Counter[int]) -> None:
    """Count the records in which each key occurs."""
    if not table.shape[1]:
        return
    keys, key_number = _numbered(table[1])
    records, record_number = _numbered(table[0])
    if len(keys) * len(records) <= _SPARE * table.shape[1]:
        met = np.zeros((len(records), len(keys)), np.bool_)
        met[record_number, key_number] = True
        counts = met.sum(axis=0)
    else:
        pairs = np.unique(record_number * len(keys) + key_number)
        counts = np.bincount(pairs % len(keys), minlength=len(keys))
    there.update(dict(zip(keys.tolist(), counts.tolist(), strict=True)))


def _by_pair(vectors: Table, records: Table, known: AbstractSet[tuple[int, int]]) -> dict[tuple[int, int], Table]:
    """The records of the vectors of each pair of key and case that isn't known."""
    if not vectors.size:
        return {}
    key, case = vectors
    unknown = [place for pair, place in _first_places(key, case).items() if pair not in known]
    if not unknown:
        return {}
    keys, key_number = _numbered(key)
    cases, case_number = _numbered(case)
    number = key_number * len(cases) + case_number
    new = np.zeros(len(keys) * len(cases), np.bool_)
    new[number[unknown]] = True
    where = np.flatnonzero(new[number])
    where = where[np.argsort(number[where], kind="stable")]
    begins = np.flatnonzero(np.diff(number[where])) + 1
    return {(int(key[some[0]]), int(case[some[0]])): records[some] for some in np.split(where, begins)}


def _first_places(key: Table, case: Table) -> dict[tuple[int, int], int]:
    """Where each pair of key and case stands first."""
    keys, key_number = _numbered(key)
    cases, case_number = _numbered(case)
    first = np.full(len(keys) * len(cases), -1, np.int64)
    # Of several assignments to one element the last one stays.
    first[(key_number * len(cases) + case_number)[::-1]] = np.arange(len(key))[::-1]
    there = np.flatnonzero(first >= 0)
    return {(int(keys[pair // len(cases)]), int(cases[pair % len(cases)])): int(first[pair]) for pair in there.tolist()}


def _numbered(values: Table) -> tuple[Table, Table]:
    """The distinct values, ascending, and for each value its number among them."""
    lowest, highest = int(values.min()), int(values.max())
    if highest - lowest >= _DENSE:
        return np.unique(values, return_inverse=True)
    number = np.zeros(highest - lowest + 1, np.int64)
    number[values - lowest] = 1
    distinct = np.flatnonzero(number)
    number[distinct] = np.arange(len(distinct))
    return distinct + lowest, number[values - lowest]


_TOO_MANY = "more columns than there may be"
_SPARE = 8
"""So many times as many pairs of record and key as vectors are worth a table of all."""
_STEP = 64
"""Records that are looked at first for the next one that says something new."""
_DENSE = 1 << 17
"""Keys that lie closer together than this are numbered by a table, others by sorting."""
