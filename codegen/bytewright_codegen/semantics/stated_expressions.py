"""Expressions that a spec states in some place, by what is expected of them there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bytewright_codegen.ir.diagnostics import Problems, nearest
from bytewright_codegen.ir.expressions import Expr, beginning
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import Option
from bytewright_codegen.ir.values import AnyValue, ArrayValue, Value
from bytewright_codegen.semantics.expressions import Scope, Typer
from bytewright_codegen.semantics.methods import item_of


class StatedExpressions:
    """Resolves expressions, and notes what is wrong with them.

    Args:
        typer: gives their types.
        problems: where errors go.
    """

    def __init__(self, typer: Typer, problems: Problems) -> None:
        self.typer = typer
        self.problems = problems

    def optional(self, expr: Expr | None, scope: Scope) -> Expr | None:
        """An expression, if there is one."""
        return None if expr is None else self.typer.resolve(expr, scope)

    def checked(self, expr: Expr | None, scope: Scope, value: Value, what: str) -> Expr | None:
        """An expression of a type; ``what``: what errors call it."""
        if expr is None:
            return None
        found = self.typer.resolve(expr, scope)
        self.typer.expect(found, value, what)
        return found

    def compared(self, expr: Expr | None, scope: Scope, value: Value | None, operator: str = "==") -> Expr | None:
        """An expression that is compared with a value."""
        if expr is None:
            return None
        found = self.typer.resolve(expr, scope)
        if found.type is not None and value is not None:
            self.typer.expect_comparable_values(value, found.type, beginning(found), operator)
        return found

    def list(self, expr: Expr | None, scope: Scope, what: str) -> tuple[Expr | None, Value | None]:
        """A list with the type of its items."""
        found = self.checked(expr, scope, ArrayValue(AnyValue()), what)
        return found, None if found is None or found.type is None else item_of(found.type)

    def expect_known(self, name: str | None, among: Sequence[str], loc: Location, message: str) -> bool:
        """Expect a name to be one of some (None: there is none to look for); whether it is.

        ``message``: the error if it isn't."""
        found = name is None or name in among
        if not found:
            self.problems.add(loc, message, nearest(name or "", among))
        return found


def ids(options: Iterable[Option], per: str | None = None) -> list[str]:
    """The ids of options; ``per``: of those that are set so."""
    return [option.id for option in options if per is None or option.per == per]
