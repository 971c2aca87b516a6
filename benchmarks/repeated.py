"""Files of gigabytes, made of the same records again and again."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks import batches, log


def log_of(path: Path, size: int) -> int:
    """A log of rows of at least so many bytes; gives the number of rows."""
    records = log.records(np.random.default_rng(1), log.CHUNK)
    return _write(path, size, log.header(), records, log.CHUNK)


def batches_of(path: Path, size: int) -> int:
    """A log of batches of 4096 rows, likewise."""
    random = np.random.default_rng(1)
    bodies = [batches.batch(random, 4096) for _ in range(16)]
    records = b"".join(len(body).to_bytes(4, "little") + body for body in bodies)
    return _write(path, size, batches.MAGIC, records, 16 * 4096)


def _write(path: Path, size: int, header: bytes, records: bytes, rows: int) -> int:
    times = -(-size // len(records))
    with path.open("wb") as file:
        file.write(header)
        for _ in range(times):
            file.write(records)
    return times * rows
