"""ESDB as plain values: events as they are added become blocks, or spaces, of sorted groupings, indexes and tables."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.codecs.sorted_blocks import Block, cut, index
from bytewright.elements import Elements

Plain = dict[str, Any]
Numbers = npt.NDArray[np.int64]
_compute: Any = pc

_TRAILER = 5
"""Bytes behind each block of a table."""
_LOCATION = 16
"""Size of what the table of a file says of a block, or a space."""
_SECTION = 5
"""What the table of a space says of a section is taken to have this size, before it is known."""


def blocks(rows: pa.Table) -> Plain:
    """A file of events, each with a block, a timestamp, data, a grouping and the names of its indexes.

    Blocks lie in the order of their ids; indexes are numbered in the order of how many events they have, then of their
    names.

    Raises:
        ValueError: an event has no block, or an empty one; an index has no name.
    """
    return _file(rows, "blocks", "block", _block)


def spaces(rows: pa.Table) -> Plain:
    """A file of events in the layout with spaces; indexes are called by their name, a colon and a value.

    Spaces lie in the order of their ids.

    Raises:
        ValueError: an event has no block, or an empty one; an index has no name, or no colon in it.
    """
    return _file(rows, "spaces", "space", _space)


def _file(rows: pa.Table, many: str, one: str, made: Callable[[pa.RecordBatch], Any]) -> Plain:
    """A file of parts (``many``, each ``one``), each made of the events with one id when it is needed."""
    ids = _named(rows["block"])
    if ids.lacks or b"" in ids.names:
        raise ValueError("an event without a block")
    order = np.argsort(ids.numbers, kind="stable")
    found = np.split(order, np.cumsum(ids.counts)[:-1])
    parts = {
        name: partial(_made, made, rows, numbers) for name, numbers in zip(ids.names, found, strict=bool(ids.names))
    }
    table, sizes = _table([(key, _LOCATION) for key in sorted(parts)])
    each = iter([{"location": {}, one: parts[key]} for key in sorted(parts)])
    return {"index": table, "pages": [{many: [next(each) for _ in range(size)]} for size in sizes]}


def _made(made: Callable[[pa.RecordBatch], Any], rows: pa.Table, numbers: Numbers) -> Any:
    """A part, of the rows with some numbers, which ascend."""
    return made(_taken(rows, numbers))


def _taken(rows: pa.Table, numbers: Numbers) -> pa.RecordBatch:
    """Some of the rows, whose numbers ascend, as one batch."""
    first, last = int(numbers[0]), int(numbers[-1])
    found = rows.slice(first, last + 1 - first)
    if last - first >= len(numbers):  # others lie between them
        batches, at = [], first
        for batch in found.to_batches():
            low, high = np.searchsorted(numbers, (at, at + len(batch)))
            batches.append(batch.take(numbers[low:high] - at))
            at += len(batch)
        found = pa.Table.from_batches(batches, rows.schema)
    (batch,) = found.combine_chunks().to_batches()
    return batch


def _block(rows: pa.RecordBatch) -> Plain:
    groups, links = _named(_compute.fill_null(rows["grouping"], "")), _links(rows)
    # Behind the events of each grouping is an empty one, which ends it.
    rank = groups.by_name[groups.numbers]
    order = np.lexsort((~_times(rows), rank))
    place_of = np.empty(len(order), np.int64)
    place_of[order] = np.arange(len(order)) + rank[order]
    stored = np.full(len(order) + len(groups.names), -1)
    stored[place_of] = np.arange(len(order))
    chains = _chains(links, _times(rows), place_of)
    body = pa.StructArray.from_arrays(
        [_data(rows, stored), chains.links(len(stored))], ["data", "links"], mask=pa.array(stored < 0)
    )
    refers = {"body.links.event_before": None, "body.links.event_after": None}
    events = Elements(pa.RecordBatch.from_arrays([body], ["body"]), refers)
    sections = _sections(groups, links, chains, events)
    keys = [b"g" + groups.names[number] for number in groups.order]
    keys += [b"i" + links.names[number] for number in links.order]
    digits = [_digits(number) for number in sections.columns["ends"].field("key").to_pylist()]
    table, parts = _table_of(list(zip(keys, (_LOCATION + size for size in digits), strict=True)), sections)
    return {"index": table, "pages_of_block": [{"sections": sections[part]} for part in parts]}


def _sections(groups: _Names, links: _Links, chains: _Chains, events: Elements) -> Elements:
    """The groupings in the order of their names, then the indexes; an empty event is behind those of each grouping."""
    numbers = np.concatenate([groups.by_size[groups.order], links.by_size[links.order]])
    many, indexes = len(groups.names), numbers[len(groups.names) :]
    ends = np.cumsum(groups.counts[groups.order] + 1)
    is_index = np.arange(len(numbers)) >= many
    offsets = np.concatenate([[0], ends, np.full(len(indexes), ends[-1])])
    listed = pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), pa.array(np.arange(len(events))))
    firsts = np.concatenate([np.zeros(many, np.int64), chains.firsts[indexes]])
    lasts = np.concatenate([ends - 2, chains.lasts[indexes]])
    columns = {
        "ends": pa.StructArray.from_arrays([pa.array(numbers)], ["key"]),
        "group": pa.StructArray.from_arrays([listed], ["events"], mask=pa.array(is_index)),
        "first_event": _numbers(firsts, ~is_index),
        "last_event": pa.array(lasts),
    }
    refers = {"group.events": events, "first_event": events, "last_event": events}
    return Elements(pa.RecordBatch.from_pydict(columns), refers)


def _space(rows: pa.RecordBatch) -> Generator[Plain, Any, None]:
    """A space; what its table says of where sections lie takes as many bytes as these numbers have digits, which shows
    when it has been written."""
    times = _times(rows)
    groups, links = _named(_compute.fill_null(rows["grouping"], "")), _links(rows)
    for name in links.names:
        if b":" not in name:
            raise ValueError(f"the index {name.decode()!r} has no colon between its name and its value")
    rank = groups.by_name[groups.numbers]
    order = np.lexsort((~times, rank))
    place_of = np.empty(len(order), np.int64)
    place_of[order] = np.arange(len(order))
    columns = [pa.array(times[order] % (1 << 32)), _data(rows, order)]
    events = Elements(pa.RecordBatch.from_arrays(columns, ["timestamp", "data"]))
    listed = np.lexsort((links.rows, ~times[links.rows], links.by_name[links.numbers]))
    found = pa.StructArray.from_arrays([pa.array(place_of[links.rows[listed]])], ["event"])
    references = Elements(pa.RecordBatch.from_arrays([found], ["found"]), {"found.event": events})
    sections: dict[bytes, Plain] = {}
    for key, begin, end in _parts(b"g", groups):
        sections[key] = {"location": {}, "group": {"events": events[begin:end]}}
    for key, begin, end in _parts(b"i", links):
        sections[key] = {"location": {}, "references": {"entries": references[begin:end]}}
    table, sizes = _table([(key, _SECTION) for key in sections])
    while True:
        made = iter(sections.values())
        pages = [{"sections": [next(made) for _ in range(size)]} for size in sizes]
        written = yield {"index": table, "pages_of_space": pages}
        places = [section.location for page in written.pages_of_space for section in page.sections]
        digits = [_digits(place.offset.value) + _digits(place.len.value) for place in places]
        entries = list(zip(sections, digits, strict=True))
        last, (table, sizes) = table, _table(entries)
        if table == last:
            return


@dataclass(frozen=True, slots=True)
class _Names:
    """Names that values have, each with a number.

    Attributes:
        names: the names, by number.
        numbers: the number of each value's.
        counts: how many values have each.
        lacks: whether some have none.
    """

    names: list[bytes]
    numbers: Numbers
    counts: Numbers
    lacks: bool

    @property
    def order(self) -> list[int]:
        """The numbers in the order of the names."""
        return sorted(range(len(self.names)), key=lambda number: self.names[number])

    @property
    def by_name(self) -> Numbers:
        """Which place each has in the order of the names."""
        return _ranks(self.order)

    @property
    def by_size(self) -> Numbers:
        """Which place each has in the order of how many values have it, then of the names."""
        return _ranks(sorted(range(len(self.names)), key=lambda number: (int(self.counts[number]), self.names[number])))


@dataclass(frozen=True, slots=True)
class _Links(_Names):
    """The names of the indexes that rows are in, each once: ``rows``, these."""

    rows: Numbers


@dataclass(frozen=True, slots=True)
class _Chains:
    """Events one after another as their indexes have them, the oldest first.

    Attributes:
        numbers: of the indexes, ascending.
        places: where the events are stored.
        begin: whether each is the first of its index.
        end: whether it is the last.
    """

    numbers: Numbers
    places: Numbers
    begin: npt.NDArray[np.bool_]
    end: npt.NDArray[np.bool_]

    @property
    def firsts(self) -> Numbers:
        """Where the first event of each index is stored."""
        return self.places[self.begin]

    @property
    def lasts(self) -> Numbers:
        """Where the last one is."""
        return self.places[self.end]

    def links(self, stored: int) -> Any:
        """The links of each of so many events, in the order of the numbers of indexes."""
        order = _order(self.places, stored)  # the numbers ascend
        before = _numbers(np.roll(self.places, 1)[order], self.begin[order])
        after = _numbers(np.roll(self.places, -1)[order], self.end[order])
        names = ["key", "event_before", "event_after"]
        links = pa.StructArray.from_arrays([pa.array(self.numbers[order]), before, after], names)
        ends = np.cumsum(np.bincount(self.places, minlength=stored))
        return pa.ListArray.from_arrays(pa.array(np.append(0, ends), pa.int32()), links)


def _chains(links: _Links, times: Numbers, place_of: Numbers) -> _Chains:
    """The chains of events; ``place_of``: where each row is stored."""
    numbers = links.by_size[links.numbers]
    order = np.argsort(times[links.rows], kind="stable")  # rows ascend
    order = order[_order(numbers[order], len(links.names))]
    numbers = numbers[order]
    begin, end = np.diff(numbers, prepend=-1) != 0, np.diff(numbers, append=-1) != 0
    return _Chains(numbers, place_of[links.rows[order]], begin, end)


def _order(numbers: Numbers, many: int) -> Numbers:
    """The order of numbers below ``many``, equal ones as they are."""
    if many <= 1 << 16:  # these are sorted without comparing
        return np.argsort(numbers.astype(np.uint16), kind="stable")
    # Sorted as different numbers, which is much faster than leaving equal ones where they are.
    return np.argsort(numbers * len(numbers) + np.arange(len(numbers)))


def _ranks(order: list[int]) -> Numbers:
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(len(order))
    return ranks


def _named(values: Any) -> _Names:
    """The names that texts are."""
    chunked = values if isinstance(values, pa.ChunkedArray) else pa.chunked_array([values])
    lacks = chunked.null_count > 0
    encoded = _compute.fill_null(chunked, "").dictionary_encode().unify_dictionaries()
    if not encoded.num_chunks:
        return _Names([], np.zeros(0, np.int64), np.zeros(0, np.int64), lacks=False)
    names = [text.encode() for text in encoded.chunk(0).dictionary.to_pylist()]
    numbers = np.concatenate([chunk.indices.to_numpy() for chunk in encoded.chunks]).astype(np.int64)
    return _Names(names, numbers, np.bincount(numbers, minlength=len(names)), lacks)


def _links(rows: pa.RecordBatch) -> _Links:
    """The indexes that rows are in."""
    lists: Any = rows["indexes"]
    found = _named(lists.flatten())
    if found.lacks:
        raise ValueError("an index without a name")
    holders = _compute.list_parent_indices(lists).to_numpy().astype(np.int64)
    many = max(1, len(found.names))
    once = np.sort(holders * many + found.numbers)
    again = once[1:] == once[:-1]
    if not again.any():
        return _Links(found.names, found.numbers, found.counts, False, holders)
    holders, numbers = np.divmod(once[np.append(True, ~again)], many)  # one that is named twice is meant once
    return _Links(found.names, numbers, np.bincount(numbers, minlength=len(found.names)), False, holders)


def _parts(kind: bytes, names: _Names, behind: int = 0) -> Iterator[tuple[bytes, int, int]]:
    """For each name, in their order, its key, and where the values that have it begin and end, with so many behind them
    that are none of them."""
    at = 0
    for number in names.order:
        begin, at = at, at + int(names.counts[number]) + behind
        yield kind + names.names[number], begin, at


def _times(rows: pa.RecordBatch) -> Numbers:
    times: Numbers = _compute.fill_null(rows["timestamp"], 0).to_numpy()
    return times


def _data(rows: pa.RecordBatch, numbers: Numbers) -> Any:
    """The data of some rows; none at numbers below 0."""
    return _compute.fill_null(rows["data"], b"").take(_numbers(numbers, numbers < 0))


def _numbers(numbers: Numbers, absent: npt.NDArray[np.bool_]) -> Any:
    return pa.array(numbers, mask=absent)


def _table(entries: Sequence[tuple[bytes, int]]) -> tuple[Plain, list[int]]:
    """A table, and how many entries each of its pages has; ``entries``: keys with the sizes of their values."""
    found = cut(entries)
    return _of_blocks(found, [_entries(block) for block in found]), [len(block.keys) for block in found]


def _table_of(entries: Sequence[tuple[bytes, int]], inside: Elements) -> tuple[Plain, list[slice]]:
    """A table, and which of its entries each of its pages has; ``inside``: what lies in the values."""
    found = cut(entries)
    columns = {
        "len_shared": [shared for block in found for shared in block.shared],
        "nothing": [b""] * len(entries),
        "key": [key for key, _ in entries],
    }
    held = Elements(pa.RecordBatch.from_pydict(columns), inside={"value": inside})
    ends = np.cumsum([len(block.keys) for block in found]).tolist()
    parts = [slice(begin, end) for begin, end in zip([0, *ends], ends, strict=False)]
    return _of_blocks(found, [held[part] for part in parts]), parts


def _of_blocks(blocks: Sequence[Block], entries: Sequence[Any]) -> Plain:
    """A table of blocks with their entries."""
    pages = [{"handle": {}, "block": _stored(block, held)} for block, held in zip(blocks, entries, strict=True)]
    leading = index(blocks, _TRAILER)
    ends = {"metaindex": _stored(Block(), []), "index": _stored(leading, _entries(leading)), "footer": {}}
    return {"pages": pages, **ends}


def _stored(block: Block, entries: Any) -> Plain:
    return {"body": {"entries": {"entries": entries}, "restarts": block.restarts}}


def _entries(block: Block) -> list[Plain]:
    return [
        {"len_shared": shared, "nothing": b"", "key": key, "value": {}}
        for key, shared in zip(block.keys, block.shared, strict=True)
    ]


def _digits(value: int) -> int:
    """How many groups of seven bits a number takes."""
    return max(1, -(-value.bit_length() // 7))
