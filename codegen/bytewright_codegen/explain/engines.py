"""Which engine makes each column, and what is in the kernel's way: all of it at once, with places and cures."""

from __future__ import annotations

from bytewright.kernels.plan import WholeFrame
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.explain.cures import cure_of
from bytewright_codegen.ir.diagnostics import Diagnostic
from bytewright_codegen.ir.expressions import Expr, Item, Member, Name
from bytewright_codegen.ir.location import NOWHERE
from bytewright_codegen.lowering.read.handed import Handed
from bytewright_codegen.lowering.read.refusals import refusals
from bytewright_codegen.lowering.read.row_plans import NoPlan, Refused, Rows
from bytewright_codegen.lowering.write import encoding, nested
from bytewright_codegen.lowering.write.encoding import Encoded

KERNEL, OBJECTS = "kernel", "objects"

NOTHING = Refused((), {})


class Engines:
    """The columns of a view with their engines, and the reasons for these, numbered.

    Args:
        refused: what the kernel can't make.
        writes: whether it is about writing.
        rows: the plan, where the kernel reads the view, and leaves columns to objects.

    Attributes:
        reasons: what is in its way, the first of which is number 1.
    """

    def __init__(self, refused: Refused, *, writes: bool = False, rows: Rows | None = None) -> None:
        self._refused = refused
        self._writes = writes
        self.rows = rows
        self.reasons: list[NoPlan] = list(refused.rows)
        for found in refused.columns.values():
            self.reasons += [reason for reason in found if reason not in self.reasons]

    def of(self, column: str) -> str:
        """The engine of a column, the numbers of what is in the kernel's way, and what objects read then."""
        if not self.reasons:
            return KERNEL
        found = dict.fromkeys((*self._refused.rows, *self._refused.columns.get(column, ())))
        numbers = ", ".join(str(self.reasons.index(reason) + 1) for reason in found)
        if numbers and self.rows is not None:
            spanned = isinstance(self.rows.handed.get(column), Handed)
            return f"{OBJECTS} ({numbers}), {'span' if spanned else self.read_whole}"
        if numbers or self.rows is None:
            return f"{OBJECTS} ({numbers})" if numbers else f"{OBJECTS}, as others"
        return KERNEL

    @property
    def read_whole(self) -> str:
        """What objects read for a column of which they aren't told where its bytes lie."""
        assert self.rows is not None
        if self.rows.region is not None:
            return "region"
        return "file" if isinstance(self.rows.plan.frame, WholeFrame) else "record"

    def lines(self, indent: int = 2) -> list[str]:
        """The reasons: each with its place, the line of the spec, and what can be done."""
        found: list[str] = []
        for number, reason in enumerate(self.reasons, 1):
            start = f"{number}. "
            told = Diagnostic(reason.location, reason.reason)
            known = reason.location != NOWHERE
            first = str(told) if known else reason.reason
            body = [first, *(told.excerpt() if known else ()), cure_of(reason.reason, writes=self._writes)]
            lead = " " * indent
            found += [f"{lead}{start}{body[0]}", *(f"{lead}{' ' * len(start)}{line}" for line in body[1:])]
        return found


def reading(plans: CodecPlans, view: str) -> Engines:
    """Which engine reads each column of a view.

    Args:
        plans: of the spec.
        view: its name.
    """
    plan, rows = plans.row_plans[view], plans.rows[view]
    if isinstance(rows, Rows):
        left = {name: (NoPlan.of(refusal),) for name, refusal in rows.by_objects.items()}
        return Engines(Refused((), left), rows=rows)
    assert isinstance(plan, NoPlan)
    stated = next((one for one in plans.spec.views if one.name == view), None)
    before = stated is not None and plans.of_header(stated)
    if stated is not None and before and stated.each is None and stated.rows is None:
        return Engines(Refused((plan,), {}))
    found = refusals(plans.library, plans.spec, plans.all_plans, plans.sizes, stated, before=before)
    # What makes the plan impossible but is seen only when it is complete stands alone.
    return Engines(found if found.rows or found.columns else Refused((plan,), {}))


def writing(plans: CodecPlans, view: str) -> Engines:
    """Which engine makes the records of a view's rows, column by column, and why.

    Args:
        plans: of the spec.
        view: its name.
    """
    plan = plans.encoding_of(view)
    if isinstance(plan, Encoded):
        return Engines(NOTHING)
    stated = next((one for one in plans.spec.views if one.name == view), None)
    known = plans.all_plans, plans.derivations, plans.sizes
    if view in plans.nested and stated is not None:
        found = nested.refusals(plans.library, plans.spec, stated, *known)
    else:
        found = encoding.refusals(plans.library, plans.spec, *known)
    if not found.rows and not found.columns:
        return Engines(Refused((plan,), {}), writes=True)
    if stated is None:
        return Engines(found, writes=True)
    columns: dict[str, tuple[NoPlan, ...]] = {}
    for column in stated.columns:
        field = field_of(column.expr)
        columns[column.id] = found.columns.get(field, ())
    shown = {reason for reasons in columns.values() for reason in reasons}
    hidden = [reason for reasons in found.columns.values() for reason in reasons if reason not in shown]
    return Engines(Refused(tuple(dict.fromkeys((*found.rows, *hidden))), columns), writes=True)


def field_of(expr: Expr) -> str:
    """The field of a record through which an expression leads; of an element further out with the name of its list
    (``blocks.time``). Empty: none."""
    while isinstance(expr, Member | Item):
        if isinstance(expr, Member) and isinstance(expr.target, Name):
            element = expr.target
            return expr.name if element.name == "_" else f"{element.name}.{expr.name}"
        expr = expr.target
    return ""
