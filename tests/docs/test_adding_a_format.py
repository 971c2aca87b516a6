"""docs/adding-a-format.md, done as it says in a copy of the repository."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.docs.blocks import ROOT, Block, blocks, commands, matches, run

DOCUMENT = ROOT / "docs" / "adding-a-format.md"
ALLOWED = ("specs/", "generated/", "tests/generated/")
_GENERATE = 'import sys; from bytewright.cli import main; sys.exit(main(["generate"]))'
_WITHOUT_KAITAI = (
    "import bytewright_codegen.pipeline.workspace as w; "
    'w._stock_parsers = lambda _, libraries, __: {each.main.id: "# not made in this test" for each in libraries}; '
)


class Copy:
    """A copy of the repository as it stands, under git, with its own code on the path."""

    def __init__(self, folder: Path, *, kaitai: bool) -> None:
        self.folder = folder / "repository"
        self.kaitai = kaitai
        listed = self._git("ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT)
        for name in listed.split("\0"):
            if name and (ROOT / name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.folder / name)
        if not kaitai:  # one format beside the new one shows what several would
            for specs in sorted((self.folder / "specs").iterdir())[1:]:
                shutil.rmtree(specs)
        programs = folder / "programs"
        programs.mkdir()
        code = ("" if kaitai else _WITHOUT_KAITAI) + _GENERATE
        self._program(programs / "make", code)
        # The command of the checkout would import the checkout.
        self._program(programs / "bytewright", "import sys; from bytewright.cli import main; sys.exit(main())", '"$@"')
        roots = [str(self.folder / name) for name in ("runtime", "codegen", "generated", "pipelines")]
        self.environment = {
            "PYTHONPATH": os.pathsep.join(roots),
            "PATH": os.pathsep.join([str(programs), str(Path(sys.executable).parent), os.environ["PATH"]]),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        (self.folder / "out").mkdir()
        # What this checkout should have generated, so that only what the new format changes shows.
        self.run("make generate")
        self._git("init", "-q", cwd=self.folder)
        self._git("add", "-A", cwd=self.folder)
        self._git(
            "-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "-qm", "before", cwd=self.folder
        )

    def _program(self, path: Path, code: str, arguments: str = "") -> None:
        path.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{code}' {arguments}\n", encoding="utf-8")
        path.chmod(0o755)

    def _git(self, *words: str, cwd: Path) -> str:
        return subprocess.run(["git", *words], cwd=cwd, capture_output=True, text=True, check=True).stdout

    def run(self, command: str) -> str:
        return run(command, self.folder, self.environment)

    def changed(self) -> list[str]:
        return [line[3:] for line in self._git("status", "--porcelain", cwd=self.folder).splitlines()]

    def do(self, block: Block) -> list[str]:
        """Does what a block says; gives what went otherwise than it says."""
        if block.language == "yaml" and block.info:
            append = block.info.startswith("append to ")
            path = self.folder / block.info.removeprefix("append to ")
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a" if append else "w", encoding="utf-8") as file:
                file.write(block.text)
        elif block.language == "python":
            (self.folder / "out" / "block.txt").write_text(block.text, encoding="utf-8")
            test = f"{sys.executable} -m doctest -o NORMALIZE_WHITESPACE out/block.txt"
            # Spark tells the world of its start.
            told = self.run(f"{test} 2>out/block.err || {{ cat out/block.err; echo failed; }}")
            return [f"line {block.line}: {told}"] if told else []
        elif block.language == "console":
            found = []
            for command in commands(block):
                printed = self.run(command.command)
                if not matches(command.expected, printed):
                    found.append(f"line {command.line}: $ {command.command}\n{command.expected}--- prints\n{printed}")
            return found
        return []


def _needs_spark(block: Block) -> bool:
    return block.language == "python" and "spark" in block.text


def _needs_kaitai(block: Block) -> bool:
    return block.language == "console" and "pytest" in block.text


def _wrong(copy: Copy, found: list[Block]) -> str:
    return "\n".join(f"{DOCUMENT.name}: {text}" for block in found for text in copy.do(block))


def test_the_page_without_node_and_spark(tmp_path: Path):
    copy = Copy(tmp_path, kaitai=False)
    wrong = _wrong(copy, [b for b in blocks(DOCUMENT) if not _needs_kaitai(b) and not _needs_spark(b)])
    assert not wrong, wrong
    assert copy.changed()
    assert [path for path in copy.changed() if not path.startswith(ALLOWED)] == []


@pytest.mark.slow
@pytest.mark.xdist_group("spark")  # since it starts a session: two at a time are too much for a small machine
def test_the_page(tmp_path: Path):
    copy = Copy(tmp_path, kaitai=True)
    wrong = _wrong(copy, blocks(DOCUMENT))
    assert not wrong, wrong
    assert [path for path in copy.changed() if not path.startswith(ALLOWED)] == []
    # Once more: nothing new.
    before = copy.run("git status --porcelain -uall; git diff")
    copy.run("make generate")
    assert copy.run("git status --porcelain -uall; git diff") == before
