"""The kernel: it interprets a program of column operations over blocks of records.

One call goes on with a batch until the batch is full, the input ends, or a record is bad. A block goes through two
phases:

*check*: over all elements of the block's records. An operation that fails at an element cuts the block before the
record that holds it: later operations see fewer elements, so the first bad record wins, and in it the first operation.

What a library is to decode (`PROCESSED`) it decodes between two calls: the first one ends with the code `WAITS`, the
next one goes on with what comes behind that instruction.

*output*: over the window of rows that have room in the batch. Nothing can fail but for lack of room, which shortens
the window. A block whose rows don't all fit is held: the next batch begins with its output phase. If the buffer has
changed by then, what it wasn't given of is framed and checked again, and `SKIP` rows of its first record are passed
over.
"""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import call, cycles, load_8, store_8
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.machine.state import domain, parents_of, place, put, put_domain, slot, step
from bytewright.kernels.native.operations import checks, lists
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.codes import (
    APART,
    BAD,
    CUT,
    END,
    FRAME,
    FULL,
    GROW,
    INSTRUCTION,
    ITEMS,
    NONE,
    PROCESSED,
    WAITS,
    WINDOW,
)


@inner
def _keep_before(state: int, domain_count: int, number: int, element: int) -> int:
    """Keep the records before the one that holds an element; gives their number."""
    while number > 0:
        element = lists.parent_of(domain(state, number, codes.OFFSETS_OF), parents_of(state, number), element)
        number = domain(state, number, codes.PARENT)
    put_domain(state, 0, codes.COUNT_OF, element)
    for child in range(1, domain_count):
        if domain(state, child, codes.COUNT_OF) >= 0:
            kept = load_8(domain(state, child, codes.OFFSETS_OF) + 8 * parents_of(state, child))
            put_domain(state, child, codes.COUNT_OF, kept)
    return element


@inner
def _rows_before(state: int, record: int) -> int:
    """Rows of the block's records before one."""
    path = slot(state, codes.PATH)
    for i in range(slot(state, codes.PATH_LENGTH)):
        record = load_8(domain(state, load_8(path + 8 * i), codes.OFFSETS_OF) + 8 * record)
    return record


@inner
def _consume(state: int, records: int, window_end: int) -> None:
    """Go on behind the rows of the window: set the position, the record and the rows to skip."""
    low = records
    skip = 0
    held = 0
    if window_end < _rows_before(state, records):
        held = records
        low = 0
        high = records
        while low < high:
            middle = (low + high) >> 1
            if _rows_before(state, middle + 1) <= window_end:
                low = middle + 1
            else:
                high = middle
        skip = window_end - _rows_before(state, low)
    put(state, codes.POSITION, load_8(place(state, codes.START_REGISTER) + 8 * low))
    put(state, codes.RECORD, slot(state, codes.RECORD) + low - slot(state, codes.HELD_PASSED))
    put(state, codes.SKIP, skip)
    put(state, codes.HELD, held)
    put(state, codes.HELD_ROWS, window_end if held else 0)
    put(state, codes.HELD_PASSED, low if held else 0)
    _enter(state, low)


@inner
def _enter(state: int, record: int) -> None:
    """Go on in the region of a record of the block."""
    put(state, codes.REGION, load_8(place(state, codes.REGION_REGISTER) + 8 * record))
    put(state, codes.REGION_INDEX, load_8(place(state, codes.INDEX_REGISTER) + 8 * record))


@inner
def _wants_room(state: int, records: int) -> bool:
    """Whether registers should hold more elements, for want of which a block has been cut to so many records."""
    number = slot(state, codes.WHICH)
    return records == 0 or (number >= 0 and domain(state, number, codes.ROOM_OF) < slot(state, codes.ENOUGH))


@inner
def _most_records(state: int, room: int) -> int:
    """How many records a block may have; ``room``: rows that the batch has room for."""
    most = slot(state, codes.BLOCK)
    if slot(state, codes.OUTPUT) == 0:
        most = min(most, room)
    return min(most, slot(state, codes.RECORDS_END) - slot(state, codes.RECORD))


@inner
def _rows_that_fit(state: int, number: int, element: int) -> int:
    """The rows of the block before the one to which an element belongs, where elements are those of lists."""
    while number != slot(state, codes.OUTPUT):
        element = lists.parent_of(domain(state, number, codes.OFFSETS_OF), parents_of(state, number), element)
        number = domain(state, number, codes.PARENT)
    return element


@inner
def _end_of_run(register: int, wide: int, row: int, high: int) -> int:
    """Where a run of rows ends that are asked for, but for a few between them."""
    end = row
    while row < high and row - end <= APART:
        if load_8(register + wide * row) != 0:
            end = row + 1
        row += 1
    return end


@inner
def _show(state: int, number: int, window: int, window_end: int) -> None:
    """Say which elements of lists belong to the window of rows."""
    parent = domain(state, number, codes.PARENT)
    if parent != slot(state, codes.OUTPUT):
        window = domain(state, parent, codes.SHOWN_FROM)
        window_end = domain(state, parent, codes.SHOWN_TO)
    offsets = domain(state, number, codes.OFFSETS_OF)
    put_domain(state, number, codes.SHOWN_FROM, load_8(offsets + 8 * window))
    put_domain(state, number, codes.SHOWN_TO, load_8(offsets + 8 * window_end))


def run(state: int) -> int:
    """Go on with the batch; ``state`` is the address of `codes.STATE` int64. Gives the code that is also in the
    state."""
    domain_count = slot(state, codes.DOMAIN_COUNT)
    program = slot(state, codes.PROGRAM)
    parts = slot(state, codes.PARTS)
    profile = slot(state, codes.PROFILE)
    output = slot(state, codes.OUTPUT)
    code = NONE
    first = slot(state, codes.WAITING)
    put(state, codes.WAITING, 0)
    while True:
        room = slot(state, codes.ROOM) - slot(state, codes.ROWS)
        if room <= 0:
            code = FULL
            put(state, codes.WHICH, -1)
            break
        held = slot(state, codes.HELD)
        records = held
        if first:
            records = domain(state, 0, codes.COUNT_OF)
            code = slot(state, codes.WAITED)
        else:
            code = NONE
            put(state, codes.FIELD, -1)
            if held == 0:
                put(state, codes.ARENA_USED, 0)
            for number in range(1, domain_count):
                if held == 0:
                    put_domain(state, number, codes.COUNT_OF, -1)
                put_domain(state, number, codes.SHOWN, 0)
        window = 0
        window_end = 0
        asked = -1
        clock = 0
        for x in range(first, slot(state, codes.INSTRUCTIONS)):
            at = program + 8 * INSTRUCTION * x
            part = load_8(parts + 8 * x)
            operation = load_8(at)
            number = load_8(at + 8)
            if operation < WINDOW:
                if held:
                    continue
                guard = load_8(at + 8 * (INSTRUCTION - 2))
                if guard != 0 and load_8(guard) == 0:
                    continue
            if profile:
                clock = cycles()
            if operation == FRAME:
                most = _most_records(state, room)
                if most <= 0:
                    records, code = 0, END
                else:
                    records = call(part, state, at, 0, most, 0)
                    code = slot(state, codes.REASON)
                if code >= BAD:
                    put(state, codes.FIELD, load_8(at + 8 * (INSTRUCTION - 1)))
                put_domain(state, 0, codes.COUNT_OF, records)
            elif operation < WINDOW:
                n = domain(state, number, codes.COUNT_OF)
                if operation != PROCESSED:
                    passed = call(part, state, at, 0, n, 0)
                elif x == first or n == 0:
                    passed = n if x != first else slot(state, codes.PASSED)
                else:
                    put(state, codes.WAITING, x)
                    put(state, codes.WAITED, code)
                    put(state, codes.CODE, WAITS)
                    return WAITS
                if passed < n:
                    reason = slot(state, codes.REASON)
                    records = _keep_before(state, domain_count, number, passed)
                    code = GROW if reason == CUT and _wants_room(state, records) else reason
                    put(state, codes.FIELD, load_8(at + 8 * (INSTRUCTION - 1)))
            elif operation == WINDOW:
                count = load_8(at + 16)
                if count >= 0:
                    offsets = domain(state, output, codes.OFFSETS_OF)
                    lists.accumulate(place(state, count), step(state, count), parents_of(state, output), offsets)
                window = slot(state, codes.HELD_ROWS if held else codes.SKIP)
                window_end = _rows_before(state, records)
                asked = load_8(at + 24)
                if asked >= 0:
                    wide = step(state, asked)
                    window += checks.first_other(place(state, asked) + wide * window, wide, window_end - window)
                window_end = min(window_end, window + room)
                if asked >= 0:
                    window_end = _end_of_run(place(state, asked), step(state, asked), window, window_end)
            elif window < window_end:
                low = window
                high = window_end
                before = slot(state, codes.ROWS)
                if number != output:
                    low = domain(state, number, codes.SHOWN_FROM)
                    high = domain(state, number, codes.SHOWN_TO)
                    before = domain(state, number, codes.SHOWN_BEFORE)
                fitted = call(part, state, at, low, high, before)
                if fitted < high - low:
                    window_end = _rows_that_fit(state, number, low + fitted)
                    code = FULL
                    put(state, codes.WHICH, load_8(at + 8 * (INSTRUCTION - 1)))
                if operation == ITEMS or fitted < high - low:
                    for child in range(1, domain_count):
                        if domain(state, child, codes.SHOWN):
                            _show(state, child, window, window_end)
            if profile:
                store_8(profile + 8 * x, load_8(profile + 8 * x) + cycles() - clock)
            if records == 0:
                break
        first = 0
        if records > 0:
            put(state, codes.ROWS, slot(state, codes.ROWS) + window_end - window)
            if window_end < _rows_before(state, records) and code != FULL:
                put(state, codes.WHICH, -1)
                code = FULL if asked < 0 else NONE  # behind a run of rows that are asked for, others may follow
            _consume(state, records, window_end)
        if code != NONE and code != CUT:
            break
        if records == 0:
            # A block of no records that says nothing would go on for ever.
            code = END if code == NONE else code
            break
    put(state, codes.CODE, code)
    return code
