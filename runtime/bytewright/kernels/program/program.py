"""A program: what the kernel runs, and what its columns are. It lives in one process; plans travel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.kernels.plan import codes

Words = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A column of plain values.

    Attributes:
        width: bytes of a value; 0: a bit, -1: as many as it has, None: validity only (a struct, a list).
        nullable: whether it has validity bits.
        estimate: for values of any size, bytes that one is expected to take; for lists, elements.
        bounded: whether no value takes more than ``estimate``.
        lists: whether the values are lists: offsets of elements.
        inside: the leaf of the lists whose elements the values are; -1: they are one per row.
        room: the outermost of these, which says how many elements there is room for at every level.
    """

    width: int | None
    nullable: bool
    estimate: int = 0
    bounded: bool = False
    lists: bool = False
    inside: int = -1
    room: int = -1

    @property
    def row_bytes(self) -> float:
        """Bytes that a value is expected to take, without what it is a list of."""
        if self.lists:
            return 4.125
        fixed = {None: 0.0, 0: 0.125, -1: 4.0 + self.estimate}.get(self.width)
        return (0.125 if self.nullable else 0.0) + (float(self.width or 0) if fixed is None else fixed)


@dataclass(frozen=True, slots=True)
class OutputColumn:
    """A column of the batches: a leaf, or a struct whose leaf (-1: none) holds its validity."""

    name: str
    type: pa.DataType
    nullable: bool
    leaf: int
    children: tuple[OutputColumn, ...] = ()


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain: the number of its parent (-1: none), and whether its elements are only counted."""

    name: str
    parent: int
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Register:
    """A vector of int64 in a domain; ``constant`` stands for all elements where it isn't None.

    ``offsets``: it has an element more than the domain."""

    domain: int
    constant: int | None = None


@dataclass(slots=True, eq=False)
class Boundary:
    """A walk of a program, of which machine code can be made.

    Attributes:
        table: the walk; see `codes.WALK_HEADER`.
        constants: what is in slots that nothing changes.
        told: the slots that are read when it has run.
        read: bytes that have been read for it, of all files: programs are kept for the next one.
        sought: how much code of other processes there was when its own was looked for; -1: it wasn't.
        settled: whether it has some, or never will.
    """

    table: Words
    constants: Mapping[int, int]
    told: tuple[int, ...]
    read: int = 0
    sought: int = -1
    settled: bool = False

    @property
    def result(self) -> int:
        """The slot that says where what is walked over ends."""
        return int(self.table[codes.WALK_RESULT])

    @property
    def head(self) -> int:
        """How many numbers of the table come before its words."""
        return codes.WALK_HEADER + 2 * int(self.table[codes.WALK_INPUTS])

    @property
    def words(self) -> list[list[int]]:
        """Its words."""
        return self.table[self.head :].reshape(-1, codes.WALK_WORD).tolist()


@dataclass(slots=True)
class Program:
    """What `assemble` makes of a plan and a projection.

    Attributes:
        instructions: shape (number of instructions, `codes.INSTRUCTION`).
        registers: register 0 holds where records start (and where the next one does), 1 where they end, 2 and 3 the
            region that they lie in and their number in that.
        domains: parents before children.
        output: the domain of the rows.
        path: the domains from below the records down to the rows.
        leaves: columns of plain values.
        columns: what the batches consist of.
        fields: paths to blame, by number.
        most_records: records that a block may have.
        tables: what instructions refer to by address.
        beside: where addresses of what lies beside the input are to be written, by its name.
        boundaries: its walks.
        processes: what libraries decode: the names that specs have for that, how many numbers are its arguments, and
            which texts behind them.
        numbers_records: whether anything in it rests on the number of a record in the file.
    """

    instructions: Words
    registers: list[Register]
    domains: list[Domain]
    output: int
    path: list[int]
    leaves: list[Leaf]
    columns: list[OutputColumn]
    fields: list[str]
    most_records: int
    tables: list[npt.NDArray[np.generic]] = field(default_factory=list)
    beside: dict[str, Words] = field(default_factory=dict)
    boundaries: list[Boundary] = field(default_factory=list)
    processes: list[tuple[str, int, tuple[str, ...]]] = field(default_factory=list)
    numbers_records: bool = False

    @property
    def schema(self) -> pa.Schema:
        """Schema of the batches."""
        return pa.schema([pa.field(column.name, column.type, column.nullable) for column in self.columns])

    @property
    def row_bytes(self) -> float:
        """Bytes that a row is expected to take in a batch."""
        return sum(leaf.row_bytes * self.values_per_row(leaf) for leaf in self.leaves)

    def values_per_row(self, leaf: Leaf) -> int:
        """How many values of a leaf a row is expected to have."""
        return self.leaves[leaf.room].estimate if leaf.room >= 0 else 1
