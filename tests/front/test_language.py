"""The language as the compiler reads it, as the JSON Schema states it, and as docs/language.md explains it."""

import ast
import importlib
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from ruamel.yaml import YAML

from bytewright.codecs.checksums import ALGORITHMS
from bytewright_codegen.front import ksy
from bytewright_codegen.front.ksy.vendor import LOGICAL_KINDS
from bytewright_codegen.front.ksy.vendor_keys import VENDOR_KEYS
from bytewright_codegen.semantics.meanings import MEANINGS

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "schema" / "bytewright.schema.json").read_text(encoding="utf-8"))
FIXTURES = Path(__file__).parents[1] / "pipeline" / "fixtures"
SPECS = sorted((ROOT / "specs").rglob("*.ksy"))
TOYS = sorted(path for path in FIXTURES.rglob("*.ksy") if path.parent.name != "errors")
LANGUAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")


def _document(path: Path) -> Any:
    return _with_text_keys(YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8")))


def _with_text_keys(node: Any) -> Any:
    if isinstance(node, dict):
        return {_text(key): _with_text_keys(value) for key, value in node.items()}
    return [_with_text_keys(item) for item in node] if isinstance(node, list) else node


def _text(key: object) -> str:
    return str(key).lower() if isinstance(key, bool) else str(key)


def _known() -> dict[str, set[str]]:
    """The keys that the front end knows, by what it calls the mapping they stand in."""
    found: dict[str, set[str]] = {}
    for path in sorted(Path(ksy.__file__).parent.glob("*.py")):
        names = vars(importlib.import_module(f"{ksy.__name__}.{path.stem}"))
        tree = ast.parse(path.read_text(encoding="utf-8"))
        own = {
            node.targets[0].id: node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Fields":
                what, keys = node.args[1], node.args[2]
                if isinstance(keys, ast.Name) and keys.id not in names:
                    keys = own[keys.id]
                text = what.value if isinstance(what, ast.Constant) else "'-type' (timestamp)"
                if "entry.key.text" not in ast.unparse(keys):
                    found[str(text)] = set(eval(compile(ast.Expression(keys), "", "eval"), {}, names))
    return found


KNOWN = _known()
BY_TITLE = {node["title"]: node for node in (SCHEMA, *SCHEMA["$defs"].values()) if "properties" in node}


def test_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_every_key_says_what_it_does():
    silent = [
        f"{title}: {key}"
        for title, node in BY_TITLE.items()
        for key, stated in node["properties"].items()
        if not stated.get("description")
    ]
    assert not silent


@pytest.mark.parametrize("path", [*SPECS, *TOYS], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_specs_fit_the_schema(path: Path):
    jsonschema.Draft202012Validator(SCHEMA).validate(_document(path))


def test_schema_refuses_what_the_compiler_refuses():
    wrongs: tuple[dict[str, Any], ...] = (
        {"seq": []},
        {"meta": {"id": "a"}, "seq": [{"id": "B"}]},
        {"meta": {"id": "a"}, "seq": [{"id": "b", "type": "u1", "-typo": 1}]},
        {"meta": {"id": "a"}, "seq": [{"id": "b", "type": "u1", "-derive": {}}]},
        {"meta": {"id": "a"}, "-views": {"rows": {"each": "b", "columns": []}}},
        {"meta": {"id": "a"}, "-options": [{"id": "b"}]},
    )
    for wrong in wrongs:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.Draft202012Validator(SCHEMA).validate(wrong)


@pytest.mark.parametrize("what", sorted(KNOWN))
def test_schema_has_the_keys_that_the_compiler_knows(what: str):
    assert set(BY_TITLE[what]["properties"]) == KNOWN[what]


def test_schema_and_docs_have_every_checksum():
    assert SCHEMA["$defs"]["checksum"]["properties"]["algorithm"]["anyOf"][0]["enum"] == list(ALGORITHMS)
    explained = LANGUAGE[LANGUAGE.index("### `-checksum`") :]
    assert [name for name in ALGORITHMS if f"`{name}`" not in explained] == []


def test_schema_docs_and_checks_have_every_logical_type():
    assert SCHEMA["$defs"]["logical"]["anyOf"][0]["enum"] == list(LOGICAL_KINDS)
    assert {*LOGICAL_KINDS, "timestamp"} == {*MEANINGS}
    explained = LANGUAGE[LANGUAGE.index("### `-type`") : LANGUAGE.index("### `-show`")]
    assert [name for name in LOGICAL_KINDS if f"`{name}`" not in explained] == []


def test_schema_has_no_others():
    assert set(BY_TITLE) == set(KNOWN)


def test_every_vendor_key_is_explained():
    explained = set(re.findall(r"^### `(-[a-z-]+)`", LANGUAGE, re.MULTILINE))
    assert explained == set(VENDOR_KEYS)
    listed = re.findall(r"^\| \[`(-[a-z-]+)`\]", LANGUAGE, re.MULTILINE)
    assert sorted(listed) == sorted(VENDOR_KEYS)


def test_every_vendor_key_is_read_somewhere():
    assert {key for keys in KNOWN.values() for key in keys if key.startswith("-")} == set(VENDOR_KEYS)


@pytest.mark.parametrize("what", ["'-derive'", "an option", "a view", "a column", "a pivot"])
def test_every_key_below_a_vendor_key_is_explained(what: str):
    assert [key for key in sorted(KNOWN[what]) if f"`{key}`" not in LANGUAGE] == []
