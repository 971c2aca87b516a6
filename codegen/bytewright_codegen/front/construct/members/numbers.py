"""Numbers: of whole bytes, of bits, and in groups of seven bits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import construct
from construct import BitsInteger, BytesInteger, Flag, FlagsEnum, FormatField, VarInt, ZigZag

from bytewright.construct.names import identifier
from bytewright_codegen.front.construct.drafts import BOOL, FLOAT, INT, Frame, Level, Meaning, Refused
from bytewright_codegen.front.construct.members.digit_groups import group_types
from bytewright_codegen.front.construct.walk import Here, Walk, reads
from bytewright_codegen.ir.expressions import Apply, Binary, Compare, Conditional, Expr, Literal_, Name, Unary
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import BitsWire, FloatWire, IntWire, Order, StructWire, Wire

_SIZES = {"b": 1, "h": 2, "i": 4, "l": 4, "q": 8}


def number_of(con: Any, bits: Order | None) -> Wire | None:
    """The wire of a number; None where a construct is none, or none of these."""
    if isinstance(con, FormatField):
        return _format(con, bits)
    if isinstance(con, BytesInteger):
        return _bytes(con, bits)
    if isinstance(con, BitsInteger) and bits and isinstance(con.length, int) and 1 <= con.length <= 64:
        return None if con.signed or (con.swapped and con.length > 8) else BitsWire(con.length, bits)
    if con is Flag:
        return BitsWire(1, bits) if bits else IntWire(1, False, None)
    return None


def _format(con: FormatField, bits: Order | None) -> Wire | None:
    order, kind = con.fmtstr[0], con.fmtstr[1:]
    written: Order = "be" if order == ">" or (order == "=" and not construct.native) else "le"
    if bits:
        return None
    if kind.lower() in _SIZES:
        size = _SIZES[kind.lower()]
        return IntWire(size, kind.islower(), written if size > 1 else None)
    if kind in ("f", "d"):
        return FloatWire(4 if kind == "f" else 8, written)
    return None


def _bytes(con: BytesInteger, bits: Order | None) -> Wire | None:
    if not isinstance(con.length, int) or not isinstance(con.swapped, bool) or bits:
        return None
    order: Order = "le" if con.swapped else "be"
    if con.length in (1, 2, 4, 8):
        return IntWire(con.length, bool(con.signed), order if con.length > 1 else None)
    if 1 <= con.length < 8 and not con.signed:
        return BitsWire(8 * con.length, order)
    return None


def swapped(wire: Wire) -> Wire:
    """A number in the other order of bytes."""
    if isinstance(wire, IntWire | FloatWire) and wire.order:
        return replace(wire, order="be" if wire.order == "le" else "le")
    if isinstance(wire, BitsWire):
        return replace(wire, order="be" if wire.order == "le" else "le")
    return wire


@reads(FormatField, BytesInteger, BitsInteger, type(Flag))
def number(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning:
    """A number of bytes or bits."""
    wire = number_of(con, here.bits)
    if wire is None and isinstance(con, FormatField) and con.fmtstr[1:] == "e" and not here.bits:
        return _half(walk, con, frame, here)
    if wire is None and isinstance(con, BytesInteger | BitsInteger) and con.signed:
        return _signed(walk, con, frame, here)
    if wire is None:
        raise Refused(walk.loc(con, frame.loc), f"this {type(con).__name__} can't be compiled", _why(con, here.bits))
    return put_number(walk, con, wire, frame, here)


def _signed(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning:
    """A signed integer that the language has only unsigned: what is stored, and a value of it."""
    if frame.id is None or not frame.is_plain:
        return walk.wrapped(con, frame, here)
    unsigned = type(con)(con.length, False, con.swapped)
    wire = number_of(unsigned, here.bits)
    if not isinstance(wire, BitsWire) or wire.width == 1 or frame.enum is not None:
        raise Refused(walk.loc(con, frame.loc), f"this {type(con).__name__} can't be compiled", _why(con, here.bits))
    id = here.draft.free_id(f"stored_{frame.id}")
    loc = frame.loc
    walk.emit(here, Frame(id, loc, f"{frame.id} in two's complement.", condition=frame.condition), wire)
    stored = Name(id, loc)
    negative = Compare(">=", stored, Literal_(1 << wire.width - 1, loc), loc)
    less = Binary("-", stored, Literal_(1 << wire.width, loc), loc)
    walk.emit_value(here, frame, Conditional(negative, less, stored, loc))
    return INT


def _half(walk: Walk, con: FormatField, frame: Frame, here: Here) -> Meaning:
    """A float of 16 bits, of which the language has none: what is stored, and a value of it."""
    if frame.id is None or not frame.is_plain:
        return walk.wrapped(con, frame, here)
    id, loc = here.draft.free_id(f"stored_{frame.id}"), frame.loc
    stored = _format(FormatField(con.fmtstr[0], "H"), None)
    assert stored is not None
    walk.emit(here, Frame(id, loc, f"{frame.id} as the bits of a float.", condition=frame.condition), stored)
    walk.emit_value(here, frame, half_of(Name(id, loc), loc))
    return FLOAT


def half_of(bits: Expr, loc: Location) -> Expr:
    """The float that 16 bits are: a sign, five bits of an exponent and ten of a fraction."""

    def number(value: float) -> Expr:
        return Literal_(value, loc)

    def call(function: Literal["pow", "log"], *arguments: Expr) -> Expr:
        return Apply(function, arguments, loc)

    exponent = Binary("&", Binary(">>", bits, number(10), loc), number(31), loc)
    fraction = Binary("&", bits, number(1023), loc)
    sign = Conditional(Compare(">=", bits, number(1 << 15), loc), number(-1.0), number(1.0), loc)
    infinity = Unary("-", call("log", number(0.0)), loc)
    undefined = call("pow", number(-1.0), number(0.5))
    beyond = Conditional(Compare("==", fraction, number(0), loc), infinity, undefined, loc)
    tiny = Binary("*", fraction, number(2.0**-24), loc)
    scale = call("pow", number(2.0), Binary("-", exponent, number(25), loc))
    usual = Binary("*", Binary("+", fraction, number(1024), loc), scale, loc)
    size = Conditional(
        Compare("==", exponent, number(31), loc),
        beyond,
        Conditional(Compare("==", exponent, number(0), loc), tiny, usual, loc),
        loc,
    )
    return Binary("*", sign, size, loc)


def put_number(walk: Walk, con: Any, wire: Wire, frame: Frame, here: Here) -> Meaning:
    """Adds a number."""
    if frame.framed or frame.process:
        return walk.wrapped(con, frame, here)
    walk.emit(here, frame, wire)
    if frame.enum is not None:
        return Meaning("enum", enum=frame.enum)
    if isinstance(wire, FloatWire):
        return FLOAT
    if isinstance(wire, BitsWire) and wire.width == 1:
        return BOOL if con is Flag else Meaning("bit")
    return Meaning("byte flag") if con is Flag else INT


def put_unused(walk: Walk, width: int, order: Order, frame: Frame, here: Here) -> None:
    """Adds bits without a name, which writers leave 0."""
    zero = Literal_(False if width == 1 else 0, frame.loc)
    walk.emit(here, frame, BitsWire(width, order), default=zero)


def _masks(walk: Walk, con: FlagsEnum, wire: Wire, frame: Frame, here: Here) -> Meaning:
    """Flags of several bits, which may overlap: the number, ``bits``, and of each flag whether all its bits are set."""
    loc = walk.loc(con, frame.loc)
    draft = walk.draft(walk.declaration.name(con) or frame.name or "flags", frame, here)
    draft.loc = loc
    level = Level(draft, here.level)
    inside = Here(draft, level, here.bits)
    ids = {label: identifier(str(label)) for label in con.flags}
    number_id = draft.free_id("bits" if "bits" not in ids.values() else "all_bits")
    walk.emit(inside, Frame(number_id, loc, "The flags as a number."), wire)
    for label, mask in con.flags.items():
        id = ids[label]
        if id is None or id in draft.ids:
            raise Refused(loc, f"the flag '{label}' can't be the id of a member")
        draft.ids.add(id)
        masked = Binary("&", Name(number_id, loc), Literal_(mask, loc), loc)
        walk.emit_value(inside, Frame(id, loc), Compare("==", masked, Literal_(mask, loc), loc))
        level.names[str(label)] = id, BOOL
    size = draft.fixed_size()
    walk.emit(here, frame, walk.wire_of(draft, here, loc), None if size is None else 8 * size)
    return Meaning("struct", level=level)


def _why(con: Any, bits: Order | None) -> str:
    if bits:
        return "Bits are BitsInteger of 1 to 64 bits, Bit, Nibble, Octet and Flag."
    if isinstance(con, BitsInteger):
        return "Bits are members of a BitStruct."
    return "Integers have 1 to 8 bytes."


@reads(type(VarInt), type(ZigZag))
def groups(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning:
    """A number in groups of seven bits, the lowest first."""
    name = group_types(walk, "zig_zag" if con is ZigZag else "var_int")
    if frame.enum is not None:
        raise Refused(frame.loc, "an Enum of a number in groups can't be compiled", "Use a number of fixed size.")
    walk.emit(here, frame, StructWire(name, (), frame.loc))
    return Meaning("int", path=("value",))


@reads(FlagsEnum)
def flags(walk: Walk, con: FlagsEnum, frame: Frame, here: Here) -> Meaning:
    """Bits with names: a structure of bits."""
    loc = walk.loc(con, frame.loc)
    wire = number_of(con.subcon, here.bits)
    width = wire.width if isinstance(wire, BitsWire) else 8 * wire.size if isinstance(wire, IntWire) else 0
    if wire is None or not width:
        raise Refused(loc, "flags must be bits of an integer")
    places: dict[int, str] = {}
    for label, value in con.flags.items():
        if value < 0 or value.bit_length() > width:
            raise Refused(loc, f"the flag '{label}' is none of {width} bits")
        if value == 0 or value & (value - 1):
            return _masks(walk, con, wire, frame, here)
        places[value.bit_length() - 1] = str(label)
    order: Order = wire.order if isinstance(wire, IntWire | BitsWire) and wire.order else "be"
    draft = walk.draft(walk.declaration.name(con) or frame.name or "flags", frame, here)
    draft.loc = loc
    level = Level(draft, here.level)
    inside = Here(draft, level, order)
    rest = 0
    for place in [*(range(width) if order == "le" else reversed(range(width))), -1]:
        label = places.get(place)
        if (label is not None or place < 0) and rest:
            put_unused(walk, rest, order, Frame(None, loc), inside)
            rest = 0
        if label is None:
            rest += 1
            continue
        id = identifier(label)
        if id is None or id in draft.ids:
            raise Refused(loc, f"the flag '{label}' can't be the id of a member")
        draft.ids.add(id)
        walk.emit(inside, Frame(id, loc), BitsWire(1, order))
        level.names[label] = id, BOOL
    walk.emit(here, frame, walk.wire_of(draft, here, loc), width)
    return Meaning("struct", level=level)
