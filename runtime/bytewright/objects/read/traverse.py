"""All of a model: what is read when it is first asked for, at every depth, each place once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from bytewright.errors import LimitError, ReadError, WriteError
from bytewright.model.kept_keys import GAPS, STREAMS
from bytewright.model.structures import Struct, field_path, given, parameters_of, structures_in
from bytewright.objects.read.cursor import Cursor

UnreadPlace = tuple[str, str, str, int]
"""A type, a field of it, why that can't be read, and where, counted from the beginning of the structure's stream."""


class Unread(NamedTuple):
    """A field at a place of its own that can't be read.

    Attributes:
        owner: the structure that holds it; the field is absent there.
        name: what it is called in Python.
        read: reads it.
        error: why it can't be read.
    """

    owner: Struct
    name: str
    read: Callable[[], None]
    error: ReadError

    @property
    def place(self) -> UnreadPlace:
        """What it is in a file that is written, wherever the stream of its structure lies then."""
        io = self.owner._io
        origin = io.origin if isinstance(io, Cursor) else io.read_from
        return self.owner.TYPE, self.name, type(self.error).__name__, (self.error.offset or 0) - int(origin)

    def unkept(self, found: str) -> WriteError:
        """The error for a file that can't be written without it.

        Args:
            found: what prevents that its bytes stay where they are.
        """
        return WriteError(
            field=field_path(self.owner, next(i for i, f in enumerate(self.owner.FIELDS) if f.name == self.name)),
            expected=f"its bytes to stay where they are, as they can't be read ({self.error.what})",
            found=found,
            hint="Set it to a value, or to None to give it up.",
        )

    def defer(self) -> None:
        """Let it fail again when it is asked for again."""
        if self.owner._is_set(self.name) and getattr(self.owner, self.name) is None:
            self.owner._defer(self.name, self.read)


def explore(root: Struct) -> list[Unread]:
    """Read everything of a model that lies at places of its own.

    Places may lead to each other in circles, and many ways may lead to one place. Of what lies at a place where a
    structure of the same type was read before, only the sequence is read; the rest stays unread.

    Args:
        root: a structure that was read; of one that was made, nothing is left to read.

    Returns:
        The fields that can't be read. What was read on the way to such a failure describes no bytes.

    Raises:
        LimitError: there are more places than the input may ask for.
    """
    unread: list[Unread] = []
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
                    unread.append(failure)
            if not given(node, field.name):
                continue
            items = structures_in(node, field.name)
            below += [item for item in items if not field.placed or is_new(item, node, index, seen)]
        todo += reversed(below)
    if unread:
        _cover_again(root)
    return unread


def _ask(node: Struct, name: str) -> Unread | None:
    """Read a field; one that can't be read is absent then. A value that it was given meanwhile stays."""
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
        return Unread(node, name, read, error) if unset else None
    if not unset:
        setattr(node, name, given_value)
    return None


def _cover_again(root: Struct) -> None:
    """Note anew what fields describe: some have been let go, with a structure in which something can't be read."""
    streams: dict[int, tuple[Cursor, list[tuple[int, int]]]] = {}
    for owner in structures_below(root):
        for key, io in owner._kept.items():
            if key < STREAMS or not isinstance(io, Cursor):
                continue
            start = io.origin if key == GAPS else owner._at[key - STREAMS].start
            streams.setdefault(io.stream, (io, []))[1].append((start, io.at))
    for io, spans in streams.values():
        io.recover(spans)


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


def read_wholly(value: Any) -> Any:
    """A value, of which everything has been read that is read when it is first asked for.

    Raises:
        ReadError: something of it is bad.
    """
    todo = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, list):
            todo += reversed(one)
        elif isinstance(one, dict):  # of a switch, by the name of the case
            todo += one.values()
        elif isinstance(one, Struct):
            for name in tuple(one._pending or ()):
                getattr(one, name)
            todo += [getattr(one, field.name) for field in one.FIELDS[::-1] if given(one, field.name)]
    return value


def structures_below(root: Struct) -> Iterator[Struct]:
    """A structure and all below it that have been read, each once, as fields are ordered, holders first."""
    todo = [root]
    seen = {id(root)}
    while todo:
        node = todo.pop()
        yield node
        inner: list[Struct] = []
        for field in node.FIELDS:
            if field.again or not given(node, field.name):
                continue
            for item in structures_in(node, field.name):
                if id(item) not in seen:
                    seen.add(id(item))
                    inner.append(item)
        todo += reversed(inner)
