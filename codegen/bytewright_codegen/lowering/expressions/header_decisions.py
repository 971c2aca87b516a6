"""What the header of a file decides for all records: all that it may decide is followed, one after the other."""

from __future__ import annotations

from collections.abc import Callable

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.ir.location import NOWHERE
from bytewright_codegen.lowering.expressions.values import Decisions, Refusal

_MOST_ALTERNATIVES = 256


class Fork(Exception):  # noqa: N818 - it is caught by whoever follows all options
    """The header decides: one of some options, each of which must be followed."""

    def __init__(self, on: plan.Given, options: tuple[int | None, ...]) -> None:
        super().__init__(on, options)
        self.on = on
        self.options = options


class HeaderDecisions:
    """Follows what the header may decide.

    Attributes:
        taken: what it is taken to decide; None: nothing may be, so that its numbers are as those of a record.
    """

    def __init__(self) -> None:
        self.taken: Decisions | None = None

    @property
    def followed(self) -> bool:
        """Whether what the header decides is followed here."""
        return self.taken is not None

    def decide(self, on: plan.Given, options: tuple[int | None, ...], expr: Expr) -> int:
        """Which of some options a number of the header is taken to be (None: none of the others).

        Raises:
            Fork: nothing has been decided.
            Refusal: nothing may be decided here.
        """
        if self.taken is None:
            raise Refusal("something that depends on the header for all records", expr.loc)
        for number, option, known in self.taken:
            if number == on and known == options:
                return option
        raise Fork(on, options)

    def alternatives(self, start: Decisions, compute: Callable[[], None]) -> None:
        """Compute something once for everything that the header may decide, on top of what is decided already."""
        before, todo = self.taken, [start]
        try:
            while todo:
                self.taken = todo.pop()
                try:
                    compute()
                except Fork as fork:
                    if len(todo) > _MOST_ALTERNATIVES:
                        raise Refusal("more alternatives than can be followed", NOWHERE) from None
                    options = reversed(range(len(fork.options)))
                    todo += [(*self.taken, (fork.on, option, fork.options)) for option in options]
        finally:
            self.taken = before

    def when(self, known: int = 0) -> plan.Expr:
        """The condition for what the header is taken to decide, but for the first ``known`` decisions; of several that
        hold, the first counts."""
        conditions: list[plan.Expr] = []
        for on, option, options in (self.taken or ())[known:]:
            value = options[option]
            if value is not None:
                conditions.append(Binary("==", on, Const(value)))
        return plan.all_of(*conditions) if conditions else Const(1)
