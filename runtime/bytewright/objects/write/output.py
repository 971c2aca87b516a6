"""Where a writer puts bytes: typed writes, reserved places that are filled in when their values are known.

Values that follow from sizes and positions (*late* ones) are reserved as zeros and filled in by `Output.seal`. Sizes
that were used before they were known are checked there, too: if one was wrong, the model is written once more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import EllipsisType
from typing import Any

from bytewright.codecs.checksums import ALGORITHMS
from bytewright.codecs.process import Process
from bytewright.errors import WriteError, shown
from bytewright.io.rope import Buffer, held_together, sharing, widened
from bytewright.io.spill import SpillFile
from bytewright.model.kept_keys import GAPS, TAIL
from bytewright.model.number_formats import KINDS
from bytewright.model.structures import Struct, field_path
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.traverse import Unread
from bytewright.objects.write.bit_buffer import Here
from bytewright.objects.write.deriving import DerivingOutput, Otherwise
from bytewright.objects.write.fixups import ChecksumFixup, FixupTable, NumberFixup
from bytewright.objects.write.lazy import LazyStructure, Memory, Reference, Trial
from bytewright.objects.write.list_terminators import check_list_end
from bytewright.objects.write.pending import EmittedSet
from bytewright.objects.write.placed_lists import (
    ColumnList,
    Element,
    ElementRange,
    EncodedList,
    ListEncoder,
    PlacementIndex,
    Reserved,
    adjoining,
)
from bytewright.objects.write.placement import Gaps, hand_over, keep_gaps, note_spare, settle
from bytewright.objects.write.streams import OutputStream, Placement, Stored


class Output(DerivingOutput):
    """A growing buffer that one model is written to.

    Args:
        canonical: leave out what was kept verbatim from a file that was read (*rebuild*).
        override: write derived fields as they are set, right or wrong (to make bad files).
        relocate: where fields say that something lies is forgotten.
        options: values of the format's options by id.
        free: fields whose values follow from where something is put, as `note_free` told another output.
        unset: fields of which nothing says yet what they are, likewise, with their structures.
        clashes: fields, with their positions, that don't say what others say of the same bytes, as found out before.
        first: nothing is known late yet: what has a value is there.
        rehearsal: what lies in a stream of another structure may be missing there, as it comes late the first time.
        memory: what was written the last time, and what need not be written again.
        unread: what can't be read of a damaged file: bytes that no field describes stay where they were.
        spool: the file that it is for, which takes large structures as soon as these are made; None: they are kept.
    """

    def __init__(
        self,
        *,
        canonical: bool = False,
        override: bool = False,
        relocate: bool = False,
        options: Mapping[str, Any] | None = None,
        free: set[tuple[int, int, int | EllipsisType | None]] | None = None,
        unset: dict[tuple[int, int, int | None], tuple[Struct, Otherwise]] | None = None,
        clashes: set[tuple[int, int, int]] | None = None,
        rehearsal: bool = False,
        first: bool = False,
        memory: Memory | None = None,
        unread: Sequence[Unread] = (),
        spool: SpillFile | None = None,
    ) -> None:
        super().__init__(
            canonical=canonical,
            override=override,
            rehearsal=rehearsal,
            relocate=relocate or (canonical and not override),
            unread=unread,
            free=free if free is not None else set(),
            clashes=clashes if clashes is not None else set(),
            memory=memory if memory is not None else Memory(canonical=canonical),
        )
        self.options = options or {}
        self.spool = spool
        self._positions: dict[int, tuple[int, OutputStream | None]] = {}
        self._lying = PlacementIndex()
        self._laid: dict[int, ListEncoder] = {}
        self.references: list[Reference] = []
        self._decoded: OutputStream | None = None
        self._told = 0
        self._outer: list[tuple[Buffer, list[OutputStream], FixupTable, dict[int, tuple[int, int]]]] = []
        self._trials: list[Trial] = []
        self._around: list[tuple[int, ...]] = []
        self.unset = unset if unset is not None else {}
        self.first = first
        self.learnt = False
        self._changed = None
        self._rules = []

    @property
    def laid(self) -> Sequence[ListEncoder]:
        """The columns whose elements are among what is written."""
        return list(self._laid.values())

    def let_go(self) -> None:
        """Let go of all when somebody has the bytes: some of it leads back here, and would stay until cycles are looked
        for."""
        self.discard()
        self.outstanding, self.begun = FixupTable(), EmittedSet()
        self.references, self._rules = [], []

    # --- positions ---------------------------------------------------------------------------------------------

    def begin(self, owner: Struct) -> None:
        """Note in which stream a structure lies."""
        stream = self._streams[-1]
        if stream.before is None and owner._io is not None and owner._io is not stream:
            stream.follow(owner._io)
        owner._io = stream
        owner._asked = None
        for task, within in self.begun.note(owner, len(self.buffer)):
            self.memory.forbid(within, stream.within)
            stream.take(task)

    def stream_of(self, owner: Struct) -> Any:
        """The stream in which a structure lies; the structure, if it hasn't begun: what lies there waits for it."""
        return owner._io if owner in self.begun else owner

    def locate(self, owner: Struct) -> None:
        """Note where a structure begins to which references may lead."""
        self._positions[id(owner)] = (self.pos, self._streams[-1])
        if self._trials:
            self._trials[-1].located.append((id(owner), self.pos, self._streams[-1]))

    def refer(self, target: Any, owner: Struct, field: int, within: tuple[Struct, int] | None = None) -> None:
        """A field is to say where a structure begins in its stream that is written somewhere in this file.

        One that is not (as it was read, and what is written is another that was read there) changes nothing.

        Args:
            target: the structure.
            owner: the structure that holds the field.
            field: which of its fields it is.
            within: see `Reference`.
        """
        self.references.append(Reference(target, owner, field, within))

    def tell(self, reference: Reference) -> None:
        """Let a field say where a structure begins, if that is known."""
        target, owner, field, within = reference
        place, stream = self._place_of(target)
        if place is None:
            return
        if within is None:
            self.solve(owner, field, place, reserved=False)
        elif stream is not None and stream.stored is not None:
            begin, process, data = stream.stored
            piece, rest = process.piece(data, place)
            self.solve(owner, field, begin + piece, reserved=False)
            self.solve(within[0], within[1], rest, reserved=False)

    def tell_known(self) -> None:
        """Let fields say where structures begin that have been written, before what holds the fields is."""
        for reference in self.references[self._told :]:
            self.tell(reference)
        self._told = len(self.references)

    def _place_of(self, target: Any) -> tuple[int | None, OutputStream | None]:
        """Where a structure begins, and in which stream; None: it isn't written."""
        if isinstance(target, Element):
            return target.elements.place(self._lying, target.row)
        return self._positions.get(id(target), (None, None))

    def note_stored(self, process: Process, data: bytes) -> None:
        """Note what the stream that was joined last is decoded from: bytes that will be written here."""
        if self._decoded is not None:
            self._decoded.stored = Stored(self.pos, process, data)
            self._lying.note_stored(self._decoded)

    def pos_for(self, owner: Struct) -> int:
        """The position here in the stream in which ``owner`` lies."""
        return self.reached - int(owner._io.origin)

    # --- what need not be written again ---------------------------------------------------------------------------

    def lay(self, structure: Struct | LazyStructure) -> bool:
        """Write a structure that was made when the model was derived; whether it is one, as otherwise it is to be
        written."""
        if not isinstance(structure, LazyStructure):
            return False
        self.align()
        self.buffer = sharing(self.buffer, structure.data or b"")
        return True

    def recall(self, structure: Struct | LazyStructure, *, own: bool) -> bool:
        """Write a structure that rests on nothing outside of itself as it was written the last time.

        Args:
            structure: the structure.
            own: whether it has a stream of its own, which has just begun.

        Returns:
            Whether that is done. Otherwise it is to be written, and `remember` to be called.
        """
        if isinstance(structure, LazyStructure):
            return self.lay(structure)
        self.align()
        stream = self._streams[-1]
        last = self.memory.of(structure) if self.canonical == self.memory.canonical else None
        if last is not None and last.given == stream.given:
            distance = self.pos - last.pos
            for key, place, same in last.located:
                here = place + distance if same else place
                self._positions[key] = (here, stream if same else None)
                if self._trials:
                    self._trials[-1].located.append((key, here, stream if same else None))
            self.buffer += last.data
            self.references += last.references
            self.decided.update(dict.fromkeys(last.decided))
            if self._trials:
                self._trials[-1].inner.append(id(structure))
            return True
        if self.first:  # nothing is kept before what is late is known
            self._around.append(self._within)
            self._within = (*self._within, id(structure))
            if own:
                stream.within = self._within
            return False
        trial = Trial(
            structure=structure,
            own=own,
            mark=len(self.buffer),
            stream=stream,
            pos=self.pos,
            within=self._within,
            outstanding=self.outstanding,
            unsettled=self.unsettled,
            references=len(self.references),
            decided=len(self.decided),
            rules=len(self._rules),
            conflicts=len(self.conflicts),
            tasks=stream.waiting,
        )
        self._trials.append(trial)
        self._within = (*self._within, id(structure))
        if own:
            stream.within = self._within
        self.outstanding, self.unsettled = FixupTable(), False
        return False

    def remember(self) -> None:
        """A structure has been written: keep its bytes for the next time, if they are right as far as is known."""
        self.align()
        if self.first:
            self._within = self._around.pop()
            return
        trial = self._trials.pop()
        written = trial.written(self) if self.canonical == self.memory.canonical else None
        inside, self.outstanding = self.outstanding, trial.outstanding
        self.unsettled |= trial.unsettled
        self._within = trial.within
        if self._trials:
            around = self._trials[-1]
            around.located += trial.located
            around.inner += [*trial.inner, id(trial.structure)]
        if written is None:
            self.outstanding.add(inside)
        else:
            self.memory.keep(written, trial.inner)

    # --- streams of their own, and what lies at places of its own ---------------------------------------------------

    def apart(self) -> None:
        """Begin a substream whose bytes are encoded, or ended and padded, before they stand in the one around it."""
        self.align()
        self._outer.append((self.buffer, self._streams, self.outstanding, self.spans))
        self.buffer, self._streams = bytearray(), [OutputStream(self, 0, within=self._within)]
        self.outstanding, self.spans = FixupTable(), {}

    def joined(self, size: int | None = None) -> bytes:
        """End such a substream: its bytes, as many as ``size`` says at least.

        Late values in it are those that are known by now; `seal` checks them."""
        self.align()
        if size is not None:
            self.buffer += bytes(max(0, size - len(self.buffer)))
        self._decoded = self._streams.pop()
        self._decoded.close(len(self.buffer))
        self._fill_in()
        data, inner = self.getvalue(), self.outstanding
        self.buffer, self._streams, self.outstanding, self.spans = self._outer.pop()
        self.outstanding.add_checks(inner)
        for late in inner.later:
            self._guessed(late.owner, late.field, late.element)
        return data

    def place(
        self,
        owner: Struct,
        field: int,
        emit: Callable[[Any, Output], None],
        read: Callable[[Any, Any], None],
        position: Callable[[], Any] | None,
        stream: Callable[[], Any] | None = None,
        decides: tuple[Struct, int, int | None] | None = None,
        solve: Callable[[int], None] | None = None,
        stateful: bool = False,
        follows: bool = False,
        held: bool = False,
    ) -> None:
        """Write a field at a place of its own, when the rest of its stream is written.

        Args:
            owner: the structure that holds it.
            field: which of its fields it is.
            emit: writes it.
            read: reads it again, if others have changed its bytes.
            position: where it lies in its stream; None: behind all that is there.
            stream: the stream that it lies in; None: that of the structure.
            decides: the field of a structure, or an element of it, that says where, if it says no more than that: then
                the place is free.
            solve: told where it was put; None: it says so itself by its size, as it reaches to the end of its stream.
            held: what decides says something else besides, so that it is as it was read in a rebuilt file, too.
            follows: ``position`` rests on fields that others decide by where they are put.
            stateful: ``position`` asks where the reader stands, so that it only has a meaning while a file is read.
        """
        task = Placement(owner, field, emit, read, position, stream, decides, solve, stateful, follows, held)
        self.current.tasks.append(task)

    def ask(self, owner: Struct, field: int, there: Callable[[], Any] | None = None) -> None:
        """A value at a place of its own decides how others are read: one that is left out must not be asked for.

        Args:
            owner: the structure that holds it.
            field: which of its fields it is.
            there: whether readers find something; without it, always.
        """
        name = owner.FIELDS[field].name
        if owner._is_set(name) and getattr(owner, name) is None:
            self.memory.vacate(owner, name, there)

    # --- what is filled in ----------------------------------------------------------------------------------------

    def later(self, kind: str, owner: Struct, field: int, count: int | None = None) -> None:
        """Reserve the place of a late number, or of a list of ``count`` of them."""
        if count != 0:
            self.align()
        size = KINDS[kind].size
        if count is None:
            self.outstanding.later.append(NumberFixup(len(self.buffer), kind, owner, field, None))
            self.buffer += bytes(size)
            return
        for element in range(count):
            self.outstanding.later.append(NumberFixup(len(self.buffer), kind, owner, field, element))
            self.buffer += bytes(size)

    def checksum(self, kind: str, owner: Struct, field: int, algorithm: str, start: int, end: int) -> None:
        """Reserve the place of the checksum of the bytes between two places of the buffer."""
        self.align()
        place = len(self.buffer)
        self.room_for_checksum(kind, owner, field, algorithm)
        self._sum(ChecksumFixup(end, start, place, kind, algorithm, owner, field))

    def room_for_checksum(self, kind: str, owner: Struct, field: int, algorithm: str) -> None:
        """Leave room for a checksum."""
        self.align()
        size = ALGORITHMS[algorithm].size
        if not self._is_stated(owner, field):
            self.buffer += bytes(size)
            return
        value = getattr(owner, owner.FIELDS[field].name)
        if not ALGORITHMS[algorithm].digest:
            self.number(kind, value, owner, field)
        elif isinstance(value, bytes) and len(value) == size:
            self.buffer += value
        else:
            raise WriteError(field=field_path(owner, field), expected=f"{size} bytes", found=shown(value))

    def checksum_before(self, kind: str, owner: Struct, field: int, algorithm: str, start: int, end: int) -> None:
        """Reserve the room that was left before the bytes between two places for their checksum, if it is there."""
        place, behind = self.noted[id(owner), field]
        if place < behind:
            self._sum(ChecksumFixup(end, start, place, kind, algorithm, owner, field))

    def _sum(self, checksum: ChecksumFixup) -> None:
        if not self._is_stated(checksum.owner, checksum.field):
            self.unset.pop((id(checksum.owner), checksum.field, None), None)
            self.outstanding.checksums.append(checksum)

    def lay_elements(
        self, owner: Struct, field: int, *, until: Callable[[Any], Any] | None = None, to_end: bool = False
    ) -> bool:
        """Write the elements of a list that are columns; whether they are, as otherwise they are to be written.

        Args:
            owner: the structure that holds the list.
            field: which of its fields it is.
            until: says of the places behind elements (a `Here` with all of them) whether they end the list; None: that
                the last one does, and no other, is known.
            to_end: whether readers take elements to the end of the stream.
        """
        value = getattr(owner, owner.FIELDS[field].name)
        if not isinstance(value, ColumnList):
            return False
        if len(value.run.ends):
            self.align()
        run, begin, stream = value.run, self.pos, self._streams[-1]
        self._lay_runs([run])
        if until is None and not to_end:
            return True
        ends = run.ends + begin
        if until is not None:
            behind: Any = ends
            self.assure(lambda: check_list_end(owner, field, until(Here(behind, stream)).tolist()))
        if to_end:
            last = int(ends[-2]) if len(ends) > 1 else begin
            self.listed_to_end(owner, field, 8 * last if len(ends) else None)
        return True

    def _lay_runs(self, runs: Sequence[ElementRange]) -> None:
        """Leave room for the elements of lists, one behind the other, and note where they lie."""
        for whole in adjoining(runs):
            whole.elements.prepare(self._lying)
            self._lying.note(whole, self.pos, self._streams[-1])
            self._laid[id(whole.elements)] = whole.elements
            self.outstanding.reserved_runs.append(Reserved(len(self.buffer), whole, self._lying))
            self.buffer = widened(self.buffer, whole.size)
        self.outstanding.lays |= bool(runs)

    def _stow(self, lists: Sequence[EncodedList], path: Callable[[int], str]) -> None:
        """Write what is stored of lists, one behind the other, and tell where; ``path``: to the element in a row, for
        errors."""
        made, pos = list[bytes](), self.pos
        for one in lists:
            elements = one.run.elements
            data = elements.stored(self._lying, one, partial(path, one.row))
            stream = OutputStream(None, 0, within=self._within)
            stream.stored = Stored(pos, one.process, data)
            self._lying.note(one.run, 0, stream)
            self._laid[id(elements)] = elements
            one.tell(pos, len(data), partial(path, one.row))
            made.append(data)
            pos += len(data)
        self.outstanding.lays |= bool(lists)
        self.buffer = sharing(self.buffer, held_together(made))

    def lay_mirrored(
        self, owner: Struct, field: int, entries: Sequence[Any], stream: Callable[[], Any] | None = None
    ) -> bool:
        """Write what a list holds whose elements stand for entries, as columns; whether it is such a list, as otherwise
        its elements are to be written.

        What lies in the entries is written with these.

        Args:
            owner: the structure that holds the list.
            field: which of its fields it is.
            entries: what they stand for.
            stream: the stream in which lists lie whose places they say; None: that of ``owner``.

        Raises:
            WriteError: they stand for others.
        """
        value = getattr(owner, owner.FIELDS[field].name)
        if not isinstance(value, ColumnList):
            return False
        if not isinstance(entries, ColumnList) or not value.run.stands_for(entries.run):
            expected = "elements in the order of what they stand for"
            raise WriteError(field=field_path(owner, field), expected=expected, found="others")
        run = value.run
        if run.lists or run.stowed:

            def emit(owner: Struct, out: Output) -> None:
                out._lay_runs(run.lists)
                out._stow(run.stowed, lambda row: field_path(owner, field, row - run.start))

            # What was made of columns has not been read.
            self.place(owner, field, emit, lambda io, owner: None, None, stream)
        return True

    # --- the end of a stream --------------------------------------------------------------------------------------

    def tail(self, owner: Struct, size: int | None = None) -> None:
        """The end of a stream: what lies at places of its own in it, and the bytes that no field describes.

        Args:
            owner: the structure that the stream is of.
            size: of the stream in bytes, where that is given.
        """
        self.align()
        stream = self._streams[-1]
        gaps = None if self.canonical else owner._kept.get(GAPS)
        if gaps is not None and not isinstance(gaps, Gaps):
            gaps = owner._kept[GAPS] = Gaps(gaps.uncovered(), gaps.size)
        ends = settle(self, stream, gaps if self.unread else None)
        note_spare(stream, gaps)
        if not self.canonical:
            self._keep(owner, stream, ends, size)
        if stream.from_end is not None and stream.told is not None and not stream.lacking:
            # What counts from the end need not reach there.
            self.buffer += bytes(max(0, stream.told - (len(self.buffer) - stream.origin)))

    def _keep(self, owner: Struct, stream: OutputStream, ends: int, size: int | None) -> None:
        """Write the bytes that no field of a stream described when it was read."""
        gaps = owner._kept.get(GAPS)
        kept = owner._kept.get(TAIL, b"")
        if gaps is not None and not self.unread:
            keep_gaps(self, stream, gaps, ends)
        if size is not None:
            kept = kept[: max(0, size - (len(self.buffer) - stream.origin))]
        self.buffer += kept

    # --- the end of all ----------------------------------------------------------------------------------------

    def seal(self) -> bool:
        """Fill in what was reserved; whether all that was used too early was right."""
        self.align()
        self._streams[0].close(len(self.buffer))
        for task, within in self.begun.left:
            hand_over(self, task, within)
        for reference in self.references:
            self.tell(reference)
        for (_, field, _), (owner, otherwise) in self.unset.items():
            if isinstance(otherwise, int):
                setattr(owner, owner.FIELDS[field].name, otherwise)
        self._fill_in()
        left = self.outstanding
        self.conflicts += filter(None, (end.conflict() for end in left.ends))
        wrong = [check.owner for check in left.checks if check.again() != check.used]
        wrong += [guess.owner for guess in left.guesses if not guess.right]
        for owner in wrong:
            self.memory.touch(owner)
        if not all(elements.is_settled(self._lying) for elements in self._laid.values()):
            self.unsettled = self.learnt = True
        settled = not self.unsettled and not wrong
        if settled and self.needless:
            self._leave_out()
        if settled and self.conflicts:
            if self.first and self.learnt:
                return False  # what is known by now may leave none
            raise self.conflicts[0]
        if settled:
            try:
                self._obey()
            except WriteError:
                if self.first and self.learnt:
                    return False  # nor break any rule
                raise
        return settled

    def _leave_out(self) -> None:
        """Let fields be absent that others solved though their conditions are false, and see who goes by them."""
        for owner, name in self.needless:
            setattr(owner, name, None)
        self.conflicts += filter(None, (check.conflict() for check in self.outstanding.checks))

    def _fill_in(self) -> None:
        """Write the late values and the checksums of this buffer; note what doesn't fit them."""
        left = self.outstanding
        left.fill(self.buffer)
        wrong = [assumption for assumption in left.assumed if self.buffer[assumption.place] != assumption.byte]
        if not self.unsettled:  # otherwise it may become right yet
            self.clashes.update((id(one.owner), one.field, one.at) for one in wrong)
        self.unsettled |= bool(wrong)
        self._renew()
        self.conflicts += left.conflicts(self.buffer)

    def _renew(self) -> None:
        """Read again what others have changed."""
        streams: dict[int, Cursor] = {}
        for stale in self.outstanding.stale:
            try:
                if not stale.differs(self.buffer):
                    continue
                stream = id(stale.stream)
                if stream not in streams:
                    streams[stream] = stale.streamed(self.buffer)
                stale.renew(streams[stream])
            except WriteError as error:
                self.conflicts.append(error)
                continue
            self.memory.touch(stale.owner)
            self.learn(stale.owner, stale.field)
            self.unsettled = True
