"""Columns that show one field, or a structure and what is in it: what they say must agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from bytewright.errors import WriteError, shown
from bytewright.kernels.plan.encoding import CASE as CASE_STEP
from bytewright.model.structures import Field, Struct
from bytewright.model.switches import Chosen
from bytewright.views.evaluate.layout import FixedColumn


class Shared(NamedTuple):
    """Columns of one field.

    Attributes:
        path: where it is, in Python's names.
        columns: one that shows it, others that show it, too, or a part of it.
    """

    path: tuple[str, ...]
    columns: tuple[FixedColumn, ...]

    def told(self, kind: type[Struct] | None, values: Iterable[tuple[FixedColumn, Any]]) -> Any:
        """What columns say of the field together; None of one says nothing, where another says something.

        Args:
            kind: the class of the structures that the field holds; None: it holds none, or several.
            values: columns with what a model holds for their values.

        Raises:
            WriteError: they contradict each other.
        """
        found = None
        for column, value in values:
            below = column.column.path[len(self.path) :]
            found = _agreed(kind, found, value if value is None else _nested(kind, below, value))
        return found


def shared(columns: Sequence[FixedColumn]) -> list[Shared]:
    """The fields of which columns say something, in the order of the columns; of nested ones the outer."""
    paths = {column.column.path for column in columns}
    found: dict[tuple[str, ...], list[FixedColumn]] = {}
    for column in columns:
        path = column.column.path
        sizes = range(1, len(path) + 1)
        if path:
            found.setdefault(next(path[:size] for size in sizes if path[:size] in paths), []).append(column)
    return [Shared(path, tuple(those)) for path, those in found.items()]


def _nested(kind: type[Struct] | None, path: Sequence[str], value: Any) -> Any:
    """A value as a part of the structure that holds it, as rows hold that."""
    if not path:
        return value
    if path[0].startswith(CASE_STEP):
        return Chosen(path[0].removeprefix(CASE_STEP), _nested(None, path[1:], value))
    field = _field(kind, path[0])
    return {field.id: _nested(field.struct, path[1:], value)}


def _field(kind: type[Struct] | None, name: str) -> Field:
    found = next((field for field in kind.FIELDS if field.name == name), None) if kind is not None else None
    if found is None:
        raise WriteError(expected="a structure that rows can make", found=name)
    return found


def _spelled_out(kind: type[Struct] | None, value: Any) -> Any:
    """A value that stands for a structure as that structure."""
    if isinstance(value, Mapping) or kind is None or not kind.SHOWN_AS:
        return value
    return {field.id: value for field in kind.FIELDS if field.name == kind.SHOWN_AS} or value


def _agreed(kind: type[Struct] | None, one: Any, other: Any) -> Any:
    """What two values say together, of which each may say a part."""
    if one is None or other is None:
        return other if one is None else one
    if isinstance(one, Mapping) != isinstance(other, Mapping):
        one, other = _spelled_out(kind, one), _spelled_out(kind, other)
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        fields = {field.id: field.struct for field in kind.FIELDS} if kind is not None else None
        both = dict(one) | dict(other)
        for name in one.keys() & other.keys():
            if fields is None or name in fields:  # others are calculated
                both[name] = _agreed(fields[name] if fields is not None else None, one[name], other[name])
        return both
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [_agreed(kind, left, right) for left, right in zip(one, other, strict=True)]
    alike = one == other or (one != one and other != other)  # NaN is what NaN is
    if not alike and not ({type(one), type(other)} == {str, bytes}):  # a UUID in text may be these bytes
        raise WriteError(expected=f"{shown(one)}, as another column says", found=shown(other))
    return one
