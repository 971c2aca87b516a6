"""How the records of a file are found."""

from __future__ import annotations

from dataclasses import dataclass

from bytewright.kernels.plan.expressions import Elements, Expr, Let, Run
from bytewright.kernels.plan.steps import Unrolled


@dataclass(frozen=True, slots=True)
class FixedFrame:
    """Records of ``size`` bytes, one after another to the end of the region."""

    size: int


@dataclass(frozen=True, slots=True)
class LengthFrame:
    """Records that say how long they are: the number of ``kind`` at byte ``at``, and ``extra`` bytes that it doesn't
    count.

    ``header``: bytes that must be there to read the number (``at`` and its size). ``align``: the sum is padded to a
    multiple of it; row plans have 1."""

    kind: str
    at: int
    extra: int
    header: int
    field: str = ""
    align: int = 1


@dataclass(frozen=True, slots=True)
class WholeFrame:
    """The whole region is the only record."""


@dataclass(frozen=True, slots=True)
class WalkFrame:
    """Records whose end only shows when they are read.

    Attributes:
        steps: the names that ``end`` asks for, and the domains of lists in the record, in reading order (`Let`,
            `Elements`, and `Run` with a last element). They may name what the plan's own steps name. Of a list that the
            header describes (`Unrolled`), they are what says where its elements end.
        end: address behind the record, computed from `Start`; a number is read only where its bytes are there.
    """

    steps: tuple[Let | Elements | Run | Unrolled, ...]
    end: Expr


@dataclass(frozen=True, slots=True)
class RegionFrame:
    """Records that lie in regions, which the driver gives: one behind the other in each.

    Attributes:
        steps: the names that the others ask for, and domains, as in `WalkFrame`.
        end: address behind a record.
        last: whether (0 or 1) it is the last one of its region; None: a region is full of records.
        passed: whether the last one is passed over. A region that has only that is left to the object reader.
        tail: bytes (in hexadecimal, at most eight) that stand behind the last one. A region without them is left to the
            object reader.
        next: where in its region the record behind one begins, which may be anywhere; asked of all but the last one.
            None: where that ends. The first one begins where the driver says. A region in which it is no place, or that
            of a record before, is left to the object reader.
    """

    steps: tuple[Let | Elements | Run | Unrolled, ...]
    end: Expr
    last: Expr | None = None
    passed: bool = False
    tail: str = ""
    next: Expr | None = None


Frame = FixedFrame | LengthFrame | WholeFrame | WalkFrame | RegionFrame
