"""Constructs with parameters: a type of a spec that takes arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cached_property
from typing import Any

from construct import Construct
from construct.core import evaluate

from bytewright.construct.values import Given, key_of


class Parametric:
    """A function that makes a construct, as a type that takes what the function takes; called, it gives `Applied`.

    The function is called once, with symbols for its parameters.
    """

    def __init__(self, function: Callable[..., Construct]) -> None:
        self.function = function
        self.name = function.__name__
        self.parameters = tuple(inspect.signature(function).parameters)
        self.__doc__ = function.__doc__

    @cached_property
    def symbols(self) -> tuple[Given, ...]:
        """What stands for its parameters."""
        return tuple(Given(name, f"<{name} of {self.function.__qualname__} {id(self)}>") for name in self.parameters)

    @cached_property
    def construct(self) -> Construct:
        """What the function makes of its parameters."""
        return self.function(*self.symbols)

    def __call__(self, *arguments: Any, **named: Any) -> Applied:
        """The construct, with arguments."""
        bound = inspect.signature(self.function).bind(*arguments, **named)
        bound.apply_defaults()
        return Applied(self, tuple(bound.arguments[name] for name in self.parameters))


class Applied(Construct):  # type: ignore[misc]  # Construct has no types
    """A construct with the arguments for its parameters: values, or expressions over the context where it stands."""

    def __init__(self, function: Parametric, arguments: tuple[Any, ...]) -> None:
        super().__init__()
        self.function = function
        self.arguments = arguments

    def _parse(self, stream: Any, context: Any, path: str) -> Any:
        return self._given(context, lambda inner: inner._parsereport(stream, context, path))

    def _build(self, obj: Any, stream: Any, context: Any, path: str) -> Any:
        return self._given(context, lambda inner: inner._build(obj, stream, context, path))

    def _sizeof(self, context: Any, path: str) -> Any:
        return self._given(context, lambda inner: inner._sizeof(context, path))

    def _given(self, context: Any, run: Callable[[Construct], Any]) -> Any:
        values = [evaluate(argument, context) for argument in self.arguments]
        keys = [key_of(symbol) for symbol in self.function.symbols]
        before = {key: context[key] for key in keys if key in context}
        context.update(zip(keys, values, strict=True))
        try:
            return run(self.function.construct)
        finally:
            for key in keys:
                del context[key]
            context.update(before)


def parametric(function: Callable[..., Construct]) -> Parametric:
    """Makes a type with parameters of a function that gives a construct.

    Its parameters are annotated: ``int``, ``float``, ``bool``, ``str``, ``bytes``, an ``IntEnum``, a dataclass of such,
    or a list of one of these. It may use itself.
    """
    return Parametric(function)
