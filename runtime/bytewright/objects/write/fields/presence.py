"""Derived fields that say which values are there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bytewright.errors import NO_VALUE, WriteError, shown
from bytewright.model.structures import Struct, field_path, is_null
from bytewright.objects.write.fields.early_values import settles
from bytewright.objects.write.output import Output
from bytewright.objects.write.placeholders import PlaceholderList


def derive_nulls(
    owner: Struct, field: int, out: Output, values: Sequence[Any] | None, all: Any, none: Any, some: Any
) -> None:
    """Derive a field that says whether all, none or some values of a list are null; a stored one that is true stays, or
    that says nothing of a list without null.

    A structure without the value that it stands for is null by itself, so that it needs nothing to say so."""
    if not settles(owner, field, out):
        return
    name = owner.FIELDS[field].name
    stored = getattr(owner, name)
    if isinstance(values, PlaceholderList):
        nulls = unsaid = values.nulls
    else:
        nulls = 0 if values is None else sum(map(is_null, values))
        unsaid = 0 if values is None else sum(value is None for value in values)
    everything = values is None or nulls == len(values)
    true = {all} if values is None else {some, *([all] if everything else []), *([] if unsaid else [none])}
    says_nothing = stored not in (all, none, some) and values is not None and not unsaid  # a number without a name
    if stored is None or out.canonical or not (stored in true or says_nothing):
        setattr(owner, name, all if everything else some if nulls else none)


def derive_validity(
    owner: Struct,
    field: int,
    out: Output,
    values: Sequence[Any] | None,
    nothing: Callable[[int], bool] | None = None,
) -> None:
    """Derive the bits that say which elements of a list are present.

    ``nothing``: whether an element is none whatever its bit says, which stays as it was read then; None: none is."""
    if not settles(owner, field, out):
        return
    name = owner.FIELDS[field].name
    bits: Sequence[bool] | None
    if isinstance(values, PlaceholderList):
        bits = values.validity()
    elif values is None:
        bits = None
    else:
        bits = [value is not None for value in values]
        if nothing is not None and not out.canonical:
            for index, there in enumerate((getattr(owner, name) or ())[: len(bits)]):
                bits[index] = bits[index] or (bool(there) and _holds(nothing, index))
    setattr(owner, name, bits)


def check_no_nulls(
    owner: Struct,
    field: int,
    there: Callable[[], bool] | None = None,
    nothing: Callable[[int], bool] | None = None,
) -> None:
    """Where validity bits are left out, all elements of their list are there, if the list is.

    Args:
        owner: the structure that holds both.
        field: the list.
        there: whether the list is; None: always.
        nothing: whether an element is none whatever its bit says; None: none is.

    Raises:
        WriteError: an element is null.
    """
    values = getattr(owner, owner.FIELDS[field].name)
    null = None
    if there is not None and not _holds(there):
        return
    if isinstance(values, PlaceholderList):
        null = 0 if values.nulls else None
    elif values is not None:
        null = next((i for i, v in enumerate(values) if v is None and not (nothing and _holds(nothing, i))), None)
    if null is not None:
        expected = "a value, as the bits that tell which elements are null are left out"
        raise WriteError(field=field_path(owner, field, null), expected=expected, found="null")


def _holds(test: Callable[..., bool], *index: int) -> bool:
    """Whether something holds, of an element or at all, as far as that is known by now."""
    try:
        return test(*index)
    except NO_VALUE:
        return False


def derive_presence(
    owner: Struct,
    field: int,
    out: Output,
    count: int,
    items: Sequence[Any] | None,
    member: str,
    at: Callable[[Any], int],
    where: Callable[[Any], bool],
) -> None:
    """Derive the bits that say which items of a list have a member.

    Args:
        owner: the structure that holds the bits.
        field: which of its fields they are.
        out: where they will be written.
        count: how many bits there are.
        items: the list.
        member: Python name of the member.
        at: from an item to the place of its bit.
        where: whether an item has a bit; one without has no such member.

    Raises:
        WriteError: an item without a bit has the member.
    """
    if not settles(owner, field, out):
        return
    bits = [False] * count
    for item in items or ():
        there = getattr(item, member) is not None
        if where(item):
            bits[at(item)] = there
        elif there:
            place = next(i for i, known in enumerate(item.FIELDS) if known.name == member)
            expected = "nothing, as no bit says that it is there"
            raise WriteError(field=field_path(item, place), expected=expected, found=shown(getattr(item, member)))
    setattr(owner, owner.FIELDS[field].name, bits)
