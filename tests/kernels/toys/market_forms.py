"""Forms of sales."""

from __future__ import annotations

import json
from typing import Any

Form = dict[str, Any]


def usual() -> list[Form]:
    """The forms that markets have unless others are told."""
    return [
        form("plain", 7, [], ["amount", "amount"]),
        form("named", 3, [], ["amount", "amount"], ["name", "text"], ["price", "price"]),
        form("noted", 200, ["colour", "größe", ""], ["price", "price"], ["notes", "notes"], ["Name", "text"]),
        form("drawn", 4, ["k"], ["curve", "curve"], ["when", "time"], ["more", "notes"], ["curve", "curve"]),
        form("deep", 9, [], ["amount", "amount"], ["inside", "fields"]),
    ]


def form(name: str, number: int, words: list[str], *columns: list[str]) -> Form:
    """One form."""
    inner = {"name": "in", "id": 0, "stamped": False, "words": [], "columns": [{"name": "a", "kind": "amount"}]}
    listed = [{"name": one, "kind": kind, **({"inner": inner} if kind == "fields" else {})} for one, kind in columns]
    return {"name": name, "id": number, "stamped": True, "words": words, "columns": listed}


def forms(text: str) -> list[Form]:
    """The forms of a file."""
    found: list[Form] = json.loads(text)
    return found
