"""Loops in C for the bytes of one format alone, from memory to column buffers: what one writes by hand."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

MISSING = "There is no C compiler on this machine: plain C wasn't measured."


class _Column(ctypes.Structure):
    _fields_ = (
        *(("valid", ctypes.c_void_p), ("data", ctypes.c_void_p)),
        *(("used", ctypes.c_int64), ("offsets", ctypes.c_void_p)),
    )


def loop(folder: Path, source: Path, path: Path, types: Iterable[pa.DataType], rows: int) -> Callable[[], Any] | None:
    """What reads a file into memory and makes columns of it, in buffers of its own; None: there is no compiler.

    Args:
        folder: for the program.
        source: a file with a function ``read_rows``.
        path: the file.
        types: those of the columns.
        rows: how many the file has.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    library = folder / f"{source.stem}.so"
    command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", str(source), "-o", str(library)]
    subprocess.run(command, check=True)
    kinds = list(types)
    read = ctypes.CDLL(str(library)).read_rows
    read.restype = ctypes.c_int64
    read.argtypes = (ctypes.c_void_p, ctypes.c_int64, ctypes.POINTER(_Column * len(kinds)), ctypes.c_int64)

    def run() -> None:
        data = np.fromfile(path, np.uint8)
        columns, kept = (_Column * len(kinds))(), []
        for column, kind in zip(columns, kinds, strict=True):
            text = kind == pa.string()
            arrays = np.empty(rows, np.uint8), np.empty(len(data) if text else rows * kind.bit_width // 8, np.uint8)
            offsets = np.zeros(rows + 1, np.int32)
            column.valid, column.data = (array.ctypes.data for array in arrays)
            column.offsets = offsets.ctypes.data
            kept += [*arrays, offsets]
        found = read(data.ctypes.data, len(data), ctypes.byref(columns), rows)
        if found != rows:
            raise ValueError(f"plain C found {found} rows, not {rows}")

    return run
