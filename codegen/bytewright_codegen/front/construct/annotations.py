"""Annotations of parameters as types: of plain values, enums, and classes of what is handed in, which have no bytes."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import typing
from collections.abc import Callable
from typing import Any

from bytewright.construct.names import identifier
from bytewright_codegen.front.construct.drafts import Draft, Level, Meaning, Refused
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import EnumDef, EnumEntry, Parameter, TypeDef

_PLAIN: dict[Any, tuple[str, Meaning]] = {
    int: ("s8", Meaning("int")),
    float: ("f8", Meaning("float")),
    bool: ("bool", Meaning("bool")),
    str: ("str", Meaning("text")),
    bytes: ("bytes", Meaning("bytes")),
}


class ParameterTypes:
    """The types of parameters, by the annotations of functions and dataclasses.

    Args:
        spec: id of the spec.
        named: gives a name for a type that none has yet.
        enums: where enums are added.
        types: where types are added.
    """

    def __init__(self, spec: str, named: Callable[[str], str], enums: list[EnumDef], types: list[TypeDef]) -> None:
        self._spec = spec
        self._named = named
        self._made_enums = enums
        self._made_types = types
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
            name = self._named(kind.__name__)
            self._enums[kind] = found = EnumDef(f"{self._spec}::{name}", entries, loc)
            self._made_enums.append(found)
        values = [int(one) for one in kind]
        fits = min(values) >= 0 and max(values) < 1 << 8
        return ("u1" if fits else "s8"), Meaning("enum", enum=self._enums[kind], numbered=True)

    def _class(self, kind: type, loc: Location) -> tuple[str, Meaning]:
        if kind in self._classes:
            return self._classes[kind]
        name = self._named(kind.__name__)
        draft = Draft(f"{self._spec}::{name}", loc)
        level = Level(draft, None)
        self._classes[kind] = found = name, Meaning("struct", level=level)
        place = len(self._made_types)
        hints = typing.get_type_hints(kind, _globals(kind), include_extras=True)
        made = []
        for field in dataclasses.fields(kind):
            parameter, meaning = self.parameter(field.name, hints[field.name], loc)
            level.names[field.name] = parameter.id, meaning
            made.append(parameter)
        doc = inspect.cleandoc(kind.__doc__ or "") if not (kind.__doc__ or "").startswith(f"{kind.__name__}(") else ""
        self._made_types.insert(place, TypeDef(draft.name, loc, doc, tuple(made)))
        return found


def _globals(kind: Any) -> dict[str, Any]:
    """The names around a dataclass: its module may be forgotten, but not by its methods."""
    found: dict[str, Any] = kind.__init__.__globals__
    return found
