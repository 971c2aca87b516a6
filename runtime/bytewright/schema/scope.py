"""What an expression of a view may see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import CodeType
from typing import Any, NamedTuple


class Extent(NamedTuple):
    """A record of a file: its number, where it begins and ends."""

    number: int
    start: int
    end: int


@dataclass(slots=True)
class Scope:
    """What an expression of a view may see.

    Attributes:
        root: the structure that the view belongs to (of an inner view: the structure that the outer one names).
        element: the element of ``each`` (the root where the view has none).
        index: its place in ``each``, counted from 0 over the file.
        row: number of the row in its step (for views with ``rows``).
        column: number of the column (for columns that a header names).
        options: values of the options by id, after loading.
        levels: elements of the lists that the view went through to come here, the outermost first.
        known: what has been looked up in lists, for a whole pass.
        record: the record of the file that the element belongs to, where somebody asks for it.
        inner: number of a column inside of that one.
    """

    root: Any
    element: Any
    index: int = 0
    row: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    column: int = 0
    levels: tuple[Any, ...] = ()
    known: dict[CodeType, tuple[Any, dict[Any, Any]]] = field(default_factory=dict)
    record: Extent | None = None
    inner: int = 0

    def named(self, outer: Any, pairs: Callable[[Any], Iterable[tuple[Any, Any]]], value: Any) -> Any:
        """What stands for a value: the second of the first pair whose first it is.

        Args:
            outer: the list that the pairs are of; the table of the last one is kept.
            pairs: gives them.
            value: the value.

        Raises:
            LookupError: there is none.
        """
        found = self.known.get(pairs.__code__)
        if found is None or found[0] is not outer:
            table: dict[Any, Any] = {}
            for key, shown in pairs(outer):
                table.setdefault(key, shown)
            found = self.known[pairs.__code__] = (outer, table)
        if value not in found[1]:
            raise LookupError(f"there is none with the key {value}")
        return found[1][value]


Expression = Callable[[Scope], Any]
