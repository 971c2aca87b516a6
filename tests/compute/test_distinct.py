"""Texts are numbered as a dictionary numbers them."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.drawn import same_each_time

from bytewright.compute.distinct import distinct

WORDS = st.one_of(
    st.sampled_from(["", "a", "ab", "abc", "abcd", "abcdefgh", "abcdefgi", "häuser", "x" * 40, "y" + "x" * 39]),
    st.text(st.characters(codec="utf-8"), max_size=12),
)


@given(texts=st.lists(WORDS, max_size=30), again=st.integers(1, 4), before=st.integers(0, 3))
@same_each_time(200)
def test_texts_are_numbered_in_the_order_in_which_they_come(texts: list[str], again: int, before: int) -> None:
    array = pa.array(["before"] * before + texts * again, pa.string()).slice(before)
    found, places = distinct(array)
    assert found == list(dict.fromkeys(texts))
    assert [found[place] for place in places] == texts * again


@pytest.mark.parametrize("size", [1, 3, 4, 7, 8, 9, 16, 40])
def test_texts_that_differ_in_one_place(size: int) -> None:
    texts = ["x" * size] + [
        "x" * at + chr(ord("a") + n) + "x" * (size - 1 - at) for at in range(size) for n in range(9)
    ]
    mixed = [texts[number * number % len(texts)] for number in range(3000)]
    found, places = distinct(pa.array(mixed))
    assert found == list(dict.fromkeys(mixed))
    assert [found[place] for place in places] == mixed


def test_many_texts_that_differ() -> None:
    texts = [f"{number % 5000}" for number in range(12_000)]
    found, places = distinct(pa.array(texts))
    assert found == texts[:5000]
    assert [found[place] for place in places] == texts


@pytest.mark.parametrize("offsets", [[0, 3, 2, 4], [0, 9, 9, 4], [0, -1, 2, 3], [0, 1 << 30, 1 << 30, 4]])
def test_texts_outside_of_what_there_is(offsets: list[int]) -> None:
    memory = [None, pa.py_buffer(np.array(offsets, np.int32).data), pa.py_buffer(b"abcd")]
    with pytest.raises(ValueError, match="outside"):
        distinct(pa.Array.from_buffers(pa.string(), 3, memory))


def test_only_texts_that_are_there() -> None:
    for array in (pa.array(["a", None]), pa.array([1])):
        with pytest.raises(ValueError, match="texts"):
            distinct(array)
