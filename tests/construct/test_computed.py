"""Every construct that gives a value without bytes of its own: as Construct has it, or refused with line and hint."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.construct.declared import module

import bytewright
from bytewright import tree
from bytewright.codec.settings import parse
from bytewright.errors import ReadError
from bytewright.io.source import BytesSource
from bytewright.oracles.construct_difference import construct_difference, difference
from bytewright.tables.write import bytes_of
from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.load import load

DATA = bytes([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 11, 12])
READ: Mapping[str, str] = {
    "Computed": '"c" / Computed(this.a + this.b), "d" / Computed("text"), "e" / Computed(b"ab"), "f" / Computed(True)',
    "Computed of a float": '"c" / Computed(this.a / 4), "d" / Computed(-this.a // 3), "e" / Computed(-this.a % 3)',
    "Computed in a list": '"l" / Array(2, Computed(this._index))',
    "Computed among bits": '"bits" / BitStruct("n" / Nibble, "c" / Computed(this.n + 1), "m" / Nibble)',
    "Index": '"l" / Array(3, Struct("i" / Index, "x" / Int8ub, "j" / Computed(this._index)))',
    "Index alone": '"l" / Array(2, Index)',
    "Index among bits": '"bits" / BitStruct("l" / Array(2, Struct("i" / Index, "x" / Nibble)))',
    "Tell": '"v" / VarInt, "t" / Tell, "c" / Computed(this.t * 2)',
    "Tell alone": '"l" / Array(2, Tell)',
    "Tell in a list": '"l" / Array(2, Struct("x" / Int8ub, "t" / Tell))',
    "Tell under a size": '"f" / FixedSized(4, Struct("x" / Int8ub, "t" / Tell, "r" / GreedyBytes))',
    "Tell in lengths": '"p" / Prefixed(Int8ub, Struct("n" / Int8ub, "t" / Tell))',
    "Tell elsewhere": '"p" / Pointer(1, Struct("x" / Int8ub, "t" / Tell))',
    "Tell of a choice": '"t" / If(this.a == 1, Tell), "u" / Switch(this.a, {1: Tell, 2: Int8ub})',
    "Tell of several": '"s" / Sequence(Int8ub, Tell, Int8ub, Tell), "f" / FocusedSeq("t", "x" / Int8ub, "t" / Tell)',
    "Tell among bits": '"bits" / BitStruct("t" / Tell, "n" / Nibble, "u" / Tell, "m" / BitsInteger(12), "v" / Tell)',
    "Tell behind lists of bits": '"bits" / BitStruct("n" / Array(4, Nibble), Padding(4), "f" / Flag[4], "t" / Tell)',
    "Tell in Bitwise": '"bits" / Bitwise(Struct("x" / Octet, "t" / Tell))',
    "Check": "Check(this.a == 1), Check(lambda ctx: ctx.a < ctx.b)",
    "Check of a list": '"l" / Array(2, Int8ub), "c" / Int8ub, Check(this.l[0] > this.a)',
    "Check in a list": '"l" / Array(2, Struct("x" / Int8ub, Check(this.x > 0)))',
    "Rebuild": '"r" / Rebuild(Int8ub, this.a + 1), "s" / Rebuild(Int24ub, this.b), "t" / Rebuild(Float32b, 1.5)',
    "Rebuild of a length": '"r" / Rebuild(Int8ub, len_(this.s)), "s" / Bytes(2)',
    "Rebuild of text": '"r" / Rebuild(PaddedString(3, "ascii"), "abc"), "s" / Rebuild(Bytes(2), b"ab")',
    "Rebuild of a case": '"r" / Rebuild(Int8ub, this.s.x), "s" / Switch(this.a, {1: Struct("x" / Int8ub), 2: Int8ub})',
    "Rebuild by a function": '"r" / Rebuild(Int8ub, lambda ctx: ctx.s.x * 2), "s" / Struct("x" / Int8ub)',
    "Rebuild of names": '"r" / Rebuild(Enum(Int8ub, three=3), "three"), "s" / Rebuild(Flag, this.a == 1)',
    "Rebuild among bits": '"bits" / BitStruct("n" / Rebuild(Nibble, this.m), "m" / Nibble)',
    "Rebuild of a place": '"t" / Tell, "r" / Rebuild(Int8ub, this.t)',
    "Rebuild in a list": '"l" / Array(2, Struct("r" / Rebuild(Int8ub, this._index), "x" / Int8ub))',
    "Default": '"d" / Default(Int8ub, this.a + 1), "e" / Default(PaddedString(4, "ascii"), "ab")',
    "Default of names": '"d" / Default(Enum(Int8ub, three=3), "three"), "e" / Default(Flag, True)',
    "Peek": '"p" / Peek(Int16ub), "v" / VarInt, "q" / Peek(Int8ub), "x" / If(this.q == 4, Int8ub)',
    "Peek in a list": '"l" / Array(2, Struct("p" / Peek(Int8ub), "x" / Int8ub))',
    "Peek too far": '"s" / Bytes(4), "p" / Peek(Int64ub), "r" / GreedyBytes',
    "Pointer": '"p" / Pointer(this.b, Int8ub), "q" / Pointer(-1, Int8ub), "r" / Pointer(lambda ctx: -ctx.b, Int8ub)',
    "Pointer in a list": '"l" / Array(2, Struct("o" / Int8ub, "p" / Pointer(this.o, Int8ub)))',
    "Pointer from a place": '"t" / Tell, "p" / Pointer(this.t + 1, Int8ub)',
}
REFUSED: Mapping[str, tuple[str, str]] = {
    "Computed of numbers": ('"c" / Computed([1, 2])', "a list of numbers can't be calculated"),
    "Index behind a list": (
        '"l" / Array(2, Struct("m" / Array(2, Int8ub), "i" / Index))',
        "behind a list, Construct's _index is the number of that list's last element",
    ),
    "Tell behind an optional bit": (
        '"bits" / BitStruct("n" / Nibble, "o" / If(this.n == 0, Nibble), "t" / Tell, "m" / Octet)',
        "among bits Tell counts bits, of which it isn't known here how many there are",
    ),
    "Tell in a list of bits": (
        '"bits" / BitStruct("l" / Array(2, Struct("x" / Nibble, "t" / Tell)))',
        "among bits Tell counts bits, of which it isn't known here how many there are",
    ),
    "Tell in Bytewise": (
        '"bits" / Bitwise(Struct("x" / Octet, "s" / Bytewise(Struct("y" / Int8ub, "t" / Tell))))',
        "Tell can't stand in Bytewise",
    ),
    "Peek among bits": ('"bits" / BitStruct("p" / Peek(Nibble), "m" / Octet)', "Peek can't stand among bits"),
    "Pointer among bits": (
        '"bits" / BitStruct("p" / Pointer(0, Nibble), "m" / Octet)',
        "Pointer can't stand among bits",
    ),
    "Rebuild of groups": ('"r" / Rebuild(VarInt, this.b)', "a VarInt can't be rebuilt"),
    "Check of a list that is the last field": (
        '"l" / Array(2, Int8ub), Check(this.l[0] > this.a)',
        "no field before this can have it as a rule",
    ),
    "Seek": ("Seek(0)", "Seek can't be compiled"),
    "Union": ('"u" / Union(0, "x" / Int8ub, "y" / Int8sb)', "Union can't be compiled"),
}


def _declared(folder: Path, members: str) -> Path:
    path = folder / "toy.py"
    path.write_text(f'from construct import *\n\ntoy = Struct("a" / Int8ub, "b" / Int8ub,\n    {members})\n')
    return path


@pytest.mark.parametrize("members", READ.values(), ids=READ)
def test_what_is_read_is_what_construct_has(members: str, tmp_path: Path) -> None:
    path = _declared(tmp_path, members)
    codec, declared = load(path, trust=path), module(path).toy
    assert construct_difference(codec, DATA, declared) is None
    model = codec.parse(DATA)
    assert codec.to_bytes(model) == DATA
    assert codec.to_bytes(tree.load(codec, json.dumps(tree.build(codec, BytesSource(DATA)).to_json()))) == DATA


@pytest.mark.parametrize(("members", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused_says_where_and_what_to_write(members: str, message: str, tmp_path: Path) -> None:
    path = _declared(tmp_path, members)
    with pytest.raises(SpecErrors) as caught:
        load(path, trust=path)
    (found,) = caught.value.diagnostics
    assert found.message == message
    assert (found.loc.line, found.hint is not None) == (4, True)


def test_a_wrong_position_is_a_difference(tmp_path: Path) -> None:
    """Members are compared wherever they stand, also where another is called as a position."""
    path = _declared(tmp_path, '"s" / Struct("t" / Int8ub), "t" / Tell')
    codec, declared = load(path, trust=path), module(path).toy
    theirs = declared.parse(DATA)
    theirs.s.t += 1
    ours = codec.parse(DATA)
    assert difference(ours, theirs, declared) == "s.t: 3, and Construct has 4"


@pytest.mark.parametrize(
    ("members", "offset", "end", "found"),
    [
        ("Terminated", 2, "the end of the file", "10 bytes left"),
        ('"r" / Bytes(9), Terminated', 11, "the end of the file", "1 byte left"),
        ('"f" / FixedSized(4, Struct("x" / Int8ub, Terminated)), "r" / GreedyBytes', 3, None, "3 bytes left"),
    ],
)
def test_terminated_says_how_much_is_left(
    members: str, offset: int, end: str | None, found: str, tmp_path: Path
) -> None:
    path = _declared(tmp_path, members)
    with pytest.raises(ReadError) as caught:
        load(path, trust=path).parse(DATA)
    expected = end or "the end of the bytes around it"
    assert (caught.value.offset, caught.value.expected, caught.value.found) == (offset, expected, found)


def test_a_value_that_must_have_a_name_may_have_other_rules(tmp_path: Path) -> None:
    path = _declared(tmp_path, '"m" / Mapping(Int8ub, {"red": 1, "green": 2}), Check(this.m != "red")')
    codec = load(path, trust=path)
    assert codec.parse(b"\0\0\2").m == 2
    for value in (1, 3):
        with pytest.raises(ReadError, match="m: expected") as refused:
            codec.parse(bytes([0, 0, value]))
        assert ("one of red, green" in str(refused.value)) is (value == 3)


def test_rebuilt_of_what_a_switch_holds_is_written_of_rows(tmp_path: Path) -> None:
    path = tmp_path / "toy.py"
    path.write_text(
        "from construct import *\n\n"
        'A = Struct("x" / Int8ub, "length" / Computed(2))\n'
        'B = Struct("t" / PascalString(Int8ub, "utf8"), "length" / Computed(len_(this.t)))\n'
        "rec = Struct(\n"
        '    "kind" / Int8ub, "length" / Rebuild(Int16ub, this.body.length), "body" / Switch(this.kind, {1: A, 2: B})\n'
        ")\n"
        'toy = Struct("recs" / GreedyRange(rec))\n'
    )
    codec = load(path, trust=path)
    data = bytes.fromhex("01000205 02000303686579")
    table = bytewright.open(data, codec).to_table()
    settings = parse(codec)
    for rows in (table, table.drop_columns(["length"])):
        assert bytes_of(codec, rows, None, settings)[0] == data
