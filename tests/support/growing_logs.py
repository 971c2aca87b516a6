"""Logs that grow: three formats of them, and what stands for a program that writes one and rotates it."""

from __future__ import annotations

import os
import random
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

FRAMED = """
meta: {id: grown_framed, endian: le}
seq:
  - {id: magic, contents: GROW}
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len, type: u4}
      - {id: number, type: u4}
      - {id: body, size: len}
      - {id: crc, type: u4, -checksum: {algorithm: adler32, from: len, to: body}}
"""
WALKED = """
meta: {id: grown_walked, endian: le}
seq:
  - {id: records, type: word, repeat: eos}
types:
  word:
    seq:
      - {id: mark, contents: "N!"}
      - {id: number, type: u4}
      - {id: text, type: strz, encoding: ASCII}
      - {id: crc, type: u4, -checksum: {algorithm: crc32, from: mark, to: text}}
"""
OBJECTS = """
meta: {id: grown_objects, endian: le}
seq:
  - {id: records, type: node, repeat: eos}
types:
  node:
    seq:
      - {id: number, type: u4}
      - {id: count, type: u1, valid: {max: 3}}
      - {id: nodes, type: node, repeat: expr, repeat-expr: count}
"""


def _framed(number: int, rng: random.Random) -> bytes:
    body = rng.randbytes(rng.randrange(40))
    head = struct.pack("<II", len(body), number) + body
    return head + struct.pack("<I", zlib.adler32(head))


def _walked(number: int, rng: random.Random) -> bytes:
    text = bytes(rng.choice(b"abcdef") for _ in range(rng.randrange(40))) + b"\0"
    head = b"N!" + struct.pack("<I", number) + text
    return head + struct.pack("<I", zlib.crc32(head))


def _objects(number: int, rng: random.Random, depth: int = 0) -> bytes:
    count = rng.randrange(3 - depth)
    return struct.pack("<IB", number, count) + b"".join(_objects(number, rng, depth + 1) for _ in range(count))


SHAPES = {"framed": (FRAMED, b"GROW", _framed), "walked": (WALKED, b"", _walked), "objects": (OBJECTS, b"", _objects)}
"""Records whose lengths tell where they end, that only reading ends, and that only objects read."""

WAYS = ["rename", "copytruncate", "number"]


class LogWriter:
    """Appends records to a log, in pieces of any size, and rotates it.

    Args:
        folder: where the log is.
        seed: of what is random.
        record: makes a record of its number.
        head: what precedes the records.

    Attributes:
        numbers: how many records there are, with those that wait.
    """

    def __init__(self, folder: Path, seed: int, record: Callable[[int, random.Random], bytes], head: bytes) -> None:
        self._folder = folder
        self._rng = random.Random(seed)
        self._record = record
        self._rotated = 0
        self._head = self._waiting = head
        self._ends: list[int] = []
        self.path = folder / "app.log"
        self.numbers = 0

    def write(self) -> None:
        """Append some bytes."""
        if self._rng.random() < 0.8:
            size = self.path.stat().st_size if self.path.exists() else 0
            for _ in range(self._rng.randrange(1, 6)):
                self._waiting += self._record(self.numbers, self._rng)
                self._ends.append(size + len(self._waiting))
                self.numbers += 1
        size = self._rng.randrange(len(self._waiting) + 1)
        with self.path.open("ab") as file:
            file.write(self._waiting[:size])
        self._waiting = self._waiting[size:]

    def crash(self) -> None:
        """Lose what waits, as if killed; what goes on cuts an unfinished record off, and writes those that are lost."""
        size = self.path.stat().st_size if self.path.exists() else 0
        whole = [end for end in self._ends if end <= size]
        self.numbers -= len(self._ends) - len(whole)
        self._ends = whole
        if size:
            begun = size >= len(self._head)
            os.truncate(self.path, whole[-1] if whole else len(self._head) if begun else 0)
            self._waiting = b"" if begun else self._head
        else:
            self._waiting = self._head

    def finish(self) -> None:
        """Append what is left."""
        with self.path.open("ab") as file:
            file.write(self._waiting)
        self._waiting = b""

    def rotate(self, way: str) -> None:
        """Go on in another file; ``way``: one of `WAYS`."""
        self.finish()
        self._rotated += 1
        old = self._folder / f"app.log.{self._rotated}"
        if way == "rename":
            self.path.rename(old)
        elif way == "copytruncate":
            old.write_bytes(self.path.read_bytes())
            self.path.write_bytes(b"")
        else:
            self.path = self._folder / f"app-{self._rotated}.log"
        self._waiting, self._ends = self._head, []
