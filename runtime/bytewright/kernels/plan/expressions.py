"""Expressions of plans, and the steps that some of them take: names and domains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from bytewright.kernels.plan.arithmetic import Arithmetic, Binary, Const

_ZERO, _ONE = Const(0), Const(1)


@dataclass(frozen=True, slots=True)
class Given(Arithmetic):
    """A number that is known when the scan begins (something that a header holds, an option)."""

    name: str


@dataclass(frozen=True, slots=True)
class Told(Arithmetic):
    """A number that the header of a file says, and what it is in this file: it stands in walks of plans that are
    written out for a header, so that these are the same walks for any header."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Get(Arithmetic):
    """The value of the `Let` of that name in the same domain."""

    name: str


@dataclass(frozen=True, slots=True)
class Start(Arithmetic):
    """Address of the record's first byte; in `RECORDS` only."""


@dataclass(frozen=True, slots=True)
class End(Arithmetic):
    """Address behind the record's last byte; in `RECORDS` only."""


@dataclass(frozen=True, slots=True)
class Index(Arithmetic):
    """Number of the element in its parent from 0; of a record: its number in the file, or in its region."""


@dataclass(frozen=True, slots=True)
class Select(Arithmetic):
    """``then`` where ``test`` isn't 0, otherwise ``otherwise``; all three are computed."""

    test: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Load(Arithmetic):
    """The number at an address; ``kind`` is one of `NUMBER_KINDS`."""

    kind: str
    address: Expr


@dataclass(frozen=True, slots=True)
class Offset(Arithmetic):
    """The place in the file of an address."""

    address: Expr


@dataclass(frozen=True, slots=True)
class Lookup(Arithmetic):
    """``table[index]``, ``default`` where the index is outside."""

    index: Expr
    table: tuple[int, ...]
    default: int = 0


@dataclass(frozen=True, slots=True)
class Match(Arithmetic):
    """``codes[i]`` where ``value == values[i]`` (ascending), ``default`` where it is none of them."""

    value: Expr
    values: tuple[int, ...]
    codes: tuple[int, ...]
    default: int = -1


@dataclass(frozen=True, slots=True)
class Cut(Arithmetic):
    """How many of ``size`` bytes at an address count: those before the padding (``pad``; -1: there is none), and of
    these those before the first ``terminator`` (in hexadecimal; empty: there is none), which ``include`` counts, too.

    A terminator of several bytes lies at a multiple of its width. That the bytes are there is proved as for `Load`."""

    address: Expr
    size: Expr
    pad: int
    terminator: str
    include: bool = False


@dataclass(frozen=True, slots=True)
class Spelled(Arithmetic):
    """The integer that ``size`` bytes at an address spell in a base: digits (letters from 10 on, large or small),
    perhaps behind a sign; `bytewright.kernels.plan.codes.NOT_SPELLED` where they are anything else, or spell one of
    more than 62 bits. That the bytes are there is proved as for `Load`."""

    address: Expr
    size: Expr
    base: int = 10


@dataclass(frozen=True, slots=True)
class Characters(Arithmetic):
    """How many characters ``size`` bytes of text at an address have, in an encoding as `CheckText` has it. That the
    bytes are there is proved as for `Load`; of bytes that aren't valid text, it may be anything."""

    address: Expr
    size: Expr
    encoding: str = "utf-8"


@dataclass(frozen=True, slots=True)
class Compared(Arithmetic):
    """Which of two runs of bytes comes first: a number below 0 where that at ``address`` does, above 0 where the other
    does, 0 where they are the same. That the bytes are there is proved as for `Load`."""

    address: Expr
    size: Expr
    other: Expr
    other_size: Expr


Joins = Literal["text", "digits", "word", "reversed"]


@dataclass(frozen=True, slots=True)
class Joined(Arithmetic):
    """The address of a text that is put together: its size in eight bytes, the lowest first, then its bytes in UTF-8,
    in memory that stays as long as the record is worked on. It is what ``before`` is the address of (such a text; 0:
    none), and behind it, by ``kind``: text of ``size`` bytes at the address ``value``, in an encoding as `CheckText`
    has it (none: it is known to be UTF-8); the digits of the number ``value``, where ``size`` isn't 0; ``size``
    bytes, up to eight, of that number, the lowest first; or the text, which is UTF-8, from its last character to its
    first.

    That the bytes are there is proved as for `Load`. Records with bytes that aren't text, or with a very large text,
    are left to the object reader."""

    before: Expr
    kind: Joins
    value: Expr
    size: Expr
    encoding: str = ""


@dataclass(frozen=True, slots=True)
class Find(Arithmetic):
    """How many bytes lie before the first ``terminator`` (in hexadecimal) between two addresses; -1: there is none.

    A terminator of several bytes lies at a multiple of its width, or ``anywhere``, which walks don't know. That the
    bytes are there is proved as for `Load`. Where ``there`` is 0 nobody asks for it, and a walk doesn't look."""

    address: Expr
    high: Expr
    terminator: str
    there: Expr = _ONE
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class VarintSize(Arithmetic):
    """How many bytes an unsigned LEB128 integer at an address has; 0: it doesn't end before the address ``high``, or
    has more than 64 bits. Where ``there`` is 0 nobody asks for it, and a walk doesn't look."""

    address: Expr
    high: Expr
    there: Expr = _ONE


@dataclass(frozen=True, slots=True)
class Varint(Arithmetic):
    """The unsigned LEB128 integer that ``size`` bytes at an address make, as `VarintSize` gives it. That the bytes are
    there is proved as for `Load`."""

    address: Expr
    size: Expr


@dataclass(frozen=True, slots=True)
class Region(Arithmetic):
    """The number of the region that the record lies in; in `RECORDS` only, with a `RegionFrame`."""


@dataclass(frozen=True, slots=True)
class RegionStart(Arithmetic):
    """Address of the first byte of the region that the record lies in; in the walk of a `RegionFrame` only."""


@dataclass(frozen=True, slots=True)
class RegionEnd(Arithmetic):
    """Address behind the region that the record lies in; in the walk of a `RegionFrame` only."""


@dataclass(frozen=True, slots=True)
class Beside(Arithmetic):
    """The entry with a number (from 0) of an array that lies beside the input under a name; ``default`` where there is
    none."""

    name: str
    index: Expr
    default: int = 0


@dataclass(frozen=True, slots=True)
class Keyed(Arithmetic):
    """Where a key stands in a part (by its number) of an array that lies beside the input under a name; -1: it
    doesn't."""

    name: str
    part: Expr
    key: Expr


@dataclass(frozen=True, slots=True)
class Elements:
    """A domain of elements that are looked at one by one: ``count`` (over ``parent``) of them in each of its elements.

    A `Need` or `Check` before it must have proved that the bytes can hold that many."""

    domain: str
    parent: str
    count: Expr
    field: str


@dataclass(frozen=True, slots=True)
class Run:
    """A domain of elements that lie one behind another from ``first`` up to ``high`` (both over ``parent``), as many
    as there are; each begins at `Begin`.

    ``end``, over the domain, is where an element ends; ``steps``: the names that it asks for, as those of `Chain`. A
    record is refused where an element takes no bytes or ends behind ``high``.

    ``last``: instead, they go on up to the first one for which this isn't 0, which must come before ``high``.
    ``there``, over ``parent``: 0 where there is no such list, and ``first`` is ``high``; elsewhere a `Need` before it
    must have proved that something lies at ``first``. ``low``: as that of `Chain`."""

    domain: str
    parent: str
    first: Expr
    steps: tuple[Any, ...]
    end: Expr
    high: Expr
    field: str
    last: Expr | None = None
    there: Expr = _ONE
    low: Expr | None = None


@dataclass(frozen=True, slots=True)
class Let:
    """Name a value."""

    domain: str
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Chain(Arithmetic):
    """Where an element begins: the first of a parent at ``first``, any other where the one before it ends.

    ``first`` and ``high`` are over the parent domain, ``end`` over this one: where the element ends, computed from
    where it begins (``Given(BEGIN)``) and what lies between that and ``high``, before which it must end as well; the
    record is refused otherwise. ``steps``: the names that it asks for, and the domains of lists in the element, in
    reading order, as those of `WalkFrame`. Unlike `Previous`, it finds what only shows when elements are read one after
    another. ``low``, over the parent domain: bytes from there on may be read as well, where that isn't ``first``."""

    first: Expr
    steps: tuple[Any, ...]
    end: Expr
    high: Expr
    field: str = ""
    low: Expr | None = None


Function = Literal["+", "-", "*", "pow", "exp", "log", "of", "/", "wide", "==", "<", "<=", "int", "%", "narrow"]
"""What is computed with floats of 64 bits as IEEE 754 has it; ``of`` makes one of an integer, ``wide`` of a float of 32
bits. ``==``, ``<`` and ``<=`` give 0 or 1, ``int`` the integer without what is behind the point: 0 where it has more
than 62 bits. ``%`` has the sign of the divisor, as that of Python; nothing may be asked of a division by 0. ``narrow``
makes one of 32 bits."""


@dataclass(frozen=True, slots=True)
class Float(Arithmetic):
    """A float computed from floats (their bits), or from an integer. Only ``+ - * / % pow == < <=`` take a right one.
    Where ``where`` is 0 nobody asks for it, and it may be anything."""

    function: Function
    left: Expr
    right: Expr = _ZERO
    where: Expr = _ONE


@dataclass(frozen=True, slots=True)
class Decoded(Arithmetic):
    """What the `Decode`, the `Processed` or the `Fronts` of that name gives."""

    name: str


@dataclass(frozen=True, slots=True)
class Begin(Arithmetic):
    """Address where an element of the domain of a `Run` begins."""


@dataclass(frozen=True, slots=True)
class Count(Arithmetic):
    """How many elements this one has in the child domain ``domain``."""

    domain: str


@dataclass(frozen=True, slots=True)
class Entry(Arithmetic):
    """A number (``value``, computed from an entry) of the entry with the number ``index`` of a header's list.

    ``inner``: of a list that this entry has, the number of the item that ``value`` is computed from; ``count``: how
    many items that list has, likewise computed from the entry."""

    list: str
    value: str
    index: Expr
    inner: Expr | None = None
    count: str = ""


@dataclass(frozen=True, slots=True)
class Sought(Arithmetic):
    """The number of the first entry of a header's list whose ``key`` is ``value``; -1: there is none."""

    list: str
    key: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Texts(Arithmetic):
    """Address or size of a text, or of bytes: of those that the entry ``index`` of a header's list has (``value``,
    computed from it), the one with the number ``inner``. ``list`` is empty for those that the header itself has.
    ``table``: all of them, when the header has been read."""

    list: str
    value: str
    index: Expr
    inner: Expr
    what: Literal["address", "size"]
    table: tuple[str | bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Written(Arithmetic):
    """Address of one of some runs of bytes (in hexadecimal) that a spec writes out, by its number; of no bytes where it
    is none of theirs. Not in walks."""

    index: Expr
    runs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Up(Arithmetic):
    """The value that an expression over the parent domain has for the parent of this element."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Previous(Arithmetic):
    """The value of the element before this one in the same parent; for the first one ``first``, over the parent."""

    value: Expr
    first: Expr


@dataclass(frozen=True, slots=True)
class Before(Arithmetic):
    """The value that an expression has for the element before this one in its parent; 0 for the first. Not in walks."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Repeats(Arithmetic):
    """Whether two elements of the same parent have the same value: 1 or 0, for all of them. Not in walks."""

    value: Expr


@dataclass(frozen=True, slots=True)
class SoFar(Arithmetic):
    """In a `Running`: what that is for the element before this one in the same parent; 0 for the first one."""


@dataclass(frozen=True, slots=True)
class Running(Arithmetic):
    """A value that rests on the same value of the element before: ``value``, of which those parts that ask for `SoFar`
    are `Binary`, `Select`, `Lookup`, `Match` and `Float` (but for powers, exponentials and logarithms). Not in walks,
    nor in `RECORDS`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Last(Arithmetic):
    """The value of the last element of the child domain ``domain``; ``none``, over this domain, where there is none."""

    domain: str
    value: Expr
    none: Expr


Which = Literal["largest", "smallest", "largest f8", "smallest f8", "largest f4", "smallest f4"]
"""Which of some numbers, and how they are held against each other: as integers, or as floats of so many bytes."""


@dataclass(frozen=True, slots=True)
class Best(Arithmetic):
    """The largest or smallest value of the elements of the child domain ``domain``, the first of several such;
    ``none``, over this domain, where there is no element. Of floats, each is held against the best so far by ``>`` or
    ``<``, as by Python. Not in walks."""

    which: Which
    domain: str
    value: Expr
    none: Expr = _ZERO


@dataclass(frozen=True, slots=True)
class Sum(Arithmetic):
    """The sum of what an expression over the child domain ``domain`` gives for the elements of this one.
    Not in walks."""

    domain: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Chosen(Arithmetic):
    """The value of one element of another domain: of ``count`` elements, of which ``first`` is the first (`Foremost`),
    the one with the number ``number``; 0 where that is none of them. Not in walks."""

    domain: str
    number: Expr
    value: Expr
    first: Expr
    count: Expr


@dataclass(frozen=True, slots=True)
class Foremost(Arithmetic):
    """Which of all elements of the child domain ``domain`` this one's first is. Not in walks."""

    domain: str


@dataclass(frozen=True, slots=True)
class First(Arithmetic):
    """The value of the first element of a child domain for which ``where`` (both over it) isn't 0; ``none``, over this
    domain, where there is none. ``ends``: where that domain's last element ends. In walks only."""

    where: Expr
    value: Expr
    ends: Last
    none: Expr


# Expressions of encoding plans (`bytewright.kernels.plan.encoding`), whose elements are rows that become records. A
# path consists of names of fields, from a record down; places are counted in bytes from where the record begins.


@dataclass(frozen=True, slots=True)
class Held(Arithmetic):
    """The number that a row holds for a field; it means nothing where the row holds none."""

    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class There(Arithmetic):
    """1 where a row holds something for a field, otherwise 0."""

    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Size(Arithmetic):
    """How many bytes take the bytes, or the text in ``encoding`` (of bytes: empty), that a row holds for a field: 0
    where it holds none, below 0 where the encoding has no such text."""

    path: tuple[str, ...]
    encoding: str = ""


@dataclass(frozen=True, slots=True)
class Items(Arithmetic):
    """How many elements the list has that a row holds for a field; 0 where it holds none."""

    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Packed(Arithmetic):
    """How many bytes the list of 64-bit words takes that a row holds for a field, packed as
    `bytewright.codecs.nibble_pack` does (``kind`` as there); 0 where it holds none."""

    path: tuple[str, ...]
    kind: int


@dataclass(frozen=True, slots=True)
class Digits(Arithmetic):
    """How many bytes a number (of 64 bits, without a sign) takes as an LEB128 integer."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Behind(Arithmetic):
    """Where an element begins: the first of a parent at ``first`` (over the parent domain), any other one ``size`` of
    the one before behind that."""

    size: Expr
    first: Expr


Expr = (
    Const
    | Given
    | Told
    | Get
    | Start
    | End
    | Index
    | Binary
    | Select
    | Load
    | Offset
    | Lookup
    | Match
    | Cut
    | Spelled
    | Characters
    | Compared
    | Joined
    | Find
    | VarintSize
    | Varint
    | Region
    | RegionStart
    | RegionEnd
    | Beside
    | Keyed
    | Chain
    | Float
    | Decoded
    | Begin
    | Count
    | Entry
    | Sought
    | Texts
    | Written
    | Up
    | Previous
    | Before
    | Repeats
    | SoFar
    | Running
    | Last
    | Best
    | First
    | Held
    | There
    | Size
    | Items
    | Packed
    | Digits
    | Behind
    | Sum
    | Chosen
    | Foremost
)
