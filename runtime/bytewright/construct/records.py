"""What is handed to a declaration, and no file holds."""

from __future__ import annotations

import dataclasses
import enum
import typing
from collections.abc import Mapping
from typing import Any, Self


class Record:
    """A dataclass whose members expressions can ask for, whether by ``this.schema.columns`` or ``schema.columns``."""

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Makes one of plain values: mappings for dataclasses inside, numbers or names for members of enums."""
        hints = typing.get_type_hints(cls)
        return cls(**{field.name: _made(hints[field.name], values[field.name]) for field in dataclasses.fields(cls)})  # type: ignore[arg-type]


def _made(hint: Any, value: Any) -> Any:
    inner = [option for option in typing.get_args(hint) if option is not type(None)]
    if isinstance(value, list):
        return [_made(inner[0], item) for item in value]
    if inner:
        hint = inner[0]
    if isinstance(hint, type) and issubclass(hint, enum.IntEnum):
        return hint[value.upper()] if isinstance(value, str) else hint(value)
    if isinstance(hint, type) and issubclass(hint, Record) and value is not None:
        return hint.of(value)
    return value
