"""Any value of a model as JSON text, as ``cat`` prints it: for what has no columns of its own (recursive types)."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

from bytewright.model import Enum, Struct


def json_text(value: Any) -> str:
    """Compact JSON: structures as objects of their fields, bytes as lower-case hex, enums by their labels."""
    return _text(value, "")


def _text(value: Any, kind: str) -> str:
    if isinstance(value, Struct):
        named = [field for field in value.FIELDS if field.name]
        members = (f"{json.dumps(f.id, ensure_ascii=False)}:{_text(getattr(value, f.name), f.kind)}" for f in named)
        return "{" + ",".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(_text(item, kind) for item in value) + "]"
    if isinstance(value, Enum):
        value = value.label
    elif isinstance(value, bytes):
        value = value.hex()
    elif isinstance(value, float):
        if not math.isfinite(value):
            value = "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
        elif kind.startswith("f4"):
            return str(np.float32(value))
    return json.dumps(value, ensure_ascii=False)
