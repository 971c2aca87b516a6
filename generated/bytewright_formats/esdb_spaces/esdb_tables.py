"""ESDB as plain values: events as they are added become blocks, or spaces, of sorted groupings, indexes and tables."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from bytewright.codecs.sorted_blocks import Block, cut, index

Plain = dict[str, Any]

_TRAILER = 5
"""Bytes behind each block of a table."""
_LOCATION = 16
"""Size of what the table of a file says of a block, or a space."""
_SECTION = 5
"""What the table of a space says of a section is taken to have this size, before it is known."""


def blocks(rows: Iterable[Mapping[str, Any]]) -> Plain:
    """A file of events, each with a block, a timestamp, data, a grouping and the names of its indexes.

    Blocks lie in the order of their ids; indexes are numbered in the order of how many events they have, then of their
    names.

    Raises:
        ValueError: an event has no block, or an empty one.
    """
    return _file(rows, "blocks", "block", _block)


def spaces(rows: Iterable[Mapping[str, Any]]) -> Plain:
    """A file of events in the layout with spaces; indexes are called by their name, a colon and a value.

    Spaces lie in the order of their ids.

    Raises:
        ValueError: an event has no block, or an empty one; an index has no colon.
    """
    return _file(rows, "spaces", "space", _space)


def _file(
    rows: Iterable[Mapping[str, Any]], many: str, one: str, made: Callable[[Sequence[Mapping[str, Any]]], Any]
) -> Plain:
    """A file of parts (``many``, each ``one``), each made of the events with one id when it is needed."""
    found: dict[bytes, list[Mapping[str, Any]]] = {}
    for row in rows:
        if not row["block"]:
            raise ValueError("an event without a block")
        found.setdefault(row["block"].encode(), []).append(row)
    keys = sorted(found)
    table, sizes = _table([(key, _LOCATION) for key in keys])
    parts = iter([{"location": {}, one: partial(made, found[key])} for key in keys])
    return {"index": table, "pages": [{many: [next(parts) for _ in range(size)]} for size in sizes]}


def _block(rows: Sequence[Mapping[str, Any]]) -> Plain:
    groups: dict[str, list[tuple[int, Plain]]] = {}
    chains: dict[str, list[tuple[int, Plain]]] = {}
    for row in rows:
        # That it isn't empty; how large it is follows.
        event: Plain = {"len": _number(1), "body": {"data": row["data"] or b"", "links": []}}
        when = row["timestamp"] or 0
        groups.setdefault(row["grouping"] or "", []).append((when, event))
        for name in dict.fromkeys(row["indexes"] or ()):
            chains.setdefault(name, []).append((when, event))
    sections: dict[bytes, tuple[int, Plain]] = {}
    for i, (name, events) in enumerate(_numbered(groups)):
        newest_first = _newest_first(events)
        last = {"len": _number(0)}
        group = {"events": [*newest_first, last]}
        section = {"ends": {"key": _number(i)}, "group": group, "last_event": newest_first[-1]}
        sections[b"g" + name.encode()] = (i, section)
    for i, (name, events) in enumerate(_numbered(chains)):
        oldest_first = [event for _, event in sorted(events, key=lambda one: one[0])]
        for before, event, after in zip([None, *oldest_first], oldest_first, [*oldest_first[1:], None], strict=False):
            event["body"]["links"].append({"key": _number(i), "event_before": before, "event_after": after})
        ends = {"key": _number(i)}
        section = {"ends": ends, "first_event": oldest_first[0], "last_event": oldest_first[-1]}
        sections[b"i" + name.encode()] = (i, section)
    keys = sorted(sections)
    table, sizes = _table([(key, _LOCATION + len(_number(sections[key][0])["groups"])) for key in keys])
    made = iter([sections[key][1] for key in keys])
    return {"index": table, "pages_of_block": [{"sections": [next(made) for _ in range(size)]} for size in sizes]}


def _space(rows: Sequence[Mapping[str, Any]]) -> Generator[Plain, Any, None]:
    """A space; what its table says of where sections lie takes as many bytes as these numbers have digits, which shows
    when it has been written."""
    groups: dict[bytes, list[tuple[int, Plain]]] = {}
    indexes: dict[bytes, list[tuple[int, Plain]]] = {}
    for row in rows:
        when = row["timestamp"] or 0
        event: Plain = {"timestamp": when % (1 << 32), "data": row["data"] or b""}
        groups.setdefault(b"g" + (row["grouping"] or "").encode(), []).append((when, event))
        for name in dict.fromkeys(row["indexes"] or ()):
            if ":" not in name:
                raise ValueError(f"the index {name!r} has no colon between its name and its value")
            indexes.setdefault(b"i" + name.encode(), []).append((when, event))
    sections: dict[bytes, Plain] = {}
    for key in sorted(groups):
        sections[key] = {"location": {}, "group": {"events": _newest_first(groups[key])}}
    for key in sorted(indexes):
        found = [{"found": {"event": event}} for event in _newest_first(indexes[key])]
        sections[key] = {"location": {}, "references": {"entries": found}}
    table, sizes = _table([(key, _SECTION) for key in sections])
    while True:
        made = iter(sections.values())
        pages = [{"sections": [next(made) for _ in range(size)]} for size in sizes]
        written = yield {"index": table, "pages_of_space": pages}
        places = [section.location for page in written.pages_of_space for section in page.sections]
        digits = [len(place.offset.groups) + len(place.len.groups) for place in places]
        entries = list(zip(sections, digits, strict=True))
        last, (table, sizes) = table, _table(entries)
        if table == last:
            return


def _newest_first(events: Sequence[tuple[int, Plain]]) -> list[Plain]:
    return [event for _, event in sorted(events, key=lambda one: -one[0])]


def _numbered(named: Mapping[str, list[Any]]) -> list[tuple[str, list[Any]]]:
    return sorted(named.items(), key=lambda one: (len(one[1]), one[0].encode()))


def _table(entries: Sequence[tuple[bytes, int]]) -> tuple[Plain, list[int]]:
    """A table, and how many entries each of its pages has; ``entries``: keys with the sizes of their values."""
    found = cut(entries)
    pages = [{"handle": {}, "block": _stored(block)} for block in found]
    made = {"pages": pages, "metaindex": _stored(Block()), "index": _stored(index(found, _TRAILER)), "footer": {}}
    return made, [len(block.keys) for block in found]


def _stored(block: Block) -> Plain:
    entries = [
        {"len_shared": _number(shared), "nothing": b"", "key": key, "value": {}}
        for key, shared in zip(block.keys, block.shared, strict=True)
    ]
    return {"body": {"entries": {"entries": entries}, "restarts": block.restarts}}


def _number(value: int) -> Plain:
    """A number in groups of seven bits."""
    groups = [{"low": value & 127}]
    while value := value >> 7:
        groups.append({"low": value & 127})
    return {"groups": groups}
