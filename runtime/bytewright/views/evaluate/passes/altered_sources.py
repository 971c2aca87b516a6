"""Sources that stand for others, of which some bytes are other ones."""

from __future__ import annotations

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
    """A source with zeros behind it."""

    def __init__(self, source: Source, padding: int) -> None:
        super().__init__(source, source.size + padding)

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`."""
        size = max(0, min(size, self.size - offset))
        return self._source.read(offset, size).ljust(size, b"\0")


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
