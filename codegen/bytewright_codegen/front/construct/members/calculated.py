"""What is calculated: values that only readers have, and what writers make of others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from construct import Computed, Index, Rebuild
from construct.expr import FuncPath

from bytewright_codegen.front.construct.drafts import INT, Frame, Meaning, Refused
from bytewright_codegen.front.construct.scopes import Value
from bytewright_codegen.front.construct.walk import Here, Walk, bare, reads
from bytewright_codegen.ir.expressions import Conditional, Expr, Literal_
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import BitsWire, Derive, StructWire, Wire


@reads(Computed)
def computed(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A calculated value."""
    if frame.id is None:
        return None
    if not frame.is_plain:
        return walk.wrapped(con, frame, here)
    value = walk.translator.value(con.func, here.scope(), frame.loc)
    if isinstance(con.func, list | tuple) and value.meaning.item is not None and value.meaning.item.kind == "int":
        raise Refused(walk.loc(con, frame.loc), "a list of numbers can't be calculated", "Write bytes, or Array.")
    expr = walk.translator.expr(con.func, here.scope(), frame.loc)
    walk.emit_value(here, frame, expr)
    if value.kind == "byte flag":
        return Meaning("bool")
    return Meaning("int") if value.kind == "bit" else replace(value.meaning, path=())


@reads(type(Index))
def index(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """The number of an element."""
    if frame.id is None:
        return INT
    if not frame.is_plain:
        return walk.wrapped(con, frame, here)
    walk.emit_value(here, frame, here.scope().index(walk.loc(con, frame.loc)))
    return INT


@reads(Rebuild)
def rebuild(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """What follows from others. Where it is a count or a size, the passes find that, as in any spec."""
    before = here.draft.size
    meaning = walk.put(con.subcon, frame, here)

    def follow() -> None:
        made = walk.made(here, frame, before)
        if made is None or made.derive is not None:
            return
        if isinstance(made.wire, StructWire):
            if not _measures(con.func):
                hint = "It may be the count or the size of something: len_(this.x)."
                raise Refused(walk.loc(con, frame.loc), f"a {type(bare(con.subcon)).__name__} can't be rebuilt", hint)
            return
        scope = replace(here.scope(), behind=False)
        value = walk.translator.value(con.func, scope, frame.loc)
        expr = stored(walk, con.func, value, made.wire, meaning, frame.loc)
        walk.amend(here, made, derive=Derive("value", expr, frame.loc))

    walk.later(follow)
    return meaning


def stored(walk: Walk, written: Any, value: Value, wire: Wire, meaning: Meaning | None, loc: Location) -> Expr:
    """A value that writers are told as what is stored: members of an ``Enum`` by name or number, flags by 0 and 1.

    Args:
        walk: of the spec.
        written: the value, as it is written.
        value: the same as an expression.
        wire: how it is stored.
        meaning: what it is to expressions.
        loc: where it stands.
    """
    expr = value.expr
    if meaning is not None and meaning.enum is not None and isinstance(written, str | int):
        label = next((e.label or e.id for e in meaning.enum.entries if e.value == written), written)
        return walk.translator.enum_member(meaning, str(label), loc)
    is_bit = isinstance(wire, BitsWire) and wire.width == 1
    if isinstance(expr, Literal_) and isinstance(expr.value, int):
        return Literal_(bool(expr.value) if is_bit else int(expr.value), loc)
    if value.kind == "bool" and not is_bit:
        return Conditional(expr, Literal_(1, loc), Literal_(0, loc), loc)
    return expr


def _measures(func: Any) -> bool:
    return isinstance(func, FuncPath) and getattr(func, "_FuncPath__func") is len  # noqa: B009
