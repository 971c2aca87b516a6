"""Choices."""

from __future__ import annotations

import enum
from dataclasses import replace
from typing import Any

import construct
from construct import IfThenElse, LazyBound, Pass, Probe, Switch

from bytewright.construct.parameters import Applied
from bytewright_codegen.front.construct.drafts import Cases, Frame, Level, Meaning, Refused
from bytewright_codegen.front.construct.keyed import bare_structure
from bytewright_codegen.front.construct.members.numbers import number_of
from bytewright_codegen.front.construct.members.validators import judge_any
from bytewright_codegen.front.construct.parameters import type_with
from bytewright_codegen.front.construct.walk import Here, Walk, bare, reads
from bytewright_codegen.ir.expressions import Expr, Literal_, Unary
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import BytesWire, FloatWire, StructWire, SwitchWire, Valid, Wire

_Case = tuple["Expr | None", Wire, Meaning]


@reads(type(Pass), Probe)
def nothing(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """Nothing."""
    return None


@reads(type(construct.Error))
def error(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """What must not be there; as a default of Switch it is said by the tag."""
    raise Refused(walk.loc(con, frame.loc), "Error can only be the default of a Switch", "Write Check.")


@reads(IfThenElse)
def conditional(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """One of two, or nothing."""
    then, otherwise = bare(con.thensubcon), bare(con.elsesubcon)
    if frame.repeat or frame.framed or frame.process:
        return walk.wrapped(con, frame, here)
    test = walk.test(con.condfunc, frame, here)
    if otherwise is Pass:
        return walk.put(con.thensubcon, frame.under(test), here)
    if then is Pass:
        return walk.put(con.elsesubcon, frame.under(Unary("not", test, test.loc)), here)
    cases: list[tuple[Expr | None, Any, str]] = [
        (Literal_(True, test.loc), con.thensubcon, "then"),
        (Literal_(False, test.loc), con.elsesubcon, "else"),
    ]
    return put_cases(walk, test, con.condfunc, cases, frame, here)


@reads(Switch)
def switch(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """One of several, by a value."""
    on = walk.translator.value(con.keyfunc, here.scope(), frame.loc)
    cases: list[tuple[Expr | None, Any, str]] = []
    for key, case in con.cases.items():
        if bare(case) is Pass and bare(con.default) is Pass:
            continue
        loc = walk.loc(case, frame.loc)
        if on.meaning.enum is not None:
            test = walk.translator.enum_case(on.meaning, key, loc)
        else:
            test = walk.translator.expr(key, here.scope(), loc)
        cases.append((test, case, _named(key)))
    if bare(con.default) is construct.Error:
        _require(walk, [test for test, _, _ in cases if test is not None], on.expr, frame, here)
    elif bare(con.default) is not Pass and not (frame.framed and bare(con.default) is construct.GreedyBytes):
        cases.append((None, con.default, "other"))
    expr = walk.translator.expr(con.keyfunc, here.scope(), frame.loc)
    return put_cases(walk, expr, con.keyfunc, cases, frame, here)


def _named(key: object) -> str:
    if isinstance(key, enum.Enum):
        return key.name.lower()
    if isinstance(key, bytes):
        return key.decode("ascii", "replace")
    return str(key).replace("-", "minus_")


def _require(walk: Walk, tests: list[Expr], on: Expr, frame: Frame, here: Here) -> None:
    """What has no case is an error, of the field that chooses; where that lies elsewhere, of a value made of it."""
    if not judge_any(on, tests, here.draft):
        id = here.draft.free_id(f"which_{frame.id or 'case'}")
        rule = Valid(frame.loc, any_of=tuple(tests))
        walk.emit_value(here, Frame(id, frame.loc, "What chooses, of which there is no other.", valid=rule), on)


def put_cases(
    walk: Walk,
    on: Expr,
    written: Any,
    cases: list[tuple[Expr | None, Any, str]],
    frame: Frame,
    here: Here,
) -> Meaning | None:
    """Adds a choice.

    Args:
        walk: of the spec.
        on: what decides.
        written: the same, as it is written, for those who ask for members of the cases.
        cases: the value (None: all others), the construct, and what a type for it may be called after.
        frame: of the member.
        here: where it is one.
    """
    made: list[_Case] = []
    for test, case, label in cases:
        wire, meaning = _case(walk, case, label, frame, here)
        made.append((test, wire, meaning))
    walk.emit(here, frame, SwitchWire(on, tuple((test, wire) for test, wire, _ in made)))
    meanings = [meaning for _, _, meaning in made]
    first = meanings[0] if meanings else Meaning()
    if all(m.kind == first.kind and not m.path and m.kind not in ("struct", "any", "enum", "list") for m in meanings):
        return first
    types = [wire.type if isinstance(wire, StructWire) else None for _, wire, _ in made]
    if len(set(types)) == 1 and types[0] is not None:
        return first
    rows = tuple((test, type, meaning) for (test, _, meaning), type in zip(made, types, strict=True))
    return Meaning("any", cases=Cases(written, here.level, rows))


def _case(walk: Walk, case: Any, label: str, frame: Frame, here: Here) -> tuple[Wire, Meaning]:
    """The wire of a case: one that needs more than a type is a structure with one value."""
    case = bare(case)
    while isinstance(case, LazyBound):
        case = bare(case.subconfunc())
    loc: Location = walk.loc(case, frame.loc)
    inner = replace(frame, loc=loc, condition=None, name=f"{frame.id or 'unnamed'}_{label}")
    wire = number_of(case, here.bits)
    if wire is not None and not (frame.framed or frame.process) and case is not construct.Flag:
        return wire, Meaning("float" if isinstance(wire, FloatWire) else "int")
    if isinstance(case, Applied):
        return type_with(walk, case, inner, here, loc)
    case, inner = bare_structure(walk, case, inner, here)
    if isinstance(case, construct.Struct):
        found, meaning, _ = walk.structure(case, case.subcons, replace(inner, repeat=None), here, here.bits)
        return found, meaning
    if case is construct.GreedyBytes and frame.framed:
        return BytesWire(), Meaning("bytes")
    name = walk.declaration.name(case) or f"{frame.id or 'unnamed'}_{label}"
    if case is Pass:
        empty = walk.draft(name, inner, here)
        return walk.wire_of(empty, here, loc), Meaning("struct", level=Level(empty, None))
    found, meaning, _ = walk.wrapper(case, replace(inner, id=None), here, name)
    return found, meaning
