"""Our reader against Construct itself, which parses by the declaration that the reader is made of."""

from __future__ import annotations

import inspect
import struct
from collections.abc import Mapping
from typing import Any

from construct import Construct, LazyBound, Renamed, Tell

from bytewright.codec.codec import Codec
from bytewright.construct import records
from bytewright.construct.names import identifier
from bytewright.construct.parameters import Applied
from bytewright.construct.records import Record
from bytewright.errors import shown
from bytewright.model.enums import Enum, label_of
from bytewright.model.structures import Struct

_MISSING = object()


def construct_difference(
    codec: Codec, data: bytes, declared: Any, options: Mapping[str, Any] | None = None
) -> str | None:
    """The first value that the two read differently; None where there is none.

    Compared is all that Construct shows; what it doesn't (lengths, padding) it has used all the same.

    Args:
        codec: made of the declaration.
        data: a file of it.
        declared: the construct of a whole file, or the function of parameters that makes it. Positions (``Tell``) count
            in the innermost bytes here: compared is where in the file that is.
        options: values of the format's options by id, which such a function is told as well.
    """
    declared = told(codec, declared, options)
    return difference(codec.parse(data, options=options), declared.parse(data), declared)


def difference(ours: Any, theirs: Any, declared: Any) -> str | None:
    """The same of a model and what Construct has parsed.

    Args:
        ours: the model.
        theirs: what Construct has parsed.
        declared: the construct of a whole file.
    """
    return _Comparison(_positions(declared, set())).value(ours, theirs, "")


def told(codec: Codec, declared: Any, options: Mapping[str, Any] | None = None) -> Any:
    """The construct of a whole file, where a function of parameters makes it: with what readers are told.

    Args:
        codec: made of the declaration.
        declared: the construct, or the function.
        options: values of the format's options by id; those that are not set have their defaults.
    """
    if isinstance(declared, Construct):
        return declared
    values = {option.id: option.usual for option in codec.options} | dict(options or {})
    return records.told(declared, *(_plain(values[name]) for name in inspect.signature(declared).parameters))


def _plain(value: Any) -> Any:
    """A structure that readers are told as plain values."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, Struct):
        return {id: _plain(getattr(value, name)) for id, (name, _) in value.PARAMETERS.items()}
    return value


def _positions(con: Any, seen: set[int]) -> set[str]:
    """The names of members that hold a position."""
    if id(con) in seen:
        return set()
    seen.add(id(con))
    if isinstance(con, Renamed) and con.subcon is Tell:
        return {con.name}
    if isinstance(con, LazyBound):
        return _positions(con.subconfunc(), seen)
    if isinstance(con, Applied):
        return _positions(con.function.construct, seen)
    inner = [*getattr(con, "subcons", ()), *getattr(con, "cases", {}).values()]
    inner += [getattr(con, name) for name in ("subcon", "default", "thensubcon", "elsesubcon") if hasattr(con, name)]
    return set().union(*(_positions(one, seen) for one in inner if isinstance(one, Construct)))


class _Comparison:
    """``positions``: the names of members that hold a position, which Construct counts in the file."""

    def __init__(self, positions: set[str]) -> None:
        self._positions = positions

    def value(self, ours: Any, theirs: Any, path: str) -> str | None:
        """The first difference of two values."""
        if callable(theirs):
            theirs = theirs()  # `Lazy`
        if isinstance(theirs, Record):
            return None  # it was handed to both
        if isinstance(ours, Struct):
            return self._structure(ours, theirs, path)
        if isinstance(theirs, dict) and {"data", "value", "offset1"} <= set(theirs):
            return self.value(ours, theirs["value"], path)
        if isinstance(theirs, list) and isinstance(ours, list):
            if len(ours) != len(theirs):
                return f"{path}: {len(ours)} elements, and Construct has {len(theirs)}"
            found = (self.value(a, b, f"{path}[{i}]") for i, (a, b) in enumerate(zip(ours, theirs, strict=True)))
            return next((text for text in found if text is not None), None)
        return None if _same(ours, theirs) else f"{path}: {shown(ours)}, and Construct has {shown(theirs)}"

    def _structure(self, ours: Struct, theirs: Any, path: str) -> str | None:
        if isinstance(theirs, dict) and {"data", "value", "offset1"} <= set(theirs) and not hasattr(ours, "offset1"):
            return self._structure(ours, theirs["value"], path)
        members = None
        if isinstance(theirs, dict):
            members = [(str(name), value) for name, value in theirs.items() if name not in ("_io", "_flagsenum")]
        elif isinstance(theirs, list) and not ours.SHOWN_AS:
            members = [(f"item_{i}", value) for i, value in enumerate(theirs)]
        if members is None or (ours.SHOWN_AS and any(_member(ours, name) is _MISSING for name, _ in members)):
            if theirs is None and not ours.FIELDS:
                return None  # `Pass`, where there must be a case
            if not ours.SHOWN_AS:
                return f"{path}: a structure, and Construct has {shown(theirs)}"
            return self.value(getattr(ours, ours.SHOWN_AS), theirs, path)
        for name, value in members:
            here = f"{path}.{name}" if path else name
            mine = _member(ours, name)
            if mine is _MISSING and value is None:
                continue
            if name in self._positions and isinstance(mine, int) and mine != value:
                mine += ours._io.origin
            if mine is _MISSING:
                return f"{here}: nothing, and Construct has {shown(value)}"
            found = self.value(mine, value, here)
            if found is not None:
                return found
        return None


def _member(ours: Struct, name: str) -> Any:
    id = identifier(name)
    if id is None:
        return _MISSING
    field = next((field.name for field in ours.FIELDS if field.id == id), None)
    known = (field,) if field else (id, f"{id}_")  # a word of Python's has an underscore behind it
    return next((getattr(ours, name) for name in known if name in ours.INSTANCES or name == field), _MISSING)


def _same(ours: Any, theirs: Any) -> bool:
    if isinstance(theirs, str) and hasattr(theirs, "intvalue"):  # a member of an Enum
        return bool(ours == theirs.intvalue)
    if isinstance(theirs, str) and isinstance(ours, Enum):  # what a Mapping calls it
        return bool(label_of(ours) == theirs)
    if isinstance(ours, float) and isinstance(theirs, float):
        return struct.pack("<d", ours) == struct.pack("<d", theirs)
    if isinstance(theirs, bool):
        return bool(ours) == theirs
    return bool(ours == theirs)
