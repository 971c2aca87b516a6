"""Numbers between the input, registers and columns.

Arguments: ``register`` and ``step`` are an address and the distance of its elements in bytes: 8, or 0 where one value
stands for all (a constant). ``out`` is where the first value goes.
"""

from __future__ import annotations

from collections.abc import Callable

from bytewright.kernels.native.machine import intrinsics as memory
from bytewright.kernels.native.machine import vectors
from bytewright.kernels.native.machine.intrinsics import load_8, load_u1, store_1, store_2, store_4, store_8
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.plan.codes import S1, S2, S2BE, S4, S4BE, U1, U2, U2BE, U4, U4BE, WORD, WORDBE

Loop = Callable[[int, int, int, int, int], None]


def _loops(load: memory.Load, store: memory.Store, width: int) -> tuple[Loop, Loop]:
    @inner
    def into_register(register: int, step: int, constant: int, n: int, out: int) -> None:
        for i in range(n):
            store_8(out + 8 * i, load(load_8(register + step * i) + constant))

    @inner
    def into_column(register: int, step: int, constant: int, n: int, out: int) -> None:
        for i in range(n):
            store(out + width * i, load(load_8(register + step * i) + constant))

    return into_register, into_column


# The width that a column of the kind has in Arrow: unsigned integers take the next one.
_load_u1, _copy_u1 = _loops(load_u1, store_2, 2)
_load_s1, _copy_s1 = _loops(memory.load_s1, store_1, 1)
_load_u2, _copy_u2 = _loops(memory.load_u2, store_4, 4)
_load_s2, _copy_s2 = _loops(memory.load_s2, store_2, 2)
_load_u4, _copy_u4 = _loops(memory.load_u4, store_8, 8)
_load_s4, _copy_s4 = _loops(memory.load_s4, store_4, 4)
_load_8, _copy_8 = _loops(load_8, store_8, 8)
_load_u2be, _copy_u2be = _loops(memory.load_u2be, store_4, 4)
_load_s2be, _copy_s2be = _loops(memory.load_s2be, store_2, 2)
_load_u4be, _copy_u4be = _loops(memory.load_u4be, store_8, 8)
_load_s4be, _copy_s4be = _loops(memory.load_s4be, store_4, 4)
_load_8be, _copy_8be = _loops(memory.load_8be, store_8, 8)


@inner
def load(kind: int, register: int, step: int, constant: int, n: int, out: int) -> None:
    """The numbers at the addresses of a register, into a register."""
    if kind == U1:
        _load_u1(register, step, constant, n, out)
    elif kind == S1:
        _load_s1(register, step, constant, n, out)
    elif kind == U2:
        _load_u2(register, step, constant, n, out)
    elif kind == S2:
        _load_s2(register, step, constant, n, out)
    elif kind == U4:
        _load_u4(register, step, constant, n, out)
    elif kind == S4:
        _load_s4(register, step, constant, n, out)
    elif kind == WORD:
        _load_8(register, step, constant, n, out)
    elif kind == U2BE:
        _load_u2be(register, step, constant, n, out)
    elif kind == S2BE:
        _load_s2be(register, step, constant, n, out)
    elif kind == U4BE:
        _load_u4be(register, step, constant, n, out)
    elif kind == S4BE:
        _load_s4be(register, step, constant, n, out)
    elif kind == WORDBE:
        _load_8be(register, step, constant, n, out)


@inner
def copy(kind: int, register: int, step: int, constant: int, n: int, out: int) -> None:
    """The numbers at the addresses of a register, into a column of the kind's own width."""
    if kind == U1:
        _copy_u1(register, step, constant, n, out)
    elif kind == S1:
        _copy_s1(register, step, constant, n, out)
    elif kind == U2:
        _copy_u2(register, step, constant, n, out)
    elif kind == S2:
        _copy_s2(register, step, constant, n, out)
    elif kind == U4:
        _copy_u4(register, step, constant, n, out)
    elif kind == S4:
        _copy_s4(register, step, constant, n, out)
    elif kind == WORD:
        _copy_8(register, step, constant, n, out)
    elif kind == U2BE:
        _copy_u2be(register, step, constant, n, out)
    elif kind == S2BE:
        _copy_s2be(register, step, constant, n, out)
    elif kind == U4BE:
        _copy_u4be(register, step, constant, n, out)
    elif kind == S4BE:
        _copy_s4be(register, step, constant, n, out)
    elif kind == WORDBE:
        _copy_8be(register, step, constant, n, out)


@inner
def load_number(kind: int, address: int) -> int:
    """One number."""
    if kind == U1:
        return load_u1(address)
    if kind == S1:
        return memory.load_s1(address)
    if kind == U2:
        return memory.load_u2(address)
    if kind == S2:
        return memory.load_s2(address)
    if kind == U4:
        return memory.load_u4(address)
    if kind == S4:
        return memory.load_s4(address)
    if kind == U2BE:
        return memory.load_u2be(address)
    if kind == S2BE:
        return memory.load_s2be(address)
    if kind == U4BE:
        return memory.load_u4be(address)
    if kind == S4BE:
        return memory.load_s4be(address)
    if kind == WORDBE:
        return memory.load_8be(address)
    return load_8(address)


@inner
def store(width: int, register: int, step: int, n: int, out: int) -> None:
    """A register into a column: the low ``width`` bytes, or an unsigned number as a decimal where ``width`` is 16.

    Up to 64 bytes behind the last value are written too."""
    i = 0
    if step == 0:
        fill(width, load_8(register), n, out)
    elif width == 8:
        memory.copy_bytes(out, register, 8 * n)
    elif width == 4:
        while i < n:
            vectors.narrow_16_to_4(out + 4 * i, register + 8 * i)
            i += 16
    elif width == 2:
        while i < n:
            vectors.narrow_16_to_2(out + 2 * i, register + 8 * i)
            i += 16
    elif width == 1:
        while i < n:
            vectors.narrow_16_to_1(out + i, register + 8 * i)
            i += 16
    else:
        while i < n:
            store_8(out + 16 * i, load_8(register + 8 * i))
            store_8(out + 16 * i + 8, 0)
            i += 1


@inner
def shift(register: int, step: int, by: int, n: int, out: int) -> None:
    """The numbers of a register, ``by`` added to each, into a register."""
    for i in range(n):
        store_8(out + 8 * i, load_8(register + step * i) + by)


@inner
def fill(width: int, value: int, n: int, out: int) -> None:
    """One value, ``n`` times. Up to 64 bytes behind the last one are written too."""
    end = out + width * n
    if width == 8:
        while out < end:
            vectors.fill_64_by_8(out, value)
            out += 64
    elif width == 4:
        while out < end:
            vectors.fill_64_by_4(out, value)
            out += 64
    elif width == 2:
        while out < end:
            vectors.fill_64_by_2(out, value)
            out += 64
    elif width == 1:
        while out < end:
            vectors.fill_64_by_1(out, value)
            out += 64
    else:
        while out < end:
            store_8(out, value)
            store_8(out + 8, 0)
            out += 16


@inner
def count_up(width: int, first: int, n: int, out: int) -> None:
    """``first``, ``first + 1`` …: ``n`` of them, 4 or 8 bytes wide. Up to 64 bytes behind the last one are written
    too."""
    end = out + width * n
    if width == 4:
        while out < end:
            vectors.count_64_by_4(out, first)
            out += 64
            first += 16
    else:
        while out < end:
            vectors.count_64_by_8(out, first)
            out += 64
            first += 8
