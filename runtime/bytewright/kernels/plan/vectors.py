"""What the elements of a vector may be."""

from __future__ import annotations

from dataclasses import dataclass


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
