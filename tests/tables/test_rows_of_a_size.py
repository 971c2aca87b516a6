"""Records that are all filled up to a size which is said before them."""

from __future__ import annotations

import pyarrow as pa
import pytest
from tests.support.compiling import Compile
from tests.support.written_rows import refused, rows_of, written

from bytewright.codec.settings import parse
from bytewright.tables.write import bytes_of

CARDS = """
seq:
  - {id: header, type: header}
  - {id: cards, type: card, size: header.len_card, repeat: eos}
types:
  header: {seq: [{id: len_card, type: u4}, {id: num_decks, type: u1}]}
  card: {seq: [{id: suit, type: u2}, {id: name, type: strz}]}
-views:
  cards:
    each: cards[*]
    columns: [{id: decks, value: header.num_decks}, {id: suit, value: _.suit}, {id: name, value: _.name}]
"""
FIXED = """
seq:
  - {id: len_dot, type: u2}
  - {id: num_dots, type: u4}
  - {id: dots, type: dot, size: len_dot, repeat: expr, repeat-expr: num_dots}
  - {id: end, contents: END}
types: {dot: {seq: [{id: x, type: u2}, {id: y, type: u1}]}}
"""
DECK = b"\x09\0\0\0\7" + b"\1\0queen\0\0" + b"\2\0jack\0\0\0" + b"\3\0aces\0\0\0"
"""Cards of nine bytes."""


def test_the_size_is_that_of_the_largest(compiled: Compile) -> None:
    """The kernel takes it of the first record; objects make files in which a later one is larger."""
    codec = compiled(CARDS)
    table = rows_of(codec, DECK)
    tight = b"\x08" + DECK[1:13] + DECK[14:21] + b"\0" + DECK[23:30] + b"\0"
    assert written(codec, table) == tight
    data, how = bytes_of(codec, table.take([1, 0, 2]), None, parse(codec), None, "auto")
    assert data[:1] == b"\x08"
    assert rows_of(codec, data).to_pylist() == table.take([1, 0, 2]).to_pylist()
    assert how.reason


def test_a_size_that_is_set_stays(compiled: Compile) -> None:
    codec = compiled(CARDS)
    table = rows_of(codec, DECK)
    assert written(codec, table, '{"header":{"len_card":9}}') == DECK
    wide = written(codec, table, '{"header":{"len_card":300}}')
    assert len(wide) == 5 + 3 * 300
    assert rows_of(codec, wide).to_pylist() == table.to_pylist()


def test_a_size_that_says_too_little_or_very_much_is_left_to_objects(compiled: Compile) -> None:
    codec = compiled(CARDS)
    table = rows_of(codec, DECK)
    for size in (3, 100_000):
        data, how = bytes_of(codec, table, None, parse(codec), f'{{"header":{{"len_card":{size}}}}}', "auto")
        assert int.from_bytes(data[:4], "little") == max(size, 8)
        assert how.reason
        assert rows_of(codec, data).to_pylist() == table.to_pylist()


@pytest.mark.parametrize(("name", "field"), [("a\0b", "cards[1].name"), (None, "cards[1].name")])
def test_records_that_do_not_fit(compiled: Compile, name: str | None, field: str) -> None:
    table = pa.table({"decks": [1, 1], "suit": [1, 2], "name": ["long name", name]})
    assert refused(compiled(CARDS), table).field == field


def test_records_of_one_size_that_are_counted(compiled: Compile) -> None:
    codec = compiled(FIXED)
    table = pa.table({"x": range(300), "y": [5] * 300})
    assert written(codec, table)[:9] == b"\3\0\x2c\1\0\0\0\0\5"
    assert written(codec, table.slice(0, 1), '{"len_dot":5}') == b"\5\0\1\0\0\0\0\0\5\0\0END"
