"""Paths through a model to where columns are stored: structures, lists, cases of switches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bytewright.errors import NO_VALUE, WriteError
from bytewright.errors import shown as as_shown
from bytewright.kernels.plan.encoding import CASE as CASE_STEP
from bytewright.model.member_names import id_of
from bytewright.model.structures import Field, Struct
from bytewright.model.switches import Chosen, Undecided, cases_of, choose, switched
from bytewright.objects.write.fields.stored_values import stored_value
from bytewright.schema.scope import Scope
from bytewright.views.evaluate.layout import FixedColumn
from bytewright.views.invert.remainder import joined


def blank(kind: type[Struct]) -> Any:
    """A structure of which nothing is said yet."""
    return kind._begin(None, None, "", None)


def walk(node: Any, path: Sequence[str]) -> Any:
    """The structure at the end of a path; what is missing on the way is made."""
    for name in path:
        inner = getattr(node, name)
        if inner is None:
            inner = blank(kind_at(type(node), name))
            setattr(node, name, inner)
        node = inner
    return node


def reach(node: Any, path: Sequence[str]) -> Any:
    """The structure at the end of a path; None: something on the way is missing, or is another case of a switch."""
    for name in path:
        if name.startswith(CASE_STEP):
            node = node if isinstance(node, Struct) and _is_case(node, name) else None
        else:
            node = getattr(node, name)
        if node is None:
            return None
    return node


def may_lack(node: Struct, path: Sequence[str]) -> bool:
    """Whether a structure on a path is missing that need not be there."""
    kind: type[Struct] | None = type(node)
    inner: Any = node
    for name in path:
        field = next((one for one in kind.FIELDS if one.name == name), None) if kind is not None else None
        inner = getattr(inner, name, None)
        if inner is None and (field is None or not field.always):
            return True
        kind = field.struct if inner is None and field is not None else type(inner)
    return False


def without_cases(path: Sequence[str]) -> tuple[str, ...]:
    """A path without the cases of switches that it leads through."""
    return tuple(step for step in path if not step.startswith(CASE_STEP))


def to_field(path: tuple[str, ...]) -> tuple[str, ...]:
    """A path without the case of the switch that it ends at, if it says one."""
    return path[:-1] if path[-1].startswith(CASE_STEP) else path


def is_there(node: Any, path: tuple[str, ...]) -> bool:
    """Whether there is something at the end of a path, of the case of a switch that it says there, if it does."""
    *way, name = to_field(path)
    owner = reach(node, way)
    if owner is None or getattr(owner, name) is None:
        return False
    value = getattr(owner, name)
    if path[-1] == name or (not isinstance(value, Struct) and (shown := switched(owner, name)) is None):
        return True
    return _is_case(value, path[-1]) if isinstance(value, Struct) else path[-1].removeprefix(CASE_STEP) in shown


def _is_case(node: Struct, step: str) -> bool:
    """Whether a structure is the case of a switch that a step of a path names."""
    return _case_of(node) == step.removeprefix(CASE_STEP)


def _case_of(node: Struct) -> str:
    return node.TYPE.rpartition("::")[2]


def say(element: Any, path: tuple[str, ...], value: Any) -> None:
    """Give a field the value that it has in each step, unless something else gives it one."""
    field = field_at(type(element), path)
    holder = walk(element, path[:-1]) if field is not None and not field.derived else None
    if holder is not None and getattr(holder, path[-1]) is None:
        setattr(holder, path[-1], value)


def chosen_way(column: FixedColumn, scope: Scope, value: Any = None) -> tuple[str, ...]:
    """Where the value of a column is stored, as conditions decide, or else the only switch that has its case.

    Raises:
        WriteError: no condition holds, or too little is said to tell.
    """
    ways = column.column.ways
    if scope.element._io is None and len(ways) == 1:
        return ways[0][1]  # a row that has the value says that it is so
    scope.element._adopt()
    if scope.element._io is None:
        _as_stored(scope.element)
    try:
        found = next((path for holds, path in ways if holds is None or holds(scope)), ())
    except NO_VALUE:
        paths = {path for _, path in ways if path}
        fitting = [path for path in paths if isinstance(value, Chosen) and _has_case(scope, path, value.case)]
        if len(fitting) == 1:
            return fitting[0]
        places = " or ".join(sorted(".".join(map(id_of, without_cases(path[1:]))) for path in paths))
        raise WriteError(
            f"it is stored in {places}, as conditions say that rest on what isn't said",
            hint=f"Have a column of what they ask for, one for each of {places}, or give a root.",
        ) from None
    if not found:
        raise WriteError(expected="null, as its condition doesn't hold", found="a value")
    return found


def _as_stored(structure: Struct) -> None:
    """Turn what rows have put into a structure, and into those below it, into what conditions compare with."""
    for number, field in enumerate(structure.FIELDS):
        if not field.name or field.placed:
            continue
        if isinstance(value := getattr(structure, field.name), Struct):
            _as_stored(value)
        elif field.enum is not None or field.unit or field.logical:
            stored_value(structure, number)


def _has_case(scope: Scope, path: tuple[str, ...], case: str) -> bool:
    """Whether a path leads to a switch that has a case, or to a field that is the only one."""
    field = field_at(type(scope.root if path[0] == "root" else scope.element), path[1:])
    return field is not None and case in cases_of(field)


def field_at(kind: type[Struct] | None, path: Sequence[str]) -> Field | None:
    """What is known of the field that a path leads to from structures of a class; None: it leads through switches."""
    for name in path[:-1]:
        kind = struct_at(kind, name) if kind is not None else None
    return next((field for field in kind.FIELDS if field.name == path[-1]), None) if kind is not None else None


def value_of_field(field: Field | None, value: Chosen) -> Any:
    """The value of a case as the field holds it where it is stored.

    Raises:
        WriteError: it has no such case.
    """
    if field is None or field.cases:
        return value
    names = cases_of(field)
    if value.case not in names:
        raise WriteError(expected=f"{', '.join(names)}, which {field.id} is", found=value.case)
    return value.value


def put_below(owner: Any, path: Sequence[str], value: Any) -> None:
    """Give a field below a structure a value; of a switch, plain values of which a writer finds the case, if the path
    doesn't say it.

    Raises:
        WriteError: another one, or another case, is there.
    """
    while len(path) > 1:
        inner, kind = getattr(owner, path[0]), struct_at(type(owner), path[0])
        if isinstance(inner, Struct) and path[1].startswith(CASE_STEP):
            if not _is_case(inner, path[1]):
                raise WriteError(expected=f"null, as the root has {_case_of(inner)} there", found=as_shown(value))
            path = (path[0], *path[2:])
            continue
        if inner is None and kind is not None:
            inner = blank(kind)
            setattr(owner, path[0], inner)
        if not isinstance(inner, Struct):
            for name in reversed(path[1:]):
                is_case = name.startswith(CASE_STEP)
                value = Chosen(name.removeprefix(CASE_STEP), value) if is_case else {id_of(name): value}
            path = path[:1]
            break
        owner, path = inner, path[1:]
    left, plain = getattr(owner, path[0]), value.value if isinstance(value, Chosen) else value
    if left is not None and left != plain:
        plain = _together(left, plain)
    choose(owner, path[0], Chosen(value.case, plain) if isinstance(value, Chosen) else plain)


def _together(left: Any, value: Any) -> Any:
    """A value with what other columns, or a root, say of the same field; plain values of a structure say their members.

    Raises:
        WriteError: they contradict each other.
    """
    if isinstance(left, Mapping) and isinstance(value, Mapping) and not isinstance(left, Undecided):
        return {**left, **{id: _together(left.get(id), item) for id, item in value.items()}}
    if left is not None and not isinstance(left, Struct | list | Mapping) and left != value:
        raise WriteError(expected=f"{as_shown(left)}, as another column says", found=as_shown(value))
    return joined(left, value)


def elements_at(holder: Any, path: tuple[str, ...]) -> Sequence[Any]:
    """The elements of the list at the end of a path; none where it is missing."""
    return reach(holder, path) or ()


def list_at(root: Any, path: Sequence[str]) -> tuple[Any, list[Any]]:
    """The list at the end of a path, which is made if it is missing, and the structure that holds it."""
    owner = walk(root, path[:-1])
    found = getattr(owner, path[-1])
    if found is None:
        found = []
        setattr(owner, path[-1], found)
    return owner, found


def struct_at(kind: type[Struct], name: str) -> type[Struct] | None:
    """The class of the structures that a field holds; None: it holds none, or several."""
    return next((field.struct for field in kind.FIELDS if field.name == name), None)


def kind_at(kind: type[Struct], name: str) -> type[Struct]:
    """The class of the structures that a field holds.

    Raises:
        WriteError: it holds none that rows can make.
    """
    found = struct_at(kind, name)
    if found is None:
        raise WriteError(f"{kind.__name__}.{name} is no structure that rows can make")
    return found
