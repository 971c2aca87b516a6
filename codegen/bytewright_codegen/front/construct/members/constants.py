"""What is always the same, and what writers put where they are told nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import construct
from construct import Const, Default

from bytewright_codegen.front.construct.drafts import Frame, Meaning, Refused
from bytewright_codegen.front.construct.members.calculated import stored
from bytewright_codegen.front.construct.members.numbers import number_of
from bytewright_codegen.front.construct.walk import Here, Walk, bare, reads
from bytewright_codegen.ir.expressions import Literal_
from bytewright_codegen.ir.schema import BitsWire, BytesWire, Valid


@reads(Const)
def const(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """Always the same."""
    inner = bare(con.subcon)
    if isinstance(con.value, bytes) and isinstance(inner, construct.Bytes) and inner.length == len(con.value):
        if not frame.is_plain:
            return walk.wrapped(con, frame, here)
        walk.emit(here, frame, BytesWire(), contents=con.value)
        return Meaning("bytes")
    if frame.framed or frame.process:
        return walk.wrapped(con, frame, here)
    value = walk.translator.value(con.value, here.scope(), frame.loc).expr
    wire = number_of(inner, here.bits)
    if isinstance(wire, BitsWire) and wire.width == 1:
        value = Literal_(bool(con.value), frame.loc)
    elif isinstance(value, Literal_) and isinstance(value.value, bool):
        value = Literal_(int(value.value), frame.loc)
    before = here.draft.size
    meaning = walk.put(con.subcon, frame, here)
    made = walk.made(here, frame, before)
    if made is None or (meaning is not None and meaning.path):
        raise Refused(walk.loc(con, frame.loc), "this can't be constant", "Const takes a number, bytes or text.")
    if meaning is not None and meaning.enum is not None and isinstance(con.value, str):
        value = walk.translator.enum_member(meaning, str(con.value), frame.loc)
    walk.amend(here, made, valid=Valid(frame.loc, eq=value))
    return meaning


@reads(Default)
def default(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """What a writer puts there otherwise."""
    written = con.value
    if isinstance(written, list | tuple):
        if any(item != written[0] for item in written):
            raise Refused(walk.loc(con, frame.loc), "the elements of a default must be the same")
        written = written[0] if written else 0
    value = walk.translator.value(written, here.scope(), frame.loc)
    wire = number_of(bare(con.subcon), here.bits) or BytesWire()
    before = here.draft.size
    plain = stored(walk, written, value, wire, None, frame.loc)
    meaning = walk.put(con.subcon, replace(frame, default=plain), here)
    made = walk.made(here, frame, before)
    if made is not None and meaning is not None and meaning.enum is not None:
        walk.amend(here, made, default=stored(walk, written, value, wire, meaning, frame.loc))
    return meaning
