"""Where expressions stand."""

from __future__ import annotations

from dataclasses import dataclass

from bytewright_codegen.front.construct.drafts import Draft, Kind, Level, Meaning, Refused
from bytewright_codegen.ir.expressions import Expr, Name
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import Parameter


@dataclass(frozen=True, eq=False)
class Value:
    """An expression with what it gives."""

    expr: Expr
    meaning: Meaning

    @property
    def kind(self) -> Kind:
        """What it gives."""
        return self.meaning.kind


@dataclass(frozen=True, eq=False)
class Scope:
    """Where an expression stands: in a context of Construct's, and in the text of a type.

    ``element``: what ``obj_`` is: the element of a predicate, the value of a rule. ``behind``: it stands behind all
    members that the type has so far.
    """

    level: Level
    draft: Draft
    element: Value | None = None
    behind: bool = True

    def index(self, loc: Location) -> Expr:
        """The number of the element that is being made.

        Raises:
            Refused: Construct has another, as it forgets the number when it reads a list.
        """
        lists = not self.draft.repeating and any(a.repeat is not None for a in self.draft.attributes)
        if lists and self.behind and self.draft.user is not None:
            message = "behind a list, Construct's _index is the number of that list's last element"
            raise Refused(loc, message, "Let it stand before the list.")
        return index_of(self.draft, loc)


def index_of(draft: Draft, loc: Location) -> Expr:
    """The number of the element that is being made, in the text of a type."""
    return Name("_index", loc) if draft.repeating else own_index(draft, loc)


def own_index(draft: Draft, loc: Location) -> Name:
    """The number of the element that a type is, or that it lies in: a parameter, which is added if it has none."""
    if draft.user is None:
        raise Refused(loc, "there is no list whose elements '_index' could number")
    if draft.parameter is None:
        index_of(draft.user, loc)  # there must be one
        draft.parameter = Parameter(draft.free_id("index"), "s4", draft.loc, type_loc=draft.loc)
    return Name(draft.parameter.id, loc)
