"""Keys that get numbers, and values that are folded into what stands under those, for code that groups by key."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from bytewright.kernels.plan import codes as shared
from bytewright.kernels.plan import encoding_codes

Numbers = npt.NDArray[np.int32]
NOTHING, SET, CLEAR = encoding_codes.FOLD_NOTHING, encoding_codes.FOLD_SET, encoding_codes.FOLD_CLEAR
ADD, MIN, MAX = encoding_codes.FOLD_ADD, encoding_codes.FOLD_MIN, encoding_codes.FOLD_MAX
FILL = encoding_codes.FOLD_FILL
"""What a value does to its slot: nothing; it replaces what is there; the slot becomes empty; it is added; the smaller
or the larger one stays; what is there stays. In an empty slot, the last four set it."""

_FEWEST = 1 << 12
"""Slots of a table of keys, at least."""


class Keys:
    """Numbers of keys of a fixed width, from 0 in the order in which they come first.

    Attributes:
        size: how many there are.
    """

    def __init__(self, width: int) -> None:
        """No keys yet.

        Args:
            width: bytes of a key.
        """
        self.width = width
        self.size = 0
        self._known = np.empty((_FEWEST, width), np.uint8)
        self._slots = np.full(_FEWEST, -1, np.int64)

    def numbers(self, keys: npt.NDArray[Any]) -> Numbers:
        """The number of each key; those that have none get the next ones.

        Args:
            keys: a row of bytes for each.

        Raises:
            ValueError: they have another width.
        """
        keys = np.ascontiguousarray(keys, np.uint8)
        if keys.ndim != 2 or keys.shape[1] != self.width:
            raise ValueError(f"keys of {self.width} bytes")
        if self.size + len(keys) > len(self._known):
            room = np.empty((max(2 * len(self._known), self.size + len(keys)), self.width), np.uint8)
            room[: self.size] = self._known[: self.size]
            self._known = room
        numbers = np.empty(len(keys), np.int32)
        at = 0
        while (at := self._number(keys, numbers, at)) < len(keys):
            self._slots = np.full(4 * len(self._slots), -1, np.int64)
            known, self.size = self.size, 0
            self._number(self._known[:known], np.empty(known, np.int32), 0)
        return numbers

    def forget(self, size: int) -> None:
        """Forget the keys from a number on.

        Args:
            size: how many stay.
        """
        if size < self.size:
            self.size = 0
            self._slots[:] = -1
            self._number(self._known[:size], np.empty(size, np.int32), 0)

    def _number(self, keys: npt.NDArray[np.uint8], numbers: Numbers, at: int) -> int:
        from bytewright.kernels.native.machine.compile import entered

        state = np.zeros(encoding_codes.KEY_STATE, np.int64)
        state[encoding_codes.KEY_ROWS], state[encoding_codes.KEY_COUNT] = keys.ctypes.data, len(keys)
        state[encoding_codes.KEY_WIDTH], state[encoding_codes.KEY_NEXT] = self.width, at
        state[encoding_codes.KEY_NUMBERS] = numbers.ctypes.data
        state[encoding_codes.KEY_KNOWN], state[encoding_codes.KEY_SIZE] = self._known.ctypes.data, self.size
        state[encoding_codes.KEY_SLOTS], state[encoding_codes.KEY_MASK] = (
            self._slots.ctypes.data,
            len(self._slots) - 1,
        )
        entered("folding.number_keys")(int(state.ctypes.data))
        self.size = int(state[encoding_codes.KEY_SIZE])
        return int(state[encoding_codes.KEY_NEXT])


class Slots:
    """Values of one type, or none, each under a number.

    Attributes:
        size: how many there are.
    """

    def __init__(self, dtype: Any, default: Any = None) -> None:
        """No slots yet.

        Args:
            dtype: NumPy's type of the values; one without arithmetic can only be set.
            default: what stands in new slots; None: nothing.

        Raises:
            ValueError: nothing can be done with such values.
        """
        self.dtype = np.dtype(dtype)
        if self.dtype.hasobject or not self.dtype.itemsize:
            raise ValueError(f"values of the type {self.dtype}")
        self.size = 0
        self._default = default
        self._values = np.empty(0, self.dtype)
        self._valid = np.empty(0, np.bool_)

    @property
    def values(self) -> npt.NDArray[Any]:
        """The values; what stands in empty slots means nothing."""
        return self._values[: self.size]

    @property
    def valid(self) -> npt.NDArray[np.bool_]:
        """Which slots have a value."""
        return self._valid[: self.size]

    def grow(self, size: int) -> None:
        """Have so many slots, or fewer.

        Args:
            size: how many.
        """
        if size > len(self._values):
            room = max(size, 2 * len(self._values))
            values, valid = np.zeros(room, self.dtype), np.zeros(room, np.bool_)
            values[: self.size], valid[: self.size] = self.values, self.valid
            self._values, self._valid = values, valid
        if size > self.size:
            self._valid[self.size : size] = self._default is not None
            if self._default is not None:
                self._values[self.size : size] = self._default
        self.size = size

    def fold(self, numbers: Any, values: npt.NDArray[Any], steps: npt.NDArray[np.uint8] | None = None) -> None:
        """Fold values into slots, one after another.

        Integers are added in their own width. The smaller or larger of two is found by the sign of their difference in
        64 bits, which wraps where it doesn't fit. Of floats the smaller one is the new one where either is none, the
        larger one the old one.

        Args:
            numbers: the slot of each value.
            values: the values.
            steps: what each does: `NOTHING`, `SET`, `CLEAR`, `ADD`, `MIN`, `MAX` or
                `FILL`; None: they are all set.

        Raises:
            ValueError: there is no such slot, or such values can't be added or compared.
        """
        from bytewright.kernels.native.machine.compile import entered

        numbers = np.ascontiguousarray(numbers, np.int32)
        values = np.ascontiguousarray(values, self.dtype)
        if len(numbers) != len(values) or (steps is not None and len(steps) != len(values)):
            raise ValueError("a slot and a step for each value")
        state = np.zeros(encoding_codes.FOLD_STATE, np.int64)
        state[encoding_codes.FOLD_NUMBERS], state[encoding_codes.FOLD_COUNT] = numbers.ctypes.data, len(numbers)
        if steps is not None:
            steps = np.ascontiguousarray(steps, np.uint8)
            state[encoding_codes.FOLD_STEPS] = steps.ctypes.data
        state[encoding_codes.FOLD_VALUES], state[encoding_codes.FOLD_KIND] = values.ctypes.data, self._kind()
        state[encoding_codes.FOLD_WIDTH] = self.dtype.itemsize
        state[encoding_codes.FOLD_SLOTS], state[encoding_codes.FOLD_VALID] = (
            self._values.ctypes.data,
            self._valid.ctypes.data,
        )
        state[encoding_codes.FOLD_SIZE] = self.size
        if entered("folding.fold")(int(state.ctypes.data)) == shared.INVALID:
            raise ValueError("a slot outside of what there is, or values that can't be added or compared")

    def _kind(self) -> int:
        if self.dtype.kind == "i":
            return encoding_codes.FOLDED_SIGNED
        if self.dtype.kind == "u" and self.dtype.itemsize < 8:
            return encoding_codes.FOLDED_UNSIGNED
        if self.dtype.kind == "f" and self.dtype.itemsize in (4, 8):
            return encoding_codes.FOLDED_FLOAT
        return encoding_codes.FOLDED_BYTES
