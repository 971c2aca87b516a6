"""Values of switches: which case a value is, by what name views show it, and what rows say of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from bytewright.model.kept_keys import CHOSEN
from bytewright.model.structures import Field, Struct


def switched(owner: Struct | None, name: str) -> Any:
    """The value of a switch with the name of its case: a mapping of one member, or a list of such; None without one,
    or without the structure that holds it."""
    if owner is None:
        return None
    value, case = getattr(owner, name), owner._cases.get(_number_of(owner, name))
    if value is None or (case is None and not isinstance(value, list)):
        return None
    if isinstance(value, list):
        cases = [(case or {}).get(i) for i in range(len(value))] if not isinstance(case, str) else [case] * len(value)
        return [None if one is None else {case_member(one): item} for one, item in zip(cases, value, strict=True)]
    assert isinstance(case, str)
    return {case_member(case): value}


def case_of(name: str, value: Any) -> dict[str, Any] | None:
    """The value of a field that shows as a case beside those of a switch: a mapping of one member; None without one."""
    return None if value is None else {name: value}


def _number_of(owner: Struct, name: str) -> int:
    kind = owner.__class__
    found = _NUMBERS.get((kind, name))
    if found is None:
        # Asked of the structure: one of the stock parser's is given what our classes have.
        found = _NUMBERS[kind, name] = next(i for i, field in enumerate(owner.FIELDS) if field.name == name)
    return found


_NUMBERS: dict[tuple[type[Struct], str], int] = {}
"""Of fields of classes, by their names in Python."""


@cache
def case_member(kind: str) -> str:
    """What a case is called as a member of a struct: its type without byte order."""
    bare = kind.removesuffix("le").removesuffix("be")
    return bare if bare[:1] in "usfb" and bare[1:].isdigit() else kind


class Undecided(dict[str, Any]):
    """Plain values of a structure that several cases of a switch may be; a writer knows which one it is.

    Args:
        values: the plain values.
        made: makes the structure when its class is known.
    """

    def __init__(self, values: Mapping[str, Any], made: Callable[[type[Struct]], Any]) -> None:
        super().__init__(values)
        self.made = made


class Chosen(NamedTuple):
    """A value of a switch as rows hold it: with the name of its case (`case_member`)."""

    case: str
    value: Any


def choose(owner: Struct, name: str, value: Any) -> None:
    """Give a field what rows hold; of a switch it is noted which case they say."""
    place = next((i for i, field in enumerate(owner.FIELDS) if field.name == name and field.cases), None)
    if place is not None:
        cases: Any = None
        if isinstance(value, Chosen):
            cases, value = value
        elif isinstance(value, list):
            cases = {i: item.case for i, item in enumerate(value) if isinstance(item, Chosen)}
            value = [item.value if isinstance(item, Chosen) else item for item in value]
        if cases:
            owner._kept[CHOSEN + place] = cases
    setattr(owner, name, value)


def cases_of(field: Field) -> list[str]:
    """What the values of a field are called as members of the struct of a switch: one name, where it is none."""
    if field.cases:
        return [case_member(case) for case in field.cases]
    return [field.struct.TYPE.rpartition("::")[2] if field.struct is not None else case_member(field.kind)]


def chosen_case(owner: Struct, field: int, element: int | None = None) -> str | None:
    """The name of the case that rows say of a switch, or of an element of a list of such; None: nobody says it."""
    found = owner._kept.get(CHOSEN + field)
    return found.get(element) if isinstance(found, dict) else found


class HexText(str):
    """Plain text that a case of a switch takes for bytes in hexadecimal; a writer knows whether it is that."""

    __slots__ = ()
