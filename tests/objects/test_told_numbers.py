"""Numbers that structures spell: their digits are made when they are asked for, and are what they were otherwise."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from tests.support.compiling import Compile

from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain, to_plain
from bytewright.errors import WriteError

NUMBER = """
types:
  number:
    -show: {{value: value}}
    seq: [{{id: digits, type: digit(_index), repeat: until, repeat-until: not _.more}}]
    instances: {{value: {{value: digits.last.value}}}}
  digit:
    params: [{{id: i, type: s4}}]
    seq: [{{id: more, type: b1}}, {{id: low, type: b{bits}}}]
    instances: {{value: {{value: '(i == 0 ? 0 : _parent.digits[i - 1].value.as<u8>) + (low.as<u8> << ({bits} * i))'}}}}
"""
NOTES = """
seq:
  - {id: kind, type: number}
  - {id: len, type: number}
  - {id: text, size: len.value}
""" + NUMBER.format(bits=7)
NIBBLES = """
seq:
  - {id: flags, type: b4}
  - {id: kind, type: number}
  - {id: rest, type: b4}
""" + NUMBER.format(bits=3)
TEXT = b"x" * 200
WRITTEN = b"\xac\x02\xc8\x01" + TEXT


@pytest.fixture
def notes(compiled: Compile) -> Codec:
    return compiled(NOTES, "be")


def note(codec: Codec) -> Any:
    """One that has been written."""
    model = from_plain(codec, {"kind": 300, "text": TEXT.hex()})
    assert codec.to_bytes(model) == WRITTEN
    return model


def lows(number: Any) -> list[tuple[bool, int]]:
    return [(digit.more, digit.low) for digit in number.digits]


def test_digits_are_there_when_they_are_asked_for(notes: Codec) -> None:
    model = note(notes)
    assert (model.kind.value, model.len.value) == (300, 200)
    assert not model.kind._is_set("digits")
    assert lows(model.kind) == [(True, 44), (False, 2)]
    assert lows(model.len) == [(True, 72), (False, 1)]
    assert [(digit._index, digit._parent is model.len) for digit in model.len.digits] == [(0, True), (1, True)]
    assert model == notes.parse(WRITTEN)
    assert to_plain(model) == to_plain(notes.parse(WRITTEN))
    assert notes.to_bytes(model) == WRITTEN


def test_digits_of_what_was_read_lie_in_it(notes: Codec) -> None:
    model = notes.parse(WRITTEN)
    assert not model.len._is_set("digits")
    assert [(digit._index, digit._parent is model.len) for digit in model.len.digits] == [(0, True), (1, True)]
    assert [digit.value for digit in model.len.digits] == [72, 200]


def test_a_copy_has_digits_of_its_own(notes: Codec) -> None:
    model = note(notes)
    other = copy.deepcopy(model)
    other.kind.digits[0].low = 45
    assert (model.kind.value, other.kind.value) == (300, 301)


def test_digits_that_are_given_later_count(notes: Codec) -> None:
    model = note(notes)
    model.kind.digits = notes.parse(b"\x07\0").kind.digits
    assert model.kind.value == 7
    assert notes.to_bytes(model) == b"\x07" + WRITTEN[2:]
    model.kind.digits[0].low = 8
    assert notes.to_bytes(model) == b"\x08" + WRITTEN[2:]
    model = note(notes)
    model.kind.digits = [{"low": 1}, {"low": 2}]
    assert notes.to_bytes(model) == b"\x81\x02" + WRITTEN[2:]
    assert model.kind.value == 257


def test_a_number_follows_what_it_measures_again(notes: Codec) -> None:
    model = note(notes)
    model.text, model.kind = b"ab", 5
    assert notes.to_bytes(model) == b"\5\2ab"
    assert notes.to_bytes(model, canonical=True) == b"\5\2ab"
    assert notes.to_bytes(model, override=True) == b"\5\2ab"
    assert lows(model.len) == [(False, 2)]


def test_numbers_that_are_no_whole_bytes_are_spelt_where_they_lie(compiled: Compile) -> None:
    codec = compiled(NIBBLES, "be")
    for kind, data in ((5, b"\xf5\xa0"), (12, b"\xfc\x1a")):
        model = from_plain(codec, {"flags": 15, "kind": kind, "rest": 10})
        assert codec.to_bytes(model) == data
        assert codec.parse(codec.to_bytes(model)).kind.value == kind


@pytest.mark.parametrize("number", [0, 1, 127, 128, 300, (1 << 32) + 5, (1 << 63) - 1, (1 << 64) - 1])
def test_known_integers_are_spelt_as_trying_digits_does(
    number: int, notes: Codec, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = type(notes.parse(b"\0\0").kind)
    assert kind.LEB128 == 10
    made = from_plain(notes, {"kind": number, "text": ""})
    data = notes.to_bytes(made)
    monkeypatch.setattr(kind, "LEB128", 0)
    tried = from_plain(notes, {"kind": number, "text": ""})
    assert notes.to_bytes(tried) == data
    assert lows(made.kind) == lows(tried.kind)
    assert notes.parse(data).kind.value == number


def test_no_more_elements_are_made_of_nothing_than_readers_take(compiled: Compile) -> None:
    codec = compiled("""
seq:
  - {id: number, type: u8}
  - {id: marks, type: mark, repeat: expr, repeat-expr: number % 70000000000}
types:
  mark: {seq: [{id: mark, contents: [7]}]}
""")
    assert codec.to_bytes(codec.root(number=2)) == b"\2" + bytes(7) + b"\7\7"
    with pytest.raises(WriteError, match="marks: expected at most 1048576 elements of which nothing is said"):
        codec.to_bytes(codec.root(number=1 << 36))
