"""How a reader reads values out of the bytes that it holds: numbers and bits."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Literal

from bytewright.errors import ReadError
from bytewright.limits import Limits
from bytewright.model.number_formats import KINDS
from bytewright.model.structures import Struct, field_path


def _fixed(code: str) -> Callable[[Primitives], Any]:
    layout = struct.Struct(code)
    size = layout.size
    unpack = layout.unpack_from

    def read(self: Primitives) -> Any:
        place = self._place
        if place + size > self._end or self._bits_left:
            self._reach(size)
            place = self._place
        self._place = place + size
        return unpack(self._data, place)[0]

    return read


def _many(code: str) -> Callable[[Primitives, int], list[Any]]:
    order, letter = code[0], code[1]
    size = struct.calcsize(code)

    def read(self: Primitives, count: int) -> list[Any]:
        if not count:  # bits before such a list may go on behind it
            return []
        self._reach(count * size, size)
        place = self._place
        self._place = place + count * size
        return list(struct.unpack_from(f"{order}{count}{letter}", self._data, place))

    return read


class Numbers:
    """Numbers that lie one behind the other in a structure.

    Args:
        fields: of each, the number of the field, its name in Python, and its kind.

    Attributes:
        size: how many bytes they take.
        unpack: gives them, of bytes and where in these they begin.
    """

    __slots__ = ("fields", "size", "unpack")

    def __init__(self, *fields: tuple[int, str, str]) -> None:
        self.fields = fields
        codes = [KINDS[kind].format for _, _, kind in fields]
        order = next((code[0] for code in codes if code[1:] not in "bB"), "<")
        layout = struct.Struct(order + "".join(code[1:] for code in codes))
        self.size = layout.size
        self.unpack = layout.unpack_from


class Primitives:
    """Typed reads from a window of bytes.

    Attributes:
        limits: bounds on what the input may ask for.
        bits_owner: structure and field that bits were last read for; bits that stay unread behind it are kept there.
    """

    __slots__ = ("_base", "_bit_order", "_bits", "_bits_left", "_data", "_end", "_place", "bits_owner", "limits")

    _data: bytes
    """The window."""
    _base: int
    """Absolute offset of its first byte."""
    _place: int
    """Where in it the next byte is."""
    _end: int
    """Where in it the stream ends, or the window does."""
    _bits: int
    _bits_left: int
    """How many bits of the last byte haven't been read: the lowest, or the highest ones, of ``_bits``."""
    _bit_order: Literal["le", "be", ""]
    bits_owner: tuple[Any, int] | None
    limits: Limits

    @property
    def at(self) -> int:
        """Absolute offset of the next byte."""
        return self._base + self._place

    def reaches(self, size: int) -> bool:
        """Whether so many bytes follow in the stream."""
        raise NotImplementedError

    def _reach(self, size: int, whole: int | None = None) -> None:
        """Make sure that ``size`` bytes are in the window; drops bits that are left of the last byte.

        Raises:
            TruncatedError: they are not there; the offset is that of the first byte of the value that isn't whole
                (of values of ``whole`` bytes each).
        """
        raise NotImplementedError

    # --- numbers -----------------------------------------------------------------------------------------------

    u1 = _fixed("<B")
    u2le, u4le, u8le = _fixed("<H"), _fixed("<I"), _fixed("<Q")
    u2be, u4be, u8be = _fixed(">H"), _fixed(">I"), _fixed(">Q")
    s1 = _fixed("<b")
    s2le, s4le, s8le = _fixed("<h"), _fixed("<i"), _fixed("<q")
    s2be, s4be, s8be = _fixed(">h"), _fixed(">i"), _fixed(">q")
    f4le, f8le, f4be, f8be = _fixed("<f"), _fixed("<d"), _fixed(">f"), _fixed(">d")

    u1s = _many("<B")
    u2les, u4les, u8les = _many("<H"), _many("<I"), _many("<Q")
    u2bes, u4bes, u8bes = _many(">H"), _many(">I"), _many(">Q")
    s1s = _many("<b")
    s2les, s4les, s8les = _many("<h"), _many("<i"), _many("<q")
    s2bes, s4bes, s8bes = _many(">h"), _many(">i"), _many(">q")
    f4les, f8les, f4bes, f8bes = _many("<f"), _many("<d"), _many(">f"), _many(">d")

    def numbers(self, run: Numbers, owner: Struct) -> tuple[Any, ...]:
        """Numbers of a structure, one behind the other.

        Raises:
            ReadError: not all are there; those before the first that isn't whole have been given to the structure.
        """
        place = self._place
        end = place + run.size
        if end > self._end or self._bits_left:
            self.align()
            if run.size > self.limits.maxRecordBytes or not self.reaches(run.size):
                return self._one_by_one(run, owner)
            self._reach(run.size)
            place = self._place
            end = place + run.size
        self._place = end
        return run.unpack(self._data, place)

    def _one_by_one(self, run: Numbers, owner: Struct) -> tuple[Any, ...]:
        found: list[Any] = []
        for index, name, kind in run.fields:
            try:
                found.append(getattr(self, kind)())
            except ReadError as error:
                error.field = field_path(owner, index)
                if found:
                    owner._note_end(self.at)
                raise
            setattr(owner, name, found[-1])
        return tuple(found)

    # --- bits --------------------------------------------------------------------------------------------------

    def align(self) -> None:
        """Drop what is left of a byte of which bits were read; keeps it where it is not zero."""
        left = self._bits_left
        if left:
            self._bits_left = 0
            value = self._bits & ((1 << left) - 1)
            if value and self.bits_owner is not None:
                owner, field = self.bits_owner
                owner._kept[~field] = value

    def bits_le(self, width: int) -> int:
        """An unsigned integer of ``width`` bits, filled from the lowest bit of each byte on."""
        return self._take_bits(width, "le")

    def bits_be(self, width: int) -> int:
        """An unsigned integer of ``width`` bits, filled from the highest bit of each byte on."""
        return self._take_bits(width, "be")

    def _take_bits(self, width: int, order: Literal["le", "be"]) -> int:
        if self._bit_order != order:
            self.align()
            self._bit_order = order
        have = self._bits_left
        bits = self._bits & ((1 << have) - 1)
        if width > have:
            need = (width - have + 7) // 8
            self._bits_left = 0  # they are taken, not dropped
            self._reach(need)
            piece = self._data[self._place : self._place + need]
            self._place += need
            if order == "le":
                bits |= int.from_bytes(piece, "little") << have
            else:
                bits = bits << 8 * need | int.from_bytes(piece, "big")
            have += 8 * need
        left = have - width
        if order == "le":
            value = bits & ((1 << width) - 1)
            self._bits = bits >> width
        else:
            value = bits >> left
            self._bits = bits & ((1 << left) - 1)
        self._bits_left = left
        return value

    def bits_from(self, order: Literal["le", "be"], *, some: bool = True) -> int:
        """Absolute offset of the byte that the next bit lies in, of bits in an order; ``some``: whether any follow.

        Bits in another order begin with a byte. What is left of the one before belongs to whom it was read for."""
        if some and self._bit_order != order:
            self.align()
        return self._base + self._place - (1 if self._bits_left else 0)

    def bools(self, count: int, order: Literal["le", "be"]) -> list[bool]:
        """``count`` bits as booleans."""
        if not count:
            return []
        if self._bits_left and self._bit_order == order:
            return [bool(self._take_bits(1, order)) for _ in range(count)]
        size = (count + 7) // 8
        self.align()
        self._reach(size)
        piece = self._data[self._place : self._place + size]
        self._place += size
        whole = int.from_bytes(piece, "little" if order == "le" else "big")
        spare = 8 * size - count
        self._bit_order = order
        self._bits_left = spare
        if order == "le":
            self._bits = whole >> count
            return [bit == "1" for bit in format(whole & ((1 << count) - 1), f"0{count}b")[::-1]] if count else []
        self._bits = whole & ((1 << spare) - 1)
        return [bit == "1" for bit in format(whole >> spare, f"0{count}b")] if count else []
