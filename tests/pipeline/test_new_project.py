"""`bytewright new`, and `bytewright generate` in a project of one's own, outside of any, and without npm."""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from types import SimpleNamespace

import pytest
from hatchling.builders.wheel import WheelBuilder
from tests.io.test_commit_journal import in_child
from tests.support.faults import Held, Kind, each_call_fails, held, kinds

import bytewright
from bytewright.cli import main
from bytewright.errors import BytewrightError, SpecError
from bytewright.kernels.native.machine import shipped_walks
from bytewright_codegen.ir.library import Library
from bytewright_codegen.kaitai import toolchain
from bytewright_codegen.pipeline import compilation, new_project, workspace
from bytewright_codegen.pipeline.project import project_around

FORMAT = "station_log"
PACKAGE = f"{FORMAT}_formats"


@pytest.fixture(autouse=True)
def _no_npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder outside of any project, and no kaitai-struct-compiler."""

    def install(report: object = None, *, patient: bool = True) -> Path:
        raise toolchain.ToolchainError("npm isn't reached")

    monkeypatch.setattr(toolchain, "install", install)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    for name in [name for name in sys.modules if name.split(".")[0] in (PACKAGE, f"pyspark_{FORMAT}")]:
        del sys.modules[name]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    assert main(["new", FORMAT]) == 0
    monkeypatch.chdir(tmp_path / FORMAT)
    sys.path.insert(0, str(tmp_path / FORMAT / "generated"))
    return tmp_path / FORMAT


def test_the_wheel_has_machine_code_that_git_does_not_keep(project: Path):
    code = project / "generated" / PACKAGE / shipped_walks.FOLDER / "some.so"
    code.parent.mkdir()
    code.write_bytes(b"")
    included = {file.distribution_path for file in WheelBuilder(str(project)).recurse_included_files()}
    assert {f"{PACKAGE}/{shipped_walks.FOLDER}/some.so", f"{PACKAGE}/{FORMAT}/reader.py"} <= included
    assert f"{shipped_walks.FOLDER}/" in (project / ".gitignore").read_text().split()


def test_what_is_made_works_at_once(project: Path, capsys: pytest.CaptureFixture[str]):
    (sample,) = (project / "samples" / FORMAT).iterdir()
    assert main(["generate", "--check"]) == 0
    assert main(["explain", FORMAT]) == 0
    assert capsys.readouterr().out.startswith(f"{FORMAT}: Station log")
    parse = importlib.import_module(f"{PACKAGE}.{FORMAT}").parse
    assert [record.note for record in parse(sample).records] == ["begun", ""]
    assert bytes(parse(sample)) == sample.read_bytes()
    source = importlib.import_module(f"pyspark_{FORMAT}").DefaultSource
    assert source.name() == FORMAT
    importlib.import_module(f"{PACKAGE}.{FORMAT}.strategies")
    test = (project / "tests" / "generated" / f"test_{FORMAT}.py").read_text()
    assert f"from {PACKAGE}.{FORMAT} import CODEC" in test
    assert f"from {PACKAGE}.{FORMAT} import parse" in (project / f"generated/{PACKAGE}/{FORMAT}/README.md").read_text()


def test_a_sample_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name, data in {"a.slog": b"SLOG\0\1", "empty": b"", "b.x-y": b"\xff"}.items():
        (tmp_path / name).write_bytes(data)
        folder = tmp_path / f"of_{name.partition('.')[0]}"
        assert main(["new", str(folder), "--sample", name]) == 0
        codec = bytewright.load(str(folder / "specs" / f"{folder.name}.ksy"))
        copied = folder / "samples" / folder.name / name
        assert copied.read_bytes() == data == bytes(codec.to_bytes(codec.parse(copied, strict=True)))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["9lives"], "NAME: expected a name of letters"),
        (["class"], "found 'class'"),
        (["there"], "there is something of that name"),
        (["fine", "--sample", "nowhere"], "nowhere: no such file"),
        (["fine", "--smaple", "x"], "Did you mean '--sample'?"),
    ],
)
def test_what_cannot_be_made(words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "file").touch()
    assert main(["new", *words]) != 0
    assert message in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_without_npm_there_is_no_parser_and_its_import_says_what_makes_it(
    project: Path, capsys: pytest.CaptureFixture[str]
):
    codec = project / "generated" / PACKAGE / FORMAT
    assert not (codec / "parser.py").exists()
    for statement in (f"from {PACKAGE}.{FORMAT} import parser", f"import {PACKAGE}.{FORMAT}.parser"):
        with pytest.raises(ImportError, match=r"has no parser\.py: .* `bytewright generate`"):
            exec(statement, {})
    with pytest.raises(ImportError, match="No module named"):
        importlib.import_module(f"{PACKAGE}.{FORMAT}.parsers")
    # One that was made elsewhere stays as long as its codec does.
    (codec / "parser.py").write_text("made elsewhere\n")
    assert main(["generate"]) == 0
    assert "no parser.py is made" in capsys.readouterr().err
    assert main(["generate", "--check"]) == 0
    assert (codec / "parser.py").exists()
    spec = project / "specs" / f"{FORMAT}.ksy"
    spec.write_text(spec.read_text().replace("type: f8", "type: f4"))
    assert main(["generate"]) == 0
    assert not (codec / "parser.py").exists()
    text = (project / "pyproject.toml").read_text()
    (project / "pyproject.toml").write_text(
        text.replace("[tool.bytewright]", '[tool.bytewright]\nparsers = "required"')
    )
    spec.write_text(spec.read_text().replace("type: f4", "type: f8"))
    assert main(["generate"]) == 1
    assert "npm isn't reached" in capsys.readouterr().err
    assert main(["generate", "--check"]) == 1


def test_a_spec_that_the_stock_compiler_refuses_has_no_parser(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """It can't tell what a calculated value is that rests on itself, for one."""
    (project / "specs" / "other.ksy").write_text("meta: {id: other}\nseq: [{id: a, type: u1}]\n")

    def made(libraries: list[Library], report: object = None) -> dict[str, str]:
        if any(library.main.id == "other" for library in libraries):
            raise SpecError("kaitai-struct-compiler: time", path="other")
        return {library.main.id: "made = True\n" for library in libraries}

    monkeypatch.setattr(toolchain, "install", lambda report=None, *, patient=True: project)
    monkeypatch.setattr(workspace, "parsers", made)
    assert main(["generate"]) == 0
    assert "no parser.py of other is made, and nothing else needs it: other: kaitai" in capsys.readouterr().err
    assert [path.parent.name for path in (project / "generated" / PACKAGE).rglob("parser.py")] == [FORMAT]
    text = (project / "pyproject.toml").read_text()
    required = text.replace("[tool.bytewright]", '[tool.bytewright]\nparsers = "required"')
    (project / "pyproject.toml").write_text(required)
    assert main(["generate"]) == 1


def test_generate_writes_where_the_project_is_and_removes_only_what_it_made(
    project: Path, monkeypatch: pytest.MonkeyPatch
):
    mine = project / "generated" / PACKAGE / "by_hand"
    mine.mkdir()
    (mine / "__init__.py").touch()
    (project / "specs" / "other.ksy").write_text("meta: {id: other}\nseq: [{id: a, type: u1}]\n")
    monkeypatch.chdir(project / "tests")
    assert main(["generate"]) == 0
    assert (project / "generated" / PACKAGE / "other" / "model.py").exists()
    (project / "specs" / "other.ksy").unlink()
    assert main(["generate"]) == 0
    assert not (project / "generated" / PACKAGE / "other").exists()
    assert not (project / "generated" / "pyspark_other").exists()
    assert (mine / "__init__.py").exists()


def test_outside_of_projects_generate_asks_where_code_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "x.ksy").write_text("meta: {id: x}\nseq: [{id: a, type: u1}]\n")
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    for words in (["x.ksy"], [], ["--out", "there"]):
        assert main(["generate", *words]) == 2
        said = capsys.readouterr().err
        assert "no project here" in said
        assert "--package DIR" in said
        assert "--out DIR" in said
    assert main(["generate", "x.ksy", "--out", "there"]) == 0
    assert (tmp_path / "there" / "generated" / "formats" / "x" / "model.py").exists()


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("specs = 'a'", "tool.bytewright.package: expected the folder of a package"),
        ("package = '../a'", "expected a folder below that of pyproject.toml, found '../a'"),
        ("package = '/a'", "found '/a'"),
        ("package = 'a-b'", "one of Python's, found a-b"),
        ("package = 1", "expected text, found 1"),
        ("package = 'a'\nparsers = 'never'", "expected one of required, optional, found never"),
        ("pakage = 'a'", "unknown key pakage of [tool.bytewright]. Did you mean 'package'?"),
        ("package = ", "it can't be read"),
    ],
)
def test_a_wrong_table(table: str, message: str, tmp_path: Path):
    (tmp_path / "pyproject.toml").write_text(f"[tool.bytewright]\n{table}\n")
    with pytest.raises(bytewright.errors.OptionError) as caught:
        project_around(tmp_path)
    assert message in str(caught.value)
    assert str(tmp_path / "pyproject.toml") in str(caught.value)


def test_no_table_at_all(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool]\nbytewright = 'formats'\n")
    with pytest.raises(bytewright.errors.OptionError, match=r"tool\.bytewright: expected a table, found 'formats'"):
        project_around(tmp_path)
    (tmp_path / "pyproject.toml").write_text("tool = 'formats'\n")
    assert project_around(tmp_path) is None


@pytest.mark.parametrize("written", [1, 4, 7])
def test_a_process_that_is_killed_leaves_nothing_in_the_way(
    written: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files: list[Path] = []
    write = workspace.write

    def killed(path: Path, data: bytes) -> None:
        files.append(path)
        write(path, data)
        if len(files) == written:
            os._exit(1)

    with monkeypatch.context() as killing:
        for module in (new_project, workspace):
            killing.setattr(module, "write", killed)
        assert in_child(lambda: main(["new", FORMAT])) == 1
    assert not (tmp_path / FORMAT).exists()
    assert main(["new", FORMAT]) == 0
    assert [path.name for path in tmp_path.iterdir()] == [FORMAT]


@kinds
def test_all_of_a_project_or_nothing_is_made(kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system fails, the error names a file, and the next attempt finds nothing in its way."""
    # The formatter leaves sources as they are: to start it twice each time would take longer than all else.
    formatter = SimpleNamespace(run=lambda command, **_: subprocess.CompletedProcess(command, 0))
    monkeypatch.setattr(compilation, "subprocess", formatter)
    folder = tmp_path / "files"
    folder.mkdir()
    (tmp_path / "first.log").write_bytes(b"MAGIhead")

    def run(place: Path) -> None:
        new_project.run(argparse.Namespace(name=str(place / FORMAT), sample=str(tmp_path / "first.log")))

    errors = (BytewrightError, OSError)  # the command line says both in one line
    each_call_fails(folder, run, kind, errors=errors, exact=False)


@kinds
def test_each_generated_file_is_as_it_was_or_as_it_should_be(kind: Kind, tmp_path: Path) -> None:
    root = tmp_path / "files"
    root.mkdir()
    texts = {PurePosixPath("ours", name): f"{name} anew\n" for name in ("a.py", "b.py")}
    made = workspace.Generated(texts, frozenset({PurePosixPath("ours")}))
    (root / "ours").mkdir()
    (root / "ours" / "a.py").write_text("a of before\n", encoding="utf-8")
    (root / "ours" / "gone.py").write_text("of before\n", encoding="utf-8")

    def run(place: Path) -> None:
        workspace.apply(place, made, workspace.changes(place, made))

    def settled(place: Path, old: Held, new: Held) -> bool:
        return all(data in (old.get(name), new.get(name)) for name, data in held(place).items())

    each_call_fails(root, run, kind, errors=(BytewrightError, OSError), settled=settled)
