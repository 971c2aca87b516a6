"""Resolves the fields of records to columns of rows in Arrow: the memory that the kernel reads for each of them.

What an array means (labels, moments, places in a list) is turned into what is stored here, whole columns at a time.
What can't be taken is left to objects, which know whether it is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.arrow.buffers import int_values
from bytewright.arrow.logical import Unit
from bytewright.kernels.drivers.encoder import Array
from bytewright.kernels.plan.encoding import CASE, CHARACTERS, ITEM, SAME, SHORT, Source
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.assemble_encoding import Path, Shape
from bytewright.schema.value_forms import PLAIN, Cases, Form, Items, Member, Moment, Null, Pairs, Record, Via

NUMBERS = "#"
"""In a path, behind that of a field whose values stand elsewhere: which of them each row has."""
_UUID = 36
_DASHES = (8, 13, 18, 23)
_DIGITS = np.full(256, 255, np.uint8)
_DIGITS[np.frombuffer(b"0123456789abcdef", np.uint8)] = np.arange(16)
_compute: Any = pc


@dataclass(frozen=True, slots=True)
class SourceColumn:
    """A column of rows: the way to the field that it is, from the record down, its values, and how they are shown."""

    path: Path
    array: Any
    form: Form = PLAIN


@dataclass(slots=True)
class Known:
    """What has been taken of arrays, for others that take the same ones: these live as long as it.

    Attributes:
        arrays: by the array and how it is shown (their identities), the way from there, and what the field is.
        kept: arrays that the kernel reads.
    """

    arrays: dict[tuple[int, int, Path, tuple[object, ...]], Array | None] = field(default_factory=dict)
    kept: list[Any] = field(default_factory=list)


@dataclass(slots=True)
class FieldResolver:
    """Takes the columns of one batch.

    Args:
        columns: the columns that stand for fields.
        texts: gives the texts of a list of the header by its name and the number of a column.
        made: structures that are there in every record.
        told: structures with what is known of records besides the columns, for fields of which none shows anything;
            None: nothing is.
        known: what has been taken already.
        numbered: whether values in a dictionary stay there, and the kernel takes them by their numbers.
    """

    columns: Sequence[SourceColumn]
    texts: Callable[[str, int], list[str]]
    made: Set[Path] = frozenset()
    told: Any = None
    known: Known = field(default_factory=Known)
    numbered: bool = False
    _named: dict[Path, SourceColumn] = field(default_factory=dict)
    _ways: dict[Path, Path | None] = field(default_factory=dict)
    _above: set[Path] = field(default_factory=set)
    _lists: dict[Path, tuple[Any, Any]] = field(default_factory=dict)
    _members: dict[Path, list[Any]] = field(default_factory=dict)
    _numbers: dict[Path, Any] = field(default_factory=dict)

    def arrays(self, sources: Iterable[Source]) -> dict[Path, Array]:
        """What there is for the fields of a plan, in memory that stays as long as this does; those that rows say
        nothing of are left out.

        Raises:
            Unsupported: something is of a type that can't be taken, or has no meaning.
        """
        found: dict[Path, Array] = {}
        for source in sources:
            try:
                one = self._shared(source)
            except (pa.ArrowException, ValueError, TypeError, OverflowError, IndexError) as error:
                raise Unsupported(f"{'.'.join(source.path)}: {error}") from error
            if one is not None:
                found[source.path] = one
        for way in {one.shape.numbers for one in found.values()} - {()}:
            found[way] = self._number(self._numbers[way], Source(way, "s4le"))
        return found

    def values(self, path: Path) -> Any:
        """What columns hold for a field, of all that may have it; None: nothing stands for it.

        Raises:
            Unsupported: what columns hold isn't there.
            pa.ArrowException: likewise.
        """
        found = self._found(Source(path, ""))
        if found is None:
            return None
        array, _, numbers = found
        return array.take(self._numbers[numbers]) if numbers else array

    def refuse_unlike(self, merged: Set[Path] = frozenset()) -> None:
        """Refuse columns that say different things of one field; those of ``merged`` hold what is told of it, too.

        Raises:
            Unsupported: there are such columns, or some of which that isn't known, or more is told of what one shows.
        """
        known: dict[Path, SourceColumn] = {}
        for one in sorted(self.columns, key=lambda each: len(each.path)):
            ways = (one.path[:size] for size in range(len(one.path), -1, -1))
            outer = next((known[way] for way in ways if way in known), None)
            known[one.path] = one
            if outer is None:
                beside = self.told is not None and one.path not in merged
                told = self._found(Source(one.path, ""), self._beside) if beside else None
                if told is not None and told[0].null_count < len(told[0]):
                    raise Unsupported(f"{'.'.join(one.path)}: a root says something of what a column shows")
                continue
            found = self._found(Source(one.path, ""), outer)
            if found is None or found[1] != one.form or not found[0].equals(one.array):
                raise Unsupported(f"{'.'.join(one.path)}: several columns of one field")

    def _shared(self, source: Source) -> Array | None:
        """What there is for a field, taken once of an array."""
        column = self._column(source.path)
        if column is None or source.table or self.numbered:  # what rests on where the field is
            return self._array(source)
        way = source.path[len(column.path) :]
        key = id(column.array), id(column.form), way, source.meaning
        if key not in self.known.arrays:
            self.known.kept.append(column)
            self.known.arrays[key] = self._array(source)
        return self.known.arrays[key]

    def _column(self, path: Path) -> SourceColumn | None:
        """The column that a field lies in."""
        if not self._named:
            self._named = {one.path: one for one in self.columns}
            self._ways = _ways_in(tuple(self._named))
            self._above = {path[:size] for path in self._named for size in range(len(path) + 1)}
        if path not in self._ways:
            ways = (path[:size] for size in range(len(path), -1, -1))
            self._ways[path] = next((way for way in ways if way in self._named), None)
        way = self._ways[path]
        return None if way is None else self._named[way]

    @property
    def _beside(self) -> SourceColumn:
        """What is told besides the columns, as one."""
        return SourceColumn((), self.told)

    def _array(self, source: Source) -> Array | None:
        if source.kind in ("same", "characters", "short"):
            return self._about(source)
        if source.kind in ("struct", "any") and self._column(source.path) is None:
            return self._around(source)
        found = self._found(source)
        if found is None:
            return None
        array, form, numbers = found
        one = self._held(array, form, source)
        return one._replace(shape=one.shape._replace(numbers=numbers)) if one is not None and numbers else one

    def _around(self, source: Source) -> Array | None:
        """Whether a structure is there that no column shows as such: it is if something in it is said."""
        path = source.path
        if path in self.made:
            return Array(Shape())
        found = self._found(source)
        said = [one.array for one in self.columns if one.path[: len(path)] == path] if path in self._above else []
        said += [found[0]] if found is not None else []
        if not said:
            return None
        if any(not one.null_count and not pa.types.is_null(one.type) for one in said):
            return Array(Shape())
        there = reduce(_compute.or_, [one.is_valid() for one in said])
        return self._validity(_compute.if_else(there, there, None))

    def _about(self, source: Source) -> Array | None:
        """What is said of values: whether they are one that a spec writes, say."""
        *way, wanted = source.path
        found = self._found(replace(source, path=tuple(way)))
        if found is None or pa.types.is_null(found[0].type):
            return None
        array, _, numbers = found
        if wanted == SHORT:
            told = _compute.if_else(_is_too_large(array), None, _narrowed(array))
        elif wanted == CHARACTERS:
            told = _compute.utf8_length(_plain(array)).fill_null(0)
        else:
            stated = pa.scalar(bytes.fromhex(wanted.removeprefix(SAME)), pa.binary())
            told = _compute.equal(_plain(array).cast(pa.binary()), stated).fill_null(False).cast(pa.uint8())
        one = self._number(told, source)
        return one._replace(shape=one.shape._replace(numbers=numbers))

    def _held(self, array: Any, form: Form, source: Source) -> Array | None:
        """What an array holds."""
        if source.kind in ("any", "struct"):
            return self._validity(array)
        if source.kind == "list":
            return self._list(source.path, array)
        if pa.types.is_null(array.type):
            return None
        if source.kind in ("str", "bytes"):
            return self._pieces(array, source)
        return self._number(stored(array, form, source, self.texts), source)

    def _found(self, source: Source, column: SourceColumn | None = None) -> tuple[Any, Form, Path] | None:
        """The array that stands for a field, of a column that it lies in, and what says which of its values each row
        has."""
        path = source.path
        column = self._column(path) if column is None else column
        if column is None and self.told is not None:
            column = self._beside
        if column is None:
            return None
        array, form, at = column.array, column.form, len(column.path)
        numbers: Path = ()
        while True:
            array, numbers = self._values(path[:at], array, numbers)
            if at == len(path):
                return array, form, numbers
            step = path[at]
            if isinstance(form, Null):
                raise Unsupported("values that stand for null")
            if isinstance(form, Via) and form.attribute == step:
                form = form.form
            elif step == ITEM and _is_list(array.type):
                array, numbers = self._opened(path[:at], array)[1], ()
                form = _item_form(form)
            elif pa.types.is_struct(array.type):
                named = _member(array.type, form, step)
                if named is None:
                    return None
                number, form = named
                array = self._members_of(path[:at], array)[number]
            elif source.shown and at == len(path) - 1:
                return array, form, numbers
            else:
                return None
            at += 1

    def _values(self, path: Path, array: Any, numbers: Path) -> tuple[Any, Path]:
        """The values of a field, and what says which of them each row has, if these are in a dictionary."""
        if not pa.types.is_dictionary(array.type):
            return array, numbers
        if not len(array.dictionary):
            return pa.nulls(len(array), array.type.value_type), numbers
        if numbers or not self.numbered:  # it is said once which value a row has
            return array.dictionary_decode(), numbers
        way = (*path, NUMBERS)
        if way not in self._numbers:
            numbers = self._numbers[way] = as_type(array.indices, pa.int32())
            if not _are_below(numbers, len(array.dictionary)):
                raise Unsupported("numbers of values that aren't there")
        return array.dictionary, way

    def _opened(self, path: Path, array: Any) -> tuple[Any, Any]:
        """The offsets and the elements of a column of lists."""
        known = self._lists.get(path)
        if known is None:
            if pa.types.is_map(array.type):
                pair = pa.struct([pa.field("key", array.type.key_type), pa.field("value", array.type.item_type)])
                array = array.cast(pa.list_(pair))
            elif not pa.types.is_list(array.type):
                array = array.cast(pa.list_(array.type.value_type))
            known = self._lists[path] = _parts(array)
        return known

    def _members_of(self, path: Path, array: Any) -> list[Any]:
        """The members of a column of structures, null where these are."""
        known = self._members.get(path)
        if known is None:
            known = self._members[path] = array.flatten()
        return known

    def _list(self, path: Path, array: Any) -> Array:
        if not _is_list(array.type):
            raise Unsupported("a list is wanted")
        offsets, elements = self._opened(path, array)
        self.known.kept += [offsets, elements]
        _, memory = offsets.buffers()
        shape = Shape(nullable=array.null_count > 0)
        validity = self._validity(array)
        return Array(shape, 0, validity.validity, validity.bit, memory.address + 4 * offsets.offset)

    def _validity(self, array: Any) -> Array:
        self.known.kept.append(array)
        if pa.types.is_null(array.type):
            array = pa.array([None] * len(array), pa.int8())
            self.known.kept.append(array)
        nulls = array.null_count > 0
        bits = array.buffers()[0] if nulls else None
        if nulls and bits is None:
            raise Unsupported("nulls without validity bits")
        return Array(Shape(0, nulls), 0, bits.address if bits is not None else 0, array.offset)

    def _number(self, array: Any, source: Source) -> Array:
        self.known.kept.append(array)
        width = array.type.bit_width // 8
        validity = self._validity(array)
        values = array.buffers()[1]
        address = values.address + width * array.offset if values is not None else 0
        signed = pa.types.is_signed_integer(array.type)
        return Array(
            Shape(-width if signed else width, validity.shape.nullable), address, validity.validity, array.offset
        )

    def _pieces(self, array: Any, source: Source) -> Array:
        if source.logical == "uuid" and not pa.types.is_binary(array.type):
            data = pa.Array.from_buffers(pa.binary(16), len(array), [None, pa.py_buffer(uuids(array).tobytes())])
            array = _compute.if_else(array.is_valid(), data.cast(pa.binary()), None)
        array = _plain(array)
        of_text = pa.types.is_string(array.type)
        if of_text != (source.kind == "str"):
            raise Unsupported(f"{source.kind} is wanted, not {array.type}")
        if source.logical == "ascii" and _compute.all(_compute.string_is_ascii(array)).as_py() not in (True, None):
            raise Unsupported("text that isn't ASCII")
        if source.without:
            mark = bytes.fromhex(source.without)
            if _compute.any(_compute.match_substring(array, mark.decode() if of_text else mark)).as_py():
                raise Unsupported("a terminator in what it ends")
        if source.not_behind:
            pad = bytes.fromhex(source.not_behind)
            if _compute.any(_compute.ends_with(array, pad.decode() if of_text else pad)).as_py():
                raise Unsupported("what ends like its padding")
        if source.ends:
            mark = bytes.fromhex(source.ends)
            end = mark.decode() if of_text else mark
            once = _compute.equal(_compute.count_substring(array, end), 1)
            if _compute.all(_compute.and_(once, _compute.ends_with(array, end))).as_py() is False:
                raise Unsupported("no terminator at the end, or another one before it")
        if source.among:
            allowed = pa.array([bytes.fromhex(each) for each in source.among], pa.binary()).cast(array.type)
            known = _compute.sum(_compute.is_in(array, value_set=allowed), min_count=0).as_py()
            if known + array.null_count != len(array):
                raise Unsupported("what its rule doesn't have")
        validity = self._validity(array)
        _, offsets, values = array.buffers()
        begin = offsets.address + 4 * array.offset if offsets is not None else 0
        address, size = (values.address, values.size) if values is not None else (0, 0)
        shape = Shape(0, validity.shape.nullable)
        if not begin:
            raise Unsupported("no offsets")
        return Array(shape, address, validity.validity, array.offset, begin, address + size)


@lru_cache
def _ways_in(columns: tuple[Path, ...]) -> dict[Path, Path | None]:
    """The column in which each field lies that was asked for, of batches with the same columns: the way to it, or that
    there is none."""
    return {}


def _parts(lists: Any) -> tuple[Any, Any]:
    """Offsets that begin with 0 and elements: none but those of lists that are there.

    Raises:
        Unsupported: offsets lead elsewhere.
    """
    offsets = lists.offsets
    places = offsets.to_numpy()
    first, behind = int(places[0]), int(places[-1])
    if first < 0 or behind > len(lists.values) or (places[1:] < places[:-1]).any():
        raise Unsupported("lists outside of what there is")
    if lists.null_count:
        lengths = _compute.list_value_length(lists)
        if _compute.sum(lengths, min_count=0).as_py() != behind - first:
            ends = np.cumsum(_compute.fill_null(lengths, 0).to_numpy(zero_copy_only=False))
            return pa.array(np.concatenate(([0], ends)).astype(np.int32)), lists.flatten()
    begins = offsets if first == 0 else _compute.subtract(offsets, offsets[0])
    return begins, lists.values.slice(first, behind - first)


def _plain(array: Any) -> Any:
    """Text or bytes with offsets of 32 bits, which are right."""
    kind = array.type
    of_text = pa.types.is_string(kind) or pa.types.is_large_string(kind)
    if not (
        of_text or pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_fixed_size_binary(kind)
    ):
        raise Unsupported(f"text or bytes are wanted, not {kind}")
    wanted = pa.string() if of_text else pa.binary()
    if kind != wanted:
        array = array.cast(wanted)
    _validate(array)
    return array


def _validate(array: Any) -> None:
    """Refuse offsets that lead elsewhere, and text that isn't UTF-8.

    Raises:
        pa.ArrowInvalid: there is such a one.
    """
    array.view(pa.binary()).validate()
    _, offsets, values = array.buffers()
    if not len(array):
        return
    places = np.frombuffer(offsets, np.int32, len(array) + 1, 4 * array.offset)
    first, behind = places[[0, -1]]
    there = values.size if values is not None else 0
    if first < 0 or behind > there or (places[1:] < places[:-1]).any():  # what Arrow finds out takes five times as long
        raise pa.ArrowInvalid("offsets that lead elsewhere")
    # Text is mostly ASCII, which is seen at once; to look at each value takes as long as all the rest.
    of_text = pa.types.is_string(array.type)
    if of_text and behind > first and np.frombuffer(values, np.uint8)[first:behind].max() >= 128:
        array.validate(full=True)


def uuids(array: Any) -> npt.NDArray[np.uint8]:
    """Sixteen bytes for each UUID, which is lower-case hexadecimal with dashes."""
    if pa.types.is_large_string(array.type):
        array = array.cast(pa.string())
    if not pa.types.is_string(array.type):
        raise Unsupported("no text")
    _, offsets, data = array.buffers()
    places = np.frombuffer(offsets, np.int32, len(array) + 1, 4 * array.offset).astype(np.int64)
    sizes = np.diff(places)
    is_null = array.is_null().to_numpy(zero_copy_only=False)
    if (sizes != np.where(is_null, 0, _UUID)).any():
        raise Unsupported("text that is no UUID")
    there = np.frombuffer(data, np.uint8) if data is not None and data.size else np.empty(0, np.uint8)
    text = there[places[0] : places[-1]].reshape(-1, _UUID)
    if (text[:, _DASHES] != ord("-")).any():
        raise Unsupported("text that is no UUID")
    digits = _DIGITS[np.delete(text, _DASHES, axis=1)]
    if (digits == 255).any():
        raise Unsupported("text that is no UUID")
    found = np.zeros((len(array), 16), np.uint8)
    found[sizes != 0] = digits[:, 0::2] << 4 | digits[:, 1::2]
    return found


def as_type(array: Any, kind: pa.DataType) -> Any:
    """An array of a type; the same, if it is of that."""
    return array if array.type == kind else array.cast(kind)


def _are_below(numbers: Any, many: int) -> bool:
    """Whether the numbers of an array of int32 lie from 0 to below ``many``, but for those that are null."""
    below = int_values(numbers).view(np.uint32) < many  # what is below 0 is a large number, too
    if not numbers.null_count:
        return bool(below.all())
    first = numbers.offset % 8
    there = np.frombuffer(numbers.buffers()[0], np.uint8, (first + len(below) + 7) // 8, numbers.offset // 8)
    if not first and not len(below) % 8:  # bit by bit takes longer
        return not (there & ~np.packbits(below, bitorder="little")).any()
    bits = np.unpackbits(there, count=first + len(below), bitorder="little")[first:]
    return bool((below | (bits == 0)).all())


def _is_list(kind: pa.DataType) -> bool:
    of_size = pa.types.is_fixed_size_list(kind)
    return of_size or pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_map(kind)


def _item_form(form: Form) -> Form:
    """How the elements of a list are shown: those of a map as pairs."""
    if isinstance(form, Pairs):
        return Record({"key": form.key, "value": form.value})
    return form.item if isinstance(form, Items) else PLAIN


def _member(kind: Any, form: Form, name: str) -> tuple[int, Form] | None:
    """The number and form of a struct's child that stands for a field."""
    if isinstance(form, Cases):
        if not name.startswith(CASE):
            raise Unsupported("a value that goes with the name of its case")
        number = kind.get_field_index(name.removeprefix(CASE))
        return None if number < 0 else (number, form.members.get(name.removeprefix(CASE), PLAIN))
    members: Mapping[str, Member] = form.members if isinstance(form, Record) else {}
    for number in range(kind.num_fields):
        child = kind.field(number).name
        member = members.get(child)
        if (member.attribute if member is not None else child) == name:
            return number, member.form if member is not None else PLAIN
    return None


def stored(array: Any, form: Form, source: Source, texts: Callable[[str, int], list[str]]) -> Any:
    """The numbers that are stored for values.

    Args:
        array: the values.
        form: how they are shown.
        source: the field.
        texts: gives the texts of a list of the header by its name and the number of a column.

    Raises:
        Unsupported: they are of a type that can't be taken, or have no meaning.
        pa.ArrowException: a value can't be stored so.
    """
    kind = array.type
    if isinstance(form, Via):
        form = form.form
    if isinstance(form, Null):
        form = form.form
    if is_stored(kind, source):
        return array
    unit = form.unit if isinstance(form, Moment) else source.unit
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        if source.table:
            column = next((int(step) for step in source.path if step.isdecimal()), -1)
            return _looked_up(array, {text: n for n, text in reversed([*enumerate(texts(source.table, column))])})
        if source.logical == "utf16-unit":
            return _looked_up(array, _Units())
        if source.labels:
            return _looked_up(array, _Labels(dict(source.labels)))
    elif pa.types.is_boolean(kind) and (source.kind == "flag" or source.logical == "bool"):
        return array.cast(pa.uint8())
    elif source.kind == "flag":
        raise Unsupported(f"a boolean is wanted, not {kind}")
    elif pa.types.is_timestamp(kind) and unit and kind.unit in ("s", "ms", "us"):
        # Through microseconds, as Python's moments are.
        if kind.unit != "us":
            array = array.cast(pa.timestamp("us", kind.tz))
        if unit != "us":
            array = array.cast(pa.timestamp(cast("Unit", unit), kind.tz))
        return array.view(pa.int64())
    elif source.kind[0] == "f":
        if pa.types.is_floating(kind) or pa.types.is_integer(kind):
            return _as_float(array, int(source.kind[1]))
    elif pa.types.is_decimal(kind):
        return array.cast(pa.uint64() if source.kind.startswith("u8") else pa.int64())
    elif pa.types.is_uint64(kind):
        return array.cast(pa.int64())
    raise Unsupported(f"{source.kind} is wanted, not {array.type}")


def _as_float(array: Any, size: int) -> Any:
    """Numbers as floats of so many bytes, rounded as Python does."""
    if size == 8:
        return array.cast(pa.float64())
    if _compute.any(_is_too_large(array)).as_py():
        raise Unsupported("a float that is too large")
    return _narrowed(array)


def _narrowed(array: Any) -> Any:
    """Numbers as floats of 32 bits."""
    return array.cast(pa.float64()).cast(pa.float32())


def _is_too_large(array: Any) -> Any:
    """Which numbers are finite, but not as floats of 32 bits."""
    found = array.cast(pa.float64())
    return _compute.and_not(_compute.is_inf(_narrowed(found)), _compute.is_inf(found))


def is_stored(kind: pa.DataType, source: Source) -> bool:
    """Whether values of a type that mean nothing else are what is stored for a field, which is a number."""
    if pa.types.is_integer(kind):
        return source.kind[0] != "f" and (source.kind.startswith("u8") or not pa.types.is_uint64(kind))
    if pa.types.is_floating(kind):
        return source.kind[0] == "f" and source.kind != "flag" and kind.bit_width == 8 * int(source.kind[1])
    return False


class _Labels(dict[str, int]):
    """Numbers by the names that stand for them; those without one stand for themselves."""

    def __missing__(self, text: str) -> int:
        if text.lstrip("-").isdigit():
            return int(text)
        raise Unsupported(f"{text!r} is no name")


class _Units(dict[str, int]):
    """Units of UTF-16 by their text."""

    def __missing__(self, text: str) -> int:
        if len(text) != 1 or ord(text) > 0xFFFF:
            raise Unsupported(f"{text!r} is no unit of UTF-16")
        return ord(text)


def _looked_up(array: Any, numbers: Mapping[str, int]) -> Any:
    """Numbers for texts."""
    encoded = array.dictionary_encode()
    try:
        known = [None if text is None else numbers[text] for text in encoded.dictionary.to_pylist()]
    except KeyError as missing:
        raise Unsupported(f"{missing} is none of a list") from None
    return pa.array(known, pa.int64()).take(encoded.indices)
