"""Counts, derived from the lists that they count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from bytewright.errors import WriteError, shown
from bytewright.model.member_names import id_of
from bytewright.model.structures import Struct, field_path, given
from bytewright.model.switches import Undecided
from bytewright.objects.write.fields.early_values import settles
from bytewright.objects.write.output import Output


class Lists(NamedTuple):
    """Lists that a count counts.

    Attributes:
        names: the way to them from the structure that holds the count, in Python's names.
        solve: how the count follows from a length.
    """

    names: tuple[str, ...]
    solve: Callable[[int], int]


def lists_at(*names: str, solve: Callable[[int], int] = int) -> Lists:
    """The lists at the end of a way; where a list lies on it, those of each of its elements."""
    return Lists(names, solve)


Way = tuple[str | int, ...]
"""Names of fields, and places in lists."""


def reached(node: Any, names: Sequence[str], way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """What lies at the end of a way, and how it was reached; nothing where something on it is left out."""
    if not names:
        yield way, node
    elif isinstance(node, list):
        for place, item in enumerate(node):
            yield from reached(item, names, (*way, place))
    elif isinstance(node, Struct):
        if hasattr(node, names[0]):  # another case of a switch has no such field
            yield from reached(getattr(node, names[0]), names[1:], (*way, names[0]))
    elif isinstance(node, Undecided):
        yield from reached(node.get(names[0]), names[1:], (*way, names[0]))


def spelled(way: Way) -> str:
    """A way as errors show it, by ids."""
    ids = (f"[{p}]" if isinstance(p, int) else f".{id_of(p)}" for p in way)
    return "".join(ids).removeprefix(".")


def derive_count(owner: Struct, field: int, out: Output, *counted: Lists, conditional: bool = False) -> None:
    """Derive a count from the lists that it counts.

    Args:
        owner: the structure that holds the count.
        field: which of its fields the count is.
        out: where it will be written.
        counted: the lists; those that are left out don't count.
        conditional: whether the count may be left out itself.

    Raises:
        WriteError: the lists are not equally long, or there is none and no count was given.
    """
    if settles(owner, field, out):
        _count(owner, field, owner, counted, out, conditional)


def below(owner: Struct, way: tuple[str, ...]) -> Struct | None:
    """The structure at the end of a way down, if there is one."""
    holder: Any = owner
    for name in way:
        if not isinstance(holder, Struct) or not given(holder, name):
            return None
        holder = getattr(holder, name)
    return holder if isinstance(holder, Struct) else None


def derive_count_below(owner: Struct, way: tuple[str, ...], field: int, out: Output, *counted: Lists) -> None:
    """Derive a count in a structure below from lists that lie outside of it.

    Args:
        owner: the structure in which both lie.
        way: the way down to the one that holds the count, in Python's names.
        field: which of its fields the count is.
        out: where it will be written.
        counted: the lists, as seen from ``owner``.

    Raises:
        WriteError: the lists are not equally long, or there is none and no count was given.
    """
    holder = below(owner, way)
    if holder is not None and settles(holder, field, out):
        _count(holder, field, owner, counted, out, conditional=True)


def _count(owner: Struct, field: int, outer: Struct, counted: Sequence[Lists], out: Output, conditional: bool) -> None:
    name = owner.FIELDS[field].name
    found: int | None = None
    first: Way = ()
    for names, solve in counted:
        for way, value in reached(outer, names):
            if value is None:
                continue
            if isinstance(value, str | bytes) or not isinstance(value, Sequence):
                raise WriteError(field=field_path(outer, spelled(way)), expected="a list", found=shown(value))
            here = solve(len(value))
            if found is None:
                found, first = here, way
            elif here != found:
                expected = f"as many in {spelled(way)} as in {spelled(first)} ({found})"
                raise WriteError(field=field_path(owner, field), expected=expected, found=str(here))
    if found is None:
        found = getattr(owner, name)
        if found is None and not conditional:
            expected = "a number, as no list is there to count"
            raise WriteError(field=field_path(owner, field), expected=expected, found="nothing")
        if found is not None:
            out.note_unset(owner, field, otherwise=...)
    setattr(owner, name, found)
