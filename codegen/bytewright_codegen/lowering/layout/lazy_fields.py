"""Lazy fields: those that objects read only where a column asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import NamedTuple

from bytewright_codegen.plans.reading import Entry, Nested, RecordPlan, nested_types


class Lazy(NamedTuple):
    """A field whose bytes objects read only where a column asks for it: the structure that has it, its id, and its own
    type; of a switch as a whole, none."""

    owner: str
    field: str
    type: str

    def __str__(self) -> str:
        return f"{self.owner}.{self.field}<{self.type}>"


def lazy_of(owner: str, entry: Entry) -> Lazy:
    """A field as a lazy one; ``owner``: the type that has it."""
    return Lazy(owner, entry.name, entry.item.type if isinstance(entry.item, Nested) else "")


def by_structure(places: Iterable[Lazy], plans: Mapping[str, RecordPlan]) -> frozenset[Lazy]:
    """Lazy fields as readers have them: of a switch as a whole, each structure; ``plans``: of all types."""
    found: set[Lazy] = set()
    for place in places:
        entry = next(entry for entry in plans[place.owner].entries if entry.name == place.field)
        found |= {place._replace(type=type) for type in ([place.type] if place.type else nested_types(entry.item))}
    return frozenset(found)


def can_be_left(spec: str, others: Set[Lazy], owner: str, entry: Entry) -> bool:
    """Whether the reader of a type can leave a field until somebody asks for it.

    Args:
        spec: the one whose readers are made, by its id: they leave what they must.
        others: what readers of other specs can leave, which are made whoever imports them.
        owner: the type.
        entry: the field.
    """
    types = nested_types(entry.item)
    return owner.partition("::")[0] == spec or all(Lazy(owner, entry.name, type) in others for type in types)
