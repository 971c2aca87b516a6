"""Ids that generated code, Python or another spec has a use for itself."""

from __future__ import annotations

import importlib
import json
import keyword
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bytewright
from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.errors import ReadError
from bytewright.io.source import BytesSource
from bytewright.model.member_names import id_of
from bytewright_codegen.backends.python.naming import function_name
from bytewright_codegen.load import load
from bytewright_codegen.pipeline import compilation
from bytewright_codegen.pipeline.resolved import resolved

TEMPLATES = Path(__file__).parents[2] / "codegen/bytewright_codegen/templates"
KEYWORDS = [word for word in keyword.kwlist if word.islower()]
LOCALS = [
    "at",
    "count",
    "data",
    "field",
    "first",
    "index",
    "inner",
    "io",
    "item",
    "name",
    "on",
    "out",
    "parent",
    "self",
]
BUILTINS = ["bool", "bytes", "dict", "enumerate", "float", "int", "len", "list", "max", "property", "range", "str"]


def imported(pattern: str, *modules: str) -> set[str]:
    """What generated modules import under names that match."""
    found = set()
    for module in modules:
        text = (TEMPLATES / f"{module}.py.jinja").read_text(encoding="utf-8")
        for names in re.findall(r"^from (?!\.)\S+ import (.*)$", text, re.MULTILINE):
            found |= {word for word in re.findall(r"\w+", names) if re.fullmatch(pattern, word)}
    return found


# A true and a false are literals wherever an expression could name them.
WORDS = sorted({*KEYWORDS, *LOCALS, *BUILTINS, *imported("[a-z][a-z0-9_]*", "reader", "writer")} - {"and", "or", "not"})
CLASSES = [
    *("bits", "option", "slack", "view"),
    *map(function_name, sorted(imported("[A-Z].*", "model", "reader", "writer", "strategies", "codec"))),
]


def compiled(folder: Path, text: str, name: str = "toy") -> Codec:
    path = folder / f"{name}.ksy"
    path.write_text(f"meta: {{id: {name}, endian: le, encoding: UTF-8}}\n{text}", encoding="utf-8")
    return load(path)


def check(codec: Codec, data: bytes) -> None:
    """A file is read, written back, also from its tree, shown as rows and drawn."""
    assert codec.to_bytes(codec.parse(data)) == data
    document = json.dumps(tree.build(codec, BytesSource(data)).to_json())
    assert codec.to_bytes(tree.load(codec, document)) == data
    assert len(bytewright.open(data, spec=codec, engine="objects").to_table()) == 1
    assert importlib.import_module(f"{codec.package}.strategies").models() is not None


@pytest.mark.parametrize(
    "keys", ["type: u1", "type: u1, if: zz == 1", "size: zz", "type: u1, repeat: expr, repeat-expr: zz"]
)
def test_fields(keys: str, tmp_path: Path) -> None:
    fields = "".join(f"  - {{id: {word}, {keys}}}\n" for word in WORDS)
    check(compiled(tmp_path, f"seq:\n  - {{id: zz, type: u1}}\n{fields}"), bytes([1, *range(len(WORDS))]))


def test_value_instances(tmp_path: Path) -> None:
    instances = "".join(f"  {word}: {{value: zz + 1}}\n" for word in WORDS)
    codec = compiled(tmp_path, f"seq: [{{id: zz, type: u1}}]\ninstances:\n{instances}")
    check(codec, b"\1")
    model = codec.parse(b"\1")
    assert all(getattr(model, name) == 2 for name in model.INSTANCES)
    assert sorted(map(id_of, model.INSTANCES)) == sorted(WORDS)


def test_parameters(tmp_path: Path) -> None:
    words = [word for word in WORDS if word not in ("true", "false")]
    given = ", ".join(f"n + {number}" for number in range(len(words)))
    params = "".join(f"      - {{id: {word}, type: u2}}\n" for word in words)
    values = "".join(f"      is_{word}: {{value: {word}}}\n" for word in words)
    codec = compiled(
        tmp_path,
        f"seq:\n  - {{id: n, type: u1}}\n  - id: row\n    type: row({given})\n"
        f"types:\n  row:\n    params:\n{params}    seq:\n      - {{id: body, size: {words[0]}}}\n"
        f"      - {{id: magic, contents: [7]}}\n      - {{id: low, type: u1, valid: {words[0]}}}\n"
        f"    instances:\n{values}",
    )
    data = bytes([2, 8, 8, 7, 2])
    check(codec, data)
    row = codec.parse(data).row
    assert [getattr(row, f"is_{word}") for word in words] == [2 + number for number in range(len(words))]


def test_types_and_enums(tmp_path: Path) -> None:
    words = [word for word in WORDS if word not in ("str", "null")]
    words = sorted({*words, *CLASSES})
    fields = "".join(
        f"  - {{id: x_{word}, type: {word}}}\n  - {{id: e_{word}, type: u1, enum: {word}}}\n" for word in words
    )
    types = "".join(f"  {word}: {{seq: [{{id: zz, type: u1}}]}}\n" for word in words)
    enums = "".join(f"  {word}: {{0: {word}, 1: value, 2: mro}}\n" for word in words)
    check(compiled(tmp_path, f"seq:\n{fields}types:\n{types}enums:\n{enums}"), bytes(2 * len(words)))


def test_types_whose_classes_are_alike(tmp_path: Path) -> None:
    text = "seq: [{id: a, type: x_1}, {id: b, type: x1}, {id: c, type: toy_x1}]\n"
    types = "".join(f"  {name}: {{seq: [{{id: {name}_n, type: u1}}]}}\n" for name in ("x_1", "x1", "toy_x1"))
    model = compiled(tmp_path, f"{text}types:\n{types}").parse(b"\1\2\3")
    assert (model.a.x_1_n, model.b.x1_n, model.c.toy_x1_n) == (1, 2, 3)


def test_imported_specs_with_the_same_names(tmp_path: Path) -> None:
    other = "seq: [{id: head, type: head}]\ntypes: {head: {seq: [{id: kind, type: u2, enum: kind}]}}\n"
    other += "enums: {kind: {1: two}}"
    (tmp_path / "other.ksy").write_text(f"meta: {{id: other, endian: le}}\n{other}", encoding="utf-8")
    (tmp_path / "toy.ksy").write_text(
        """
meta: {id: toy, endian: le, imports: [other]}
seq:
  - {id: mine, type: head}
  - {id: theirs, type: 'other::head'}
  - {id: all, type: other}
types: {head: {seq: [{id: kind, type: u1, enum: kind}]}}
enums: {kind: {1: one}}
instances:
  both: {value: 'mine.kind == kind::one and theirs.kind == other::kind::two and all.head.kind == other::kind::two'}
""",
        encoding="utf-8",
    )
    codec = load(tmp_path / "toy.ksy")
    check(codec, b"\1\1\0\1\0")
    assert codec.parse(b"\1\1\0\1\0").both
    assert not codec.parse(b"\1\2\0\1\0").both


def test_a_name_by_way_of_a_type_that_sees_it(tmp_path: Path) -> None:
    text = "seq: [{id: x, type: 'one::two::three'}]\ntypes:\n  one: {seq: [{id: n, type: u1}]}\n"
    text += "  two: {seq: [{id: n, type: u1}], types: {three: {seq: [{id: n, type: u2}]}}}\n"
    assert compiled(tmp_path, text).parse(b"\1\2").x.n == 0x201


def test_texts_of_rules_hold_whatever_an_expression_has(tmp_path: Path) -> None:
    text = """
seq:
  - {id: mark, size: 2, valid: {any-of: ['[0xfe, 0xff]', '[0xff, 0xfe]']}}
  - {id: same, size: 2, valid: {eq: mark}}
  - {id: word, type: str, size: 1, valid: {min: '"\\"{"'}}
"""
    codec = compiled(tmp_path, text)
    check(codec, b"\xfe\xff\xfe\xffz")
    for data, expected in ((b"\1\2", "one of feff, fffe"), (b"\xfe\xff\1\2", "feff"), (b"\xfe\xff\xfe\xff\x20", '"{')):
        with pytest.raises(ReadError) as caught:
            codec.parse(data)
        assert expected in (caught.value.expected or "")


def test_a_member_that_is_never_there(tmp_path: Path) -> None:
    codec = compiled(tmp_path, "seq: [{id: a, type: u1, if: false, valid: 3}, {id: b, type: u1}]")
    check(codec, b"\1")
    assert bytewright.open(b"\1", spec=codec).to_table().to_pylist() == [{"a": None, "b": 1}]


def test_a_spec_ends_where_another_one_reads_it(tmp_path: Path) -> None:
    other = "seq: [{id: part, type: part}]\ntypes: {part: {seq: [{id: n, type: u1}]}}"
    (tmp_path / "other.ksy").write_text(f"meta: {{id: other, endian: le}}\n{other}", encoding="utf-8")
    (tmp_path / "toy.ksy").write_text(
        """
meta: {id: toy, endian: le, imports: [other]}
seq: [{id: part, type: 'toy::other::part'}, {id: whole, type: other}, {id: own, type: own}]
types: {own: {seq: [{id: n, type: u1}]}}
instances:
  part_parent: {value: part._parent}
  part_root: {value: part._root}
  whole_parent: {value: whole._parent}
  inner_parent: {value: whole.part._parent}
  inner_root: {value: whole.part._root}
  own_root: {value: own._root}
""",
        encoding="utf-8",
    )
    model = load(tmp_path / "toy.ksy").parse(b"\1\2\3")
    assert (model.part_parent, model.part_root, model.whole_parent) == (None, None, None)
    assert model.inner_parent is model.whole
    assert model.inner_root is model.whole
    assert model.own_root is model


EVERYWHERE = """
meta: {id: toy, imports: [other], encoding: UTF-8, endian: le}
seq:
  - {id: order, type: u1, enum: order}
  - {id: head, type: 'other::head'}
  - {size: 0, valid: {expr: head.kind == other::kind::two}}
  - {id: body, type: body}
  - {id: kept, type: 'kept(head, head.kind, _root._io, [head.kind])'}
types:
  body:
    meta: {endian: {switch-on: _root.order, cases: {'order::big': be, _: le}}}
    seq: [{id: len_name, type: u2}, {id: name, size: len_name, type: strz}]
  kept:
    params: [{id: of, type: 'other::head'}, {id: kind, type: u2, enum: 'other::kind'}, {id: of_io, type: io},
      {id: kinds, type: 'u2[]', enum: 'other::kind'}]
    seq: [{id: n, type: u1}]
    instances:
      same: {value: of}
      stream: {value: of_io}
enums: {order: {1: big, 2: little}}
"""


def test_modules_know_all_that_they_name(tmp_path: Path) -> None:
    other = "seq: [{id: head, type: head}]\ntypes: {head: {seq: [{id: kind, type: u1, enum: kind}]}}\n"
    other += "enums: {kind: {2: two}}"
    (tmp_path / "other.ksy").write_text(f"meta: {{id: other, endian: le}}\n{other}", encoding="utf-8")
    (tmp_path / "toy.ksy").write_text(EVERYWHERE, encoding="utf-8")
    for name, text in compilation.compiled(resolved(tmp_path / "toy.ksy"))["toy"].items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "F821,F811", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    codec = load(tmp_path / "toy.ksy")
    for data in (b"\1\2\0\4abc\0\7", b"\2\2\4\0abc\0\7"):
        model = codec.parse(data)
        assert codec.to_bytes(model) == data
        model.body.name = "abcdef"
        assert codec.to_bytes(model) == data.replace(b"\4", b"\7", 1).replace(b"abc", b"abcdef")
    with pytest.raises(ReadError, match="kind == "):
        codec.parse(b"\1\3\0\4abc\0\7")
    root: Any = codec.root
    made = root(order=1, head={"kind": "two"}, body={"name": "abc"}, kept={"n": 7})
    assert codec.to_bytes(made) == b"\1\2\0\4abc\0\7"


@pytest.mark.parametrize("count", ["repeat: eos", "repeat: expr, repeat-expr: num"])
@pytest.mark.parametrize("name", ["from", "field", "items"])
def test_records(name: str, count: str, tmp_path: Path) -> None:
    """The list of which a file consists may be called by a word of Python's."""
    path = tmp_path / "toy.ksy"
    path.write_text(
        f"""
meta: {{id: toy, endian: le}}
seq: [{{id: num, type: u1}}, {{id: {name}, type: item, {count}}}]
types:
  item: {{seq: [{{id: class, type: u1}}]}}
""",
        encoding="utf-8",
    )
    codec = load(path)
    engines: tuple[Any, ...] = ("objects", "columns")
    for engine in engines:
        rows = bytewright.open(b"\2ab", codec, engine=engine).to_table().to_pylist()
        assert [row["class"] for row in rows] == [97, 98]
    assert codec.records_id == name
    assert codec.to_bytes(codec.parse(b"\2ab")) == b"\2ab"
    shown = bytewright.open(b"\2ab", codec).to_table()
    bytewright.write(shown, tmp_path / "file", codec, root='{"num": 2}')
    assert (tmp_path / "file").read_bytes() == b"\2ab"
