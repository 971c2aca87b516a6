"""Whether two models are equal: value for value, floats by their bits, with the path of the first difference."""

from __future__ import annotations

import struct
from typing import Any

from bytewright.errors import shown
from bytewright.model.structures import Struct, is_null


def difference(ours: Struct, theirs: Struct, path: str = "") -> str | None:
    """The first difference between a model that was read and the one that was written; None where there is none.

    A list of nothing but nulls is the same as no list: nothing is stored of it. So is a structure without the value
    that it stands for the same as none. What was left out at a place of its own is whatever lies there.
    """
    for index, field in enumerate(ours.FIELDS):
        if field.name and not field.again and not (field.placed and getattr(theirs, field.name) is None):
            here = f"{path}.{field.id}" if path else field.id
            found = _difference(ours, index, getattr(ours, field.name), getattr(theirs, field.name), here)
            if found is not None:
                return found
    return None


def _difference(owner: Struct, index: int, a: Any, b: Any, path: str) -> str | None:
    if a is None and isinstance(b, list) and all(map(is_null, b)):
        return None
    if isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            return f"{path}: {len(a)} elements, and {len(b)}"
        found = (_value(owner, index, i, x, y, f"{path}[{i}]") for i, (x, y) in enumerate(zip(a, b, strict=True)))
        return next((text for text in found if text is not None), None)
    return _value(owner, index, None, a, b, path)


def _value(owner: Struct, index: int, element: int | None, a: Any, b: Any, path: str) -> str | None:
    if (a is None and is_null(b)) or (b is None and is_null(a)):
        return None
    if isinstance(a, Struct) and isinstance(b, Struct):
        return difference(a, b, path)
    return None if same(a, b, width_of(owner, index, element)) else f"{path}: {shown(a)}, and {shown(b)}"


def same(a: Any, b: Any, width: int = 64) -> bool:
    """Whether two plain values are equal: floats by their bits in their own width, enums as integers."""
    if isinstance(a, float) and isinstance(b, float):
        code = "<f" if width == 32 else "<d"
        return struct.pack(code, a) == struct.pack(code, b)
    if isinstance(a, bool) != isinstance(b, bool) or isinstance(a, float) != isinstance(b, float):
        return False
    return bool(a == b)


def width_of(owner: Struct, index: int, element: int | None) -> int:
    """Width in bits of a float that was read."""
    kind = owner.FIELDS[index].kind
    if kind == "switch":
        case = owner._cases.get(index, "")
        kind = str(case.get(element, "") if isinstance(case, dict) else case)
    return 32 if kind.startswith("f4") else 64
