"""Events of files as they were added, with their indexes, and files merged into one.

What a file stores of the order of events says in which order they can have been added: a grouping has an order, and so
has each index. Both stay as they are when the events are written again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

import bytewright
from bytewright.errors import OptionError, ReadError, ValueInvalidError, WriteError
from bytewright.tables.engines import Engine
from bytewright.tables.table import Table
from bytewright.tables.write import write_document
from bytewright_pipelines.esdb.formats import ADDED, FORMATS, Spec
from bytewright_pipelines.esdb.reader import spec_of
from bytewright_pipelines.esdb.writer import Finished

Numbers = npt.NDArray[np.int64]

_OPEN = 16
"""Files that are open at a time."""
_KEPT = 1 << 20
"""Bytes of events, about, for which what leads to them is kept: the pages of one block are of no use to the next."""


class AddedEvents:
    """The events of a file, block by block, as they were added.

    Args:
        path: the file.
        spec: its format; None: that which its first block is of.

    Attributes:
        path: the file.
        spec: its format.

    Raises:
        OptionError: there is no such format.
        ReadError: the file is of neither.
    """

    def __init__(self, path: str | os.PathLike[str], spec: str | None = None) -> None:
        self.path = os.fspath(path)
        self.spec: Spec = spec_of(self.path, spec)
        self._tables: dict[str, Table] = {}
        self._read = 0

    def blocks(self) -> dict[str, int]:
        """The ids of the blocks, in their order, each with its size in bytes.

        Raises:
            ReadError: the file is bad.
        """
        found = self._table("blocks", ["block", "length"]).to_table().to_pydict()
        sizes = zip(found["block"], found["length"], strict=True)
        return dict(sorted(sizes, key=lambda one: one[0].encode()))

    def of(self, block: str) -> pa.RecordBatch:
        """The events of a block in an order in which they can have been added.

        ``timestamp`` is what the format stores; ``esdb`` stores none: there it counts moments from 0, as many as its
        groupings and indexes tell apart.

        Raises:
            ReadError: the file is bad, or contradicts itself.
        """
        names = ["grouping", "timestamp", "data", *([] if self._stores_times else ["links"])]
        rows = self._table("events", names).lookup(block=block).combine_chunks()
        found = self._by_references(block, rows) if self._stores_times else self._by_links(block, rows)
        order, times, of_rows, indexes = found
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        by_row = np.argsort(place[of_rows], kind="stable")
        ends = np.append(0, np.cumsum(np.bincount(of_rows, minlength=len(order))[order]))
        taken: Any = pa.array(by_row)
        listed: Any = pa.ListArray.from_arrays(pa.array(ends, pa.int32()), indexes.take(taken))
        rows = rows.take(order)
        columns = [
            pa.repeat(pa.scalar(block), len(order)),
            pa.array(times[order]),
            rows["data"],
            rows["grouping"],
            listed,
        ]
        (batch,) = pa.table(columns, names=ADDED.names).cast(ADDED).combine_chunks().to_batches()
        self._read += batch.nbytes
        if self._read > _KEPT:
            self._tables, self._read = {}, 0
        return batch

    @property
    def _stores_times(self) -> bool:
        return FORMATS[self.spec].stores_times

    def _table(self, view: str, columns: list[str]) -> Table:
        if view not in self._tables:
            # Only objects read sections, which nobody need be told.
            engine: Engine = "objects" if view == "sections" else "auto"
            table = bytewright.open(self.path, FORMATS[self.spec].codec, view, columns, engine=engine, threads=1)
            assert isinstance(table, Table)
            self._tables[view] = table
        return self._tables[view]

    def _by_links(self, block: str, rows: pa.Table) -> tuple[Numbers, Numbers, Numbers, Any]:
        """The order of the events of a block, and their times, by their links; for each link the row that has it, and
        the index."""
        links: Any = rows["links"].combine_chunks()
        of_rows = np.repeat(np.arange(len(rows)), np.diff(links.offsets.to_numpy()))
        flat = links.flatten()
        names = flat.field("index").dictionary_encode()
        previous, following = (flat.field(name).to_numpy() for name in ("previous", "next"))
        numbers = names.indices.to_numpy()
        first, second = _groupings(rows)
        befores, afters = [first[:0]], [first[:0]]
        for members in np.split(np.argsort(numbers, kind="stable"), np.cumsum(np.bincount(numbers))[:-1]):
            if not len(members):
                continue
            # Events lie in the order of the rows, and so do the places that links name.
            places = np.unique(np.concatenate([previous[members], following[members]]))
            places = places[places != 0]
            if len(places) != len(members) and len(members) > 1:
                name = names.dictionary[int(numbers[members[0]])].as_py()
                raise self._contradiction(block, f"as many events as links in the index {name}")
            lead = members[following[members] != 0]
            befores.append(of_rows[lead])
            afters.append(of_rows[members[np.searchsorted(places, following[lead])]])
        before, after = np.concatenate(befores), np.concatenate(afters)
        # In a grouping none is older than the next one, in an index none is newer; of the same time are those of which
        # both follows.
        times = components(len(rows), np.append(second, before), np.append(first, after))
        before, after = np.append(first, before), np.append(second, after)
        tied = times[before] == times[after]
        order = ordered(len(rows), before[tied], after[tied])
        if order is None:
            raise self._contradiction(block, "groupings and indexes in the same order of adding")
        return order[np.argsort(times[order], kind="stable")], times, of_rows, flat.field("index")

    def _by_references(self, block: str, rows: pa.Table) -> tuple[Numbers, Numbers, Numbers, Any]:
        """The same by lists of where the events of each index lie, and the times that are stored."""
        found = self._table("references", ["index", "chunk", "offset", "timestamp", "data"]).lookup(block=block)
        found = found.combine_chunks()
        of_rows = self._referred(block, rows, found)
        names: Any = found["index"].combine_chunks()
        numbers = names.dictionary_encode().indices.to_numpy()
        following = np.flatnonzero(numbers[1:] == numbers[:-1])
        first, second = _groupings(rows)
        before, after = np.append(first, of_rows[following]), np.append(second, of_rows[following + 1])
        times = rows["timestamp"].to_numpy()
        tied = times[before] == times[after]
        order = ordered(len(rows), before[tied], after[tied])
        if order is None:
            raise self._contradiction(block, "groupings and indexes in the same order of adding")
        return order, times, of_rows, names

    def _referred(self, block: str, rows: pa.Table, found: pa.Table) -> Numbers:
        """Which row each reference leads to: references and events of a grouping lie in the same order. Where events
        are alike in all, which of them is in an index makes no difference."""
        sections = self._table("sections", ["name", "is_grouping", "offset"]).lookup(block=block).to_pylist()
        begins = {one["offset"]: one["name"] for one in sections if one["is_grouping"]}
        chunks, edges = found["chunk"].to_numpy(), np.array(sorted(begins), np.int64)
        inside = np.searchsorted(edges, chunks, "right") - 1
        places, firsts, which = np.unique(
            np.stack([chunks, found["offset"].to_numpy()]), axis=1, return_index=True, return_inverse=True
        )
        groupings: list[Any] = rows["grouping"].to_pylist()
        moments, data = rows["timestamp"].to_pylist(), rows["data"].to_pylist()
        at: dict[str, int] = {}
        for row, name in enumerate(groupings):
            at.setdefault(name, row)
        of_places = np.empty(places.shape[1], np.int64)
        leading = found.select(["timestamp", "data"]).take(firsts)
        for place, event in enumerate(zip(*(column.to_pylist() for column in leading.columns), strict=True)):
            name = begins[int(edges[inside[firsts[place]]])] if inside[firsts[place]] >= 0 else None
            row = at.get(name or "", len(rows))
            while row < len(rows) and groupings[row] == name and (moments[row], data[row]) != event:
                row += 1
            if row == len(rows) or groupings[row] != name:
                raise self._contradiction(block, "events of groupings in indexes")
            of_places[place], at[groupings[row]] = row, row + 1
        return of_places[which.ravel()]

    def _contradiction(self, block: str, expected: str) -> ValueInvalidError:
        return ValueInvalidError(f"the block {block}", path=self.path, expected=expected, found="others")


def _groupings(rows: pa.Table) -> tuple[Numbers, Numbers]:
    """The rows that have another one of the same grouping behind them, and these."""
    numbers = rows["grouping"].combine_chunks().dictionary_encode().indices.to_numpy()
    found = np.flatnonzero(numbers[1:] == numbers[:-1])
    return found, found + 1


def ordered(count: int, before: Numbers, after: Numbers) -> Numbers | None:
    """Numbers below ``count`` in an order in which each one of ``before`` stands before that of ``after``; None: there
    is none."""
    if (before < after).all():
        return np.arange(count)
    waits = np.bincount(after, minlength=count).tolist()
    behind, ends = _behind(count, before, after)
    ready = [number for number in reversed(range(count)) if not waits[number]]
    found: list[int] = []
    while ready:
        number = ready.pop()
        found.append(number)
        for other in reversed(behind[ends[number] : ends[number + 1]]):
            waits[other] -= 1
            if not waits[other]:
                ready.append(other)
    return np.array(found, np.int64) if len(found) == count else None


def components(count: int, before: Numbers, after: Numbers) -> Numbers:
    """For each number below ``count`` another one, which for none of ``before`` is above that of ``after``: the same
    for those that lead to each other, different ones otherwise."""
    finished: list[int] = []
    for tree in _trees(range(count), *_behind(count, before, after)):
        finished += tree
    found = np.empty(count, np.int64)
    for number, tree in enumerate(_trees(reversed(finished), *_behind(count, after, before))):
        found[tree] = number
    return found


def _trees(roots: Iterable[int], behind: list[int], ends: list[int]) -> Iterator[list[int]]:
    """What can be reached from each root and has not been before, all behind what it leads to."""
    met = bytearray(len(ends) - 1)
    for root in roots:
        if met[root]:
            continue
        met[root] = 1
        way, left, tree = [root], [ends[root]], list[int]()
        while way:
            number = way[-1]
            if left[-1] == ends[number + 1]:
                tree.append(number)
                way.pop()
                left.pop()
                continue
            other = behind[left[-1]]
            left[-1] += 1
            if not met[other]:
                met[other] = 1
                way.append(other)
                left.append(ends[other])
        yield tree


def _behind(count: int, before: Numbers, after: Numbers) -> tuple[list[int], list[int]]:
    """What stands behind each number, and where that of each begins, and that of the last one ends."""
    ends = np.append(0, np.cumsum(np.bincount(before, minlength=count)))
    return after[np.argsort(before, kind="stable")].tolist(), ends.tolist()


def added(path: str | os.PathLike[str], spec: str | None = None) -> Iterator[pa.RecordBatch]:
    """The events of a file with their indexes, block by block, as `Writer.add_table` takes them; see `AddedEvents.of`.

    Raises:
        OptionError: there is no such format.
        ReadError: the file is bad.
    """
    events = AddedEvents(path, spec)
    for block in events.blocks():
        yield events.of(block)


def merge(
    paths: Sequence[str | os.PathLike[str]],
    path: str | os.PathLike[str],
    spec: str | None = None,
    *,
    in_order: bool = False,
) -> Finished:
    """Write the events of files of one format as one file; blocks with the same id become one.

    A block is in memory at a time. Of equal times, those of the files before come first.

    Args:
        paths: the files.
        path: the file that is written.
        spec: their format; None: that of the first file which has blocks.
        in_order: whether all events of a file are older than those of the files behind it. Blocks of ``esdb`` that are
            in several files need that, as it stores no times.

    Raises:
        OptionError: files are of different formats, or a block is in several of ``esdb`` and nothing says in which
            order they are; there is no file, or no such format.
        ReadError: a file is bad.
    """
    files = [os.fspath(one) for one in paths]
    known, blocks = plan_of(files, spec, in_order=in_order)
    opened = lru_cache(_OPEN)(lambda number: AddedEvents(files[number], known))
    counts: dict[str, int] = {}
    bad: list[ReadError] = []

    def events(block: str) -> pa.RecordBatch:
        try:
            found = numbered([opened(number).of(block) for number in blocks[block]], known)
        except ReadError as error:
            bad.append(error)
            raise
        counts[block] = found.num_rows
        return found

    names = sorted(blocks, key=str.encode)
    document = FORMATS[known].document({name: partial(events, name) for name in names})
    try:
        write_document(document, path, FORMATS[known].codec)
    except WriteError:
        if bad:  # what is wrong with a file is no error of the one that is written
            raise bad[0] from None
        raise
    return Finished(os.fspath(path), len(names), sum(counts.values()))


def plan_of(files: Sequence[str], spec: str | None, *, in_order: bool) -> tuple[Spec, dict[str, list[int]]]:
    """The format of files that are to be merged, and the numbers of those that have each block; see `merge`."""
    if not files:
        raise OptionError("files", expected="at least one", found="none")
    found = [AddedEvents(one, spec) for one in files]
    listed = [one.blocks() for one in found]
    filled = [one for one, blocks in zip(found, listed, strict=True) if blocks] or found
    known = filled[0].spec
    for one in filled:
        if one.spec != known:
            raise OptionError("files of one format", expected=known, found=f"{one.spec}, {one.path}")
    places: dict[str, list[int]] = {}
    for number, blocks in enumerate(listed):
        for name in blocks:
            places.setdefault(name, []).append(number)
    several = next((name for name, numbers in places.items() if len(numbers) > 1), None)
    if several is not None and not in_order and not FORMATS[known].stores_times:
        raise OptionError(
            f"{known} stores no times: in which order the events of the block {several} are",
            hint="in_order says that all events of a file are older than those of the files behind it.",
        )
    return known, places


def numbered(batches: Sequence[pa.RecordBatch], spec: Spec) -> pa.RecordBatch:
    """Events of a block, of several files, one behind the other; where there are no times, moments are counted on."""
    if not FORMATS[spec].stores_times:
        counted, base = list[pa.RecordBatch](), 0
        for batch in batches:
            times = batch["timestamp"].to_numpy() + base
            counted.append(batch.set_column(1, "timestamp", pa.array(times)))
            base = int(times.max(initial=base - 1)) + 1
        batches = counted
    (found,) = pa.Table.from_batches(batches).combine_chunks().to_batches()
    return found
