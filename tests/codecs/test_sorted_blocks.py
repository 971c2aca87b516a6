"""Sorted tables in blocks: where blocks end, what is stored of keys, what leads to a block."""

from __future__ import annotations

import pytest

from bytewright.codecs.sorted_blocks import Block, cut, index, separators


def test_no_entries_are_one_empty_block() -> None:
    assert cut([]) == [Block()]
    assert list(separators([Block()])) == [b""]


def test_keys_share_what_they_begin_with_but_every_sixteenth() -> None:
    keys = [b"key%02d" % i for i in range(18)]
    (block,) = cut((key, 1) for key in keys)
    assert block.keys == keys
    assert block.shared == [0, *[4] * 9, 3, *[4] * 5, 0, 4]
    # An entry takes three bytes for its sizes, the rest of its key, and its value.
    assert block.restarts == [0, 3 + 5 + 1 + 14 * (3 + 1 + 1) + (3 + 2 + 1)]
    assert block.size == block.restarts[1] + 9 + 5


def test_a_block_ends_where_it_is_full() -> None:
    blocks = cut(((bytes([i]), 100) for i in range(60)), limit=1000)
    # The first entry, and every sixteenth, needs four bytes more.
    assert [len(block.keys) for block in blocks] == [10, 10, 10, 10, 10, 10]
    assert all(block.size + 4 * (len(block.restarts) + 1) >= 1000 for block in blocks[:-1])


@pytest.mark.parametrize(
    ("low", "high", "between"),
    [
        (b"abcd", b"abzz", b"abd"),
        (b"abcd", b"abdz", b"abcd"),
        (b"ab", b"abc", b"ab"),
        (b"a\xff", b"b", b"a\xff"),
        (b"a\xff1", b"c", b"b"),
    ],
)
def test_separators(low: bytes, high: bytes, between: bytes) -> None:
    blocks = [Block([low], [0]), Block([high], [0])]
    assert next(separators(blocks)) == between


@pytest.mark.parametrize(("last", "after"), [(b"abc", b"b"), (b"\xff\xffa", b"\xff\xffb"), (b"\xff\xff", b"\xff\xff")])
def test_the_last_separator_is_above_all(last: bytes, after: bytes) -> None:
    assert list(separators([Block([last], [0])])) == [after]


def test_an_index_stores_all_keys_whole() -> None:
    blocks = cut(((b"k%04d" % i, 300) for i in range(30)), limit=3000)
    found = index(blocks, 5)
    assert found.keys == list(separators(blocks))
    assert found.shared == [0] * len(blocks)
    assert len(found.restarts) == len(blocks)


def test_keys_must_ascend() -> None:
    with pytest.raises(ValueError, match="is not above"):
        cut([(b"b", 1), (b"a", 1)])
