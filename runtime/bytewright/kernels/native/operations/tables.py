"""Values that the driver lays out beside the input, which may change from call to call."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, store_8
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.operations.expressions import lookup


@inner
def fetch(index: int, step: int, array: int, default: int, n: int, out: int) -> None:
    """The entry with the number of each element; ``array`` is where the array's address and length lie."""
    lookup(index, step, load_8(array), load_8(array + 8), default, n, out)


@inner
def find(key: int, key_step: int, part: int, part_step: int, table: int, n: int, out: int) -> None:
    """Where the key of each element stands in its part of an array; -1: nowhere.

    ``table`` is where addresses lie: of the array, and of the bounds of the parts, one more than there are parts; then
    the number of parts. Keys ascend in each part."""
    keys = load_8(table)
    bounds = load_8(table + 8)
    parts = load_8(table + 16)
    for i in range(n):
        wanted = load_8(key + key_step * i)
        here = load_8(part + part_step * i)
        found = -1
        if 0 <= here < parts:
            low = load_8(bounds + 8 * here)
            high = load_8(bounds + 8 * here + 8)
            end = high
            if 0 <= wanted < high - low and load_8(keys + 8 * (low + wanted)) == wanted:
                low += wanted  # keys that count up from 0
            else:
                while low < high:
                    middle = (low + high) >> 1
                    if load_8(keys + 8 * middle) < wanted:
                        low = middle + 1
                    else:
                        high = middle
            if low < end and load_8(keys + 8 * low) == wanted:
                found = low
        store_8(out + 8 * i, found)
