"""Structures and lists that are read where other fields lie: they follow these, or the change is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.support.compiling import Compile

from bytewright.codec.codec import Codec
from bytewright.errors import WriteError
from bytewright.model.structures import Struct


def plain(value: Any) -> Any:
    """A model's fields, those at places of their own, too."""
    if isinstance(value, Struct):
        return {field.id: plain(getattr(value, field.name)) for field in value.FIELDS}
    return [plain(item) for item in value] if isinstance(value, list) else value


def changed(codec: Codec, data: bytes, change: Callable[[Any], None]) -> bytes:
    """A file after a change; it is read again as its model says then, and can be written once more."""
    model = codec.parse(data)
    change(model)
    written = codec.to_bytes(model)
    assert plain(codec.parse(written)) == plain(model)
    assert codec.to_bytes(model) == written
    return written


def refusal(codec: Codec, data: bytes, change: Callable[[Any], None]) -> tuple[str | None, str | None]:
    model = codec.parse(data)
    change(model)
    with pytest.raises(WriteError) as raised:
        codec.to_bytes(model)
    return raised.value.field, raised.value.expected


SHARED = "what other fields say of the same bytes"

CHOOSING = """
seq:
  - {id: kind, type: u1}
  - {id: flags, type: u1}
  - {id: value, type: {switch-on: head.kind, cases: {1: u1, 2: u2}}}
  - {id: more, type: u1, if: head.flags == 3}
instances:
  head: {pos: 0, type: head}
types:
  head:
    seq:
      - {id: kind, type: u1}
      - {id: flags, type: u1}
"""


def test_a_structure_decides_as_others_have_written_it(compiled: Compile) -> None:
    codec = compiled(CHOOSING)

    def set_kind(model: Any) -> None:
        model.kind = 2

    def set_unknown(model: Any) -> None:
        model.kind = 4

    def set_flags(model: Any) -> None:
        model.flags, model.head.flags, model.more = 3, 3, 9

    def set_head(model: Any) -> None:
        model.head.kind = 2

    assert changed(codec, b"\1\7\5", set_kind) == b"\2\7\5\0"
    assert changed(codec, b"\1\7\5", set_flags) == b"\1\3\5\x09"
    assert refusal(codec, b"\1\7\5", set_unknown)[0] == "value"
    assert refusal(codec, b"\1\7\5", set_head) == ("head", SHARED)


def test_a_structure_that_decides_must_be_said(compiled: Compile) -> None:
    codec = compiled(CHOOSING)
    given: dict[str, Any] = {"kind": 1, "flags": 0, "value": 2}
    with pytest.raises(WriteError, match="head: expected a value, as others ask for it"):
        codec.to_bytes(codec.root(**given))
    assert codec.to_bytes(codec.root(**given | {"head": {"kind": 1, "flags": 0}})) == b"\1\0\2"


def test_a_list_decides_as_others_have_written_it(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: first, type: u1}\n"
        "  - {id: second, type: u1}\n"
        "  - {id: items, type: u1, repeat: expr, repeat-expr: 'numbers[1]'}\n"
        "  - {id: tail, size-eos: true}\n"
        "instances:\n  numbers: {pos: 0, type: u1, repeat: expr, repeat-expr: 2}"
    )

    def set_first(model: Any) -> None:
        model.first = 9

    def set_both(model: Any) -> None:
        model.second = 3
        model.items.append(7)

    def set_second(model: Any) -> None:
        model.second = 3

    def add_item(model: Any) -> None:
        model.items.append(7)

    assert changed(codec, b"\1\2\5\6rest", set_first) == b"\x09\2\5\6rest"
    assert changed(codec, b"\1\2\5\6rest", set_both) == b"\1\3\5\6\7rest"
    assert refusal(codec, b"\1\2\5\6rest", set_second) == ("numbers", SHARED)
    assert refusal(codec, b"\1\2\5\6rest", add_item) == ("numbers", SHARED)


BOXES = """
seq:
  - {id: len, type: u1}
  - {id: text, size: len}
instances:
  box: {pos: 0, type: box}
types:
  box:
    seq:
      - {id: len, type: u1}
      - {id: items, type: item, size: 1, repeat: expr, repeat-expr: len}
  item:
    seq:
      - {id: value, type: u1}
"""


@pytest.mark.parametrize("text", [b"xy", b"xyz", b"x", b""])
def test_a_structure_that_others_resize_is_read_again(compiled: Compile, text: bytes) -> None:
    codec = compiled(BOXES)

    def set_text(model: Any) -> None:
        model.text = text

    written = changed(codec, b"\2ab", set_text)
    assert written == bytes([len(text)]) + text
    assert [item.value for item in codec.parse(written).box.items] == list(text)


def test_a_change_after_a_change(compiled: Compile) -> None:
    codec = compiled(BOXES)
    model = codec.parse(b"\2ab")
    for text in (b"xyz", b"", b"12345"):
        model.text = text
        assert codec.to_bytes(model) == bytes([len(text)]) + text
        assert [item.value for item in model.box.items] == list(text)
    model.box.items[0].value = 0
    with pytest.raises(WriteError, match=f"box: expected {SHARED}"):
        codec.to_bytes(model)


def test_in_streams_of_their_own(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: num, type: u1}\n"
        "  - {id: parts, type: part, size: 4, process: xor(0x20), repeat: expr, repeat-expr: num}\n"
        "types:\n"
        "  part:\n"
        "    seq:\n"
        "      - {id: text, size: 3}\n"
        "      - {id: rest, type: u1, if: pair.second != 0x20}\n"
        "    instances:\n      pair: {pos: 1, type: pair}\n"
        "  pair:\n"
        "    seq:\n"
        "      - {id: first, type: u1}\n"
        "      - {id: second, type: u1}"
    )
    data = bytes([2, *(byte ^ 0x20 for byte in b"abcdefgh")])

    def set_text(model: Any) -> None:
        model.parts[1].text = b"EFG"

    written = changed(codec, data, set_text)
    assert bytes(byte ^ 0x20 for byte in written[1:]) == b"abcdEFGh"
    assert codec.parse(written).parts[1].pair.first == ord("F")


def test_what_cant_be_read_there_any_more_is_refused(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: num, type: u1}\n"
        "  - {id: rest, size: 2}\n"
        "instances:\n  head: {pos: 0, type: head}\n"
        "types:\n  head:\n    seq:\n"
        "      - {id: num, type: u1, valid: {max: 5}}\n"
        "      - {id: next, type: u1}"
    )

    def set_num(model: Any) -> None:
        model.num = 6

    field, expected = refusal(codec, b"\1ab", set_num)
    assert (field, expected) == ("head", "at most 5")
