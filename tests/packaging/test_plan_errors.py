"""A plan that contradicts itself is a bug, which nobody takes for a refusal."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def caught(tree: ast.AST, name: str) -> list[int]:
    """The lines of a module that catch an exception by its name."""
    handlers = (node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.type is not None)
    return [one.lineno for one in handlers for part in ast.walk(one.type or one) if getattr(part, "id", None) == name]


@pytest.mark.parametrize("package", ["runtime/bytewright", "codegen/bytewright_codegen", "pipelines"])
def test_plan_errors_are_caught_nowhere(package: str) -> None:
    modules = sorted((ROOT / package).rglob("*.py"))
    found = {path: caught(ast.parse(path.read_text(encoding="utf-8")), "PlanError") for path in modules}
    assert not {path: lines for path, lines in found.items() if lines}


def test_what_is_caught_is_seen() -> None:
    module = (
        "try: ...\nexcept (ValueError, PlanError): ...\ntry: ...\nexcept PlanError as e: ...\nexcept KeyError: ...\n"
    )
    assert caught(ast.parse(module), "PlanError") == [2, 4]
