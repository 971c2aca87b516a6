"""Enums of generated models, and the names that views show of their members."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, Self


class Enum(IntEnum):
    """Base of generated enums; a value without a name stays a plain int."""

    @property
    def label(self) -> str:
        """The name that views show: its id in the spec, or the spec's ``-label``."""
        return _LABELS.get(type(self), {}).get(int(self)) or self.name.lower()

    @classmethod
    def labelled(cls, label: str) -> Self | None:
        """The member that a label names."""
        return next((member for member in cls if member.label == label or member.name.lower() == label), None)


def named(kind: type[Enum], value: int) -> Any:
    """The member of an enum, or the number where it has none."""
    return kind._value2member_map_.get(value, value)


def label_of(value: Any) -> str:
    """The name of an enum's member, or the digits of a number without one."""
    return value.label if isinstance(value, Enum) else str(value)


_LABELS: dict[type[Enum], Mapping[int, str]] = {}


def set_labels(kind: type[Enum], labels: Mapping[int, str]) -> None:
    """Give members of an enum names that an identifier can't be."""
    _LABELS[kind] = labels
