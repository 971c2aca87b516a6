"""Plans by names in Python."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from bytewright.kernels.plan import encoding
from bytewright_codegen.backends.python.naming import field_name

_OF_PATHS = (encoding.Referring, encoding.Fronted, encoding.ListPlan, encoding.Apart)
"""What consists of paths."""


def named(node: Any) -> Any:
    """A plan whose paths consist of names in Python, not of ids."""
    if isinstance(node, tuple):
        return tuple(named(each) for each in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changed: dict[str, Any] = {}
    if isinstance(node, encoding.ElementsPlan):
        changed["rooms"] = tuple(_ids(path) for path in node.rooms)
    if isinstance(node, encoding.MirrorPlan):
        changed["room"] = field_name(node.room)
    for field in fields(node):
        if field.name in changed:
            continue
        value = getattr(node, field.name)
        is_path = field.name == "path" or (isinstance(node, _OF_PATHS) and isinstance(value, tuple))
        found = _ids(value) if is_path else named(value)
        if found is not value:
            changed[field.name] = found
    return replace(node, **changed) if changed else node


def _ids(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(field_name(id) for id in path)
