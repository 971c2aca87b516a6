"""The kernel: it interprets a program of column operations over blocks of records.

One call goes on with a batch until the batch is full, the input ends, or a record is bad. A block goes through two
phases:

*check*: over all elements of the block's records. An operation that fails at an element cuts the block before the
record that holds it: later operations see fewer elements, so the first bad record wins, and in it the first operation.

*output*: over the window of rows that have room in the batch. Nothing can fail but for lack of room, which shortens
the window. A block whose rows don't all fit is held: the next batch begins with its output phase. If the buffer has
changed by then, what it wasn't given of is framed and checked again, and `SKIP` rows of its first record are passed
over.
"""

from __future__ import annotations

from bytewright.kernels import codes
from bytewright.kernels.cache import compiled
from bytewright.kernels.codes import (
    ADMIT,
    BAD,
    BINARY,
    BYTES,
    CHAIN,
    CHECK,
    COPY,
    COUNTED,
    CUT,
    DECODE,
    ELEMENTS,
    END,
    ENDS,
    FETCH,
    FIND,
    FLOAT,
    FRAME,
    FRAME_REGIONS,
    FRONTS,
    FULL,
    GROW,
    INDEX,
    INSTRUCTION,
    INVALID,
    ITEMS,
    KEYED,
    LABEL,
    LAST,
    LEAVE,
    LEFT,
    LISTS,
    LOAD,
    LOCATE,
    LOOKUP,
    MALFORMED,
    MATCH,
    MISMATCH,
    NEED,
    NONE,
    OFFSET,
    OUTSIDE,
    PACK,
    PREVIOUS,
    REPEAT,
    ROW,
    RUN,
    SELECT,
    SLOTS,
    STORE,
    SUM,
    TEXT,
    TRANSCODE,
    UP,
    VARINT,
    VARINT_SIZE,
    VECTOR,
    WHETHER,
    WINDOW,
)
from bytewright.kernels.intrinsics import cycles, load_8, load_s4, store_8
from bytewright.kernels.jit import inner
from bytewright.kernels.operations import (
    batches,
    bits,
    checks,
    decoding,
    ends,
    expressions,
    fields,
    floats,
    framing,
    lists,
    pieces,
    regions,
    slots,
    sums,
    tables,
    texts,
    varints,
    walks,
)


@inner
def _slot(state: int, slot: int) -> int:
    return load_8(state + 8 * slot)


@inner
def _set(state: int, slot: int, value: int) -> None:
    store_8(state + 8 * slot, value)


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
def _column(columns: int, column: int, what: int) -> int:
    return load_8(columns + 8 * (codes.COLUMN * column + what))


@inner
def _keep_before(domains: int, domain_count: int, domain: int, element: int) -> int:
    """Keep the records before the one that holds an element; gives their number."""
    while domain > 0:
        parent = _domain(domains, domain, codes.PARENT)
        parents = _domain(domains, parent, codes.COUNT_OF)
        element = lists.parent_of(_domain(domains, domain, codes.OFFSETS_OF), parents, element)
        domain = parent
    store_8(domains + 8 * codes.COUNT_OF, element)
    for child in range(1, domain_count):
        if _domain(domains, child, codes.COUNT_OF) >= 0:
            parents = _domain(domains, _domain(domains, child, codes.PARENT), codes.COUNT_OF)
            kept = load_8(_domain(domains, child, codes.OFFSETS_OF) + 8 * parents)
            store_8(domains + 8 * (codes.DOMAIN * child + codes.COUNT_OF), kept)
    return element


@inner
def _rows_before(state: int, record: int) -> int:
    """Rows of the block's records before one."""
    domains = _slot(state, codes.DOMAINS)
    path = _slot(state, codes.PATH)
    for i in range(_slot(state, codes.PATH_LENGTH)):
        record = load_8(_domain(domains, load_8(path + 8 * i), codes.OFFSETS_OF) + 8 * record)
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
    starts = _place(_slot(state, codes.REGISTERS), 0)
    _set(state, codes.POSITION, load_8(starts + 8 * low))
    _set(state, codes.RECORD, _slot(state, codes.RECORD) + low - _slot(state, codes.HELD_PASSED))
    _set(state, codes.SKIP, skip)
    _set(state, codes.HELD, held)
    _set(state, codes.HELD_ROWS, window_end if held else 0)
    _set(state, codes.HELD_PASSED, low if held else 0)
    _enter(state, low)


@inner
def _enter(state: int, record: int) -> None:
    """Go on in the region of a record of the block."""
    registers = _slot(state, codes.REGISTERS)
    _set(state, codes.REGION, load_8(_place(registers, codes.REGION_REGISTER) + 8 * record))
    _set(state, codes.REGION_INDEX, load_8(_place(registers, codes.INDEX_REGISTER) + 8 * record))


@inner
def _used(state: int, reason: int, used: int) -> None:
    """Note how much of the arena is used, or, where there is no room, would be."""
    if reason == CUT:
        _set(state, codes.WHICH, codes.DECODING)
        _set(state, codes.NEEDED, used)
    else:
        _set(state, codes.ARENA_USED, used)


@inner
def _is_met(guard: int) -> bool:
    """Whether all flags of a guard are set."""
    met = True
    for i in range(load_8(guard)):
        if load_8(load_8(guard + 8 * i + 8)) == 0:
            met = False
    return met


@inner
def _check(state: int, at: int, operation: int, domain: int, n: int, parents: int, offsets: int) -> tuple[int, int]:
    """Run one operation of the check phase; gives how many elements passed, and why the next one didn't."""
    registers = _slot(state, codes.REGISTERS)
    a = load_8(at + 16)
    b = load_8(at + 24)
    c = load_8(at + 32)
    d = load_8(at + 40)
    e = load_8(at + 48)
    if operation == LOAD:
        fields.load(a, _place(registers, b), _step(registers, b), c, n, _place(registers, d))
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
        return checks.first_zero(_place(registers, a), _step(registers, a), n), INVALID
    elif operation == WHETHER:
        if b:
            store_8(c, int(checks.first_other(_place(registers, a), _step(registers, a), n) < n))
        else:
            store_8(c, int(checks.first_zero(_place(registers, a), _step(registers, a), n) < n))
    elif operation == NEED:
        passed = checks.first_outside(
            _place(registers, a),
            _step(registers, a),
            _place(registers, b),
            _step(registers, b),
            _place(registers, c),
            _step(registers, c),
            _place(registers, d),
            _step(registers, d),
            n,
        )
        return passed, OUTSIDE
    elif operation == UP:
        lists.bring_down(_place(registers, a), _step(registers, a), offsets, parents, _place(registers, b))
    elif operation == INDEX:
        if domain == 0:
            fields.count_up(8, _slot(state, codes.RECORD), n, _place(registers, a))
        else:
            lists.number(offsets, parents, _place(registers, a))
    elif operation == PREVIOUS:
        lists.previous(
            _place(registers, a),
            _step(registers, a),
            _place(registers, b),
            _step(registers, b),
            offsets,
            parents,
            _place(registers, c),
        )
    elif operation == LAST:
        below = _domain(_slot(state, codes.DOMAINS), a, codes.OFFSETS_OF)
        lists.last(
            _place(registers, b),
            _step(registers, b),
            _place(registers, c),
            _step(registers, c),
            below,
            n,
            _place(registers, d),
        )
    elif operation == COUNTED:
        lists.count(_domain(_slot(state, codes.DOMAINS), a, codes.OFFSETS_OF), n, _place(registers, b))
    elif operation == FLOAT:
        floats.compute(
            a,
            _place(registers, b),
            _step(registers, b),
            _place(registers, c),
            _step(registers, c),
            _place(registers, d),
            _step(registers, d),
            n,
            _place(registers, e),
        )
    elif operation == DECODE:
        first = load_8(at + 56)
        second = load_8(at + 64)
        passed, reason, used = decoding.decode(
            _place(registers, b),
            _step(registers, b),
            _place(registers, c),
            _step(registers, c),
            _place(registers, d),
            _step(registers, d),
            _place(registers, e),
            _step(registers, e),
            _place(registers, first),
            _step(registers, first),
            _place(registers, second),
            _step(registers, second),
            n,
            _slot(state, codes.ARENA),
            _slot(state, codes.ARENA_SIZE),
            _slot(state, codes.ARENA_USED),
            _slot(state, codes.MOST_DECODED),
            _place(registers, load_8(at + 72)),
        )
        _used(state, reason, used)
        return passed, reason
    elif operation == FRONTS:
        passed, reason, used = decoding.complete(
            _place(registers, a),
            _step(registers, a),
            _place(registers, b),
            _step(registers, b),
            _place(registers, c),
            _step(registers, c),
            offsets,
            parents,
            _slot(state, codes.ARENA),
            _slot(state, codes.ARENA_SIZE),
            _slot(state, codes.ARENA_USED),
            _slot(state, codes.MOST_DECODED),
            _place(registers, d),
        )
        _used(state, reason, used)
        return passed, reason
    elif operation == LOOKUP:
        expressions.lookup(_place(registers, a), _step(registers, a), b, c, d, n, _place(registers, e))
    elif operation == MATCH:
        expressions.match(_place(registers, a), _step(registers, a), b, c, d, n, _place(registers, e))
    elif operation == ENDS:
        ends.cut(
            _place(registers, a),
            _step(registers, a),
            _place(registers, b),
            _step(registers, b),
            c,
            d,
            e,
            load_8(at + 56),
            n,
            _place(registers, load_8(at + 64)),
        )
    elif operation == FIND:
        ends.find_all(
            _place(registers, a),
            _step(registers, a),
            _place(registers, b),
            _step(registers, b),
            c,
            d,
            n,
            _place(registers, e),
        )
    elif operation == CHAIN:
        return walks.chain(
            _place(registers, a),
            _step(registers, a),
            _place(registers, b),
            _step(registers, b),
            offsets,
            parents,
            c,
            d,
            _place(registers, e),
            _step(registers, e),
            registers,
            _slot(state, codes.MOST_ELEMENTS),
            _place(registers, load_8(at + 56)),
        )
    elif operation == VARINT_SIZE:
        varints.sizes(
            _place(registers, a),
            _step(registers, a),
            _place(registers, b),
            _step(registers, b),
            n,
            _place(registers, c),
        )
    elif operation == VARINT:
        varints.values(
            _place(registers, a),
            _step(registers, a),
            _place(registers, b),
            _step(registers, b),
            n,
            _place(registers, c),
        )
    elif operation == FETCH:
        tables.fetch(_place(registers, a), _step(registers, a), b, c, n, _place(registers, d))
    elif operation == KEYED:
        tables.find(
            _place(registers, a),
            _step(registers, a),
            _place(registers, b),
            _step(registers, b),
            c,
            n,
            _place(registers, d),
        )
    elif operation == TEXT:
        passed = checks.first_malformed(
            _place(registers, a), _step(registers, a), _place(registers, b), _step(registers, b), n, c
        )
        return passed, MALFORMED
    elif operation == SUM:
        passed = sums.first_unequal(
            a,
            _place(registers, b),
            _step(registers, b),
            _place(registers, c),
            _step(registers, c),
            _place(registers, d),
            _step(registers, d),
            n,
            e,
        )
        return passed, INVALID
    elif operation == LEAVE:
        return checks.first_zero(_place(registers, a), _step(registers, a), n), LEFT
    elif operation == OFFSET:
        fields.shift(_place(registers, a), _step(registers, a), _slot(state, codes.SHIFT), n, _place(registers, b))
    elif operation == LOCATE:
        below = _domain(_slot(state, codes.DOMAINS), a, codes.OFFSETS_OF)
        batches.locate(_place(registers, b), _step(registers, b), below, n, c, d)
    elif operation == ADMIT:
        passed = batches.first_refused(_place(registers, a), _step(registers, a), n, b, c, d, e)
        return passed, MISMATCH
    elif operation == SLOTS:
        begin = 0
        below = domain > 0 and _domain(_slot(state, codes.DOMAINS), domain, codes.PARENT) == 0
        if below and parents > 0 and _slot(state, codes.SKIP) > 0:
            # The first record is resumed: all of it was looked at before, and may be large.
            begin = load_8(offsets + 8)
        passed = slots.first_bad(
            _place(registers, a),
            _step(registers, a),
            _place(registers, b),
            _step(registers, b),
            _place(registers, c),
            _step(registers, c),
            _place(registers, d),
            _step(registers, d),
            _place(registers, e),
            _step(registers, e),
            begin,
            n,
            load_8(at + 56),
            load_8(at + 64),
            load_8(at + 72),
            _slot(state, codes.SCRATCH),
        )
        return passed, OUTSIDE
    return n, NONE


@inner
def _rows_that_fit(state: int, domain: int, element: int) -> int:
    """The rows of the block before the one to which an element belongs, where elements are those of lists."""
    domains = _slot(state, codes.DOMAINS)
    output = _slot(state, codes.OUTPUT)
    while domain != output:
        parent = _domain(domains, domain, codes.PARENT)
        parents = _domain(domains, parent, codes.COUNT_OF)
        element = lists.parent_of(_domain(domains, domain, codes.OFFSETS_OF), parents, element)
        domain = parent
    return element


@inner
def _show(domains: int, domain: int, output: int, window: int, window_end: int) -> None:
    """Say which elements of lists belong to the window of rows."""
    parent = _domain(domains, domain, codes.PARENT)
    if parent != output:
        window = _domain(domains, parent, codes.SHOWN_FROM)
        window_end = _domain(domains, parent, codes.SHOWN_TO)
    offsets = _domain(domains, domain, codes.OFFSETS_OF)
    store_8(domains + 8 * (codes.DOMAIN * domain + codes.SHOWN_FROM), load_8(offsets + 8 * window))
    store_8(domains + 8 * (codes.DOMAIN * domain + codes.SHOWN_TO), load_8(offsets + 8 * window_end))


@inner
def _output(state: int, at: int, operation: int, window: int, window_end: int, rows: int) -> tuple[int, int]:
    """Run one operation of the output phase over a window of rows, or of elements of lists; gives how many found room,
    and what the next one needs. ``rows``: how many the batch holds already."""
    registers = _slot(state, codes.REGISTERS)
    columns = _slot(state, codes.COLUMNS)
    domains = _slot(state, codes.DOMAINS)
    output = _slot(state, codes.OUTPUT)
    n = window_end - window
    a = load_8(at + 16)
    b = load_8(at + 24)
    c = load_8(at + 32)
    d = load_8(at + 40)
    e = load_8(at + 48)
    f = load_8(at + 56)
    bounds = _domain(domains, output, codes.OFFSETS_OF)
    parents = _domain(domains, max(0, _domain(domains, output, codes.PARENT)), codes.COUNT_OF)
    if operation == COPY:
        step = _step(registers, b)
        width = _column(columns, d, codes.WIDTH)
        out = _column(columns, d, codes.VALUES) + width * rows
        fields.copy(a, _place(registers, b) + step * window, step, c, n, out)
    elif operation == STORE:
        step = _step(registers, a)
        width = _column(columns, b, codes.WIDTH)
        fields.store(
            width, _place(registers, a) + step * window, step, n, _column(columns, b, codes.VALUES) + width * rows
        )
    elif operation == PACK:
        step = _step(registers, a)
        out = _column(columns, b, codes.VALIDITY if c else codes.VALUES)
        bits.append_register(_place(registers, a) + step * window, step, n, out, rows)
    elif operation == BYTES:
        place_step = _step(registers, a)
        size_step = _step(registers, b)
        return pieces.append_pieces(
            _place(registers, a) + place_step * window,
            place_step,
            _place(registers, b) + size_step * window,
            size_step,
            n,
            _column(columns, c, codes.VALUES),
            _column(columns, c, codes.CAPACITY),
            _column(columns, c, codes.OFFSETS) + 4 * rows,
        )
    elif operation == TRANSCODE:
        place_step = _step(registers, a)
        size_step = _step(registers, b)
        return texts.append_transcoded(
            c,
            _place(registers, a) + place_step * window,
            place_step,
            _place(registers, b) + size_step * window,
            size_step,
            n,
            _column(columns, d, codes.VALUES),
            _column(columns, d, codes.CAPACITY),
            _column(columns, d, codes.OFFSETS) + 4 * rows,
        )
    elif operation == LABEL:
        code_step = _step(registers, a)
        value_step = _step(registers, b)
        return pieces.append_names(
            _place(registers, a) + code_step * window,
            code_step,
            _place(registers, b) + value_step * window,
            value_step,
            n,
            c,
            d,
            _column(columns, e, codes.VALUES),
            _column(columns, e, codes.CAPACITY),
            _column(columns, e, codes.OFFSETS) + 4 * rows,
        )
    elif operation == ITEMS:
        child = load_8(at + 16)
        ends = _column(columns, b, codes.OFFSETS) + 4 * rows
        store_8(domains + 8 * (codes.DOMAIN * child + codes.SHOWN), 1)
        store_8(domains + 8 * (codes.DOMAIN * child + codes.SHOWN_BEFORE), load_s4(ends))
        room = _column(columns, c, codes.CAPACITY)
        return lists.append_lists(_domain(domains, child, codes.OFFSETS_OF), window, n, room, ends)
    elif operation == REPEAT:
        place = _column(columns, b, codes.VALIDITY if c else codes.VALUES)
        width = 0 if c else _column(columns, b, codes.WIDTH)
        batches.repeat(
            _place(registers, a), _step(registers, a), bounds, parents, window, window_end, rows, width, place
        )
    elif operation == ROW:
        place = _column(columns, a, codes.VALUES)
        width = _column(columns, a, codes.WIDTH)
        batches.number_rows(bounds, parents, window, window_end, rows, width, place)
    elif operation == VECTOR:
        values = _column(columns, a, codes.VALUES)
        validity = _column(columns, a, codes.VALIDITY)
        offsets = _column(columns, a, codes.OFFSETS)
        width = _column(columns, a, codes.WIDTH)
        # The pivot: positions, slots, then registers of case, address, presence and validity.
        positions = load_8(b)
        keys = load_8(b + 8)
        case = load_8(b + 16)
        address = load_8(b + 24)
        presence = load_8(b + 32)
        null_bits = load_8(b + 40)
        scratch = _slot(state, codes.SCRATCH)
        for p in range(parents):
            begin = load_8(bounds + 8 * p)
            low = max(window, begin)
            high = min(window_end, load_8(bounds + 8 * p + 8))
            if low < high:
                batches.append_vector(
                    load_8(positions + 8 * (p * keys + c)),
                    low - begin,
                    high - low,
                    rows + low - window,
                    _place(registers, case),
                    _step(registers, case),
                    _place(registers, address),
                    _step(registers, address),
                    _place(registers, presence),
                    _step(registers, presence),
                    _place(registers, null_bits),
                    _step(registers, null_bits),
                    d,
                    values,
                    validity,
                    offsets,
                    width,
                    e,
                    f,
                    load_8(at + 64),
                    scratch,
                )
    elif operation == LISTS:
        capacity = _column(columns, a, codes.CAPACITY)
        positions = load_8(b)
        keys = load_8(b + 8)
        case = load_8(b + 16)
        address = load_8(b + 24)
        presence = load_8(b + 32)
        null_bits = load_8(b + 40)
        ends = load_8(b + 48)
        leaves = load_8(at + 80)
        for p in range(parents):
            begin = load_8(bounds + 8 * p)
            low = max(window, begin)
            high = min(window_end, load_8(bounds + 8 * p + 8))
            if low < high:
                fitted, needed = slots.append_slots(
                    load_8(positions + 8 * (p * keys + c)),
                    low - begin,
                    high - low,
                    rows + low - window,
                    _place(registers, case),
                    _step(registers, case),
                    _place(registers, address),
                    _step(registers, address),
                    _place(registers, presence),
                    _step(registers, presence),
                    _place(registers, null_bits),
                    _step(registers, null_bits),
                    _place(registers, ends),
                    _step(registers, ends),
                    columns,
                    capacity,
                    d,
                    load_8(at + 72),
                    leaves + 8,
                    load_8(leaves),
                    e,
                    f,
                    load_8(at + 64),
                    _slot(state, codes.SCRATCH),
                )
                if fitted < high - low:
                    return low - window + fitted, needed
    return n, 0


def run(state: int) -> int:
    """Go on with the batch; ``state`` is the address of `codes.STATE` int64. Gives the code that is also in the
    state."""
    registers = _slot(state, codes.REGISTERS)
    domains = _slot(state, codes.DOMAINS)
    domain_count = _slot(state, codes.DOMAIN_COUNT)
    program = _slot(state, codes.PROGRAM)
    instructions = _slot(state, codes.INSTRUCTIONS)
    profile = _slot(state, codes.PROFILE)
    output = _slot(state, codes.OUTPUT)
    code = NONE
    while True:
        room = _slot(state, codes.ROOM) - _slot(state, codes.ROWS)
        if room <= 0:
            code = FULL
            _set(state, codes.WHICH, -1)
            break
        code = NONE
        _set(state, codes.FIELD, -1)
        held = _slot(state, codes.HELD)
        if held == 0:
            _set(state, codes.ARENA_USED, 0)
        for domain in range(1, domain_count):
            if held == 0:
                store_8(domains + 8 * (codes.DOMAIN * domain + codes.COUNT_OF), -1)
            store_8(domains + 8 * (codes.DOMAIN * domain + codes.SHOWN), 0)
        window = 0
        window_end = 0
        records = held
        clock = 0
        for x in range(instructions):
            at = program + 8 * INSTRUCTION * x
            operation = load_8(at)
            domain = load_8(at + 8)
            if operation < WINDOW:
                if held:
                    continue
                guard = load_8(at + 8 * (INSTRUCTION - 2))
                if guard != 0 and not _is_met(guard):
                    if operation == WHETHER:
                        store_8(load_8(at + 32), 0)
                    continue
            if profile:
                clock = cycles()
            if operation == FRAME:
                most = _slot(state, codes.BLOCK)
                if output == 0:
                    most = min(most, room)
                most = min(most, _slot(state, codes.RECORDS_END) - _slot(state, codes.RECORD))
                if most <= 0:
                    records, code, needed = 0, END, 0
                elif load_8(at + 16) == FRAME_REGIONS:
                    records, code, needed = regions.frame(state, at, registers, most)
                    _set(state, codes.POSITION, load_8(_place(registers, 0)))
                    _enter(state, 0)
                else:
                    records, code, needed = framing.frame(
                        load_8(at + 16),
                        load_8(at + 24),
                        load_8(at + 32),
                        load_8(at + 40),
                        load_8(at + 48),
                        _place(registers, 0),
                        _place(registers, 1),
                        _slot(state, codes.POSITION),
                        _slot(state, codes.BUFFER_END),
                        _slot(state, codes.REGION_END),
                        _slot(state, codes.RECORD),
                        most,
                        _slot(state, codes.BLOCK_BYTES),
                        _slot(state, codes.MOST_RECORD_BYTES),
                        _slot(state, codes.MOST_ELEMENTS),
                    )
                _set(state, codes.NEEDED, needed)
                if code >= BAD:
                    _set(state, codes.FIELD, load_8(at + 8 * (INSTRUCTION - 1)))
                store_8(domains + 8 * codes.COUNT_OF, records)
            elif operation < WINDOW:
                n = _domain(domains, domain, codes.COUNT_OF)
                if operation == ELEMENTS:
                    child = load_8(at + 16)
                    count = load_8(at + 24)
                    offsets = _domain(domains, child, codes.OFFSETS_OF)
                    passed, reason, needed = lists.expand(
                        _place(registers, count),
                        _step(registers, count),
                        n,
                        offsets,
                        _domain(domains, child, codes.ROOM_OF),
                        _slot(state, codes.MOST_ELEMENTS),
                    )
                    store_8(domains + 8 * (codes.DOMAIN * child + codes.COUNT_OF), load_8(offsets + 8 * passed))
                    if passed < n and reason == CUT:
                        _set(state, codes.WHICH, child)
                        _set(state, codes.NEEDED, needed)
                elif operation == RUN:
                    child = load_8(at + 16)
                    first = load_8(at + 24)
                    high = load_8(at + 32)
                    offsets = _domain(domains, child, codes.OFFSETS_OF)
                    pieces = load_8(at + 56)
                    if pieces:
                        passed, reason, needed = walks.run_pieces(
                            _place(registers, first),
                            _step(registers, first),
                            _place(registers, high),
                            _step(registers, high),
                            n,
                            offsets,
                            _domain(domains, child, codes.ROOM_OF),
                            load_8(at + 40),
                            pieces,
                            _slot(state, codes.MOST_ELEMENTS),
                            _place(registers, load_8(at + 72)),
                        )
                    else:
                        passed, reason, needed = walks.run(
                            _place(registers, first),
                            _step(registers, first),
                            _place(registers, high),
                            _step(registers, high),
                            n,
                            offsets,
                            _domain(domains, child, codes.ROOM_OF),
                            load_8(at + 40),
                            load_8(at + 48),
                            load_8(at + 64),
                            registers,
                            _slot(state, codes.MOST_ELEMENTS),
                            _place(registers, load_8(at + 72)),
                        )
                    store_8(domains + 8 * (codes.DOMAIN * child + codes.COUNT_OF), load_8(offsets + 8 * passed))
                    if passed < n and reason == CUT:
                        _set(state, codes.WHICH, child)
                        _set(state, codes.NEEDED, needed)
                else:
                    offsets = _domain(domains, domain, codes.OFFSETS_OF)
                    parents = 0
                    if domain > 0:
                        parents = _domain(domains, _domain(domains, domain, codes.PARENT), codes.COUNT_OF)
                    passed, reason = _check(state, at, operation, domain, n, parents, offsets)
                if passed < n:
                    records = _keep_before(domains, domain_count, domain, passed)
                    code = GROW if reason == CUT and records == 0 else reason
                    _set(state, codes.FIELD, load_8(at + 8 * (INSTRUCTION - 1)))
            elif operation == WINDOW:
                count = load_8(at + 16)
                if count >= 0:
                    parents = _domain(domains, _domain(domains, output, codes.PARENT), codes.COUNT_OF)
                    offsets = _domain(domains, output, codes.OFFSETS_OF)
                    lists.accumulate(_place(registers, count), _step(registers, count), parents, offsets)
                window = _slot(state, codes.HELD_ROWS if held else codes.SKIP)
                window_end = min(_rows_before(state, records), window + room)
            elif window < window_end:
                low = window
                high = window_end
                before = _slot(state, codes.ROWS)
                if domain != output:
                    low = _domain(domains, domain, codes.SHOWN_FROM)
                    high = _domain(domains, domain, codes.SHOWN_TO)
                    before = _domain(domains, domain, codes.SHOWN_BEFORE)
                fitted, needed = _output(state, at, operation, low, high, before)
                if fitted < high - low:
                    window_end = _rows_that_fit(state, domain, low + fitted)
                    code = FULL
                    _set(state, codes.WHICH, load_8(at + 8 * (INSTRUCTION - 1)))
                    _set(state, codes.NEEDED, needed)
                if operation == ITEMS or fitted < high - low:
                    for child in range(1, domain_count):
                        if _domain(domains, child, codes.SHOWN):
                            _show(domains, child, output, window, window_end)
            if profile:
                store_8(profile + 8 * x, load_8(profile + 8 * x) + cycles() - clock)
            if records == 0:
                break
        if records > 0:
            _set(state, codes.ROWS, _slot(state, codes.ROWS) + window_end - window)
            if window_end < _rows_before(state, records):
                if code != FULL:
                    _set(state, codes.WHICH, -1)
                code = FULL
            _consume(state, records, window_end)
        if code != NONE and code != CUT:
            break
        if records == 0:
            # A block of no records that says nothing would go on for ever.
            code = END if code == NONE else code
            break
    _set(state, codes.CODE, code)
    return code


kernel = compiled(run)
