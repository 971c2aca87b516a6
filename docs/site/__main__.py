"""Builds the documentation as a site: ``python docs/site [FOLDER]``.

README.md, docs/, and the README of each format become pages at the addresses they have in the checkout, so that their
links hold in both. Zensical builds them by ``zensical.yml``; every warning of it (a link that leads nowhere, a
docstring that can't be read) fails the build.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from nbconvert import MarkdownExporter

ROOT = Path(__file__).parents[2]
_PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "LICENSE",
    "NOTICE",
    "changelog.d/README.md",
    "docs/**/*",
    "examples/*.ksy",
    "generated/*/*/README.md",
)
# What stands behind the language of a block: the file that it is, in our documents; a title, to Zensical.
_FILE = re.compile(r"^( *```[\w-]+) +([^\n{]+?) *$", re.MULTILINE)


def stage(folder: Path) -> None:
    """Copy all pages.

    Args:
        folder: gets them; its former content goes.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for path in (p for pattern in _PAGES for p in ROOT.glob(pattern) if p.is_file()):
        target = folder / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            target.write_text(_FILE.sub(r'\1 title="\2"', path.read_text(encoding="utf-8")), encoding="utf-8")
        elif path.suffix == ".ipynb":
            text, _ = MarkdownExporter().from_filename(str(path))  # type: ignore[no-untyped-call]
            target.with_suffix(".md").write_text(text, encoding="utf-8")
        elif "site" not in path.relative_to(ROOT).parts:
            shutil.copy(path, target)


def build(folder: Path) -> int:
    """Build the site.

    Args:
        folder: gets the site, in ``site``, and what it is made of, in ``pages``.

    Returns:
        The exit status of Zensical: 0 if there is nothing to warn of.
    """
    stage(folder / "pages")
    settings = (Path(__file__).parent / "zensical.yml").read_text(encoding="utf-8")
    (folder / "mkdocs.yml").write_text(settings.replace("RUNTIME", str(ROOT / "runtime")), encoding="utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "--config-file", "mkdocs.yml"]
    return subprocess.run(command, cwd=folder, check=False).returncode


if __name__ == "__main__":
    out = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "docs").absolute()
    status = build(out)
    if not status:
        print(f"open {out / 'site' / 'index.html'}")
    sys.exit(status)
