"""The kernels that number keys, and fold values into the slots of those."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import (
    bits_of,
    copy_bytes,
    float_of,
    load_8,
    load_s1,
    load_s2,
    load_s4,
    load_u1,
    load_u2,
    load_u4,
    narrowed,
    prefetch,
    store_1,
    store_2,
    store_4,
    store_8,
    widened,
)
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.machine.state import put, slot
from bytewright.kernels.native.operations.digests import xxh_32
from bytewright.kernels.plan.codes import END, FULL, INVALID
from bytewright.kernels.plan.encoding_codes import (
    FOLD_ADD,
    FOLD_CLEAR,
    FOLD_COUNT,
    FOLD_FILL,
    FOLD_KIND,
    FOLD_MAX,
    FOLD_MIN,
    FOLD_NOTHING,
    FOLD_NUMBERS,
    FOLD_SET,
    FOLD_SIZE,
    FOLD_SLOTS,
    FOLD_STEPS,
    FOLD_VALID,
    FOLD_VALUES,
    FOLD_WIDTH,
    FOLDED_BYTES,
    FOLDED_FLOAT,
    FOLDED_SIGNED,
    KEY_COUNT,
    KEY_KNOWN,
    KEY_MASK,
    KEY_NEXT,
    KEY_NUMBERS,
    KEY_ROWS,
    KEY_SIZE,
    KEY_SLOTS,
    KEY_WIDTH,
)

_AHEAD = 32
"""Keys whose slots are asked for at once."""


@inner
def _equal(one: int, other: int, size: int) -> bool:
    done = 0
    while done + 8 <= size:
        if load_8(one + done) != load_8(other + done):
            return False
        done += 8
    while done < size:
        if load_u1(one + done) != load_u1(other + done):
            return False
        done += 1
    return True


def number_keys(state: int) -> int:
    """Give keys their numbers, new ones the next; ``state`` is the address of `codes.KEY_STATE` int64.

    Gives `END`, or `FULL`: half of the slots are taken, and the next key waits for more of them."""
    rows = slot(state, KEY_ROWS)
    width = slot(state, KEY_WIDTH)
    numbers = slot(state, KEY_NUMBERS)
    known = slot(state, KEY_KNOWN)
    size = slot(state, KEY_SIZE)
    slots = slot(state, KEY_SLOTS)
    mask = slot(state, KEY_MASK)
    count = slot(state, KEY_COUNT)
    ahead = slot(state, KEY_NEXT)
    for i in range(slot(state, KEY_NEXT), count):
        if i == ahead:  # slots lie anywhere: some are asked for at once, and hashes wait where numbers will be
            ahead = min(i + _AHEAD, count)
            for j in range(i, ahead):
                digest = xxh_32(rows + width * j, width, 0)
                prefetch(slots + 8 * (digest & mask))
                store_4(numbers + 4 * j, digest)
        if 2 * size > mask:
            put(state, KEY_NEXT, i)
            put(state, KEY_SIZE, size)
            return FULL
        key = rows + width * i
        digest = load_u4(numbers + 4 * i)
        place = digest & mask
        while True:
            entry = load_8(slots + 8 * place)
            if entry < 0:
                store_8(slots + 8 * place, (digest & 0x7FFFFFFF) << 32 | size)
                if known + width * size != key:
                    copy_bytes(known + width * size, key, width)
                store_4(numbers + 4 * i, size)
                size += 1
                break
            number = entry & 0xFFFFFFFF
            if entry >> 32 == digest & 0x7FFFFFFF and _equal(known + width * number, key, width):
                store_4(numbers + 4 * i, number)
                break
            place = (place + 1) & mask
    put(state, KEY_NEXT, count)
    put(state, KEY_SIZE, size)
    return END


@inner
def _load(address: int, kind: int, width: int) -> int:
    if width == 8:
        return load_8(address)
    if width == 4:
        return load_s4(address) if kind == FOLDED_SIGNED else load_u4(address)
    if width == 2:
        return load_s2(address) if kind == FOLDED_SIGNED else load_u2(address)
    return load_s1(address) if kind == FOLDED_SIGNED else load_u1(address)


@inner
def _store(address: int, value: int, width: int) -> None:
    if width == 8:
        store_8(address, value)
    elif width == 4:
        store_4(address, value)
    elif width == 2:
        store_2(address, value)
    else:
        store_1(address, value)


@inner
def _folded_float(step: int, old: int, new: int, width: int) -> int:
    """The bits of what becomes of two floats."""
    x = widened(old) if width == 4 else float_of(old)
    y = widened(new) if width == 4 else float_of(new)
    if step == FOLD_ADD:
        total = x + y
        return narrowed(total) if width == 4 else bits_of(total)
    if step == FOLD_MIN:
        return old if x <= y else new
    return new if x < y else old


@inner
def _folded(step: int, old: int, new: int) -> int:
    """What becomes of two integers; what is added is cut where it is stored."""
    if step == FOLD_ADD:
        return old + new
    difference = old - new
    if step == FOLD_MIN:
        return new if difference > 0 else old
    return new if -difference > 0 else old


def fold(state: int) -> int:
    """Fold each value into its slot; ``state`` is the address of `codes.FOLD_STATE` int64.

    Gives `END`, or `INVALID` (there is no such slot, or what can't be done with such values is asked for)."""
    numbers = slot(state, FOLD_NUMBERS)
    steps = slot(state, FOLD_STEPS)
    values = slot(state, FOLD_VALUES)
    kind = slot(state, FOLD_KIND)
    width = slot(state, FOLD_WIDTH)
    slots = slot(state, FOLD_SLOTS)
    valid = slot(state, FOLD_VALID)
    size = slot(state, FOLD_SIZE)
    wide = width not in (1, 2, 4, 8)
    for i in range(slot(state, FOLD_COUNT)):
        step = load_u1(steps + i) if steps else FOLD_SET
        if step == FOLD_NOTHING:
            continue
        number = load_s4(numbers + 4 * i)
        if number < 0 or number >= size:
            return INVALID
        target = slots + width * number
        if step == FOLD_CLEAR:
            store_1(valid + number, 0)
            continue
        source = values + width * i
        if step != FOLD_SET and load_u1(valid + number):
            if step == FOLD_FILL:
                continue
            if kind == FOLDED_BYTES or step > FOLD_MAX:
                return INVALID
            old = _load(target, kind, width)
            new = _load(source, kind, width)
            made = _folded_float(step, old, new, width) if kind == FOLDED_FLOAT else _folded(step, old, new)
            _store(target, made, width)
            continue
        if wide:
            copy_bytes(target, source, width)
        else:
            _store(target, _load(source, kind, width), width)
        store_1(valid + number, 1)
    return END
