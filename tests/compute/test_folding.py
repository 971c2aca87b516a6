"""Keys get numbers, and values are folded under those, one after another."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from bytewright.compute.folding import ADD, CLEAR, FILL, MIN, NOTHING, SET, Keys, Slots

WRAP = 1 << 64


@pytest.mark.parametrize("width", [0, 1, 3, 8, 16, 36])
def test_keys_are_numbered_as_they_come(width: int) -> None:
    chance = np.random.default_rng(width)
    pool = chance.integers(0, 256, (20_000, width), np.uint8)
    keys = Keys(width)
    known: dict[bytes, int] = {}
    for count in (1, 0, 3000, 40_000, 7):
        rows = pool[chance.integers(0, len(pool), count)]
        wanted = [known.setdefault(row.tobytes(), len(known)) for row in rows]
        assert keys.numbers(rows).tolist() == wanted
        assert keys.size == len(known)


def test_forgotten_keys_are_numbered_anew() -> None:
    keys = Keys(1)
    rows = np.arange(5, dtype=np.uint8).reshape(-1, 1)
    keys.numbers(rows)
    keys.forget(2)
    assert keys.numbers(rows[::-1]).tolist() == [2, 3, 4, 1, 0]


def test_keys_of_another_width() -> None:
    with pytest.raises(ValueError, match="of 2 bytes"):
        Keys(2).numbers(np.zeros((1, 3), np.uint8))


def _of_two(step: int, old: Any, new: Any, dtype: np.dtype[Any]) -> Any:
    if step == ADD:
        with np.errstate(over="ignore"):
            return dtype.type(old + new)
    if dtype.kind == "f":
        return (min(old, new)) if step == MIN else (max(old, new))
    difference = (int(old) - int(new) + WRAP // 2) % WRAP - WRAP // 2
    if step == MIN:
        return new if difference > 0 else old
    return new if -difference % WRAP < WRAP // 2 and difference != 0 else old


@pytest.mark.parametrize("name", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "f4", "f8"])
@pytest.mark.parametrize("default", [None, 3])
def test_values_are_folded_in_their_order(name: str, default: int | None) -> None:
    dtype, chance = np.dtype(name), np.random.default_rng(7)
    slots, wanted = Slots(dtype, default), [None if default is None else dtype.type(default)] * 9
    slots.grow(4)
    slots.grow(9)
    for _ in range(3):
        if dtype.kind == "f":
            values = chance.choice(np.array([0.0, -0.0, 1.5, -2.25, 1e30, math.nan, math.inf]), 200).astype(dtype)
        else:
            bounds = np.iinfo(dtype)
            edges = np.array([bounds.min, bounds.max, 0, 1, bounds.max // 2], dtype)
            values = chance.choice(edges, 200)
        numbers, steps = chance.integers(0, 9, 200), chance.integers(NOTHING, FILL + 1, 200).astype(np.uint8)
        slots.fold(numbers, values, steps)
        for number, value, step in zip(numbers, values, steps, strict=True):
            old = wanted[number]
            if step == CLEAR:
                wanted[number] = None
            elif step == SET or (old is None and step != NOTHING):
                wanted[number] = value
            elif step not in (NOTHING, FILL):
                wanted[number] = _of_two(step, old, value, dtype)
    assert slots.valid.tolist() == [one is not None for one in wanted]
    for found, one in zip(slots.values, wanted, strict=True):
        assert one is None or found.tobytes() == one.tobytes() or (math.isnan(found) and math.isnan(one))


@pytest.mark.parametrize("name", ["?", "S36", "V16", "u8"])
def test_what_has_no_arithmetic_is_set(name: str) -> None:
    slots = Slots(name)
    slots.grow(2)
    values = np.frombuffer(bytes(range(1, 1 + 3 * slots.dtype.itemsize)), np.uint8).view(name)
    slots.fold([1, 0, 1], values)
    assert slots.values.tobytes() == values[[1, 2]].tobytes()
    slots.fold([0], values[:1], np.array([FILL], np.uint8))
    assert slots.values.tobytes() == values[[1, 2]].tobytes()
    with pytest.raises(ValueError, match="added or compared"):
        slots.fold([0], values[:1], np.array([ADD], np.uint8))


def test_slots_outside_of_what_there_is() -> None:
    slots = Slots("i4")
    slots.grow(1)
    for number in (-1, 1):
        with pytest.raises(ValueError, match="outside of what there is"):
            slots.fold([number], np.zeros(1, "i4"))
    with pytest.raises(ValueError, match="for each value"):
        slots.fold([0, 0], np.zeros(1, "i4"))
