"""Bytes of values that a writer must know before it puts them: of texts, processes, structures."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from bytewright.codecs.process import Process
from bytewright.errors import ReadError, WriteError, shown
from bytewright.limits import Limits
from bytewright.model.origins import span_of
from bytewright.model.padding import UNPADDED, Padding
from bytewright.model.structures import Struct, field_path
from bytewright.objects.read.traverse import structures_below
from bytewright.objects.write.output import Output

_TURNS = 8
"""How often a structure is written on its own, at most, until its lengths are right."""


def encode_text(value: Any, encoding: str, owner: Struct, field: int, element: int | None, kept: Any = None) -> bytes:
    """Text as bytes; ``kept``: those that were read, if they say it otherwise.

    Raises:
        WriteError: the value is no text, or the encoding has no such characters.
    """
    if not isinstance(value, str):
        raise WriteError(field=field_path(owner, field, element), expected="text", found=shown(value))
    try:
        if isinstance(kept, bytes) and kept.decode(encoding, "replace") == value:
            return kept
        return value.encode(encoding) if value else b""  # no mark of a byte order either
    except UnicodeEncodeError as error:
        raise WriteError(
            field=field_path(owner, field, element), expected=f"text in {encoding}", found=shown(value[error.start])
        ) from None
    except LookupError:
        raise WriteError(
            field=field_path(owner, field, element), expected="an encoding that Python knows", found=encoding
        ) from None


def encode(
    out: Output,
    owner: Struct,
    field: int,
    element: int | None,
    data: bytes,
    process: Process,
    padding: Padding = UNPADDED,
) -> bytes:
    """What is decoded to some bytes: what was read, if it still is, otherwise what the process makes of them.

    Raises:
        WriteError: the process can't be turned round.
    """
    kept = out.kept_element(owner, field, element)
    if isinstance(kept, bytes):
        value = padding.strip(kept)
        if _decodes_to(process, value, data):
            out.note_stored(process, value)
            return value
    last = out.memory.encoded.get((id(owner), field, element))
    if last is not None and last[0] == data and last[1] == process:
        out.note_stored(process, last[2])
        return last[2]
    found = process.stored(data, partial(field_path, owner, field, element))
    out.memory.encoded[id(owner), field, element] = (data, process, found)
    out.note_stored(process, found)
    return found


def _decodes_to(process: Process, stored: bytes, data: bytes) -> bool:
    """Whether some bytes are decoded to others, which are there, however many they are."""
    limits = Limits(maxDecodedBytes=len(data), maxExpansion=len(data))
    try:
        return process.decode(stored, limits) == data
    except ReadError:
        return False


def size_as_read(owner: Struct, field: int, size: Callable[[], int]) -> int:
    """The size of a field that rests on where the reader stood: what it was then, if the field was read."""
    span = span_of(owner, field)
    return size() if span is None else span.end - span.start


def bytes_of(emit: Callable[[Any, Output], None], structure: Any, out: Output) -> bytes:
    """The bytes of a structure as it will be written, for what follows from them.

    Nothing in it may rest on where it lies or what lies around it.

    Raises:
        WriteError: it can't be written.
    """
    if not isinstance(structure, Struct):
        raise WriteError(expected="a structure", found=shown(structure))
    streams = [(one, one._io) for one in structures_below(structure)]
    structure._adopt()
    try:
        for turn in range(_TURNS):
            apart = Output(canonical=out.canonical, options=out.options, first=turn == 0)
            emit(structure, apart)
            apart.tail(structure)
            if apart.seal():
                return apart.getvalue()
        raise apart.contradiction()
    finally:
        for one, stream in streams:
            one._io = stream
