"""The values of fields as expressions of a plan; each belongs to a domain and is over its elements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from bytewright.kernels.plan import Const, Expr, Last
from bytewright_codegen.ir.expressions import Expr as SpecExpr
from bytewright_codegen.ir.location import Location
from bytewright_codegen.lowering.expressions.arithmetic import lowered
from bytewright_codegen.lowering.expressions.checks import StatedCheck
from bytewright_codegen.lowering.expressions.header import Owner
from bytewright_codegen.plans.reading import Bits, Entry, Item

LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
"""Integers that a kernel computes with."""
LARGEST = (1 << 64) - 1
"""Those from 0 to here it computes with as well, by the same bits: see `Num`."""
_WHOLE_BYTES = Const(0)

TOO_MUCH = "too many fields, or too much to compute for them"
"""Why there is no plan of what costs more than it may."""


def word(number: int) -> int:
    """The integer that has the bits of a number of up to 64 bits."""
    return number - (1 << 64) if number > HIGHEST else number


class Refusal(Exception):  # noqa: N818 - it is caught by the pass
    """Something that the kernel can't do, and its place in the spec."""

    def __init__(self, reason: str, location: Location) -> None:
        super().__init__(reason)
        self.reason = reason
        self.location = location


@dataclass(frozen=True)
class Num:
    """A number (also a boolean, or a member of an enum) from ``low`` to ``high``; a float, of which only bits are
    known.

    One that may be above `HIGHEST` is none below 0: its bits are those of a number without a sign.

    ``present``: 1 where the field is there (None: always). ``case``: how it lies in the bytes, where a switch says
    so. ``address`` and ``order``: of a field of several bytes, where they are and which comes
    first. ``cases``: of a switch all of whose cases are numbers, these."""

    domain: str
    expr: Expr
    low: int
    high: int
    is_float: bool = False
    present: Expr | None = None
    case: Item | None = None
    address: Expr | None = None
    order: str | None = None
    cases: Cases = field(default=(), compare=False, repr=False)


@dataclass(frozen=True)
class Piece:
    """Bytes or text. ``cases``: as those of `Num`."""

    domain: str
    address: Expr
    length: Expr
    is_text: bool
    present: Expr | None = None
    encoding: str = ""
    """Of text: as a column of `bytewright.kernels.plan.Piece` has it."""
    told: Callable[[str | bytes], Expr] | None = field(default=None, compare=False, repr=False)
    """Of what isn't stored yet: whether it is a text, or bytes, that the spec writes."""
    counted: Callable[[], Expr] | None = field(default=None, compare=False, repr=False)
    """Of text that isn't stored yet: how many characters it has."""
    cases: Cases = field(default=(), compare=False, repr=False)


@dataclass(frozen=True)
class Held:
    """Something that the header holds and that is no number: an expression over the root."""

    expr: SpecExpr


@dataclass(frozen=True)
class HeldEntry:
    """A member (``path``, where names alone lead to it) of an entry of a list that the header holds, by a number of the
    record. ``expr``: the same over the entry, ``_``. ``inner``: of a list that the entry has, the number of the item
    that ``expr`` looks at, as if that were a column's, and what the plan calls how many items the list has."""

    list: SpecExpr
    index: Num
    path: tuple[str, ...] | None = ()
    expr: SpecExpr | None = None
    inner: tuple[Num, str] | None = None


@dataclass(frozen=True)
class Stream:
    """Bytes that a structure is read from: addresses of the first one, and of the one behind the last.

    ``origin``: what positions count from, where that isn't the first byte that may be read; ``whole``: it is the file,
    so that a position is a place in it; ``decoded``: where the decoded bytes begin that it lies in, if it does, and
    not in the file; ``known``: the same for one stream in all domains."""

    domain: str
    base: Expr
    end: Expr
    origin: Expr | None = None
    whole: bool = False
    decoded: Expr | None = None
    known: object = field(default_factory=object, compare=False)

    @property
    def start(self) -> Expr:
        """The address that positions count from."""
        return self.base if self.origin is None else self.origin

    def below(self, domain: str, levels: int) -> Stream:
        """The same for elements of lists, so many levels below."""
        base, end, start = (lowered(part, levels) for part in (self.base, self.end, self.start))
        decoded = None if self.decoded is None else lowered(self.decoded, levels)
        return Stream(domain, base, end, start, self.whole, decoded, self.known)


class Sight(NamedTuple):
    """What makes an expression over the elements of a list, the domain ``of``, one over a domain from which one of them
    is seen: from the element behind it that is the same. ``there``: whether there is such an element."""

    carried: Callable[[Expr], Expr]
    of: str
    domain: str
    there: Expr


class Seen(NamedTuple):
    """A structure in an element of a list, and how it is seen."""

    element: Structure
    sight: Sight


@dataclass
class Structure:
    """A structure. ``position`` is the address that reading has come to; ``index`` its place in the list it belongs
    to; ``owner`` what is known of it before the records are read; ``start`` where it begins; ``spans`` where its
    entries begin and end; ``little`` whether its numbers are little-endian, where it finds that out; ``splits`` whether
    reading may have come to the middle of a byte; ``ahead`` where the checksums of bytes behind them stand; ``asked``
    what holds wherever an instance has been asked for; ``carried`` its checks that the plan makes; ``seen`` what it is
    that is seen from elsewhere; ``told`` parameters that are computed when they are asked for, or when the list is
    read that it is an element of; ``guards`` where its entries are there that may be absent; ``left`` how many bits
    behind ``position`` it ends, where that counts (`Place.bits`; None: that isn't known, and no bits may follow)."""

    type: str
    domain: str
    stream: Stream
    position: Expr
    parent: Structure | None
    path: str
    fields: dict[str, Value] = field(default_factory=dict)
    params: dict[str, Value] = field(default_factory=dict)
    instances: dict[str, Value] = field(default_factory=dict)
    index: Num | None = None
    present: Expr | None = None
    owner: Owner | None = None
    start: Expr | None = None
    spans: dict[int, tuple[Expr, Expr]] = field(default_factory=dict)
    little: Expr | None = None
    splits: bool = False
    ahead: dict[int, Place] = field(default_factory=dict)
    asked: dict[str, frozenset[Expr]] = field(default_factory=dict)
    carried: set[StatedCheck] = field(default_factory=set)
    seen: Seen | None = None
    told: dict[str, Callable[[], Value]] = field(default_factory=dict)
    guards: dict[int, Expr] = field(default_factory=dict)
    left: Expr | None = None

    @property
    def top(self) -> Structure:
        """The outermost structure around it."""
        return self if self.parent is None else self.parent.top

    @property
    def root(self) -> Structure | None:
        """The root of its spec, where that is the outermost one around it; None: it isn't, or isn't known."""
        alike = self.top.type.partition("::")[0] == self.type.partition("::")[0]
        return self.top if alike and self.seen is None else None

    @property
    def is_alone(self) -> bool:
        """Whether nothing else is read from its stream, but what belongs to it."""
        return self.parent is None or self.parent.stream.known is not self.stream.known


@dataclass
class Sequence:
    """A list of ``count`` elements.

    Attributes:
        domain: where ``count`` and ``address`` belong.
        child: the domain of its elements, where they have one.
        element: the element, over ``child``.
        address: where the first one begins.
        stride: size of an element in bytes, where it is fixed (0: in bits).
        make: the element at an address of a domain, with its number.
        proven_at: number of steps after which all its bytes are known to be there.
        entry: how it is read.
        unrolled: of a list with an element per column of the header: its name in the plan.
        variants: its elements, by what they hold for of the header.
        depth: in how many lists that entries describe it lies.
        offsets: of slots, the list of the offsets that they lie between.
        ends: where its last element ends, where its elements are looked at one by one.
        look: what looks at its elements one by one: gives their domain, and the element.
        bits: of a list of bits, so many bits behind ``address`` the first one begins.
    """

    domain: str
    count: Num
    address: Expr
    entry: Entry
    child: str | None = None
    element: Value | None = None
    stride: int | None = None
    make: Callable[[str, Expr, Num], Value] | None = None
    proven_at: int = 0
    case: Expr | None = None
    validity: Sequence | None = None
    offsets: Sequence | None = None
    ends: Last | None = None
    look: Callable[[], tuple[str, Value]] | None = None
    bits: Expr = _WHOLE_BYTES
    present: Expr | None = None
    unrolled: str = ""
    variants: list[tuple[Decisions, Value]] = field(default_factory=list)
    depth: int = 0

    @property
    def is_of_bits(self) -> bool:
        """Whether it holds nothing but bits."""
        return self.case is None and self.offsets is None and isinstance(self.entry.item, Bits)

    def overlook(self) -> None:
        """Take back that its elements have been looked at one by one."""
        self.child, self.element, self.ends = None, None, None


@dataclass(frozen=True)
class Label:
    """One of some texts that the spec has, by its number; a number without a text is its decimal digits."""

    domain: str
    number: Expr
    texts: tuple[str, ...]
    present: Expr | None = None


@dataclass(frozen=True)
class Formula:
    """A list of ``count`` values, each of which ``item`` gives for its place."""

    domain: str
    count: Num
    item: Callable[[str], Value]
    present: Expr | None = None


@dataclass(frozen=True)
class Alternatives:
    """What a switch chooses, each with its item and where it is there; ``present``: where one of them is."""

    domain: str
    cases: Cases
    present: Expr | None


@dataclass(frozen=True)
class Unread:
    """A field that the kernel can't read, and why; objects read it, when a column asks for it.

    ``domain`` and ``present``: as of what is read. ``size``: how many of its bytes count, where a terminator
    follows them."""

    reason: str
    location: Location
    domain: str
    present: Expr | None = None
    size: Expr | None = None


Value = Num | Piece | Stream | Structure | Sequence | Held | HeldEntry | Alternatives | Label | Formula | Unread
Cases = tuple[tuple[Item, Value], ...]
"""What a switch chooses from: values with the items that they are of."""

Decisions = tuple[tuple[Expr, int, tuple[int | None, ...]], ...]
"""What a header was taken to decide: a number that is given, which of the options it is, and the options (None: any
other)."""


@dataclass(frozen=True)
class Context:
    """Where an expression stands: the structure whose members it names, the domain in which it is computed, and what
    special names stand for. ``guard``: it is computed only where this holds (None: where the structure is there).
    ``of_rows``: a view states it, of its rows."""

    structure: Structure
    domain: str
    special: dict[str, Value]
    guard: Expr | None = None
    of_rows: bool = False


@dataclass(frozen=True)
class Place:
    """Where something is read: over which domain, from which address of which stream, and where ``guard`` holds
    only. ``bits``: of a structure that may begin inside of a byte, how many bits behind the position it does, and where
    it ends counts in bits, too; None: it begins and ends with whole bytes."""

    domain: str
    position: Expr
    stream: Stream
    parent: Structure | None
    path: str
    guard: Expr | None = None
    bits: Expr | None = None


class Each(Protocol):
    """Gives the domain of a list's elements, and the element; see `bytewright_codegen.lowering.layout.lists`."""

    def __call__(self, found: Sequence, at: SpecExpr, *, shown: bool = False) -> tuple[str, Value]:
        """The domain and the element; ``shown``: as a column shows it."""
        ...
