"""What parts of the evaluation of expressions ask of the whole."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Protocol

from bytewright.kernels import plan
from bytewright_codegen.analysis.absence import Absence
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.lowering.expressions.values import Context, Each, Num, Piece, Structure, Value


class TextEvaluator(Protocol):
    """Compares texts; see `bytewright_codegen.lowering.expressions.texts.Texts`."""

    def there(self, value: Piece, context: Context, expr: Expr) -> tuple[plan.Expr, plan.Expr]:
        """Address and size of a text, where something is asked of it."""

    def equal(self, expr: Expr, wanted: Expr, context: Context) -> plan.Expr:
        """Whether two texts, or two runs of bytes, are the same."""

    def alike(self, value: Piece, wanted: Expr, context: Context) -> plan.Expr:
        """Whether bytes or text are those of an expression."""

    def ordered(self, left: Expr, right: Expr, context: Context, expr: Expr) -> plan.Expr:
        """Which of two texts, or of two runs of bytes, comes first: a number below 0, 0, or one above 0."""


class Evaluator(Protocol):
    """Computes expressions where they stand; see `bytewright_codegen.lowering.expressions.evaluation.Evaluation`."""

    @property
    def absence(self) -> Absence:
        """What says where values are absent."""

    @property
    def texts(self) -> TextEvaluator:
        """What compares texts."""

    @property
    def givens(self) -> Mapping[str, Expr]:
        """What is asked of the header, by the names that the plan has for it."""

    @property
    def each(self) -> Each | None:
        """Looks at the elements of a list one by one."""

    @property
    def complete(self) -> bool:
        """Whether records have been read when something is computed."""

    def member(self, owner: Structure, name: str, binding: str | None, expr: Expr) -> Value:
        """A member of a structure."""

    def instance(self, owner: Structure, name: str, expr: Expr) -> Value:
        """An instance of a structure."""

    def unconditional(self) -> AbstractContextManager[None]:
        """What is computed inside may be asked for anywhere."""

    def number(self, expr: Expr, context: Context) -> Num:
        """A number."""

    def value(self, expr: Expr, context: Context) -> Value:
        """A value of any kind."""

    def computed_by(self, expr: Expr, context: Context) -> Expr:
        """What an instance is computed by that is always there; anything else as it is."""

    def condition(self, expr: Expr, context: Context) -> plan.Expr | None:
        """A condition: 0 or 1; None where it always holds."""

    def decided(self, test: Expr, context: Context) -> bool:
        """Whether a condition holds that the header decides."""

    def given(self, held: Expr) -> plan.Given:
        """A number that the header holds."""

    def operand(self, expr: Expr, context: Context) -> Value:
        """A value of any kind; floats, text and bytes of the header as those that records hold."""

    def exact(self, value: Num) -> Num:
        """A number of at most 63 bits."""

    def bring(self, value: Num, domain: str, expr: Expr) -> Num:
        """A number in a domain below its own."""

    def place(self, expr: plan.Expr, own: str, domain: str, at: Expr) -> plan.Expr:
        """An address in a domain below its own."""

    def inside(self, place: Num, length: plan.Expr, context: Context, expr: Expr) -> plan.Expr:
        """Refuse records in which a place isn't one of a list; gives the condition that it is."""

    def ask_for(self, holds: plan.Expr, context: Context, expr: Expr) -> None:
        """Something is asked for that is there only where something holds."""

    def guard(self, context: Context, expr: Expr) -> plan.Expr | None:
        """Where the value of an expression is asked for."""

    def where(self, domain: str) -> plan.Expr:
        """Where what is computed now is asked for."""

    def branch(self, domain: str, condition: plan.Expr) -> AbstractContextManager[None]:
        """What is computed inside is asked for only where a condition holds."""

    def where_also(self, found: Value, present: plan.Expr | None, domain: str) -> Value:
        """A value that is there only where something else holds as well."""
