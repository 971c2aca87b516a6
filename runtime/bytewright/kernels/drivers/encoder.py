"""Runs encoding programs over batches of rows; gives the bytes of records, in memory that is reused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bytewright.kernels.drivers import buffers
from bytewright.kernels.drivers.buffers import Registers
from bytewright.kernels.drivers.libraries import put_sums
from bytewright.kernels.plan import codes as shared
from bytewright.kernels.plan import encoding_codes
from bytewright.kernels.plan.encoding import EncodingPlan
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.assemble_encoding import EncodingProgram, Path, Shape, assemble
from bytewright.kernels.program.program import Words

_ELEMENTS = 1024
"""Elements of lists that registers have room for to begin with."""


class Array(NamedTuple):
    """What the rows of a batch hold for a field, where it lies in memory.

    Attributes:
        shape: what it is.
        values: address of the first number, or of the bytes that offsets count from.
        validity: address of its validity bits; 0: there are none.
        bit: which of these is the first.
        offsets: address of its first offset (int32); 0: there are none.
        end: address behind the values.
    """

    shape: Shape
    values: int = 0
    validity: int = 0
    bit: int = 0
    offsets: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes that decide how fast an encoder is, not what it gives.

    Attributes:
        buffer_bytes: size of the output, which one block may make larger.
        block_records: rows that are worked on together, at most.
    """

    buffer_bytes: int = 1 << 20
    block_records: int = 512


USUAL = Sizes()
Programs = dict[tuple[object, ...], tuple[EncodingProgram, Words]]
"""Programs of a plan, and what is compiled of them, by what rows hold: whatever encodes by that plan may share them."""
_Program = tuple[EncodingProgram, Registers, tuple[int, ...]]
"""A program, its registers, and what a state says of both (`_STATED`): to ask numpy where something lies takes longer
than to tell the kernel."""
_STATED = (
    *(shared.PROGRAM, shared.INSTRUCTIONS, shared.PARTS, shared.REGISTERS),
    *(shared.DOMAINS, shared.DOMAIN_COUNT, shared.BLOCK),
)
_Begun = tuple[EncodingProgram, Registers, list[object]]
"""What runs for a batch, and what stays where it is meanwhile."""


class Encoder:
    """Encodes batches one after another.

    Args:
        plan: how rows become records; nothing in it rests on a header any more.
        sizes: sizes.
        programs: those of the plan that are there already; takes others that are made.

    Attributes:
        plan: the plan.
        rows: how many rows have become records.
    """

    def __init__(self, plan: EncodingPlan, sizes: Sizes = USUAL, programs: Programs | None = None) -> None:
        self.plan = plan
        self._sizes = sizes
        self._assembled: Programs = {} if programs is None else programs
        self._programs: dict[Sequence[tuple[Path, Shape]], _Program] = {}
        self._columns: dict[Path, Shape] | None = None
        self._last: _Program
        self._entered: Callable[[int], int]
        self._nowhere = np.zeros(64, np.int64)
        self._state = np.zeros(encoding_codes.STATE, np.int64)
        self._state[encoding_codes.NOWHERE] = self._nowhere.ctypes.data
        self._state_at = int(self._state.ctypes.data)
        self._buffer = self._allocated(sizes.buffer_bytes)
        self.rows = 0

    def _allocated(self, size: int) -> npt.NDArray[np.uint8]:
        return buffers.allocate(size + encoding_codes.OUT_SLACK)

    def encode(
        self,
        rows: int,
        held: Mapping[Path, Array],
        ends: Words | None = None,
        chosen: Words | None = None,
        number: int = 0,
    ) -> Iterator[memoryview]:
        """The records of a batch, in pieces that are only good until the next one is asked for.

        Args:
            rows: how many rows there are.
            held: what they hold, by field; its memory stays where it is meanwhile.
            ends: is told where each row's record ends, in bytes behind the first one, behind a first 0 (``rows + 1``
                numbers).
            chosen: which of what is held they are, by number; None: all, in their order.
            number: of the first row's record, where records rest on theirs.

        Raises:
            Unsupported: the plan can't be followed for such columns, or a row can't be encoded.
        """
        yield from self._pieces(self._begin(rows, held, ends, chosen, number))

    def into(self, made: npt.NDArray[np.uint8], rows: int, held: Mapping[Path, Array]) -> None:
        """Put the records of a batch into memory that has room for just these; see `encode`."""
        begun = self._begin(rows, held, None, None)
        code, at = shared.GROW, 0
        while code == shared.GROW:
            code, at = self._go_on(begun, at, made)
        # What is written last might reach behind the end.
        for piece in self._pieces(begun) if code == shared.FULL else ():
            made[at : at + len(piece)] = piece
            at += len(piece)

    def _pieces(self, begun: _Begun) -> Iterator[memoryview]:
        """The records that are left of a batch."""
        while True:
            code, used = self._go_on(begun, 0, self._buffer)
            if used:
                yield self._buffer.data[:used]
            if code == shared.END:
                return
            if code == shared.FULL and not used:
                self._buffer = self._allocated(int(self._state[shared.NEEDED]))

    def whole(
        self,
        rows: int,
        held: Mapping[Path, Array],
        ends: Words | None = None,
        chosen: Words | None = None,
        number: int = 0,
    ) -> memoryview:
        """The records of a batch in one piece, which is only good until something else is encoded; see `encode`."""
        begun = self._begin(rows, held, ends, chosen, number)
        used = 0
        while True:
            code, used = self._go_on(begun, used, self._buffer)
            if code == shared.END:
                return self._buffer.data[:used]
            if code == shared.FULL:
                larger = self._allocated(max(used + int(self._state[shared.NEEDED]), 2 * self._buffer.size))
                larger[:used] = self._buffer[:used]
                self._buffer = larger

    def part_with(self) -> None:
        """Leave the piece that was made last to whoever has it: it stays as it is."""
        self._buffer = self._allocated(self._buffer.size - encoding_codes.OUT_SLACK)

    def let_go(self) -> None:
        """Keep no more memory for bytes than to begin with."""
        if self._buffer.size > self._sizes.buffer_bytes + encoding_codes.OUT_SLACK:
            self._buffer = self._allocated(self._sizes.buffer_bytes)

    def _program(self, held: Mapping[Path, Array]) -> _Program:
        """The program for what rows hold, with registers and what is compiled of it."""
        columns = {path: one.shape for path, one in held.items()}
        if columns == self._columns:  # most often; to look it up takes longer
            return self._last
        key = tuple(columns.items())
        known = self._programs.get(key)
        if known is None:
            from bytewright.kernels.native.machine import compile

            self._entered = compile.entered(compile.ENCODER)
            most = self._sizes.block_records
            assembled = self._assembled.get((most, *key))
            if assembled is None:
                made = assemble(self.plan, columns, most_records=most)
                parts = compile.addresses(made.program.instructions, compile.ENCODER)
                assembled = self._assembled[most, *key] = made, parts
            made, parts = assembled
            program = made.program
            registers = Registers(program, [most, *(_ELEMENTS for _ in program.domains[1:])])
            memory = program.instructions, parts, registers.table, registers.domains
            instructions, called, table, domains = (int(array.ctypes.data) for array in memory)
            sizes = len(program.instructions), len(program.domains), program.most_records
            stated = instructions, sizes[0], called, table, domains, *sizes[1:]
            known = self._programs[key] = made, registers, stated
        self._columns, self._last = columns, known
        return known

    def _begin(
        self, rows: int, held: Mapping[Path, Array], ends: Words | None, chosen: Words | None, number: int = 0
    ) -> _Begun:
        """Tell the kernel of a batch; gives what it runs, and what stays where it is meanwhile."""
        made, registers, stated = self._program(held)
        if not made.program.numbers_records:
            number = 0
        elif number and chosen is None:
            chosen = np.arange(rows)  # rows are held from 0 on, whatever the numbers of their records
        sources = np.zeros((max(1, len(made.sources)), encoding_codes.SOURCE), np.int64)
        given = [held[path] for path in made.sources]
        if given:
            told = [(one.values, one.validity, one.bit, one.offsets, one.end) for one in given]
            sources[:, : encoding_codes.VALUES_END + 1] = told
        state = self._state
        for place, told_of in zip(_STATED, stated, strict=True):
            state[place] = told_of
        state[encoding_codes.SOURCES] = sources.ctypes.data
        state[encoding_codes.ENDS] = 0
        if ends is not None:
            ends[0] = 0
            state[encoding_codes.ENDS] = ends.ctypes.data - 8 * number
        state[encoding_codes.CHOSEN] = 0 if chosen is None else chosen.ctypes.data - 8 * number
        state[shared.RECORD], state[shared.ROWS] = number, number + rows
        state[shared.WAITING] = 0
        return made, registers, [sources, ends, chosen]

    def _go_on(self, begun: _Begun, used: int, into: npt.NDArray[np.uint8]) -> tuple[int, int]:
        """Run the kernel, behind what is used of some memory; gives how it ended, and what is used then.

        Raises:
            Unsupported: a row can't be encoded.
        """
        made, registers, _ = begun
        state = self._state
        begin = int(into.ctypes.data)
        state[encoding_codes.OUT] = begin + used
        state[encoding_codes.OUT_END] = begin + into.size - encoding_codes.OUT_SLACK
        before = int(state[shared.RECORD])
        code = self._entered(self._state_at)
        while code == shared.WAITS:
            put_sums(made.program, int(state[shared.WAITING]), registers)
            code = self._entered(self._state_at)
        self.rows += int(state[shared.RECORD]) - before
        if code == shared.GROW:
            domain = int(state[shared.WHICH])
            registers.grow(domain, max(int(state[shared.NEEDED]), 2 * registers.rooms[domain]))
        elif code not in (shared.END, shared.FULL):
            place = int(state[shared.FIELD])
            fields = made.program.fields
            raise Unsupported(fields[place] if 0 <= place < len(fields) else "", int(state[shared.RECORD]))
        return code, int(state[encoding_codes.OUT]) - begin
