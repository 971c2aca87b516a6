"""What lies at places of its own in structures that columns show: no column shows it, so it remains beside the rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from bytewright.errors import NO_VALUE, BytewrightError, WriteError, shown
from bytewright.model.kept_keys import follows
from bytewright.model.structures import Field, Struct
from bytewright.model.switches import Chosen, Undecided, choose


def remains(value: Any) -> Any:
    """What a column leaves of a value, which is changed: the structures with nothing but what has a place of its own.

    None: nothing. In a list all elements stay, so that those that are left keep their places. Of a structure for which
    a member stands, the column shows that one alone: it stays, where that doesn't say all of it.
    """
    if isinstance(value, Struct) and value.SHOWN_AS and not _is_told(value):
        if value.SHOWN_AS not in value.INSTANCES:
            setattr(value, value.SHOWN_AS, remains(getattr(value, value.SHOWN_AS)))
        return value
    if isinstance(value, Struct):
        for field in value.FIELDS:
            if field.name and not field.placed:
                setattr(value, field.name, remains(getattr(value, field.name)))
        return None if says_nothing(value) else value
    if isinstance(value, list):
        left = [remains(item) for item in value]
        return value if any(item is not None for item in left) else None
    return None


def _is_told(holder: Struct) -> bool:
    """Whether the member that stands for a structure says all of its fields that don't follow from others, or from what
    a switch is."""
    if holder.SPELT is not None:
        return True
    if holder.SHOWN_AS in holder.INSTANCES and (holder.KEEPS or not holder.HELD):
        return False
    said = [
        one for one in holder.FIELDS if one.name and not one.placed and not follows(holder, one) and not one.decides
    ]
    return sum(getattr(holder, field.name) is not None for field in said) <= 1


def says_nothing(node: Any) -> bool:
    """Whether a user need not say anything of an element: it is a structure, and all that it holds follows from
    others. That a checksum is missing does not."""
    return (
        isinstance(node, Struct)
        and all(not field.name or follows(node, field) or getattr(node, field.name) is None for field in node.FIELDS)
        and all(getattr(node, name) is not False for name in node.PRESENCE)
    )


def joined(left: Any, value: Any) -> Any:
    """A value of a column together with what it leaves.

    Args:
        left: what `remains` gave; None: nothing.
        value: as rows hold it: structures are mappings.

    Raises:
        WriteError: they contradict each other.
    """
    if left is None:
        return value
    if isinstance(value, Chosen):
        return Chosen(value.case, joined(left, value.value))
    if isinstance(left, Undecided) and isinstance(value, Mapping):
        return Undecided(value, lambda kind: joined(left.made(kind), value))
    if isinstance(left, Struct) and isinstance(value, Mapping):
        fields = {field.id: field.name for field in left.FIELDS if field.name}
        for id, item in value.items():
            if id in fields:  # others are calculated
                choose(left, fields[id], joined(getattr(left, fields[id]), item))
        return left
    if isinstance(left, list) and isinstance(value, list) and len(left) <= len(value):
        return [joined(one, item) for one, item in zip(left, value, strict=False)] + value[len(left) :]
    if isinstance(left, list):
        found = f"{len(value)} elements" if isinstance(value, list) else shown(value)
        raise WriteError(expected=f"the {len(left)} elements that the root tells of", found=found)
    if isinstance(left, Struct) and left.SHOWN_AS and _tells(left, value):
        return left
    if isinstance(left, Struct) and not says_nothing(left):
        raise WriteError(expected="the structure that the root tells of", found=shown(value))
    return value


def _tells(left: Struct, value: Any) -> bool:
    """Have the member that stands for a structure say what a column shows; whether it can, or does."""
    if left.HELD and type(value) is int:
        left._told = value
    elif left.SHOWN_AS in left.INSTANCES:
        with suppress(BytewrightError, *NO_VALUE):
            own = getattr(left, left.SHOWN_AS)
            return bool(own == value or (own != own and value != value))
        return False
    elif value is not None:
        choose(left, left.SHOWN_AS, joined(getattr(left, left.SHOWN_AS), value))
    return value is not None


def lacking(kind: type[Struct], value: Any) -> Iterator[str]:
    """Paths to what has a place of its own and is missing in all structures of its kind.

    Args:
        kind: the structure's class.
        value: the structure, or a mapping of its fields.
    """
    there: dict[tuple[type[Struct], str], bool] = {}
    paths: dict[tuple[type[Struct], str], str] = {}
    todo = [(kind, value, "")]
    while todo:
        kind, value, path = todo.pop()
        for field in kind.FIELDS:
            item = _member(value, field)
            key, here = (kind, field.name), f"{path}.{field.id}".lstrip(".")
            if field.placed and not field.derived:
                there[key] = there.get(key, False) or item is not None
                paths.setdefault(key, here)
            for one in item if isinstance(item, list) else (item,):
                inner = type(one) if isinstance(one, Struct) else field.struct
                if one is not None and inner is not None:
                    todo.append((inner, one, here))
    return (paths[key] for key, found in there.items() if not found)


def _member(value: Any, field: Field) -> Any:
    if isinstance(value, Struct):
        return getattr(value, field.name) if field.name else None
    return value.get(field.id) if isinstance(value, Mapping) else None
