"""Ways through expression trees: what they find is what stands in the text."""

import re
from itertools import takewhile

import pytest

from bytewright_codegen.front.ksy.document import Mapping, Scalar, parse
from bytewright_codegen.front.ksy.expressions import parse_expression
from bytewright_codegen.ir import walk
from bytewright_codegen.ir.expressions import Expr, Literal_, Name

TEXTS = [
    "1",
    "a",
    "a + b * 2",
    "a.b.c",
    "_parent.a[i + 1].size",
    "[a, 2, b][c]",
    'f"{a} of {b.c + 1}"',
    "a < b and not (c == 3 or d)",
    "a ? b + 1 : -c",
    "a.to_s(b, c)",
    "_io.pos % 4",
    "a.as<b>.c",
    "kind::one == a ? 1 : 2",
]


def read(text: str) -> Expr:
    root = parse(f"it: >-\n  {text}\n", "x.ksy")
    assert isinstance(root, Mapping)
    node = root.entries[0].node
    assert isinstance(node, Scalar)
    return parse_expression(node)


def names(text: str) -> list[str]:
    """The names in a text that stand for themselves: neither members, nor types, nor of enums."""
    bare = re.sub(r'f"[^{]*|"|as<\w+>|\w+::\w+|(?<=\})[^{"]*', " ", text)
    return [name for name in re.findall(r"(?<![\w.])[a-z_]\w*", bare) if name not in ("and", "or", "not")]


@pytest.mark.parametrize("text", TEXTS)
def test_names_are_those_of_the_text_from_left_to_right(text: str) -> None:
    expr = read(text)
    assert [name.name for name in walk.names_in(expr)] == names(text)
    assert walk.is_constant(expr) is not bool(names(text)) or "::" in text


@pytest.mark.parametrize("text", TEXTS)
def test_what_changes_nothing_gives_the_same(text: str) -> None:
    expr = read(text)
    assert walk.with_children(expr, lambda child: child) == expr
    assert walk.replaced(expr, read("nowhere"), read("1")) == expr
    assert list(walk.children(walk.with_children(expr, lambda child: Literal_(7, child.loc)))) == [
        Literal_(7, child.loc) for child in walk.children(expr)
    ]


@pytest.mark.parametrize("text", TEXTS)
def test_another_name_stands_wherever_one_did(text: str) -> None:
    expr, name = read(text), Name("a", read("a").loc)
    changed = walk.replaced(expr, name, Name("other", name.loc))
    assert [each.name for each in walk.names_in(changed)] == ["other" if each == "a" else each for each in names(text)]
    assert walk.mentions(expr, next((each for each in walk.names_in(expr) if each.name == "a"), name)) is (
        "a" in names(text)
    )
    assert walk.replaced(changed, read("other"), name) == walk.replaced(expr, name, name)


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("x.b + y", "x.b", ["new", "y"]),
        ("x.b + y", "x.c", ["x", "y"]),
        ("x.b + y", "z.b", ["x", "y"]),
        ("x + y * 2", "y * 2", ["x", "new"]),
        ("x + y * 2", "y * 3", ["x", "y"]),
        ("x + y * 2", "y / 2", ["x", "y"]),
        ("x + y * 2", "2 * y", ["x", "y"]),
        ("x[1] + x[2]", "x[2]", ["x", "new"]),
        ("x[1] + z[2]", "x[2]", ["x", "z"]),
        ("x[y].b.c", "x[y].b", ["new"]),
    ],
)
def test_paths_and_sums_are_found_wherever_they_stand(text: str, wanted: str, found: list[str]) -> None:
    expr = walk.replaced(read(text), read(f"  {wanted}"), read("new"))
    assert [name.name for name in walk.names_in(expr)] == found


QUESTIONS = {
    walk.asks_stream: {"_io.pos", "a + _io.size", "a[_io.eof ? 1 : 2]"},
    walk.asks_position: {"_io.pos"},
    walk.asks_place: {"_io.pos", "a[_io.eof ? 1 : 2]"},
    walk.asks_end: {"a + _io.size", "a[_io.eof ? 1 : 2]"},
    walk.asks_index: {"a[_index]", "a[_index - 1].b", "a[_index - 2]", "a[_index + 1]"},
    walk.asks_before: {"a[_index - 1].b"},
    walk.takes_rest: {"(a % 2) + 1"},
}


@pytest.mark.parametrize("asks", QUESTIONS, ids=lambda asks: asks.__name__)
def test_what_an_expression_asks_for(asks: object) -> None:
    texts = sorted({"1", "a", "a.pos + a.size", "a.eof", "a[1]", "a - 1", "a / 2", *set().union(*QUESTIONS.values())})
    assert callable(asks)
    assert {text for text in texts if asks(read(text))} == QUESTIONS[asks]


@pytest.mark.parametrize(
    "text", ["_parent", "_parent._parent", "_parent._parent._parent", "a", "_parent.a", "a._parent", "_root._parent"]
)
def test_parents_are_counted(text: str) -> None:
    parts = text.split(".")
    above = list(takewhile(lambda part: part == "_parent", parts))
    assert walk.parents(read(text)) == (len(above) if len(above) == len(parts) else None)


def test_a_value_stands_for_a_field_of_one_type_only() -> None:
    loc = read("1").loc
    here, there = Name("a", loc, owner="here"), Name("a", loc, owner="there")
    for name in (here, there):
        assert walk.with_value(name, "here", "a", Literal_(5, loc)) == (Literal_(5, loc) if name is here else name)
    assert walk.with_value(here, "here", "b", Literal_(5, loc)) == here


def test_whose_elements_an_expression_is_about() -> None:
    loc = read("1").loc

    def named(name: str, binding: str) -> Expr:
        return Name(name, loc, binding=binding)  # type: ignore[arg-type]

    both = walk.replaced(
        walk.replaced(read("x + y"), read("x"), named("outer", "level")), read("y"), named("a", "level")
    )
    levels = {"outer": 0, "a": 1}
    assert walk.level_of(named("outer", "level"), levels) == 0
    assert walk.level_of(both, levels) == 1
    assert walk.level_of(named("a", "attribute"), levels) == 2
    assert walk.level_of(read("1"), levels) == 2
