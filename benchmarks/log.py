"""A log of rows with eight columns, as a busy table gets it: numbers and short strings, a fifth of them null."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

MAGIC = 0xDB1AA1DB
STRING = 10
COLUMNS: tuple[tuple[str, int, str], ...] = (
    ("id", 6, ">i8"),
    ("quantity", 5, ">i4"),
    ("venue", 4, ">i2"),
    ("price", 8, ">f8"),
    ("ratio", 7, ">f4"),
    ("side", 2, "i1"),
    ("name", STRING, ""),
    ("tag", STRING, ""),
)
"""Name, type, and NumPy type where it is a number."""

NULLS = 0.2
LONGEST = 24
CHUNK = 50_000

Bytes = npt.NDArray[np.uint8]
Bits = npt.NDArray[np.bool_]


def write(path: Path, size: int, seed: int = 1) -> int:
    """Write a log of about ``size`` bytes; gives the number of rows."""
    random = np.random.default_rng(seed)
    rows = 0
    with path.open("wb") as file:
        at = file.write(header())
        while at < size:
            at += file.write(records(random, CHUNK))
            rows += CHUNK
    return rows


def header() -> bytes:
    """What precedes the records."""
    body = struct.pack(">i", len(COLUMNS))
    for name, kind, _ in COLUMNS:
        metadata = struct.pack(">i", 5) + b"UTF-8" if kind == STRING else b""
        body += struct.pack(">i", len(name)) + name.encode() + struct.pack(">ii", kind, len(metadata)) + metadata
    record = struct.pack(">ii", len(body), 1) + body
    whole = struct.pack(">Iii", MAGIC, 3, len(record) + 4) + record
    return whole + struct.pack(">I", zlib.adler32(whole))


def records(random: np.random.Generator, rows: int) -> bytes:
    """The bytes of some rows: each is laid out with room for everything, and then what isn't there is taken out."""
    present = random.random((rows, len(COLUMNS))) >= NULLS
    parts: list[Bytes] = [np.full((rows, 1), 3, np.uint8), np.packbits(present, axis=1, bitorder="little")]
    kept: list[Bits] = [np.ones((rows, part.shape[1]), np.bool_) for part in parts]
    for place, (_, kind, dtype) in enumerate(COLUMNS):
        there = present[:, place : place + 1]
        if kind == STRING:
            lengths = random.integers(0, LONGEST + 1, rows)
            parts += [_bytes(lengths, ">i4"), random.integers(97, 123, (rows, LONGEST), np.uint8)]
            kept += [np.repeat(there, 4, axis=1), there & (np.arange(LONGEST) < lengths[:, None])]
            continue
        values: npt.NDArray[Any] = random.random(rows) * 1000
        if not dtype.endswith(("f8", "f4")):
            values = random.integers(-100, 100, rows) if place else np.arange(rows)
        parts.append(_bytes(values, dtype))
        kept.append(np.repeat(there, parts[-1].shape[1], axis=1))
    mask = np.concatenate(kept, axis=1)
    sizes = mask.sum(axis=1)
    body = np.concatenate(parts, axis=1)[mask].tobytes()
    ends = np.cumsum(sizes).tolist()
    found: list[bytes] = []
    begin = 0
    for end, size in zip(ends, sizes.tolist(), strict=True):
        record = struct.pack(">i", size + 4) + body[begin:end]
        found += (record, zlib.adler32(record).to_bytes(4, "big"))
        begin = end
    return b"".join(found)


def _bytes(values: npt.NDArray[Any], dtype: str) -> Bytes:
    return values.astype(dtype).view(np.uint8).reshape(len(values), -1)
