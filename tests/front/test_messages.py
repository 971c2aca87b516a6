"""What is wrong in a spec is shown by a test, message by message."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
COMPILER = TESTS.parent / "codegen" / "bytewright_codegen"
MODULES = sorted([*(COMPILER / "front" / "ksy").rglob("*.py"), *(COMPILER / "semantics").rglob("*.py")])


def messages(source: str) -> Iterator[tuple[int, str]]:
    """What a module says by ``problems.add`` and ``problems.warn``, as patterns, with the lines."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr="add" | "warn"), args=[_, ast.Constant(value=str() as text), *_]):
                yield node.lineno, re.escape(text)
            case ast.Call(func=ast.Attribute(attr="add" | "warn"), args=[_, ast.JoinedStr(values=parts), *_]):
                texts = [part.value for part in parts if isinstance(part, ast.Constant)]
                if texts:
                    yield node.lineno, ".{0,200}?".join(re.escape(str(text)) for text in texts)


def test_messages_are_those_that_a_module_writes_out() -> None:
    source = """
problems.add(loc, "a (b)", hint)
self.problems.warn(loc, f"'{a}' is {b}.")
found.add(one)
other.add(1, text)
"""
    assert list(messages(source)) == [(2, r"a\ \(b\)"), (3, r"'.{0,200}?'\ is\ .{0,200}?\.")]


@pytest.fixture(scope="module")
def shown() -> str:
    """All that tests expect."""
    expected = sorted((TESTS / "pipeline" / "fixtures").rglob("*.expected"))
    paths = [*expected, *(path for path in sorted(TESTS.rglob("test_*.py")) if path != Path(__file__))]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(COMPILER)))
def test_each_message_is_expected_by_a_test(path: Path, shown: str) -> None:
    found = list(messages(path.read_text(encoding="utf-8")))
    assert [(line, pattern) for line, pattern in found if not re.search(pattern, shown)] == []
