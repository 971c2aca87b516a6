"""Forms of sales."""

from __future__ import annotations

import json
from typing import Any

Form = dict[str, Any]


def usual() -> list[Form]:
    """The forms that markets have unless others are told."""
    box = [("a", "amount"), ("b", "text"), ("tags", "notes"), ("line", "curve"), ("low", "bounded", 2)]
    small, large = form("small", 0, ["", "first"], *box), form("large", 0, ["second", "third", "fourth"], *box)
    return [
        form("plain", 7, [], ("amount", "amount")),
        form("named", 3, [], ("amount", "amount"), ("name", "text"), ("price", "price")),
        form("noted", 200, ["colour", "größe", ""], ("price", "price"), ("notes", "notes"), ("Name", "text")),
        form("drawn", 4, ["k"], ("curve", "curve"), ("when", "time"), ("more", "notes"), ("curve", "curve")),
        form("deep", 9, ["outer"], ("amount", "amount"), ("inside", "fields", small), ("notes", "notes")),
        form("turned", 10, [], ("inside", "fields", large), ("low", "bounded", -7), ("amount", "amount")),
        form("apart", 12, [], ("low", "bounded", 100), ("other", "fields", form("x", 0, [], ("t", "time")))),
        form("deeper", 20, [], ("nest", "fields", form("y", 0, [], ("in", "fields", small), ("n", "amount")))),
    ]


def form(name: str, number: int, words: list[str], *columns: tuple[Any, ...]) -> Form:
    """One form; of its columns name and kind, and the form or the least number of those that have one."""
    listed: list[Form] = []
    for one, kind, *more in columns:
        listed.append({"name": one, "kind": kind})
        if more:
            listed[-1]["inner" if kind == "fields" else "least"] = more[0]
    return {"name": name, "id": number, "stamped": True, "words": words, "columns": listed}


def forms(text: str) -> list[Form]:
    """The forms of a file."""
    found: list[Form] = json.loads(text)
    return found
