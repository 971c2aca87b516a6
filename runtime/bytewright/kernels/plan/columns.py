"""Columns: those that a plan names, those that values name, and those that a header names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bytewright.kernels.plan.expressions import Expr
from bytewright.kernels.plan.steps import Step
from bytewright.kernels.plan.vectors import Case


@dataclass(frozen=True, slots=True)
class Number:
    """A column of integers, floats (``value`` gives their bits), booleans, decimals or timestamps (already scaled).

    ``type`` as in `bytewright.kernels.plan.types`. Of all columns: ``valid``: null where it is 0. ``fits``: 0 where the
    type can't hold the value, or one is missing; as everything that a record is refused for, it must be the same for
    all rows of a record."""

    name: str
    type: str
    value: Expr
    valid: Expr | None = None
    fits: Expr | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """A column of text: the name of a number, its decimal digits where it has none.

    ``closed``: instead, a record with a number that has no name is refused; one below 0 leaves it to the object
    reader."""

    name: str
    value: Expr
    numbers: tuple[int, ...]
    names: tuple[str, ...]
    valid: Expr | None = None
    closed: bool = False
    fits: Expr | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A column of bytes (``type`` ``binary``) or of text (``string``).

    ``encoding``: of text that isn't UTF-8, or not yet known to be valid: as that of `CheckText`, or ``latin-1``; empty:
    a `CheckText` has looked at it; ``uuid``: of 16 bytes the text in hexadecimal. A record is refused where it isn't
    valid, and where ``fits`` is 0."""

    name: str
    type: Literal["binary", "string"]
    address: Expr
    length: Expr
    valid: Expr | None = None
    encoding: str = ""
    fits: Expr | None = None


@dataclass(frozen=True, slots=True)
class Tabled:
    """A column of text: the entry with that number (from 0) of a table that a header gives under a name. A record is
    refused where there is no such entry; numbers below 0 leave it to the object reader."""

    name: str
    value: Expr
    table: str
    valid: Expr | None = None
    fits: Expr | None = None


@dataclass(frozen=True, slots=True)
class Struct:
    """A column of structs. ``case``: of a switch, the column that says which one is set, where somebody asks."""

    name: str
    columns: tuple[Column, ...]
    valid: Expr | None = None
    fits: Expr | None = None
    case: Named | None = None


@dataclass(frozen=True, slots=True)
class List:
    """A column of lists: the elements of ``domain``, of which ``element`` is a column.

    The domain is a child of the rows' domain; in a list of lists, of that of the outer list's elements."""

    name: str
    domain: str
    element: Column
    valid: Expr | None = None
    fits: Expr | None = None


@dataclass(frozen=True, slots=True)
class Map:
    """A column of maps: keys and values of the elements of ``domain``, as in `List`."""

    name: str
    domain: str
    key: Column
    value: Column
    valid: Expr | None = None
    fits: Expr | None = None


@dataclass(frozen=True, slots=True)
class Outer:
    """A column of what is the same for all records of a region: the driver knows it."""

    name: str
    type: str
    nullable: bool = False


@dataclass(frozen=True, slots=True)
class Inner:
    """A column of structs whose members an entry describes, in what is written once per column of a header: each is an
    element of ``list``, made by the first of the variants that fits it."""

    name: str
    list: str
    variants: tuple[CellVariant, ...]
    valid: Expr | None = None
    fits: Expr | None = None


Column = Number | Named | Piece | Tabled | Outer | Struct | List | Map | Inner


@dataclass(frozen=True, slots=True)
class Property:
    """What is said of a vector beside its values: a number, and those that it may be."""

    name: str
    value: Expr
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pivot:
    """Columns that values name: the elements of ``domain`` are vectors side by side, of as many values as the parent
    has rows in `RowPlan.rows` (whose parent is the same).

    Each has a ``key``: the column that it belongs to (the last one of a parent counts); a ``case`` (place in
    ``cases``); ``present``: 0 all null, 1 none, 2 where ``validity`` (address of a bit vector, least significant
    first) says so; ``address`` of its values. Addresses are looked at where ``present`` needs them; the steps must
    have proved them, for all values of all vectors. ``field``: who is to blame where a column's type can't hold the
    values. ``offsets``: address of the offsets of a vector of slots, and their kind; see `Slots`, whose ``address`` is
    this one's. ``properties``: what else is said of a vector, but for its case."""

    domain: str
    key: Expr
    case: Expr
    cases: tuple[Case, ...]
    present: Expr
    validity: Expr
    address: Expr
    field: str
    offsets: Expr | None = None
    offset_kind: str = ""
    properties: tuple[Property, ...] = ()


@dataclass(frozen=True, slots=True)
class CellVariant:
    """What a column of a header is made of, where ``when`` (of numbers that are given) isn't 0: steps that only those
    need who want the column, and the column."""

    when: Expr
    steps: tuple[Step, ...]
    column: Column


@dataclass(frozen=True, slots=True)
class Cells:
    """Columns that a header names: each is made by the first of the variants that fits it.

    ``list``: name of the `Unrolled` list whose element of the same number the variants speak of; empty: of none."""

    list: str
    variants: tuple[CellVariant, ...]
