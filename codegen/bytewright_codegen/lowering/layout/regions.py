"""Which lists lie in regions: the last one of a view, where it lies at a place of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bytewright.kernels.plan.codes import MOST_TAIL
from bytewright_codegen.ir.expressions import Compare, Expr, Item, Logical, Member, Name, Unary
from bytewright_codegen.ir.schema import View
from bytewright_codegen.lowering.expressions.values import Refusal
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Entry, Nested, RecordPlan

_OPPOSITES = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_ROW_NAMES = ("_", "_index", "_row", "_column", "_offset", "_length")


@dataclass(frozen=True, slots=True)
class ListRegion:
    """The innermost list of a view.

    Attributes:
        around: the way to what it lies in.
        holder: the entry of that whose structure holds the list, and nothing else.
        type: the type of that structure.
        listed: the list.
        passed: whether its last element ends it and is none of the view's.
        tail: the bytes that stand behind it.
    """

    around: Expr
    holder: Entry
    type: str
    listed: Entry
    passed: bool
    tail: bytes


def region_of(plans: Mapping[str, RecordPlan], view: View) -> ListRegion:
    """Where the innermost list of a view that goes through several lies.

    Args:
        plans: record plans by type.
        view: the view.

    Raises:
        Refusal: it doesn't lie at a place that is known before it is read.
    """
    each = view.each
    others = (view.rows, view.pivot, view.cells, view.variants, view.first, view.files, view.inner, view.decode)
    if any(other is not None for other in others) or view.requirements or view.metadata:
        raise Refusal("elements of lists in lists, in a view that does more than show them", view.loc)
    match each:
        case Member(Member(around, name, owner=str(owner)), inner, owner=str(type)) if _passes_through(around):
            holder = next((entry for entry in plans[owner].entries if entry.name == name), None)
            listed = plans[type].entries[0] if plans[type].entries else None
        case _:
            raise Refusal("elements of lists in lists that don't lie at a place of their own", view.loc)
    if holder is None or listed is None or not holder.placed or not isinstance(holder.item, Nested):
        raise Refusal("elements of lists in lists that don't lie at a place of their own", view.loc)
    attribute = holder.attribute
    if holder.count is not None or attribute.position is None or attribute.parent is not None:
        raise Refusal("elements of lists in lists that don't lie at a place of their own", view.loc)
    frame = holder.frame
    bounded = frame.kind == "size" and frame.terminator is None and frame.pad_right is None
    if (not bounded and frame.kind != "none") or (frame.process is not None and not bounded):
        raise Refusal("lists in bytes that end at a terminator, or with padding", holder.loc)
    behind = plans[type].entries[1:]
    if listed.name != inner or listed.count is None or listed.condition is not None:
        raise Refusal("lists in lists that other fields stand beside", listed.loc)
    if any(e.contents is None or e.count is not None or e.condition is not None or e.placed for e in behind):
        raise Refusal("lists in lists that other fields stand beside", listed.loc)
    tail = b"".join(entry.contents or b"" for entry in behind)
    if len(tail) > MOST_TAIL or (tail and listed.count.kind != "until"):
        raise Refusal("lists in lists that other fields stand beside", listed.loc)
    if listed.count.kind == "expr" or not isinstance(listed.item, Nested) or attribute.until_zeros:
        raise Refusal("lists in lists that end after a number of elements, or where only zeros follow", listed.loc)
    if any(_is_innermost(view, expr) for expr in (view.order, *(selection.equals for selection in view.selections))):
        raise Refusal("elements that are sorted, or chosen one by one", view.loc)
    until = listed.count.expr if listed.count.kind == "until" else None
    passed = view.where is not None and until is not None and expression(view.where) == negated(until)
    if listed.attribute.compared:
        raise Refusal("a list whose elements are compared", listed.loc)
    if listed.valid is not None and not (passed and until is not None and not_only_last(listed, until)):
        raise Refusal("a rule for the elements of such a list", listed.valid.loc)
    return ListRegion(around, holder, type, replace(listed, valid=None), passed, tail)


def _passes_through(path: Expr) -> bool:
    """Whether a path is a list's element (``[*]``), or goes on from one to a structure."""
    while isinstance(path, Member):
        path = path.target
    return isinstance(path, Item) and isinstance(path.index, Name) and path.index.name == "*"


def negated(condition: Expr) -> str:
    """The opposite of a condition, as text."""
    if isinstance(condition, Compare):
        return expression(replace(condition, operator=_OPPOSITES[condition.operator]))  # type: ignore[arg-type]
    if isinstance(condition, Unary) and condition.operator == "not":
        return expression(condition.operand)
    return f"not {expression(condition)}"


def not_only_last(listed: Entry, until: Expr) -> bool:
    """Whether a rule just says that the list has more than the element that ends it: "it isn't the last one, or the
    first isn't"."""
    rule = listed.valid
    assert rule is not None
    others = (rule.eq, rule.min, rule.max, *rule.any_of)
    if not isinstance(rule.expr, Logical) or rule.expr.operator != "or" or any(o is not None for o in others):
        return False
    wanted = negated(until)
    first = wanted.replace("_.", f"{listed.name}[0].", 1)
    return wanted.startswith("_.") and {expression(rule.expr.left), expression(rule.expr.right)} == {wanted, first}


def _is_innermost(view: View, expr: Expr | None) -> bool:
    return expr is not None and uses_element(expr)


def uses_element(node: object) -> bool:
    """Whether an expression asks for the element of the innermost list, or where it is."""
    if isinstance(node, Name) and node.binding == "special" and node.name in _ROW_NAMES:
        return True
    if isinstance(node, Item) and isinstance(node.index, Name) and node.index.name == "*":
        return uses_element(node.target)
    if isinstance(node, tuple):
        return any(map(uses_element, node))
    slots = getattr(type(node), "__dataclass_fields__", None)
    if slots is None or not isinstance(node, Expr):
        return False
    return any(uses_element(getattr(node, name)) for name in slots if name not in ("loc", "type"))
