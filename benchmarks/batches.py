"""A log of batches of parallel vectors, as a busy table gets it: ten columns of mixed scalar types, some with nulls."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

MAGIC = bytes.fromhex("edfedaad")

# type word, NumPy type (None: bits), share of nulls
COLUMNS: tuple[tuple[int, str | None, float], ...] = (
    (0x00060020, "<u4", 0.0),
    (0x000D0040, "<i8", 0.0),
    (0x00050020, "<i4", 0.1),
    (0x00070020, "<f4", 0.0),
    (0x00040010, "<u2", 0.2),
    (0x00030010, "<i2", 0.0),
    (0x00020008, "u1", 0.0),
    (0x00000001, None, 0.3),
    (0x00090010, "<u2", 0.0),
    (0x00070020, "<f4", 0.05),
)


def write(path: Path, size: int, rows: int, seed: int = 1) -> int:
    """Write a log of about ``size`` bytes, of batches of so many rows; gives the number of rows."""
    random = np.random.default_rng(seed)
    written = 0
    with path.open("wb") as file:
        at = file.write(MAGIC)
        while at < size:
            body = batch(random, rows)
            at += file.write(len(body).to_bytes(4, "little") + body)
            written += rows
    return written


def batch(random: np.random.Generator, rows: int) -> bytes:
    """The bytes of one batch."""
    count = len(COLUMNS)
    header = 32 + 19 * count
    body = bytearray(header)
    offsets = [header]
    for _, kind, nulls in COLUMNS:
        if nulls:
            body += _packed(random.random(rows) >= nulls)
        body += bytes(-len(body) % 8)
        if kind is None:
            body += _packed(random.random(rows) < 0.5)
        elif kind == "<f4":
            body += random.random(rows, np.float32).astype(kind).tobytes()
        else:
            limits = np.iinfo(kind)
            body += random.integers(limits.min, limits.max, rows, kind, endpoint=True).tobytes()
        offsets.append(len(body))
    body += bytes(-len(body) % 8)
    parts = (
        np.array([0xFEED0001, rows, count], "<u4")[:2].tobytes() + count.to_bytes(2, "little") + bytes(14),
        (1_600_000_000).to_bytes(4, "little") + np.array(offsets, "<u4").tobytes() + bytes(8 * count),
        np.array([word for word, *_ in COLUMNS], "<u4").tobytes(),
        np.arange(count, dtype="<u2").tobytes(),
        bytes(2 if nulls else 1 for *_, nulls in COLUMNS),
    )
    body[:header] = b"".join(parts)
    return bytes(body)


def _packed(bits: npt.NDArray[np.bool_]) -> bytes:
    return np.packbits(bits, bitorder="little").tobytes()
