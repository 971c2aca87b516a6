"""Tests of the suite that are written in Python, run over our models instead of the stock parser's objects."""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import sys
import types
import unittest
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from bytewright.codec.codec import Codec


def sample_of(path: Path) -> str:
    """The sample that a test reads, below the checkout."""
    texts = (
        node.value for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Constant)
    )
    return next(text for text in texts if isinstance(text, str) and text.startswith("src/"))


def expects_an_error(path: Path) -> bool:
    """Whether a test, if there is one, calls a reader that must fail, and goes on."""
    if not path.exists():
        return False
    blocks = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.With))
    return any(
        isinstance(item.context_expr, ast.Call)
        and isinstance(item.context_expr.func, ast.Attribute)
        and item.context_expr.func.attr == "assertRaises"
        and any(isinstance(call, ast.Attribute) and call.attr == "_read" for call in ast.walk(block))
        for block in blocks
        for item in block.items
    )


def failure(path: Path, codec: Codec) -> str | None:
    """Why a test doesn't pass; None where it does."""
    module_name, class_name = _imported(path)
    stand_in: Any = types.ModuleType(module_name)
    setattr(stand_in, class_name, _Parser(codec, path))
    sys.modules["testformats"] = types.ModuleType("testformats")
    sys.modules[module_name] = stand_in
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    outcome = unittest.TestResult()
    checkout = path.parents[3]
    with contextlib.chdir(checkout):
        unittest.defaultTestLoader.loadTestsFromModule(module).run(outcome)
    for _, text in (*outcome.errors, *outcome.failures):
        return text.strip().splitlines()[-1]
    return None if outcome.testsRun else "it has no test"


def arguments_of(path: Path, codec: Codec) -> dict[str, Any]:
    """What a test gives the root's parameters, by their names."""
    _, class_name = _imported(path)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == class_name:
            given = [a.value for a in node.args if isinstance(a, ast.Constant) and a.value is not None]
            return dict(zip(parameters(codec), given, strict=True))
    return {}


def with_arguments(codec: Codec, arguments: dict[str, Any]) -> Codec:
    """The codec of files whose root has these arguments."""
    if not arguments:
        return codec
    read: Callable[..., Any] = codec.read
    return replace(codec, read=lambda io: read(io, None, "", None, *arguments.values()))


def parameters(codec: Codec) -> list[str]:
    """The names of the root's parameters: fields of the dataclass that are no entries."""
    root: Any = codec.root
    entries = {field.name for field in codec.root.FIELDS}
    return [field.name for field in fields(root) if not field.init and field.name not in entries]


def _imported(path: Path) -> tuple[str, str]:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("testformats."):
            return str(node.module), node.names[0].name
    raise ValueError(f"{path.name} imports no parser")


class _Parser:
    """Stands for the stock parser's class in a test."""

    def __init__(self, codec: Codec, path: Path) -> None:
        self._codec = codec
        self._checkout = path.parents[3]

    def from_file(self, name: str) -> contextlib.AbstractContextManager[Any]:
        return contextlib.nullcontext(self._codec.parse(self._checkout / name))

    def __call__(self, *arguments: Any) -> contextlib.AbstractContextManager[Any]:
        *given, stream, _parent, _root = arguments
        codec = with_arguments(self._codec, dict(zip(parameters(self._codec), given, strict=True)))
        return contextlib.nullcontext(codec.parse(stream.read_bytes_full()))

    def __getattr__(self, name: str) -> Any:
        for kind in self._codec.structures().values():
            if kind.__name__ == name:
                return kind
        raise AttributeError(name)
