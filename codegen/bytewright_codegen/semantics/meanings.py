"""Whether values can mean what ``-type``, ``-null`` and ``-valid`` say of them."""

from __future__ import annotations

from collections.abc import Iterator

from bytewright_codegen.ir.diagnostics import Problems
from bytewright_codegen.ir.expressions import Literal_, beginning
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.logical_types import Logical
from bytewright_codegen.ir.schema import Attribute, TypeDef
from bytewright_codegen.ir.values import (
    AnyValue,
    ArrayValue,
    BoolValue,
    BytesValue,
    IntValue,
    StrValue,
    Value,
)
from bytewright_codegen.ir.views import ViewColumn
from bytewright_codegen.semantics.values import describe, standing

_UUID_SIZE = 16


def check_meanings(library: Library, problems: Problems) -> None:
    """Notes values that can't mean what is said of them.

    Args:
        library: resolved, but for what was noted.
        problems: where errors go.
    """
    for spec in library.specs:
        for definition in spec.types:
            for logical, value, loc, stored in _stated(definition):
                _check(problems, logical, value, loc, stored)
            for member in (*definition.attributes, *definition.instances):
                if isinstance(member, Attribute):
                    _check_shape(problems, member)
        shown = [column for definition in spec.types for column in definition.columns]
        for view in spec.views:
            shown += [*view.columns, *view.metadata]
        for column in _all(shown):
            if column.logical is not None:
                _check(problems, column.logical, standing(library.types, column.value), column.loc, None)


def _stated(definition: TypeDef) -> Iterator[tuple[Logical, Value | None, Location, Attribute | None]]:
    """What is said of the members of a type and of itself, of which values, where, and the field that stores these."""
    for member in (*definition.attributes, *definition.instances):
        if member.logical is not None:
            yield member.logical, member.value, member.loc, member if isinstance(member, Attribute) else None
    if definition.logical is not None and definition.shown_as is not None:
        yield definition.logical, definition.shown_as.type, definition.loc, None


def _check_shape(problems: Problems, stored: Attribute) -> None:
    """What only a list can be said to be, or only what is none."""
    for key, rule in (("unique", stored.unique), ("same", stored.same)):
        if rule is not None and stored.repeat is None:
            problems.add(beginning(rule), f"'-valid: {{{key}: …}}' stands on a list")
    if stored.null is not None and stored.repeat is not None:
        message = "'-null' says which value stands for null, not which elements of a list do"
        problems.add(
            beginning(stored.null), message, "Make the elements a type with '-show: {value: …}' of such a field."
        )


def _all(columns: list[ViewColumn]) -> Iterator[ViewColumn]:
    for column in columns:
        yield column
        yield from _all(list(column.members))


def _check(
    problems: Problems,
    logical: Logical,
    value: Value | None,
    loc: Location,
    stored: Attribute | None,
) -> None:
    if logical.key is not None or logical.index is not None:
        if stored is None:
            problems.add(loc, f"only a field can be {'a map' if logical.index is None else 'the place of an item'}")
        elif logical.index is not None and stored.repeat is not None:
            problems.add(
                loc, "a list can't be the place of an item", "Make its elements a type with '-show: {value: …}'."
            )
        return
    while isinstance(value, ArrayValue):
        value = value.item
    if value is None or isinstance(value, AnyValue):
        return  # unknown, or what only the file decides
    stands_on, fits = MEANINGS[logical.kind]
    if not isinstance(value, fits) or (logical.kind == "utf16-unit" and value not in (IntValue(), IntValue(16, False))):
        problems.add(loc, f"'{logical.kind}' stands on {stands_on}, not on {describe(value)}")
    size = stored.size if stored is not None and logical.kind == "uuid" else None
    if isinstance(size, Literal_) and size.value != _UUID_SIZE:
        problems.add(loc, f"'uuid' stands on {stands_on}, not on {size.value}")


MEANINGS: dict[str, tuple[str, type | tuple[type, ...]]] = {
    "timestamp": ("an integer", IntValue),
    "uuid": ("16 bytes", BytesValue),
    "long": ("a u8", IntValue),
    "bool": ("an integer", (IntValue, BoolValue)),
    "utf16-unit": ("a u2", IntValue),
    "json": ("text", StrValue),
    "decimal": ("text", StrValue),
}
"""What kinds of values each meaning is one of, in words and as types."""
