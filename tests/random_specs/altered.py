"""Rows that differ from those of a file, and what both engines make of them."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

import pyarrow as pa

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import BytewrightError
from bytewright.kernels.plan.encoding import EncodingPlan
from bytewright.tables.write import bytes_of

Rows = list[dict[str, Any]]
_TIMES = 4
_MOST_ITEMS = 3
"""Elements of a list of which some may be changed."""


def check_altered(codec: Codec, data: bytes, random: Random) -> None:
    """The rows of a file with something changed in them become the same file by both engines, or the same error."""
    if not isinstance(codec.encoding, EncodingPlan):
        return
    try:
        table = bytewright.open(data, codec, engine="objects").to_table()
        rows = table.to_pylist()
    except (BytewrightError, OverflowError):  # or moments that Python has no room for
        return
    for _ in range(_TIMES):
        changed = altered(random, rows)
        try:
            wanted = pa.Table.from_pylist(changed, table.schema)
        except (pa.ArrowException, OverflowError):
            continue  # a number that its column has no room for
        by_objects, by_kernels = (_written(codec, wanted, engine) for engine in ("objects", "auto"))
        assert by_kernels == by_objects, f"rows {changed}: objects make {by_objects!r}, kernels {by_kernels!r}"


def altered(random: Random, rows: Rows) -> Rows:
    """Rows in which some values are others, or missing, and lists shorter or longer."""
    found = copy.deepcopy(rows)
    for _ in range(random.choice((1, 1, 2))):
        ways = [way for way in _ways(found) if len(way) > 1]
        if not ways:
            break
        *outer, last = random.choice(ways)
        holder: Any = found
        for step in outer:
            holder = holder[step]
        holder[last] = _other(random, holder[last])
    return found


def _ways(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield way
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _ways(each, (*way, name))
    elif isinstance(value, list):
        for number, each in enumerate(value[:_MOST_ITEMS]):
            yield from _ways(each, (*way, number))


def _other(random: Random, value: Any) -> Any:
    """Something else of the same type, or nothing."""
    match value:
        case bool():
            return not value
        case int():
            return random.choice((value + 1, value - 1, value ^ 1, value ^ 1 << 63, -value, 0, None))
        case float():
            return random.choice((0.0, 1.5, None))
        case str():
            return random.choice((value + "a", value[:-1], value + "\0", "abc", "é", "", None, "61" + value, value[2:]))
        case bytes():
            return random.choice((value + b"a", value[:-1], value + b"\0", b"abc", b"", None, b"a" + value, value[1:]))
        case list():
            return random.choice((value[:-1], value + value[-1:], [], None))
        case dict():
            return None
    return value


def _written(codec: Codec, table: pa.Table, engine: Any) -> bytes | str:
    """The file of some rows, or why there is none."""
    try:
        return bytes_of(codec, table, None, parse(codec), None, engine)[0]
    except BytewrightError as error:
        return str(error)
