"""Bounds on what an input may ask for, under the same names in Python, on the command line and in Spark."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Limits:
    """What one input may ask for.

    Attributes:
        maxRecordBytes: size in bytes up to which one record may grow a buffer, and, from 16 MiB on, one row: elements
            may show what is stored once for all of them.
        maxDecodedBytes: decoded (decompressed, processed) bytes that a reader may hold at one time, those of one field
            above all. What passes through, record by record, doesn't count. Of a compressed file, which lies decoded on
            disk, it is the size, where it is set.
        maxExpansion: decoded bytes for each byte that is stored, of a field, or a compressed file, that decodes to more
            than a mebibyte.
        maxDepth: nesting of structures.
        maxSteps: turns of a repeat that consumes nothing, in all records of a file or part together, and steps of a
            chain.
        maxColumns: columns of a table that values of its files name, with what such columns hold.
    """

    maxRecordBytes: int = 1 << 30
    maxDecodedBytes: int = 256 << 20
    maxExpansion: int = 1000
    maxDepth: int = 200
    maxSteps: int = 1 << 20
    maxColumns: int = 8192

    def of_any_record(self, size: int) -> Limits:
        """The same, with room for all that a file of so many bytes may have in one record."""
        return replace(self, maxRecordBytes=max(self.maxRecordBytes, size))

    @property
    def free_steps(self) -> int:
        """Turns that consume nothing of which those of a record needn't be counted."""
        return min(_FREE_STEPS, self.maxSteps >> 14)


_FREE_STEPS = 64
"""Few enough for a record to take about the time that its bytes would."""

DEFAULT = Limits()

MOST = (1 << 62) - 1
"""Largest value of a limit: sums of two fit the kernel's numbers."""

ON_DISK = Limits(maxDecodedBytes=MOST)
"""Those of compressed files, which lie decoded on disk, where nobody sets others."""
