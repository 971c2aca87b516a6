"""What `bytewright generate` says and does where kaitai-struct-compiler can't be had, which nothing else needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from bytewright.cli import main
from bytewright_codegen.kaitai import toolchain
from bytewright_codegen.kaitai.toolchain import ToolchainError
from bytewright_codegen.pipeline import generate

GOOD = """
meta: {id: good, endian: le}
seq: [{id: items, type: item, repeat: eos}]
types: {item: {seq: [{id: a, type: u1}]}}
"""
PRODUCT = """
meta: {id: product, endian: le}
seq: [{id: len, type: u1}, {id: w, type: u1}, {id: x, size: len * w}]
"""
NEEDLESS = "bytewright generate: no parser.py is made, and nothing else needs it: npm isn't there"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of two specs; of one, writers can't find numbers."""

    def nowhere(report: object, *, patient: bool) -> Path:
        raise ToolchainError(f"npm isn't there{', and was patient' if patient else ''}")

    monkeypatch.setattr(toolchain, "install", nowhere)
    monkeypatch.setattr(generate, "_make_walks", lambda package: None)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "good.ksy").write_text(GOOD)
    (tmp_path / "specs" / "product.ksy").write_text(PRODUCT)
    (tmp_path / "pyproject.toml").write_text('[tool.bytewright]\npackage = "generated/toys"\n')
    return tmp_path


def said(capfd: pytest.CaptureFixture[str], *words: str, status: int = 0) -> list[str]:
    """The lines that a run prints."""
    assert main(["generate", *words]) == status
    return capfd.readouterr().err.splitlines()


def test_what_is_written_and_removed_is_said(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lines = said(capfd, "--check", status=1)
    assert lines[0] == "bytewright generate: kaitai-struct-compiler: 2 parsers"
    assert lines[1] == NEEDLESS
    assert "bytewright generate: good (1 of 2)" in lines
    assert any("'len' and 'w' can't be found from the size of 'x'" in line for line in lines)
    assert "would write generated/toys/good/reader.py" in lines
    assert lines[-1] == "run `bytewright generate`"
    assert not (project / "generated").exists()
    assert "wrote generated/toys/product/writer.py" in said(capfd)
    assert not list(project.rglob("parser.py"))
    assert said(capfd, "--check")[-1].endswith("files are as they should be")
    (project / "specs" / "good.ksy").unlink()
    gone = ["generated/pyspark_good", "generated/toys/good", "tests/generated/test_good.py"]
    lines = said(capfd, "--check", status=1)
    assert [line for line in lines if "remove" in line] == [f"would remove {path}" for path in gone]
    assert (project / "generated" / "toys" / "good" / "reader.py").exists()
    assert [line for line in said(capfd) if line.startswith("removed")] == [f"removed {path}" for path in gone]
    assert not any((project / path).exists() for path in gone)


def test_parsers_may_be_required(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with (project / "pyproject.toml").open("a") as file:
        file.write('parsers = "required"\n')
    lines = said(capfd, status=1)
    assert lines[-1].endswith("npm isn't there, and was patient")
    assert not (project / "generated").exists()


def test_there_may_be_no_specs(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for path in (project / "specs").iterdir():
        path.unlink()
    assert not any("parser" in line for line in said(capfd))


def test_what_parses_for_a_declaration_is_construct(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "specs" / "pair.py").write_text(
        'from construct import Int8ul, Struct\n\npair = Struct("a" / Int8ul, "b" / Int8ul)\n'
    )
    lines = said(capfd, "--trust", "specs", "specs/pair.py")
    assert not any("kaitai-struct-compiler" in line for line in lines)
    assert "wrote generated/toys/pair/reader.py" in lines
    assert "construct" in (project / "generated" / "toys" / "pair" / "parser.py").read_text()
