"""Bytes and text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from construct import Bytes, GreedyBytes, NullStripped, NullTerminated, StringEncoded

from bytewright_codegen.front.construct.drafts import BYTES, TEXT, Frame, Meaning, Refused
from bytewright_codegen.front.construct.walk import Here, Walk, reads
from bytewright_codegen.ir.encodings import canonical_encoding, check_encoding, unit_size
from bytewright_codegen.ir.schema import BytesWire, StrWire, Terminator


@reads(Bytes)
def some(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A number of bytes."""
    _no_bits(here, frame)
    if frame.framed or frame.process:
        return walk.wrapped(con, frame, here)
    return put_bytes(walk, replace(frame, size=walk.expr(con.length, frame, here)), here)


@reads(type(GreedyBytes))
def rest(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """All bytes that are left."""
    _no_bits(here, frame)
    return put_bytes(walk, frame if frame.framed else replace(frame, size_eos=True), here)


def put_bytes(walk: Walk, frame: Frame, here: Here) -> Meaning:
    """Adds bytes, or the text that they are."""
    walk.emit(here, frame, StrWire(frame.encoding) if frame.encoding else BytesWire())
    return TEXT if frame.encoding else BYTES


def _no_bits(here: Here, frame: Frame) -> None:
    if here.bits:
        raise Refused(frame.loc, "bytes can't stand among bits", "Write BitsInteger.")


@reads(StringEncoded)
def text(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """Text in an encoding."""
    # What Python calls an encoding may be an alias: `utf8` is `UTF-8`.
    encoding = canonical_encoding(con.encoding)
    if encoding is None:
        encoding = check_encoding(con.encoding, walk.loc(con, frame.loc), walk.problems)
    return walk.put(con.subcon, replace(frame, encoding=encoding), here)


@reads(NullTerminated)
def terminated(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """Up to a terminator."""
    if frame.terminator is not None or frame.process is not None or ((frame.size or frame.size_eos) and con.require):
        return walk.wrapped(con, frame, here)  # in bytes of a given size, a terminator may be missing
    end = Terminator(bytes(con.term), bool(con.include), bool(con.consume), bool(con.require))
    if not end.bytes:
        raise Refused(frame.loc, "a terminator must have a byte at least")
    return walk.put(con.subcon, replace(frame, terminator=end), here)


@reads(NullStripped)
def stripped(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """Without the padding at its end."""
    if frame.terminator is not None or frame.process is not None or frame.pad_right is not None:
        return walk.wrapped(con, frame, here)
    frame = frame if frame.framed else replace(frame, size_eos=True)
    pad = bytes(con.pad)
    if len(pad) == 1:
        return walk.put(con.subcon, replace(frame, pad_right=pad[0]), here)
    if frame.encoding and len(pad) == unit_size(frame.encoding):
        # Zeros of whole code units: text ends at the first of them, as the language has no other way to say it.
        return walk.put(con.subcon, replace(frame, terminator=Terminator(pad, False, True, False)), here)
    raise Refused(frame.loc, "padding of several bytes can't be compiled", "Use a pad of one byte.")
