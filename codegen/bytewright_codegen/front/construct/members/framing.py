"""What is cut out of the bytes before it is read: by a size, behind a length, decoded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import construct
from construct import (
    Aligned,
    Compressed,
    Debugger,
    FixedSized,
    Hex,
    HexDump,
    Lazy,
    NamedTuple,
    OffsettedEnd,
    Padded,
    Pass,
    Prefixed,
    ProcessRotateLeft,
    ProcessXor,
    RawCopy,
    Renamed,
)
from construct.core import Restreamed, Transformed
from construct.lib import bits2bytes, bytes2bits, swapbitsinbytes, swapbytes

from bytewright.construct import Coded
from bytewright_codegen.front.companion_code import is_beside
from bytewright_codegen.front.construct.drafts import Frame, Level, Meaning, Refused, through
from bytewright_codegen.front.construct.members.numbers import number_of, put_number, put_unused, swapped
from bytewright_codegen.front.construct.members.positions import place_of
from bytewright_codegen.front.construct.walk import Here, Walk, bare, reads
from bytewright_codegen.ir.expressions import Binary, Expr, Literal_, Member, Name, Unary
from bytewright_codegen.ir.schema import BitsWire, BytesWire, Process, Repeat

_COMPRESSIONS = {
    "zlib": ("zlib", False),
    "gzip": ("bytewright.codecs.gzip", True),
    "bzip2": ("bytewright.codecs.bzip2", True),
    "lzma": ("bytewright.codecs.lzma", False),
}
"""The process for each of Construct's compressions, and whether it takes a level."""


@reads(Renamed, Hex, HexDump, Lazy, NamedTuple, Debugger)
def same(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """What only shows, names or delays what it holds."""
    walk.note_docs(con)
    if isinstance(con, Renamed) and con.name and not frame.name:
        frame = replace(frame, name=con.name)
    return walk.put(con.subcon, frame, here)


@reads(Prefixed)
def prefixed(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """Behind its length: two members, ``len_x`` and ``x``."""
    if not frame.is_plain:
        return walk.wrapped(con, frame, here)
    length = prefix(walk, con.lengthfield, "len", frame, here)
    if con.includelength:
        own = Literal_(con.lengthfield.sizeof(), frame.loc)
        length = Binary("-", length, own, frame.loc)
    return walk.put(con.subcon, replace(frame, size=length), here)


def prefix(walk: Walk, con: Any, word: str, frame: Frame, here: Here) -> Expr:
    """Adds the length or count before something; gives the expression for it."""
    loc = walk.loc(con, frame.loc)
    id = here.draft.free_id(f"{word}_{frame.id}" if frame.id else word)
    what = "Size" if word == "len" else "Number"
    of = f"{what} of {frame.id}{' in bytes' if word == 'len' else ''}." if frame.id else ""
    meaning = walk.put(con, Frame(id, loc, of, condition=frame.condition), here)
    if meaning is None or meaning.kind != "int":
        raise Refused(loc, "this must be an integer")
    return through(Name(id, frame.loc), meaning.path)


@reads(FixedSized)
def fixed(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """In a number of bytes."""
    if frame.framed or frame.process:
        return walk.wrapped(con, frame, here)
    return walk.put(con.subcon, replace(frame, size=walk.expr(con.length, frame, here)), here)


@reads(OffsettedEnd)
def offsetted(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """Up to a number of bytes before the end."""
    if frame.framed or frame.process:
        return walk.wrapped(con, frame, here)
    loc = frame.loc
    io = Name("_io", loc)
    left = Binary("-", Member(io, "size", loc), Member(io, "pos", loc), loc)
    end = walk.expr(con.endoffset, frame, here)
    less = Binary("+", left, end, loc)
    if isinstance(end, Literal_) and isinstance(end.value, int) and end.value < 0:
        less = Binary("-", left, Literal_(-end.value, loc), loc)
    return walk.put(con.subcon, replace(frame, size=less), here)


@reads(Padded)
def padded(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """In a number of bytes or bits, of which the last are padding: a member without a name."""
    if bare(con.subcon) is Pass:
        padding(walk, con, walk.expr(con.length, frame, here), frame, here)
        return None
    if not frame.is_plain:
        return walk.wrapped(con, frame, here)
    since = len(here.draft.attributes)
    meaning = walk.put(con.subcon, frame, here)
    length, used = walk.expr(con.length, frame, here), walk.extent(here, since, frame.loc)
    if used is None:
        used = _since(walk, since, frame, here)
    pad: Expr = Binary("-", length, used, frame.loc)
    if isinstance(length, Literal_) and isinstance(used, Literal_):
        pad = Literal_(length.value - used.value, frame.loc)  # type: ignore[operator]
    padding(walk, con, pad, frame, here)
    return meaning


@reads(Aligned)
def aligned(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """Padded to a multiple of bytes."""
    if not frame.is_plain:
        return walk.wrapped(con, frame, here)
    since = len(here.draft.attributes)
    meaning = walk.put(con.subcon, frame, here)
    modulus, used = walk.expr(con.modulus, frame, here), walk.extent(here, since, frame.loc)
    if used is None:
        used = _since(walk, since, frame, here)
    pad: Expr = Binary("%", Unary("-", used, frame.loc), modulus, frame.loc)
    if isinstance(modulus, Literal_) and isinstance(used, Literal_):
        pad = Literal_(-used.value % modulus.value, frame.loc)  # type: ignore[operator]
    padding(walk, con, pad, frame, here)
    return meaning


def _since(walk: Walk, at: int, frame: Frame, here: Here) -> Expr:
    """How many bytes there are from an attribute on, by its number."""
    if here.bits:
        raise Refused(frame.loc, "how many bits are padded can't be told from the fields before them")
    place = place_of(walk, at, frame, here)
    return Binary("-", Member(Name("_io", frame.loc), "pos", frame.loc), place, frame.loc)


def padding(walk: Walk, con: Any, size: Expr, frame: Frame, here: Here) -> None:
    """Adds bytes or bits without a name."""
    loc = walk.loc(con, frame.loc)
    if isinstance(size, Literal_) and size.value == 0:
        return
    if con.pattern != b"\x00":
        raise Refused(loc, "padding is written as zeros", "Name the bytes, with Default.")
    bare_frame = Frame(None, loc, frame.doc, condition=frame.condition)
    if not here.bits:
        walk.emit(here, replace(bare_frame, size=size), BytesWire())
    elif isinstance(size, Literal_) and isinstance(size.value, int) and 1 <= size.value <= 64:
        put_unused(walk, size.value, here.bits, bare_frame, here)
    else:
        unused = Literal_(False, loc)
        walk.emit(here, replace(bare_frame, repeat=Repeat("expr", size)), BitsWire(1, here.bits), default=unused)


# --- decoded ---------------------------------------------------------------------------------------------------------


@reads(Compressed)
def compressed(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """Compressed to the end of the bytes."""
    loc = walk.loc(con, frame.loc)
    if con.encoding not in _COMPRESSIONS:
        known = ", ".join(f"'{name}'" for name in _COMPRESSIONS)
        raise Refused(loc, f"the compression '{con.encoding}' can't be compiled", f"Known are {known}.")
    name, has_level = _COMPRESSIONS[con.encoding]
    level = (Literal_(con.level, loc),) if has_level and isinstance(con.level, int) else ()
    return _decoded(walk, con, Process(name, level, loc), frame, here)


@reads(ProcessXor)
def xored(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """Xored with a key."""
    key = walk.expr(con.padfunc, frame, here)
    return _decoded(walk, con, Process("xor", (key,), walk.loc(con, frame.loc)), frame, here)


@reads(ProcessRotateLeft)
def rotated(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """Each byte rotated."""
    if con.group != 1:
        raise Refused(walk.loc(con, frame.loc), "only single bytes can be rotated", "Write group 1.")
    amount = walk.expr(con.amount, frame, here)
    return _decoded(walk, con, Process("rol", (amount,), walk.loc(con, frame.loc)), frame, here)


@reads(Coded)
def coded(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """In a codec of bytes."""
    args = tuple(walk.expr(arg, frame, here) for arg in con.arguments)
    loc = walk.loc(con, frame.loc)
    return _decoded(walk, con, Process(con.codec, args, loc, is_beside(loc.file, con.codec)), frame, here)


def _decoded(walk: Walk, con: Any, process: Process, frame: Frame, here: Here) -> Meaning | None:
    if frame.process is not None or frame.terminator is not None or here.bits:
        return walk.wrapped(con, frame, here)
    frame = frame if frame.framed else replace(frame, size_eos=True)
    return walk.put(con.subcon, replace(frame, process=process), here)


@reads(Transformed, Restreamed)
def transformed(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """Bits (``BitStruct``), or a number in the other order of bytes (``ByteSwapped``)."""
    loc = walk.loc(con, frame.loc)
    decode = con.decodefunc if isinstance(con, Transformed) else con.decoder
    inner = bare(con.subcon)
    if decode is bytes2bits:
        if not isinstance(inner, construct.Struct) and number_of(inner, "be") is None:
            return walk.put(inner, frame, replace(here, bits="be"))
        return _bits(walk, inner, frame, here)
    if decode is bits2bytes and here.bits:
        return walk.put(inner, frame, replace(here, bits=None))
    if decode is swapbytes and not here.bits:
        wire = number_of(inner, None)
        if wire is not None:
            return put_number(walk, inner, swapped(wire), frame, here)
        raise Refused(loc, "only a number can be swapped", "Swap each of them.")
    if decode is swapbitsinbytes and isinstance(inner, Transformed) and inner.decodefunc is bytes2bits:
        struct = bare(inner.subcon)
        if isinstance(struct, construct.Struct) and all(_is_single(sub) for sub in struct.subcons):
            wire_, meaning, bits = walk.structure(struct, struct.subcons, frame, here, "le")
            walk.emit(here, frame, wire_, bits)
            return meaning
        raise Refused(loc, "bits can't be swapped here", "Only a BitStruct with members of one bit can.")
    raise Refused(loc, "a function over bytes can't be compiled", "Write 'Coded' with a codec of bytes.")


def _is_single(sub: Any) -> bool:
    sub = bare(sub)
    if isinstance(sub, Padded) and bare(sub.subcon) is Pass:
        return True
    wire = number_of(sub, "le")
    return isinstance(wire, BitsWire) and wire.width == 1


def _bits(walk: Walk, inner: Any, frame: Frame, here: Here) -> Meaning | None:
    if isinstance(inner, construct.Struct):
        wire, meaning, bits = walk.structure(inner, inner.subcons, frame, here, "be")
        walk.emit(here, frame, wire, bits)
        return meaning
    return walk.put(inner, frame, replace(here, bits="be"))


@reads(RawCopy)
def raw(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A value with its bytes: Construct has it as ``x.value``; ``x.data`` is what ``Checksum`` may take."""
    before, _ = here.draft.size
    meaning = walk.put(con.subcon, frame, here)
    if meaning is None:
        return None
    made = [attribute.id for attribute in here.draft.attributes[before:]] or [None]
    return Meaning("any", level=Level(here.draft, None, {"value": ("", meaning)}), copied=(made[0], made[-1]))
