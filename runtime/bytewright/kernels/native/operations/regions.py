"""Records that lie in regions: one behind the other in each, to one that is the last or to the region's end."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, load_u1, prefetch, store_8
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.machine.state import slot
from bytewright.kernels.native.operations.boundaries import walk
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.codes import END, LEFT, LIMIT, MORE, NONE, SIZE, TRUNCATED


@inner
def _start(state: int, region: int) -> int:
    """Address of the first record of a region; of none, where there is no such region."""
    if region >= slot(state, codes.REGION_COUNT):
        return 0
    firsts = slot(state, codes.FIRSTS)
    if firsts != 0:
        return load_8(firsts + 8 * region) - slot(state, codes.SHIFT)
    return load_8(slot(state, codes.REGIONS) + 16 * region) - slot(state, codes.SHIFT)


@inner
def _comes_again(state: int, place: int, region: int, index: int) -> bool:
    """Whether a record is one that has been come to before, as a chain of them shows sooner or later that comes back to
    itself. The place of a record is noted and compared with that of the following ones, as many as came before it."""
    if index & (index - 1) == 0:
        store_8(state + 8 * codes.SEEN, place)
        store_8(state + 8 * codes.SEEN_REGION, region)
        store_8(state + 8 * codes.SEEN_INDEX, index)
        return False
    if region != slot(state, codes.SEEN_REGION) or index <= slot(state, codes.SEEN_INDEX):
        return False  # a batch was full before, and it went back
    return place == slot(state, codes.SEEN)


@inner
def _is_tail(place: int, tail: int, size: int) -> bool:
    """Whether so many bytes make a number, the lowest first."""
    found = 0
    for i in range(size):
        found |= load_u1(place + i) << (8 * i)
    return found == tail


@inner
def frame(state: int, at: int, registers: int, most: int) -> tuple[int, int, int]:
    """Find the records of a block: at most ``most``, and no more once they hold `codes.BLOCK_BYTES`.

    Operands of the instruction: the walk over a record and its slots; the slot that says whether a record is the last
    of its region (-1: regions end where their bytes do), whether that one is passed over, the first of three slots in
    which the walk is told where the region begins and ends and its number (-1: it doesn't ask), the bytes that stand
    behind the last record, as a number, with their size, and the slot that says where in the region the next record
    begins (-1: behind this one).

    Gives the number of records, a code, and how many bytes of the next record are wanted where the code is `MORE`.
    What comes behind the last record has an entry in all registers, too."""
    table = load_8(at + 24)
    slots = load_8(at + 32)
    last = load_8(at + 40)
    passed_over = load_8(at + 48)
    bounds = load_8(at + 56)
    tail = load_8(at + 64)
    tail_size = load_8(at + 72)
    following = load_8(at + 80)
    starts = load_8(registers + 16 * codes.START_REGISTER)
    ends = load_8(registers + 16 * codes.END_REGISTER)
    region_of = load_8(registers + 16 * codes.REGION_REGISTER)
    index_of = load_8(registers + 16 * codes.INDEX_REGISTER)
    position = slot(state, codes.POSITION)
    buffer = slot(state, codes.BUFFER)
    buffer_end = slot(state, codes.BUFFER_END)
    shift = slot(state, codes.SHIFT)
    regions = slot(state, codes.REGIONS)
    region = slot(state, codes.REGION)
    count = slot(state, codes.REGION_COUNT)
    index = slot(state, codes.REGION_INDEX)
    most_bytes = slot(state, codes.MOST_RECORD_BYTES)
    most_turns = slot(state, codes.MOST_ELEMENTS)
    left_bytes = slot(state, codes.BLOCK_BYTES)
    i = 0
    code = NONE
    needed = 0
    store_8(slots + 8 * codes.WALK_SHIFT, shift)
    number = load_8(table + 8 * codes.WALK_NUMBER)
    while i < most and left_bytes > 0:
        if region >= count:
            code = END
            break
        region_end = load_8(regions + 16 * region + 8) - shift
        left = region_end - position
        if left <= 0:
            if last >= 0:
                code = TRUNCATED
                break
            region += 1
            index = 0
            position = _start(state, region)
            continue
        if position < buffer or position >= buffer_end:
            code = MORE
            needed = 1
            break
        prefetch(position + 1024)
        if bounds >= 0:
            store_8(slots + 8 * bounds, load_8(regions + 16 * region) - shift)
            store_8(slots + 8 * bounds + 8, region_end)
            store_8(slots + 8 * bounds + 16, region)
        if following >= 0 and _comes_again(state, position + shift, region, index):
            code = LEFT
            break
        store_8(slots + 8 * number, index)
        end, code, wanted = walk(table, slots, position, position, region_end, buffer_end, most_turns)
        if code == MORE:
            needed = wanted - position
            if needed > most_bytes:
                code = LIMIT
            break
        if code != NONE:
            break
        size = end - position
        if size < 1:
            code = SIZE
            break
        if size > left:
            code = TRUNCATED
            break
        if size > most_bytes:
            code = LIMIT
            break
        if size > buffer_end - position:
            code = MORE
            needed = size
            break
        is_last = last >= 0 and load_8(slots + 8 * last) != 0
        if is_last and tail_size > 0:
            if size + tail_size > left:
                code = LEFT
                break
            if size + tail_size > buffer_end - position:
                code = MORE
                needed = size + tail_size
                break
            if not _is_tail(end, tail, tail_size):
                code = LEFT
                break
        reached = end
        if following >= 0 and not is_last:
            region_start = load_8(regions + 16 * region) - shift
            offset = load_8(slots + 8 * following)
            if offset < 0 or offset >= region_end - region_start:
                code = LEFT
                break
            reached = region_start + offset
        if is_last and passed_over:
            if index == 0:
                # What a list may be that has nothing but its last element, the object reader knows.
                code = LEFT
                break
        else:
            store_8(starts + 8 * i, position)
            store_8(ends + 8 * i, end)
            store_8(region_of + 8 * i, region)
            store_8(index_of + 8 * i, index)
            left_bytes -= size
            i += 1
        position = reached
        index += 1
        if is_last:
            region += 1
            index = 0
            position = _start(state, region)
    store_8(starts + 8 * i, position)
    store_8(region_of + 8 * i, region)
    store_8(index_of + 8 * i, index)
    return i, code, needed
