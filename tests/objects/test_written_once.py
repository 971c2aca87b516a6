"""What is late is written once: others wait for streams, sizes are found, numbers are amended where they stand."""

from __future__ import annotations

import gc
import struct
import weakref
from typing import Any

import pytest
from tests.support.compiling import Compile

from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain
from bytewright.objects.write import fixpoint
from bytewright.objects.write.output import Output
from bytewright.testing.checks import check_tree_of

DRAWERS = """
instances:
  drawers: {pos: 0, type: drawer(_index), repeat: expr, repeat-expr: register.cards.size}
  register: {pos: _io.size - 4 - len_register, size: len_register, type: register}
  len_register: {pos: _io.size - 4, type: u4}
types:
  drawer:
    params: [{id: i, type: s4}]
    instances:
      where: {io: '_root.register.cards[i].value._io', pos: 0, type: where}
      things: {io: _root._io, pos: where.ofs, size: where.len.value}
  where: {seq: [{id: ofs, type: u2}, {id: len, type: number}]}
  register: {seq: [{id: cards, type: card, repeat: eos}]}
  card:
    seq:
      - {id: len_name, type: number}
      - {id: len, type: number}
      - {id: name, size: len_name.value}
      - {id: value, size: len.value, type: slip}
  slip: {}
  number:
    -show: {value: value}
    seq: [{id: digits, type: digit(_index), repeat: until, repeat-until: not _.more}]
    instances: {value: {value: digits.last.value}}
  digit:
    params: [{id: i, type: s4}]
    seq: [{id: more, type: b1}, {id: low, type: b7}]
    instances: {value: {value: '(i == 0 ? 0 : _parent.digits[i - 1].value.as<u8>) + (low.as<u8> << (7 * i))'}}
"""


@pytest.fixture
def drawers(compiled: Compile) -> Codec:
    return compiled(DRAWERS, "be")


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each time that a model was written was enough."""
    found: list[bool] = []

    class Counted(Output):
        def seal(self) -> bool:
            found.append(super().seal())
            return found[-1]

    monkeypatch.setattr(fixpoint, "Output", Counted)
    return found


def document(*things: bytes, name: bytes = b"n") -> dict[str, Any]:
    return {
        "drawers": [{"where": {}, "things": one} for one in things],
        "register": {"cards": [{"name": name, "value": {}} for _ in things]},
    }


def varint(number: int) -> bytes:
    return bytes([number]) if number < 128 else bytes([number % 128 | 128]) + varint(number // 128)


def expected(*things: bytes, name: bytes = b"n") -> bytes:
    body, cards = b"", b""
    for one in things:
        where = struct.pack("<H", len(body)) + varint(len(one))
        cards += varint(len(name)) + varint(len(where)) + name + where
        body += one
    return body + cards + struct.pack("<I", len(cards))


def test_what_lies_in_other_streams_waits_for_them(drawers: Codec, turns: list[bool]) -> None:
    things = (b"abc", b"x" * 200, b"", b"last")
    assert drawers.to_bytes(from_plain(drawers, document(*things)), canonical=True, relocate=True) == expected(*things)
    assert turns == [True]


def test_numbers_that_take_more_digits_move_what_follows(drawers: Codec, turns: list[bool]) -> None:
    things, name = (b"abc", b"x" * 200), b"n" * 130
    data = drawers.to_bytes(from_plain(drawers, document(*things, name=name)), canonical=True, relocate=True)
    assert data == expected(*things, name=name)
    assert turns[0] is False
    read = drawers.parse(data)
    assert drawers.to_bytes(read) == data
    assert drawers.to_bytes(read, canonical=True) == data
    check_tree_of(drawers, data)


@pytest.mark.parametrize("size", [0, 1, 126, 127, 128, 300])
@pytest.mark.parametrize("end", [b"", b"\0", b"\1", b"\1\3", b"\1\3n"])
def test_what_counts_from_the_end_shares_no_bytes_by_chance(drawers: Codec, size: int, end: bytes) -> None:
    for name in (b"n", b"n" * 127, b"n" * 128):
        things = (b"x" * size + end, end)
        data = drawers.to_bytes(from_plain(drawers, document(*things, name=name)), canonical=True, relocate=True)
        assert data == expected(*things, name=name)


def test_what_was_read_is_found_anew(drawers: Codec) -> None:
    things = (b"abc", b"x" * 200, b"", b"last")
    data = expected(*things)
    read = drawers.parse(data)
    read.drawers[1].things = b"y" * 100
    made = drawers.parse(drawers.to_bytes(read, canonical=True))
    assert [one.things for one in made.drawers] == [things[0], b"y" * 100, *things[2:]]


def test_a_model_is_let_go_when_its_bytes_are_known(drawers: Codec) -> None:
    model = from_plain(drawers, document(b"abc"))
    drawers.to_bytes(model, canonical=True, relocate=True)
    card = model.register.cards[0]
    model._disown()
    assert card._parent is None
    assert card.value._parent is None


def test_what_was_noted_while_a_model_was_written_is_let_go_at_once(
    drawers: Codec, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[weakref.ref[Output]] = []

    class Noted(Output):
        def __init__(self, **given: Any) -> None:
            super().__init__(**given)
            found.append(weakref.ref(self))

    monkeypatch.setattr(fixpoint, "Output", Noted)
    model = from_plain(drawers, document(b"abc", b"x" * 200))
    gc.disable()
    try:
        drawers.to_bytes(model, canonical=True, relocate=True)
        assert found
        assert not any(one() for one in found)
    finally:
        gc.enable()
