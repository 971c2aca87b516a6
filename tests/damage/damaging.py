"""Random damage, and what it costs: which records are lost, and which rows come that are none of the file's."""

from __future__ import annotations

import random
import tempfile
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
        wrong: rows that are none of the file's, but for those of touched records.
        changed: rows of touched records.
        failed: places at which the whole file was refused.
    """

    places: int = 0
    touched: int = 0
    lost: int = 0
    wrong: int = 0
    changed: int = 0
    failed: int = 0

    def __iadd__(self, other: Cost) -> Cost:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        return self


def damage(log: Log, rng: random.Random, kinds: tuple[str, ...] = KINDS) -> Damage:
    """Damage a log at one place behind its head."""
    data, kind = log.data, rng.choice([kind for kind in kinds if kind != "head" or log.head])
    at = rng.randrange(log.head, len(data))
    size = min(int(10 ** rng.uniform(0, 4.0001)), MOST, len(data) - at)
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
    cut = min(log.head + size, len(data))
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
        self._rows = self._read(self._good)

    def _read(self, path: Path, **options: Any) -> _Rows:
        options = {**self._log.options, **options, "includeMetadata": True}
        columns = [*self._log.keys, "_metadata"]
        table = bytewright.open(str(path), self._log.codec, options=options, columns=columns, **self._arguments)
        return _Rows.of(table.to_table(), self._log.keys)

    def cost(self, place: Damage) -> Cost:
        """What a place of damage costs."""
        self._bad.write_bytes(place.data)
        good, low, high = self._rows, place.low, place.high
        inside = (good.start < max(high, low + (low == high))) & (good.end > low)
        if low == high:
            inside &= good.start < low  # what is put between two records touches none
        touched = set(good.start[inside].tolist())
        try:
            found = self._read(self._bad, **({"header": str(self._good)} if place.kind == "head" else {}))
        except bytewright.ReadError:
            untouched = np.unique(good.start[~inside])
            return Cost(1, len(touched), len(untouched), 0, 0, 1)
        moved = place.new - (high - low)
        expected = np.where(good.start >= high, good.start + moved, good.start) * _STEPS + good.step
        expected[inside] = -1
        order = np.argsort(expected, kind="stable")
        place_of = np.minimum(np.searchsorted(expected[order], found.key), len(order) - 1)
        there = order[place_of]
        known = (expected[there] == found.key) & pc.equal(found.content, good.content.take(there)).to_numpy(False)
        met = np.zeros(len(good.start), np.bool_)
        met[there[known]] = True
        lost = np.unique(good.start[~inside & ~met])
        others = ~known & ((found.start >= low + place.new) | (found.end <= low))
        return Cost(1, len(touched), len(lost), int(others.sum()), int((~known & ~others).sum()), 0)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows: where their records begin and end, which row of the record each is, and what it holds."""

    start: Numbers
    end: Numbers
    step: Numbers
    content: pa.Array[Any]

    @classmethod
    def of(cls, table: pa.Table, keys: tuple[str, ...]) -> _Rows:
        start, size = (
            pc.struct_field(table["_metadata"].combine_chunks(), name).fill_null(-1).to_numpy(False).astype(np.int64)
            for name in ("record_offset", "record_length")
        )
        begins = np.flatnonzero(np.diff(start, prepend=-1))
        step = np.arange(len(start)) - np.repeat(begins, np.diff(begins, append=len(start)))
        texts: list[Any] = [table[name].combine_chunks().cast(pa.string()).fill_null("-") for name in keys]
        return cls(start, start + size, step, pc.binary_join_element_wise(*texts, "|"))

    @property
    def key(self) -> Numbers:
        """What tells a row apart by its place."""
        return self.start * _STEPS + self.step
