"""What constructors of generated models take, and what reading gives, as type checkers see it."""

import ast
from pathlib import Path
from typing import Any

import pytest

from bytewright_codegen.backends.python.model import model
from bytewright_codegen.front.ksy import load as load_spec
from bytewright_codegen.load import load
from bytewright_codegen.pipeline.compilation import plan
from bytewright_codegen.semantics.resolve import resolve

SPEC = """
meta: {id: toy, endian: le, encoding: UTF-8}
seq:
  - {id: time, type: u8, -type: {timestamp: s}}
  - {id: kind, type: u1, enum: kind}
  - {id: num_points, type: u2}
  - {id: points, type: point, repeat: expr, repeat-expr: num_points}
  - {id: key, type: uuid}
  - {id: number, type: u4}
  - {id: extra, type: f8, if: number > 0}
  - {id: tag, type: u1}
  - {id: value, type: {switch-on: tag, cases: {0: u4, 1: f8, 2: point, _: uuid}}}
  - {id: rest, type: {switch-on: tag, cases: {0: u4, 1: point}}}
  - {id: labels, type: label, repeat: expr, repeat-expr: 2, -type: {map: {key: _.key, value: _.value}}}
types:
  point: {seq: [{id: x, type: s4}, {id: y, type: s4}]}
  uuid: {-show: {value: it}, -type: uuid, seq: [{id: it, size: 16}]}
  label: {seq: [{id: key, type: strz}, {id: value, type: strz}]}
enums: {kind: {0: open, 1: shut}}
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> ast.ClassDef:
    path = tmp_path_factory.mktemp("specs") / "toy.ksy"
    path.write_text(SPEC, encoding="utf-8")
    tree = ast.parse(model(plan(resolve(load_spec(path)))["toy"]))
    return next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Toy")


def test_constructors_take_what_writers_take(source: ast.ClassDef) -> None:
    checked = next(node for node in source.body if isinstance(node, ast.If))
    assert ast.unparse(checked.test) == "TYPE_CHECKING"
    (constructor,) = checked.body
    assert isinstance(constructor, ast.FunctionDef)
    taken = {one.arg: ast.unparse(one.annotation) for one in constructor.args.kwonlyargs if one.annotation is not None}
    needed = {
        one.arg
        for one, default in zip(constructor.args.kwonlyargs, constructor.args.kw_defaults, strict=True)
        if default is None
    }
    assert taken == {
        "time": "int | AnyMoment",
        "kind": "Kind | int | str",
        "points": "AnySequence[Point | Mapping[str, Any]]",
        "key": "Uuid | Mapping[str, Any] | bytes | AnyUuid",
        "number": "int | None",
        "extra": "float | None",
        "tag": "int | None",
        "value": "int | float | Point | Mapping[str, Any] | Uuid | bytes | AnyUuid",
        "rest": "int | Point | Mapping[str, Any] | None",
        "labels": "AnySequence[Label | Mapping[str, Any]] | Mapping[Any, Any]",
    }
    assert {"time", "kind", "points", "rest"} <= needed
    assert not {"extra", "tag"} & needed


def test_members_are_what_reading_gives(source: ast.ClassDef) -> None:
    named = [node for node in source.body if isinstance(node, ast.AnnAssign)]
    members = {ast.unparse(node.target): ast.unparse(node.annotation) for node in named}
    assert members["num_points"] == "int"  # left out, it is counted; read, it is there
    assert members["extra"] == "float | None"
    assert members["value"] == "int | float | Point | Uuid"
    assert members["rest"] == "int | Point | None"
    assert members["labels"] == "list[Label]"


def test_a_misspelt_member_gets_the_nearest_name(tmp_path: Path) -> None:
    path = tmp_path / "toy.ksy"
    path.write_text(SPEC, encoding="utf-8")
    root: Any = load(str(path)).root
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'numbr'. Did you mean 'number'\?$"):
        root(numbr=3)
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'num_points'. Did you mean 'points'\?$"):
        root(num_points=3)  # it is derived
    with pytest.raises(TypeError, match=r"missing .* required keyword-only argument"):
        root()
