"""Adapters that are expressions: what is stored, and a value of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from construct import Adapter, ExprAdapter

from bytewright_codegen.front.construct.drafts import Frame, Meaning, Refused, through
from bytewright_codegen.front.construct.members.rules import taken
from bytewright_codegen.front.construct.refusals import hint_for
from bytewright_codegen.front.construct.scopes import Value
from bytewright_codegen.front.construct.walk import Here, Walk, reads
from bytewright_codegen.ir.expressions import Name


@reads(Adapter)
def own(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """An adapter of the declaration's own, whose ``_decode`` can be analysed."""
    if type(con).__module__.partition(".")[0] == "construct":
        loc = walk.loc(con, frame.loc)
        raise Refused(loc, f"{type(con).__name__} can't be compiled", hint_for(type(con)))
    return adapted(walk, con, frame, here)


@reads(ExprAdapter)
def adapted(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A value that is calculated of what is stored: ``stored_x``, and the value instance ``x``."""
    if frame.id is None or not frame.is_plain:
        return walk.wrapped(con, frame, here)
    loc = walk.loc(con, frame.loc)
    id = here.draft.free_id(f"stored_{frame.id}")
    stored = replace(frame, id=id, doc=f"What {frame.id} is calculated of.", keys=())
    meaning = walk.put(con.subcon, stored, here)
    if meaning is None:
        raise Refused(loc, "there is nothing to adapt")
    element = Value(through(Name(id, loc), meaning.path), meaning)
    own = not isinstance(con, ExprAdapter)
    decoder = con._decode if own else taken(con._decode, "decoder")
    value = walk.translator.converted(decoder, here.scope(element), loc, path=own)
    walk.emit_value(here, frame, value.expr)
    return replace(value.meaning, path=())
