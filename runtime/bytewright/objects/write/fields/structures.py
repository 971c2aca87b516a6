"""Structures that are made of what stands for them: mappings, single values, nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bytewright.errors import WriteError, shown
from bytewright.limits import DEFAULT
from bytewright.model.kept_keys import NAMED
from bytewright.model.structures import Field, Spelt, Struct, field_path, given, paired
from bytewright.model.switches import Undecided, choose, chosen_case
from bytewright.objects.write.fields.checks import check_list
from bytewright.objects.write.fields.stored_values import stored_logical
from bytewright.objects.write.lazy import LazyStructure
from bytewright.objects.write.missing_values import missing_member
from bytewright.objects.write.placed_lists import ColumnList
from bytewright.objects.write.placeholders import ExternalList


def complete(owner: Struct) -> None:
    """Make structures of what stands for those below one, at every depth, also where one that says nothing is left out.

    What a switch chooses comes later, when it is known what decides.

    Raises:
        WriteError: a value stands for no such structure.
    """
    if isinstance(owner._told, Spelt):
        return
    for index, known in _structures_in(type(owner)):
        if not given(owner, known.name) and not known.made:
            continue
        value = getattr(owner, known.name)
        assert known.struct is not None
        if value is not None and known.repeated:
            setattr(owner, known.name, as_structures(known.struct, owner, index))
        elif value is not None or known.made:
            if value is None:
                setattr(owner, known.name, known.struct())
            setattr(owner, known.name, as_structure(known.struct, owner, index))


def _structures_in(kind: type[Struct]) -> tuple[tuple[int, Field], ...]:
    found = _STRUCTURES.get(kind)
    if found is None:
        found = _STRUCTURES[kind] = tuple(
            (i, f) for i, f in enumerate(kind.FIELDS) if f.struct is not None and not f.again
        )
    return found


_STRUCTURES: dict[type[Struct], tuple[tuple[int, Field], ...]] = {}


def make_structures(owner: Struct, field: int, count: int) -> None:
    """Make the structures of a list that is left out, of which nothing must be said.

    Raises:
        WriteError: there are more of them than a reader takes turns that consume nothing.
    """
    known = owner.FIELDS[field]
    assert known.struct is not None
    if getattr(owner, known.name) is None:
        if count > DEFAULT.maxSteps:
            expected = f"at most {DEFAULT.maxSteps} elements of which nothing is said"
            raise WriteError(field=field_path(owner, field), expected=expected, found=str(count))
        setattr(owner, known.name, [known.struct() for _ in range(count)])
        setattr(owner, known.name, as_structures(known.struct, owner, field))


def as_structure(
    kind: type[Struct], owner: Struct, field: int, value: Any = None, element: int | None = None, *, by: str = ""
) -> Any:
    """A nested structure, also from plain values: a mapping of its fields, or the value that stands for it.

    ``by``: the expression that chose it.

    Raises:
        WriteError: the value is neither.
    """
    if element is None:
        value = getattr(owner, owner.FIELDS[field].name)
    if isinstance(value, LazyStructure):
        return value
    if isinstance(value, kind):
        item = value
    elif isinstance(value, Undecided):
        item = value.made(kind)
    elif isinstance(value, Mapping):
        try:
            item = _made(kind, value)
        except TypeError as error:
            raise _refusal(kind, value, field_path(owner, field, element), error) from None
    elif (kind.HELD or kind.SPELT) and type(value) is int:
        item = kind._begin(None, None, "", None)
        item._told = value
    elif (kind.HELD or kind.SPELT) and not isinstance(value, Struct):
        raise WriteError(field=field_path(owner, field, element), expected="a whole number", found=shown(value))
    elif kind.SHOWN_AS in kind.INSTANCES and not isinstance(value, Struct):
        expected = f"its fields, of which {kind.SHOWN_AS} is calculated"
        raise WriteError(field=field_path(owner, field, element), expected=expected, found=shown(value))
    elif kind.SHOWN_AS and (value is not None or element is not None) and not isinstance(value, Struct):
        said = {kind.SHOWN_AS: stored_logical(kind.LOGICAL, value, owner, field, element)}
        try:
            item = kind(**said)
        except TypeError as error:
            raise _refusal(kind, said, field_path(owner, field, element), error) from None
        choose(item, kind.SHOWN_AS, getattr(item, kind.SHOWN_AS))
    else:
        expected = f"a {kind.__name__}" + (f", as {by} says" if by else "")
        raise WriteError(field=field_path(owner, field, element), expected=expected, found=shown(value))
    if owner.FIELDS[field].cases:
        check_case(owner, field, kind.TYPE.rpartition("::")[2], element, by=by)
    item._parent, item._field, item._index = owner, owner.FIELDS[field].id, element
    complete(item)
    return item


def _refusal(kind: type[Struct], value: Mapping[str, Any], where: str, error: TypeError) -> WriteError:
    """The error for plain values that are no structure of a class, as Python words it in ``error``."""
    says = str(error).partition("() ")[2] or str(error)
    message = says.replace("got an unexpected keyword argument", "there is no member")
    lacking = missing_member(kind, value, where) if message == says else None
    return lacking or WriteError(message, field=where)


def check_case(owner: Struct, field: int, case: str, element: int | None = None, *, by: str = "") -> None:
    """Refuse a value that rows have as another case of a switch than the one that is written.

    Args:
        owner: the structure that holds the switch.
        field: which of its fields that is.
        case: the name of the case.
        element: the place in a list.
        by: the expression that chose it.

    Raises:
        WriteError: it is another one.
    """
    said = chosen_case(owner, field, element)
    if said is not None and said != case and not _lacks_decision(owner, field):
        where = field_path(owner, field, element)
        raise WriteError(field=where, expected=f"{case}, as {by} says", found=said)


def _lacks_decision(owner: Struct, field: int) -> bool:
    """Whether a field that decides what a switch is hasn't been said: who misses it knows more of it."""
    place = f"{owner.TYPE}.{owner.FIELDS[field].id}"
    node: Struct | None = owner
    while node is not None:
        if any(place in one.decides and getattr(node, one.name) is None for one in node.FIELDS):
            return True
        node = node._parent
    return False


def _made(kind: type[Struct], value: Mapping[str, Any]) -> Struct:
    """A structure of plain values by ids, such as a row holds: what is calculated is passed over, as in columns."""
    fields = {field.id: field for field in kind.FIELDS if field.name}
    calculated = {*kind.INSTANCES, *(name.removesuffix("_") for name in kind.INSTANCES)} - fields.keys()
    given = {fields[key].name if key in fields else key: item for key, item in value.items() if key not in calculated}
    # What follows from others is no argument; it says which of several solutions is meant, where it still holds.
    derived = {field.name: given.pop(field.name) for field in fields.values() if field.derived and field.name in given}
    made = kind(**given)
    for name, item in derived.items():
        setattr(made, name, item)
    for field in fields.values():
        if field.cases and field.name in given:
            choose(made, field.name, given[field.name])
    return made


def named_cells(owner: Struct) -> None:
    """Put members that values name into the list that holds them, in the order in which these are described.

    Raises:
        WriteError: one isn't described, or one that is described lacks.
    """
    found = owner._kept.pop(NAMED, None)
    if found is None or owner.CELLS is None:
        return
    names = owner._names
    wrong = [name for name in found if name not in names] or [f"no {name}" for name in names if name not in found]
    if wrong:
        path = field_path(owner, owner.CELLS[0])
        raise WriteError(field=path, expected=f"the members {', '.join(names)}", found=wrong[0])
    place = next(i for i, field in enumerate(owner.FIELDS) if field.id == owner.CELLS[0])
    known = owner.FIELDS[place]
    setattr(owner, known.name, [found[name] for name in names])
    if known.struct is not None:
        setattr(owner, known.name, as_structures(known.struct, owner, place))


def as_structures(kind: type[Struct], owner: Struct, field: int, *, by: str = "") -> Sequence[Any]:
    """A list of nested structures, likewise; None stays where validity bits say that a value is absent."""
    known = owner.FIELDS[field]
    if known.pairs and isinstance(entries := getattr(owner, known.name), Mapping):
        setattr(owner, known.name, [paired(known, pair) for pair in entries.items()])
    values = check_list(owner, field)
    if isinstance(values, ColumnList | ExternalList):
        return values
    masked = known.mask
    made = (
        None if v is None and masked else as_structure(kind, owner, field, v, i, by=by) for i, v in enumerate(values)
    )
    return owner._list(known.name, made)
