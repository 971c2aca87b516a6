"""Which lists of a codec consist of structures without bytes, one for each entry of another list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bytewright.codecs.process import Process
from bytewright.kernels.plan.encoding import MirrorPlan
from bytewright.model.structures import Struct


@dataclass(frozen=True, slots=True)
class MirroredList:
    """A list that such a structure may have, which lies elsewhere: what a plan doesn't say of it.

    Attributes:
        holder: the class of the structure that holds it.
        there: says of the structure that may have it whether it may; None: each may.
        process: what its bytes are decoded from; None: they are stored as they are.
        until: says of the places behind elements (``pos`` and ``size`` of a stream) whether they end the list; None:
            elements say that themselves, or the list ends with its stream.
    """

    holder: type[Struct]
    there: Callable[[Any], Any] | None = None
    process: Process | None = None
    until: Callable[[Any], Any] | None = None


@dataclass(frozen=True, slots=True)
class Mirror:
    """Such a list, whose elements code may give as columns; see `bytewright.columnar.encode.entry_columns`.

    Attributes:
        plan: what is made of the columns.
        element: the class of its elements.
        parameter: the name of what tells them their entry.
        entry: the class of entries.
        asked: the names of what is asked of entries, to know which lists there may be.
        lists: what else is said of the lists of the plan, in their order.
    """

    plan: MirrorPlan
    element: type[Struct]
    parameter: str
    entry: type[Struct]
    asked: tuple[str, ...] = ()
    lists: tuple[MirroredList, ...] = ()
