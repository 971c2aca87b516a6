"""The nearest known name to an unknown one, for hints."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The name in ``known`` that ``word`` was most likely meant to be, if one is near enough."""
    by_folded = {name.lower(): name for name in known}
    found = difflib.get_close_matches(word.lower(), by_folded, n=1, cutoff=0.5)
    return by_folded[found[0]] if found else None


def hint(word: str, known: Iterable[str], kind: str) -> str:
    """A sentence for an error: the nearest name, or else all of them (``kind`` is what they are, in the plural)."""
    names = list(known)
    near = nearest(word, names)
    if near is not None:
        return f"Did you mean {near!r}?"
    if not names:
        return f"There are no {kind}."
    listed = ", ".join(names[:12])
    return f"Known {kind}: {listed}{', …' if len(names) > 12 else ''}."
