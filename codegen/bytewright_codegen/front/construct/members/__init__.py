"""One module per kind of construct: what it is among a type's members. Importing them enters them in the walk."""

from bytewright_codegen.front.construct.members import (
    adapters,
    alternatives,
    bytestrings,
    calculated,
    checksums,
    choices,
    constants,
    enums,
    framing,
    lists,
    numbers,
    placed,
    positions,
    rules,
    structures,
)

__all__ = [
    "adapters",
    "alternatives",
    "bytestrings",
    "calculated",
    "checksums",
    "choices",
    "constants",
    "enums",
    "framing",
    "lists",
    "numbers",
    "placed",
    "positions",
    "rules",
    "structures",
]
