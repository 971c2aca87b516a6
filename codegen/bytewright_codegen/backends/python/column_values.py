"""The values of columns, as source: of a view's, and of the members that views show of a structure."""

from __future__ import annotations

from dataclasses import replace

from bytewright_codegen.analysis.routes import Fork
from bytewright_codegen.backends.python.arrow_types import ArrowTypes
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.ir.expressions import Cast, Conditional, Expr, Item, Member, Name
from bytewright_codegen.ir.values import ArrayValue
from bytewright_codegen.ir.views import Counted, Named, ViewColumn, listed


def column_value(types: ArrowTypes, expressions: PythonExpressions, column: ViewColumn) -> str:
    """The value of a column, as source; None where its condition doesn't hold."""
    value = _value(types, expressions, column)
    if column.condition is None:
        return value
    return f"({value} if {expressions(column.condition, tight=True)} else None)"


def _value(types: ArrowTypes, expressions: PythonExpressions, column: ViewColumn) -> str:
    if column.members:
        item = expressions.with_special({"_": "item"})
        values = ", ".join(f"{m.id!r}: {column_value(types, item, m)}" for m in column.members)
        return "[]" if column.never else f"[{{{values}}} for item in {expressions(column.expr, tight=True)} or ()]"
    # What chooses by a condition would otherwise take in the column's own.
    chooses = column.condition is not None and isinstance(column.expr, Conditional)
    switch = types.switch_of(column.expr)
    if switch is not None and not (types.is_text_of(column) or column.named or column.counted):
        return types.value_of(expressions, switch)
    path = types.path_of(column.expr)
    shown = column.expr if path is None or isinstance(path, Fork) else path
    value = "None" if column.never else expressions(shown, tight=chooses)
    if column.counted is not None:
        return _number_of(expressions, column.counted)
    if column.named is not None:
        return _by_name(expressions, column.named, value)
    if types.is_place(column.expr) and column.type_name is None and column.logical is None:
        return f"{value}_item"
    return value


def _by_name(expressions: PythonExpressions, named: Named, value: str) -> str:
    """What stands for a value by the item that has it as its key, as source."""
    outer, pairs = pairs_of(expressions, named)
    return f"scope.named({outer}, lambda outer: {pairs}, {value})"


def pairs_of(expressions: PythonExpressions, named: Named) -> tuple[str, str]:
    """The list that says what values stand for, and values with what they stand for of that list (``outer``), as
    source."""
    inner = expressions.with_special({"_": "one"})
    outer, rest = each_item(inner, named.items)
    return expressions(outer), f"(({inner(named.key)}, {inner(named.shown)}) for one in outer or (){rest})"


def _number_of(expressions: PythonExpressions, counted: Counted) -> str:
    """How many items a column counts, as source."""
    inner = expressions.with_special({"_": "one"})
    outer, rest = each_item(inner, counted.items)
    chooses = isinstance(counted.where, Conditional)
    where = f" if {inner(counted.where, tight=chooses)}" if counted.where is not None else ""
    return f"sum(1 for one in {expressions(outer, tight=True)} or (){rest}{where})"


def each_item(inner: PythonExpressions, items: Expr) -> tuple[Expr, str]:
    """The outermost list of a path, and the rest of a comprehension that goes through those inside."""
    outer, *below = (*listed(items), items)
    return outer, "".join(f" for one in {inner(from_element(passed))} or ()" for passed in below)


def from_element(path: Expr) -> Expr:
    """A path as seen from an element of the list that it passes through last."""
    match path:
        case Item(target, Name("*")):
            element = target.type.item if isinstance(target.type, ArrayValue) else None
            return Name("_", path.loc, type=element, binding="special")
        case Member(target) | Item(target) | Cast(target):
            return replace(path, target=from_element(target))
    return path
