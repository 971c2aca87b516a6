"""Places that have been reached, and ends."""

from __future__ import annotations

from typing import Any

from construct import Tell, Terminated

from bytewright_codegen.front.construct.drafts import INT, Frame, Meaning, Refused
from bytewright_codegen.front.construct.walk import Here, Walk, reads
from bytewright_codegen.ir.expressions import Compare, Expr, Literal_, Member, Name
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import BytesWire, Valid


@reads(type(Tell))
def tell(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """The place that has been reached. It counts in the innermost bytes that are cut out; among bits, from the first of
    them."""
    if frame.id is None:
        return None
    if not frame.is_plain:
        return walk.wrapped(con, frame, here)
    if here.bits:
        walk.emit_value(here, frame, Literal_(_bits_before(walk.loc(con, frame.loc), here), frame.loc))
        return INT
    if here.in_bits:
        raise Refused(walk.loc(con, frame.loc), "Tell can't stand in Bytewise", "Let it stand before the bits.")
    walk.emit_value(here, frame, position(walk, frame, here))
    if not isinstance(here.draft.instances[-1].expr, Literal_):  # type: ignore[union-attr]
        hold(walk, frame.id, frame, here)
    return Meaning("int", tell=here.draft.stream)


def _bits_before(loc: Location, here: Here) -> int:
    """How many bits stand before a member of bits."""
    sizes = here.draft.bits
    if not here.draft.starts_bits or None in sizes:
        message = "among bits Tell counts bits, of which it isn't known here how many there are"
        raise Refused(loc, message, "Let it stand in the BitStruct itself, behind members of fixed size.")
    return sum(size or 0 for size in sizes)


def position(walk: Walk, frame: Frame, here: Here, at: int | None = None) -> Expr:
    """The expression for the place that has been reached; or for that of an attribute, by its number."""
    here.draft.asks_place = True
    size = here.draft.fixed_size(at) if here.draft.starts_stream else None
    if size is not None:
        return Literal_(size, frame.loc)
    return Member(Name("_io", frame.loc), "pos", frame.loc)


def hold(walk: Walk, id: str, frame: Frame, here: Here) -> None:
    """Has a value calculated where it stands: a condition asks for it that is never met twice."""
    walk.emit(here, _holding(id, frame), BytesWire())


def _holding(id: str, frame: Frame) -> Frame:
    asked = Compare("<", Name(id, frame.loc), Literal_(0, frame.loc), frame.loc)
    return Frame(None, frame.loc, condition=asked, size=Literal_(0, frame.loc))


def place_of(walk: Walk, at: int, frame: Frame, here: Here) -> Expr:
    """The place of an attribute, by its number, as an expression for those behind it."""
    found = position(walk, frame, here, at)
    if isinstance(found, Literal_):
        return found
    id = here.draft.free_id(f"ofs_{frame.id}" if frame.id else "ofs")
    walk.emit_value(here, Frame(id, frame.loc, f"Where {frame.id} begins." if frame.id else ""), found)
    here.draft.attributes.insert(at, _holding(id, frame).attribute(BytesWire()))
    here.draft.bits.insert(at, 0)
    return Name(id, frame.loc)


@reads(type(Terminated))
def terminated(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """The end of the bytes."""
    last = next((a for a in reversed(here.draft.attributes)), None)
    greedy = last is not None and (last.size_eos or (last.repeat is not None and last.repeat.kind == "eos"))
    if greedy and last is not None and last.condition is None:
        return None
    loc = walk.loc(con, frame.loc)
    empty = Compare("==", Member(Name("_", loc), "length", loc), Literal_(0, loc), loc)
    walk.emit(
        here, Frame(None, loc, condition=frame.condition, size_eos=True, valid=Valid(loc, expr=empty)), BytesWire()
    )
    return None
