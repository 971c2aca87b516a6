"""Functions of a context, called with a symbolic one: what they compute becomes an expression.

Where a function decides (``if``, ``and``, ``x in (1, 2)``), it is called again for each outcome, and what it gives
becomes a conditional.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from construct import abs_
from construct.expr import BinExpr, ExprMixin, FuncPath, Path, Path2, UniExpr

_MOST_PATHS = 64
_EXPRESSIONS = (Path, Path2, BinExpr, UniExpr, FuncPath)
_MISSING = object()


@dataclass(frozen=True, eq=False)
class Decision:
    """What a function gives where it decides: ``then`` if the condition holds, else ``otherwise``."""

    test: ExprMixin
    then: Any
    otherwise: Any


class Untraceable(Exception):  # noqa: N818  (a phrase on its way)
    """What a function does can't be said as an expression; the message is a phrase that says why."""


class _Undecided(BaseException):
    """The function asks whether something holds; nothing that it catches."""

    def __init__(self, test: ExprMixin) -> None:
        self.test = test


def trace(function: Callable[..., Any], arguments: Sequence[ExprMixin | str]) -> Any:
    """What a function computes, as an expression, a plain value, or a `Decision` between such.

    Args:
        function: of a context, and perhaps of an item and a list before it.
        arguments: what it is called with.

    Raises:
        Untraceable: it raises something, asks too often, or does what symbols can't.
    """
    return _Tracer(function, arguments).outcome(())


class _Tracer:
    def __init__(self, function: Callable[..., Any], arguments: Sequence[ExprMixin | str]) -> None:
        self.function = function
        self.arguments = arguments
        self.paths = 0

    def outcome(self, decided: tuple[bool, ...]) -> Any:
        self.paths += 1
        if self.paths > _MOST_PATHS:
            raise Untraceable(f"it has more than {_MOST_PATHS} outcomes")
        try:
            with _symbolic(iter(decided)):
                return self.function(*self.arguments)
        except _Undecided as asked:
            return Decision(asked.test, self.outcome((*decided, True)), self.outcome((*decided, False)))
        except Untraceable:
            raise
        except Exception as error:
            raise Untraceable(f"{type(error).__name__}: {error}") from error


@contextlib.contextmanager
def _symbolic(decided: Iterator[bool]) -> Iterator[None]:
    def decide(self: ExprMixin) -> bool:
        try:
            return next(decided)
        except StopIteration:
            raise _Undecided(self) from None

    def refuse(what: str) -> Callable[..., Any]:
        def method(self: ExprMixin, *_: Any) -> Any:
            raise Untraceable(what)

        return method

    text = refuse("it makes text of something of the file")
    methods = {
        "__bool__": decide,
        "__iter__": refuse("it goes through a list of the file"),
        "__len__": refuse("it asks for len() of something of the file"),
        "__abs__": lambda self: abs_(self),
        "__index__": refuse("it takes something of the file for a plain number"),
        "__int__": refuse("it takes something of the file for a plain number"),
        "__hash__": refuse("it looks up something of the file (write Switch, or conditions)"),
        "__format__": text,
    }
    changed: list[tuple[type, str, Any]] = [(ExprMixin, name, method) for name, method in methods.items()]
    changed += [(kind, "__str__", text) for kind in _EXPRESSIONS]
    changed.append((Path, "__call__", refuse("it calls a method of something of the file")))
    original = [(kind, name, vars(kind).get(name, _MISSING)) for kind, name, _ in changed]
    try:
        for kind, name, method in changed:
            setattr(kind, name, method)
        yield
    finally:
        for kind, name, method in original:
            if method is _MISSING:
                delattr(kind, name)
            else:
                setattr(kind, name, method)
