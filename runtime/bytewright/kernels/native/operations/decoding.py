"""Bytes that are decoded before their fields are read. What comes of them lies one behind another in an arena."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import (
    copy_bytes,
    load_8,
    load_u1,
    shift_right_unsigned,
    store_1,
    store_8,
)
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.plan.codes import (
    CUT,
    INVALID,
    LEFT,
    NIBBLE_PACK,
    NIBBLE_SUMS,
    NIBBLE_WORDS,
    NIBBLE_XORS,
    NONE,
    ONE_BYTE,
    XOR,
)

_NARROW = 56
"""Bits of a word that are read at once from any bit on, at most; their number is a multiple of four."""


_EVERY_BYTE = 0x0101010101010101


@inner
def decode(
    algorithm: int,
    there: int,
    there_step: int,
    address: int,
    address_step: int,
    size: int,
    size_step: int,
    decoded: int,
    decoded_step: int,
    first: int,
    first_step: int,
    second: int,
    second_step: int,
    n: int,
    arena: int,
    room: int,
    used: int,
    most: int,
    out: int,
) -> tuple[int, int, int]:
    """Decode the bytes of each element. Gives how many could be, why the next one couldn't, and how many bytes are used
    (where it is `CUT`: would be)."""
    for i in range(n):
        store_8(out + 8 * i, arena)
        if load_8(there + there_step * i) == 0:
            continue
        wanted = load_8(decoded + decoded_step * i)
        if wanted < 0:
            return i, INVALID, used
        if wanted > most or (algorithm == NIBBLE_PACK and used + wanted > most):
            return i, LEFT, used
        if used + wanted > room:
            return i, CUT, used + wanted
        place = load_8(address + address_step * i)
        end = place + load_8(size + size_step * i)
        a = load_8(first + first_step * i)
        b = load_8(second + second_step * i)
        if algorithm != NIBBLE_PACK:
            turn(algorithm, place, end, a, b, arena + used)
        elif not nibble_pack(place, end, a, b, arena + used):
            return i, INVALID, used
        store_8(out + 8 * i, arena + used)
        used += wanted
    return n, NONE, used


@inner
def turn(algorithm: int, at: int, end: int, key: int, size: int, out: int) -> None:
    """The bytes between two addresses, each changed by itself: see `bytewright.kernels.plan.Decode`. Up to 7 bytes
    behind the last one are read and written."""
    if algorithm == XOR and size >= 0:
        place = 0
        while at < end:
            byte = load_u1(at)
            if size > 0:
                byte ^= load_u1(key + place)
                place = place + 1 if place + 1 < size else 0
            store_1(out, byte)
            at += 1
            out += 1
        return
    left = key & 7
    word = key
    if size == ONE_BYTE:
        word = (key & 255) * _EVERY_BYTE
    high = (255 << left & 255) * _EVERY_BYTE
    while at < end:
        found = load_8(at)
        if algorithm == XOR:
            found ^= word
        else:
            found = found << left & high | shift_right_unsigned(found, 8 - left) & ~high
        store_8(out, found)
        at += 8
        out += 8


@inner
def complete(
    address: int,
    address_step: int,
    size: int,
    size_step: int,
    shared: int,
    shared_step: int,
    offsets: int,
    parents: int,
    arena: int,
    room: int,
    used: int,
    most: int,
    out: int,
) -> tuple[int, int, int]:
    """Complete strings of which only what differs from the one before it in its list is stored. Gives the same as
    `decode`; a string that shares more than the one before it has is left to the object reader."""
    for parent in range(parents):
        before = arena
        length = 0
        for i in range(load_8(offsets + 8 * parent), load_8(offsets + 8 * parent + 8)):
            same = load_8(shared + shared_step * i)
            rest = load_8(size + size_step * i)
            if same < 0 or same > length or rest < 0:
                return i, LEFT, used
            wanted = same + rest
            if wanted > most:
                return i, LEFT, used
            if used + wanted > room:
                return i, CUT, used + wanted
            here = arena + used
            copy_bytes(here, before, same)
            copy_bytes(here + same, load_8(address + address_step * i), rest)
            store_8(out + 8 * i, here)
            before = here
            length = wanted
            used += wanted
    return load_8(offsets + 8 * parents), NONE, used


@inner
def nibble_pack(at: int, end: int, count: int, kind: int, out: int) -> bool:
    """Words of NibblePack, all that lie between two addresses; whether they are just ``count``. Up to 16 bytes behind
    the last one are read. See `bytewright.codecs.nibble_pack`."""
    if count < 0 or (kind != NIBBLE_WORDS and kind != NIBBLE_SUMS and kind != NIBBLE_XORS):
        return False
    total = 0
    done = 0
    if kind == NIBBLE_XORS and count > 0:
        if end - at < 8:
            return False
        total = load_8(at)
        store_8(out, total)
        at += 8
        done = 1
    if (count - done + 7) >> 3 > end - at:
        return False
    while done < count:
        if at >= end:
            return False
        mask = load_u1(at)
        at += 1
        trailing = 0
        width = 0
        size = 0
        if mask != 0:
            if at >= end:
                return False
            head = load_u1(at)
            at += 1
            trailing = 4 * (head & 15)
            width = 4 * ((head >> 4) + 1)
            if trailing + width > 64:
                return False
            set_bits = mask - ((mask >> 1) & 0x55)
            set_bits = (set_bits & 0x33) + ((set_bits >> 2) & 0x33)
            set_bits = (set_bits + (set_bits >> 4)) & 15
            size = (width * set_bits + 7) >> 3
            if size > end - at:
                return False
        left = min(8, count - done)
        if width <= _NARROW and mask >> left == 0:
            total = _narrow_words(at, mask, left, width, trailing, kind, total, out + 8 * done)
            done += 8
            at += size
            continue
        bit = 0
        for place in range(8):
            word = 0
            if (mask >> place) & 1:
                word = _bits(at + (bit >> 3), bit & 7, width) << trailing
                bit += width
            if done < count:
                if kind == NIBBLE_SUMS:
                    total += word
                elif kind == NIBBLE_XORS:
                    total ^= word
                else:
                    total = word
                store_8(out + 8 * done, total)
            elif word != 0:
                return False
            done += 1
        at += size
    return at == end


@inner
def _narrow_words(at: int, mask: int, n: int, width: int, trailing: int, kind: int, total: int, out: int) -> int:
    """Words of a group, without a branch for each: of so many bits that a word of memory holds them, wherever the first
    one lies. Gives the last one, or the sum."""
    low = (1 << width) - 1
    bit = 0
    for place in range(n):
        there = -((mask >> place) & 1)
        word = (shift_right_unsigned(load_8(at + (bit >> 3)), bit & 7) & low & there) << trailing
        bit += width & there
        if kind == NIBBLE_SUMS:
            total += word
        elif kind == NIBBLE_XORS:
            total ^= word
        else:
            total = word
        store_8(out + 8 * place, total)
    return total


@inner
def _bits(at: int, shift: int, width: int) -> int:
    """So many bits, up to 64, from a bit of a byte on; up to 9 bytes are read."""
    found = shift_right_unsigned(load_8(at), shift)
    if shift:
        found |= load_u1(at + 8) << (64 - shift)
    if width < 64:
        found &= (1 << width) - 1
    return found
