"""Conditions on rows that whoever asks for them checks again: the kernel makes no columns where none can hold.

A condition holds, doesn't, or is null, as in SQL. The kernel may find that one could hold where it doesn't: then there
are more rows than asked for. It decides nothing but that: records are checked as if there were no condition.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Among:
    """A column has one of some values.

    Attributes:
        column: its name, and the way to a member of it.
        values: the values, none of which is null.
        null: what the condition is where the column is null: null, or false.
    """

    column: tuple[str, ...]
    values: tuple[pa.Scalar[Any], ...]
    null: Literal["null", "false"] = "null"


@dataclass(frozen=True, slots=True)
class Below:
    """A column is less than a value, or ``equal`` to it."""

    column: tuple[str, ...]
    value: pa.Scalar[Any]
    equal: bool = False


@dataclass(frozen=True, slots=True)
class Holds:
    """The text of a column has another one: at its beginning, at its end, or anywhere."""

    column: tuple[str, ...]
    text: str
    where: Literal["begin", "end", "any"]


@dataclass(frozen=True, slots=True)
class Null:
    """A column is null."""

    column: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """A condition doesn't hold."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class Every:
    """All of some conditions hold."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """One of some conditions holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A condition of which nothing is known here."""


Condition = Among | Below | Holds | Null | Not | Every | Some | Unknown


def without(condition: Condition, columns: Collection[str]) -> Condition:
    """A condition of which nothing is known where it is about some columns."""
    match condition:
        case Not(inner):
            return Not(without(inner, columns))
        case Every(parts):
            return Every(tuple(without(one, columns) for one in parts))
        case Some(parts):
            return Some(tuple(without(one, columns) for one in parts))
        case Unknown():
            return condition
    return Unknown() if condition.column[0] in columns else condition
