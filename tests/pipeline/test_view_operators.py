"""Every key of a view has its counterparts: in the IR, in views of the runtime, and in what uses these."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from bytewright.schema.view import View
from bytewright_codegen.ir.view_operators import VIEW_OPERATORS, ViewOperator
from bytewright_codegen.ir.views import View as Declared

ROOT = Path(__file__).parents[2]
COMPILER, RUNTIME = "codegen/bytewright_codegen", "runtime/bytewright"


def lacking(key: str, operator: ViewOperator) -> Iterator[str]:
    """What an operator lacks."""
    if not set(operator.declared) & asked(f"{COMPILER}/semantics") and not operator.unread:
        yield "names and types in semantics/"
    if not set(operator.declared) & asked(f"{COMPILER}/backends"):
        yield "a back end"
    if not set(operator.declared) & asked(f"{COMPILER}/lowering") and not operator.unlowered:
        yield "a plan, or a refusal, in lowering/"
    if not set(operator.shown) & asked(f"{RUNTIME}/views/evaluate") and not operator.unread:
        yield "rows in views/evaluate/"
    if not set(operator.shown) & asked(f"{RUNTIME}/views/invert") and not operator.unwritten:
        yield "the way back in views/invert/"
    if not re.search(rf"`{key}[:`]", (ROOT / "docs" / "language.md").read_text(encoding="utf-8")):
        yield "a word in docs/language.md"


@cache
def asked(room: str) -> frozenset[str]:
    """The attributes that the modules of a room ask for."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / room).rglob("*.py")]
    return frozenset(node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute))


@pytest.mark.parametrize("key", VIEW_OPERATORS)
def test_a_key_has_its_counterparts(key: str) -> None:
    assert list(lacking(key, VIEW_OPERATORS[key])) == []


def test_an_operator_without_counterparts_is_found() -> None:
    assert len(list(lacking("unheard-of", ViewOperator(("unheard_of",), ("unheard_of",))))) == 6


def test_all_that_views_hold_is_of_a_key() -> None:
    """Each attribute of one."""
    held = [name for operator in VIEW_OPERATORS.values() for name in operator.declared]
    shown = [name for operator in VIEW_OPERATORS.values() for name in operator.shown]
    assert sorted(held) == sorted({field.name for field in fields(Declared)} - {"name", "loc"})
    assert sorted(shown) == sorted({field.name for field in fields(View)} - {"name"})
