"""Unsigned LEB128 integer: the model.

An unsigned integer of up to 64 bits in groups of seven, the lowest first.

Generated from specs/common/uvarint.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as AnySequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from bytewright.generated_api import model as rt
from bytewright.generated_api.model import Field, Struct


@dataclass(slots=True, kw_only=True)
class Uvarint(Struct):
    """An unsigned integer of up to 64 bits in groups of seven, the lowest first."""

    TYPE: ClassVar[str] = "uvarint"
    INSTANCES: ClassVar[tuple[str, ...]] = ("value",)
    SHOWN_AS: ClassVar[str] = "value"
    SPELT: ClassVar[tuple[int, int | None, int] | None] = (0, 1, 7)
    ALONE: ClassVar[bool] = True
    LEB128: ClassVar[int] = 10
    TRACKED: ClassVar[tuple[str, ...]] = ("groups",)

    groups: list[Group]
    """The groups, the lowest first."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            groups: AnySequence[Group | Mapping[str, Any]],
        ) -> None: ...

    @property
    def value(self) -> int:
        """The integer."""
        this: Any = self
        if this._is_told:
            return int(this._told.number)
        try:
            found: int = this.groups[-1].value
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "value", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class Group(Struct):
    """Seven bits of the integer."""

    TYPE: ClassVar[str] = "uvarint::group"
    INSTANCES: ClassVar[tuple[str, ...]] = ("value",)

    low: int
    """The bits. The tenth group has room for one."""
    i: int = field(init=False, default=None)  # type: ignore[assignment]
    """Number of the group."""
    has_next: bool = None  # type: ignore[assignment]
    """Whether another group follows. May be left out where it follows from what is there."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            low: int,
            has_next: bool | None = ...,
        ) -> None: ...

    @property
    def value(self) -> int:
        """The integer that this group and those before it make."""
        this: Any = rt.asked(self)
        try:
            found: int = rt.running_value(
                this,
                "value",
                lambda this: (
                    (0 if this.i == 0 else rt.asked_item(rt.asked(this._parent).groups, this.i - 1).value)
                    + rt.shifted(this.low, 7 * this.i)
                ),
            )
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "value", error) from None
        return found


# Which entries the structures have; they name each other, so it is said when all are there.
Uvarint.FIELDS = (Field("groups", "groups", "struct", repeated=True, struct=Group),)
Group.FIELDS = (
    Field("has_next", "has_next", "b1be"),
    Field("low", "low", "b7be"),
)
