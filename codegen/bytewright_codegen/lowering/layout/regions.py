"""Which lists lie in regions: the last one of a view, where it lies at a place of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bytewright.kernels.plan.codes import MOST_TAIL
from bytewright_codegen.ir.expressions import Compare, Expr, Item, Logical, Member, Name, Unary
from bytewright_codegen.ir.views import View
from bytewright_codegen.lowering.expressions.values import Refusal
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Entry, Frame, Nested, RecordPlan

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
        count: how many elements it has, asked of what it lies in; None: something else ends it.
        alone: whether the list itself is what lies there: ``holder`` stands for it, and ``type`` is what has it.
    """

    around: Expr
    holder: Entry
    type: str
    listed: Entry
    passed: bool
    tail: bytes
    count: Expr | None = None
    alone: bool = False


def region_of(plans: Mapping[str, RecordPlan], view: View) -> ListRegion:
    """Where the innermost list of a view that goes through several lies.

    Args:
        plans: record plans by type.
        view: the view.

    Raises:
        Refusal: it doesn't lie at a place that is known before it is read.
    """
    others = (view.rows, view.pivot, view.cells, view.variants, view.first, view.files, view.inner, view.decode)
    if any(other is not None for other in others) or view.requirements or view.metadata:
        raise Refusal("elements of lists in lists, in a view that does more than show them", view.loc)
    if any(_is_innermost(view, expr) for expr in (view.order, *(selection.equals for selection in view.selections))):
        raise Refusal("elements that are sorted, or chosen one by one", view.loc)
    found = _listed_alone(plans, view) or _in_structure(plans, view)
    listed = found.listed
    assert listed.count is not None
    if not isinstance(listed.item, Nested) or listed.attribute.until_zeros:
        raise Refusal("lists in lists that end where only zeros follow", listed.loc)
    until = listed.count.expr if listed.count.kind == "until" else None
    passed = view.where is not None and until is not None and expression(view.where) == negated(until)
    if listed.attribute.compared:
        raise Refusal("a list whose elements are compared", listed.loc)
    if listed.valid is not None and not (passed and until is not None and not_only_last(listed, until)):
        raise Refusal("a rule for the elements of such a list", listed.valid.loc)
    return replace(found, listed=replace(listed, valid=None), passed=passed)


def _listed_alone(plans: Mapping[str, RecordPlan], view: View) -> ListRegion | None:
    """The innermost list of a view, where it lies itself at a place of its own; None: it doesn't."""
    match view.each:
        case Member(around, name, owner=str(owner)) if _passes_through(around):
            listed = next((entry for entry in plans[owner].placed if entry.name == name), None)
        case _:
            return None
    if listed is None or listed.count is None:
        return None
    attribute = listed.attribute
    if attribute.position is None or attribute.parent is not None:
        raise Refusal("elements of lists in lists that don't lie at a place of their own", view.loc)
    count = listed.count.expr if listed.count.kind == "expr" else None
    holder = replace(listed, count=None, valid=None, frame=Frame("none"))
    return ListRegion(around, holder, owner, listed, False, b"", count, alone=True)


def _in_structure(plans: Mapping[str, RecordPlan], view: View) -> ListRegion:
    """The innermost list of a view, which a structure holds at a place of its own.

    Raises:
        Refusal: no such structure does.
    """
    match view.each:
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
    if listed.count.kind == "expr":
        raise Refusal("lists in lists that end after a number of elements, in a structure of their own", listed.loc)
    return ListRegion(around, holder, type, listed, False, tail)


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
