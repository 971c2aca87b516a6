"""NibblePack: words by hand, there and back, and bytes that are none."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis.strategies import integers, lists, sampled_from

from bytewright.codecs.nibble_pack import SUMS, WORDS, XORS, NibblePack
from bytewright.codecs.process import Process
from bytewright.errors import LimitError
from bytewright.limits import Limits


def words(*numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}Q", *numbers)


@pytest.mark.parametrize(
    ("numbers", "kind", "packed"),
    [
        ((), WORDS, ""),
        ((0, 0, 0), WORDS, "00"),
        # Words 0 and 2, which end with one half-byte of zeros, a half-byte of each.
        ((0x10, 0, 0x20), WORDS, "05 01 21"),
        # Three half-bytes of each of two words: 24 bits, the first word in the lowest.
        ((0xABC, 0x123), WORDS, "03 20 bc3a12"),
        ((0, 0, 0, 0, 0, 0, 0, 0, 7), WORDS, "00 01 00 07"),
        ((1 << 63,), WORDS, "01 0f 08"),
        ((5, 7, 7, 10), SUMS, "0b 00 2503"),
        ((0x1122334455667788, 0x1122334455667789), XORS, "8877665544332211 01 00 01"),
    ],
)
def test_words_by_hand(numbers: tuple[int, ...], kind: int, packed: str) -> None:
    codec = NibblePack(len(numbers), kind)
    assert codec.encode(words(*numbers)).hex() == packed.replace(" ", "")
    assert codec.decode(bytes.fromhex(packed)) == words(*numbers)


_WORDS = lists(integers(0, (1 << 64) - 1) | integers(0, 300).map(lambda n: n << 20), max_size=20)


@given(_WORDS, sampled_from((WORDS, SUMS, XORS)))
def test_words_there_and_back(numbers: list[int], kind: int) -> None:
    codec = NibblePack(len(numbers), kind)
    assert codec.decode(codec.encode(words(*numbers))) == words(*numbers)


@pytest.mark.parametrize(
    ("count", "data", "reason"),
    [
        (3, "", "too few"),
        (3, "05", "half a group"),
        (3, "05 01", "a group of 1 bytes, where 0 are left"),
        (3, "05 01 21 00", "1 bytes behind the last word"),
        (3, "05 ff 21", "words of 31 half-bytes"),
        (2, "05 01 21", "more than 2 words"),
        (10, "05 01 21", "8 words instead of 10"),
        (1 << 40, "00", "too few"),
    ],
)
def test_bytes_that_are_no_such_words(count: int, data: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        NibblePack(count).decode(bytes.fromhex(data))


def test_what_is_no_list_of_so_many_words() -> None:
    with pytest.raises(ValueError, match="not 2 words"):
        NibblePack(2).encode(words(1))
    with pytest.raises(ValueError, match="in the way 3"):
        NibblePack(1, 3)
    with pytest.raises(ValueError, match="-1 words"):
        NibblePack(-1)


@pytest.mark.parametrize("kind", [WORDS, SUMS, XORS])
def test_more_than_they_may_be_is_refused_before_it_is_made(kind: int) -> None:
    """A byte of zero stands for eight words."""
    packed = bytes(1 << 18)
    assert NibblePack(8 << 18, kind).decoded_size(packed) == 16 << 20
    with pytest.raises(LimitError, match=r"at most 1048576 decoded bytes \(maxDecodedBytes\), found 16777216"):
        Process("bytewright.codecs.nibble_pack", 8 << 18, kind).decode(packed, Limits(maxDecodedBytes=1 << 20))
