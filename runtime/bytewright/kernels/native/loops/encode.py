"""The encoding kernel: it interprets a program of column operations over blocks of rows, which become records.

A block's values are computed and checked first; `PLACE` then knows how large its records are, and whether there is room
for them. Until then nothing has been written, so that a block can be begun again: with fewer rows, larger registers, or
another output.

A checksum that the kernel doesn't compute (`PUT_FOREIGN`) a library puts between two calls: the first one ends with the
code `WAITS`, the next one goes on with what comes behind that instruction.
"""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import call, load_8, load_s4
from bytewright.kernels.native.machine.state import domain, index_of, place, put, put_domain, slot, step
from bytewright.kernels.native.operations import puts, rows
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.codes import END, FULL, GROW, INSTRUCTION, INVALID, NONE, WAITS, WINDOW
from bytewright.kernels.plan.encoding_codes import (
    CHOSEN,
    ENDS,
    INDEX_OF,
    LISTED,
    OFFSETS,
    OUT,
    OUT_END,
    PLACE,
    PUT_FOREIGN,
    ROW_OF,
    SOURCE,
    SOURCES,
)


def encode(state: int) -> int:
    """Go on with the rows of a batch; ``state`` is the address of `encoding.codes.STATE` int64.

    Gives the code that is also in the state: `END` (all rows are records), `FULL` (the next block takes ``NEEDED``
    bytes), `GROW` (registers of domain ``WHICH`` must hold ``NEEDED`` elements), `INVALID` (a row in the block from
    ``RECORD`` on fails a check), `WAITS` (somebody is to do what the instruction ``WAITING`` says)."""
    program = slot(state, codes.PROGRAM)
    instructions = slot(state, codes.INSTRUCTIONS)
    parts = slot(state, codes.PARTS)
    most = slot(state, codes.BLOCK)
    waited = slot(state, codes.WAITING)
    put(state, codes.WAITING, 0)
    code = NONE
    while code == NONE:
        row = slot(state, codes.RECORD)
        block = min(most, slot(state, codes.ROWS) - row)
        if block <= 0:
            code = END
            break
        begin = 0
        if waited:
            begin = waited + 1
            waited = 0
            block = domain(state, 0, codes.COUNT_OF)
        else:
            put_domain(state, 0, codes.COUNT_OF, block)
            put_domain(state, 0, ROW_OF, row)
            put_domain(state, 0, INDEX_OF, slot(state, CHOSEN) + 8 * row if slot(state, CHOSEN) else 0)
        out = slot(state, OUT)
        fewer = 0
        for x in range(begin, instructions):
            at = program + 8 * INSTRUCTION * x
            operation = load_8(at)
            number = load_8(at + 8)
            n = domain(state, number, codes.COUNT_OF)
            first = domain(state, number, ROW_OF)
            if operation == LISTED:
                child = load_8(at + 16)
                offsets = load_8(slot(state, SOURCES) + 8 * (SOURCE * load_8(at + 24) + OFFSETS))
                index = index_of(state, load_8(at + 32), domain(state, number, INDEX_OF))
                needed = rows.number_elements(offsets, index, first, n, domain(state, child, codes.OFFSETS_OF))
                if needed > domain(state, child, codes.ROOM_OF):
                    if block > 1:
                        fewer = block >> 1
                    else:
                        put(state, codes.WHICH, child)
                        put(state, codes.NEEDED, needed)
                        code = GROW
                    break
                put_domain(state, child, codes.COUNT_OF, needed)
                if index:
                    numbers = place(state, load_8(at + 40))
                    rows.find_elements(offsets, index, n, numbers)
                    put_domain(state, child, INDEX_OF, numbers)
                else:
                    put_domain(state, child, ROW_OF, load_s4(offsets + 4 * first))
                    put_domain(state, child, INDEX_OF, 0)
            elif operation == PLACE:
                size = load_8(at + 16)
                needed = puts.give_places(place(state, size), step(state, size), n, out, place(state, 0))
                if needed > slot(state, OUT_END) - out:
                    put(state, codes.NEEDED, needed)
                    code = FULL
                    break
                put(state, OUT, out + needed)
                if slot(state, ENDS):
                    puts.note_ends(place(state, size), step(state, size), n, slot(state, ENDS) + 8 * row)
            elif operation == PUT_FOREIGN:
                put(state, codes.WAITING, x)
                code = WAITS
                break
            elif operation != WINDOW and call(load_8(parts + 8 * x), state, at, 0, n, first) < n:
                put(state, codes.FIELD, load_8(at + 8 * (INSTRUCTION - 1)))
                code = INVALID
                break
        if code == NONE:
            if fewer:
                most = fewer
            else:
                put(state, codes.RECORD, row + block)
                most = slot(state, codes.BLOCK)
    put(state, codes.CODE, code)
    return code
