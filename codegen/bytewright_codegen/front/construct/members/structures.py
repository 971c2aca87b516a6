"""Structures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import construct
from construct import Array, FocusedSeq, LazyBound, LazyStruct, Rebuild, Renamed, Sequence, Struct
from construct.expr import FuncPath, Path

from bytewright.construct import Keyed
from bytewright.construct.parameters import Applied
from bytewright_codegen.front.construct.drafts import Frame, Level, Meaning, Refused
from bytewright_codegen.front.construct.members.framing import prefix
from bytewright_codegen.front.construct.walk import Here, Walk, bare, reads
from bytewright_codegen.ir.expressions import Name
from bytewright_codegen.ir.schema import Repeat


@reads(Struct, LazyStruct)
def structure(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A structure."""
    wire, meaning, bits = walk.structure(con, con.subcons, frame, here, here.bits)
    walk.emit(here, frame, wire, bits)
    return meaning


@reads(Sequence)
def sequence(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A structure whose members need no names: ``item_0`` and so on."""
    named = [sub if sub.name else Renamed(sub, f"item_{i}") for i, sub in enumerate(con.subcons)]
    wire, meaning, bits = walk.structure(con, named, frame, here, here.bits)
    walk.emit(here, frame, wire, bits)
    return meaning


@reads(LazyBound)
def bound(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A construct that is named before it is there."""
    inner = bare(con.subconfunc())
    if isinstance(inner, Struct | LazyStruct | Sequence | Applied | Keyed):
        return walk.put(inner, frame, here)  # a type of its own anyway
    known = walk.bound.get(id(inner))
    if known is None:
        wire, meaning, _ = walk.wrapper(inner, replace(frame, repeat=None), here, None, bound=True)
        known = walk.bound[id(inner)] = wire, meaning, inner
    walk.emit(here, frame.around(), known[0])
    return known[1]


@reads(FocusedSeq)
def focused(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A structure of which one member counts."""
    loc = walk.loc(con, frame.loc)
    if not isinstance(con.parsebuildfrom, str):
        raise Refused(loc, "which member counts must be said by its name")
    counted = _counted(con)
    if counted is not None:
        count, items = counted
        if frame.is_plain:
            expr = prefix(walk, count.subcon, "num", frame, here)
            return _items(walk, items, replace(frame, repeat=Repeat("expr", expr)), here)
        return walk.wrapped(con, frame, here)
    focus = next((sub for sub in con.subcons if sub.name == con.parsebuildfrom), None)
    if focus is None:
        raise Refused(loc, f"there is no member '{con.parsebuildfrom}'")
    if all(sub is focus or _is_end(sub) for sub in con.subcons) and not frame.framed:
        level = Level(here.draft, here.level)
        meaning = walk.put(bare(focus), replace(frame, name=frame.name or focus.name), replace(here, level=level))
        for sub in con.subcons:
            if sub is not focus:
                walk.put(bare(sub), Frame(None, walk.loc(sub, loc)), here)
        return meaning
    if all(sub is focus or _is_end(sub) for sub in con.subcons):
        return walk.wrapped(con, frame, here)
    shown = Name(focus.name, loc)
    wire, whole, bits = walk.structure(
        con, con.subcons, replace(frame, structure=(*frame.structure, ("shown_as", shown))), here, here.bits
    )
    walk.emit(here, frame, wire, bits)
    assert whole.level is not None
    id, meaning = whole.level.names.get(focus.name, (focus.name, Meaning()))
    return replace(meaning, path=(id, *meaning.path))  # type: ignore[no-any-return]


def _is_end(sub: Any) -> bool:
    return bare(sub) is construct.Terminated


def _items(walk: Walk, items: Any, frame: Frame, here: Here) -> Meaning:
    here.draft.repeating = True
    try:
        item = walk.put(items.subcon, frame, here)
    finally:
        here.draft.repeating = False
    return Meaning("list", item=item or Meaning())


def _counted(con: Any) -> tuple[Any, Any] | None:
    """The count and the list of what ``PrefixedArray`` makes."""
    if len(con.subcons) != 2 or con.subcons[1].name != con.parsebuildfrom:
        return None
    count, items = bare(con.subcons[0]), bare(con.subcons[1])
    if not isinstance(count, Rebuild) or not isinstance(items, Array) or not isinstance(items.count, Path):
        return None
    counts = isinstance(count.func, FuncPath) and getattr(count.func, "_FuncPath__func") is len  # noqa: B009
    named = str(items.count) == f"this[{con.subcons[0].name!r}]"
    return (count, items) if counts and named else None
