"""All of a model: what is read when it is first asked for, at every depth, each place once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bytewright.cursor import Cursor
from bytewright.errors import LimitError, ReadError
from bytewright.model import Struct, given, parameters_of


def explore(root: Struct) -> list[ReadError]:
    """Read everything of a model that lies at places of its own.

    Places may lead to each other in circles, and many ways may lead to one place. Of what lies at a place where a
    structure of the same type was read before, only the sequence is read; the rest stays unread.

    Args:
        root: a structure that was read; of one that was made, nothing is left to read.

    Returns:
        Why fields can't be read; these are absent.

    Raises:
        LimitError: there are more places than the input may ask for.
    """
    failures: list[ReadError] = []
    seen: set[tuple[Any, ...]] = set()
    todo: list[Struct] = [root]
    while todo:
        node = todo.pop()
        below: list[Struct] = []
        for index, field in enumerate(node.FIELDS):
            if field.again:
                continue
            if node._pending and field.name in node._pending:
                failure = _ask(node, field.name)
                if failure is not None:
                    failures.append(failure)
            if not given(node, field.name):
                continue
            value = getattr(node, field.name)
            items = [item for item in (value if isinstance(value, list) else (value,)) if isinstance(item, Struct)]
            below += [item for item in items if not field.placed or is_new(item, node, index, seen)]
        todo += reversed(below)
    return failures


def _ask(node: Struct, name: str) -> ReadError | None:
    """Read a field; gives why it can't be read, and is absent then, but fails again where all is read again. A value
    that it was given meanwhile stays."""
    assert node._pending is not None
    unset = not node._is_set(name)
    given_value = None if unset else getattr(node, name)
    read = node._pending.pop(name)
    try:
        read()
    except LimitError:
        raise
    except ReadError as error:
        setattr(node, name, given_value)
        node._pending[name] = read
        return error
    if not unset:
        setattr(node, name, given_value)
    return None


def is_new(item: Struct, owner: Struct, field: int, seen: set[tuple[Any, ...]]) -> bool:
    """Whether no structure of the same type and parameters was read at the place of one that has its own."""
    io = item._io
    if not isinstance(io, Cursor) or field not in owner._at:
        return True
    place = _place_of(item, owner._at[field].start)
    key = (io.stream, place, type(item), *(_told(value) for value in parameters_of(item)))
    if key in seen:
        return False
    seen.add(key)
    if len(seen) > io.limits.maxSteps:
        raise LimitError(expected=f"at most {io.limits.maxSteps} places (maxSteps)", found="more", offset=place)
    return True


def _place_of(item: Struct, otherwise: int) -> int:
    return min((place.start for place in item._at.values()), default=otherwise)


def _told(parameter: Any) -> Any:
    """What tells the values of a parameter apart: of a structure, where it lies."""
    if not isinstance(parameter, Struct):
        return parameter
    io = parameter._io
    return (io.stream if isinstance(io, Cursor) else None, _place_of(parameter, 0), type(parameter), parameter._index)


def structures_below(root: Struct) -> Iterator[Struct]:
    """A structure and all below it that have been read, each once, those that hold others first."""
    todo = [root]
    seen = {id(root)}
    while todo:
        node = todo.pop()
        yield node
        for field in node.FIELDS:
            if field.again or not given(node, field.name):
                continue
            value = getattr(node, field.name)
            for item in value if isinstance(value, list) else (value,):
                if isinstance(item, Struct) and id(item) not in seen:
                    seen.add(id(item))
                    todo.append(item)
