"""Lists of 64-bit words, packed as `bytewright.codecs.nibble_pack` does: how many bytes they take, and these.

The lists of a block have the numbers ``first`` or ``index``, as in `rows`.
"""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import (
    bit_length,
    load_8,
    load_s4,
    shift_right_unsigned,
    store_1,
    store_8,
    trailing_zeros,
)
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.operations.rows import is_there, number_of
from bytewright.kernels.plan.codes import NIBBLE_SUMS, NIBBLE_XORS


@inner
def sizes(
    kind: int, values: int, offsets: int, validity: int, bit: int, index: int, first: int, n: int, out: int
) -> None:
    """How many bytes the words of each list take, packed; 0 where there is no list."""
    for i in range(n):
        number = number_of(index, first, i)
        found = 0
        if is_there(validity, bit, number):
            begin = load_s4(offsets + 4 * number)
            count = load_s4(offsets + 4 * number + 4) - begin
            found = _size(kind, values + 8 * begin, count)
        store_8(out + 8 * i, found)


@inner
def put(
    kind: int,
    start: int,
    start_step: int,
    place: int,
    place_step: int,
    constant: int,
    values: int,
    offsets: int,
    index: int,
    first: int,
    when: int,
    when_step: int,
    n: int,
) -> None:
    """Put the words of each list, packed, where ``when`` isn't 0."""
    for i in range(n):
        if load_8(when + when_step * i) != 0:
            number = number_of(index, first, i)
            begin = load_s4(offsets + 4 * number)
            count = load_s4(offsets + 4 * number + 4) - begin
            at = load_8(start + start_step * i) + load_8(place + place_step * i) + constant
            _pack(kind, values + 8 * begin, count, at)


@inner
def _word(kind: int, values: int, number: int) -> int:
    """What is packed of a word."""
    word = load_8(values + 8 * number)
    if number:
        if kind == NIBBLE_SUMS:
            return word - load_8(values + 8 * number - 8)
        if kind == NIBBLE_XORS:
            return word ^ load_8(values + 8 * number - 8)
    return word


@inner
def _group(kind: int, values: int, first: int, count: int) -> tuple[int, int]:
    """Of up to eight words: which aren't zero, and all their bits together."""
    mask = together = 0
    for place in range(min(8, count - first)):
        word = _word(kind, values, first + place)
        together |= word
        mask |= (word != 0) << place
    return mask, together


@inner
def _layout(mask: int, together: int) -> tuple[int, int, int]:
    """Of a group that isn't all zeros: half-bytes of zeros behind each word, and bits of each that are stored, and how
    many bytes these are together."""
    trailing = trailing_zeros(together) >> 2
    width = 4 * (((bit_length(together) + 3) >> 2) - trailing)
    words = mask - ((mask >> 1) & 0x55)
    words = (words & 0x33) + ((words >> 2) & 0x33)
    words = (words + (words >> 4)) & 15
    return trailing, width, (width * words + 7) >> 3


@inner
def _size(kind: int, values: int, count: int) -> int:
    found = done = 0
    if kind == NIBBLE_XORS and count > 0:
        found, done = 8, 1
    while done < count:
        mask, together = _group(kind, values, done, count)
        found += 1
        if mask:
            _, _, size = _layout(mask, together)
            found += 1 + size
        done += 8
    return found


@inner
def _pack(kind: int, values: int, count: int, out: int) -> None:
    done = 0
    if kind == NIBBLE_XORS and count > 0:
        store_8(out, load_8(values))
        out += 8
        done = 1
    while done < count:
        mask, together = _group(kind, values, done, count)
        store_1(out, mask)
        out += 1
        if mask:
            trailing, width, _ = _layout(mask, together)
            store_1(out, trailing | ((width >> 2) - 1) << 4)
            out += 1
            bits = filled = 0
            for place in range(min(8, count - done)):
                if (mask >> place) & 1:
                    word = shift_right_unsigned(_word(kind, values, done + place), 4 * trailing)
                    bits |= word << filled
                    filled += width
                    if filled >= 64:
                        store_8(out, bits)
                        out += 8
                        filled -= 64
                        bits = shift_right_unsigned(word, width - filled) if filled else 0
            while filled > 0:
                store_1(out, bits & 255)
                out += 1
                bits = shift_right_unsigned(bits, 8)
                filled -= 8
        done += 8
