"""Lists."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from construct import Array, GreedyRange, LazyArray, RepeatUntil

from bytewright_codegen.front.construct.drafts import Frame, Meaning, Refused, through
from bytewright_codegen.front.construct.scopes import Value
from bytewright_codegen.front.construct.walk import Here, Walk, reads
from bytewright_codegen.ir.expressions import Name
from bytewright_codegen.ir.schema import Repeat


@reads(Array, LazyArray)
def counted(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A number of elements."""
    if frame.repeat or frame.framed or frame.process:
        return walk.wrapped(con, frame, here)
    return _elements(walk, con, replace(frame, repeat=Repeat("expr", walk.expr(con.count, frame, here))), here)


@reads(GreedyRange)
def greedy(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """Elements up to the end of the bytes."""
    if frame.repeat or frame.framed or frame.process:
        return walk.wrapped(con, frame, here)
    return _elements(walk, con, replace(frame, repeat=Repeat("eos", None)), here)


@reads(RepeatUntil)
def until(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """Elements up to one that is the last."""
    if frame.repeat or frame.framed or frame.process:
        return walk.wrapped(con, frame, here)
    before = here.draft.size
    meaning = _elements(walk, con, replace(frame, repeat=Repeat("until", None)), here)
    item = (meaning.item if meaning else None) or Meaning()
    element = Value(through(Name("_", frame.loc), item.path), item)
    here.draft.repeating = True
    try:
        test = walk.translator.predicate(con.predicate, here.scope(element), frame.loc)
    finally:
        here.draft.repeating = False
    made = walk.made(here, frame, before)
    assert made is not None
    walk.amend(here, made, repeat=Repeat("until", test))
    return meaning


def _elements(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    if getattr(con, "discard", False):
        raise Refused(walk.loc(con, frame.loc), "elements can't be discarded", "Leave 'discard' out.")
    here.draft.repeating = True
    try:
        item = walk.put(con.subcon, frame, here)
    finally:
        here.draft.repeating = False
    return Meaning("list", item=item or Meaning())
