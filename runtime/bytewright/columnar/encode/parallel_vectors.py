"""Resolves parallel vectors to columns of rows: the memory that the kernel copies.

As in `bytewright.columnar.encode.arrow_fields`, what values mean (labels, moments) is turned into what is stored, whole
columns at a time, and what can't be taken is left to objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.arrow.logical import MICROSECONDS
from bytewright.columnar.encode.arrow_fields import is_stored, stored, uuids
from bytewright.columnar.encode.rechunk import numbers_of
from bytewright.kernels.plan import NUMBER_KINDS, Case, Part, encoding_codes
from bytewright.kernels.plan.encoding import Source
from bytewright.kernels.plan.failures import Unsupported
from bytewright.schema.value_forms import Form, Moment, Plain


class Bits(NamedTuple):
    """Bits in memory: an address (0: all are set) and the first of them."""

    address: int = 0
    first: int = 0


EVERYTHING = Bits()
NOTHING = 0, 0, encoding_codes.COPY_NOTHING, 0, 0
"""In place of what the kernel is told of values: there are none."""


class VectorValues(NamedTuple):
    """The values of a part of a vector.

    Attributes:
        address: of the first one; of bits, of the bits.
        kind: bytes of a value, or `codes.COPY_BITS`, `codes.COPY_BITS_BE`.
        first: the first one, of bits.
        there: which values are there.
        kept: what must stay in memory meanwhile.
    """

    address: int
    kind: int
    first: int
    there: Bits
    kept: Any

    @property
    def row(self) -> tuple[int, int, int, int, int]:
        """What the kernel is told of them: the first numbers of `codes.PART`."""
        return self.address, self.first, self.kind, *self.there


class Vector(NamedTuple):
    """A column: which values are there, and the parts that they consist of (none where no value is there)."""

    there: Bits
    parts: tuple[tuple[Part, VectorValues], ...]
    empty: bool
    kept: Any


@lru_cache
def dtype_of(kind: str) -> np.dtype[Any]:
    """A kind of numbers as NumPy has it."""
    order = ">" if kind.endswith("be") else "<"
    return np.dtype(f"{order}{'i' if kind[0] == 's' else kind[0]}{kind[1]}")


class Taker:
    """Takes the columns of batches that are shown, stored and held alike as vectors.

    Args:
        name: of the column, for errors.
        form: how its values are shown.
        labels: what its numbers are shown as.
        case: how they are stored.
        kind: their type.
    """

    def __init__(self, name: str, form: Form, labels: Mapping[int, str], case: Case, kind: pa.DataType) -> None:
        self._name = name
        self._form = form
        self._case = case
        numbers_of = tuple((label, number) for number, label in reversed([*labels.items()]))
        self._sources = [Source((), part.kind, numbers_of) for part in case.parts]
        self._alone = case.parts[0] if len(case.parts) == 1 and not case.parts[0].name else None
        self._width = _width_of(kind, self._alone) if self._alone and isinstance(form, Plain) else 0

    def take(self, array: Any) -> Vector:
        """A column as a vector.

        Raises:
            Unsupported: it holds what can't be taken.
        """
        nulls = array.null_count
        if nulls == len(array):
            return Vector(_bits(array), (), empty=True, kept=array)
        if self._width and self._alone is not None:
            validity, values = array.buffers()
            there = Bits(validity.address, array.offset) if nulls else EVERYTHING
            address = values.address + self._width * array.offset
            found = VectorValues(address, self._width, 0, there, array)
            return Vector(there, ((self._alone, found),), empty=False, kept=array)
        try:
            parts = tuple(self._parts(array))
        except (pa.ArrowException, ValueError, OverflowError, TypeError, Unsupported) as error:
            raise Unsupported(f"{self._name}: {error}") from error
        return Vector(_bits(array), parts, empty=False, kept=array)

    def _parts(self, array: Any) -> Iterator[tuple[Part, VectorValues]]:
        for part, source in zip(self._case.parts, self._sources, strict=True):
            one = array
            if part.name:
                if not pa.types.is_struct(array.type) or array.type.get_field_index(part.name) < 0:
                    raise Unsupported(f"no member {part.name}")
                one = array.flatten()[array.type.get_field_index(part.name)]
            if one.null_count != array.null_count:
                raise Unsupported("a member that is null")
            yield part, _values(self._form, source, one)


def _width_of(kind: pa.DataType, part: Part) -> int:
    """Bytes of the values of a type that are stored as they lie in memory; 0: they aren't."""
    if part.kind not in NUMBER_KINDS or not is_stored(kind, Source((), part.kind)):
        return 0
    stored_as = dtype_of(part.kind)
    return stored_as.itemsize if stored_as == kind.to_pandas_dtype() else 0


def _bits(array: Any) -> Bits:
    """The validity bits of an array."""
    if not array.null_count or pa.types.is_null(array.type):
        return EVERYTHING
    return Bits(array.buffers()[0].address, array.offset)


def _values(form: Form, source: Source, array: Any) -> VectorValues:
    """The values of a part, as they are stored."""
    there = _bits(array)
    if source.kind in ("bit", "bit_be"):
        if not pa.types.is_boolean(array.type):
            raise Unsupported("no booleans")
        kind = encoding_codes.COPY_BITS if source.kind == "bit" else encoding_codes.COPY_BITS_BE
        return VectorValues(array.buffers()[1].address, kind, array.offset, there, array)
    if source.kind == "uuid":
        data = uuids(array)
        return VectorValues(int(data.ctypes.data), 16, 0, there, (array, data))
    if source.kind not in NUMBER_KINDS:
        raise Unsupported(source.kind)
    found = stored(array, form, source, no_texts)
    values = fitting(found, source.kind)
    return VectorValues(int(values.ctypes.data), values.dtype.itemsize, 0, _bits(found), (found, values))


def fitting(array: Any, kind: str) -> npt.NDArray[Any]:
    """The numbers of an array as they are stored; those that are null are anything.

    Raises:
        Unsupported: one doesn't fit.
    """
    width = array.type.bit_width // 8
    held = array.type.to_pandas_dtype()
    values = np.frombuffer(array.buffers()[1], held, len(array), array.offset * width)
    # What lies where a value is null may be anything.
    if not _fit(values, kind) and not _fit(array.drop_null().to_numpy(), kind):
        raise _unfit(kind)
    return values.astype(dtype_of(kind), copy=False)


def numbers_at(array: Any, places: npt.NDArray[np.int64], form: Form, kind: str) -> npt.NDArray[Any]:
    """Some numbers of an array without nulls as they are stored.

    They are few, so that Arrow, which decides anew each time what is to be done, is only asked where there is much to
    decide.

    Args:
        array: the values.
        places: which of them.
        form: how they are shown.
        kind: how they are stored.

    Raises:
        Unsupported: one doesn't fit, or has no meaning.
        pa.ArrowException: a value can't be stored so.
    """
    source, held = Source((), kind), numbers_of(array)
    values = None if held is None else _as_stored(held[places], array.type, form, source)
    if values is None:
        return fitting(stored(array.take(pa.array(places)), form, source, no_texts), kind)
    if not _fit(values, kind):
        raise _unfit(kind)
    return values.astype(dtype_of(kind), copy=False)


def _as_stored(values: npt.NDArray[Any], kind: pa.DataType, form: Form, source: Source) -> npt.NDArray[Any] | None:
    """Numbers, which `taking.stored` would show as the same; None: that has to tell."""
    if isinstance(form, Plain):
        return values if is_stored(kind, source) else None
    whole = MICROSECONDS.get(form.unit) if isinstance(form, Moment) and source.kind != "flag" else None
    if whole is None or not pa.types.is_timestamp(kind) or kind.unit != "us":
        return None
    found = values // whole
    return found if np.array_equal(found * whole, values) else None


def _fit(values: npt.NDArray[Any], kind: str) -> bool:
    """Whether numbers can be stored as a kind of numbers."""
    wanted = dtype_of(kind)
    if wanted.kind == "f" or not len(values):
        return True
    (low, high), (least, most) = _limits(wanted), _limits(values.dtype)
    return (least >= low and most <= high) or bool(values.min() >= low and values.max() <= high)


def _unfit(kind: str) -> Unsupported:
    low, high = _limits(dtype_of(kind))
    return Unsupported(f"a number that isn't from {low} to {high}")


@lru_cache
def _limits(integers: np.dtype[Any]) -> tuple[int, int]:
    """The least and the largest of some integers."""
    info = np.iinfo(integers)
    return int(info.min), int(info.max)


def no_texts(name: str, column: int) -> list[str]:
    """Vectors know no lists of texts in a header."""
    raise Unsupported(f"the texts {name}")
