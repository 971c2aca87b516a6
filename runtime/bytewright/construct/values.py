"""Expressions that ``this`` can't say: over parameters, and over lists at places that other expressions name.

They are evaluated as ``this`` is: called with a context, they give a value. What they are made of may be expressions or
plain values, so that a declaration reads the same whether its parameters are known or not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from construct.core import evaluate
from construct.expr import ExprMixin


class Value(ExprMixin):  # type: ignore[misc]  # Construct has no types
    """An expression with members and items."""

    def __getattr__(self, name: str) -> Member:
        if name.startswith("__"):
            raise AttributeError(name)
        return Member(self, name)

    def __getitem__(self, index: Any) -> At:
        return At(self, index)

    def __call__(self, context: Any, *_: Any) -> Any:
        """The value, in a context."""
        raise NotImplementedError


class Member(Value):
    """A member of a structure."""

    __match_args__ = ("_target", "_name")

    def __init__(self, target: Any, name: str) -> None:
        self._target = target
        self._name = name

    def __call__(self, context: Any, *_: Any) -> Any:
        """See `Value`."""
        return getattr(evaluate(self._target, context), self._name)

    def __repr__(self) -> str:
        return f"{self._target!r}.{self._name}"


class At(Value):
    """An item of a list."""

    __match_args__ = ("_items", "_index")

    def __init__(self, items: Any, index: Any) -> None:
        self._items = items
        self._index = index

    def __call__(self, context: Any, *_: Any) -> Any:
        """See `Value`."""
        index = evaluate(self._index, context)
        if index < 0:
            raise IndexError(f"item {index} of a list")
        return evaluate(self._items, context)[index]

    def __repr__(self) -> str:
        return f"{self._items!r}[{self._index!r}]"


class Find(Value):
    """The place of the first item that has a key, or -1."""

    __match_args__ = ("_items", "_key", "_wanted")

    def __init__(self, items: Any, key: Callable[[Any], Any], wanted: Any) -> None:
        self._items = items
        self._key = key
        self._wanted = wanted

    def __call__(self, context: Any, *_: Any) -> int:
        """See `Value`."""
        wanted = evaluate(self._wanted, context)
        return next((i for i, item in enumerate(evaluate(self._items, context)) if self._key(item) == wanted), -1)

    def __repr__(self) -> str:
        return f"find({self._items!r}, {self._wanted!r})"


class CountBefore(Value):
    """How many items before a place meet a condition."""

    __match_args__ = ("_items", "_before", "_where")

    def __init__(self, items: Any, before: Any, where: Callable[[Any], Any]) -> None:
        self._items = items
        self._before = before
        self._where = where

    def __call__(self, context: Any, *_: Any) -> int:
        """See `Value`."""
        items = evaluate(self._items, context)[: evaluate(self._before, context)]
        return sum(1 for item in items if self._where(item))

    def __repr__(self) -> str:
        return f"count_before({self._items!r}, {self._before!r})"


class Chosen(Value):
    """One of two values, by a condition."""

    __match_args__ = ("_test", "_then", "_otherwise")

    def __init__(self, test: Any, then: Any, otherwise: Any) -> None:
        self._test = test
        self._then = then
        self._otherwise = otherwise

    def __call__(self, context: Any, *_: Any) -> Any:
        """See `Value`."""
        return evaluate(self._then if evaluate(self._test, context) else self._otherwise, context)

    def __repr__(self) -> str:
        return f"choose({self._test!r}, {self._then!r}, {self._otherwise!r})"


class Given(Value):
    """A parameter of a construct, which `Applied` puts into the context under a key."""

    __match_args__ = ("_name", "_key")

    def __init__(self, name: str, key: str) -> None:
        self._name = name
        self._key = key

    def __call__(self, context: Any, *_: Any) -> Any:
        """See `Value`."""
        while self._key not in context:
            context = context["_"]
        return context[self._key]

    def __repr__(self) -> str:
        return self._name


def key_of(symbol: Given) -> str:
    """By what a context knows the argument for a parameter."""
    return symbol._key


def at(items: Any, index: Any) -> At:
    """The item of a list at a place that an expression names: ``at(this.sizes, this._index)``.

    Args:
        items: a list, or an expression for one.
        index: its place, from 0.
    """
    return At(items, index)


def choose(test: Any, then: Any, otherwise: Any) -> Chosen:
    """One of two values, by a condition; only that one is computed.

    Args:
        test: an expression.
        then: a value, or an expression for one: where the test holds.
        otherwise: where it doesn't.
    """
    return Chosen(test, then, otherwise)


def find(items: Any, key: Callable[[Any], Any], wanted: Any) -> Find:
    """The place of the first item whose key is what is wanted; -1 where there is none.

    Args:
        items: a list, or an expression for one.
        key: of an item: ``lambda item: item.id``.
        wanted: a value, or an expression for one.
    """
    return Find(items, key, wanted)


def count_before(items: Any, before: Any, where: Callable[[Any], Any]) -> CountBefore:
    """How many items before a place meet a condition.

    Args:
        items: a list, or an expression for one.
        before: the place.
        where: of an item: ``lambda item: item.is_open == 1``.
    """
    return CountBefore(items, before, where)
