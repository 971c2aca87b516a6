"""Records as columns of what they hold, made of columns of rows: `filodb_records` for many rows at once.

What is rare is left to that: rows that don't say their partition hash, nested records, histograms that don't say their
format, and all that is wrong.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from functools import cmp_to_key
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.making import Alike, ByColumns, Whole

from .filodb_keys import utf16_order, word_order
from .filodb_records import DOUBLES, EMPTY, LONGS, MOST_EXACT, PREDEFINED, STATED

Numbers = npt.NDArray[np.int64]
_TOGETHER = 1 << 14
"""Rows that are worked on together, at most."""
_compute: Any = pc
_GEOMETRIC = (LONGS["geometric"], LONGS["geometric_minus_1"], DOUBLES["geometric"])
_CUSTOM = (LONGS["custom"], DOUBLES["custom"])
_EXPONENTIAL = (LONGS["exponential"], DOUBLES["exponential"])


def records(rows: pa.Table, options: Mapping[str, Any], files: Numbers | None = None) -> Iterator[ByColumns]:
    """Records of rows as the view ``records`` shows them, in containers; see `filodb_records.containers`.

    Args:
        rows: the rows.
        options: ``schemas``, ``schema`` and ``mapOrder``, as they are there.
        files: the number of each row's file, in their order; None: they are all in one.

    Yields:
        Some containers, whose rows aren't too many for a processor's caches.

    Raises:
        ValueError: some rows are left to be made one by one.
    """
    schemas = options["schemas"]
    for containers in _containers(rows, np.zeros(len(rows), np.int64) if files is None else files):
        members = np.concatenate([one.rows for one in containers])
        some = _taken(rows, members)
        which = _schemas_of(some, schemas, options["schema"])
        items = []
        for number in np.unique(which):
            chosen = np.flatnonzero(which == number)
            alike = some if len(chosen) == len(some) else some.take(pa.array(chosen, pa.int64()))
            items.append(Alike(members[chosen], _fields(alike, schemas[int(number)], options["mapOrder"])))
        yield ByColumns(containers, items)


def _taken(rows: pa.Table, members: Numbers) -> pa.Table:
    """Some rows, each column in one piece."""
    if len(members) and (np.diff(members) == 1).all():
        return rows.slice(int(members[0]), len(members)).combine_chunks()
    return rows.take(pa.array(members, pa.int64())).combine_chunks()


def _column(rows: pa.Table, name: str) -> Any:
    """A column in one piece."""
    column = rows.column(name)
    if column.num_chunks == 1:
        return column.chunk(0)
    return column.combine_chunks() if column.num_chunks else pa.array([], column.type)


def _schemas_of(rows: pa.Table, schemas: Any, chosen: str | None) -> Numbers:
    """The number of each row's schema among those that there may be."""
    names = _column(rows, "schema")
    by_name = {schema.name: number for number, schema in enumerate(schemas)}
    by_id = {schema.id: number for number, schema in enumerate(schemas)}
    found = _numbered(names, by_name)
    if chosen is not None:
        found = np.where(found < 0, by_name.get(chosen, -1), found)
    if (found < 0).any():
        found = np.where(found < 0, _numbered(_column(rows, "schema_id"), by_id), found)
    if len(schemas) == 1:
        found = np.zeros(len(rows), np.int64)
    if (found < 0).any():
        raise ValueError("rows whose schema isn't known")
    return found


def _numbered(array: Any, numbers: Mapping[Any, int]) -> Numbers:
    """The numbers that stand for values; -1 where there is no value.

    Raises:
        ValueError: none stands for a value.
    """
    encoded = array.dictionary_encode()
    known = [numbers.get(value, -2) for value in encoded.dictionary.to_pylist()]
    places = encoded.indices.fill_null(len(known)).to_numpy(zero_copy_only=False)
    found: Numbers = np.array([*known, -1], np.int64)[places]
    if (found == -2).any():
        raise ValueError("rows with an unknown schema")
    return found


def _containers(rows: pa.Table, files: Numbers) -> Iterator[list[Whole]]:
    """The containers, in the order of their files and numbers, some at a time: rows of a file without one go into one,
    which is the first."""
    count = len(rows)
    numbers = _column(rows, "container").fill_null(-1).to_numpy(zero_copy_only=False)
    records = _column(rows, "record")
    places = np.where(
        records.is_null().to_numpy(zero_copy_only=False),
        np.arange(count) - np.searchsorted(files, files),  # its number in the file
        records.fill_null(0).to_numpy(zero_copy_only=False),
    )
    order = np.arange(count)
    in_order = (np.diff(numbers) > 0) | (np.diff(numbers) == 0) & (np.diff(places) >= 0)
    if not (in_order | (np.diff(files) > 0)).all():
        order = np.lexsort((places, numbers, files))
    edges = np.flatnonzero((np.diff(numbers[order]) != 0) | (np.diff(files[order]) != 0)) + 1
    moments = _column(rows, "container_time").cast(pa.timestamp("ms", "UTC")).cast(pa.int64())
    found: list[Whole] = []
    some = 0
    for members in np.split(order, edges) if count else ():
        values = {"reserved": "000000", "time": _moment(moments, members)}
        for first in range(0, len(members), _TOGETHER):
            part = members[first : first + _TOGETHER]
            if some + len(part) > _TOGETHER:
                yield found
                found, some = [], 0
            found.append(Whole(values, part, more=first + _TOGETHER < len(members)))
            some += len(part)
    if found:
        yield found


def _moment(moments: Any, members: Numbers) -> int:
    """The first moment that rows say; if none does, now."""
    if len(members) and moments[int(members[0])].is_valid:
        return int(moments[int(members[0])].as_py())
    said = moments.take(pa.array(members)).drop_null()
    return int(said[0].as_py()) if len(said) else int(time.time() * 1000)


def _fields(rows: pa.Table, schema: Any, order: str) -> dict[str, Any]:
    """The fields of records of one schema."""
    columns = {column.name for column in schema.columns}
    for name in rows.schema.names:
        if name not in columns and name not in STATED and _column(rows, name).null_count < len(rows):
            raise ValueError(f"the schema {schema.name} has no column {name!r}")
    made: dict[str, Any] = {}
    if schema.has_id:
        number = schema.id & 0xFFFF
        stated = _column(rows, "schema_id")
        if not _compute.all(_compute.equal(stated, number).fill_null(True), min_count=0).as_py():
            raise ValueError(f"the schema {schema.name} has the id {number}")
        stored = _column(rows, "partition_hash")
        if stored.null_count:
            raise ValueError("rows without a partition hash")
        made |= {"body.schema_id": pa.repeat(pa.scalar(number, pa.uint16()), len(rows)), "body.partition_hash": stored}
    if order == "auto":
        order = "given"
    for number, column in enumerate(schema.columns):
        if column.name not in rows.schema.names:
            raise ValueError(f"{column.name}: there is no value")
        way = f"body.fields.{number}.value"
        made |= _FIELDS[column.type.label](way, _column(rows, column.name), schema, order)
    return made


def _plain(way: str, array: Any, schema: Any, order: str) -> dict[str, Any]:
    return {way: array}


def _moments(way: str, array: Any, schema: Any, order: str) -> dict[str, Any]:
    return {f"{way}.value": array}


def _texts(way: str, array: Any, schema: Any, order: str) -> dict[str, Any]:
    return {f"{way}.target.text": array.fill_null("")}


def _maps(way: str, array: Any, schema: Any, order: str) -> dict[str, Any]:
    lists = array.cast(pa.list_(pa.struct([("key", pa.string()), ("value", pa.string())])))
    lengths = _compute.list_value_length(lists).fill_null(0).to_numpy(zero_copy_only=False)
    offsets = np.concatenate(([0], np.cumsum(lengths)))
    keys, values = lists.flatten().flatten()
    encoded = keys.dictionary_encode()
    distinct = encoded.dictionary.to_pylist()
    places = encoded.indices.to_numpy(zero_copy_only=False)
    if keys.null_count or values.null_count:
        raise ValueError("maps without a key or a value")
    if order != "given":
        chosen = _sorted(places, _ranks(distinct, order), lengths)
        if chosen is not None:
            places, values = places[chosen], values.take(pa.array(chosen))
    predefined = {key: PREDEFINED | place for place, key in enumerate(schema.predefined_keys)}
    codes = pa.array([predefined.get(key) for key in distinct], pa.uint8())
    literals = pa.array([None if key in predefined else key for key in distinct], pa.string())
    taken = pa.array(places)
    entries = pa.StructArray.from_arrays(
        [codes.take(taken), literals.take(taken), values], names=["code", "literal", "value"]
    )
    made = pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32), pa.int32()), entries)
    return {f"{way}.target.area.entries": made}


def _ranks(keys: list[str], order: str) -> Numbers:
    """The places of keys when they are sorted."""
    if order == "words":
        if not all(key.isascii() for key in keys):
            raise ValueError("keys that have no order")
        by_words = cmp_to_key(word_order)
        ordered = sorted(range(len(keys)), key=lambda place: by_words((keys[place], "")))
    else:
        ordered = sorted(range(len(keys)), key=lambda place: utf16_order((keys[place], "")))
    ranks = np.empty(len(keys), np.int64)
    ranks[ordered] = np.arange(len(keys))
    return ranks


def _sorted(places: Numbers, ranks: Numbers, lengths: Numbers) -> Numbers | None:
    """The order in which entries are sorted in their maps; None: they are."""
    of_entry = ranks[places]
    maps = np.repeat(np.arange(len(lengths)), lengths)
    if not ((np.diff(of_entry) < 0) & (np.diff(maps) == 0)).any():
        return None
    return np.lexsort((of_entry, maps))


def _histograms(way: str, array: Any, schema: Any, order: str) -> dict[str, Any]:
    names = [field.name for field in array.type]
    parts = dict(zip(names, array.flatten(), strict=True))
    there = array.is_valid().to_numpy(zero_copy_only=False)
    if "format" not in parts or (parts["format"].is_null().to_numpy(zero_copy_only=False) & there).any():
        raise ValueError("histograms that don't say their format")
    formats = parts["format"].fill_null(EMPTY).to_numpy(zero_copy_only=False)
    values = _filled(parts["values"])
    counts = values.value_lengths()
    is_double = np.isin(formats, list(DOUBLES.values()))
    said = formats != EMPTY
    kinds = {
        "geometric": (np.isin(formats, _GEOMETRIC), {"first": parts["first"], "multiplier": parts["multiplier"]}),
        "custom": (np.isin(formats, _CUSTOM), {"tops": _listed(_filled(parts["bucket_tops"]))}),
        "exponential": (
            np.isin(formats, _EXPONENTIAL),
            {
                "scale": parts["scale"],
                "start_index": parts["start_index"],
                "num_positive": _compute.subtract(counts, 1),  # the first of the buckets is that of zero
            },
        ),
    }
    buckets = {
        f"|{kind}": _struct({"num_buckets": counts, **more}, ~where)
        for kind, (where, more) in kinds.items()
        if where.any()
    }
    made = {"format": pa.array(formats)}
    if buckets:
        made["buckets"] = _struct(buckets, ~said)
    if (said & ~is_double).any():
        made["longs"] = _struct({"values": _whole(values, said & ~is_double)}, ~said | is_double)
    if is_double.any():
        made["doubles"] = _struct({"values": values}, ~is_double)
    return {f"{way}.target.histogram": _struct(made, np.zeros(len(array), np.bool_))}


def _struct(parts: Mapping[str, Any], absent: npt.NDArray[np.bool_]) -> Any:
    """A column of structures, of which some are absent."""
    mask = pa.array(absent, pa.bool_()) if absent.any() else None
    return pa.StructArray.from_arrays(list(parts.values()), names=list(parts), mask=mask)


def _listed(values: Any) -> Any:
    return _struct({"values": values}, np.zeros(len(values), np.bool_))


def _filled(lists: Any) -> Any:
    """A column of lists of floats, with an empty one where there is none."""
    lengths = _compute.list_value_length(lists).fill_null(0).to_numpy(zero_copy_only=False)
    offsets = np.concatenate(([0], np.cumsum(lengths)))
    items = lists.flatten()
    if items.null_count:
        raise ValueError("lists of numbers with a null")
    return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32), pa.int32()), items)


def _whole(lists: Any, where: npt.NDArray[np.bool_]) -> Any:
    """The same of integers, where they are to be: those beyond the largest are it."""
    chosen = np.repeat(where, lists.value_lengths().to_numpy(zero_copy_only=False))
    numbers = np.where(chosen, lists.values.to_numpy(zero_copy_only=False), 0)
    if not (numbers >= -MOST_EXACT).all() or np.isinf(numbers).any():
        raise ValueError("numbers that are no integers")
    large = numbers >= MOST_EXACT
    found = np.where(large, 0, numbers).astype(np.int64)
    found[large] = MOST_EXACT - 1
    return pa.ListArray.from_arrays(lists.offsets, pa.array(found, pa.int64()))


def _left(way: str, array: Any, schema: Any, order: str) -> dict[str, Any]:
    raise ValueError("values that are made one by one")


_FIELDS: Mapping[str, Callable[[str, Any, Any, str], dict[str, Any]]] = {
    "int": _plain,
    "long": _plain,
    "double": _plain,
    "ts": _moments,
    "string": _texts,
    "map": _maps,
    "hist": _histograms,
    "br": _left,
}
