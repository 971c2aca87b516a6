"""Fenced blocks of Markdown documents, and the commands in them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.support.hanging import HANGS

ROOT = Path(__file__).parents[2]
_FENCE = re.compile(
    r"^(?P<indent> *)```(?P<language>[\w-]*)(?P<info>[^\n]*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, what stands behind that, its text, and the line where the text begins."""

    language: str
    info: str
    text: str
    line: int


@dataclass(frozen=True)
class Command:
    """A command and what it prints, to standard output and standard error together; ``line`` of the document."""

    command: str
    expected: str
    line: int


def blocks(path: Path) -> list[Block]:
    """All fenced blocks of a document."""
    text = path.read_text(encoding="utf-8")
    return [
        Block(m["language"], m["info"].strip(), m["text"], text[: m.start("text")].count("\n") + 1)
        for m in _FENCE.finditer(text)
    ]


def commands(block: Block) -> list[Command]:
    """The commands of a ``console`` block: lines that begin with ``$ ``, continued behind a backslash."""
    found: list[Command] = []
    command: list[str] = []
    for number, line in enumerate(block.text.splitlines(keepends=True), block.line):
        if line.startswith("$ "):
            found.append(Command(line[2:].rstrip("\n"), "", number))
            command = [line]
        elif command and command[-1].rstrip("\n").endswith("\\"):
            found[-1] = Command(found[-1].command + "\n" + line.rstrip("\n"), "", found[-1].line)
            command.append(line)
        elif found:
            found[-1] = Command(found[-1].command, found[-1].expected + line, found[-1].line)
    return found


def run(command: str, folder: Path, environment: dict[str, str] | None = None) -> str:
    """What a command prints in a folder, with this Python's programs on the path."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env={
            **os.environ,
            "PATH": path,
            "PYTHONWARNINGS": "ignore",
            "TERM": "dumb",
            "COLUMNS": "120",
            **(environment or {}),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=HANGS,
    )
    return done.stdout.decode("utf-8")


def matches(expected: str, found: str) -> bool:
    """Whether a command printed what the document says; a line ``…`` stands for any lines."""
    parts = [re.escape(part) for part in re.split(r"^…\n", expected, flags=re.MULTILINE)]
    return re.fullmatch("(?:.*\n)*".join(parts), found) is not None
