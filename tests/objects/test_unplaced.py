"""Instances without a place lie where the stream stands when they are first asked for, or are refused by line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright import tree
from bytewright.codec.plain_values import to_plain
from bytewright.io.source import BytesSource
from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.load import load

TWO = "instances: {i: {type: u1}, j: {type: u1}}"


@pytest.mark.parametrize(
    ("seq", "data", "values"),
    [
        ("{id: a, type: u1}, {id: b, size: i + j}, {id: c, type: u1}", "09 01 02 616263 07", {"i": 1, "b": "616263"}),
        ("{id: a, type: u1}, {id: b, size: j + i}, {id: c, type: u1}", "09 01 02 616263 07", {"j": 1, "i": 2}),
        ("{id: a, type: u1, if: i == 1}, {id: b, size: j}", "01 05 02 6162", {"a": 5, "i": 1, "j": 2}),
        ("{id: a, type: u1, if: i == 1}, {id: b, size: j}", "00 02 6162", {"i": 0, "j": 2}),
        ("{id: a, type: u1, repeat: expr, repeat-expr: i}, {id: b, size: j}", "02 05 06 01 61", {"i": 2, "b": "61"}),
        ("{id: a, type: {switch-on: i, cases: {1: u2}}}, {id: b, size: j}", "01 0500 01 61", {"a": 5, "i": 1}),
        ("{id: a, type: u1}, {id: b, size: i}, {id: c, size: i}, {id: d, size: j}", "05 01 61 62 01 63", {"c": "62"}),
    ],
)
def test_what_an_entry_asks_for_lies_before_it(seq: str, data: str, values: dict[str, Any], compiled: Compile) -> None:
    codec, raw = compiled(f"seq: [{seq}]\n{TWO}"), bytes.fromhex(data)
    model = codec.parse(raw)
    assert values.items() <= (to_plain(model) | {"i": model.i, "j": model.j}).items()
    assert codec.to_bytes(model) == raw
    assert codec.to_bytes(tree.load(codec, json.dumps(tree.build(codec, BytesSource(raw)).to_json()))) == raw
    assert "i" not in bytewright.open(raw, codec).schema.names


def test_an_instance_asked_for_by_a_calculated_value_lies_before_who_asks_for_that(compiled: Compile) -> None:
    codec = compiled("seq: [{id: a, size: n}]\ninstances: {n: {value: i + 1}, i: {type: u1}}")
    assert codec.parse(b"\1ab").a == b"ab"
    assert codec.to_bytes(codec.parse(b"\1ab")) == b"\1ab"


REFUSED = {
    "maybe": "seq: [{id: a, type: u1}, {id: b, size: 'a == 1 ? i : 0'}]\ninstances: {i: {type: u1}}",
    "left out": "seq: [{id: a, type: u1}, {id: b, size: i, if: a == 1}]\ninstances: {i: {type: u1}}",
    "of elements": "seq: [{id: b, size: i, repeat: expr, repeat-expr: 2}]\ninstances: {i: {type: u1}}",
    "from inside": "seq: [{id: b, type: t}]\ninstances: {i: {type: u1}}\ntypes: {t: {seq: [{id: x, size: _parent.i}]}}",
    "several": "seq: [{id: b, type: u1}]\ninstances: {i: {type: u1}, j: {type: u1}}",
    "of no end": "seq: [{id: t, type: t}]\ntypes: {t: {seq: [{id: x, type: u1}], instances: {i: {type: u1}}}}",
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_one_that_lies_where_it_is_asked_for_by_chance_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "toy.ksy"
    path.write_text(f"meta: {{id: toy, endian: le}}\n{text}\n")
    with pytest.raises(SpecErrors, match=r"'i' has no place \(pos\)") as caught:
        load(path)
    line = next(number for number, found in enumerate(path.read_text().splitlines(), 1) if "i: {type: u1}" in found)
    assert caught.value.diagnostics[0].loc.line == line


def test_the_only_one_of_a_file_ends_it(compiled: Compile) -> None:
    codec = compiled("seq: [{id: a, type: u1}]\ninstances: {i: {type: u2}}")
    assert codec.parse(b"\1\2\0").i == 2


def test_structures_without_bytes_lie_anywhere(compiled: Compile) -> None:
    text = "seq: [{id: a, type: u1}]\ninstances: {i: {type: t(1)}, j: {type: t(2)}}\n"
    codec = compiled(text + "types: {t: {params: [{id: p, type: u1}], instances: {q: {value: p + p}}}}")
    model = codec.parse(b"\5")
    assert (model.i.q, model.j.q) == (2, 4)
    assert codec.to_bytes(model) == b"\5"


def test_fields_of_no_bytes_lie_anywhere(compiled: Compile) -> None:
    codec = compiled("seq: [{id: a, type: u1}]\ninstances: {i: {size: 0}, j: {size: 0, type: t}}\ntypes: {t: {}}\n")
    model = codec.parse(b"\5")
    assert model.i == b""
    assert model.j is not None
    assert codec.to_bytes(model) == b"\5"
