"""What a format is told before a file is read: values of its root's parameters, which options give."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from bytewright.errors import CodecError, OptionError
from bytewright.model.enums import Enum
from bytewright.model.structures import Struct


def root_parameter(options: Mapping[str, Any], name: str) -> Any:
    """The value of a parameter of a format's root.

    Args:
        options: values of the format's options by id.
        name: the parameter's id.

    Raises:
        CodecError: nothing says it.
    """
    if options.get(name) is None:
        raise CodecError(f"nothing says what the parameter {name} is", hint=f"Set the option {name}.")
    return options[name]


def structured(kind: type[Struct], value: Any) -> Any:
    """Structures of plain values: mappings by the ids of parameters, lists of such, None.

    Structures that are only told, never read, have parameters and nothing else.

    Raises:
        OptionError: a value has no such parameter, or an enum no such member.
    """
    if value is None or isinstance(value, Struct):
        return value
    if isinstance(value, list | tuple):
        return [structured(kind, item) for item in value]
    if not isinstance(value, Mapping):
        raise OptionError(kind.__name__, expected="an object", found=repr(value))
    made = kind._begin(None, None, "", None)
    for name, given in value.items():
        if name not in kind.PARAMETERS:
            raise OptionError(f"{kind.__name__} has no parameter {name}")
        setattr(made, *_parameter(kind.PARAMETERS[name], given))
    return made


def _parameter(parameter: tuple[str, type | None], value: Any) -> tuple[str, Any]:
    name, kind = parameter
    if kind is None or value is None:
        return name, value
    if issubclass(kind, Struct):
        return name, structured(kind, value)
    if issubclass(kind, Enum) and isinstance(value, str):
        found = kind.labelled(value)
        if found is None:
            raise OptionError(name, expected="one of " + ", ".join(member.label for member in kind), found=repr(value))
        return name, found
    return name, value


def option_loader(kind: type[Struct], load: Callable[[str], Any]) -> Callable[[str], Any]:
    """A loader of an option whose value is structures."""
    return lambda text: structured(kind, load(text))


def option_default(kind: type[Struct], value: Callable[[], Any]) -> Callable[[], Any]:
    """What such an option is where nobody sets it: made once."""
    return cache(lambda: structured(kind, value()))
