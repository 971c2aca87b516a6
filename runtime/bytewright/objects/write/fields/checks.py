"""Checks of what users set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bytewright.errors import NO_VALUE, WriteError, cause, shown
from bytewright.model.structures import Struct, field_path, is_null, value_of
from bytewright.objects.read import list_rules
from bytewright.objects.read.blame import shown_value
from bytewright.objects.write.missing_values import missing_value
from bytewright.objects.write.output import Output
from bytewright.objects.write.placeholders import PlaceholderList
from bytewright.objects.write.primitives import FREE


def invalid_value(owner: Struct, field: int, expected: str, value: Any, element: int | None = None) -> WriteError:
    """The error for a value that breaks a rule of its format."""
    return WriteError(field=field_path(owner, field, element), expected=expected, found=shown_value(value))


def check_instance(
    owner: Struct,
    name: str,
    calculate: Callable[[], Any],
    wrong: Callable[[Any], bool],
    expected: Callable[[], str],
) -> None:
    """A calculated value must not break a rule of its format.

    Raises:
        WriteError: it does, or there is none.
    """
    try:
        value = calculate()
    except NO_VALUE as error:
        found = f"none, as {cause(error)}"
        raise WriteError(
            field=field_path(owner, name), expected="a value that can be calculated", found=found
        ) from None
    if wrong(value):
        raise WriteError(field=field_path(owner, name), expected=expected(), found=shown_value(value))


def check_unique(owner: Struct, field: int, key: Callable[[Any], Any]) -> None:
    """No two elements of a list may have the same key.

    Raises:
        WriteError: two have; it names the second.
    """
    list_rules.check_unique(owner, field, key, invalid_value)


def check_same(owner: Struct, field: int, key: Callable[[Any], Any]) -> None:
    """All elements of a list must have the same key.

    Raises:
        WriteError: one hasn't; it names that.
    """
    list_rules.check_same(owner, field, key, invalid_value)


def check_present(owner: Struct, field: int) -> None:
    """A value that must be there.

    Raises:
        MissingError: it was not set.
    """
    if getattr(owner, owner.FIELDS[field].name) is None:
        raise missing_value(owner, field)


def check_absent(owner: Struct, field: int, element: int | None = None, out: Output | None = None) -> None:
    """A field whose condition is false, or for which a switch has no case; a derived one becomes absent.

    ``out``: is told of it, as something else may be written only if the field can say where that is.

    Raises:
        WriteError: it, or the ``element`` of it, was set, and not only to nulls.
    """
    name = owner.FIELDS[field].name
    value = getattr(owner, name)
    if element is not None:
        if not is_null(value[element]):
            path = field_path(owner, field, element)
            raise WriteError(field=path, expected="nothing, as there is no case for it", found=shown(value[element]))
        return
    if out is not None:
        out.absentees.add((id(owner), field, None))
        out.forgo(owner, field)
    if owner.FIELDS[field].derived:
        setattr(owner, name, None)
    elif not _is_nothing(value):
        raise WriteError(
            field=field_path(owner, field), expected="nothing, as its condition is false", found=shown(value)
        )


def _is_nothing(value: Any) -> bool:
    """Whether there is no value, nor one in a list."""
    if isinstance(value, PlaceholderList):
        return value.nulls == len(value)
    return value is None or (isinstance(value, list) and all(map(is_null, value)))


def check_list(owner: Struct, field: int, count: Any = FREE, *, or_none: bool = False) -> Sequence[Any]:
    """A list that must be there, with as many elements as its count says; ``or_none``: left out, it has none.

    Raises:
        WriteError: it is no list, or has another length; or what says its length is absent.
    """
    values = getattr(owner, owner.FIELDS[field].name)
    if values is None and or_none:
        values = []
        setattr(owner, owner.FIELDS[field].name, values)
    if type(values) is not list and (isinstance(values, str | bytes) or not isinstance(values, Sequence)):
        raise WriteError(field=field_path(owner, field), expected="a list", found=shown(values))
    if count is None:
        expected = "a number of elements, but what says it is absent"
        raise WriteError(field=field_path(owner, field), expected=expected, found=str(len(values)))
    if count is not FREE and len(values) != count:
        raise WriteError(field=field_path(owner, field), expected=f"{count} elements", found=str(len(values)))
    return values


def check_elements(owner: Struct, field: int, wrong: Iterable[tuple[int | None, str]]) -> None:
    """A value, or elements of a list, that follow a rule: ``wrong`` are those that don't, with what is expected.

    Raises:
        WriteError: one doesn't.
    """
    for element, expected in wrong:
        raise invalid_value(owner, field, expected, value_of(owner, field, element), element)


def check_filled(owner: Struct, field: int, size: int) -> None:
    """A value that is there because it takes bytes.

    Raises:
        WriteError: it takes none.
    """
    if not size:
        raise WriteError(field=field_path(owner, field), expected="at least a byte, or no value", found="no bytes")


def check_fits(owner: Struct, field: int) -> None:
    """Refuse numbers that a field can't hold before they choose a structure for something else.

    Raises:
        WriteError: a number doesn't fit.
    """
    out = Output()
    known = owner.FIELDS[field]
    value = getattr(owner, known.name)
    for element, item in enumerate(value) if isinstance(value, list) else ((None, value),):
        if isinstance(item, int | float):
            out.value(known.kind, item, owner, field, element)
