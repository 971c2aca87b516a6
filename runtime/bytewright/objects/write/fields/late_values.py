"""Room for fields that are known only when what they are about has been written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.errors import NO_VALUE
from bytewright.model.structures import Struct
from bytewright.objects.write.fields.early_values import settles
from bytewright.objects.write.output import Output


def reserve_list(
    owner: Struct,
    field: int,
    out: Output,
    count: int,
    when_empty: int | None,
    *,
    keeps: bool = False,
    there: Callable[[], Any] | None = None,
) -> None:
    """Make room for a list of late values; what was read is the first guess, and stays where nothing settles it.

    Args:
        owner: the structure that holds it.
        field: which of its fields it is.
        out: where it will be written.
        count: how many values there are.
        when_empty: what they are where nothing settles them and nothing was set; None: that is an error.
        keeps: what was read stays in a rebuilt file, too, as the values may say something else besides.
        there: whether there is a list, as far as that is known: if there is, room is made at the latest when it is
            written.
    """
    if not settles(owner, field, out):
        return
    name = owner.FIELDS[field].name
    stored = getattr(owner, name)
    if stored is None and there is not None and not _may_be(there):
        return
    if not isinstance(stored, list) or (out.canonical and not keeps):
        stored = []
    elif len(stored) == count:
        for element in range(count):
            out.note_unset(owner, field, element, ...)
        return
    kept = stored[:count] if keeps else []
    rest = [when_empty or 0] * (count - len(kept))
    setattr(owner, name, kept + rest if kept else rest)
    if when_empty is None and not out.override:
        for element in range(len(kept), count):
            out.note_unset(owner, field, element)
    if kept:
        for element in range(len(kept), count):
            out.note_free(owner, field, element)
    else:
        out.note_free(owner, field, ...)


def _may_be(there: Callable[[], Any]) -> bool:
    """Whether a condition holds, or isn't known to fail."""
    try:
        return bool(there())
    except NO_VALUE:
        return True


def reserve_value(
    owner: Struct,
    field: int,
    out: Output,
    *,
    digits: int = 0,
    keeps: bool = False,
    unless: int | None = None,
    when_empty: int | None = None,
    certain: bool = False,
) -> None:
    """Make room for a late value; what was read is the first guess.

    Args:
        owner: the structure that holds it.
        field: which of its fields it is.
        out: where it will be written.
        digits: how many it has where it is text.
        keeps: what was read stays in a rebuilt file as well where nothing settles it.
        unless: a value that nothing settles, and what it is where nothing does.
        when_empty: what it is where nothing settles it and nothing was set.
        certain: whether something must settle it then.
    """
    name = owner.FIELDS[field].name
    value = getattr(owner, name)
    if unless is not None and value == unless:
        return
    if value is None or (out.canonical and not out.override and not keeps):
        setattr(owner, name, "0" * digits if digits else when_empty or 0)
        out.note_free(owner, field)
        if value is None and (certain or unless is not None) and not out.override:
            out.note_unset(owner, field, otherwise=unless)
    else:
        out.note_unset(owner, field, otherwise=...)
