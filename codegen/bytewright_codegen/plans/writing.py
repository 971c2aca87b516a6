"""The derive plan: which fields follow from others, and when a writer knows them.

*Early* values are known before a byte is written: counts, constants, presence bits, choices by nulls, defaults. *Late*
ones are known once something is placed: sizes and positions. Their bytes are reserved and filled in at the end.
"""

from __future__ import annotations

from dataclasses import dataclass

from bytewright_codegen.ir.diagnostics import Diagnostic
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.ir.location import Location
from bytewright_codegen.plans.reading import ChecksumRange, Entry

QUANTITY = "_quantity"
"""What the measured quantity is called in the expression that solves an equation for its field."""


@dataclass(frozen=True, slots=True)
class Path:
    """A way down from a structure to a field: ``(id, repeated)`` of each step, the field itself last.

    ``holder``: where there is no such way, the type of the structures that hold the field, which is the only step."""

    steps: tuple[tuple[str, bool], ...]
    holder: str = ""


@dataclass(frozen=True, slots=True)
class Constant:
    """The field is always this."""

    value: Expr


@dataclass(frozen=True, slots=True)
class CountOf:
    """The field is the number of elements of lists, which agree; ``solve`` gives it from their number."""

    lists: tuple[tuple[Path, Expr], ...]
    certain: bool
    """Whether at least one of the lists is always there; otherwise a user may have to give the count."""


@dataclass(frozen=True, slots=True)
class SizeOf:
    """The field is the size of an entry's bytes (of the same structure, or of one below); ``absent``: what it is where
    the entry is left out, if that says so."""

    of: Path
    absent: Expr | None = None
    certain: bool = True
    """Whether that is all it is for; otherwise a user may have to set it where there is nothing to measure."""
    largest: bool = False
    """Whether several may share it: what it is set to stays as long as none is larger, and fills up those that are
    smaller."""


@dataclass(frozen=True, slots=True)
class LengthOf:
    """The field is the number of elements of a list that is found only when it is written."""

    of: Path
    certain: bool = False


@dataclass(frozen=True, slots=True)
class PositionOf:
    """The elements of the field are places of the structures that ``of`` names; one past the last: its end.

    ``relative_to``: the entry of the owner from which places are counted; None: from the start of its stream.
    ``end``: it is where they end. ``unless``: a value that stays where it is set."""

    of: Path
    when_empty: Expr | None
    relative_to: int | None = None
    certain: bool = True
    end: bool = False
    unless: Expr | None = None


@dataclass(frozen=True, slots=True)
class NullsOf:
    """The field says whether all, none or some of a list's values are null."""

    values: Expr
    all: Expr
    none: Expr
    some: Expr


@dataclass(frozen=True, slots=True)
class ValidityOf:
    """The field's bits say which elements of a list are present."""

    of: str


@dataclass(frozen=True, slots=True)
class PresenceOf:
    """The field's bits say which items of a list have a member: the bit ``at``, of those that meet ``where``."""

    items: str
    member: str
    at: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Ruled:
    """The field is what its rule says must be there: a value that shows when it is written, such as the size of the
    file."""

    value: Expr


@dataclass(frozen=True, slots=True)
class ChecksumOf:
    """The field is the checksum of a range of bytes."""

    range: ChecksumRange


Quantity = Constant | CountOf | SizeOf | LengthOf | PositionOf | NullsOf | ValidityOf | PresenceOf | Ruled | ChecksumOf


@dataclass(frozen=True, slots=True)
class Equation:
    """What a derived field follows from. ``base``: of the number that it holds as text; 0: it is a number.
    ``shared``: only some of its bits do; users set the others. ``digits``: how it spells the number, if it is a
    structure. ``stays``: what it is set to stays as long as it fits, as other values would fit as well."""

    owner: str
    field: int
    name: str
    quantity: Quantity
    loc: Location
    base: int = 0
    shared: bool = False
    digits: Digits | None = None
    stays: bool = False

    @property
    def late(self) -> bool:
        """Whether it is known only once something is placed."""
        return isinstance(self.quantity, SizeOf | LengthOf | PositionOf | ChecksumOf)


@dataclass(frozen=True, slots=True)
class Solve:
    """At this point of writing a late field is known.

    ``climb``: parents up to its owner; ``element``: whether an element of the owner's list is meant (by the index of
    the structure that is ``index_climb`` parents up, plus ``offset``; ``each``: by that of the list's element that is
    being written, or its length behind the last); ``value``: from what is measured; ``relative_to`` and ``unless``: see
    `PositionOf`; ``stays``: whether readers keep what is wrong of it."""

    climb: int
    field: int
    name: str
    value: Expr | None
    element: bool = False
    index_climb: int = 0
    offset: int = 0
    each: bool = False
    relative_to: int | None = None
    unless: Expr | None = None
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Digits:
    """How a structure spells a number: ``items`` is its list of structures whose field ``digit`` has ``width`` bits, of
    which the highest may say something else; None: a list of such numbers."""

    type: str
    items: int
    digit: int | None
    width: int


@dataclass(frozen=True, slots=True)
class Answer:
    """At this point of writing a late field of any structure is known, from what was measured.

    Attributes:
        way: the structure that holds it, as seen from the one that is written; None: that itself.
        field: which field it is; None: a parameter of the structure that is written.
        name: its id.
        element: which of its elements.
        values: solutions over the measured quantity; the first that gives it back is the one.
        again: what gives the quantity back, where a value that does so may stay; None: there is just one solution.
        when: conditions under which it matters, and whether they are to hold.
        base: of the number that the field holds as text; 0: it is a number.
        foreign: whether another spec declares it, and writes it as it stands.
        digits: how the structure spells it, which ``name`` is the instance of.
        shared: whether only some of its bits follow.
    """

    way: Expr | None
    field: int | None
    name: str
    element: Expr | None
    values: tuple[Expr, ...]
    again: Expr | None = None
    when: tuple[tuple[Expr, bool], ...] = ()
    base: int = 0
    foreign: bool = False
    digits: Digits | None = None
    shared: bool = False

    @property
    def value(self) -> Expr:
        """The first solution."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Told:
    """A parameter of the structures of an entry that is known once they are written: it is what its argument gives.

    ``answers``: what the argument, ``argument``, is solved for."""

    type: str
    parameter: str
    argument: Expr
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """Before a structure below is derived, a count in it is known from lists outside; ``way``: down to it."""

    way: tuple[str, ...]
    owner: str
    field: int
    quantity: CountOf


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of a field: its value, or, with a ``mask``, some of its bits.

    ``weak``: another value would do as well. ``flag``: it is true or false."""

    value: int
    mask: int
    weak: bool = False
    flag: bool = False


@dataclass(frozen=True, slots=True)
class Clue:
    """What a value says of a field that is left out.

    Attributes:
        path: the way to the value.
        there: what the field is where there is a value.
        absent: what it is where there is none.
        cases: what it is by the structure that the value is (its type), or by the Python type of a plain value.
        members: what it is by the name of the case, of those that are told apart by nothing else.
    """

    path: Path
    there: Said | None
    absent: Said | None
    cases: tuple[tuple[str, Said], ...] = ()
    members: tuple[tuple[str, Said], ...] = ()


@dataclass(frozen=True, slots=True)
class Inferred:
    """A field that follows from clues where it is left out; ``way`` down to the structure that holds it."""

    way: tuple[str, ...]
    owner: str
    field: int
    clues: tuple[Clue, ...]


@dataclass(frozen=True, slots=True)
class Closing:
    """A field of a list's elements that says which one is the last: ``last`` of it, ``other`` of those before.

    ``way``: from an element down to the structure that holds it; ``field`` None: the elements are numbers that say
    so themselves."""

    way: tuple[str, ...]
    owner: str
    field: int | None
    last: Said
    other: Said


@dataclass(frozen=True, slots=True)
class EntryWriting:
    """How an entry is written.

    Attributes:
        entry: what is written.
        equation: what it follows from, if it does.
        default: what it is where the user leaves it out.
        gap: its size is free (it lies before something whose place is derived): nothing, or what was read there.
        verify: its size, count or condition depends on late fields and must be checked against their solution.
        before: late fields that are known when it begins.
        after: late fields that are known when it ends: by its size, or its end.
        otherwise: late fields that are known where it is left out; it is there if it has a value, then.
        absences: those of any structure that are.
        noted: whether its place must be known later, as a checksum begins or ends with it, or others count from it.
        by_size: its condition says that it has bytes: it is there if it has a value.
        place: the late field that says where it lies, and no more than that.
        sizes: late fields that are known when it ends, by its size (of a list: by that of each element).
        lengths: those that are known from the number of its elements.
        places: those that say where it lies, and no more than that.
        told: parameters of its structures that are known when these are written.
        settled: counts in a structure of the entry that are known before that is derived.
        inferred: fields of the structure, or in one of the entry, that follow from clues where they are left out.
        closings: fields of its elements that say which one is the last.
        needless: whether it is such a field, so that a user may leave it out.
        assured: whether it is known then whatever is there.
        late: what else of it rests on late fields: its ``size``, which is measured then, its ``condition``, and its
            ``rule``, which is looked at when these are known.
        late_count: its number of elements rests on late fields and is checked against their solution.
        follows: its place rests on fields that others decide by where they are put, so that these come first.
        fills: whether it is filled up to its size with zeros where it is smaller, as several share that.
    """

    entry: Entry
    equation: Equation | None
    default: Expr | None
    gap: bool
    verify: bool
    before: tuple[Solve, ...]
    after: tuple[Solve, ...]
    otherwise: tuple[Solve, ...] = ()
    noted: bool = False
    by_size: bool = False
    place: Solve | None = None
    sizes: tuple[Answer, ...] = ()
    lengths: tuple[Answer, ...] = ()
    places: tuple[Answer, ...] = ()
    told: tuple[Told, ...] = ()
    settled: tuple[Settled, ...] = ()
    inferred: tuple[Inferred, ...] = ()
    closings: tuple[Closing, ...] = ()
    needless: bool = False
    assured: bool = False
    late: frozenset[str] = frozenset()
    late_count: bool = False
    absences: tuple[Answer, ...] = ()
    follows: bool = False
    fills: bool = False

    @property
    def late_size(self) -> bool:
        """Whether its size rests on late fields."""
        return "size" in self.late

    @property
    def late_condition(self) -> bool:
        """Whether it rests on late fields that the entry is there."""
        return "condition" in self.late

    @property
    def late_rule(self) -> bool:
        """Whether its rule rests on late fields."""
        return "rule" in self.late


@dataclass(frozen=True, slots=True)
class WritingPlan:
    """How one type is written; ``notes``: what of it can't be derived."""

    type: str
    entries: tuple[EntryWriting, ...]
    notes: tuple[Diagnostic, ...] = ()
