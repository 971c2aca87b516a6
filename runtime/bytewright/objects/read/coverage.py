"""Coverage: where fields begin and end, and which bytes no field describes."""

from __future__ import annotations

from bytewright.errors import SlackError
from bytewright.model.kept_keys import GAPS, STREAMS, TAIL
from bytewright.model.origins import span_of
from bytewright.model.places import Span
from bytewright.model.structures import Struct, field_path
from bytewright.objects.read.blame import beginning
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.traverse import explore, structures_below


def leftover(data: bytes) -> str:
    """What to say of bytes where there should be none."""
    return f"{len(data)} byte{'s' if len(data) > 1 else ''} left"


def start_of_field(owner: Struct, field: int) -> int:
    """Offset of the first byte of a field that was read; where it would begin, if it is absent."""
    return _edge(owner, field).start


def end_of_field(owner: Struct, field: int) -> int:
    """Offset of the byte after the last of a field that was read; where it would end, if it is absent."""
    return _edge(owner, field).end


def _edge(owner: Struct, field: int) -> Span:
    span = span_of(owner, field)
    if span is not None:
        return span
    before = max((place.end for index, place in owner._at.items() if index < field), default=None)
    at = before if before is not None else beginning(owner)
    if at is None:  # what the first field's size or condition asks for: the stream stands where that begins
        at = owner._io.at
    return Span(at, at)


def finish_structure(io: Cursor, owner: Struct, *, surveyed: bool = False) -> None:
    """Note the bytes between the end of a structure and the end of its stream.

    Args:
        io: the stream.
        owner: the structure that was read from it.
        surveyed: what has a place of its own may describe them: `survey` finds out, when all has been read.

    Raises:
        SlackError: there are some, and the cursor is strict.
    """
    io.align()
    if surveyed:
        io.cover(io.origin, io.at)
        owner._kept[GAPS] = io
        return
    left = io.left
    if left <= 0:
        return
    start = io.at
    if io.strict:
        raise SlackError(offset=start, field=field_path(owner, "slack"), expected="the end", found=f"{left} more bytes")
    io.warn(start, f"{left} bytes that no field describes")
    owner._kept[TAIL] = io.again(start, start + left)


def survey(root: Struct) -> None:
    """All bytes of a file must be described by fields, those that lie at places of their own included.

    Raises:
        SlackError: some are not.
        ReadError: a field can't be read.
    """
    for unread in explore(root):
        raise unread.error
    for owner in structures_below(root):
        io = owner._kept.get(GAPS)
        if io is None:
            continue
        for start, data in io.uncovered():
            raise SlackError(
                offset=io.origin + start,
                field=field_path(owner, "slack"),
                expected="bytes that a field describes",
                found=f"{len(data)} others",
            )


def note_read(io: Cursor, owner: Struct, field: int) -> None:
    """Note that a field that lies at a place of its own has been read."""
    io.align()
    io.cover(owner._at[field].start, io.at)
    owner._kept[STREAMS + field] = io
