"""Where the specs lie that come with Bytewright."""

from __future__ import annotations

import re
from pathlib import Path

from bytewright.errors import SpecError
from bytewright.io.source import reading

_SCHEMA = "bytewright.schema.json"
_CONSTRUCT = re.compile(r"^(from|import) construct\b", re.MULTILINE)
_META = re.compile(r"^META\b", re.MULTILINE)


def schema_file() -> Path:
    """The JSON Schema of specs, for editors: that of ``docs/`` in a checkout, the package's own in a wheel."""
    installed = Path(__file__).parents[1] / "schema" / _SCHEMA
    return installed if installed.is_file() else Path(__file__).parents[3] / "docs" / "schema" / _SCHEMA


def spec_root() -> Path:
    """The folder of the specs: ``specs/`` in a checkout, the copy among the package's data where a wheel is installed.

    Raises:
        SpecError: there is neither.
    """
    package = Path(__file__).parents[1]
    checkout = package.parents[1]
    # The checkout is asked first: it is where specs are edited. Its pyproject.toml tells it from a folder that happens
    # to have a `specs` beside an installed package.
    if (checkout / "pyproject.toml").is_file() and (checkout / "specs").is_dir():
        return checkout / "specs"
    if (package / "specs").is_dir():
        return package / "specs"
    raise SpecError(f"no specs in {checkout} or {package}", hint="Name the .ksy file instead.")


def spec_files(root: Path) -> list[Path]:
    """The specs in a folder and those below it: all ``.ksy``, and each ``.py`` that is a declaration in Construct.

    Beside specs lie modules that compute values. A declaration imports Construct and says what it is (``META``).
    """
    declared = [path for path in root.rglob("*.py") if is_declaration(path)]
    return sorted([*root.rglob("*.ksy"), *declared])


def is_declaration(path: Path) -> bool:
    """Whether a module is a declaration in Construct."""
    with reading(path):
        text = path.read_text(encoding="utf-8", errors="replace")
    return bool(_CONSTRUCT.search(text) and _META.search(text))
