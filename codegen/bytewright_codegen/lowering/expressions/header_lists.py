"""Lists of the header of which a record chooses an entry, and what is asked of entries, as plans name it."""

from __future__ import annotations

from dataclasses import replace

from bytewright.kernels import plan
from bytewright.kernels.plan import Const
from bytewright_codegen.ir.expressions import Binary as SpecBinary
from bytewright_codegen.ir.expressions import Expr, Item, Literal_, Member, Name
from bytewright_codegen.ir.location import NOWHERE
from bytewright_codegen.ir.values import BoolValue, BytesValue, EnumValue, FloatValue, IntValue, StrValue
from bytewright_codegen.ir.walk import mentions
from bytewright_codegen.lowering.expressions.arithmetic import nodes
from bytewright_codegen.lowering.expressions.evaluator import Evaluator
from bytewright_codegen.lowering.expressions.header import COLUMNS, Owner, placeless
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

_DOUBLE = 64
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

    def _asked_of(self, listed: str, part: Expr, mark: str = "") -> str:
        """What a plan calls something that it asks of the entries of a list; ``mark`` tells it from a table of it."""
        part = placeless(part)
        name = listed + (expression(part).removeprefix("_") + mark or "=")
        while self.parts.setdefault(name, part) != part:
            name += "'"
        return name

    def entry(self, items: Held, index: Num, context: Context, expr: Expr) -> Value:
        """The entry of a number: a number itself, or what can be asked for more."""
        if not any(isinstance(node, plan.Sought) for node in nodes(index.expr)):  # what is found is in the list
            size = placeless(Member(items.expr, "size", NOWHERE, IntValue(), "method"))
            self._evaluation.inside(index, self._evaluation.given(size), context, expr)
        return self.part(HeldEntry(items.expr, index), context, expr)

    def part(self, entry: HeldEntry, context: Context, expr: Expr) -> Value:
        """Something of an entry: a number, or what can be asked for more."""
        if not isinstance(expr.type, NUMBERS):
            return entry
        return self._looked_up(entry, *bounds(expr), context.domain, expr)

    def in_memory(self, value: Value, domain: str, expr: Expr) -> Value:
        """A value of ``expr``; where it is a float, text or bytes of the header, as such that records hold."""
        if not isinstance(value, Held | HeldEntry):
            return value
        match expr.type:
            case FloatValue(bits):
                return self._float(value, bits, domain, expr)
            case StrValue() | BytesValue():
                return self._piece(value, domain, expr)
        return value

    def _float(self, value: Held | HeldEntry, bits: int, domain: str, expr: Expr) -> Num:
        if isinstance(value, Held):
            found = Num(domain, self._evaluation.given(value.expr), 0, 0, is_float=True)
        else:
            found = replace(self._looked_up(value, 0, 0, domain, expr), is_float=True)
        return found if bits == _DOUBLE else replace(found, expr=plan.Float("narrow", found.expr))

    def _piece(self, value: Held | HeldEntry, domain: str, expr: Expr) -> Piece:
        index: plan.Expr = Const(0)
        present: plan.Expr | None = None
        if isinstance(value, Held):
            listed, name = "", self._evaluation.given(value.expr).name
        else:
            listed = self.name_of(value.list)
            if value.inner is not None:
                raise Refusal("text of an item of a list in an entry", expr.loc)
            name = self._asked_of(listed, over(value), "=")
            found = self._evaluation.bring(value.index, domain, expr)
            index, present = found.expr, found.present
        address, length = (plan.Texts(listed, name, index, Const(0), what) for what in ("address", "size"))
        return Piece(domain, address, length, isinstance(expr.type, StrValue), present)

    def _looked_up(self, entry: HeldEntry, low: int, high: int, domain: str, at: Expr) -> Num:
        listed = self.name_of(entry.list)
        name = self._asked_of(listed, over(entry))
        index = self._evaluation.bring(entry.index, domain, at)
        if entry.inner is not None:
            place, count = entry.inner
            inner = self._evaluation.bring(place, domain, at).expr
            return Num(domain, plan.Entry(listed, name, index.expr, inner, count), low, high, present=index.present)
        if _depth_of(over(entry)):
            # What describes an element of a list is known for each of the entries.
            self.described[name] = listed, index.expr
            return Num(domain, plan.Given(name), low, high)
        return Num(domain, plan.Entry(listed, name, index.expr), low, high, present=index.present)

    def tell(self, number: plan.Expr) -> bool:
        """Whether the entry that describes an element says a number of it, with what else the header says."""
        known = {*self.described, *self._evaluation.givens}
        return all(
            isinstance(node, Const | plan.Binary) or (isinstance(node, plan.Given) and node.name in known)
            for node in nodes(number)
        )

    def found(self, items: Expr, key: Expr, wanted: Expr, context: Context, expr: Expr) -> Num:
        """The number of the first entry with a key."""
        held = self._evaluation.value(items, context)
        if not isinstance(held, Held):
            raise Refusal("looking something up that isn't in the header", expr.loc)
        listed = self.name_of(held.expr)
        value = self._evaluation.exact(self._evaluation.number(wanted, context))
        sought = plan.Sought(listed, self._asked_of(listed, key), value.expr)
        return Num(context.domain, sought, -1, plan.MOST_ELEMENTS)

    def item(self, entry: HeldEntry, place: Num, context: Context, expr: Expr) -> Value:
        """An item of a list that an entry has: a text, a number, or what can be asked for more."""
        size = Member(over(entry), "size", NOWHERE, IntValue(), "method")
        count = self.part(replace(entry, expr=size), context, size)
        assert isinstance(count, Num)
        self._evaluation.inside(place, count.expr, context, expr)
        if isinstance(expr.type, StrValue):
            return self._text(entry, place, context, expr)
        if not isinstance(count.expr, plan.Entry) or count.expr.inner is not None:
            raise Refusal("an item of a list in a list of an entry", expr.loc)
        item = Item(over(entry), COLUMNS[0], NOWHERE, expr.type)
        return self.part(replace(entry, path=None, expr=item, inner=(place, count.expr.value)), context, expr)

    def _text(self, entry: HeldEntry, place: Num, context: Context, expr: Expr) -> Piece:
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


def column_of(index: Value | None) -> Name | None:
    """The number of a column that a place is, as a name in expressions over what the header holds; None: it is none."""
    if not isinstance(index, Num) or not isinstance(index.expr, plan.Given):
        return None
    return next((column for column in COLUMNS if column.name == index.expr.name), None)


def for_column(owner: Owner, context: Context) -> Owner:
    """What is known of a structure where a column is computed."""
    column = column_of(context.special.get("_column"))
    return owner if column is None else replace(owner, column=column)
