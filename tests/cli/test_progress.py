"""The bar of commands that read long: on a pseudo-terminal there is one, elsewhere there is none."""

import os
import pty
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.support.toy_codecs import NOTES, note, notes

from bytewright import cli
from bytewright.cli import progress
from bytewright.codec import registry

GOOD = notes(*(note(i, 1, "a note") for i in range(50)))
SIZE = f"{len(GOOD)}/{len(GOOD)} bytes"
Run = Callable[..., tuple[int, str]]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(registry, "compiler", lambda: lambda *_, **__: NOTES)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def good(tmp_path: Path) -> str:
    path = tmp_path / "good.note"
    path.write_bytes(GOOD)
    return str(path)


@pytest.fixture
def on_terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Runs a command whose standard error is a terminal; gives its status, and what the terminal was sent."""
    ours, theirs = pty.openpty()
    found: list[bytes] = []

    def read() -> None:
        try:
            while data := os.read(ours, 1 << 16):
                found.append(data)
        except OSError:  # the other end is closed
            return

    def run(*words: str) -> tuple[int, str]:
        reader = threading.Thread(target=read)
        reader.start()
        with os.fdopen(theirs, "w", encoding="utf-8") as terminal, monkeypatch.context() as patched:
            patched.setattr(sys, "stderr", terminal)
            status = cli.main(words)
        reader.join()
        return status, b"".join(found).decode()

    yield run
    os.close(ours)


def test_none_where_it_could_not_be_taken_away(
    on_terminal: Run, good: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert on_terminal("cat", "--spec", "notes.ksy", good) == (0, "")
    assert capfdbinary.readouterr().out.count(b"\n") == 50


@pytest.mark.parametrize(
    ("words", "label"),
    [
        (("cat",), "Reading"),
        (("cat", "--format", "csv", "--engine", "objects"), "Reading"),
        (("check",), "Checking"),
        (("tree",), "Reading"),
    ],
)
def test_a_bar_says_how_much_has_been_read(
    on_terminal: Run, good: str, capfdbinary: pytest.CaptureFixture[bytes], words: tuple[str, ...], label: str
) -> None:
    status, shown = on_terminal(*words, "--spec", "notes.ksy", good)
    assert status == 0
    assert label in shown
    assert SIZE in shown
    assert shown.endswith("\x1b[?25h\r\x1b[1A\x1b[2K")  # it is gone
    assert b"Reading" not in capfdbinary.readouterr().out


def test_files_of_a_directory_count_before_they_are_opened(on_terminal: Run, tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.note").write_bytes(GOOD)
    _, shown = on_terminal("check", "--spec", "notes.ksy", str(tmp_path))
    assert f"0.0/{3 * len(GOOD) / 1000:.1f} kB" in shown


def test_a_file_that_nobody_named_counts_when_it_is_opened() -> None:
    bar = progress._Bar("Reading", [])
    bar.opened("a", 100)
    bar.read(60)
    bar.opened("b", 50)
    bar.read(10)
    assert bar._shown is not None
    (task,) = bar._shown[0].tasks
    bar.hide()
    assert (task.completed, task.total) == (70, 150)


def test_what_is_printed_takes_the_bar_away(on_terminal: Run, tmp_path: Path, good: str) -> None:
    bad = tmp_path / "bad.note"
    bad.write_bytes(GOOD + b"\x09")
    status, shown = on_terminal("check", "--spec", "notes.ksy", str(bad), good)
    assert status == 1
    before, _, after = shown.partition("bytewright: error: ")
    assert before.endswith("\x1b[2K")
    assert "Checking" in after  # the bar is back, of the next file


def test_elsewhere_there_is_none(good: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert cli.main(["check", "--spec", "notes.ksy", good]) == 0
    assert capfdbinary.readouterr().err == b""


def test_quick_commands_have_none(on_terminal: Run, good: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 3600.0)
    assert on_terminal("cat", "--spec", "notes.ksy", good) == (0, "")
