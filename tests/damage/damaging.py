"""Random damage, and what it costs: which records are lost, and which rows come that are none of the file's."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
from tests.damage.logs import Log

import bytewright

KINDS = ("bit", "lost", "inserted", "noise", "zeros", "head")
"""Kinds of damage. *head*: the beginning of the file is cut off, and the option ``header`` says what it said."""
MOST = 10_000
"""Bytes of a place of damage, at most."""
_STEPS = 1 << 20

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Damage:
    """One place of damage.

    Attributes:
        kind: one of `KINDS`.
        data: the damaged file.
        low: where the bytes begin that are touched, in the good file.
        high: where they end.
        new: how many bytes are in their place.
    """

    kind: str
    data: bytes
    low: int
    high: int
    new: int


@dataclass(slots=True)
class Cost:
    """What places of damage cost.

    Attributes:
        places: how many.
        touched: records that they touch.
        lost: records that are lost, but for these.
        orphans: those of them whose enclosing structure has a touched head.
        wrong: rows that are none of the file's, of records outside of the place.
        made: likewise, of records that lie in its bytes and begin where none of the file's does, or hold more rows.
        changed: rows of touched records whose damage nothing shows, with other values than they had.
        failed: places at which the whole file was refused.
    """

    places: int = 0
    touched: int = 0
    lost: int = 0
    orphans: int = 0
    wrong: int = 0
    made: int = 0
    changed: int = 0
    failed: int = 0

    def __iadd__(self, other: Cost) -> Cost:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        return self


def damage(log: Log, rng: random.Random, kinds: tuple[str, ...] = KINDS) -> Damage:
    """Damage a log at one place behind its head."""
    data, kind = log.data, rng.choice([kind for kind in kinds if kind != "head" or (log.head and not log.places)])
    end = log.end or len(data)
    at = rng.randrange(log.head, end)
    size = min(int(10 ** rng.uniform(0, 4.0001)), MOST, end - at)
    match kind:
        case "bit":
            changed = data[at] ^ 1 << rng.randrange(8)
            return Damage(kind, data[:at] + bytes([changed]) + data[at + 1 :], at, at + 1, 1)
        case "lost":
            return Damage(kind, data[:at] + data[at + size :], at, at + size, 0)
        case "inserted":
            return Damage(kind, data[:at] + rng.randbytes(size) + data[at:], at, at, size)
        case "noise":
            return Damage(kind, data[:at] + rng.randbytes(size) + data[at + size :], at, at + size, size)
        case "zeros":
            return Damage(kind, data[:at] + bytes(size) + data[at + size :], at, at + size, size)
    cut = min(log.head + size, end)
    return Damage(kind, data[cut:], 0, cut, 0)


class Judge:
    """Judges what is read of a damaged log.

    Args:
        log: the good one.
        arguments: of `bytewright.open`.
    """

    def __init__(self, log: Log, **arguments: Any) -> None:
        self._log = log
        self._arguments = {"mode": "DROPMALFORMED", **arguments}
        self._folder = tempfile.TemporaryDirectory()
        self._good = Path(self._folder.name, "good")
        self._good.write_bytes(log.data)
        self._bad = Path(self._folder.name, "bad")
        self._rows = self._read(self._good, log.places)

    def _read(self, path: Path, places: Mapping[str, tuple[int, int]], **options: Any) -> _Rows:
        options = {**self._log.options, **options, "includeMetadata": True}
        columns = [*self._log.keys, "_metadata"]
        table = bytewright.open(str(path), self._log.codec, options=options, columns=columns, **self._arguments)
        return _Rows.of(table.to_table(), self._log.keys, places)

    def cost(self, place: Damage) -> Cost:
        """What a place of damage costs."""
        self._bad.write_bytes(place.data)
        good, low, high = self._rows, place.low, place.high
        inside = (good.start < max(high, low + (low == high))) & (good.end > low)
        if low == high:
            inside &= good.start < low  # what is put between two records touches none
        touched = set(good.start[inside].tolist())
        moved = place.new - (high - low)
        places = {
            name: (start + moved * (start >= high), end + moved * (end >= high))
            for name, (start, end) in self._log.places.items()
        }
        try:
            found = self._read(self._bad, places, **({"header": str(self._good)} if place.kind == "head" else {}))
        except bytewright.ReadError:
            untouched = np.unique(good.start[~inside])
            return Cost(1, len(touched), len(untouched), failed=1)
        expected = np.where(good.start >= high, good.start + moved, good.start) * _STEPS + good.step
        expected[inside & (good.start >= low + place.new)] = -1
        order = np.argsort(expected, kind="stable")
        place_of = np.minimum(np.searchsorted(expected[order], found.key), len(order) - 1)
        there = order[place_of]
        due = expected[there] == found.key
        known = due & pc.equal(found.content, good.content.take(there)).to_numpy(False)
        met = np.zeros(len(good.start), np.bool_)
        met[there[known]] = True
        lost = np.unique(good.start[~inside & ~met])
        orphans = np.zeros(len(lost), np.bool_)
        for start, stop, end in self._log.around:
            if start < high and stop > low:
                orphans |= (lost >= stop) & (lost < end)
        beside = (found.start >= low + place.new) | (found.end <= low)
        within = (found.start >= low) & (found.end <= low + place.new)
        more = within | np.isin(found.start, good.start[inside & (good.start < low + place.new)])
        wrong, made = ~known & beside, ~known & ~beside & ~due & more
        changed = ~known & ~wrong & ~made
        counts = (int(found.sum()) for found in (orphans, wrong, made, changed))
        return Cost(1, len(touched), len(lost), *counts)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows: where their records begin and end, which row of the record each is, and what it holds."""

    start: Numbers
    end: Numbers
    step: Numbers
    content: pa.Array[Any]

    @classmethod
    def of(cls, table: pa.Table, keys: tuple[str, ...], places: Mapping[str, tuple[int, int]]) -> _Rows:
        """Those of a table, by its metadata, or by the places of the records that the first key names."""
        if places:
            names: list[Any] = table[keys[0]].to_pylist()
            extents = np.array([places.get(name, (-1, -1)) for name in names], np.int64)
            start, end = extents.reshape(-1, 2).T
        else:
            metadata = table["_metadata"].combine_chunks()
            start, end = (
                pc.struct_field(metadata, name).fill_null(-1).to_numpy(False).astype(np.int64)
                for name in ("record_offset", "record_length")
            )
            end = start + end
        begins = np.flatnonzero(np.diff(start, prepend=-1))
        step = np.arange(len(start)) - np.repeat(begins, np.diff(begins, append=len(start)))
        texts: list[Any] = [_text(table[name].combine_chunks()) for name in keys]
        return cls(start, end, step, pc.binary_join_element_wise(*texts, b"|"))

    @property
    def key(self) -> Numbers:
        """What tells a row apart by its place."""
        return self.start * _STEPS + self.step


def _text(values: Any) -> Any:
    values = values if pa.types.is_binary(values.type) else values.cast(pa.string()).cast(pa.binary())
    return values.fill_null(b"-")
