"""Which value a model lacks that can't be written, and what asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING
from dataclasses import fields as dataclass_fields
from typing import Any

from bytewright.errors import MissingError
from bytewright.model.structures import Struct, field_path, given, is_null
from bytewright.model.switches import chosen_case
from bytewright.objects.read.traverse import structures_below


def missing_value(owner: Struct, field: int) -> MissingError:
    """The error for a field that must be set and isn't; it names a field that is set and asks for it."""
    known = owner.FIELDS[field]
    error = MissingError(field=field_path(owner, field), expected="a value", found="nothing")
    if known.struct is not None:
        error.members = tuple(member.id for member in known.struct.FIELDS if member.name and not member.derived)
    found = next(_decided(owner, field), None)
    if found is not None:
        error.decided = field_path(*found)
        error.hint = _reason(*found)
    return error


def first_missing_value(root: Struct) -> MissingError | None:
    """The error for the first value that a model lacks: one that is always needed, or decides about one that is set."""
    needed = ((owner, field) for owner in structures_below(root) for field in _needed(owner))
    deciding = (
        (owner, place)
        for owner in structures_below(root)
        for place, field in enumerate(owner.FIELDS)
        if field.decides and not field.derived and not given(owner, field.name) and any(_decided(owner, place))
    )
    found = next(needed, None) or next(deciding, None)
    return missing_value(*found) if found is not None else None


def missing_member(kind: type[Struct], values: Mapping[str, Any], where: str) -> MissingError | None:
    """The error for the first member that plain values of a structure lack; None: they say all that must be said.

    Args:
        kind: the structure's class.
        values: its members, by ids.
        where: path of the field that holds it.
    """
    names = _required(kind)
    lacking = (f for f in kind.FIELDS if f.name in names and f.id not in values and f.name not in values)
    found = next(lacking, None)
    return MissingError(field=f"{where}.{found.id}", expected="a value", found="nothing") if found is not None else None


def _needed(owner: Struct) -> Iterator[int]:
    """The fields of a structure without which there is none, and which it lacks."""
    names = _required(type(owner))
    for place, field in enumerate(owner.FIELDS):
        if field.name in names and not field.placed and not given(owner, field.name):
            yield place


def _required(kind: type) -> frozenset[str]:
    """What must be said of each structure of a class."""
    return frozenset(one.name for one in dataclass_fields(kind) if one.default is one.default_factory is MISSING)


def _decided(owner: Struct, field: int) -> Iterator[tuple[Struct, int]]:
    """The fields that are set and of which a field decides what they are: those in the nearest structures."""
    decides = owner.FIELDS[field].decides
    types = {name.rpartition(".")[0] for name in decides}
    node: Struct | None = owner if decides else None
    while node is not None:
        nearest = [one for one in structures_below(node) if one.TYPE in types]
        for one in nearest:
            for place, other in enumerate(one.FIELDS):
                if f"{one.TYPE}.{other.id}" in decides and not is_null(getattr(one, other.name, None)):
                    yield one, place
        node = node._parent if not nearest else None


def _reason(owner: Struct, field: int) -> str:
    """Why a field that decides about another must be set, as a sentence."""
    known, path = owner.FIELDS[field], field_path(owner, field)
    if not known.cases:
        return f"It decides whether {path} is there, which is set."
    value = getattr(owner, known.name)
    case = chosen_case(owner, field) or (value.TYPE.rpartition("::")[2] if isinstance(value, Struct) else None)
    found = f"set, as its case {case}," if case else "set"
    return f"It decides what {path} is, which is {found} but doesn't tell."
