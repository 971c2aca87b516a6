"""The encoding kernel: it interprets a program of column operations over blocks of rows, which become records.

A block's values are computed and checked first; `PLACE` then knows how large its records are, and whether there is room
for them. Until then nothing has been written, so that a block can be begun again: with fewer rows, larger registers, or
another output.
"""

from __future__ import annotations

from bytewright.kernels import codes
from bytewright.kernels.codes import (
    BINARY,
    CHECK,
    END,
    FULL,
    GROW,
    INDEX,
    INSTRUCTION,
    INVALID,
    LOOKUP,
    MATCH,
    NONE,
    SELECT,
    UP,
)
from bytewright.kernels.encoding.codes import (
    BEHIND,
    BIT,
    BLOCK,
    BYTES,
    CODE,
    DIGITS,
    DOMAINS,
    FIELD,
    FILL,
    HELD,
    INSTRUCTIONS,
    ITEMS,
    LISTED,
    NEEDED,
    NOWHERE,
    OFFSETS,
    OUT,
    OUT_END,
    PLACE,
    PROGRAM,
    PUT,
    PUT_BYTES,
    PUT_PIECE,
    PUT_SUM,
    PUT_VARINT,
    REGISTERS,
    ROW,
    ROW_OF,
    ROWS,
    SIZES,
    SOURCE,
    SOURCES,
    THERE,
    TOTAL,
    VALIDITY,
    VALUES,
    VALUES_END,
    WHICH,
)
from bytewright.kernels.intrinsics import load_8, load_s4, store_8
from bytewright.kernels.jit import inner
from bytewright.kernels.operations import checks, expressions, fields, lists, puts, rows, varints
from bytewright.kernels.state import put, slot


@inner
def _place(registers: int, register: int) -> int:
    return load_8(registers + 16 * register)


@inner
def _step(registers: int, register: int) -> int:
    return load_8(registers + 16 * register + 8)


@inner
def _domain(domains: int, domain: int, what: int) -> int:
    return load_8(domains + 8 * (codes.DOMAIN * domain + what))


@inner
def _compute(state: int, at: int, operation: int, domain: int, n: int, first: int) -> int:
    """Run one operation that computes or checks values; gives how many elements passed."""
    registers = slot(state, REGISTERS)
    domains = slot(state, DOMAINS)
    a = load_8(at + 16)
    b = load_8(at + 24)
    c = load_8(at + 32)
    d = load_8(at + 40)
    source = slot(state, SOURCES) + 8 * SOURCE * a
    if operation == HELD:
        rows.numbers(b, load_8(source + 8 * VALUES), first, n, _place(registers, c))
    elif operation == THERE:
        validity = load_8(source + 8 * VALIDITY)
        rows.presence(validity, load_8(source + 8 * BIT) + first, n, _place(registers, b))
    elif operation == SIZES or operation == ITEMS:
        offsets = load_8(source + 8 * OFFSETS)
        out = _place(registers, c if operation == SIZES else b)
        rows.lengths(offsets, load_8(source + 8 * VALIDITY), load_8(source + 8 * BIT), first, n, out)
        if operation == SIZES and b != BYTES:
            rows.encoded_sizes(b, load_8(source + 8 * VALUES), offsets, first, n, out)
    elif operation == BINARY:
        expressions.binary(
            a,
            _place(registers, b),
            _step(registers, b),
            _place(registers, c),
            _step(registers, c),
            n,
            _place(registers, d),
        )
    elif operation == SELECT:
        expressions.select(
            _place(registers, a),
            _step(registers, a),
            _place(registers, b),
            _step(registers, b),
            _place(registers, c),
            _step(registers, c),
            n,
            _place(registers, d),
        )
    elif operation == CHECK:
        return checks.first_zero(_place(registers, a), _step(registers, a), n)
    elif operation == LOOKUP:
        out = _place(registers, load_8(at + 48))
        expressions.lookup(_place(registers, a), _step(registers, a), b, c, d, n, out)
    elif operation == MATCH:
        out = _place(registers, load_8(at + 48))
        expressions.match(_place(registers, a), _step(registers, a), b, c, d, n, out)
    elif operation == DIGITS:
        varints.digits(_place(registers, a), _step(registers, a), n, _place(registers, b))
    elif operation == TOTAL:
        below = _domain(domains, a, codes.OFFSETS_OF)
        puts.total(_place(registers, b), _step(registers, b), below, n, _place(registers, c))
    elif operation == INDEX and domain == 0:
        fields.count_up(8, first, n, _place(registers, a))
    else:
        offsets = _domain(domains, domain, codes.OFFSETS_OF)
        parents = _domain(domains, _domain(domains, domain, codes.PARENT), codes.COUNT_OF)
        if operation == INDEX:
            lists.number(offsets, parents, _place(registers, a))
        elif operation == UP:
            lists.bring_down(_place(registers, a), _step(registers, a), offsets, parents, _place(registers, b))
        elif operation == BEHIND:
            puts.behind(
                _place(registers, a),
                _step(registers, a),
                _place(registers, b),
                _step(registers, b),
                offsets,
                parents,
                _place(registers, c),
            )
    return n


@inner
def _write(state: int, at: int, operation: int, n: int, first: int) -> None:
    """Run one operation that puts bytes."""
    registers = slot(state, REGISTERS)
    a = load_8(at + 16)
    b = load_8(at + 24)
    c = load_8(at + 32)
    d = load_8(at + 40)
    e = load_8(at + 48)
    f = load_8(at + 56)
    if operation == PUT:
        puts.put(
            a,
            _place(registers, b),
            _step(registers, b),
            _place(registers, c),
            _step(registers, c),
            d,
            _place(registers, e),
            _step(registers, e),
            _place(registers, f),
            _step(registers, f),
            slot(state, NOWHERE),
            n,
        )
    elif operation == PUT_PIECE:
        source = slot(state, SOURCES) + 8 * SOURCE * d
        if e == BYTES:
            puts.put_pieces(
                _place(registers, a),
                _step(registers, a),
                _place(registers, b),
                _step(registers, b),
                c,
                load_8(source + 8 * VALUES),
                load_8(source + 8 * VALUES_END),
                load_8(source + 8 * OFFSETS),
                first,
                _place(registers, f),
                _step(registers, f),
                n,
            )
        else:
            puts.put_encoded(
                e,
                _place(registers, a),
                _step(registers, a),
                _place(registers, b),
                _step(registers, b),
                c,
                load_8(source + 8 * VALUES),
                load_8(source + 8 * OFFSETS),
                first,
                _place(registers, f),
                _step(registers, f),
                n,
            )
    elif operation == PUT_BYTES:
        puts.put_bytes(
            _place(registers, a),
            _step(registers, a),
            _place(registers, b),
            _step(registers, b),
            c,
            d,
            e,
            _place(registers, f),
            _step(registers, f),
            n,
        )
    elif operation == PUT_VARINT:
        varints.put(
            _place(registers, a),
            _step(registers, a),
            _place(registers, b),
            _step(registers, b),
            c,
            _place(registers, d),
            _step(registers, d),
            _place(registers, e),
            _step(registers, e),
            n,
        )
    elif operation == FILL:
        puts.fill(
            _place(registers, a),
            _step(registers, a),
            _place(registers, b),
            _step(registers, b),
            c,
            _place(registers, d),
            _step(registers, d),
            e,
            n,
        )
    elif operation == PUT_SUM:
        g = load_8(at + 64)
        puts.put_sums(
            b,
            _place(registers, c),
            _step(registers, c),
            _place(registers, d),
            _step(registers, d),
            _place(registers, e),
            _step(registers, e),
            _place(registers, f),
            _step(registers, f),
            _place(registers, g),
            _step(registers, g),
            slot(state, NOWHERE),
            n,
        )


def encode(state: int) -> int:
    """Go on with the rows of a batch; ``state`` is the address of `codes.STATE` int64.

    Gives the code that is also in the state: `END` (all rows are records), `FULL` (the next block takes ``NEEDED``
    bytes), `GROW` (registers of domain ``WHICH`` must hold ``NEEDED`` elements), `INVALID` (a row in the block from
    ``ROW`` on fails a check)."""
    registers = slot(state, REGISTERS)
    domains = slot(state, DOMAINS)
    program = slot(state, PROGRAM)
    instructions = slot(state, INSTRUCTIONS)
    most = slot(state, BLOCK)
    code = NONE
    while code == NONE:
        row = slot(state, ROW)
        block = min(most, slot(state, ROWS) - row)
        if block <= 0:
            code = END
            break
        store_8(domains + 8 * codes.COUNT_OF, block)
        store_8(domains + 8 * ROW_OF, row)
        out = slot(state, OUT)
        fewer = 0
        for x in range(instructions):
            at = program + 8 * INSTRUCTION * x
            operation = load_8(at)
            domain = load_8(at + 8)
            n = _domain(domains, domain, codes.COUNT_OF)
            first = _domain(domains, domain, ROW_OF)
            if operation == LISTED:
                child = load_8(at + 16)
                offsets = load_8(slot(state, SOURCES) + 8 * (SOURCE * load_8(at + 24) + OFFSETS))
                needed = load_s4(offsets + 4 * (first + n)) - load_s4(offsets + 4 * first)
                if needed > _domain(domains, child, codes.ROOM_OF):
                    if block > 1:
                        fewer = block >> 1
                    else:
                        put(state, WHICH, child)
                        put(state, NEEDED, needed)
                        code = GROW
                    break
                rows.number_elements(offsets, first, n, _domain(domains, child, codes.OFFSETS_OF))
                store_8(domains + 8 * (codes.DOMAIN * child + codes.COUNT_OF), needed)
                store_8(domains + 8 * (codes.DOMAIN * child + ROW_OF), load_s4(offsets + 4 * first))
            elif operation == PLACE:
                size = load_8(at + 16)
                needed = puts.give_places(_place(registers, size), _step(registers, size), n, out, _place(registers, 0))
                if needed > slot(state, OUT_END) - out:
                    put(state, NEEDED, needed)
                    code = FULL
                    break
                put(state, OUT, out + needed)
            elif operation < PLACE:
                if _compute(state, at, operation, domain, n, first) < n:
                    put(state, FIELD, load_8(at + 8 * (INSTRUCTION - 1)))
                    code = INVALID
                    break
            else:
                _write(state, at, operation, n, first)
        if code == NONE:
            if fewer:
                most = fewer
            else:
                put(state, ROW, row + block)
                most = slot(state, BLOCK)
    put(state, CODE, code)
    return code
