"""Names in Python of the members of structures, and ids in specs."""

import keyword

UNNAMED = "_unnamed"
"""What the names of fields without an id begin with."""

_TAKEN = frozenset({"field", "property"})
"""What the bodies of generated dataclasses call, so that no member can be called so."""


def attribute_of(id: str) -> str:
    """The name in Python of a member: its id, and ``_`` where that is a word of Python or of the class around it."""
    return f"{id}_" if keyword.iskeyword(id) or id in _TAKEN else id


def id_of(name: str) -> str:
    """The id in a spec of a member by its name in Python."""
    bare = name.removesuffix("_")
    return bare if attribute_of(bare) == name else name
