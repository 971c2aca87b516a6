"""What the compiled parts of the kernel read of a scan's state, and write to it: registers, domains, columns.

All of them are given the address of `codes.STATE` int64.
"""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, store_8
from bytewright.kernels.native.machine.jit import accessor
from bytewright.kernels.plan import codes


@accessor
def slot(state: int, number: int) -> int:
    """One of the int64 of the state."""
    return load_8(state + 8 * number)


@accessor
def put(state: int, number: int, value: int) -> None:
    """Set one of the int64 of the state."""
    store_8(state + 8 * number, value)


@accessor
def operand(at: int, number: int) -> int:
    """An operand of the instruction that begins at an address; the first one is 0."""
    return load_8(at + 16 + 8 * number)


@accessor
def place(state: int, register: int) -> int:
    """Where the values of a register lie."""
    return load_8(slot(state, codes.REGISTERS) + 16 * register)


@accessor
def step(state: int, register: int) -> int:
    """How far the values of a register are apart, in bytes: 8, or 0 where one stands for all."""
    return load_8(slot(state, codes.REGISTERS) + 16 * register + 8)


@accessor
def domain(state: int, number: int, what: int) -> int:
    """One of the int64 that describe a domain."""
    return load_8(slot(state, codes.DOMAINS) + 8 * (codes.DOMAIN * number + what))


@accessor
def put_domain(state: int, number: int, what: int, value: int) -> None:
    """Set one of the int64 that describe a domain."""
    store_8(slot(state, codes.DOMAINS) + 8 * (codes.DOMAIN * number + what), value)


@accessor
def index_of(state: int, register: int, otherwise: int) -> int:
    """Where the number of each element in its array stands: in a register (-1: in none), or ``otherwise``."""
    return place(state, register) if register >= 0 else otherwise


@accessor
def parents_of(state: int, number: int) -> int:
    """How many elements the parent of a domain has; 0 of the records, which have none."""
    if number == 0:
        return 0
    return domain(state, domain(state, number, codes.PARENT), codes.COUNT_OF)


@accessor
def column(state: int, number: int, what: int) -> int:
    """One of the int64 that describe a column."""
    return load_8(slot(state, codes.COLUMNS) + 8 * (codes.COLUMN * number + what))
