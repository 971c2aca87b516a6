"""The facade: what generated code imports of the runtime, and nothing beside it."""

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import bytewright_codegen.backends
import bytewright_formats
from bytewright import generated_api

FACADE = "bytewright.generated_api"
PARTS = sorted(module.name for module in iter_modules(generated_api.__path__))
COMPILER = Path(bytewright_codegen.backends.__file__).parents[1]
TEMPLATES = {
    path.name.split(".")[0]: path.read_text() for path in COMPILER.glob("templates/*.jinja") if path.stem != "README.md"
}
BACKENDS = "\n".join(path.read_text() for path in COMPILER.glob("backends/**/*.py"))
GENERATED = [Path(folder) for folder in bytewright_formats.__path__]


def exports(part: str) -> set[str]:
    return set(import_module(f"{FACADE}.{part}").__all__)


def called(text: str) -> set[str]:
    """What a text calls by the prefix."""
    return set(re.findall(r"\brt\.(\w+)", text))


def test_templates_import_the_facade_only() -> None:
    imports = re.compile(r"^\s*(?:from|import) (bytewright(?:\.[\w.]+)?)\b", re.MULTILINE)
    found = {(name, module) for name, text in TEMPLATES.items() for module in imports.findall(text)}
    public = {("tests", "bytewright.testing")}
    assert not {(name, module) for name, module in found if not module.startswith(FACADE)} - public


def test_parts_export_what_is_generated_and_no_more() -> None:
    asked = called(BACKENDS) | {name for text in TEMPLATES.values() for name in called(text)}
    functions = {"power", "exponential", "logarithm", "doublings"}  # said by a table of the back end
    offered = {name for part in PARTS for name in exports(part)}
    assert not (asked | functions) - offered
    by_name = set(re.findall(r"\b\w+\b", "\n".join((*TEMPLATES.values(), BACKENDS))))
    assert not offered - asked - functions - by_name


@pytest.mark.parametrize("part", [part for part in PARTS if part in TEMPLATES])
def test_a_part_has_all_that_its_template_calls(part: str) -> None:
    assert not called(TEMPLATES[part]) - exports(part)


def test_a_part_has_all_that_its_generated_modules_call() -> None:
    """Linters can't tell: what generated readers take from a module isn't checked (see mypy's settings)."""
    missing = []
    for path in (file for folder in GENERATED for file in folder.glob("*/*.py")):
        text = path.read_text()
        if found := re.search(rf"^from {FACADE} import (\w+) as rt$", text, re.MULTILINE):
            missing += [(path.parent.name, found[1], name) for name in called(text) - exports(found[1])]
    assert not missing


def test_expressions_can_be_computed_in_every_part() -> None:
    """What the back end of expressions calls may occur wherever a spec has one."""
    source = (COMPILER / "backends/python/expressions.py").read_text()
    everywhere = called(source) - {"bytes_of"} | {"power", "exponential", "logarithm", "doublings"}
    computing = {"model", "reader", "writer", "views", "columns", "encoding", "strategies"}
    assert not {(part, name) for part in computing for name in everywhere - exports(part)}
