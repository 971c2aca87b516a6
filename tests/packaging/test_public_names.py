"""What users find in the packages that are public: all that is documented, and little else."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import bytewright


@pytest.mark.parametrize("package", ["bytewright", "bytewright.columns"])
def test_a_package_shows_what_it_offers(package: str):
    module = import_module(package)
    shown = [name for name in dir(module) if not name.startswith("_")]
    assert shown == sorted(module.__all__)
    assert all(getattr(module, name) is not None for name in shown)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        module.nothing  # noqa: B018


@pytest.mark.parametrize("package", ["bytewright", "bytewright.columns"])
def test_types_are_those_of_the_names(package: str):
    """Linters read the imports under TYPE_CHECKING, Python reads the table of homes: both say the same."""
    module = import_module(package)
    tree = ast.parse(Path(str(module.__file__)).read_text())
    checked = next(node for node in tree.body if isinstance(node, ast.If))
    said = {
        one.name: f"{node.module}" for node in checked.body if isinstance(node, ast.ImportFrom) for one in node.names
    }
    homes = {name: f"bytewright.{home}" for name, home in module._HOMES.items()}
    assert said == homes | {name: "bytewright" for name in module.__all__ if name not in homes}


def test_users_need_these():
    needed = {"Session", "Table", "Written", "damage", "errors", "limits", "load", "open", "splits", "sql", "write"}
    assert {*dir(bytewright)} >= needed | {"view_of"}


def test_models_load_no_kernel() -> None:
    """A model's package imports all parts but those of Spark and of tests."""
    code = "import sys, bytewright_formats.uvarint.model; print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert "bytewright.generated_api.model" in shown
    assert not {*shown} & {"numba", "llvmlite", "hypothesis", "pyspark", "bytewright.tables", "bytewright.spark"}
