"""What must hold."""

from __future__ import annotations

from typing import Any

from construct import Check, ExprValidator, Validator

from bytewright_codegen.front.construct.drafts import Frame, Meaning, Refused, through
from bytewright_codegen.front.construct.members.validators import judge
from bytewright_codegen.front.construct.scopes import Value
from bytewright_codegen.front.construct.walk import Here, Walk, reads
from bytewright_codegen.ir.expressions import Compare, Expr, Literal_, Logical, Name
from bytewright_codegen.ir.schema import Valid


@reads(Check)
def check(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """What must hold."""
    judge(walk.test(con.func, frame, here), here.draft)
    return None


@reads(Validator)
def validated(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A value of which something must hold."""
    before = here.draft.size
    meaning = walk.put(con.subcon, frame, here)
    made = walk.made(here, frame, before)
    if made is None or made.valid is not None:
        raise Refused(walk.loc(con, frame.loc), "this can't have a rule", "Write Check behind it.")
    found = meaning or Meaning()
    item = Value(through(Name("_", frame.loc), found.path), found)
    rule = _listed(walk, con, item, frame, here)
    if rule is None:
        own = not isinstance(con, ExprValidator)
        validator = con._validate if own else taken(con._validate, "validator")
        rule = Valid(frame.loc, expr=walk.translator.validator(validator, here.scope(item), frame.loc, path=own))
    walk.amend(here, made, valid=rule)
    return meaning


def _listed(walk: Walk, con: Any, item: Value, frame: Frame, here: Here) -> Valid | None:
    """The rule of ``OneOf`` and ``NoneOf``, which hold their values in a function."""
    validator = taken(con._validate, "validator")
    for name in ("valids", "invalids"):
        values = taken(validator, name)
        if values is None:
            continue
        exprs = []
        for value in sorted(values) if isinstance(values, set | frozenset) else values:
            expr = walk.translator.value(value, here.scope(), frame.loc).expr
            if item.meaning.enum is not None and isinstance(value, str):
                expr = walk.translator.enum_member(item.meaning, value, frame.loc)
            exprs.append(expr)
        if name == "valids":
            return Valid(frame.loc, any_of=tuple(exprs))
        test: Expr = Literal_(True, frame.loc)
        for i, expr in enumerate(exprs):
            unequal = Compare("!=", item.expr, expr, frame.loc)
            test = unequal if i == 0 else _and(test, unequal)
        return Valid(frame.loc, expr=test)
    return None


def _and(left: Expr, right: Expr) -> Expr:
    """Both conditions."""
    return Logical("and", left, right, right.loc)


def taken(function: Any, name: str) -> Any:
    """What a function took from the one around it."""
    code, cells = getattr(function, "__code__", None), getattr(function, "__closure__", None) or ()
    names = code.co_freevars if code else ()
    return next((cell.cell_contents for free, cell in zip(names, cells, strict=True) if free == name), None)
