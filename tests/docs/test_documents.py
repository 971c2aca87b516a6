"""What the documents show is what happens: ``console`` blocks are run, ``python`` blocks with prompts are doctests.

Everything runs in an empty folder with ``examples/`` in it; the blocks of a document one after another. A
block with a file's name behind its language is that file. Where kaitai-struct-compiler can't be had, a document is left
at the first command that needs it.
"""

import doctest
import re
from pathlib import Path
from typing import Any

import pytest
from tests.docs.blocks import ROOT, Block, blocks, commands, matches, run

# These change a checkout, or install a package.
WITH_TESTS_OF_THEIR_OWN = ("adding-a-format.md", "your-own-package.md")
DOCUMENTS = [
    ROOT / "README.md",
    *sorted(p for p in (ROOT / "docs").glob("*.md") if p.name not in WITH_TESTS_OF_THEIR_OWN),
]


@pytest.fixture
def folder(with_spark: bool, spark_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a document's files lie; those of documents that need Spark, where the session finds them."""
    found = spark_folder if with_spark else tmp_path
    for name in ("examples", "specs"):
        if not (found / name).exists():
            (found / name).symlink_to(ROOT / name)
    monkeypatch.chdir(found)
    return found


def _cases() -> list[Any]:
    found = []
    for path in DOCUMENTS:
        tested = [b for b in blocks(path) if b.language == "console" or (b.language == "python" and ">>> " in b.text)]
        if tested:
            with_spark = any("spark." in b.text for b in tested if b.language == "python")
            marks = [pytest.mark.xdist_group("spark")] if with_spark else []
            found.append(pytest.param(path, tested, with_spark, id=path.name, marks=marks))
    return found


@pytest.mark.parametrize(("path", "tested", "with_spark"), _cases())
def test_document(path: Path, tested: list[Block], with_spark: bool, folder: Path, request: pytest.FixtureRequest):
    for block in blocks(path):
        if block.info:  # a file that the document shows in full
            (folder / block.info).write_text(block.text, encoding="utf-8")
    names: dict[str, Any] = {"spark": request.getfixturevalue("spark")} if with_spark else {}
    for block in tested:
        if block.language == "python":
            _check_python(path, block, names)
            continue
        for command in commands(block):
            if command.command.startswith("bytewright generate"):
                request.getfixturevalue("kaitai_compiler")
            printed = run(command.command, folder)
            assert matches(command.expected, printed), (
                f"{path.name}:{command.line}: $ {command.command}\n--- the document says\n{command.expected}"
                f"--- it prints\n{printed}"
            )


def _check_python(path: Path, block: Block, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, names, path.name, str(path), block.line - 1)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=told.append, clear_globs=False)
    names |= test.globs  # a later block goes on where this one ended
    assert not runner.failures, "".join(told)


def test_a_line_of_dots_stands_for_any_lines():
    assert matches("a\n…\nz\n", "a\nb\nc\nz\n")
    assert matches("a\n…\n", "a\n")
    assert not matches("a\n…\nz\n", "a\nb\n")
    assert not matches("a.c\n", "abc\n")


def test_commands_go_on_behind_a_backslash():
    block = Block("console", "", "$ echo a \\\n    b\na b\n$ true\n", 7)
    assert [(c.command, c.expected, c.line) for c in commands(block)] == [
        ("echo a \\\n    b", "a b\n", 7),
        ("true", "", 10),
    ]


def test_all_links_of_the_documents_lead_somewhere():
    lost = []
    for path in [*ROOT.glob("*.md"), *(ROOT / "changelog.d").glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]:
        links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
        lost += [f"{path.name}: {link}" for link in links if not (path.parent / link).exists()]
    assert not lost
