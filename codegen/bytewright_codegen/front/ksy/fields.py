"""The fields of a YAML mapping, read with checks: unknown keys, wrong kinds of values, broken expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import TypeVar

from bytewright_codegen.front.ksy.document import Entry, Mapping, Node, Scalar, ScalarValue, Sequence
from bytewright_codegen.front.ksy.expressions import parse_expression
from bytewright_codegen.front.ksy.vendor_keys import FORMER_KEYS, VENDOR_KEYS, current
from bytewright_codegen.ir.diagnostics import Problems, SpecErrors, misspelt, nearest
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.ir.location import Location

T = TypeVar("T")

ID = re.compile(r"[a-z][a-z0-9_]*")

_STANDARD_TOO = ("type", "value", "valid")
"""Keys of the language that our keys are called after."""


_WORDS = {"yes": True, "on": True, "no": False, "off": False}

_SHOWN = 60
"""Characters of a text that a message shows."""


def kind_of(node: Node) -> str:
    """What a node is, for messages."""
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return "a list"
    return "nothing" if node.value is None else quoted(node.text)


def quoted(text: str) -> str:
    """A text of the spec as messages show it: in one line, and not too much of it."""
    text = " ".join(text.split())
    return f"'{text if len(text) <= _SHOWN else text[: _SHOWN - 1] + '…'}'"


def attempt(problems: Problems, read: Callable[[], T]) -> T | None:
    """Runs a parser; what it raises is noted and gives None."""
    try:
        return read()
    except SpecErrors as error:
        problems.add_all(error.diagnostics)
        return None


class Fields:
    """The fields of a mapping.

    Every method returns None (or nothing) for a key that is absent or wrong; what is wrong has been noted.

    Args:
        node: what should be a mapping; anything else is noted, and is then as an empty one.
        what: what it describes, for messages.
        known: the keys that may occur.
        problems: where errors go.
    """

    def __init__(self, node: Node, what: str, known: Collection[str], problems: Problems) -> None:
        self.problems = problems
        self.what = what
        self.whole = isinstance(node, Mapping)
        """Whether nothing was wrong with the keys, so that what is missing is not just misspelt."""
        self.loc = node.loc
        self.mapping = current(node, known, problems) if isinstance(node, Mapping) else Mapping((), node.loc)
        if not isinstance(node, Mapping):
            problems.add(node.loc, f"{what} must be a mapping, not {kind_of(node)}")
        problems.add_all(self.mapping.doubled)
        for entry in self.mapping.entries:
            key = entry.key.text
            if key in known:
                continue
            if key.startswith("-"):
                self._foreign(entry.key, known)
                continue
            self.whole = False
            standard = sorted(k for k in known if not k.startswith("-"))
            ours = f"-{key}" if f"-{key}" in known and key not in _STANDARD_TOO else None
            hint = nearest(key, [ours] if ours else standard) or f"Known here: {', '.join(standard)}."
            problems.add(entry.key.loc, f"unknown key {quoted(key)} in {what}", hint)

    def _foreign(self, key: Scalar, known: Collection[str]) -> None:
        meant = misspelt(key.text, VENDOR_KEYS)
        if key.text in FORMER_KEYS:
            self.problems.warn(key.loc, f"'{key.text}' means nothing in {self.what}")
        elif key.text in VENDOR_KEYS:
            self.problems.add(key.loc, f"'{key.text}' means nothing in {self.what}")
        elif meant is not None:
            self.problems.add(key.loc, f"unknown vendor key '{key.text}' in {self.what}", f"Did you mean '{meant}'?")

    def __contains__(self, key: str) -> bool:
        return self.mapping.get(key) is not None

    def node(self, key: str) -> Node | None:
        """The value of a key as a node."""
        return self.mapping.get(key)

    def key_loc(self, key: str) -> Location:
        """Where a key stands, or the mapping without it."""
        found = self.mapping.key(key)
        return found.loc if found else self.loc

    def scalar(self, key: str) -> Scalar | None:
        """A scalar that is not null."""
        node = self.node(key)
        if node is None:
            return None
        if not isinstance(node, Scalar) or node.value is None:
            self.problems.add(node.loc, f"'{key}' must be a value, not {kind_of(node)}")
            return None
        return node

    def text(self, key: str) -> str:
        """A text; numbers and such as they are written. Empty where absent."""
        scalar = self.scalar(key)
        return scalar.text if scalar else ""

    def typed(self, key: str, kind: type[T], name: str) -> T | None:
        """A value of a kind that YAML knows (``name`` for messages)."""
        scalar = self.scalar(key)
        if scalar is None:
            return None
        value: ScalarValue = scalar.value
        if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
            return value
        self.problems.add(scalar.loc, f"'{key}' must be {name}, not {kind_of(scalar)}")
        return None

    def flag(self, key: str) -> bool | None:
        """``true`` or ``false``, or one of the other words that YAML had for them until 1.2."""
        node = self.node(key)
        if isinstance(node, Scalar) and not node.style and node.text.lower() in _WORDS:
            return _WORDS[node.text.lower()]
        return self.typed(key, bool, "true or false")

    def byte(self, key: str) -> int | None:
        """An integer from 0 to 255."""
        value = self.typed(key, int, "an integer from 0 to 255")
        if value is not None and not 0 <= value <= 255:
            self.problems.add(self.node(key).loc, f"'{key}' must be an integer from 0 to 255, not {value}")  # type: ignore[union-attr]
            return None
        return value

    def choice(self, key: str, choices: Collection[str]) -> str | None:
        """One of a few words."""
        scalar = self.scalar(key)
        if scalar is None:
            return None
        if scalar.text not in choices:
            words = ", ".join(f"'{c}'" for c in choices)
            self.problems.add(
                scalar.loc, f"'{key}' must be one of {words}, not {kind_of(scalar)}", nearest(scalar.text, choices)
            )
            return None
        return scalar.text

    def expression(self, key: str, parse: Callable[[Scalar], Expr] = parse_expression) -> Expr | None:
        """An expression."""
        scalar = self.scalar(key)
        return None if scalar is None else attempt(self.problems, lambda: parse(scalar))

    def expressions(self, key: str) -> tuple[Expr, ...]:
        """A list of expressions."""
        found = []
        for item in self.items(key):
            if not isinstance(item, Scalar) or item.value is None:
                self.problems.add(item.loc, f"an item of '{key}' must be an expression, not {kind_of(item)}")
                continue
            expr = attempt(self.problems, lambda item=item: parse_expression(item))  # type: ignore[misc]
            if expr is not None:
                found.append(expr)
        return tuple(found)

    def items(self, key: str) -> tuple[Node, ...]:
        """The items of a list."""
        node = self.node(key)
        if node is None:
            return ()
        if not isinstance(node, Sequence):
            self.problems.add(node.loc, f"'{key}' must be a list, not {kind_of(node)}")
            return ()
        return node.items

    def entries(self, key: str) -> tuple[Entry, ...]:
        """The entries of a mapping."""
        node = self.node(key)
        if node is None:
            return ()
        if not isinstance(node, Mapping):
            self.problems.add(node.loc, f"'{key}' must be a mapping, not {kind_of(node)}")
            return ()
        return node.entries

    def texts(self, key: str) -> tuple[str, ...]:
        """A text or a list of texts."""
        node = self.node(key)
        if isinstance(node, Sequence):
            found = []
            for item in node.items:
                if isinstance(item, Scalar) and item.value is not None:
                    found.append(item.text)
                else:
                    self.problems.add(item.loc, f"an item of '{key}' must be a text, not {kind_of(item)}")
            return tuple(found)
        text = self.text(key)
        return (text,) if text else ()

    def require(self, key: str) -> None:
        """Notes that a key is missing, if it is."""
        if key not in self and self.whole:
            self.problems.add(self.loc, f"{self.what} needs '{key}'")


def check_id(scalar: Scalar, what: str, problems: Problems) -> str:
    """The text of an identifier, with a note if it isn't one."""
    if not ID.fullmatch(scalar.text) or scalar.value is None:
        problems.add(
            scalar.loc,
            f"{quoted(scalar.text)} can't be the id of {what}",
            "Ids are lower-case letters, digits and underscores, and begin with a letter.",
        )
    return scalar.text
