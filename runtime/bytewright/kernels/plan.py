"""The row plan: how the records of a file become rows, as data.

A compiler pass makes it from a spec, generated code carries it, `bytewright.kernels.assemble` turns it and a
projection into a program. It knows no format, is frozen, and survives ``from_json(to_json(plan))``.

Domains
    Everything happens in a *domain*: a named set of elements. `RECORDS` is the outermost one: the records of the file,
    found by the `Frame`. `Elements` adds the elements of a list in each element of a parent domain (column descriptors
    of a batch); every one of them is held in registers, so that it can be checked. So does `Run`, where only reading
    them tells how many there are. `Rows` adds a domain whose elements
    are only counted (rows of parallel vectors): there may be very many, nothing is computed for one of them on its
    own.

Expressions
    An expression belongs to a domain and has one int64 value per element: integers as such (unsigned ones of 8 bytes
    wrap), booleans as 0 and 1, floats as their bits, places as *addresses*. An address is ``Start() + something``: the
    engine places the record where it wants. Arithmetic wraps at 64 bits; the compiler proves that it doesn't, or adds
    a `Check`.

Steps
    They stand in the order in which a reader would come to them. Of all elements that fail, the one in the earliest
    record wins, and in it the first step; the record is refused as a whole. **A `Load` reads without looking: a `Need`
    before it must have proved that the bytes are there**, on the same element or on one above it. Named values (`Let`)
    are computed where they are first used, which is behind everything that stands before the `Let`.

Columns
    One row per element of the domain `RowPlan.rows`. Columns are evaluated after all steps, for the rows that go into
    the batch. A projection leaves out columns; steps are never left out. A column refuses a record only where its type
    can't hold a number (`Number.fits`).

Headers
    What a header decides for a whole file is written as `Given`: numbers that functions beside the plan compute from
    the header. `Unrolled` is a list with one element per column of a header, which takes `Steps` of its own for each;
    `Cells` are the columns. `bytewright.kernels.unroll` writes both out when the header has been read, and the numbers
    become constants, so that nothing is decided per record that the header decides.

    What a record decides by choosing one of several things that a header describes (a schema by its number) is written
    as `Entry`, `Sought` and `Texts`: tables over a list of the header's. An `Unrolled` list with ``by`` has the layout
    that the entry chosen describes; all of them together are written out as well.

The position of a field is symbolic: an expression over earlier fields. ``u4`` at byte 28 of a body that begins four
bytes into the record is ``Load("u4le", Start() + 32)``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

RECORDS = "records"
"""Name of the outermost domain."""

BEGIN = "where an element begins"
"""Name of the `Given` that stands for that in a `Chain`."""

MOST_ROWS = "most rows"
"""Name of the `Given` that bounds the rows of `Rows` (not given: 2 ** 40)."""

SLACK = "slack"
"""Name of the `Given` that says whether records are refused where `Slack` finds bytes (not given: they aren't)."""

COLUMN = "_column"
"""Name of the `Given` that is the number of the column in what is written once per column of a header."""

CHECKSUMS = "checksums"
"""Name of the `Given` that says whether checksums are looked at (not given: they are)."""

MOST_TURNS = "most turns"
"""Name of the `Given` that bounds the elements of an `Unrolled` list that take no bytes (not given: nothing does)."""

MOST_ELEMENTS = (1 << 31) - 1
"""Elements of one domain in a record, at most: an `Index` fits 32 bits."""

NUMBER_KINDS = (
    *("u1", "s1"),
    *("u2le", "s2le", "u4le", "s4le", "u8le", "s8le", "f4le", "f8le"),
    *("u2be", "s2be", "u4be", "s4be", "u8be", "s8be", "f4be", "f8be"),
)
"""How a number lies in memory."""

Operator = Literal["+", "-", "*", "&", "|", "^", "<<", ">>", "//", "%", "==", "!=", "<", "<=", "min", "max"]
"""``//`` and ``%`` floor, and give 0 where the divisor is 0 (put a `Check` before); ``>>`` keeps the sign; shifts take
the low six bits of the count; comparisons give 0 or 1, so ``&`` and ``|`` are *and* and *or*, ``== 0`` is *not*."""


# --- expressions -----------------------------------------------------------------------------------------------------


class Arithmetic:
    """Operators by which expressions are written: ``Start() + 4``, ``Get("size") <= 100``; integers become `Const`.

    ``==`` compares expressions, not their values: that is `equals`. Nor is there a truth value, without which Python
    would take ``0 <= x <= 9`` and ``a and b`` for their last parts.
    """

    __slots__ = ()

    def __add__(self, other: Expr | int) -> Binary:
        return _binary("+", self, other)

    def __radd__(self, other: int) -> Binary:
        return _binary("+", other, self)

    def __sub__(self, other: Expr | int) -> Binary:
        return _binary("-", self, other)

    def __rsub__(self, other: int) -> Binary:
        return _binary("-", other, self)

    def __mul__(self, other: Expr | int) -> Binary:
        return _binary("*", self, other)

    def __rmul__(self, other: int) -> Binary:
        return _binary("*", other, self)

    def __floordiv__(self, other: Expr | int) -> Binary:
        return _binary("//", self, other)

    def __rfloordiv__(self, other: int) -> Binary:
        return _binary("//", other, self)

    def __mod__(self, other: Expr | int) -> Binary:
        return _binary("%", self, other)

    def __rmod__(self, other: int) -> Binary:
        return _binary("%", other, self)

    def __and__(self, other: Expr | int) -> Binary:
        return _binary("&", self, other)

    def __rand__(self, other: int) -> Binary:
        return _binary("&", other, self)

    def __or__(self, other: Expr | int) -> Binary:
        return _binary("|", self, other)

    def __ror__(self, other: int) -> Binary:
        return _binary("|", other, self)

    def __xor__(self, other: Expr | int) -> Binary:
        return _binary("^", self, other)

    def __rxor__(self, other: int) -> Binary:
        return _binary("^", other, self)

    def __lshift__(self, other: Expr | int) -> Binary:
        return _binary("<<", self, other)

    def __rlshift__(self, other: int) -> Binary:
        return _binary("<<", other, self)

    def __rshift__(self, other: Expr | int) -> Binary:
        return _binary(">>", self, other)

    def __rrshift__(self, other: int) -> Binary:
        return _binary(">>", other, self)

    def __lt__(self, other: Expr | int) -> Binary:
        return _binary("<", self, other)

    def __le__(self, other: Expr | int) -> Binary:
        return _binary("<=", self, other)

    def __gt__(self, other: Expr | int) -> Binary:
        return _binary("<", other, self)

    def __ge__(self, other: Expr | int) -> Binary:
        return _binary("<=", other, self)

    def equals(self, other: Expr | int) -> Binary:
        """1 where the values are the same."""
        return _binary("==", self, other)

    def differs(self, other: Expr | int) -> Binary:
        """1 where the values are not the same."""
        return _binary("!=", self, other)

    def __bool__(self) -> bool:
        raise TypeError("an expression has no truth value: use &, | and equals")


def _binary(operator: Operator, left: Any, right: Any) -> Binary:
    return Binary(operator, _expr(left), _expr(right))


def _expr(value: Any) -> Any:
    return Const(value) if isinstance(value, int) else value


@dataclass(frozen=True, slots=True)
class Const(Arithmetic):
    """A number."""

    value: int


@dataclass(frozen=True, slots=True)
class Given(Arithmetic):
    """A number that is known when the scan begins (something that a header holds, an option)."""

    name: str


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
class Binary(Arithmetic):
    """``left operator right``."""

    operator: Operator
    left: Expr
    right: Expr


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
class Find(Arithmetic):
    """How many bytes lie before the first ``terminator`` (in hexadecimal) between two addresses; -1: there is none.

    A terminator of several bytes lies at a multiple of its width. That the bytes are there is proved as for `Load`."""

    address: Expr
    high: Expr
    terminator: str


@dataclass(frozen=True, slots=True)
class VarintSize(Arithmetic):
    """How many bytes an unsigned LEB128 integer at an address has; 0: it doesn't end before the address ``high``, or
    has more than 64 bits."""

    address: Expr
    high: Expr


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
class Chain(Arithmetic):
    """Where an element begins: the first of a parent at ``first``, any other where the one before it ends.

    ``first`` and ``high`` are over the parent domain, ``end`` over this one: where the element ends, computed from
    where it begins (``Given(BEGIN)``) and what lies between that and ``high``, before which it must end as well; the
    record is refused otherwise. ``steps``: the names that it asks for, and the domains of lists in the element, in
    reading order (`Let` and `Elements`). Unlike `Previous`, it finds what only shows when elements are read one after
    another."""

    first: Expr
    steps: tuple[Let | Elements, ...]
    end: Expr
    high: Expr
    field: str = ""


Function = Literal["+", "-", "*", "pow", "exp", "log", "of"]
"""What is computed with floats of 64 bits as IEEE 754 has it; ``of`` makes one of an integer."""


@dataclass(frozen=True, slots=True)
class Float(Arithmetic):
    """A float computed from floats (their bits), or from an integer. Only ``+ - * pow`` take a right one. Where
    ``where`` is 0 nobody asks for it, and it may be anything."""

    function: Function
    left: Expr
    right: Expr = Const(0)
    where: Expr = Const(1)


@dataclass(frozen=True, slots=True)
class Decoded(Arithmetic):
    """What the `Decode`, or the `Fronts`, of that name gives."""

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
    """A number (``value``, computed from an entry) of the entry with the number ``index`` of a header's list."""

    list: str
    value: str
    index: Expr


@dataclass(frozen=True, slots=True)
class Sought(Arithmetic):
    """The number of the first entry of a header's list whose ``key`` is ``value``; -1: there is none."""

    list: str
    key: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Texts(Arithmetic):
    """Address or size of a text: of those that the entry ``index`` of a header's list has (``value``, computed from
    it), the one with the number ``inner``. ``table``: all of them, when the header has been read."""

    list: str
    value: str
    index: Expr
    inner: Expr
    what: Literal["address", "size"]
    table: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Up(Arithmetic):
    """The value that an expression over the parent domain has for the parent of this element."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Previous(Arithmetic):
    """The value of the element before this one in the same parent; for the first one: ``first``, over the parent
    domain."""

    value: Expr
    first: Expr


@dataclass(frozen=True, slots=True)
class Last(Arithmetic):
    """The value of the last element of the child domain ``domain``; ``none``, over this domain, where there is none."""

    domain: str
    value: Expr
    none: Expr


# Expressions of encoding plans (`bytewright.kernels.encoding.plan`), whose elements are rows that become records. A
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
class Behind(Arithmetic):
    """Where an element begins: the first of a parent at ``first`` (over the parent domain), any other one ``size`` of
    the one before behind that."""

    size: Expr
    first: Expr


@dataclass(frozen=True, slots=True)
class Sum(Arithmetic):
    """The sum of what an expression over the child domain ``domain`` gives for the elements of this one."""

    domain: str
    value: Expr


Expr = (
    Const
    | Given
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
    | Up
    | Previous
    | Last
    | Held
    | There
    | Size
    | Items
    | Behind
    | Sum
)


# --- steps -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FixedFrame:
    """Records of ``size`` bytes, one after another to the end of the region."""

    size: int


@dataclass(frozen=True, slots=True)
class LengthFrame:
    """Records that say how long they are: the number of ``kind`` at byte ``at``, and ``extra`` bytes that it doesn't
    count.

    ``header``: bytes that must be there to read the number (``at`` and its size)."""

    kind: str
    at: int
    extra: int
    header: int
    field: str = ""


@dataclass(frozen=True, slots=True)
class WholeFrame:
    """The whole region is the only record."""


@dataclass(frozen=True, slots=True)
class WalkFrame:
    """Records whose end only shows when they are read.

    Attributes:
        steps: the names that ``end`` asks for, and the domains of lists in the record, in reading order (`Let` and
            `Elements`). They may name what the plan's own steps name.
        end: address behind the record, computed from `Start`; a number is read only where its bytes are there.
    """

    steps: tuple[Let | Elements, ...]
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
    """

    steps: tuple[Let | Elements, ...]
    end: Expr
    last: Expr | None = None
    passed: bool = False
    tail: str = ""


Frame = FixedFrame | LengthFrame | WholeFrame | WalkFrame | RegionFrame


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
    record is refused where an element takes no bytes or ends behind ``high``."""

    domain: str
    parent: str
    first: Expr
    steps: tuple[Let | Elements, ...]
    end: Expr
    high: Expr
    field: str


@dataclass(frozen=True, slots=True)
class Rows:
    """A domain of rows that are only counted: ``count`` (over ``parent``) of them in each of its elements.

    A record is refused where that is below 0 or above what is given for `MOST_ROWS`: rows need take no bytes, so
    nothing in the input bounds them."""

    domain: str
    parent: str
    count: Expr
    field: str


@dataclass(frozen=True, slots=True)
class Let:
    """Name a value."""

    domain: str
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Check:
    """Refuse the record where ``condition`` is 0."""

    domain: str
    condition: Expr
    field: str


@dataclass(frozen=True, slots=True)
class Need:
    """Refuse the record unless the ``size`` bytes at ``address`` lie between the addresses ``low`` and ``high``.

    A size below 0 is refused too. It holds for whatever numbers, also where their sum would wrap."""

    domain: str
    address: Expr
    size: Expr
    low: Expr
    high: Expr
    field: str


@dataclass(frozen=True, slots=True)
class CheckText:
    """Refuse the record where bytes aren't valid text."""

    domain: str
    address: Expr
    length: Expr
    field: str
    encoding: Literal["utf-8", "ascii", "utf-16be", "utf-16le"] = "utf-8"


@dataclass(frozen=True, slots=True)
class Decode:
    """Decode bytes, where ``there`` isn't 0; the record is refused where they can't be. ``Get(name)`` is the address of
    what comes of them, as many bytes as ``decoded`` says, as long as the record is worked on.

    A `Need` before it must have proved that the bytes are there. ``algorithm``: ``nibble_pack`` with the arguments
    count and kind (`bytewright.codecs.nibble_pack`)."""

    domain: str
    name: str
    algorithm: Literal["nibble_pack"]
    there: Expr
    address: Expr
    size: Expr
    decoded: Expr
    arguments: tuple[Expr, ...]
    field: str


@dataclass(frozen=True, slots=True)
class Fronts:
    """Complete strings in a list, of which only what differs from the one before it is stored, ``size`` bytes at
    ``address``: each begins with the first ``shared`` bytes of that one. ``Get(name)`` is the address of the whole
    string, as long as the record is worked on. A record in which a string shares more than the one before it has is
    left to the object reader.

    A `Need` before it must have proved that the bytes are there."""

    domain: str
    name: str
    address: Expr
    size: Expr
    shared: Expr
    field: str


@dataclass(frozen=True, slots=True)
class Slack:
    """Look for bytes that no field describes: ``size`` of them lie between the end of a structure and the end of what
    encloses it. The record is refused where there are any and `SLACK` is given as 1."""

    domain: str
    size: Expr
    field: str


@dataclass(frozen=True, slots=True)
class Aside:
    """Leave the record to the object reader where ``condition`` is 0: it isn't one of those that the plan is for."""

    domain: str
    condition: Expr
    field: str


Algorithm = Literal["adler32", "crc32c", "crc32c-masked"]
"""Checksums that the kernel has."""


@dataclass(frozen=True, slots=True)
class Checksum:
    """Refuse the record where the sum over ``size`` bytes isn't ``stored``, unless `CHECKSUMS` is given as 0.

    A `Need` before it must have proved that the bytes are there; ``size`` is 0 and ``stored`` 1 where there is none."""

    domain: str
    algorithm: Algorithm
    address: Expr
    size: Expr
    stored: Expr
    field: str


@dataclass(frozen=True, slots=True)
class Variant:
    """What is done for one element of an `Unrolled` list, where ``when`` (of numbers that are given) isn't 0.

    ``end``: where the element ends. ``aside``: records that have such an element are left to the object reader."""

    when: Expr
    steps: tuple[Step, ...]
    end: Expr
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Unrolled:
    """A list of ``count`` elements (given by a header) in each element of ``domain``, one after another from ``first``
    on. Each takes ``steps``, and is then read by the first of the variants that fits it.

    In them, ``Get(name + "@")`` is where the element begins; names that these steps give are its own. Behind the
    list, ``Get(name + ">")`` is where the last one ends.

    ``by``: the number of the entry of ``list`` (a header's) that describes the elements; ``count`` is an `Entry` of it
    then, elements have a size that rests on their variant only, and ``Get(name + "?")`` says in the steps whether there
    is such an element. What numbers given by the element say is decided for each entry. All elements lie between
    ``low`` and ``high``; this asks for their bytes."""

    name: str
    domain: str
    count: Expr
    first: Expr
    steps: tuple[Step, ...]
    variants: tuple[Variant, ...]
    list: str = ""
    by: Expr | None = None
    low: Expr | None = None
    high: Expr | None = None


@dataclass(frozen=True, slots=True)
class Slots:
    """Look at vectors of slots: what each slot holds must fit it.

    The elements of ``domain`` are vectors; ``case`` says which of ``cases`` one is, those without lists are passed
    over. A vector has ``count`` slots. They lie one after another from ``address`` on, as far apart as the numbers of
    ``kind`` at ``offsets`` are, one more than there are slots (a `Need` must have proved that they are there); none
    ends behind ``high``. A slot of no bytes holds nothing. Bytes left over in one count as `Slack`."""

    domain: str
    case: Expr
    cases: tuple[Case, ...]
    count: Expr
    kind: str
    offsets: Expr
    address: Expr
    high: Expr
    field: str


Step = (
    Elements
    | Run
    | Rows
    | Let
    | Check
    | Need
    | CheckText
    | Decode
    | Fronts
    | Slack
    | Slots
    | Aside
    | Checksum
    | Unrolled
)


# --- columns ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    """A column of integers, floats (``value`` gives their bits), booleans, decimals or timestamps (already scaled).

    ``type`` as in `bytewright.kernels.types`. ``valid``: null where it is 0. ``fits``: 0 where the type can't hold the
    value; as everything that a record is refused for, it must be the same for all rows of a record."""

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


@dataclass(frozen=True, slots=True)
class Piece:
    """A column of bytes (``type`` ``binary``) or of text (``string``).

    ``encoding``: of text that isn't UTF-8, or not yet known to be valid; empty: a `CheckText` has looked at it. A
    record is refused where it isn't valid, and where ``fits`` is 0."""

    name: str
    type: Literal["binary", "string"]
    address: Expr
    length: Expr
    valid: Expr | None = None
    encoding: Literal["", "utf-8", "ascii", "latin-1", "utf-16be", "utf-16le"] = ""
    fits: Expr | None = None


@dataclass(frozen=True, slots=True)
class Tabled:
    """A column of text: the entry with that number (from 0) of a table that a header gives under a name. A record is
    refused where there is no such entry; numbers below 0 leave it to the object reader."""

    name: str
    value: Expr
    table: str
    valid: Expr | None = None


@dataclass(frozen=True, slots=True)
class Struct:
    """A column of structs."""

    name: str
    columns: tuple[Column, ...]
    valid: Expr | None = None


@dataclass(frozen=True, slots=True)
class List:
    """A column of lists: the elements of ``domain``, of which ``element`` is a column.

    The domain is a child of the rows' domain; in a list of lists, of that of the outer list's elements."""

    name: str
    domain: str
    element: Column
    valid: Expr | None = None


@dataclass(frozen=True, slots=True)
class Map:
    """A column of maps: keys and values of the elements of ``domain``, as in `List`."""

    name: str
    domain: str
    key: Column
    value: Column
    valid: Expr | None = None


@dataclass(frozen=True, slots=True)
class Outer:
    """A column of what is the same for all records of a region: the driver knows it."""

    name: str
    type: str
    nullable: bool = False


Column = Number | Named | Piece | Tabled | Outer | Struct | List | Map


# --- columns that values name ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """One member of a vector's element.

    ``kind``: one of `NUMBER_KINDS`; ``bit`` (least significant first) or ``bit_be``; ``uuid``; ``bytes`` of ``size``.
    ``offset``: where in the element it lies, in bytes."""

    kind: str
    name: str = ""
    offset: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class Listing:
    """A list in a slot: its length, a number of ``count``, and its elements behind it.

    ``validity``: bits (least significant first) that say which elements are present follow, from a whole byte on;
    ``padding``: then bytes up to a multiple of so many, counted from the start of the slot."""

    count: str
    validity: bool = False
    padding: int = 1


@dataclass(frozen=True, slots=True)
class Case:
    """What the elements of a vector may be: ``stride`` bytes each (0: bits).

    One part without a name is a scalar column; parts with names make a struct. With ``lists`` the elements of the
    vector are slots that hold lists of these, the outermost list first; only the innermost may have validity, only the
    outermost padding."""

    name: str
    stride: int
    parts: tuple[Part, ...]
    lists: tuple[Listing, ...] = ()


@dataclass(frozen=True, slots=True)
class Pivot:
    """Columns that values name: the elements of ``domain`` are vectors side by side, of as many values as the parent
    has rows in `RowPlan.rows` (whose parent is the same).

    Each has a ``key``: the column that it belongs to (the last one of a parent counts); a ``case`` (place in
    ``cases``); ``present``: 0 all null, 1 none, 2 where ``validity`` (address of a bit vector, least significant
    first) says so; ``address`` of its values. Addresses are looked at where ``present`` needs them; the steps must
    have proved them, for all values of all vectors. ``field``: who is to blame where a column's type can't hold the
    values. ``offsets``: address of the offsets of a vector of slots, and their kind; see `Slots`, whose ``address`` is
    this one's."""

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


@dataclass(frozen=True, slots=True)
class RowPlan:
    """How a file becomes rows.

    Attributes:
        frame: how records are found.
        steps: what is checked and named, in reading order.
        rows: the domain whose elements are the rows.
        columns: the columns that the plan itself names.
        pivot: the columns that values name, after the others.
        cells: the columns that a header names, likewise.
        directory: of records in regions: how a table that says where these lie becomes rows, one for each region that
            there may be. A page of the table is a record. See `bytewright.directories` for the columns.
    """

    frame: Frame
    steps: tuple[Step, ...]
    rows: str
    columns: tuple[Column, ...]
    pivot: Pivot | None = None
    cells: Cells | None = None
    directory: RowPlan | None = None


def discovery(plan: RowPlan) -> RowPlan:
    """A plan with the same checks that gives a row per vector of a pivot: ``record`` (number in the file), ``key`` and
    ``case`` (place in ``cases``), all int64. It tells which columns a file has without looking at a value, or at how
    many rows there are.

    Raises:
        ValueError: the plan has no pivot.
    """
    if plan.pivot is None:
        raise ValueError("the plan has no pivot")
    columns = (
        Number("record", "int64", Up(Index())),
        Number("key", "int64", plan.pivot.key),
        Number("case", "int64", plan.pivot.case),
    )
    steps = tuple(step for step in plan.steps if not isinstance(step, Rows))
    return RowPlan(plan.frame, steps, plan.pivot.domain, columns)


def chosen(plan: RowPlan) -> RowPlan:
    """A plan that gives a row per row of another: ``entry``, the number (int64) of the entry of a header's list that
    describes it. What the elements of its list hold is not looked at.

    Raises:
        ValueError: nothing is described in this way.
    """
    listed = next((step for step in plan.steps if isinstance(step, Unrolled) and step.by is not None), None)
    if listed is None or listed.by is None or listed.domain != plan.rows:
        raise ValueError("the plan has no lists that an entry describes")
    bare = replace(listed, variants=tuple(replace(one, steps=(), aside=False) for one in listed.variants))
    steps = tuple(bare if step is listed else step for step in plan.steps)
    return RowPlan(plan.frame, steps, plan.rows, (Number("entry", "int64", listed.by),))


# --- JSON ------------------------------------------------------------------------------------------------------------

_NODES: dict[str, type] = {
    node.__name__: node
    for node in (
        *(Const, Given, Get, Start, End, Index, Binary, Select, Load, Offset, Lookup, Match, Cut, Find, Chain),
        *(Up, Previous, Last, VarintSize, Varint, Region, RegionStart, RegionEnd, Beside, Keyed, RegionFrame, Outer),
        *(Float, Decoded, Decode, Begin, Count, Entry, Sought, Texts),
        *(FixedFrame, LengthFrame, WholeFrame, WalkFrame, Elements, Run, Rows, Let, Check, Need, CheckText, Slack),
        *(Slots, Fronts),
        *(Aside, Checksum, Variant, Unrolled),
        *(Number, Named, Piece, Tabled, Struct, List, Map, Part, Listing, Case, Pivot, CellVariant, Cells, RowPlan),
    )
}


def to_json(plan: RowPlan) -> str:
    """The plan as one line of JSON: nodes are lists that begin with the node's name."""
    return json.dumps(_plain(plan), separators=(",", ":"))


def from_json(text: str) -> RowPlan:
    """The plan that `to_json` made the text of.

    Raises:
        ValueError: it isn't one.
    """
    plan = _node(json.loads(text))
    if not isinstance(plan, RowPlan):
        raise ValueError("not a row plan")
    return plan


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return {"items": [_plain(item) for item in value]}
    if type(value).__name__ in _NODES:
        return [type(value).__name__, *(_plain(getattr(value, field.name)) for field in fields(value))]
    return value


def _node(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(_node(item) for item in value["items"])
    if isinstance(value, list):
        if not value or value[0] not in _NODES:
            raise ValueError(f"not a node: {value!r}")
        return _NODES[value[0]](*(_node(item) for item in value[1:]))
    return value


# --- what builders of plans write often ------------------------------------------------------------------------------


def add(*terms: Expr | int) -> Expr:
    """The sum, constants folded."""
    constant = 0
    total: Expr | None = None
    for term in _flat(terms):
        if isinstance(term, Const):
            constant += term.value
        else:
            total = term if total is None else Binary("+", total, term)
    if total is None:
        return Const(constant)
    return total if constant == 0 else Binary("+", total, Const(constant))


def _flat(terms: Sequence[Expr | int]) -> list[Expr]:
    found: list[Expr] = []
    for term in terms:
        if isinstance(term, int):
            found.append(Const(term))
        elif isinstance(term, Binary) and term.operator == "+":
            found.extend(_flat((term.left, term.right)))
        else:
            found.append(term)
    return found


def all_of(*conditions: Expr) -> Expr:
    """1 where all conditions (0 or 1) hold."""
    return _joined("&", conditions)


def any_of(*conditions: Expr) -> Expr:
    """1 where one of the conditions (0 or 1) holds."""
    return _joined("|", conditions)


def _joined(operator: Literal["&", "|"], conditions: Sequence[Expr]) -> Expr:
    joined = conditions[0]
    for condition in conditions[1:]:
        joined = Binary(operator, joined, condition)
    return joined


def invert(condition: Expr) -> Expr:
    """1 where a condition is 0."""
    return Binary("==", condition, Const(0))
