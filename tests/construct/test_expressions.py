"""Expressions of Construct as those of the language: ``this`` and what is made of it, and functions of the context."""

from __future__ import annotations

from pathlib import Path

import pytest

from bytewright.codec.trust import consent
from bytewright_codegen.ir.schema import Attribute, ValueInstance
from bytewright_codegen.pipeline.resolved import resolved
from bytewright_codegen.plans.notation import expression

MEMBERS = """
kinds = Enum(Int8ul, one=1, two=2)
toy = Struct(
    "a" / Int8ul,
    "b" / Int16sl,
    "f" / Float64l,
    "flag" / Flag,
    "bits" / BitStruct("bit" / Bit, "on" / Flag, Padding(6)),
    "text" / PascalString(Int8ul, "utf8"),
    "data" / Bytes(3),
    "kind" / kinds,
    "items" / Array(3, Int16ul),
    "rows" / Array(2, Struct("x" / Int8ul)),
    "x" / Computed({}),
)
"""

CASES = {
    "this.a + 1": "a + 1",
    "1 - this.a * -this.b": "1 - a * -b",
    "this.a // 2 % 3": "a / 2 % 3",
    "this.a / 2": "a * 1.0 / 2",
    "this.f / 2": "f / 2",
    "(this.a << 2 | 1) ^ this.b & 7": "(a << 2 | 1) ^ b & 7",
    "2 ** this.a": "1 << a",
    "this.a ** 2": "a * a",
    "this.a > 1": "a > 1",
    "~(this.a == 1)": "not a == 1",
    "(this.a == 1) & (this.b != 2) | this.flag": "a == 1 and b != 2 or flag != 0",
    "this.flag": "flag != 0",
    "this.flag == True": "flag != 0",
    "this.bits.bit + 1": "bits.bit.to_i + 1",
    "this.bits.on": "bits.on",
    "len_(this.text)": "text.length",
    "len_(this.data) + len_(this.items)": "data.length + items.size",
    "max_(this.items)": "items.max",
    "abs_(this.b)": "b < 0 ? -b : b",
    "this.items[1]": "items[1]",
    "this.rows[-1].x": "rows.last.x",
    "this._root.a": "_root.a",
    "this['a']": "a",
    'this.kind == "one"': "kinds::one == kind",
    "this.kind == kinds.two": "kinds::two == kind",
    "lambda ctx: ctx.a + len_(ctx.data)": "a + data.length",
    "lambda ctx: len(ctx.items) + len(ctx.text) - len('abc')": "items.size + text.length - 3",
    "lambda ctx: abs(ctx.b)": "b < 0 ? -b : b",
    "lambda ctx: ctx.a if ctx.flag else 3": "flag != 0 ? a : 3",
    "lambda ctx: ctx.a > 1 and ctx.b > 2": "a > 1 and b > 2",
    "lambda ctx: ctx.a > 1 or not ctx.flag": "a > 1 or not flag != 0",
    "lambda ctx: ctx.a in (1, 2, 5)": "a == 1 or (a == 2 or a == 5)",
    "lambda ctx: 1 if ctx.a == 1 and ctx.b == 2 else 0": "a == 1 and b == 2 ? 1 : 0",
    "lambda ctx: (ctx.a if ctx.a < 9 else 9) if ctx.flag else 9": "flag != 0 and a < 9 ? a : 9",
    "lambda ctx: min(ctx.a, 9)": "a > 9 ? 9 : a",
    "lambda ctx: ctx['a'] * 2": "a * 2",
}


@pytest.mark.parametrize("written", sorted(CASES))
def test_expressions_mean_the_same(written: str, tmp_path: Path) -> None:
    path = tmp_path / "toy.py"
    path.write_text("from construct import *\n" + MEMBERS.replace("{}", written))
    (found,) = (one for one in resolved(path, trust=consent(path)).main.root.instances if one.id == "x")
    assert isinstance(found, ValueInstance)
    assert expression(found.expr) in (CASES[written], _mirrored(CASES[written]))


def _mirrored(text: str) -> str:
    left, equal, right = text.partition(" == ")
    return f"{right}{equal}{left}" if equal else text


def test_the_number_of_an_element_is_a_parameter_of_its_type(tmp_path: Path) -> None:
    path = tmp_path / "toy.py"
    path.write_text(
        "from construct import *\n"
        'cell = Struct("x" / Bytes(this._index + 1), "y" / Array(2, Bytes(this._index)), '
        '"z" / Bytes(this._._._index))\n'
        'toy = Struct("rows" / Array(3, Struct("cells" / Array(2, cell))))\n'
    )
    spec = resolved(path, trust=consent(path)).main
    types = {definition.name: definition for definition in spec.types}
    cell = types["toy::cell"]
    assert [parameter.id for parameter in cell.params] == ["index"]
    sizes = {a.id: expression(a.size) for a in cell.attributes if a.size is not None}
    assert sizes == {"x": "index + 1", "y": "_index", "z": "_parent.index"}
    (cells,) = types["toy::row"].attributes
    assert isinstance(cells, Attribute)
    assert [parameter.id for parameter in types["toy::row"].params] == ["index"]


def test_structures_that_ask_outside_are_types_of_their_own_wherever_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "toy.py"
    path.write_text(
        "from construct import *\n"
        'closed = Struct("n" / Int8ul)\n'
        'asking = Struct("x" / Bytes(this._.n))\n'
        'inner = Struct("n" / Int8ul, "a" / asking, "c" / closed)\n'
        'toy = Struct("n" / Int8ul, "a" / asking, "inner" / inner, "c" / closed)\n'
    )
    types = [definition.name for definition in resolved(path, trust=consent(path)).main.types]
    assert types == ["toy", "toy::asking", "toy::inner", "toy::asking_2", "toy::closed"]
