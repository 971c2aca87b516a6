"""Registers and pieces, into the bytes of records.

A place is the sum of ``start`` (an address), ``place`` and ``constant``; steps are distances of elements in bytes: 8,
or 0 where one value stands for all. Elements of a block have the numbers ``first`` or ``index``, as in `rows`. Where
``when`` is 0, what is put goes ``nowhere``: to bytes that nobody reads.
"""

from __future__ import annotations

from collections.abc import Callable

from bytewright.kernels.native.machine import intrinsics as memory
from bytewright.kernels.native.machine.intrinsics import (
    blend_32,
    copy_bytes,
    load_8,
    load_s4,
    store_1,
    store_2,
    store_2be,
    store_4,
    store_4be,
    store_8,
)
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.operations.rows import code_of, code_point, number_of
from bytewright.kernels.native.operations.sums import checksum
from bytewright.kernels.plan.codes import (
    LATIN_1,
    S2,
    S2BE,
    S4,
    S4BE,
    U2,
    U2BE,
    U4,
    U4BE,
    UTF_16BE,
    UTF_32BE,
    UTF_32LE,
    WORD,
    WORDBE,
)

Loop = Callable[[int, int, int, int, int, int, int, int, int, int, int], None]


def _loop(store: memory.Store) -> Loop:
    @inner
    def from_register(
        start: int,
        start_step: int,
        place: int,
        place_step: int,
        constant: int,
        value: int,
        value_step: int,
        when: int,
        when_step: int,
        nowhere: int,
        n: int,
    ) -> None:
        if when_step == 0:
            if load_8(when):
                for i in range(n):
                    at = load_8(start + start_step * i) + load_8(place + place_step * i) + constant
                    store(at, load_8(value + value_step * i))
            return
        for i in range(n):
            at = load_8(start + start_step * i) + load_8(place + place_step * i) + constant
            store(nowhere + (at - nowhere) * load_8(when + when_step * i), load_8(value + value_step * i))

    return from_register


_put_1 = _loop(store_1)
_put_2, _put_2be = _loop(store_2), _loop(store_2be)
_put_4, _put_4be = _loop(memory.store_4), _loop(memory.store_4be)
_put_8, _put_8be = _loop(store_8), _loop(memory.store_8be)


@inner
def put(
    kind: int,
    start: int,
    start_step: int,
    place: int,
    place_step: int,
    constant: int,
    value: int,
    value_step: int,
    when: int,
    when_step: int,
    nowhere: int,
    n: int,
) -> None:
    """Numbers of a kind; ``when`` is 0 or 1."""
    if kind == U2 or kind == S2:
        _put_2(start, start_step, place, place_step, constant, value, value_step, when, when_step, nowhere, n)
    elif kind == U2BE or kind == S2BE:
        _put_2be(start, start_step, place, place_step, constant, value, value_step, when, when_step, nowhere, n)
    elif kind == U4 or kind == S4:
        _put_4(start, start_step, place, place_step, constant, value, value_step, when, when_step, nowhere, n)
    elif kind == U4BE or kind == S4BE:
        _put_4be(start, start_step, place, place_step, constant, value, value_step, when, when_step, nowhere, n)
    elif kind == WORD:
        _put_8(start, start_step, place, place_step, constant, value, value_step, when, when_step, nowhere, n)
    elif kind == WORDBE:
        _put_8be(start, start_step, place, place_step, constant, value, value_step, when, when_step, nowhere, n)
    else:
        _put_1(start, start_step, place, place_step, constant, value, value_step, when, when_step, nowhere, n)


@inner
def _move(target: int, source: int, size: int, end: int) -> None:
    """Copy bytes; those up to ``end`` may be read. Up to 32 bytes of the target are read and written as they are."""
    if size <= 32 and source + 32 <= end:
        blend_32(target, source, size)
    else:
        copy_bytes(target, source, size)


@inner
def put_pieces(
    start: int,
    start_step: int,
    place: int,
    place_step: int,
    constant: int,
    values: int,
    values_end: int,
    offsets: int,
    index: int,
    first: int,
    when: int,
    when_step: int,
    n: int,
) -> None:
    """Pieces of a column as they are."""
    for i in range(n):
        at = offsets + 4 * max(number_of(index, first, i), 0)
        begin = load_s4(at)
        size = (load_s4(at + 4) - begin) * load_8(when + when_step * i)
        target = load_8(start + start_step * i) + load_8(place + place_step * i) + constant
        _move(target, values + begin, size, values_end)


@inner
def put_encoded(
    encoding: int,
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
    """Texts in another encoding than UTF-8, which has all their characters."""
    for i in range(n):
        if load_8(when + when_step * i) == 0:
            continue
        piece = offsets + 4 * number_of(index, first, i)
        at = values + load_s4(piece)
        end = values + load_s4(piece + 4)
        target = load_8(start + start_step * i) + load_8(place + place_step * i) + constant
        while at < end:
            point, width = code_point(at, end)
            at += width
            if encoding == LATIN_1:
                store_1(target, point)
                target += 1
                continue
            if encoding >= UTF_32LE:
                target += _put_code(target, point, encoding)
                continue
            if point > 0xFFFF:
                _put_unit(target, 0xD7C0 + (point >> 10), encoding)
                target += 2
                point = 0xDC00 | point & 0x3FF
            _put_unit(target, point, encoding)
            target += 2


@inner
def _put_code(target: int, point: int, encoding: int) -> int:
    """A code point in UTF-32, or by a table; gives how many bytes it takes."""
    if encoding == UTF_32LE:
        store_4(target, point)
        return 4
    if encoding == UTF_32BE:
        store_4be(target, point)
        return 4
    code = code_of(point, encoding)
    size = code >> 32
    for place in range(size):
        store_1(target + place, code >> 8 * place)
    return size


@inner
def _put_unit(target: int, unit: int, encoding: int) -> None:
    if encoding == UTF_16BE:
        store_2be(target, unit)
    else:
        store_2(target, unit)


@inner
def put_bytes(
    start: int,
    start_step: int,
    place: int,
    place_step: int,
    constant: int,
    source: int,
    size: int,
    when: int,
    when_step: int,
    n: int,
) -> None:
    """The same bytes in each element."""
    for i in range(n):
        if load_8(when + when_step * i):
            target = load_8(start + start_step * i) + load_8(place + place_step * i) + constant
            copy_bytes(target, source, size)


@inner
def fill(
    start: int,
    start_step: int,
    place: int,
    place_step: int,
    constant: int,
    size: int,
    size_step: int,
    byte: int,
    n: int,
) -> None:
    """One byte, so many times."""
    for i in range(n):
        target = load_8(start + start_step * i) + load_8(place + place_step * i) + constant
        for j in range(load_8(size + size_step * i)):
            store_1(target + j, byte)


@inner
def put_sums(
    algorithm: int,
    tables: int,
    kind: int,
    start: int,
    start_step: int,
    place: int,
    place_step: int,
    begin: int,
    begin_step: int,
    size: int,
    size_step: int,
    when: int,
    when_step: int,
    nowhere: int,
    n: int,
) -> None:
    """Checksums of bytes that have been put, as numbers of a kind. Up to 64 bytes behind them are read."""
    for i in range(n):
        if load_8(when + when_step * i) == 0:
            continue
        address = load_8(start + start_step * i)
        found = checksum(algorithm, address + load_8(begin + begin_step * i), load_8(size + size_step * i), tables)
        store_8(nowhere + 8, 1)
        store_8(nowhere, address + load_8(place + place_step * i))
        store_8(nowhere + 16, found)
        put(kind, nowhere, 0, nowhere + 24, 0, 0, nowhere + 16, 0, nowhere + 8, 0, nowhere + 32, 1)


@inner
def give_places(size: int, size_step: int, n: int, at: int, starts: int) -> int:
    """Where each of ``n`` records is put, one behind another from ``at`` on; gives how many bytes they take."""
    total = 0
    for i in range(n):
        store_8(starts + 8 * i, at + total)
        total += load_8(size + size_step * i)
    return total


@inner
def note_ends(size: int, size_step: int, n: int, ends: int) -> None:
    """Where each of ``n`` records ends; before the first stands where it begins."""
    at = load_8(ends)
    for i in range(n):
        at += load_8(size + size_step * i)
        store_8(ends + 8 * i + 8, at)


@inner
def behind(size: int, size_step: int, first: int, first_step: int, offsets: int, parents: int, out: int) -> None:
    """Where elements begin that lie one behind another."""
    for p in range(parents):
        at = load_8(first + first_step * p)
        for i in range(load_8(offsets + 8 * p), load_8(offsets + 8 * p + 8)):
            store_8(out + 8 * i, at)
            at += load_8(size + size_step * i)


@inner
def total(value: int, step: int, offsets: int, parents: int, out: int) -> None:
    """The sum of the elements of each parent."""
    for p in range(parents):
        found = 0
        for i in range(load_8(offsets + 8 * p), load_8(offsets + 8 * p + 8)):
            found += load_8(value + step * i)
        store_8(out + 8 * p, found)
