"""What rows hold is looked at before kernels do: text that is none, offsets that lead elsewhere, unfit numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from bytewright.columnar.encode.arrow_fields import NUMBERS, FieldResolver, SourceColumn
from bytewright.columnar.encode.parallel_vectors import fitting
from bytewright.kernels.plan.encoding import SAME, Source
from bytewright.kernels.plan.failures import Unsupported

TEXT = Source(("text",), "str")


def text(data: bytes, offsets: list[int], valid: list[bool] | None = None) -> Any:
    """Text as it lies in memory, right or wrong."""
    bits = None if valid is None else pa.array(valid).buffers()[1]
    places = pa.py_buffer(np.array(offsets, np.int32).tobytes())
    return pa.Array.from_buffers(pa.string(), len(offsets) - 1, [bits, places, pa.py_buffer(data)])


@pytest.mark.parametrize(
    ("array", "right"),
    [
        (text(b"abcd", [0, 1, 4]), True),
        (text("aäb".encode(), [0, 1, 4]), True),
        (text("aäb".encode(), [0, 2, 4]), False),
        (text(b"ab\xffcd", [0, 2, 5]), False),
        (text(b"ab\xff", [0, 2, 3], [True, False]), True),
        (text(b"\xffab\xff", [1, 2, 3]), True),
        (text(b"\xffab", [0, 1, 3]).slice(1), True),
        (text(b"abc", [0, 2, 1]), False),
        (text(b"", [0]), True),
        (text(b"", [0, 0]), True),
    ],
)
def test_text(array: Any, right: bool) -> None:
    taking = FieldResolver([SourceColumn(("text",), array)], lambda _name, _column: [])
    if right:
        assert list(taking.arrays([TEXT])) == [("text",)]
    else:
        with pytest.raises(Unsupported, match="text"):
            taking.arrays([TEXT])


@pytest.mark.parametrize("source", [Source(("bytes",), "bytes"), Source(("bytes", f"{SAME}6162"), "same")])
@pytest.mark.parametrize("offsets", [[0, 5, 3], [0, -1, 3]])
def test_offsets_that_lead_elsewhere(offsets: list[int], source: Source) -> None:
    places, data = pa.py_buffer(np.array(offsets, np.int32).tobytes()), pa.py_buffer(b"abc")
    array: Any = pa.Array.from_buffers(pa.binary(), len(offsets) - 1, [None, places, data])
    taking = FieldResolver([SourceColumn(("bytes",), array)], lambda _name, _column: [])
    with pytest.raises(Unsupported, match="offsets that lead elsewhere"):
        taking.arrays([source])


def test_numbers_are_no_text() -> None:
    taking = FieldResolver([SourceColumn(("text",), pa.array([1, 2]))], lambda _name, _column: [])
    for source in (TEXT, Source(("text", f"{SAME}61"), "same")):
        with pytest.raises(Unsupported, match="text or bytes are wanted, not int64"):
            taking.arrays([source])


@pytest.mark.parametrize(
    ("numbers", "right"),
    [
        ([1, None, 0], True),
        ([2], False),
        ([-1], False),
        ([0, 1] * 4, True),
        ([0, None] * 8, True),
        ([0, None] * 7 + [2, None], False),
        ([None, -1] * 4, False),
    ],
)
def test_numbers_of_values(numbers: list[int | None], right: bool) -> None:
    column = pa.DictionaryArray.from_arrays(pa.array(numbers, pa.int8()), pa.array(["a", "b"]), safe=False)
    taking = FieldResolver([SourceColumn(("text",), column)], lambda _name, _column: [], numbered=True)
    if right:
        assert list(taking.arrays([TEXT])) == [("text",), ("text", NUMBERS)]
    else:
        with pytest.raises(Unsupported, match="numbers of values that aren't there"):
            taking.arrays([TEXT])


@pytest.mark.parametrize("offsets", [[0, 2, 1], [2, 1, 3], [0, 9, 3]])
def test_lists_outside_of_what_there_is(offsets: list[int]) -> None:
    places = pa.py_buffer(np.array(offsets, np.int32).tobytes())
    column = pa.Array.from_buffers(pa.list_(pa.int8()), 2, [None, places], children=[pa.array([1, 2, 3], pa.int8())])
    with pytest.raises(Unsupported, match="lists outside"):
        FieldResolver([SourceColumn(("list",), column)], lambda _name, _column: []).arrays([Source(("list",), "list")])


def test_numbers_that_are_null_may_be_anything() -> None:
    values = pa.array([70_000, 7, -1], pa.int32())
    _, data = values.buffers()
    held = pa.Array.from_buffers(pa.int32(), 3, [pa.array([False, True, False]).buffers()[1], data])
    assert fitting(held, "u2le")[1] == 7
    for kind in ("u2le", "u2be", "s2le", "u1"):
        with pytest.raises(Unsupported, match="a number that isn't from"):
            fitting(values, kind)
    assert fitting(pa.array([], pa.int32()), "u1").size == 0


@pytest.mark.parametrize("count", [5, 8, 16])
@pytest.mark.parametrize("first", [0, 1, 3, 8])
def test_numbers_that_are_null_say_nothing(first: int, count: int) -> None:
    """What stands where one is null may be anything, wherever its bit lies in a byte; others are looked at."""
    stored = np.tile(np.array([1, -1, 9], np.int32), 10)
    for wrong in (False, True):
        there = (stored == 1) | (wrong & (np.arange(len(stored)) == first + count - 1))
        bits = pa.py_buffer(np.packbits(there, bitorder="little").tobytes())
        numbers: Any = pa.Array.from_buffers(pa.int32(), len(stored), [bits, pa.py_buffer(stored.tobytes())])
        sliced = numbers.slice(first, count)
        column = pa.DictionaryArray.from_arrays(sliced, pa.array(["a", "b"]), safe=False)
        taking = FieldResolver([SourceColumn(("text",), column)], lambda _name, _column: [], numbered=True)
        if wrong and stored[first + count - 1] != 1:
            with pytest.raises(Unsupported, match="numbers of values"):
                taking.arrays([TEXT])
        else:
            assert taking.arrays([TEXT])[("text",)].shape.numbers == ("text", NUMBERS)
