"""Lists of the header of which a record chooses an entry, and what is asked of entries, as plans name it."""

from __future__ import annotations

from dataclasses import replace

from bytewright.kernels import plan
from bytewright_codegen.ir.expressions import Binary as SpecBinary
from bytewright_codegen.ir.expressions import Expr, Literal_, Member, Name
from bytewright_codegen.ir.location import NOWHERE
from bytewright_codegen.ir.values import BoolValue, EnumValue, IntValue, StrValue
from bytewright_codegen.ir.walk import mentions
from bytewright_codegen.lowering.expressions.evaluator import Evaluator
from bytewright_codegen.lowering.expressions.header import COLUMNS, placeless
from bytewright_codegen.lowering.expressions.values import (
    HIGHEST,
    LOWEST,
    Context,
    Held,
    HeldEntry,
    Num,
    Piece,
    Refusal,
    Value,
)
from bytewright_codegen.plans.notation import expression

NUMBERS = (IntValue, BoolValue, EnumValue)
"""Types of what a plan has as a number."""


class ListedEntries:
    """Asks entries for something."""

    def __init__(self, evaluation: Evaluator) -> None:
        self._evaluation = evaluation
        self.lists: dict[str, Expr] = {}
        """Lists of the header whose entries records choose."""
        self.parts: dict[str, Expr] = {}
        """What is asked of the entries of these, as expressions over an entry, ``_``."""
        self.described: dict[str, tuple[str, plan.Expr]] = {}
        """Of what is asked of an element that an entry describes: the list, and the number of the entry."""

    def name_of(self, items: Expr) -> str:
        """What a plan calls a list of the header's."""
        name = f"{expression(items)}[*]"
        while self.lists.setdefault(name, items) != items:
            name += "'"
        return name

    def _asked_of(self, listed: str, part: Expr) -> str:
        """What a plan calls something that it asks of the entries of a list."""
        part = placeless(part)
        name = listed + expression(part).removeprefix("_")
        while self.parts.setdefault(name, part) != part:
            name += "'"
        return name

    def part(self, entry: HeldEntry, context: Context, expr: Expr) -> Value:
        """Something of an entry: a number, or what can be asked for more."""
        if not isinstance(expr.type, NUMBERS):
            return entry
        listed = self.name_of(entry.list)
        name = self._asked_of(listed, over(entry))
        low, high = bounds(expr)
        index = self._evaluation.bring(entry.index, context.domain, expr)
        if _depth_of(over(entry)):
            # What describes an element of a list is known for each of the entries.
            self.described[name] = listed, index.expr
            return Num(context.domain, plan.Given(name), low, high)
        return Num(context.domain, plan.Entry(listed, name, index.expr), low, high, present=index.present)

    def found(self, items: Expr, key: Expr, wanted: Expr, context: Context, expr: Expr) -> Num:
        """The number of the first entry with a key."""
        held = self._evaluation.value(items, context)
        if not isinstance(held, Held):
            raise Refusal("looking something up that isn't in the header", expr.loc)
        listed = self.name_of(held.expr)
        value = self._evaluation.exact(self._evaluation.number(wanted, context))
        sought = plan.Sought(listed, self._asked_of(listed, key), value.expr)
        return Num(context.domain, sought, -1, plan.MOST_ELEMENTS)

    def text(self, entry: HeldEntry, place: Num, context: Context, expr: Expr) -> Piece:
        """A text of a list that an entry has."""
        if not isinstance(expr.type, StrValue):
            raise Refusal("an item of a list in an entry that is no text", expr.loc)
        size = Member(over(entry), "size", NOWHERE, IntValue(), "method")
        count = self.part(replace(entry, expr=size), context, size)
        assert isinstance(count, Num)
        self._evaluation.inside(place, count.expr, context, expr)
        listed = self.name_of(entry.list)
        name = self._asked_of(listed, over(entry))
        index = self._evaluation.bring(entry.index, context.domain, expr).expr
        address, length = (plan.Texts(listed, name, index, place.expr, what) for what in ("address", "size"))
        return Piece(context.domain, address, length, True, context.structure.present)


def over(entry: HeldEntry) -> Expr:
    """What is meant of an entry, as an expression over it."""
    return Name("_", NOWHERE, None, "special") if entry.expr is None else entry.expr


def bounds(expr: Expr) -> tuple[int, int]:
    """Bounds of a number that the header holds, as far as its text tells."""
    match expr:
        case SpecBinary("%", _, Literal_(int() as divisor)) if divisor > 0:
            return 0, divisor - 1
        case SpecBinary("&", _, Literal_(int() as mask)) if mask >= 0:
            return 0, mask
        case Member(_, "size" | "length", binding="method"):
            return 0, 1 << 40
    match expr.type:
        case BoolValue():
            return 0, 1
        case IntValue(bits, signed) if bits:
            return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return LOWEST, HIGHEST


def _depth_of(part: Expr) -> int:
    """In how many lists, one inside the other, the element lies that something of an entry describes."""
    return max((depth for depth, column in enumerate(COLUMNS, 1) if mentions(part, column)), default=0)
