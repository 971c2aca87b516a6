"""What structures are told, and tell of themselves."""

from __future__ import annotations

import zlib

import pytest
from tests.support.compiling import Compile

from bytewright.model import arithmetic, kept_keys
from bytewright.model.origins import decoded_field

SPEC = """
seq:
  - {id: len, type: u1}
  - {id: body, size: len, process: zlib, type: body}
  - {id: plain, type: part}
types:
  body: {seq: [{id: parts, type: part, repeat: expr, repeat-expr: 2}]}
  part: {seq: [{id: value, type: u1}]}
"""


def test_keys_of_what_is_kept_are_apart() -> None:
    """Each is a bit of its own, added to the numbers of fields."""
    keys = [value for name, value in vars(kept_keys).items() if name.isupper() and type(value) is int]
    assert len(keys) > 5
    assert all(key.bit_count() == 1 and key >= 1 << 16 for key in keys)
    assert len(set(keys)) == len(keys)


def test_decoded_bytes_are_those_of_the_innermost_field(compiled: Compile) -> None:
    packed = zlib.compress(b"\1\2")
    model = compiled(SPEC).parse(bytes([len(packed)]) + packed + b"\3")
    assert decoded_field(model) is None
    assert decoded_field(model.plain) is None
    assert decoded_field(model.body) == "body"
    assert decoded_field(model.body.parts[1]) == "body"


def test_members_that_there_are_not(compiled: Compile) -> None:
    codec = compiled(SPEC)
    with pytest.raises(TypeError, match=r"plian.* Did you mean 'plain'\?"):
        codec.root(plian=None)
    with pytest.raises(TypeError) as refused:
        codec.root(1, None, None, 4, 5, 6, 7)
    assert "Did you mean" not in str(refused.value)


def test_lists_in_lists_have_a_bounded_number_of_items(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arithmetic, "_MOST_NESTED", 6)
    assert arithmetic.list_of_lists([1, 2], [3], None) == [[1, 2], [3], None]
    assert arithmetic.list_of_lists([1, [2, 3]], []) == [[1, [2, 3]], []]
    for lists in ([[1, 2, 3], [4, 5]], [[1, [2, [3, [4]]]]], [None] * 7):
        with pytest.raises(OverflowError, match="more than 6 items"):
            arithmetic.list_of_lists(*lists)
