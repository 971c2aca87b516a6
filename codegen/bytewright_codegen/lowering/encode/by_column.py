"""Lists with an element per column of a header, which need not be alike, and those with so many elements that are."""

from __future__ import annotations

from bytewright.kernels.program.specialize_encoding import nodes_of
from bytewright_codegen.ir.expressions import Item, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.plans.reading import Entry, Nested, Number, Raw, Text

Shown = frozenset[tuple[str, str]]
"""Lists whose elements views show as columns: the type that has one, and its id there."""


def shown_by_column(library: Library) -> Shown:
    """The lists whose elements views, or structures in them, show as columns."""
    found: set[tuple[str, str]] = set()
    for about in (*(spec.views for spec in library.specs), *(typedef.cells for typedef in library.types.values())):
        for node in nodes_of(about):
            if isinstance(node, Item) and isinstance(node.index, Name) and node.index.name == "_column":
                of = node.target
                if isinstance(of, Name | Member) and of.owner is not None:
                    found.add((of.owner, of.name))
    return frozenset(found)


def is_alike(type: str, entry: Entry, shown: Shown) -> bool:
    """Whether the elements of a list are all written in one way, and rows hold them as a list."""
    plain = isinstance(entry.item, Number | Raw | Text) or (isinstance(entry.item, Nested) and not entry.item.args)
    return plain and (type, entry.name) not in shown
