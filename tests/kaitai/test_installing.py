"""How kaitai-struct-compiler gets where it lies, with a stand-in for npm; and what is asked before it is needed."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from bytewright.errors import CodecError, SpecError
from bytewright_codegen.kaitai import toolchain
from bytewright_codegen.kaitai.compiler import compile_parsers
from bytewright_codegen.kaitai.parsers import parsers_at_hand
from bytewright_codegen.kaitai.toolchain import PACKAGE, ToolchainError, compiler_path, install, is_installed
from bytewright_codegen.pipeline.resolved import resolved

Npm = Callable[..., subprocess.CompletedProcess[str]]


def put(folder: Path) -> None:
    """What npm does."""
    (folder / "node_modules" / PACKAGE).mkdir(parents=True)
    (folder / "node_modules" / PACKAGE / "compiler.js").write_text("made")


class Calls:
    """A stand-in for npm that notes how it is called.

    Args:
        status: that it ends with.
        said: that it prints as an error.
        first: done before anything else.
    """

    def __init__(self, status: int = 0, said: str = "", first: Callable[[], None] | None = None) -> None:
        self.arguments: list[Sequence[str]] = []
        self.folders: list[Path] = []
        self._status, self._said, self._first = status, said, first

    def __call__(self, arguments: Sequence[str], **how: Any) -> subprocess.CompletedProcess[str]:
        folder = how.pop("cwd")
        assert how == {"return_completed_process": True, "capture_output": True, "encoding": "utf-8"}
        assert sorted(path.name for path in folder.iterdir()) == ["package-lock.json", "package.json"]
        self.arguments.append(arguments)
        self.folders.append(folder)
        if self._first is not None:
            self._first()
        if not self._status:
            put(folder)
        return subprocess.CompletedProcess(arguments, self._status, "", self._said)


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Calls], Calls]:
    """Has a stand-in called in place of npm, with a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def use(calls: Calls) -> Calls:
        monkeypatch.setattr(toolchain, "_wheel", {"npm": calls}.__getitem__)
        return calls

    return use


def test_it_is_made_beside_its_place_and_only_once(npm: Callable[[Calls], Calls]) -> None:
    calls, said = npm(Calls()), list[str]()
    assert not is_installed()
    assert install(said.append) == install(said.append) == compiler_path()
    assert is_installed()
    assert said == [f"fetching {PACKAGE} from npm"]
    (folder,) = calls.folders
    target = compiler_path().parent.parent
    assert folder.parent.parent == target.parent
    assert [path.name for path in target.parent.iterdir()] == [target.name]
    assert "--fetch-retries=0" not in calls.arguments[0]


def test_what_was_changed_is_fetched_again(npm: Callable[[Calls], Calls]) -> None:
    calls = npm(Calls())
    changed = install() / "compiler.js"
    changed.write_text("changed")
    assert not is_installed()
    assert install(patient=False).is_dir()
    assert is_installed()
    assert changed.read_text() == "made"
    assert "--fetch-retries=0" in calls.arguments[1]


def test_another_process_may_be_faster(npm: Callable[[Calls], Calls]) -> None:
    def other() -> None:
        npm(Calls())
        install()

    npm(Calls(first=other))
    assert install().is_dir()
    assert is_installed()


@pytest.mark.parametrize("said", ["npm error code E404\nnpm error none", ""])
def test_where_npm_fails_nothing_is_left(npm: Callable[[Calls], Calls], said: str) -> None:
    npm(Calls(7, said))
    with pytest.raises(ToolchainError) as caught:
        install()
    assert str(caught.value).startswith(f"npm could not install {PACKAGE} ({'code E404 none' if said else 'status 7'})")
    assert list(compiler_path().parent.parent.parent.iterdir()) == []


def test_imports_are_among_the_specs(npm: Callable[[Calls], Calls]) -> None:
    calls = npm(Calls())
    spec = {"meta": {"id": "a", "imports": ["b/c"]}}
    with pytest.raises(SpecError, match="imports b/c, which is not among the specs") as caught:
        compile_parsers({"a": spec})
    assert caught.value.path == "a"
    assert not calls.folders


def test_nothing_is_fetched_for_what_is_read_at_once(npm: Callable[[Calls], Calls], tmp_path: Path) -> None:
    calls = npm(Calls())
    (tmp_path / "toy.ksy").write_text("meta: {id: toy}\nseq: [{id: a, type: u1}]")
    with pytest.raises(CodecError, match="which makes the parser of toy for the engine kaitai, isn't there"):
        parsers_at_hand(resolved(tmp_path / "toy.ksy", [tmp_path]))
    assert not calls.folders
