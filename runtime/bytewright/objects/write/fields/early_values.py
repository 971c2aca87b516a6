"""Derived fields that are known before they are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bytewright.errors import NO_VALUE, WriteError, cause, shown
from bytewright.model.structures import Struct, field_path, standing_for
from bytewright.objects.write.output import Output


def settles(owner: Struct, field: int, out: Output) -> bool:
    """Whether a derived field is to be computed: not where a user overrides it."""
    return not (out.override and getattr(owner, owner.FIELDS[field].name) is not None)


def derive_constant(owner: Struct, field: int, out: Output, value: Any) -> None:
    """Derive a field that is always the same."""
    if settles(owner, field, out):
        setattr(owner, owner.FIELDS[field].name, value)


def derive_ruled(owner: Struct, field: int, out: Output, rule: Callable[[], Any], *, number: bool = False) -> None:
    """Derive a field that is what its rule says, as far as that is known by now; ``number``: it is one."""
    if settles(owner, field, out) and not out.stays(owner, field):
        try:
            value = rule()
        except NO_VALUE:
            if not out.first:
                raise
            value = None
        if out.first and number:
            value = max(0, value or 0)  # nothing has a size yet: what there is behind a header is less than nothing
        setattr(owner, owner.FIELDS[field].name, value)
        out.expect(rule, value, owner, field, "as its rule says")


def derive_value(
    owner: Struct, field: int, out: Output, value: Callable[[], Any], *, conditional: bool = False
) -> None:
    """Derive a field by an expression; what was read stays where it was another even then.

    Args:
        owner: the structure that holds it.
        field: which of its fields it is.
        out: where it will be written.
        value: computes it.
        conditional: whether the field may be left out: then it need not have a value.

    Raises:
        WriteError: what it is computed of isn't set, or isn't there.
    """
    if not settles(owner, field, out) or out.stays(owner, field):
        return
    name = owner.FIELDS[field].name
    try:
        setattr(owner, name, value())
    except NO_VALUE as error:
        if not conditional:
            expected = "a value that follows from others"
            raise WriteError(
                field=field_path(owner, field), expected=expected, found=f"nothing, as {cause(error)}"
            ) from None
        setattr(owner, name, None)


def derive_filling(value: Any, size: int) -> Any:
    """Bytes that fill up to where something else begins: where they are zeros, or are left out, as many as it takes."""
    if value is None or (isinstance(value, bytes) and not value.strip(b"\0")):
        return bytes(max(size, 0))
    return value


def derive_digits(owner: Struct, field: int, number: int, base: int) -> str:
    """A number as text, as long as what stands there, and filled up as that is."""
    stored = getattr(owner, owner.FIELDS[field].name)
    text = format(number, {2: "b", 8: "o", 10: "d", 16: "x"}[base])
    if not isinstance(stored, str):
        return text
    try:
        if int(stored, base) == number:
            return stored
    except ValueError:
        pass
    if stored != stored.lower():
        text = text.upper()
    if stored.startswith(" "):
        return text.rjust(len(stored))
    return text.ljust(len(stored)) if stored.endswith(" ") else text.zfill(len(stored))


def derive_index(owner: Struct, field: int, items: Sequence[Any]) -> None:
    """Turn an item that a user set into its place in a list; the first one counts.

    Raises:
        WriteError: the list has no such item.
    """
    name = owner.FIELDS[field].name
    value = getattr(owner, name)
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return
    place = next((place for place, item in enumerate(items) if standing_for(item) == value), None)
    if place is None:
        few = ", ".join(repr(standing_for(item)) for item in items[:8]) + (", …" if len(items) > 8 else "")
        raise WriteError(field=field_path(owner, field), expected=f"one of {few or 'none'}", found=shown(value))
    setattr(owner, name, place)
