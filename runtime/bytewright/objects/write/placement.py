"""Placement: where fields with positions of their own lie in the streams of an output.

The sequence of a stream is written first. Then comes what has a place of its own (instances with ``pos``), in the order
of the structures that hold it; then the bytes that no field described when the file was read, as far as nothing else
lies there now. Where a place is free (a field says no more than where something is), what would cover other bytes goes
to the end, and so does what is new.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from bytewright.errors import NO_VALUE, WriteError, cause, shown
from bytewright.io.rope import rope_of
from bytewright.limits import DEFAULT
from bytewright.model.origins import span_of
from bytewright.model.structures import Struct, field_path, value_of
from bytewright.objects.write.drafts import (
    Draft,
    PlacingOutput,
    agreement,
    drafted_at,
    is_as_read,
    is_described,
    lay_draft,
    overlay,
    stale_of,
)
from bytewright.objects.write.fixups import Assumption, contradicted
from bytewright.objects.write.streams import OutputStream, Placement

MOST_PADDING = 1 << 16
"""How far behind the others something may be put so that a field can say where it is."""
_MOST_PLACES = 256
"""How many places among others are tried for something."""
MOST_BYTES = DEFAULT.maxRecordBytes
"""How far from the beginning of a file something may be put: no reader takes one that is larger."""

_GROWN, _EMPTY, _FOLLOWS, _FROM_END = 1, 2, 3, 4
"""What something waits for: others that have a place, any that have bytes, those that decide where it lies, all."""


class Gaps(NamedTuple):
    """The bytes of a stream that no field described, by their positions; ``size``: of the stream, then."""

    pieces: list[tuple[int, bytes]]
    size: int


def settle(out: PlacingOutput, stream: OutputStream, fixed: Gaps | None = None) -> int:
    """Write all that lies at places of its own in a stream.

    Args:
        out: the output.
        stream: the stream, of which the sequence is written.
        fixed: bytes that stay where they were.

    Returns:
        Where what was written of it ends, as a position.
    """
    stream.front = len(out.buffer) - stream.origin
    if fixed is not None:
        _fix(out, stream, fixed)
    if not stream.waiting:
        return stream.front
    waiting: list[Placement] = []
    while stream.tasks or waiting:  # what is placed may hold more
        task = stream.tasks.popleft() if stream.tasks else waiting.pop(0)
        target = stream if task.stream is None else task.stream()
        if target is not stream:
            if isinstance(target, Struct):
                out.wait(target, task)
            else:  # what has not begun is looked for once more at the end
                _hand_over(out, target if isinstance(target, OutputStream) else out.outermost, task, out.current.within)
        elif not _put(out, stream, task):
            waiting.append(task)
            waiting.sort(key=lambda task: task.waits)
    return stream.occupied.end


def _fix(out: PlacingOutput, stream: OutputStream, gaps: Gaps) -> None:
    """Write bytes that no field describes where they were: what can't be read lies in them.

    No less is known of a damaged file than which of them that is, so all of them stay."""
    for start, data in gaps.pieces:
        if stream.occupied.overlaps(start, start + len(data)):
            out.conflicts.append(out.unread[0].unkept(f"others up to {stream.front}, where they begin at {start}"))
        overlay(out, stream, start, data)


def hand_over(out: PlacingOutput, task: Placement, within: tuple[int, ...]) -> None:
    """Something waited for a structure that hasn't begun: it lies where that was kept, or nowhere.

    ``within``: the structures in which that waited."""
    assert task.stream is not None
    target = task.stream()
    target = target._io if isinstance(target, Struct) else target
    if isinstance(target, OutputStream):
        _hand_over(out, target, task, within)


def _hand_over(out: PlacingOutput, target: OutputStream, task: Placement, within: tuple[int, ...]) -> None:
    """Something lies in another stream: one that is complete takes it when all is written once more."""
    out.memory.forbid(within, target.within)
    if target is out.current or (id(task.owner), task.field) in (target.placed or ()):
        return
    if target.out is None:
        target.late = (*target.late, task)
        out.unsettled = True
    else:
        target.tasks.append(task)


def _put(out: PlacingOutput, stream: OutputStream, task: Placement) -> bool:
    """Write something at its place; whether it is done, or waits for others.

    What has grown gives way to what has a place already, and what counts from the end is the last."""
    decided = (id(task.decides[0]), *task.decides[1:]) if task.decides is not None else None
    if decided in out.absentees:
        expected = "nothing, as what says where it lies is absent"
        _conflict(out, task, expected, shown(value_of(task.owner, task.field, None)))
        return True
    if (task.follows or decided in out.decided) and task.waits < _FOLLOWS:
        task.waits = _FOLLOWS
        return False
    if stream.placed is None:
        stream.placed = set()
    stream.placed.add((id(task.owner), task.field))
    end = len(out.buffer) - stream.origin if stream.from_end is None else stream.front
    if decided in out.decided or _is_last(task):
        decided = None  # something else lies there, too, or its end decides
    unset = decided is not None and ((out.relocate and not task.held) or out.is_free(decided))
    if unset and task.waits < _EMPTY and _was_empty(task):
        task.waits = _EMPTY
        return False
    if unset:
        assert decided is not None
        free = _room_for(out, stream, task, end, decided)
        if free is None:
            return True
        wanted, counts_from_end = free, False
    else:
        wanted, counts_from_end = _wanted(out, stream, task, end)
    moved = unset
    if counts_from_end and task.waits < _FROM_END:
        task.waits = _FROM_END
        return False
    draft = None
    if counts_from_end:
        out.tell_known()
        draft = _closing(out, stream, task, wanted, end)
        if draft is not None:
            wanted = end
    if _is_outside(out, stream, task, wanted, counts_from_end=counts_from_end):
        return True
    read = span_of(task.owner, task.field)
    if draft is None and read is None and stream.origin + wanted == len(out.buffer):
        stop = _append(out, stream, task)
        _note_put(out, stream, task, wanted, stop, decided, counts_from_end=counts_from_end, moved=moved)
        return True
    draft = draft or drafted_at(out, stream, task, wanted)
    if not task.waits and decided is not None and read is not None and len(draft.data) > read.end - read.start:
        task.waits = _GROWN
        return False
    assumed = None
    if not (counts_from_end and stream.fresh) or is_described(out, stream, wanted, draft):
        clashes = (id(task.owner), task.field, wanted) in out.clashes
        assumed = None if clashes else agreement(out, stream, wanted, draft)
    if assumed is None and stream.occupied.overlaps(wanted, wanted + len(draft.data)):
        if decided is None or stream.ended:  # where nothing may follow, what has changed there counts, too
            stale = stale_of(stream, task, wanted, draft)
            if stale is not None:
                out.outstanding.stale.append(stale)
                if decided is not None:
                    out.decided[decided] = None
                return True
        if decided is None:
            _note_clash(out, stream, task, wanted, draft, counts_from_end=counts_from_end)
            return True
        free = _free(out, stream, task, end)
        if free is None:
            return True
        wanted, moved = free, True
        draft = drafted_at(out, stream, task, wanted)
    lay_draft(out, stream, wanted, draft)
    for place, byte in assumed or ():
        out.outstanding.assumed.append(Assumption(task.owner, task.field, wanted, place, byte))
    stop = wanted + len(draft.data)
    _note_put(out, stream, task, wanted, stop, decided, counts_from_end=counts_from_end, moved=moved)
    return True


def _closing(out: PlacingOutput, stream: OutputStream, task: Placement, wanted: int, end: int) -> Draft | None:
    """What counts from the end of a stream whose size nothing has told before, where it lies behind all others: that
    says the size. None: it doesn't."""
    if stream.before is not None or stream.given is not None or stream.from_end is not None:
        return None
    draft = drafted_at(out, stream, task, end)
    said = partial(_said, out, stream, task, end)
    return draft if not is_described(out, stream, wanted, draft) and stream.reach(said, end) else None


def _is_outside(
    out: PlacingOutput, stream: OutputStream, task: Placement, wanted: int, *, counts_from_end: bool
) -> bool:
    """Whether something would lie where its stream isn't, which is noted."""
    most = MOST_BYTES - max(0, stream.origin)
    if stream.given is not None:
        most = min(most, stream.given)
    if 0 <= wanted <= most:
        return False
    if counts_from_end and wanted < 0:
        stream.lacking = max(stream.lacking, stream.front - wanted)
    _conflict(out, task, f"a position from 0 to {most}", str(wanted))
    return True


def _note_clash(
    out: PlacingOutput, stream: OutputStream, task: Placement, wanted: int, draft: Draft, *, counts_from_end: bool
) -> None:
    """Something must lie where others say something else: that is wrong, unless it lies there as it was read."""
    if is_as_read(out, stream, task, wanted):
        return
    both = stream.occupied.overlaps(wanted, wanted + len(draft.data))
    if counts_from_end:
        stream.lacking = max(stream.lacking, both[-1][1] - wanted)
    elif stream.told is not None:  # it may be in the way of what counts from the end
        stream.lacking = max(stream.lacking, wanted + len(draft.data) - both[0][0])
    out.conflicts.append(contradicted(task.owner, task.field))


def _note_put(
    out: PlacingOutput,
    stream: OutputStream,
    task: Placement,
    wanted: int,
    stop: int,
    decided: tuple[int, int, int | None] | None,
    *,
    counts_from_end: bool,
    moved: bool,
) -> None:
    """Something lies from one place to another.

    Args:
        out: the output.
        stream: the stream that it lies in.
        task: it.
        wanted: where it begins.
        stop: where it ends.
        decided: what says where it lies.
        counts_from_end: whether that counts from the end of the stream.
        moved: whether it was put where there was room.
    """
    if counts_from_end:
        stream.from_end = wanted if stream.from_end is None else min(stream.from_end, wanted)
    elif stream.from_end is None or stop <= stream.from_end:
        stream.front = max(stream.front, stop)
    elif moved:  # what counts from the end goes further back the next time
        stream.lacking = max(stream.lacking, stop - stream.from_end)
    if task.solve is not None:
        task.solve(wanted)
    if decided is not None:
        out.decided[decided] = None
    if task.position is not None and not task.stateful:  # it may rest on what is known only when all is written
        out.expect(task.position, wanted, task.owner, task.field, "place")


def _room_for(
    out: PlacingOutput, stream: OutputStream, task: Placement, end: int, decided: tuple[int, int, int | None]
) -> int | None:
    """Where something goes of which no field says yet where it lies; None: it adds nothing, or no field can say it."""
    viewed = out.canonical and _is_view(out, stream, task)
    if viewed or (stream.ended and not out.is_free(decided) and _is_said_already(out, stream, task)):
        out.decided[decided] = None
        return None
    read = _where_read(stream, task) if out.canonical else None
    return _free(out, stream, task, end) if read is None else read


def _is_view(out: PlacingOutput, stream: OutputStream, task: Placement) -> bool:
    """Whether others say the same of all bytes where something was read: then it stays there, and adds nothing."""
    read = span_of(task.owner, task.field)
    if read is None or task.solve is None or task.position is None or stream.from_end is not None:
        return False
    at, size = read.start - stream.read_from, read.end - read.start
    if not size or stream.occupied.lacks(at, at + size):
        return False
    task.solve(at)
    if task.position() != at:
        return False
    draft = drafted_at(out, stream, task, at)
    return not stream.occupied.lacks(at, at + len(draft.data)) and agreement(out, stream, at, draft) is not None


def _is_said_already(out: PlacingOutput, stream: OutputStream, task: Placement) -> bool:
    """Whether others say the same of all bytes at the place that something has been given: where nothing may follow
    them, there is no other."""
    if task.position is None or stream.from_end is not None:
        return False
    try:
        at = task.position()
    except NO_VALUE:
        return False
    if not isinstance(at, int) or stream.occupied.lacks(at, at + 1):
        return False
    draft = drafted_at(out, stream, task, at)
    if stream.drafted or stream.occupied.lacks(at, at + len(draft.data)):
        return False
    return agreement(out, stream, at, draft) == []


def _was_empty(task: Placement) -> bool:
    """Whether something was read that has no bytes: where it lies is said by what has some at the same place."""
    read = span_of(task.owner, task.field)
    return read is not None and read.start == read.end


def _where_read(stream: OutputStream, task: Placement) -> int | None:
    """Where something was read that stays there: it has no bytes, or nothing is gained by laying it elsewhere.

    A rebuilt file has no gaps; a stream that had none is as it was, whatever shares bytes in it."""
    read = span_of(task.owner, task.field)
    if read is None or not (_was_empty(task) or stream.was_full) or task.solve is None or task.position is None:
        return None
    at = read.start - stream.read_from
    task.solve(at)
    return at if task.position() == at else None


def _free(out: PlacingOutput, stream: OutputStream, task: Placement, end: int) -> int | None:
    """Where something goes that may lie anywhere: behind all others, or, where nothing may follow them, where they say
    the same; where the stream has a size that is too small for that, in the first gap between them. None: no field can
    say it."""
    among = _among_others(out, stream, task) if stream.ended else None
    if among is not None:
        return among
    if stream.given is not None and stream.from_end is None:
        length = len(drafted_at(out, stream, task, end).data)
        gaps = stream.occupied.lacks(0, stream.given) if end + length > stream.given else []
        end = next((low for low, high in gaps if high - low >= length), end)
    return _sayable(out, task, end)


def _among_others(out: PlacingOutput, stream: OutputStream, task: Placement) -> int | None:
    """The first place that a field can say at which others have written the bytes of something; None: there is none.

    It isn't looked for in bytes that are filled in later, nor for what holds something at a place of its own."""
    if task.solve is None or task.position is None or stream.from_end is not None:
        return None
    data = drafted_at(out, stream, task, 0).data
    if not data or stream.drafted:
        return None
    begin, end = stream.origin, len(out.buffer)
    for _ in range(_MOST_PLACES):
        begin = rope_of(out.buffer).whole.find(data, begin, end)
        if begin < 0:
            break
        at = begin - stream.origin
        task.solve(at)
        if task.position() == at:
            draft = drafted_at(out, stream, task, at)
            if not stream.drafted and draft.data == data and agreement(out, stream, at, draft) == []:
                return at
        begin += 1
    return None


def _sayable(out: PlacingOutput, task: Placement, place: int) -> int | None:
    """The first place from one on that a field can say (one that counts in blocks can't say all); None: there is none.

    Places are said in order: a larger one by a larger number."""
    if task.solve is None or task.position is None:
        return place

    def said(at: int) -> int:
        assert task.solve is not None
        assert task.position is not None
        task.solve(at)
        return int(task.position())

    found = said(place)
    if found == place:  # mostly
        return place
    if found < place:
        found, most = place + 1, place + MOST_PADDING
        while found < most:
            middle = (found + most) // 2
            found, most = (found, middle) if said(middle) >= place else (middle + 1, most)
    if found - place <= MOST_PADDING and said(found) == found:
        return found
    expected = f"a place from {place} to {place + MOST_PADDING} that its position can say"
    _conflict(out, task, expected, str(said(place)))
    return None


def _is_last(task: Placement) -> bool:
    """Whether something reaches to the end of its stream, so that where it begins follows from its size."""
    return task.decides is not None and task.solve is None


def _said(out: PlacingOutput, stream: OutputStream, task: Placement, end: int) -> Any:
    """The place that fields say of something; ``end``: where it is drafted, if its size says them."""
    if _is_last(task):
        drafted_at(out, stream, task, end)
    return task.position() if task.position is not None else end


def _wanted(out: PlacingOutput, stream: OutputStream, task: Placement, end: int) -> tuple[int, bool]:
    """Where something is to lie, and whether that counts from the end of the stream."""
    if task.position is None:
        return end, False
    read = task.owner._at.get(task.field)
    if task.stateful and read is not None:
        return read.start - stream.read_from, False
    told, stream.told = stream.told, None
    asked = stream.asked
    try:
        wanted: int = _said(out, stream, task, end)
    except NO_VALUE as error:
        path, expected = field_path(task.owner, task.field), "a place, and all that says it"
        raise WriteError(field=path, expected=expected, found=f"nothing, as {cause(error)}") from error
    stream.asked = asked
    counts = stream.told is not None
    if not counts:
        stream.told = told
    return wanted, counts


def _conflict(out: PlacingOutput, task: Placement, expected: str, found: str) -> None:
    out.conflicts.append(WriteError(field=field_path(task.owner, task.field), expected=expected, found=found))


def _append(out: PlacingOutput, stream: OutputStream, task: Placement) -> int:
    """Write something behind all that is there, where it stays; returns where it ends."""
    begin, tasks = len(out.buffer) - stream.origin, stream.waiting
    task.emit(task.owner, out)
    out.align()
    stop = len(out.buffer) - stream.origin
    stream.occupied.add(begin, stop)
    if stream.waiting > tasks:  # what a structure holds comes before what follows it
        stream.tasks.rotate(stream.waiting - tasks)
    return stop


def note_spare(stream: OutputStream, gaps: Gaps | None) -> None:
    """Find out how many bytes a stream has too many: what counts from its end need not be so far behind the rest.

    Args:
        stream: the stream, when all is placed in it.
        gaps: the bytes that no field described when it was read, where these stay.
    """
    if stream.from_end is None or stream.given is not None or stream.lacking:
        return
    front = max(stream.front, max((stop for _, stop in stream.occupied.overlaps(0, stream.from_end)), default=0))
    kept = gaps.pieces if gaps is not None else []
    if not any(start < stream.from_end and start + len(data) > front for start, data in kept):
        stream.spare = max(0, stream.from_end - front)


def keep_gaps(out: PlacingOutput, stream: OutputStream, gaps: Gaps, end: int) -> None:
    """Write the bytes that no field described where nothing lies now; those at the end stay at the end.

    Args:
        out: the output.
        stream: the stream that they were in.
        gaps: the bytes.
        end: where what fields describe ends now.
    """
    for start, data in gaps.pieces:
        stop = start + len(data)
        if stop == gaps.size and start != end:
            overlay(out, stream, end, data)
            continue
        for low, high in stream.occupied.lacks(start, stop):
            overlay(out, stream, low, data[low - start : high - start])
