"""Bounds on what an input may ask for, under the same names in Python, on the command line and in Spark."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What one input may ask for.

    Attributes:
        maxRecordBytes: size in bytes up to which one record may grow a buffer.
        maxDecodedBytes: bytes that decoding (decompression, processing) of one field may give.
        maxDepth: nesting of structures.
        maxSteps: turns of a repeat that consumes nothing, and steps of a chain.
    """

    maxRecordBytes: int = 1 << 30
    maxDecodedBytes: int = 1 << 30
    maxDepth: int = 200
    maxSteps: int = 1 << 20


DEFAULT = Limits()
