"""Names of Construct as ids of a spec."""

from __future__ import annotations

import re

_ID = re.compile(r"[a-z][a-z0-9_]*")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_OTHER = re.compile(r"[^A-Za-z0-9]+")


def identifier(name: str) -> str | None:
    """A name as an id: as it is, if it can be one; otherwise in lower case, its words joined by underscores.

    Returns:
        The id, or None where nothing of the name can be one.
    """
    if _ID.fullmatch(name):
        return name
    found = _OTHER.sub("_", _HUMP.sub("_", name)).strip("_").lower()
    return found if _ID.fullmatch(found) else None
