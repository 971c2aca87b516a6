"""Any value of a model as JSON text, as ``cat`` prints it: for what has no columns of its own (recursive types)."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

from bytewright.errors import LimitError
from bytewright.model.enums import Enum
from bytewright.model.member_names import id_of
from bytewright.model.structures import Struct
from bytewright.schema.blame import blamed


def json_text(value: Any) -> str:
    """Compact JSON: structures as objects of their fields and what is calculated, or of the members that values name,
    bytes as lower-case hex, enums by their labels. A calculated structure lies elsewhere; what is calculated of it is
    shown but for structures, each of which may lead on to the next one.

    Raises:
        LimitError: the value nests more deeply than the interpreter can follow.
    """
    try:
        return _text(value, "", elsewhere=False)
    except RecursionError:
        error = LimitError(expected="structures nested less deeply", found="nesting beyond what can be shown")
        raise blamed(error, value) from None


def _text(value: Any, kind: str, *, elsewhere: bool) -> str:
    cells = getattr(value, "_cells_by_name", None) if isinstance(value, Struct) else None
    if cells is not None:  # its members have names in the file
        named = []
        for name, cell in cells.items():
            named.append(f"{json.dumps(name, ensure_ascii=False)}:{_text(cell, '', elsewhere=elsewhere)}")
        return "{" + ",".join(named) + "}"
    if isinstance(value, Struct):
        members = []  # filled by loops: generators would take frames of the few that nesting may have
        for field in value.FIELDS:
            if field.name:
                text = _text(getattr(value, field.name), field.kind, elsewhere=elsewhere)
                members.append(f"{json.dumps(field.id, ensure_ascii=False)}:{text}")
        for name in value.INSTANCES:
            calculated = getattr(value, name)
            leads_on = _holds_structures(calculated)
            if elsewhere and leads_on:
                continue
            text = _text(calculated, "", elsewhere=leads_on)
            members.append(f"{json.dumps(id_of(name), ensure_ascii=False)}:{text}")
        return "{" + ",".join(members) + "}"
    if isinstance(value, list):
        items = []
        for item in value:
            items.append(_text(item, kind, elsewhere=elsewhere))  # noqa: PERF401 - see above
        return "[" + ",".join(items) + "]"
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


def _holds_structures(value: Any) -> bool:
    return isinstance(value, Struct) or (isinstance(value, list) and any(isinstance(item, Struct) for item in value))
