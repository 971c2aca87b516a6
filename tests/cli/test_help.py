"""What the help of commands promises: examples that are arguments of theirs; completions; the doctor's report."""

import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.help_of_commands import check_examples

from bytewright import cli
from bytewright.cli import command_table
from bytewright.cli.command_table import COMMANDS
from bytewright.cli.commands import doctor
from bytewright.cli.completion import specs
from bytewright.codec import registry
from bytewright.errors import CodecError
from bytewright.kernels.native.machine import shared_library


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_are_what_the_command_takes(name: str) -> None:
    check_examples(name, COMMANDS[name])


def completed(line: str, tmp_path: Path) -> list[str]:
    """What a shell is offered for a line."""
    answer = tmp_path / "answer"
    asked = {
        cli.COMPLETES: "1",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "_ARGCOMPLETE_IFS": "\n",
    }
    subprocess.run([sys.executable, "-m", "bytewright"], env={**os.environ, **asked}, check=True)
    return [word.strip() for word in answer.read_text().split("\n")]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("bytewright ca", ["cat"]),
        ("bytewright cat --mo", ["--mode"]),
        ("bytewright cat --mode P", ["PERMISSIVE"]),
        ("bytewright cat --format pa", ["parquet"]),
        ("bytewright completion f", ["fish"]),
    ],
)
def test_completions(line: str, expected: list[str], tmp_path: Path) -> None:
    assert completed(line, tmp_path) == expected


def test_specs_are_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.ksy").touch()
    (tmp_path / "mine.bin").touch()
    monkeypatch.setattr(registry, "names", lambda: ["metrics", "mine_old", "other"])
    assert specs("mi") == ["mine_old", "mine.ksy"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_ask_the_command(shell: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["completion", shell]) == 0
    script = capfd.readouterr().out
    assert "bytewright" in script
    assert cli.COMPLETES in script


class TestDoctor:
    def test_all_is_well(self, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(importlib.metadata, "requires", lambda name: ["numpy>=2", "nowhere>1; extra == 'sql'"])
        status = cli.main(["doctor"])
        out, err = capfd.readouterr()
        assert (status, err) == (0, "")
        assert out.splitlines()[-1] == "nothing is wrong"
        assert f"numpy {importlib.metadata.version('numpy')}" in out
        assert "[sql]       no nowhere: Run: pip install 'bytewright[sql]'\n" in out

    def test_what_is_wrong_has_its_cure(
        self, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def codec(name: str) -> None:
            raise CodecError("made for another version", hint="Run: bytewright generate")

        monkeypatch.setattr(importlib.metadata, "requires", lambda name: ["nowhere>1"])
        monkeypatch.setattr(registry, "codec", codec)
        monkeypatch.setattr(registry, "names", lambda: ["notes"])
        monkeypatch.setattr(shared_library, "there", lambda: None)
        monkeypatch.setattr(doctor, "_version", lambda package: None)
        monkeypatch.setenv("BYTEWRIGHT_CACHE_SIZE", "much")
        status = cli.main(["doctor"])
        errors = capfd.readouterr().err.splitlines()
        assert status == 1
        assert errors[0] == ("bytewright: error: packages: nowhere not installed. Run: pip install bytewright")
        assert errors[1].endswith("files are read in Python, slowly. Run: pip install 'bytewright[numba]'")
        assert errors[2].startswith("bytewright: error: cache: BYTEWRIGHT_CACHE_SIZE: expected ")
        assert errors[3] == "bytewright: error: format notes: made for another version. Run: bytewright generate"
        assert len(errors) == 4


def test_a_missing_extra_is_named_in_quotes(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(command_table.COMMANDS, "explain", command_table.Command("not_there.at_all", "", "codegen"))
    assert cli.main(["explain", "x"]) == 1
    assert capfd.readouterr().err == (
        "bytewright: error: this needs not_there, which is not installed. Run: pip install 'bytewright[codegen]'\n"
    )
