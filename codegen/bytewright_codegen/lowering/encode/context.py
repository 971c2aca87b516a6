"""Where something is written symbolically, and what is known of what is around it."""

from __future__ import annotations

from dataclasses import dataclass, field

from bytewright.kernels.plan import Expr, encoding
from bytewright_codegen.lowering.expressions.values import Num, Structure
from bytewright_codegen.plans.reading import Entry, Number
from bytewright_codegen.plans.writing import EntryWriting

Path = tuple[str, ...]

LONGEST = (1 << 31) - 1
MOST_FILLED = 1 << 16
"""Bytes that are filled up, at most: what rows say of sizes must not take all memory."""


@dataclass(frozen=True)
class Here:
    """Where something is written: over which domain, at which place, in which structure; ``path`` as errors name it,
    ``way`` as rows do; ``guard``: only where this holds; ``told``: whether rows hold it there is found elsewhere."""

    domain: str
    place: Expr
    parent: Structure
    path: str
    way: Path
    guard: Expr | None = None
    index: Num | None = None
    told: bool = False


@dataclass
class Presence:
    """Bits that say which elements of a list with an element per column have a member."""

    entry: EntryWriting
    structure: Structure
    at: Expr
    guard: Expr | None


@dataclass
class Elsewhere:
    """What lies at places of its own in a stream, in the order in which it follows what lies in sequence there.

    ``start``: where the stream begins; ``waiting``: structures, each with its entry and where it stands, and lists with
    an element per column of the header, of whose elements they are."""

    domain: str
    start: Expr
    waiting: list[tuple[Structure, EntryWriting, Here] | encoding.Columns] = field(default_factory=list)


@dataclass
class Open:
    """What is known of a structure that is being written: its way, what its presence bits say, and where the checksums
    of bytes behind them stand."""

    way: Path
    presence: dict[str, Presence] = field(default_factory=dict)
    ahead: dict[int, Here] = field(default_factory=dict)


def limits_of(item: Number) -> tuple[int, int]:
    """The integers that fit a field."""
    bits = 8 * item.size
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if item.kind.startswith("s") else (0, (1 << bits) - 1)


def is_padded(entry: Entry) -> bool:
    """Whether a terminator or padding says where a field ends in its bytes."""
    return entry.frame.terminator is not None or entry.frame.pad_right is not None
