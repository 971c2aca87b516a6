"""The index of modules, docs/modules.md: one line a module, the first paragraph of its docstring.

``python -m tests.packaging.modules`` writes it anew.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = (ROOT / "runtime" / "bytewright", ROOT / "codegen" / "bytewright_codegen")
PAGE = ROOT / "docs" / "modules.md"
_DOCSTRING = re.compile(r'"""(.*?)"""', re.DOTALL)

_HEAD = """\
# Modules

Made by `python -m tests.packaging.modules` of the docstrings; `tests/packaging/test_map.py` holds it current.
[architecture.md](architecture.md) says what the rooms are for, and in which order. Paths are relative to the package.
"""


def sources(package: Path) -> list[Path]:
    """The modules of a package, room by room; the folder of shipped specs is data, no room."""
    return sorted(path for path in package.rglob("*.py") if package / "specs" not in path.parents)


@cache
def described(path: Path) -> str:
    """The first paragraph of a module's docstring, in one line."""
    docstring = _DOCSTRING.match(path.read_text(encoding="utf-8"))
    return " ".join(docstring[1].partition("\n\n")[0].split()) if docstring else ""


def page() -> str:
    """The text of the index."""
    return "\n".join([_HEAD, *(line for package in PACKAGES for line in _listed(package))]) + "\n"


def _listed(package: Path) -> Iterator[str]:
    for folder in sorted({path.parent for path in sources(package)}):
        yield f"## `{folder.relative_to(ROOT).as_posix()}/`\n"
        yield f"{described(folder / '__init__.py')}\n"
        modules = [path for path in sorted(folder.glob("*.py")) if path.name != "__init__.py"]
        yield from (f"- `{path.relative_to(package).as_posix()}`: {described(path)}" for path in modules)
        if modules:
            yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
