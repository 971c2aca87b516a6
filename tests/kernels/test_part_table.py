"""Every operation of the kernel has its counterparts: a number of its own, parts that run it, and what asks for it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from bytewright import kernels
from bytewright.kernels.native.machine.part_table import NAMES, OPERATIONS
from bytewright.kernels.plan import codes, encoding_codes

KERNELS = Path(kernels.__file__).parent
SIGNATURE = ["state", "at", "low", "high", "rows"]


def numbered(module: ModuleType) -> Iterator[tuple[str, int]]:
    """The operations that a module of numbers has, by the headings of its sections."""
    assert module.__file__ is not None
    text = Path(module.__file__).read_text(encoding="utf-8")
    for section in re.split(r"^# --- ", text, flags=re.MULTILINE)[1:]:
        if section.startswith("operations: "):
            for name in re.findall(r"^([A-Z_]+) = ", section, re.MULTILINE):
                number = getattr(module, name)
                if isinstance(number, int) and number > 0 and not name.startswith("MOST_"):
                    yield f"{module.__name__.rpartition('.')[2]}.{name}", number


OPERATION_NUMBERS = dict([*numbered(codes), *numbered(encoding_codes)])


def defined() -> dict[str, list[str]]:
    """The functions in modules of parts, by their names as the table has them, with their arguments."""
    found = {}
    for path in (KERNELS / "native" / "parts").glob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                found[f"{path.stem}.{node.name}"] = [argument.arg.strip("_") for argument in node.args.args]
    return found


def test_each_operation_has_a_number_of_its_own_and_a_row() -> None:
    assert len(set(OPERATION_NUMBERS.values())) == len(OPERATION_NUMBERS)
    assert set(OPERATION_NUMBERS.values()) == set(OPERATIONS)


def test_parts_are_functions_and_all_such_functions_are_parts() -> None:
    functions = defined()
    assert {name for name, arguments in functions.items() if arguments == SIGNATURE} == set(NAMES)


@pytest.mark.parametrize("name", OPERATION_NUMBERS)
def test_something_asks_for_an_operation(name: str) -> None:
    """A program that is assembled."""
    module, _, constant = name.partition(".")
    texts = [path.read_text(encoding="utf-8") for path in (KERNELS / "program").rglob("*.py")]
    named = r"\b(codes|encoding|encoding_codes)\." if module == "encoding_codes" else r"\bcodes\."
    assert any(
        re.search(rf"{named}{constant}\b|\b{constant},?$|import .*\b{constant}\b", text, re.MULTILINE) for text in texts
    )
