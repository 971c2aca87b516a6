"""How a writer writes values: numbers, bits and bytes, with what was kept of them when they were read."""

from __future__ import annotations

import struct
import sys
from collections.abc import Sequence
from operator import index
from typing import Any, Literal

from bytewright.errors import WriteError, shown
from bytewright.io.rope import sharing
from bytewright.model.number_formats import KINDS, unfit
from bytewright.model.padding import Padding, cut
from bytewright.model.structures import Struct, field_path
from bytewright.model.switches import HexText
from bytewright.objects.write.bit_buffer import Buffered
from bytewright.objects.write.fixups import LeftOver, Stands
from bytewright.objects.write.placeholders import ExternalList, PlaceholderList

FREE: Any = object()
"""Stands for the size of bytes of which nothing says how many there are."""


class Primitives(Buffered):
    """Typed writes."""

    # --- numbers -----------------------------------------------------------------------------------------------

    def number(self, kind: str, value: Any, owner: Struct, field: int, element: int | None = None) -> None:
        """A number of whole bytes.

        Raises:
            WriteError: the value is no number, or doesn't fit.
        """
        if self._bit_count:
            self.align()
        layout = KINDS[kind]
        if value is True or value is False:  # to struct they are numbers
            raise unfit(layout, value, owner, field, element)
        if value != value:  # a NaN: its payload is kept beside it
            kept = self.kept_element(owner, field, element)
            if isinstance(kept, bytes) and len(kept) == layout.size:
                self.buffer += kept
                return
        try:
            self.buffer += layout.pack(value)
        except (struct.error, TypeError, OverflowError):
            raise unfit(layout, value, owner, field, element) from None

    def leave_out(self, values: Sequence[Any]) -> None:
        """Note where structures lie that are made apart, and add their bytes if these are there; of others nothing."""
        if isinstance(values, ExternalList):
            values.place = -1 if self._bit_count else len(self.buffer)
            if values.part is not None and not self._bit_count:
                self.buffer = sharing(self.buffer, values.part)

    def numbers(self, kind: str, values: Sequence[Any], owner: Struct, field: int) -> None:
        """A list of numbers.

        Where validity bits belong to it, None (a value that is absent) becomes zero, or the bytes that were read there.

        Raises:
            WriteError: an element is no number, or doesn't fit.
        """
        if len(values):
            self.align()
        layout = KINDS[kind]
        if isinstance(values, PlaceholderList):
            begin, size = len(self.buffer), layout.size * len(values)
            self.buffer = sharing(self.buffer, b"\x01" * size if values.turned else bytes(size))
            values.written(begin, len(self.buffer))
            return
        try:
            if self.kept(owner, field) or bool in set(map(type, values)):
                raise TypeError("some are to be looked at one by one")
            self.buffer += struct.pack(f"{layout.format[0]}{len(values)}{layout.format[1:]}", *values)
        except (struct.error, TypeError, OverflowError):
            for i, value in enumerate(values):
                if value is None and owner.FIELDS[field].mask:
                    self.absent(layout.size, owner, field, i)
                else:
                    self.number(kind, value, owner, field, i)

    def absent(self, size: int | None, owner: Struct, field: int, element: int) -> bool:
        """The place of a value that is absent: zeros, or the bytes that were read there; whether there is anything.

        ``size`` None: values differ in size, so that one that is absent need not take any bytes."""
        if self.again(size, owner, field, element):
            return True
        self.put(bytes(max(size or 0, 0)))
        return bool(size)

    def again(self, size: int | None, owner: Struct, field: int, element: int) -> bool:
        """Write what was read in the place of a value that is absent; whether there is anything.

        ``size``: how many bytes that must be; None: any."""
        self.align()
        kept = self.kept_element(owner, field, element)
        if not kept or size not in (None, len(kept)):
            return False
        self.put(kept)
        return True

    def put(self, data: bytes) -> None:
        """Bytes, as they are."""
        self.buffer += data

    def value(self, kind: str, value: Any, owner: Struct, field: int, element: int | None = None) -> None:
        """A number, of bytes or bits, by its kind (``u4le``, ``b3be``)."""
        if kind in KINDS:
            self.number(kind, value, owner, field, element)
        elif kind[:-2] == "b1" and owner.FIELDS[field].enum is None:
            self.flag("be", value, owner, field, element)
        elif kind[:1] == "b" and kind[1:-2].isdigit():
            self.bits(int(kind[1:-2]), "be", value, owner, field, element)

    # --- bits --------------------------------------------------------------------------------------------------

    def absent_bits(self, width: int, order: Literal["le", "be"], owner: Struct, field: int, element: int) -> None:
        """The place of a number of ``width`` bits that is absent: 0, or what was read there."""
        self._add_bits(width, order, (self.kept(owner, field) or {}).get(element, 0), owner, field)

    def bits(
        self,
        width: int,
        order: Literal["le", "be"],
        value: Any,
        owner: Struct,
        field: int,
        element: int | None = None,
    ) -> None:
        """An unsigned number of ``width`` bits.

        Raises:
            WriteError: the value is no integer, or doesn't fit.
        """
        try:
            number = -1 if value is True or value is False else index(value)
        except TypeError:
            number = -1
        if not 0 <= number < 1 << width:
            expected = f"an integer from 0 to {(1 << width) - 1}"
            raise WriteError(field=field_path(owner, field, element), expected=expected, found=shown(value))
        self._add_bits(width, order, number, owner, field)

    def _add_bits(self, width: int, order: Literal["le", "be"], number: int, owner: Struct, field: int) -> None:
        if self._bit_order != order:
            self.align()
            self._bit_order = order
        if order == "le":
            self._bits |= number << self._bit_count
        else:
            self._bits = self._bits << width | number
        self._bit_count += width
        self._bit_owner = (owner, field)
        whole = self._bit_count // 8
        if whole:
            rest = self._bit_count % 8
            if order == "le":
                self.buffer += (self._bits & ((1 << 8 * whole) - 1)).to_bytes(whole, "little")
                self._bits >>= 8 * whole
            else:
                self.buffer += (self._bits >> rest).to_bytes(whole, "big")
                self._bits &= (1 << rest) - 1
            self._bit_count = rest

    def own_bits(self, order: Literal["le", "be"], values: Sequence[Any], owner: Struct, field: int) -> None:
        """A list of bits begins: what its last byte has left over was kept with it, even where it has no elements."""
        if len(values) and self._bit_order != order:
            self.align()
        self._bit_owner = (owner, field)

    def flags(self, order: Literal["le", "be"], values: Sequence[Any], owner: Struct, field: int) -> None:
        """A list of booleans, one bit each.

        Where validity bits belong to it, None (a value that is absent) becomes 0, or the bit that was read there.

        Raises:
            WriteError: an element is no boolean.
        """
        self.own_bits(order, values, owner, field)
        if isinstance(values, PlaceholderList):
            if self._bit_order != order:
                self.align()
            begin = -1 if self._bit_count else len(self.buffer)
            ones = bool(values.value) != values.turned
            self._add_bits(len(values), order, (1 << len(values)) - 1 if ones else 0, owner, field)
            values.written(begin, len(self.buffer) + (self._bit_count > 0))
            return
        masked = owner.FIELDS[field].mask
        for i, value in enumerate(values):
            if value is None and masked:
                self.absent_bits(1, order, owner, field, i)
            else:
                self.flag(order, value, owner, field, i)

    def flag(
        self, order: Literal["le", "be"], value: Any, owner: Struct, field: int, element: int | None = None
    ) -> None:
        """A boolean of one bit.

        Raises:
            WriteError: the value is none.
        """
        if not isinstance(value, bool):
            value = _boolean(value, owner, field, element)
        self._add_bits(1, order, int(value), owner, field)

    # --- bytes -------------------------------------------------------------------------------------------------

    def raw(self, value: Any, owner: Struct, field: int, element: int | None = None, size: Any = FREE) -> None:
        """Bytes; ``size``: how many there must be, where that is said.

        Raises:
            WriteError: the value is not bytes, or of another size; or what says the size is absent.
        """
        self.align()
        if size is None:
            expected = "a size, but what says it is absent"
            raise WriteError(field=field_path(owner, field, element), expected=expected, found=shown(value))
        if isinstance(value, HexText):
            try:
                value = bytes.fromhex(value)
            except ValueError:
                found = shown(str(value))
                raise WriteError(
                    field=field_path(owner, field, element), expected="bytes in hexadecimal", found=found
                ) from None
        if not isinstance(value, bytes | bytearray | memoryview):
            raise WriteError(field=field_path(owner, field, element), expected="bytes", found=shown(value))
        if size is not FREE and len(value) != size:
            error = WriteError(
                field=field_path(owner, field, element), expected=f"{size} bytes", found=f"{len(value)} bytes"
            )
            if not self.rehearsal:
                raise error
            self.conflicts.append(error)
            self.unsettled = True
            value = bytes(value[:size]).ljust(max(size, 0), b"\0")
        self.buffer = sharing(self.buffer, value)

    def terminated(
        self,
        value: Any,
        owner: Struct,
        field: int,
        element: int | None,
        terminator: bytes,
        include: bool,
        consume: bool,
        eos_error: bool,
    ) -> None:
        """Bytes and their terminator, which isn't needed where they end with their stream and ``eos_error`` is false.

        Raises:
            WriteError: the terminator occurs in the value, or doesn't end it where it must be part of it.
        """
        self.raw(value, owner, field, element)
        if cut(value, terminator, include) != value or (include and eos_error and not value.endswith(terminator)):
            expected = f"bytes {'that end with the first' if include else 'without a'} terminator {terminator.hex()}"
            raise WriteError(field=field_path(owner, field, element), expected=expected, found=shown(value))
        given = self._streams[-1].given
        room = None if given is None else given - self.pos
        if eos_error:
            unended = False
        elif include:
            unended = not value.endswith(terminator)
        elif room is None:
            unended = self.kept_element(owner, field, element) == value
        else:
            unended = room == 0
        if len(value) % len(terminator) and not unended:
            expected = f"a multiple of {len(terminator)} bytes before a terminator of that size"
            raise WriteError(field=field_path(owner, field, element), expected=expected, found=shown(value))
        if consume and not include and not unended:
            self.buffer += terminator
        if not consume and include and not unended:  # it is part of what follows, too
            del self.buffer[len(self.buffer) - len(terminator) :]
            room = None if room is None else room + len(terminator)
        if (unended or not consume) and not self.override:
            stands: Stands = "always" if eos_error or include else "unless nothing is"
            if unended and (consume or include):
                stands = "never"
            here = len(self.buffer), terminator, room, self._streams[-1], self.pos
            self.outstanding.left.append(LeftOver(*here, owner, field, element, stands))

    def padded(
        self,
        value: Any,
        size: int,
        owner: Struct,
        field: int,
        element: int | None,
        padding: Padding,
    ) -> None:
        """Bytes in a larger size; padding is as it was read while the value is the same.

        Raises:
            WriteError: they don't fit, or would be read as others.
        """
        self.raw(value, owner, field, element)
        del self.buffer[len(self.buffer) - len(value) :]
        kept = self.kept_element(owner, field, element)
        if kept is not None and len(kept) == size and padding.strip(kept) == value:
            self.buffer += kept
            return
        try:
            if not padding.holds(value, size):
                expected = f"bytes that can be told from their padding in {size} bytes"
                raise WriteError(field=field_path(owner, field, element), expected=expected, found=shown(value))
            self.buffer += padding.fill(value, size)
        except (MemoryError, OverflowError):
            raise too_large(size, owner, field, element) from None

    def rest(
        self,
        value: Any,
        owner: Struct,
        field: int,
        element: int | None,
        padding: Padding,
    ) -> None:
        """Bytes that reach to the end of their stream, with what pads and ends them.

        Raises:
            WriteError: they don't fit, or would be read as others.
        """
        given = self._streams[-1].given
        kept = self.kept_element(owner, field, element)
        size = len(kept) if isinstance(kept, bytes) else len(value) + len(padding.mark)
        if isinstance(value, bytes) and isinstance(kept, bytes) and padding.strip(kept) != value:
            size = max(size, len(value))
        if given is not None and given - self.pos < len(value):  # the end of the stream says that it is too small
            self.raw(value, owner, field, element)
            return
        self.padded(value, size if given is None else given - self.pos, owner, field, element, padding)

    def zeros(self, size: int, owner: Struct, field: int) -> None:
        """Padding: zeros, or the bytes that were read there if they are as many."""
        self.align()
        if size < 0:
            self.unsettled = True
            return
        kept = self.kept(owner, field)
        self.buffer += kept if kept is not None and len(kept) == size else bytes(size)

    def remainder(self, owner: Struct, field: int) -> None:
        """Padding to the end of the stream: the bytes that were read there, or zeros if they are others; where nothing
        says how many, those or none."""
        self.align()
        kept, given = self.kept(owner, field) or b"", self._streams[-1].given
        left = len(kept) if given is None else max(0, given - self.pos)
        self.buffer += kept if len(kept) == left else bytes(left)

    def gap(self, owner: Struct, field: int) -> None:
        """The way to something whose place is free: nothing, or the bytes that were read there."""
        self.align()
        self.buffer += self.kept(owner, field) or b""

    def fill_up(self, mark: int, size: int) -> None:
        """Fill a substream with zeros to a size that it shares with others, if it is smaller; see `fill`."""
        self.align()
        self.buffer += bytes(max(0, size - (len(self.buffer) - mark)))

    def fill(
        self, mark: int, size: int, owner: Struct, field: int, element: int | None, *, whole: bool = False
    ) -> None:
        """Fill a substream to its size; ``whole``: it has to fill it itself, as it is read to its end.

        Raises:
            WriteError: what was written is larger.
        """
        self.align()
        written = len(self.buffer) - mark
        if written > size or (whole and written < size):
            expected = f"{'' if whole else 'at most '}{size} bytes"
            raise WriteError(field=field_path(owner, field, element), expected=expected, found=str(written))
        self.buffer += bytes(size - written)


def too_large(size: int, owner: Struct, field: int, element: int | None) -> WriteError:
    """The error of bytes that are to fill a size for which there is no memory."""
    expected = "a size that there is memory for"
    return WriteError(field=field_path(owner, field, element), expected=expected, found=f"{size} bytes")


def _boolean(value: Any, owner: Struct, field: int, element: int | None) -> bool:
    """What NumPy takes for a boolean is one; numbers are none, as Arrow has it."""
    numpy = sys.modules.get("numpy")  # without it the value can't be its
    if numpy is None or not isinstance(value, numpy.bool_):
        raise WriteError(field=field_path(owner, field, element), expected="true or false", found=shown(value))
    return bool(value)
