from pathlib import Path

import pytest

from bytewright_codegen.front.ksy.document import Mapping, Scalar, Sequence, integer, parse
from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.pipeline.resolved import resolved


def scalars(text: str) -> dict[str, Scalar]:
    root = parse(text, "x.ksy")
    assert isinstance(root, Mapping)
    return {entry.key.text: entry.node for entry in root.entries if isinstance(entry.node, Scalar)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("-12", -12),
        ("+3", 3),
        ("0x1F", 31),
        ("0xfeed_0001", 0xFEED0001),
        ("1_000", 1000),
        ("0o17", 15),
        ("0b1010_1010", 170),
        ("010", 10),
        ("18446744073709551615", 2**64 - 1),
        ("340282366920938463463374607431768211456", 2**128),
        ("1.5", 1.5),
        (".5", 0.5),
        ("4.", 4.0),
        ("1e3", 1000.0),
        ("-.inf", float("-inf")),
        ("true", True),
        ("FALSE", False),
        ("on", "on"),
        ("off", "off"),
        ("yes", "yes"),
        ("no", "no"),
        ("y", "y"),
        ("12:30:00", "12:30:00"),
        ("2020-01-01", "2020-01-01"),
        ("~", None),
        ("null", None),
        ("", None),
        ("'12'", "12"),
        ('"true"', "true"),
        ("!!str 12", "12"),
        ("0x", "0x"),
        ("_1", "_1"),
    ],
)
def test_values_of_plain_scalars(text: str, value: object):
    found = scalars(f"a: {text}")["a"].value
    assert found == value
    assert type(found) is type(value)


def test_keys_keep_their_text():
    root = parse("on: 1\nno: 2\n0x10: a\n", "x.ksy")
    assert isinstance(root, Mapping)
    assert [(entry.key.text, entry.key.value) for entry in root.entries] == [("on", "on"), ("no", "no"), ("0x10", 16)]


def test_an_integer_that_is_none():
    with pytest.raises(ValueError, match="invalid literal"):
        integer("x1")


def test_places_of_nodes():
    root = parse("a:\n  - b: 1\n  - [x, {y: z}]\n", "x.ksy")
    assert isinstance(root, Mapping)
    items = root.entries[0].node
    assert isinstance(items, Sequence)
    first, second = items.items
    assert str(root.entries[0].key.loc) == "x.ksy:1:1"
    assert str(first.loc) == "x.ksy:2:5"
    assert str(second.loc) == "x.ksy:3:5"
    assert isinstance(second, Sequence)
    assert [str(item.loc) for item in second.items] == ["x.ksy:3:6", "x.ksy:3:9"]


@pytest.mark.parametrize(
    ("text", "found", "line", "column"),
    [
        ("a: one + two", "two", 1, 10),
        ("a: 'one + two'", "two", 1, 11),
        ("a: 'it''s two'", "two", 1, 11),
        (r'a: "\"one\" + two"', "two", 1, 15),
        (r'a: "\u00e4\x41 two"', "two", 1, 16),
        ('a: "one \\\n   + two"', "two", 2, 6),
        ("a: one\n   + two", "two", 2, 6),
        ("a: 'one\n\n   + two'", "two", 3, 6),
        ("a: >-\n  one\n  + two\n", "two", 3, 5),
        ("a: >-\n  one\n\n    + two\n", "two", 4, 7),
        ("a: |\n  one\n    + two\n", "two", 3, 7),
        ("a: | # two\n  one\n  two\n", "two", 3, 3),
        ("a: one + two\r\nb: 1", "two", 1, 10),
        ("\ufeffa: two", "two", 1, 4),
        ("ä: 'ö' # €\na: two", "two", 2, 4),
        ("a: one # two\nb: 2", "one", 1, 4),
    ],
)
def test_places_inside_of_scalars(text: str, found: str, line: int, column: int):
    scalar = scalars(text)["a"]
    loc = scalar.locate(scalar.text.index(found))
    assert (loc.line, loc.column) == (line, column)


def test_the_place_behind_a_scalar():
    assert str(scalars("a: one")["a"].locate(3)) == "x.ksy:1:7"


def test_anchors_and_aliases():
    found = scalars("a: &x 12\nb: *x\n")
    assert found["b"].value == 12
    assert str(found["b"].loc) == "x.ksy:1:4"


@pytest.mark.parametrize("text", ["", "# nothing\n"])
def test_an_empty_document(text: str):
    root = parse(text, "x.ksy")
    assert isinstance(root, Scalar)
    assert root.value is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: b: c", "x.ksy:1:5: not YAML: mapping values are not allowed here"),
        ("a: 1\na: 2\n", "x.ksy:2:1: key 'a' occurs twice"),
        ("a:\n  x: 1\n  'x': 2\n", "x.ksy:3:3: key 'x' occurs twice"),
        ("a: 1\nb :2\n\nc: 3\n", "x.ksy:2:1: not YAML: could not find expected ':'"),
        ("[a]: 1", "x.ksy:1:1: a key must be a scalar"),
        ("a: *b", "x.ksy:1:4: not YAML: no anchor 'b' before this"),
        ("a: 1\n---\nb: 2\n", "x.ksy:2:1: a second YAML document: a spec is one document"),
        ("a: \x07", "x.ksy:1:4: not YAML: U+0007 can't be part of it"),
        ("a: [1,\nb: 2", "x.ksy:2:5: not YAML: expected ',' or ']', but got '<stream end>'"),
    ],
)
def test_errors(text: str, message: str):
    with pytest.raises(SpecErrors) as caught:
        parse(text, "x.ksy")
    assert [str(d) for d in caught.value.diagnostics] == [message]


def test_merge_keys():
    text = "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc: {<<: [*a, *b], x: 5}\nd:\n  <<: *b\n  '<<': 6\n"
    root = parse(text, "x.ksy")
    assert isinstance(root, Mapping)
    found = {}
    for key in ("c", "d"):
        node = root.get(key)
        assert isinstance(node, Mapping)
        found[key] = {entry.key.text: entry.node.value for entry in node.entries if isinstance(entry.node, Scalar)}
    assert found == {"c": {"x": 5, "y": 2, "z": 4}, "d": {"<<": 6, "y": 3, "z": 4}}
    for wrong in ("<<: 1\n", "a: &a {x: 1}\nb: {<<: [*a, 2]}\n", "<<: []\n"):
        with pytest.raises(SpecErrors, match="'<<' merges mappings"):
            parse(wrong, "x.ksy")


def test_keys_that_occur_twice_hide_no_other_errors(tmp_path: Path) -> None:
    spec = tmp_path / "twice.ksy"
    spec.write_text(
        "meta: {id: twice, endian: le}\nseq:\n"
        "  - id: a\n    type: u1\n    type: u2\n  - id: b\n    typ: u1\n  - id: c\n    size: 4\n    size: 5\n"
    )
    with pytest.raises(SpecErrors) as caught:
        resolved(spec)
    assert [(d.loc.line, d.message) for d in caught.value.diagnostics] == [
        (5, "key 'type' occurs twice"),
        (7, "unknown key 'typ' in an attribute"),
        (10, "key 'size' occurs twice"),
    ]


def test_keys_that_occur_twice_hide_no_errors_of_names(tmp_path: Path) -> None:
    spec = tmp_path / "twice.ksy"
    spec.write_text(
        "meta: {id: twice, endian: le, encoding: ASCII}\nseq:\n"
        "  - id: a\n    type: u1\n    type: strz\n"
        "  - {id: b, size: aa}\n"
        "  - {id: c, size: a.length}\n"  # nothing follows from what is said twice
        "instances:\n"
        "  d: {value: 1}\n"
        "  d: {value: 2}\n"
        "  e: {value: bb}\n"
        "enums:\n  f: {1: one, 1: two}\n"
    )
    with pytest.raises(SpecErrors) as caught:
        resolved(spec)
    assert [(d.loc.line, d.message) for d in caught.value.diagnostics] == [
        (5, "key 'type' occurs twice"),
        (6, "'twice' has no member 'aa'"),
        (10, "key 'd' occurs twice"),
        (11, "'twice' has no member 'bb'"),
        (13, "key '1' occurs twice"),
    ]


def test_keys_that_occur_twice_are_found_in_what_nothing_reads(tmp_path: Path) -> None:
    spec = tmp_path / "twice.ksy"
    spec.write_text("meta: {id: twice}\n-private:\n  a: 1\n  a: 2\nseq: []\n")
    with pytest.raises(SpecErrors, match=r"twice\.ksy:4:3: key 'a' occurs twice"):
        resolved(spec)
