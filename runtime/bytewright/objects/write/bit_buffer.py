"""The bytes that a writer has written so far, its streams, and the bits of a byte that isn't full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from bytewright.errors import WriteError
from bytewright.io.rope import Buffer, Part, contents, rope_of
from bytewright.model.structures import Struct
from bytewright.objects.write.fixups import FixupTable
from bytewright.objects.write.streams import OutputStream


class Buffered:
    """A growing buffer, and where in its streams it is written.

    Args:
        canonical, override, rehearsal: see `bytewright.objects.write.output.Output`.

    Attributes:
        buffer: the bytes written so far.
    """

    def __init__(self, *, canonical: bool, override: bool, rehearsal: bool) -> None:
        self.canonical = canonical
        self.override = override
        self.rehearsal = rehearsal
        self.buffer: Buffer = bytearray()
        self._streams = [OutputStream(self, 0)]
        self.outstanding = FixupTable()
        self.noted: dict[tuple[int, int], tuple[int, int]] = {}
        self._bits = 0
        self._bit_count = 0
        self._bit_order: Literal["le", "be", ""] = ""
        self._bit_owner: tuple[Struct, int] | None = None
        self._within: tuple[int, ...] = ()
        self.conflicts: list[WriteError] = []
        self.unsettled = False

    @property
    def pos(self) -> int:
        """Position in the stream that is being written; a byte of which bits were written counts."""
        return self.reached - self._streams[-1].origin

    @property
    def size(self) -> int:
        """Size of the stream that is being written, as far as that is known."""
        return self._streams[-1].size

    @property
    def eof(self) -> bool:
        """Whether the stream that is being written ends here, as far as that is known."""
        return self.pos >= self.size

    @property
    def current(self) -> OutputStream:
        """The stream that is being written."""
        return self._streams[-1]

    @property
    def outermost(self) -> OutputStream:
        """The stream of the buffer that is being written."""
        return self._streams[0]

    @property
    def reached(self) -> int:
        """How many bytes have been written, a begun one included."""
        return len(self.buffer) + (self._bit_count > 0)

    @property
    def bits_pos(self) -> int:
        """How many bits have been written."""
        return 8 * len(self.buffer) + self._bit_count

    def here(self, ahead: int = 0) -> Here:
        """This position, or one so many bytes ``ahead``, for expressions that are computed again later."""
        return Here(self.pos + ahead, self.current, self._bit_count > 0)

    def enter(self, size: int | None = None) -> int:
        """Begin a substream, of a size in bytes if that is known; returns a mark for `leave`."""
        self.align()
        self._streams.append(OutputStream(self, len(self.buffer), given=size, within=self._within))
        return len(self.buffer)

    def leave(self, mark: int) -> int:
        """End a substream; returns its size in bytes."""
        self.align()
        self._streams.pop().close(len(self.buffer) - mark)
        return len(self.buffer) - mark

    def mark(self) -> int:
        """Where bytes begin that are measured when they have been written; see `since`."""
        self.align()
        return len(self.buffer)

    def since(self, mark: int) -> int:
        """How many bytes were written since."""
        return len(self.buffer) - mark

    def align(self) -> None:
        """Fill the last byte of which bits were written: with zeros, or with what was read there."""
        if not self._bit_count:
            return
        spare = 8 - self._bit_count
        owner, field = self._bit_owner or (None, 0)
        kept = 0
        if owner is not None and not self.canonical:
            kept = owner._kept.get(~field, 0) & ((1 << spare) - 1)
        byte = self._bits | kept << self._bit_count if self._bit_order == "le" else self._bits << spare | kept
        self.buffer.append(byte)
        self._bits = self._bit_count = 0

    def kept(self, owner: Struct, field: int) -> Any:
        """What was kept of a field's bytes when it was read."""
        return None if self.canonical else owner._kept.get(field)

    def kept_element(self, owner: Struct, field: int, element: int | None) -> Any:
        """What was kept of the bytes of a field, or of an element of it, when it was read."""
        kept = self.kept(owner, field)
        return kept.get(element) if element is not None and isinstance(kept, dict) else kept

    def note(self, owner: Struct, field: int, order: str = "") -> None:
        """Note where a field begins, and, told again, where it ends; ``order``: of its bits, if it consists of such,
        which may lie in the byte of those before them."""
        known = self.noted.get((id(owner), field))
        if known is None and order != self._bit_order:
            self.align()
        start = len(self.buffer) if known is None else known[0]
        self.noted[id(owner), field] = (start, self.reached)

    def start_of(self, owner: Struct, field: int) -> int:
        """Where a noted field begins, from the beginning of the buffer."""
        return self.noted[id(owner), field][0]

    def end_of(self, owner: Struct, field: int) -> int:
        """Where a noted field ends, likewise."""
        return self.noted[id(owner), field][1]

    def distance(self, owner: Struct, field: int) -> int:
        """How far this is behind the beginning of a noted field."""
        return self.reached - self.start_of(owner, field)

    def discard(self) -> None:
        """Let go of what was written: it is written anew."""
        self.buffer = bytearray()

    def getvalue(self) -> bytes:
        """What was written."""
        return contents(self.parts)

    @property
    def parts(self) -> Sequence[Part]:
        """What was written, not copied: pieces that follow each other."""
        return rope_of(self.buffer).parts


@dataclass(frozen=True, slots=True)
class Here:
    """A position in the stream that was being written."""

    pos: int
    stream: OutputStream
    in_byte: bool = False

    @property
    def size(self) -> int:
        """Size of that stream."""
        return self.stream.size

    @property
    def eof(self) -> bool:
        """Whether that is its end: bits of a byte may follow."""
        return self.pos >= self.size and not self.in_byte
