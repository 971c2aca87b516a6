"""Where records or elements end that only shows when they are read: programs over single numbers.

See `codes.WALK_LOAD` and what follows it. A number is read only where its bytes are there.
"""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, store_8, walked
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.operations.ends import cut_one, find
from bytewright.kernels.native.operations.expressions import divided, matched
from bytewright.kernels.native.operations.fields import load_number
from bytewright.kernels.native.operations.floats import computed as floated
from bytewright.kernels.native.operations.texts import characters, compared, spelled
from bytewright.kernels.native.operations.varints import size_of, value_of
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.codes import COUNT, CUT, LEFT, LIMIT, MORE, NONE, OUTSIDE

_LONGEST_VARINT = 10


@inner
def walk(table: int, slots: int, place: int, low: int, high: int, there: int, most: int) -> tuple[int, int, int]:
    """Run a walk for one record or element, which begins at ``place``.

    Bytes from ``low`` to ``high`` may be read; those behind ``there`` must be fetched first. No loop takes more than
    ``most`` turns. Gives where it ends, a code, and behind which address nothing is wanted where the code is `MORE`."""
    store_8(slots, place)
    code = load_8(table + 8 * codes.WALK_CODE)
    if code != 0:
        return walked(code, table, slots, place, low, high, there, most)
    return _interpreted(table, slots, low, high, there, most)


@inner
def _interpreted(table: int, slots: int, low: int, high: int, there: int, most: int) -> tuple[int, int, int]:
    """The same, word by word; where it begins is in slot 0."""
    words = table + 8 * (codes.WALK_HEADER + 2 * load_8(table + 8 * codes.WALK_INPUTS))
    count = load_8(table + 8 * codes.WALK_WORDS)
    turns = 0
    x = 0
    while x < count:
        at = words + 8 * codes.WALK_WORD * x
        x += 1
        operation = load_8(at)
        a = load_8(at + 8)
        b = load_8(at + 16)
        c = load_8(at + 24)
        d = load_8(at + 32)
        e = load_8(at + 40)
        value = 0
        if operation == codes.WALK_LOAD:
            if e < 0 or load_8(slots + 8 * e) != 0:
                place = load_8(slots + 8 * b) + c
                if place < low or place > high - d:
                    return 0, OUTSIDE, 0
                if place > there - d:
                    return 0, MORE, place + d
                value = load_number(a, place)
        elif operation == codes.WALK_BINARY:
            value = _computed(a, load_8(slots + 8 * b), load_8(slots + 8 * c))
        elif operation == codes.WALK_SELECT:
            value = load_8(slots + 8 * c)
            if load_8(slots + 8 * a) != 0:
                value = load_8(slots + 8 * b)
        elif operation == codes.WALK_LOOKUP:
            index = load_8(slots + 8 * a)
            value = d
            if 0 <= index < c:
                value = load_8(b + 8 * index)
        elif operation == codes.WALK_MATCH:
            value = matched(load_8(slots + 8 * a), b, c, d)
        elif operation == codes.WALK_BESIDE:
            index = load_8(slots + 8 * a)
            value = c
            if 0 <= index < load_8(b + 8):
                value = load_8(load_8(b) + 8 * index)
        elif operation == codes.WALK_FIND:
            if e < 0 or load_8(slots + 8 * e) != 0:
                place = load_8(slots + 8 * a)
                limit = high
                if d >= 0:
                    limit = min(high, load_8(slots + 8 * d))
                if place < low or place > limit:
                    return 0, OUTSIDE, 0
                value = find(place, min(limit, there), b, c)
                if value < 0 and there < limit:
                    # As much again, so that a long search doesn't begin over and over.
                    return 0, MORE, min(limit, max(place, there) + (there - low) + 64)
        elif operation == codes.WALK_CUT or operation == codes.WALK_SPELLED or operation == codes.WALK_CHARACTERS:
            size = load_8(slots + 8 * c)
            place = load_8(slots + 8 * a) + b
            there_is = operation == codes.WALK_CUT or e < 0 or load_8(slots + 8 * e) != 0
            if there_is and size != 0:
                if size < 0 or place < low or place > high - size:
                    return 0, OUTSIDE, 0
                if place > there - size:
                    return 0, MORE, place + size
            if not there_is:
                value = 0
            elif operation == codes.WALK_CUT:
                value = cut_one(place, size, d, e, load_8(at + 48))
            elif operation == codes.WALK_CHARACTERS:
                value = characters(d, place, place + size)
            else:
                value = spelled(place, size, d)
                if value == codes.NOT_SPELLED:
                    return 0, LEFT, 0
        elif operation == codes.WALK_COMPARED:
            first, second = load_8(slots + 8 * b), load_8(slots + 8 * d)
            left, right = load_8(slots + 8 * a), load_8(slots + 8 * c)
            for size, place in ((first, left), (second, right)):
                if size != 0:
                    if size < 0 or place < low or place > high - size:
                        return 0, OUTSIDE, 0
                    if place > there - size:
                        return 0, MORE, place + size
            value = compared(left, first, right, second)
        elif operation == codes.WALK_FLOAT:
            value = floated(a, load_8(slots + 8 * b), load_8(slots + 8 * c))
        elif operation == codes.WALK_SIZE:
            if c < 0 or load_8(slots + 8 * c) != 0:
                place = load_8(slots + 8 * a) + b
                if place < low or place >= high:
                    return 0, OUTSIDE, 0
                value = size_of(place, min(high, there))
                if value == 0:
                    if there < high and there - place < _LONGEST_VARINT:
                        return 0, MORE, min(high, place + _LONGEST_VARINT)
                    # What is wrong with it, if anything is, the object reader knows.
                    return 0, LEFT, 0
        elif operation == codes.WALK_VARINT:
            value = value_of(load_8(slots + 8 * a) + b, load_8(slots + 8 * c))
        elif operation == codes.WALK_LOOP:
            turns_wanted = load_8(slots + 8 * a)
            if turns_wanted < 0 or turns_wanted > most:
                return 0, COUNT, 0
            store_8(slots + 8 * c, 0)
            value = load_8(slots + 8 * d)
            if turns_wanted == 0:
                x += b
        elif operation == codes.WALK_AGAIN:
            value = load_8(slots + 8 * d)
            if value < load_8(slots + 8 * load_8(at + 56)) or value > high:
                return 0, OUTSIDE, 0
            turns += 1
            if turns > most:
                return 0, LIMIT, 0
            number = load_8(slots + 8 * c) + 1
            store_8(slots + 8 * c, number)
            if number < load_8(slots + 8 * a):
                x -= b
        elif operation == codes.WALK_UNTIL:
            value = load_8(slots + 8 * d)
            begin = load_8(slots + 8 * load_8(at + 56))
            if value == begin:
                # Elements without bytes: objects know how many there may be.
                return 0, LEFT, 0
            if value < begin or value > high:
                return 0, OUTSIDE, 0
            turns += 1
            if turns > most:
                return 0, LIMIT, 0
            store_8(slots + 8 * c, load_8(slots + 8 * c) + 1)
            if load_8(slots + 8 * a) == 0:
                x -= b
        store_8(slots + 8 * load_8(at + 56), value)
    return load_8(slots + 8 * load_8(table + 8 * codes.WALK_RESULT)), NONE, 0


@inner
def _tell(table: int, slots: int, registers: int, first: int, behind: int, number: int) -> None:
    """Put some of the inputs of a walk into its slots: what their registers hold at a number."""
    for i in range(first, behind):
        register = registers + 16 * load_8(table + 8 * (codes.WALK_HEADER + 2 * i))
        slot = load_8(table + 8 * (codes.WALK_HEADER + 2 * i + 1))
        store_8(slots + 8 * slot, load_8(load_8(register) + load_8(register + 8) * number))


@inner
def chain(
    first: int,
    first_step: int,
    high: int,
    high_step: int,
    offsets: int,
    parents: int,
    table: int,
    slots: int,
    lowest: int,
    lowest_step: int,
    registers: int,
    most: int,
    out: int,
) -> tuple[int, int]:
    """Where elements begin, one behind the other; gives the number of the first whose end isn't found, or how many
    there are, and a code."""
    inputs = load_8(table + 8 * codes.WALK_INPUTS)
    shared = load_8(table + 8 * codes.WALK_SHARED)
    for p in range(parents):
        begin = load_8(offsets + 8 * p)
        end = load_8(offsets + 8 * p + 8)
        if begin == end:
            continue
        _tell(table, slots, registers, 0, shared, p)
        place = load_8(first + first_step * p)
        low = load_8(lowest + lowest_step * p)
        limit = load_8(high + high_step * p)
        for i in range(begin, end):
            store_8(out + 8 * i, place)
            _tell(table, slots, registers, shared, inputs, i)
            store_8(slots + 8 * load_8(table + 8 * codes.WALK_NUMBER), i - begin)
            behind, code, _ = walk(table, slots, place, low, limit, limit, most)
            if code == LEFT:
                return i, LEFT
            if code != NONE or behind < place or behind > limit:
                return i, OUTSIDE
            place = behind
    return load_8(offsets + 8 * parents), NONE


@inner
def run(
    first: int,
    first_step: int,
    high: int,
    high_step: int,
    n: int,
    offsets: int,
    room: int,
    table: int,
    slots: int,
    last: int,
    lowest: int,
    lowest_step: int,
    registers: int,
    most: int,
    out: int,
) -> tuple[int, int, int]:
    """Where elements begin that follow each other up to an end, or to one for which slot ``last`` isn't 0 (-1: there is
    none). Gives how many parents fit, a code, and the elements wanted where it is `CUT`."""
    inputs = load_8(table + 8 * codes.WALK_INPUTS)
    total = 0
    store_8(offsets, 0)
    for p in range(n):
        _tell(table, slots, registers, 0, inputs, p)
        place = load_8(first + first_step * p)
        low = load_8(lowest + lowest_step * p)
        limit = load_8(high + high_step * p)
        begin = total
        open_ended = last >= 0 and place < limit
        if place > limit:
            return p, OUTSIDE, 0
        while place < limit:
            if total - begin >= most:
                return p, COUNT, 0
            if total >= room:
                return p, CUT, total + 1
            store_8(out + 8 * total, place)
            store_8(slots + 8 * load_8(table + 8 * codes.WALK_NUMBER), total - begin)
            behind, code, _ = walk(table, slots, place, low, limit, limit, most)
            if last >= 0 and (code == LEFT or (code == NONE and behind == place)):
                return p, LEFT, 0
            if code != NONE or behind <= place or behind > limit:
                return p, OUTSIDE, 0
            place = behind
            total += 1
            if last >= 0 and load_8(slots + 8 * last) != 0:
                open_ended = False
                break
        if open_ended:
            return p, OUTSIDE, 0
        store_8(offsets + 8 * p + 8, total)
    return n, NONE, 0


@inner
def run_values(offsets: int, parents: int, table: int, slots: int, registers: int, out: int) -> None:
    """Values of elements, each of which rests on that of the element before: 0 for the first one of each parent. The
    walk reads no bytes."""
    inputs = load_8(table + 8 * codes.WALK_INPUTS)
    for p in range(parents):
        value = 0
        for i in range(load_8(offsets + 8 * p), load_8(offsets + 8 * p + 8)):
            _tell(table, slots, registers, 0, inputs, i)
            value, _, _ = walk(table, slots, value, 0, 0, 0, 0)
            store_8(out + 8 * i, value)


@inner
def _computed(operator: int, x: int, y: int) -> int:
    """One of `codes.OPERATORS`."""
    if operator == 0:
        return x + y
    if operator == 1:
        return x - y
    if operator == 2:
        return x * y
    if operator == 3:
        return x & y
    if operator == 4:
        return x | y
    if operator == 5:
        return x ^ y
    if operator == 6:
        return x << (y & 63)
    if operator == 7:
        return x >> (y & 63)
    if operator == 8 or operator == 9 or operator >= 16:
        return divided(operator, x, y)
    if operator == 10:
        return int(x == y)
    if operator == 11:
        return int(x != y)
    if operator == 12:
        return int(x < y)
    if operator == 13:
        return int(x <= y)
    if operator == 14:
        return min(x, y)
    return max(x, y)
