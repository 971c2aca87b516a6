"""Every operation of the kernel has a contract, and is driven beside protected pages, or listed as one that isn't."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.kernels.test_part_table import OPERATION_NUMBERS
from tests.safety.child import guarded_scan
from tests.safety.subjects import SUBJECTS

import bytewright.kernels
from bytewright.kernels.plan import codes, encoding_codes

NOTE = Path(__file__).parents[2] / "docs" / "notes" / "kernel-contracts.md"
NATIVE = Path(bytewright.kernels.__file__).parent / "native"


def _numbers(text: str, module: object) -> list[int]:
    """Operations that a text names in backticks, of a module where no other is said."""
    modules = {"codes": codes, "encoding_codes": encoding_codes}
    found = []
    for name in re.findall(r"`([A-Za-z_.]+)`", text):
        said, _, constant = name.rpartition(".")
        found.append(getattr(modules[said] if said else module, constant))
    return found


def stated() -> list[int]:
    """The operations that have rows."""
    found = []
    for section, module in (("Reading", codes), ("Encoding", encoding_codes)):
        text = NOTE.read_text(encoding="utf-8").partition(f"## {section}\n")[2].partition("\n## ")[0]
        rows = re.findall(r"^\| (`[^|]*) \|([^|]+)\|([^|]+)\|([^|]+)\|$", text, re.MULTILINE)
        assert rows
        assert all(cell.strip() for row in rows for cell in row)
        found += [number for row in rows for number in _numbers(row[0], module)]
    return found


def test_each_operation_has_one_row() -> None:
    assert sorted(stated()) == sorted(OPERATION_NUMBERS.values())


def test_operations_of_reading_are_driven() -> None:
    """By the subjects that `tests.safety.test_damage` reads damaged."""
    driven = {row[0] for subject in SUBJECTS() for row in guarded_scan(subject)._program.instructions.tolist()}
    reading = {number for name, number in OPERATION_NUMBERS.items() if name.startswith("codes.")}
    assert reading == driven


def test_the_kernel_has_no_arrays() -> None:
    """So that no index can be wrong, nor checked: all it has are addresses and numbers."""
    for folder in ("loops", "operations", "parts"):
        for path in (NATIVE / folder).glob("*.py"):
            for function in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(function, ast.FunctionDef):
                    for node in (inner for statement in function.body for inner in ast.walk(statement)):
                        assert not isinstance(node, ast.Subscript), f"{path.name}: {ast.unparse(node)}"
