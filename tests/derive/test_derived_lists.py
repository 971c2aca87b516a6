"""What follows from lists, against every kind of element: counts, how many are null, which items have a member."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.derive.test_derived_fields import KINDS, WORDS

import bytewright
from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain
from bytewright.codec.settings import parse
from bytewright.io.source import BytesSource
from bytewright.tables.write import bytes_of
from bytewright.testing.checks import check_tree_of
from bytewright_codegen.load import load

TYPES = """
  point: {seq: [{id: a, type: u1}, {id: b, type: u2}]}
  words: {seq: [{id: s, type: strz, encoding: ASCII}]}
"""
SINGLE = {name: kind for name, kind in KINDS.items() if "{id: x, " in kind.entries and "repeat" not in kind.entries}
"""Fields that may be repeated."""
for name in ("to the end", "checksum", "checksum before", "derived", "constant", "not consumed"):
    del SINGLE[name]


def chosen(folder: Path, bodies: Mapping[str, str], types: str = "") -> Codec:
    """A codec whose root chooses one of some types by its number."""
    cases = ", ".join(f"{number}: body{number}" for number in range(len(bodies)))
    texts = [f"  body{number}: {{seq: [{fields}]}}" for number, fields in enumerate(bodies.values())]
    path = folder / "toy.ksy"
    path.write_text(
        "meta: {id: toy, endian: le, bit-endian: be}\n"
        f"seq: [{{id: kind, type: u1}}, {{id: body, type: {{switch-on: kind, cases: {{{cases}}}}}}}]\n"
        f"types:{TYPES}{types}" + "\n".join(texts),
        encoding="utf-8",
    )
    return load(path)


def body(codec: Codec, bodies: Mapping[str, str], name: str, values: Mapping[str, Any]) -> Any:
    """The body of a file of one kind: as it is read, rewritten, rebuilt, and through its tree it is the same."""
    data = codec.to_bytes(from_plain(codec, {"kind": list(bodies).index(name), "body": dict(values)}))
    found = codec.parse(data)
    dumped = json.dumps(tree.build(codec, BytesSource(data)).to_json())
    for model in (found, codec.parse(data), tree.load(codec, dumped)):
        assert codec.to_bytes(model) == data
        assert codec.to_bytes(model, canonical=True) == data
    return found.body


def repeated(entries: str, count: str) -> str:
    return entries.replace("{id: x, ", f"{{id: x, repeat: expr, repeat-expr: '{count}', ")


FORMS = {"c": 3, "c * 3": 1, "c + 1": 2, "(c - 1) * 3": 2, "c == 9 ? 0 : c": 3, "8 - c": 5}
"""How often something is repeated, as a count says it, and what that is for three."""
COUNTED = {
    name: f"{{id: c, type: u1}}, {repeated(kind.entries, form)}, {{size: 0}}"
    for (name, kind), form in zip(SINGLE.items(), list(FORMS) * len(SINGLE), strict=False)
}


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    return chosen(tmp_path_factory.mktemp("counted"), COUNTED)


@pytest.mark.parametrize("name", COUNTED)
def test_counts_are_of_what_is_there(name: str, counted: Codec) -> None:
    values = dict(SINGLE[name].values)
    form = next(form for form in reversed(FORMS) if f"repeat-expr: '{form}'," in COUNTED[name])
    found = body(counted, COUNTED, name, {**values, "x": [values["x"]] * 3})
    assert (found.c, len(found.x)) == (FORMS[form], 3)
    if form == "c":
        measured = {"n": 0} if "size: n" in SINGLE[name].entries else {}
        found = body(counted, COUNTED, name, {**values, **measured, "x": []})
        assert (found.c, found.x) == (0, [])


NULLABLE = {
    name: kind
    for name, kind in SINGLE.items()
    if not {"n", "t", "y", "f"} & kind.values.keys() - {"x"} and "n, type" not in kind.entries
}
MODE = "type: u1, -derive: {nulls-of: x, all: 7, none: 8, some: 9}"
NULLS = {
    name: f"{{id: mode, {MODE}}}, {{id: p, type: b1, repeat: expr, repeat-expr: 8, -validity-of: x}}, "
    f"{repeated(kind.entries, '8')}, {{size: 0}}, {{id: late, {MODE}}}"
    for name, kind in NULLABLE.items()
}


@pytest.fixture(scope="module")
def nulls(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    return chosen(tmp_path_factory.mktemp("nulls"), NULLS)


@pytest.mark.parametrize("name", NULLS)
def test_how_many_are_null_is_told(name: str, nulls: Codec) -> None:
    one = NULLABLE[name].values["x"]
    for values, mode in (([None] * 8, 7), ([one] * 8, 8), ([one, None] * 4, 9)):
        found = body(nulls, NULLS, name, {"x": values})
        assert (found.mode, found.late) == (mode, mode)
        assert found.p == [value is not None for value in values]
        assert [value is None for value in found.x] == [value is None for value in values]


HOLDABLE = {name: kind for name, kind in SINGLE.items() if "if:" not in kind.entries}
HELD = {
    name: "{id: bits, type: b1, repeat: expr, repeat-expr: 2, -derive: "
    "{presence-of: 'items[*].x', at: _.bit, where: _.i != 1}}, {size: 0}, "
    f"{{id: items, type: item{number}(_index), repeat: expr, repeat-expr: 3}}"
    for number, name in enumerate(HOLDABLE)
}
THERE = "{id: x, if: 'i != 1 and _parent.bits[bit]', "
ITEMS = "".join(
    f"  item{number}: {{params: [{{id: i, type: s4}}], "
    f"seq: [{kind.entries.replace('{id: x, ', THERE)}, {{size: 0}}], instances: {{bit: {{value: i / 2}}}}}}\n"
    for number, kind in enumerate(HOLDABLE.values())
)


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    return chosen(tmp_path_factory.mktemp("held"), HELD, ITEMS)


@pytest.mark.parametrize("name", HOLDABLE)
def test_which_items_have_a_member_is_told(name: str, held: Codec) -> None:
    there = dict(SINGLE[name].values)
    nothing = {id: value for id, value in there.items() if id != "x"} | (
        {"n": 0} if "size: n" in SINGLE[name].entries else {}
    )
    for bits in ([True, True], [False, True], [True, False], [False, False]):
        items = [there if bits[0] else nothing, nothing, there if bits[1] else nothing]
        found = body(held, HELD, name, {"items": items})
        assert found.bits == bits
        assert [item.x is not None for item in found.items] == [bits[0], False, bits[1]]


BY_OBJECTS = frozenset(
    {
        *(
            "bits",
            "flag",
            "not consumed",
            "pieces",
            "pieces of their own sizes",
            "flags",
            "bits of a case",
            "sized cases",
        ),
        *("sized number of a case", "sized bits of a case", "sized float of a case", "sized structure of a case"),
        *("sized text of a case", "bytes of no case", "number of a case, and more", "sized numbers of a case"),
        *("processed", "processed structure", "nulls", "to the end", "list to the end"),
    }
)
"""What only objects write of rows."""


def test_kernels_write_what_objects_write(tmp_path: Path) -> None:
    kinds = {name: kind for name, kind in KINDS.items() if name not in BY_OBJECTS}
    fields = ", ".join(f"{{id: f{number}, type: r{number}}}" for number in range(len(kinds)))
    types = "".join(f"  r{number}: {{seq: [{kind.entries}]}}\n" for number, kind in enumerate(kinds.values()))
    path = tmp_path / "toy.ksy"
    path.write_text(
        "meta: {id: toy, endian: le, bit-endian: be}\nseq: [{id: records, type: record, repeat: eos}]\n"
        f"types:{TYPES}{types}  record: {{seq: [{fields}]}}\n",
        encoding="utf-8",
    )
    codec = load(path)
    record = {f"f{number}": dict(kind.values) for number, kind in enumerate(kinds.values())}
    data = codec.to_bytes(from_plain(codec, {"records": [record] * 3}))
    rows = bytewright.open(data, codec).to_table()
    for engine in ("objects", "columns"):
        assert bytes_of(codec, rows, None, parse(codec), None, engine)[0] == data


MIXED = {
    "mixed": "{id: n, type: u1}, {id: p, type: b1, repeat: expr, repeat-expr: n, -validity-of: x}, {id: y, type: u1},"
    " {id: x, type: {switch-on: _index % 3, cases: {2: b1, 1: words}}, repeat: expr, repeat-expr: n}, {id: z, type: u1}"
}


def test_null_between_bits(tmp_path: Path) -> None:
    """In a tree, too, bits of an element begin behind the bytes of null, and go on behind what no case is there for."""
    codec = chosen(tmp_path, MIXED)
    values = [None, WORDS, True, None, WORDS, True, None, WORDS]
    for there in itertools.product((True, False), repeat=3):
        x = [value if kept else None for value, kept in zip(values, there * 3, strict=False)]
        found = body(codec, MIXED, "mixed", {"y": 1, "x": x, "z": 2})
        assert [one is None for one in found.x] == [one is None for one in x]
        check_tree_of(codec, codec.to_bytes(found._parent))
