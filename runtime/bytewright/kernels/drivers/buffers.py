"""Memory of the kernel: registers, and the columns of a batch, which become Arrow arrays without a copy."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.arrow.batches import batch_of
from bytewright.kernels.plan import codes
from bytewright.kernels.program.program import Leaf, OutputColumn, Program, Words

Bytes = npt.NDArray[np.uint8]

_ALIGN = 64
_NOTHING: Bytes = np.empty(0, np.uint8)
_LARGEST_PIECES = (1 << 31) - 64
"""Offsets of text and bytes are int32."""
_NOWHERE = -1, -1, -1


def allocate(size: int) -> Bytes:
    """Memory of exactly so many bytes, at an address that is a multiple of 64; what it holds is undefined.

    It comes from Arrow's pool, which keeps what it is given back: pages that are new to the process cost more than what
    is done with them, and a table is opened for each of many files.
    """
    return np.frombuffer(cast("Any", pa.allocate_buffer(size)), np.uint8)


class Registers:
    """The registers of a program: vectors of int64, as long as their domain has room.

    Attributes:
        table: address and step (8, or 0 for constants) of each register.
        domains: what the kernel knows of each domain.
    """

    def __init__(self, program: Program, rooms: list[int]) -> None:
        self._program = program
        self._memory: dict[tuple[str, int], Words] = {}
        self.rooms = rooms
        self.table = np.zeros((len(program.registers), 2), np.int64)
        self.domains = np.zeros((len(program.domains), codes.DOMAIN), np.int64)
        for number, domain in enumerate(program.domains):
            self.domains[number, codes.PARENT] = domain.parent
        for number in range(len(program.domains)):
            self._allocate(number)
        for number, register in enumerate(program.registers):
            if register.constant is not None:
                self.table[number] = self._vector("constant", number, codes.REGISTER_SLACK, register.constant), 0

    def grow(self, domain: int, elements: int) -> None:
        """Give a domain room for so many elements."""
        self.rooms[domain] = elements
        self._allocate(domain)
        for child, below in enumerate(self._program.domains):
            if below.parent == domain:
                self._allocate_offsets(child)

    def values(self, register: int, count: int) -> list[int]:
        """The first so many values of a register, as the kernel has left them."""
        constant = self._program.registers[register].constant
        if constant is not None:
            return [constant] * count
        return cast("list[int]", self._memory["register", register][:count].tolist())

    def put(self, register: int, values: list[int]) -> None:
        """Set the first values of a register."""
        self._memory["register", register][: len(values)] = values

    def _vector(self, what: str, number: int, elements: int, value: int = 0) -> int:
        memory = allocate(8 * elements).view(np.int64)
        memory[:] = value
        self._memory[what, number] = memory
        return int(memory.ctypes.data)

    def _allocate(self, domain: int) -> None:
        self.domains[domain, codes.ROOM_OF] = self.rooms[domain]
        for number, register in enumerate(self._program.registers):
            if register.domain == domain and register.constant is None:
                self.table[number] = self._vector("register", number, self._size(domain)), 8
        self._allocate_offsets(domain)

    def _allocate_offsets(self, domain: int) -> None:
        parent = self._program.domains[domain].parent
        if parent >= 0:
            self.domains[domain, codes.OFFSETS_OF] = self._vector("offsets", domain, self._size(parent))

    def _size(self, domain: int) -> int:
        # One more than there are elements, and whole vectors of 64.
        return (self.rooms[domain] + 1 + codes.REGISTER_SLACK + 63) // 64 * 64


class ColumnBuffers:
    """The columns of one batch after another, each batch in one piece of memory.

    A piece is used again when nothing outside refers to it any more, since fresh pages cost more than filling them.

    Attributes:
        table: what the kernel knows of each leaf.
        rows: rows that there is room for.
        size: bytes of the memory of a batch.
    """

    def __init__(self, program: Program, most_rows: int, most_bytes: int, most_of_row: int = _LARGEST_PIECES) -> None:
        self._program = program
        self._schema = program.schema
        self._most_rows = most_rows
        self._most_bytes = most_bytes
        # What elements show of what lies around them may be many times as large as the record.
        self._most_of_row = min(_LARGEST_PIECES, max(most_bytes, most_of_row))
        self.rows = self._rows_for(program.row_bytes)
        self.table = np.zeros((max(1, len(program.leaves)), codes.COLUMN), np.int64)
        self._capacities = [self._capacity(leaf) for leaf in program.leaves]
        self._pool: list[Bytes] = []
        self._memory: Bytes = _NOTHING
        self._places: list[tuple[int, int, int]] = []
        self._within: list[tuple[int, int]] = []
        self.size = 0
        self._stale = True
        self._copies = False

    def _rows_for(self, row_bytes: float) -> int:
        """How many rows a batch may have whose rows take so many bytes."""
        return max(1, min(self._most_rows, int(self._most_bytes / max(1.0, row_bytes))))

    def _capacity(self, leaf: Leaf) -> int:
        """Bytes of text, or elements of lists, that there is room for; 0 where others say that."""
        if leaf.inside >= 0 and (leaf.lists or leaf.bounded):
            return 0
        if not (leaf.width == -1 or leaf.lists):
            return 0
        values = self.rows * self._program.values_per_row(leaf)
        return min(_LARGEST_PIECES, max(64, values * leaf.estimate) + 64)

    def _count(self, leaf: Leaf) -> int:
        """How many values of a leaf there is room for."""
        return self.rows if leaf.room < 0 else self._capacities[leaf.room]

    def _lay_out(self) -> None:
        self._stale = False
        self._places = []
        at = 0
        for leaf, capacity in zip(self._program.leaves, self._capacities, strict=True):
            values = validity = offsets = -1
            count = self._count(leaf)
            bitmap = count // 8 + 80
            if leaf.nullable:
                validity, at = at, _up(at + bitmap)
            if leaf.width == -1 or leaf.lists:
                offsets, at = at, _up(at + 4 * (count + 1) + 64)
            if leaf.width == -1:
                values, at = at, _up(at + (capacity or count * leaf.estimate + codes.ROW_SLACK))
            elif leaf.width == 0:
                values, at = at, _up(at + bitmap)
            elif leaf.width is not None:
                values, at = at, _up(at + leaf.width * count + codes.ROW_SLACK)
            self._places.append((values, validity, offsets))
        self.size = at
        self.table[:] = 0
        for row, leaf, capacity in zip(self.table, self._program.leaves, self._capacities, strict=False):
            row[codes.CAPACITY] = capacity
            row[codes.WIDTH] = -1 if leaf.width is None else leaf.width
        self._within = [
            (codes.COLUMN * number + what, place)
            for number, (values, validity, offsets) in enumerate(self._places)
            for what, place in ((codes.VALUES, values), (codes.VALIDITY, validity), (codes.OFFSETS, offsets))
            if place >= 0
        ]

    def begin(self) -> None:
        """Memory for a new batch."""
        if self._stale:
            self._lay_out()
        self._memory = _NOTHING  # what it was may be taken again
        self._memory = self._take()
        base = int(self._memory.ctypes.data)
        words = self.table.reshape(-1).data
        for number, place in self._within:
            words[number] = base + place
        ends = self._memory.data.cast("i")
        for _, _, offsets in self._places:
            if offsets >= 0:
                ends[offsets // 4] = 0

    def _take(self) -> Bytes:
        for memory in self._pool:
            if memory.size == self.size and sys.getrefcount(memory) <= _REFERENCES:
                return memory
        memory = allocate(self.size)
        self._pool = [memory, *self._pool][: min(_POOLED, max(2, _POOLED_BYTES // max(1, self.size)))]
        return memory

    def let_go(self) -> None:
        """Keep one piece of memory only."""
        del self._pool[1:]

    def grow(self, leaf: int, needed: int) -> bool:
        """Give a column of text, bytes or lists more room, for the batches that follow; whether that is possible."""
        inside = [other for other in self._program.leaves if other.room == leaf]
        most = _LARGEST_PIECES // max(1, *(other.estimate for other in inside), 1)
        is_text = self._program.leaves[leaf].width == -1
        of_text = [1] if is_text else [other.estimate for other in inside if other.width == -1]
        if of_text:
            most = min(most, self._most_of_row // max(1, *of_text))
        if needed > most:
            return False
        self._capacities[leaf] = min(most, max(needed, 2 * self._capacities[leaf]))
        self._stale = True
        self._memory = _NOTHING
        self._pool.clear()  # it is of another size
        return True

    def fit(self, rows: int) -> None:
        """Share out the memory of the batches that follow by what the values of this one, which ended with so many rows
        for lack of room, take: if batches can have many more rows then."""
        if self._most_rows < _WORTH * rows:
            return  # whatever they take
        leaves = self._program.leaves
        taken = [max(_SPARE * each, leaf.estimate / 8) for leaf, each in zip(leaves, self._taken(rows), strict=True)]
        row_bytes = 0.0
        for leaf, capacity, each in zip(leaves, self._capacities, taken, strict=True):
            values = 1.0 if leaf.room < 0 else taken[leaf.room]
            of_text = capacity and leaf.width == -1
            row_bytes += values * (replace(leaf, estimate=0) if of_text else leaf).row_bytes + (each if of_text else 0)
        fitting = self._rows_for(row_bytes)
        if fitting < _WORTH * rows:
            return
        self.rows = fitting
        self._capacities = [
            min(_LARGEST_PIECES, int(fitting * each) + 64) if capacity else 0
            for capacity, each in zip(self._capacities, taken, strict=True)
        ]
        self._stale = True

    def _taken(self, rows: int) -> list[float]:
        """What the values of each leaf take per row: bytes of text, elements of lists (at the level that has most)."""
        ends: list[int] = []
        most = [0] * len(self._program.leaves)
        for number, (leaf, (_, _, offsets)) in enumerate(zip(self._program.leaves, self._places, strict=True)):
            count = rows if leaf.inside < 0 else ends[leaf.inside]
            ends.append(count if offsets < 0 else self._end(offsets, count))
            if offsets >= 0:
                most[number] = max(most[number], ends[-1])
                if leaf.lists and leaf.room >= 0:
                    most[leaf.room] = max(most[leaf.room], ends[-1])
        return [number / rows for number in most]

    def describe(self, schema: pa.Schema) -> None:
        """Give batches another schema with the same names and types."""
        self._schema = schema

    def batch(self, rows: int) -> pa.RecordBatch:
        """The batch, of so many rows; its memory is nobody else's from then on. One of few rows is copied: with much
        memory for each, files with many bad records would take more than is there."""
        memory = pa.py_buffer(cast("Any", self._memory))
        self._copies = rows * _FEW < self.rows
        arrays = [self._array(column, rows, memory) for column in self._program.columns]
        if not self._copies:
            self._memory = _NOTHING
        return batch_of(arrays, self._schema, rows)

    def _array(self, column: OutputColumn, rows: int, memory: pa.Buffer) -> pa.Array[Any]:
        values, validity, offsets = self._places[column.leaf] if column.leaf >= 0 else _NOWHERE
        nulls = self._piece(memory, validity, (rows + 7) // 8) if column.nullable and validity >= 0 else None
        found = [nulls]
        count = rows
        if offsets >= 0:
            found.append(self._piece(memory, offsets, 4 * (rows + 1)))
            count = self._end(offsets, rows)
        if column.children:
            children = [self._array(child, count, memory) for child in column.children]
            return pa.Array.from_buffers(column.type, rows, found, children=children)
        if values >= 0:
            width = self._program.leaves[column.leaf].width
            assert width is not None
            size = count if width < 0 else rows * width if width else (rows + 7) // 8
            found.append(self._piece(memory, values, size))
        return pa.Array.from_buffers(column.type, rows, found)

    def _piece(self, memory: pa.Buffer, start: int, size: int) -> pa.Buffer:
        piece = memory.slice(start, size)
        return pa.py_buffer(piece.to_pybytes()) if self._copies else piece

    def _end(self, offsets: int, rows: int) -> int:
        """Where the last of so many values ends."""
        return int.from_bytes(self._memory[offsets + 4 * rows :][:4].tobytes(), sys.byteorder)


_FEW = 64
"""A batch is copied that could have more than so many times the rows that it has."""
_SPARE = 1.125
"""How much more room values are given than they took."""
_WORTH = 1.25
"""How many more rows batches must have for memory to be shared out anew."""
_POOLED = 4
_POOLED_BYTES = 32 << 20
_REFERENCES = 3
"""References to a piece that nothing outside refers to: the pool, a variable, the argument of the question itself."""


def _up(number: int) -> int:
    return (number + _ALIGN - 1) // _ALIGN * _ALIGN
