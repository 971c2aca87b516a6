"""How a change is judged: its lines, the tests near them, and the verdict."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.mutants import changes, results, sampling


def test_tests_are_taken_of_all_files_in_turn_and_of_what_is_nearest_first() -> None:
    groups = [{"a": ["a1", "a2"]}, {"b": ["b1", "b2", "b3"], "c": ["c1"]}, {"d": ["d1"]}]
    assert changes.chosen(groups, 6) == ["a1", "a2", "b1", "c1", "b2", "b3"]
    assert changes.chosen(groups, 100)[-1] == "d1"


def test_near_are_tests_that_differ_that_name_a_module_and_of_its_room() -> None:
    lines = {"runtime/bytewright/io/rope.py": {1}, "tests/objects/test_access.py": {1}}
    differing, naming, of_room = changes.near(lines)
    assert differing == ["tests/objects/test_access.py"]
    assert "tests/columnar/test_elements.py" in naming
    assert of_room
    assert all(path.startswith("tests/io/") for path in of_room)
    assert not set(naming) & set(of_room)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("from bytewright.io import rope", True),
        ("from bytewright.io import sinks, rope", True),
        ("from bytewright.io.rope import Rope", True),
        ("import bytewright.io.rope", True),
        ("from bytewright.io import ropes", False),
        ("from bytewright.model import rope", False),
        ("from bytewright.io import sinks\n\nrope = 1", False),
    ],
)
def test_a_text_names_a_module_that_it_imports(text: str, named: bool) -> None:
    assert bool(re.search(changes._naming("runtime/bytewright/io/rope.py"), text)) is named


def test_each_room_has_tests_by_the_map() -> None:
    assert changes.tests_of("model") == ["tests/objects/"]
    assert changes.tests_of("codegen/front") == ["tests/front/", "tests/construct/"]
    assert changes.tests_of("codegen/plans") == ["tests/pipeline/"]
    rooms = {sampling.room_of(path) for path in sampling.files()} - {"modules", "kernels/native"}
    assert not [room for room in rooms if not changes.tests_of(room) and room not in {"columns", "duckdb"}]


@pytest.mark.parametrize(("killed", "total", "failing"), [(0, 9, False), (0, 10, True), (3, 20, True), (4, 20, False)])
def test_a_change_fails_where_enough_mutants_say_so(killed: int, total: int, failing: bool) -> None:
    assert changes.too_few(results.Row("all", killed, total, 0, 0)) is failing


def git(folder: Path, *words: str) -> None:
    names = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *names, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two commits: the second one changes the second line of a module, and a test."""
    folder = tmp_path / "there"
    for place in ("runtime", "codegen", "tests"):
        (folder / place).mkdir(parents=True)
    git(folder, "init", "-q")
    (folder / "runtime" / "a.py").write_text("one\ntwo\nthree\n")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")
    (folder / "runtime" / "a.py").write_text("one\n2\nthree\nfour\nfive\n")
    (folder / "tests" / "test_a.py").write_text("one\n")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "second")
    monkeypatch.setattr(changes, "ROOT", folder)
    return folder


def test_lines_that_differ_are_those_of_the_new_text(repository: Path) -> None:
    assert changes.changed("HEAD^") == {"runtime/a.py": {2, 4, 5}, "tests/test_a.py": {1}}
    assert changes.changed("HEAD") == {}


def test_a_change_without_code_passes(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["changes", "HEAD"])
    assert changes.main() == 0
    assert capsys.readouterr().out.startswith("no line differs from HEAD")


def test_a_commit_that_is_not_there_fails_unless_the_history_is_cut_off(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["changes", "HEAD^^^"])
    with pytest.raises(SystemExit):
        changes.main()
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repository}", "shallow")
    monkeypatch.setattr(changes, "ROOT", tmp_path / "shallow")
    monkeypatch.setattr(sys, "argv", ["changes"])
    assert changes.main() == 0
    assert capsys.readouterr().out == "HEAD^ is no part of this clone: there is nothing to compare with\n"
