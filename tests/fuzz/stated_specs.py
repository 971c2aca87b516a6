"""Specs that the repository states: those in its tests' strings, its folders of specs, and its documents.

Tests state them in a few lines, often without what every spec has; that is put in front of them. What is no spec by
itself, as it names what is made elsewhere, is left out by who compiles it.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml  # type: ignore[import-untyped]
from tests.docs.blocks import blocks

ROOT = Path(__file__).parents[2]
_META = {"endian": "le", "bit-endian": "le", "encoding": "UTF-8"}
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MOST_LINES = 150
"""Lines of a spec beyond which it is a format of its own, of which there are files."""


class Stated(NamedTuple):
    """A spec that is stated somewhere.

    Attributes:
        place: file and line.
        tree: the spec, with all that it needs, called ``stated``.
    """

    place: str
    tree: dict[str, Any]


@cache
def stated_specs() -> tuple[Stated, ...]:
    """All of them, each once, in the order of their places."""
    found: dict[str, Stated] = {}
    for path in _files():
        for one in stated_in(path):
            found.setdefault(json.dumps(one.tree, default=repr), one)
    return tuple(found.values())


def stated_in(path: Path) -> tuple[Stated, ...]:
    """Those of one file, each once.

    Args:
        path: of a spec, a document or a test.
    """
    found: dict[str, Stated] = {}
    for place, text in _texts(path):
        if "seq:" not in text or text.count("\n") > _MOST_LINES:
            continue
        try:
            tree = yaml.load(text, _LOADER)
        except (yaml.YAMLError, ValueError):
            continue
        if isinstance(tree, dict) and tree.get("seq"):
            tree["meta"] = {**_META, **_meta(tree), "id": "stated"}
            found.setdefault(json.dumps(tree, default=repr), Stated(place, tree))
    return tuple(found.values())


def _meta(tree: dict[str, Any]) -> dict[str, Any]:
    meta = tree.get("meta")
    return {key: value for key, value in meta.items() if key != "title"} if isinstance(meta, dict) else {}


def _files() -> Iterator[Path]:
    for folder, suffix in (("tests", ".ksy"), ("docs", ".md"), ("tests", ".py")):
        yield from sorted((ROOT / folder).rglob(f"*{suffix}"))


def _texts(path: Path) -> Iterator[tuple[str, str]]:
    place = str(path.relative_to(ROOT))
    if path.suffix == ".md":
        yield from ((f"{place}:{block.line}", block.text) for block in blocks(path) if block.language == "yaml")
        return
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".ksy":
        yield place, source
    elif "seq:" in source:
        yield from ((f"{place}:{line}", text) for line, text in _strings(ast.parse(source)))


def _strings(module: ast.Module) -> Iterator[tuple[int, str]]:
    """The strings of a module, those that are put together of others as a whole."""
    known: dict[str, str] = {}
    for one in module.body:
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
            text = _text(one.value, known)
            if text is not None:
                known[one.targets[0].id] = text
    left: list[ast.AST] = [module]
    while left:
        node = left.pop()
        text = _text(node, known)
        if isinstance(node, ast.expr) and text is not None:
            yield node.lineno, text
        else:
            left += reversed(list(ast.iter_child_nodes(node)))


def _text(node: ast.AST, known: Mapping[str, str]) -> str | None:
    """What an expression of constants gives; None: it isn't one."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name):
            return known.get(name)
        case ast.JoinedStr(values=parts):
            each = [_text(part, known) for part in parts]
        case ast.FormattedValue(value=inner, conversion=-1, format_spec=None):
            return _text(inner, known)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            each = [_text(left, known), _text(right, known)]
        case _:
            return None
    return None if None in each else "".join(part for part in each if part is not None)
