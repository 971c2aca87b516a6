"""Private names are private: code reaches for no underscore names of others, but for some of libraries."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from bytewright.model.structures import Struct

ROOT = Path(__file__).parents[2]
PACKAGES = ("runtime/bytewright", "codegen/bytewright_codegen")

OF_LIBRARIES = {
    "_getframe": "Python: who calls",
    "_parsereport": "Construct: how a construct parses another",
    "_decode": "Construct: what an adapter does",
    "_validate": "Construct: what a validator does",
    "_get_local_constants": "Hypothesis: constants of the code under test, which make what it draws rest on imports",
    "_gateway": "PySpark: the connection to its JVM, which knows the process of that",
    "_get_module_for_linking": "Numba: what a library holds before it is linked (decision 33)",
}
"""Names of libraries, which have no public ones for that, and what they stand for."""

OF_STRUCTURES = {name for name in dir(Struct) if name.startswith("_")}
"""The runtime's own in structures, whose fields have the plain names."""
OF_NAMED_TUPLES = {"_replace", "_fields", "_asdict", "_make"}


def reached(tree: ast.Module) -> Iterator[ast.Attribute]:
    """Underscore names of others in a module: not of ``self`` or ``cls``, and of no class of the module itself."""
    own = {
        name
        for definition in ast.walk(tree)
        if isinstance(definition, ast.ClassDef)
        for node in ast.walk(definition)
        for name in _defined(node)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or not node.attr.startswith("_") or node.attr.endswith("_"):
            continue
        if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
            continue
        if isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "super":
            continue
        if node.attr not in own | OF_STRUCTURES | OF_NAMED_TUPLES:
            yield node


def _defined(node: ast.AST) -> Iterator[str]:
    """The names that a class gets by a part of its body."""
    match node:
        case ast.FunctionDef(name=name):
            yield name
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
            yield name


@pytest.mark.parametrize("package", PACKAGES)
def test_no_names_of_others_are_reached_for(package: str) -> None:
    found = Counter[str]()
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in reached(ast.parse(path.read_text(encoding="utf-8"))):
            if node.attr not in OF_LIBRARIES:
                found[f"{path.relative_to(ROOT)}: {ast.unparse(node)}"] += 1
    assert not found


def test_reaching_for_a_name_is_seen() -> None:
    read = "self._x, b._y, super()._z, b._f, b._replace(), b._kept"
    module = f"class A:\n    def f(self, b):\n        return {read}\n    def _f(self): ...\n"
    assert [node.attr for node in reached(ast.parse(module))] == ["_y"]
