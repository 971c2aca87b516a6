"""Steps of plans that get names of their own, so that no plan is nested more deeply than one can follow."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, count

from bytewright.kernels.plan import Binary, CellVariant, Const, Expr, Given, Step, Variant, encoding
from bytewright.kernels.plan.encoding import ColumnVariant

_WORTH = 3
"""So many steps are worth a name."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A constant of a module: its name, its type where that must be said, and its value as source."""

    name: str
    type: str
    source: str


Varying = Variant | CellVariant | ColumnVariant
Steps = tuple[Step, ...] | tuple[encoding.Step, ...]


class NamedSteps:
    """The steps of variants, by name: after the view, the list and what decides between the variants.

    Attributes:
        found: their definitions, in the order in which they need each other.
    """

    def __init__(self) -> None:
        self.found: list[Definition] = []
        self._names: dict[Steps, str] = {}
        self._within: list[str] = []

    @contextmanager
    def within(self, name: str) -> Iterator[None]:
        """What is named meanwhile lies in what is called so."""
        self._within.append(name)
        yield
        self._within.pop()

    def variant(self, variant: Varying, number: int, text: Callable[[Steps], str]) -> str:
        """The steps of a variant as an argument: their name, if they are worth one.

        Args:
            variant: the variant.
            number: which one it is of its list.
            text: gives steps as source.
        """
        steps = variant.steps
        if steps in self._names:
            return self._names[steps]
        with self.within(_case(variant.when, number)):
            source = text(steps)
            if len(steps) < _WORTH:
                return source
            name = self._unlike_others("_" + "_".join(self._within))
        self._names[steps] = name
        self.found.append(Definition(name, "tuple[Step, ...]", source))
        return name

    def _unlike_others(self, name: str) -> str:
        alike = chain([name], (f"{name}_{i}" for i in count(2)))
        return next(one for one in alike if one not in self._names.values())


def list_name(path: str) -> str:
    """The name of a list as a path ends, in capitals."""
    return re.sub(r"\W", "", path.rpartition(".")[2]).upper() or "COLUMNS"


def _case(when: Expr, number: int) -> str:
    """What a variant is called: what decides for it and its value there, or its number."""
    match when:
        case Binary("==", Given(name), Const(value)) if value >= 0:
            return f"{list_name(name)}_{value}"
    return f"CASE_{number}"
