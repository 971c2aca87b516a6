"""What must hold: rules of single fields (``valid``), from what is said behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

from bytewright_codegen.front.construct.drafts import Draft, Refused
from bytewright_codegen.ir.expressions import Compare, ComparisonOperator, Expr, Literal_, Logical, Name
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
    fields, calculated = [field.id for field in draft.attributes], [instance.id for instance in draft.instances]
    last = max((place for place, id in enumerate(fields) if id in asked), default=0)
    # A field that lies before one that is asked is judged too early.
    judges = [*fields[last:], *calculated][::-1]
    for id in (*(i for i in judges if i in asked), *judges):
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
            found[place] = replace(field, valid=_both(field.valid, rule, id))
            return True
    return False


def _both(old: Valid | None, new: Valid, id: str) -> Valid:
    """Two rules for a field as one: bounds where they are bounds, otherwise an expression."""
    if old is None:
        return new
    others = old.expr or old.eq or old.any_of or new.expr or new.eq or new.any_of
    if not (others or (old.min and new.min) or (old.max and new.max)):
        return replace(old, min=old.min or new.min, max=old.max or new.max)
    tests = (*_tests(old, id), *_tests(new, id))
    every = reduce(lambda left, right: Logical("and", left, right, new.loc), tests)
    return Valid(old.loc, expr=every, in_enum=old.in_enum or new.in_enum)


def _tests(rule: Valid, id: str) -> Iterator[Expr]:
    """What must all hold for a rule of a field to be met."""
    name = Name(id, rule.loc)
    if rule.expr is not None:
        yield rule.expr
    bounds: dict[ComparisonOperator, Expr | None] = {"==": rule.eq, ">=": rule.min, "<=": rule.max}
    for operator, bound in bounds.items():
        if bound is not None:
            yield Compare(operator, name, bound, rule.loc)
    if rule.any_of:
        ones: list[Expr] = [Compare("==", name, value, rule.loc) for value in rule.any_of]
        yield reduce(lambda left, right: Logical("or", left, right, rule.loc), ones)


def _names(expr: Expr) -> set[str]:
    found = {expr.name} if isinstance(expr, Name) else set()
    return found.union(*(_names(child) for child in children(expr)))
