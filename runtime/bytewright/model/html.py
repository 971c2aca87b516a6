"""Structures as notebooks show them: their fields, up to some number, with nothing read for that."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from html import escape
from typing import Any, Protocol, runtime_checkable

MOST = 300
"""Values that are shown of a structure, at most."""
_LISTED = 20
_CHARACTERS = 80
_DEPTH = 8
UNREAD = object()
"""Stands for a value that is read when it is first asked for."""


@runtime_checkable
class Structure(Protocol):
    """What is shown by its fields."""

    def _shown_fields(self) -> Iterator[tuple[str, Any]]:
        """Ids and values."""


def html_of(model: Structure) -> str:
    """A structure as HTML: text of a file can't be more than text in it.

    Args:
        model: the structure.
    """
    parts: list[str] = []
    _Writer(parts).structure("", model, 0)
    return "".join(parts)


class _Writer:
    def __init__(self, parts: list[str]) -> None:
        self._parts = parts
        self._left = MOST

    def structure(self, name: str, model: Structure, depth: int) -> None:
        """A structure that can be opened; the outermost is."""
        title = " ".join(part for part in (name, type(model).__name__) if part)
        self._parts.append(f"<details{'' if depth else ' open'}><summary>{escape(title)}</summary><ul>")
        for id, value in model._shown_fields():
            if not self._is_over():
                self.value(id, value, depth + 1)
        self._parts.append("</ul></details>")

    def value(self, name: str, value: Any, depth: int) -> None:
        """A field, or an element of a list."""
        self._left -= 1
        self._parts.append("<li>")
        if isinstance(value, Structure) and depth <= _DEPTH:
            self.structure(name, value, depth)
        elif isinstance(value, list) and depth <= _DEPTH:
            self._list(name, value, depth)
        else:
            self._parts.append(f"<b>{escape(name)}</b> <code>{escape(_text(value))}</code>")
        self._parts.append("</li>")

    def _list(self, name: str, items: list[Any], depth: int) -> None:
        self._parts.append(f"<details><summary>{escape(name)} [{len(items):,}]</summary><ul>")
        for number, item in enumerate(items[:_LISTED]):
            if not self._is_over():
                self.value(f"[{number}]", item, depth + 1)
        if len(items) > _LISTED:
            self._parts.append(f"<li>… {len(items) - _LISTED:,} more</li>")
        self._parts.append("</ul></details>")

    def _is_over(self) -> bool:
        """Whether no more is shown, which is said once."""
        if self._left == 0:
            self._left -= 1
            self._parts.append("<li>…</li>")
        return self._left < 0


def _text(value: Any) -> str:
    if value is None:
        return "–"
    if value is UNREAD:
        return "not read yet"
    if isinstance(value, IntEnum):
        return str(getattr(value, "label", value.name))
    if isinstance(value, bytes):
        shown = value[: _CHARACTERS // 2].hex()
        return shown if 2 * len(value) <= _CHARACTERS else f"{shown}… ({len(value):,} bytes)"
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= _CHARACTERS else f"{text[:_CHARACTERS]}…"
