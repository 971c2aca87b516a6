"""Every type in every position: both engines, and the stock parser, read good and damaged bytes alike."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from kaitaistruct import KaitaiStream

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan
from bytewright.oracles import kaitai_engine
from bytewright.oracles.kaitai_difference import oracle_difference
from bytewright_codegen.kaitai import toolchain
from bytewright_codegen.load import load

NUMBERS = ("u1", "s1", "u2le", "u2be", "s4le", "s4be", "u8le", "s8be", "f4le", "f4be", "f8le", "f8be")
BITS = ("b1le", "b3le", "b3be", "b12le", "b12be", "b20be", "b33le", "b57be", "b64le", "b64be")
OTHERS = {
    "str": "type: str, size: 3",
    "utf16": "type: str, size: 4, encoding: UTF-16LE",
    "strz": "type: strz",
    "bytes": "size: 3",
    "until": "terminator: 0x61",
    "padded": "size: 4, terminator: 0, pad-right: 0x20",
    "enum": "type: u1, enum: e",
    "enumb": "type: b5le, enum: e",
    "user": "type: pair",
    "varied": "type: varied",
    "switch": "type: either",
    "xor": "size: 3, process: xor(5)",
    "sized": "type: pair, size: 4",
    "bitty": "type: bitty",
}
TYPES = {**{name: f"type: {name}" for name in (*NUMBERS, *BITS)}, **OTHERS}
_META = """
meta: {id: toy, endian: le, bit-endian: be, encoding: ASCII}
enums: {e: {1: one, 3: three}}
%s
types:
  pair: {seq: [{id: a, type: u1}, {id: b, type: u2be}]}
  varied: {seq: [{id: n, type: u1}, {id: d, size: n}]}
  either: {seq: [{id: k, type: u1}, {id: v, type: {switch-on: k, cases: {1: u2, 2: s1}}}]}
  bitty: {seq: [{id: a, type: b3}, {id: b, type: b13}]}
"""


def _sample(random: Random, name: str) -> bytes:
    """Bytes of a type."""
    found = re.fullmatch(r"([usfb])(\d+)(le|be)?", name)
    if found is not None:
        return random.randbytes(int(found[2]) if found[1] != "b" else -(-int(found[2]) // 8))
    text = bytes(random.choices(b"bc", k=random.randrange(4)))
    match name:
        case "str":
            return bytes(random.choices(b"abc", k=3))
        case "utf16":
            return bytes((random.choice(b"ab"), 0)) * 2
        case "strz":
            return text + b"\0"
        case "until":
            return text + b"a"
        case "padded":
            return random.choice((b"ab\0x", b"ab  ", b"abcd"))
        case "enum":
            return bytes((random.randrange(5),))
        case "varied":
            return bytes((len(text),)) + text
        case "switch":
            return random.choice((b"\1ab", b"\2a", b"\3"))
    return random.randbytes({"enumb": 1, "bitty": 2, "sized": 4}.get(name, 3))


class Spot(NamedTuple):
    """A type in a position: fields, a value instance and a type of its own, as the text of a spec, and where a view
    finds the value."""

    fields: str
    value: str = ""
    type: str = ""


def _spot(position: str, name: str) -> Spot | None:
    """None: there is no such thing."""
    said = TYPES[name]
    own, _, rest = said.partition(", ") if said.startswith("type") else ("", "", said)
    own = own.removeprefix("type: ")
    field, rest = f"f_{name}", f", {rest}" if rest else ""
    if position in ("case", "only", "cases", "each"):
        if not own or "enum" in rest or "encoding" in rest:
            return None  # the stock compiler knows none of these beside a switch
        cases = f"{{1: {own}}}" if position in ("only", "cases") else f"{{1: {own}, 2: u1}}"
        on = f"k_{name} + _index" if position == "each" else f"k_{name}"
        repeat = ", repeat: expr, repeat-expr: 2" if position in ("cases", "each") else ""
        switch = f"type: {{switch-on: {on}, cases: {cases}}}"
        return Spot(f"{{id: k_{name}, type: u1}}, {{id: {field}, {switch}{rest}{repeat}}}")
    match position:
        case "root" | "record":
            return Spot(f"{{id: {field}, {said}}}")
        case "instance":
            return Spot(f"{{id: {field}, {said}}}", f"c_{name}: {{value: {field}}}")
        case "list":
            return Spot(f"{{id: {field}, {said}, repeat: expr, repeat-expr: 2}}")
        case "until":
            return Spot(f"{{id: {field}, {said}, repeat: until, repeat-until: _index == 1}}")
        case "element":
            inner = f"el_{name}: {{seq: [{{id: x, {said}}}, {{id: y, type: u1}}]}}"
            return Spot(f"{{id: {field}, type: el_{name}, repeat: expr, repeat-expr: 2}}", "", inner)
        case "box":
            inner = f"box_{name}: {{seq: [{{id: x, {said}, repeat: eos}}]}}"
            return Spot(f"{{id: n_{name}, type: u1}}, {{id: {field}, type: box_{name}, size: n_{name}}}", "", inner)
        case "if":
            return Spot(f"{{id: k_{name}, type: u1}}, {{id: {field}, {said}, if: k_{name} == 1}}")
        case "slot":
            inner = f"slot_{name}: {{seq: [{{id: ofs, type: u1}}], instances: {{x: {{pos: ofs, {said}}}}}}}"
            return Spot(f"{{id: n_{name}, type: u1}}, {{id: {field}, type: slot_{name}, size: n_{name}}}", "", inner)
    if "enum" in said:
        return None
    given = {"strz": "str", "": "bytes", "b1le": "bool"}.get(own, own)
    given = (
        re.sub("^b\\d+..", "u8", re.sub("^([usf]\\d)(le|be)$", r"\1", given)) if given[-2:] in ("le", "be") else given
    )
    inner = (
        f"p_{name}: {{params: [{{id: k, type: {given}}}], seq: [{{id: q, type: u1}}], instances: {{c: {{value: k}}}}}}"
    )
    return Spot(f"{{id: {field}, {said}}}, {{id: t_{name}, type: p_{name}({field})}}", "", inner)


def _around(random: Random, position: str, name: str) -> bytes:
    """The bytes of a type in a position."""
    one, other = _sample(random, name), _sample(random, name)
    match position:
        case "list" | "until":
            return one + other
        case "element":
            return one + b"y" + other + b"y"
        case "box":
            return bytes((len(one + other),)) + one + other
        case "case" | "only" | "if":
            return b"\1" + one
        case "cases":
            return b"\1" + one + other
        case "each":
            return b"\1" + one + b"y"
        case "slot":
            return bytes((len(one) + 1, 1)) + one
        case "parameter":
            return one + b"q"
    return one


_PARTS = frozenset(BITS) - {"b1le"} | {"enumb"}
OBJECTS: dict[str, frozenset[str]] = {
    "root": frozenset(),
    "record": frozenset(),
    "instance": frozenset(),
    "list": _PARTS,
    "until": _PARTS | {"b1le"},
    "element": frozenset(),
    "box": _PARTS | {"b1le"},
    "case": frozenset({"b1le"}),
    "only": frozenset(),
    "cases": frozenset(TYPES),
    "each": frozenset(BITS) - {"b64le", "b64be"},
    "if": frozenset(),
    "slot": frozenset(),
    "parameter": frozenset(),
}
"""By position: the types that only objects read there."""


def _text(position: str, names: Iterable[str]) -> str:
    spots = {name: spot for name in names if (spot := _spot(position, name)) is not None}
    seq = ", ".join(f"{spot.fields}, {{id: m_{name}, type: u1}}" for name, spot in spots.items())
    values = ", ".join(spot.value for spot in spots.values() if spot.value)
    types = "".join(f"  {spot.type}\n" for spot in spots.values() if spot.type)
    if position == "root":
        return _META % f"seq: [{seq}]" + types
    records = _META % "seq: [{id: records, type: record, repeat: eos}]"
    text = f"{records}  record: {{seq: [{seq}], instances: {{{values}}}}}\n{types}"
    if position != "slot":
        return text
    columns = ", ".join(f"{{id: m_{name}, value: _.m_{name}}}, {{id: x_{name}, value: _.f_{name}.x}}" for name in spots)
    return f"{text}-views: {{rows: {{each: 'records[*]', columns: [{columns}]}}}}\n"


def _file(random: Random, position: str, names: Iterable[str]) -> bytes:
    there = [name for name in names if _spot(position, name) is not None]
    times = 1 if position == "root" else 3
    return b"".join(_around(random, position, name) + b"m" for _ in range(times) for name in there)


def _damaged(random: Random, data: bytes) -> bytes:
    found = bytearray(data)
    at = random.randrange(len(found))
    way = random.random()
    if way < 0.6:
        found[at] = random.choice((0, 1, 2, 255, random.randrange(256)))
    elif way < 0.8:
        del found[at : at + random.choice((1, 2, 100))]
    else:
        found[at:at] = random.randbytes(random.choice((1, 2)))
    return bytes(found)


def _files(position: str, names: Iterable[str], *, good: int = 2, bad: int = 5) -> Iterator[bytes]:
    random = Random(position)
    chosen = list(names)
    yield from (_file(random, position, chosen) for _ in range(good))
    yield from (_damaged(random, _file(random, position, chosen)) for _ in range(bad))


def _codec(folder: Path, position: str, names: Iterable[str]) -> Codec:
    path = folder / "toy.ksy"
    path.write_text(_text(position, names), encoding="utf-8")
    return load(path)


def _seen(codec: Codec, data: bytes, engine: Any) -> tuple[list[str], list[str]]:
    """The rows of a file as text, as there may be NaN in them, and its error."""
    table = bytewright.open(data, codec, engine=engine)
    errors: list[Any] = []
    rows = [str(row) for batch in table.to_batches(on_error=errors.append) for row in batch.to_pylist()]
    return rows, [f"{error.field}: {error}" for error in errors]


@pytest.mark.parametrize("position", [position for position, those in OBJECTS.items() if len(those) < len(TYPES)])
def test_both_engines_read_a_type_alike(position: str, tmp_path: Path) -> None:
    names = [name for name in TYPES if name not in OBJECTS[position]]
    codec = _codec(tmp_path, position, names)
    assert isinstance(codec.row_plans["rows"], RowPlan)
    for data in _files(position, names):
        assert _seen(codec, data, "columns") == _seen(codec, data, "objects"), data.hex(" ")


@pytest.mark.slow
@pytest.mark.parametrize("position", OBJECTS)
def test_the_stock_parser_reads_a_type_alike(position: str, tmp_path: Path) -> None:
    toolchain.install()
    codec = _codec(tmp_path, position, TYPES)
    parser = kaitai_engine.parser_of(codec)
    for data in _files(position, TYPES):
        wrong = _error(codec.parse, data)
        theirs = _error(parser, KaitaiStream(io.BytesIO(data)))
        assert (wrong is None) == (theirs is None), f"{data.hex(' ')}: {wrong!r}, {theirs!r}"
        if wrong is None:
            assert oracle_difference(codec, data) is None, data.hex(" ")


def _error(read: Callable[[Any], object], data: Any) -> Exception | None:
    try:
        read(data)
    except Exception as error:  # the stock parser lets through whatever its stream raises
        return error
    return None


def test_records_that_end_with_a_part_of_a_byte(tmp_path: Path) -> None:
    path = tmp_path / "toy.ksy"
    path.write_text(
        "meta: {id: toy, endian: le}\n"
        "seq: [{id: records, type: record, repeat: eos}]\n"
        "types:\n"
        "  record:\n"
        "    seq:\n"
        "      - {id: k, type: u1}\n"
        "      - {id: v, type: {switch-on: k, cases: {1: b16, 2: b24, 3: b48, 4: b20, 5: b9le}}}\n",
        encoding="utf-8",
    )
    codec = load(path)
    data = b"\1\1\2" + b"\4\xab\xcd\xef" + b"\5\xff\1" + b"\3" + bytes(range(6))
    rows, errors = _seen(codec, data + b"\1\0\1", "columns")
    assert (rows, errors) == _seen(codec, data + b"\1\0\1", "objects")
    assert errors == []
    assert [ast.literal_eval(row)["v"] for row in rows] == [0x102, 0xABCDE, 0x1FF, 0x102030405, 1]
    # The bits that are left of the last byte are no end of the file.
    rows, errors = _seen(codec, data + b"\4\xab\xcd\xef", "columns")
    assert (rows, errors) == _seen(codec, data + b"\4\xab\xcd\xef", "objects")
    assert len(rows) == 5
    assert errors[0].startswith("records[5].k:")
