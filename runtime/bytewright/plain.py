"""Models as plain values: what a user sets, as JSON; and back."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from bytewright.codec import Codec
from bytewright.errors import WriteError
from bytewright.model import Enum, Field, Struct
from bytewright.spelling import hint


def to_plain(model: Struct) -> dict[str, Any]:
    """The fields of a model that don't follow from others, by their ids; absent ones are left out."""
    found: dict[str, Any] = {}
    for field in model.FIELDS:
        if field.name and not field.derived:
            value = getattr(model, field.name)
            if value is not None:
                found[field.id] = _value(value)
    return found


def _value(value: Any) -> Any:
    match value:
        case Struct():
            return to_plain(value)
        case list():
            return [_value(v) for v in value]
        case Enum():
            return value.label
        case bytes():
            return value.hex()
        case float() if not math.isfinite(value):
            return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


def from_plain(codec: Codec, document: str | bytes | Mapping[str, Any]) -> Any:
    """A model from plain values; what they leave out is absent.

    Raises:
        WriteError: the text is not JSON, or has a key that is no field.
    """
    if isinstance(document, str | bytes):
        try:
            document = json.loads(document)
        except ValueError as error:
            raise WriteError(f"not JSON: {error}") from None
    if not isinstance(document, Mapping):
        raise WriteError(expected="an object", found=type(document).__name__)
    return _structure(codec.root, document, codec.structures(), "")


def _structure(
    kind: type[Struct], document: Mapping[str, Any], structures: Mapping[str, type[Struct]], path: str
) -> Struct:
    made = kind._begin(None, None, "", None)
    fields = {field.id: field for field in kind.FIELDS if field.name}
    for key, value in document.items():
        field = fields.get(key)
        here = f"{path}.{key}" if path else key
        if field is None:
            raise WriteError("there is no such field", field=here, hint=hint(key, fields, "fields"))
        if field.repeated and value is not None and not isinstance(value, list):
            raise WriteError(field=here, expected="a list", found=repr(value))
        setattr(made, field.name, _parsed(field, value, structures, here))
    return made


def _parsed(field: Field, value: Any, structures: Mapping[str, type[Struct]], path: str) -> Any:
    if isinstance(value, list):
        return [_parsed(field, v, structures, f"{path}[{i}]") for i, v in enumerate(value)]
    if isinstance(value, Mapping):
        kind = field.struct or _case(field, value)
        if kind is None:
            raise WriteError(field=path, expected="a value", found="an object")
        return _structure(kind, value, structures, path)
    if field.struct is not None and not field.struct.SHOWN_AS and value is not None:
        raise WriteError(field=path, expected="an object", found=repr(value))
    if isinstance(value, str) and field.kind == "bytes":
        try:
            return bytes.fromhex(value)
        except ValueError:
            raise WriteError(field=path, expected="bytes in hexadecimal", found=repr(value)) from None
    if isinstance(value, str) and field.kind[0] == "f" and field.enum is None:
        return float(value.lower())
    if value in ("NaN", "Infinity", "-Infinity") and _is_float(field):
        return float(value.lower())
    return value


def _is_float(field: Field) -> bool:
    """Whether such a text can only be a number: some case of a switch is a float, and none is text or an enum."""
    cases = [case for case in (field.cases or {}).values() if isinstance(case, str)]
    return field.enum is None and any(c[0] == "f" for c in cases) and not any(c.startswith("str") for c in cases)


def _case(field: Field, value: Mapping[str, Any]) -> type[Struct] | None:
    """The case of a switch whose fields the keys are."""
    cases = [case for case in (field.cases or {}).values() if not isinstance(case, str)]
    return next((c for c in cases if set(value) <= {f.id for f in c.FIELDS}), None)
