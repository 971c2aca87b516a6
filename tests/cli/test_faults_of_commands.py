"""Calls of the system fail while a command runs: it ends with an error that names a file, and leaves nothing behind."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest
from tests.support.faults import Held, Kind, each_call_fails, kinds
from tests.support.growing_logs import SHAPES

from bytewright import cli
from bytewright.cli.console import BAD_INPUT, BAD_USAGE, DONE
from bytewright.errors import BytewrightError

SPEC, HEAD, RECORD = SHAPES["framed"]


def log(count: int = 5) -> bytes:
    draw = random.Random(7)
    return HEAD + b"".join(RECORD(number, draw) for number in range(count))


FRAMED = {"framed.ksy": SPEC.encode()}
ONE: Held = {**FRAMED, "log": log()}
TWO: Held = {**ONE, "other": log(6)}
COMMANDS: dict[str, tuple[str, Held]] = {
    "cat": ("cat --spec {f}/framed.ksy {f}/log", ONE),
    "cat compressed": ("cat --spec {f}/framed.ksy {f}/log.gz", {**FRAMED, "log.gz": gzip.compress(log(), mtime=0)}),
    "check": ("check --spec {f}/framed.ksy {f}/log", ONE),
    "diff": ("diff --spec {f}/framed.ksy {f}/log {f}/log", ONE),
    "edit": ("edit --spec {f}/framed.ksy {f}/log records[3].number=77 -o {f}/new", ONE),
    "edit in place": ("edit --spec {f}/framed.ksy {f}/log records[3].number=77 -o {f}/log", ONE),
    "explain": ("explain {f}/framed.ksy", FRAMED),
    "index": ("index --spec {f}/framed.ksy {f}/log --every 64kB", {**FRAMED, "log": log(6000)}),
    "lint": ("lint {f}/framed.ksy", FRAMED),
    "repair": ("repair --spec {f}/framed.ksy {f}/log -o {f}/good", ONE),
    "root": ("root --spec {f}/framed.ksy {f}/log", ONE),
    "specs": ("specs {f}/framed.ksy", FRAMED),
    "tail": ("tail --spec {f}/framed.ksy {f}/log", ONE),
    "tree": ("tree --spec {f}/framed.ksy {f}/log", ONE),
    "view": ("view --spec {f}/framed.ksy {f}/log -o {f}/page.html", ONE),
    "view of two": ("view --spec {f}/framed.ksy {f}/log {f}/other -o {f}/page.html", TWO),
}


class ToldError(BytewrightError):
    """What a command has said on standard error."""


@kinds
@pytest.mark.parametrize("name", COMMANDS)
def test_commands(
    name: str, kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    words, files = COMMANDS[name]
    folder = tmp_path / "files"
    folder.mkdir()
    for file, data in files.items():
        (folder / file).write_bytes(data)
    monkeypatch.chdir(tmp_path)

    def run(folder: Path) -> str:
        status = cli.main(words.format(f=folder).split())
        out, err = capfd.readouterr()
        if status == 130:
            raise KeyboardInterrupt
        if status != DONE:
            assert status in (BAD_INPUT, BAD_USAGE), err
            said = [line for line in err.splitlines() if line.startswith("bytewright: error: ")]
            assert said, err
            assert "Traceback" not in err
            assert "internal error" not in err
            raise ToldError(err, path=str(folder) if all("files" in line for line in said) else None)
        return out

    each_call_fails(folder, run, kind, errors=ToldError)
