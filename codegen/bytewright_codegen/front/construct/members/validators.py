"""What must hold: rules of single fields (``valid``), from what is said behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bytewright_codegen.front.construct.drafts import Draft, Refused
from bytewright_codegen.ir.expressions import Compare, Expr, Literal_, Logical, Name
from bytewright_codegen.ir.schema import Attribute, Valid
from bytewright_codegen.ir.walk import children


def judge(test: Expr, draft: Draft) -> None:
    """Adds a condition as a rule of one of the fields that it asks.

    Raises:
        Refused: no field before it can have the rule.
    """
    if isinstance(test, Logical) and test.operator == "and":
        judge(test.left, draft)
        judge(test.right, draft)
        return
    plain = _plain(test)
    if plain is not None and _add(draft, plain[0], plain[1]):
        return
    asked = _names(test)
    members = [attribute.id for attribute in draft.attributes] + [instance.id for instance in draft.instances]
    for id in (*(i for i in reversed(members) if i in asked), *reversed(members)):
        if id is not None and _add(draft, id, Valid(test.loc, expr=test)):
            return
    raise Refused(test.loc, "no field before this can have it as a rule", "Check a field of the same structure.")


def judge_any(on: Expr, values: Sequence[Expr], draft: Draft) -> bool:
    """Says that a field has one of some values; gives whether it is a field of the structure."""
    return isinstance(on, Name) and _add(draft, on.name, Valid(on.loc, any_of=tuple(values)))


def _plain(test: Expr) -> tuple[str, Valid] | None:
    """A comparison of a field with a constant as a rule."""
    if not isinstance(test, Compare):
        return None
    left, op, right = test.left, test.operator, test.right
    if isinstance(left, Literal_) and isinstance(right, Name):
        left, right = right, left
        op = {"<=": ">=", ">=": "<="}.get(op, op)  # type: ignore[assignment]
    if not isinstance(left, Name) or not isinstance(right, Literal_):
        return None
    if op == "==":
        return left.name, Valid(test.loc, eq=right)
    if op == ">=":
        return left.name, Valid(test.loc, min=right)
    if op == "<=":
        return left.name, Valid(test.loc, max=right)
    return None


def _add(draft: Draft, id: str, rule: Valid) -> bool:
    """Adds a rule to a field, together with the one that it may have; not where the field is a list."""
    fields: tuple[list[Any], list[Any]] = draft.attributes, draft.instances
    for found in fields:
        for place, field in enumerate(found):
            if field.id != id:
                continue
            if isinstance(field, Attribute) and (field.repeat is not None or field.contents is not None):
                return False
            both = _both(field.valid, rule)
            if both is None:
                return False
            found[place] = replace(field, valid=both)
            return True
    return False


def _both(old: Valid | None, new: Valid) -> Valid | None:
    if old is None:
        return new
    if not (old.expr or old.eq or old.any_of or new.expr or new.eq or new.any_of):
        if (old.min and new.min) or (old.max and new.max):
            return None
        return replace(old, min=old.min or new.min, max=old.max or new.max)
    if old.expr is not None and new.expr is not None:
        return replace(old, expr=Logical("and", old.expr, new.expr, new.loc))
    return None


def _names(expr: Expr) -> set[str]:
    found = {expr.name} if isinstance(expr, Name) else set()
    return found.union(*(_names(child) for child in children(expr)))
