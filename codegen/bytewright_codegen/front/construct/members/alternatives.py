"""What is one of several things that the next bytes decide: ``Select`` and ``Optional``.

Construct tries one after the other and goes back. Here the first bytes must say which it is: those of a constant, or
how many are left.
"""

from __future__ import annotations

from typing import Any

import construct
from construct import Bytes, Const, FocusedSeq, FormatField, Pass, Select, Sequence, Struct

from bytewright_codegen.front.construct.drafts import Frame, Meaning, Refused
from bytewright_codegen.front.construct.members.choices import put_cases
from bytewright_codegen.front.construct.members.positions import hold, position
from bytewright_codegen.front.construct.walk import Here, Walk, bare, reads
from bytewright_codegen.ir.expressions import Binary, Compare, Conditional, Expr, ListLiteral, Literal_, Member, Name
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import Attribute, BytesWire, Valid

_HINT = "Let each begin with a Const, or choose by a value: If, Switch."


@reads(Select)
def select(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """The first that fits; or nothing, if ``Pass`` is the last."""
    loc = walk.loc(con, frame.loc)
    if frame.id is None or not frame.is_plain:
        return walk.wrapped(con, frame, here)
    alternatives = [bare(sub) for sub in con.subcons]
    if len(alternatives) == 2 and alternatives[1] is Pass:
        return walk.put(alternatives[0], frame.under(_optional(walk, alternatives[0], frame, here, loc)), here)
    ahead: dict[int, Expr] = {}
    which: Expr = Literal_(-1, loc)
    tests = [_begins(walk, sub, ahead, frame, here, loc) for sub in alternatives]
    if any(test is None for test in tests[:-1]):
        raise Refused(loc, "which of these it is can't be told from the next bytes", _HINT)
    for number, test in reversed([*enumerate(tests)]):
        own = Literal_(number, loc)
        which = own if test is None else Conditional(test, own, which, loc)
    id = here.draft.free_id(f"which_{frame.id}")
    walk.emit_value(here, Frame(id, loc, f"Which of its forms {frame.id} has.", valid=_known(tests[-1], loc)), which)
    cases: list[tuple[Expr | None, Any, str]] = [
        (Literal_(number, loc), sub, str(number)) for number, sub in enumerate(alternatives) if sub is not Pass
    ]
    return put_cases(walk, Name(id, loc), Name(id, loc), cases, frame, here)


def _known(last: Expr | None, loc: Location) -> Valid | None:
    """That it is one of the forms, where the last doesn't take all else."""
    return None if last is None else Valid(loc, min=Literal_(0, loc))


def _optional(walk: Walk, con: Any, frame: Frame, here: Here, loc: Location) -> Expr:
    """Whether something is there."""
    test = _begins(walk, con, {}, frame, here, loc)
    if test is not None:
        return test
    if not _always_fits(con):
        raise Refused(loc, "whether this is there can't be told from the next bytes", _HINT)
    io = Name("_io", loc)
    left = Binary("-", Member(io, "size", loc), Member(io, "pos", loc), loc)
    return Compare(">=", left, Literal_(con.sizeof(), loc), loc)


def _begins(walk: Walk, con: Any, ahead: dict[int, Expr], frame: Frame, here: Here, loc: Location) -> Expr | None:
    """Whether the next bytes are those that a construct begins with; None where it has no such.

    ``ahead``: by how many they are, the members that hold the next bytes.
    """
    first = _constant(con)
    if first is None:
        return None
    if len(first) not in ahead:
        at = _place(walk, frame, here, loc) if not ahead else _place_of(here, ahead)
        id = here.draft.free_id(f"ahead_{frame.id}")
        size = Literal_(len(first), loc)
        enough = Compare(">=", Binary("-", Member(Name("_io", loc), "size", loc), at, loc), size, loc)
        walk.emit(here, Frame(id, loc, condition=enough, size=size, position=at), BytesWire())
        ahead[len(first)] = Name(id, loc)
    return Compare("==", ahead[len(first)], ListLiteral(tuple(Literal_(byte, loc) for byte in first), loc), loc)


def _place(walk: Walk, frame: Frame, here: Here, loc: Location) -> Expr:
    """Where the next bytes lie, which is held in a member unless it is always the same."""
    at = position(walk, frame, here)
    if isinstance(at, Literal_):
        return at
    id = here.draft.free_id(f"ofs_{frame.id}")
    walk.emit_value(here, Frame(id, loc, f"Where {frame.id} is looked for."), at)
    hold(walk, id, frame, here)
    return Name(id, loc)


def _place_of(here: Here, ahead: dict[int, Expr]) -> Expr:
    known = next(iter(ahead.values()))
    assert isinstance(known, Name)
    found = next(field for field in here.draft.instances if field.id == known.name)
    assert isinstance(found, Attribute)
    assert found.position is not None
    return found.position


def _constant(con: Any) -> bytes | None:
    """The bytes that a construct always begins with."""
    con = bare(con)
    if isinstance(con, Const):
        try:
            found: bytes = con.build(None)
        except construct.ConstructError:
            return None
        return found or None
    if isinstance(con, Struct | Sequence | FocusedSeq) and con.subcons:
        return _constant(con.subcons[0])
    return None


def _always_fits(con: Any) -> bool:
    """Whether a construct of fixed size can be read from any bytes."""
    con = bare(con)
    if isinstance(con, Struct | Sequence):
        return all(_always_fits(sub) for sub in con.subcons)
    if isinstance(con, Bytes):
        return isinstance(con.length, int)
    return isinstance(con, FormatField | construct.BytesInteger)
