"""What lists ask of the layout that they are read in."""

from __future__ import annotations

from typing import Protocol

from bytewright.kernels import plan
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.lowering.expressions.checks import Checks
from bytewright_codegen.lowering.expressions.values import Context, Num, Place, Structure, Value
from bytewright_codegen.plans.reading import Entry


class ElementLayout(Protocol):
    """What lies in structures and lists; see `bytewright_codegen.lowering.layout.structures.Layout`."""

    checks: Checks
    explores: bool

    def context(self, structure: Structure, guard: plan.Expr | None = None) -> Context:
        """Where expressions of a structure are evaluated."""

    def need(self, here: Place, size: plan.Expr) -> None:
        """Ask for so many bytes."""

    def one(self, entry: Entry, here: Place, index: Num | None) -> tuple[Value, plan.Expr]:
        """Read one value; gives it and the address behind it."""

    def ruled(self, entry: Entry, value: Value, here: Place, end: plan.Expr, index: Num | None) -> Value:
        """Check a value by its rules, which are asked when reading has come to its end."""

    def give(self, structure: Structure, param: str, argument: Expr, context: Context) -> None:
        """Give a structure a parameter; one that only objects know is left out, and nothing may ask for it."""
