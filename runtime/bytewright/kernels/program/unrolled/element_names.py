"""What names stand for in elements of lists that are written out, also of several that are looked at together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bytewright.kernels.plan import Expr, Get
from bytewright.kernels.plan.failures import Unsupported

ASIDE = -2
"""A place in `Cell.places` that the kernel can't show."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A column that is wanted: the number that the header gives it, and what it is called. ``places``: instead, its
    number by each entry of a list that describes records (-1: these have no such column; `ASIDE`: they are left to the
    object reader). ``inner``: of a column of structs, whose members such an entry describes, these members."""

    number: int
    name: str
    places: tuple[int, ...] = ()
    inner: tuple[Cell, ...] = ()


Way = tuple[int, ...]
"""The number of a column, and of those inside of it."""
NO_COLUMN: Way = (-1,)


@dataclass(frozen=True, slots=True)
class Together:
    """Elements of lists that are looked at together: of each entry of ``list`` one, or none (None), by the ``ways`` to
    them; ``by``, over ``domain``, is the number of the entry."""

    list: str
    domain: str
    entries: Sequence[Any]
    ways: Sequence[Way | None]
    by: Expr


class Names:
    """What names stand for: of one element of a list, and of what is around it. ``suffix``: behind its own names;
    ``at``: where it begins; ``together``: it stands for elements of several entries, it is that of the first of them;
    ``cells``: the columns that are wanted of it; ``lanes``: what is looked at together in it, by list."""

    __slots__ = (
        "at",
        "cells",
        "domains",
        "entry",
        "known",
        "lanes",
        "left",
        "outer",
        "suffix",
        "together",
        "way",
    )

    def __init__(
        self,
        way: Way,
        outer: Names | None = None,
        suffix: str = "",
        entry: Any = None,
        cells: Sequence[Cell] = (),
    ) -> None:
        self.way = way
        self.entry = entry
        self.outer = outer
        self.suffix = suffix
        self.cells = cells
        self.together: Together | None = None
        self.at: Expr | None = None
        self.known: dict[str, Expr] = {}
        self.domains: dict[str, str] = {} if outer is None else dict(outer.domains)
        self.lanes: dict[str, list[Names]] = {}
        self.left = False

    def get(self, name: str) -> Expr:
        """What a name stands for here, or around."""
        around: Names | None = self
        while around is not None:
            found = around.known.get(name)
            if found is not None:
                return found
            around = around.outer
        return Get(name)

    def again(self, outer: Names, suffix: str) -> Names:
        """The same element, looked at once more: what is named now is not taken for what was named then."""
        made = Names(self.way, outer, suffix, self.entry, self.cells)
        made.together, made.lanes = self.together, self.lanes
        made.known, made.domains = dict(self.known), dict(self.domains)
        return made

    def stand_for(self, together: Together, entry: int) -> None:
        """Be the element of an entry, and of all others with which it is looked at together."""
        self.together, self.entry, self.way = together, together.entries[entry], together.ways[entry] or NO_COLUMN


def ways_on(ways: Sequence[Way | None], places: Sequence[int]) -> list[Way | None]:
    """The ways on to elements, by entry: to the one at a place of what a way leads to, none where that is below 0."""
    return [None if way is None or place < 0 else (*way, place) for way, place in zip(ways, places, strict=True)]


def lanes_of(layouts: Sequence[Sequence[tuple[int, int]]], cells: Sequence[Cell]) -> list[tuple[int, ...]]:
    """The elements that are looked at together, by entry (-1: none): those of each cell, then all others.

    Raises:
        Unsupported: those of a cell are read in different ways.
    """
    found: list[tuple[int, ...]] = []
    used: set[tuple[int, int]] = set()
    for cell in cells:
        chosen = {(entry, place) for entry, place in enumerate(cell.places) if place >= 0}
        if any(place >= len(layouts[entry]) for entry, place in chosen):
            raise Unsupported(f"{cell.name} isn't stored")
        if len({layouts[entry][place][0] for entry, place in chosen}) > 1:
            raise Unsupported(f"{cell.name} is stored in different ways")
        used |= chosen
        found.append(tuple(max(-1, place) for place in cell.places))
    others: dict[tuple[int, int], list[int]] = {}
    for entry, layout in enumerate(layouts):
        met: dict[int, int] = {}
        for place, (variant, _) in enumerate(layout):
            if (entry, place) not in used:
                turn = met[variant] = met.get(variant, -1) + 1
                others.setdefault((variant, turn), [-1] * len(layouts))[entry] = place
    return [*found, *(tuple(places) for places in others.values())]
