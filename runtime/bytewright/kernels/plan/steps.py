"""What is checked, named and counted, in reading order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bytewright.kernels.plan.expressions import Elements, Expr, Let, Run
from bytewright.kernels.plan.vectors import Case


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
class Check:
    """Refuse the record where ``condition`` is 0.

    ``rule``: it only says what a declaration says of values, and no other step rests on it: it isn't made where `RULES`
    is given as 0."""

    domain: str
    condition: Expr
    field: str
    rule: bool = False


@dataclass(frozen=True, slots=True)
class Need:
    """Refuse the record unless the ``size`` bytes at ``address`` lie between the addresses ``low`` and ``high``.

    A size below 0 is refused too. It holds for whatever numbers, also where their sum would wrap. No bytes at ``low``
    are always there, wherever ``high`` is: so a field that isn't there asks for nothing."""

    domain: str
    address: Expr
    size: Expr
    low: Expr
    high: Expr
    field: str


@dataclass(frozen=True, slots=True)
class CheckText:
    """Refuse the record where bytes aren't valid text. ``encoding``: ``utf-8``, ``ascii``, ``utf-16be``, ``utf-16le``,
    ``utf-32be``, ``utf-32le``, or one that has a table (`bytewright.kernels.program.charmaps`)."""

    domain: str
    address: Expr
    length: Expr
    field: str
    encoding: str = "utf-8"


Decoder = Literal["nibble_pack", "xor", "rotate"]


@dataclass(frozen=True, slots=True)
class Decode:
    """Decode bytes, where ``there`` isn't 0; the record is refused where they can't be. ``Get(name)`` is the address of
    what comes of them, as many bytes as ``decoded`` says, as long as the record is worked on.

    A `Need` before it must have proved that the bytes are there. ``algorithm``: ``nibble_pack`` with the arguments
    count and kind (`bytewright.codecs.nibble_pack`); ``xor`` with address and size of the key, which is repeated, or
    with a number and `bytewright.kernels.plan.codes.ONE_BYTE` or ``EIGHT_BYTES``, the lowest first; ``rotate`` with the
    places to the left that the bits of each byte move, and 0. By these two, as many bytes are decoded as there are."""

    domain: str
    name: str
    algorithm: Decoder
    there: Expr
    address: Expr
    size: Expr
    decoded: Expr
    arguments: tuple[Expr, ...]
    field: str


NUMBER = "-number"
"""In place of a process: eight bytes, the same ones for the same bytes, and others for others of the same block."""


@dataclass(frozen=True, slots=True)
class Processed:
    """Have a library decode bytes, where ``there`` isn't 0; the record is refused where it can't. ``Get(name)`` is the
    address of what comes of them, as long as the record is worked on: its size in eight bytes, the lowest first, then
    its bytes. Where ``there`` is 0 they are none.

    A `Need` before it must have proved that the bytes are there. ``process``: what specs call it, with numbers as
    arguments, and behind these ``texts``; or `NUMBER`. The kernel stops for it: the library is called for all elements
    of a block, between two calls."""

    domain: str
    name: str
    process: str
    there: Expr
    address: Expr
    size: Expr
    arguments: tuple[Expr, ...]
    field: str
    texts: tuple[str, ...] = ()


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


@dataclass(frozen=True, slots=True)
class Checksum:
    """Refuse the record where the sum over ``size`` bytes isn't ``stored``, unless `CHECKSUMS` is given as 0.

    A `Need` before it must have proved that the bytes are there; where there is none, ``size`` is 0, and
    ``stored`` the sum of no bytes. ``algorithm``: one of `bytewright.codecs.checksums`; of a digest, ``stored`` is the
    address. What the kernel doesn't have, a library computes between two calls."""

    domain: str
    algorithm: str
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
    ``low`` and ``high``; this asks for their bytes. One in an element of such a list has a ``count`` that the element
    gives, the same ``list`` and ``by``, and is there where ``there`` isn't 0 (None: always)."""

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
    there: Expr | None = None


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
    | Processed
    | Fronts
    | Slack
    | Slots
    | Aside
    | Checksum
    | Unrolled
)
