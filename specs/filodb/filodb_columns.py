"""Records as columns of what they hold, made of columns of rows: `filodb_records` for many rows at once.

What is rare is left to that: nested records, partition keys of histograms, and all that is wrong.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import cmp_to_key
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.columns import Container, ContainerBatch, HashField, LayoutGroup
from bytewright.compute.digests import xxh32
from bytewright.compute.distinct import distinct

from .filodb_keys import utf16_order, word_order
from .filodb_records import DOUBLES, EMPTY, LONGS, MOST_EXACT, PREDEFINED, STATED
from .filodb_schemas import SEED, START, combined

Numbers = npt.NDArray[np.int64]
_TOGETHER = 1 << 16
"""Rows that are worked on together, at most."""
_ENOUGH = 1 << 14
"""Rows that are worked on together at least, but for the last ones, so that those of small batches are put into one."""
_compute: Any = pc
_GEOMETRIC = (LONGS["geometric"], LONGS["geometric_minus_1"], DOUBLES["geometric"])
_CUSTOM = (LONGS["custom"], DOUBLES["custom"])
_EXPONENTIAL = (LONGS["exponential"], DOUBLES["exponential"])


def records(rows: pa.Table, options: Mapping[str, Any], files: Numbers | None = None) -> Iterator[ContainerBatch]:
    """Records of rows as the view ``records`` shows them, in containers; see `filodb_records.containers`.

    Args:
        rows: the rows.
        options: ``schemas``, ``schema`` and ``mapOrder``, as they are there; ``partitionHash`` and
            ``partitionHashIgnores``, as `filodb_keys.partition_hash` has them.
        files: the number of each row's file, in their order; None: they are all in one.

    Yields:
        Some containers, whose rows aren't too many for a processor's caches.

    Raises:
        ValueError: some rows are left to be made one by one.
    """
    schemas = options["schemas"]
    for containers in _containers(rows, files):
        members = np.concatenate([one.rows for one in containers])
        some = _Rows(_taken(rows, members))
        which = _schemas_of(some, schemas, options["schema"])
        items = []
        for number in np.flatnonzero(np.bincount(which)):
            chosen = np.flatnonzero(which == number)
            fields = _fields(some.those(chosen), schemas[int(number)], options)
            items.append(LayoutGroup(members[chosen], fields, chosen))
        yield ContainerBatch(containers, items)


class _Maps:
    """A column of maps: of its entries the keys, these by their places among those that differ, and the values."""

    def __init__(self, array: Any) -> None:
        lists = array.cast(pa.list_(pa.struct([("key", pa.string()), ("value", pa.string())])))
        self.lengths: Numbers = _lengths(lists)
        self.begins = np.cumsum(self.lengths) - self.lengths
        self.literals, self.values = lists.flatten().flatten()
        if self.literals.null_count or self.values.null_count:
            raise ValueError("maps without a key or a value")
        self.keys, self.places = distinct(self.literals)


class _Rows:
    """Rows, of which some are chosen.

    Attributes:
        chosen: which of the rows.
        names: the columns that have values.
        made: what has been made of all rows.
    """

    def __init__(self, rows: pa.Table, of: _Rows | None = None, chosen: Numbers | None = None) -> None:
        self._rows = rows
        self.chosen = np.arange(len(rows)) if chosen is None else chosen
        self._there: dict[str, Any] = {} if of is None else of._there
        self._columns: dict[str, Any] = {} if of is None else of._columns
        self._maps: dict[str, _Maps] = {} if of is None else of._maps
        self.made: dict[Any, Any] = {} if of is None else of.made
        if of is None:
            self._columns |= {name: _column(rows, name) for name in rows.schema.names}
            self.names: list[str] = [name for name, one in self._columns.items() if one.null_count < len(rows)]
        else:
            self.names = of.names

    def those(self, chosen: Numbers) -> _Rows:
        """The same with others chosen."""
        return _Rows(self._rows, self, chosen)

    def column(self, name: str) -> Any:
        """A column, of all rows.

        Raises:
            ValueError: there is none.
        """
        if name not in self._columns:
            raise ValueError(f"{name}: there is no value")
        return self._columns[name]

    def values(self, name: str) -> Any:
        """A column, of those that are chosen."""
        column = self.column(name)
        return column if len(self.chosen) == len(column) else column.take(pa.array(self.chosen))

    def has(self, name: str) -> bool:
        """Whether some that are chosen have a value in a column."""
        if name not in self._there:
            there = self.column(name)
            self._there[name] = _is_there(there) if there.null_count else None
        there = self._there[name]
        return bool(len(self.chosen) if there is None else there[self.chosen].any())

    def maps(self, name: str) -> _Maps:
        """A column of maps, of all rows.

        Raises:
            ValueError: there is none.
        """
        if name not in self._maps:
            self._maps[name] = _Maps(self.column(name))
        return self._maps[name]

    def lengths(self, name: str) -> Numbers:
        """How many entries the maps in a column have."""
        return self.maps(name).lengths[self.chosen]

    def entries(self, name: str) -> Numbers:
        """The numbers of the entries of the maps in a column."""
        maps, lengths = self.maps(name), self.lengths(name)
        before = np.cumsum(lengths) - lengths
        moved: Numbers = np.repeat(maps.begins[self.chosen] - before, lengths)
        return moved + np.arange(len(moved))

    def sorted(self, name: str, order: str, where: Any = None) -> Numbers:
        """The same in an order, as the option ``mapOrder`` calls it; ``where``: only of these rows, of all."""
        maps, entries, lengths = self.maps(name), self.entries(name), self.lengths(name)
        if order == "given":
            return entries
        ranks = _ranks(maps.keys, order)[maps.places[entries]]
        if where is not None:
            ranks = np.where(np.repeat(where[self.chosen], lengths), ranks, np.arange(len(ranks)))
        return entries[_in_order(ranks, lengths)]


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


def _is_there(array: Any) -> npt.NDArray[np.bool_]:
    """Which values of an array are there."""
    bits = array.buffers()[0]
    if bits is None:
        return np.full(len(array), array.null_count == 0)
    end = array.offset + len(array)
    found = np.unpackbits(np.frombuffer(bits, np.uint8, -(-end // 8)), count=end, bitorder="little")
    return found[array.offset :].view(np.bool_)


def _known(array: Any, otherwise: Any) -> Any:
    """An array with a value in place of nulls."""
    return array.fill_null(otherwise) if array.null_count else array


def _numbers(array: Any, otherwise: int) -> Numbers:
    """The integers of an array, with one in place of nulls."""
    if not array.null_count:
        found: Numbers = array.to_numpy()
        return found
    kind = np.dtype(array.type.to_pandas_dtype())
    memory = array.buffers()[1]
    if memory is None:
        return np.full(len(array), otherwise, kind)
    held = np.frombuffer(memory, kind, len(array), array.offset * kind.itemsize)
    return np.where(_is_there(array), held, kind.type(otherwise))


def _lengths(lists: Any) -> Numbers:
    """How many elements each of some lists has; none where there is no list."""
    found: Numbers = np.diff(lists.offsets.to_numpy())
    if lists.null_count:
        found[~_is_there(lists)] = 0
    return found


def _schemas_of(rows: _Rows, schemas: Any, chosen: str | None) -> Numbers:
    """The number of each row's schema among those that there may be."""
    names = rows.column("schema")
    by_name = {schema.name: number for number, schema in enumerate(schemas)}
    by_id = {schema.id: number for number, schema in enumerate(schemas)}
    found = _numbered(names, by_name)
    if chosen is not None:
        found = np.where(found < 0, by_name.get(chosen, -1), found)
    if (found < 0).any():
        found = np.where(found < 0, _numbered(rows.column("schema_id"), by_id), found)
    if len(schemas) == 1:
        found = np.zeros(len(rows.chosen), np.int64)
    if (found < 0).any():
        raise ValueError("rows whose schema isn't known")
    return found


def _numbered(array: Any, numbers: Mapping[Any, int]) -> Numbers:
    """The numbers that stand for values; -1 where there is no value.

    Raises:
        ValueError: none stands for a value.
    """
    values: list[Any]
    places: npt.NDArray[Any]
    if array.type == pa.string() and not array.null_count:
        values, places = distinct(array)
    else:
        encoded = array.dictionary_encode()
        values = encoded.dictionary.to_pylist()
        places = _numbers(encoded.indices, len(values))
    known = [numbers.get(value, -2) for value in values]
    found: Numbers = np.array([*known, -1], np.int64)[places]
    if (found == -2).any():
        raise ValueError("rows with an unknown schema")
    return found


def _containers(rows: pa.Table, files: Numbers | None) -> Iterator[list[Container]]:
    """The containers, in the order of their files and numbers, some at a time: rows of a file without one go into one,
    which is the first."""
    count = len(rows)
    numbers = _numbers(_column(rows, "container"), -1)
    places = _places(_column(rows, "record"), files)
    order = np.arange(count)
    steps = numbers[1:] - numbers[:-1]
    in_order = (steps > 0) | (steps == 0) & (places[1:] >= places[:-1])
    changes = steps != 0
    if files is not None:
        in_order |= files[1:] > files[:-1]
    if not in_order.all():
        order = np.lexsort((places, numbers) if files is None else (places, numbers, files))
        changes = np.diff(numbers[order]) != 0
    if files is not None:
        changes |= np.diff(files[order]) != 0
    edges = np.flatnonzero(changes) + 1
    moments = _column(rows, "container_time")
    firsts = order[np.concatenate(([0], edges))] if count else order
    known = _counted(moments.take(pa.array(firsts)))
    cuts = iter(_cuts(rows))
    cut = next(cuts, 0)
    found: list[Container] = []
    place = 0
    for moment, members in zip(known, np.split(order, edges) if count else (), strict=True):
        values = {"reserved": "000000", "time": _moment(moments, members) if moment is None else moment}
        behind = place + len(members)
        while place < behind:
            part = members[len(members) - (behind - place) :][: cut - place]
            place += len(part)
            found.append(Container(values, part, more=place < behind))
            if place == cut:
                yield found
                found, cut = [], next(cuts, 0)


def _cuts(rows: pa.Table) -> Iterator[int]:
    """Behind how many rows those that are worked on together end: where those of a batch do, unless they are few or
    many, as columns are in one piece there."""
    chunks = max((column.chunks for column in rows.columns), key=len)
    begin = 0
    for end in np.cumsum([len(chunk) for chunk in chunks]).tolist():
        size = end - begin
        if size >= _ENOUGH or end == len(rows):
            parts = -(-size // _TOGETHER)
            yield from (begin + size * part // parts for part in range(1, parts + 1))
            begin = end


def _places(records: Any, files: Numbers | None) -> Numbers:
    """The number of each row in its container: where none is said, that in its file."""
    found = _numbers(records, 0)
    if not records.null_count:
        return found
    every = np.arange(len(records))
    if files is not None:
        begins = np.diff(files, prepend=-1) != 0
        every -= np.maximum.accumulate(np.where(begins, every, 0))
    return np.where(_is_there(records), found, every)


def _counted(moments: Any) -> list[int | None]:
    """Moments in milliseconds since 1970."""
    found: list[int | None] = moments.cast(pa.timestamp("ms", "UTC")).cast(pa.int64()).to_pylist()
    return found


def _moment(moments: Any, members: Numbers) -> int:
    """The first moment that rows say; if none does, now."""
    said = _counted(moments.take(pa.array(members)).drop_null())
    return said[0] if said and said[0] is not None else int(time.time() * 1000)


def _fields(rows: _Rows, schema: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of records of one schema."""
    columns = {column.name for column in schema.columns}
    for name in rows.names:
        if name not in columns and name not in STATED and rows.has(name):
            raise ValueError(f"the schema {schema.name} has no column {name!r}")
    made: dict[str, Any] = {}
    missing = None
    if schema.has_id:
        number = schema.id & 0xFFFF
        if (_numbers(rows.column("schema_id"), number)[rows.chosen] != number).any():
            raise ValueError(f"the schema {schema.name} has the id {number}")
        stored = rows.column("partition_hash")
        made["body.schema_id"] = pa.repeat(pa.scalar(number, pa.uint16()), len(stored))
        made["body.partition_hash"] = stored
        if stored.null_count:
            missing = ~_is_there(stored)
            if missing[rows.chosen].any():
                made["body.partition_hash"] = _hashes(rows, schema, stored, missing, options)
    order = options["mapOrder"]
    if order == "auto":
        order = "given" if missing is None else "sorted"
    else:
        missing = None
    for number, column in enumerate(schema.columns):
        kind, way = column.type.label, f"body.fields.{number}.value"
        named = (column.name, kind)
        if kind == "map":
            made |= _entries(way, rows, column.name, schema, order, missing)
            continue
        if named not in rows.made:
            rows.made[named] = _FIELDS[kind](rows.column(column.name))
        made |= {f"{way}{below}": array for below, array in rows.made[named].items()}
    return made


def _hashes(rows: _Rows, schema: Any, stored: Any, missing: Any, options: Mapping[str, Any]) -> Any:
    """Partition hashes, where rows don't say them; see `filodb_keys.partition_hash`."""
    variant, order = options["partitionHash"], options["mapOrder"]
    ignored = set(options["partitionHashIgnores"].split(","))
    known: dict[int, Numbers] = {}
    parts: dict[int, str] = {}
    for place in range(schema.partition_start, len(schema.columns)):
        name, kind = schema.columns[place].name, schema.columns[place].type.label
        if kind == "string":
            known[place] = xxh32(rows.values(name).fill_null(""), SEED)
        elif kind == "map" and variant == "bulk":
            parts[place] = f"body.fields.{place}.value.target"
        elif kind == "map":
            known[place] = np.zeros(0, np.int64)
        elif kind in ("hist", "br"):
            raise ValueError("a partition key of more than texts and maps")

    def total(*digests: Numbers) -> Any:
        made = dict(zip(parts, digests, strict=True))
        found = np.full(len(rows.chosen), START, np.int64)
        for place in sorted({*known, *made}):
            column = schema.columns[place]
            if column.type.label == "string" or variant == "bulk":
                found = combined(found, made[place] if place in made else known[place])
            elif variant == "single":
                found = _added(found, rows, column.name, rows.sorted(column.name, order, missing), frozenset())
            else:
                start = np.full(len(rows.chosen), START, np.int64)
                pairs = _added(start, rows, column.name, rows.sorted(column.name, "sorted"), ignored)
                found = combined(found, pairs)
        hashes = found.astype(np.uint32).view(np.int32)
        given = _numbers(stored, 0)[rows.chosen]
        return pa.array(np.where(missing[rows.chosen], hashes, given), pa.int32())

    if parts:
        return HashField([*parts.values()], SEED, pa.int32(), total)
    whole = np.zeros(len(stored), np.int32)
    whole[rows.chosen] = total().to_numpy()
    return pa.array(whole)


def _added(total: Numbers, rows: _Rows, name: str, entries: Numbers, ignored: Set[str]) -> Numbers:
    """Sums of hashes with those of the entries of maps, pair by pair."""
    maps, lengths = rows.maps(name), rows.lengths(name)
    keys = xxh32(pa.array(maps.keys, pa.string()), SEED)
    places = maps.places[entries]
    pairs = combined(keys[places] if len(keys) else places, xxh32(maps.values.take(pa.array(entries)), SEED))
    if ignored:
        kept = np.array([key not in ignored for key in maps.keys], np.bool_)[places]
        of = np.repeat(np.arange(len(lengths)), lengths)[kept]
        pairs, lengths = pairs[kept], np.bincount(of, minlength=len(lengths))
    begins = np.cumsum(lengths) - lengths
    total = total.copy()
    for step in range(int(lengths.max(initial=0))):
        longer = np.flatnonzero(lengths > step)
        total[longer] = combined(total[longer], pairs[begins[longer] + step])
    return total


def _plain(array: Any) -> dict[str, Any]:
    return {"": array}


def _moments(array: Any) -> dict[str, Any]:
    return {".value": array}


def _texts(array: Any) -> dict[str, Any]:
    return {".target.text": _known(array, "")}


def _entries(way: str, rows: _Rows, name: str, schema: Any, order: str, where: Any) -> dict[str, Any]:
    """The entries of maps, of all rows."""
    keys = tuple(schema.predefined_keys)
    named = (name, keys, order, where is None)
    if named not in rows.made:
        rows.made[named] = _listed_entries(rows.those(np.arange(len(rows.column(name)))), name, keys, order, where)
    return {f"{way}.target.area.entries": rows.made[named]}


def _listed_entries(rows: _Rows, name: str, keys: tuple[str, ...], order: str, where: Any) -> Any:
    maps = rows.maps(name)
    places, literals, values = maps.places, maps.literals, maps.values
    if order != "given":
        entries = rows.sorted(name, order, where)
        taken = pa.array(entries)
        places, literals, values = places[entries], literals.take(taken), values.take(taken)
    predefined = {key: PREDEFINED | place for place, key in enumerate(keys)}
    codes = np.array([*(predefined.get(key, 0) for key in maps.keys), 0], np.uint8)[places]
    literal = codes == 0
    stated = pa.Array.from_buffers(pa.uint8(), len(codes), [_bits(~literal), pa.py_buffer(codes.data)])
    offsets = np.concatenate(([0], np.cumsum(maps.lengths))).astype(np.int32)
    listed = pa.StructArray.from_arrays([stated, _where(literals, literal), values], names=["code", "literal", "value"])
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), listed)


def _where(texts: Any, chosen: npt.NDArray[np.bool_]) -> Any:
    """Texts, of which some are left out: with all of their bytes, so that nothing is copied."""
    memory = texts.buffers()
    ends = memory[1].slice(4 * texts.offset) if memory[1] is not None else None
    return pa.Array.from_buffers(pa.string(), len(texts), [_bits(chosen), ends, memory[2]])


def _bits(chosen: npt.NDArray[np.bool_]) -> pa.Buffer:
    """Validity bits."""
    return pa.py_buffer(np.packbits(chosen, bitorder="little").data)


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


def _in_order(ranks: Numbers, lengths: Numbers) -> Numbers:
    """The order in which entries are sorted in their maps; ``ranks``: theirs."""
    maps = np.repeat(np.arange(len(lengths)), lengths)
    if not ((np.diff(ranks) < 0) & (np.diff(maps) == 0)).any():
        return np.arange(len(ranks))
    return np.argsort(maps * (int(ranks.max(initial=0)) + 1) + ranks, kind="stable")


def _histograms(array: Any) -> dict[str, Any]:
    names = [field.name for field in array.type]
    parts = dict(zip(names, array.flatten(), strict=True))
    there = _is_there(array)
    stated = parts.get("format", pa.nulls(len(array), pa.int16()))
    values = _filled(parts["values"])
    formats = _numbers(stated, EMPTY)
    unsaid = there & ~_is_there(stated)
    if unsaid.any():
        formats = np.where(unsaid, _formats(parts["scheme"], values), formats).astype(formats.dtype)
    counts = values.value_lengths()
    is_double = _among(formats, DOUBLES.values())
    said = formats != EMPTY
    kinds = {
        "geometric": (_among(formats, _GEOMETRIC), {"first": parts["first"], "multiplier": parts["multiplier"]}),
        "custom": (_among(formats, _CUSTOM), {"tops": _listed(_filled(parts["bucket_tops"]))}),
        "exponential": (
            _among(formats, _EXPONENTIAL),
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
    return {".target.histogram": _struct(made, np.zeros(len(array), np.bool_))}


def _among(numbers: Numbers, some: Iterable[int]) -> Any:
    """Which of many numbers are among a few."""
    return np.logical_or.reduce([numbers == one for one in some])


def _formats(schemes: Any, values: Any) -> Numbers:
    """The formats of histograms that don't say theirs: by the scheme of their buckets, and whether all values are
    integers.

    Raises:
        ValueError: there is none for a scheme.
    """
    encoded = schemes.dictionary_encode()
    known = encoded.dictionary.to_pylist()
    empty = {"empty": EMPTY}
    of_longs = np.array([*((LONGS | empty).get(scheme, -1) for scheme in known), EMPTY], np.int64)
    of_doubles = np.array([*((DOUBLES | empty).get(scheme, -1) for scheme in known), EMPTY], np.int64)
    always = np.array([*(scheme == "geometric_minus_1" for scheme in known), False], np.bool_)
    places = _numbers(encoded.indices, len(known))
    numbers = values.flatten().to_numpy(zero_copy_only=False)
    broken = ~((numbers >= -MOST_EXACT) & (numbers <= MOST_EXACT) & (np.floor(numbers) == numbers))
    lengths = _lengths(values)
    rows = np.repeat(np.arange(len(lengths)), lengths)
    fractions = np.bincount(rows[broken], minlength=len(lengths)) > 0
    found: Numbers = np.where(fractions & ~always[places], of_doubles[places], of_longs[places])
    if (found < 0).any():
        raise ValueError("histograms without a format for their buckets")
    return found


def _struct(parts: Mapping[str, Any], absent: npt.NDArray[np.bool_]) -> Any:
    """A column of structures, of which some are absent."""
    mask = pa.array(absent, pa.bool_()) if absent.any() else None
    return pa.StructArray.from_arrays(list(parts.values()), names=list(parts), mask=mask)


def _listed(values: Any) -> Any:
    return _struct({"values": values}, np.zeros(len(values), np.bool_))


def _filled(lists: Any) -> Any:
    """A column of lists of floats, with an empty one where there is none."""
    offsets, items = lists.offsets, lists.values
    if lists.null_count:
        lengths = _lengths(lists)
        if lengths.sum() != offsets[-1].as_py() - offsets[0].as_py():
            ends = np.concatenate(([0], np.cumsum(lengths)))
            offsets, items = pa.array(ends.astype(np.int32), pa.int32()), lists.flatten()
    if items.null_count:
        raise ValueError("lists of numbers with a null")
    return pa.ListArray.from_arrays(offsets, items)


def _whole(lists: Any, where: npt.NDArray[np.bool_]) -> Any:
    """The same of integers, where they are to be: those beyond the largest are it."""
    lengths = _lengths(lists)
    numbers = lists.values.to_numpy(zero_copy_only=False)
    if len(numbers) != lengths[where].sum():
        first = lists.offsets[0].as_py()
        chosen = np.zeros(len(numbers), np.bool_)
        chosen[first : first + int(lengths.sum())] = np.repeat(where, lengths)
        numbers = np.where(chosen, numbers, 0)
    if not (numbers >= -MOST_EXACT).all() or np.isinf(numbers).any():
        raise ValueError("numbers that are no integers")
    large = numbers >= MOST_EXACT
    found = np.where(large, 0, numbers) if large.any() else numbers
    found = found.astype(np.int64)
    found[large] = MOST_EXACT - 1
    return pa.ListArray.from_arrays(lists.offsets, pa.array(found, pa.int64()))


def _left(array: Any) -> dict[str, Any]:
    raise ValueError("values that are made one by one")


_FIELDS: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "int": _plain,
    "long": _plain,
    "double": _plain,
    "ts": _moments,
    "string": _texts,
    "hist": _histograms,
    "br": _left,
}
