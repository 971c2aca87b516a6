"""A spec as plain data to text of YAML: a line for each field."""

from __future__ import annotations

import json
import re
from typing import Any

_PLAIN = re.compile(r"[a-z][a-z_-]+")


def to_yaml(spec: dict[str, Any]) -> str:
    """Text of a spec."""
    return "\n".join(_lines(spec)) + "\n"


def _lines(structure: dict[str, Any], indent: str = "") -> list[str]:
    found = []
    for key, value in structure.items():
        if key == "types" and value:
            found.append(f"{indent}types:")
            for name, type in value.items():
                lines = _lines(type, indent + "    ")
                found += [f"{indent}  {name}:", *lines] if lines else [f"{indent}  {name}: {{}}"]
        elif key == "seq" and value:
            found += [f"{indent}seq:", *(f"{indent}  - {_flow(field)}" for field in value)]
        elif key in ("instances", "enums") and value:
            found += [f"{indent}{key}:", *(f"{indent}  {name}: {_flow(item)}" for name, item in value.items())]
        else:
            found.append(f"{indent}{key}: {_flow(value)}")
    return found


def _flow(value: Any) -> str:
    """A value in one line; keys that are numbers stay numbers."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    return json.dumps(value)


def _key(key: Any) -> str:
    return key if isinstance(key, str) and _PLAIN.fullmatch(key) else json.dumps(key)
