"""Sources that stand for others, of which some bytes are other ones."""

from __future__ import annotations

from bytewright.errors import ReadError, TruncatedError
from bytewright.io.source import Source


class _Altered:
    def __init__(self, source: Source, size: int) -> None:
        self._source = source
        self.name = source.name
        self.size = size

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`."""
        raise NotImplementedError

    def read_into(self, offset: int, buffer: memoryview) -> int:
        """See `Source.read_into`."""
        data = self.read(offset, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Who opened the other source closes it."""


class PaddedSource(_Altered):
    """A source with bytes behind it that repeat.

    Args:
        source: the bytes.
        padding: how many there are behind them.
        fill: what repeats.
        begin: an offset in the source from which they count as multiples of it, as those of a terminator do.
    """

    def __init__(self, source: Source, padding: int, fill: bytes, begin: int) -> None:
        super().__init__(source, source.size + padding)
        self._fill = fill
        self._begin = begin

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`."""
        size = max(0, min(size, self.size - offset))
        found = self._source.read(offset, size)
        more, first = size - len(found), (offset + len(found) - self._begin) % len(self._fill)
        return found + (self._fill * (more // len(self._fill) + 2))[first : first + more]


def completed(source: Source, padding: int, error: ReadError) -> PaddedSource:
    """A source with what may end an error that it has: the terminator that is missing, or zeros.

    Args:
        source: the bytes.
        padding: how many there are behind them.
        error: the error.
    """
    lacking = error.terminator if isinstance(error, TruncatedError) else b""
    return PaddedSource(source, padding, lacking or b"\0", error.offset or 0)


class PatchedSource(_Altered):
    """A source of which some bytes are others.

    Args:
        source: the bytes.
        offset: where the others stand.
        data: these.
    """

    def __init__(self, source: Source, offset: int, data: bytes) -> None:
        super().__init__(source, source.size)
        self._offset = offset
        self._data = data

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`."""
        found = bytearray(self._source.read(offset, size))
        for place, byte in enumerate(self._data, self._offset - offset):
            if 0 <= place < len(found):
                found[place] = byte
        return bytes(found)
