"""ESDB as plain values: events as they are added become blocks, or spaces, of sorted groupings, indexes and tables."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.codecs.sorted_blocks import Block, cut, index
from bytewright.columns import ListColumns, places_array
from bytewright.compute.chains import Chains, chained
from bytewright.compute.distinct import distinct
from bytewright.compute.grouping import ascending, dealt

Plain = dict[str, Any]
Events = Callable[[], pa.RecordBatch]
"""Gives the events of a block: their times, data, groupings and indexes."""
Numbers = npt.NDArray[np.int64]
_compute: Any = pc

_TRAILER = 5
"""Bytes behind each block of a table."""
_LOCATION = 16
"""Size of what the table of a file says of a block, or a space."""
_EVENT, _REFERENCE = 6, 10
"""Bytes of an event besides its data, and of what says where one lies, mostly, before they are compressed."""


def blocks(rows: pa.Table) -> Plain:
    """A file of events, each with a block, a timestamp, data, a grouping and the names of its indexes.

    Blocks lie in the order of their ids; indexes are numbered in the order of how many events they have, then of their
    names.

    Raises:
        ValueError: an event has no block, or an empty one; an index has no name.
    """
    return blocks_of(_events_of(rows))


def blocks_of(events: Mapping[str, Events]) -> Plain:
    """The same of the events of each block, by its id, which are asked for when the block is made."""
    return _file(events, "blocks", "block", _block)


def spaces(rows: pa.Table) -> Plain:
    """A file of events in the layout with spaces; indexes are called by their name, a colon and a value.

    Spaces lie in the order of their ids.

    Raises:
        ValueError: an event has no block, or an empty one; an index has no name, or no colon in it.
    """
    return spaces_of(_events_of(rows))


def spaces_of(events: Mapping[str, Events]) -> Plain:
    """The same of the events of each space, by its id, which are asked for when the space is made."""
    return _file(events, "spaces", "space", partial(_space, ratios=_Ratios()))


def _file(events: Mapping[str, Events], many: str, one: str, made: Callable[[pa.RecordBatch], Any]) -> Plain:
    """A file of parts (``many``, each ``one``), each made of the events with one id when it is needed."""
    parts = {name.encode(): partial(_made, made, found) for name, found in events.items()}
    table, sizes = _table([(key, _LOCATION) for key in sorted(parts)])
    each = iter([{"location": {}, one: parts[key]} for key in sorted(parts)])
    return {"index": table, "pages": [{many: [next(each) for _ in range(size)]} for size in sizes]}


def _events_of(rows: pa.Table) -> dict[str, Events]:
    """The events of each block, by its id."""
    events = rows.drop_columns(["block"])
    return {name: partial(_taken, events, numbers) for name, numbers in _by_block(rows["block"])}


def _by_block(ids: Any) -> Iterator[tuple[str, Numbers | range]]:
    """The numbers of the rows of each block, by its id."""
    known: dict[str, int] = {}
    found = [np.zeros(0, np.int32)]
    for chunk in ids.chunks:
        if chunk.null_count:
            raise ValueError("an event without a block")
        names, numbers = distinct(chunk)
        found.append(np.array([known.setdefault(name, len(known)) for name in names], np.int32)[numbers])
    if "" in known:
        raise ValueError("an event without a block")
    blocks = np.concatenate(found)
    begins = np.flatnonzero(blocks[1:] != blocks[:-1]) + 1
    if len(begins) < len(known):  # mostly they follow each other
        bounds = [0, *begins.tolist(), len(blocks)]
        for name, first, behind in zip(known, bounds[:-1], bounds[1:], strict=True):
            yield name, range(first, behind)
        return
    ends = np.cumsum(np.bincount(blocks, minlength=len(known)))
    for name, rows in zip(known, np.split(_order(blocks, len(known)), ends[:-1]), strict=bool(known)):
        yield name, rows


def _made(made: Callable[[pa.RecordBatch], Any], events: Events) -> Any:
    """A part, of its events."""
    return made(events())


def _taken(rows: pa.Table, numbers: Numbers | range) -> pa.RecordBatch:
    """Some of the rows, whose numbers ascend, as one batch."""
    first, last = int(numbers[0]), int(numbers[-1])
    found = rows.slice(first, last + 1 - first)
    if not isinstance(numbers, range) and last - first >= len(numbers):  # others lie between them
        batches, at = [], first
        for batch in found.to_batches():
            low, high = np.searchsorted(numbers, (at, at + len(batch)))
            batches.append(batch.take(numbers[low:high] - at))
            at += len(batch)
        found = pa.Table.from_batches(batches, rows.schema)
    (batch,) = found.combine_chunks().to_batches()
    return batch


def _block(rows: pa.RecordBatch) -> Plain:
    groups, links, times = _named(_there(rows["grouping"], "")), _links(rows), _times(rows)
    # Behind the events of each grouping is an empty one, which ends it.
    behind = np.cumsum(groups.counts[groups.order] + 1)
    begins = np.append(0, behind)[groups.by_name]
    stored = dealt(groups.numbers, begins, len(rows) + len(groups.names), _newest(times))
    # Rows mostly come as they happened.
    oldest = None if (times[1:] >= times[:-1]).all() else np.argsort(times, kind="stable")
    chains = chained(links.numbers, links.ends, len(links.names), stored.places, oldest)
    link = [pa.array(links.numbers.view(np.uint32)), places_array(chains.before), places_array(chains.behind)]
    linked = pa.ListArray.from_arrays(
        pa.array(links.ends, pa.int32()), pa.StructArray.from_arrays(link, ["key", "event_before", "event_after"])
    )
    bodies = pa.StructArray.from_arrays([_there(rows["data"], b""), linked], ["data", "links"])
    body = pa.DictionaryArray.from_arrays(places_array(stored.rows), bodies)
    refers = {"body.links.event_before": None, "body.links.event_after": None}
    events = ListColumns(pa.RecordBatch.from_arrays([body], ["body"]), refers)
    numbers = np.append(groups.by_size[groups.order], links.order)
    sections = _sections(numbers, behind, links.order, chains, events)
    keys = [b"g" + name for name in groups.sorted()] + [b"i" + name for name in links.sorted()]
    sizes = [_LOCATION + _digits(number) for number in numbers.tolist()]
    table, parts = _table_of(cut(zip(keys, sizes, strict=True)), sections)
    return {"index": table, "pages_of_block": [{"sections": sections[part]} for part in parts]}


def _sections(numbers: Numbers, ends: Numbers, indexes: Numbers, chains: Chains, events: ListColumns) -> ListColumns:
    """The groupings, whose events end somewhere, then the indexes, all by their numbers; an empty event is behind those
    of each grouping."""
    is_index = np.arange(len(numbers)) >= len(ends)
    sizes = np.append(np.diff(ends, prepend=0), np.zeros_like(indexes))
    columns: dict[str, Any] = {
        "ends": pa.StructArray.from_arrays([pa.array(numbers)], ["key"]),
        "group": _lists("events", sizes, is_index),
        "first_event": places_array(np.append(np.full(len(ends), -1, np.int32), chains.firsts[indexes])),
        "last_event": places_array(np.append(ends - 2, chains.lasts[indexes]).astype(np.int32)),
    }
    refers = {"group.events": events, "first_event": events, "last_event": events}
    return ListColumns(pa.RecordBatch.from_pydict(columns), refers)


def _space(rows: pa.RecordBatch, ratios: _Ratios) -> Generator[Plain, Any, None]:
    """A space; what its table says of where sections lie takes as many bytes as these numbers have digits, which shows
    when it has been written.

    Until then sections are taken to be compressed like those of the space before: where that says how many digits there
    are, the space need not be made again."""
    groups, links, times = _named(_there(rows["grouping"], "")), _links(rows), _times(rows)
    for name in links.names:
        if b":" not in name:
            raise ValueError(f"the index {name.decode()!r} has no colon between its name and its value")
    newest = _newest(times)
    order = _by_rank(groups.by_name[groups.numbers], len(groups.names), newest)
    data = pa.DictionaryArray.from_arrays(pa.array(order, pa.int32()), _there(rows["data"], b""))
    events = ListColumns(pa.RecordBatch.from_arrays([pa.array(times[order] % (1 << 32)), data], ["timestamp", "data"]))
    listed = _pairs(links.by_name[links.numbers], _ranks(newest)[links.rows], len(order))
    found = pa.StructArray.from_arrays([pa.array(_ranks(order)[newest[listed[1]]])], ["event"])
    references = ListColumns(pa.RecordBatch.from_arrays([found], ["found"]), {"found.event": events})
    keys = [b"g" + name for name in groups.sorted()] + [b"i" + name for name in links.sorted()]
    grouped, indexed = groups.counts[groups.order], links.counts[links.order]
    behind = np.cumsum(_there(_compute.binary_length(rows["data"]), 0).to_numpy()[order] + _EVENT)
    plain = [*np.diff(behind[np.cumsum(grouped) - 1], prepend=0).tolist(), *(indexed * _REFERENCE).tolist()]
    blocks = cut(zip(keys, _said_of(ratios.expected(plain, len(grouped))), strict=True))
    while True:
        sections = _stored_sections(grouped, indexed, events, references)
        table, parts = _table_of(blocks, sections)
        written = yield {"index": table, "pages_of_space": [{"sections": sections[part]} for part in parts]}
        stored = _stored_places(sections, written)
        last, blocks = blocks, cut(zip(keys, _said_of(stored), strict=True))
        if _places_in(blocks) == _places_in(last):
            ratios.learn(plain, [size for _, size in stored], len(grouped))
            return


def _stored_sections(grouped: Numbers, indexed: Numbers, events: ListColumns, references: ListColumns) -> ListColumns:
    """The groupings of a space, of so many events each, then the indexes, of so many references, all by their names."""
    is_index = np.arange(len(grouped) + len(indexed)) >= len(grouped)
    columns = {
        "location": pa.Array.from_buffers(pa.struct([]), len(is_index), [None]),
        "group": _lists("events", np.append(grouped, np.zeros_like(indexed)), is_index),
        "references": _lists("entries", np.append(np.zeros_like(grouped), indexed), ~is_index),
    }
    refers = {"group.events": events, "references.entries": references}
    return ListColumns(pa.RecordBatch.from_pydict(columns), refers)


def _lists(name: str, sizes: Numbers, is_absent: npt.NDArray[np.bool_]) -> Any:
    """Structures with lists of so many of all elements, one list behind the other; some are absent."""
    ends = np.append(0, np.cumsum(sizes)).astype(np.int32)
    listed = pa.ListArray.from_arrays(pa.array(ends, pa.int32()), pa.array(np.arange(ends[-1], dtype=np.int32)))
    return pa.StructArray.from_arrays([listed], [name], mask=pa.array(is_absent))


def _stored_places(sections: ListColumns, written: Any) -> list[tuple[int, int]]:
    """Where sections begin, and their sizes, in a space that has been written."""
    places, sizes = (sections.found(f"location.{name}") for name in ("offset", "len"))
    if places is not None and sizes is not None:
        return list(zip(places.tolist(), sizes.tolist(), strict=True))
    found = [section.location for page in written.pages_of_space for section in page.sections]
    return [(place.offset.value, place.len.value) for place in found]


def _places_in(blocks: Sequence[Block]) -> list[tuple[list[int], int]]:
    """What a table says of the places in its blocks, and how many keys each has."""
    return [(block.restarts, len(block.keys)) for block in (*blocks, index(blocks, _TRAILER))]


def _said_of(places: Iterable[tuple[int, int]]) -> list[int]:
    """How many bytes it takes to say where sections begin, and their sizes."""
    return [_digits(place) + _digits(size) for place, size in places]


class _Ratios:
    """How many bytes sections take for each of what they hold, in the space that was made last: groupings, then
    indexes."""

    def __init__(self) -> None:
        self._known = [1.0, 1.0]

    def expected(self, plain: Sequence[int], groups: int) -> list[tuple[int, int]]:
        """Where sections begin, and their sizes, if they are compressed like those before.

        Args:
            plain: how many bytes each holds.
            groups: how many of them are groupings.
        """
        found, place = [], 1
        for number, size in enumerate(plain):
            stored = round(size * self._known[number >= groups])
            found.append((place, stored))
            place += stored
        return found

    def learn(self, plain: Sequence[int], stored: Sequence[int], groups: int) -> None:
        """These sections have been made.

        Args:
            plain: how many bytes each holds.
            stored: how many it takes.
            groups: how many of them are groupings.
        """
        for kind, part in enumerate((slice(groups), slice(groups, None))):
            if any(plain[part]):
                self._known[kind] = sum(stored[part]) / sum(plain[part])


@dataclass(frozen=True)
class _Names:
    """Names that values have, each with a number.

    Attributes:
        names: the names, by number.
        numbers: the number of each value's.
        counts: how many values have each.
    """

    names: list[bytes]
    numbers: npt.NDArray[np.int32]
    counts: Numbers

    @cached_property
    def order(self) -> Numbers:
        """The numbers in the order of the names."""
        return np.array(sorted(range(len(self.names)), key=self.names.__getitem__), np.int64)

    @cached_property
    def by_name(self) -> Numbers:
        """Which place each has in the order of the names."""
        return _ranks(self.order)

    @cached_property
    def sizes(self) -> Numbers:
        """The numbers in the order of how many values have them, then of the names."""
        keys = [*zip(self.counts.tolist(), self.names, strict=True)]
        return np.array(sorted(range(len(keys)), key=keys.__getitem__), np.int64)

    @cached_property
    def by_size(self) -> Numbers:
        """Which place each has in that order."""
        return _ranks(self.sizes)

    def sorted(self) -> list[bytes]:
        """The names in their order."""
        return [self.names[number] for number in self.order.tolist()]


@dataclass(frozen=True)
class _Links(_Names):
    """The names of the indexes that rows are in, each once, row by row; they are numbered by their sizes, and each
    row's ascend.

    Attributes:
        ends: where those of each row begin, and the last one's end.
    """

    ends: npt.NDArray[np.int32]

    @property
    def rows(self) -> Numbers:
        """The number of each one's row."""
        return np.repeat(np.arange(len(self.ends) - 1), np.diff(self.ends))


def _named(texts: Any) -> _Names:
    """The names that texts are."""
    names, numbers = distinct(texts)
    return _Names([name.encode() for name in names], numbers, np.bincount(numbers, minlength=len(names)))


def _links(rows: pa.RecordBatch) -> _Links:
    """The indexes that rows are in."""
    lists: Any = rows["indexes"]
    texts = lists.flatten()
    if texts.null_count:
        raise ValueError("an index without a name")
    found = _named(texts)
    numbers, once = ascending(found.numbers, _ends(lists), found.by_size)
    if len(numbers) < len(found.numbers):  # one that is named twice is meant once
        again = found.sizes[numbers].astype(np.int32)
        found = _Names(found.names, again, np.bincount(again, minlength=len(found.names)))
        numbers, once = ascending(again, once, found.by_size)
    sizes = found.sizes
    return _Links([found.names[i] for i in sizes.tolist()], numbers, found.counts[sizes], once)


def _ends(lists: Any) -> npt.NDArray[np.int32]:
    """Where the elements of each list begin among those of all, and where the last one's end."""
    if not lists.null_count:
        offsets: npt.NDArray[np.int32] = lists.offsets.to_numpy()
        begins: npt.NDArray[np.int32] = offsets - offsets[0]
        return begins
    sizes = _there(_compute.list_value_length(lists), 0).to_numpy()
    return np.append(0, np.cumsum(sizes)).astype(np.int32)


def _pairs(firsts: Numbers, others: Numbers, many: int) -> tuple[Numbers, Numbers]:
    """Pairs of numbers in their order; the second ones are below ``many``."""
    bits = many.bit_length()
    # Small numbers are sorted in half the time.
    kind = np.int32 if int(firsts.max(initial=0)) + 1 << bits <= 1 << 31 else np.int64
    pairs: Any = firsts.astype(kind)
    pairs = pairs << bits | others.astype(kind)
    pairs.sort()
    return pairs >> bits, pairs & ((1 << bits) - 1)


def _newest(times: Numbers) -> Numbers:
    """The order of rows by their times, the newest first; equal ones as they are."""
    return np.argsort(~times, kind="stable")


def _by_rank(ranks: Numbers, many: int, order: Numbers) -> Numbers:
    """The order of rows by numbers below ``many``, those with equal ones in an order that they have."""
    return order[_order(ranks[order], many)]


def _order(numbers: npt.NDArray[np.integer[Any]], many: int) -> Numbers:
    """The order of numbers below ``many``, equal ones as they are."""
    # Small ones are sorted without comparing.
    return np.argsort(numbers.astype(np.uint16) if many <= 1 << 16 else numbers, kind="stable")


def _ranks(order: Sequence[int] | Numbers) -> Numbers:
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(len(order))
    return ranks


def _times(rows: pa.RecordBatch) -> Numbers:
    times: Numbers = _there(rows["timestamp"], 0).to_numpy()
    return times


def _there(values: Any, otherwise: Any) -> Any:
    """Values, others in place of those that aren't there."""
    return _compute.fill_null(values, otherwise) if values.null_count else values


def _table(entries: Sequence[tuple[bytes, int]]) -> tuple[Plain, list[int]]:
    """A table, and how many entries each of its pages has; ``entries``: keys with the sizes of their values."""
    found = cut(entries)
    return _of_blocks(found, [_entries(block) for block in found]), [len(block.keys) for block in found]


def _table_of(blocks: Sequence[Block], inside: ListColumns) -> tuple[Plain, list[slice]]:
    """A table of blocks, and which of its entries each of its pages has; ``inside``: what lies in the values."""
    columns: dict[str, Any] = {
        "len_shared": [shared for block in blocks for shared in block.shared],
        "nothing": [b""] * len(inside),
        "key": [key for block in blocks for key in block.keys],
    }
    held = ListColumns(pa.RecordBatch.from_pydict(columns), inside={"value": inside})
    ends = np.cumsum([len(block.keys) for block in blocks]).tolist()
    parts = [slice(begin, end) for begin, end in zip([0, *ends], ends, strict=False)]
    return _of_blocks(blocks, [held[part] for part in parts]), parts


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
    return 1 if value < 1 << 7 else -(-value.bit_length() // 7)
