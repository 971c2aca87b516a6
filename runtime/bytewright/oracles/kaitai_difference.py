"""Our reader against the parser that kaitai-struct-compiler makes of the same declaration, value for value."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import Any

from bytewright.codec.codec import Codec
from bytewright.errors import NO_VALUE, BoundsError, ReadError, shown
from bytewright.model.structures import Struct
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.traverse import is_new
from bytewright.oracles.compare import same, width_of
from bytewright.oracles.kaitai_engine import parser_of

_MISSING = object()


def oracle_difference(
    codec: Codec,
    data: bytes,
    parser: Callable[[Any], Any] | None = None,
    options: Mapping[str, Any] | None = None,
) -> str | None:
    """The first value that the two read differently; None where there is none.

    Compared are all fields and all value instances, also of structures below; enums as numbers, floats by their bits.
    What validity bits call absent is not compared, as Kaitai knows no nulls; nor is a file for which its parser asks
    for a field that a condition leaves out: to ours that has no value, and Kaitai's languages differ. At a place
    outside of its stream theirs read no bytes, if none are asked for; to ours the place is wrong.

    Args:
        codec: the format.
        data: a file of it.
        parser: reads a whole file from a ``KaitaiStream``; by default, the codec's own.
        options: values of the format's options by id.

    Raises:
        OptionError: the codec has no parser of kaitai-struct-compiler.
    """
    from kaitaistruct import KaitaiStream

    ours = codec.parse(data, options=options)
    try:
        theirs = (parser or parser_of(codec, options))(KaitaiStream(io.BytesIO(data)))
    except AttributeError as error:
        if _is_left_out(codec, error):
            return None
        raise
    return _Comparison().structure(ours, theirs, "")


def _is_left_out(codec: Codec, error: AttributeError) -> bool:
    """Whether what an object of Kaitai's doesn't have is a field of ours."""
    from kaitaistruct import KaitaiStruct

    ids = {field.id for kind in codec.structures().values() for field in kind.FIELDS}
    return isinstance(error.obj, KaitaiStruct) and error.name in ids


class _Comparison:
    def __init__(self) -> None:
        # Instances may lead back to structures that enclose them.
        self._seen: set[tuple[int, int]] = set()
        self._places: set[tuple[Any, ...]] = set()

    def structure(self, ours: Struct, theirs: Any, path: str) -> str | None:
        if (id(ours), id(theirs)) in self._seen:
            return None
        self._seen.add((id(ours), id(theirs)))
        places = {field.name: index for index, field in enumerate(ours.FIELDS) if field.name}
        for name in (*places, *ours.INSTANCES):
            index = places.get(name)
            if index is not None and ours.FIELDS[index].again:
                continue  # what it reads is compared elsewhere
            id_ = name if index is None else ours.FIELDS[index].id
            here = f"{path}.{id_}" if path else id_
            try:
                value = getattr(ours, name)
            except _INCALCULABLE as error:
                nothing = (_MISSING, None, b"", "") if isinstance(error, BoundsError) else (_MISSING, None)
                found = None if _fails(theirs, id_, nothing) else f"{here}: {error}, and Kaitai has a value"
            else:
                if isinstance(value, Struct) and self._lies_where_another_did(value):
                    continue  # places may lead to each other in circles
                found = self._member(ours, index, value, _attribute(theirs, id_), here)
            if found is not None:
                return found
        return None

    def _lies_where_another_did(self, item: Struct) -> bool:
        """Whether a structure at a place of its own is what another way led to already."""
        owner = item._parent
        fields = owner.FIELDS if owner is not None else ()
        index = next((i for i, field in enumerate(fields) if field.id == item._field and field.placed), None)
        return index is not None and not is_new(item, owner, index, self._places)

    def _member(self, owner: Struct, index: int | None, a: Any, b: Any, path: str) -> str | None:
        if b is _MISSING or b is None:
            return None if a is None else f"{path}: {shown(a)}, and Kaitai has nothing"
        if a is None:
            return f"{path}: nothing, and Kaitai has {shown(b)}"
        if isinstance(a, list):
            if index is not None and owner.FIELDS[index].kind == "switch" and not owner.FIELDS[index].mask:
                a = [item for item in a if item is not None]  # Kaitai leaves out what no case is for
            if len(a) != len(b):
                return f"{path}: {len(a)} elements, and Kaitai has {len(b)}"
            for i, (x, y) in enumerate(zip(a, b, strict=True)):
                found = self._value(owner, index, i, x, y, f"{path}[{i}]")
                if found is not None:
                    return found
            return None
        return self._value(owner, index, None, a, b, path)

    def _value(self, owner: Struct, index: int | None, element: int | None, a: Any, b: Any, path: str) -> str | None:
        if a is None:
            return None  # absent, by validity bits
        if isinstance(a, Cursor):
            return None if a.size == b.size() else f"{path}: a stream of {a.size} bytes, and Kaitai's has {b.size()}"
        if isinstance(a, Struct):
            return self.structure(a, b, path)
        width = 64 if index is None else width_of(owner, index, element)
        return None if same(a, b, width) else f"{path}: {shown(a)}, and Kaitai has {shown(b)}"


_INCALCULABLE = (ReadError, *NO_VALUE)


def _fails(theirs: Any, id: str, nothing: tuple[object, ...]) -> bool:
    """Whether an instance can't be computed from these values, or read, by Kaitai either.

    ``nothing``: what is no value."""
    try:
        return _attribute(theirs, id) in nothing
    except Exception:  # its parsers let through whatever their expressions and its streams raise
        return True


def _attribute(theirs: Any, id: str) -> Any:
    for name in (id, f"{id}_"):
        found = getattr(theirs, name, _MISSING)
        if found is not _MISSING:
            return found
    return _MISSING
