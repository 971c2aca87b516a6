"""What the front end makes of keys (errors of keys: fixtures/errors)."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.pipeline.dump import expr_text

from bytewright_codegen.front.ksy import load
from bytewright_codegen.ir import schema
from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.semantics.resolve import resolve

Read = Callable[[str], schema.Spec]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def read_text(text: str) -> schema.Spec:
        path = tmp_path / "toy.ksy"
        path.write_text("meta: {id: toy, endian: le, encoding: UTF-8}\n" + text, encoding="utf-8")
        return load(path).main

    return read_text


def attribute(spec: schema.Spec, place: int = 0) -> schema.Attribute:
    return spec.root.attributes[place]


def test_what_describes_a_spec(tmp_path: Path):
    path = tmp_path / "toy.ksy"
    path.write_text(
        """
meta:
  id: toy
  title: A toy
  application: [one, two]
  file-extension: toy
  xref: {forensicswiki: Toy, mime: [a/b, c/d]}
  license: CC0-1.0
  ks-version: '0.10'
  ks-debug: false
  tags: [x]
doc: A text.
doc-ref: somewhere
-orig-id: TOY
seq:
  - id: a
    type: u1
    doc: 1
    doc-ref: [here, there]
    -webide-parse-mode: eager
enums:
  e:
    -1: {id: minus, doc: Less., -label: 'm[]'}
    0x10: on
""",
        encoding="utf-8",
    )
    spec = load(path).main
    assert (spec.title, spec.doc, spec.license) == ("A toy", "A text.", "CC0-1.0")
    assert (spec.extensions, spec.applications, spec.tags) == (("toy",), ("one", "two"), ("x",))
    assert spec.cross_references == (("forensicswiki", ("Toy",)), ("mime", ("a/b", "c/d")))
    assert spec.root.references == ("somewhere",)
    assert attribute(spec).doc == "1"
    assert attribute(spec).references == ("here", "there")
    assert [(e.value, e.id, e.doc, e.label) for e in spec.enums[0].entries] == [
        (-1, "minus", "Less.", "m[]"),
        (16, "on", "", None),
    ]


def test_types_are_flat_under_absolute_names(read: Read):
    spec = read("types:\n  a:\n    types:\n      b: {}\n    enums: {e: {1: x}}\n  c:\n")
    assert [t.name for t in spec.types] == ["toy", "toy::a", "toy::a::b", "toy::c"]
    assert [e.name for e in spec.enums] == ["toy::a::e"]


@pytest.mark.parametrize(
    ("keys", "contents"),
    [
        ("contents: PK", b"PK"),
        ("contents: 'ä'", "ä".encode()),
        ("contents: [0x50, 'K', 3, \"\\0\"]", b"PK\x03\0"),
        ("contents: 0x7f", b"\x7f"),
        ("contents: [1, 2]\n    size: 2", b"\1\2"),
    ],
)
def test_contents(read: Read, keys: str, contents: bytes):
    assert attribute(read(f"seq:\n  - {keys}\n")).contents == contents


@pytest.mark.parametrize(
    ("keys", "terminator"),
    [
        ("type: strz", (b"\0", False, True, True)),
        ("type: strz\n    encoding: utf-16be", (b"\0\0", False, True, True)),
        ("type: strz\n    encoding: UTF-32LE\n    include: true", (b"\0\0\0\0", True, True, True)),
        ("type: strz\n    terminator: 0x0a", (b"\n", False, True, True)),
        ("type: str\n    terminator: [10, 0]\n    encoding: UTF-16LE", (b"\n\0", False, True, True)),
        ("terminator: 0\n    consume: false\n    eos-error: false", (b"\0", False, False, False)),
        ("size: 3\n    terminator: 1", (b"\1", False, True, True)),
        ("size: 3", None),
    ],
)
def test_terminators(read: Read, keys: str, terminator: tuple[object, ...] | None):
    found = attribute(read(f"seq:\n  - {keys}\n")).terminator
    assert found == (None if terminator is None else schema.Terminator(*terminator))  # type: ignore[arg-type]


def test_a_strz_in_a_switch_has_its_own_terminator(read: Read):
    wire = attribute(read("seq:\n  - {id: a, size: 3, type: {switch-on: 1, cases: {1: str, _: strz}}}\n")).wire
    assert isinstance(wire, schema.SwitchWire)
    zero = schema.Terminator(b"\0", include=False, consume=True, eos_error=True)
    assert [case for _, case in wire.cases] == [schema.StrWire("UTF-8"), schema.StrWire("UTF-8", zero)]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("valid: 0xfeed0001", {"eq": "4276944897"}),
        ("valid: '\"a\"'", {"eq": "'a'"}),
        ("valid: {min: -1, max: 2 * 3}", {"min": "(- 1)", "max": "(2 * 3)"}),
        ("valid: {eq: true}", {"eq": "True"}),
        ("valid: {expr: _ > 1}", {"expr": "(_ > 1)"}),
    ],
)
def test_valid(read: Read, text: str, shown: dict[str, str]):
    valid = attribute(read(f"seq:\n  - id: a\n    type: u4\n    {text}\n")).valid
    assert valid is not None
    found = {name: expr for name in ("eq", "min", "max", "expr") if (expr := getattr(valid, name)) is not None}
    assert {name: expr_text(expr) for name, expr in found.items()} == shown


def test_scalars_as_expressions(read: Read):
    spec = read(
        "instances:\n"
        "  a: {value: 0x10}\n  b: {value: -1}\n  c: {value: true}\n  d: {value: 1.5}\n"
        "  e: {value: 18446744073709551615}\n"
        "  f:\n    value: >-\n      1 +\n      2\n"
    )
    shown = [expr_text(i.expr) for i in spec.root.instances if isinstance(i, schema.ValueInstance)]
    assert shown == ["16", "(- 1)", "True", "1.5", "18446744073709551615", "(1 + 2)"]


def test_instances_that_parse(read: Read):
    (found,) = read("instances:\n  a: {pos: 4, io: _root._io, type: u1, repeat: eos}\n").root.instances
    assert isinstance(found, schema.Attribute)
    assert found.id == "a"
    assert found.position is not None
    assert found.stream is not None
    assert found.repeat == schema.Repeat("eos", None)


def test_process(read: Read):
    found = attribute(read("seq:\n  - {size: 1, process: 'a.b(1, x)'}\n")).process
    assert found is not None
    assert (found.name, [expr_text(arg) for arg in found.args]) == ("a.b", ["1", "x"])


def test_opaque_types_are_specs_beside(tmp_path: Path):
    """``ks-opaque-types`` lets a spec use a type that it doesn't import: the spec of that name in the same folder."""
    path = tmp_path / "toy.ksy"
    text = "meta:\n  id: toy\n  ks-opaque-types: true\nseq:\n  - {id: a, type: other}\n  - {id: b, type: nowhere}\n"
    path.write_text(text, encoding="utf-8")
    (tmp_path / "other.ksy").write_text("meta: {id: other}\nseq: [{id: n, type: u1}]\n", encoding="utf-8")
    assert dict(load(path).imports)["toy"] == ("other",)
    with pytest.raises(SpecErrors, match=r"toy\.ksy:6:19: unknown type 'nowhere'"):
        resolve(load(path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "toy.ksy:1:1: a spec must be a mapping, not nothing"),
        ("1234", "toy.ksy:1:1: a spec must be a mapping, not '1234'"),
        ("seq: []", "toy.ksy:1:1: a spec needs 'meta'"),
        ("meta: 123", "toy.ksy:1:7: 'meta' must be a mapping, not '123'"),
        ("meta: {endian: le}", "toy.ksy:1:7: 'meta' needs 'id'"),
        ("meta: {id: toy}\nseq: foo", "toy.ksy:2:6: 'seq' must be a list, not 'foo'"),
        ("meta: {id: toy, imports: null}", "toy.ksy:1:26: 'imports' must be a list, not nothing"),
        (
            "meta: {id: toy, ks-version: 0.99}",
            "toy.ksy:1:29: version 0.99 of the language is not known, only up to 0.11",
        ),
    ],
)
def test_files_that_are_no_specs(tmp_path: Path, text: str, message: str):
    path = tmp_path / "toy.ksy"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SpecErrors) as caught:
        load(path)
    assert [str(d).replace(f"{tmp_path}/", "") for d in caught.value.diagnostics] == [message]


@pytest.mark.parametrize(
    ("version", "message"),
    [
        ("0.6", None),
        ("'0.10'", None),
        ("0.11", None),
        ("0.11.9", None),
        ("0.10", "there was no version 0.1 of the language"),
        ("0.5", "there was no version 0.5 of the language"),
        ("99.0", "version 99.0 of the language is not known"),
        ("0.07.1", "'0.07.1' is not a version"),
    ],
)
def test_versions(tmp_path: Path, version: str, message: str | None):
    path = tmp_path / "v.ksy"
    path.write_text(f"meta: {{id: v, ks-version: {version}}}\n", encoding="utf-8")
    if message is None:
        load(path)
    else:
        with pytest.raises(SpecErrors, match=message):
            load(path)


@pytest.mark.parametrize(
    ("word", "meant"), [("true", True), ("yes", True), ("On", True), ("no", False), ("off", False)]
)
def test_words_for_booleans(tmp_path: Path, word: str, meant: bool):
    path = tmp_path / "w.ksy"
    path.write_text(f"meta: {{id: w}}\nseq: [{{id: a, terminator: 0, include: {word}}}]\n", encoding="utf-8")
    terminator = attribute(load(path).main).terminator
    assert terminator is not None
    assert terminator.include is meant


def test_a_quoted_word_is_no_boolean(tmp_path: Path):
    path = tmp_path / "w.ksy"
    path.write_text("meta: {id: w}\nseq: [{id: a, terminator: 0, include: 'yes'}]\n", encoding="utf-8")
    with pytest.raises(SpecErrors, match="'include' must be true or false, not 'yes'"):
        load(path)


def test_a_parameter_has_an_id(read: Read):
    with pytest.raises(SpecErrors, match="a parameter needs 'id'"):
        read("seq: [{id: a, type: t(1)}]\ntypes: {t: {params: [{type: u1}], seq: [{id: x, type: u1}]}}")
