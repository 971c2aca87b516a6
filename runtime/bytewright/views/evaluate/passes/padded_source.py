"""Sources with zeros behind their bytes."""

from __future__ import annotations

from bytewright.io.source import Source


class PaddedSource:
    """A source with zeros behind it."""

    def __init__(self, source: Source, padding: int) -> None:
        self._source = source
        self.name = source.name
        self.size = source.size + padding

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`."""
        size = max(0, min(size, self.size - offset))
        return self._source.read(offset, size).ljust(size, b"\0")

    def read_into(self, offset: int, buffer: memoryview) -> int:
        """See `Source.read_into`."""
        data = self.read(offset, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """The padded source is closed by who opened it."""
