"""Constructs with parameters as types with parameters; classes of what is handed in as types without bytes."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import typing
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from construct import Construct, Struct

from bytewright.construct.names import identifier
from bytewright.construct.parameters import Applied
from bytewright.construct.values import Given
from bytewright_codegen.construct.declaration import declaration_runs
from bytewright_codegen.construct.drafts import Draft, Frame, Level, Meaning, Refused, Stream
from bytewright_codegen.construct.keyed import bare_structure
from bytewright_codegen.construct.walk import Here, Walk, is_list, reads
from bytewright_codegen.ir.expressions import Name
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import EnumDef, EnumEntry, Parameter, StructWire, TypeDef

_PLAIN: dict[Any, tuple[str, Meaning]] = {
    int: ("s8", Meaning("int")),
    float: ("f8", Meaning("float")),
    bool: ("bool", Meaning("bool")),
    str: ("str", Meaning("text")),
    bytes: ("bytes", Meaning("bytes")),
}


class ParameterTypes:
    """The types of parameters, by the annotations of functions and dataclasses."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._enums: dict[type, EnumDef] = {}
        self._classes: dict[type, tuple[str, Meaning]] = {}

    def parameters(self, function: Callable[..., Any], loc: Location) -> list[tuple[Parameter, Meaning]]:
        """The parameters of a function."""
        try:
            hints = typing.get_type_hints(function, include_extras=True)
        except Exception as error:  # it names whatever it likes
            raise Refused(loc, f"the parameters of '{function.__name__}' can't be told: {error}") from error
        found = []
        for name in inspect.signature(function).parameters:
            if name not in hints:
                raise Refused(loc, f"the parameter '{name}' of '{function.__name__}' has no annotation")
            found.append(self.parameter(name, hints[name], loc))
        return found

    def parameter(self, name: str, hint: Any, loc: Location) -> tuple[Parameter, Meaning]:
        """A parameter by its name and annotation."""
        id = identifier(name)
        if id is None:
            raise Refused(loc, f"'{name}' can't be the id of a parameter")
        type_name, meaning = self.named(hint, loc)
        enum_name = meaning.enum.name.rpartition("::")[2] if meaning.enum else None
        return Parameter(id, type_name, loc, enum=enum_name, type_loc=loc, enum_loc=loc), meaning

    def named(self, hint: Any, loc: Location) -> tuple[str, Meaning]:
        """The name of the type of an annotation, and what such a value means."""
        if typing.get_origin(hint) is typing.Annotated:
            written = [word for word in hint.__metadata__ if isinstance(word, str)]
            name, meaning = self.named(hint.__origin__, loc)
            return (written[0] if written else name), meaning
        if typing.get_origin(hint) in (list, typing.Sequence, tuple) or str(typing.get_origin(hint)).endswith(
            "Sequence'>"
        ):
            name, item = self.named(typing.get_args(hint)[0], loc)
            return f"{name}[]", Meaning("list", item=item)
        if hint in _PLAIN:
            return _PLAIN[hint]
        if isinstance(hint, type) and issubclass(hint, enum.IntEnum):
            return self._enum(hint, loc)
        if dataclasses.is_dataclass(hint) and isinstance(hint, type):
            return self._class(hint, loc)
        options = [option for option in typing.get_args(hint) if option is not type(None)]
        if len(options) == 1:
            return self.named(options[0], loc)
        raise Refused(
            loc,
            f"a parameter can't be of the type {getattr(hint, '__name__', hint)}",
            "Parameters are int, float, bool, str, bytes, an IntEnum, a dataclass of such, or a list of one of these.",
        )

    def _enum(self, kind: type[enum.IntEnum], loc: Location) -> tuple[str, Meaning]:
        if kind not in self._enums:
            entries = tuple(
                EnumEntry(int(one), identifier(one.name) or f"value_{int(one)}", label=None, loc=loc) for one in kind
            )
            name = self._walk.type_name(kind.__name__)
            self._enums[kind] = found = EnumDef(f"{self._walk.spec}::{name}", entries, loc)
            self._walk.enums.append(found)
        values = [int(one) for one in kind]
        fits = min(values) >= 0 and max(values) < 1 << 8
        return ("u1" if fits else "s8"), Meaning("enum", enum=self._enums[kind], numbered=True)

    def _class(self, kind: type, loc: Location) -> tuple[str, Meaning]:
        if kind in self._classes:
            return self._classes[kind]
        name = self._walk.type_name(kind.__name__)
        draft = Draft(f"{self._walk.spec}::{name}", loc)
        level = Level(draft, None)
        self._classes[kind] = found = name, Meaning("struct", level=level)
        place = len(self._walk.ready)
        hints = typing.get_type_hints(kind, vars(self._walk.declaration.module), include_extras=True)
        made = []
        for field in dataclasses.fields(kind):
            parameter, meaning = self.parameter(field.name, hints[field.name], loc)
            level.names[field.name] = parameter.id, meaning
            made.append(parameter)
        doc = inspect.cleandoc(kind.__doc__ or "") if not (kind.__doc__ or "").startswith(f"{kind.__name__}(") else ""
        self._walk.ready.insert(place, TypeDef(draft.name, loc, doc, tuple(made)))
        return found


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
