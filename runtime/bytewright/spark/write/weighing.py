"""How much memory objects take."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

_SHARED = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType, Enum)
"""What objects refer to but do not hold."""


def weight(thing: Any) -> int:
    """Bytes that an object takes with all that it holds."""
    size: Callable[[Any], int] = sys.getsizeof
    seen: set[int] = set()
    total = 0
    todo = [thing]
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, _SHARED):
            continue
        seen.add(id(one))
        total += size(one)
        todo += gc.get_referents(one)
    return total
