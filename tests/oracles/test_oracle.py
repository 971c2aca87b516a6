"""What the oracle doesn't compare, and what it does."""

from pathlib import Path
from typing import Any

import pytest
from kaitaistruct import KaitaiStruct

from bytewright.testing import oracle_difference
from bytewright_codegen.load import load

SPEC = """
meta: {id: packets, title: Packets}
doc: Messages whose number lies in one of two places.
seq:
  - {id: version, type: u1}
  - {id: short, type: u1, if: version == 1}
  - {id: wide, type: b24le, if: version == 2}
  - {id: body, type: {switch-on: number, cases: {7: body}}}
instances:
  number: {value: 'version == 1 ? short : wide'}
types:
  body: {seq: [{id: value, type: u1}]}
"""


class Parsed(KaitaiStruct):  # type: ignore[misc]
    """What kaitai-struct-compiler makes of it asks for."""

    def __init__(self, io: Any, asked: str) -> None:
        super().__init__(io)
        self.version = io.read_u1()
        self.number = getattr(self, asked)


def test_a_field_that_a_condition_leaves_out(tmp_path: Path) -> None:
    path = tmp_path / "packets.ksy"
    path.write_text(SPEC)
    codec = load(path)
    assert codec.parse(b"\0").number is None
    assert oracle_difference(codec, b"\0", lambda io: Parsed(io, "wide")) is None
    assert oracle_difference(codec, b"\1\5", lambda io: Parsed(io, "version")) == "short: 5, and Kaitai has nothing"
    with pytest.raises(AttributeError, match="width"):
        oracle_difference(codec, b"\0", lambda io: Parsed(io, "width"))


def test_a_value_that_only_kaitai_has(tmp_path: Path) -> None:
    path = tmp_path / "packets.ksy"
    path.write_text(SPEC)

    def parsed(io: Any) -> KaitaiStruct:
        found = Parsed(io, "version")
        found.short = 5
        return found

    assert oracle_difference(load(path), b"\0", parsed) == "short: nothing, and Kaitai has 5"


def test_what_an_option_decides(tmp_path: Path) -> None:
    path = tmp_path / "packets.ksy"
    options = "params: [{id: num, type: u1}]\n-options: [{id: num, type: int, default: 1}]"
    path.write_text(f"meta: {{id: packets}}\n{options}\nseq: [{{id: texts, size: num}}]")
    codec = load(path)

    def parsed(io: Any) -> KaitaiStruct:
        found = KaitaiStruct(io)
        found.texts = io.read_bytes(2)
        return found

    assert oracle_difference(codec, b"ab", parsed, {"num": 2}) is None
    assert oracle_difference(codec, b"ab", parsed, {"num": 1}) == "texts: b'a', and Kaitai has b'ab'"


def test_a_place_outside_of_which_nothing_is_read(tmp_path: Path) -> None:
    """Kaitai's streams may be asked for no bytes anywhere; to ours a place outside is wrong."""
    path = tmp_path / "packets.ksy"
    path.write_text("meta: {id: packets}\nseq: [{id: a, type: u1}]\ninstances: {rest: {pos: 9, size: a}}")
    codec = load(path)

    def parsed(io: Any, rest: bytes) -> KaitaiStruct:
        found = KaitaiStruct(io)
        found.a, found.rest = io.read_u1(), rest
        return found

    assert oracle_difference(codec, b"\0", lambda io: parsed(io, b"")) is None
    assert str(oracle_difference(codec, b"\1", lambda io: parsed(io, b"x"))).endswith("and Kaitai has a value")
