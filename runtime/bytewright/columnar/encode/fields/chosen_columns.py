"""Columns of which conditions decide where their values are stored, as columns of fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace
from functools import reduce
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from bytewright.columnar.encode.arrow_fields import SourceColumn
from bytewright.columnar.encode.plain_values.arrays import UNDECIDED
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.assemble_encoding import Path
from bytewright.schema.value_forms import PLAIN, Null

_compute: Any = pc


def put_together(columns: Sequence[SourceColumn], chosen: Set[Path]) -> list[SourceColumn]:
    """Columns of which each field of some has one: a row has what any of them says.

    Args:
        columns: the columns.
        chosen: the fields that conditions give values.

    Raises:
        Unsupported: columns say different things of one field, as far as that is told easily.
    """
    found: list[SourceColumn] = []
    places: dict[Path, int] = {}
    for column in columns:
        at = places.setdefault(column.path, len(found)) if column.path in chosen else len(found)
        if at == len(found):
            found.append(column)
        else:
            found[at] = _of_both(found[at], column)
    return found


def with_told(columns: Sequence[SourceColumn], chosen: Set[Path], told: Callable[[Path], Any]) -> list[SourceColumn]:
    """Columns of chosen fields with what a root says where they say nothing.

    Args:
        columns: the columns, one for each field.
        chosen: the fields that conditions give values.
        told: gives what a root says of a field; None: nothing.

    Raises:
        Unsupported: both say something of one field, as far as that isn't told easily to be the same.
    """
    found = []
    for column in columns:
        besides = told(column.path) if column.path in chosen else None
        if besides is None or besides.null_count == len(besides):
            found.append(column)
            continue
        if (column.form.form if isinstance(column.form, Null) else column.form) != PLAIN:
            raise Unsupported(f"{'.'.join(column.path)}: a root says something of what a column shows")
        besides = _of_kind(besides, _decoded(column.array).type)
        found.append(_of_both(column, replace(column, array=besides)))
    return found


def _of_kind(numbers: Any, kind: pa.DataType) -> Any:
    """Plain numbers as a column of a type has them; as they are where that has no such numbers."""
    alike = (pa.types.is_integer, pa.types.is_floating)
    return numbers.cast(kind) if any(of(numbers.type) and of(kind) for of in alike) else numbers


def refuse_undecided(told: Any, columns: Sequence[SourceColumn]) -> None:
    """Refuse records of which a root says that there is a case of a switch, and no column anything of it.

    Raises:
        Unsupported: there is such a one: objects know what that means.
    """
    for way, undecided in _undecided(told, ()):
        below = [column.array.is_valid() for column in columns if column.path[: len(way)] == way]
        unsaid = _compute.and_not(undecided, reduce(_compute.or_, below)) if below else undecided
        if _compute.any(unsaid).as_py():
            raise Unsupported(f"{'.'.join(way)}: one of several cases of a switch, of which nothing is said")


def _undecided(array: Any, way: Path) -> Iterator[tuple[Path, Any]]:
    """The ways to switches, and where nothing is said but that there is one of their cases."""
    if not pa.types.is_struct(array.type):
        return
    for field, member in zip(array.type, array.flatten(), strict=True):
        if field.name == UNDECIDED:
            yield way, member
        else:
            yield from _undecided(member, (*way, field.name))


def _of_both(one: SourceColumn, other: SourceColumn) -> SourceColumn:
    """What two columns say of a field: each where the other says nothing."""
    where = ".".join(one.path)
    left, right = (_decoded(column.array) for column in (one, other))
    if pa.types.is_null(left.type):
        return other
    if pa.types.is_null(right.type):
        return one
    if one.form != other.form or left.type != right.type:
        raise Unsupported(f"{where}: several columns of one field")
    both = _compute.and_(left.is_valid(), right.is_valid())
    try:
        if _compute.any(both).as_py() and not left.filter(both).equals(right.filter(both)):
            raise Unsupported(f"{where}: columns say different things of it")
        return replace(one, array=_compute.coalesce(left, right))
    except pa.ArrowException as error:
        raise Unsupported(f"{where}: {error}") from error


def _decoded(array: Any) -> Any:
    return array.dictionary_decode() if pa.types.is_dictionary(array.type) else array
