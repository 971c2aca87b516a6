"""Quantities that are measured when bytes are written, and the values they must have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.plans.reading import Entry


@dataclass(frozen=True, slots=True)
class Demand:
    """What is measured when an entry is written is to be what an expression gives.

    ``kind``: its number of elements, its size, its place, or what a structure of it tells of the parameter ``name`` of
    ``type``, which ``cause`` measured."""

    kind: Literal["count", "size", "place", "argument"]
    owner: str
    entry: Entry
    expr: Expr
    type: str = ""
    name: str = ""
    cause: Demand | None = None

    @property
    def key(self) -> tuple[str, int, str, str, Expr]:
        """What identifies the use of a parameter: cases of a switch may give it different arguments."""
        return self.owner, self.entry.index, self.type, self.name, self.expr

    @property
    def first(self) -> Demand:
        """What is measured in the end, behind all parameters."""
        return self if self.cause is None else self.cause.first
