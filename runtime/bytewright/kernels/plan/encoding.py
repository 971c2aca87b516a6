"""The encoding plan: how rows become the records of a file, as data.

A compiler pass makes it of what a writer derives, generated code carries it,
`bytewright.kernels.program.assemble_encoding` turns it into a program for the rows at hand. It speaks of the fields of
a record, not of the columns of a view, so that one plan serves every view whose rows hold records.

Expressions are those of `bytewright.kernels.plan`; the elements of `RECORDS` are rows, and those of a `Listed` domain
are the elements of a list that each row holds. `Given` is a number that the header holds. A *place* is counted in bytes
from where the record begins.

Steps stand in the order of the fields. First come, for all rows of a block, the values and checks; then the sizes of
the records say where each begins, and the bytes are put; at last the checksums, in their order. Rows of which one fails
a check are written by objects, which know what is wrong.

**Nothing is put outside of a record**: what is put, and where, must follow from what its size was computed of.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bytewright.kernels.plan.arithmetic import Binary, Const
from bytewright.kernels.plan.expressions import Expr, Let
from bytewright.kernels.plan.names import RECORDS
from bytewright.kernels.plan.steps import Check

CASE = "|"
"""In a path, before the name of a case: the value of a switch where it is that one."""
ITEM = "[]"
"""In a path: an element of a list."""
MEMBER = "*"
"""In a path: the number of the column, in a list with an element per column of the header."""
SAME = "="
"""In a path, behind bytes or text, before some in hexadecimal (of text, in UTF-8): whether it is these."""
CHARACTERS = "~"
"""In a path, behind text: how many characters it has."""
SHORT = "f4"
"""In a path, behind a number: the float of 32 bits that it is, rounded; null where it is too large for one."""
COUNT = "+"
"""In a path, before the way to a list whose elements are made apart and given as bytes: how many these are."""
BEGIN, SIZE = "@", "#"
"""In a path, behind a structure that is made apart: where it begins in the file, and how many bytes it takes."""
MEASURED = 8
"""Bytes of two numbers (``u4le``) that say what an element is like."""


@dataclass(frozen=True, slots=True)
class Source:
    """What rows may hold for a field.

    Attributes:
        path: names of fields in Python, from the record down.
        kind: what it is: one of `bytewright.kernels.plan.NUMBER_KINDS` (for bit fields the smallest that holds them),
            ``flag``, ``bytes``, ``str``, ``struct``, ``list``; ``any``: only whether there is something counts;
            ``same``: whether what precedes the last step of the path is what that step says; ``characters``: how many
            of them the text before the last step of the path has; ``short``: what precedes it as `SHORT` has it.
        labels: names that may stand for numbers, and these.
        unit: of a moment, counted since 1970.
        logical: what else a number means (``bool``, ``utf16-unit``), or that text is ``ascii``.
        table: name of the list of texts in the header whose places the numbers are; empty: there is none.
        shown: whether it stands for the structure that it is in.
        without: bytes (in hexadecimal) that must not occur in it, as they would end it.
        not_behind: bytes (in hexadecimal) that it must not end with, as they would be taken for padding.
        ends: bytes (in hexadecimal) that it must end with, and have nowhere else, as they end it.
        among: bytes (in hexadecimal; of text, in UTF-8) of which it must be one; empty: it may be any.
    """

    path: tuple[str, ...]
    kind: str
    labels: tuple[tuple[str, int], ...] = ()
    unit: str = ""
    logical: str = ""
    table: str = ""
    shown: bool = False
    without: str = ""
    not_behind: str = ""
    ends: str = ""
    among: tuple[str, ...] = ()

    @property
    def meaning(self) -> tuple[object, ...]:
        """All that it is but where."""
        bounds = self.without, self.not_behind, self.ends, self.among
        said = self.kind, self.unit, self.logical, self.table, self.shown, *bounds
        return (*said, self.labels) if self.labels else said


@dataclass(frozen=True, slots=True)
class Listed:
    """The elements of the list that the elements of ``parent`` hold for a field are a domain."""

    domain: str
    parent: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fits:
    """Refuse rows with a number that doesn't lie between two others, where they hold one for the field."""

    domain: str
    path: tuple[str, ...]
    low: int
    high: int
    field: str


@dataclass(frozen=True, slots=True)
class Put:
    """Put a number of a kind at a place, where ``when`` isn't 0 (None: always)."""

    domain: str
    kind: str
    at: Expr
    value: Expr
    when: Expr | None = None


@dataclass(frozen=True, slots=True)
class PutVarint:
    """Put a number (of 64 bits, without a sign) as an LEB128 integer, where ``when`` isn't 0 (None: always)."""

    domain: str
    at: Expr
    value: Expr
    when: Expr | None = None


@dataclass(frozen=True, slots=True)
class PutPiece:
    """Put the bytes or the text that rows hold for a field, where ``when`` isn't 0 (None: always)."""

    domain: str
    at: Expr
    path: tuple[str, ...]
    encoding: str = ""
    when: Expr | None = None


@dataclass(frozen=True, slots=True)
class PutPacked:
    """Put the list of 64-bit words that rows hold for a field, packed (see `bytewright.kernels.plan.Packed`), where
    ``when`` isn't 0 (None: always)."""

    domain: str
    at: Expr
    path: tuple[str, ...]
    kind: int
    when: Expr | None = None


@dataclass(frozen=True, slots=True)
class PutBytes:
    """Put the same bytes (in hexadecimal) into each element, where ``when`` isn't 0 (None: always)."""

    domain: str
    at: Expr
    bytes: str
    when: Expr | None = None


@dataclass(frozen=True, slots=True)
class Fill:
    """Put so many times a byte."""

    domain: str
    at: Expr
    size: Expr
    byte: int


@dataclass(frozen=True, slots=True)
class PutSum:
    """Put the checksum of bytes that have been put, where ``when`` isn't 0 (None: always), as a number of a ``kind``,
    which is empty for a digest."""

    domain: str
    kind: str
    at: Expr
    algorithm: str
    start: Expr
    size: Expr
    when: Expr | None = None


@dataclass(frozen=True, slots=True)
class Lies:
    """Where the structure that rows hold for a field lies: nothing is put, but others may ask for it."""

    domain: str
    path: tuple[str, ...]
    begin: Expr
    end: Expr


@dataclass(frozen=True, slots=True)
class PutPresence:
    """Put ``count`` bits that say which columns of a header have a value.

    ``list``: name of the `Columns` step; each column's bit is at ``place``, if ``where`` isn't 0 (both of numbers that
    are given per column); it says whether there is something for ``path``. ``order``: which bit of a byte is the first
    one."""

    at: Expr
    count: Expr
    list: str
    place: Expr
    where: Expr
    path: tuple[str, ...]
    order: Literal["le", "be"]
    when: Expr | None = None


@dataclass(frozen=True, slots=True)
class ColumnVariant:
    """What is done for a column of a header where ``when`` (of numbers that are given) isn't 0; ``end``: where it
    ends; ``sources``: what rows may hold for it; ``refused``: why the kernel can't make such a column (empty: it
    can)."""

    when: Expr
    steps: tuple[Step, ...]
    end: Expr
    sources: tuple[Source, ...]
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Columns:
    """A list with an element per column of a header, ``count`` of them, one after another from ``first`` on. Where
    ``count`` is an `Entry`, it is that entry of a list which describes the columns, and numbers that are given per
    column are asked of it.

    Each is written by the first of the variants that fits it. In them, ``Get(name + "@")`` is where the element begins;
    names that these steps give are its own. Behind the list, ``Get(name + ">")`` is where the last one ends.

    ``beside``: name of another such list, of whose elements these are what lies elsewhere (what they refer to): an
    element has its names in common with the one of the same number there."""

    name: str
    count: Expr
    first: Expr
    variants: tuple[ColumnVariant, ...]
    beside: str = ""


Step = (
    Let
    | Check
    | Listed
    | Fits
    | Put
    | PutVarint
    | PutPiece
    | PutPacked
    | PutBytes
    | Fill
    | PutSum
    | Lies
    | PutPresence
    | Columns
)


@dataclass(frozen=True, slots=True)
class Apart:
    """What records lead to: it lies elsewhere, in their order, without gaps.

    Attributes:
        list: where the records lie, by names from the root down.
        path: of the field of a record that is it.
        plan: how it is made.
    """

    list: tuple[str, ...]
    path: tuple[str, ...]
    plan: EncodingPlan


@dataclass(frozen=True, slots=True)
class Inside:
    """What is made before the structures that it lies in, which are given it as bytes.

    Attributes:
        path: of it, from one of these structures.
        listed: whether it is a list; otherwise it is a structure.
        plan: how the structure, or each element of the list, is made.
        process: what its bytes go through, as specs call it; empty: nothing.
        told: the first arguments of the process: numbers that these structures say.
        arguments: those behind: numbers, and bytes in hexadecimal.
        texts: texts that are arguments, behind these.
    """

    path: tuple[str, ...]
    listed: bool
    plan: EncodingPlan
    process: str = ""
    arguments: tuple[int | str, ...] = ()
    told: tuple[Expr, ...] = ()
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EncodingPlan:
    """How rows become records.

    Attributes:
        steps: what is done, in the order of the fields.
        size: bytes that a record takes.
        sources: what rows may hold.
        field: the root's field that holds the records; empty: they lie elsewhere.
        list: where the records lie, by ids from the root down, where that isn't the list of which a file consists: what
            lies around them is made by objects.
        alone: whether a file is nothing but a list of what holds the records, so that two files one behind another are
            one.
        around: how an element of that list is written, whose records are given as bytes; None: by objects.
        counted: whether more may lie behind the records: something before them says how many there are, or the last one
            that it is.
        sized: whether something around the records says how many bytes each takes, up to which they are filled up (it
            is as large as the largest, where it isn't set), or how large, how many or which all are of what lies in
            each: they are as in the first one.
        rests: whether something around the records follows from how many bytes they take, or is a checksum of these.
        last: whether a record is what they end with; None: they don't end with one of a kind.
        apart: what the records lead to, where they are the elements of a list from which the rest of the file counts
            back from its end.
        inside: what lies in each, which is made first; None: rows hold all of it.
    """

    steps: tuple[Step, ...]
    size: Expr
    sources: tuple[Source, ...]
    field: str = ""
    list: tuple[str, ...] = ()
    alone: bool = False
    around: EncodingPlan | None = None
    counted: bool = False
    sized: bool = False
    rests: bool = False
    last: Expr | None = None
    apart: Apart | None = None
    inside: Inside | None = None

    @property
    def way(self) -> tuple[str, ...]:
        """From the root to the list of records, where rows are these; empty: they aren't."""
        if self.apart is not None:
            return self.apart.list
        return (self.field,) if self.field else ()

    def ending(self) -> EncodingPlan:
        """Makes a byte for each record in place of its own: whether it is the `last`."""
        steps = tuple(step for step in self.steps if isinstance(step, Let | Listed))
        last = Binary("!=", Const(0) if self.last is None else self.last, Const(0))
        return EncodingPlan((*steps, Put(RECORDS, "u1", Const(0), last)), Const(1), self.sources)


@dataclass(frozen=True, slots=True)
class Referring:
    """A field of elements that says where something begins which stands elsewhere, as they tell by its number there.

    Attributes:
        path: of what reads it again.
        place: of the field that says where it begins.
        within: where it lies in bytes that are decoded in pieces, the field that says where in its piece it begins;
            ``place`` then says where that piece begins.
    """

    path: tuple[str, ...]
    place: tuple[str, ...]
    within: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Fronted:
    """A string of elements that begins as that of the element before it, of which only the rest is stored.

    Attributes:
        path: of the string.
        shared: of the number that says how many of its first bytes aren't stored.
    """

    path: tuple[str, ...]
    shared: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ElementsPlan:
    """How rows become the elements of lists that lie anywhere in a file: what `EncodingPlan` is for records.

    Attributes:
        elements: how each is written.
        last: whether it is what a list ends with; None: no list ends with an element of a kind.
        references: fields that say where others begin; how many bytes elements take doesn't rest on them.
        least: how many elements a list has that ends with one of a kind.
        fronts: strings that begin as those before them; the kernel is given what is stored of them.
        rooms: structures without fields of their own, in which others lie; the kernel is given these as bytes.
    """

    elements: EncodingPlan
    last: Expr | None = None
    references: tuple[Referring, ...] = ()
    least: int = 1
    fronts: tuple[Fronted, ...] = ()
    rooms: tuple[tuple[str, ...], ...] = ()

    def making(self) -> EncodingPlan:
        """Makes elements that have been measured: what was checked then isn't again."""
        steps = tuple(step for step in self.elements.steps if not isinstance(step, Check | Fits))
        return EncodingPlan(steps, self.elements.size, self.elements.sources)

    def measuring(self, *, checked: bool = True) -> EncodingPlan:
        """Makes `MEASURED` bytes for each element in place of its own: how many bytes it takes, and `last`; unless it
        is ``checked``, of elements that can't be made, too."""
        puts = Put | PutVarint | PutPiece | PutBytes | Fill | PutSum
        steps = tuple(step for step in self.elements.steps if not isinstance(step, puts))
        if not checked:
            steps = tuple(step for step in steps if not isinstance(step, Check | Fits))
        last = Const(0) if self.last is None else self.last
        made = (Put(RECORDS, "u4le", Const(0), self.elements.size), Put(RECORDS, "u4le", Const(4), last))
        return EncodingPlan((*steps, *made), Const(MEASURED), self.elements.sources)


@dataclass(frozen=True, slots=True)
class ListPlan:
    """A list of elements that lies where something inside an entry says; the bytes of the structure that holds it are
    those of its elements, and the same few behind these.

    Attributes:
        way: to it from the structure that stands for the entry.
        place: the field inside that says where it lies.
        size: the field inside that says how many bytes are stored of it, which something makes of its own; empty: it is
            stored as it is.
        behind: the bytes behind its elements, in hexadecimal.
    """

    way: tuple[str, ...]
    place: tuple[str, ...]
    size: tuple[str, ...] = ()
    behind: str = ""


@dataclass(frozen=True, slots=True)
class MirrorPlan:
    """How rows become structures without bytes, one for each element of another list (its entry).

    Attributes:
        inside: how that is written which lies in the entry of each; its paths begin with the name of that field.
        room: the field of the entry in which it lies.
        lists: those that such structures may have; either all of them are stored as they are, or none.
    """

    inside: ElementsPlan
    room: str
    lists: tuple[ListPlan, ...] = ()
