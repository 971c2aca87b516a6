"""Drafts: what is written as if it lay at a place, held against what lies there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import EllipsisType
from typing import Any

from bytewright.model.kept_keys import SEEN
from bytewright.model.origins import span_of
from bytewright.model.padding import Padding
from bytewright.model.structures import Struct
from bytewright.objects.read.traverse import Unread
from bytewright.objects.write.fixups import Check, FixupTable, Stale
from bytewright.objects.write.lazy import Memory
from bytewright.objects.write.pending import EmittedSet, PendingPlacement, Rollback
from bytewright.objects.write.primitives import Primitives, too_large
from bytewright.objects.write.streams import OutputStream, Placement


class PlacingOutput(Primitives):
    """An output as far as placement knows it.

    Args:
        canonical, override, rehearsal, relocate, unread, free, clashes, memory: see
            `bytewright.objects.write.output.Output`.

    Attributes:
        begun: the structures that have begun, and what waits for others.
        spans: where structures lie in the buffer, by identity.
        agreed: whether something lies where others have written the same bytes.
        decided: fields that say where something lies.
        absentees: fields that don't, as they are absent.
        needless: of these, the ones that others solved, which may decide that they are there the next time.
    """

    def __init__(
        self,
        *,
        canonical: bool,
        override: bool,
        rehearsal: bool,
        relocate: bool,
        unread: Sequence[Unread],
        free: set[tuple[int, int, int | EllipsisType | None]],
        clashes: set[tuple[int, int, int]],
        memory: Memory,
    ) -> None:
        super().__init__(canonical=canonical, override=override, rehearsal=rehearsal)
        self.relocate = relocate
        self.unread = unread
        self.free = free
        self.clashes = clashes
        self.memory = memory
        self.begun = EmittedSet()
        self.spans: dict[int, tuple[int, int]] = {}
        self.agreed = False
        self.decided: dict[tuple[int, int, int | None], None] = {}
        self.absentees: set[tuple[int, int, int | None]] = set()
        self.needless: list[tuple[Struct, str]] = []

    def wait(self, owner: Struct, task: Placement) -> None:
        """Leave something to be placed in the stream of a structure until that begins."""
        self.begun.wait(owner, PendingPlacement(task, self.current.within))

    def is_free(self, value: tuple[int, int, int | None]) -> bool:
        """Whether nothing says yet where something lies: a structure, its field, and an element decide it."""
        return value in self.free or (*value[:2], ...) in self.free

    def fitted(
        self,
        value: Any,
        size: int,
        owner: Struct,
        field: int,
        element: int | None,
        padding: Padding,
        said: tuple[Struct, int, int | None] | None = None,
    ) -> int:
        """Bytes and their padding in a size that follows from them: what it was before, if they fit; ``said``: the
        field that says it, with the structure that holds it. Where that isn't set, the size is a guess, and has to
        hold the terminator as well.

        Returns:
            The size.

        Raises:
            WriteError: they would be read as others.
        """
        kept = self.kept_element(owner, field, element)
        stays = isinstance(kept, bytes) and len(kept) == size and padding.strip(kept) == value
        room = size
        if isinstance(value, bytes) and not stays:
            ended = len(value) + len(padding.terminator or b"")
            whole = len(value) + len(padding.mark)
            guessed = said is not None and self.is_free((id(said[0]), *said[1:]))
            fits = (whole if guessed else len(value)) <= size
            rooms = (size if fits else whole, ended, len(value))
            try:
                room = next((room for room in rooms if padding.holds(value, room)), rooms[0])
            except (MemoryError, OverflowError):
                raise too_large(rooms[0], owner, field, element) from None
        self.padded(value, room, owner, field, element, padding)
        return room

    def expect(
        self, again: Callable[[], Any], used: Any, owner: Struct, field: int, what: str = "bytes", rule: str = ""
    ) -> None:
        """What was used of a field before late fields were known must be what they say in the end.

        Args:
            again: computes it.
            used: what was used.
            owner: the structure that holds the field.
            field: which field it is.
            what: what that is: a number of ``bytes`` or ``elements``, its ``place``, whether it is ``there`` or is
                ``as its rule says``.
            rule: the condition that decides, as the spec has it, where one does.
        """
        self.outstanding.checks.append(Check(again, used, owner, field, what, rule))

    def tell_known(self) -> None:
        """Let fields say where structures begin that have been written, before what holds the fields is."""
        raise NotImplementedError


@dataclass(slots=True)
class Draft:
    """What was written for a place, before it lies there.

    Attributes:
        data: its bytes.
        mark: where it was written.
        inside: what is outstanding of it, there.
        noted: where fields begin and end that were noted, counted from its beginning.
        begun: the structures in it.
    """

    data: bytearray
    mark: int
    inside: FixupTable
    noted: dict[tuple[int, int], tuple[int, int]]
    begun: Rollback

    @property
    def outstanding(self) -> FixupTable:
        """What is outstanding of it, counted from its beginning."""
        found = FixupTable()
        found.add(self.inside, -self.mark)
        return found

    def reserved(self, start: int, end: int) -> set[int]:
        """The places between two of it that are filled in later, counted likewise."""
        return {place - self.mark for place in self.inside.reserved(self.mark + start, self.mark + end)}


def drafted_at(out: PlacingOutput, stream: OutputStream, task: Placement, at: int) -> Draft:
    """Write something behind all that is there, as if that were its place."""
    mark, tasks, noted, spans = len(out.buffer), stream.waiting, len(out.noted), len(out.spans)
    begun = out.begun.mark()
    origin, stream.origin = stream.origin, mark - at
    around, out.outstanding = out.outstanding, FixupTable()
    task.emit(task.owner, out)
    out.align()
    stream.origin = origin
    inside, out.outstanding = out.outstanding, around
    # What was noted is noted again where it lies in the end; what is new in a mapping is last in it.
    fresh = [out.noted.popitem() for _ in range(len(out.noted) - noted)][::-1]
    places = {key: (start - mark, end - mark) for key, (start, end) in fresh}
    draft = Draft(out.buffer[mark:], mark, inside, places, out.begun.undo(begun))
    del out.buffer[mark:]
    while len(out.spans) > spans:  # they lie elsewhere from now on
        out.spans.popitem()
    stream.drafted = [stream.tasks.pop() for _ in range(stream.waiting - tasks)][::-1]
    return draft


def lay_draft(out: PlacingOutput, stream: OutputStream, at: int, draft: Draft) -> None:
    """Put what was drafted in its place."""
    overlay(out, stream, at, draft.data)
    begin = stream.origin + at
    out.begun.redo(draft.begun)
    out.outstanding.add(draft.inside, begin - draft.mark)
    out.noted.update({key: (start + begin, end + begin) for key, (start, end) in draft.noted.items()})
    if stream.drafted:
        stream.tasks.extendleft(reversed(stream.drafted))  # what a structure holds comes before what follows it


def overlay(out: PlacingOutput, stream: OutputStream, at: int, data: bytes | bytearray) -> None:
    """Write bytes at a position of a stream, whether or not it reaches there yet."""
    begin = stream.origin + at
    if begin > len(out.buffer):
        out.buffer += bytes(begin - len(out.buffer))
    out.buffer[begin : begin + len(data)] = data
    stream.occupied.add(at, at + len(data))


def agreement(out: PlacingOutput, stream: OutputStream, at: int, draft: Draft) -> list[tuple[int, int]] | None:
    """Whether bytes are the same as those that lie there already: None, or what must be true of those filled in later.

    These are by their places in the buffer."""
    found = []
    overlaps = stream.occupied.overlaps(at, at + len(draft.data))
    for low, high in overlaps:
        begin = stream.origin + low
        there = out.outstanding.reserved(begin, begin + high - low)
        ours = draft.reserved(low - at, high - at)
        for i, (one, other) in enumerate(
            zip(out.buffer[begin : begin + high - low], draft.data[low - at : high - at], strict=True)
        ):
            if begin + i in there and low - at + i in ours:
                out.outstanding.shared = True
                continue
            if begin + i in there or low - at + i in ours:
                found.append((begin + i, other if begin + i in there else one))
            elif one != other:
                return None
    out.agreed |= bool(overlaps)
    return found


def is_described(out: PlacingOutput, stream: OutputStream, at: int, draft: Draft) -> bool:
    """Whether others have written all of some bytes, as they are, at a place.

    Of what counts from the end of a stream whose size wasn't known some may be there by chance: that is too small."""
    stop = at + len(draft.data)
    return at >= 0 and not stream.occupied.lacks(at, stop) and agreement(out, stream, at, draft) is not None


def stale_of(stream: OutputStream, task: Placement, at: int, draft: Draft) -> Stale | None:
    """Something that says what it said when it was read there, of bytes that others described too: they have changed
    them, then.

    What is filled in later doesn't count."""
    cursor, data = stream.cursor, draft.data
    span = span_of(task.owner, task.field)
    if cursor is None or span is None or span.end - span.start != len(data) or span.start != stream.read_from + at:
        return None
    seen: bytes | None = task.owner._kept.get(SEEN + task.field)
    if seen is None:
        seen = cursor.again(span.start, span.end)
    inside = draft.outstanding
    later = inside.reserved(0, len(data))
    if any(one != other and i not in later for i, (one, other) in enumerate(zip(seen, data, strict=True))):
        return None
    if not cursor.shares(span.start, span.end):
        return None
    place = stream.origin + at
    return Stale(task.owner, task.field, task.read, at, place, stream, seen, data, inside)


def is_as_read(out: PlacingOutput, stream: OutputStream, task: Placement, at: int) -> bool:
    """Whether that is so of something in a rebuilt file, where others have what it holds beyond its fields."""
    if not out.canonical or span_of(task.owner, task.field) is None:
        return False
    out.canonical = False
    try:
        return stale_of(stream, task, at, drafted_at(out, stream, task, at)) is not None
    finally:
        out.canonical = True
