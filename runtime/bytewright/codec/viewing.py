"""Structures of which nothing is read before somebody asks for it."""

from __future__ import annotations

import importlib
import inspect
import os
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar, overload

from bytewright.codec import registry
from bytewright.codec.api_version import REGENERATE
from bytewright.codec.codec import Codec
from bytewright.errors import CodecError, OptionError, of_file
from bytewright.host.suggest import hint
from bytewright.limits import DEFAULT, Limits
from bytewright.model.origins import span_of
from bytewright.model.structures import Struct
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.on_access import View, Walk

Kind = TypeVar("Kind", bound=Struct)
Buffer = bytes | bytearray | memoryview

_GIVEN = "given_"
"""What the parameters of generated functions begin with."""


@overload
def view_of(
    data: Buffer,
    kind: type[Kind],
    *,
    offset: int = ...,
    parent: Struct | None = ...,
    parameters: Mapping[str, Any] | None = ...,
    options: Mapping[str, Any] | None = ...,
    limits: Limits = ...,
    malformed: Literal["fail", "replace"] = ...,
    checksums: Literal["fail", "report", "skip"] = ...,
) -> Kind: ...


@overload
def view_of(
    data: Buffer,
    kind: Codec | str | os.PathLike[str],
    *,
    offset: int = ...,
    parent: Struct | None = ...,
    parameters: Mapping[str, Any] | None = ...,
    options: Mapping[str, Any] | None = ...,
    limits: Limits = ...,
    malformed: Literal["fail", "replace"] = ...,
    checksums: Literal["fail", "report", "skip"] = ...,
) -> Any: ...


def view_of(
    data: Buffer,
    kind: Any,
    *,
    offset: int = 0,
    parent: Struct | None = None,
    parameters: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    limits: Limits = DEFAULT,
    malformed: Literal["fail", "replace"] = "fail",
    checksums: Literal["fail", "report", "skip"] = "fail",
) -> Any:
    """A structure in bytes, of which each field is read when it is first asked for.

    Nothing is copied but what is asked for, and nothing else is read but what says where that lies: fields before it
    are passed over by their sizes, where these are known without a look at the fields. A list gives its elements when
    it is asked for; each of these is a view again. What was read stays. Whatever is bad shows when it is asked for:
    rules are checked of fields that are read. Structures of which the rules bind several fields (bits that say which
    elements are there, rules of calculated values) are read at once.

    Args:
        data: the bytes. They may change only as long as nothing of them is asked for.
        kind: what they are: a class of a generated model (``Record``), or a codec, its name or the path of its spec,
            for a whole file.
        offset: where in the bytes the structure begins. What the spec calls a position counts from there.
        parent: the structure that it lies in, where it asks for that. Without one, the root of a file of which only
            the parameters are known.
        parameters: values of the structure's parameters by their ids.
        options: values of the format's options by id.
        limits: bounds on what it may ask for.
        malformed: what happens to text that is not valid in its encoding: an error, or U+FFFD.
        checksums: what one does that doesn't fit: an error, a warning, nothing.

    Returns:
        An object of the class; of a codec, of its root class. Its attributes raise a `ReadError` with the path of the
        field and its offset in ``data`` where that is not what the format says.

    Raises:
        ReadError: the structure is one that is read at once, and bad.
        OptionError: there is no such parameter or option, or the offset lies outside.
        CodecError: there is no such codec, or it was generated without views of structures.
    """
    codec, type = _kind(kind)
    window = memoryview(data).cast("B")
    if not 0 <= offset <= len(window):
        raise OptionError(expected=f"an offset from 0 to {len(window)}", found=str(offset))
    io = Cursor(window, start=offset, limits=limits)  # type: ignore[arg-type]  # what is asked for becomes bytes
    io.malformed = "strict" if malformed == "fail" else "replace"
    io.checksums = checksums
    io.path = "<bytes>"
    io.settled[0] = True
    io.options = codec.options_told(options or {})
    view = _view(codec, type)
    told = _told(view, parameters or {})
    with of_file(io.path):
        return view(io, *_lying(codec, type, io, parent), *told)


def bytes_of(structure: Struct, *fields: str) -> bytes:
    """The bytes in which a structure lies that was read, or is viewed.

    Args:
        structure: the structure.
        fields: ids of fields, of which the first one that is there begins the bytes, and the last one ends them; none:
            all of its sequence. What lies at places of its own is no part of them.

    Raises:
        ReadError: where they end can't be told.
        OptionError: there is no such field, or the structure wasn't read, or has no bytes.
    """
    known = [field.id for field in structure.FIELDS]
    for name in fields:
        if name not in known:
            raise OptionError(f"unknown field {name!r}", hint=hint(name, known, "fields"))
    chosen = [known.index(name) for name in fields] or [
        number for number, field in enumerate(structure.FIELDS) if not field.placed
    ]
    places = structure._places
    if isinstance(places, Walk):
        with of_file(structure._io.path):
            for number in chosen:
                places.find(number)
    spans = [span for number in chosen if (span := span_of(structure, number)) is not None]
    if not spans or structure._io is None:
        raise OptionError(expected="a structure that was read", found=type(structure).__name__)
    found: bytes = structure._io.again(spans[0].start, spans[-1].end)
    return found


def _kind(kind: Any) -> tuple[Codec, type[Struct]]:
    """A codec, and which of its classes is meant."""
    if isinstance(kind, type) and issubclass(kind, Struct) and kind.TYPE:
        found: Codec = importlib.import_module(kind.__module__.rpartition(".")[0]).CODEC
        return found, kind
    if isinstance(kind, Codec):
        return kind, kind.root
    found = registry.codec(os.fspath(kind))
    return found, found.root


def _view(codec: Codec, type: type[Struct]) -> Callable[..., Any]:
    """What makes views of a class.

    Raises:
        CodecError: its codec has no such thing.
    """
    name = f"{codec.package}.access"
    try:
        found: Callable[..., Any] = importlib.import_module(name).VIEWS[type.TYPE]
        return found
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise CodecError(f"the codec {codec.name} was generated without views of structures", hint=REGENERATE) from None


def _lying(codec: Codec, type: type[Struct], io: Cursor, parent: Struct | None) -> tuple[Any, ...]:
    """What a structure lies in, as which field, and which of its elements."""
    if type is codec.root and parent is None:
        return None, "", None
    if parent is None:
        parent = codec.root._begin(io, None, "", None)
        codec.tell(parent, io.options)
    field = next((field for field in parent.FIELDS if field.struct is type), None)
    return parent, type.TYPE.rpartition("::")[2] if field is None else field.id, None


def _told(view: Callable[..., Any], parameters: Mapping[str, Any]) -> list[Any]:
    """The parameters of a structure, as what makes a view of it is given them."""
    if isinstance(view, View):
        known = dict.fromkeys(view.parameters, not view.is_root)
    else:
        known = {
            name.removeprefix(_GIVEN): one.default is one.empty
            for name, one in inspect.signature(view).parameters.items()
            if name.startswith(_GIVEN)
        }
    for name in parameters:
        if name not in known:
            raise OptionError(f"unknown parameter {name!r}", hint=hint(name, known, "parameters"))
    for name, needed in known.items():
        if needed and name not in parameters:
            raise OptionError(f"the parameter {name!r} has no value")
    return [parameters.get(name) for name in known]
