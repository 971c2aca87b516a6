"""Types of values: what an expression evaluates to, and what a field holds once it is read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IntValue:
    """An integer. ``bits`` is 0 for a calculated integer (unbounded, as in ksc's Python). ``wide``: whether such a one
    is made of numbers of 64 bits without a sign, so that a long may not hold it."""

    bits: int = 0
    signed: bool = True
    wide: bool = False

    @property
    def is_wide(self) -> bool:
        """Whether it may be larger than a long."""
        return self.wide or (self.bits == 64 and not self.signed)


@dataclass(frozen=True, slots=True)
class FloatValue:
    """A float of 32 or 64 bits."""

    bits: int = 64


@dataclass(frozen=True, slots=True)
class BoolValue:
    """True or false."""


@dataclass(frozen=True, slots=True)
class StrValue:
    """Text."""


@dataclass(frozen=True, slots=True)
class BytesValue:
    """Bytes."""


@dataclass(frozen=True, slots=True)
class EnumValue:
    """A member of an enum, named absolutely (``spec::type::enum``)."""

    enum: str


@dataclass(frozen=True, slots=True)
class StructValue:
    """A structure of a user type, named absolutely (``spec::outer::inner``); empty: any structure."""

    type: str


@dataclass(frozen=True, slots=True)
class ArrayValue:
    """A list of values of one type."""

    item: Value


@dataclass(frozen=True, slots=True)
class StreamValue:
    """A stream (``_io``)."""


@dataclass(frozen=True, slots=True)
class AnyValue:
    """Cases of a switch that have no type in common; members are reached by a cast only."""


Value = (
    IntValue
    | FloatValue
    | BoolValue
    | StrValue
    | BytesValue
    | EnumValue
    | StructValue
    | ArrayValue
    | StreamValue
    | AnyValue
)
