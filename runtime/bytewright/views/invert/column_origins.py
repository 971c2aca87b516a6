"""From which column of rows a field of their model comes: errors of writing name a field, users know columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Any, NamedTuple

from bytewright.errors import NO_VALUE, BytewrightError, MissingError
from bytewright.kernels.plan.encoding import CASE
from bytewright.model.member_names import attribute_of, id_of
from bytewright.model.structures import Struct, root_of
from bytewright.schema.blame import path_of
from bytewright.schema.header_columns import header_columns
from bytewright.schema.scope import Scope
from bytewright.schema.view import View

_PART = re.compile(r"([^.\[\]]+)(?:\[(\d+)\])?")


class _Step(NamedTuple):
    """A step of a path: the name of a field in Python, and which element of it (None: it is no list)."""

    name: str
    element: int | None


def column_of(levels: Sequence[View], model: Struct, field: str, options: Mapping[str, Any]) -> str | None:
    """The column from which a field comes.

    Args:
        levels: the view of the rows, its inner view, and so on.
        model: the model that was made of the rows, or a structure in it in which the field lies.
        field: path of the field from the root.
        options: values of the options.

    Returns:
        None where no column says it, or that isn't known.
    """
    steps = [_Step(attribute_of(name), int(at) if at else None) for name, at in _PART.findall(field)]
    root = root_of(model)
    around = len(_PART.findall(path_of(model)))
    for holder, rest in reversed([*_above(model, steps[:around], steps), *_holders(model, steps[around:])]):
        for view in levels:
            with suppress(BytewrightError, *NO_VALUE):
                found = _stated(view, holder, rest, root=holder is root) or _named(view, root, holder, rest, options)
                if found is not None:
                    return found
    return None


def ways_to_say(levels: Sequence[View], model: Struct, missing: MissingError) -> str:
    """How rows can say a value that they lack, as a sentence.

    Args:
        levels: the view of the rows, its inner view, and so on.
        model: the model that was made of the rows, or a structure in it.
        missing: the error for the value.
    """
    parts = _PART.findall(missing.field or "")
    names = [name for name, _ in parts]
    lists = (levels[0].list_paths or (levels[0].each_path,)) if levels else ()
    path: list[str] = []
    start, around = [], 0
    for step in lists:
        path += map(id_of, step)
        if step and names[: len(path)] == path and parts[len(path) - 1][1]:
            start, around = ["_" if step is lists[-1] else path[-1]], len(path)
    ways = f"Let the view have {'columns' if len(missing.members) > 1 else 'a column'} for it"
    if not any(at for _, at in parts[around:]):
        way = _cast(levels, type(root_of(model)), names)[around:]
        values = [".".join([*start, *way, *member]) for member in [[m] for m in missing.members] or [[]]]
        ways += f" (value: {', '.join(values)})"
    ways += ", or a root hold it (`bytewright root` prints that of a file)"
    if not missing.members:
        ways += ", or the spec state a `-default` for it"
    return f"{ways}."


def _cast(levels: Sequence[View], kind: type[Struct] | None, names: Sequence[str]) -> list[str]:
    """The way to a field from the root down, as views say it: by the cases of switches that have it, of several by one
    that a column names."""
    named = {step.removeprefix(CASE) for view in levels for column in view.columns for step in column.path}
    found: list[str] = []
    for name, after in zip_longest(names, names[1:]):
        known = next((field for field in kind.FIELDS if field.id == name), None) if kind is not None else None
        kind = known.struct if known is not None else None
        cases = known.cases or {} if known is not None else {}
        fitting = {case: one for case, one in cases.items() if isinstance(one, type) and _has(one, after)}
        case = next((case for case in fitting if case in named or len(fitting) == 1), None)
        if case is not None:
            kind, name = fitting[case], f"{name}.as<{case}>"
        found.append(name)
    return found


def _has(kind: type[Struct], name: str | None) -> bool:
    return any(field.id == name for field in kind.FIELDS)


def _above(model: Struct, around: Sequence[_Step], steps: Sequence[_Step]) -> Iterator[tuple[Struct, Sequence[_Step]]]:
    """The structures around one that lies where ``around`` leads to, each with the steps that lead on from it."""
    node = model
    found: list[tuple[Struct, Sequence[_Step]]] = []
    for place in range(len(around) - 1, -1, -1):
        node = node._parent
        found.append((node, steps[place:]))
    yield from reversed(found)


def _holders(model: Struct, steps: Sequence[_Step]) -> Iterator[tuple[Struct, Sequence[_Step]]]:
    """The structures on a path, each with the steps that lead on from it."""
    node: Any = model
    for place, step in enumerate(steps):
        if not isinstance(node, Struct):
            return
        yield node, steps[place:]
        node = getattr(node, step.name, None)
        if step.element is not None:
            node = node[step.element] if isinstance(node, list) and step.element < len(node) else None


def _stated(view: View, holder: Struct, rest: Sequence[_Step], *, root: bool) -> str | None:
    """A column of a view that is stored in a field: always, or, of one column alone, where conditions say so."""
    names = ("root" if root else "element", *(step.name for step in rest))
    untold = _untold(type(holder), rest)

    def leads(path: tuple[str, ...]) -> bool:
        fields = tuple(step for step in path if not step.startswith(CASE))
        return untold < len(fields) > 1 and names[: len(fields)] == fields

    always = (column.id for column in view.columns if leads(column.path))
    chosen = [column.id for column in view.columns if any(leads(path) for _, path in column.ways)]
    return next(always, None) or (chosen[0] if len(chosen) == 1 else None)


def _untold(kind: type[Struct] | None, rest: Sequence[_Step]) -> int:
    """How many steps of a path lead to the last structure on it that is shown as another member than the path names:
    columns that show that structure, or one around it, don't say what the path leads to."""
    last = -1
    for place, step in enumerate(rest):
        if kind is None:
            break
        if kind.SHOWN_AS and step.name != kind.SHOWN_AS and not (kind.HELD or kind.SPELT):
            last = place
        kind = next((field.struct for field in kind.FIELDS if field.name == step.name), None)
    return last + 1


def _named(view: View, model: Struct, holder: Struct, rest: Sequence[_Step], options: Mapping[str, Any]) -> str | None:
    """A column of a view that values name: an element of a list stands for it."""
    if view.variants is not None:
        cells = view.variants.cells
        node: Any = view.variants.of(Scope(model, holder, options=options))
        behind = next((steps for one, steps in _holders(holder, rest) if one is node), None)
        number = next((step.element for step in behind or () if step.element is not None), None)
        return None if number is None else cells.name(cells.each(node)[number])
    inverse = view.cells.inverse if view.cells is not None else view.pivot.inverse if view.pivot is not None else None
    if inverse is None or tuple(step.name for step in rest[: len(inverse.each)]) != inverse.each:
        return None
    number = rest[len(inverse.each) - 1].element
    if number is None:
        return None
    if view.cells is not None:
        return header_columns(view.cells, model, options)[number].name
    assert view.pivot is not None
    structure = list(view.pivot.each(Scope(holder, holder, options=options)))[number]
    return str(view.pivot.name(Scope(holder, structure, options=options)))
