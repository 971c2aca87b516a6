"""Where a writer puts bytes: typed writes, reserved places that are filled in when their values are known.

Values that follow from sizes and positions (*late* ones) are reserved as zeros and filled in by `Output.seal`. Sizes
that were used before they were known are checked there, too: where one was wrong, the model is written once more with
what was learnt.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import index
from typing import Any, Literal

from bytewright.errors import WriteError, shown
from bytewright.kinds import KINDS, unfit
from bytewright.lasting import Deferred, Memory, Reference, Stored, Trial
from bytewright.model import GAPS, TAIL, HexText, Struct, field_path
from bytewright.outstanding import Check, End, Guess, Later, Left, Outstanding, Summed, value_of
from bytewright.padding import Padding, cut
from bytewright.pieces import Buffer, parts_of, sharing
from bytewright.placing import Gaps, Placing, Stream, keep_gaps, note_spare, settle
from bytewright.processing import Process

FREE: Any = object()
"""Stands for the size of bytes of which nothing says how many there are."""


class Output:
    """A growing buffer that one model is written to.

    Args:
        canonical: leave out what was kept verbatim from a file that was read (*rebuild*).
        override: write derived fields as they are set, right or wrong (to make bad files).
        relocate: where fields say that something lies is forgotten.
        options: values of the format's options by id.
        free: fields whose values follow from where something is put, as `note_free` told another output.
        clashes: fields, with their positions, that don't say what others say of the same bytes, as found out before.
        first: nothing is known late yet: what has a value is there.
        rehearsal: what lies in a stream of another structure may be missing there, as it comes late the first time.
        memory: what was written the last time, and what need not be written again.
    """

    def __init__(
        self,
        *,
        canonical: bool = False,
        override: bool = False,
        relocate: bool = False,
        options: Mapping[str, Any] | None = None,
        free: set[tuple[int, int, int | None]] | None = None,
        clashes: set[tuple[int, int, int]] | None = None,
        rehearsal: bool = False,
        first: bool = False,
        memory: Memory | None = None,
    ) -> None:
        self.options = options or {}
        self.canonical = canonical
        self.override = override
        self.relocate = relocate or (canonical and not override)
        self._buffer: Buffer = bytearray()
        self._streams = [Stream(self, 0)]
        self._positions: dict[int, tuple[int, Stream | None]] = {}
        self._references: list[Reference] = []
        self._decoded: Stream | None = None
        self.outstanding = Outstanding()
        self._noted: dict[tuple[int, int], tuple[int, int]] = {}
        self._rules: list[tuple[Callable[[Any], bool], Struct, int, str]] = []
        self._bits = 0
        self._bit_count = 0
        self._bit_order: Literal["le", "be", ""] = ""
        self._bit_owner: tuple[Struct, int] | None = None
        self._outer: list[tuple[Buffer, list[Stream], Outstanding]] = []
        self.conflicts: list[WriteError] = []
        self.free = free if free is not None else set()
        self.clashes = clashes if clashes is not None else set()
        self.decided: dict[tuple[int, int, int | None], None] = {}
        self.memory = memory if memory is not None else Memory(canonical=canonical)
        self._trials: list[Trial] = []
        self._within: tuple[int, ...] = ()
        self.rehearsal = rehearsal
        self.first = first
        self.unsettled = False
        self.learnt = False

    # --- positions ---------------------------------------------------------------------------------------------

    @property
    def pos(self) -> int:
        """Position in the stream that is being written; a byte of which bits were written counts."""
        return self._reached - self._streams[-1].origin

    @property
    def size(self) -> int:
        """Size of the stream that is being written, as far as that is known."""
        return self._streams[-1].size

    @property
    def eof(self) -> bool:
        """Whether the stream that is being written ends here, as far as that is known."""
        return self.pos >= self.size

    @property
    def current(self) -> Stream:
        """The stream that is being written."""
        return self._streams[-1]

    @property
    def outermost(self) -> Stream:
        """The stream of the buffer that is being written."""
        return self._streams[0]

    @property
    def _reached(self) -> int:
        return len(self._buffer) + (self._bit_count > 0)

    def begin(self, owner: Struct) -> None:
        """Note in which stream a structure lies."""
        stream = self._streams[-1]
        if stream.before is None and owner._io is not None and owner._io is not stream:
            stream.follow(owner._io)
        owner._io = stream
        owner._asked = None

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
        self._references.append(Reference(target, owner, field, within))

    def tell(self, reference: Reference) -> None:
        """Let a field say where a structure begins, if that is known."""
        target, owner, field, within = reference
        place, stream = self._positions.get(id(target), (None, None))
        if place is None:
            return
        if within is None:
            self.solve(owner, field, place, reserved=False)
        elif stream is not None and stream.stored is not None:
            begin, process, data = stream.stored
            piece, rest = process.piece(data, place)
            self.solve(owner, field, begin + piece, reserved=False)
            self.solve(within[0], within[1], rest, reserved=False)

    def note_stored(self, process: Process, data: bytes) -> None:
        """Note what the stream that was joined last is decoded from: bytes that will be written here."""
        if self._decoded is not None:
            self._decoded.stored = Stored(self.pos, process, data)

    def pos_for(self, owner: Struct) -> int:
        """The position here in the stream in which ``owner`` lies."""
        return self._reached - int(owner._io.origin)

    def note(self, owner: Struct, field: int) -> None:
        """Note where a field begins, and, told again, where it ends."""
        self.align()
        here = len(self._buffer)
        start, _ = self._noted.get((id(owner), field), (here, here))
        self._noted[id(owner), field] = (start, here)

    def start_of(self, owner: Struct, field: int) -> int:
        """Where a noted field begins, from the beginning of the buffer."""
        return self._noted[id(owner), field][0]

    def end_of(self, owner: Struct, field: int) -> int:
        """Where a noted field ends, likewise."""
        return self._noted[id(owner), field][1]

    def distance(self, owner: Struct, field: int) -> int:
        """How far this is behind the beginning of a noted field."""
        return self._reached - self.start_of(owner, field)

    def enter(self, size: int | None = None) -> int:
        """Begin a substream, of a size in bytes if that is known; returns a mark for `leave`."""
        self.align()
        self._streams.append(Stream(self, len(self._buffer), given=size, within=self._within))
        return len(self._buffer)

    def leave(self, mark: int) -> int:
        """End a substream; returns its size in bytes."""
        self.align()
        self._streams.pop().close(len(self._buffer) - mark)
        return len(self._buffer) - mark

    def mark(self) -> int:
        """Where bytes begin that are measured when they have been written; see `since`."""
        self.align()
        return len(self._buffer)

    def since(self, mark: int) -> int:
        """How many bytes were written since."""
        return len(self._buffer) - mark

    # --- what need not be written again ---------------------------------------------------------------------------

    def recall(self, structure: Struct | Deferred, *, own: bool) -> bool:
        """Write a structure that rests on nothing outside of itself as it was written the last time.

        Args:
            structure: the structure.
            own: whether it has a stream of its own, which has just begun.

        Returns:
            Whether that is done. Otherwise it is to be written, and `remember` to be called.
        """
        self.align()
        if isinstance(structure, Deferred):
            self._buffer += structure.data or b""
            return True
        stream = self._streams[-1]
        last = self.memory.of(structure) if self.canonical == self.memory.canonical else None
        if last is not None and last.given == stream.given:
            distance = self.pos - last.pos
            for key, place, same in last.located:
                here = place + distance if same else place
                self._positions[key] = (here, stream if same else None)
                if self._trials:
                    self._trials[-1].located.append((key, here, stream if same else None))
            self._buffer += last.data
            self._references += last.references
            self.decided.update(dict.fromkeys(last.decided))
            if self._trials:
                self._trials[-1].inner.append(id(structure))
            return True
        trial = Trial(
            structure=structure,
            own=own,
            mark=len(self._buffer),
            stream=stream,
            pos=self.pos,
            within=self._within,
            outstanding=self.outstanding,
            unsettled=self.unsettled,
            references=len(self._references),
            decided=len(self.decided),
            rules=len(self._rules),
            conflicts=len(self.conflicts),
            tasks=stream.waiting,
        )
        self._trials.append(trial)
        self._within = (*self._within, id(structure))
        if own:
            stream.within = self._within
        self.outstanding, self.unsettled = Outstanding(), False
        return False

    def remember(self) -> None:
        """A structure has been written: keep its bytes for the next time, if they are right as far as is known."""
        self.align()
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
        self._outer.append((self._buffer, self._streams, self.outstanding))
        self._buffer, self._streams = bytearray(), [Stream(self, 0, within=self._within)]
        self.outstanding = Outstanding()

    def joined(self, size: int | None = None) -> bytes:
        """End such a substream: its bytes, as many as ``size`` says at least.

        Late values in it are those that are known by now; `seal` checks them."""
        self.align()
        if size is not None:
            self._buffer += bytes(max(0, size - len(self._buffer)))
        self._decoded = self._streams.pop()
        self._decoded.close(len(self._buffer))
        self._fill_in()
        data, inner = b"".join(parts_of(self._buffer)), self.outstanding
        self._buffer, self._streams, self.outstanding = self._outer.pop()
        self.outstanding.add_checks(inner)
        for late in inner.later:
            self._guessed(late.owner, late.field, late.element)
        return data

    def place(
        self,
        owner: Struct,
        field: int,
        emit: Callable[[Any, Output], None],
        position: Callable[[], Any] | None,
        stream: Callable[[], Any] | None = None,
        decides: tuple[Struct, int, int | None] | None = None,
        solve: Callable[[int], None] | None = None,
        stateful: bool = False,
        follows: bool = False,
        held: bool = False,
        again: Callable[[Any, Any], None] | None = None,
    ) -> None:
        """Write a field at a place of its own, when the rest of its stream is written.

        Args:
            owner: the structure that holds it.
            field: which of its fields it is.
            emit: writes it.
            position: where it lies in its stream; None: behind all that is there.
            stream: the stream that it lies in; None: that of the structure.
            decides: the field of a structure, or an element of it, that says where, if it says no more than that: then
                the place is free.
            solve: told where it was put.
            held: what decides says something else besides, so that it is as it was read in a rebuilt file, too.
            follows: ``position`` rests on fields that others decide by where they are put.
            stateful: ``position`` asks where the reader stands, so that it only has a meaning while a file is read.
            again: reads it, where it decides how others are read: it is what lies there, though others change that.
        """
        task = Placing(owner, field, emit, position, stream, decides, solve, stateful, follows, held, again)
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

    def note_free(self, owner: Struct, field: int, element: int | None = None) -> None:
        """Note that nothing says yet where something lies: the value of a field follows from where it is put."""
        self.free.add((id(owner), field, element))

    # --- numbers -----------------------------------------------------------------------------------------------

    def number(self, kind: str, value: Any, owner: Struct, field: int, element: int | None = None) -> None:
        """A number of whole bytes.

        Raises:
            WriteError: the value is no number, or doesn't fit.
        """
        if self._bit_count:
            self.align()
        layout = KINDS[kind]
        if value is True or value is False:  # to struct they are numbers
            raise unfit(layout, value, owner, field, element)
        if value != value:  # a NaN: its payload is kept beside it
            kept = self.kept_element(owner, field, element)
            if isinstance(kept, bytes) and len(kept) == layout.size:
                self._buffer += kept
                return
        try:
            self._buffer += layout.pack(value)
        except (struct.error, TypeError, OverflowError):
            raise unfit(layout, value, owner, field, element) from None

    def numbers(self, kind: str, values: Sequence[Any], owner: Struct, field: int) -> None:
        """A list of numbers.

        Where validity bits belong to it, None (a value that is absent) becomes zero, or the bytes that were read there.

        Raises:
            WriteError: an element is no number, or doesn't fit.
        """
        self.align()
        layout = KINDS[kind]
        try:
            if self.kept(owner, field) or bool in set(map(type, values)):
                raise TypeError("some are to be looked at one by one")
            self._buffer += struct.pack(f"{layout.format[0]}{len(values)}{layout.format[1:]}", *values)
        except (struct.error, TypeError, OverflowError):
            for i, value in enumerate(values):
                if value is None and owner.FIELDS[field].mask:
                    self.absent(layout.size, owner, field, i)
                else:
                    self.number(kind, value, owner, field, i)

    def absent(self, size: int | None, owner: Struct, field: int, element: int) -> None:
        """The place of a value that is absent: zeros, or the bytes that were read there.

        ``size`` None: values differ in size, so that one that is absent need not take any bytes."""
        self.align()
        kept = (self.kept(owner, field) or {}).get(element)
        self._buffer += kept if kept is not None and size in (None, len(kept)) else bytes(size or 0)

    def later(self, kind: str, owner: Struct, field: int, count: int | None = None) -> None:
        """Reserve the place of a late number, or of a list of ``count`` of them."""
        self.align()
        size = KINDS[kind].size
        for element in [None] if count is None else range(count):
            self.outstanding.later.append(Later(len(self._buffer), kind, owner, field, element))
            self._buffer += bytes(size)

    def checksum(self, kind: str, owner: Struct, field: int, algorithm: str, start: int, end: int) -> None:
        """Reserve the place of the checksum of the bytes between two places of the buffer."""
        self.align()
        if self.override and getattr(owner, owner.FIELDS[field].name) is not None:
            self.number(kind, getattr(owner, owner.FIELDS[field].name), owner, field)
            return
        self.outstanding.checksums.append(Summed(end, start, len(self._buffer), kind, algorithm, owner, field))
        self._buffer += bytes(KINDS[kind].size)

    def value(self, kind: str, value: Any, owner: Struct, field: int, element: int | None = None) -> None:
        """A number, of bytes or bits, by its kind (``u4le``, ``b3be``)."""
        if kind in KINDS:
            self.number(kind, value, owner, field, element)
        elif kind[:-2] == "b1" and owner.FIELDS[field].enum is None:
            self.flag("be", value, owner, field, element)
        elif kind[:1] == "b" and kind[1:-2].isdigit():
            self.bits(int(kind[1:-2]), "be", value, owner, field, element)

    # --- bits --------------------------------------------------------------------------------------------------

    def bits(
        self,
        width: int,
        order: Literal["le", "be"],
        value: Any,
        owner: Struct,
        field: int,
        element: int | None = None,
    ) -> None:
        """An unsigned number of ``width`` bits.

        Raises:
            WriteError: the value is no integer, or doesn't fit.
        """
        try:
            number = -1 if value is True or value is False else index(value)
        except TypeError:
            number = -1
        if not 0 <= number < 1 << width:
            expected = f"an integer from 0 to {(1 << width) - 1}"
            raise WriteError(field=field_path(owner, field, element), expected=expected, found=shown(value))
        self._add_bits(width, order, number, owner, field)

    def _add_bits(self, width: int, order: Literal["le", "be"], number: int, owner: Struct, field: int) -> None:
        if self._bit_order != order:
            self.align()
            self._bit_order = order
        if order == "le":
            self._bits |= number << self._bit_count
        else:
            self._bits = self._bits << width | number
        self._bit_count += width
        self._bit_owner = (owner, field)
        whole = self._bit_count // 8
        if whole:
            rest = self._bit_count % 8
            if order == "le":
                self._buffer += (self._bits & ((1 << 8 * whole) - 1)).to_bytes(whole, "little")
                self._bits >>= 8 * whole
            else:
                self._buffer += (self._bits >> rest).to_bytes(whole, "big")
                self._bits &= (1 << rest) - 1
            self._bit_count = rest

    def own_bits(self, owner: Struct, field: int) -> None:
        """A list of bits begins: what its last byte has left over was kept with it, even where it has no elements."""
        self._bit_owner = (owner, field)

    def flags(self, order: Literal["le", "be"], values: Sequence[Any], owner: Struct, field: int) -> None:
        """A list of booleans, one bit each.

        Where validity bits belong to it, None (a value that is absent) becomes 0, or the bit that was read there.

        Raises:
            WriteError: an element is no boolean.
        """
        self.own_bits(owner, field)
        kept = self.kept(owner, field) or {}
        masked = owner.FIELDS[field].mask
        for i, value in enumerate(values):
            if value is None and masked:
                self._add_bits(1, order, kept.get(i, 0), owner, field)
            else:
                self.flag(order, value, owner, field, i)

    def flag(
        self, order: Literal["le", "be"], value: Any, owner: Struct, field: int, element: int | None = None
    ) -> None:
        """A boolean of one bit.

        Raises:
            WriteError: the value is none.
        """
        if not isinstance(value, bool):
            value = _boolean(value, owner, field, element)
        self._add_bits(1, order, int(value), owner, field)

    def align(self) -> None:
        """Fill the last byte of which bits were written: with zeros, or with what was read there."""
        if not self._bit_count:
            return
        spare = 8 - self._bit_count
        owner, field = self._bit_owner or (None, 0)
        kept = 0
        if owner is not None and not self.canonical:
            kept = owner._kept.get(~field, 0) & ((1 << spare) - 1)
        byte = self._bits | kept << self._bit_count if self._bit_order == "le" else self._bits << spare | kept
        self._buffer.append(byte)
        self._bits = self._bit_count = 0

    # --- bytes -------------------------------------------------------------------------------------------------

    def raw(self, value: Any, owner: Struct, field: int, element: int | None = None, size: Any = FREE) -> None:
        """Bytes; ``size``: how many there must be, where that is said.

        Raises:
            WriteError: the value is not bytes, or of another size; or what says the size is absent.
        """
        self.align()
        if size is None:
            expected = "a size, but what says it is absent"
            raise WriteError(field=field_path(owner, field, element), expected=expected, found=shown(value))
        if isinstance(value, HexText):
            try:
                value = bytes.fromhex(value)
            except ValueError:
                found = shown(str(value))
                raise WriteError(
                    field=field_path(owner, field, element), expected="bytes in hexadecimal", found=found
                ) from None
        if not isinstance(value, bytes | bytearray | memoryview):
            raise WriteError(field=field_path(owner, field, element), expected="bytes", found=shown(value))
        if size is not FREE and len(value) != size:
            error = WriteError(
                field=field_path(owner, field, element), expected=f"{size} bytes", found=f"{len(value)} bytes"
            )
            if not self.rehearsal:
                raise error
            self.conflicts.append(error)
            self.unsettled = True
            value = bytes(value[:size]).ljust(max(size, 0), b"\0")
        self._buffer = sharing(self._buffer, value)

    def terminated(
        self,
        value: Any,
        owner: Struct,
        field: int,
        element: int | None,
        terminator: bytes,
        include: bool,
        consume: bool,
        eos_error: bool,
    ) -> None:
        """Bytes and their terminator.

        Raises:
            WriteError: the terminator occurs in the value (or doesn't end it, where it is part of it).
        """
        self.raw(value, owner, field, element)
        if cut(value, terminator, include) != value or (include and eos_error and not value.endswith(terminator)):
            expected = f"bytes {'that end with the first' if include else 'without a'} terminator {terminator.hex()}"
            raise WriteError(field=field_path(owner, field, element), expected=expected, found=shown(value))
        unended = not eos_error and self.kept_element(owner, field, element) == value
        if len(value) % len(terminator) and not unended:
            expected = f"a multiple of {len(terminator)} bytes before a terminator of that size"
            raise WriteError(field=field_path(owner, field, element), expected=expected, found=shown(value))
        if consume and not include and not unended:
            self._buffer += terminator
        if consume:
            return
        if include and value.endswith(terminator):  # it is part of what follows, too
            del self._buffer[len(self._buffer) - len(terminator) :]
        elif include:
            return
        if not self.override:
            self.outstanding.left.append(Left(len(self._buffer), terminator, owner, field, element, eos_error))

    def padded(
        self,
        value: Any,
        size: int,
        owner: Struct,
        field: int,
        element: int | None,
        padding: Padding,
    ) -> None:
        """Bytes in a larger size; padding is as it was read while the value is the same.

        Raises:
            WriteError: they don't fit, or would be read as others.
        """
        self.raw(value, owner, field, element)
        del self._buffer[len(self._buffer) - len(value) :]
        kept = self.kept_element(owner, field, element)
        if kept is not None and len(kept) == size and padding.strip(kept) == value:
            self._buffer += kept
            return
        if not padding.holds(value, size):
            expected = f"bytes that can be told from their padding in {size} bytes"
            raise WriteError(field=field_path(owner, field, element), expected=expected, found=shown(value))
        self._buffer += padding.fill(value, size)

    def fitted(
        self,
        value: Any,
        size: int,
        owner: Struct,
        field: int,
        element: int | None,
        padding: Padding,
    ) -> int:
        """Bytes and their padding in a size that follows from them: what it was before, if they fit.

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
            rooms = (size if len(value) <= size else len(value) + len(padding.mark), ended, len(value))
            room = next((room for room in rooms if padding.holds(value, room)), rooms[0])
        self.padded(value, room, owner, field, element, padding)
        return room

    def rest(
        self,
        value: Any,
        owner: Struct,
        field: int,
        element: int | None,
        padding: Padding,
    ) -> None:
        """Bytes that reach to the end of their stream, with what pads and ends them.

        Raises:
            WriteError: they don't fit, or would be read as others.
        """
        given = self._streams[-1].given
        kept = self.kept_element(owner, field, element)
        size = len(kept) if isinstance(kept, bytes) else len(value) + len(padding.mark)
        if isinstance(value, bytes) and isinstance(kept, bytes) and padding.strip(kept) != value:
            size = max(size, len(value))
        if given is not None and given - self.pos < len(value):  # the end of the stream says that it is too small
            self.raw(value, owner, field, element)
            return
        self.padded(value, size if given is None else given - self.pos, owner, field, element, padding)

    def kept_element(self, owner: Struct, field: int, element: int | None) -> Any:
        """What was kept of the bytes of a field, or of an element of it, when it was read."""
        kept = self.kept(owner, field)
        return kept.get(element) if element is not None and isinstance(kept, dict) else kept

    def here(self) -> Here:
        """This position, for expressions that are computed again later."""
        return Here(self.pos, self.current, self._bit_count > 0)

    def zeros(self, size: int, owner: Struct, field: int) -> None:
        """Padding: zeros, or the bytes that were read there if they are as many."""
        self.align()
        if size < 0:
            self.unsettled = True
            return
        kept = self.kept(owner, field)
        self._buffer += kept if kept is not None and len(kept) == size else bytes(size)

    def gap(self, owner: Struct, field: int) -> None:
        """The way to something whose place is free: nothing, or the bytes that were read there."""
        self.align()
        self._buffer += self.kept(owner, field) or b""

    def fill(
        self, mark: int, size: int, owner: Struct, field: int, element: int | None, *, whole: bool = False
    ) -> None:
        """Fill a substream to its size; ``whole``: it has to fill it itself, as it is read to its end.

        Raises:
            WriteError: what was written is larger.
        """
        self.align()
        written = len(self._buffer) - mark
        if written > size or (whole and written < size):
            expected = f"{'' if whole else 'at most '}{size} bytes"
            raise WriteError(field=field_path(owner, field, element), expected=expected, found=str(written))
        self._buffer += bytes(size - written)

    def tail(self, owner: Struct, size: int | None = None) -> None:
        """The end of a stream: what lies at places of its own in it, and the bytes that no field describes.

        Args:
            owner: the structure that the stream is of.
            size: of the stream in bytes, where that is given.
        """
        self.align()
        stream = self._streams[-1]
        ends = settle(self, stream)
        if not self.canonical:
            gaps = owner._kept.get(GAPS)
            if gaps is not None and not isinstance(gaps, Gaps):
                owner._kept[GAPS] = Gaps(gaps.uncovered(), gaps.size)
        note_spare(stream, None if self.canonical else owner._kept.get(GAPS))
        if not self.canonical:
            self._keep(owner, stream, ends, size)
        if stream.from_end is not None and stream.told is not None and not stream.lacking:
            # What counts from the end need not reach there.
            self._buffer += bytes(max(0, stream.told - (len(self._buffer) - stream.origin)))

    def _keep(self, owner: Struct, stream: Stream, ends: int, size: int | None) -> None:
        """Write the bytes that no field of a stream described when it was read."""
        gaps = owner._kept.get(GAPS)
        kept = owner._kept.get(TAIL, b"")
        if gaps is not None:
            keep_gaps(self, stream, gaps, ends)
        if size is not None:
            kept = kept[: max(0, size - (len(self._buffer) - stream.origin))]
        self._buffer += kept

    def kept(self, owner: Struct, field: int) -> Any:
        """What was kept of a field's bytes when it was read."""
        return None if self.canonical else owner._kept.get(field)

    # --- derived fields ----------------------------------------------------------------------------------------

    def stays(self, owner: Struct, field: int) -> bool:
        """Whether a number is as it was read, and that was kept, as nothing that follows from others is written so."""
        kept = self.kept(owner, field)
        value = getattr(owner, owner.FIELDS[field].name)
        return isinstance(kept, bytes) and value is not None and KINDS[owner.FIELDS[field].kind].pack(value) == kept

    def solve(
        self, owner: Struct, field: int, value: Any, element: int | None = None, *, reserved: bool = True
    ) -> None:
        """A late field is known; if it isn't ``reserved``, it was written as it stood."""
        if self.override:
            return
        name = owner.FIELDS[field].name
        values = getattr(owner, name)
        changed = False
        if element is None:
            changed = values != value
            setattr(owner, name, value)
        elif values is not None and 0 <= element < len(values):
            changed = values[element] != value
            values[element] = value
        if changed:
            self.learnt = True
            self.unsettled |= self.memory.touch(owner) or not reserved

    def fit(
        self,
        owner: Struct,
        field: int,
        again: Callable[[], Any],
        quantity: Any,
        *solutions: Callable[[], Any],
        element: int | None = None,
        reserved: bool = True,
    ) -> None:
        """A late field is to say what was measured; what it is stays if it does.

        Args:
            owner: the structure that holds it.
            field: which of its fields it is.
            again: what it says.
            quantity: what was measured.
            solutions: what it may become; the first that says it is taken.
            element: which of its elements.
            reserved: see `solve`.
        """
        for solution in (None, *solutions):
            try:
                if solution is not None:
                    self.solve(owner, field, solution(), element, reserved=reserved)
                if again() == quantity:
                    return
            except ArithmeticError:
                continue

    def guess(self, owner: Struct, field: int) -> None:
        """A late field was written as it is now, as its bytes can't be reserved; `seal` checks it."""
        self._guessed(owner, field, None)

    def _guessed(self, owner: Struct, field: int, element: int | None) -> None:
        value = value_of(owner, field, element)
        used = list(value) if isinstance(value, list) else value
        self.outstanding.guesses.append(Guess(owner, field, element, used))

    def expect(self, again: Callable[[], Any], used: Any, owner: Struct, field: int, what: str = "bytes") -> None:
        """What was used of a field before late fields were known must be what they say in the end.

        Args:
            again: computes it.
            used: what was used.
            owner: the structure that holds the field.
            field: which field it is.
            what: what that is: a number of ``bytes`` or ``elements``, its ``place``, or whether it is ``there``.
        """
        self.outstanding.checks.append(Check(again, used, owner, field, what))

    def must(self, wrong: Callable[[Any], bool], owner: Struct, field: int, expected: str) -> None:
        """A rule of a derived field: once it is known, `seal` raises an error if it is ``wrong``."""
        if not self.override:
            self._rules.append((wrong, owner, field, expected))

    def assure(self, check: Callable[[], None]) -> None:
        """A check that may ask derived fields: `seal` calls it when they are known."""
        if not self.override:
            self.outstanding.assured.append(check)

    @property
    def bits_pos(self) -> int:
        """How many bits have been written."""
        return 8 * len(self._buffer) + self._bit_count

    def to_end(self, owner: Struct, field: int, last: int | None = None) -> None:
        """A field that readers take to the end of its stream ends here: nothing may be written behind it.

        Args:
            owner: the structure that holds it.
            field: which of its fields it is.
            last: of a list that has elements, where the last begins (`bits_pos`).

        Raises:
            WriteError: the last element takes no bytes, so that no reader finds it.
        """
        if self.override:
            return
        if last is not None and last == self.bits_pos:
            raise WriteError(field=field_path(owner, field), expected="a last element that takes bytes", found="none")
        self.outstanding.ends.append(End(self._streams[-1], self.pos, owner, field))

    def whole(self, owner: Struct, field: int) -> None:
        """A list of bits that goes on to the end of its stream: it must fill bytes.

        Raises:
            WriteError: bits are left.
        """
        if self._bit_count:
            found = f"{self._bit_count} bits in the last one"
            raise WriteError(field=field_path(owner, field), expected="elements that fill whole bytes", found=found)

    def seal(self) -> bool:
        """Fill in what was reserved; whether all that was used too early was right."""
        self.align()
        self._streams[0].close(len(self._buffer))
        for reference in self._references:
            self.tell(reference)
        self._fill_in()
        left = self.outstanding
        self.conflicts += filter(None, (end.conflict() for end in left.ends))
        wrong = [check.owner for check in left.checks if check.again() != check.used]
        wrong += [guess.owner for guess in left.guesses if not guess.right]
        for owner in wrong:
            self.memory.touch(owner)
        settled = not self.unsettled and not wrong
        if settled and self.conflicts:
            raise self.conflicts[0]
        if settled:
            self._obey()
        return settled

    def _fill_in(self) -> None:
        """Write the late values and the checksums of this buffer; note what doesn't fit them."""
        left = self.outstanding
        left.fill(self._buffer)
        wrong = [assumption for assumption in left.assumed if self._buffer[assumption.place] != assumption.byte]
        if not self.unsettled:  # otherwise it may become right yet
            self.clashes.update((id(one.owner), one.field, one.at) for one in wrong)
        self.unsettled |= bool(wrong)
        for value in left.stale:
            if value.renew(self._buffer):
                self.memory.touch(value.owner)
                self.unsettled = self.learnt = True
        self.conflicts += left.conflicts(self._buffer)

    def contradiction(self) -> WriteError:
        """The error for a model whose sizes never become what its late fields say of them."""
        found = chain(self.conflicts, (check.conflict() for check in self.outstanding.checks))
        circle = WriteError("sizes and places don't settle: they depend on each other")
        return next(filter(None, found), circle)

    def _obey(self) -> None:
        for check in self.outstanding.assured:
            check()
        for error in self.broken(0):
            raise error

    def broken(self, since: int) -> Iterator[WriteError]:
        """What breaks the rules that were noted, from one on."""
        for wrong, owner, field, expected in self._rules[since:]:
            value = getattr(owner, owner.FIELDS[field].name)
            listed = isinstance(value, list)
            for element, item in enumerate(value if listed else [value]):
                if wrong(item):
                    place = field_path(owner, field, element if listed else None)
                    yield WriteError(field=place, expected=expected, found=shown(item))

    def discard(self) -> None:
        """Let go of what was written: it is written anew."""
        self._buffer = bytearray()

    def getvalue(self) -> bytes:
        """What was written."""
        return b"".join(parts_of(self._buffer))

    @property
    def parts(self) -> Sequence[bytes | bytearray | memoryview]:
        """What was written, not copied: pieces that follow each other."""
        return parts_of(self._buffer)


@dataclass(frozen=True, slots=True)
class Here:
    """A position in the stream that was being written."""

    pos: int
    stream: Stream
    in_byte: bool = False

    @property
    def size(self) -> int:
        """Size of that stream."""
        return self.stream.size

    @property
    def eof(self) -> bool:
        """Whether that is its end: bits of a byte may follow."""
        return self.pos >= self.size and not self.in_byte


def _boolean(value: Any, owner: Struct, field: int, element: int | None) -> bool:
    """What NumPy takes for a boolean is one; numbers are none, as Arrow has it."""
    numpy = sys.modules.get("numpy")  # without it the value can't be its
    if numpy is None or not isinstance(value, numpy.bool_):
        raise WriteError(field=field_path(owner, field, element), expected="true or false", found=shown(value))
    return bool(value)
