"""The documentation as a site: every link, every anchor and every docstring in it is good; and the notebook in it."""

import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from ruamel.yaml import YAML
from tests.docs.blocks import ROOT
from tests.support.hanging import HANGS

NOTEBOOKS = sorted((ROOT / "docs").glob("*.ipynb"))


def test_the_site_is_built_without_a_warning(tmp_path: Path):
    command = [sys.executable, str(ROOT / "docs" / "site"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=HANGS)
    assert not done.returncode, done.stdout + done.stderr
    page = (tmp_path / "site" / "docs" / "api.html").read_text(encoding="utf-8")
    assert "Open files as a table." in page
    for name in ("index.html", "docs/language.html", "docs/first-look.html", "search.json"):
        assert (tmp_path / "site" / name).stat().st_size


def test_the_site_asks_for_nothing_from_elsewhere(tmp_path: Path):
    subprocess.run([sys.executable, str(ROOT / "docs" / "site"), str(tmp_path)], check=True, timeout=HANGS)
    text = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    loaded = re.findall(r'(?:src|<link rel="stylesheet" href)="([^"]*)"', text)
    assert loaded
    assert not [address for address in loaded if "://" in address or address.startswith("//")]


def test_every_document_has_a_place_in_the_site():
    settings = (ROOT / "docs" / "site" / "zensical.yml").read_text(encoding="utf-8").split("\nnav:\n")[1]
    named = [page for section in YAML(typ="safe").load(settings) for pages in section.values() for page in pages]
    there = {f"docs/{path.with_suffix('.md').name}" for path in (ROOT / "docs").glob("*.*") if path.suffix != ".html"}
    assert there == {page for page in named if page.count("/") == 1}
    assert all((ROOT / page).is_file() or (ROOT / page).with_suffix(".ipynb").is_file() for page in named)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_shows_what_its_cells_give(path: Path, tmp_path: Path):
    shown = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    run = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(run, timeout=HANGS, resources={"metadata": {"path": str(tmp_path)}}).execute()

    def results(notebook: nbformat.NotebookNode) -> list[object]:
        cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
        return [[output.get("data", {}).get("text/plain") for output in cell.outputs] for cell in cells]

    assert any(results(shown))
    assert results(run) == results(shown)
