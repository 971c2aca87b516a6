"""Runs programs over the bytes of a source; gives Arrow batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from bytewright.arrow.conditions import Condition
from bytewright.io.source import Source
from bytewright.kernels.drivers import buffers
from bytewright.kernels.drivers.buffers import ColumnBuffers, Registers
from bytewright.kernels.drivers.libraries import Libraries
from bytewright.kernels.drivers.walk_codes import WalkCodes
from bytewright.kernels.plan import MOST_ELEMENTS, RowPlan, codes
from bytewright.kernels.plan.failures import BadRecord
from bytewright.kernels.program.assemble import assemble
from bytewright.kernels.program.assembled import assembled
from bytewright.kernels.program.pivot import PivotColumn
from bytewright.kernels.program.program import Program
from bytewright.limits import DEFAULT, Limits


@dataclass(frozen=True, slots=True)
class Settings:
    """Sizes that decide how fast a scan is, not what it gives.

    Attributes:
        batch_rows: rows of a batch, at most.
        batch_bytes: bytes of a batch, at most, as far as one row fits.
        buffer_bytes: size of the read buffer; one record may make it larger.
        block_records: records that are worked on together, at most.
        block_bytes: bytes of them, at most, as far as one record fits.
        elements: room of the registers for elements of lists, to begin with.
        enough: the same before blocks are cut for want of room: what was computed for records that are cut off is
            computed again.
    """

    batch_rows: int = 65536
    batch_bytes: int = 16 << 20
    buffer_bytes: int = 1 << 20
    block_records: int = 512
    block_bytes: int = 64 << 10
    elements: int = 1024
    enough: int = 8192


USUAL = Settings()
_FEW = 32
"""Records of the first block behind a bad one."""
_MORE = 8
"""How many more those have that follow it, up to the usual size."""
_ENDLESS = 1 << 62
_ARENA = 1 << 20
"""Bytes of what is decoded of a block, to begin with."""
_IN_ARENA = (codes.DECODE, codes.PROCESSED, codes.FRONTS, codes.JOINED)
_MOST_ARENA = 1 << 28
"""The same of a single record, at most, where no limit allows more."""

Aside = Callable[[int, int, int], int | None]
"""Told where a record begins that is left to the object reader, its number, and how many rows of the batch stand before
it; gives where it ends if nobody waits for its rows, otherwise None: then the scan ends there."""


def schema(
    plan: RowPlan,
    columns: Sequence[str] | None = None,
    pivot: Sequence[PivotColumn] = (),
    given: Mapping[str, int] | None = None,
) -> pa.Schema:
    """Schema of the batches that `Scan` gives for the same arguments; no kernel is needed."""
    return assemble(plan, columns, pivot, given).schema


class Scan(Iterator[pa.RecordBatch]):
    """Record batches of a region of a source, one after another.

    Batches with all good rows before a bad record come first; then `BadRecord` is raised, once, after which it is over.

    Attributes:
        schema: schema of the batches.
        position: place in the source of the first record that hasn't been given out whole.
        record: its ordinal number.
    """

    def __init__(
        self,
        plan: RowPlan,
        source: Source,
        *,
        columns: Sequence[str] | None = None,
        pivot: Sequence[PivotColumn] = (),
        given: Mapping[str, int] | None = None,
        start: int = 0,
        stop: int | None = None,
        record: int = 0,
        limits: Limits = DEFAULT,
        settings: Settings = USUAL,
        aside: Aside | None = None,
        records: int | None = None,
        condition: Condition | None = None,
    ) -> None:
        """Prepare a scan; nothing is read yet.

        Args:
            plan: how records become rows.
            source: what is read.
            columns: see `assemble`.
            pivot: see `assemble`.
            given: see `assemble`.
            start: where the first record begins.
            stop: where the region ends; None: with the source.
            record: number of the first record.
            limits: a record of more than ``maxRecordBytes`` is bad.
            settings: sizes.
            aside: asked about records that are left to the object reader.
            records: how many the source has from its first one on, where that is known: one that is missing is bad,
                unless a ``stop`` says that not all of them are read.
            condition: see `assemble`.

        Raises:
            PlanError: the plan contradicts itself.
            Unsupported: it needs what the kernel can't do.
            KeyError: a column that isn't there.
        """
        from bytewright.kernels.native.machine import compile

        self.aside = aside
        self._records = records
        self._settings = settings
        self._limits = limits
        self._program: Program = assembled(plan, columns, pivot, given, settings.block_records, self, condition)
        self._parts = compile.addresses(self._program.instructions, compile.KERNEL)
        self._kernel = compile.entered(compile.KERNEL)
        self._walks = WalkCodes(self._program.boundaries)
        self.schema: pa.Schema = self._program.schema
        rooms = [self._program.most_records, *(settings.elements for _ in self._program.domains[1:])]
        self._registers = Registers(self._program, rooms)
        self._columns = ColumnBuffers(self._program, settings.batch_rows, settings.batch_bytes, limits.maxRecordBytes)
        self._path = np.array([*self._program.path, 0], np.int64)
        self._scratch = np.zeros(2 * codes.SCRATCH_ELEMENTS + 64 + 3 * codes.MOST_DEPTH, np.int64)
        state = np.zeros(codes.STATE, np.int64)
        self._state = state.data  # as numbers of Python, which take a fraction of the time of numpy's
        self._state_address = int(state.ctypes.data)
        self._hold(buffers.allocate(settings.buffer_bytes + codes.SLACK))
        self._source = source
        self._base = self._filled = 0
        self._failed = False
        self._set_up()
        self.restart(source, start=start, stop=stop, record=record)

    def restart(self, source: Source, *, start: int = 0, stop: int | None = None, record: int = 0) -> None:
        """Begin again, with another source or elsewhere; see `__init__`."""
        if self._source is not source or not self._base <= start <= self._base + self._filled:
            # Otherwise what has been read stays: it goes on behind a record that was bad.
            self._base, self._filled = start, 0
        self._source = source
        self._stop = source.size if stop is None else min(stop, source.size)
        self._to_the_end = stop is None
        self.position = start
        self._state[codes.BLOCK] = self._program.most_records
        if self._failed:
            self._expect_another()
        self._failed = False
        self._failure: BadRecord | None = None
        self._over = False
        self.record = record
        self._state[codes.RECORD] = record
        self._state[codes.SKIP] = self._state[codes.ROWS] = self._state[codes.WAITING] = 0
        self._publish(start)
        self._begun = False

    @property
    def source(self) -> Source:
        """What is read."""
        return self._source

    @property
    def stop(self) -> int:
        """Where the region ends."""
        return self._stop

    @property
    def batch_bytes(self) -> int:
        """Bytes of memory that a batch takes, about."""
        return self._columns.size

    @property
    def is_between_records(self) -> bool:
        """Whether all rows of the records before `position` have been given, and none of the one there."""
        return not self._state[codes.SKIP]

    @property
    def numbers_records(self) -> bool:
        """Whether anything in the batches rests on the numbers of records."""
        return self._program.numbers_records

    def describe(self, schema: pa.Schema) -> None:
        """Give batches the metadata of a schema whose fields have the same names and types."""
        if any(field.metadata for field in schema) and schema.equals(self.schema):
            self.schema = schema
            self._columns.describe(schema)

    def let_go(self) -> None:
        """Keep the memory of one batch only, while the scan rests."""
        self._columns.let_go()

    def _set_up(self) -> None:
        state, program, settings = self._state, self._program, self._settings
        state[codes.PROGRAM] = program.instructions.ctypes.data
        state[codes.INSTRUCTIONS] = len(program.instructions)
        state[codes.PARTS] = self._parts.ctypes.data
        state[codes.REGISTERS] = self._registers.table.ctypes.data
        state[codes.DOMAINS] = self._registers.domains.ctypes.data
        state[codes.DOMAIN_COUNT] = len(program.domains)
        state[codes.COLUMNS] = self._columns.table.ctypes.data
        state[codes.PATH] = self._path.ctypes.data
        state[codes.PATH_LENGTH] = len(program.path)
        state[codes.OUTPUT] = program.output
        state[codes.BLOCK_BYTES] = settings.block_bytes
        state[codes.ENOUGH] = settings.enough
        state[codes.MOST_RECORD_BYTES] = self._limits.maxRecordBytes
        state[codes.SCRATCH] = self._scratch.ctypes.data
        state[codes.RECORDS_END] = _ENDLESS if self._records is None else min(self._records, _ENDLESS)
        state[codes.MOST_DECODED] = self._limits.maxDecodedBytes
        self._make_arena(_ARENA if np.isin(program.instructions[:, 0], _IN_ARENA).any() else 0)
        self._libraries = Libraries(program.processes, self._limits)

    def _make_arena(self, size: int) -> None:
        """Memory for what is decoded."""
        self._arena = buffers.allocate(size + codes.SLACK)
        self._state[codes.ARENA] = self._arena.ctypes.data
        self._state[codes.ARENA_SIZE] = size

    def __next__(self) -> pa.RecordBatch:
        while not self._over:
            if not self._begun:
                # Not before it is asked for: then whoever asks has let go of the batch before the last one.
                self._columns.begin()
                self._state[codes.ROOM] = self._room
                self._begun = True
            code = int(self._kernel(self._state_address))
            rows = self._state[codes.ROWS]
            self.position = self._base + self._state[codes.POSITION] - self._address
            self.record = self._state[codes.RECORD]
            if code == codes.MORE:
                if self._read(self._state[codes.NEEDED]):
                    self._grow_blocks()
                    continue
                code = codes.TRUNCATED
            if code == codes.WAITS:
                self._libraries.run(self._state, self._program, self._registers, self._arena)
                continue
            if code == codes.GROW:
                domain = self._state[codes.WHICH]
                if domain == codes.DECODING:
                    wanted = self._state[codes.NEEDED]
                    if wanted <= max(_MOST_ARENA, self._limits.maxDecodedBytes):
                        self._make_arena(min(2 * wanted, max(wanted, _MOST_ARENA)))
                        continue
                    code = codes.LEFT  # objects say whether so much may be held
                else:
                    self._registers.grow(domain, max(self._state[codes.NEEDED], 2 * self._registers.rooms[domain]))
                    continue
            if code == codes.FULL:
                which = self._state[codes.WHICH]
                if which < 0 and self._state[codes.ROOM] < self._columns.rows:
                    self._grow_blocks()
                    self._state[codes.ROOM] = self._room
                    continue
                if rows == 0:
                    if which < 0 or not self._columns.grow(which, self._state[codes.NEEDED]):
                        self._fail(codes.LIMIT)
                        continue
                    self._begun = False
                    continue
                self._columns.fit(rows)
                batch = self._finished(rows)
                self._state[codes.ROWS] = 0
                return batch
            if code == codes.LEFT and self.aside is not None:
                end = self.aside(self.position, self.record, rows)
                if end is not None:
                    self._go_on(end)
                    continue
            if code >= codes.BAD:
                self._fail(code)
            elif self._elsewhere():
                continue
            elif self._records is not None and self.record < self._records and self._to_the_end:
                self._fail(codes.TRUNCATED)
            else:
                self._over = True
            if rows:
                return self._finished(rows)
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure
        raise StopIteration

    def _expect_another(self) -> None:
        """Behind a record that the kernel stopped at, another one may follow soon: a block is checked as a whole before
        its first rows come."""
        self._state[codes.BLOCK] = min(_FEW, self._program.most_records)

    def _grow_blocks(self) -> None:
        self._state[codes.BLOCK] = min(_MORE * self._state[codes.BLOCK], self._program.most_records)

    @property
    def _room(self) -> int:
        """Rows that the batch may have before the kernel asks for more room: few more, as long as blocks are small."""
        block = self._state[codes.BLOCK]
        more = self._columns.rows if block == self._program.most_records else self._state[codes.ROWS] + _MORE * block
        return min(self._columns.rows, more)

    def _finished(self, rows: int) -> pa.RecordBatch:
        self._begun = False
        return self._columns.batch(rows)

    def runs(self, operation: int) -> bool:
        """Whether there is such an operation (`codes`) in the program."""
        return bool((self._program.instructions[:, 0] == operation).any())

    @property
    def complete(self) -> bool:
        """Whether all records have been given that it was told of."""
        return self._records is not None and self.record >= self._records

    def _elsewhere(self) -> bool:
        """Go on with the batch in another part of the source, where there is one."""
        return False

    def _go_on(self, end: int) -> None:
        """Go on with the batch behind a record that has been read elsewhere."""
        self._state[codes.RECORD] = self.record = self.record + 1
        self._state[codes.SKIP] = 0
        self._expect_another()
        self._state[codes.ROOM] = self._room
        self.position = end
        if end > self._base + self._filled:
            self._base, self._filled = end, 0
        self._publish(end)

    def _fail(self, code: int) -> None:
        field = self._state[codes.FIELD]
        path = self._program.fields[field] if 0 <= field < len(self._program.fields) else ""
        self._failed = True
        self._failure = BadRecord(self.position, code, path, self.record)
        self._over = True

    # --- the read buffer ---------------------------------------------------------------------------------------------

    def _hold(self, buffer: buffers.Bytes) -> None:
        """Read into other memory from now on."""
        self._buffer = buffer
        self._address = int(buffer.ctypes.data)

    def _publish(self, position: int) -> None:
        """Tell the kernel where things lie, after the buffer has changed. No block is held any more."""
        self._state[codes.HELD] = self._state[codes.HELD_ROWS] = self._state[codes.HELD_PASSED] = 0
        self._state[codes.POSITION] = self._address + position - self._base
        self._state[codes.BUFFER_END] = self._address + self._filled
        self._state[codes.REGION_END] = self._address + self._stop - self._base
        self._state[codes.SHIFT] = self._base - self._address
        self._state[codes.BUFFER] = self._address
        # An element takes a bit, or a step of a loop over nothing; the object reader counts in the same way.
        self._state[codes.MOST_ELEMENTS] = min(MOST_ELEMENTS, max(8 * self._file_size(), self._limits.maxSteps))

    def _file_size(self) -> int:
        """Bytes of the file that is read, or of the largest of those that are."""
        return self._source.size

    def _reach(self, kept: int, needed: int, *, ahead: bool) -> int:
        """How many bytes the buffer is to hold, of which it has ``kept``, and so many are needed; ``ahead``: it goes on
        elsewhere."""
        return len(self._buffer)

    def _read(self, needed: int) -> bool:
        """Read on from the record that the kernel came to, at least ``needed`` bytes of it; whether they were there."""
        ahead = not self._base <= self.position <= self._base + self._filled
        kept = 0 if ahead else self._base + self._filled - self.position
        view = self._buffer.data
        if needed > len(view) - codes.SLACK:
            # Twice of what there is of it: a walk that asks for more begins anew.
            room = max(needed, min(2 * kept, self._stop - self.position))
            room = -(-room // self._settings.buffer_bytes) * self._settings.buffer_bytes
            larger = buffers.allocate(room + codes.SLACK)
            larger[:kept] = self._buffer[self._filled - kept : self._filled]
            self._hold(larger)
            view = self._buffer.data
        elif kept:
            view[:kept] = view[self._filled - kept : self._filled]
        self._base = self.position
        wanted = min(
            len(view) - codes.SLACK, self._stop - self._base, max(needed, self._reach(kept, needed, ahead=ahead))
        )
        got = self._source.read_into(self._base + kept, view[kept:wanted])
        self._filled = kept + got
        self._walks.go_on(got, self._stop - self._base - self._filled)
        if self._filled < wanted:
            # It has become shorter since it was opened.
            self._stop = self._base + self._filled
        self._publish(self.position)
        return self._filled >= needed
