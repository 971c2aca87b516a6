"""The reader's place in a stream: typed reads, substreams, positions.

A cursor reads one stream: a whole file, or a part of one that a size bounds. Positions that Kaitai's expressions see
(``pos``, ``size``) count from the start of the stream; `Cursor.at` and everything in errors and trees are absolute:
places in the file, or in decoded data where the stream is that of processed bytes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, Self

from bytewright.errors import BoundsError, LimitError, ReadError, TruncatedError, ValueInvalidError, shown
from bytewright.io.byte_ranges import Ranges
from bytewright.io.decode_budget import Budget
from bytewright.io.source import Source
from bytewright.limits import DEFAULT, Limits
from bytewright.objects.read.primitives import Primitives

CHUNK = 1 << 16
_FIRST_AHEAD = 512
"""How far a cursor that went elsewhere reads ahead when it goes on from there; then twice as far, up to `CHUNK`."""
POOLED = 1 << 20
"""Bytes for which memory that is used again is worth it: new pages cost more than reading into them."""


class _Apart(bytes):
    """Bytes that are an object of their own."""


class Cursor(Primitives):
    """A place in a stream.

    Attributes:
        budget: the decoded bytes that are held; shared by all cursors of a file.
        malformed: what happens to text that is not valid in its encoding: an error, or U+FFFD.
        strict: whether bytes that no field describes are an error.
        checked: whether rules for values are looked at by which nothing else is read.
        checksums: what a checksum does that doesn't fit: an error, a warning, nothing.
        pending: what is to be read or checked before anything that comes after; shared by all cursors of a file.
        settled: whether nothing is being read that this waits for; likewise, in a list of one.
        spoiled: what a bad element does to a list whose elements say how long they are
            (`bytewright.objects.read.recovery`): it is an error; it stands in the list; likewise what is lacking of a
            list because the file ends too early.
        recovery: what finds where such a list goes on behind a bad element (`Recovery`); None: only its length says it.
        lacking: what is wrong with where the stream ends, where that is no error yet.
        warnings: what was noticed and tolerated, as ``(offset, text)``; shared by all cursors of a file.
        partly: whether what was read before an error is kept; a count that the rest of the file can't hold is no error
            then, as the elements that there are are wanted.
        options: of the cursor over a whole file, values of the format's options by id.
        pools: whether bytes that a library opens are read into memory that is used again.
        lazy: the fields that are only read when somebody asks for them, by the names that their readers have for them.
        first: of the cursor over a whole file, what its first record tells of the others (`FirstRecord`), where
            reading may begin behind it.
    """

    __slots__ = (
        "_ahead",
        "_backing",
        "_covered",
        "_length",
        "_origin",
        "_source",
        "budget",
        "checked",
        "checksums",
        "depth",
        "first",
        "lacking",
        "lazy",
        "malformed",
        "options",
        "partly",
        "path",
        "pending",
        "pools",
        "recovery",
        "settled",
        "spoiled",
        "strict",
        "warnings",
    )

    def __init__(
        self,
        data: bytes,
        *,
        base: int = 0,
        start: int = 0,
        end: int | None = None,
        limits: Limits = DEFAULT,
        source: Source | None = None,
        depth: int = 0,
        warnings: list[tuple[int, str]] | None = None,
    ) -> None:
        """Args:
        data: the bytes; a window of them where there is a ``source``.
        base: absolute offset of ``data[0]``.
        start: where in ``data`` the stream begins.
        end: where in ``data`` it ends (of a window: where the window ends).
        """
        self._data = data
        self._base = base
        self._place = start
        self._end = len(data) if end is None else end
        self._origin = base + start
        self._length = (source.size - self._origin) if source is not None else self._end - start
        self._source = source
        self._backing = source
        self._ahead = CHUNK
        self._bits = 0
        self._bits_left = 0
        self._bit_order = ""
        self.bits_owner = None
        self.malformed: Literal["strict", "replace"] = "strict"
        self.strict = False
        self.checked = True
        self.checksums: Literal["fail", "report", "skip"] = "fail"
        self.pending: deque[Callable[[], None]] = deque()
        self.settled = [False]
        self.spoiled: Literal["fail", "stand", "cut"] = "fail"
        self.recovery: Any = None
        self.lacking: ReadError | None = None
        self.partly = False
        self.path: str | None = None
        self.options: Mapping[str, Any] = {}
        self.pools = False
        self.lazy: frozenset[str] = frozenset()
        self._covered: list[tuple[int, int]] = []
        self.limits = limits
        self.depth = depth
        self.warnings = [] if warnings is None else warnings
        self.first: Any = None
        self.budget = Budget(self._length)

    @classmethod
    def of(cls, source: Source, limits: Limits = DEFAULT, offset: int = 0) -> Self:
        """A cursor over a whole source, read in pieces as they are needed."""
        cursor = cls(b"", base=offset, source=source, limits=limits)
        cursor._origin, cursor._length = 0, source.size
        cursor.budget = Budget(source.size)
        cursor.path = source.name
        return cursor

    # --- positions ---------------------------------------------------------------------------------------------

    @property
    def pos(self) -> int:
        """Offset of the next byte in the stream (``_io.pos``)."""
        return self._base + self._place - self._origin

    @property
    def size(self) -> int:
        """Size of the stream in bytes (``_io.size``)."""
        return self._length

    @property
    def left(self) -> int:
        """Bytes from here to the end of the stream."""
        return self._origin + self._length - self._base - self._place

    @property
    def eof(self) -> bool:
        """Whether the stream ends here (``_io.eof``)."""
        return self._base + self._place >= self._origin + self._length and not self._bits_left

    @property
    def splits(self) -> bool:
        """Whether bits are left of the last byte that was read."""
        return self._bits_left > 0

    @property
    def blank(self) -> bool:
        """Whether nothing but zero bytes is left of the stream, or nothing at all."""
        at, end = self.at, self.at + self.left
        step = _FIRST_AHEAD
        while at < end:
            if any(self.again(at, min(at + step, end))):
                return False
            at, step = at + step, CHUNK
        return not self._bits_left

    def seek(self, pos: int) -> None:
        """Go to a position of the stream. One past its end is fine until something is read there."""
        self.align()
        if pos < 0:
            raise BoundsError(expected="a position of at least 0", found=shown(pos), offset=self.at)
        place = self._origin + pos - self._base
        if self._source is not None and not 0 <= place <= self._end:
            self._data = b""
            self._base = self._origin + pos
            place = self._end = 0
        self._place = place

    def jump(self, pos: int) -> None:
        """Go to a position from which few bytes may be wanted; see `seek`."""
        self.seek(pos)
        self._ahead = 0

    def _reach(self, size: int, whole: int | None = None) -> None:
        self.align()
        if self._place + size <= self._end:
            return
        left = self._room(size, whole)
        assert self._source is not None
        start = self.at
        self._data = self._source.read(start, min(max(size, self._ahead), left))
        if self._ahead < CHUNK:
            self._ahead = min(CHUNK, max(_FIRST_AHEAD, 2 * self._ahead))
        self._base = start
        self._place = 0
        self._end = len(self._data)
        if self._end < size:
            raise TruncatedError(expected=_bytes(size), found=f"{self._end} before the end", offset=start)

    def _room(self, size: int, whole: int | None = None) -> int:
        """How many bytes follow, which are at least ``size``; see `_reach`."""
        left = self.left
        if size > left:
            at = self.at
            if whole:
                there = max(left, 0) // whole
                raise TruncatedError(
                    expected=_bytes(whole),
                    found=f"{max(left, 0) - there * whole} before the end",
                    offset=at + there * whole,
                    field=f"[{there}]",
                )
            raise TruncatedError(expected=_bytes(size), found=f"{max(left, 0)} before the end", offset=at)
        if self._source is None:
            raise TruncatedError(expected=_bytes(size), found="the end", offset=self.at)
        if size > self.limits.maxRecordBytes:
            raise LimitError(
                expected=f"at most {self.limits.maxRecordBytes} bytes (maxRecordBytes)",
                found=_bytes(size),
                offset=self.at,
            )
        return left

    # --- bytes -------------------------------------------------------------------------------------------------

    def take(self, size: int) -> bytes:
        """``size`` bytes."""
        self._reach(size)
        place = self._place
        self._place = place + size
        return bytes(self._data[place : place + size])

    def piece(self, size: int) -> bytes | None:
        """``size`` bytes, if they have been read and nothing speaks against it: otherwise `take` says what does."""
        place = self._place
        end = place + size
        if size < 0 or end > self._end or self._bits_left or size > self.limits.maxRecordBytes:
            return None
        self._place = end
        return bytes(self._data[place:end])

    def leb128(self, most: int) -> tuple[int, int] | None:
        """An unsigned LEB128 integer of at most so many bytes, and where it begins; None, with nothing read: it isn't
        spelled in the fewest bytes, or can't be read so.
        """
        start = place = self._place
        data, end = self._data, min(place + most, self._end)
        number = shift = 0
        if self._bits_left:
            return None
        while place < end:
            byte = data[place]
            place += 1
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                if not byte and shift:
                    return None
                self._place = place
                return number, self._base + start
            shift += 7
        return None

    def before(self, data: bytes, start: int) -> Cursor:
        """A stream of bytes that were read before, at an absolute offset."""
        inner = Cursor(data, base=start, limits=self.limits, depth=self.depth, warnings=self.warnings)
        inner._backing, inner._covered = self._backing, self._covered
        self.pass_on(inner)
        return inner

    def take_constant(self, expected: bytes) -> bytes:
        """The bytes where some are expected that are always the same."""
        return self.take(len(expected))

    def take_rest(self) -> bytes:
        """All bytes to the end of the stream."""
        return self.take(max(self.left, 0))

    def take_table(self, size: int | None = None) -> bytes:
        """``size`` bytes, or all to the end of the stream, that a library opens; see `pools`."""
        size = max(self.left, 0) if size is None else size
        if not self.pools or self._source is None or size < POOLED or self._place + size <= self._end:
            return self.take(size)
        from bytewright.io.arrow_memory import pooled  # Arrow takes a while to load

        self.align()
        self._room(size)
        start = self.at
        data = pooled(self._source, start, size)
        if len(data) < size:
            raise TruncatedError(expected=_bytes(size), found=f"{len(data)} before the end", offset=start)
        self.seek(self.pos + size)
        return data  # type: ignore[return-value]  # a view of bytes does for who opens them

    def take_until(self, terminator: bytes, *, include: bool, consume: bool, eos_error: bool) -> tuple[bytes, int]:
        """Bytes up to a terminator (aligned to its length), and how many bytes were passed over.

        Raises:
            TruncatedError: there is none, and that is an error.
        """
        self.align()
        step = len(terminator)
        searched = 0
        while True:
            window = bytes(self._data[self._place : self._end])
            found = _find(window, terminator, searched)
            if found >= 0:
                value = window[: found + step] if include else window[:found]
                passed = found + step if consume else found
                self._place += passed
                return value, passed
            left = self.left
            if len(window) >= left:
                if eos_error:
                    raise TruncatedError.without_terminator(terminator, self.at)
                self._place = self._end
                return window, len(window)
            searched = max(0, len(window) - step + 1) // step * step
            self._reach(min(left, max(2 * len(window), CHUNK)))

    def again(self, start: int, end: int) -> bytes:
        """Bytes between two absolute offsets that were read just now."""
        if start >= self._base and end <= self._base + len(self._data):
            return bytes(self._data[start - self._base : end - self._base])
        assert self._backing is not None
        return self._backing.read(start, end - start)

    def text(self, data: bytes, encoding: str, offset: int | None = None) -> str:
        """Text of bytes that were read at an absolute offset; None: just now.

        Raises:
            ValueInvalidError: they are not valid in the encoding; the offset is that of the first wrong byte.
        """
        try:
            return data.decode(encoding, self.malformed)
        except UnicodeDecodeError as error:
            offset = self.at - len(data) if offset is None else offset
            wrong = data[error.start : error.end].hex()
            raise ValueInvalidError(
                expected=f"text in {encoding}", found=f"bytes {wrong}", offset=offset + error.start
            ) from None
        except LookupError:
            raise ValueInvalidError(
                expected="text in an encoding that Python knows",
                found=encoding,
                offset=self.at - len(data) if offset is None else offset,
            ) from None

    def sub(self, size: int) -> Cursor:
        """A stream of the next ``size`` bytes; moves past them."""
        if self._source is not None and self._place + size > self._end and size > min(self._ahead, CHUNK):
            return self._unread(size)
        self._reach(size)
        place = self._place
        self._place = place + size
        return self._inner(place, place + size)

    def _unread(self, size: int) -> Cursor:
        """A stream of the next ``size`` bytes, of which none is read before it is asked for."""
        self.align()
        inner = Cursor(b"", base=self.at, limits=self.limits, depth=self.deeper(), warnings=self.warnings)
        inner._source = inner._backing = self._source
        inner._length, inner._ahead = size, 0
        self.pass_on(inner)
        self.seek(self.pos + size)
        return inner

    def reaches(self, size: int) -> bool:
        """Whether so many bytes follow in the stream."""
        return size <= self.left

    def within(self, start: int, size: int) -> Cursor:
        """A stream of some of the bytes that were taken just now, from an absolute offset on."""
        return self._inner(start - self._base, start - self._base + size)

    def decoded(self, data: bytes) -> Cursor:
        """A stream of what some bytes were decoded to; offsets count in that."""
        depth = self.deeper()
        # Streams are told apart by their bytes: Python has one object for all single bytes of one value, and may give
        # bytes that decoding doesn't change as they are.
        data = _Apart(data) if len(data) <= 1 or data is self._data else data
        inner = Cursor(data, limits=self.limits, depth=depth, warnings=self.warnings)
        self.pass_on(inner)
        return inner

    def renewed(self, data: bytes) -> Cursor:
        """A stream of other bytes in the place of this one."""
        other = Cursor(data, base=self._origin, limits=self.limits, depth=self.depth, warnings=self.warnings)
        self.pass_on(other)
        return other

    def fork(self, pos: int | None = None) -> Cursor:
        """The same stream at a position of its own (None: at this one)."""
        self.deeper()
        other = Cursor(
            self._data,
            base=self._base,
            start=self._place,
            end=self._end,
            limits=self.limits,
            depth=self.depth + 1,
            warnings=self.warnings,
        )
        other._origin, other._length, other._source = self._origin, self._length, self._source
        other._backing, other._covered = self._backing, self._covered
        self.pass_on(other)
        if pos is not None:
            other._ahead = 0
            other.seek(pos)
        return other

    def twin(self, pos: int | None = None) -> Cursor:
        """The same place of the same stream, which moves by itself; ``pos``: another one, at a whole byte."""
        other = Cursor(
            self._data, base=self._base, start=self._place, end=self._end, limits=self.limits, warnings=self.warnings
        )
        other._origin, other._length, other._source = self._origin, self._length, self._source
        other._backing, other._covered, other._ahead = self._backing, self._covered, self._ahead
        other.depth, other.options, other.lacking = self.depth, self.options, self.lacking
        self.pass_on(other)
        if pos is not None:
            other.seek(pos)
        elif self._bits_left:
            other._bits, other._bits_left, other._bit_order = self._bits, self._bits_left, self._bit_order
            other.bits_owner = self.bits_owner
        return other

    def follow(self, other: Cursor) -> None:
        """Go where another cursor of the stream stands."""
        self._bits_left = 0
        self.seek(other.pos)
        self._bits, self._bits_left, self._bit_order = other._bits, other._bits_left, other._bit_order
        self.bits_owner = other.bits_owner

    def on_trial(self, pos: int, end: int | None = None) -> Cursor:
        """The same stream at a position of its own, where what is bad is an error, and nothing else is noticed; up to
        an absolute offset, if one is given."""
        other = self.fork()
        if end is not None:
            other._length = min(other._length, end - other._origin)
            other._end = max(0, min(other._end, end - other._base))
        other.depth = self.depth
        other.pending, other.settled, other.warnings, other._covered = deque(), [False], [], []
        other.spoiled, other.recovery, other.lacking = "fail", None, None
        other.seek(pos)
        return other

    def cover(self, start: int, end: int) -> None:
        """Note that fields describe the bytes between two absolute offsets of the stream."""
        self._covered.append((start, end))

    def recover(self, spans: Iterable[tuple[int, int]]) -> None:
        """Forget what was noted so; fields describe these bytes."""
        self._covered[:] = spans

    def uncovered(self) -> list[tuple[int, bytes]]:
        """The bytes that no field describes, of those that were read: by their positions in the stream."""
        covered = Ranges()
        for start, end in self._covered:
            covered.add(start, end)
        bounds = covered.lacks(self._origin, self._origin + self._length)
        return [(start - self._origin, self.again(start, end)) for start, end in bounds]

    def shares(self, start: int, end: int) -> bool:
        """Whether more than one field describes some of the bytes between two absolute offsets of the stream."""
        return sum(1 for low, high in self._covered if low < end and high > start) > 1

    @property
    def data(self) -> bytes:
        """The bytes that absolute offsets count in, of a stream that is held whole."""
        return self._data

    @property
    def stream(self) -> int:
        """What tells streams apart: the same for all places of one."""
        return id(self._covered)

    @property
    def origin(self) -> int:
        """Absolute offset of the first byte of the stream."""
        return self._origin

    @property
    def source(self) -> Source | None:
        """What absolute offsets count in, if that is the file."""
        return self._backing

    @property
    def in_file(self) -> bool:
        """Whether absolute offsets count in the file, not in decoded data."""
        return self._backing is not None

    def deeper(self) -> int:
        """How deep a stream inside this one lies.

        Raises:
            LimitError: deeper than may be.
        """
        depth = self.depth + 1
        if depth > self.limits.maxDepth:
            raise LimitError(expected=f"at most {self.limits.maxDepth} levels (maxDepth)", found="more", offset=self.at)
        return depth

    def _inner(self, start: int, end: int) -> Cursor:
        depth = self.deeper()
        inner = Cursor(
            self._data, base=self._base, start=start, end=end, limits=self.limits, depth=depth, warnings=self.warnings
        )
        inner._backing = self._backing
        self.pass_on(inner)
        return inner

    def pass_on(self, inner: Cursor) -> None:
        """Tell a stream inside this one what holds for all of a file."""
        inner.path = self.path
        inner.malformed = self.malformed
        inner.strict = self.strict
        inner.checked, inner.checksums = self.checked, self.checksums
        inner.pools = self.pools
        inner.lazy = self.lazy
        inner.pending, inner.settled = self.pending, self.settled
        inner.spoiled = self.spoiled
        inner.recovery = self.recovery
        inner.partly = self.partly
        inner.budget = self.budget

    def warn(self, offset: int, text: str) -> None:
        """Note something that is tolerated, and of what there is more than 100 times that there is more."""
        if (noticed := len(self.warnings)) <= 100:
            self.warnings.append((offset, text if noticed < 100 else "from here on more, of which nothing is said"))


def _find(window: bytes, terminator: bytes, start: int) -> int:
    step = len(terminator)
    found = window.find(terminator, start)
    while step > 1 and found >= 0 and found % step:
        found = window.find(terminator, found + 1)
    return found


def _bytes(size: int) -> str:
    return "1 byte" if size == 1 else f"{size} bytes"
