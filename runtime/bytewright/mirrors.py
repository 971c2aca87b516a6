"""What a codec says of lists of structures without bytes, one for each element of another list (its entry)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bytewright.kernels.encoding.plan import MirrorPlan
from bytewright.model import Struct


@dataclass(frozen=True, slots=True)
class Mirror:
    """Such a list, whose elements code may give as columns; see `bytewright.mirrored`.

    Attributes:
        plan: what is made of the columns.
        element: the class of its elements.
        parameter: the name of what tells them their entry.
        entry: the class of entries.
        asked: the names of what ``there`` asks of entries.
        holder: the class of the structures that lie elsewhere and hold nothing but the list ``plan.lists`` leads to.
        there: says of an element whether it may have that; None: each may.
    """

    plan: MirrorPlan
    element: type[Struct]
    parameter: str
    entry: type[Struct]
    asked: tuple[str, ...] = ()
    holder: type[Struct] | None = None
    there: Callable[[Any], Any] | None = None
