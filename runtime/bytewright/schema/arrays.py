"""Values of a model → Arrow arrays, a column at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

import pyarrow as pa

from bytewright.arrow.logical import microseconds, utf16_text, uuid_text, wrapped
from bytewright.errors import NO_VALUE
from bytewright.model.member_names import attribute_of
from bytewright.model.switches import switched
from bytewright.schema.json_text import json_text
from bytewright.schema.value_forms import (
    CASE,
    PLAIN,
    Cases,
    Enumerated,
    Form,
    Items,
    JsonText,
    Long,
    Member,
    Moment,
    Named,
    Null,
    Pairs,
    Plain,
    Record,
    Truth,
    Utf16Unit,
    Uuid,
    Via,
    tagged_member,
)

Array = Any
"""An Arrow array of any type (the stubs know too little of what arrays of each type have)."""

_REFUSALS = (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, *NO_VALUE)
"""What Arrow says of values that are none of a type, and what calculated members raise that have no value."""


class UnfitError(Exception):
    """A value is none of its column's type.

    Attributes:
        index: which of the values.
        value: the value.
        kind: the Arrow type that it should have.
        reason: what is wrong with it, where there is more to say.
    """

    def __init__(self, index: int, value: Any, kind: pa.DataType, reason: str = "") -> None:
        super().__init__(index, value, kind, reason)
        self.index = index
        self.value = value
        self.kind = kind
        self.reason = reason


def array_of(values: Sequence[Any], kind: pa.DataType, form: Form = PLAIN, *, nullable: bool = True) -> Array:
    """An array of the values.

    Raises:
        UnfitError: one is none of the type, or absent where none may be; the first such one is named.
    """
    try:
        result = _array(values, kind, form)
    except _REFUSALS as error:
        unfit = _first_unfit(values, kind, form, error)
        if not nullable:  # one before it may be absent
            array_of(values[: unfit.index], kind, form, nullable=False)
        raise unfit from None
    if not nullable and result.null_count:
        raise UnfitError(result.is_null().index(True).as_py(), None, kind)
    return result


def _first_unfit(values: Sequence[Any], kind: pa.DataType, form: Form, error: Exception) -> UnfitError:
    """Halve the values until the first one that is refused stands alone."""
    low, high = 0, len(values)
    while high - low > 1:
        middle = (low + high) // 2
        try:
            _array(values[low:middle], kind, form)
        except _REFUSALS as refusal:
            error = refusal
            high = middle
        else:
            low = middle
    return UnfitError(low, values[low], kind, str(error))


def _array(values: Sequence[Any], kind: pa.DataType, form: Form) -> Array:
    if isinstance(form, Plain):
        return _plain(values, kind)
    if isinstance(form, Moment):
        unit = form.unit
        return pa.array(_each(values, lambda value: microseconds(value, unit)), pa.int64()).cast(kind)
    if isinstance(form, Uuid):
        return pa.array(_each(values, uuid_text), kind)
    if isinstance(form, Enumerated):
        labels = form.labels
        return pa.array(_each(values, lambda value: labels.get(value) or str(int(value))), kind)
    if isinstance(form, Long):
        return pa.array(_each(values, wrapped), kind)
    if isinstance(form, Truth):
        return pa.array(_each(values, bool), kind)
    if isinstance(form, Utf16Unit):
        replace = form.replace
        return pa.array(_each(values, lambda value: utf16_text(value, replace=replace)), kind)
    if isinstance(form, Null):
        return _array([None if value == form.value else value for value in values], kind, form.form)
    if isinstance(form, JsonText):
        return pa.array(_each(values, json_text), kind)
    if isinstance(form, Via):
        return _array(_each(values, _taken(form)), kind, form.form)
    if isinstance(form, Cases):
        return _cases(values, kind, form)
    if isinstance(form, Items):
        return _lists(values, kind, form.item)
    if isinstance(form, Pairs):
        return _maps(values, kind, form)
    if isinstance(form, Named):
        return _named(values, kind, form)
    return _structs(values, kind, form)


def _taken(shown: Via | Member) -> Callable[[Any], Any]:
    """What gives the member of a structure that is shown."""
    if shown.take is not None:
        return shown.take
    return partial(switched, name=shown.attribute) if shown.switch else attrgetter(shown.attribute)


def _cases(values: Sequence[Any], kind: Any, form: Cases) -> Array:
    if not form.tagged:
        return _structs(values, kind, Record({name: Member(name, inner) for name, inner in form.members.items()}))
    named: list[Any] = []
    for value in values:
        case = None if value is None else next(iter(value))
        named.append(None if case is None else {CASE: tagged_member(case), tagged_member(case): value[case]})
    members = {tagged_member(name): Member(tagged_member(name), inner) for name, inner in form.members.items()}
    return _structs(named, kind, Record(members))


def _each(values: Iterable[Any], convert: Callable[[Any], Any]) -> list[Any]:
    return [None if value is None else convert(value) for value in values]


def _plain(values: Sequence[Any], kind: pa.DataType) -> Array:
    if pa.types.is_struct(kind):
        return _structs(values, kind, Record({}))
    if pa.types.is_list(kind) and not _is_scalar(kind.value_type):
        return _lists(values, kind, PLAIN)
    if pa.types.is_string(kind):
        try:
            return pa.array(values, kind)
        except pa.ArrowTypeError:
            return pa.array(_each(values, _label), kind)
    return pa.array(values, kind)


def _is_scalar(kind: pa.DataType) -> bool:
    return not (pa.types.is_nested(kind) or pa.types.is_string(kind))


def _label(value: Any) -> str:
    if isinstance(value, str):
        return value
    label = getattr(value, "label", None)
    if isinstance(label, str):
        return label
    if isinstance(value, int):
        return str(int(value))
    raise TypeError(f"{type(value).__name__} is no text")


def _lists(values: Sequence[Any], kind: Any, item: Form) -> Array:
    flat: list[Any] = []
    offsets: list[int | None] = []
    for value in values:
        if value is None:
            offsets.append(None)
        else:
            offsets.append(len(flat))
            flat.extend(value)
    offsets.append(len(flat))
    child = _array(flat, kind.value_type, item)
    if child.null_count and not kind.value_field.nullable:
        raise ValueError("an element is missing")
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), child, type=kind)


def _maps(values: Sequence[Any], kind: Any, form: Pairs) -> Array:
    """Maps of lists of structures; a key that occurs twice does so in the map."""
    edges: list[int | None] = []
    flat: list[Any] = []
    for value in values:
        edges.append(None if value is None else len(flat))
        flat.extend(value or ())
    edges.append(len(flat))
    keys = _array([getattr(item, form.key.attribute) for item in flat], kind.key_type, form.key.form)
    if keys.null_count:
        raise ValueError("a key is missing")
    shown = _array([getattr(item, form.value.attribute) for item in flat], kind.item_type, form.value.form)
    made: Any = pa.MapArray  # its stubs know neither edges that are null nor types with keys and items
    return made.from_arrays(pa.array(edges, pa.int32()), keys, shown, type=kind)


def _named(values: Sequence[Any], kind: Any, form: Named) -> Array:
    """Structs of structures whose members values name."""
    rows: list[list[Any] | None] = []
    for value in values:
        for name in form.way:
            value = None if value is None else getattr(value, name)
        rows.append(None if value is None else form.cells(value))
    children = [
        _array([None if row is None else row[place] for row in rows], child.type, inner)
        for place, (child, inner) in enumerate(zip(kind, form.forms, strict=True))
    ]
    absent = [row is None for row in rows]
    if not children:
        return pa.array([None if row is None else {} for row in rows], kind)
    mask = pa.array(absent, pa.bool_()) if any(absent) else None
    return pa.StructArray.from_arrays(children, fields=list(kind), mask=mask)


def _structs(values: Sequence[Any], kind: Any, form: Record) -> Any:
    children: list[Array] = []
    absent = [value is None for value in values]
    some_absent = any(absent)
    for field in kind:
        member = form.members.get(field.name) or Member(attribute_of(field.name))
        take = _taken(member)
        column = [
            None if value is None else value.get(field.name) if isinstance(value, dict) else take(value)
            for value in values
        ]
        child = _array(column, field.type, member.form)
        if not field.nullable and child.null_count > sum(absent):
            raise ValueError(f"the member {field.name} is missing")
        if not field.nullable and child.null_count:
            child = _filled(child)
        children.append(child)
    if not children:
        return pa.array([None if value is None else {} for value in values], kind)
    mask = pa.array(absent, pa.bool_()) if some_absent else None
    return pa.StructArray.from_arrays(children, fields=list(kind), mask=mask)


def _filled(child: Any) -> Any:
    """The array without its nulls, all of which stand under absent structures: a member that can't be null has none.

    Parquet has no place for a null there. Zeros stand for them, and lists without elements.
    """
    kind = child.type
    if pa.types.is_struct(kind):
        # Its own members are filled already where they must be: they lie under the same absent structures.
        members = [child.field(i) for i in range(kind.num_fields)]
        return pa.StructArray.from_arrays(members, fields=list(kind))
    if pa.types.is_list(kind):
        return pa.ListArray.from_arrays(child.offsets, child.values, type=kind)
    if pa.types.is_map(kind):
        made: Any = pa.MapArray  # its stubs know no types with keys and items
        return made.from_arrays(child.offsets, child.keys, child.items, type=kind)
    if pa.types.is_string(kind):
        return child.fill_null("")
    if pa.types.is_binary(kind):
        return child.fill_null(b"")
    return child.fill_null(pa.scalar(0, pa.int64()).cast(kind))
