"""What lies elsewhere, and what is read before it is gone on to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from construct import Peek, Pointer

from bytewright.construct import Within
from bytewright_codegen.front.construct.drafts import Draft, Frame, Meaning, Refused, Stream
from bytewright_codegen.front.construct.members.positions import hold, position
from bytewright_codegen.front.construct.walk import Here, Walk, reads
from bytewright_codegen.ir.expressions import Binary, Compare, Expr, Literal_, Member, Name, Unary
from bytewright_codegen.ir.location import Location


@reads(Pointer)
def pointer(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """What lies at a place: an instance with ``pos``."""
    loc = walk.loc(con, frame.loc)
    _no_bits(walk, con, frame, here)
    if not frame.is_plain or frame.id is None:
        return walk.wrapped(con, frame, here)
    offset = walk.expr(con.offset, frame, here)
    if con.stream is not None:
        stream: Expr | None = walk.expr(con.stream, frame, here)
    else:
        counted = walk.translator.stream_of(con.offset, here.scope(), loc)
        stream = _stream(walk, counted or here.draft.stream.base, here.draft, loc)
    if isinstance(offset, Literal_) and isinstance(offset.value, int) and offset.value < 0:
        io = stream or Name("_io", loc)
        offset = Binary("-", Member(io, "size", loc), Literal_(-offset.value, loc), loc)
    elif isinstance(offset, Unary) and offset.operator == "-":
        offset = Binary("-", Member(stream or Name("_io", loc), "size", loc), offset.operand, loc)
    here.draft.asks_place = here.draft.asks_place or stream is not None
    return walk.put(con.subcon, replace(frame, position=offset, stream=stream), here)


def _no_bits(walk: Walk, con: Any, frame: Frame, here: Here) -> None:
    """Refuses what lies elsewhere among bits, where Construct counts bits."""
    if here.in_bits:
        message = f"{type(con).__name__} can't stand among bits"
        raise Refused(walk.loc(con, frame.loc), message, "Let it stand before the bits, or behind them.")


@reads(Within)
def within(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """What lies at a place in the bytes that are cut out."""
    if not frame.is_plain or frame.id is None:
        return walk.wrapped(con, frame, here)
    return walk.put(con.subcon, replace(frame, position=walk.expr(con.offset, frame, here)), here)


def _stream(walk: Walk, wanted: Stream, draft: Draft, loc: Location) -> Expr | None:
    """The stream, as seen from a type; None where it is the type's own."""
    if draft.stream is wanted:
        return None
    if walk.drafts[0].stream is wanted:
        return Member(Name("_root", loc), "_io", loc)
    expr: Expr | None = None
    here: Draft | None = draft
    while here is not None and here.stream is not wanted:
        here.asks_outside = True
        expr = Name("_parent", loc) if expr is None else Member(expr, "_parent", loc)
        here = here.user
    if here is None or expr is None:
        raise Refused(loc, "the bytes in which this place counts can't be named from here")
    return Member(expr, "_io", loc)


@reads(Peek)
def peek(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """What comes next, without going on: an instance at the place that has been reached."""
    loc = walk.loc(con, frame.loc)
    if frame.id is None:
        return None
    _no_bits(walk, con, frame, here)
    if not frame.is_plain:
        return walk.wrapped(con, frame, here)
    at = position(walk, frame, here)
    if not isinstance(at, Literal_):
        id = here.draft.free_id(f"ofs_{frame.id}")
        walk.emit_value(here, Frame(id, loc, f"Where {frame.id} is looked for."), at)
        hold(walk, id, frame, here)
        at = Name(id, loc)
    try:
        size = con.subcon.sizeof()
    except Exception as error:  # it may want the context, which there is none of
        raise Refused(loc, "only what has a fixed size can be looked at", "Read it behind a condition.") from error
    left = Binary("-", Member(Name("_io", loc), "size", loc), at, loc)
    frame = frame.under(Compare(">=", left, Literal_(size, loc), loc))
    return walk.put(con.subcon, replace(frame, position=at), here)
