"""Constructs with parameters as types with parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from construct import Construct, Struct

from bytewright.construct.parameters import Applied
from bytewright.construct.values import Given
from bytewright_codegen.front.construct.declaration import declaration_runs
from bytewright_codegen.front.construct.drafts import Draft, Frame, Level, Meaning, Refused, Stream
from bytewright_codegen.front.construct.keyed import bare_structure
from bytewright_codegen.front.construct.walk import Here, Walk, is_list, reads
from bytewright_codegen.ir.expressions import Name
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import Parameter, StructWire


def give(walk: Walk, draft: Draft, symbols: tuple[Given, ...], made: list[tuple[Parameter, Meaning]]) -> None:
    """Says what the symbols of a function stand for: parameters of a type."""
    for symbol, (parameter, meaning) in zip(symbols, made, strict=True):
        draft.ids.add(parameter.id)
        draft.parameters.append(parameter)
        walk.translator.give(symbol, draft, parameter.id, meaning)


def called(walk: Walk, function: Callable[..., Construct], symbols: tuple[Given, ...], loc: Location) -> Construct:
    """What a function makes of symbols."""
    with declaration_runs(walk.declaration):
        found = function(*symbols)
    if not isinstance(found, Construct):
        raise Refused(loc, f"'{function.__name__}' doesn't return a construct")
    return found


@reads(Applied)
def applied(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A type with arguments."""
    loc = walk.loc(con, frame.loc)
    wire, meaning = type_with(walk, con, frame, here, loc)
    walk.emit(here, frame, wire)
    return meaning


def type_with(walk: Walk, con: Applied, frame: Frame, here: Here, loc: Location) -> tuple[StructWire, Meaning]:
    """The type of a construct with arguments, which is made when it is first used."""
    function = con.function
    known = walk.parametric.get(id(function))
    if known is None:
        walk.parametric[id(function)] = known = _made(walk, con, frame, here, loc)
    draft, meaning = known
    if draft.asks_place and draft.starts_stream != frame.framed:
        raise Refused(loc, f"'{function.name}' rests on where it lies, and lies elsewhere here")
    args = tuple(walk.translator.expr(argument, here.scope(), loc) for argument in con.arguments)
    return StructWire(draft.name.rpartition("::")[2], args, loc), meaning


def _made(walk: Walk, con: Applied, frame: Frame, here: Here, loc: Location) -> tuple[Draft, Meaning]:
    function = con.function
    code = function.function.__code__
    place = loc if code.co_filename != walk.declaration.file else walk.declaration.locate(code.co_firstlineno, 0)
    draft = walk.draft(function.name, frame, here)
    draft.loc, draft.doc, draft.user = place, inspect.cleandoc(function.__doc__ or ""), None
    draft.stream = Stream(walk.drafts[0].stream) if frame.framed else draft.stream
    level = Level(draft, None)
    give(walk, draft, function.symbols, walk.types.parameters(function.function, place))
    with declaration_runs(walk.declaration):
        made = function.construct
    inner, inside = bare_structure(walk, made, Frame(None, place), Here(draft, level))
    draft.keys = inside.structure
    if isinstance(inner, Struct):
        meaning = Meaning("struct", level=level)
        walk.parametric[id(function)] = draft, meaning  # it may use itself
        walk.members(inner.subcons, Here(draft, level))
        return draft, meaning
    id_ = draft.free_id("items" if is_list(inner) else "value")
    draft.shown_as = Name(id_, place)
    walk.parametric[id(function)] = draft, Meaning("any", path=(id_,))
    found = walk.put(inner, Frame(id_, place, name=function.name), Here(draft, level)) or Meaning()
    return draft, replace(found, path=(id_, *found.path))
