"""The IR as JSON text and back.

A node is an object whose ``$`` names its class (``schema.Attribute``) and whose fields follow in their order; fields
with their default are left out. Tuples are lists. Bytes are ``{"$": "bytes", "hex": …}``, floats that JSON lacks are
``{"$": "float", "text": "nan"}``. Integers stand in full, whatever their size.
"""

from __future__ import annotations

import json
import math
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from bytewright_codegen.ir import diagnostics, expressions, library, location, logical_types, schema, values, views

_CLASSES: dict[str, type[Any]] = {
    f"{module.__name__.rpartition('.')[2]}.{name}": found
    for module in (diagnostics, expressions, library, location, logical_types, schema, values, views)
    for name, found in vars(module).items()
    if isinstance(found, type) and is_dataclass(found) and found.__module__ == module.__name__
}
_NAMES = {found: name for name, found in _CLASSES.items()}


def to_json(node: object, indent: int | None = None) -> str:
    """Writes a node of the IR with all that it holds.

    Args:
        node: a library, a spec, a type, an expression …
        indent: spaces per level; None for one line.

    Raises:
        TypeError: it holds something that is not part of the IR.
    """
    return json.dumps(_plain(node), indent=indent, ensure_ascii=False, allow_nan=False)


def from_json(text: str) -> Any:
    """Reads what ``to_json`` wrote.

    Returns:
        A node that equals the written one.

    Raises:
        ValueError: it isn't JSON, or names an unknown class or field.
    """
    return _node(json.loads(text))


def _plain(node: object) -> object:
    if node is None or isinstance(node, str | int):
        return node
    if isinstance(node, float):
        return node if math.isfinite(node) else {"$": "float", "text": repr(node)}
    if isinstance(node, bytes):
        return {"$": "bytes", "hex": node.hex()}
    if isinstance(node, tuple):
        return [_plain(item) for item in node]
    name = _NAMES.get(type(node))
    if name is None:
        raise TypeError(f"{type(node).__name__} is not part of the IR")
    found: dict[str, object] = {"$": name}
    for field in fields(node):  # type: ignore[arg-type]  # every class of _NAMES is a dataclass
        value = getattr(node, field.name)
        if field.default is MISSING or not _same(value, field.default):
            found[field.name] = _plain(value)
    return found


def _same(value: object, default: object) -> bool:
    # False == 0 and 1.0 == 1, but they are not the same value.
    return type(value) is type(default) and value == default


def _node(plain: Any) -> Any:
    if isinstance(plain, list):
        return tuple(_node(item) for item in plain)
    if not isinstance(plain, dict):
        return plain
    name = plain.get("$")
    if name == "bytes":
        return bytes.fromhex(plain["hex"])
    if name == "float":
        # The one NaN that equals itself inside of tuples and dataclasses.
        return math.nan if plain["text"] == "nan" else float(plain["text"])
    if name not in _CLASSES:
        raise ValueError(f"unknown class {name!r} in IR")
    try:
        return _CLASSES[name](**{key: _node(value) for key, value in plain.items() if key != "$"})
    except TypeError as error:
        raise ValueError(f"wrong fields of {name} in IR: {error}") from None
