"""What is found of the rows of a view: a plan and what it asks of a file, or why there is none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import Const, End, Index, RowPlan, Start, Up
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.ir.location import NOWHERE, Location
from bytewright_codegen.ir.views import Named
from bytewright_codegen.lowering.expressions.arithmetic import difference
from bytewright_codegen.lowering.expressions.values import (
    Context,
    Num,
    Refusal,
    Structure,
    Unread,
    Value,
)
from bytewright_codegen.lowering.layout.lazy_fields import Lazy
from bytewright_codegen.lowering.layout.regions import ListRegion
from bytewright_codegen.lowering.read.entry_lists import Mirror
from bytewright_codegen.lowering.read.handed import Handed
from bytewright_codegen.lowering.read.index_blocks import Block
from bytewright_codegen.lowering.read.outer_structures import Whole
from bytewright_codegen.lowering.read.references import Reference
from bytewright_codegen.plans.reading import Entry

FILE = kernel.Given("where the file begins")
FIRST_READ = "whether the first record can be read"
"""What plans ask for whose records must be like the first one, beside `FIRST_VALUE`: what that gives."""
FIRST_VALUE = "what the first record gives"


@dataclass(frozen=True, slots=True)
class NoPlan:
    """Why the kernel can't make the rows of a view, and what in the spec stands in its way."""

    reason: str
    location: Location

    @classmethod
    def of(cls, refusal: Refusal) -> NoPlan:
        """What a refusal says."""
        return cls(refusal.reason, refusal.location)


@dataclass(frozen=True, slots=True)
class Refused:
    """All that the kernel can't make of a view, or of a file's records.

    Attributes:
        rows: what stands in the way of all columns, in the order in which it is met.
        columns: what stands in the way of one, by its name.
    """

    rows: tuple[NoPlan, ...]
    columns: Mapping[str, tuple[NoPlan, ...]]


@dataclass(frozen=True, slots=True)
class Rows:
    """A row plan, and what it asks of the header of a file, by the names that it has for that.

    Attributes:
        plan: the plan.
        givens: numbers: expressions over the root and the number of a column.
        tables: lists of texts: the list, and the way from an item to its text.
        region: where the innermost list of the view lies, where the kernel reads only that.
        mirror: the list around it, where the kernel reads what that says, too.
        block: what the pages lie in that say it, where the kernel finds these as well.
        whole: the structure that says where regions lie, where the kernel reads it as a whole.
        names: what values in it stand for, by the names that the plan has for that.
        numbers: what is asked of the structure that has the list, likewise.
        reference: what the elements of the list refer to, where that is shown in their place.
        counted: the list whose elements columns count, where that is what the plan is for.
        lists: lists whose entries records choose.
        lazy: the fields that objects read, where a column asks for them, and why.
        by_objects: the columns that objects make, by name, and why.
        handed: of these, what objects are handed for each, or why they read whole records.
        left: the fields because of which objects read the records that have them, and why.
        differs: whether records that are rows are read in fewer steps than all.
        parts: numbers and lists of texts of such entries: expressions over an entry, ``_``, and the number of a column.
        alike: what the first record is asked for, ``_``, where the others must be like it.
    """

    plan: RowPlan
    givens: Mapping[str, Expr]
    tables: Mapping[str, tuple[Expr, tuple[str, ...]]]
    region: ListRegion | None = None
    mirror: Mirror | None = None
    block: Block | None = None
    whole: Whole | None = None
    names: Mapping[str, Named] = field(default_factory=dict)
    numbers: Mapping[str, Expr] = field(default_factory=dict)
    reference: Reference | None = None
    counted: Mirror | None = None
    lists: Mapping[str, Expr] = field(default_factory=dict)
    parts: Mapping[str, Expr] = field(default_factory=dict)
    lazy: Mapping[Lazy, Refusal] = field(default_factory=dict)
    by_objects: Mapping[str, Refusal] = field(default_factory=dict)
    handed: Mapping[str, Handed | Refusal] = field(default_factory=dict)
    left: Mapping[Lazy, Refusal] = field(default_factory=dict)
    differs: bool = False
    alike: Expr | None = None


def handed_alone(found: Iterable[Rows | NoPlan]) -> frozenset[tuple[str, str]]:
    """The fields, by type and id, that objects are handed in some of these rows."""
    handed = [one for rows in found if isinstance(rows, Rows) for one in rows.handed.values()]
    return frozenset((one.owner, one.field) for each in handed if isinstance(each, Handed) for one in each.spans)


@dataclass
class Scope:
    """Where columns of a view are computed: the view's root, its element, and the domain of its steps."""

    root: Structure
    element: Value
    domain: str
    index: Num
    levels: Mapping[str, Structure] = field(default_factory=dict)
    """Elements of the lists that the view went through, by the names of these."""
    listed: Entry | None = None
    """The list that the element is of, where that isn't the list of the file's records."""

    def context(self, **special: Value) -> Context:
        """What expressions of a column see; ``special``: what else names stand for."""
        nowhere = Unread("where an element lies that isn't a structure", self._at, self.domain)
        found: dict[str, Value] = {
            "_": self.element,
            "_index": self.index,
            "_row": Num(self.domain, Const(0), 0, 0),
            "_offset": nowhere,
            "_length": nowhere,
        }
        if isinstance(self.element, Structure):
            found |= self._place(self.element)
        return Context(self.root, self.domain, {**self.levels, **found, **special}, of_rows=True)

    @property
    def structure(self) -> Structure:
        """The element, which must be a structure.

        Raises:
            Refusal: it is none.
        """
        if not isinstance(self.element, Structure):
            raise Refusal("elements that aren't structures", self._at)
        return self.element

    @property
    def _at(self) -> Location:
        return NOWHERE if self.listed is None else self.listed.loc

    def _place(self, element: Structure) -> dict[str, Value]:
        """Where a structure lies."""
        start = element.start if element.start is not None else element.stream.base
        # What is decoded isn't in the file: its places are those in what it is decoded with.
        decoded = element.stream.decoded
        offset = kernel.Offset(start) if decoded is None else difference(start, decoded)
        # A record ends where its frame does, also while it is being read; so does one that is read once more.
        ends: dict[kernel.Expr, kernel.Expr] = {Start(): End()}
        if self.listed is None:
            ends[Up(Start())] = Up(End())
        length = difference(ends.get(start, element.position), start)
        return {
            "_offset": Num(self.domain, offset, 0, 1 << 62),
            "_length": Num(self.domain, length, 0, 1 << 48),
        }

    def context_of_rows(self, domain: str) -> Context:
        """What expressions of a column see where the element has several rows, a domain of its own."""
        found = self.context(_row=Num(domain, Index(), 0, kernel.MOST_ELEMENTS))
        return replace(found, domain=domain)
