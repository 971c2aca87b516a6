"""Runs the kernel that copies vectors into templates."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bytewright.kernels.plan import encoding_codes

Words = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


class Copier:
    """Runs the kernel. Tables have a row of `codes.PART` numbers for each part of a vector; they are addresses of
    memory that stays where it is meanwhile."""

    def __init__(self) -> None:
        from bytewright.kernels.native.machine.compile import entered

        self._kernel = entered("copies.copy_vectors")
        self._state = np.zeros(encoding_codes.COPY_STATE, np.int64)

    def find(self, table: Words, bounds: Words, out: Bytes) -> None:
        """Find which values of vectors are there.

        Args:
            table: the vectors; only their validity counts.
            bounds: where each batch begins and, at last, where they end, in rows.
            out: gets, by batch and vector, 0 (all), 1 (some) or 2 (none).
        """
        self._state[encoding_codes.COPY_STARTS] = bounds.ctypes.data
        self._run(encoding_codes.FOUND, table, out)

    def copy(self, table: Words, rows: int, first: int, out: Bytes) -> None:
        """Put vectors into copies of a skeleton.

        Args:
            table: their parts.
            rows: values of each vector in each copy.
            first: the first of them.
            out: the copies, one in each row.
        """
        self._state[encoding_codes.COPY_ROWS] = rows
        self._state[encoding_codes.COPY_FIRST] = first
        self._run(encoding_codes.PUT_COPIES, table, out)

    def _run(self, what: int, table: Words, out: Bytes) -> None:
        state = self._state
        state[encoding_codes.COPY] = what
        state[encoding_codes.COPY_TABLE], state[encoding_codes.COPY_PARTS] = table.ctypes.data, len(table)
        state[encoding_codes.COPIES], state[encoding_codes.COPY_SIZE] = out.shape
        state[encoding_codes.COPY_OUT] = out.ctypes.data
        self._kernel(int(state.ctypes.data))
