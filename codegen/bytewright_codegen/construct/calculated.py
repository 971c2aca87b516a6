"""What is calculated: values that only readers have, and what writers make of others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from construct import Computed, Index, Rebuild
from construct.expr import FuncPath

from bytewright_codegen.construct.drafts import INT, Frame, Meaning
from bytewright_codegen.construct.walk import Here, Walk, reads
from bytewright_codegen.ir.schema import Derive


@reads(Computed)
def computed(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A calculated value."""
    if frame.id is None:
        return None
    if not frame.is_plain:
        return walk.wrapped(con, frame, here)
    value = walk.translator.value(con.func, here.scope(), frame.loc)
    expr = walk.translator.expr(con.func, here.scope(), frame.loc)
    walk.emit_value(here, frame, expr)
    if value.kind == "byte flag":
        return Meaning("bool")
    return Meaning("int") if value.kind == "bit" else replace(value.meaning, path=())


@reads(type(Index))
def index(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """The number of an element."""
    if frame.id is not None:
        walk.emit_value(here, frame, here.scope().index(frame.loc))
    return INT


@reads(Rebuild)
def rebuild(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """What follows from others. Counts and sizes are found by the passes, as in any spec."""
    before = here.draft.size
    meaning = walk.put(con.subcon, frame, here)

    def follow() -> None:
        made = walk.made(here, frame, before)
        if made is None or made.derive is not None or _measures(con.func):
            return
        expr = walk.translator.value(con.func, here.scope(), frame.loc).expr
        walk.amend(here, made, derive=Derive("value", expr, frame.loc))

    walk.later(follow)
    return meaning


def _measures(func: Any) -> bool:
    return isinstance(func, FuncPath) and getattr(func, "_FuncPath__func") is len  # noqa: B009
