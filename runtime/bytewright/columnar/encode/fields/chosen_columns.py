"""Columns of which conditions decide where their values are stored, as columns of fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.columnar.encode.arrow_fields import FieldResolver, SourceColumn
from bytewright.columnar.encode.plain_values.arrays import ABOUT, UNDECIDED
from bytewright.kernels.drivers.encoder import Encoder, Sizes
from bytewright.kernels.plan.encoding import EncodingPlan
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.assemble_encoding import Path
from bytewright.schema.value_forms import PLAIN, Cases, Form, Null

_compute: Any = pc
_STRUCTURES = ("any", "struct")
"""Kinds of what may not be there, as far as conditions are concerned."""


class ChoosingColumn:
    """A column whose values are stored in one of several fields, as conditions say.

    Args:
        plan: makes the number of the way that counts, a byte for each record.
        paths: the ways to the fields, by these numbers; an empty one: there is no value.
        form: how the column is shown.
        sizes: of the encoder.

    Raises:
        Unsupported: objects know what is stored of what is shown so.
    """

    def __init__(self, plan: EncodingPlan, paths: Sequence[Path], form: Form, sizes: Sizes) -> None:
        if isinstance(form.form if isinstance(form, Null) else form, Cases):
            raise Unsupported("a column of cases of several switches")
        self._encoder = Encoder(plan, sizes)
        self._form = form
        self._paths = paths

    @property
    def paths(self) -> Set[Path]:
        """The fields."""
        return {path for path in self._paths if path}

    def columns(self, array: Any, others: FieldResolver, first: int) -> list[SourceColumn]:
        """A column of each field.

        Args:
            array: the values of the column.
            others: resolves the fields that conditions ask for.
            first: the number of the first record.

        Raises:
            Unsupported: conditions ask for what isn't said, or say that there is no value where there is one.
        """
        array = _decoded(array)
        said = array.is_valid()
        sources = self._encoder.plan.sources
        for source in sources:
            way = source.path[:-1] if source.kind in ABOUT else source.path
            told = None if source.kind in _STRUCTURES else others.values(way)
            if source.kind not in _STRUCTURES and _compute.any(_missing(told, said)).as_py():
                raise Unsupported(f"{'.'.join(way)}: conditions that ask for what isn't said")
        marked = self._encoder.whole(len(array), others.arrays(sources), number=first)
        chosen = np.frombuffer(marked, np.uint8).copy()
        nowhere = np.array([not path for path in (*self._paths, ())])[chosen]
        if _compute.any(_compute.and_(pa.array(nowhere), said)).as_py():
            raise Unsupported("a value where conditions say that there is none")
        numbers, nothing = pa.array(chosen), pa.scalar(None, array.type)
        return [
            SourceColumn(path, _compute.if_else(_compute.equal(numbers, number), array, nothing), self._form)
            for number, path in enumerate(self._paths)
            if path
        ]


def _missing(told: Any, said: Any) -> Any:
    """Where something is said, but not what is told; ``told``: None: that is told nowhere."""
    return said if told is None else _compute.and_(said, told.is_null())


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
