"""The logs of the soak: every record tells what it must be by its number."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

import bytewright

SPEC = """
meta: {id: soak, endian: le, file-extension: soak}
-file-order: numeric
seq:
  - {id: magic, contents: SOAK}
  - {id: version, type: u2}
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len, type: u4}
      - {id: kind, type: u1, enum: kind}
      - {id: number, type: u8}
      - {id: body, size: len}
      - {id: digest, type: u4, -checksum: {algorithm: crc32, from: len, to: body}}
enums:
  kind: {1: start, 2: step, 3: stop}
"""
COLUMNS = "kind,number,body"
KINDS = ("start", "step", "stop")
FILE_BYTES = 400_000
"""How large a file of a log may become before the next one is begun."""


class WrongRowsError(AssertionError):
    """Rows that nobody wrote, that are missing, or that are there twice."""


def rows(first: int, count: int) -> pa.Table:
    """The rows from a number on."""
    return rows_of(np.arange(first, first + count, dtype=np.uint64))


def rows_of(numbers: np.ndarray) -> pa.Table:
    """The rows with these numbers: a body is the number in eight bytes, up to six times."""
    times = (numbers % 7).astype(np.int32)
    ends = np.concatenate([[0], np.cumsum(8 * times)]).astype(np.int32)
    content = np.repeat(numbers.astype(">u8"), times).tobytes()
    body = pa.BinaryArray.from_buffers(
        pa.binary(), len(numbers), [None, pa.py_buffer(ends.tobytes()), pa.py_buffer(content)]
    )
    kind = pa.DictionaryArray.from_arrays((numbers % 3).astype(np.int8), pa.array(KINDS)).cast(pa.string())
    return pa.table({"kind": kind, "number": pa.array(numbers.astype(np.uint64)), "body": body})


def check(table: pa.Table, where: str) -> np.ndarray:
    """Check that rows are what their numbers say; gives these."""
    numbers = table["number"].to_numpy()
    wanted = rows_of(numbers)
    for name in ("kind", "body"):
        found = pc.cast(table[name], wanted[name].type).combine_chunks()
        if not found.equals(wanted[name].combine_chunks()):
            same: list[Any] = pc.equal(found, wanted[name].combine_chunks()).to_pylist()
            number = int(numbers[same.index(False)])
            raise WrongRowsError(f"{where}: {name} of record {number} isn't what was written")
    return numbers


def check_run(numbers: np.ndarray, first: int, where: str) -> int:
    """Check that numbers follow each other, from one on; gives the one behind."""
    wanted = np.arange(first, first + len(numbers), dtype=np.uint64)
    if not np.array_equal(numbers.astype(np.uint64), wanted):
        at = int(np.flatnonzero(numbers != wanted)[0])
        raise WrongRowsError(f"{where}: record {wanted[at]} should be here; {numbers[at]} is")
    return first + len(numbers)


def files_of(folder: Path, log: str) -> list[Path]:
    """The files of a log, oldest first."""
    return sorted(folder.glob(f"{log}-*.soak"), key=lambda path: int(path.stem.split("-")[1]))


def checked(folder: Path, log: str, spec: Path) -> int:
    """Read a log from its first file to its last record, in bounded memory; gives how many records there are."""
    after = 0
    for path in files_of(folder, log):
        reader = bytewright.open(path, str(spec), columns=COLUMNS, options={"tornTail": "ignore"})
        for batch in reader.to_batches():
            after = check_run(check(pa.Table.from_batches([batch]), str(path)), after, str(path))
    return after


def write(folder: Path, log: str, spec: Path, *, pause: float = 0.02) -> Iterator[int]:
    """Append to a log for ever, going on behind what is there; gives how many records there are."""
    after = checked(folder, log, spec)
    last = files_of(folder, log)
    path = last[-1] if last else folder / f"{log}-1.soak"
    rng = np.random.default_rng(os.getpid())
    with bytewright.append(
        path, str(spec), root='{"version": 1}', max_bytes=FILE_BYTES, next_path=following
    ) as appender:
        while True:
            count = int(rng.integers(1, 40))
            appender.append(rows(after, count))
            appender.flush()
            after += count
            yield after
            time.sleep(pause)


def following(path: str) -> str:
    """The file behind one of a log."""
    log, number = Path(path).stem.split("-")
    return str(Path(path).with_name(f"{log}-{int(number) + 1}.soak"))
